"""What tests of several packages share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser

from goti.tests.chromium import NoBrowser, chromium


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The Chromium of the machine; without one the test is skipped."""
    try:
        with chromium() as found:
            yield found
    except NoBrowser as error:
        pytest.skip(str(error))
