"""Where the results of files go: each keeps its place below the folder it came from."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path

from ..engine.messages import message
from ..streams import STDIN, Quit, files_of, shown


def sources(paths: Sequence[str], language: str, endings: tuple[str, ...] = (".goti",)) -> list[tuple[str, str]]:
    """(path, name below a result folder) of every file; raises Quit as `files_of` does."""
    found = []
    for given in paths:
        for path in files_of([given], language, endings):
            inside = os.path.relpath(path, given) if path != given else os.path.basename(path)
            found.append((path, "stdin" if path == STDIN else inside))
    if paths.count(STDIN) > 1:
        raise Quit(message(language, "cli.stdin-once"))
    return found


def targets(found: Sequence[tuple[str, str]], folder: str, language: str) -> dict[str, Path]:
    """The file to be written for each path. Raises Quit where two would be one, or one would replace its source."""
    places: dict[Path, str] = {}
    for path, name in found:
        place = Path(folder, name)
        if place in places and places[place] != path:
            raise Quit(
                message(language, "keeping.same-place", path=shown(str(place)), a=shown(places[place]), b=shown(path))
            )
        apart(str(place), [(path, name)], language)
        places[place] = path
    return {path: place for place, path in places.items()}


def apart(place: str, found: Sequence[tuple[str, str]], language: str) -> None:
    """Raise Quit where a result would replace one of its sources."""
    for path, _ in found:
        if path != STDIN and os.path.exists(path) and os.path.exists(place) and os.path.samefile(place, path):
            raise Quit(message(language, "keeping.own-place", path=shown(path)))
