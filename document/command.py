"""`goti doc`: documents → files, with what was wrong, what was run and what was only shown."""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

from ..engine.errors import RenderError
from ..engine.messages import message
from .execute import Stage
from .figures import figure_of
from .page import Page
from .problems import NotWritten
from .reading import read_page
from .shelf import Shelf
from .terms import folded

FORMATS = ("html", "pdf", "md", "txt")


def sources(paths: Sequence[str], root: str | None) -> list[tuple[Path, Shelf]]:
    """The documents named, a folder giving its `.md` files, each with the shelf of its root."""
    found: list[tuple[Path, Shelf]] = []
    shelves: dict[Path, Shelf] = {}
    for name in paths:
        path = Path(name)
        files = sorted(each for each in path.rglob("*.md") if each.is_file()) if path.is_dir() else [path]
        for each in files:
            top = Path(root) if root is not None else path if path.is_dir() else each.parent
            if all(each.resolve() != other.resolve() for other, _ in found):
                found.append((each, shelves.setdefault(top.resolve(), Shelf(top))))
    return found


def outputs(page: Page, stem: str, formats: Sequence[str]) -> list[tuple[str, bytes]]:
    """Name and content of every file of a page. Raises RenderError."""
    made: list[tuple[str, bytes]] = []
    for each in formats:
        if each == "html":
            from .html import write_html

            made.append((f"{stem}.html", write_html(page).encode("utf-8")))
        elif each == "pdf":
            from .pdf import write_pdf

            made.append((f"{stem}.pdf", write_pdf(page)))
        elif each == "md":
            from .rewrite import picture_names, write_markdown

            text, pictures = write_markdown(page, stem)
            made.append((f"{stem}.md", text.encode("utf-8")))
            made += [(name, svg.encode("utf-8")) for name, svg in pictures.items()]
            made += [(name, page.images[source]) for source, name in picture_names(page, stem).items()]
        else:
            from .plain import write_text

            made.append((f"{stem}.txt", write_text(page).encode("utf-8")))
    return made


def build(
    found: Sequence[tuple[Path, Shelf]],
    folder: Path | None,
    formats: Sequence[str],
    language: str,
    say: Callable[[str], None],
    write: Callable[[Sequence[tuple[Path, bytes]]], None],
    execute: bool = False,
) -> bool:
    """Build all documents into `folder` (None: only check them); False where one was wrong, which is not written.

    With `execute` their `console` and `python` blocks are run. Documents of one name are told apart by their folders.
    """
    good = True
    stems = unlike_stems([path for path, _ in found])
    built = {path.resolve(): stem for (path, _), stem in zip(found, stems, strict=True)}
    for (path, shelf), stem in zip(found, stems, strict=True):
        with tempfile.TemporaryDirectory(prefix="goti-") as stage:
            page = read_page(path, shelf, stage=Stage(Path(stage)) if execute else None)
        page.output, page.built = folder, built
        for problem in page.problems:
            for line in problem.lines(language):
                say(line)
        good = good and not page.problems
        if not page.problems:
            wrong = (
                _undrawn(page, language)
                if folder is None
                else _write(page, folder, stem, formats, language, say, write)
            )
            for line in wrong:
                say(line)
            good = good and not wrong
        say(summary(page, language))
    return good


def _write(
    page: Page,
    folder: Path,
    stem: str,
    formats: Sequence[str],
    language: str,
    say: Callable[[str], None],
    write: Callable[[Sequence[tuple[Path, bytes]]], None],
) -> list[str]:
    """Write all files of one page or none; what to say where it cannot be set, or would be written over its source."""
    try:
        made = outputs(page, stem, formats)
        files = [(_inside(folder, name), data) for name, data in made]
    except RenderError as error:
        return not_written(page, error, language)
    if any(path.resolve() == page.path.resolve() for path, _ in files):
        page.unwritten += 1
        return [message(language, "doc.own-source", path=page.shown)]
    write(files)
    for path, _ in files:
        say(str(path))
    return []


def _undrawn(page: Page, language: str) -> list[str]:
    """What to say where a figure of a page cannot be drawn."""
    try:
        for each in page.examples:
            for part in figure_of(page, each).parts:
                part.scene  # noqa: B018
    except RenderError as error:
        return not_written(page, error, language)
    return []


def _inside(folder: Path, name: str) -> Path:
    """A file directly in a folder. Raises RenderError for a name that would lead elsewhere."""
    if name != Path(name).name or name in ("", "..") or "\0" in name:
        raise RenderError(f"{name!r} is no name of a file")
    return folder / name


def not_written(page: Page, error: RenderError, language: str) -> list[str]:
    """Why a page that is right cannot be written, with its place where that is known."""
    page.unwritten += 1
    if not isinstance(error, NotWritten):
        return [f"{page.shown}: {error}"]
    page.report(error.code, error.line, 0, 1, **error.values)
    return page.problems.pop().lines(language)


def summary(page: Page, language: str) -> str:
    """The blocks of a page in one line: found, run, skipped; and how much is wrong."""
    counts = page.counts
    faults = message(language, "cli.faults", count=len(page.problems) + page.unwritten)
    return message(
        language, "doc.summary", path=page.shown, found=counts.found, run=counts.run, skipped=counts.skipped,
        values=len(page.used), faults=faults,
    )  # fmt: skip


def unlike_stems(paths: Sequence[Path]) -> list[str]:
    """A name for the files of each document: its own, with as many folders before it as tell those alike apart."""
    parts = [(*each.resolve().parts[1:-1], each.name.removesuffix(".md")) for each in paths]
    used = [1] * len(paths)
    for _ in range(max(map(len, parts), default=0)):
        names = ["-".join(each[-count:]) for each, count in zip(parts, used, strict=True)]
        alike = Counter(map(folded, names))
        used = [count + (alike[folded(name)] > 1) for name, count in zip(names, used, strict=True)]
    found: list[str] = []
    for each, count in zip(parts, used, strict=True):
        name = "-".join(each[-count:])
        found.append(f"{name}-{len(found) + 1}" if folded(name) in map(folded, found) else name)
    return found


def show_coverage(found: Sequence[tuple[Path, Shelf]], language: str, say: Callable[[str], None]) -> bool:
    """Which clauses the documents state, illustrate and leave out; False where one is left out or a document wrong."""
    from .coverage import coverage_lines

    pages, good = _pages(found, language, say)
    lines, covered = coverage_lines(pages, language)
    for line in lines:
        say(line)
    return good and covered


def compare(found: Sequence[tuple[Path, Shelf]], language: str, say: Callable[[str], None]) -> bool:
    """Whether two translations say the same; every difference in a line."""
    from .parallel import differences

    pages, good = _pages(found, language, say)
    lines = list(differences(pages[0], pages[1], language))
    for line in lines or [message(language, "doc.same", a=pages[0].shown, b=pages[1].shown)]:
        say(line)
    return good and not lines


def _pages(found: Sequence[tuple[Path, Shelf]], language: str, say: Callable[[str], None]) -> tuple[list[Page], bool]:
    """All pages read, with their problems said."""
    pages = [read_page(path, shelf) for path, shelf in found]
    problems = [problem for page in pages for problem in page.problems]
    for problem in problems:
        for line in problem.lines(language):
            say(line)
    return pages, not problems
