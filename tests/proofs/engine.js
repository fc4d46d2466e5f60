// A small engine for American Sniff and Seven Rocks, half right on purpose: three faults are planted, each marked FAULT
// with what would be right. It reads a question a line and answers with a JSON object a line (docs/conformance.md).
'use strict';
const halves = (text) => text.slice(1, -1).split('|').map(Number);
const pipsOf = (hand) => (typeof hand === 'number' ? hand : hand.flatMap(halves).reduce((sum, half) => sum + half, 0));
const fives = (total) => (total > 0 && total % 5 === 0 ? total : 0);
const isDouble = (text) => halves(text)[0] === halves(text)[1];
const order = ['high', 'low', 'branch-a', 'branch-b', 'branch-c', 'branch-d', 'chain-a', 'chain-b'];
const byTile = (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : order.indexOf(a[1]) - order.indexOf(b[1]));

// -- the table --------------------------------------------------------------------------------------------------------

class Table {
  constructor(fields, placements = []) {
    this.fields = fields;
    this.tiles = new Map(); // text → { low, high, used: Set of ports, opening }
    this.sniff = null;
    for (const placed of placements) this.put(...placed);
  }

  put(text, at, port) {
    const [low, high] = halves(text);
    const placed = { low, high, used: new Set(), opening: at === null };
    if (at !== null) {
      const parent = this.tiles.get(at);
      parent.used.add(port);
      const value = port === 'low' ? parent.low : parent.high;
      placed.used.add(low === high ? 'chain-a' : value === high ? 'high' : 'low');
    }
    this.tiles.set(text, placed);
    if (low === high && this.sniff === null) this.sniff = text;
  }

  position() {
    const sites = [];
    const counted = [];
    for (const [text, { low, high, used, opening }] of this.tiles) {
      const free = (...ports) => ports.filter((port) => !used.has(port));
      if (low !== high) {
        for (const port of free('high', 'low')) {
          const value = port === 'high' ? high : low;
          sites.push([text, port, value]);
          counted.push([text, port, value]);
        }
        continue;
      }
      const chains = free('chain-a', 'chain-b');
      for (const port of chains) sites.push([text, port, low]);
      if (chains.length) counted.push([text, chains[0], opening && chains.length === 2 ? low : 2 * low]); // FAULT: 2 * low
      if (text !== this.sniff || chains.length) continue;
      const sides = free('branch-a', 'branch-b');
      for (const port of sides.length === 2 ? sides : []) sites.push([text, port, low]); // FAULT: sides
      if (this.fields['inner-spinner'] === 'open-halves') for (const port of sides) counted.push([text, port, low]);
    }
    sites.sort(byTile);
    counted.sort(byTile);
    const total = counted.reduce((sum, end) => sum + end[2], 0);
    return { sites, counted, total, points: fives(total), legal: this.legal(sites) };
  }

  legal(sites, hand) {
    const found = [];
    const all = [];
    for (let high = 0; high <= 6; high++) for (let low = 0; low <= high; low++) all.push(`[${low}|${high}]`);
    for (const text of hand || all) {
      if (this.tiles.has(text)) continue;
      if (!this.tiles.size) found.push([text, null, null]);
      const seen = new Set();
      for (const [at, port, value] of sites) {
        const key = at + (isDouble(at) ? port.slice(0, -2) : port);
        if (halves(text).includes(value) && !seen.has(key)) {
          seen.add(key);
          found.push([text, at, port]);
        }
      }
    }
    return found;
  }

  placements(hand) {
    return this.legal(this.position().sites, hand);
  }

  fits(text, at, port) {
    if (this.tiles.has(text)) return false;
    if (!this.tiles.size || at === null) return !this.tiles.size && at === null;
    return this.position().sites.some((site) => site[0] === at && site[1] === port && halves(text).includes(site[2]));
  }
}

// -- the other questions ----------------------------------------------------------------------------------------------

function turn(fields, { placements, hand, boneyard }) {
  const legal = new Table(fields, placements).placements(hand);
  const draws = fields.stock === 'until-playable' && boneyard > 0;
  return { must: legal.length ? 'play' : draws ? 'draw' : 'pass', legal };
}

function settlement(fields, { left }) {
  const deductions = {};
  for (const [seat, hand] of Object.entries(left)) {
    deductions[seat] = Math.floor(pipsOf(hand) / 5) * 5; // FAULT: Math.floor((pipsOf(hand) + 2) / 5) * 5
  }
  return { deductions, awards: {} };
}

