"""Documents whose figures, numbers and quoted rules are checked by the engine before they are built."""

from .page import Page
from .problems import DocumentError, Problem
from .reading import load_page, read_page

__all__ = ["DocumentError", "Page", "Problem", "load_page", "read_page"]
