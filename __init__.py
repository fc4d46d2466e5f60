"""goti: rules verification and rendering for scoring-domino games of the Fives family.

`parse` text, `load` a file, `legal` placements, `score` a layout, `replay`, `check`, `format`, `render`.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .api import EntryReport, Loaded, SourceError, check, format, legal, load, parse, replay, score
    from .engine.errors import GotiError, NotationError, PlayError, RulesError
    from .engine.rules import RuleSet, rule_set
    from .engine.tiles import Tile, tile
    from .render.figure import figure_svg as render

__version__ = "0.1.0"
__all__ = [
    "EntryReport", "GotiError", "Loaded", "NotationError", "PlayError", "RuleSet", "RulesError", "SourceError",
    "Tile", "check", "format", "legal", "load", "parse", "render", "replay", "rule_set", "score", "tile",
]  # fmt: skip

_HOMES = {
    **dict.fromkeys(("GotiError", "NotationError", "PlayError", "RulesError"), "engine.errors"),
    **dict.fromkeys(("RuleSet", "rule_set"), "engine.rules"),
    **dict.fromkeys(("Tile", "tile"), "engine.tiles"),
}


def __getattr__(name: str) -> Any:
    """Import on first use: a command that only checks starts without the renderer."""
    if name == "render":  # a package that can be called
        return importlib.import_module(".render", __name__)
    if name not in __all__:
        raise AttributeError(f"module 'goti' has no attribute {name!r}")
    return getattr(importlib.import_module(f".{_HOMES.get(name, 'api')}", __name__), name)
