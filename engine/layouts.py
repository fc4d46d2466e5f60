"""Layout entries: placements without players, judged step by step."""

from __future__ import annotations

from collections.abc import Mapping

from .errors import PlayError
from .findings import Status
from .judged import Judged, Step, aside, mark
from .layout import Position
from .placing import Desk, Open, check_claim, check_sum, given_table, place
from .record import (
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
from .stretch import Stretch, begin, example_of, ranges
from .table import Table, build
from .tables import Said
from .tiles import UnknownTile


class LayoutJudge:
    """Replays one layout entry. `earlier` are final tables of the file's layouts by title, for `after`."""

    def __init__(self, entry: LayoutEntry, earlier: Mapping[str, Table | None], trace: bool = False) -> None:
        self.entry, self.trace = entry, trace
        self.desk = Desk(entry.rules, trace)
        self.table = Table(entry.rules)
        self.desk.nodes = entry.nodes
        self.adrift = entry.head.line  # the line from which on the layout is not known
        self.known = self._continue(earlier)
        self.steps: list[Step] = []
        self.asides: list[Step] = []
        self.turn = 0
        self.skipped: list[int] = []
        self.stretch: Stretch | None = None  # where the layout is not known

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
                self._close()
                self.table = Table(self.entry.rules)
                self.known, self.adrift = given_table(self.desk, self.table, node.placed, node.line), node.line
                if self.trace and self.known:
                    start = Action(node.line, None, "play", node.placed[-1].spot.tile)
                    self.steps.append(Step(node.line, 0, start, True, tile=start.tile, position=self.table.position()))
            elif isinstance(node, SpinnerClaim | CountedClaim | OpenClaim | JointsClaim):
                if self.known:
                    check_claim(self.desk, self.table, node)
                elif self.stretch is not None:
                    self.stretch.claim(node)
                    self._known_again()
                else:
                    self.skipped.append(node.line)
            elif isinstance(node, Figure):
                if self.trace:
                    mark(node, self._here(), self.turn, self.steps, self.asides)
            elif isinstance(node, Unread) and not node.harmless:
                self._close()
                self.known, self.adrift = False, node.line
        self._close()
        judged = Judged(self.entry, self.desk.findings, steps=self.steps, sites=self.desk.sites)
        judged.unverified, judged.turns = ranges(self.skipped, self.entry.nodes), self.turn
        if self.trace:
            judged.asides, judged.last = self.asides, self._last()
        return judged

    def _here(self) -> Position | None:
        return self.table.position() if self.known else None

    def _last(self) -> Step | None:
        """The step that shows what the layout ends with; None where no tile was placed."""
        here = self._here()
        if self.steps and self.steps[-1].position == here:
            return self.steps[-1]
        if here is not None and not here.layout.placements:
            return None
        return aside(self.adrift, self.turn, here)

    def _place(self, node: Action, number: int) -> None:
        self.turn += 1
        self.desk.turn = self.turn
        if not self.known:
            self._follow(node, len(self.desk.findings))
            return
        since = len(self.desk.findings)
        if isinstance(node.tile, UnknownTile) or isinstance(node.site, UnknownTile):
            self._unknown(node, since)
            return
        placed = place(self.desk, self.table, node, self.entry.nodes[number + 1 :] if node.site is None else ())
        if isinstance(placed, Open):
            self.stretch, self.known = begin(self.desk, self.table, 0, self.entry.nodes, "site", told=True), False
            self._follow(node, since)
            return
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

    def _unknown(self, node: Action, since: int) -> None:
        """A tile, or its site, that nobody recorded."""
        part = "tile" if isinstance(node.tile, UnknownTile) else "site"
        self.stretch, self.known = begin(self.desk, self.table, 0, self.entry.nodes, part, told=True), False
        self._follow(node, since)
        if not self.known and len(self.desk.findings) == since:
            example = example_of(self.table, node)
            self.desk.find("layout-unknown", node.line, part, Status.UNDECIDED, needs=part, example=example)

    def _follow(self, node: Action, since: int) -> None:
        """A placement where the layout is not known: some table must agree with it."""
        self._step(node, verified=False)
        if self.stretch is None:
            self.skipped.append(node.line)
            return
        followed = self.stretch.play(Said(node))
        stood = self.desk.settle_mark(node.line, node.mark, since, unsure=True)
        if followed:
            self._known_again()
            return
        if stood:
            self.desk.find("layout-unknown", node.line, "site", Status.UNDECIDED, needs="ports")
        self._close()

    def _known_again(self) -> None:
        only = self.stretch.tables.only if self.stretch is not None else None
        if only is not None:
            self.table, self.known, self.stretch = only.table, True, None

    def _close(self) -> None:
        if self.stretch is not None:
            self.skipped += self.stretch.unsure
            self.stretch = None

    def _step(self, node: Action, **values: object) -> None:
        if self.trace:
            self.steps.append(Step(node.line, self.turn, node, tile=node.tile, **values))  # type: ignore[arg-type]
