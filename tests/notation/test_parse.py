"""Text → nodes: what the notation takes, and exactly where and how it says what it does not take."""

from __future__ import annotations

import unicodedata

import pytest

from goti import NotationError, api
from goti.engine.findings import Finding, Kind, Status, text
from goti.engine.messages import catalogue, languages
from goti.engine.record import Action, Deal, EntryLine, Figure, Header, Left, Node, Remark, Seats, Version
from goti.engine.tiles import AnyTile, UnknownTile, tile
from goti.notation.parse import parse, read_entries, split_lines
from goti.notation.words import port_words, spellings

HEAD = "match seven-rocks\n"


def faults(source: str) -> list[Finding]:
    """Everything that cannot be read."""
    return [each for entry in read_entries(split_lines(source)) for each in entry.findings]


def place(finding: Finding) -> str:
    return f"{finding.line}:{finding.column} {finding.code}"


def line_fault(line: str) -> Finding:
    """The one fault of a line, which stands in line 2."""
    (found,) = faults(HEAD + line + "\n")
    assert (found.line, found.kind, found.status) == (2, Kind.TEXT, Status.WRONG)
    return found


def node_of(line: str) -> Node:
    """The node of a line that is read without a fault."""
    (entry,) = parse(HEAD + line + "\n")
    return entry.nodes[-1]


# -- faults: line, column, code, and what the message must name -------------------------------------------------------

