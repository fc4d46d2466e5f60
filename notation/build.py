"""Tree → record: one entry's nodes grouped and typed, structure checked, no rule applied.

What is missing, doubled or in the wrong place becomes a finding here (kinds `text` and `record`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from operator import attrgetter
from pathlib import Path

from ..engine import record as r
from ..engine.errors import RulesError
from ..engine.findings import RULE_OF, Finding, Status
from ..engine.house import HouseRulesError, house_rules, is_file
from ..engine.messages import languages
from ..engine.rules import FIELDS, RuleSet, alternatives, nearest, rule_set, rule_set_ids
from ..engine.tiles import AnyTile, TileSet
from .parse import Written
from .words import ENTRY_WORDS, first_word, spellings

_HEADERS = (r.Header, r.RuleChange)
_PLACES: dict[str, tuple[type, ...]] = {
    "layout": (*_HEADERS, r.GivenTable, r.Action, r.SpinnerClaim, r.CountedClaim, r.OpenClaim, r.JointsClaim, r.Figure),
    "settlement": (*_HEADERS, r.Seats, r.Left, r.Deduct, r.Award, r.ScoreLine),
    "opening": (*_HEADERS, r.Seats, r.GivenScore),
    "round": (
        r.Starter, r.Deal, r.Boneyard, r.GivenScore, r.GivenTable, r.GivenHand, r.GivenTurn, r.Action, r.SpinnerClaim,
        r.CountedClaim, r.OpenClaim, r.JointsClaim, r.Figure, r.Gap, r.End, r.Left, r.Deduct, r.Award, r.ScoreLine,
        r.Adjust,
    ),
    "closing": (),
}  # fmt: skip
_FOLLOWERS = frozenset((r.SpinnerClaim, r.CountedClaim, r.OpenClaim, r.JointsClaim, r.Figure))
_ASIDE = frozenset((r.Remark, r.Version))
_SCORES = (r.ScoreLine, r.GivenScore)
_TILES = (r.Left, r.Deal, r.GivenHand, r.SpinnerClaim, r.Boneyard)
_VALUES = (r.CountedClaim, r.OpenClaim)
_ONCE = frozenset((r.Seats, r.Starter, r.ScoreLine))
_ONCE_A_SEAT = frozenset((r.Deal, r.Left, r.Deduct))
_INDEX = attrgetter("index")
_CLAIMS = (r.SpinnerClaim, r.CountedClaim, r.OpenClaim, r.JointsClaim)


@dataclass(slots=True)
class Built:
    """One entry: the record's entry (None where its first line or rule set cannot be read) and its findings."""

    written: Written
    entry: r.Match | r.LayoutEntry | r.Settlement | None
    findings: list[Finding] = field(default_factory=list)


def build(written: Written, override: RuleSet | None = None, folder: Path | None = None) -> Built:
    """The typed entry of a written one. `override` judges it by another rule set than it names.

    `folder` is where the record lies: there a file of house rules is looked for.
    """
    built = Built(written, None, list(written.findings))
    nodes = _with_unread(written)
    while nodes and not isinstance(nodes[0], r.EntryLine):
        if isinstance(nodes[0], r.Unread):
            return built  # the entry line itself, or a line before any: said already
        if not isinstance(nodes[0], r.Version | r.Remark):
            built.findings.append(Finding("no-entry", Status.WRONG, nodes[0].line))
            return built
        nodes.pop(0)
    if not nodes:
        return built
    head = nodes.pop(0)
    assert isinstance(head, r.EntryLine)
    body = [node for node in nodes if type(node) not in _ASIDE]
    rules, changes = _rules(head, body, built, override, folder)
    if rules is None:
        return built
    built.entry = _Builder(head, rules, changes, built).build(body)
    return built


def _with_unread(written: Written) -> list[r.Node]:
    if not written.findings:
        return written.nodes.copy()
    nodes = list(written.nodes)
    for line in written.unread:
        word = "note" if written.line(line).lstrip(" \t").startswith("x-") else first_word(written.line(line))
        nodes.append(r.RoundLine(line, r.UNREAD_ROUND) if word == "round" else r.Unread(line, word))
    nodes.sort(key=lambda node: node.line)
    end = _next_entry(written)
    return [node for node in nodes if end is None or node.line < end]


