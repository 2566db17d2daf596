"""Playing together: targets follow from the defences, and the automated team plays by the rules of one."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from slugfest.kernel import SPECTATOR, Facts, State, game, seeded

GAME = game("kapow-dice")


def rounds(seed: int, longest: int = 600) -> Iterator[tuple[State, list[Facts]]]:
    """A game of random moves: each position with what was told on the way to it."""
    state = GAME.new(2, {"mode": "coop"}, seeded("coop", seed))
    chooser = seeded("chooser", seed)
    for _ in range(longest):
        actors = state.actors()
        if not actors:
            return
        seat = actors[int(chooser.below(len(actors)))]
        options = state.game.require_search().distinct_moves(state, seat)
        state.events = []
        state.play(seat, options[int(chooser.below(len(options)))])
        yield state, [{"kind": event.kind, **event.facts} for event in state.events]


def target_by_the_rule(fighter: int, defences: list[int]) -> int:
    """KD-261, word for word."""
    enemies = (2, 3) if fighter < 2 else (0, 1)
    one, other = defences[enemies[0]], defences[enemies[1]]
    if one == other:
        return fighter ^ 2  # the one across
    return enemies[0] if one > other else enemies[1]


@pytest.mark.rules("KD-261", "KD-265", "KD-E14")
@pytest.mark.parametrize("seed", range(6))
def test_everybody_attacks_the_best_defended_enemy_or_the_one_across(seed: int) -> None:
    """Targets are fixed once, from totals that never change afterwards."""
    fixed: Facts = {}
    checked = 0
    for state, events in rounds(seed):
        for event in events:
            if event["kind"] == "round":
                fixed = {}
            elif event["kind"] == "targets":
                assert not fixed
                fixed = event
                assert event["targets"] == [target_by_the_rule(f, event["defences"]) for f in range(4)]
            elif event["kind"] == "attack":
                assert event["target"] == fixed["targets"][event["fighter"]]
                checked += 1
            elif event["kind"] == "hit":
                assert event["defence"] == fixed["defences"][event["target"]]
        if fixed and state.board(0)["phase"] in ("attack", "stand"):
            shown = [fighter["defence"]["total"] for fighter in state.board(0)["fighters"]]
            assert shown == fixed["defences"]
    assert checked > 0


@pytest.mark.rules("KD-260", "KD-264", "KD-90")
@pytest.mark.parametrize("seed", range(3))
def test_the_automated_team_rolls_after_the_people_and_acts_in_seat_order(seed: int) -> None:
    for _, events in rounds(seed):
        rolls = [event["fighter"] for event in events if event["kind"] == "rival_roll"]
        assert rolls in ([], [2, 3])
        acting = [event["fighter"] for event in events if event["kind"] == "attack" and event["fighter"] >= 2]
        assert acting == sorted(acting)


@pytest.mark.rules("KD-260", "KD-91", "KD-76")
def test_nothing_is_hidden_from_anybody() -> None:
    for state, _ in rounds(2, 120):
        board = state.board(0)
        assert not board["screens"]
        assert not any(fighter["hidden"] for fighter in board["fighters"])
        assert board["fighters"] == state.board(1)["fighters"] == state.board(SPECTATOR)["fighters"]
        assert board["teams"][1]["cards"] == []


@pytest.mark.rules("KD-2", "KD-6", "KD-264")
def test_the_automated_team_has_a_set_of_its_own() -> None:
    whole: dict[str, int] = {}
    for state, _ in rounds(3, 300):
        if state.board(0)["phase"] == "pick":
            continue
        whole = whole or state.inventory()
        assert state.inventory() == whole
        owned = sum(
            die["kind"] == "red" for fighter in state.board(0)["fighters"][2:] for die in fighter["dice"]
        )
        assert state.board(0)["supplies"][1]["dice"]["red"] == 4 - owned