FAULTS = [
    # tiles
    ("A: [1|4", "4 bad-tile", "`[1|4`"),
    ("A: [1/4]", "4 bad-tile", "`[1|4]`"),
    ("A: [1,4]", "4 bad-tile", "`[1|4]`"),
    ("A: [1 4]", "4 bad-tile", "`[1|4]`"),
    ("A: [123|4]", "4 bad-tile", "`[123|4]`"),
    ("A: [1|]", "4 bad-tile", "`[1|]`"),
    ("A: [a|4]", "4 bad-tile", "`[a|4]`"),
    ("A: [1|4]@[4|4", "10 bad-tile", "`[4|4`"),
    ("A: [1|4]@", "10 incomplete-line", "a tile"),
    ("deal A [0|1] [0|2] [0|3", "20 bad-tile", "`[0|3`"),
    ("deal A [0|1] 5", "14 bad-tile", "`5`"),
    ("A: \U0001f094", "4 un", "a tile"),
    # seats
    ("A [1|4]", "3 unexpected", "`:`"),
    ("lot E", "5 unknown-word", "a seat A to D"),
    ("lot a", "5 unknown-word", "a seat A to D"),
    ("deal A", "7 incomplete-line", "a tile"),
    ("out", "4 incomplete-line", "a seat A to D"),
    ("score A+ 5", "10 unexpected", "a seat A to D"),
    ("score A+E 5", "9 unknown-word", "a seat A to D"),
    # claims
    ("A: [1|4] +5 =5", "13 unexpected", "="),
    ("A: [1|4] =5 =5", "13 unexpected", "`=5`"),
    ("A: [1|4] =-5", "10 unexpected", "`=-5`"),
    ("A: [1|4] +-5", "10 unexpected", "`+-5`"),
    ("A: [1|4] =5.0", "12 unexpected", "`.0`"),
    ("A: [1|4] stands stands", "17 unexpected", "the end of the line"),
    ("  counted [1|4]", "16 incomplete-line", "a value such as :2"),
    ("  joints [1|4]", "15 incomplete-line", "`-`"),
    ("  open [1|4].low", "17 incomplete-line", "a value such as :2"),
    # words
    ("dela A [1|4]", "1 unknown-word", "`deal`"),
    ("A: drow [1|4]", "4 unknown-word", "`draw`"),
    ("A: pas", "4 unknown-word", "`pass`"),
    ("  spinner nune", "11 unknown-word", "`none`"),
    ("given tabel [1|4]", "7 unknown-word", "`table`"),
    ("given tisch [1|4]", "7 unknown-word", "`table`"),
    ("Winner A+C", "1 unknown-word", "`winner`"),
    ("unfinised", "1 unknown-word", "`unfinished`"),
    ("left A 5 pip", "10 unknown-word", "`pips`"),
    ("विजता A+C", "1 unknown-word", "`विजेता`"),
    ("कटौति A 5", "1 unknown-word", "`कटौती`"),
    ("A: उठाइ [1|4]", "4 unknown-word", "`उठाई`"),
    # texts
    ('note "a', "6 bad-string", "not closed"),
    ('note "a\\"', "6 bad-string", "not closed"),
    ('note "a\\n"', "6 bad-string", "`\\n`"),
    ('note "a\tb"', "8 bad-string", "a tab"),
    ('note "a\x7fb"', "8 bad-string", "U+007F"),
    ('note "\\" \x9b1m" # \x07', "10 bad-string", "U+009B"),
    ('note "\u202edrawrof"', "7 bad-string", "U+202E"),
    ('seats A "x" B "y\u2069"', "17 bad-string", "U+2069"),
    ('match seven-rocks "\x00"', "20 bad-string", "U+0000"),
    ("note a", "6 unknown-word", "a text in double quotes"),
    ("note", "5 incomplete-line", "a text in double quotes"),
    ('note "a" "b"', "10 unexpected", "the end of the line"),
    ('note "a" b', "10 unknown-word", "the end of the line"),
    ("note “a”", "6 un", "a text in double quotes"),
    ('seats A "x" B "y', "15 bad-string", "not closed"),
    ("figure en", "10 incomplete-line", "a text in double quotes"),
    ('figure "a" "b"', "12 unexpected", "the end of the line"),
    # numbers and dates
    ("round", "6 incomplete-line", "a number"),
    ("round one", "7 unknown-word", "a number"),
    ("round -1", "7 un", "a number"),
    ("round 1 2", "9 unexpected", "the end of the line"),
    ("deduct A -5", "10 un", "a number"),
    ("boneyard x", "10 unknown-word", "a number"),
    ("date 2026-13-01", "6 bad-date", "2026-13-01"),
    ("date 2026-02-30", "6 bad-date", "2026-02-30"),
    ("date 2026-11-1", "6 unexpected", "2026-11-24"),
    ("date 24.11.2026", "6 unexpected", "2026-11-24"),
    ('date "2026"', "6 unexpected", "2026-11-24"),
    ("goti 2", "6 wrong-version", "2"),
    ("goti", "5 incomplete-line", "a number"),
    # places
    (" round 1", "2 wrong-column", "`round`"),
    ("\tmatch seven-rocks", "2 wrong-column", "`match`"),
    ("  दौर 1", "3 wrong-column", "`दौर`"),
    ("+5", "1 unexpected", "`+5`"),
    ("(A: [1|4])", "1 un", "(A"),
    ("\u00a0A: [1|4]", "1 un", ""),
    ("A: [1|4]\u200b", "9 un", ""),
    ("A: [1|4]\ufeff", "9 un", ""),
]


@pytest.mark.parametrize(("line", "where", "named"), FAULTS, ids=lambda value: str(value).replace("\x7f", "DEL"))
def test_faults(line: str, where: str, named: str) -> None:
    found = line_fault(line)
    assert place(found).startswith(f"2:{where}")
    assert named in text(found, "en")
    for language in languages():
        assert text(found, language)


