"""KAPOW! dice in the terminal: everything a seat may see, in both languages, and nothing of other screens."""

from __future__ import annotations

import pytest

from slugfest.kernel import SPECTATOR, Game, State, game, seeded

DICE: Game = game("kapow-dice")
NAMES = ["Ann", "Ben", "Cem", "Dora"]


def in_round_two(mode: str, seats: int) -> State:
    state = DICE.new(seats, {"mode": mode}, seeded("terminal", mode))
    while state.game.require_search().chapter(state) < 2 and state.outcome() is None:
        seat = state.actors()[0]
        state.play(seat, DICE.require_search().greedy(state, seat))
    return state


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("mode", "seats"), [("duel", 2), ("characters", 2), ("solo", 1), ("coop", 2), ("team", 4)]
)
def test_every_position_of_a_game_can_be_painted(mode: str, seats: int, language: str) -> None:
    state = DICE.new(seats, {"mode": mode}, seeded("terminal", mode))
    for _ in range(60):
        for seat in [*range(seats), SPECTATOR]:
            painted = DICE.terminal.render(state.view(seat), NAMES[:seats], language)
            assert all(name in painted for name in NAMES[:seats])
        if state.outcome() is not None:
            break
        seat = state.actors()[0]
        state.play(seat, DICE.require_search().greedy(state, seat))


def test_teams_stand_together_with_their_cards() -> None:
    lines = DICE.terminal.render(in_round_two("team", 4).view(0), NAMES, "en").splitlines()
    together = [line for line in lines if "Ann" in line and "Ben" in line]
    assert together
    assert "♥" in together[0]
    assert any("Team-Up cards" in line and "P1 ○ | ○ P2" in line for line in lines)


def test_each_supply_says_for_whom_it_is() -> None:
    painted = DICE.terminal.render(in_round_two("team", 4).view(0), NAMES, "de")
    assert "Vorrat P1 + P2:" in painted
    assert "Vorrat P3 + P4:" in painted


def test_whoever_drafts_reads_what_both_halves_of_a_card_do() -> None:
    state = DICE.new(4, {"mode": "team", "by_lot": True, "draft_cards": True}, seeded("draft"))
    seat = state.actors()[0]
    offered = state.view(seat)["moves"]
    painted = DICE.terminal.render(state.view(seat), NAMES, "en").splitlines()
    texts = [line for line in painted if " | " in line and "P1" not in line and "P3" not in line]
    assert len(texts) == len(offered) > 1
    assert any("Kicker: attack +3" in line for line in texts)


def test_dice_behind_a_screen_are_not_painted() -> None:
    state = in_round_two("duel", 2)
    lines = DICE.terminal.render(state.view(0), NAMES[:2], "en").splitlines()
    mine, theirs = [line for line in lines if "Dice:" in line]
    assert "?" not in mine
    assert theirs.count("?") == len(state.view(0)["board"]["fighters"][1]["dice"])


def test_every_group_of_moves_has_a_heading() -> None:
    for word in {DICE.format(move).split()[0] for move in range(DICE.move_count)}:
        heading = DICE.terminal.heading(word)
        assert heading.en
        assert heading.de
