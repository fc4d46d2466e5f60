"""Blocks that would not run although their author meant them to: a misspelt word, notation below another, no fence."""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from itertools import islice

from ..engine.messages import languages, section
from ..engine.record import Remark
from ..notation.parse import read_entries

READ_ONLY = "shown"
"""The word behind that of a fence, as in `text shown`, by which its notation is only to be read."""

_WORDS = ("goti", "गोटी", "गोटि")
_OTHERS = (
    "console", "python", "py", "pycon", "sh", "bash", "md", "markdown", "toml", "yaml", "json", "html", "lark", "diff",
    "ebnf",
)  # fmt: skip
"""Kinds of text that hold lines of notation for reasons of their own."""

_ALIKE = str.maketrans("оοօ0іιı1l|!yтτɡցqо", "oooo" + "iiiiiii" + "i" + "tt" + "ggg" + "o")
"""Letters that are read as one of `goti`: Cyrillic, Greek and Armenian ones, digits."""

_OPENING = re.compile(r"[\s>]*(?:(?:[-*+]|[0-9]{1,9}[.)])\s+)*(?P<run>`{2,}|~{2,}|:{3,})\s*(?P<info>[^`~]*)$")
_TILE = r"(?:\[\s*[0-9०-९?]{1,2}\s*[|-]\s*[0-9०-९?]{1,2}\s*\]|[\U0001f030-\U0001f093]|[0-9०-९]{1,2}-[0-9०-९]{1,2})"
_BEGINS = re.compile(rf"\s*(?:\w+:\s*)?{_TILE}")
_CLAIMS = re.compile(rf"\s*(?:\w+:\s*)?{_TILE}(?:\.[\w-]+)?(?:@\S+)?\s*[=+]\s*[0-9०-९]")
_COMMAND = re.compile(r"\s*\$ goti\b")
_MOST_LINES = 2000


def looks_goti(info: str, content: str) -> int | None:
    """The line by which a block that is not run looks as if it should be: 0 the fence, else one inside, from 1."""
    words = info.split()
    if READ_ONLY in words[1:]:
        return None
    if _near(words):
        return 0
    if words[:1] and words[0].casefold() in _OTHERS:
        return None
    lines = enumerate(content.split("\n"), 1)
    candidates = islice(((n, line) for n, line in lines if _may_be_notation(line)), _MOST_LINES)
    return next((n for n, line in candidates if _is_notation(line)), None)


def opens_goti(line: str) -> bool:
    """Whether a line of text begins as a fence of such a block does: behind it none of its lines would be one."""
    found = _OPENING.match(line)
    return found is not None and _near(found["info"].split()[:1])


def _near(words: list[str]) -> bool:
    """Whether the first word of a fence is `goti` but for a slip, or another one is `goti`."""
    if not words:
        return False
    parts = [_folded(each) for each in re.split(r"[\W_]+", words[0]) if each]
    others = [_folded(each.strip("{}.:#")) for each in words[1:]]
    return any(each in _WORDS or _one_slip(each, "goti") for each in parts) or any(each in _WORDS for each in others)


def _folded(word: str) -> str:
    """A word in small Latin letters without accents, where it reads so."""
    plain = unicodedata.normalize("NFKC", word).casefold()
    if plain in _WORDS:
        return plain
    letters = unicodedata.normalize("NFD", plain.translate(_ALIKE))
    return re.sub("tt+", "t", "".join(each for each in letters if not unicodedata.combining(each)))


def _one_slip(word: str, other: str) -> bool:
    """Whether one letter too much, too few or wrong, or two exchanged, make one word of the other."""
    while word and other and word[0] == other[0]:
        word, other = word[1:], other[1:]
    while word and other and word[-1] == other[-1]:
        word, other = word[:-1], other[:-1]
    return max(len(word), len(other)) <= 1 or (len(word) == len(other) == 2 and word == other[::-1])


@cache
def _keywords() -> frozenset[str]:
    spellings = (each for language in languages() for each in section(language, "keyword").values())
    return frozenset(words.split()[0] for each in spellings for words in each)


def _may_be_notation(line: str) -> bool:
    """Whether a line begins as one of the notation; of a single word, or of numbers alone, nobody can tell."""
    if _COMMAND.match(line) or opens_goti(line):
        return True
    words = line.split()
    if not words or (len(words) == 1 and line.isascii() and not set("[@") & set(line)):
        return False
    first = words[1] if words[0].endswith(":") and len(words) > 1 else words[0]
    return first in _keywords() or _BEGINS.match(line) is not None


def _is_notation(line: str) -> bool:
    if _COMMAND.match(line) or opens_goti(line) or _CLAIMS.match(line):
        return True
    first, *others = read_entries(["match seven-rocks", "round 1", line])
    nodes = [*first.nodes[2:], *(node for each in others for node in each.nodes)]
    return any(not isinstance(each, Remark) for each in nodes)
