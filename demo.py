"""The demo: check the shipped records, replay one, draw its figures, and say what to try next."""

from __future__ import annotations

from importlib.resources import as_file, files
from pathlib import Path

from .api import EntryReport, check_lines, open_lines
from .engine.errors import NeedsCairo
from .engine.excerpt import finding_lines, totals_line
from .engine.findings import Status, Verdict
from .engine.messages import message
from .engine.rules import rule_set_ids
from .expect import differences
from .streams import complain, write_file

_REPLAYED = "samples/layouts.goti"
_MATCH = "samples/seven-rocks.goti"
_FORMATS = ("svg", "pdf", "png", "txt")


def demo(folder: Path, language: str) -> int:
    """Run the demo; figures go to `folder`. The exit status is that of the checks."""
    with as_file(files("goti.fixtures")) as fixtures:
        wrong = _fixtures(fixtures, language)
        wrong += _match(fixtures / _MATCH, language)
        reports = _replay(fixtures / _REPLAYED, language)
        _figures(reports, folder, language)
        samples = fixtures / "samples"
        if Path("fixtures/samples").is_dir():
            samples = Path("fixtures/samples")
        print(message(language, "demo.next", samples=samples))
    return 1 if wrong else 0


def _fixtures(root: Path, language: str) -> int:
    """Every fixture entry must report what its marks say, and nothing else."""
    entries = wrong = 0
    games = {ref.partition("@")[0] for ref in rule_set_ids()}
    for path in sorted(each for game in games for each in (root / game).glob("*.goti")):
        for report in check_lines(open_lines(str(path))):
            entries += 1
            for said in differences(report):
                wrong += 1
                complain(f"{path}:{report.line}: {said}")
    key = "demo.fixtures-wrong" if wrong else "demo.fixtures"
    print(message(language, key, entries=entries, wrong=wrong) + "\n")
    return wrong


def _match(path: Path, language: str) -> int:
    counts = dict.fromkeys(Verdict, 0)
    faults = turns = 0
    for report in check_lines(open_lines(str(path))):
        counts[report.verdict] += 1
        turns += report.judged.turns
        for finding in report.findings:
            faults += finding.status is Status.WRONG
            print("\n".join(finding_lines(path.name, finding, report.written.line(finding.line), language)))
    print(message(language, "demo.match", name=path.name, turns=turns))
    print(f"  {totals_line(counts, faults, language)}\n")
    return faults


def _replay(path: Path, language: str) -> list[EntryReport]:
    from .render.scoresheet import Selection, sheet

    reports = list(check_lines(open_lines(str(path)), trace=True))
    shown = reports[0]
    lines = sheet(path.name, shown.head, shown.judged, shown.findings, Selection(), language)
    print(message(language, "demo.replay", name=path.name))
    print("\n".join(f"  {line}".rstrip() for line in lines) + "\n")
    return reports


def _figures(reports: list[EntryReport], folder: Path, language: str) -> None:
    from .figures import Table, marked
    from .render.files import figure_files
    from .render.look import look

    made: list[Path] = []
    missing: NeedsCairo | None = None
    for number, report in enumerate(reports, 1):
        for named in marked(report, look(language), Table()):
            base = folder / f"layouts-{number}-{named.name}"
            for each in _FORMATS:
                try:
                    for file in figure_files(named, base, [each]):
                        write_file(file.path, file.data)
                        made.append(file.path)
                except NeedsCairo as error:
                    missing = error
    print(message(language, "demo.figures", count=len(made), folder=folder))
    for path in made:
        print(f"  {path}")
    if missing is not None:
        print(f"\n{missing}")
    print()
