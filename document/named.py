"""What values are about, and every value by its name: a position's, a settlement's, a match's, the rule set's."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..engine.judged import Judged, Step
from ..engine.placing import sum_text
from ..engine.record import Deal, Match
from ..engine.rules import FIELDS, RuleSet, Stock
from ..engine.settle import rounded
from .examples import Example


class ValueFault(Exception):
    """A value that cannot be given: code and values of the message."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code)
        self.code, self.values = code, values


@dataclass(frozen=True, slots=True)
class Context:
    """What values are about: the examples by label, the nearest one above, the rule set, language and digits.

    A value of a block that does not hold raises ValueFault `broken`: the block has been reported.
    """

    labelled: dict[str, Example]
    nearest: Example | None
    rules: RuleSet | None
    language: str
    digits: str
    broken: set[str]
    nearest_broken: bool

    def example(self, label: str | None) -> Example:
        if label in self.broken or (label is None and self.nearest_broken):
            raise ValueFault("broken")
        if label is not None and label not in self.labelled:
            raise ValueFault("unknown-label", found=label, known=", ".join(self.labelled))
        found = self.labelled[label] if label is not None else self.nearest
        if found is None:
            raise ValueFault("no-example")
        return found

    def step(self, label: str | None, arguments: list[str]) -> Step:
        """The last position shown, or that of the step whose number is the first argument."""
        example = self.example(label)
        if arguments and arguments[0].isdecimal():
            step = example.numbered(int(arguments[0]))
            if step is None:
                raise ValueFault("no-step", found=arguments[0], known=len(example.steps))
            return step
        if not example.shown:
            raise ValueFault("no-position")
        return example.shown[-1]


Source = Callable[[Context, "str | None", list[str]], str]


# -- positions --------------------------------------------------------------------------------------------------------


def _position(take: Callable[[Step], object]) -> Source:
    def value(context: Context, label: str | None, arguments: list[str]) -> str:
        step = context.step(label, arguments)
        found = take(step)
        if found is None:
            raise ValueFault("no-position")
        return str(found)

    return value


def _count(context: Context, label: str | None, arguments: list[str]) -> str:
    """What one tile contributes: `count.4-4`, after step 3 `count.3.4-4`."""
    step = context.step(label, arguments)
    named = arguments[-1] if arguments and "-" in arguments[-1] else ""
    ends = [each.value for each in step.counted if str(each.tile)[1:-1].replace("|", "-") == named]
    if not named:
        raise ValueFault("needs-argument", found="count.4-4")
    return str(sum(ends))


# -- ends of rounds ---------------------------------------------------------------------------------------------------


def _ledger(attribute: str) -> Source:
    """One seat's or side's number: of a settlement, or of a match after the round given last (else the last one)."""

    def value(context: Context, label: str | None, arguments: list[str]) -> str:
        judged: Judged = context.example(label).report.judged
        if not arguments:
            raise ValueFault("needs-argument", found=f"{attribute}.A")
        table: dict[str, int | None] = getattr(judged, attribute)
        if judged.rounds:
            numbers = {str(each.number): each for each in judged.rounds}
            wanted = arguments[1] if len(arguments) > 1 else str(judged.rounds[-1].number)
            if wanted not in numbers:
                raise ValueFault("no-round", found=wanted, known=", ".join(numbers))
            table = getattr(numbers[wanted], attribute)
        found = table.get(arguments[0])
        if found is None:
            raise ValueFault("not-known", found=arguments[0], known=", ".join(table))
        return str(found)

    return value


def _hand(context: Context, label: str | None, arguments: list[str]) -> str:
    """The tiles dealt to a seat in the round given last (else the last one)."""
    entry = context.example(label).report.judged.entry
    rounds = {str(each.head.number): each for each in entry.rounds} if isinstance(entry, Match) else {}
    if not (arguments and rounds):
        raise ValueFault("needs-argument", found="hand.A")
    wanted = arguments[1] if len(arguments) > 1 else list(rounds)[-1]
    if wanted not in rounds:
        raise ValueFault("no-round", found=wanted, known=", ".join(rounds))
    deals = {each.seat: each.tiles for each in rounds[wanted].nodes if isinstance(each, Deal)}
    if arguments[0] not in deals:
        raise ValueFault("not-known", found=arguments[0], known=", ".join(deals))
    return " ".join(map(str, deals[arguments[0]]))


