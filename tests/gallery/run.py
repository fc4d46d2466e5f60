"""One page with every kind of figure, to be looked at: `./run gallery` writes `gallery/index.html` and its files.

The 22 figures of the two rule documents in English and Hindi, all themes, steps, ports and numerals, strips, a
comparison, a contact sheet, and the most crowded layouts of every game. The page follows the reader's light or
dark setting, scrolls wide figures sideways on a phone, and prints several in a row; nothing on it comes from a network.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import starmap
from pathlib import Path
from random import Random

from goti.api import check_lines
from goti.engine.errors import NeedsCairo
from goti.engine.history import account
from goti.engine.layout import Position
from goti.engine.rules import ScoreRecord, rule_set, rule_set_ids
from goti.engine.table import build
from goti.figures import take_as_written
from goti.render.compose import beside, strip
from goti.render.figure import figure
from goti.render.look import look
from goti.render.paint import paint_pdf
from goti.render.pdf import to_png
from goti.render.scene import Scene
from goti.render.scorecard import score_figure
from goti.render.scorewords import Kept
from goti.render.sheet import sheet
from goti.render.svg import write_svg
from goti.render.theme import THEMES
from goti.tests.render.figures import GAMES, figures
from goti.tests.render.games import full_position

SEQUENCE = ("F8", "F9", "F1", "F2", "F4", "F5", "F6", "F7")
PAPER = (account("A Asha", [110, 75]), account("B Binod", [240, 255]))
BOARD = (account("A+C Asha, Chitra", [10, -15]), account("B+D बिनोद, देव", [220, 245]))
BY_HAND = """layout five-up "A game without a rule set"
rule max-pips 9
[3|9]
[9|9]@[3|9] =21 +40
  counted [3|9]:3 [9|9]:18
