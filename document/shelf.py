"""The files that documents share: an entry of one, by its title, as judged → an Example."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ..api import EntryReport, SourceError, check_lines, open_lines
from ..engine.findings import Finding, Status, text
from ..engine.rules import RuleSet, nearest
from ..expect import is_marked
from .examples import Example, choose, slug
from .fences import Fence
from .judging import unlike_marks, without_marks

if TYPE_CHECKING:
    from .page import Page


NO_FILE = "not a regular file"


def is_pipe(path: Path) -> bool:
    """Whether something is there that is no file, as a pipe, which could be waited for without end."""
    return path.exists() and not path.is_file()


class Shelf:
    """The files that documents of one root share, each judged once for every reading."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.judged: dict[tuple[Path, str], list[EntryReport] | SourceError] = {}
        self.read: set[Path] = set()

    def find(self, name: str, folder: Path) -> Path | None:
        """The file called `name` from `folder`; None where it lies outside the root."""
        path = (folder / name).resolve()
        return path if path.is_relative_to(self.root) else None

    def entries(self, path: Path, rules: RuleSet | None) -> list[EntryReport] | SourceError:
        """The entries of a file with all their positions, or why it cannot be opened."""
        key = (path, rules.digest if rules is not None else "")
        self.read.add(path)
        if is_pipe(path):
            finding = Finding("cannot-open", Status.WRONG, 1, values={"why": NO_FILE})
            return SourceError(str(path), finding)
        if key not in self.judged:
            try:
                self.judged[key] = list(check_lines(open_lines(str(path)), trace=True, rules=rules, folder=path.parent))
            except SourceError as error:
                self.judged[key] = error
        return self.judged[key]


def find_shared(page: Page, fence: Fence, line: int, reading: RuleSet | None) -> Example | None:
    """The entry of a shared file a fence names; None where there is none or it is wrong, which is reported."""
    path = page.shelf.find(fence.file, page.folder)
    if path is None:
        page.report("outside", line, 0, len(fence.file), found=fence.file)
        return None
    entries = page.shelf.entries(path, reading)
    if isinstance(entries, SourceError):
        why = text(entries.finding, page.language)
        page.report("no-file", line, 0, len(fence.file), found=fence.file, why=why)
        return None
    found = [n for n, each in enumerate(entries) if _named(each, fence.title)]
    if len(found) != 1:
        titles = [each.head.title or "" for each in entries if each.head is not None]
        near = nearest(fence.title, titles)
        known = ", ".join(f"“{each}”" for each in near or titles)
        code = "several-entries" if found else "no-entry"
        page.report(code, line, 0, len(fence.title), found=fence.title, file=fence.file, known=known)
        return None
    entry, changed = entries[found[0]], page.changed_rules
    if reading is None and changed is not None and entry.head and entry.head.rules.partition("@")[0] == changed.game:
        again = page.shelf.entries(path, changed)
        assert not isinstance(again, SourceError)
        entry = again[found[0]]
    wrong = _wrong_entry(entry, page.language)
    if wrong is not None:
        place = f"{fence.file}:{wrong[0]}"
        page.report("wrong-entry", line, 0, len(fence.file), found=fence.file, place=place, said=wrong[1])
        return None
    example = Example(fence, line, without_marks("\n".join(entry.written.lines).strip("\n")), [entry])
    return example if choose(example, line, page.report) else None


def _wrong_entry(entry: EntryReport, language: str) -> tuple[int, str] | None:
    """Line and sentence of the first thing wrong with an entry, or that its marks do not name."""
    if is_marked(entry):
        return next(iter(unlike_marks(entry, language)), None)
    faults = (each for each in entry.findings if each.status in (Status.WRONG, Status.UNDECIDED))
    return next(((each.line, text(each, language)) for each in faults), None)


def _named(entry: EntryReport, title: str) -> bool:
    """Whether an entry is called so: its title, or the title with hyphens for blanks; no name means any entry."""
    own = entry.head.title if entry.head is not None else None
    return not title or own == title or (own is not None and slug(own) == slug(title))
