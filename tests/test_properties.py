"""Laws over random layouts and rounds: the invariants of the two games, conservation of tiles, agreement of the ways to
ask one thing."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goti.api import check_lines
from goti.engine.generate import Options, random_match
from goti.engine.layout import Layout, Port
from goti.engine.legal import legal_placements, play
from goti.engine.record import Action, Deal, Left, RoundLine
from goti.engine.rules import RuleSet, rule_set
from goti.engine.table import Table, build
from goti.engine.tiles import Tile, TileSet
from goti.notation.parse import split_lines
from goti.notation.write import write

AS, SR = rule_set("american-sniff"), rule_set("seven-rocks")
SET = TileSet(6).tiles()


def grow(rng: Random, tables: list[Table]) -> tuple[Tile, int] | None:
    """Place one random tile on the same random site of all tables; None when nothing fits."""
    table = tables[0]
    options = [(tile, site) for tile in SET if tile.index not in table.placed for site in table.sites_for(tile)]
    if not options:
        return None
    tile, site = rng.choice(options)
    for each in tables:
        each.put(tile, site)
    return tile, site


def worth(tile: Tile, outer: int) -> int:
    """What the outer side of a new tile adds."""
    return 2 * outer if tile.is_double else outer


def expected_change(rules: RuleSet, before: Table, tile: Tile, site: int) -> int:
    """The change of the total by one placement, from the table of changes in the numbered rules (section 5)."""
    if site < 0:
        return tile.pips
    at = before.tile_of(site)
    port = Port(site & 7)
    value = next(each.value for each in before.sites() if (each.tile, each.port) == (at, port))
    outer = tile.low + tile.high - value
    w = worth(tile, outer)
    if not at.is_double:
        return w - value  # a single end
    if port.is_branch:
        return w - value if rules is AS else w  # opening a side branch
    free = [each for each in before.sites() if each.tile == at and each.port.is_chain]
    if len(free) == 2:
        return w  # first extension of an opening double
    if at in before.spinner_tiles():
        return w if rules is AS else w - 2 * value  # the second straight extension of the branching double
    return w - 2 * value  # a later terminal double


@settings(max_examples=150, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 28))
def test_invariants_of_a_layout(seed: int, length: int) -> None:
    """Section 5 of the numbered rules, both games side by side."""
    rng = Random(seed)
    tables = [Table(AS), Table(SR)]
    for _ in range(length):
        before = [table.copy() for table in tables]
        placed = grow(rng, tables)
        if placed is None:
            break
        for rules, old, new in zip((AS, SR), before, tables, strict=True):
            assert new.total - old.total == expected_change(rules, old, *placed)
        sniff, rocks = tables
        assert sniff.sites() == rocks.sites()  # identical sites at every moment
        spinners = sniff.spinner_tiles()
        assert spinners == rocks.spinner_tiles() == tuple(tile for tile in sniff if tile.is_double)[:1]
        chains = [each for each in sniff.sites() if spinners and each.tile == spinners[0] and each.port.is_chain]
        inside = bool(spinners) and not chains
        assert len(sniff.sites()) == (4 if inside else 2)
        open_sides = sum(each.port.is_branch for each in sniff.sites())
        if inside:
            assert len(sniff.counted()) == 4
            assert len(rocks.counted()) == 4 - open_sides
        else:
            lone = len(sniff) == 1 and bool(spinners)
            assert len(sniff.counted()) == len(rocks.counted()) == (1 if lone else 2)
        assert sniff.total - rocks.total == (spinners[0].low * open_sides if spinners else 0)
        for table in tables:
            assert table.total == sum(each.value for each in table.counted()) <= 36
            assert table.points == (table.total if table.total > 0 and table.total % 5 == 0 else 0)
            assert table.points <= 35
            counted = {(each.tile, each.port) for each in table.counted()}
            assert not counted & {(each.tile, each.port) for each in table.uncounted()}


@settings(max_examples=60, deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 12), st.sampled_from([AS, SR]))
def test_legal_placements_agree_with_play(seed: int, length: int, rules: RuleSet) -> None:
    """What is listed can be played; what can be played is listed, up to symmetry; replaying gives the same position."""
    rng = Random(seed)
    table = Table(rules)
    for _ in range(length):
        grow(rng, [table])
    layout = table.layout()
    plays = legal_placements(rules, layout)
    assert len(plays) == table.count_placements(sum(1 << tile.index for tile in SET if tile.index not in table.placed))
    listed = {(each.tile, each.site.tile if each.site else None) for each in plays}
    for each in plays:
        at, port = (each.site.tile, each.site.port) if each.site else (None, None)
        position = play(rules, layout, each.tile, at, port)
        assert position.layout.placements[:-1] == layout.placements
        assert build(rules, position.layout).position() == position
    for tile in SET:
        for at in layout.tiles:
            try:
                table.site_for(tile, at, None)
            except Exception:
                assert (tile, at) not in listed
            else:
                assert (tile, at) in listed


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.integers(1, 28), st.sampled_from([AS, SR]))
def test_layout_is_a_tree_of_matching_joints(seed: int, length: int, rules: RuleSet) -> None:
    rng = Random(seed)
    table = Table(rules)
    for _ in range(length):
        if grow(rng, [table]) is None:
            break
    layout: Layout = table.layout()
    used: set[tuple[Tile, Port]] = set()
    for number, each in enumerate(layout):
        assert (each.parent is None) == (number == 0)
        assert each.parent is None or each.parent < number
    for joint in layout.joints:
        for end in ((joint.tile, joint.port), (joint.new_tile, joint.new_port)):
            assert end not in used
            used.add(end)
        assert half(joint.tile, joint.port) == half(joint.new_tile, joint.new_port)


def half(tile: Tile, port: Port) -> int:
    return tile.high if port is Port.HIGH else tile.low


@settings(max_examples=25, deadline=None)
@given(st.integers(0, 10**6), st.sampled_from([(AS, 2), (AS, 3), (AS, 4), (SR, 4)]), st.booleans())
def test_random_match_is_right_and_conserves_tiles(seed: int, setup: tuple[RuleSet, int], hidden: bool) -> None:
    rules, seats = setup
    nodes = random_match(rules, seats, Random(seed), Options(rounds=2, hidden=hidden))
    report = next(check_lines(split_lines(write(nodes))))
    assert all(each.status.value == "undecided" for each in report.findings)
    if hidden:
        return
    assert report.findings == []
    held: list[Tile] = []
    for node in nodes:
        if isinstance(node, RoundLine):
            held = []
        elif isinstance(node, Deal):
            held += [tile for tile in node.tiles if isinstance(tile, Tile)]
        elif isinstance(node, Action):
            held += [tile for tile in node.drawn if isinstance(tile, Tile)]
            if isinstance(node.tile, Tile):
                held.remove(node.tile)
        elif isinstance(node, Left):
            for tile in node.tiles or ():
                assert isinstance(tile, Tile)
                held.remove(tile)
    assert len(set(held)) == len(held)


@pytest.mark.parametrize("rules", (AS, SR), ids=lambda rules: rules.id)
def test_greatest_totals_have_witnesses(rules: RuleSet) -> None:
    """SR46: 36 and 35, the witnesses of section 5."""
    table = Table(rules)
    totals = []
    nine = ["00", "06", "05", "04", "01", "66", "55", "44", "15"]
    sites = [None, "00", "00", "00", "00", "06", "05", "04", "01"]
    for text, at in zip(nine, sites, strict=True):
        tile = Tile(int(text[0]), int(text[1]))
        on = -1 if at is None else table.site_for(tile, Tile(int(at[0]), int(at[1])), None)
        table.put(tile, on)
        totals.append(table.total)
    assert totals == [0, 6, 11, 15, 16, 22, 27, 31, 35]
    assert table.points == 35
