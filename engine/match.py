"""Matches: rounds judged one after the other, with what goes from one to the next: scores, who starts, the winner."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy

from .awarding import ANY, check_awards
from .findings import Kind, Status
from .judged import Judged, RoundTrace, Ruled
from .ledger import Cause, Ledger
from .leftovers import heaviest, impossible, lightest, refuse
from .placing import Desk
from .record import (
    UNREAD_ROUND,
    Action,
    Adjust,
    Award,
    Deal,
    Deduct,
    End,
    Gap,
    GivenHand,
    GivenScore,
    GivenTable,
    GivenTurn,
    Left,
    Match,
    Node,
    Result,
    Round,
    ScoreLine,
    Spot,
    Unread,
)
from .round import RoundJudge, next_starter
from .rules import (
    AfterWin,
    Block,
    BlockSettlement,
    Decided,
    FirstStarter,
    RoundingPer,
    Scoring,
    TargetRule,
)
from .settle import LETTERS, Holding, awards, deductions, gives_awards, holding
from .settlements import check_deductions
from .stretch import ranges, runs, value
from .table import Table, points_by_total
from .tiles import AnyTile, Tile, pips_of, tiles_of

_DECIDES = frozenset(("match-over", "does-not-fit", "site-covered", "branch-closed", "no-such-port", "site-not-there"))
"""Beside false claims, what shows that a placement lies elsewhere. That other turns were right does not."""

_GIVEN = (GivenScore, GivenTable, GivenHand, GivenTurn)


def judge_match(entry: Match, detail: bool = False, together: bool = True) -> Judged:
    """Everything that is right, wrong or undecided in a match; with `detail` also every turn (slower).

    Without `together` the lines of a round with unseen tiles are judged one by one only (faster).
    """
    return MatchJudge(entry, detail, together).judge()


class MatchJudge:
    """What holds for the whole match. `won` is (side, line, cause): the slip without which it may not be won."""

    def __init__(self, entry: Match, detail: bool, together: bool = True) -> None:
        self.entry, self.rules, self.detail, self.together = entry, entry.rules, detail, together
        self.desk = Desk(entry.rules, detail)
        self.judged = Judged(entry, self.desk.findings, sites=self.desk.sites)
        self.seats = self._count_seats()
        self.ledger = Ledger(entry.rules, self.seats)
        self.won: tuple[int, int, Cause | None] | None = None
        self.won_as_written: Cause | None = None  # the slip with which the writer saw this round win the match
        self.over_reported = False
        self.over: Cause | None = None  # the fault of who went on after the win: everything else follows from it
        self.first_round = True
        self.last_starter: int | None = None
        self.last_end: tuple[str, int | None, int] | None = None
        self.awards = gives_awards(self.rules)
        starters = (self.rules.first_starter.value, self.rules.next_starter.value, self.rules.block_starter.value)
        self.doubles_start = FirstStarter.HIGHEST_DOUBLE.value in starters
        self.points_by_total = points_by_total(entry.rules)
        self.passes_to_block = self.seats - (self.rules.block is Block.OTHERS_PASS)
        self.block_by_hands = self.rules.block is Block.ALL_PASS_OR_KNOWN
        self.round_nodes: Sequence[Node] = ()  # of the round at hand
        self.given = False
        self.from_table = False  # the round at hand goes on from a table whose scores are not given
        self.unsure = False  # a score of the round at hand was not known
        self.last_unsure = False  # the last round could not be verified to its end
        self.at: RoundJudge | None = None  # the round judged last
        self.trying = False  # judging one round as it may have been

    def _count_seats(self) -> int:
        seats = self.entry.seats
        if seats is not None:
            return len(seats.seats)
        letters = {getattr(node, "seat", None) for node in self.entry.nodes} - {None}
        for node in self.entry.nodes:
            if isinstance(node, ScoreLine | GivenScore):
                letters |= {letter for side, _ in node.scores for letter in side if letter != "+"}
        least = max((LETTERS.index(str(each)) + 1 for each in letters), default=2)
        return next((seats for seats in sorted(self.rules.hand_sizes) if seats >= least), least)

    def judge(self) -> Judged:
        """Judge all rounds, then the result."""
        entry, desk = self.entry, self.desk
        line = entry.seats.line if entry.seats else entry.head.line
        allowed = sorted(self.rules.hand_sizes.keys() & self.rules.targets.keys())
        if entry.seats is None:
            unread = {node.word for node in entry.nodes if isinstance(node, Unread)}
            if "seats" not in unread:
                desk.find("wrong-seats", entry.head.line, text="missing-seats")
        if self.seats not in allowed:
            if entry.seats is not None:
                desk.find(
                    "wrong-seats", line, expected=allowed, found=self.seats, rules=self.rules.names,
                    allowed=", ".join(map(str, allowed)),
                )  # fmt: skip
            self.judged.unverified.append((line, max((node.line for node in entry.nodes), default=line)))
            return self.judged
        if entry.seats is not None and [seat for seat, _ in entry.seats.seats] != list(LETTERS[: self.seats]):
            self.judged.unverified.append((line, max((node.line for node in entry.nodes), default=line)))
            return self.judged  # the letters are not in order, which has been said: nobody knows who is who
        for node in entry.opening:
            if isinstance(node, GivenScore):
                self.given_score(node)
        if not entry.rounds:
            desk.find("no-rounds", entry.head.line)
        previous: int | None = None
        for number, each in enumerate(entry.rounds):
            self._check_number(each, previous)
            previous = each.head.number if each.head.number != UNREAD_ROUND else (previous or 0) + 1
            self.judge_round(each, last=number == len(entry.rounds) - 1)
            self.first_round = False
        desk.round = desk.turn = None
        self.judge_result()
        if self.won is not None:
            self.judged.won_at = (self.ledger.sides[self.won[0]], self.won[1])
        desk.hold_causes()
        return self.judged

    def _check_number(self, round_: Round, previous: int | None) -> None:
        expected = 1 if previous is None else previous + 1
        begins_later = previous is None and (self.given or any(isinstance(node, _GIVEN) for node in round_.nodes))
        if round_.head.number not in (expected, UNREAD_ROUND) and not begins_later:
            self.desk.find("round-number", round_.head.line, "number", expected=expected, found=round_.head.number)

    def must_start(self) -> tuple[str | None, int | None]:
        """AS16, AS19-20, SR17, SR19-20: how the starter of the round at hand is found."""
        if self.first_round:
            if self.number > 1 and (self.given or self._begins_later()):
                return (None, None)
            return ("lot", None) if self.rules.first_starter is FirstStarter.LOT else ("double", None)
        return next_starter(self, self.last_end)

    def next_start(self) -> tuple[str | None, int | None]:
        """How the starter of the round after those judged is found: lot, start (with the seat) or double."""
        if self.first_round:
            return ("lot" if self.rules.first_starter is FirstStarter.LOT else "double", None)
        return next_starter(self, self.last_end)

    def _begins_later(self) -> bool:
        """Whether the round at hand has given facts."""
        return any(isinstance(node, _GIVEN) or getattr(node, "given", False) for node in self.round_nodes)

    def judge_round(self, round_: Round, last: bool) -> None:
        """Judge one round, after those before it."""
        desk = self.desk
        desk.round, desk.turn, desk.doubt, desk.total_slip = round_.head.number, None, None, None
        self.number = round_.head.number
        self.round_nodes = round_.nodes
        self.unsure = self.from_table = False
        self.won_as_written = None
        if self.won is not None and not self.over_reported:
            self.report_over(round_.head.line)
        if self.over_reported:
            self._skip_round(round_)
            return
        judge = self.at = RoundJudge(self, round_)
        self.judged.ruled.append(Ruled(self.number, round_.head.line, {}, {}))
        judge.run()
        self._close(judge, last)

    def missed(self) -> Cause | None:
        """The fault that explains why the record goes on after the win, or has another winner."""
        return (self.won[2] if self.won is not None else None) or self.over

    def report_over(self, line: int, text: str = "match-over", mark: str | None = None) -> bool:
        """AS64, SR60: nothing follows the win. True when it stood at the table."""
        assert self.won is not None
        side, first, _ = self.won
        cause, since = self.missed(), len(self.desk.findings)
        self.desk.find(
            "match-over", line, winner=self.ledger.sides[side], first=first, text=text,
            status=Status.CONSEQUENCE if cause else Status.WRONG, because_of=cause,
        )  # fmt: skip
        self.over_reported = True
        stood = self.desk.settle_mark(line, mark, since)
        if cause is None and not stood:
            self.over = (line, "match-over")
        return stood

    def _skip_round(self, round_: Round) -> None:
        lines = [round_.head.line, *(node.line for node in round_.nodes)]
        self._unverified(min(lines), max(lines))

    def _unverified(self, first: int, last: int) -> None:
        if self.judged.unverified and self.over_reported:
            self.judged.unverified[-1] = (self.judged.unverified[-1][0], last)
        else:
            self.judged.unverified.append((first, last))

    def _skipped(self, judge: RoundJudge) -> None:
        """The turns of a round that could not be checked, neighbours as one range."""
        for first, last in ranges(judge.skipped, judge.round.nodes):
            self._unverified(first, last)

    def agreeing(self, judge: RoundJudge, action: Action, sites: Sequence[Spot]) -> Sequence[int]:
        """Of the sites of a placement the numbers of those with which the claims of the round, and the winner, are
        true; all where none is better than the others."""
        nodes = judge.round.nodes
        every = range(len(sites))
        later = (*nodes[nodes.index(action) :], *(self.entry.closing if self._is_last(judge) else ()))
        if self.trying or not any(isinstance(node, ScoreLine | Result) for node in later):
            return every
        found = []
        for spot in sites:
            new = action._replace(site=spot.tile, site_port=spot.port)
            found.append(self._faults(judge, tuple(new if node is action else node for node in nodes)))
        common = frozenset.intersection(*found)
        best = [number for number in every if found[number] == common]
        return best or every

    def _is_last(self, judge: RoundJudge) -> bool:
        return judge.round is self.entry.rounds[-1]

    def _faults(self, judge: RoundJudge, nodes: tuple[Node, ...]) -> frozenset[tuple[int, str]]:
        """What is false in a round with other nodes, and in the result below the last round."""
        other = copy(self)
        other.trying, other.detail, other.together, other.at = True, False, False, None
        other.desk, other.ledger = Desk(self.rules), Ledger(self.rules, self.seats)
        other.judged = Judged(self.entry, other.desk.findings)
        other.ledger.scores, other.ledger.slips = list(judge.before), list(judge.slips_before)
        other.ledger.rests, other.given = list(judge.rests_before), judge.given_before
        other.won = other.won_as_written = None
        other.judge_round(Round(judge.round.head, nodes), last=self._is_last(judge))
        if self._is_last(judge):
            other.judge_result()
        return frozenset(
            (each.line, each.code)
            for each in other.desk.findings
            if each.status is Status.WRONG and (each.kind is Kind.CLAIM or each.code in _DECIDES)
        )

    def _close(self, judge: RoundJudge, last: bool) -> None:
        """What a round leaves behind."""
        desk = self.desk
        self.judged.turns += judge.turn
        judge.close_stretch()
        if judge.skipped:
            self._skipped(judge)
        if judge.watch is not None:
            desk.turn = None
            judge.watch.close()
        if judge.unseen:
            desk.turn = None
            desk.find(
                "hand-unknown", judge.unseen[0], status=Status.UNDECIDED, text="hand-unknown-round",
                count=len(judge.unseen), needs="hands",
            )  # fmt: skip
        if judge.end is None and not judge.lost:
            self._no_end(judge, last)
        self.judged.ruled[-1].scores = self.ledger.as_dict()
        if self.rules.decided is Decided.ROUND_END and self.won is None:
            self._decide(judge)
        self.last_end, self.last_starter = judge.end, judge.starter
        self.last_unsure = judge.lost or desk.doubt is not None or self.unsure
        if self.detail:
            self._trace(judge, last)

    def _no_end(self, judge: RoundJudge, last: bool) -> None:
        """The end line was left out: hands may tell how the round ended."""
        blocked = judge.is_blocked()
        line = judge.round.head.line
        if blocked:
            judge.end = ("blocked", None, line)
        elif last:
            return  # an unfinished match may stop anywhere; a false `winner` is reported where it stands
        else:
            may_be_out = any(judge.size(seat) in (0, None) for seat in range(self.seats))
            if blocked is False and not judge.gap and judge.turn and not may_be_out:
                self.desk.find("round-unfinished", line)
            else:
                self.desk.find("end-unknown", line, status=Status.UNDECIDED, needs="end")
            if judge.turn:
                self.ledger.forget()  # what its hands cost is not known

    def _results(self) -> list[Result]:
        return [node for node in self.entry.closing if isinstance(node, Result)]

    def line_of(self, round_: Round, tile: AnyTile, before: int) -> int:
        """The line of the round that named a tile first."""
        for node in round_.nodes:
            if node.line > before:
                break
            if isinstance(node, Deal | GivenHand) and tile in node.tiles:
                return node.line
            if isinstance(node, GivenTable) and any(each.spot.tile == tile for each in node.placed):
                return node.line
        return before

    # -- facts and agreements --------------------------------------------------------------------------------------

    def given_score(self, node: GivenScore) -> None:
        """Take given scores as true; what contradicts them is reported."""
        if not self.given and self.first_round:
            self.ledger.forget()  # the match begins in the middle
        self.given = True
        goes_on = any(isinstance(each, GivenTable) for each in self.round_nodes)  # its tiles may have scored
        for side, score in node.scores:
            if side not in self.ledger.sides:
                self._unknown_side(node.line, side)
                continue
            index = self.ledger.sides.index(side)
            known = self.ledger.scores[index]
            if known is not None and known != score and not goes_on:
                self.desk.find(
                    "given-conflict", node.line, f"side {side}", text="given-conflict-score", side=side, expected=known,
                    found=score,
                )  # fmt: skip
            self.ledger.take(index, score)
        self._reached(node)

    def go_on_from(self, table: Table) -> None:
        """A round goes on from a given table: what its tiles scored is not known, unless scores are given beside it.

        Scores given before the first round are those at the place where the record begins.
        """
        if self.rules.scoring is Scoring.NONE or not len(table) or (len(table) == 1 and not table.points):
            return
        given: set[str] = set()
        for node in self.entry.nodes if self.first_round else self.round_nodes:
            if isinstance(node, Action):
                break
            if isinstance(node, GivenScore):
                given |= {side for side, _ in node.scores}
        for index, side in enumerate(self.ledger.sides):
            if side not in given:
                self.ledger.lose(index)
                self.from_table = True

    def _reached(self, node: GivenScore | ScoreLine) -> None:
        """AS63, SR58-59: a written score that is taken as true says that its side has won, and only one can."""
        if self.rules.decided is not Decided.AT_ONCE or self.awards:
            return
        for side, score in node.scores:
            if side not in self.ledger.sides or score < self.ledger.target:
                continue
            index = self.ledger.sides.index(side)
            if self.ledger.scores[index] != score:
                continue
            if self.won is None:
                self.won = (index, node.line, None)
            elif self.won[0] != index:
                self.desk.find(
                    "false-score" if isinstance(node, ScoreLine) else "given-conflict", node.line, f"side {side}",
                    rule="target", text="false-score-both", found=score, side=side, target=self.ledger.target,
                    other=self.ledger.sides[self.won[0]], first=self.won[1],
                )  # fmt: skip

    def _unknown_side(self, line: int, side: str) -> None:
        self.desk.find("unknown-side", line, f"side-name {side}", found=side, sides=" ".join(self.ledger.sides))

    def adjust(self, node: Adjust) -> None:
        """A score changed by agreement."""
        if node.side not in self.ledger.sides:
            self._unknown_side(node.line, node.side)
            return
        self.ledger.add(self.ledger.sides.index(node.side), node.points)
        self.desk.find(
            "adjusted", node.line, status=Status.STANDS, side=node.side, points=node.points, reason=node.reason or "",
            text="adjusted" if node.reason is None else "adjusted-why",
        )  # fmt: skip

    # -- the end of a round ------------------------------------------------------------------------------------------

    def settle_lines(self, judge: RoundJudge, nodes: Sequence[Node]) -> None:
        """Check the lines from the first end line on: how the round ended, hands left, deductions, scores."""
        self.desk.turn = None
        settled = False
        begun = not nodes and self._is_last(judge)  # nothing has been played yet
        if not judge.turn and not judge.lost and not begun and not (judge.middle and nodes):
            self.ledger.forget()  # what the turns scored is not recorded
        for number, node in enumerate(nodes):
            if isinstance(node, End):
                self._end_line(judge, node)
            elif isinstance(node, ScoreLine):
                if not settled:
                    self._settle(judge, nodes)
                    settled = True
                before = self.won
                self._score_line(judge, node)
                if before is None and self.won is not None:
                    self._settled_after_win(nodes)
            elif isinstance(node, Adjust):
                self.adjust(node)
            elif isinstance(node, Action):
                judge.take_turn(node, number)
            elif isinstance(node, Unread):
                judge.lost = True
        if not settled:
            self._settle(judge, nodes)
        if judge.lost:
            named = {side for node in nodes if isinstance(node, ScoreLine) for side, _ in node.scores}
            for index, side in enumerate(self.ledger.sides):
                if side not in named:
                    self.ledger.lose(index)

    def _end_line(self, judge: RoundJudge, node: End) -> None:
        desk, line = self.desk, node.line
        since, before = len(desk.findings), desk.doubt
        doubted = before is not None
        said = (node.how, LETTERS.index(node.seat) if node.seat else None, line)
        if judge.said is not None:
            desk.find("repeated-line", line, first=judge.said[2])
            return
        judge.said = said
        if node.how == "void":
            self.ledger.scores, self.ledger.slips = list(judge.before), list(judge.slips_before)
            self.ledger.rests = list(judge.rests_before)
            if not self.over_reported:
                self.won = None  # what was reached in a round that does not count is not reached
            judge.end = said
            desk.find("void", line, status=Status.STANDS, reason=node.reason or "",
                      text="void" if node.reason is None else "void-why")  # fmt: skip
            return
        if judge.lost or not (judge.turn or judge.middle):
            if judge.end is None or doubted:
                judge.end = said
            return
        if judge.end is None:
            self._end_not_seen(judge, node, said)
        else:
            self._compare_end(judge, node, judge.end)
        stood = desk.settle_mark(line, node.mark, since)
        if stood:
            desk.doubt = before
        if stood or (doubted and len(desk.findings) > since):
            judge.end = said  # the next round starts from these words

    def _compare_end(self, judge: RoundJudge, node: End, ruled: tuple[str, int | None, int]) -> None:
        how, seat, _ = ruled
        expected = LETTERS[seat] if seat is not None else None
        if how == node.how and expected == node.seat:
            return
        if how == "won" and node.how == "out" and expected == node.seat:
            return
        if how == "won":
            text = "false-end-won"
        elif node.how == "blocked":
            text = "false-blocked"
        else:
            text = "false-end" if expected else "false-end-blocked"
        cause = (self.missed() if how == "won" else None) or judge.went_on
        self.desk.find(
            "false-end", node.line, "seat", Status.WRONG if cause is None else Status.CONSEQUENCE, expected=expected,
            found=node.seat or node.how, text=text, because_of=cause,
        )  # fmt: skip
        if how == "won" and cause is None and node.mark != "stands":
            self.over = (node.line, "false-end")

    def _end_not_seen(self, judge: RoundJudge, node: End, said: tuple[str, int | None, int]) -> None:
        """The record ends the round where replay has not seen it end."""
        desk, line = self.desk, node.line
        if node.how == "out":
            seat = said[1]
            assert seat is not None
            size = judge.size(seat)
            judge.end = said
            if size is None:
                desk.find(
                    "end-unknown",
                    line,
                    "seat",
                    Status.UNDECIDED,
                    needs="hand",
                    text="end-unknown-hand",
                    found=node.seat,
                )
            elif size:
                judge.end = ("stopped", None, line)
                desk.find("false-end", line, "seat", found=node.seat, count=size, text="false-end-held")
                desk.doubt = desk.doubt or (line, "false-end")
            return
        blocked = judge.is_blocked() if not judge.turns_missing else None
        judge.end = said
        if blocked is False and not self.block_by_hands and not judge.drawable():
            desk.find("not-blocked", line, expected=self.passes_to_block, found=judge.passes, text="not-blocked-passes")
        elif blocked is False:
            fits = judge.who_fits()
            if fits is not None:
                desk.find("not-blocked", line, seat=LETTERS[fits[0]], tile=str(fits[1]), text="not-blocked")
            elif judge.drawable():
                desk.find("not-blocked", line, count=judge.drawable(), text="not-blocked-stock")
            else:
                desk.find("not-blocked", line, tile=str(judge.tile_in_hands()), text="not-blocked-somebody")
        elif blocked is None:
            desk.find(
                "end-unknown", line, status=Status.UNDECIDED, needs="passes", text="end-unknown-passes", rule="blocked",
                expected=self.passes_to_block, found=judge.passes,
            )  # fmt: skip
            return
        else:
            return
        judge.end = ("stopped", None, line)
        desk.doubt = desk.doubt or (line, "not-blocked")

    # -- settlement ----------------------------------------------------------------------------------------------------

    def _settle(self, judge: RoundJudge, nodes: Sequence[Node]) -> None:
        """AS59-61, SR51-56: what the hands left cost."""
        left = [node for node in nodes if isinstance(node, Left)]
        claims = [node for node in nodes if isinstance(node, Deduct)]
        given = [node for node in nodes if isinstance(node, Award)]
        if judge.watch is not None:
            judge.watch.settle()
        hands: dict[str, Holding] = {}
        others: dict[str, tuple[Holding, Cause]] = {}
        if self.detail or judge.end is not None or left or claims or given:  # else nothing is asked of the hands
            hands, others = self._holdings(judge, left)
        judge.trace.left = {seat: hand.pips for seat, hand in hands.items()}
        end = judge.end
        if end is not None and end[0] == "won" and self.rules.after_win is AfterWin.SKIP:
            late = [node for node in nodes if isinstance(node, Deduct | Award)]
            if not late or not self._late_settlement(late):
                for node in claims:  # the writer may have gone on to the scores with them
                    side = self.ledger.side_of[LETTERS.index(node.seat)]
                    self.ledger.slip((late[0].line, "match-over"), side, -node.points)
                return
        if end is not None and end[0] == "void":
            return
        if end is None and not claims and not given and judge.turn and not judge.lost and not judge.gap:
            scored = any(isinstance(node, ScoreLine) for node in nodes)
            unsized = any(judge.size(seat) is None for seat in range(self.seats))
            blocked = judge.is_blocked()
            judge.end_unseen = scored and (blocked is not False or unsized)
            if not blocked or not left:
                return
            end = judge.end = ("blocked", None, left[0].line)
        elif end is None and not left and not claims and not given:
            judge.end_unseen = judge.gap and not judge.lost and any(isinstance(node, ScoreLine) for node in nodes)
            return
        due = deductions(self.rules, hands, self.seats)
        if end is not None and end[0] == "blocked" and self.rules.block_settlement is BlockSettlement.NOTHING:
            due = dict.fromkeys(due, (0, 0))
        checked = due
        if judge.lost or judge.gap or not judge.turn:  # hands that nobody wrote are not missed
            checked = {seat: each for seat, each in due.items() if each[0] == each[1]}
        if not judge.late and not left and not claims and not any(isinstance(node, ScoreLine) for node in nodes):
            self._deductions_due(judge, due)
        standing = check_deductions(self.desk, checked, claims, left, hands, others, due.keys() - checked.keys())
        if self.awards or given:
            self._award(judge, hands, others, given)
        written = {node.seat: node for node in claims}
        for seat in LETTERS[: self.seats]:
            self._deduct(judge, seat, due.get(seat), standing.get(seat), written.get(seat), bool(claims), left)
        judge.trace.deductions = {seat: low if low == high else None for seat, (low, high) in due.items()}

    def _late_settlement(self, late: Sequence[Deduct | Award]) -> bool:
        """Deductions after the win are reported once; True when they stood, and count."""
        before = self.over_reported
        stood = self.report_over(late[0].line, "match-over-deduct", late[0].mark)
        self.over_reported = before
        return stood

    def _settled_after_win(self, nodes: Sequence[Node]) -> None:
        """AS64, SR60: a score that only a winner can have, below deductions that are not made after a win."""
        late = next((node for node in nodes if isinstance(node, Deduct) and node.points), None)
        if late is not None and self.rules.after_win is AfterWin.SKIP:
            before = self.over_reported
            self.report_over(late.line, "match-over-settled", late.mark)
            self.over_reported = before

    def _award(
        self,
        judge: RoundJudge,
        hands: Mapping[str, Holding],
        others: Mapping[str, tuple[Holding, Cause]],
        claims: Sequence[Award],
    ) -> None:
        """What the end of the round gives to a side, checked where it is claimed; it may win the match."""
        end, names = judge.end, self.ledger.sides
        due = self._due(end, hands) if end is not None else dict.fromkeys(names, ANY if self.awards else (0, 0))
        follows: dict[str, tuple[tuple[int, int], Cause]] = {}
        if others:
            written = self._due(end, {**hands, **{seat: hand for seat, (hand, _) in others.items()}})
            cause = max(cause for _, cause in others.values())
            follows = {side: (written.get(side, (0, 0)), cause) for side in names}
        for node in claims:
            if node.side not in names:
                self._unknown_side(node.line, node.side)
        known = [node for node in claims if node.side in names]
        counts = check_awards(self.desk, due, known, follows)
        judge.trace.awards = {side: low if low == high else None for side, (low, high) in due.items()}
        lines = {node.side: node for node in known}
        for index, side in enumerate(names):
            low, high = due.get(side, (0, 0))
            claim = lines.get(side)
            points = counts.get(side, low if low == high else None)
            if claim is not None and side not in counts:
                self.ledger.slip((claim.line, "false-award"), index, claim.points - low)
            if points is None:
                self.ledger.lose(index)
            elif points:
                self._gain(judge, index, points, claim.line if claim is not None else end[2] if end else 0)

    def _due(self, end: tuple[str, int | None, int] | None, hands: Mapping[str, Holding]) -> dict[str, tuple[int, int]]:
        """What every side gets, as lowest and highest points; with the win only who went out gets anything."""
        if end is None or end[0] not in ("out", "blocked", "won") or (end[0] == "won" and end[1] is None):
            return {}
        return awards(self.rules, hands, self.seats, LETTERS[end[1]] if end[1] is not None else None)

    def _gain(self, judge: RoundJudge, index: int, points: int, line: int) -> None:
        """Points of a settlement: they reach the target as any others do."""
        ledger, score = self.ledger, self.ledger.scores[index]
        if score is None:
            ledger.pass_on(index, points)
            return
        if self.rules.target_rule is TargetRule.EXACTLY and score + points > ledger.target:
            return
        ledger.scores[index] = score + points
        if score + points >= ledger.target and self.rules.decided is Decided.AT_ONCE and self.won is None:
            self.won = (index, line, None)

    def _deductions_due(self, judge: RoundJudge, due: Mapping[str, tuple[int, int]]) -> None:
        """A note where neither hands nor deductions nor scores are written."""
        named = ", ".join(f"{seat} {low}" for seat, (low, high) in due.items() if low == high and low)
        if named and judge.end is not None and judge.end[0] != "stopped":
            line = judge.said[2] if judge.said is not None else judge.end[2]
            self.desk.find("deductions-due", line, status=Status.NOTE, expected=named)

    def _deduct(
        self,
        judge: RoundJudge,
        seat: str,
        due: tuple[int, int] | None,
        standing: int | None,
        claim: Deduct | None,
        any_claims: bool,
        left: Sequence[Left],
    ) -> None:
        """Subtract one seat's deduction; a false one that the writer carried on is remembered."""
        side = self.ledger.side_of[LETTERS.index(seat)]
        if standing is not None:
            self.ledger.deduct(side, standing)
            self.ledger.rests[side] = None
        elif due is not None and due[0] == due[1]:
            self.ledger.deduct(side, due[0])
            if claim is not None:
                self.ledger.slip((claim.line, "false-deduction"), side, due[0] - claim.points)
            elif any_claims and due[0]:
                line = next((node.line for node in left if node.seat == seat), left[0].line if left else 0)
                self.ledger.slip((line, "false-deduction"), side, due[0])
        elif claim is not None:
            self.ledger.deduct(side, claim.points)
        elif not any_claims:
            judge.hands_missing = judge.hands_missing or self.ledger.scores[side] is not None
            self.ledger.lose(side)

    def _holdings(
        self, judge: RoundJudge, left: Sequence[Left]
    ) -> tuple[dict[str, Holding], dict[str, tuple[Holding, Cause]]]:
        """Hands at the end as ruled, and those written otherwise with the finding that says so."""
        written = {node.seat: node for node in left}
        hands: dict[str, Holding] = {}
        others: dict[str, tuple[Holding, Cause]] = {}
        unseen = judge.lost or judge.gap or not judge.turn or (judge.end is not None and judge.end[0] == "void")
        refused = self._refuse_left(judge, left) if unseen else set()
        out = judge.said[1] if judge.said is not None and judge.said[0] == "out" else None
        for number, seat in enumerate(LETTERS[: self.seats]):
            node = written.get(seat)
            if not unseen and node is not None and judge.holds_exactly(number, node.tiles):
                hands[seat] = self._known_hand(judge, number)
                continue
            said = holding(self.rules, node.tiles, node.pips) if node else None
            if unseen:
                if number == out:
                    hands[seat] = Holding((), 0, 0)
                else:
                    hands[seat] = said if said is not None and seat not in refused else Holding(None, 0, 10**6)
                if said is not None and node is not None and seat in refused:
                    others[seat] = (said, (node.line, "false-left"))
                continue
            known = self._known_hand(judge, number)
            if node is None or said is None:
                out = judge.end is not None and judge.end[:2] == ("out", number)
                hands[seat] = Holding((), 0, 0) if out else known
                continue
            since = len(self.desk.findings)
            if self._check_left(judge, number, node, known, said):
                hands[seat] = known if known.pips is not None else said
            elif self.desk.settle_mark(node.line, node.mark, since):
                hands[seat] = said
            else:
                hands[seat] = known
                others[seat] = (said, (node.line, "false-left"))
        return hands, others

    def _refuse_left(self, judge: RoundJudge, left: Sequence[Left]) -> set[str]:
        """The seats whose `left` line no round can have, each with a finding unless it stood."""
        said = judge.said
        end = None if said is None else (said[0], None if said[1] is None else LETTERS[said[1]], said[2])
        trail = None if judge.lost else judge.trail
        return refuse(self.desk, left, impossible(self.rules, [self.seats], left, end, trail))

    def _known_hand(self, judge: RoundJudge, seat: int) -> Holding:
        hand, unknown = judge.hands[seat], judge.unknown[seat]
        if unknown != 0 and judge.watch is not None and (found := judge.watch.holding(seat)) is not None:
            return found
        low = pips_of(hand)
        if unknown == 0:
            tiles = tiles_of(hand) if self.rules.rounding_per is RoundingPer.TILE else ()
            return Holding(tiles, low, low)
        if unknown is None:
            return Holding(None, low, 10**6)
        free = judge.free()
        return Holding(None, low + lightest(free, unknown), low + heaviest(free, unknown))

    def _check_left(self, judge: RoundJudge, seat: int, node: Left, known: Holding, said: Holding) -> bool:
        """Whether what is written of a hand left agrees with what is known of it."""
        unknown = judge.unknown[seat]
        agrees = said.high >= known.low and said.low <= known.high
        if node.tiles is not None:
            mask = 0
            for tile in node.tiles:
                if isinstance(tile, Tile):
                    mask |= 1 << tile.index
            missing = judge.hands[seat] & ~mask
            free = sum(not isinstance(tile, Tile) for tile in node.tiles)
            agrees = missing.bit_count() <= free
            if unknown is not None:
                agrees = agrees and len(node.tiles) == judge.size(seat)
            if unknown == 0:
                agrees = agrees and not mask & ~judge.hands[seat]
        if agrees:
            return True
        if node.tiles is not None or unknown is None:
            expected, found = judge.hand_text(seat), " ".join(map(str, node.tiles or ())) or "-"
        else:
            expected = str(known.low) if known.pips is not None else f"{known.low}-{known.high}"
            found = str(node.pips)
        text = "false-left" if node.tiles is not None else "false-left-pips"
        cause = self.missed() or judge.went_on  # as written, the round went on
        self.desk.find(
            "false-left", node.line, status=Status.WRONG if cause is None else Status.CONSEQUENCE, expected=expected,
            found=found, seat=node.seat, text=text, because_of=cause,
        )  # fmt: skip
        return False

    def _score_line(self, judge: RoundJudge, node: ScoreLine) -> None:
        """Running scores as written against those as ruled."""
        desk, ledger = self.desk, self.ledger
        since = len(desk.findings)
        unknown: list[str] = []
        end_decides = decided = False
        together = self._false_together(judge, node)
        for side, written in node.scores:
            if side not in ledger.sides:
                self._unknown_side(node.line, side)
                continue
            index = ledger.sides.index(side)
            ruled = ledger.scores[index]
            self.judged.ruled[-1].written[side] = written
            settled = judge.end_unseen and ruled is not None and self._may_be_settled(ruled, written)
            end_decides = end_decides or settled
            if ruled is None or judge.lost or settled:  # it may have been blocked, and settled
                possible = judge.possible(index)
                if possible is not None and (together == side or not self._may_reach(judge, possible, written)):
                    cause = judge.impossible.get(index)
                    desk.find(
                        "false-score", node.line, f"side {side}", text="false-score-unseen", side=side, found=written,
                        expected=value(possible), possible=runs(possible), because_of=cause,
                        status=Status.CONSEQUENCE if cause else Status.WRONG,
                    )  # fmt: skip
                elif possible == (written,) and not judge.end_unseen:
                    decided = True
                elif not judge.lost and ledger.may_be(index, written):
                    unknown.append(side)
                elif not judge.lost:
                    desk.find(
                        "false-score", node.line, f"side {side}", rule="points", text="false-score-step", side=side,
                        found=written, expected=None, of=ledger.step,
                    )  # fmt: skip
                ledger.take(index, written)
            elif ruled != written:
                self._false_score(node, index, ruled, written)
        if unknown:
            needs = "turns" if not judge.turn else "end" if end_decides else "score-before"
            needs = "table-scores" if self.from_table and judge.turn else needs
            needs = "hand" if judge.hands_missing and judge.turn else needs
            first = judge.unscored.get(ledger.sides.index(unknown[0])) if unknown[0] in ledger.sides else None
            needs = "points" if first is not None and needs == "score-before" else needs
            if any(isinstance(each, Gap) for each in judge.round.nodes):
                needs = "gap"
            sides = ", ".join(unknown)
            desk.find(
                "score-unknown", node.line, f"side {unknown[0]}", Status.UNDECIDED, needs=needs, side=sides, first=first
            )
        self.unsure = self.unsure or bool(unknown) or decided
        if desk.settle_mark(node.line, node.mark, since):
            for side, written in node.scores:
                if side in ledger.sides:
                    ledger.take(ledger.sides.index(side), written)
        before = self.won
        if unknown or decided or judge.lost:
            self._reached(node)
        if before is None and self.won is not None:
            judge.end = judge.end or ("won", None, node.line)

    def _may_reach(self, judge: RoundJudge, possible: Sequence[int], written: int) -> bool:
        """Whether one of these scores, or a settlement nobody recorded, gives the written one."""
        if written in possible:
            return True
        return judge.end_unseen and any(self._may_be_settled(each, written) for each in possible)

    def _false_together(self, judge: RoundJudge, node: ScoreLine) -> str | None:
        """The side whose score agrees with no table on which those written before it are right; None where all do."""
        found, kept = judge.unseen_scores(), None
        for side, written in node.scores:
            index = self.ledger.sides.index(side) if side in self.ledger.sides else -1
            if found is None or judge.end_unseen or index < 0 or judge.possible(index) is None:
                continue
            part = self.ledger.parts[index] or 0
            kept = frozenset(each for each in found if part + each[index] == written)
            if not kept:
                return side
            found = kept
        return None

    def _may_be_settled(self, ruled: int, written: int) -> bool:
        """Whether a settlement can lead from one score to the other."""
        if self.rules.target_rule is TargetRule.EXACTLY and written > self.ledger.target:
            return False
        return written < ruled or (self.awards and written != ruled)

    def _false_score(self, node: ScoreLine, index: int, ruled: int, written: int) -> None:
        desk, ledger = self.desk, self.ledger
        side = ledger.sides[index]
        cause = ledger.cause_of(index, written) or (self.missed() if self.won else self.won_as_written)
        status = Status.WRONG if cause is None else Status.CONSEQUENCE
        doubtful = desk.doubt is not None
        desk.find(
            "false-score", node.line, f"side {side}", status, expected=ruled, found=written, side=side, because_of=cause
        )
        if doubtful:
            ledger.scores[index] = written  # the round may have gone otherwise: the next one starts from these words
        elif cause is None:
            ledger.slip((node.line, "false-score"), index, written - ruled)

    # -- the end of the match -----------------------------------------------------------------------------------------

    def _decide(self, judge: RoundJudge) -> None:
        """The target is looked at when the round is over: the highest score wins, a tie goes on (a20)."""
        scores = [score for score in self.ledger.scores if score is not None]
        if judge.end is None or judge.end[0] == "void" or len(scores) != len(self.ledger.scores):
            return
        best = max(scores)
        if best >= self.ledger.target and scores.count(best) == 1:
            self.won = (scores.index(best), judge.end[2], None)

    def judge_result(self) -> None:
        """Judge what the record says of the winner."""
        results = self._results()
        ledger = self.ledger
        if not results:
            unread = any(isinstance(node, Unread) for node in self.entry.nodes)
            if self.won is None and self.entry.rounds and not unread:
                last = max(node.line for node in self.entry.nodes)
                self.desk.find("winner-unknown", last, status=Status.UNDECIDED, needs="winner")
            elif self.won is not None:
                self.judged.winner = ledger.sides[self.won[0]]
            return
        node = results[0]
        since = len(self.desk.findings)
        ruled = None if self.won is None else ledger.sides[self.won[0]]
        self.judged.winner = ruled
        if node.side is not None and node.side not in ledger.sides:
            self._unknown_side(node.line, node.side)
        elif ruled != node.side:
            self._false_result(node, ruled)
        self.desk.settle_mark(node.line, node.mark, since)

    def _false_result(self, node: Result, ruled: str | None) -> None:
        ledger = self.ledger
        cause: Cause | None = self.missed() if self.won else None
        text = "false-winner" if ruled else "false-winner-none"
        if node.side is None:
            text = "false-unfinished"
        elif ruled is None:
            index = ledger.sides.index(node.side)
            score = ledger.scores[index]
            possible = self.at.possible(index) if self.at is not None else None
            if score is None and (possible is None or max(possible, default=0) >= ledger.target):
                self.desk.find(
                    "winner-unknown", node.line, status=Status.UNDECIDED, needs="score", text="winner-not-seen",
                    found=node.side,
                )  # fmt: skip
                return
            if score is None:
                score = max(possible or (0,))
            if self.last_unsure and score >= ledger.target:
                return  # by the written scores the side has won; the round could not be verified
            slips = [(each, difference) for each, where, difference in ledger.slips if where == index]
            if slips and score + sum(difference for _, difference in slips) >= ledger.target:
                cause = slips[-1][0]
        self.desk.find(
            "false-winner", node.line, "seat", Status.WRONG if cause is None else Status.CONSEQUENCE, expected=ruled,
            found=node.side, target=ledger.target, text=text, because_of=cause,
        )  # fmt: skip

    # -- traces ------------------------------------------------------------------------------------------------------

    def _trace(self, judge: RoundJudge, last: bool) -> None:
        trace: RoundTrace = judge.trace
        trace.starter = None if judge.starter is None else LETTERS[judge.starter]
        trace.start = judge.start
        if judge.end is not None:
            how, seat, _ = judge.end
            trace.end = None if how == "stopped" else how
            trace.ender = None if seat is None else LETTERS[seat]
        elif last and judge.turn:
            trace.end = "unfinished"
        trace.scores = self.ledger.as_dict()
        if self.won is None:
            found, starter = next_starter(self, judge.end)
            trace.following = (found, None if starter is None else LETTERS[starter])
        self.judged.rounds.append(trace)
