"""One line of a record ↔ its fields in JSON: every kind of line, what it holds, and its schema."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from ..engine import record as r
from .codecs import (
    CAPTIONS,
    COMMENT,
    ENDS,
    HEADER,
    JOINTS,
    MARK,
    NUMBER,
    PLACED,
    PORT,
    SCORES,
    SEAT,
    SEATS,
    SIDE,
    SPOT,
    TEXT,
    TILE,
    TILES,
    TRUTH,
    Codec,
    FormProblem,
    Json,
    check_keys,
    object_schema,
)


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a line: the attribute of its node, how it stands in JSON; without `needed` it may be left out."""

    attribute: str
    codec: Codec
    needed: bool = True
    default: Any = None


@dataclass(frozen=True, slots=True)
class Form:
    """A kind of line: its node, the values its kind fixes, its fields by their keys."""

    node: type
    fixed: Mapping[str, Any]
    fields: Mapping[str, Field]

    @property
    def needed(self) -> tuple[str, ...]:
        return tuple(key for key, field in self.fields.items() if field.needed)


def _form(node: type, fixed: Mapping[str, Any] | None = None, /, **fields: Field | Codec) -> Form:
    """A form; a bare codec is a field that is needed, under the name of its attribute."""
    known = {key: Field(key, each) if isinstance(each, Codec) else each for key, each in fields.items()}
    return Form(node, fixed or {}, known)


def _maybe(attribute: str, codec: Codec, default: Any = None) -> Field:
    return Field(attribute, codec, False, default)


_MARKED = _maybe("mark", MARK)
_TITLED: dict[str, Field | Codec] = {"rules": TEXT, "title": _maybe("title", TEXT), "after": _maybe("after", TEXT)}
_CLAIMED: dict[str, Field | Codec] = {
    "total": _maybe("total", NUMBER),
    "points": _maybe("points", NUMBER),
    "mark": _MARKED,
}

FORMS: dict[str, Form] = {
    "comment": _form(r.Remark, indented=_maybe("indented", TRUTH, False)),
    "version": _form(r.Version, number=NUMBER),
    "match": _form(r.EntryLine, {"kind": "match"}, **_TITLED),
    "layout": _form(r.EntryLine, {"kind": "layout"}, **_TITLED),
    "settlement": _form(r.EntryLine, {"kind": "settlement"}, **_TITLED),
    "header": _form(r.Header, key=HEADER, value=TEXT),
    "seats": _form(r.Seats, seats=SEATS),
    "rule": _form(r.RuleChange, field=Field("key", TEXT), value=TEXT),
    "round": _form(r.RoundLine, number=NUMBER),
    "lot": _form(r.Starter, {"how": "lot"}, seat=SEAT, mark=_MARKED),
    "start": _form(r.Starter, {"how": "start"}, seat=SEAT, mark=_MARKED),
    "deal": _form(r.Deal, seat=SEAT, tiles=TILES, mark=_MARKED),
    "boneyard": _form(r.Boneyard, size=NUMBER, tiles=_maybe("tiles", TILES), given=_maybe("given", TRUTH, False)),
    "given-score": _form(r.GivenScore, scores=SCORES),
    "given-table": _form(r.GivenTable, placed=PLACED),
    "given-hand": _form(r.GivenHand, seat=SEAT, tiles=TILES),
    "given-turn": _form(r.GivenTurn, seat=SEAT),
    "play": _form(
        r.Action, {"verb": "play"}, seat=_maybe("seat", SEAT), tile=TILE, port=_maybe("port", PORT),
        site=_maybe("site", SPOT), **_CLAIMED,
    ),
    "draw": _form(r.Action, {"verb": "draw"}, seat=SEAT, tiles=Field("drawn", TILES), mark=_MARKED),
    "pass": _form(r.Action, {"verb": "pass"}, seat=SEAT, mark=_MARKED),
    "unrecorded": _form(r.Action, {"verb": "unknown"}, seat=SEAT, **_CLAIMED),
    "spinner": _form(r.SpinnerClaim, tiles=TILES),
    "counted": _form(r.CountedClaim, ends=Field("items", ENDS)),
    "open": _form(r.OpenClaim, ends=Field("items", ENDS)),
    "joints": _form(r.JointsClaim, joints=Field("items", JOINTS)),
    "figure": _form(r.Figure, captions=CAPTIONS),
    "gap": _form(r.Gap),
    "out": _form(r.End, {"how": "out"}, seat=SEAT, mark=_MARKED),
    "blocked": _form(r.End, {"how": "blocked"}, mark=_MARKED),
    "void": _form(r.End, {"how": "void"}, reason=_maybe("reason", TEXT)),
    "left": _form(r.Left, seat=SEAT, tiles=_maybe("tiles", TILES), pips=_maybe("pips", NUMBER), mark=_MARKED),
    "deduct": _form(r.Deduct, seat=SEAT, points=NUMBER, mark=_MARKED),
    "award": _form(r.Award, side=SIDE, points=NUMBER, mark=_MARKED),
    "score": _form(r.ScoreLine, scores=SCORES, mark=_MARKED),
    "adjust": _form(r.Adjust, side=SIDE, points=NUMBER, reason=_maybe("reason", TEXT)),
    "winner": _form(r.Result, side=SIDE, mark=_MARKED),
    "unfinished": _form(r.Result, {"side": None}),
}  # fmt: skip
"""Every kind of line by its name in JSON; an empty line is `blank` and has no node."""

