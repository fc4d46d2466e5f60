"""Values of a record ↔ values in JSON, each with its JSON Schema."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from ..engine.layout import PORTS
from ..engine.record import Joined, Spot
from ..engine.tiles import AnyTile, UnknownTile, tile
from ..notation.read import read_comment

Json = dict[str, Any]


class FormProblem(Exception):
    """A value that stands for nothing; `key` and `values` are those of its text in the catalogues (`convert.KEY`)."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values
        self.where: list[str] = []

    def inside(self, key: str) -> FormProblem:
        """The same problem, found below `key`."""
        self.where.insert(0, key)
        return self


@dataclass(frozen=True, slots=True)
class Codec:
    """How one kind of value stands in JSON; `read` raises FormProblem."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]
    schema: Json


def _reader(test: Callable[[Any], bool], expected: str, make: Callable[[Any], Any] = lambda value: value) -> Any:
    def read(value: Any) -> Any:
        if not test(value):
            raise FormProblem(f"expected-{expected}")
        return make(value)

    return read


def _same(value: Any) -> Any:
    return value


def one_of(*words: str) -> Codec:
    """One of a few words."""
    return Codec(_same, _reader(lambda value: value in words, "word"), {"enum": list(words)})


def each_of(item: Codec) -> Codec:
    """A list, a tuple in the record."""

    def read(value: Any) -> Any:
        if not isinstance(value, list):
            raise FormProblem("expected-list")
        return tuple(_inside(item, each, f"[{number}]") for number, each in enumerate(value))

    return Codec(lambda values: [item.write(each) for each in values], read, {"type": "array", "items": item.schema})


def _inside(codec: Codec, value: Any, key: str) -> Any:
    try:
        return codec.read(value)
    except FormProblem as problem:
        raise problem.inside(key) from None


def record_of(
    split: Callable[[Any], tuple[Any, ...]],
    join: Callable[..., Any],
    needed: Mapping[str, Codec],
    optional: Mapping[str, Codec] | None = None,
) -> Codec:
    """An object whose values are those `split` gives and `join` takes, by position; optional ones may be None."""
    known = {**needed, **(optional or {})}

    def write(value: Any) -> Json:
        pairs = zip(known.items(), split(value), strict=True)
        return {key: codec.write(each) for (key, codec), each in pairs if each is not None}

    def read(value: Any) -> Any:
        check_keys(value, known, needed)
        return join(*(_inside(codec, value[key], f".{key}") if key in value else None for key, codec in known.items()))

    return Codec(write, read, object_schema({key: codec.schema for key, codec in known.items()}, needed))


def check_keys(value: Any, known: Collection[str], needed: Iterable[str]) -> None:
    """Raise FormProblem unless `value` is an object with all needed keys and none that nobody knows."""
    if not isinstance(value, dict):
        raise FormProblem("expected-object")
    for key in value:
        if key not in known:
            raise FormProblem("unknown-key", known=", ".join(known)).inside(f".{key}")
    for key in needed:
        if key not in value:
            raise FormProblem("missing-key", found=key)


def object_schema(properties: Json, needed: Iterable[str]) -> Json:
    """The schema of an object that has no other keys."""
    return {"type": "object", "properties": properties, "required": list(needed), "additionalProperties": False}


_TILE = re.compile(r"\[([0-9]{1,2}|\?)\|([0-9]{1,2}|\?)\]")


def _tile(text: str) -> AnyTile:
    a, b = text.strip("[]").split("|")
    if "?" in (a, b):
        known = b if a == "?" else a
        return UnknownTile(None if known == "?" else int(known))
    return tile(int(a), int(b))


TEXT = Codec(
    _same,
    _reader(lambda value: isinstance(value, str), "text", lambda value: unicodedata.normalize("NFC", value)),
    {"type": "string"},
)
COMMENT = Codec(
    _same,
    _reader(lambda value: isinstance(value, str) and value.startswith("#"), "comment", read_comment),
    {"type": "string", "pattern": "^#"},
)
NUMBER = Codec(
    _same, _reader(lambda value: isinstance(value, int) and not isinstance(value, bool), "number"), {"type": "integer"}
)
TRUTH = Codec(_same, _reader(lambda value: isinstance(value, bool), "truth"), {"type": "boolean"})
TILE = Codec(
    str,
    _reader(lambda value: isinstance(value, str) and _TILE.fullmatch(value) is not None, "tile", _tile),
    {"type": "string", "pattern": f"^{_TILE.pattern}$"},
)
PORT = Codec(
    lambda port: port.word,
    _reader(lambda value: isinstance(value, str) and value in PORTS, "port", PORTS.__getitem__),
    {"enum": sorted(PORTS)},
)
_HEADER = re.compile("date|place|source|note|x-[a-z0-9-]+")
HEADER = Codec(
    _same,
    _reader(lambda value: isinstance(value, str) and _HEADER.fullmatch(value) is not None, "word"),
    {"type": "string", "pattern": f"^({_HEADER.pattern})$"},
)
SEAT = one_of("A", "B", "C", "D")
MARK = one_of("stands", "withdrawn")
SIDE = Codec(_same, TEXT.read, {"type": "string", "pattern": r"^[A-D](\+[A-D])*$"})
TILES = each_of(TILE)


def _as_tuple(*values: Any) -> tuple[Any, ...]:
    return values


SPOT = record_of(tuple, Spot, {"tile": TILE}, {"port": PORT})
SCORES = each_of(record_of(tuple, _as_tuple, {"side": SIDE, "score": NUMBER}))
SEATS = each_of(record_of(tuple, _as_tuple, {"seat": SEAT}, {"name": TEXT}))
JOINTS = each_of(record_of(tuple, _as_tuple, {"on": SPOT, "new": SPOT}))
PLACED = each_of(record_of(tuple, Joined, {"new": SPOT}, {"on": SPOT}))
ENDS = each_of(
    record_of(
        lambda item: (item[0].tile, item[1], item[0].port),
        lambda tile, value, port: (Spot(tile, port), value),
        {"tile": TILE, "value": NUMBER},
        {"port": PORT},
    )
)
CAPTIONS = each_of(
    record_of(
        lambda item: (item[1], item[0]), lambda text, language: (language, text), {"text": TEXT}, {"language": TEXT}
    )
)
