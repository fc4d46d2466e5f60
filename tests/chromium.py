"""The Chromium of the machine, for tests that look at pages and pictures as a browser shows them."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, Error, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class NoBrowser(Exception):
    """There is no Chromium here, or it does not start; the message says what to do."""


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser without a window, closed in the end. Raises NoBrowser."""
    with sync_playwright() as playwright:
        path = next(filter(None, map(shutil.which, NAMES)), None)
        if path is None and not Path(playwright.chromium.executable_path).exists():
            raise NoBrowser("no Chromium here: apt install chromium, or playwright install chromium")
        try:
            found = playwright.chromium.launch(executable_path=path, args=["--disable-gpu"])
        except Error as error:
            raise NoBrowser(f"Chromium does not start here: {error.message.splitlines()[0]}") from None
        yield found
        found.close()
