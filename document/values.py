"""Values in prose: `{total}` is computed, `{total=15}` is typed and checked, `{! stock=none}` is checked and not shown.

A value is `[LABEL:]NAME[.ARGUMENT…][=TYPED]`. A position's values are of the nearest block above, or of the one with
that label; a number as argument is the step (`total.2`). Rule values are of the document's rule set. `{2 + 8 = 10}` is
a sum that must hold, `{~40}` a number that nothing checks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from ..engine.messages import languages, section
from .lists import KINDS
from .markdown import ascii_digits, to_devanagari
from .named import NAMES, Context, ValueFault

WRITTEN = re.compile(
    r"\{(?P<hidden>!\s*)?(?:(?P<label>[^\s{}:=.!~#]+):)?(?P<name>[^\s{}:=.!~#0-9][^\s{}:=.]*)(?P<arguments>(?:\.[^\s{}=.]+)*)"
    r"(?:\s*=\s*(?P<typed>[^{}]*?))?\s*\}"
)
SUM = re.compile(r"\{(?P<hidden>!\s*)?(?P<sum>[0-9०-९][0-9०-९+×*() −-]*)=\s*(?P<typed>[−-]?[0-9०-९]+)\s*\}")
FREE = re.compile(r"\{~(?P<typed>[^{}]*)\}")
CLAUSES = re.compile(r"\{states\s+(?P<clauses>[^{}]+)\}")
TERM = re.compile(r"\{term\s+(?P<shown>[^{}|]*[^{}|\s])\s*(?:\|\s*(?P<entry>[^{}|]*[^{}|\s])\s*)?\}")
SEE = re.compile(r"\{see\s+(?P<entry>[^{}]*[^{}\s])\s*\}")
LIST = re.compile(r"\{list\s+(?P<kind>[^{}\s]+)\s*\}")
PAGE = "{page}"


@dataclass(frozen=True, slots=True)
class Value:
    """What a value comes to: `shown` is printed, `name` tells what it is, `clauses` are those a passage states.

    `entry` is that of a term in the index, or the kind of a list.
    """

    shown: str
    name: str
    clauses: tuple[str, ...] = ()
    entry: str = ""


def evaluate(written: str, context: Context) -> Value:
    """The value of `{…}` as written. Raises ValueFault for one that is unknown, not there, or not as typed."""
    free = FREE.fullmatch(written)
    if free:
        return Value(free["typed"].strip(), "free")
    stated = CLAUSES.fullmatch(written)
    if stated:
        clauses = tuple(re.split(r"[\s,]+", stated["clauses"].strip()))
        return Value("", "states", clauses)
    mark = _mark(written)
    if mark is not None:
        return mark
    added = SUM.fullmatch(written)
    if added:
        total = _arithmetic(ascii_digits(added["sum"]))
        _compare(str(total), added["typed"])
        return Value("" if added["hidden"] else written[1:-1].strip(), "sum-of")
    match = WRITTEN.fullmatch(written)
    if match is None:
        raise ValueFault("unknown-value", found=written, known=", ".join(sorted(NAMES)))
    name, arguments = _name(match["name"]), [each for each in match["arguments"].split(".") if each]
    found = NAMES[name](context, match["label"], [ascii_digits(each) for each in arguments])
    if match["typed"] is not None:
        _compare(found, match["typed"])
    elif match["hidden"]:
        raise ValueFault("nothing-typed", found=written)
    shown = match["typed"] if match["typed"] is not None else _digits(found, context.digits)
    return Value("" if match["hidden"] else shown, name)


def _mark(written: str) -> Value | None:
    """A term, a mention of one, a list, or the end of a page. Raises ValueFault for an unknown list."""
    if written == PAGE:
        return Value("", "page")
    term, see, listed = TERM.fullmatch(written), SEE.fullmatch(written), LIST.fullmatch(written)
    if term:
        return Value(term["shown"], "term", entry=term["entry"] or term["shown"])
    if see:
        return Value("", "see", entry=see["entry"])
    if listed and listed["kind"] not in KINDS:
        raise ValueFault("unknown-list", found=listed["kind"], known=", ".join(KINDS))
    return Value("", "list", entry=listed["kind"]) if listed else None


def stays_whole(shown: str) -> bool:
    """Whether a value stays on one line: a short sum or range."""
    return (" = " in shown or "–" in shown) and len(shown) < 30


def _digits(text: str, digits: str) -> str:
    return to_devanagari(text) if digits == "devanagari" else text


def _compare(expected: str, typed: str) -> None:
    if _plain(expected) != _plain(typed):
        raise ValueFault("false-value", expected=expected, found=typed.strip())


def _plain(text: str) -> str:
    return re.sub(r"\s+", "", ascii_digits(text).replace("−", "-")).casefold()


def _arithmetic(text: str) -> int:
    """A sum of whole numbers, of products and of brackets."""
    tokens = re.findall(r"[0-9]+|[-+*()]", text.replace("×", "*").replace("−", "-"))

    def atom() -> int:
        token = tokens.pop(0) if tokens else ""
        if token == "(":
            value = expression()
            if not tokens or tokens.pop(0) != ")":
                raise ValueFault("bad-sum", found=text.strip())
            return value
        if token.isdigit() and len(token) < 7:
            return int(token)
        raise ValueFault("bad-sum", found=text.strip())

    def product() -> int:
        value = atom()
        while tokens[:1] == ["*"]:
            tokens.pop(0)
            value *= atom()
        return value

    def expression() -> int:
        value = product()
        while tokens[:1] in (["+"], ["-"]):
            value += product() if tokens.pop(0) == "+" else -product()
        return value

    try:
        value = expression()
    except RecursionError:
        raise ValueFault("bad-sum", found=text.strip()[:20]) from None
    if tokens:
        raise ValueFault("bad-sum", found=text.strip())
    return value


def _name(written: str) -> str:
    """The name of a value from a spelling of any language. Raises ValueFault."""
    if written in NAMES:
        return written
    for language in languages():
        for name, spellings in _spellings(language).items():
            if written in spellings:
                return name
    raise ValueFault("unknown-value", found=written, known=", ".join(sorted(NAMES)))


def _spellings(language: str) -> dict[str, tuple[str, ...]]:
    return {key.removeprefix("value."): tuple(words) for key, words in section(language, "value").items()}
