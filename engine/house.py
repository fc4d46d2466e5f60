"""House rules that a record names: a path in its first line → a rule set, from files beside or below the record only.

A record may come from anywhere, so what it names is read only where it can mean the record's own company.
"""

from __future__ import annotations

import os
from pathlib import Path, PurePosixPath

from .errors import RulesError
from .messages import message
from .rules import RuleSet, load_rules


class HouseRulesError(RulesError):
    """A file a record may not name, or that is not there; its text is that of the finding `key`."""

    def __init__(self, key: str, name: str) -> None:
        super().__init__(key, found=name)

    def reason(self, language: str) -> str:
        """What is wrong, without the places."""
        return message(language, f"finding.{self.key}", **self.values)


def is_file(rules: str) -> bool:
    """Whether the rule set an entry names is a file."""
    return rules.endswith(".toml")


def house_rules(name: str, folder: Path | None) -> RuleSet:
    """The rule set in the file `name` of a record in `folder` (None: a text without a file).

    Raises HouseRulesError for a path that leaves the folder or names no file, RulesError for what it holds.
    """

    def find(path: str) -> str:
        if folder is None:
            raise HouseRulesError("unknown-rules-no-folder", path)
        inside = PurePosixPath(path.replace(os.sep, "/"))
        if inside.is_absolute() or ".." in inside.parts or ":" in path or "\\" in name or not is_file(path):
            raise HouseRulesError("unknown-rules-outside", path)
        found = folder / path
        if not found.resolve().is_relative_to(folder.resolve()):  # a link may lead out
            raise HouseRulesError("unknown-rules-outside", path)
        if not found.is_file():
            raise HouseRulesError("unknown-rules-missing", path)
        return os.path.join(folder, path)

    return load_rules(name, find)
