"""A document of ten pages with forty figures: Markdown → PDF by `goti doc`, against WeasyPrint on the same HTML.

`./run bench` runs it too. Everything is counted, from reading the source to the bytes of the PDF; WeasyPrint is given
the finished HTML and only sets it.
"""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pypdfium2

from goti.api import legal
from goti.document.html import write_html
from goti.document.page import Page
from goti.document.pdf import write_pdf
from goti.document.reading import read_page
from goti.document.shelf import Shelf

RUNS = 5
PROSE = (
    "Count the open ends of the layout, double ends twice; score the sum when it is a positive multiple of five. "
    "A double lies crosswise, and the first one of the round branches when both of its long sides hold tiles. "
)


def placements(seed: int) -> str:
    """Five to nine random legal placements."""
    chance = random.Random(seed)
    made = ""
    for _ in range(chance.randint(5, 9)):
        play = chance.choice(legal(made, "seven-rocks"))
        made += f" {play.tile}" + (f"@{str(play.site).rpartition(':')[0]}" if play.site is not None else "")
    return "\n".join(made.split())


def source(seed: int) -> str:
    """The document; another seed gives other figures, so that nothing is kept from the run before."""
    parts = ["---\ntitle: Forty figures\nrules: seven-rocks\nsource: a bench\n---\n"]
    for number in range(40):
        if number % 4 == 0:
            parts.append(f"## Layouts of chapter {'ABCDEFGHIJ'[number // 4]}\n\n{PROSE * 2}\n")
        parts.append(f'The total is {{f{number}:total}}. {PROSE}\n\n```goti #f{number} caption="A layout"')
        parts.append(f"{placements(40 * seed + number)}\n```\n")
    return "\n".join(parts)


def timed(work: Callable[[int], object]) -> tuple[float, float]:
    """Median and minimum of the seconds of `RUNS` runs, each of another document, after one that is not counted."""
    work(0)
    seconds = []
    for number in range(1, RUNS + 1):
        start = time.perf_counter()
        work(number)
        seconds.append(time.perf_counter() - start)
    return statistics.median(seconds), min(seconds)


def run() -> None:
    """Print both times, their ratio and the sizes."""
    import weasyprint

    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"page-{number}.md" for number in range(RUNS + 1)]
        for number, path in enumerate(paths):
            path.write_text(source(number), encoding="utf-8")

        def read(number: int) -> Page:
            page = read_page(paths[number], Shelf(Path(folder)))
            assert not page.problems, page.problems[0].lines("en")
            return page

        texts = [write_html(read(number)) for number in range(RUNS + 1)]
        ours = timed(lambda number: write_pdf(read(number)))
        theirs = timed(lambda number: weasyprint.HTML(string=texts[number]).write_pdf())
        data, again = write_pdf(read(0)), write_pdf(read(0))
        print(f"goti doc, source to PDF: {ours[0]:.3f} s (min {ours[1]:.3f}), {len(pypdfium2.PdfDocument(data))} pages")
        pages = len(pypdfium2.PdfDocument(weasyprint.HTML(string=texts[0]).write_pdf()))
        print(
            f"WeasyPrint {weasyprint.__version__}, HTML to PDF: {theirs[0]:.3f} s (min {theirs[1]:.3f}), {pages} pages"
        )
        print(f"times faster: {theirs[0] / ours[0]:.1f} (wanted: at least 5); same bytes again: {data == again}")
        print(f"bytes: PDF {len(data)}, HTML {len(texts[0].encode())}")


if __name__ == "__main__":
    run()
