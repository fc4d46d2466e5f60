"""Placements and the claims about them, on one table: what layouts and rounds have in common.

in: actions as written; out: the table moved on and findings. `Desk` collects findings for one entry.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from .errors import PlayError
from .findings import CODES, RULE_OF, Finding, Kind, Status
from .layout import Contribution, Port, Site
from .record import (
    Action,
    Claim,
    CountedClaim,
    Figure,
    Gap,
    GivenTable,
    Joined,
    JointsClaim,
    Node,
    OpenClaim,
    SpinnerClaim,
    Spot,
    Unread,
)
from .rules import WORDED, RuleSet
from .table import Table, points_of
from .tiles import AnyTile, Tile


class Desk:
    """Where the findings of one entry are collected, with the round and turn they belong to."""

    def __init__(self, rules: RuleSet, detail: bool = False) -> None:
        self.rules = rules
        self.detail = detail  # also keep the sites used, for traces and the formatter
        self.sites: dict[int, Spot] = {}
        self.findings: list[Finding] = []
        self.nodes: Sequence[Node] = ()  # of the layout or round at hand
        self.round: int | None = None
        self.turn: int | None = None
        self.doubt: tuple[int, str] | None = None  # a fault after which hands and layout may not be as written
        self.total_slip: tuple[int, tuple[int, str]] | None = None  # (written - computed total, its cause)

    def find(
        self,
        code: str,
        line: int,
        part: str = "",
        status: Status = Status.WRONG,
        *,
        rule: str | None = None,
        expected: Any = None,
        found: Any = None,
        needs: str | None = None,
        because_of: tuple[int, str] | None = None,
        more: Mapping[str, object] | None = None,
        alone: bool = False,
        **values: object,
    ) -> Finding:
        """Add a finding; its clause is that of `rule`, by default the rule its code cites.

        `alone` says that the line contradicts itself or its neighbour, whatever happened before.
        """
        clause = self.rules.clause(RULE_OF.get(code, "") if rule is None else rule)
        if status is Status.WRONG and not alone and self._follows(code):
            status, because_of = Status.CONSEQUENCE, self.doubt
        finding = Finding(
            code, status, line, part, round=self.round, turn=self.turn, rule=clause, expected=expected, found=found,
            values={**values, **more} if more else values, needs=needs, because_of=because_of,
        )  # fmt: skip
        self.findings.append(finding)
        return finding

    def _follows(self, code: str) -> bool:
        """Whether a fault of this code may come from an earlier one of the round."""
        if self.doubt is None or code not in FOLLOWS_DOUBT:
            return False
        return self.doubt[1] not in _HANDS or code not in _LAYOUT

    def line_of(self, tile: Tile, before: int) -> int | None:
        """The line of this layout or round, before another line, that placed a tile first."""
        for node in self.nodes:
            if node.line >= before:
                return None
            if isinstance(node, Action) and node.tile == tile and node.verb == "play" and node.mark != "withdrawn":
                return node.line
            if isinstance(node, GivenTable) and any(each.spot.tile == tile for each in node.placed):
                return node.line
        return None

    def settle_mark(self, line: int, mark: str | None, since: int, unsure: bool = False) -> bool:
        """Apply `stands`: it covers every fault of its line found since the finding numbered `since`.

        True when it covered one. On a line that is right it is a finding itself; `unsure` where nobody can tell.
        """
        if mark != "stands":
            return False
        covered, open_ = False, unsure
        for number in range(since, len(self.findings)):
            each = self.findings[number]
            if each.line != line:
                continue
            if each.status in (Status.WRONG, Status.CONSEQUENCE) and CODES[each.code] is not Kind.TEXT:
                self.findings[number] = replace(each, status=Status.STANDS, because_of=None)
                covered = True
            open_ = open_ or each.status is Status.UNDECIDED
        if not covered and not open_:  # on a line that nobody can judge the mark may be needed
            self.find("needless-stands", line, "mark")
        return covered

    def hold_causes(self) -> None:
        """A consequence needs a fault that is its cause: without one (its cause stood) it is a fault of its own."""
        faults: set[int] = set()
        for number, each in enumerate(self.findings):
            if each.status is Status.CONSEQUENCE and (each.because_of is None or each.because_of[0] not in faults):
                self.findings[number] = replace(each, status=Status.WRONG, because_of=None)
            if each.status in (Status.WRONG, Status.CONSEQUENCE):
                faults.add(each.line)


@dataclass(frozen=True, slots=True)
class Placed:
    """What became of one placement: the site used (None: set tile, or no detail asked for) and whether it was derived
    from later claims."""

    site: Site | None = None
    derived: bool = False


PLACED = Placed()


@dataclass(frozen=True, slots=True)
class Open:
    """A placement whose site the record does not decide: the sites that agree with its line."""

    sites: tuple[int, ...]


Chooser = Callable[[Action, Sequence[Spot]], Sequence[int]]
"""Of an action without its site and of the sites it may have: the numbers of those that agree with the whole record."""

_HANDS = frozenset(("deal-size", "dealt-twice", "boneyard-empty", "not-in-boneyard", "drew-too-many", "no-drawing"))
"""Faults after which hands may not be as written; the layout is."""

_LAYOUT = frozenset(
    ("false-total", "false-points", "false-counted", "false-open", "false-spinner", "false-joints", "wrong-seat",
     "does-not-fit", "site-covered", "branch-closed", "no-such-port", "site-not-there", "already-there")
)  # fmt: skip
"""What the layout and the order of turns alone decide."""

FOLLOWS_DOUBT = frozenset(
    code
    for code in CODES
    if code.startswith("false-") and code != "false-deduction"
) | {
    "does-not-fit", "site-covered", "branch-closed", "no-such-port", "site-not-there", "already-there", "not-in-hand",
    "must-play", "must-draw", "drawn-not-played", "drew-too-many", "boneyard-empty", "not-in-boneyard", "not-blocked",
    "round-over", "match-over", "dealt-twice", "wrong-seat", "false-deduction", "round-unfinished",
}  # fmt: skip
"""What can be wrong only because an earlier line of the round is not as written."""


def sum_text(counted: Sequence[Contribution]) -> str:
    """`1 + 4 + 4 + 6 = 15`, contributions in the documents' order; `0` where nothing lies."""
    if not counted:
        return "0"
    return " + ".join(str(each.value) for each in counted) + f" = {sum(each.value for each in counted)}"