@pytest.mark.parametrize("before", ["A: pass", "goti 1", "", "# comment", 'note "\\"x"', "\ufeffA: pass"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r", ""])
def test_lines_are_counted_from_the_first_line_of_the_file(before: str, end: str) -> None:
    source = (end or "\n").join([HEAD.strip(), before, "A: [1|4", ""]).removesuffix("" if end else "\n")
    assert [place(each) for each in faults(source)] == ["3:4 bad-tile"]


@pytest.mark.parametrize(
    ("line", "column"),
    [
        ("\t[1|4", 2),
        (" \t [1|4", 4),
        ("A:\t\t[1|4", 5),
        ("\ufeffA: [1|4", 4),
        ('note "राम कप्तान" x', 19),
        ('note "\u0921\u093c" x', 11),
        ('note "\u095c" x', 10),
        ('note "\U0001f031\U0001f469\u200d\U0001f680" x', 13),
        ("[1|4]  बारी", 8),
    ],
)
def test_columns_count_code_points(line: str, column: int) -> None:
    assert line_fault(line).column == column


def test_columns_of_the_first_line_leave_the_bom_out() -> None:
    assert [place(each) for each in faults("\ufeffmatch seven-rocks x\n")] == ["1:19 unknown-word"]


def test_only_three_characters_end_a_line() -> None:
    lines = ["a\u2028b", "c\u2029d\x85e", "f\x0bg\x0ch\x1ci"]
    assert split_lines("\n".join(lines)) == lines
    assert split_lines("a\rb\r\nc\n\r\nd\r") == ["a", "b", "c", "", "d"]
    assert split_lines("") == []
    assert split_lines("\n") == [""]


@pytest.mark.parametrize("blank", ["\u00a0", "\u2003", "\x0b", "\x0c", "\u3000", "\u200b"])
def test_only_blank_and_tab_are_blanks(blank: str) -> None:
    assert line_fault(f"A:{blank}[1|4]").column == 3
    assert node_of("A:\t [1|4]") == node_of("A: [1|4]")


def test_all_faulty_lines_of_a_file_in_one_run() -> None:
    lines = [
        "match seven-rocks", "seats A B C D", "round 1", "lot E", "A: [1|4] =5 +5", "B: [1|1", "C: pas", "unfinished",
        "", "layout seven-rocks", "[1|4] =5 =6", "[1/1]@[1|4]", "[4|4]@[1|4] =10 +10", "layout", "x",
        "settlement seven-rocks", "left A 5 pops", "deduct A 5",
    ]  # fmt: skip
    wanted = [
        "4:5 unknown-word", "6:4 bad-tile", "7:4 unknown-word", "11:10 unexpected", "12:1 bad-tile",
        "14:7 incomplete-line", "15:1 unknown-word", "17:10 unknown-word",
    ]  # fmt: skip
    assert [place(each) for each in faults("\n".join(lines))] == wanted
    with pytest.raises(NotationError) as caught:
        parse("\n".join(lines))
    assert len(caught.value.findings) == len(wanted)
    assert str(caught.value).startswith("4:5: ")
    assert "7 more" in str(caught.value)


def test_after_a_faulty_line_the_rest_is_read_and_judged() -> None:
    source = "layout seven-rocks\nnote x\n[1|4] =5 +5\n[1|1]@[1|4] =7\n"
    loaded = api.check(source)
    assert [entry.verdict.value for entry in loaded.entries] == ["unread"]
    assert (loaded.findings[0].line, loaded.findings[0].code) == (2, "unknown-word")
    nodes = loaded.entries[0].written.nodes
    assert [each.line for each in nodes] == [1, 3, 4]


def test_after_a_faulty_header_the_placements_are_checked() -> None:
    """A `note` changes nothing on the table, so the false total below it is still reported."""
    source = "layout seven-rocks\nnote x\n[1|4] =5 +5\n[1|1]@[1|4] =7\n"
    assert [f"{each.line} {each.code}" for each in api.check(source).findings] == ["2 unknown-word", "4 false-total"]


def test_a_long_line_is_read_and_faulted_in_time() -> None:
    tiles = " ".join(["[1|4]"] * 20_000)
    node = node_of(f"deal A {tiles}")
    assert isinstance(node, Deal)
    assert len(node.tiles) == 20_000
    assert place(line_fault(f"deal A {tiles} x")) == f"2:{7 + 6 * 20_000 + 1} unknown-word"
    assert place(line_fault("x" * 100_000)) == "2:1 unknown-word"
    assert place(line_fault('note "' + "x" * 100_000)) == "2:6 bad-string"


# -- where the program is not there yet -------------------------------------------------------------------------------


def test_a_version_takes_latin_digits_only() -> None:
    assert place(faults("goti १\nlayout seven-rocks\n[1|4]\n")[0]).startswith("1:6 ")


@pytest.mark.parametrize(("word", "near"), [("hihg", "high"), ("chain-c", "chain-b"), ("Low", "low"), ("अधीक", "अधिक")])
def test_an_unknown_port_names_the_nearest(word: str, near: str) -> None:
    found = line_fault(f"A: [1|4]@[4|4].{word}")
    assert found.column == 15
    assert f"{near}`" in text(found, "en")


@pytest.mark.parametrize(
    ("line", "near"), [("DEAL A [1|4]", "deal"), ("WINNER A+C", "winner"), ("A: DRAW [1|4]", "draw")]
)
def test_a_keyword_in_capitals_names_the_keyword(line: str, near: str) -> None:
    assert f"mean `{near}`" in text(line_fault(line), "en")


def test_a_keyword_of_several_words_that_begins_with_another_one_is_named() -> None:
    assert "`बारी छोड़ी`" in text(line_fault("A: बारी छोडी"), "en")


@pytest.mark.parametrize("letter", ["\x00", "\x1b", "\x0b", "\u202e", "\x9b"])
@pytest.mark.parametrize("line", ["A: {}[1|4]", "A: ab{}c", "{}", "round{} 1", "A: [1|4]@[4|4].hi{}gh", "date 2{}6"])
def test_a_message_has_no_control_characters(line: str, letter: str) -> None:
    told = text(line_fault(line.format(letter)), "en")
    assert letter not in told
    assert f"U+{ord(letter):04X}" in told


def test_what_cannot_be_seen_is_shown_by_its_number() -> None:
    said = text(line_fault("pa\u200bss"), "en")
    assert "`pa<U+200B>ss`" in said


HIDDEN = [*map(chr, (*range(0x09), *range(0x0B, 0x20), *range(0x7F, 0xA0)))]
HIDDEN += [*map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A)))]