def _next_entry(written: Written) -> int | None:
    """The line of a misspelt entry line inside this entry: what follows belongs to that entry, which is unread."""
    entry_words = {each for name in ENTRY_WORDS for each in spellings()[name]}
    lines = [
        each.line
        for each in written.findings
        if (each.values.get("near") in entry_words and each.column == 1)
        or (
            (each.line in written.unread or each.code == "wrong-column")
            and first_word(written.line(each.line)) in ENTRY_WORDS
        )
    ]
    later = [line for line in lines if written.nodes and line > written.nodes[0].line]
    return min(later, default=None)


def _rules(
    head: r.EntryLine, body: Sequence[r.Node], built: Built, override: RuleSet | None, folder: Path | None
) -> tuple[RuleSet | None, tuple[tuple[str, str], ...]]:
    """The rule set the entry names, with its `rule` lines applied."""
    changes: list[tuple[str, str]] = []
    try:
        rules = override or (house_rules(head.rules, folder) if is_file(head.rules) else rule_set(head.rules))
    except RulesError as error:
        values = _unknown_rules(head.rules, error)
        built.findings.append(Finding("unknown-rules", Status.WRONG, head.line, "rules", values=values))
        return None, ()
    changed: set[str] = set()
    for node in body:
        if isinstance(node, r.RuleChange) and node.key not in changed:
            changed.add(node.key)
            try:
                rules = rules.changed(node.key, node.value)
                changes.append((node.key, node.value))
            except RulesError as error:
                built.findings.append(_unknown_field(node, error))
    return rules, tuple(changes)


def _unknown_rules(name: str, error: RulesError) -> dict[str, object]:
    """What is said of a rule set that cannot be used."""
    if isinstance(error, HouseRulesError):
        return {"text": error.key, **error.values}
    if is_file(name):
        why = {language: error.said(language).removeprefix(f"{name}: ") for language in languages()}
        return {"text": "unknown-rules-refused", "found": name, "why": why}
    near = nearest(name, sorted({ref.partition("@")[0] for ref in rule_set_ids()} | set(rule_set_ids())))
    values: dict[str, object] = {"found": name, "known": ", ".join(rule_set_ids())}
    return values | {"text": "unknown-rules-near", "near": near[0]} if near else values


def _unknown_field(node: r.RuleChange, error: RulesError) -> Finding:
    """Why a `rule` line cannot be used."""
    values: dict[str, object] = {"found": node.key, "value": node.value}
    if node.key not in FIELDS:
        near = nearest(node.key, FIELDS)
        values |= {"text": "unknown-field-near", "near": near[0]} if near else {"known": ", ".join(FIELDS)}
        return Finding("unknown-field", Status.WRONG, node.line, "field", values=values)
    known = alternatives(node.key)
    if error.within:  # a value there can be, but not beside the other fields of this rule set
        why = {language: error.reason(language) for language in languages()}
        values |= {"text": "bad-value-here", "why": why}
        return Finding("unknown-field", Status.WRONG, node.line, "value", values=values)
    values |= {"text": "bad-value", "known": ", ".join(known)} if known else {"text": "bad-value-number"}
    return Finding("unknown-field", Status.WRONG, node.line, "value", values=values)