def place(
    desk: Desk, table: Table, action: Action, rest: Iterable[Node], choose: Chooser | None = None
) -> Placed | Open | None:
    """Place the tile of a `play` action. None, with a finding, where the table cannot take it; Open, with one, where
    its site is not decided.

    `rest` are the later nodes of the layout or round: where several sites fit, their claims may leave only one; so may
    what `choose` knows of the match.
    """
    tile, at = action.tile, action.site
    assert isinstance(tile, Tile)
    try:
        if at is None:
            return _place_anywhere(desk, table, tile, action, rest, choose)
        if not isinstance(at, Tile):
            desk.find("layout-unknown", action.line, "site", Status.UNDECIDED, needs="site", example=f"{tile}@[2|3]")
            return None
        site = table.site_for(tile, at, action.site_port)
        if action.port is not None and action.port != table.own_port(tile, site):
            raise PlayError("does-not-fit", "own port")
    except PlayError as error:
        return misfit(desk, table, tile, action, error)
    if not desk.detail:
        table.put(tile, site)
        return PLACED
    return _put(desk, table, tile, site, action)


def _put(desk: Desk, table: Table, tile: Tile, site: int, action: Action, derived: bool = False) -> Placed:
    """Put the tile; with detail, keep the site as the canonical text would write it (notation 6)."""
    if not desk.detail:
        table.put(tile, site)
        return Placed(derived=True) if derived else PLACED
    placed = Placed(site_value(table, site), derived)
    if placed.site is not None and not derived:
        port = None if table.is_default(tile, site) else placed.site.port
        desk.sites[action.line] = Spot(placed.site.tile, port)
    table.put(tile, site)
    return placed


