"""Accounts → the words of a score record: its sentences, and the note beside each score."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ..engine.history import Account, Change
from ..engine.messages import message
from ..engine.rules import ScoreRecord
from .look import Look
from .tally import board_sum, hole, paper_sum


@dataclass(frozen=True, slots=True)
class Kept:
    """How a match keeps its scores: on what, for which sides (by their letters: `A+C`), up to which target."""

    record: ScoreRecord
    sides: tuple[str, ...]
    target: int | None = None


def entry_words(change: Change, names: Mapping[str, str], look: Look) -> str:
    """`Asha +15`, in the numerals asked for."""
    points = "?" if change.points is None else _signed(change.points)
    return look.digits(message(look.lang, "score.entry", name=names[change.side], points=points))


def score_words(accounts: Sequence[Account], kept: Kept, look: Look, winner: str | None = None) -> str:
    """The whole record in sentences."""
    said = []
    for each, side in zip(accounts, kept.sides, strict=True):
        for key, values in sentences(each, kept, won=side == winner):
            said.append(message(look.lang, key, name=each.name, **values))
    if kept.target:
        said.append(message(look.lang, "score.target", target=kept.target))
    return look.digits(" ".join(said))


def sentences(account: Account, kept: Kept, *, won: bool = False) -> Iterator[tuple[str, dict[str, str]]]:
    """What is said of one side: keys of the catalogue and their values, without its name."""
    score = account.score
    if score is None:
        yield "score.unknown", {}
        return
    over = score - kept.target if kept.target else 0
    key = "score.known" if not won else "score.known-over" if over > 0 else "score.known-won"
    beyond = {"over": str(over), "target": str(kept.target)} if key == "score.known-over" else {}
    yield key, {"score": plain(score), **beyond}
    yield _kept_sentence(score, kept.record)
    if account.before is not None and account.last:
        yield "score.last", {"points": _signed(account.last), "before": plain(account.before), "score": plain(score)}


def _kept_sentence(score: int, record: ScoreRecord) -> tuple[str, dict[str, str]]:
    if record is ScoreRecord.PAPER:
        return "score.below-paper" if score < 0 else "score.marks", {"sum": paper_sum(abs(score))}
    if score <= 0:
        return "score.below-board" if score < 0 else "score.start", {}
    at = hole(score)
    if not at.rounds:
        return "score.hole", {"hole": str(at.number)}
    return "score.hole-again", {"hole": str(at.number), "rounds": str(at.rounds), "sum": board_sum(score)}


def plain(score: int) -> str:
    """A score with a real minus sign."""
    return f"−{-score}" if score < 0 else str(score)


def _signed(points: int) -> str:
    return plain(points) if points < 0 else f"+{points}"


def _won(score: int, target: int | None, lang: str) -> str:
    over = score - target if target else 0
    return message(lang, "score.won-over", over=over, target=target) if over > 0 else message(lang, "score.won")


def note_of(account: Account, kept: Kept, look: Look, won: bool) -> str:
    """What the number beside a name leaves open: its sum, the last entry, a win, a place the board lacks."""
    score, lang, paper = account.score, look.lang, kept.record is ScoreRecord.PAPER
    if score is None:
        return message(lang, "score.unknown-short")
    parts = []
    if score > 0 and paper:
        parts.append(paper_sum(score, lang))
    elif hole(score).rounds:
        parts.append(board_sum(score))
    elif score < 0:
        parts.append(message(lang, "score.below" if paper else "score.below-hole"))
    if account.last:
        parts.append(message(lang, "score.note-last", points=_signed(account.last)))
    if won:
        parts.append(_won(score, kept.target, lang))
    return look.digits(" · ".join(parts))