_OF_NODE = {form.node: kind for kind, form in FORMS.items()}


def kind_of(node: r.Node) -> str:
    """The kind of a line in JSON."""
    if isinstance(node, r.EntryLine):
        return node.kind
    if isinstance(node, r.Starter | r.End):
        return node.how
    if isinstance(node, r.Action):
        return "unrecorded" if node.verb == "unknown" else node.verb
    if isinstance(node, r.Result):
        return "unfinished" if node.side is None else "winner"
    return _OF_NODE[type(node)]


def to_fields(node: r.Node) -> Json:
    """The kind and the fields of a line; what is not written is left out."""
    kind = kind_of(node)
    found: Json = {"kind": kind}
    for key, field in FORMS[kind].fields.items():
        value = getattr(node, field.attribute)
        if kind == "play" and key == "site" and value is not None:
            value = r.Spot(value, getattr(node, "site_port"))  # noqa: B009 - an Action
        if field.needed or value != field.default:
            found[key] = field.codec.write(value)
    if node.comment is not None:
        found["comment"] = node.comment
    return found


def to_node(fields: Json) -> r.Node:
    """The line that fields say, with line 0. Raises FormProblem."""
    check_keys(fields, fields, ("kind",))
    form = FORMS.get(fields["kind"]) if isinstance(fields["kind"], str) else None
    if form is None:
        raise FormProblem("unknown-kind", known=", ".join((*FORMS, "blank"))).inside(".kind")
    check_keys(fields, ("kind", *form.fields, "comment"), form.needed)
    values: Json = {"line": 0, **form.fixed, "comment": None}
    for key, field in form.fields.items():
        values[field.attribute] = _value(fields, key, field.codec) if key in fields else field.default
    if "comment" in fields:
        values["comment"] = _value(fields, "comment", COMMENT)
    elif form.node is r.Remark:
        raise FormProblem("missing-key", found="comment")
    if form.node is r.Action and values.get("site") is not None:
        values["site"], values["site_port"] = values["site"]
    node: r.Node = form.node(**values)
    return node


def _value(fields: Json, key: str, codec: Codec) -> Any:
    try:
        return codec.read(fields[key])
    except FormProblem as problem:
        raise problem.inside(f".{key}") from None


def line_schema(common: Json) -> Json:
    """The schema of one line of any kind; `common` are the keys every line may have besides its fields."""
    kinds = []
    for kind, form in FORMS.items():
        properties = {"kind": {"const": kind}}
        properties |= {key: field.codec.schema for key, field in form.fields.items()}
        properties |= {"comment": COMMENT.schema, **common}
        needed = ("kind", *form.needed, *(("comment",) if kind == "comment" else ()))
        kinds.append(object_schema(properties, needed))
    kinds.append(object_schema({"kind": {"const": "blank"}, **common}, ("kind",)))
    return {"oneOf": kinds}
