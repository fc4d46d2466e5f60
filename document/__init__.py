"""Documents whose figures, numbers and quoted rules are checked by the engine before they are built."""

from .page import Page, load_page, read_page
from .problems import DocumentError, Problem

__all__ = ["DocumentError", "Page", "Problem", "load_page", "read_page"]
