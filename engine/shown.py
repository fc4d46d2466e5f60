"""What can be shown as a picture, in notebooks too. Who draws is entered from outside: nothing here can."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .errors import RenderError

artists: list[Callable[..., str]] = []
"""The one who draws: value, language and wishes → SVG. Entered by `api.py` and by the renderer itself."""


class Shown:
    """A value with a picture."""

    __slots__ = ()

    def svg(self, lang: str = "en", **wishes: Any) -> str:
        """The picture as SVG; wishes as for `goti.render`. Raises RenderError where it cannot be drawn."""
        if not artists:
            raise RenderError("nobody draws here: import goti.render first")
        return artists[-1](self, lang, **wishes)

    def _repr_svg_(self) -> str:
        """For notebooks: the picture in its own size."""
        return self.svg(sized=True)

    def _repr_html_(self) -> str:
        """For notebooks: the same picture, whose words can be selected."""
        return self.svg(sized=True)
