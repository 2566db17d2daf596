"""Marks: how a decision compares with the best one, judged by what its maker could know, never by hindsight.

Every move of a decision is judged exactly as a hint would have been at that moment: the same position, the same chance,
the same effort. So no move is marked that a hint recommended or called fine.
"""

from __future__ import annotations

from typing import Final

from slugfest.bots import SearchBot, judge_decision
from slugfest.kernel import History, Text

from .account import WHOLE
from .decisions import Decision
from .document import Better, ReviewedDecision

_MOST_LABELS: Final = 4


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


def judge_move(
    history: History, decision: Decision, place: int, found: ReviewedDecision, bot: SearchBot
) -> None:
    """Judge one move of a decision, which counts as its costliest move does."""
    at = decision.places.index(place)
    moves = decision.moves(history)
    judgement = judge_decision(bot, history, decision.seat, place, moves[at], moves[at + 1 :])
    made, best = judgement.made, judgement.moves[0]
    if made is None:
        return  # a move that its seat did not owe
    loss = round(WHOLE * made.loss)
    mark = judgement.mark(made) or None
    fine = judgement.good_enough(made)
    if found.loss is not None:
        worst = (found.mark is not None, found.better is not None, found.loss)
        if worst >= (mark is not None, not fine, loss):  # a large loss within its error hides no real one
            return
    found.loss = loss
    found.error = round(WHOLE * made.loss_error)
    found.mark = mark
    found.mixing = judgement.at_once and made.loss > 0.0 and fine
    found.theme = judgement.theme if fine else made.why_not_theme
    found.better, found.reason = None, None
    if not fine:
        instead = [*moves[:at], *best.line]
        others = [move for move in instead if move not in moves] or best.line
        found.better = Better([history.game.format(move) for move in instead], label_of(history, others))
        found.reason = made.why_not