@pytest.mark.parametrize("letter", [each for each in HIDDEN if each != "\r"])
def test_no_text_and_no_comment_hides_anything(letter: str) -> None:
    """Controls reach no terminal, and marks of direction show no other text than the one that is there."""
    for line, column in ((f'note "a{letter}b"', 8), (f"note {letter}", 6), (f"round 2 # a{letter}", 12)):
        found = line_fault(line)
        assert (found.column, found.width) == (column, 1)
        assert f"U+{ord(letter):04X}" in text(found, "en")
    for line, column in ((f"# {letter}{letter}", 3), (f"\t#{letter}", 3)):
        assert place(line_fault(line)) == f"2:{column} bad-string"


@pytest.mark.parametrize("letter", ["\u200c", "\u200d", "\u200e", "\u200f", "\u00a0", "\u2028", "\U000e0067", "\ufe0f"])
def test_letters_that_are_not_seen_but_are_needed_stay(letter: str) -> None:
    """Joiners of Hindi, marks of Urdu names, parts of one emoji."""
    assert node_of(f'note "a{letter}b" # a{letter}b') == Header(2, "note", f"a{letter}b", f"# a{letter}b")


def test_a_line_with_a_faulty_comment_is_judged_all_the_same() -> None:
    source = "layout seven-rocks\n[1|4] =5 +5 # \x1b[2J\n# \x07\n[1|1]@[1|4] =7\n"
    found = [f"{each.line} {each.code}" for each in api.check(source).findings]
    assert found == ["2 bad-string", "3 bad-string", "4 false-total"]


