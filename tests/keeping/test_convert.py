"""Records to JSON and back: the same bytes, useful fields, and no edit that is lost."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given, settings

from goti.cli import main
from goti.engine.errors import NotationError
from goti.engine.messages import languages, message
from goti.keeping.convert import dumps, schema, to_document
from goti.keeping.forms import FORMS
from goti.keeping.restore import DocumentError, loads, to_text
from goti.tests.convert.run import comes_back, fixtures, record
from goti.tests.notation.lines import RECORD

VALIDATOR = jsonschema.Draft202012Validator(schema())
SMALL = 'match american-sniff "Evening"  # ours\nseats A "Asha" B\n\nround 1\nlot A\nA: 5-5 =१० +१० # all\nunfinished\n'


def small() -> Any:
    return loads(dumps(to_document(SMALL)))


def lines_of(document: Any) -> list[Any]:
    """All lines of a document."""
    found = []
    for entry in document["entries"]:
        parts = [entry["opening"], *entry.get("rounds", []), entry.get("closing", [])]
        found += [line for part in parts for line in part]
    return found


def line(document: Any, kind: str) -> Any:
    """The first line of a kind."""
    return next(each for each in lines_of(document) if each["kind"] == kind)


@pytest.mark.parametrize("seed", range(60))
def test_random_records_come_back(seed: int) -> None:
    source = record(seed)
    assert comes_back(source)
    VALIDATOR.validate(to_document(source))


def test_shipped_files_come_back() -> None:
    found = fixtures()
    assert found["changed"] == 0
    assert found["same"] > 400 and found["refused"] > 10


@settings(deadline=None)
@given(RECORD)
def test_any_text_comes_back_or_is_refused(source: str) -> None:
    try:
        same = comes_back(source)
    except NotationError:
        return
    assert same


@settings(deadline=None)
@given(RECORD)
def test_fields_alone_say_the_same(source: str) -> None:
    """Without the texts the document gives a record that reads the same."""
    try:
        document = to_document(source)
    except NotationError:
        return
    left_out = ("text", "end", "indented")
    sorted_ = ("counted", "open")  # written in the canonical order

    def fields(found: Any) -> list[Any]:
        kept = ({key: value for key, value in each.items() if key not in left_out} for each in lines_of(found))
        return [each if each["kind"] not in sorted_ else each["kind"] for each in kept]

    for each in lines_of(document):
        del each["text"]
        each.pop("end", None)
    assert fields(to_document(to_text(document))) == fields(document)


@pytest.mark.parametrize("source", ["", "\n", "\ufeff", "# a comment", "goti 1\r", "\r\n\r\n", "layout seven-rocks"])
def test_small_texts_come_back(source: str) -> None:
    assert comes_back(source)
    VALIDATOR.validate(to_document(source))


def test_fields_of_a_line() -> None:
    document = to_document(SMALL)
    assert line(document, "play") == {
        "kind": "play", "seat": "A", "tile": "[5|5]", "total": 10, "points": 10, "comment": "# all",
        "text": "A: 5-5 =१० +१० # all",
    }  # fmt: skip
    assert line(document, "seats")["seats"] == [{"seat": "A", "name": "Asha"}, {"seat": "B"}]
    assert [len(part) for part in document["entries"][0]["rounds"]] == [4]
    assert [each["kind"] for each in document["entries"][0]["closing"]] == ["unfinished"]


def test_every_kind_of_line_is_in_the_schema() -> None:
    kinds = {each["properties"]["kind"]["const"] for each in schema()["$defs"]["line"]["oneOf"]}
    assert kinds == {*FORMS, "blank"}
    jsonschema.Draft202012Validator.check_schema(schema())


# -- edited documents -------------------------------------------------------------------------------------------------


def test_an_edit_beside_its_text_is_refused() -> None:
    document = small()
    line(document, "play")["total"] = 15
    with pytest.raises(DocumentError) as caught:
        to_text(document)
    assert caught.value.key == "differ" and caught.value.where == "entries[0].rounds[0][3]"
    assert "`A: [5|5] =15 +10  # all`" in str(caught.value)


def test_the_fields_decide_where_they_are_asked_to() -> None:
    document = small()
    line(document, "play")["total"] = 15
    line(document, "seats")["seats"][1]["name"] = "Binod"
    assert to_text(document, fields_win=True) == SMALL.replace("=१०", "=१५").replace(" B\n", ' B "Binod"\n')


def test_a_line_without_text_is_written_from_its_fields() -> None:
    document = small()
    document["entries"][0]["rounds"][0].append({"kind": "pass", "seat": "B", "comment": "# knocked"})
    document["entries"][0]["closing"].insert(0, {"kind": "blank"})
    assert to_text(document) == SMALL.replace("unfinished", "B: pass  # knocked\n\nunfinished")


def test_lines_are_written_in_the_language_of_the_document() -> None:
    document = small() | {"language": "hi", "end": "CRLF"}
    document["entries"][0]["closing"] = [{"kind": "winner", "side": "A"}]
    assert to_text(document).endswith("all\r\nविजेता A\r\n")


EDITS: dict[str, tuple[list[Any], Any]] = {
    "unknown-key": (["entries", 0, "rounds", 0, 3, "totl"], 5),
    "missing-key": (["entries", 0, "rounds", 0, 3], {"kind": "play"}),
    "unknown-kind": (["entries", 0, "rounds", 0, 3], {"kind": "plays"}),
    "expected-tile": (["entries", 0, "rounds", 0, 3, "tile"], "5-5"),
    "expected-number": (["entries", 0, "rounds", 0, 3, "total"], True),
    "expected-comment": (["entries", 0, "rounds", 0, 3, "comment"], "both"),
    "expected-list": (["entries", 0, "rounds"], {}),
    "expected-object": (["entries", 0, "rounds", 0, 3], None),
    "expected-line": (["entries", 0, "rounds", 0, 3, "text"], "A: pass\nB: pass"),
    "expected-word": (["end"], "LFCR"),
    "end-inside": (["entries", 0, "rounds", 0, 3, "end"], "none"),
    "end-joined": (
        ["entries", 0, "rounds", 0],
        [{"kind": "round", "number": 1, "end": "CR"}, {"kind": "blank", "end": "LF"}],
    ),
    "wrong-format": (["goti_record"], 2),
    "not-writable": (["entries", 0, "rounds", 0, 3], {"kind": "comment", "comment": "# \u202e"}),
}
LOSSES: list[dict[str, Any]] = [
    {"kind": "left", "seat": "A", "tiles": ["[1|2]"], "pips": 3},
    {"kind": "boneyard", "size": 3, "tiles": ["[1|2]"]},
]


@pytest.mark.parametrize("key", EDITS)
def test_what_is_no_document_is_refused_with_its_place(key: str) -> None:
    document = small()
    (*path, last), value = EDITS[key]
    at = document
    for each in path:
        at = at[each]
    at[last] = value
    with pytest.raises(DocumentError) as caught:
        to_text(document)
    assert caught.value.key == key
    assert all(caught.value.said(language) for language in languages())
    if key not in ("expected-line", "end-inside", "end-joined", "not-writable", "wrong-format"):
        assert not VALIDATOR.is_valid(document)


@pytest.mark.parametrize("fields", LOSSES, ids=lambda fields: str(fields["kind"]))
def test_fields_that_no_line_can_say_together_are_refused(fields: dict[str, Any]) -> None:
    document = small()
    document["entries"][0]["closing"].insert(0, fields)
    with pytest.raises(DocumentError) as caught:
        to_text(document)
    assert caught.value.key == "not-writable"


def test_another_header_is_refused() -> None:
    document = small()
    document["entries"][0]["opening"].insert(1, {"kind": "header", "key": "hall", "value": "2"})
    with pytest.raises(DocumentError, match="another word"):
        to_text(document)
    assert not VALIDATOR.is_valid(document)


def test_comments_are_changed_with_their_fields() -> None:
    document = small()
    line(document, "play")["comment"] = "# both"
    del line(document, "match")["comment"]
    line(document, "unfinished")["comment"] = "# late"
    changed = SMALL.replace("# all", " # both").replace("  # ours", "").replace("unfinished", "unfinished  # late")
    assert to_text(document, fields_win=True) == changed


def test_a_spanish_record_stays_spanish() -> None:
    document = to_document('partida american-sniff "x"\nasientos A B\n\nronda 1\nsorteo A\ninacabada\n')
    assert document["language"] == "es"
    del line(document, "lot")["text"]
    line(document, "round")["number"] = 2
    assert "\nronda 2\nsorteo A\n" in to_text(document, fields_win=True)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[1", "1:3: this is no JSON"),
        ('{"goti_record": 1,\n "goti_record": 1}', "the key `goti_record` stands twice"),
        ("[" * 100_000, "this is no JSON of `goti convert`"),
        ('{"goti_trace": 1}', 'this is no JSON of `goti convert`: it begins with {"goti_record": 1, …}'),
        ('{"goti_record": true}', "goti_record: this program reads version 1"),
        (f'{{"goti_record": {"9" * 5000}}}', "goti_record: this program reads version 1"),
    ],
)
def test_what_is_no_json(text: str, said: str) -> None:
    with pytest.raises(DocumentError) as caught:
        to_text(loads(text))
    assert str(caught.value).startswith(said)


def test_a_bom_before_the_json_is_no_matter() -> None:
    assert to_text(loads("\ufeff" + dumps(to_document(SMALL)))) == SMALL


# -- the command ------------------------------------------------------------------------------------------------------


def test_folders_there_and_back(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a" / "b").mkdir(parents=True)
    (tmp_path / "a" / "one.goti").write_text(SMALL, encoding="utf-8", newline="")
    (tmp_path / "a" / "b" / "one.goti").write_text(SMALL.replace("\n", "\r\n"), encoding="utf-8", newline="")
    assert main(["convert", "-o", str(tmp_path / "json"), str(tmp_path / "a")]) == 0
    assert main(["convert", "-o", str(tmp_path / "back"), str(tmp_path / "json")]) == 0
    for name in ("one.goti", "b/one.goti"):
        assert (tmp_path / "back" / name).read_bytes() == (tmp_path / "a" / name).read_bytes()
    VALIDATOR.validate(json.loads((tmp_path / "json" / "one.json").read_text(encoding="utf-8")))


def test_what_cannot_be_read_is_refused_and_nothing_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.goti"
    bad.write_text("layout seven-rocks\n[1|4\n", encoding="utf-8")
    assert main(["convert", "-o", str(tmp_path / "out"), str(bad)]) == 2
    assert f"{bad}:2:1: bad-tile" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


PASS = {"kind": "pass", "seat": "A"}
LATE = {"kind": "seats", "seats": [{"seat": "A"}, {"seat": "B"}]}
RECORDS_NOT_READ: dict[
    str, tuple[list[Any], Any, str]
] = {  # (where it is changed, what is put there, where it is seen)
    "no-entry": (["opening", 0], {"kind": "comment", "comment": "# no match"}, "opening[1]"),
    "misplaced-line": (["rounds", 0, 3], LATE, "rounds[0][3]"),
    "unknown-rules": (["opening", 0], {"kind": "match", "rules": "chess"}, "opening[0]"),
    "no-such-tile": (["rounds", 0, 3], {"kind": "play", "seat": "A", "tile": "[5|9]"}, "rounds[0][3]"),
}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("code", RECORDS_NOT_READ)
def test_lines_that_are_no_record_together_are_refused(
    code: str, language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """What `goti check` calls not readable is converted in neither direction."""
    (*path, last), value, where = RECORDS_NOT_READ[code]
    document = small()
    at = document["entries"][0]
    for each in path:
        at = at[each]
    at[last] = value
    source = tmp_path / "a.json"
    source.write_text(dumps(document), encoding="utf-8")
    assert main(["convert", "--lang", language, "-o", str(tmp_path / "out"), str(source)]) == 2
    told = capsys.readouterr()
    before = message(language, "convert.unreadable", why=f"{code}: ")
    assert told.err.startswith(f"{source}: entries[0].{where}: {before}") and told.err.count("\n") == 1
    text = tmp_path / "b.goti"
    text.write_text(to_text(document), encoding="utf-8")
    assert main(["convert", "--lang", language, "-o", str(tmp_path / "out"), str(text)]) == 2
    assert f": {code}: " in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_house_rules_need_not_be_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "a.goti"
    path.write_text(SMALL.replace("american-sniff", "club.toml"), encoding="utf-8")
    assert main(["convert", "-o", str(tmp_path / "out"), str(path)]) == 0
    assert main(["convert", str(tmp_path / "out" / "a.json")]) == 0
    assert capsys.readouterr().out.endswith(path.read_text(encoding="utf-8"))


def test_half_a_letter_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = small()
    document["entries"][0]["closing"] = [{"kind": "comment", "comment": "# \ud800"}]
    path = tmp_path / "half.json"
    path.write_text(json.dumps(document), encoding="ascii")
    assert main(["convert", str(path)]) == 2
    assert "`# \\ud800`" in capsys.readouterr().err


def test_two_results_need_a_folder_and_places_of_their_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "one.goti").write_text(SMALL, encoding="utf-8")
    files = [str(tmp_path / name / "one.goti") for name in ("a", "b")]
    assert main(["convert", *files]) == 2
    assert main(["convert", "-o", str(tmp_path / "out"), *files]) == 2
    assert "would both become" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_the_refusals_that_the_page_shows(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (Path(__file__).resolve().parent.parent.parent / "docs" / "keeping.md").read_text(encoding="utf-8")
    source = page.split("```goti file=evening.goti\n")[1].split("```")[0]
    shown = [each.split("```")[0] for each in page.split("```text\nevening.json: ")[1:]]
    changed, headless = to_document(source), to_document(source)
    line(changed, "play")["total"] = 15
    del headless["entries"][0]["opening"][0]
    monkeypatch.chdir(tmp_path)
    for document, said in zip((changed, headless), shown, strict=True):
        Path("evening.json").write_text(dumps(document), encoding="utf-8")
        assert main(["convert", "evening.json", "--lang", "en"]) == 2
        assert capsys.readouterr().err == f"evening.json: {said}"
