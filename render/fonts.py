"""The fonts that come with Python packages, as `fonts.toml` names them: nothing depends on the fonts of a machine."""

from __future__ import annotations

import hashlib
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from ..engine.errors import UndrawnError


class FontEntry(NamedTuple):
    """One table of `fonts.toml`; `regular` and `strong` are weights of the variable font."""

    package: str
    file: str
    family: str
    regular: int
    strong: int
    sha256: str

    @property
    def data(self) -> bytes:
        """The font file. Raises RenderError when its package is not installed."""
        try:
            return files(self.package).joinpath(self.file).read_bytes()
        except (ModuleNotFoundError, FileNotFoundError) as error:
            raise UndrawnError("font-package", package=self.package, file=self.file) from error


@cache
def font_entries() -> dict[str, FontEntry]:
    """The font of each language."""
    return {language: FontEntry(**table) for language, table in _tables().items() if language != "further"}


@cache
def further_fonts() -> tuple[FontEntry, ...]:
    """The fonts for letters of other scripts, as names may have them, in the order they are tried."""
    return tuple(FontEntry(**table) for table in _tables()["further"].values())


def all_fonts() -> dict[str, FontEntry]:
    """Every packaged font by its family."""
    return {each.family: each for each in (*font_entries().values(), *further_fonts())}


def font_folders() -> list[str]:
    """The folders that hold the packaged fonts."""
    return sorted({str(files(each.package).joinpath(each.file).parent) for each in all_fonts().values()})  # type: ignore[attr-defined]


@cache
def _tables() -> dict[str, Any]:
    return tomllib.loads(files("goti.render").joinpath("fonts.toml").read_text(encoding="utf-8"))


def font_entry(language: str) -> FontEntry:
    """The font of `language`. Raises RenderError when none is named."""
    found = font_entries().get(language)
    if found is None:
        raise UndrawnError("font-language", found=repr(language), known=", ".join(font_entries()))
    return found


def font_digest(entry: FontEntry) -> str:
    """The SHA-256 of the installed font file."""
    return hashlib.sha256(entry.data).hexdigest()
