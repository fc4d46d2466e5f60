"""The search for places of unseen tiles against trying out every assignment, on sets of six tiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from goti.engine.assign import Assignment, TooHard, solve
from goti.engine.irreducible import contradiction
from goti.engine.tiles import tile
from goti.engine.unseen import (
    ANYBODY,
    Ban,
    Choice,
    Count,
    Draw,
    Frame,
    Line,
    Piece,
    Play,
    Total,
    Unseen,
    exactly,
    unseen_of,
)

TILES = 6  # of a double-two set
ALL = (1 << TILES) - 1


@st.composite
def frames(draw: st.DrawFn) -> Frame:
    """Two or three seats with hands of known and unknown sizes, draws, placements, a gap."""
    seats = draw(st.integers(2, 3))
    sizes: list[int | None] = draw(st.lists(st.sampled_from((None, 0, 1, 1, 2)), min_size=seats, max_size=seats))
    moments = st.integers(2, 40).map(lambda each: each * 10)
    gaps = draw(st.lists(moments, max_size=1))
    return Frame(
        2,
        sizes,
        [
            Draw(each % seats, 25 * (1 + number))
            for number, each in enumerate(draw(st.lists(st.integers(0, 2), max_size=2)))
        ],
        draw(st.lists(st.builds(Play, st.integers(ANYBODY, seats - 1), moments), max_size=2)),
        [gaps] * seats,
        table=draw(st.booleans()),
        boneyard=draw(st.booleans()),
    )


@st.composite
def questions(draw: st.DrawFn) -> Unseen:
    """A frame and up to six lines that say something about it at random."""
    frame = draw(frames())
    unseen = unseen_of(frame)
    tiles, options = st.integers(0, ALL), st.integers(0, (1 << len(unseen.options)) - 1)
    low = st.integers(0, 3)
    total = st.builds(lambda seat, pips, more: Total(seat, pips, pips + more), st.sampled_from(unseen.left),
                      st.integers(0, 8), st.integers(0, 2))  # fmt: skip
    piece: st.SearchStrategy[Piece] = st.one_of(
        st.builds(Ban, tiles, st.sampled_from([*unseen.left, *unseen.dealt]) | options),
        st.builds(lambda t, o, a, b: Count(t, o, a, a + b), tiles, st.sampled_from(unseen.left) | options, low, low),
        total,
        st.builds(lambda a, b: Choice(((a,), (b,))), total, total),
    )
    # all assignments are tried below: every tile has a few stories only
    unseen.domains = [draw(st.integers(1, domain)) & domain or domain for domain in unseen.domains]
    unseen.domains = [_few(domain, draw(st.integers(1, 4))) for domain in unseen.domains]
    for number, each in enumerate(draw(st.lists(st.lists(piece, min_size=1, max_size=2), max_size=6))):
        line = Line(number + 1, {})
        line.add("play", "set", each)
        unseen.lines.append(line)
    drawn = [slot[0] for slot in unseen.slots[2 + len(frame.sizes) :][: len(frame.draws)]]
    played = [unseen.ending(each.moment) for each in frame.plays]
    for at, slots in enumerate([*drawn, *played]):  # what is drawn or played unseen is one tile
        unseen.lines.append(Line(20 + at, {}))
        unseen.lines[-1].add("drawn", "set", [Count(ALL, slots, 1, 1)])
    return unseen


def _few(domain: int, most: int) -> int:
    """The first stories of a set."""
    kept = 0
    for _ in range(most):
        kept |= domain & ~kept & -(domain & ~kept)
    return kept


def possible(unseen: Unseen, lines: Sequence[Line]) -> bool:
    """Whether one of all assignments agrees with the slots and the lines."""
    choices = [[n for n in range(len(unseen.options)) if domain >> n & 1] for domain in unseen.domains]
    pieces = [*unseen.always, *unseen.pieces(lines)]
    return any(_right(unseen, assignment, pieces) for assignment in product(*choices))


def _right(unseen: Unseen, assignment: Sequence[int], pieces: Sequence[Piece]) -> bool:
    for options, least, most in unseen.slots:
        if not least <= sum(options >> story & 1 for story in assignment) <= most:
            return False
    return Assignment(tuple(assignment)).agrees(pieces)


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(questions())
def test_an_assignment_is_found_exactly_where_there_is_one(unseen: Unseen) -> None:
    found = solve(unseen, unseen.pieces(unseen.lines))
    if found is None:
        assert not possible(unseen, unseen.lines)
    else:
        assert all(domain >> story & 1 for domain, story in zip(unseen.domains, found.stories, strict=True))
        assert _right(unseen, found.stories, [*unseen.always, *unseen.pieces(unseen.lines)])


def answered(unseen: Unseen, most: int) -> tuple[Assignment | str | None, list[int]]:
    tried: list[int] = []
    try:
        return solve(unseen, unseen.pieces(unseen.lines), most, tried=tried), tried
    except TooHard:
        return "too hard", tried


@settings(max_examples=60, deadline=None)
@given(questions(), st.integers(1, 3))
def test_what_is_asked_again_is_answered_alike(unseen: Unseen, most: int) -> None:
    """The answer is kept: with the choices it took, for this number of choices, until a line or a domain changes."""
    found = answered(unseen, most)
    assert answered(unseen, most) == found
    more, tried = answered(unseen, 10**6)
    assert more == found[0] or (found[0] == "too hard" and tried >= found[1])
    unseen.domains[0] = 0
    assert answered(unseen, 10**6)[0] is None


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.filter_too_much])
@given(questions())
def test_a_contradiction_is_irreducible_and_smallest(unseen: Unseen) -> None:
    if solve(unseen, []) is None:
        return
    found = contradiction(unseen)
    if found is None:
        assert solve(unseen, unseen.pieces(unseen.lines)) is not None
        return
    numbers = [line.number for line in found.lines]
    kept = [line for line in unseen.lines if line.number in numbers]
    upto = [line for line in unseen.lines if line.number <= numbers[-1]]
    assert solve(unseen, unseen.pieces(kept)) is None
    assert solve(unseen, unseen.pieces(upto[:-1])) is not None  # the contradiction is not there before its last line
    assert found.smallest
    for size in range(len(kept)):
        for fewer in combinations(upto, size):
            assert solve(unseen, unseen.pieces(fewer)) is not None


def test_half_known_tiles_need_different_tiles() -> None:
    """Three halves of 0 and 1 and only two tiles that show them: Hall's condition, not one half at a time."""
    from goti.engine.tiles import UnknownTile

    unseen = unseen_of(Frame(1, [2, 1], boneyard=False))  # [0|0] [0|1] [1|1]
    inside = unseen.dealt[0]
    outside = (1 << len(unseen.options)) - 1 & ~inside
    held = exactly((UnknownTile(0), UnknownTile(1)), 1, inside, outside)
    assert solve(unseen, held) is not None
    assert solve(unseen, [*held, Ban(1 << tile(0, 1).index | 1 << tile(1, 1).index, inside)]) is None
