"""The review as people and pages get it: complete, the same after JSON, and only of finished matches."""

from __future__ import annotations

import json
from typing import Any

import pytest

from slugfest.bots import bot, mark_of
from slugfest.kernel import RecordError, SlugfestError, game, record_of
from slugfest.lab.play import Played, play_game
from slugfest.review import MARKS, MOMENTS, Review, Reviewer, Values, review
from slugfest.review.values import VERSION

GAMES = ["kapow-cards", "tag-team", "custom-heroes", "kapow-dice"]
CHEAP = "search:10"  # who judges: what it says does not matter here


def match(name: str, seed: str = "reviewed", **options: Any) -> Played:
    found = game(name)
    return play_game(found, [bot("greedy", found), bot("random", found)], options, seed=seed)


@pytest.mark.heavy
@pytest.mark.parametrize("name", GAMES)
def test_a_record_is_reviewed(name: str) -> None:
    played = match(name, vp_target=3) if name == "custom-heroes" else match(name)
    steps: list[tuple[int, int]] = []
    found = review(
        game(name), played.record(), quick=True, level=CHEAP, progress=lambda *step: steps.append(step)
    )
    assert found.complete
    assert found.quick
    assert found.game == name
    assert found.seats == 2
    assert found.values.startswith(f"{VERSION}:")
    assert next(point.step for point in found.line) == 0
    assert found.line[-1].step == played.length
    assert found.line[-1].together == found.result
    assert len(found.verdicts) == 2
    assert all(verdict.en and verdict.de for verdict in found.verdicts)
    assert {moment.kind for moment in found.moments} <= set(MOMENTS)
    for decision in found.decisions:
        assert decision.moves
        assert decision.label.en
        assert decision.label.de
        assert decision.mark in (None, *MARKS)
        assert decision.seat == played.history.entries[decision.step].seat
    done = [step for step, _ in steps]
    assert done == sorted(done)
    assert done[-1] <= steps[-1][1]


def test_a_review_is_the_same_after_json() -> None:
    found = review(game("tag-team"), match("tag-team").record(), quick=True, level=CHEAP)
    document = json.loads(json.dumps(found.to_json()))
    assert Review.from_json(document).to_json() == document


@pytest.mark.parametrize(
    ("key", "value"),
    [("version", 99), ("cards", [1]), ("cards", ["a", "b"]), ("line", [{}]), ("verdicts", 5)],
)
def test_a_damaged_review_is_refused(key: str, value: Any) -> None:
    document = review(game("kapow-cards"), match("kapow-cards").record(), quick=True, level=CHEAP).to_json()
    with pytest.raises(SlugfestError):
        Review.from_json({**document, key: value})
    with pytest.raises(SlugfestError):
        Review.from_json([document])


def test_a_running_match_is_refused() -> None:
    played = match("kapow-cards")
    played.history.go_back(played.length - 1)
    with pytest.raises(SlugfestError, match="finished"):
        Reviewer(played.history)
    running = record_of(played.history, ["a", "b"], finished=False)
    with pytest.raises(SlugfestError, match="finished"):
        review(game("kapow-cards"), running)
    abandoned = record_of(played.history, ["a", "b"], abandoned=True)
    with pytest.raises(SlugfestError, match="finished"):
        review(game("kapow-cards"), abandoned)


def test_a_record_that_does_not_fit_is_refused() -> None:
    record = match("kapow-cards").record()
    record.moves[0], record.moves[1] = record.moves[1], record.moves[0]
    with pytest.raises(RecordError):
        review(game("kapow-cards"), record)


def test_only_the_seats_asked_for_are_judged() -> None:
    found = review(
        game("kapow-cards"), match("kapow-cards").record(), quick=True, level=CHEAP, seats_to_judge=[1]
    )
    assert {decision.seat for decision in found.decisions if decision.loss is not None} == {1}


@pytest.mark.heavy
def test_the_moves_of_people_are_judged_first_where_not_all_can_be() -> None:
    played = match("custom-heroes", vp_target=3)
    reviewer = Reviewer(played.history, quick=True, level=CHEAP, people=[1])
    while reviewer.step():
        pass
    decisions = reviewer.review.decisions
    judged = {decision.step for decision in decisions if decision.loss is not None}
    assert judged < {decision.step for decision in decisions}
    assert {decision.seat for decision in decisions if decision.step in judged} == {1}


def test_a_mark_needs_its_points_and_three_standard_errors() -> None:
    assert mark_of(0.0499, 0.0) == ""
    assert mark_of(0.05, 0.01) == "inaccuracy"
    assert mark_of(0.0999, 0.01) == "inaccuracy"
    assert mark_of(0.1, 0.033) == "mistake"
    assert mark_of(0.15, 0.0499) == "blunder"
    assert mark_of(0.15, 0.0501) == ""


def test_values_are_named_by_all_they_depend_on() -> None:
    cards, dice = game("kapow-cards"), game("kapow-dice")
    full = Values(dice, 2, dice.settle(2, {}))
    assert full.signature == Values(dice, 2, dice.settle(2, {}), iterations=8).signature
    assert full.iterations > 8
    assert full.signature != Values(dice, 2, dice.settle(2, {"mode": "characters"})).signature
    assert full.signature != Values(cards, 2, cards.settle(2, {})).signature
    weights = dice.require_search().weights(2, dice.settle(2, {}))[0]
    before = list(weights.values)
    weights.values[0] += 0.1
    try:
        assert full.signature != Values(dice, 2, dice.settle(2, {})).signature
    finally:
        weights.values[:] = before