def _winner(context: Context, label: str | None, arguments: list[str]) -> str:
    found = context.example(label).report.judged.winner
    if found is None:
        raise ValueFault("not-known", found="winner", known="–")
    return found


# -- the rule set -----------------------------------------------------------------------------------------------------


def _rules(context: Context) -> RuleSet:
    if context.rules is None:
        raise ValueFault("no-rules")
    return context.rules


def _field(name: str) -> Source:
    """A field of the rule set; one by number of players takes that number, unless there is only one."""

    def value(context: Context, label: str | None, arguments: list[str]) -> str:
        rules = _rules(context)
        found = getattr(rules, FIELDS[name])
        if not isinstance(found, dict):
            return rules.values[name]
        return str(_by_players(found, arguments, name))

    return value


def _by_players(table: dict[int, int], arguments: list[str], name: str) -> int:
    players = [int(each) for each in arguments if each.isdecimal()] or (list(table) if len(table) == 1 else [])
    if not players or players[0] not in table:
        raise ValueFault("by-players", found=f"{name}.2", known=", ".join(map(str, sorted(table))))
    return table[players[0]]


def _set_size(rules: RuleSet) -> int:
    return (rules.max_pips + 1) * (rules.max_pips + 2) // 2


def _boneyard(context: Context, label: str | None, arguments: list[str]) -> str:
    rules = _rules(context)
    hand = _by_players(dict(rules.hand_sizes), arguments, "boneyard")
    players = int(arguments[0]) if arguments else next(iter(rules.hand_sizes))
    return str(_set_size(rules) - players * hand if rules.stock is not Stock.NONE else 0)


def _rounded(context: Context, label: str | None, arguments: list[str]) -> str:
    if not (arguments and arguments[0].isdecimal() and len(arguments[0]) < 7):
        raise ValueFault("needs-argument", found="rounded.3")
    return str(rounded(_rules(context), int(arguments[0])))


def _clause(context: Context, label: str | None, arguments: list[str]) -> str:
    """The number of the clause for one of the rules findings cite, as `clause.terminal-double`."""
    rules = _rules(context)
    if not arguments or not rules.clause(arguments[0]):
        known = ", ".join(sorted(name for name, clause in rules.clauses.items() if clause))
        raise ValueFault("not-known", found=".".join(["clause", *arguments]), known=known)
    return rules.clause(arguments[0])


def _basis(context: Context, label: str | None, arguments: list[str]) -> str:
    """What the value of a field rests on, as `basis.block`: text, figure, inferred, default, house or silent."""
    rules = _rules(context)
    if not arguments or arguments[0] not in FIELDS:
        raise ValueFault("not-known", found=".".join(["basis", *arguments]), known=", ".join(FIELDS))
    return rules.citations[arguments[0]].basis


NAMES: dict[str, Source] = {
    **{name: _field(name) for name in FIELDS},
    "total": _position(lambda step: step.total),
    "points": _position(lambda step: step.points),
    "sum": _position(lambda step: sum_text(step.counted)),
    "ends": _position(lambda step: len(step.counted)),
    "sites": _position(lambda step: len(step.position.sites) if step.position else None),
    "tile": _position(lambda step: step.tile),
    "spinner": _position(lambda step: step.spinner),
    "tiles-played": _position(lambda step: len(step.layout) if step.layout else None),
    "count": _count,
    "deduction": _ledger("deductions"),
    "left": _ledger("left"),
    "score": _ledger("scores"),
    "hand": _hand,
    "winner": _winner,
    "target": _field("targets"),
    "hand-size": _field("hand-sizes"),
    "players": lambda context, label, arguments: ", ".join(map(str, sorted(_rules(context).hand_sizes))),
    "tiles": lambda context, label, arguments: str(_set_size(_rules(context))),
    "set-pips": lambda context, label, arguments: str(_set_size(_rules(context)) * _rules(context).max_pips),
    "boneyard": _boneyard,
    "rounded": _rounded,
    "clause": _clause,
    "basis": _basis,
    "game": lambda context, label, arguments: _rules(context).name(context.language),
}
"""Every value by its name."""
