"""The page in a headless Chromium: keys, clicks, swipes, widths, what assistive technology sees, what is printed.

The tests are skipped where no Chromium is installed; none of them reaches a network.
"""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pypdfium2
import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from goti.engine.history import standing
from goti.engine.messages import languages, message
from goti.engine.rules import ScoreRecord
from goti.render import look
from goti.render.describe import describe
from goti.render.scorewords import score_words
from goti.scores import book
from goti.tests.viewing.pages import CLUB, FIXTURES, SAMPLE, moments_of, page_of, reports

HIDDEN = (FIXTURES / "season" / "2026-02-10.goti").read_text(encoding="utf-8")
LAYOUT = 'layout seven-rocks "Worked"\n[1|4] =5 +5\n[1|1]@[1|4] =6\n[4|4]@[1|4] =10 +10\n'


Open = Callable[..., Page]


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """Opens the page of a record; in the end nothing may have been complained of or asked for."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def open_page(text: str, anchor: str = "", language: str = "en", **wishes: Any) -> Page:
        file = tmp_path / f"page{len(contexts)}.html"
        file.write_text(page_of(text, language), encoding="utf-8")
        context = browser.new_context(offline=True, reduced_motion="reduce", **wishes)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", lambda each: wrong.append(f"console: {each.text}"))
        page.on("pageerror", lambda each: wrong.append(f"error: {each}"))
        page.on("dialog", lambda each: wrong.append(f"dialog: {each.message}"))
        page.on("request", lambda each: None if each.url.startswith(file.as_uri()) else wrong.append(each.url))
        page.goto(file.as_uri() + anchor)
        return page

    yield open_page
    for each in contexts:
        each.close()
    assert wrong == []


def _at(page: Page) -> str:
    """Where the page is, by its link."""
    return str(page.evaluate("location.hash"))


def _tiles(page: Page) -> int:
    return page.locator("#board use[data-tile]").count()


def test_buttons_slider_and_links(opened: Open) -> None:
    page = opened(CLUB)
    assert _tiles(page) == 0
    for name, place, tiles in (
        ("On a turn", "#r1t1", 1), ("On a turn", "#r1t2", 2), ("Back a turn", "#r1t1", 1), ("On a round", "#r2", 0),
        ("On a turn", "#r2t1", 1), ("Back a round", "#r2", 0), ("Back a round", "#r1", 0), ("To the end", "#r2t2", 1),
        ("To the beginning", "#r1", 0), ("Next score", "#r1t1", 1), ("Next score", "#r1t2", 2),
        ("Next score", "#r1t4", 4), ("Next finding", "#r1t5", 4), ("Next finding", "#r1t6", 5),
    ):  # fmt: skip
        page.get_by_role("button", name=name, exact=True).click()
        assert (_at(page), _tiles(page)) == (place, tiles)
    page.get_by_role("slider").fill("3")
    assert _at(page) == "#r1t3"
    page.locator("#round").select_option("r2")
    assert _at(page) == "#r2"
    page.locator("#rounds a").first.click()
    page.locator("#turns a", has_text="[0|3]").click()
    assert (_at(page), _tiles(page)) == ("#r1t4", 4)
    expect(page.locator("#caption")).to_have_text("3 + 2 + 5 + 5 = 15; 15 points")
    expect(page.locator("#turns a[aria-current=step]")).to_contain_text("[0|3]")
    page.go_back()
    assert _tiles(page) == 0


def test_keys(opened: Open) -> None:
    page = opened(CLUB, "#r1t3")
    for key, place in (
        ("ArrowRight", "#r1t4"), ("ArrowLeft", "#r1t3"), ("Shift+ArrowRight", "#r2"), ("Shift+ArrowLeft", "#r1"),
        ("End", "#r2t2"), ("Home", "#r1"), ("s", "#r1t1"), ("f", "#r1t5"), ("Control+ArrowRight", "#r1t5"),
    ):  # fmt: skip
        page.keyboard.press(key)
        assert _at(page) == place, key
    page.get_by_role("slider").focus()
    page.keyboard.press("ArrowRight")  # the slider's own step, once
    assert _at(page) == "#r1t6"
    page.get_by_text("Keys", exact=True).click()
    page.get_by_label("letters act as keys").uncheck()
    page.keyboard.press("s")
    assert _at(page) == "#r1t6"


def test_the_ends_stay_reachable_by_tab(opened: Open) -> None:
    """A control that leads nowhere keeps the focus it has."""
    page = opened(CLUB, "#r2t1")
    button = page.get_by_role("button", name="On a turn")
    button.focus()
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(button).to_be_focused()
    expect(button).to_have_attribute("aria-disabled", "true")
    assert _at(page) == "#r2t2"


def test_unknown_links_begin_at_the_beginning(opened: Open) -> None:
    for anchor in ("#r9t9", "#%E0%A4", "#__proto__"):
        expect(opened(CLUB, anchor).locator("#happened .where")).to_have_text("round 1")


def test_swipe_and_phone(opened: Open) -> None:
    page = opened(CLUB, "#r1t2", viewport={"width": 360, "height": 740}, has_touch=True, is_mobile=True)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    box = page.locator("#board").bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    client = page.context.new_cdp_session(page)

    def swipe(across: float, down: float) -> None:
        for kind, points in (
            ("touchStart", [{"x": x, "y": y}]), ("touchMove", [{"x": x + across, "y": y + down}]), ("touchEnd", []),
        ):  # fmt: skip
            client.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    for across, down, place in ((-120, 5, "#r1t3"), (120, 0, "#r1t2"), (-20, 0, "#r1t2"), (-60, 90, "#r1t2")):
        swipe(across, down)
        assert _at(page) == place
    for name in ("Back a turn", "On a turn"):
        size = page.get_by_role("button", name=name).bounding_box()
        assert size is not None and size["width"] >= 44 and size["height"] >= 44


def test_hands(opened: Open) -> None:
    page = opened(CLUB, "#r1t5")
    backs = page.locator("#hands use[href='#back']")
    drawn, could = page.locator("#happened .what"), page.locator("#could table")
    assert backs.count() == 0
    expect(drawn).to_contain_text("draws 2 tiles: [0|4] [3|3].")
    page.get_by_label("Hands shown").select_option("B")
    assert backs.count() == 7
    expect(drawn).to_have_text("<img src=x onerror=alert(1)> draws 2 tiles.")
    page.keyboard.press("ArrowRight")
    expect(could).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(could.locator("tr")).to_have_count(3)
    expect(could.locator("tr.chosen")).to_contain_text("[2|6]")
    expect(could.locator("tbody tr").first).to_contain_text("4 + 6 + 5 + 5 = 20")
    page.keyboard.press("Escape")
    page.locator("body").press("h")
    assert page.get_by_label("Hands shown").input_value() == "none" and backs.count() == 10
    expect(page.locator("#hands")).not_to_contain_text("[")


def test_texts_of_the_record_stay_texts(opened: Open) -> None:
    page = opened(CLUB, "#r1t1")
    assert page.locator("img, iframe, b > u, h1 b").count() == 0
    expect(page.locator("h1")).to_have_text('Club <b>night</b> & "friends"')
    expect(page.locator("p.note")).to_have_text("</script><script>alert(1)</script>")
    expect(page.locator("#happened .comment")).to_have_text('"quoted" & <u>marked</u> مرحبا')
    for where in ("#happened", "#scores", "#hands", "#turns", "#rounds"):
        names = page.locator(f"{where} bdi").all_inner_texts()
        assert set(names) & {"<img src=x onerror=alert(1)>", "שָׁלוֹם"}, where
    page.keyboard.press("ArrowRight")
    expect(page.locator("#happened .comment")).to_have_text("before the second turn: हिंदी")
    assert page.locator("#happened .what").evaluate("each => getComputedStyle(each).direction") == "ltr"


@pytest.mark.parametrize("language", languages())
def test_the_figure_is_described_as_the_documents_do(opened: Open, language: str) -> None:
    """The long description of every moment is that of `goti describe`."""
    page = opened(SAMPLE)
    page.locator("#language").select_option(language)
    assert page.evaluate("document.documentElement.lang") == language
    expect(page.get_by_role("heading", name=message(language, "view.hands"))).to_be_visible()
    said: list[str] = page.evaluate(
        "[...Array(60)].map((_, i) => { document.getElementById('next').click();"
        " return document.getElementById('words').textContent; })"
    )
    steps = {f"r{trace.number}t{step.turn}": step for trace in reports(SAMPLE)[0].judged.rounds for step in trace.steps}
    compared = 0
    for moment, words in zip(moments_of(SAMPLE)[1:61], said, strict=True):
        step = steps.get(moment["key"])
        if step is not None and step.position is not None:
            assert words == describe(step.position, language, "long")
            compared += 1
    assert compared > 30


def test_what_is_heard(opened: Open) -> None:
    """The accessibility tree: the picture with its name and words, the live region, every control with a name."""
    page = opened(CLUB, "#r1t4")
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    seen = [each for each in nodes if not each["ignored"]]

    def named(role: str) -> list[str]:
        return [each["name"]["value"] for each in seen if each["role"]["value"] == role]

    pictures = [each for each in seen if each["role"]["value"] in ("image", "img")]
    picture, record = pictures
    assert record["name"]["value"] == "Scores on paper"
    assert record["description"]["value"].startswith(
        "<img src=x onerror=alert(1)>: 10. On paper: 2 × 5. Last entry: +10"
    )
    assert picture["name"]["value"] == "3 + 2 + 5 + 5 = 15; 15 points"
    report = reports(CLUB)[0]
    position = report.steps[3].position
    assert position is not None and picture["description"]["value"] == describe(position, "en", "long")
    for role in ("button", "slider", "combobox", "link", "checkbox"):
        assert all(named(role)), role
    assert len(named("button")) == 8 and "What happened" in named("region")
    live = page.get_by_role("region", name="What happened")
    expect(live).to_have_attribute("aria-live", "polite")
    expect(live).to_contain_text("שָׁלוֹם places [0|3] at [0|5].3 + 2 + 5 + 5 = 15; 15 points")
    assert page.get_by_role("slider").get_attribute("aria-valuetext") == "round 1 · turn 4"


def test_everything_is_reached_by_tab(opened: Open) -> None:
    page = opened(CLUB, "#r1t4")
    reached: list[str] = []
    for _ in range(60):
        page.keyboard.press("Tab")
        name = page.evaluate("document.activeElement.id || document.activeElement.textContent.trim()")
        if reached and name == reached[0]:
            break
        reached.append(name)
    order = ["language", "colours", "first", "previous-round", "previous", "next", "next-round", "last", "place"]
    assert [each for each in reached if each in order] == order
    assert {"round", "next-score", "next-finding", "shown", "The table in words", "Keys"} <= set(reached)
    assert reached[0] == "Skip to the table"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_light_and_dark(opened: Open, scheme: str) -> None:
    page = opened(CLUB, "#r1t4", color_scheme=scheme)
    dark = page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--background').trim()")
    assert dark == {"light": "#ffffff", "dark": "#17181b"}[scheme]
    other = "light" if scheme == "dark" else "dark"
    page.locator("#colours").select_option(other)
    read = ["#caption", "#happened .what", "#happened .where", "h1", ".verdict", "#turns .gain", "p.note"]
    assert page.evaluate(_CONTRAST, [*read, "#turns a[aria-current] .move"]) >= 4.5
    page.locator("#colours").select_option("auto")
    assert page.evaluate(_CONTRAST, read) >= 4.5


# -- the score record -----------------------------------------------------------------------------------------------


_RECORD = """([count, wanted]) => [...Array(count)].map((_, i) => {
  if (i) document.getElementById("next").click();
  if (!wanted.includes(i)) return null;
  const drawn = [...document.querySelectorAll("#record-shown use")].map((each) => each.getAttribute("href").slice(1));
  return [document.getElementById("record-words").textContent, drawn.map((each) => each.replace(/-[0-9]+$/, ""))];
})"""
"""The words of the score record and what is drawn of it, at the moments wanted, with a step to every moment."""


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("name", ["sniff-two-players-5", "seven-rocks"])
def test_the_score_record_is_told_and_drawn_as_by_render(opened: Open, name: str, language: str) -> None:
    """At the end of every round the page says what `goti render --score --round` says, and draws as many lines."""
    text = (FIXTURES / "samples" / f"{name}.goti").read_text(encoding="utf-8")
    page = opened(text, language=language)
    moments = moments_of(text)
    ends = [n for n, each in enumerate(moments) if each["kind"] == "end"]
    seen = page.evaluate(_RECORD, [len(moments), ends])
    found = book(reports(text)[0])
    assert found is not None
    plain = {side: " + ".join(each.split()[-1] for each in name.split(", ")) for side, name in found.names.items()}
    assert len(ends) == len(found.rounds)
    for number, place in zip(found.rounds, ends, strict=True):
        shown = found.upto(number)
        accounts = standing(shown, plain)
        words, drawn = seen[place]
        assert words == score_words(accounts, found.kept, look(language), found.won(shown))
        if found.kept.record is ScoreRecord.PAPER:
            lines = Counter(drawn)
            assert 5 * (lines["kept"] + lines["new"]) == sum(max(each.score or 0, 0) for each in accounts)
            assert 5 * (lines["below"] + lines["new-below"]) == -sum(min(each.score or 0, 0) for each in accounts)
        else:
            assert drawn.count("peg-back") == 2 and drawn.count("peg-front") + drawn.count("peg-below") == 4


def test_the_record_grows_with_the_turns(opened: Open) -> None:
    page = opened(CLUB, "#r1")
    lines = page.locator("#record-shown use[href^='#kept-'], #record-shown use[href^='#new-']")
    new = page.locator("#record-shown use[href^='#new-']")
    for place, all_lines, newest in (("#r1", 0, 0), ("#r1t1", 2, 2), ("#r1t2", 4, 4), ("#r1t3", 4, 4), ("#r1t4", 7, 5)):
        page.evaluate("place => { location.hash = place; }", place)
        expect(lines).to_have_count(all_lines)
        expect(new).to_have_count(newest)
    expect(page.locator("#record-words bdi").first).to_have_text("<img src=x onerror=alert(1)>")
    page.locator("#record summary").click()
    expect(page.locator("#record-shown")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(page.locator("#record-shown")).to_be_hidden()


def test_the_record_is_closed_on_a_phone_and_fits_it(opened: Open) -> None:
    page = opened(CLUB, "#r1t4", viewport={"width": 360, "height": 740})
    expect(page.locator("#record-shown")).to_be_hidden()
    page.locator("#record summary").click()
    box = page.locator("#record-shown").bounding_box()
    assert box is not None and 200 < box["width"] <= 340
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_scores_no_lines_make_are_kept_on_the_board(opened: Open) -> None:
    text = (
        "match american-sniff\nseats A B\nround 3\nstart A\ngiven score A 7 B 0\ngiven table [5|5]\n"
        "given hand A [0|5]\ngiven turn A\nA: [0|5]@[5|5] =10 +10\nunfinished\n"
    )
    page = opened(text, "#r3t1")
    expect(page.locator("#record summary")).to_have_text("Scores on the cribbage board")
    expect(page.locator("#record-words")).to_contain_text("A: 17. Peg in hole 17. Last entry: +10 (7 → 17).")


_CONTRAST = """(selectors) => {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  const rgb = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const light = (colour) => rgb(colour).slice(0, 3).map((each) => each / 255)
    .map((each) => (each <= 0.03928 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
    .reduce((sum, each, i) => sum + each * [0.2126, 0.7152, 0.0722][i], 0);
  const ground = (element) => {
    for (let each = element; each; each = each.parentElement) {
      const colour = getComputedStyle(each).backgroundColor;
      if (rgb(colour)[3] === 255) return colour;
    }
    return "white";
  };
  return Math.min(...selectors.map((selector) => {
    const element = document.querySelector(selector);
    const [a, b] = [light(getComputedStyle(element).color), light(ground(element))];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  }));
}"""
"""The least contrast of some elements with what lies below them."""


def test_print_gives_the_round(opened: Open) -> None:
    page = opened(CLUB, "#r1t4", color_scheme="dark")
    document = pypdfium2.PdfDocument(io.BytesIO(page.pdf(format="A4")))
    text = " ".join("".join(each.get_textpage().get_text_bounded() for each in document).split())
    assert 'Club <b>night</b> & "friends"' in text
    for turn in range(1, 8):
        assert f"turn {turn}" in text
    assert "A holds [1|2], which fits" in text and "Round 2" not in text.title().split("Round 1")[0]
    assert "Hands" not in text
    page.emulate_media(media="print")
    assert page.locator("#strip svg use[data-tile]").count() == 1 + 2 + 3 + 4 + 5 + 6


def test_hindi_from_the_start(opened: Open) -> None:
    page = opened(HIDDEN, "#r1t1", language="hi")
    expect(page.locator("#happened .what")).to_have_text("आशा ने पहली गोटी [1|4] रखी।")
    expect(page.get_by_role("button", name="एक बारी आगे")).to_be_visible()
    page.get_by_role("button", name="अगली आपत्ति").click()
    assert _at(page) == "#r1t5"
    expect(page.locator("#happened .finding").first).to_contain_text("ग़लत:")


def test_a_layout(opened: Open) -> None:
    page = opened(LAYOUT, "#t3")
    expect(page.locator("#happened .what")).to_have_text("[4|4] is placed at [1|4].")
    assert _tiles(page) == 3
    expect(page.locator(".hands")).to_be_hidden()
    expect(page.locator("#because")).to_contain_text("terminal double: both halves count")


def test_many_rounds(opened: Open) -> None:
    """A long match steps through to its winner."""
    text = (FIXTURES / "samples" / "seven-rocks.goti").read_text(encoding="utf-8")
    page = opened(text)
    page.keyboard.press("End")
    winner = reports(text)[0].judged.winner
    assert winner is not None
    expect(page.locator("#happened .winner")).to_contain_text("winner:")
    expect(page.locator("#rounds tbody tr")).to_have_count(31)
    expect(page.locator("#rounds tr.current")).to_contain_text("31")


_WALK = """(languages) => {
  const wrong = [];
  for (const language of languages) {
    const choice = document.getElementById("language");
    choice.value = language;
    choice.dispatchEvent(new Event("change"));
    document.getElementById("first").click();
    for (;;) {
      const said = document.body.innerText + document.getElementById("words").textContent;
      const odd = /.*(undefined|null|NaN|\\{\\w+\\}|\\[object).*/.exec(said);
      if (odd) wrong.push(`${language} ${location.hash}: ${odd[0]}`);
      for (const use of document.querySelectorAll("main use")) {
        if (!document.getElementById(use.getAttribute("href").slice(1))) wrong.push(use.getAttribute("href"));
      }
      if (document.documentElement.scrollWidth > innerWidth) wrong.push(`${location.hash} is too wide`);
      const next = document.getElementById("next");
      if (next.getAttribute("aria-disabled") === "true") break;
      next.click();
    }
  }
  return wrong;
}"""
"""Steps through a page in every language; what is said wrongly, drawn with a part that is not there, or too wide."""

_HARD = [
    *sorted((FIXTURES / "season").glob("*.goti")),
    FIXTURES / "american-sniff" / "S3-46-after-a-site-nobody-knows.goti",
]


@pytest.mark.parametrize("path", _HARD, ids=lambda each: each.stem)
def test_evenings_of_tired_people(opened: Open, path: Path) -> None:
    """Missing turns, unknown tiles, slips, lines that cannot be read: every moment is shown, at phone width too."""
    page = opened(path.read_text(encoding="utf-8"), viewport={"width": 360, "height": 740})
    assert page.evaluate(_WALK, list(languages())) == []


ODD = """\
match american-sniff
seats A "Asha" B "Binod"
round 1
lot A
A: [2|2] =4
B: [2|3] withdrawn
B: [2|3] =7
A: [2|4] =7
B: [1|4] =4
A: [3|6] =7 stands
B: [?|?]
A: pass
unfinished
"""


def test_odd_turns(opened: Open) -> None:
    """A tile taken back, a derived site, a fault that stood, a tile nobody recorded."""
    page = opened(ODD)
    happened = page.locator("#happened")
    for place, said in {
        "#r1t2": "Binod takes [2|3] back.",
        "#r1t3": "Binod places [2|3] at [2|2].",
        "#r1t6": "stood at the table: the total is",
        "#r1t7": "Binod places [?|?].",
        "#r1t8": "Asha passes.",
    }.items():
        page.evaluate("place => { location.hash = place; }", place)
        expect(happened).to_contain_text(said)
    assert page.evaluate(_WALK, list(languages())) == []