[4|9]@[9|9] =7
  counted [3|9]:3 [4|9]:4
  open [9|9].branch-a:9 [9|9].branch-b:9"""
_PAGE = """<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Gallery</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>
:root {{ color-scheme: light dark }}
body {{ font-family: system-ui, sans-serif; margin: 1rem }}
section {{ display: flex; flex-wrap: wrap; gap: 1rem; align-items: start }}
figure {{ margin: 0; max-width: 100%; width: calc(var(--wide) * 1px) }}
figure div {{ overflow-x: auto }}
figcaption {{ font-size: 0.8rem; overflow-wrap: anywhere }}
svg {{ width: 100%; min-width: calc(var(--wide) * 0.7px); height: auto; display: block }}
@page {{ size: A4; margin: 12mm }}
@media print {{
  :root {{ color-scheme: light }}
  body {{ margin: 0 }}
  h2 {{ break-after: avoid; margin: 0 0 0.5rem }}
  section {{ display: block }}
  figure {{ display: inline-block; vertical-align: top; break-inside: avoid; margin: 0 3mm 3mm 0;
    width: calc(var(--wide) * 0.5px) }}
  figure div {{ overflow: visible }}
  figcaption {{ font-size: 0.6rem }}
  svg {{ min-width: 0 }}
}}
</style></head><body>
<h1>Gallery</h1>
<p><a href="gallery.pdf">all figures as PDF</a>, <a href="sheet.pdf">the contact sheet as PDF</a>,
<a href="strip.png">a strip as PNG</a></p>
{sections}
</body></html>
"""

Shelf = tuple[str, Iterator[tuple[str, Scene]]]


def shelves() -> Iterator[Shelf]:
    """The sections of the page: heading, then names and figures."""
    for game in GAMES:
        for lang in ("en", "hi"):
            found = figures(game)
            yield f"{game}, {lang}", ((f"{game}-{name}.{lang}", figure(found[name], lang)) for name in found)
    yield "Themes", _themes()
    yield "Sequences and readings", _sequences()
    yield "Contact sheet", ((f"sheet-{number}", page) for number, page in enumerate(_sheet(), 1))
    yield "Score records", _scores()
    yield "By hand, and larger sets", _others()
    yield "Full layouts, as they are", ((f"full-{ref}-{seed}", _full(ref, seed, None)) for ref, seed in _crowds())
    yield "Full layouts, 3:2", ((f"shaped-{ref}-{seed}", _full(ref, seed, 1.5)) for ref, seed in _crowds())
    yield "Full layouts, 1:2", ((f"tall-{ref}-{seed}", _full(ref, seed, 0.5)) for ref, seed in _crowds())


def _themes() -> Iterator[tuple[str, Scene]]:
    position = figures("seven-rocks")["F6"]
    for name in THEMES:
        yield f"theme-{name}", figure(position, theme=name)
        yield f"marks-{name}", figure(position, theme=name, steps=True, ports=True, placed=True)
        yield f"numerals-{name}", figure(position, "hi", theme=name, pips="numerals", numerals="devanagari")


def _steps() -> list[Position]:
    return [figures("seven-rocks")[name] for name in SEQUENCE]


def _sheet() -> list[Scene]:
    return sheet(_steps(), [f"{i} {name}" for i, name in enumerate(SEQUENCE, 1)], look("en", title="Contact sheet"))


def _sequences() -> Iterator[tuple[str, Scene]]:
    found = figures("seven-rocks")
    yield "strip.en", strip(_steps(), look("en", title="A worked sequence"))
    yield "strip.hi", strip(_steps(), look("hi", title="चरण-दर-चरण उदाहरण", theme="print"))
    for name in ("F4", "F5"):
        other = build(rule_set("american-sniff"), found[name].layout).position()
        yield f"compare-{name}", beside(found[name], other, ("Seven Rocks", "American Sniff"), look("en"))


def _scores() -> Iterator[tuple[str, Scene]]:
    for name in THEMES:
        for lang in ("en", "hi"):
            wanted = look(lang, theme=name)
            yield f"paper-{name}.{lang}", score_figure(PAPER, Kept(ScoreRecord.PAPER, ("A", "B"), 250), wanted, "B")
            yield f"board-{name}.{lang}", score_figure(BOARD, Kept(ScoreRecord.BOARD, ("A+C", "B+D"), 250), wanted)


def _others() -> Iterator[tuple[str, Scene]]:
    (report,) = check_lines(BY_HAND.split("\n"), trace=True)
    take_as_written(report)
    for step in report.steps:
        assert step.position is not None
        yield f"by-hand-{step.turn}", figure(step.position, "hi", quiet=True, ports=True)
    for most in ("9", "12"):
        rules = rule_set("american-sniff").changed("max-pips", most)
        yield f"double-{most}", figure(full_position(rules, Random(1)), aspect=1.5, steps=True)


def _crowds() -> Iterator[tuple[str, int]]:
    return ((ref, seed) for ref in rule_set_ids() for seed in (1, 2))


def _full(ref: str, seed: int, aspect: float | None) -> Scene:
    return figure(full_position(rule_set(ref), Random(seed)), legend=False, aspect=aspect)


def page(sections: Iterable[tuple[str, Mapping[str, Scene]]]) -> str:
    """The page of these sections: heading, then figures by their names."""
    shown = (
        f"<h2>{escape(heading)}</h2>\n<section>{''.join(starmap(_item, shelf.items()))}</section>"
        for heading, shelf in sections
    )
    return _PAGE.format(sections="\n".join(shown))


def _item(name: str, scene: Scene) -> str:
    svg = write_svg(scene, key=name)
    return f'<figure style="--wide:{scene.width}"><div>{svg}</div><figcaption>{escape(name)}</figcaption></figure>'


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("-o", "--output", type=Path, default=Path("gallery"), metavar="DIR")
    parser.add_argument("--compare", action="store_true", help="do Chromium and CairoSVG show the same figures?")
    wanted = parser.parse_args()
    folder: Path = wanted.output
    folder.mkdir(parents=True, exist_ok=True)
    drawn = [(heading, dict(shelf)) for heading, shelf in shelves()]
    scenes = [scene for _, shelf in drawn for scene in shelf.values()]
    for name, scene in (each for _, shelf in drawn for each in shelf.items()):
        (folder / f"{name}.svg").write_text(write_svg(scene, key=name), encoding="utf-8")
    (folder / "index.html").write_text(page(drawn), encoding="utf-8")
    try:
        (folder / "gallery.pdf").write_bytes(paint_pdf(scenes, "Gallery"))
        (folder / "sheet.pdf").write_bytes(paint_pdf(_sheet(), "Contact sheet"))
        (folder / "strip.png").write_bytes(to_png(write_svg(strip(_steps(), look("en")))))
    except NeedsCairo as error:
        print(error)
    print(f"{len(scenes)} figures: {folder / 'index.html'}")
    return _compare() if wanted.compare else 0


def _compare() -> int:
    """Print how far the pictures of Chromium and of CairoSVG lie apart; 1 where antialiasing does not explain it."""
    from goti.tests.chromium import NoBrowser, chromium
    from goti.tests.gallery.compare import compared

    try:
        with chromium() as browser:
            found = {name: compared(browser, name, scene) for _, shelf in shelves() for name, scene in shelf}
    except NoBrowser as error:
        print(error)
        return 1
    for name, (beyond, _) in found.items():
        if beyond:
            print(f"{name}: {beyond} pixels differ by more than an edge")
    means = [mean for _, mean in found.values()]
    print(
        f"Chromium and CairoSVG: {sum(beyond for beyond, _ in found.values())} pixels differ by more than an edge; "
        f"mean difference {sum(means) / len(means):.2f} of 255, in the worst figure {max(means):.2f}"
    )
    return int(any(beyond for beyond, _ in found.values()))


if __name__ == "__main__":
    sys.exit(main())
