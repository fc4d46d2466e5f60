"""One round replayed and judged: turns, draws, passes, the end. `match.py` holds what goes from round to round.

Hands are bits plus the number of tiles nobody recorded, so that what is certain is told from what is not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from .errors import PlayError
from .findings import Status
from .hidden import Watch, watch
from .judged import Held, Opening, RoundTrace, Step, mark
from .ledger import Cause
from .legal import openers
from .placing import PLACED, Open, Placed, check_claim, check_sum, given_table, misfit, place
from .record import (
    Action,
    Adjust,
    Award,
    Boneyard,
    CountedClaim,
    Deal,
    Deduct,
    End,
    Figure,
    Gap,
    GivenHand,
    GivenScore,
    GivenTable,
    GivenTurn,
    JointsClaim,
    Left,
    Node,
    OpenClaim,
    Round,
    ScoreLine,
    SpinnerClaim,
    Spot,
    Starter,
    Unread,
)
from .rules import (
    WORDED,
    BlockStarter,
    Credit,
    Decided,
    ExtraTurn,
    LastTile,
    NextStarter,
    OpeningTile,
    Scoring,
    Stock,
    TargetRule,
)
from .settle import LETTERS
from .stretch import Stretch, begin, gains, unknown
from .table import Table, points_of
from .tables import Said
from .tiles import AnyTile, Tile, TileSet, UnknownTile, mask_of, tile_at, tiles_of
from .trail import Trail

if TYPE_CHECKING:
    from .match import MatchJudge

_END_LINES = (End, Left, Deduct, Award, ScoreLine)
_GIVEN = (GivenTable, GivenTurn, GivenScore, GivenHand)
_IMPOSSIBLE = ("false-total", "false-points")
_CLAIMS = (SpinnerClaim, CountedClaim, OpenClaim, JointsClaim)


class RoundJudge:
    """The state of one round and the checks of its lines.

    `hands` are known tiles as bits, `unknown` the numbers of tiles held that nobody recorded (None: not even that is
    known). `end` is (how, seat or None, line) as ruled; `said` the same as written.
    """

    __slots__ = (  # every turn reads many of them
        "_slip_seat", "also", "before", "boneyard", "by_ends", "count", "desk", "detail", "drawn", "drew", "early",
        "end", "end_unseen", "extra", "facts", "found", "gains", "gap", "given_before", "hands", "hands_missing",
        "impossible", "last_drawn", "late", "ledger", "lost", "match", "middle", "open", "opens_double", "order",
        "passes", "plays_again", "points_by_total", "rests_before", "round", "rules", "said", "scores_before",
        "shown", "skipped", "slips_before", "start", "starter", "stock", "stretch", "table", "to_play", "trace",
        "trail", "turn", "turn_given", "turns_missing", "unknown", "unscored", "unseen", "watch", "went_on",
    )  # fmt: skip

    def __init__(self, match: MatchJudge, round_: Round) -> None:
        self.match, self.rules, self.desk, self.ledger = match, match.rules, match.desk, match.ledger
        self.round = round_
        self.ledger.parts = [None] * len(self.ledger.parts)
        self.desk.nodes = round_.nodes
        self.count = match.seats
        self.table: Table | None = Table(self.rules)
        self.hands = [0] * self.count
        self.unknown: list[int | None] = [None] * self.count
        self.stock: int | None = None  # number of tiles in the boneyard
        self.order: list[AnyTile] | None = None
        self.boneyard: Boneyard | None = None  # the line that names it
        self.to_play: int | None = None
        self.also: tuple[int, ...] = ()  # seats that may move instead, after a fault that leaves it open
        self.early = (-1, 0)  # the seat that moved out of turn last, and in which turn
        self.passes = 0
        self.drew = False
        self.last_drawn: AnyTile | None = None
        self.end: tuple[str, int | None, int] | None = None
        self.said: tuple[str, int | None, int] | None = None
        self.lost = False  # the layout is not known because of a fault: nothing more is checked
        self.late = False  # a turn came after the end of the round: nothing more happens in it
        self.went_on: Cause | None = None  # the fault of who did so
        self.end_unseen = False  # whether the round ended, and was settled, is not known
        self.hands_missing = False  # scores are not known because hands left are not
        self.gap = False  # the layout is not known because lines are missing
        self.trail: Trail | None = None  # what was known of the tiles before that
        self.open = False  # the deal and the starter have been looked at
        self.middle = False  # the round begins with given facts
        self.turn_given: GivenTurn | None = None  # the line that says whose turn it is, before any turn
        self.starter: int | None = None
        self.start: str | None = None
        self.turn = 0
        self.detail = match.detail
        self.opens_double = self.rules.opening_tile is not OpeningTile.ANY
        self.by_ends = self.rules.scoring is Scoring.EQUAL_ENDS
        self.points_by_total = match.points_by_total
        self.extra = self.rules.extra_turn
        self.plays_again = self.extra is not ExtraTurn.NONE
        self.drawn = 0  # tiles drawn in this turn
        self._slip_seat: tuple[int, int] | None = None
        self.skipped: list[int] = []
        self.unseen: list[int] = []  # lines whose check needs hands
        self.shown: dict[int, int] = {}  # tiles of hidden hands: the line that shows the tile was held
        self.trace = RoundTrace(round_.head.number, round_.head.line)
        self.before = list(self.ledger.scores)
        self.slips_before = list(self.ledger.slips)
        self.rests_before = list(self.ledger.rests)
        self.facts = True  # given facts may stand here: before the first turn, and after a gap
        self.watch: Watch | None = None  # where tiles are unseen
        self.given_before = match.given
        self.stretch: Stretch | None = None  # where the layout is not known
        self.scores_before: list[int | None] = []  # where that began
        self.gains: frozenset[tuple[int, ...]] | None = frozenset(((0,) * len(self.before),))  # of earlier stretches
        self.unscored: dict[int, int] = {}  # sides: the first line whose points are not known
        self.impossible: dict[int, Cause] = {}  # sides: a line with points that cannot be
        self.found = False  # the layout was not known, and follows from later lines
        self.turns_missing = False  # since a `gap`

    # -- lines before the first turn -------------------------------------------------------------------------------

    def run(self) -> None:
        """Replay and check every line of the round."""
        nodes = self.round.nodes
        turn = self.take_turn
        for number, node in enumerate(nodes):
            if type(node) is Action:
                turn(node, number)
            elif isinstance(node, _END_LINES):
                self.begin()
                self.match.settle_lines(self, nodes[number:])
                for each in nodes[number:]:
                    if isinstance(each, Figure):
                        self._mark(each)
                break
            else:
                self._other(node)
        else:
            self.begin()
            self.match.settle_lines(self, ())

    def _other(self, node: Node) -> None:
        """A line that is neither a turn nor one of the end."""
        if not self.open and isinstance(node, Deal):
            self._deal(node)
        elif not self.open and isinstance(node, Starter):
            self._starter(node)
        elif isinstance(node, _CLAIMS):
            if self.table is not None:
                check_claim(self.desk, self.table, node)
            elif self.stretch is not None and not self.lost:
                self.stretch.claim(node)
                self._known_again(node.line)
        elif isinstance(node, Figure):
            self._mark(node)
        elif isinstance(node, Unread):
            if not node.harmless:
                self._lose(node.line)
        elif isinstance(node, Gap):
            self.begin()
            self._gap()
        elif isinstance(node, Adjust):
            self.match.adjust(node)
        elif isinstance(node, _GIVEN):
            self._given(node)
        elif isinstance(node, Boneyard) and (not self.open or (node.given and self.facts_may_stand())):
            if node.given:
                self._in_the_middle()
            self.stock, self.boneyard = node.size, node
            self.order = list(node.tiles) if node.tiles is not None else None
        elif self.open:
            self.desk.find("misplaced-line", node.line, text="misplaced-late")

    def _mark(self, node: Figure) -> None:
        """Enter a figure where a trace is kept."""
        if self.match.detail:
            here = None if self.table is None else self.table.position()
            mark(node, here, self.turn, self.trace.steps, self.trace.asides)

    def _given(self, node: GivenTable | GivenTurn | GivenScore | GivenHand) -> None:
        """Facts taken as true: before the first turn, or where the layout is not known any more."""
        if not self.facts_may_stand():
            self.desk.find("misplaced-line", node.line, text="misplaced-given")
            return
        self.facts = True
        if isinstance(node, GivenScore):
            self.match.given_score(node)
            if self.match.won is not None:
                self.end = ("won", None, node.line)
            if not self.turn:
                self.before = list(self.ledger.scores)
            return
        self._in_the_middle()
        if isinstance(node, GivenTable):
            if self.open and self.turn_given is None:
                self.to_play, self.also = None, ()
            self.passes = 0
            self._given_table(node)
        elif isinstance(node, GivenTurn):
            self._given_turn(node)
        else:
            self._given_hand(node)

    def facts_may_stand(self) -> bool:
        """Whether given facts may stand here."""
        return self.facts or self.lost or self.gap or self.found

    def _in_the_middle(self) -> None:
        """The round begins with given facts; the match too where it is the first."""
        if not self.middle and self.match.first_round and not self.match.given:
            self.ledger.forget()
            self.match.given = True
        self.middle = True

    def _given_turn(self, node: GivenTurn) -> None:
        """Whose turn it is, said once."""
        first = self.turn_given
        if first is not None:
            if first.seat == node.seat:
                self.desk.find("repeated-line", node.line, first=first.line)
            else:
                self._turn_conflict(node, first.seat)
            return
        self.turn_given, self.to_play, self.also = node, LETTERS.index(node.seat), ()

    def _turn_conflict(self, node: GivenTurn, expected: str) -> None:
        self.desk.find(
            "given-conflict", node.line, "seat", text="given-conflict-turn", expected=expected, found=node.seat, rule=""
        )

    def _given_table(self, node: GivenTable) -> None:
        held = self.trail.placed if self.trail is not None else 0
        lacking = held & ~mask_of(tuple(each.spot.tile for each in node.placed))
        if lacking:
            tile = tile_at((lacking & -lacking).bit_length() - 1)
            self.desk.find(
                "given-conflict", node.line, text="given-conflict-gone", tile=str(tile),
                first=self.desk.line_of(tile, node.line) or self.round.head.line,
            )  # fmt: skip
        self.close_stretch()
        self.turns_missing = self.found = False
        self.table = Table(self.rules)
        if self.lost:  # what was played since then has not been followed
            self._forget()
        self.gap = self.lost = False
        if not given_table(self.desk, self.table, node.placed, node.line):
            self._lose(node.line)

    def _given_hand(self, node: GivenHand) -> None:
        seat = LETTERS.index(node.seat)
        self.hands[seat] = mask_of(node.tiles)
        self.unknown[seat] = sum(each.index < 0 for each in node.tiles)
        self._no_tile_twice(node.line, node.tiles, seat, "given-conflict")

    def _deal(self, node: Deal) -> None:
        seat = LETTERS.index(node.seat)
        since, before = len(self.desk.findings), self.desk.doubt
        size = self.rules.hand_sizes[self.count]
        if len(node.tiles) != size:
            self.desk.find("deal-size", node.line, expected=size, found=len(node.tiles), seat=node.seat)
            self.desk.doubt = self.desk.doubt or (node.line, "deal-size")
        self.hands[seat] = mask_of(node.tiles)
        self.unknown[seat] = len(node.tiles) - self.hands[seat].bit_count()
        self._no_tile_twice(node.line, node.tiles, seat, "dealt-twice")
        if self.desk.settle_mark(node.line, node.mark, since):
            self.desk.doubt = before

    def _no_tile_twice(self, line: int, tiles: Sequence[AnyTile], seat: int, code: str) -> None:
        """AS6, SR9: every tile is there once."""
        elsewhere = 0
        for other, hand in enumerate(self.hands):
            if other != seat:
                elsewhere |= hand
        if self.table is not None:
            for index in self.table.placed:
                elsewhere |= 1 << index
        known = mask_of(tiles)
        if not known & elsewhere and known.bit_count() + sum(each.index < 0 for each in tiles) == len(tiles):
            return
        seen = 0
        for number, tile in enumerate(tiles):
            if tile.index < 0:
                continue
            bit = 1 << tile.index
            if (seen | elsewhere) & bit:
                first = self.match.line_of(self.round, tile, line)
                text = "given-conflict-tile" if code == "given-conflict" else code
                self.desk.find(code, line, f"tile {number}", tile=str(tile), first=first, text=text)
                self.desk.doubt = self.desk.doubt or (line, code)
            seen |= bit

    def _starter(self, node: Starter) -> None:
        """AS16-20, SR17-20: lot in round 1 and after a block, else the ender."""
        self.start, self.starter = node.how, LETTERS.index(node.seat)
        since = len(self.desk.findings)
        must, ender = self.match.must_start()
        if must == "lot" and node.how == "start":
            rule = "first-starter" if self.match.first_round else "block-starter"
            self.desk.find("wrong-starter", node.line, "", rule=rule, text="wrong-starter-lot", found=node.how)
        elif must == "start" and ender is not None and ender != self.starter:
            self.desk.find("wrong-starter", node.line, "seat", expected=LETTERS[ender], found=node.seat)
            self.also = (ender,)
        elif must == "double" and node.how == "lot":
            last = self.match.last_end
            rule = "next-starter" if last is None or last[0] == "out" else "block-starter"
            rule = "first-starter" if self.match.first_round else rule
            self.desk.find("wrong-starter", node.line, "", rule=rule, text="wrong-starter-no-lot")
        elif must == "start" and ender is not None and node.how == "lot":
            self.desk.find("wrong-starter", node.line, "", text="wrong-starter-ender", expected=LETTERS[ender])
        if must != "double" and self.desk.settle_mark(node.line, node.mark, since):
            self.also = ()

    def begin(self) -> None:
        """Fix hands, boneyard and starter before the first turn or end line."""
        if self.open:
            return
        self.open = True
        written = self.stock
        if not self.middle:
            size = self.rules.hand_sizes[self.count]
            for seat in range(self.count):
                if self.unknown[seat] is None:
                    self.unknown[seat] = size
            held = sum(self.size(seat) or 0 for seat in range(self.count))
            self._set_stock(written, held)
            self.watch = watch(self) if self.match.together else None
            self._hands_afterwards()
            self._last_hand()
        else:
            self.watch = watch(self) if self.match.together else None
            self._hands_afterwards()
        if self.middle and self.table is not None:
            self.match.go_on_from(self.table)
            sizes = [self.size(seat) for seat in range(self.count)]
            if self.rules.stock is Stock.NONE:
                self.stock = 0
            elif None not in sizes:
                self._set_stock(written, sum(each for each in sizes if each is not None) + len(self.table))
        boneyard = self.boneyard
        if boneyard is not None and boneyard.tiles:
            code = "given-conflict" if boneyard.given else "dealt-twice"
            self._no_tile_twice(boneyard.line, boneyard.tiles, -1, code)
        if self.match.doubles_start:
            self._highest_double_starts()
        turn, starter = self.turn_given, self.starter
        untouched = self.table is not None and not len(self.table)  # nobody has moved yet
        if turn is not None and starter is not None and untouched and LETTERS[starter] != turn.seat:
            self._turn_conflict(turn, LETTERS[starter])
        if self.to_play is None:
            self.to_play = self.starter
            if self.starter is None and not self.middle:
                self._no_starter()
        if self.detail:
            position = None if self.table is None else self.table.position()
            self.trace.opening = Opening(self._held(), self.stock, self.ledger.as_dict(), position)

    def _set_stock(self, written: int | None, used: int) -> None:
        """AS14, SR16: the boneyard is what is neither in a hand nor on the table; `boneyard` must say the same."""
        rest = max(0, len(TileSet(self.rules.max_pips)) - used)
        if written is not None and written != rest and self.desk.doubt is None:
            line = next((node.line for node in self.round.nodes if isinstance(node, Boneyard)), self.round.head.line)
            code = "given-conflict" if self.middle else "false-boneyard"
            self.desk.find(code, line, "number", expected=rest, found=written, text="false-boneyard", rule="boneyard")
        self.stock = rest if written is None or not self.middle else written

    def _hands_afterwards(self) -> None:
        """3-56: what a hidden hand placed or had left, and had not drawn, it held from the beginning."""
        if self.desk.doubt is not None or all(each == 0 for each in self.unknown):
            return
        for seat in range(self.count):
            if self.unknown[seat] == 0:
                continue
            held, found = self._afterwards(seat)
            size = self.size(seat)
            complete = found is not None and size in (None, found.bit_count())
            if not complete or found is None:
                found = held
            new = found & ~self.hands[seat]
            if any(hand & new for other, hand in enumerate(self.hands) if other != seat):
                continue
            if complete and not self.hands[seat] & ~found:
                self.hands[seat], self.unknown[seat] = found, 0
            elif size is not None and new.bit_count() <= (self.unknown[seat] or 0):
                self.hands[seat] |= new
                self.unknown[seat] = size - self.hands[seat].bit_count()

    def _afterwards(self, seat: int) -> tuple[int, int | None]:
        """Tiles a seat is known to have held from the beginning, as bits: by its plays alone, and all of them."""
        letter = LETTERS[seat]
        held = drawn = 0
        hidden = False  # from here on a tile may come from a draw nobody recorded
        left: int | None = None
        for node in self.round.nodes:
            if isinstance(node, Gap | Unread) or (isinstance(node, Action) and node.verb == "unknown"):
                return held, None
            if isinstance(node, Action) and node.seat == letter and node.mark != "withdrawn":
                if node.verb == "play" and not isinstance(node.tile, Tile):
                    return held, None
                if node.verb == "play" and node.mark is None and not hidden and not drawn >> node.tile.index & 1:  # type: ignore[union-attr]
                    held |= 1 << node.tile.index  # type: ignore[union-attr]
                    self.shown[node.tile.index] = node.line  # type: ignore[union-attr]
                hidden = hidden or any(each.index < 0 for each in node.drawn)
                drawn |= mask_of(node.drawn)
            elif isinstance(node, Left) and node.seat == letter:
                if node.pips == 0 and (self.size(seat) is not None or self._places(0)):  # else it may be [0|0]
                    left = 0
                elif node.tiles is not None and all(isinstance(each, Tile) for each in node.tiles):
                    left = mask_of(node.tiles)
                    self.shown.update((each.index, node.line) for each in node.tiles)
            elif isinstance(node, End) and node.how == "out" and node.seat == letter and left is None:
                left = 0
        if hidden or left is None:
            return held, None
        return held, held | (left & ~drawn)

    def _places(self, index: int) -> bool:
        """Whether the record places this tile in the round, or gives it on the table."""
        for node in self.round.nodes:
            if isinstance(node, GivenTable) and any(each.spot.tile.index == index for each in node.placed):
                return True
            if isinstance(node, Action) and node.tile is not None and node.tile.index == index:
                return True
        return False

    def _last_hand(self) -> None:
        """SR14: where all tiles are dealt, three hands give the fourth."""
        hidden = [seat for seat in range(self.count) if self.unknown[seat]]
        everything = TileSet(self.rules.max_pips)
        if self.rules.stock is Stock.NONE and len(hidden) == 1 and self.desk.doubt is None:
            seat = hidden[0]
            rest = everything.mask
            for other, hand in enumerate(self.hands):
                if other != seat:
                    rest &= ~hand
            if rest.bit_count() == self.size(seat) and not self.hands[seat] & ~rest:
                self.hands[seat], self.unknown[seat] = rest, 0

    def _highest_double_starts(self) -> None:
        """Where the holder of the highest double starts: seen from the hands, whatever the record says."""
        must, _ = self.match.must_start()
        if must != "double" or self.middle or any(each != 0 for each in self.unknown):
            return
        doubles = [(tile, seat) for seat in range(self.count) for tile in tiles_of(self.hands[seat]) if tile.is_double]
        if not doubles:
            return
        holder = max(doubles)[1]
        node = next((each for each in self.round.nodes if isinstance(each, Starter)), None)
        if node is None:
            self.starter = holder
            return
        since = len(self.desk.findings)
        if holder != self.starter:
            self.desk.find(
                "wrong-starter", node.line, "seat", rule="first-starter", expected=LETTERS[holder],
                found=LETTERS[self.starter] if self.starter is not None else None, text="wrong-starter-double",
                tile=str(max(doubles)[0]),
            )  # fmt: skip
            self.also = (holder,)
        if self.desk.settle_mark(node.line, node.mark, since):
            self.also = ()

    def _no_starter(self) -> None:
        must, ender = self.match.must_start()
        if must == "start" and ender is not None:
            self.to_play = self.starter = ender
        elif any(type(node) is Action for node in self.round.nodes):
            self.desk.find("starter-unknown", self.round.head.line, status=Status.UNDECIDED, needs="starter")

    def size(self, seat: int) -> int | None:
        """How many tiles a seat holds, where that is known."""
        unknown = self.unknown[seat]
        return None if unknown is None else self.hands[seat].bit_count() + unknown

    def holds_exactly(self, seat: int, tiles: Sequence[AnyTile] | None) -> bool:
        """Whether a seat is known to hold just these tiles."""
        return (
            tiles is not None
            and self.unknown[seat] == 0
            and mask_of(tiles) == self.hands[seat]
            and self.hands[seat].bit_count() == len(tiles)
        )

    # -- turns ---------------------------------------------------------------------------------------------------

    def take_turn(self, action: Action, number: int) -> None:
        """Replay one action line."""
        self.turn += 1
        desk = self.desk
        desk.turn = self.turn
        if not self.open:
            self.begin()
        self.facts = False
        seat = ord(action.seat) - 65  # type: ignore[arg-type]
        if self.watch is not None:
            self.watch.turn(action)
        if self.lost or self.late:
            self.skipped.append(action.line)
            self._step(action, verified=False)
            return
        if action.mark == "withdrawn":
            desk.find("withdrawn", action.line, status=Status.STANDS, seat=action.seat, tile=str(action.tile))
            self._show(action, seat)
            self._step(action)
            return
        since = len(desk.findings)
        if self.end is not None:
            self._after_end(action)
            return
        if seat != self.to_play and self.to_play is not None:
            self._out_of_turn(action, seat)
        verb = action.verb
        if verb == "play":
            self._play(action, seat, number, since)
        elif verb == "pass":
            self._pass(action, seat, since)
        elif verb == "draw":
            self._draw(action, seat, since)
        else:
            self._unknown_play(action, seat)

    def _show(self, action: Action, seat: int) -> None:
        """A tile taken back was seen: the seat holds it."""
        tile, unknown = action.tile, self.unknown[seat]
        if isinstance(tile, Tile) and unknown and self.desk.doubt is None and self._where(tile) is None:
            self.hands[seat] |= 1 << tile.index
            self.unknown[seat] = unknown - 1
            self.shown[tile.index] = action.line

    def _next(self, seat: int) -> None:
        """AS21, SR21: turns go clockwise."""
        self.to_play = (seat + 1) % self.count
        self.also = ()
        self.drew = False
        self.drawn = 0
        self.last_drawn = None

    def _after_end(self, action: Action) -> None:
        """AS57, AS63-64, SR48, SR60: nothing follows the end of a round or match."""
        won = self.match.won
        since = len(self.desk.findings)
        if won is not None:
            self.match.report_over(action.line, mark=action.mark)
        elif self.end is not None:
            how, seat, line = self.end
            keys = {"out": "round-over", "blocked": "round-over-blocked"}
            key = keys.get(how, "round-over-written") if seat is not None or how != "out" else "round-over-written"
            self.desk.find(
                "round-over", action.line, rule=how if how in keys else "", text=key, first=line,
                seat=LETTERS[seat] if seat is not None else "",
            )  # fmt: skip
            if not self.desk.settle_mark(action.line, action.mark, since):
                self.went_on = (action.line, "round-over")
        self.late = True
        self._step(action, verified=False)

    def _out_of_turn(self, action: Action, seat: int) -> None:
        """The wrong seat moved. A line whose tile the right seat holds is a slip of the letter."""
        expected = self.to_play
        assert expected is not None
        if seat in self.also or self._after_swap(seat, expected):
            self.to_play = seat
            return
        tile = action.tile
        held = (
            isinstance(tile, Tile) and self.hands[expected] >> tile.index & 1 and not self.hands[seat] >> tile.index & 1
        )
        if self.drew and isinstance(self.last_drawn, Tile) and self._fits(self.last_drawn):
            self.desk.find("drawn-not-played", action.line, "seat", seat=LETTERS[expected], tile=str(self.last_drawn))
            self._doubt(action, "drawn-not-played")
            self.drew, self.last_drawn = False, None
            return
        text = "wrong-seat-drew" if self.drew else "wrong-seat-draw" if self._drawable() else "wrong-seat"
        self.desk.find(
            "wrong-seat", action.line, "seat", expected=LETTERS[expected], found=action.seat,
            text="wrong-seat-held" if held else text, tile=str(tile),
        )  # fmt: skip
        if action.mark != "stands":
            # a slip of the letter, and the others go on as they should; or two lines in the wrong order
            self.also = ((expected + 1) % self.count, expected)
            self.early = (seat, self.turn)
        self._slip_seat = (seat, expected) if action.mark != "stands" else None

    def _after_swap(self, seat: int, expected: int) -> bool:
        """Whether the seat expected has moved already, one turn too early."""
        early, turn = self.early
        return early == expected and turn == self.turn - 2 and seat == (early + 1) % self.count

    def _doubt(self, action: Action | Deal, code: str) -> None:
        if self.desk.doubt is None and action.mark != "stands":
            self.desk.doubt = (action.line, code)

    def _fits(self, tile: Tile) -> bool:
        table = self.table
        return table is not None and bool(table.fits >> tile.index & 1) and tile.index not in table.placed

    def _play(self, action: Action, seat: int, number: int, since: int) -> None:
        desk, table = self.desk, self.table
        line, _, _, tile, port, at, site_port, total_said, points_said, _, mark, _ = action
        if table is None or tile is None or tile.index < 0 or (at is not None and at.index < 0):
            self._unknown_play(action, seat)
            return
        slip, also = self._slip_seat, self.also
        self._slip_seat = None
        bit = 1 << tile.index
        hands = self.hands
        if hands[seat] & bit and not self.drew:
            hands[seat] ^= bit
        else:
            self._take(action, seat, slip, bit)
        if self.opens_double and not len(table):
            self._check_opening(action, seat, bit)
        legal = self._legal(seat, bit) if self.detail else None
        hand = tiles_of(hands[seat] | bit) if legal is not None else None
        placed: Placed | Open | None = PLACED
        if self.detail or at is None or port is not None:
            rest = self.round.nodes[number + 1 :] if at is None else ()
            placed = place(desk, table, action, rest, self._by_scores)
        else:  # as `place` does, without what only a trace wants
            try:
                table.put(tile, table.site_for(tile, at, site_port))  # type: ignore[arg-type]
            except PlayError as error:
                placed = misfit(desk, table, tile, action, error)  # type: ignore[arg-type]
        if placed is None:
            if desk.settle_mark(line, mark, since):
                desk.find("layout-unknown", line, "site", Status.UNDECIDED, needs="ports")
            self._lose(line)
            self._step(action, verified=False)
            return
        if isinstance(placed, Open):
            self._keep_trail(missing=False)
            self.stretch = begin(desk, table, len(self.before), self.round.nodes, "site", told=True)
            self.scores_before = list(self.ledger.scores)
            self._goes_on_unseen(action, seat, since)
            return
        total = table.total
        points = table.points if self.by_ends else self.points_by_total[total]
        if total_said != total or points_said != (points or None) or desk.total_slip is not None:
            points = check_sum(desk, table, action)
            if self.rules.credit is Credit.CLAIMED and points_said is None:
                points = 0  # 3-18
        self.passes = 0
        side = self.ledger.side_of[seat]
        if mark is not None or len(desk.findings) > since:
            points = self._irregular(action, since, side, points, slip)
        self.to_play = (seat + 1) % self.count  # AS21, SR21
        self.also = ()
        if self.drew:
            self.drew, self.last_drawn, self.drawn = False, None, 0
        if self.plays_again and self._again(tile, points):
            self.to_play = seat
        if slip is not None:
            self.also = also  # the seat after the one whose turn it was may go on too
        if points:
            self._score(action, side, points)
        if not hands[seat] and self.unknown[seat] == 0:
            self._goes_out(action, seat)
        if self.detail:
            self._step(action, seat, placed=placed, points=points, legal=legal, hand=hand)

    def _again(self, tile: AnyTile, points: int) -> bool:
        """Whether the seat plays again after this placement."""
        double = isinstance(tile, Tile) and tile.is_double
        if self.extra is ExtraTurn.AFTER_DOUBLE:
            return double
        return points > 0 or (double and self.extra is ExtraTurn.AFTER_SCORE_OR_DOUBLE)

    def _check_opening(self, action: Action, seat: int, played: int) -> None:
        """The set tile must be a double, or the highest double the seat is known to hold."""
        tile = action.tile
        allowed = openers(self.rules, tiles_of(self.hands[seat] | played))
        if not isinstance(tile, Tile) or tile in allowed:
            return
        if self.rules.opening_tile is OpeningTile.HIGHEST_DOUBLE:
            text = "wrong-opening-highest"
            self.desk.find("wrong-opening", action.line, "tile", tile=str(tile), best=str(allowed[0]), text=text)
        else:
            self.desk.find("wrong-opening", action.line, "tile", tile=str(tile))

    def _take(self, action: Action, seat: int, slip: tuple[int, int] | None, bit: int) -> None:
        """Take the tile from the hand it was in: AS54 for a drawn tile, the seat's own hand, or where it really was."""
        tile = action.tile
        assert isinstance(tile, Tile)
        line = action.line
        last = self.last_drawn
        if self.drew and isinstance(last, Tile) and last != tile and self._fits(last):
            self.desk.find("drawn-not-played", line, "tile", seat=action.seat, tile=str(last))
            self._doubt(action, "drawn-not-played")
        elif self.drew and isinstance(last, Tile) and last != tile and not self.hands[seat] & bit:
            self.desk.find(
                "drawn-not-played", line, "tile", seat=action.seat, tile=str(tile), last=str(last),
                text="drawn-not-played-last",
            )  # fmt: skip
            self._doubt(action, "drawn-not-played")
        if self.hands[seat] & bit:
            self.hands[seat] ^= bit
            return
        unknown = self.unknown[seat]
        holder = next((each for each in range(self.count) if self.hands[each] & bit), None)
        if holder is None and self.trail is not None and self.trail.lacks(seat, bit):
            holder = self.trail.holder(bit)
            self._not_in_hand(action, tile, holder)
            return
        if holder is None and (unknown is None or unknown > 0):
            if unknown is not None:
                self.unknown[seat] = unknown - 1
            return
        if self.table is not None and tile.index in self.table.placed:
            return  # the placement says so
        if holder is not None and slip is not None and holder == slip[1]:
            self.hands[holder] ^= bit  # the letter was a slip: one finding is enough
            return
        if holder is not None:
            self.hands[holder] ^= bit
        self._not_in_hand(action, tile, holder)

    def _not_in_hand(self, action: Action, tile: Tile, holder: int | None) -> None:
        values: dict[str, object] = {"seat": action.seat, "tile": str(tile), "text": "not-in-hand"}
        if holder is not None:
            values |= {"text": "not-in-hand-other", "other": LETTERS[holder]}
        self.desk.find("not-in-hand", action.line, "tile", more=values)
        self._doubt(action, "not-in-hand")

    def _irregular(self, action: Action, since: int, side: int, points: int, slip: tuple[int, int] | None) -> int:
        """The points that count on a line with findings; what the writer may have carried on is remembered."""
        line = action.line
        codes = {each.code for each in self.desk.findings[since:] if each.line == line}
        if self.desk.settle_mark(line, action.mark, since):
            if action.points is None and "false-points" not in codes:
                return points
            self.ledger.rests[side] = None  # what stood may be no multiple of anything
            return action.points or 0
        if action.points is not None and action.points != points:
            cause = (line, "false-total" if "false-total" in codes else "false-points")
            self.ledger.slip(cause, side, action.points - points)
        elif action.points is None and points and "false-total" in codes:
            self.ledger.slip((line, "false-total"), side, -points)
        if slip is not None:
            self.ledger.slip((line, "wrong-seat"), side, -points)
            self.ledger.slip((line, "wrong-seat"), self.ledger.side_of[slip[1]], points)
        return points

    def _score(self, action: Action, side: int, points: int) -> None:
        """AS46, SR44: the placer's side scores; AS63, SR58-59: the target is looked at once."""
        ledger = self.ledger
        score = ledger.scores[side]
        if score is None:
            if self.stretch is None:
                ledger.pass_on(side, points)
            return
        exact = self.rules.target_rule is TargetRule.EXACTLY
        if exact and score + points > ledger.target:
            return
        score += points
        ledger.scores[side] = score
        if score >= ledger.target and self.rules.decided is Decided.AT_ONCE:
            slips = [(cause, difference) for cause, where, difference in ledger.slips if where == side]
            seen = score + sum(difference for _, difference in slips) >= ledger.target  # by the written points too
            self.match.won = (side, action.line, None if seen else self.desk.doubt or slips[-1][0])
            self.end = ("won", None, action.line)
        elif ledger.slips:
            self.match.won_as_written = ledger.cause_of_reaching(side) or self.match.won_as_written

    def _goes_out(self, action: Action, seat: int) -> None:
        """AS57, SR48: who places the last tile ends the round."""
        if self.end is not None:  # the placement won the match
            self.end = (self.end[0], seat, self.end[2])
            return
        if self.rules.last_tile is LastTile.BLOCKED and self._nobody_fits():
            self.end = ("blocked", None, action.line)
            return
        self.end = ("out", seat, action.line)

    def _unknown_play(self, action: Action, seat: int) -> None:
        """Something was played that nobody recorded, or where the layout is not known: what agrees is still known."""
        since = len(self.desk.findings)
        self._keep_trail(missing=False)
        if self.stretch is None and self.table is not None:
            needs = "site" if isinstance(action.tile, Tile) else "tile"
            self.stretch = begin(self.desk, self.table, len(self.before), self.round.nodes, needs)
            self.scores_before = list(self.ledger.scores)
        self._off_trail(action, seat)
        self._leaves_hand(action, seat)
        self._goes_on_unseen(action, seat, since)

    def _goes_on_unseen(self, action: Action, seat: int, since: int) -> None:
        """What follows from a placement after which the layout is not known, or was not before."""
        side, line = self.ledger.side_of[seat], action.line
        false = self._points_alone(action)
        followed = self._follow(action, seat, false, since)
        if self.desk.settle_mark(line, action.mark, since, unsure=True) and not followed:
            self.desk.find("layout-unknown", line, "site", Status.UNDECIDED, needs="ports")
        again = self._again_unseen(action)
        self._next(seat)
        if again is not False:
            self.to_play = seat if again else None
        impossible = [
            each.code for each in self.desk.findings[since:] if each.line == line and each.code in _IMPOSSIBLE
        ]
        if impossible and not false and action.mark is None:
            self.impossible[side] = (line, impossible[0])
            self._unscored(side, line)
        elif action.points:
            self._score(action, side, action.points)
        elif action.points is None and (action.total is None or points_of(self.rules, action.total)):
            self._unscored(side, line)
        self.table, self.gap, self.passes, self.turns_missing = None, True, 0, False
        if not followed:
            self._lose(line)
        self._known_again(line)
        if self.size(seat) == 0 and self.rules.last_tile is LastTile.OUT and not self.lost:
            self._goes_out(action, seat)
        self._step(action, seat, verified=False)

    def _follow(self, action: Action, seat: int, false: bool, since: int) -> bool:
        """Whether some table agrees with the placement; what none agrees with is a finding."""
        desk, stretch, line = self.desk, self.stretch, action.line
        if stretch is None:
            return True
        if any(each.code == "already-there" and each.line == line for each in desk.findings[since:]):
            stretch.tables.worlds = None
            return True
        trail, side = self.trail, self.ledger.side_of[seat]
        slipped, self._slip_seat = self._slip_seat is not None, None
        stretch.counted = stretch.counted and not slipped
        free = -1 if trail is None or desk.doubt is not None else trail.free(seat)
        return stretch.play(Said(action, free, side), false)

    def _unscored(self, side: int, line: int) -> None:
        """What a placement scored is not recorded."""
        if self.ledger.scores[side] is not None:
            self.unscored.setdefault(side, line)
            self.ledger.lose(side, self.scores_before[side] if self.scores_before else None)

    def _known_again(self, line: int) -> None:
        """The stretch leaves one table: the layout is known, and what its placements scored."""
        only = self.stretch.tables.only if self.stretch is not None and not self.lost else None
        if only is None or self.stretch is None:
            return
        ledger = self.ledger
        if self.stretch.counted and self.gains is not None and len(self.gains) == 1:
            for side, part in enumerate(ledger.parts):
                if ledger.scores[side] is None and part is not None:
                    score = part + only.gained[side] + next(iter(self.gains))[side]
                    ledger.scores[side] = score
                    ledger.parts[side] = None
                    self.unscored.pop(side, None)
                    if score >= ledger.target and self.rules.decided is Decided.AT_ONCE:
                        self.match.won = self.match.won or (side, line, None)
                        self.end = self.end or ("won", None, line)
        self._keep_gains(self.stretch)
        if self.stretch.turns:  # who passed or drew did so before the table was known
            self.skipped += self.stretch.unsure
            self.stretch.close()
        self.table, self.gap, self.stretch, self.found = only.table, False, None, True

    def _keep_gains(self, stretch: Stretch) -> None:
        """The points a stretch can have brought, of the sides whose scores do not hold them."""
        found, scores = gains(stretch, self.gains), self.ledger.scores
        self.gains = found and frozenset(
            tuple(each if scores[side] is None else 0 for side, each in enumerate(gained)) for gained in found
        )

    def close_stretch(self) -> None:
        """Say what a stretch in which the layout is not known leaves open."""
        stretch = self.stretch
        if stretch is None:
            return
        self._keep_gains(stretch)
        self.skipped += [each for each in stretch.unsure if each not in self.skipped]
        if not self.lost:
            stretch.close()
        self.stretch = None

    def unseen_scores(self) -> frozenset[tuple[int, ...]] | None:
        """The points by side that unseen placements can have brought; None where they are not known."""
        return None if self.lost else gains(self.stretch, self.gains)

    def possible(self, side: int) -> tuple[int, ...] | None:
        """The scores a side can have where only the points of unseen placements are missing; else None."""
        part, found = self.ledger.parts[side], self.unseen_scores()
        if part is None or found is None or self.ledger.scores[side] is not None:
            return None
        return tuple(sorted({part + each[side] for each in found}))

    def _by_scores(self, action: Action, sites: Sequence[Spot]) -> Sequence[int]:
        """The sites with which the later claims of the round about scores and the winner are true as they can be."""
        return self.match.agreeing(self, action, sites)

    def _leaves_hand(self, action: Action, seat: int) -> None:
        """One tile less in a hand; which one is not known where the record does not say."""
        tile, unknown = action.tile, self.unknown[seat]
        if isinstance(tile, Tile) and self.hands[seat] >> tile.index & 1:
            self.hands[seat] ^= 1 << tile.index
        elif isinstance(tile, Tile):
            self.unknown[seat] = unknown and unknown - 1
        else:
            size = self.size(seat)
            self.hands[seat], self.unknown[seat] = 0, size and size - 1

    def _again_unseen(self, action: Action) -> bool | None:
        """Whether the seat plays again after a placement on an unknown layout; None where that is not known."""
        if not self.plays_again:
            return False
        points = action.points
        if points is None and action.total is not None:
            points = points_of(self.rules, action.total)
        double = action.tile.is_double if isinstance(action.tile, Tile) else None
        after = {
            ExtraTurn.AFTER_DOUBLE: (double,),
            ExtraTurn.AFTER_SCORE: (points and points > 0,),
        }.get(self.extra, (double, points and points > 0))
        return True if True in after else None if None in after else False

    def _points_alone(self, action: Action) -> bool:
        """Points where the layout is not known: they must follow from the total written, or from some total.

        True where they do not, with a finding.
        """
        points = action.points
        if points is None or self.by_ends:
            return False
        if action.total is None:
            false = bool(points) and points not in self.points_by_total
        else:
            false = points != points_of(self.rules, action.total)
        if false:
            never = "false-points-never" + WORDED[self.rules.scoring]
            self.desk.find(
                "false-points", action.line, "points", rule="points", found=points,
                expected=0 if action.total is None else points_of(self.rules, action.total),
                text=never if action.total is None else "false-points-total",
                of=self.rules.multiple_of, total=action.total, alone=True,
            )  # fmt: skip
        return false

    def _pass(self, action: Action, seat: int, since: int) -> None:
        """AS52, AS55, SR26-27: a pass needs a hand in which nothing fits, and an empty boneyard."""
        line = action.line
        fitting, unsure = self._fitting(seat), False
        if fitting is not None:
            code = "drawn-not-played" if self.drew and fitting == self.last_drawn else "must-play"
            text = "drawn-not-played" if code == "drawn-not-played" else self._must_play_text("pass", fitting)
            shown = self.shown.get(fitting.index)
            self.desk.find(code, line, seat=action.seat, tile=str(fitting), text=text, shown=shown)
            self._after_fault(action, seat, code)
        elif self._drawable():
            self.desk.find("must-draw", line, seat=action.seat, count=self._drawable())
            self._after_fault(action, seat, "must-draw")
        else:
            unsure = self._may_fit(seat)
            if unsure and action.mark is None:
                self.unseen.append(line)
            self._next(seat)
        self.desk.settle_mark(line, action.mark, since, unsure)
        self.passes += 1
        if self.stretch is not None and len(self.desk.findings) == since:
            self.stretch.idle(line, self.hands[seat] | (self.free() if self.unknown[seat] != 0 else 0))
        if self.passes >= self.match.passes_to_block:
            self.end = ("blocked", None, line)
        self._step(action, seat, legal=self._legal(seat, 0))

    def _must_play_text(self, verb: str, tile: AnyTile) -> str:
        if tile.index < 0:
            return "must-play-opening"
        return f"must-play-{verb}-shown" if tile.index in self.shown else f"must-play-{verb}"

    def _after_fault(self, action: Action, seat: int, code: str) -> None:
        """After a pass that was not allowed the seat may play after all; the layout may lack a tile."""
        self._next(seat)
        if action.mark != "stands":
            self.also = (seat,)
            self._doubt(action, code)

    def _fitting(self, seat: int) -> AnyTile | None:
        """A tile the seat is known to hold that can be placed now."""
        table = self.table
        if table is None:
            return None
        if not len(table):  # 3-29: the opener can play any tile
            hand = self.hands[seat]
            return tile_at((hand & -hand).bit_length() - 1) if hand else UnknownTile() if self.size(seat) else None
        mask = self.hands[seat] & table.fits
        last = self.last_drawn
        if self.drew and isinstance(last, Tile) and mask >> last.index & 1:
            return last
        return tile_at((mask & -mask).bit_length() - 1) if mask else None

    def _drawable(self) -> int:
        """How many tiles can still be drawn for certain (3-53)."""
        if self.rules.stock is not Stock.UNTIL_PLAYABLE or self.stock is None:
            return 0
        rest = max(0, self.stock - self.rules.reserve)
        return min(rest, max(0, self.rules.draw_most - self.drawn)) if self.rules.draw_most else rest

    def _draw(self, action: Action, seat: int, since: int) -> None:
        """AS52-53, SR16: draw one at a time until a tile fits or the boneyard is empty."""
        desk, line = self.desk, action.line
        fitting, unsure = self._fitting(seat), False
        if self.rules.stock is not Stock.UNTIL_PLAYABLE:
            text = "no-drawing-dead" if self.rules.stock is Stock.DEAD else "no-drawing"
            desk.find("no-drawing", line, rules=self.rules.names, text=text)
            self._doubt(action, "no-drawing")
        elif fitting is not None:
            if self.drew:
                desk.find("drew-too-many", line, "tile 0", seat=action.seat, tile=str(fitting))
            else:
                text, shown = self._must_play_text("draw", fitting), self.shown.get(fitting.index)
                desk.find("must-play", line, seat=action.seat, tile=str(fitting), text=text, shown=shown)
            self._doubt(action, "must-play")
        elif not self.drew and self._may_fit(seat):
            unsure = True
            if action.mark is None:
                self.unseen.append(line)
        if self.stretch is not None and len(desk.findings) == since:
            self.stretch.idle(line, self.hands[seat] | (self.free() if self.unknown[seat] != 0 else 0))
        drawn = self._in_order(action)
        if self.rules.stock is Stock.UNTIL_PLAYABLE:
            self._take_from_stock(action, seat, drawn)
        self.drawn += len(action.drawn)
        legal = self._legal(seat, 0)
        for tile in drawn:
            if self.trail is not None:
                self.trail.draw(seat, tile.index)
            if tile.index >= 0:
                self.hands[seat] |= 1 << tile.index
            elif (unknown := self.unknown[seat]) is not None:
                self.unknown[seat] = unknown + 1
        self.drew, self.last_drawn = True, drawn[-1]
        self.to_play, self.also = seat, ()
        desk.settle_mark(line, action.mark, since, unsure)
        self._step(action, seat, legal=legal, drawn=action.drawn)

    def _in_order(self, action: Action) -> tuple[AnyTile, ...]:
        """The tiles drawn; where the record hides them and the order of the boneyard is known, by that order."""
        if not self.order:
            return action.drawn
        known = [*self.order, *action.drawn[len(self.order) :]]
        return tuple(other if tile.index < 0 else tile for tile, other in zip(action.drawn, known, strict=False))

    def _take_from_stock(self, action: Action, seat: int, drawn: Sequence[AnyTile]) -> None:
        """Each drawn tile must be in the boneyard, and only the last may fit."""
        desk, line = self.desk, action.line
        if self.stock is not None:
            most, found = self._drawable(), len(action.drawn)
            if found > max(0, self.stock - self.rules.reserve):
                desk.find("boneyard-empty", line, expected=most, found=found)
                self._doubt(action, "boneyard-empty")
            elif found > most:
                desk.find(
                    "drew-too-many", line, f"tile {most}", seat=action.seat, expected=self.rules.draw_most,
                    found=self.drawn + found, text="drew-too-many-most",
                )  # fmt: skip
                self._doubt(action, "drew-too-many")
            self.stock = max(0, self.stock - len(action.drawn))
        for number, tile in enumerate(drawn):
            place_ = self._where(tile)
            if tile.index >= 0 and tile in drawn[:number]:
                place_ = ("hand", action.seat or "")
            if self.order and place_ is None:
                expected = self.order.pop(0)
                if expected.index >= 0 and tile.index >= 0 and expected != tile:
                    place_ = ("next", str(expected))
            if place_ is not None:
                desk.find(
                    "not-in-boneyard", line, f"tile {number}", tile=str(tile),
                    text=f"not-in-boneyard-{place_[0]}", where=place_[1],
                )  # fmt: skip
                self._doubt(action, "not-in-boneyard")
            elif isinstance(tile, Tile) and number < len(drawn) - 1 and self._fits(tile):
                desk.find("drew-too-many", line, f"tile {number}", seat=action.seat, tile=str(tile))
                self._doubt(action, "drew-too-many")

    def _where(self, tile: AnyTile) -> tuple[str, str] | None:
        """Where a tile that cannot be drawn is: on the table or in a hand."""
        if tile.index < 0:
            return None
        if self.table is not None and tile.index in self.table.placed:
            return ("table", "")
        for seat, hand in enumerate(self.hands):
            if hand >> tile.index & 1:
                return ("hand", LETTERS[seat])
        return None

    # -- knowledge -------------------------------------------------------------------------------------------------

    def _nobody_fits(self) -> bool | None:
        """Whether nobody can place; None where hands are not known well enough."""
        table = self.table
        if table is None:
            return None
        if any(hand & table.fits for hand in self.hands) or self.tile_in_hands() is not None:
            return False
        return None if any(self._may_fit(seat) for seat in range(self.count)) else True

    def tile_in_hands(self) -> Tile | None:
        """A tile that fits and that somebody must hold: with an empty boneyard all other tiles are in hands."""
        table = self.table
        if table is None or self.stock != 0 or not any(each != 0 for each in self.unknown):
            return None
        fitting = self.free() & table.fits
        return tile_at((fitting & -fitting).bit_length() - 1) if fitting else None

    def free(self) -> int:
        """Tiles not known to be on the table or in a hand, as bits."""
        free = TileSet(self.rules.max_pips).mask
        for hand in self.hands:
            free &= ~hand
        for index in self.table.placed if self.table is not None else ():
            free &= ~(1 << index)
        return free

    def _may_fit(self, seat: int) -> bool:
        """Whether the unrecorded part of a hand may hold a tile that fits: any tile not known to be elsewhere."""
        table = self.table
        return table is not None and self.unknown[seat] != 0 and bool(self.free() & table.fits)

    def is_blocked(self) -> bool | None:
        """AS56, SR49, 3-2: whether the round is blocked now, None where that cannot be seen."""
        if self.end is not None:
            return self.end[0] == "blocked"
        if self._drawable():
            return False
        return self._nobody_fits() if self.match.block_by_hands else False

    def who_fits(self) -> tuple[int, AnyTile] | None:
        """A seat known to hold a tile that fits, and the tile."""
        for step in range(self.count):
            seat = ((self.to_play or 0) + step) % self.count
            tile = self._fitting(seat)
            if tile is not None:
                return seat, tile
        return None

    def drawable(self) -> int:
        """How many tiles could still be drawn."""
        return self._drawable()

    def only_move(self) -> str | None:
        """`pass` or `draw` where the seat to play can for certain do nothing else, `play` where it must place.

        None where that is not known, or where nobody is to play.
        """
        seat = self.to_play
        if seat is None or self.table is None or self.end is not None:
            return None
        if self._fitting(seat) is not None:
            return "play"
        if self._may_fit(seat):
            return None
        return "draw" if self._drawable() else "pass"

    def placeable(self, seat: int) -> tuple[Tile, ...]:
        """The tiles a seat may hold and can place now; after a draw of a tile that fits only this one (AS54)."""
        if self.table is None:
            return ()
        last = self.last_drawn
        if self.drew and isinstance(last, Tile) and self._fits(last):
            return (last,)
        mask = self.hands[seat] | (self.free() if self.unknown[seat] != 0 else 0)
        return tiles_of(mask & self.table.fits)

    def _lose(self, line: int) -> None:
        self.lost, self.table = True, None
        if not self.open:
            self.open = True

    def _keep_trail(self, missing: bool) -> None:
        """Before the layout is not known any more: where the tiles were. `missing` turns may be draws."""
        if self.desk.doubt is not None:
            return
        self.trail = self.trail or Trail(self.count)
        whole = [self.unknown[seat] == 0 for seat in range(self.count)]
        self.trail.keep(self.table.placed if self.table is not None else (), self.hands, whole)
        if missing and self.rules.stock is Stock.UNTIL_PLAYABLE:
            self.trail.whole = [False] * self.count

    def _off_trail(self, action: Action, seat: int) -> None:
        """A tile played where the layout is not known may be one that lay on the table or that another seat had."""
        tile, trail = action.tile, self.trail
        if not isinstance(tile, Tile) or trail is None or self.desk.doubt is not None:
            return
        bit = 1 << tile.index
        if trail.placed & bit:
            first = self.desk.line_of(tile, action.line)
            text = "already-there" if first is None else "already-there-line"
            self.desk.find("already-there", action.line, "tile", tile=str(tile), first=first, text=text)
            self._doubt(action, "already-there")
        elif trail.lacks(seat, bit):
            self._not_in_hand(action, tile, trail.holder(bit))
        trail.placed |= bit

    def _gap(self) -> None:
        """Turns are missing: nothing is known until the next given facts; scores until the next score line."""
        if not self.lost:
            self._keep_trail(missing=True)
        self.close_stretch()
        self.stretch, self.turns_missing = unknown(self.desk, "gap-table"), True
        self.turn_given, self.drew, self.last_drawn, self.drawn = None, False, None, 0
        self.gap, self.table = True, None
        self.to_play, self.also, self.passes = None, (), 0
        self._forget()

    def _forget(self) -> None:
        self.hands = [0] * self.count
        self.unknown = [None] * self.count
        self.stock = 0 if self.rules.stock is Stock.NONE else None
        self.ledger.forget()

    # -- traces ----------------------------------------------------------------------------------------------------

    def _legal(self, seat: int, played: int) -> int | None:
        """The number of legal placements the seat had, `played` (bits) included."""
        if not self.match.detail or self.table is None or self.unknown[seat] != 0:
            return None
        return self.table.count_placements(self.hands[seat] | played)

    def _step(self, action: Action, seat: int | None = None, *, verified: bool = True, **values: object) -> None:
        if not self.match.detail:
            return
        placed = values.pop("placed", None)
        verified = verified and self.table is not None
        stands = any(each.line == action.line and each.status is Status.STANDS for each in self.desk.findings[-4:])
        step = Step(action.line, self.turn, action, verified, action.seat, stands, **values)  # type: ignore[arg-type]
        if action.verb == "play":
            step.tile = action.tile
        if placed is not None and self.table is not None:
            step.site, step.site_derived = placed.site, placed.derived  # type: ignore[attr-defined]
            step.position = self.table.position()
        known = any(score is not None for score in self.ledger.scores)
        step.scores = self.ledger.as_dict() if known else None
        step.held, step.stock = self._held(), self.stock
        self.trace.steps.append(step)

    def _held(self) -> tuple[Held, ...]:
        return tuple(Held(tiles_of(hand), unknown) for hand, unknown in zip(self.hands, self.unknown, strict=True))

    def hand_text(self, seat: int) -> str:
        """A seat's tiles, or how many, for messages."""
        if self.unknown[seat] == 0:
            return " ".join(map(str, tiles_of(self.hands[seat]))) or "-"
        return str(self.size(seat))


def next_starter(match: MatchJudge, end: tuple[str, int | None, int] | None) -> tuple[str | None, int | None]:
    """Who must start the round after this end: ("lot", None), ("start", seat) or (None, None) where unknown."""
    rules = match.rules
    if end is None:
        return (None, None)
    how, seat, _ = end
    if how == "out":
        return _next_start(match, rules.next_starter.value, seat)
    if how == "blocked":
        return _next_start(match, rules.block_starter.value, None)
    return (None, None)


def _next_start(match: MatchJudge, how: str, ender: int | None) -> tuple[str | None, int | None]:
    """A starting rule by its name → how the starter is found, and the seat where it is known."""
    last = match.last_starter
    if how == NextStarter.LOT.value:
        return ("lot", None)
    if how == NextStarter.HIGHEST_DOUBLE.value:
        return ("double", None)
    if how == NextStarter.ROTATE_LEFT.value:
        return ("start", None if last is None else (last + 1) % match.seats)
    return ("start", last if how == BlockStarter.PREVIOUS_STARTER.value else ender)