class _Builder:
    """Groups the nodes of one entry and reports what is misplaced or doubled."""

    def __init__(self, head: r.EntryLine, rules: RuleSet, changes: tuple[tuple[str, str], ...], built: Built) -> None:
        self.head, self.rules, self.changes, self.built = head, rules, changes, built
        self.tile_set = TileSet(rules.max_pips)
        self.set_size = len(self.tile_set)
        self.seen: dict[object, int] = {}
        self.seats = "ABCD"

    def find(self, code: str, node: r.Node, part: str = "", **values: object) -> None:
        rule = self.rules.clause(RULE_OF.get(code, ""))
        self.built.findings.append(Finding(code, Status.WRONG, node.line, part, rule=rule, values=values))

    def build(self, body: Sequence[r.Node]) -> r.Match | r.LayoutEntry | r.Settlement:
        if self.head.after is not None and self.head.kind != "layout":
            self.find("misplaced-line", self.head, text="misplaced-after")
        if self.head.kind == "match":
            return self._match(body)
        kept: list[r.Node] = []
        for node in body:
            fitting = self._fits(node, self.head.kind)
            if fitting is not None:
                kept.append(fitting)
                if isinstance(fitting, r.Seats):
                    self._check_seats(fitting)
        if self.head.kind == "layout":
            self._claims_follow(kept)
        kind = r.LayoutEntry if self.head.kind == "layout" else r.Settlement
        return kind(self.head, self.rules, self.changes, _headers(kept), tuple(kept))

    def _match(self, body: Sequence[r.Node]) -> r.Match:
        opening: list[r.Node] = []
        rounds: list[tuple[r.RoundLine, list[r.Node]]] = []
        closing: list[r.Node] = []
        section, target = "opening", opening
        size, letters = self.set_size, tuple(self.seats)
        for node in body:
            kind = type(node)
            if kind is r.Action and section == "round":  # nearly all lines; the checks of _fits that concern them
                action: r.Action = node  # type: ignore[assignment]
                tile, site = action.tile, action.site
                if (
                    action.seat in letters
                    and (tile is None or tile.index < size)
                    and (site is None or site.index < size)
                    and not action.drawn
                    and (action.mark is None or action.verb == "play")
                ):
                    target.append(node)
                    continue
            elif kind in _ONCE_A_SEAT and section == "round" and self._plain_hand(node, letters):  # type: ignore[arg-type]
                target.append(node)
                continue
            if kind is r.RoundLine and section != "closing":
                assert isinstance(node, r.RoundLine)
                section, target = "round", []
                rounds.append((node, target))
                self.seen = {}
            elif kind is r.Result:
                if section == "closing":
                    self.find("repeated-line", node, first=closing[0].line)
                section, target = "closing", closing
                target.append(node)
            elif (fitting := self._fits(node, section)) is not None:
                target.append(fitting)
                if isinstance(node, r.Seats):
                    self._check_seats(node)
                    letters = tuple(self.seats)
        for _, nodes in rounds:
            if any(type(node) in _FOLLOWERS for node in nodes):
                self._claims_follow(nodes)
        seats = next((node for node in opening if isinstance(node, r.Seats)), None)
        nodes = list(opening)
        for head, each in rounds:
            nodes.append(head)
            nodes += each
        nodes += closing
        return r.Match(
            self.head, self.rules, self.changes, _headers(opening), tuple(nodes), seats, tuple(opening),
            tuple(r.Round(head, tuple(each)) for head, each in rounds), tuple(closing),
        )  # fmt: skip

    def _plain_hand(self, node: r.Deal | r.Left | r.Deduct, letters: tuple[str, ...]) -> bool:
        """Whether a `deal`, `left` or `deduct` line passes all checks of `_fits`: nearly all do."""
        key = (type(node), node.seat)
        if node.seat not in letters or key in self.seen or node.mark is not None:
            return False
        tiles = () if isinstance(node, r.Deduct) else node.tiles
        if tiles:
            numbers = list(map(_INDEX, tiles))
            if min(numbers) < 0 or max(numbers) >= self.set_size:
                return False
        self.seen[key] = node.line
        return True

    def _check_seats(self, node: r.Seats) -> None:
        letters = "".join(seat for seat, _ in node.seats)
        if letters != "ABCD"[: len(letters)]:
            self.find("wrong-seats", node, text="seat-letters", found=" ".join(letters))
        else:
            self.seats = letters
        if self.head.kind == "settlement" and len(letters) not in self.rules.hand_sizes:
            allowed = ", ".join(map(str, sorted(self.rules.hand_sizes)))
            self.find("wrong-seats", node, rules=self.rules.names, allowed=allowed, found=len(letters))

    def _fits(self, node: r.Node, section: str) -> r.Node | None:
        """The node if it may stand here; else a finding says why not, and an unread line takes its place."""
        if isinstance(node, r.Unread):
            return node
        if type(node) not in _PLACES[section] or isinstance(node, r.Action) or getattr(node, "mark", None):
            problem = self._misplaced(node, section)
        else:
            problem = None
        if problem:
            self.find("misplaced-line", node, text=problem)
            return r.Unread(node.line)
        for position, tile in enumerate(tiles_in(node)):
            if tile.index >= self.set_size or (tile.index < 0 and tile not in self.tile_set):
                self.find("no-such-tile", node, f"tile {position}", tile=str(tile), max=self.rules.max_pips)
                return r.Unread(node.line)
        seat = getattr(node, "seat", None)
        if seat is not None and seat not in self.seats:
            self.find("unknown-seat", node, "seat", found=seat)
            return r.Unread(node.line)
        if isinstance(node, _SCORES):
            named = [side for side, _ in node.scores]
            for side in {side for side in named if named.count(side) > 1}:
                self.find("repeated-line", node, f"side-name {side}", text="repeated-side", side=side)
        return node if self._first(node) else None

    @staticmethod
    def _misplaced(node: r.Node, section: str) -> str | None:
        """The message's key where a node may not stand in this section."""
        if type(node) not in _PLACES[section]:
            return f"misplaced-{section}"
        if isinstance(node, r.Action):
            if (node.seat is None) != (section == "layout"):
                return "misplaced-seat" if node.seat else "missing-seat"
            if section == "layout" and node.mark == "withdrawn":
                return "misplaced-withdrawn"
        if getattr(node, "mark", None) == "withdrawn" and getattr(node, "verb", "") != "play":
            return "misplaced-withdrawn-line"
        return None

    def _first(self, node: r.Node) -> bool:
        """Report the second of two lines that can stand once only."""
        kind = type(node)
        key: object = None
        if kind in _ONCE_A_SEAT:
            key = (kind, getattr(node, "seat"))  # noqa: B009 - all of these have one
        elif kind in _ONCE:
            key = kind
        elif isinstance(node, r.Award):
            key = (kind, node.side)
        elif isinstance(node, r.RuleChange) or (isinstance(node, r.Header) and node.key in ("date", "place")):
            key = (kind, node.key)
        if key is None:
            return True
        if key in self.seen:
            self.find("repeated-line", node, first=self.seen[key])
            return False
        self.seen[key] = node.line
        return True

    def _claims_follow(self, nodes: Iterable[r.Node]) -> None:
        """Indented claims and figures need a position above them, and each kind of claim stands once."""
        position = False
        claimed: dict[type, int] = {}
        for node in nodes:
            if isinstance(node, r.GivenTable | r.Gap) or (isinstance(node, r.Unread) and not node.harmless):
                position, claimed = True, {}
            elif isinstance(node, r.Action):
                position, claimed = position or node.verb not in ("draw", "pass"), {}
            elif isinstance(node, (*_CLAIMS, r.Figure)):
                if not position and self.head.after is None:
                    text = "figure-without-position" if isinstance(node, r.Figure) else "claim-without-position"
                    self.find("misplaced-line", node, text=text)
                if type(node) in claimed and not isinstance(node, r.Figure):
                    self.find("repeated-line", node, first=claimed[type(node)])
                claimed[type(node)] = node.line


def _headers(nodes: Iterable[r.Node]) -> tuple[r.Header, ...]:
    return tuple(node for node in nodes if isinstance(node, r.Header))


def tiles_in(node: r.Node) -> Iterable[AnyTile]:
    """All tiles a node names, in the order of the text."""
    if isinstance(node, _TILES):
        return node.tiles or ()
    if isinstance(node, r.Action):
        return [each for each in (node.tile, node.site, *node.drawn) if each is not None]
    if isinstance(node, _VALUES):
        return [spot.tile for spot, _ in node.items]
    if isinstance(node, r.JointsClaim):
        return [spot.tile for pair in node.items for spot in pair]
    if isinstance(node, r.GivenTable):
        spots = (each for joined in node.placed for each in joined)
        return [each.tile for each in spots if each is not None]
    return ()


def with_rules(entry: r.Entry, rules: RuleSet) -> r.Entry:
    """The same entry judged by another rule set."""
    return replace(entry, rules=rules)
