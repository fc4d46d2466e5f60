// Shows the moments of a match. All rules, sums and words come with the data; nothing is computed here but what is seen.
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const SVG = "http://www.w3.org/2000/svg";
  const PORTS = ["high", "low", "branch-a", "branch-b", "branch-c", "branch-d", "chain-a", "chain-b"];
  const at = (id) => document.getElementById(id);

  const moments = data.chapters.flatMap((chapter) =>
    chapter.moments.map((moment) => Object.assign(moment, { chapter })),
  );
  const places = new Map(moments.map((moment, number) => [moment.key, number]));
  const seats = data.seats || [];
  const names = new Map(seats);
  const sides = data.sides || [];
  const recorded = moments.some((each) => (each.hands || []).some(([tiles]) => tiles.length));
  let now = 0;
  let language = document.documentElement.lang;
  let shown = "all";

  // -- words -----------------------------------------------------------------------------------------------------

  /** A text of the catalogue; where it has a singular and a plural, `count` chooses. */
  function template(key, count) {
    const texts = data.texts[language];
    if (key in texts) return texts[key];
    return texts[key + (texts["language.one"].includes(count) ? ".one" : ".other")];
  }

  /** The text of `key` with its fields filled in, as a plain string. */
  function text(key, values = {}) {
    return template(key, values.count).replace(/\{(\w+)\}/g, (_, name) => values[name]);
  }

  /** The same, but with elements as values: a list of nodes. */
  function say(key, values = {}) {
    return template(key, values.count)
      .split(/(\{\w+\})/)
      .map((part) => (part.startsWith("{") ? values[part.slice(1, -1)] : part));
  }

  /** An element; strings among its children are text, never HTML. */
  function element(name, properties = {}, ...children) {
    const made = document.createElement(name);
    for (const [key, value] of Object.entries(properties)) {
      if (key in made) made[key] = value;
      else made.setAttribute(key, value);
    }
    made.append(...children.flat().map((each) => (each instanceof Node ? each : String(each))));
    return made;
  }

  function drawn(name, attributes, ...children) {
    const made = document.createElementNS(SVG, name);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  const plainName = (seat) => names.get(seat) || seat;
  const who = (seat) => element("bdi", {}, plainName(seat));
  const sideName = (side) => side.split("+").flatMap((seat, number) => (number ? [" + ", who(seat)] : [who(seat)]));
  const label = (tile) => `[${tile.replace("-", "|")}]`;
  const tileText = (tile) => element("span", { className: "tile" }, label(tile));
  const portName = (port) => text(`figure.port.${PORTS[port]}`);
  const isBranch = (port) => port > 1 && port < 6;
  const isDouble = (tile) => tile.split("-")[0] === tile.split("-")[1];
  const number = (value) => (value === null || value === undefined ? "?" : String(value).replace("-", "−"));
  const canSee = (seat) => shown === "all" || shown === seat;

  function siteText([tile, port]) {
    return isBranch(port) ? `${label(tile)} (${portName(port)})` : label(tile);
  }

  function sum(values, total) {
    return values.length ? `${values.join(" + ")} = ${total}` : text("figure.none");
  }

  const counted = (moment) => (moment.because || []).filter((each) => each[2] !== null);
  const written = (moment) =>
    sum(
      counted(moment).map((each) => each[2]),
      moment.total,
    );

  /** The long description of the figure, in the documents' form. */
  function describe(moment) {
    if (!moment.view) return text("view.unknown-layout");
    const [number, count] = moment.view;
    const tiles = moment.chapter.boards[number].tiles.slice(0, count);
    const list = (items, joiner) => items.join(joiner) || text("figure.none");
    const joints = tiles
      .filter((each) => each.length > 5)
      .map(([tile, , , , , parent, port, own]) =>
        text("figure.joint", {
          tile: label(tiles[parent][0]),
          port: portName(port),
          new_tile: label(tile),
          new_port: portName(own),
        }),
      );
    const sites = (moment.open || []).map(([tile, port, value]) =>
      text("figure.site", { tile: label(tile), port: portName(port), value }),
    );
    const ends = counted(moment).map(([tile, , value]) => text("figure.contribution", { tile: label(tile), value }));
    return [
      text("figure.sum", { sum: written(moment) }),
      text("figure.points", { points: moment.worth }),
      text("figure.tiles", {
        tiles: list(
          tiles.map((each) => label(each[0])),
          ", ",
        ),
      }),
      text("figure.spinners", {
        spinners: list(
          tiles.filter((each) => each[4] && each[4] <= count).map((each) => label(each[0])),
          ", ",
        ),
      }),
      text("figure.joints", { joints: list(joints, "; ") }),
      text("figure.sites", { sites: list(sites, "; ") }),
      text("figure.contributions", { contributions: list(ends, "; ") }),
    ].join(" ");
  }

  /** What happened at a moment, as nodes. */
  function happening(moment) {
    const seat = moment.seat && who(moment.seat);
    const chapter = moment.chapter;
    if (moment.kind === "start") {
      if (moment.skipped) return say("view.skipped");
      if (!chapter.starter) return say("view.begins");
      return say(`sheet.${chapter.start || "starter"}`, { seat: who(chapter.starter) });
    }
    if (moment.kind === "end") {
      return say(chapter.end ? `sheet.end-${chapter.end}` : "sheet.end-unknown", {
        seat: chapter.ender ? who(chapter.ender) : "",
      });
    }
    if (moment.kind === "draw") {
      const tiles = moment.drawn.map(label).join(" ");
      const key = canSee(moment.seat) && moment.drawn.some((tile) => tile !== "?-?") ? "view.draws" : "view.draws-hidden";
      return say(key, { who: seat, count: moment.drawn.length, tiles });
    }
    const values = {
      who: seat,
      tile: moment.tile ? tileText(moment.tile) : "",
      site: moment.site ? element("span", { className: "tile" }, siteText(moment.site)) : "",
    };
    if (moment.kind !== "play") return say(`view.${moment.kind}`, values);
    const key = moment.site
      ? "view.plays"
      : moment.view && moment.view[1] === 1
        ? "view.opens"
        : "view.plays-somewhere";
    return say(seat ? key : `${key}-alone`, values);
  }

  function heading(moment) {
    const parts = [];
    const chapter = moment.chapter;
    if (chapter.key)
      parts.push(
        chapter.number === undefined ? text("view.round-unread") : text("sheet.round", { number: chapter.number }),
      );
    const turn = /t(\d+)$/.exec(moment.key);
    if (turn && moment.kind !== "start") parts.push(`${text("sheet.turn")} ${turn[1]}`);
    if (moment.kind === "end") parts.push(text("view.end"));
    return parts.join(" · ");
  }

  // -- figures ---------------------------------------------------------------------------------------------------

  const use = (part, x, y, attributes = {}) => drawn("use", { href: `#${part}`, x, y, ...attributes });

  /** The table at a moment: shades, tiles, outlines, marks, from back to front. */
  function lay(svg, moment) {
    svg.replaceChildren();
    const boards = moment.chapter.boards || [];
    const [number, count, marks] = moment.view || [0, 0, []];
    const stage = boards[number] && boards[number].boxes.find(([most]) => count <= most);
    svg.setAttribute("viewBox", (stage ? stage[1] : [0, 0, 240, 160]).join(" "));
    if (!moment.view) return;
    const tiles = boards[number].tiles.slice(0, count);
    const shades = drawn("g", {}),
      faces = drawn("g", {}),
      outlines = drawn("g", {});
    tiles.forEach(([tile, way, x, y, branches], i) => {
      const last = i === count - 1 && moment.kind === "play" && moment.tile === tile;
      shades.append(use(`shade-${way[0]}`, x, y));
      faces.append(use(`t${tile}${way}`, x, y, { "data-tile": tile, class: last ? "last" : "" }));
      if (last) outlines.append(use(`frame-${way[0]}`, x, y));
      if (branches && branches <= count) outlines.append(use(`outline-${way[0]}`, x, y));
    });
    svg.append(
      shades,
      faces,
      outlines,
      drawn("g", {}, ...marks.map(([x, y, value]) => use(value === null ? "dot" : `m${value}`, x, y))),
    );
  }

  /** Standing tiles in a row, backs for those that are not seen. */
  function row(tiles, backs) {
    const parts = [...tiles.map((tile) => `t${tile}s`), ...Array(backs).fill("back")];
    const svg = drawn("svg", {
      viewBox: `-2 -2 ${Math.max(parts.length * 32, 32)} 62`,
      "aria-hidden": "true",
      class: "row",
    });
    svg.style.setProperty("--tiles", Math.max(parts.length, 1));
    parts.forEach((part, i) => {
      if (part !== "back") svg.append(use("shade-s", i * 32, 0));
      svg.append(use(part, i * 32, 0));
    });
    return svg;
  }

  /** The line below the table: points only where they were made. */
  function caption(moment) {
    if (!moment.view) return text("view.unknown-layout");
    if (!moment.view[1]) return text("figure.empty");
    return moment.kind === "play"
      ? text("figure.caption", { sum: written(moment), count: moment.worth })
      : written(moment);
  }

  // -- panels ----------------------------------------------------------------------------------------------------

  const SIGNS = { wrong: "✗", undecided: "?", note: "·", stands: "=", consequence: "↳" };

  function findingNode(finding) {
    const mark =
      finding.mark === "wrong"
        ? text("verdict.fail")
        : finding.mark === "consequence"
          ? text("verdict.consequence", { line: finding.cause })
          : text(`verdict.${finding.mark}`);
    const node = element(
      "div",
      { className: `finding ${finding.mark}` },
      element(
        "p",
        {},
        element("span", { className: "sign", "aria-hidden": "true" }, SIGNS[finding.mark]),
        element("strong", {}, `${mark}: `),
        element("bdi", {}, finding.text[language]),
      ),
    );
    if (finding.clause && finding.clause[language])
      node.append(element("p", { className: "clause" }, finding.clause[language]));
    return node;
  }

  function happened(moment) {
    const parts = [element("p", { className: "where" }, heading(moment))];
    parts.push(element("p", { className: "what" }, happening(moment)));
    if (moment.points !== undefined) {
      const gain = element(
        "span",
        { className: moment.points ? "gain" : "gain none" },
        text("view.points", { count: moment.points }),
      );
      parts.push(element("p", { className: "sum" }, written(moment), "; ", gain));
    } else if (moment.unverified) parts.push(element("p", { className: "muted" }, text("view.unverified")));
    if (moment.derived) parts.push(element("p", { className: "muted" }, text("view.derived")));
    if (moment.kind === "end") parts.push(...ending(moment));
    parts.push(...(moment.findings || []).map(findingNode));
    if (moment === moments[moments.length - 1]) {
      parts.push(...data.unverified.map((each) => element("p", { className: "muted" }, each[language])));
      if (data.winner)
        parts.push(
          element(
            "p",
            { className: "winner" },
            say("sheet.winner", { side: element("span", {}, sideName(data.winner)) }),
          ),
        );
    }
    parts.push(...(moment.comments || []).map((each) => element("p", { className: "comment", dir: "auto" }, each)));
    return parts;
  }

  function table(heads, rows, properties = {}) {
    return element(
      "table",
      properties,
      element(
        "thead",
        {},
        element(
          "tr",
          {},
          heads.map((each) => element("th", { scope: "col" }, each)),
        ),
      ),
      element("tbody", {}, rows),
    );
  }

  /** What hands left cost. */
  function ending(moment) {
    const left = (moment.chapter.left || []).filter(([, pips, due]) => pips !== null || due);
    if (!left.length) return [];
    const rows = left.map(([seat, pips, due]) =>
      element(
        "tr",
        {},
        element("th", { scope: "row" }, who(seat)),
        element("td", {}, number(pips)),
        element("td", {}, number(due)),
      ),
    );
    return [table([text("sheet.seat"), text("sheet.pips"), text("sheet.deduction")], rows)];
  }

  function showScores(moment) {
    const before = moments[now - 1];
    at("scores").replaceChildren(
      ...sides.map((side, i) => {
        const score = moment.scores ? moment.scores[i] : null;
        const was = before && before.scores ? before.scores[i] : null;
        const change = score !== null && was !== null && score !== undefined && was !== undefined ? score - was : 0;
        const card = element(
          "div",
          { className: side.split("+").includes(moment.seat) ? "side turn" : "side" },
          element("span", { className: "name" }, sideName(side)),
          element("span", { className: "score" }, number(score)),
        );
        if (change) card.append(element("span", { className: "change" }, change > 0 ? `+${change}` : number(change)));
        return card;
      }),
    );
  }

  /** What the record is kept on, and its marks. */
  function nameRecord() {
    at("record-name").textContent = text(`score.${data.record.kind}`);
    at("record-legend").replaceChildren(
      ...data.record.legend.map((name) =>
        element(
          "li",
          {},
          drawn("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, use(`key-${name}`, 0, 0)),
          text(`score.legend.${name}`),
        ),
      ),
    );
  }

  /** The score record as it stands at a moment, and its words. */
  function showRecord() {
    const record = data.record;
    const standing = record.standings[record.moments[now]].map((state, side) => record.states[side][state]);
    const svg = at("record-shown");
    svg.setAttribute("viewBox", record.box.join(" "));
    svg.replaceChildren(use("score-record", 0, 0));
    if (at(`score-record-${language}`)) svg.append(use(`score-record-${language}`, 0, 0));
    standing.forEach(([runs, parts], side) => {
      for (const [kind, first, last] of runs)
        svg.append(...record.lanes[side].slice(first, last).map(([line, x, y]) => use(`${kind}-${line}`, x, y)));
      svg.append(...parts.map(([part, x, y]) => use(part, x, y)));
    });
    const words = standing.flatMap(([, , said], side) =>
      said.flatMap(([key, values]) => [...say(key, { ...values, name: element("span", {}, sideName(sides[side])) }), " "]),
    );
    if (record.target) words.push(text("score.target", { target: record.target }));
    at("record-words").replaceChildren(...words);
  }

  function showHands(moment) {
    at("hands").replaceChildren(
      ...seats.map(([seat], i) => {
        const [tiles, unknown] = (moment.hands && moment.hands[i]) || [[], null];
        const seen = canSee(seat) ? tiles : [];
        const backs = unknown === undefined || unknown === null ? 0 : unknown + tiles.length - seen.length;
        const size = unknown === null || unknown === undefined ? null : unknown + tiles.length;
        const words = [size === null ? text("view.hand-unknown") : text("view.tiles", { count: size })];
        if (seen.length) words.push(seen.map(label).join(" "));
        return element(
          "div",
          { className: seat === moment.seat ? "hand turn" : "hand" },
          element(
            "p",
            { className: "name" },
            element("b", {}, seat),
            " ",
            names.get(seat) ? who(seat) : "",
            element("span", { className: "size" }, words[0]),
          ),
          element("span", { className: "hidden" }, words[1] || ""),
          size === 0 ? "" : row(seen, backs),
        );
      }),
    );
    const stocked = moment.stock > 0 || moment.chapter.moments[0].stock > 0;
    if (stocked && moment.stock !== undefined)
      at("hands").append(element("p", { className: "muted" }, text("view.boneyard", { count: moment.stock })));
  }

  function showAlternatives(moment) {
    const could = moment.could;
    const panel = at("could");
    if (!could && !(moment.seat && moment.kind === "play"))
      return panel.replaceChildren(element("p", { className: "muted" }, text("view.could-nothing")));
    if (!canSee(moment.seat))
      return panel.replaceChildren(element("p", { className: "muted" }, text("view.could-hidden")));
    if (!could) return panel.replaceChildren(element("p", { className: "muted" }, text("view.could-unknown")));
    const rows = could.map(([tile, site, values, total, points], i) => {
      const made = element(
        "tr",
        { className: i === moment.chosen ? "chosen" : "" },
        element(
          "td",
          {},
          label(tile),
          i === moment.chosen ? element("span", { className: "tag" }, text("view.chosen")) : "",
        ),
        element("td", {}, site ? siteText(site) : "–"),
        element("td", {}, sum(values, total)),
        element("td", { className: points ? "gain" : "" }, points),
      );
      if (site) {
        made.addEventListener("pointerenter", () => point(site[0], true));
        made.addEventListener("pointerleave", () => point(site[0], false));
      }
      return made;
    });
    panel.replaceChildren(table([text("view.tile"), text("view.site"), text("sheet.sum"), text("sheet.points")], rows));
    if (moment.part) panel.append(element("p", { className: "muted" }, text("view.could-part")));
  }

  /** Show on the table where a placement would go. */
  function point(tile, on) {
    for (const each of at("board").querySelectorAll("[data-tile]"))
      each.classList.toggle("pointed", on && each.dataset.tile === tile);
  }

  function showReasons(moment) {
    const panel = at("because");
    if (!moment.because || moment.verdict === undefined)
      return panel.replaceChildren(element("p", { className: "muted" }, text("view.because-nothing")));
    const rows = moment.because.map(([tile, port, value, reason]) => {
      const [key, clause] = data.why[reason];
      return element(
        "tr",
        {},
        element("td", {}, value === null ? "–" : value),
        element("td", {}, port === null ? label(tile) : siteText([tile, port])),
        element("td", {}, text(`reason.${key}`)),
        element("td", { className: "muted" }, clause),
      );
    });
    const [key, clause] = data.why[moment.verdict];
    panel.replaceChildren(
      table([text("view.value"), text("view.tile"), text("view.reason"), text("view.clause")], rows),
      element("p", {}, text(`explain.${key}`, { sum: written(moment), points: moment.worth, of: data.of, clause })),
    );
  }

  function showTurns(moment) {
    at("turns").replaceChildren(
      ...moment.chapter.moments.map((each) => {
        const link = element("a", { href: `#${each.key}` });
        const turn = /t(\d+)$/.exec(each.key);
        link.append(element("span", { className: "number" }, turn && each.kind !== "start" ? turn[1] : ""));
        link.append(element("span", { className: "move" }, each.seat ? [who(each.seat), " "] : "", move(each)));
        const worst = ["wrong", "undecided", "stands", "consequence", "note"].find((mark) =>
          (each.findings || []).some((found) => found.mark === mark),
        );
        if (worst) {
          link.append(
            element("span", { className: `sign ${worst}`, "aria-hidden": "true" }, SIGNS[worst]),
            element("span", { className: "hidden" }, text(worst === "wrong" ? "verdict.fail" : "view.finding")),
          );
        }
        if (each.points) link.append(element("span", { className: "gain" }, `+${each.points}`));
        return element("li", {}, link);
      }),
    );
  }

  /** A turn in the list, short. */
  function move(moment) {
    if (moment.kind === "start") return text("view.start");
    if (moment.kind === "end") return text("view.end");
    if (moment.kind === "pass") return text("sheet.pass");
    if (moment.kind === "draw") return text("view.drew", { count: moment.drawn.length });
    return moment.tile ? tileText(moment.tile) : "?";
  }

  let centring = 0;

  /** Scroll to an item when the page is laid out next, once for all steps till then. */
  function centre(list, item) {
    cancelAnimationFrame(centring);
    centring = requestAnimationFrame(() => {
      list.scrollTop = item.offsetTop - (list.clientHeight - item.clientHeight) / 2;
    });
  }

  function markTurn(moment) {
    const list = at("turns");
    for (const link of list.querySelectorAll("a")) {
      const current = link.getAttribute("href") === `#${moment.key}`;
      if (current) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
      if (current) centre(list, link.parentElement);
    }
    for (const row of at("rounds").querySelectorAll("tr[data-key]"))
      row.classList.toggle("current", row.dataset.key === moment.chapter.key);
  }

  function roundName(chapter) {
    return chapter.number === undefined ? "?" : String(chapter.number);
  }

  function showRounds() {
    const rows = data.chapters.map((chapter) => {
      const last = chapter.moments[chapter.moments.length - 1];
      const faults = chapter.moments
        .flatMap((each) => each.findings || [])
        .filter((each) => each.mark === "wrong").length;
      return element(
        "tr",
        { "data-key": chapter.key },
        element("th", { scope: "row" }, element("a", { href: `#${chapter.key}` }, roundName(chapter))),
        sides.map((_, i) => element("td", {}, number(last.scores && last.scores[i]))),
        element(
          "td",
          {},
          chapter.end ? say(`sheet.end-${chapter.end}`, { seat: chapter.ender ? who(chapter.ender) : "" }) : "",
        ),
        element("td", { className: "sign wrong" }, faults ? `✗ ${faults}` : ""),
      );
    });
    at("rounds").replaceChildren(
      table(
        [
          text("sheet.round-short"),
          ...sides.map((side) => element("span", {}, sideName(side))),
          text("view.end"),
          text("view.findings"),
        ],
        rows,
      ),
    );
  }

  /** The round on paper: every moment with its figure and its words. */
  function showStrip() {
    const chapter = moments[now].chapter;
    at("strip").replaceChildren(
      element("h2", {}, chapter.key ? heading(chapter.moments[0]) : ""),
      ...chapter.moments.map((moment) => {
        const panel = element("div", { className: `panel ${moment.kind}` }, ...happened(moment));
        if (moment.kind === "play" && moment.view) {
          const svg = drawn("svg", {});
          lay(svg, moment);
          panel.prepend(svg);
        }
        if (moment.scores && sides.length) {
          panel.append(
            element(
              "p",
              { className: "muted" },
              sides.flatMap((side, i) => [i ? " · " : "", ...sideName(side), ` ${number(moment.scores[i])}`]),
            ),
          );
        }
        return panel;
      }),
    );
  }

  // -- moving ----------------------------------------------------------------------------------------------------

  let listed = null;

  function show(place) {
    now = Math.max(0, Math.min(moments.length - 1, place));
    const moment = moments[now];
    lay(at("board"), moment);
    at("caption").textContent = caption(moment);
    at("words").textContent = at("words-shown").textContent = describe(moment);
    at("happened").replaceChildren(...happened(moment));
    showScores(moment);
    if (data.record) showRecord();
    showHands(moment);
    showAlternatives(moment);
    showReasons(moment);
    if (listed !== moment.chapter) showTurns(moment);
    listed = moment.chapter;
    markTurn(moment);
    at("written").replaceChildren(
      ...(moment.lines || []).map(([line, written]) =>
        element("div", {}, element("span", { className: "number" }, line), element("bdi", {}, written)),
      ),
    );
    const slider = at("place");
    slider.value = now;
    slider.setAttribute("aria-valuetext", heading(moment));
    at("count").textContent = `${now + 1} / ${moments.length}`;
    at("round").value = moment.chapter.key;
    for (const [id, target] of Object.entries(moves)) at(id).setAttribute("aria-disabled", String(target() === null));
  }

  function go(place) {
    if (place === null) return;
    show(place);
    history.replaceState(null, "", `#${moments[now].key}`);
  }

  const find = (wanted) => {
    const place = moments.findIndex((moment, i) => i > now && wanted(moment));
    return place < 0 ? null : place;
  };
  const chapterStart = (step) => {
    const number = data.chapters.indexOf(moments[now].chapter);
    const start = moments.indexOf(data.chapters[number].moments[0]);
    if (step < 0 && now > start) return start;
    const other = data.chapters[number + step];
    return other ? moments.indexOf(other.moments[0]) : null;
  };

  /** Where each control leads; null where it leads nowhere. */
  const moves = {
    first: () => (now ? 0 : null),
    "previous-round": () => chapterStart(-1),
    previous: () => (now ? now - 1 : null),
    next: () => (now < moments.length - 1 ? now + 1 : null),
    "next-round": () => chapterStart(1),
    last: () => (now < moments.length - 1 ? moments.length - 1 : null),
    "next-score": () => find((moment) => moment.points > 0),
    "next-finding": () => find((moment) => moment.findings),
  };
  for (const [id, target] of Object.entries(moves)) at(id).addEventListener("click", () => go(target()));
  at("place").addEventListener("input", (event) => go(Number(event.target.value)));
  at("round").addEventListener("change", (event) => go(places.get(event.target.value)));
  window.addEventListener("hashchange", () => {
    if (places.has(hash())) show(places.get(hash()));
  });

  function hash() {
    try {
      return decodeURIComponent(location.hash.slice(1));
    } catch {
      return "";
    }
  }

  const KEYS = { ArrowLeft: "previous", ArrowRight: "next", Home: "first", End: "last" };
  const LETTERS = { s: "next-score", f: "next-finding" };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input[type=range], select")) return;
    let wanted = KEYS[event.key];
    if (event.shiftKey && wanted) wanted = { previous: "previous-round", next: "next-round" }[wanted];
    if (!wanted && at("letters").checked && !event.shiftKey) {
      wanted = LETTERS[event.key.toLowerCase()];
      if (event.key.toLowerCase() === "h") nextHands();
    }
    if (!wanted) return;
    event.preventDefault();
    go(moves[wanted]());
  });

  let touch = null;
  at("table").addEventListener(
    "touchstart",
    (event) => {
      touch = event.touches.length === 1 ? event.touches[0] : null;
    },
    { passive: true },
  );
  at("table").addEventListener("touchend", (event) => {
    if (!touch) return;
    const end = event.changedTouches[0];
    const across = end.clientX - touch.clientX,
      down = end.clientY - touch.clientY;
    touch = null;
    if (Math.abs(across) > 40 && Math.abs(across) > 2 * Math.abs(down)) go(moves[across < 0 ? "next" : "previous"]());
  });

  /** Small lines above the slider: where rounds begin, and where something is wrong. */
  function showTicks() {
    const last = Math.max(moments.length - 1, 1);
    const lines = (wanted, top) => moments.map((moment, i) => (wanted(moment) ? `M${i} ${top}V6` : "")).join("");
    const path = (d, kind) => drawn("path", { d, class: kind, "vector-effect": "non-scaling-stroke" });
    at("ticks").setAttribute("viewBox", `0 0 ${last} 6`);
    at("ticks").append(
      path(
        lines((each) => each === each.chapter.moments[0], 3),
        "begin",
      ),
      path(
        lines((each) => (each.findings || []).some((found) => found.mark === "wrong"), 0),
        "wrong",
      ),
    );
  }

  // -- wishes ----------------------------------------------------------------------------------------------------

  function nextHands() {
    const choice = at("shown");
    choice.selectedIndex = (choice.selectedIndex + 1) % choice.options.length;
    choice.dispatchEvent(new Event("change"));
  }

  /** All words of the page in the language chosen. */
  function speak() {
    document.documentElement.lang = language;
    for (const each of document.querySelectorAll("[data-say]")) each.textContent = text(each.dataset.say);
    for (const each of document.querySelectorAll("[data-label]")) {
      each.setAttribute("aria-label", text(each.dataset.label));
      if (each.title) each.title = text(each.dataset.label);
    }
    at("shown").replaceChildren(
      element("option", { value: "all" }, text("view.hands-all")),
      ...seats.map(([seat]) =>
        element("option", { value: seat, dir: "auto" }, text("view.hands-one", { who: plainName(seat) })),
      ),
      element("option", { value: "none" }, text("view.hands-none")),
    );
    at("shown").value = shown;
    at("round").replaceChildren(
      ...data.chapters.map((chapter) => element("option", { value: chapter.key }, roundName(chapter))),
    );
    if (sides.length) showRounds();
    if (data.record) nameRecord();
    listed = null;
    show(now);
  }

  at("language").addEventListener("change", (event) => {
    language = event.target.value;
    speak();
  });
  at("colours").addEventListener("change", (event) => {
    if (event.target.value === "auto") delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = event.target.value;
  });
  at("shown").addEventListener("change", (event) => {
    shown = event.target.value;
    show(now);
  });
  window.addEventListener("beforeprint", showStrip);

  at("record").hidden = !data.record;
  at("record").open = matchMedia("(min-width: 40rem)").matches;
  document.body.classList.toggle("layout", !seats.length);
  document.body.classList.toggle("open", recorded);
  at("place").max = moments.length - 1;
  showTicks();
  now = places.get(hash()) || 0;
  speak();
})();
