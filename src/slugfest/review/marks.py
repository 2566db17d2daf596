"""Marks: how a decision compares with the best one, judged by what its maker could know, never by hindsight."""

from __future__ import annotations

from typing import Final

from slugfest.bots import SearchBot, judge
from slugfest.kernel import History, Perspective, Rng, Text

from .account import WHOLE
from .decisions import Decision
from .document import MARKS, Better, ReviewedDecision

THRESHOLDS: Final = (50_000, 100_000, 150_000)  # of an inaccuracy, a mistake and a blunder, in millionths
ERRORS: Final = 3  # standard errors that a loss must exceed to be marked
_MOST_LABELS: Final = 4


def mark_of(loss: int, error: int) -> str | None:
    """The mark of a decision that gave away so much, if that is certain enough."""
    if loss <= ERRORS * error:
        return None
    found: str | None = None
    for threshold, mark in zip(THRESHOLDS, MARKS, strict=True):
        if loss >= threshold:
            found = mark
    return found


def describe(history: History, decision: Decision) -> ReviewedDecision:
    """A decision with its moves in words, not judged yet."""
    game = history.game
    moves = decision.moves(history)
    before = history.entries[decision.step].before
    found = ReviewedDecision(
        decision.step, decision.seat, [game.format(move) for move in moves], label_of(history, moves)
    )
    found.round = game.display.round_and_turn(before)[0]
    phase = before.board(decision.seat).get("phase")
    found.phase = phase if isinstance(phase, str) else found.moves[0].split(" ")[0]
    return found


def label_of(history: History, moves: list[int]) -> Text:
    """Moves as people say them."""
    labels = [history.game.label(move) for move in moves]
    more = " …" if len(labels) > _MOST_LABELS else ""
    labels = labels[:_MOST_LABELS]
    return Text("; ".join([one.en for one in labels]) + more, "; ".join([one.de for one in labels]) + more)


def judge_decision(
    history: History, decision: Decision, found: ReviewedDecision, bot: SearchBot, rng: Rng
) -> None:
    """Compare a decision with the best one that its maker could have found."""
    moves = decision.moves(history)
    perspective = Perspective(history.entries[decision.step].before, decision.seat)
    judgement = judge(bot, perspective, rng, moves[0], moves[1:])
    made, best = judgement.made, judgement.moves[0]
    if made is None:
        return  # a move that its seat did not owe
    found.theme = judgement.theme
    found.loss = round(WHOLE * made.loss)
    found.error = round(WHOLE * made.loss_error)
    found.mixing = judgement.at_once and made.loss > 0.0 and judgement.good_enough(made)
    if judgement.good_enough(made):
        return
    found.mark = mark_of(found.loss, found.error)
    found.better = Better([history.game.format(move) for move in best.line], label_of(history, best.line))
    found.reason = judgement.why
