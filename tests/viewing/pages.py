"""Records and their pages for the tests of this folder."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from goti.api import EntryReport, check_lines
from goti.notation.parse import split_lines
from goti.viewing.page import Source, page

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
SAMPLE = (FIXTURES / "samples" / "sniff-two-players-5.goti").read_text(encoding="utf-8")

CLUB = """\
# An evening at the club
match american-sniff "Club <b>night</b> & \\"friends\\""
date 2026-11-24
place "शहर <i>"
note "</script><script>alert(1)</script>"
seats A "<img src=x onerror=alert(1)>" B "שָׁלוֹם"

round 1
lot A
deal A [5|5] [2|5] [1|3] [4|4] [0|6] [1|2] [3|6]
deal B [0|5] [0|3] [1|1] [1|6] [2|2] [2|6] [4|6]
A: [5|5] =10 +10  # "quoted" & <u>marked</u> مرحبا
# before the second turn: हिंदी
B: [0|5]@[5|5] =10 +10
A: [2|5]@[5|5] =12
B: [0|3]@[0|5] =15 +15
A: draw [0|4] [3|3]
A: [3|3]@[0|3] =16
B: [2|6]@[2|5] =22
blocked

round 2
lot B
B: [1|6] =7
A: pass
unfinished
"""
"""A match with names, texts and comments that would harm a page that took them for HTML, and with faults."""


def reports(text: str) -> list[EntryReport]:
    return list(check_lines(split_lines(text), trace=True))


def source(report: EntryReport) -> Source:
    assert report.head is not None
    written = report.written
    lines = list(enumerate(written.lines, written.first))
    return Source(report.head, report.judged, report.findings, written.nodes, lines)


@cache
def page_of(text: str, language: str = "en", entry: int = 0) -> str:
    """The page of one entry of a record."""
    found = page(source(reports(text)[entry]), language)
    assert found is not None
    return found


def data_of(text: str, entry: int = 0) -> dict[str, Any]:
    """What the page's script reads."""
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', page_of(text, "en", entry), re.S)
    assert found is not None
    data: dict[str, Any] = json.loads(found[1])
    return data


def moments_of(text: str, entry: int = 0) -> list[dict[str, Any]]:
    return [moment for chapter in data_of(text, entry)["chapters"] for moment in chapter["moments"]]
