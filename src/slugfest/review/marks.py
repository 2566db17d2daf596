"""Marks: how a decision compares with the best one, judged by what its maker could know, never by hindsight."""

from __future__ import annotations

from typing import Final

from slugfest.bots import SearchBot
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
    """Compare a decision with the best one."""
    entry = history.entries[decision.step]
    perspective = Perspective(entry.before, decision.seat)
    ideas = bot.consider(perspective, rng)
    made = None
    best = ideas[0]
    for idea in ideas:
        if idea.move == entry.move:
            made = idea
        if idea.value > best.value and idea.visits >= best.visits // 2:
            best = idea
    if made is None or made.visits == 0 or best.visits == 0:
        return
    found.loss = round(WHOLE * max(0.0, best.value - made.value))
    found.error = round(WHOLE * (0.25 / made.visits + 0.25 / best.visits) ** 0.5)
    found.mark = mark_of(found.loss, found.error)
    if best is not made:
        found.better = Better([history.game.format(best.move)], label_of(history, [best.move]))
        found.reason = bot.explain(perspective, [best])
