"""The verdict: entry → findings. One call judges one entry; `Checker` keeps what later entries of a file refer to."""

from __future__ import annotations

from .judged import Judged
from .layouts import LayoutJudge
from .record import Entry, LayoutEntry, Match, Settlement
from .settlements import judge_settlement
from .table import Table


class Checker:
    """Judges the entries of one file in order. `trace` also collects steps and rounds.

    `tables` are the last positions of the layouts so far, by title, for `after`.
    """

    def __init__(self, trace: bool = False) -> None:
        self.trace = trace
        self.tables: dict[str, Table | None] = {}

    def again(self, entry: Entry) -> Judged:
        """Judge an entry once more, changed: without a trace, and no later entry goes on from it."""
        other = Checker()
        other.tables = self.tables.copy()
        return other.judge(entry)

    def judge(self, entry: Entry) -> Judged:
        """Everything that is right, wrong or undecided in one entry."""
        if isinstance(entry, LayoutEntry):
            judge = LayoutJudge(entry, self.tables, self.trace)
            judged = judge.judge()
            if entry.head.title is not None:
                self.tables[entry.head.title] = judge.table if judge.known else None
            return judged
        if isinstance(entry, Settlement):
            return judge_settlement(entry)
        assert isinstance(entry, Match)
        from .match import judge_match  # the larger part of the engine, not needed for layouts

        return judge_match(entry, self.trace)