def _place_anywhere(
    desk: Desk, table: Table, tile: Tile, action: Action, rest: Iterable[Node], choose: Chooser | None
) -> Placed | Open | None:
    """The site was left out: it must be the only one, or the only one that agrees with the later claims."""
    if tile.index in table.placed:
        raise PlayError("already-there", "")
    sites = table.sites_for(tile)
    if action.port is not None:
        sites = [site for site in sites if table.own_port(tile, site) == action.port]
    if not sites:
        raise PlayError("does-not-fit", "")
    if len(sites) == 1:
        return _put(desk, table, tile, sites[0], action)
    later = list(rest)
    candidates = ", ".join(str(table.tile_of(site)) for site in sites)
    tables = {site: _table_with(table, tile, site) for site in sites}
    for part in ("total", "points"):
        said, possible = getattr(action, part), sorted({getattr(tables[site], part) for site in sites})
        if said is not None and said not in possible:
            desk.find(
                f"false-{part}", action.line, part, expected=possible, found=said, text=f"false-{part}-anywhere",
                tile=str(tile), candidates=candidates, possible=", ".join(map(str, possible)),
            )  # fmt: skip
            return None
        sites = [site for site in sites if said in (None, getattr(tables[site], part))]
    agreeing = [site for site in sites if _rest_holds(tables[site].copy(), later, 0, [_SEARCH_LIMIT])]
    if len(agreeing) > 1 and choose is not None:
        spots = [Spot(each.tile, each.port) for site in agreeing if (each := site_value(table, site)) is not None]
        agreeing = [agreeing[number] for number in choose(action, spots)]
    if len(agreeing) == 1:
        return _put(desk, table, tile, agreeing[0], action, derived=True)
    desk.find(
        "several-sites", action.line, "tile", Status.UNDECIDED, needs="site", found=str(tile), candidates=candidates,
        example=f"{tile}@{table.tile_of(sites[0])}",
    )  # fmt: skip
    return Open(tuple(sites))


def _table_with(table: Table, tile: Tile, site: int) -> Table:
    trial = table.copy()
    trial.put(tile, site)
    return trial


def misfit(desk: Desk, table: Table, tile: Tile, action: Action, error: PlayError) -> Placed | None:
    """Report what the table cannot take; a misfit that stood and names both ports is laid all the same."""
    at = action.site
    port = "" if action.site_port is None else f".{action.site_port.word}"
    at_tile = error.code == "already-there" or at is None or str(error) == "own port"
    part = "tile" if at_tile else "site"
    rule = "no-other-spinner" if error.code == "no-such-port" else None
    key = error.code
    if str(error) == "own port":
        key = "does-not-fit-port"
    elif error.code == "does-not-fit" and at is None:
        key = "fits-nowhere"
    elif error.code == "site-not-there" and len(table) == 0:
        key = "no-set-tile"
    first = desk.line_of(tile, action.line) if error.code == "already-there" else None
    if first is not None:
        key = "already-there-line"
    values = {
        "text": key, "first": first, "tile": str(tile), "site": f"{at}{port}", "at": str(at),
        "open": _open_values(table, at, action.site_port), "own": action.port.word if action.port is not None else "",
        "ends": ", ".join(map(str, table.sites())),
    }  # fmt: skip
    desk.find(error.code, action.line, part, rule=rule, more=values)
    if action.mark == "stands" and error.code == "does-not-fit" and isinstance(at, Tile):
        site = at.index << 3 | action.site_port if action.site_port is not None else -1
        if action.port is not None and site >= 0:
            placed = Placed(site_value(table, site))
            table.put(tile, site, action.port)
            return placed
    return None