def test_only_what_can_stand_there_is_expected() -> None:
    """No `:2` and no `-` can follow the tile of a placement."""
    said = text(line_fault("A: [1|4]@[4|4] ="), "en")
    assert "a value" not in said
    assert "`-`" not in said


def test_the_width_of_a_fault_in_column_1() -> None:
    (found,) = api.check("layout seven-rocks\ndela A [1|4]\n").findings
    assert (found.column, found.width) == (1, 4)


@pytest.mark.parametrize("line", ["lot A withdrawn", "deal A [1|4] withdrawn", "out A withdrawn", "A: pass withdrawn"])
def test_only_a_placement_can_be_withdrawn(line: str) -> None:
    """A play is taken back; on any other line the word means nothing and is a fault."""
    source = f"match seven-rocks\nseats A B C D\n\nround 1\n{line}\n\nunfinished\n"
    found = [each for each in api.check(source).findings if each.line == 5 and each.kind in (Kind.TEXT, Kind.RECORD)]
    assert any("withdrawn" in text(each, "en") or each.code == "misplaced-line" for each in found)


@pytest.mark.parametrize(("line", "near"), [("दिया गय स्कोर A 5", "दिया गया"), ("  गिने गये [1|4]:2", "गिने गए")])
def test_a_keyword_of_several_words_is_named(line: str, near: str) -> None:
    assert f"`{near}`" in text(line_fault(line), "en")


# -- tiles and numbers ------------------------------------------------------------------------------------------------

TILES: list[tuple[str, AnyTile]] = [
    *((written, tile(1, 4)) for written in ("[1|4]", "[4|1]", "[1-4]", "[4-1]", "1-4", "4-1", "[१|४]", "[४-1]", "१-४")),
    ("[0|0]", tile(0, 0)),
    ("[00|4]", tile(0, 4)),
    ("[12|9]", tile(9, 12)),
    ("[99|99]", tile(99, 99)),
    ("[?|?]", UnknownTile()),
    ("[?-?]", UnknownTile()),
    ("[4|?]", UnknownTile(4)),
    ("[?|4]", UnknownTile(4)),
    ("[?|४]", UnknownTile(4)),
    ("\U0001f030", UnknownTile()),
    ("\U0001f062", UnknownTile()),
]


@pytest.mark.parametrize(("written", "meant"), TILES)
def test_tiles(written: str, meant: AnyTile) -> None:
    for line in (f"deal A {written}", f"left A {written}", f"A: draw {written}"):
        node = node_of(line)
        assert isinstance(node, Deal | Left | Action)
        assert (node.drawn if isinstance(node, Action) else node.tiles) == (meant,)
    node = node_of(f"A: {written}@{written} =5 +5")
    assert isinstance(node, Action)
    assert (node.tile, node.site) == (meant, meant)


@pytest.mark.parametrize("first", [0x1F031, 0x1F063])
def test_domino_characters(first: int) -> None:
    """49 characters of each direction, from 0-0 to 6-6; nothing around them."""
    for left in range(7):
        for right in range(7):
            node = node_of(f"deal A {chr(first + 7 * left + right)}")
            assert isinstance(node, Deal)
            assert node.tiles == (tile(left, right),)
            assert unicodedata.name(chr(first + 7 * left + right)).endswith(f"0{left}-0{right}")


def test_a_side_by_side_number_is_no_tile() -> None:
    assert line_fault("A: 1-4-4").code == "bad-tile"
    assert line_fault("A: 100-4").code == "bad-tile"


@pytest.mark.parametrize("digits", ["1५", "५1", "१0", "0१"])
@pytest.mark.parametrize(
    ("line", "column"),
    [("A: [1|4] ={}", 10), ("A: [1|4] +{}", 10), ("A: [{}|4]", 4), ("A: [4|{}]", 4), ("round {}", 7),
     ("left A {} pips", 8), ("deduct A {}", 10), ("score A -{}", 9), ("boneyard {}", 10),
     ("  open [1|4].high:{}", 18), ("adjust A +{}", 10)],
)  # fmt: skip
def test_mixed_digits(line: str, column: int, digits: str) -> None:
    found = line_fault(line.format(digits))
    assert place(found) == f"2:{column} bad-number"
    assert "mixes" in text(found, "en")


