"""Who decides what, when and in which order: rules that are promises about whole games."""

from __future__ import annotations

from itertools import pairwise

import pytest

from slugfest.bots import bot
from slugfest.kernel import History, Perspective, State, seeded

from .table import GAME, duel, play, texts, wandering

VILLAINS = {"victor_kane", "coquette", "spoiler_alert"}
ORDER = ["select", "attack", "stand", "power_up", "after", "clean_up"]


@pytest.fixture(scope="module")
def walk() -> list[State]:
    """A game with characters, move by move."""
    return wandering(2, {"mode": "characters"}, "phases", 900, ("elusivity", "coquette"))


@pytest.mark.rules("KD-71", "KD-77")
@pytest.mark.parametrize(("mode", "seats"), [("characters", 2), ("solo", 1), ("team", 4), ("coop", 2)])
def test_if_so_agreed_all_characters_are_drawn_by_lot(mode: str, seats: int) -> None:
    drawn = set()
    for seed in range(8):
        state = GAME.new(seats, {"mode": mode, "by_lot": True, "opposed": True}, seeded("lots", seed))
        board = state.board(-1)
        assert board["phase"] == "select"
        names = [fighter["character"] for fighter in board["fighters"]]
        assert None not in names
        assert len(set(names)) == len(names)
        drawn.add(names[0])
        assert GAME.reports.line_up(state, 0) == [names[0]]
        sides = [[names[fighter] in VILLAINS for fighter in team["fighters"]] for team in board["teams"]]
        assert {*sides[0]} ^ {*sides[1]} == {True, False}
    assert len(drawn) > 2


@pytest.mark.rules("KD-90", "KD-270")
def test_in_phases_2_and_3_one_seat_decides_and_in_1_and_4_everybody_who_is_not_done(
    walk: list[State],
) -> None:
    for state in walk:
        board = state.board(-1)
        if state.outcome() is not None:
            assert state.actors() == []
        elif board["question"] is not None or board["phase"] == "pick":
            assert len(state.actors()) == 1
        else:
            assert board["phase"] in ("select", "clean_up")
            waiting = [seat for seat in range(2) if not board["fighters"][seat]["ready"]]
            assert sorted(state.actors()) == waiting != []
        for seat in state.actors():
            assert state.moves(seat)


@pytest.mark.rules("KD-125", "KD-274")
def test_the_phases_follow_each_other_and_a_round_follows_the_last(walk: list[State]) -> None:
    seen = [(state.board(-1)["round"], state.board(-1)["phase"]) for state in walk]
    fought = [moment for moment in seen if moment[1] in ORDER]
    assert len({number for number, _ in fought}) > 3
    for before, after in pairwise(fought):
        assert (before[0], ORDER.index(before[1])) <= (after[0], ORDER.index(after[1]))


@pytest.mark.rules("KD-271")
def test_after_the_reveal_nobody_is_asked_what_has_only_one_answer(walk: list[State]) -> None:
    for state in walk:
        if state.board(-1)["question"] is not None and not state.board(-1)["screens"]:
            assert all(len(state.moves(seat)) > 1 for seat in state.actors())


@pytest.mark.rules("KD-107")
@pytest.mark.parametrize("first", [1, 2])
def test_whoever_has_the_token_is_asked_first_where_not_all_can_act_at_once(first: int) -> None:
    state = duel({}, {}, first=first)
    assert state.actors() == [first - 1, 2 - first]


@pytest.mark.rules("KD-272")
def test_equal_dice_are_one_choice_for_a_search() -> None:
    """Two Trait dice that show Might are the same to every box; a red and an Action die are not."""
    state = duel({"dice": ["red:M", "red:M", "action[M]:M"]}, {})
    placed = [GAME.format(move) for move in state.game.require_search().distinct_moves(state, 0)]
    assert len(placed) < len(texts(state, 0))
    assert not {"place d1 pummel", "place d2 pummel"} <= set(placed)


@pytest.mark.rules("KD-273")
@pytest.mark.parametrize("level", ["greedy", "search:12"])
def test_a_bot_decides_the_same_whatever_lies_behind_the_other_screen(level: str) -> None:
    mine = {"dice": ["red:M", "yellow:E", "purple:T", "green:A", "blue:X", "action[W]:W"]}
    theirs = [
        ["red:M", "yellow:E", "purple:B", "green:B", "blue:X", "action[W]:B"],
        ["red:E@knock_down:1", "yellow:E@knock_down:2", "purple:T@dodge", "green:W", "blue:W", "action[W]:W"],
    ]
    decisions = set()
    for dice in theirs:
        state = duel(mine, {"dice": dice, "ready": True})
        decisions.add(bot(level, GAME).choose(Perspective(state, 0), seeded("same")))
    assert len(decisions) == 1


@pytest.mark.compiled
@pytest.mark.rules("KD-242")
@pytest.mark.parametrize("mode", ["characters", "solo"])
def test_the_same_seed_and_the_same_decisions_give_the_same_game(mode: str) -> None:
    seats = 1 if mode == "solo" else 2
    history = History(GAME, seats, {"mode": mode}, "again")
    rng = seeded("again")
    for _ in range(250):
        if history.state.outcome() is not None:
            break
        seat = history.state.actors()[0]
        moves = history.state.moves(seat)
        history.play(seat, moves[int(rng.below(len(moves)))])
    again = History(GAME, seats, {"mode": mode}, "again")
    for entry in history.entries:
        again.play(entry.seat, entry.move)
    assert again.state.document() == history.state.document()


@pytest.mark.rules("KD-101", "KD-106")
def test_nobody_can_change_their_mind_for_ever() -> None:
    """After forty changes in a round the dice lie; the round can always be finished."""
    state = duel({"dice": ["red:M", "yellow:E"]}, {})
    for _ in range(40):
        play(state, "P1: place d1 pummel", "P1: take d1")
    assert not [text for text in texts(state, 0) if text.startswith("place")]
    assert "ready" in texts(state, 0)


@pytest.mark.rules("KD-70", "KD-72")
def test_ties_are_broken_by_lot() -> None:
    """No two villains, and no two heroes, start with the same Health; in the first game everybody does."""
    starts = {GAME.new(2, {"mode": "duel"}, seeded("lot", number)).board(-1)["first"] for number in range(20)}
    assert starts == {0, 1}
