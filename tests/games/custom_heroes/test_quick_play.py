"""Quick play thinks about a turn once, keeps the rest in mind, and notices when things went another way."""

from __future__ import annotations

from slugfest.games.custom_heroes.bot.greedy import take_turn
from slugfest.kernel import seeded

from .table import GAME, heroes, player, random_game, texts, top

RNG = seeded("quick play")
CRAFTED_PAIR = "C05a C06a C09a C09b"


def test_a_turn_is_played_as_it_was_planned() -> None:
    """Over random games: whatever was decided on first is what is played, move after move."""
    crafted = longest = 0
    for number in range(4):
        for state, seat, _ in random_game(2 + number, number):
            if seat < 0 or state.phase != 1 or state.draft:
                continue
            planned = take_turn(state, seat)
            made = []
            for _ in planned:
                made.append(state.playout_move(seat, RNG))
                state.apply(seat, made[-1])
            assert made == planned
            crafted += GAME.format(planned[0]).startswith("attach")
            longest = max(longest, len(planned))
    assert crafted > 5  # plans were worth keeping
    assert longest > 3


def test_whoever_asks_twice_gets_the_same_answer() -> None:
    state = heroes(player(CRAFTED_PAIR, stock=["RP1-1"]), player(4), top=top(2, 5, 2))
    first = state.playout_move(0, RNG)
    assert state.playout_move(0, RNG) == first


def test_a_turn_that_went_another_way_is_thought_about_again() -> None:
    state = heroes(player("C05a C05b C09a", stock=["BRA-1"]), player(4))
    planned = take_turn(state, 0)
    assert state.playout_move(0, RNG) == planned[0]
    other = next(text for text in sorted(texts(state, 0)) if text == "card C09a")
    assert GAME.parse(other) != planned[0]
    state.play_text(0, other)
    move = state.playout_move(0, RNG)
    assert GAME.format(move) in texts(state, 0)
    assert move not in planned or GAME.format(move) == "play"


def test_a_copy_has_nothing_in_mind() -> None:
    state = heroes(player("C05a C05b C09a"), player(4))
    state.apply(0, state.playout_move(0, RNG))
    copy = state.copy()
    assert state.notes is not None
    assert state.notes.moves
    assert copy.notes is None
    assert GAME.format(copy.playout_move(0, RNG)) in texts(copy, 0)