@pytest.mark.parametrize("digit", ["²", "①", "٢", "２", "೨", "½", "\U0001d7d0", "ⅳ", "৪", "〇"])
@pytest.mark.parametrize(
    ("line", "column"),
    [("A: [{}|4]", 4), ("A: [4|{}]", 4), ("A: [1{}|4]", 4), ("A: [1|4] ={}", 10), ("A: [1|4] +{}", 10),
     ("deal A [1|{}]", 8), ("round {}", 7), ("deduct A {}", 10), ("score A {}", 9)],
)  # fmt: skip
def test_other_digits(line: str, column: int, digit: str) -> None:
    found = line_fault(line.format(digit))
    assert place(found) == f"2:{column} bad-number"
    assert "Devanagari" in text(found, "en")


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("A: [1|4] =10 +10", "A: [१|४] =१० +१०"),
        ("A: [1|4] =10 +10", "A: [1|४] =१० +10"),
        ("left A 12 pips", "left A १२ pips"),
        ("score A+C -15 B+D 20", "score A+C -१५ B+D २०"),
        ("adjust A+C +5", "adjust A+C 5"),
        ("A: [1|4] =5", "A: [1|4] =05"),
        ("A: [1|4] =5 +5", "A:[1|4]=5+5"),
        ("A: [1|4] =5 +5", "A : [1|4] = 5 + 5"),
        ("A: [1|4]@[4|4].chain-b", "A: [1|4].low @ [4|4] .chain-b"),
        ("A: pass", "A: knock"),
    ],
)
def test_equal_lines(first: str, second: str) -> None:
    a, b = node_of(first), node_of(second)
    if isinstance(b, Action) and b.port is not None:
        b = b._replace(port=None)
    assert a == b


# -- texts and comments -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("", ""), (" ", " "), ("a", "a"), ('\\"', '"'), ("\\\\", "\\"), ('\\\\\\"', '\\"'), ("\\\\n", "\\n"),
        ("[6|6]", "[6|6]"), ("# no comment", "# no comment"), ("a|b]", "a|b]"), ("'x'", "'x'"), ("“x”", "“x”"),
        ("A: [1|4] =5 +5", "A: [1|4] =5 +5"), ("शाम", "शाम"), ("\u200d", "\u200d"), ("\u00a0", "\u00a0"),
        ("\u095c", "\u0921\u093c"), ("e\u0301", "\u00e9"), ("\U0001f031", "\U0001f031"), ("\u2028", "\u2028"),
    ],
)  # fmt: skip
def test_texts(written: str, meant: str) -> None:
    assert node_of(f'note "{written}"') == Header(2, "note", meant)
    assert node_of(f'x-table "{written}"  # "') == Header(2, "x-table", meant, '# "')
    assert node_of(f'figure en "{written}" hi "{written}"') == Figure(2, (("en", meant), ("hi", meant)))
    assert node_of(f'seats A "{written}" B') == Seats(2, (("A", meant), ("B", None)))
    (entry,) = parse(f'layout seven-rocks "{written}" after "{written}"\n')
    assert entry.nodes == [EntryLine(1, "layout", "seven-rocks", meant, meant)]


@pytest.mark.parametrize("comment", ["#", "# x", "#x", "##", '# "', "# \\", "# [6|6", "# \u095c", "# a\tb"])
def test_comments(comment: str) -> None:
    kept = unicodedata.normalize("NFC", comment)
    assert node_of(f"A: pass {comment}").comment == kept
    assert node_of(f"A: pass{comment} \t").comment == kept
    assert node_of(f"\t {comment}") == Remark(2, True, kept)
    assert node_of(comment) == Remark(2, False, kept)