class Round {
  constructor(fields, { start, table, hands, boneyard }) {
    Object.assign(this, { fields, boneyard, toPlay: start[1], drawn: null, passes: 0, end: null });
    this.table = new Table(fields, table);
    this.seats = Object.keys(hands);
    this.hands = Object.fromEntries(this.seats.map((seat) => [seat, [...hands[seat]]]));
  }

  draws() {
    return this.fields.stock === 'until-playable' && this.boneyard > 0;
  }

  next() {
    this.toPlay = this.seats[(this.seats.indexOf(this.toPlay) + 1) % this.seats.length];
    this.drawn = null;
  }

  // Whether the rules allow this; the state is as after it.
  take([seat, verb, ...rest]) {
    if (this.end || seat !== this.toPlay) return false;
    const hand = this.hands[seat];
    if (verb === 'pass') {
      if (this.table.placements(hand).length || this.draws()) return false;
      this.passes += 1;
      this.next();
      if (this.passes === this.seats.length) this.end = ['blocked', null];
      return true;
    }
    if (verb === 'draw') return rest[0].every((text) => this.draw(seat, text));
    const [text, at, port] = rest;
    if (!hand.includes(text) || !this.table.fits(text, at, port) || (this.drawn && this.drawn !== text)) return false;
    this.table.put(text, at, port);
    hand.splice(hand.indexOf(text), 1);
    this.passes = 0;
    this.next();
    if (!hand.length) this.end = ['out', seat];
    return true;
  }

  draw(seat, text) {
    const elsewhere = this.table.tiles.has(text) || this.seats.some((other) => this.hands[other].includes(text));
    if (elsewhere || !this.draws() || this.table.placements(this.hands[seat]).length) return false;
    this.boneyard -= 1;
    this.hands[seat].push(text);
    this.drawn = text;
    return true;
  }
}

function match(fields, { scores, rounds }) {
  const found = { wrong: null, totals: [], points: [], ends: [], deductions: [], scores: [], next: [], winner: null };
  const score = { ...scores };
  const seats = Object.keys(rounds[0].hands);
  const sideOf = (seat) => Object.keys(score).find((side) => side.includes(seat));
  const target = Number(fields.targets.split(',').find((each) => each.startsWith(`${seats.length}:`)).slice(2));
  let must = 'lot';
  for (const [number, asked] of rounds.entries()) {
    const round = new Round(fields, asked);
    const totals = [];
    const points = [];
    found.totals.push(totals);
    found.points.push(points);
    const [how, starter] = asked.start;
    if (how !== 'turn' && (must === 'lot' ? how !== 'lot' : how !== 'start' || starter !== must)) {
      return { ...found, wrong: [number + 1, 0] };
    }
    for (const [entry, action] of asked.turns.entries()) {
      if (found.winner || !round.take(action)) return { ...found, wrong: [number + 1, entry + 1], winner: null };
      const played = action[1] === 'play' ? round.table.position() : null;
      totals.push(played && played.total);
      points.push(played && played.points);
      if (!played || !played.points) continue;
      const side = sideOf(action[0]);
      score[side] += played.points;
      if (score[side] >= target) {
        found.winner = side;
        round.end = ['won', null];
      }
    }
    const over = round.end && round.end[0] !== 'won';
    const { deductions } = over ? settlement(fields, { left: round.hands }) : { deductions: {} };
    for (const [seat, cost] of Object.entries(deductions)) score[sideOf(seat)] -= cost;
    const next = !over ? [null, null] : round.end[0] === 'out' ? ['start', round.end[1]] : ['lot', null];
    must = next[0] === 'start' ? next[1] : 'lot';
    found.ends.push(round.end);
    found.deductions.push(deductions);
    found.scores.push({ ...score });
    found.next.push(next);
  }
  return found;
}

const kinds = { position: (fields, { placements }) => new Table(fields, placements).position(), turn, settlement, match };

require('readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { kind, rules, fields, ask } = JSON.parse(line);
    const known = rules.startsWith('american-sniff@') || rules.startsWith('seven-rocks@');
    process.stdout.write(JSON.stringify(known ? kinds[kind](fields, ask) : { unsupported: true }) + '\n');
  });
