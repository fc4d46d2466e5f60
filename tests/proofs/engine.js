// A small engine for American Sniff and Seven Rocks, half right on purpose: three faults are planted, each marked FAULT.
// It reads a question a line and answers with a JSON object a line (docs/conformance.md).
'use strict';
const halves = (text) => text.slice(1, -1).split('|').map(Number);
const fives = (total) => (total > 0 && total % 5 === 0 ? total : 0);
const order = ['high', 'low', 'branch-a', 'branch-b', 'branch-c', 'branch-d', 'chain-a', 'chain-b'];
const byTile = (a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : order.indexOf(a[1]) - order.indexOf(b[1]));

function lay(placements) {
  const tiles = new Map(); // text → { low, high, used: Set of ports }
  let sniff = null;
  for (const [text, at, port] of placements) {
    const [low, high] = halves(text);
    const placed = { low, high, used: new Set(), opening: at === null };
    if (at !== null) {
      const parent = tiles.get(at);
      parent.used.add(port);
      const value = port === 'low' ? parent.low : parent.high;
      placed.used.add(low === high ? 'chain-a' : value === high ? 'high' : 'low');
    }
    tiles.set(text, placed);
    if (low === high && sniff === null) sniff = text;
  }
  return { tiles, sniff };
}

function position(fields, { placements }) {
  const { tiles, sniff } = lay(placements);
  const sites = [];
  const counted = [];
  for (const [text, { low, high, used, opening }] of tiles) {
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
    if (chains.length) counted.push([text, chains[0], opening && chains.length === 2 ? low : 2 * low]); // FAULT 1: 2d
    if (text !== sniff || chains.length) continue;
    const sides = free('branch-a', 'branch-b');
    if (used.has('branch-a') && used.has('branch-b')) continue;
    if (sides.length === 2) for (const port of sides) sites.push([text, port, low]); // FAULT 2: the second side stays open
    if (fields['inner-spinner'] === 'open-halves') for (const port of sides) counted.push([text, port, low]);
  }
  sites.sort(byTile);
  counted.sort(byTile);
  const total = counted.reduce((sum, end) => sum + end[2], 0);
  return { sites, counted, total, points: fives(total), legal: legal(sites, tiles) };
}

function legal(sites, tiles, hand) {
  const found = [];
  const all = [];
  for (let high = 0; high <= 6; high++) for (let low = 0; low <= high; low++) all.push(`[${low}|${high}]`);
  for (const text of hand || all) {
    if (tiles.has(text)) continue;
    const seen = new Set();
    for (const [at, port, value] of sites) {
      const key = at + (port.includes('-') ? port.slice(0, -2) : port);
      if (halves(text).includes(value) && !seen.has(key)) {
        seen.add(key);
        found.push([text, at, port]);
      }
    }
  }
  return found;
}

function turn(fields, { placements, hand, boneyard }) {
  const { tiles } = lay(placements);
  const found = legal(position(fields, { placements }).sites, tiles, hand);
  const draws = fields.stock === 'until-playable' && boneyard > 0;
  return { must: found.length ? 'play' : draws ? 'draw' : 'pass', legal: found };
}

function settlement(fields, { left }) {
  const deductions = {};
  for (const [seat, hand] of Object.entries(left)) {
    const pips = hand.flatMap(halves).reduce((sum, half) => sum + half, 0);
    deductions[seat] = Math.floor(pips / 5) * 5; // FAULT 3: to the nearest multiple of five, not down
  }
  return { deductions, awards: {} };
}

require('readline')
  .createInterface({ input: process.stdin })
  .on('line', (line) => {
    const { kind, rules, fields, ask } = JSON.parse(line);
    const known = rules.startsWith('american-sniff@') || rules.startsWith('seven-rocks@');
    const answer = known ? { position, turn, settlement }[kind](fields, ask) : { unsupported: true };
    process.stdout.write(JSON.stringify(answer) + '\n');
  });