def _open_values(table: Table, at: AnyTile | None, port: Port | None) -> str:
    sites = (site for site in table.sites() if site.tile == at and port in (None, site.port))
    values = sorted({site.value for site in sites})
    return ", ".join(map(str, values)) or "-"


# -- claims -------------------------------------------------------------------------------------------------------


def check_sum(desk: Desk, table: Table, action: Action) -> int:
    """Check `=total` and `+points` of a placement just made; the points that are due (computed ones).

    A later false total that differs from the computed one by as much as an earlier did is its consequence: it was
    added up from there.
    """
    total, points = table.total, table.points
    line = action.line
    cause: tuple[int, str] | None = None  # of a false total that the points may follow
    assumed = total
    if action.total is not None and action.total != total:
        assumed = action.total
        slip = desk.total_slip
        offset = action.total - total
        sum_ = sum_text(table.counted())
        if slip is not None and slip[0] == offset:
            cause = slip[1]
            desk.find(
                "false-total", line, "total", Status.CONSEQUENCE, expected=total, found=action.total, sum=sum_,
                because_of=cause,
            )  # fmt: skip
        else:
            desk.find("false-total", line, "total", expected=total, found=action.total, sum=sum_)
            cause = (line, "false-total")
            desk.total_slip = (offset, cause)
    elif action.total is not None:
        desk.total_slip = None
    elif desk.total_slip is not None:
        cause, assumed = desk.total_slip[1], total + desk.total_slip[0]
    if action.points is not None and action.points != points:
        if cause is not None and action.points == points_of(desk.rules, assumed):
            desk.find(
                "false-points", line, "points", Status.CONSEQUENCE, expected=points, found=action.points,
                because_of=cause, sum=sum_text(table.counted()), of=desk.rules.multiple_of,
                text=_points_text(desk, points),
            )  # fmt: skip
        else:
            _false_points(desk, table, action)
    elif action.points is None and points and action.total == total:
        desk.find("points-due", line, "total", Status.NOTE, expected=points)
    return points


def _points_text(desk: Desk, points: int) -> str:
    return "false-points" if points else "false-points-none" + WORDED[desk.rules.scoring]


def _false_points(desk: Desk, table: Table, action: Action) -> None:
    total = action.total
    desk.find(
        "false-points", action.line, "points", rule="points" if table.points else "no-points",
        expected=table.points, found=action.points, sum=sum_text(table.counted()),
        of=desk.rules.multiple_of, text=_points_text(desk, table.points),
        alone=total is not None and action.points != points_of(desk.rules, total),
    )  # fmt: skip


def check_claim(desk: Desk, table: Table, claim: Claim) -> None:
    """Check an indented claim about the position on the table."""
    wrong = claim_difference(table, claim)
    if wrong is not None:
        code, expected, found, rule = wrong
        desk.find(code, claim.line, "claim", rule=rule, expected=expected, found=found)


def claim_difference(table: Table, claim: Claim) -> tuple[str, str, str, str | None] | None:
    """Code, expected, found and rule where a claim does not hold."""
    if isinstance(claim, SpinnerClaim):
        right: list[Any] = list(table.spinner_tiles())
        found: list[Any] = list(claim.tiles)
        return None if right == found else ("false-spinner", _list(right), _list(found), None)
    if isinstance(claim, JointsClaim):
        right = [str(each) for each in table.layout().joints]
        found = [_joint_text(*pair) for pair in claim.items]
        return None if right == found else ("false-joints", _list(right), _list(found), None)
    if isinstance(claim, OpenClaim):
        right = sorted(str(each) for each in table.sites())
        found = sorted(_value_text(spot.tile, spot.port, value) for spot, value in claim.items)
        if right == found:
            return None
        return ("false-open", _list(map(str, table.sites())), _list(_written(claim)), None)
    counted = table.counted()
    right = sorted(_counted_key(each.tile, each.port, each.value) for each in counted)
    found = sorted(_counted_key(spot.tile, spot.port, value) for spot, value in claim.items)
    if right == found:
        return None
    return ("false-counted", _list(map(str, counted)), _list(_written(claim)), None)


