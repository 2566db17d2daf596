"""Hints, the coach, warnings and the review never disagree: each reads the same judgement of a decision."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.bots import bot
from slugfest.kernel import Perspective, games, read_record, seeded
from slugfest.protocol.move_review import MoveReview, spoken
from slugfest.protocol.thinking import think
from slugfest.review import Reviewer, finished_match
from slugfest.table import BotIdea, Seat, SeatDecision, Start, Table, assistance, opening

pytestmark = pytest.mark.heavy

LEVEL = "search:80"  # few looks are uncertain: two judgements would often differ
FOLLOWER = 0  # plays what hints say; the other seat plays like a beginner who errs
BEGINNERS = {  # who err clearly; a random placement of dice is no idea of anybody's
    "kapow-cards": "random",
    "tag-team": "random",
    "kapow-dice": "easy",
    "custom-heroes": "easy",
}
# Deals in which the beginner errs clearly. In 3 and 25 of KAPOW! dice it gets ready with a placement that should be
# changed, in 20 a rival announces something while it decides; in 4 of Custom Heroes it plays a set too early.
MATCHES: list[tuple[str, int, dict[str, Any]]] = [
    ("kapow-cards", 4, {}),
    ("kapow-cards", 9, {}),
    ("tag-team", 4, {}),
    ("tag-team", 10, {}),
    ("kapow-dice", 3, {}),
    ("kapow-dice", 20, {}),
    ("kapow-dice", 25, {}),
    ("custom-heroes", 4, {"vp_target": 3}),
]

Hints = dict[tuple[int, int], list[BotIdea]]  # by seat and number of its own moves before, the last one given


def table_for(name: str, options: dict[str, Any], deal: int) -> Table:
    seats = [Seat("person", "Ann", "ann"), Seat("bot", "Bo", level="easy")]
    log = [opening("MATCH", games()[name], "ann", f"one judgement {deal}", seats, options)]
    table = Table.from_log(log, games().__getitem__)
    table.handle("ann", "start", Start())
    return table


def play(table: Table) -> Hints:
    """Play a match to its end. Whoever owes a decision asks for a hint at once, and again if the decision changes. The
    seats decide in reverse order: by then somebody else may have decided, too."""
    hints: Hints = {}
    asked: dict[int, SeatDecision] = {}
    beginner, chance = bot(BEGINNERS[table.game.id], table.game), seeded("beginner", table.game.id)
    while not table.over:
        assert table.history is not None
        for seat in table.owing():
            decision = table.decision(seat)
            if asked.get(seat) != decision:
                asked[seat] = decision
                ideas = think(table.question(seat, "hint", LEVEL), "advise", table.game)
                hints[seat, decision.moved] = ideas
                agree(table, seat, ideas)
        seat = table.owing()[-1]
        best = hints[seat, table.decision(seat).moved][0].move
        others = beginner.choose(Perspective(table.history.state.copy(), seat), chance)
        move = best if seat == FOLLOWER else others
        table.enter({"kind": "moves", "seat": seat, "moves": [table.game.format(move)]})
    return hints


def agree(table: Table, seat: int, ideas: list[BotIdea]) -> None:
    """The coach names nothing but what the hint calls fine, and nobody is warned of what the hint says."""
    fine = {idea.move for idea in ideas if idea.fine}
    assert ideas[0].move in fine
    assert not any(idea.mark for idea in ideas if idea.fine)
    said = spoken(assistance.counsels(table, seat), ideas)
    if said is not None and said.moves:
        assert fine.intersection(said.moves)
    review = MoveReview()
    review.learn(seat, table.decision(seat), ideas)
    assert review.calls_fine(table, seat, [table.game.format(ideas[0].move)])


@pytest.mark.parametrize(("name", "deal", "options"), MATCHES)
def test_whoever_follows_hints_is_never_marked_and_marks_are_what_hints_called_worse(
    name: str, deal: int, options: dict[str, Any]
) -> None:
    table = table_for(name, options, deal)
    hints = play(table)
    history, outcome = finished_match(table.game, read_record(table.record()))
    reviewer = Reviewer(history, outcome, level=LEVEL)
    while reviewer.step():
        pass
    judged = 0
    for decision in reviewer.review.decisions:
        assert decision.loss is not None
        moved = history.moves_before(decision.seat, decision.step)
        made = [table.game.parse(move) for move in decision.moves]
        said = [
            idea
            for number, move in enumerate(made, moved)
            for idea in hints[decision.seat, number]
            if idea.move == move
        ]
        marks = {idea.mark for idea in said if idea.mark}
        if decision.seat == FOLLOWER or (len(said) == len(made) and not marks):
            assert decision.mark is None
        if marks:
            assert decision.mark is not None
            judged += 1
        if decision.mark is not None and len(said) == len(made):
            assert decision.mark in marks
            assert decision.better is not None
            assert decision.reason is not None
    assert judged > 0, "no move that a hint called worse: this match proves nothing"
