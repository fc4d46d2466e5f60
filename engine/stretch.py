"""A stretch of a layout or round in which the table is not known: what its lines say, judged against all tables that
agree with it; findings and what could not be checked.

A line no such table agrees with is wrong. A stretch that leaves one table ends there; else one finding says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from .elsewhere import elsewhere
from .errors import PlayError
from .findings import Status
from .messages import languages, message, numbered
from .placing import Desk, misfit
from .record import Action, Claim, CountedClaim, JointsClaim, Node, OpenClaim, SpinnerClaim
from .table import Table
from .tables import MOST_KEPT, MOST_TRIED, Failure, Said, Tables, World
from .tiles import Tile, TileSet, UnknownTile, tile

_FALSE = {
    SpinnerClaim: "false-spinner", CountedClaim: "false-counted", OpenClaim: "false-open", JointsClaim: "false-joints",
}  # fmt: skip

_MOST_NAMED = 7  # tiles that one known half leaves; where nothing is known of a tile a list of them says little


class Stretch:
    """What is known of the table from one line on. `sides` is the number of sides that score (0 in a layout).

    `needs` says what would decide it; `told` that a finding has said so already.
    """

    def __init__(self, desk: Desk, tables: Tables, needs: str, told: bool = False) -> None:
        self.desk, self.tables, self.needs, self.told = desk, tables, needs, told
        self.start = tables.copy()
        self.example = ""  # of the placement with its site
        self.log: list[Said | Claim | None] = []
        self.unsure: list[int] = []  # lines that could not be checked
        self.turns = False  # passes or draws are among them
        self.at: tuple[int, int, int | None] | None = None  # the first with a claim, its place among findings, its turn
        self.added = desk.total_slip is not None  # totals that are added up from a false one say nothing
        self.counted = True  # the points that tables have gained are those of the record

    def play(self, said: Said, false: bool = False) -> bool:
        """Judge one placement; False where no table can take it, with a finding.

        `false` says that its points have been found false already.
        """
        action = said.action
        if false:
            said = said._replace(action=action._replace(points=None))
        if self.added or action.mark == "stands":
            self.counted = self.counted and action.mark is None
            said = said._replace(action=said.action._replace(total=None, points=None))
        before = self.tables.copy()
        if not self.log and before.worlds:
            self.example = example_of(before.worlds[0].table, action)
        outcome = self.tables.place(said)
        self.log.append(said)
        failure = outcome.failure
        if failure is not None and failure.what == "placement":
            self._misplaced(before, said, failure)
            self.tables.worlds = None
            return False
        if failure is not None:
            self._false(action, failure)
        elif not outcome.sure or (self.added and not action.total is action.points is None):
            bare = action.tile is None or (isinstance(action.tile, UnknownTile) and action.tile.pips is None)
            self.leave(
                action.line, not false and not (bare and action.site is None and action.total is action.points is None)
            )
        return True

    def claim(self, claim: Claim) -> None:
        """Judge a claim about the position reached."""
        outcome = self.tables.claim(claim)
        self.log.append(claim)
        if outcome.failure is not None:
            self._with(_FALSE[type(claim)], claim.line, "claim", "false-claim-unseen")
        elif not outcome.sure:
            self.leave(claim.line)

    def idle(self, line: int, hand: int) -> None:
        """Judge a pass or a draw of a seat that may hold these tiles, as bits."""
        worlds = self.tables.worlds
        if worlds is None or any(hand & world.table.fits & ~world.table.mask for world in worlds):
            self.turns = True
            self.leave(line)

    def leave(self, line: int, said: bool = True) -> None:
        """Remember a line that could not be checked; `said` where it claims anything that could be."""
        if line not in self.unsure:
            self.unsure.append(line)
        if self.at is None and said:
            self.at = (line, len(self.desk.findings), self.desk.turn)

    def close(self) -> None:
        """One finding for all that the record does not decide."""
        if self.at is None or self.told:
            return
        line, place, turn = self.at
        finding = self.desk.find(
            "layout-unknown", line, status=Status.UNDECIDED, text="layout-unknown-claims", needs=self.needs,
            example=self.example,
        )  # fmt: skip
        self.desk.findings.pop()
        self.desk.findings.insert(place, replace(finding, turn=turn))

    # -- findings -------------------------------------------------------------------------------------------------

    def _false(self, action: Action, failure: Failure) -> None:
        """A total or points that no table gives; the claim is left out of account from here on."""
        what = "points" if failure.what.endswith("points") else "total"
        most, possible = failure.what.startswith("most"), failure.possible
        self._with(
            f"false-{what}", action.line, what, f"false-{what}-most" if most else f"false-{what}-unseen",
            expected=None if most else value(possible), found=getattr(action, what), possible=runs(possible),
            most=possible[-1],
        )  # fmt: skip

    def _misplaced(self, before: Tables, said: Said, failure: Failure) -> None:
        """Nothing that agrees with the line can be placed."""
        action, worlds = said.action, before.worlds or []
        written = action.tile
        table, codes = worlds[0].table, set(failure.codes)
        if not isinstance(written, Tile):
            if self._all_gone(before, worlds, said):
                return
            codes.discard("already-there")
            only = self._only(worlds, action)
            if only is not None:
                first = self.desk.line_of(only, action.line)
                self._with("already-there", action.line, "tile", "already-there-only", tile=str(written or "[?|?]"),
                           only=str(only), first=first or 0)  # fmt: skip
                return
        if len(codes) == 1 and len(worlds) == 1 and action.site is not None and codes != {"does-not-fit"}:
            shown = written if isinstance(written, Tile) else tile(0, 0)
            misfit(self.desk, table, shown, action._replace(mark=None), PlayError(codes.pop(), ""))
            return
        code = codes.pop() if len(codes) == 1 else "does-not-fit"
        at = "" if action.site is None else f"@{action.site}"
        port = "" if action.site_port is None else f".{action.site_port.word}"
        self._with(code, action.line, "tile", "does-not-fit-unseen", tile=f"{written or '[?|?]'}{at}{port}")

    def _all_gone(self, before: Tables, worlds: Sequence[World], said: Said) -> bool:
        """Whether all tiles that agree with what was written, and fit, lie on the table, or cannot be in the hand."""
        written = said.action.tile
        every = TileSet(self.desk.rules.max_pips).tiles()
        agree = sum(1 << each.index for each in every if not isinstance(written, UnknownTile) or written.may_be(each))
        values = {"tile": str(written or "[?|?]"), "seat": said.action.seat}
        if all(not agree & ~world.table.mask for world in worlds):
            self._with("already-there", said.action.line, "tile", "already-there-all", **values)
        elif said.free != -1 and any(before.takes(world.table, said._replace(free=-1)) for world in worlds):
            gone = [each for each in every if agree & 1 << each.index and _could_be(each, before, worlds, said)]
            text = "not-in-hand-unseen" if len(gone) > _MOST_NAMED else "not-in-hand-elsewhere"
            where = elsewhere(self.desk, said.action, gone)
            self._with("not-in-hand", said.action.line, "tile", text, where=where, **values)
        else:
            return False
        return True

    def _only(self, worlds: Sequence[World], action: Action) -> Tile | None:
        """The one tile that the written half and the site leave, where it lies on every table."""
        half = action.tile.pips if isinstance(action.tile, UnknownTile) else None
        if half is None or not isinstance(action.site, Tile):
            return None
        found = {
            tile(half, site.value)
            for world in worlds
            for site in world.table.sites()
            if site.tile == action.site and action.site_port in (None, site.port)
        }
        only = found.pop() if len(found) == 1 else None
        return only if only is not None and all(only.index in world.table.placed for world in worlds) else None

    def _with(self, code: str, line: int, part: str, text: str, **values: object) -> None:
        """A finding that names the other lines it takes, where this one alone could be right."""
        lines = self._needed() if not text.endswith("-most") else [line]
        together: Mapping[str, str] = {
            each: message(each, "unseen.together", lines=numbered(lines)[each]) if len(lines) > 1 else ""
            for each in languages()
        }
        found = self.desk.find(code, line, part, text=text, together=together, **values)  # type: ignore[arg-type]
        if len(lines) > 1:
            self.desk.findings[-1] = replace(found, lines=tuple(lines)) if found.found is None else found
            self.tables.worlds = None  # which of them is wrong is not known, nor what lies on the table
        self.log[-1] = _bare(self.log[-1])

    def _needed(self) -> list[int]:
        """The lines of the stretch that contradict each other, none of which can be left out."""
        last = len(self.log) - 1
        kept = set(range(last + 1))
        tried = 0
        for number in range(last):
            if self.log[number] is None:
                kept.discard(number)
            elif tried < MOST_TRIED:
                without, more = self._contradict(kept - {number})
                tried += more
                kept -= {number} if without else set()
        return [_line(each) for number in sorted(kept) if (each := self.log[number]) is not None]

    def _contradict(self, kept: set[int]) -> tuple[bool, int]:
        """Whether these lines leave no table, what the others say apart; how many placements were tried."""
        tables = self.start.copy()
        for number, each in enumerate(self.log):
            said = each if number in kept else _bare(each)
            if said is None:
                continue
            outcome = tables.place(said) if isinstance(said, Said) else tables.claim(said)
            if outcome.failure is not None:
                return True, tables.tried
        return False, tables.tried


def _could_be(each: Tile, before: Tables, worlds: Sequence[World], said: Said) -> bool:
    """Whether a tile that agrees with what was written would have been the one placed, had the seat had it."""
    site = said.action.site
    if all(world.table.mask >> each.index & 1 for world in worlds):
        return not isinstance(site, Tile) or bool({each.low, each.high} & {site.low, site.high})
    return any(before.takes(world.table, said._replace(free=1 << each.index)) for world in worlds)


def ranges(lines: Iterable[int], nodes: Sequence[Node]) -> list[tuple[int, int]]:
    """Lines as (first, last), neighbours among `nodes` together."""
    places = {node.line: number for number, node in enumerate(nodes)}
    found: list[tuple[int, int]] = []
    for line in sorted(set(lines)):
        if found and places[line] == places[found[-1][1]] + 1:
            found[-1] = (found[-1][0], line)
        else:
            found.append((line, line))
    return found


def value(numbers: Sequence[int]) -> int | list[int]:
    """The number where there is one only, else all."""
    return numbers[0] if len(numbers) == 1 else list(numbers)


def runs(numbers: Iterable[int]) -> str:
    """`0, 5` and `12-17`: sorted numbers, three or more in a row as one run."""
    found: list[list[int]] = []
    for each in numbers:
        if found and each == found[-1][-1] + 1:
            found[-1].append(each)
        else:
            found.append([each])
    parts = [f"{run[0]}-{run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in found]
    return ", ".join(parts)


def example_of(table: Table, action: Action) -> str:
    """A placement as it could be written with its site; empty for a tile that is not known, or fits nowhere."""
    sites = [each for each in table.sites_for(action.tile) if each >= 0] if isinstance(action.tile, Tile) else []
    return f"{action.tile}@{table.tile_of(sites[0])}" if sites else ""


def begin(desk: Desk, table: Table, sides: int, nodes: Sequence[Node], needs: str, told: bool = False) -> Stretch:
    """A stretch that begins on a known table; `nodes` are the lines of the layout or round."""
    count = len(table)
    if any(each.status is Status.STANDS for each in desk.findings):  # a misfit may lie where none could
        count = len(TileSet(desk.rules.max_pips))
    world = World(table.copy(), (0,) * sides)
    return Stretch(desk, Tables(desk.rules, [world], count, _twins(nodes)), needs, told)


def unknown(desk: Desk, needs: str) -> Stretch:
    """A stretch that begins where nothing is known of the table."""
    return Stretch(desk, Tables(desk.rules, None, len(TileSet(desk.rules.max_pips)), False), needs)


def gains(stretch: Stretch | None, before: frozenset[tuple[int, ...]] | None) -> frozenset[tuple[int, ...]] | None:
    """The points by side that this stretch, after others, can have brought; None where they are not known."""
    if stretch is None or before is None:
        return before
    worlds = stretch.tables.worlds
    if worlds is None or not stretch.counted:
        return None
    own = {world.gained for world in worlds}
    if len(own) * max(len(before), 1) > MOST_KEPT:
        return None
    return frozenset(tuple(map(sum, zip(a, b, strict=True))) for a in before for b in own)


def _twins(nodes: Sequence[Node]) -> bool:
    """Whether lines tell ports apart that are alike until one is written."""
    return any(
        isinstance(node, OpenClaim | CountedClaim | JointsClaim)
        or (isinstance(node, Action) and (node.site_port is not None or node.port is not None))
        for node in nodes
    )


def _bare(each: Said | Claim | None) -> Said | None:
    """A placement of which nothing is said; None for a claim."""
    if not isinstance(each, Said):
        return None
    return each._replace(action=Action(each.action.line, each.action.seat, "unknown"))


def _line(each: Said | Claim) -> int:
    return each.action.line if isinstance(each, Said) else each.line
