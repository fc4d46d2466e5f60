"""The edges of the command line: standard streams that may be closed or full, names of files, whole files."""

from __future__ import annotations

import contextlib
import errno
import io
import os
import stat
import sys
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import BinaryIO, TextIO

from .engine.messages import message

STDIN = "-"
_TURNING = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")


class Quit(Exception):
    """A command that cannot go on; the text is for the user."""


class Unwritable(Quit):
    """A file that cannot be written. `alone` where that is no reason for others in its folder."""

    def __init__(self, path: Path, error: OSError) -> None:
        super().__init__(f"{shown(str(path))}: {error.strerror or error}")
        self.alone = os.path.lexists(path) or error.errno in (errno.ENAMETOOLONG, errno.EFBIG)


def ready_streams() -> bool:
    """Make the standard streams print UTF-8 under any locale; False where standard output is closed."""
    if sys.stderr is None:  # without this, `print(…, file=sys.stderr)` would go to standard output
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace", newline="\n")
    return sys.stdout is not None


def silence(stream: TextIO) -> None:
    """Send what a stream still holds nowhere, so that nothing complains of it when the program ends."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def complain(text: str) -> None:
    """Print to standard error; where that cannot be written the exit status has to do."""
    try:
        print(text, file=sys.stderr, flush=True)
    except OSError:
        silence(sys.stderr)


def name_of(path: str) -> str:
    """A file name as text, whatever the locale made of its bytes."""
    try:
        raw = os.fsencode(path)
    except UnicodeEncodeError:  # half a letter, as JSON can have it
        raw = path.encode("utf-8", "backslashreplace")
    return raw.decode("utf-8", "backslashreplace")


def shown(path: str) -> str:
    """A file name for a terminal: control characters and marks that turn the direction of writing as escapes."""
    return "".join(repr(each)[1:-1] if _acts(each) else each for each in name_of(path))


def _acts(character: str) -> bool:
    return unicodedata.category(character) == "Cc" or unicodedata.bidirectional(character) in _TURNING


def files_of(paths: Sequence[str], language: str, endings: tuple[str, ...] = (".goti",)) -> Iterator[str]:
    """Files in the order given; a folder gives all its files with one of the endings, sorted."""
    if paths.count(STDIN) > 1:
        raise Quit(message(language, "cli.stdin-once"))
    for path in paths:
        if path != STDIN and os.path.isdir(path):
            found = sorted(_files_below(path, endings))
            if not found:
                raise Quit(message(language, "cli.no-files", path=shown(path)))
            yield from found
        else:
            yield path


def _files_below(folder: str, endings: tuple[str, ...]) -> list[str]:
    """The files of a folder with one of the endings.

    Also dead links and closed folders, for the complaint when they are read.
    """
    closed: list[str] = []
    found = [
        str(Path(below, name))
        for below, _, names in os.walk(folder, onerror=lambda error: closed.append(str(error.filename)))
        for name in names
        if name.endswith(endings)
    ]
    return closed + [each for each in found if os.path.isfile(each) or not os.path.exists(each)]


def write_file(path: Path, data: bytes, lasting: bool = False) -> None:
    """Write a whole file or nothing, as `whole_file` does."""
    with whole_file(path, lasting) as file:
        file.write(data)


def write_files(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write all these files or none: they are renamed when the last one is written. Raises Quit as `whole_file`."""
    with contextlib.ExitStack() as stack:
        for path, data in files:
            try:
                stack.enter_context(_renamed(path)).write_bytes(data)
            except OSError as error:
                raise Unwritable(path, error) from None


@contextlib.contextmanager
def whole_file(path: Path, lasting: bool = False) -> Iterator[BinaryIO]:
    """A file that is there, whole, when the block ends without an error; before that the old one is.

    It is written beside its place and renamed. A link stays, its target is written. A `lasting` file is on the disk
    when the block has ended: a power cut cannot undo it. Raises Unwritable when it cannot be written; a
    file that may not be changed and what is no file are left alone.
    """
    try:
        with _renamed(path) as temporary, temporary.open("wb") as file:
            yield file
            if lasting:
                file.flush()
                os.fsync(file.fileno())
        if lasting:
            _sync_folder(Path(os.path.realpath(path)).parent)
    except OSError as error:
        raise Unwritable(path, error) from None


@contextlib.contextmanager
def _renamed(path: Path) -> Iterator[Path]:
    """A name beside a file, for what takes its place when the block ends without an error. Raises Quit."""
    target = Path(os.path.realpath(path))
    temporary = target.with_name(f".goti-{os.urandom(4).hex()}.tmp")
    try:
        if os.path.islink(path) and not target.parent.is_dir():  # as a shell does; folders are made only where named
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))
        _folder(target.parent)
        mode = _mode(target)
        try:
            yield temporary
            if mode is not None:
                temporary.chmod(mode)
            temporary.replace(target)
        finally:
            temporary.unlink(missing_ok=True)
    except OSError as error:
        raise Unwritable(path, error) from None


def _sync_folder(folder: Path) -> None:
    """Put a rename on the disk; where a folder cannot be opened (Windows) the rename has to do."""
    with contextlib.suppress(PermissionError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)


def _folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:  # true, but no help
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR)) from None


def _mode(target: Path) -> int | None:
    """The permissions of a file to be replaced; None where there is none yet."""
    try:
        mode = target.stat().st_mode
    except FileNotFoundError:
        return None
    if not stat.S_ISREG(mode):
        raise OSError("not a regular file")
    if not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    return stat.S_IMODE(mode)