def _counted_key(tile: AnyTile, port: Port | None, value: int) -> str:
    """Contributions are told apart by branch ports only (notation 4)."""
    return _value_text(tile, port if port is not None and port.is_branch else None, value)


def _value_text(tile: AnyTile, port: Port | None, value: int) -> str:
    return f"{tile}{'' if port is None else '.' + port.word}:{value}"


def _joint_text(a: Any, b: Any) -> str:
    return "-".join(f"{spot.tile}.{'?' if spot.port is None else spot.port.word}" for spot in (a, b))


def _written(claim: CountedClaim | OpenClaim) -> Iterator[str]:
    return (_value_text(spot.tile, spot.port, value) for spot, value in claim.items)


def _list(items: Iterable[object]) -> str:
    return " ".join(map(str, items)) or "none"


# -- sites left out -------------------------------------------------------------------------------------------------

_SEARCH_LIMIT = 2_000  # placements tried at most for one omitted site; beyond it the site stays undecided


def _sum_holds(table: Table, action: Action) -> bool:
    return (action.total is None or action.total == table.total) and (
        action.points is None or action.points == table.points
    )


def _rest_holds(table: Table, rest: Sequence[Node], start: int, budget: list[int]) -> bool:
    """Whether all later claims and placements of the layout or round are true on this table."""
    for number in range(start, len(rest)):
        node = rest[number]
        if isinstance(node, Gap | Unread | GivenTable) or (isinstance(node, Action) and node.verb == "unknown"):
            return True
        if isinstance(node, SpinnerClaim | CountedClaim | OpenClaim | JointsClaim):
            if claim_difference(table, node) is not None:
                return False
        elif isinstance(node, Action) and node.verb == "play" and node.mark != "withdrawn":
            budget[0] -= 1
            if budget[0] < 0 or not isinstance(node.tile, Tile):
                return True
            try:
                if node.site is None:
                    if node.tile.index in table.placed:
                        return False
                    sites = table.sites_for(node.tile)
                elif isinstance(node.site, Tile):
                    sites = [table.site_for(node.tile, node.site, node.site_port)]
                else:
                    return True
            except PlayError:
                return node.mark == "stands"
            if node.mark == "stands" and (len(sites) != 1 or node.port is not None):
                return True
            if len(sites) != 1:
                return any(_branch_holds(table, node, site, rest, number, budget) for site in sites)
            table.put(node.tile, sites[0])
            if node.mark != "stands" and not _sum_holds(table, node):
                return False
    return True


def _branch_holds(
    table: Table, action: Action, site: int, rest: Sequence[Node], number: int, budget: list[int]
) -> bool:
    assert isinstance(action.tile, Tile)
    trial = table.copy()
    trial.put(action.tile, site)
    return _sum_holds(trial, action) and _rest_holds(trial, rest, number + 1, budget)


def given_table(desk: Desk, table: Table, placed: Sequence[Joined], line: int) -> bool:
    """Lay the tiles of a `given table` line; False, with a finding, for one the table cannot take."""
    for spot, at in placed:
        node = Action(line, None, "play", spot.tile, spot.port, at.tile if at else None, at.port if at else None)
        if not isinstance(spot.tile, Tile) or not isinstance(place(desk, table, node, ()), Placed):
            return False
    return True


def site_value(table: Table, site: int) -> Site | None:
    """The site as a value; None for a set tile. Call it before the tile is put."""
    if site < 0:
        return None
    return next((each for each in table.sites() if (each.tile.index << 3 | each.port) == site), None)


__all__ = [
    "PLACED", "Desk", "Figure", "Placed", "check_claim", "check_sum", "given_table", "misfit", "place", "sum_text",
]  # fmt: skip
