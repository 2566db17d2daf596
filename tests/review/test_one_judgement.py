"""Hints, the coach, warnings and the review never disagree: each reads the same judgement of a decision."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.bots import MARKS, bot
from slugfest.kernel import Perspective, games, read_record, seeded
from slugfest.protocol.move_review import MoveReview, spoken
from slugfest.protocol.thinking import think
from slugfest.review import Review, ReviewedDecision, Reviewer, finished_match
from slugfest.review.decisions import decisions_of
from slugfest.table import BotIdea, Seat, SeatDecision, Start, Table, assistance, opening

pytestmark = pytest.mark.heavy

LEVEL = "search:80"  # few looks are uncertain: two judgements would often differ
JUDGED = 400  # divided by the seats: no more moves are judged, and random players move dice to and fro
FOLLOWER = 0  # plays what hints say; the others play like beginners who err
BEGINNERS = ("easy", "pixel-pip", "random")
FIRST = 101  # nobody picked the deals: they are consecutive
AFTERWARDS = 6  # moves of a match that no hint considered and that are judged when they were made
# By game: seats, options, and how many deals.
MODES: dict[str, list[tuple[int, dict[str, Any], int]]] = {
    "kapow-cards": [(2, {}, 8), (3, {"mode": "to-infinity"}, 2), (4, {}, 3)],
    "tag-team": [(2, {}, 3)],
    "kapow-dice": [(2, {}, 3), (1, {"mode": "solo"}, 1)],
    "custom-heroes": [(2, {"vp_target": 3}, 2), (3, {"vp_target": 3}, 1)],
}

Hints = dict[tuple[int, int], list[BotIdea]]  # by seat and number of its own moves before, the last one given


def table_for(name: str, seats: int, options: dict[str, Any], deal: int) -> Table:
    others = [Seat("bot", f"Bo {number}", level="easy") for number in range(1, seats)]
    people = [Seat("person", "Ann", "ann"), *others]
    log = [opening("MATCH", games()[name], "ann", f"deal {deal}", people, options)]
    table = Table.from_log(log, games().__getitem__)
    table.handle("ann", "start", Start())
    return table


def play(table: Table, deal: int) -> tuple[Hints, dict[int, bool]]:
    """Play a match to its end. Whoever owes a decision asks for a hint at once, and again if the decision changes. The
    seats decide in reverse order: by then somebody else may have decided, too. Returns the hints, and by the number of
    moves before it whether a move that the game would warn of was found fine."""
    hints: Hints = {}
    cleared: dict[int, bool] = {}
    asked: dict[int, SeatDecision] = {}
    chance = seeded("beginner", table.game.id, deal)
    beginners = [bot(BEGINNERS[(deal + seat) % 3], table.game) for seat in range(len(table.seats))]
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
        others = beginners[seat].choose(Perspective(table.history.state.copy(), seat), chance)
        move = best if seat == FOLLOWER else others
        text = table.game.format(move)
        if assistance.cautioned_move(table, seat, [text]) is not None:
            cleared[len(table.history.entries)] = found_fine(table, seat, move)
        table.enter({"kind": "moves", "seat": seat, "moves": [text]})
    return hints, cleared


def found_fine(table: Table, seat: int, move: int) -> bool:
    """Whether the judgement that a warning waits for clears a move."""
    ideas = think(table.question_about(seat, [], move, LEVEL), "advise", table.game)
    review = MoveReview()
    review.learn_of_caution(seat, table.decision(seat), (move,), ideas)
    return review.clears(table, seat, (move,)) is True


def made_idea(table: Table, seat: int, place: int, move: int) -> list[BotIdea]:
    """What the coach learns of a move that no hint had considered."""
    ideas = think(table.question_made(seat, place, LEVEL), "advise", table.game)
    return [idea for idea in ideas if idea.move == move]


def agree(table: Table, seat: int, ideas: list[BotIdea]) -> None:
    """The coach names nothing but what the hint calls fine, and nobody is warned of what the hint says."""
    fine = {idea.move for idea in ideas if idea.fine}
    assert ideas[0].move in fine
    assert not any(idea.mark for idea in ideas if idea.fine)
    said = spoken(assistance.counsels(table, seat), ideas)
    if said is not None and said.moves:
        assert fine.intersection(said.moves)
        assert not any(idea.mark and idea.move in said.moves for idea in ideas)
    review = MoveReview()
    review.learn(seat, table.decision(seat), ideas)
    assert review.calls_fine(table, seat, [table.game.format(ideas[0].move)])


@pytest.mark.parametrize("name", sorted(MODES))
def test_whoever_follows_hints_is_never_marked_and_marks_are_what_hints_called_worse(name: str) -> None:
    marked = warned = 0
    for seats, options, count in MODES[name]:
        for deal in range(FIRST, FIRST + count):
            table = table_for(name, seats, options, deal)
            hints, cleared = play(table, deal)
            marked += compare(table, hints, cleared)
            warned += len(cleared)
    assert marked > 0, "no move that a hint called worse: these matches prove nothing"
    assert warned > 0 or name == "tag-team", "no move that the game would warn of: rare in Tag Team alone"


def same_as_said(decision: ReviewedDecision, said: list[BotIdea]) -> None:
    """The review has the figures and the reason that hints had for the moves of a decision, of the costliest one."""
    worst = max(said, key=lambda idea: (bool(idea.mark), not idea.fine, idea.loss))
    assert decision.loss == round(1_000_000 * worst.loss)
    assert (decision.better is None) == worst.fine
    if worst.mark:
        assert decision.reason is not None
        assert worst.why_not == (decision.reason.en, decision.reason.de)


def blames_nobody_for_fine_moves(review: Review) -> None:
    """Its moments call costliest only what a hint calls worse, and best what has nothing better beside it."""
    for moment in review.moments:
        mine = [one for one in review.decisions if one.seat == moment.seat]
        told = next((one for one in mine if one.step == moment.step), None)
        if moment.kind == "costliest" and told is not None and told.better is None:
            assert "gave nothing away" in moment.text.en
        if moment.kind == "best" and told is not None and any(one.better is None for one in mine):
            assert told.better is None


def compare(table: Table, hints: Hints, cleared: dict[int, bool]) -> int:
    """Compare all hints and warnings of a match with its review; returns how many decisions hints called worse."""
    history, outcome = finished_match(table.game, read_record(table.record()))
    reviewer = Reviewer(history, outcome, level=LEVEL)
    while reviewer.step():
        pass
    blames_nobody_for_fine_moves(reviewer.review)
    judged = afterwards = 0
    places = {decision.step: decision.places for decision in decisions_of(history)}
    for decision in reviewer.review.decisions:
        if decision.loss is None:
            assert len(history.entries) > JUDGED // len(table.seats), "every move of a short match is judged"
            continue
        moved = history.moves_before(decision.seat, decision.step)
        made = [table.game.parse(move) for move in decision.moves]
        said: list[BotIdea] = []
        for number, place in enumerate(places[decision.step]):
            considered = [idea for idea in hints[decision.seat, moved + number] if idea.move == made[number]]
            if not considered and afterwards < AFTERWARDS:
                afterwards += 1
                considered = made_idea(table, decision.seat, place, made[number])
            said += considered
        marks = {idea.mark for idea in said if idea.mark}
        if decision.seat == FOLLOWER or (len(said) == len(made) and not marks):
            assert decision.mark is None
        if marks:
            assert decision.mark is not None
            assert MARKS.index(decision.mark) >= max(MARKS.index(mark) for mark in marks)
            judged += 1
        if len(said) == len(made):
            same_as_said(decision, said)
        if decision.mark is not None and len(said) == len(made):
            assert decision.mark in marks
            assert decision.better is not None
            assert decision.reason is not None
        warned = [cleared[place] for place in places[decision.step] if place in cleared]
        if decision.mark is not None and len(made) == len(warned):
            assert not all(warned), "marked, but nobody was warned"
        if decision.better is None:
            assert all(warned), "warned of a move that the review calls fine"
    return judged
