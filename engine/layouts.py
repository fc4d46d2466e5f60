"""Layout entries: placements without players, judged step by step."""

from __future__ import annotations

from collections.abc import Mapping

from .errors import PlayError
from .findings import Status
from .judged import Judged, Step
from .placing import Desk, check_claim, check_sum, given_table, place
from .record import (
    HARMLESS,
    Action,
    CountedClaim,
    Figure,
    GivenTable,
    JointsClaim,
    LayoutEntry,
    OpenClaim,
    SpinnerClaim,
    Unread,
)
from .table import Table, build
from .tiles import UnknownTile


class LayoutJudge:
    """Replays one layout entry. `earlier` are final tables of the file's layouts by title, for `after`."""

    def __init__(self, entry: LayoutEntry, earlier: Mapping[str, Table | None], trace: bool = False) -> None:
        self.entry, self.trace = entry, trace
        self.desk = Desk(entry.rules, trace)
        self.table = Table(entry.rules)
        self.desk.nodes = entry.nodes
        self.known = self._continue(earlier)
        self.steps: list[Step] = []
        self.turn = 0
        self.unverified: list[tuple[int, int]] = []

    def _continue(self, earlier: Mapping[str, Table | None]) -> bool:
        head = self.entry.head
        if head.after is None:
            return True
        if head.after not in earlier:
            self.desk.find("unknown-layout", head.line, "after", found=head.after)
            return False
        before = earlier[head.after]
        try:
            if before is not None:
                self.table = build(self.entry.rules, before.layout())
                return True
        except PlayError:  # legal under the earlier layout's rule set only
            pass
        self.desk.find("layout-unknown", head.line, "after", Status.UNDECIDED, needs="earlier-layout")
        return False

    def judge(self) -> Judged:
        """Replay all lines."""
        nodes = self.entry.nodes
        for number, node in enumerate(nodes):
            if isinstance(node, Action):
                self._place(node, number)
            elif isinstance(node, GivenTable):
                self.table = Table(self.entry.rules)
                self.known = given_table(self.desk, self.table, node.placed, node.line)
                if self.trace and self.known:
                    start = Action(node.line, None, "play", node.placed[-1].spot.tile)
                    self.steps.append(Step(node.line, 0, start, True, tile=start.tile, position=self.table.position()))
            elif isinstance(node, SpinnerClaim | CountedClaim | OpenClaim | JointsClaim):
                if self.known:
                    check_claim(self.desk, self.table, node)
                else:
                    self._skip(node.line)
            elif isinstance(node, Figure):
                if self.trace and self.steps:
                    self.steps[-1].figures.append(node)
            elif isinstance(node, Unread) and node.word not in HARMLESS:
                self.known = False
        judged = Judged(self.entry, self.desk.findings, steps=self.steps, sites=self.desk.sites)
        judged.unverified, judged.turns = self.unverified, self.turn
        return judged

    def _place(self, node: Action, number: int) -> None:
        self.turn += 1
        self.desk.turn = self.turn
        if not self.known:
            self._skip(node.line)
            self._step(node, verified=False)
            return
        if isinstance(node.tile, UnknownTile):
            self.desk.find("layout-unknown", node.line, "tile", Status.UNDECIDED, needs="tile")
            self.known = False
            self._step(node, verified=False)
            return
        since = len(self.desk.findings)
        placed = place(self.desk, self.table, node, self.entry.nodes[number + 1 :] if node.site is None else ())
        if placed is None:
            self.known = False
            if self.desk.settle_mark(node.line, node.mark, since):
                self.desk.find("layout-unknown", node.line, "site", Status.UNDECIDED, needs="ports")
            self._step(node, verified=False)
            return
        points = check_sum(self.desk, self.table, node)
        stands = self.desk.settle_mark(node.line, node.mark, since)
        if self.trace:
            self._step(
                node,
                verified=True,
                site=placed.site,
                site_derived=placed.derived,
                stands=stands,
                position=self.table.position(),
                points=node.points if stands and node.points is not None else points,
            )

    def _step(self, node: Action, **values: object) -> None:
        if self.trace:
            self.steps.append(Step(node.line, self.turn, node, tile=node.tile, **values))  # type: ignore[arg-type]

    def _skip(self, line: int) -> None:
        if self.unverified:
            self.unverified[0] = (self.unverified[0][0], line)
        else:
            self.unverified.append((line, line))