def test_an_entry_begins_at_column_1_only() -> None:
    source = "# a\nmatch seven-rocks\n# b\n\nlayout seven-rocks\n  [1|4]\n\n# c\ngoti 1\nsettlement seven-rocks\n# d\n"
    entries = parse(source)
    assert [(entry.first, len(entry.nodes)) for entry in entries] == [(1, 2), (3, 3), (7, 4)]
    assert [type(each) for each in entries[2].nodes] == [Remark, Version, EntryLine, Remark]


# -- keywords ---------------------------------------------------------------------------------------------------------

LINES = {
    "goti": "{} 1", "match": "{} seven-rocks", "layout": "{} seven-rocks", "settlement": "{} seven-rocks",
    "after": 'layout seven-rocks "a" {} "b"', "date": "{} 2026-11-24", "place": '{} "x"', "source": '{} "x"',
    "note": '{} "x"', "seats": "{} A B", "rule": "{} reserve 2", "round": "{} 1", "lot": "{} A", "start": "{} A",
    "deal": "{} A [1|4]", "boneyard": "{} 14", "given": "{} turn A", "score": "{} A 5 B 0", "table": "given {} [1|4]",
    "hand": "given {} A [1|4]", "turn": "given {} A", "draw": "A: {} [1|4]", "pass": "A: {}", "stands": "A: pass {}",
    "withdrawn": "A: [1|4] {}", "spinner": "  {} [1|1]", "none": "  spinner {}", "counted": "  {} [1|4]:4",
    "open": "  {} [1|4].high:4", "joints": "  {} [1|4].low-[1|1].chain-a", "figure": '{} "x"', "gap": "{}",
    "out": "{} A", "blocked": "{}", "void": '{} "x"', "left": "{} A [1|4]", "pips": "left A 5 {}", "deduct": "{} A 5",
    "award": "{} A 5",
    "adjust": "{} A -5", "winner": "{} A", "unfinished": "{}",
}  # fmt: skip


def test_every_keyword_has_a_line() -> None:
    assert LINES.keys() | set(port_words().values()) == spellings().keys()


@pytest.mark.parametrize(("name", "form"), [(name, form) for name in LINES for form in ("NFC", "NFD", "composed")])
def test_keywords_in_every_spelling_and_composition(name: str, form: str) -> None:
    for word in spellings()[name]:
        written = unicodedata.normalize("NFD" if form == "NFD" else "NFC", word)
        if form == "composed":  # one code point for a letter with a nukta, as some keyboards write it
            for composed in "\u0958\u0959\u095a\u095b\u095c\u095d\u095e\u095f":
                written = written.replace(unicodedata.normalize("NFD", composed), composed)
        line = LINES[name].format(written)
        if name in ("match", "layout", "settlement", "after"):
            assert parse(line)[0].nodes == parse(LINES[name].format(name))[0].nodes
        else:
            assert node_of(line) == node_of(LINES[name].format(name))


@pytest.mark.parametrize(("word", "name"), sorted(port_words().items()))
def test_ports_in_every_spelling(word: str, name: str) -> None:
    assert node_of(f"A: [4|5].{word}@[4|4].{word} =5") == node_of(f"A: [4|5].{name}@[4|4].{name} =5")


@pytest.mark.parametrize("language", languages())
def test_a_keyword_ends_where_a_blank_a_comment_a_text_a_tile_or_the_line_ends(language: str) -> None:
    words = catalogue(language)
    unfinished, deal, note = (str(words[f"keyword.{each}"][0]) for each in ("unfinished", "deal", "note"))
    assert node_of(f"{unfinished}#x").comment == "#x"
    assert node_of(f'{note}"x"') == Header(2, "note", "x")
    for line in (f"{unfinished}x", f"{unfinished}_", f"{unfinished}5", f"{deal}A [1|4]", f"{unfinished}़"):
        assert line_fault(line).column == 1
