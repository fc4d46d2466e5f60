"""Accounts → the words of a score record: its sentences, and the note beside each score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
    lang = look.lang
    said = []
    for each, side in zip(accounts, kept.sides, strict=True):
        if each.score is None:
            said.append(message(lang, "score.unknown", name=each.name))
            continue
        won = f" ({_won(each.score, kept.target, lang)})" if side == winner else ""
        said.append(message(lang, "score.known", name=each.name, score=f"{plain(each.score)}{won}"))
        said.append(_kept_words(each.score, kept.record, lang))
        if each.before is not None and each.last:
            said.append(
                message(
                    lang, "score.last", points=_signed(each.last), before=plain(each.before), score=plain(each.score)
                )
            )  # fmt: skip
    if kept.target:
        said.append(message(lang, "score.target", target=kept.target))
    return look.digits(" ".join(said))


def _kept_words(score: int, record: ScoreRecord, lang: str) -> str:
    if record is ScoreRecord.PAPER:
        key = "score.below-paper" if score < 0 else "score.marks"
        return message(lang, key, sum=paper_sum(abs(score), lang))
    if score <= 0:
        return message(lang, "score.below-board" if score < 0 else "score.start")
    at = hole(score)
    key = "score.hole-again" if at.rounds else "score.hole"
    return message(lang, key, hole=at.number, rounds=at.rounds, sum=board_sum(score))


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
