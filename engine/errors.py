"""The few kinds of error a single call raises; the pipeline collects findings instead."""

from __future__ import annotations

from typing import Self


class GotiError(Exception):
    """Base of all errors of this package; the text says what was expected, what was found and what to do."""


class TileError(GotiError):
    """No such tile or set."""


class SaidError(GotiError):
    """An error with a text in every language: `key` and `values` are those of its text in the catalogues, in the table
    `section`; `str` gives it in English. `within` names what it is about, the outermost first: files, a rule set.
    """

    section = ""

    def __init__(self, key: str, /, *within: str, **values: object) -> None:
        super().__init__(key)
        self.key, self.values = key, values
        self.within = [each for each in within if each]

    def inside(self, where: str) -> Self:
        """The same error, found in `where`."""
        self.within = [where, *self.within] if where else self.within
        return self

    def said(self, language: str) -> str:
        """Where, and what is wrong, in a user's language."""
        return "".join(f"{each}: " for each in self.within) + self.reason(language)

    def reason(self, language: str) -> str:
        """What is wrong, without the places."""
        from .messages import message

        return message(language, f"{self.section}.{self.key}", **self.values)

    def __str__(self) -> str:
        from .messages import DEFAULT_LANGUAGE

        return self.said(DEFAULT_LANGUAGE)


class RulesError(SaidError):
    """No such rule set, or a rule set that contradicts itself."""

    section = "refused"


class PlayError(GotiError):
    """A placement the table cannot take; `code` is the code a finding would have."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class NotationError(GotiError):
    """Text that cannot be read; `findings` are of kind `text`, each with its place."""

    def __init__(self, text: str, findings: tuple[object, ...] = ()) -> None:
        super().__init__(text)
        self.findings = findings


class RenderError(GotiError):
    """A picture that cannot be made."""


class UndrawnError(SaidError, RenderError):
    """A wish for a figure that cannot be met, or a layout that cannot be drawn; `line` is the record's, if any."""

    section = "undrawn"
    line: int | None = None

    def at(self, line: int) -> UndrawnError:
        """The same error, found in a line of a record."""
        self.line = line
        return self


class NoGlyph(RenderError):
    """A text to be drawn has a `character` the font lacks."""

    def __init__(self, text: str, character: str) -> None:
        super().__init__(text)
        self.character = character


class NeedsCairo(RenderError):
    """PDF or PNG were asked for and the cairo library is not on this machine."""
