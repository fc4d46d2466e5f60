"""Whether unseen tiles can be where a round's lines want them: `Unseen` and what is said of it → an assignment or None.

Exact. A bipartite flow (tiles to slots) decides rounds without pip totals alone; counts and totals narrow the stories
left to each tile, and what they leave open is searched, a tile at a time. `TooHard` instead of a guess.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from .flow import Flow
from .tiles import pips_of, tile_at
from .unseen import Ban, Choice, Count, Piece, Total, Unseen

MOST_NODES = 400
"""Choices tried for one question at most; a thousand random rounds need fewer than 200 each."""


class TooHard(Exception):
    """The search was given up: nothing is known."""


def refuted(unseen: Unseen, pieces: Iterable[Piece]) -> bool:
    """Whether it is seen without trying that no assignment agrees with all pieces."""
    try:
        return solve(unseen, pieces, 1) is None
    except TooHard:
        return False


def solve(
    unseen: Unseen,
    pieces: Iterable[Piece],
    most: int = MOST_NODES,
    aim: Total | None = None,
    tried: list[int] | None = None,
) -> Assignment | None:
    """An assignment that agrees with all pieces; None where there is none.

    Of several it may take one nearer to `aim` than others. Raises TooHard after so many choices; `tried` takes how many
    there were.
    """
    every = (*unseen.always, *pieces)
    answer = _answer(tuple(unseen.slots), unseen.seats, tuple(unseen.domains), every, most, aim)
    if tried is not None:
        tried.append(answer.nodes)
    if answer.hard:
        raise TooHard
    return answer.found


class _Answer(NamedTuple):
    """What was found, after how many choices; `hard`: nothing, since they became too many."""

    found: Assignment | None
    nodes: int
    hard: bool = False


@lru_cache(maxsize=128)
def _answer(
    slots: tuple[tuple[int, int, int], ...],
    seats: tuple[int, ...],
    allowed: tuple[int, ...],
    pieces: tuple[Piece, ...],
    most: int,
    aim: Total | None,
) -> _Answer:
    """The same, kept: readings and cures ask again what they asked before."""
    domains = list(allowed)
    low, high = [each for _, each, _ in slots], [each for _, _, each in slots]
    slot_at = {options: slot for slot, (options, _, _) in enumerate(slots)}
    every = (1 << len(domains)) - 1
    counts: list[Count] = []
    totals: list[Total] = []
    choices: list[Choice] = []
    for piece in pieces:
        if isinstance(piece, Ban):
            _ban(domains, piece)
        elif isinstance(piece, Count):
            slot = slot_at.get(piece.options) if piece.tiles == every else None
            if slot is None:
                counts.append(piece)
            else:
                low[slot], high[slot] = max(low[slot], piece.low), min(high[slot], piece.high)
        elif isinstance(piece, Total):
            totals.append(piece)
        elif piece not in choices:
            choices.append(piece)
    empty = sum(options for (options, _, _), most_ in zip(slots, high, strict=True) if not most_)
    domains = [each & ~empty for each in domains]
    if not all(domains) or any(least > most_ for least, most_ in zip(low, high, strict=True)):
        return _Answer(None, 0)
    loose = sum(
        options
        for (options, _, _), least, most_ in zip(slots, low, high, strict=True)
        if not least and most_ == len(domains)
    )
    said = [*counts, *totals, *(piece for each in choices for way in each.any_of for piece in way)]
    _thin(domains, loose, said if aim is None else [*said, aim])
    search = _Search(slots, low, high, len(domains), most, aim)
    try:
        for chosen in product(*(each.any_of for each in choices)):
            more = [piece for each in chosen for piece in each]
            search.totals = _joined([*totals, *(each for each in more if isinstance(each, Total))])
            search.exact = [each for each in counts if each.low == each.high]
            search.counts = _summed(seats, len(domains), [*counts, *(each for each in more if isinstance(each, Count))])
            found = search.run(list(domains))
            if found is not None:
                return _Answer(found, search.nodes)
    except TooHard:
        return _Answer(None, search.nodes, True)
    return _Answer(None, search.nodes)


@dataclass(frozen=True, slots=True)
class Assignment:
    """The number of one story for every tile."""

    stories: tuple[int, ...]
    _tiles: list[tuple[int, int]] = field(init=False, repr=False, compare=False)  # (story as a bit, its tiles as bits)

    def __post_init__(self) -> None:
        tiles: dict[int, int] = {}
        for index, story in enumerate(self.stories):
            tiles[1 << story] = tiles.get(1 << story, 0) | 1 << index
        object.__setattr__(self, "_tiles", list(tiles.items()))

    def having(self, options: int) -> int:
        """The tiles with one of these stories, as bits."""
        found = 0
        for story, tiles in self._tiles:
            if story & options:
                found |= tiles
        return found

    def agrees(self, pieces: Iterable[Piece]) -> bool:
        """Whether it agrees with all of these."""
        return all(self._holds(piece) for piece in pieces)

    def _holds(self, piece: Piece) -> bool:
        if isinstance(piece, Choice):
            return any(self.agrees(each) for each in piece.any_of)
        found = self.having(piece.options)
        if isinstance(piece, Total):
            return piece.low <= pips_of(found) <= piece.high
        found &= piece.tiles
        return not found if isinstance(piece, Ban) else piece.low <= found.bit_count() <= piece.high


def _thin(domains: list[int], loose: int, conditions: Sequence[Count | Total]) -> None:
    """Keep of the stories of slots that take any number of tiles those that may do better than others.

    One does as well as another if it is in the same of the conditions that limit something, and in all conditions of
    which the other is in that want some tiles at least.
    """
    found: dict[tuple[int, tuple[bool, ...]], int] = {}
    for index, domain in enumerate(domains):
        own = domain & loose
        if own.bit_count() < 4:
            continue
        here = tuple(isinstance(each, Total) or bool(each.tiles >> index & 1) for each in conditions)
        if (own, here) not in found:
            found[own, here] = _best(
                own, [each for each, said in zip(conditions, here, strict=True) if said], len(domains)
            )
        domains[index] = domain & ~own | found[own, here]


def _best(stories: int, conditions: Sequence[Count | Total], most: int) -> int:
    groups, wanted = [stories], []
    for each in conditions:
        if isinstance(each, Count) and each.high >= most:
            wanted.append(each.options)
        else:
            groups = [part for group in groups for part in (group & each.options, group & ~each.options) if part]
    best = 0
    for group in groups:
        kept: list[int] = []
        while group:
            bit = group & -group
            group ^= bit
            said = sum(1 << at for at, options in enumerate(wanted) if options & bit)
            if any(not said & ~other for other in kept):
                continue
            kept.append(said)
            best |= bit
    return best


def _ban(domains: list[int], ban: Ban) -> None:
    tiles, keep = ban.tiles, ~ban.options
    while tiles:
        bit = tiles & -tiles
        domains[bit.bit_length() - 1] &= keep
        tiles ^= bit


def _joined(totals: list[Total]) -> list[Total]:
    """Totals of the same stories as one, and one more of all of them: what the hands hold together."""
    bounds: dict[int, tuple[int, int]] = {}
    for options, low, high in totals:
        before = bounds.get(options, (0, 10**6))
        bounds[options] = (max(low, before[0]), min(high, before[1]))
    found = [Total(options, *each) for options, each in bounds.items()]
    union = low = high = 0
    for each in found:
        if not union & each.options:
            union, low, high = union | each.options, low + each.low, high + each.high
    return [*found, Total(union, low, high)] if len(found) > 1 else found


def _summed(seats: Sequence[int], count: int, counts: list[Count]) -> list[Count]:
    """Counts, and more of them: what a seat plays unseen up to some line, with what it holds then, and all seats."""
    sums: dict[tuple[int, int], Count] = {}  # by tiles and seat: what it has played, or has of them, so far
    more: list[Count] = []
    for each in counts:
        if not each.low:
            continue
        key = each.tiles, seats[(each.options & -each.options).bit_length() - 1]
        before = sums.get(key)
        if before is None or not before.options & each.options:
            both = each if before is None else _sum(before, each)
            if before is not None:
                more.append(both)
            if each.low == each.high or each.tiles.bit_count() < count:
                sums[key] = both
    totals: dict[int, Count] = {}
    for (tiles, _), each in sums.items():
        before = totals.get(tiles)
        if before is None:
            totals[tiles] = each
        elif not before.options & each.options:
            totals[tiles] = _sum(before, each)
            more.append(totals[tiles])
    return [*counts, *more]


def _sum(first: Count, second: Count) -> Count:
    low, high = first.low + second.low, first.high + second.high
    return Count(first.tiles, first.options | second.options, low, max(low, min(high, first.tiles.bit_count())))


class _Search:
    """One question: counts and totals on domains that shrink from choice to choice."""

    def __init__(
        self,
        slots: Sequence[tuple[int, int, int]],
        low: list[int],
        high: list[int],
        tiles: int,
        most_nodes: int,
        aim: Total | None,
    ) -> None:
        self.least, self.most, self.most_nodes, self.aim = low, high, most_nodes, aim
        self.counts: list[Count] = []
        self.exact: list[Count] = []
        self.totals: list[Total] = []
        self.pips = [tile_at(index).pips for index in range(tiles)]
        self.slots = slots
        self.low, self.high = self.least, self.most  # as they are known at the choice at hand
        self.nodes = 0
        self._slots_of: dict[int, tuple[int, ...]] = {}

    def run(self, domains: list[int]) -> Assignment | None:
        """An assignment within these domains."""
        self.nodes += 1
        if self.nodes > self.most_nodes:
            raise TooHard
        self.low, self.high = list(self.least), list(self.most)
        if not self._narrow(domains):
            return None
        flow = Flow([self._doors(domain) for domain in domains], self.low, self.high)
        if not flow.fill():
            return None
        if self.aim is not None:
            self._lean(flow, domains, self.aim)
        found = self._stories(flow, domains)
        conditions: list[Count | Total] = [*self.counts, *self.totals]
        for each in conditions:
            if not found.agrees((each,)):
                if not self._lean(flow, domains, each):
                    return None
                found = self._stories(flow, domains)
        broken = next((each for each in conditions if not found.agrees((each,))), None)
        if broken is None:
            return found
        index, first = self._open_tile(domains, broken, found)
        for inside in (first, not first):
            trial = list(domains)
            trial[index] &= broken.options if inside else ~broken.options
            other = self.run(trial)
            if other is not None:
                return other
        return None

    def _open_tile(self, domains: list[int], broken: Count | Total, found: Assignment) -> tuple[int, bool]:
        """A tile whose stories are on both sides of a condition that does not hold yet, and the side to try first."""
        having = found.having(broken.options)
        if isinstance(broken, Total):
            more = pips_of(having) < broken.low
            tiles, weight = -1, self.pips
        else:
            more = (having & broken.tiles).bit_count() < broken.low
            tiles, weight = broken.tiles, [0] * len(domains)
        open_ = [
            index
            for index, each in enumerate(domains)
            if tiles >> index & 1 and each & broken.options and each & ~broken.options
        ]
        other = [index for index in open_ if bool(having >> index & 1) is not more]
        return max(other or open_, key=lambda index: weight[index]), more

    def _stories(self, flow: Flow, domains: list[int]) -> Assignment:
        """A story of every tile in its slot: one that a number still lacks where there is one, else the first."""
        own = [domain & self.slots[slot][0] for domain, slot in zip(domains, flow.where, strict=True)]
        free = set(range(len(own)))
        for each in self.exact:
            lacking = each.low
            for at in sorted(free, key=lambda index: bool(own[index] & ~each.options)) if lacking else ():
                if lacking and each.tiles >> at & 1 and own[at] & each.options:
                    own[at] &= each.options
                    lacking -= 1
                    free.discard(at)
        return Assignment(tuple((each & -each).bit_length() - 1 for each in own))

    def _lean(self, flow: Flow, domains: list[int], condition: Count | Total) -> bool:
        """Move tiles so that one condition holds, the others not looked at; False where no flow can do it."""
        tiles, options = (-1, condition.options) if isinstance(condition, Total) else condition[:2]
        surely: list[dict[int, int]] = [{} for _ in domains]  # by tile and slot: what it adds at least
        perhaps: list[dict[int, int]] = [{} for _ in domains]  # and at most
        for index, domain in enumerate(domains):
            if tiles >> index & 1 and domain & options:
                weight = self.pips[index] if isinstance(condition, Total) else 1
                for slot in flow.doors[index]:
                    own = domain & self.slots[slot][0]
                    if own & options:
                        perhaps[index][slot] = weight
                        if not own & ~options:
                            surely[index][slot] = -weight
        return flow.gain(perhaps, condition.low) and flow.gain(surely, -condition.high)

    # -- narrowing ------------------------------------------------------------------------------------------------

    def _narrow(self, domains: list[int]) -> bool:
        """Take away stories that counts and totals exclude; False where one of them cannot hold."""
        changed = True
        while changed:
            changed = False
            for each in self.counts:
                found = self._narrow_count(domains, each)
                if found is None:
                    return False
                changed = changed or found
            if changed:
                continue
            for total in self.totals:
                found = self._narrow_total(domains, total)
                if found is None:
                    return False
                changed = changed or found
        return True

    def _narrow_count(self, domains: list[int], count: Count) -> bool | None:
        must, may = 0, []
        for index, domain in enumerate(domains):
            if count.tiles >> index & 1 and domain & count.options:
                if domain & ~count.options:
                    may.append(index)
                else:
                    must += 1
        if must >= count.low and must + len(may) <= count.high:
            return False
        if must > count.high or must + len(may) < count.low or not self._fills(domains, count):
            return None
        if not may or (must < count.high and must + len(may) > count.low):
            return False
        keep = ~count.options if must == count.high else count.options
        for index in may:
            domains[index] &= keep
        return True

    def _fills(self, domains: list[int], count: Count) -> bool:
        """Tell the slots of these stories how many tiles they take, those with other stories included."""
        inside = 0
        own = []
        for slot, (options, _, _) in enumerate(self.slots):
            if options & count.options:
                inside |= options
                own.append(slot)
        least, most = count.low, count.high  # and how many tiles are there besides
        for index, domain in enumerate(domains):
            if domain & inside:
                counted = domain & count.options if count.tiles >> index & 1 else 0
                least += not domain & ~inside and not counted
                most += domain & inside != counted
        low, high = sum(self.low[slot] for slot in own), sum(self.high[slot] for slot in own)
        for slot in own:
            more, fewer = (
                max(self.low[slot], least - high + self.high[slot]),
                min(self.high[slot], most - low + self.low[slot]),
            )
            if more > fewer:
                return False
            low, high = low + more - self.low[slot], high + fewer - self.high[slot]
            self.low[slot], self.high[slot] = more, fewer
        return True

    def _narrow_total(self, domains: list[int], total: Total) -> bool | None:
        """Put into a hand the tiles it cannot do without and keep out those it has no use for; None: impossible.

        Looks at all sums of as many of the tiles that may be there as the slots allow.
        """
        options = total.options
        slots = sum(each[0] for each in self.slots if each[0] & options)
        others = slots & ~options
        sure = sure_count = may_not = must_not = 0
        free: list[int] = []
        for index, domain in enumerate(domains):
            if domain & options:
                if domain & ~options:
                    free.append(index)
                else:
                    sure += self.pips[index]
                    sure_count += 1
            if domain & others:
                may_not += 1
                must_not += not domain & ~others
        own = [slot for slot, each in enumerate(self.slots) if each[0] & options]
        least = max(0, sum(self.low[slot] for slot in own) - may_not - sure_count)
        most = min(len(free), sum(self.high[slot] for slot in own) - must_not - sure_count)
        found = _forced(
            tuple(sorted(self.pips[index] for index in free)), least, most, total.low - sure, total.high - sure
        )
        if found is None:
            return None
        inside, outside = found
        if not inside and not outside:
            return False
        for index in free:
            if inside >> self.pips[index] & 1:
                domains[index] &= options
            elif outside >> self.pips[index] & 1:
                domains[index] &= ~options
        return True

    def _doors(self, domain: int) -> tuple[int, ...]:
        """The slots of these stories."""
        found = self._slots_of.get(domain)
        if found is None:
            own = [slot for slot, (options, _, _) in enumerate(self.slots) if options & domain]
            found = self._slots_of[domain] = tuple(reversed(own))
        return found


@lru_cache(maxsize=4096)
def _forced(weights: tuple[int, ...], least: int, most: int, low: int, high: int) -> tuple[int, int] | None:
    """From `least` to `most` of these weights come to `low` to `high`: which weights are always and never among them.

    As bits; None where there are no such weights. All numbers of weights with all their sums are one integer of bits:
    a block for each number.
    """
    low = max(low, 0)
    if most < least or high < low:
        return None
    block = max(sum(weights), high) + 1
    wanted = sum((1 << high + 1) - (1 << low) << number * block for number in range(least, most + 1))
    if not _sums(weights, block) & wanted:
        return None
    always = never = 0
    for weight in set(weights):
        place = weights.index(weight)
        others = _sums(weights[:place] + weights[place + 1 :], block)
        if not others & wanted:
            always |= 1 << weight
        elif not others << block + weight & wanted:
            never |= 1 << weight
    return always, never


def _sums(weights: tuple[int, ...], block: int) -> int:
    found = 1
    for weight in weights:
        found |= found << block + weight
    return found
