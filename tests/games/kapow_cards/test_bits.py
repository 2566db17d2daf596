"""Which slots and hands hold cards is kept as bits beside the lists: they say the same in every position."""

from __future__ import annotations

import pytest

from slugfest.games.kapow_cards.battle import Battle
from slugfest.games.kapow_cards.content import EMPTY, HAND, ROW
from slugfest.games.kapow_cards.position.moves import BARRICADE, RECRUIT
from slugfest.kernel import Perspective, Rng, game, seeded

pytestmark = pytest.mark.compiled

KAPOW = game("kapow-cards")


def check(state: Battle) -> None:
    """Compare the bits, and what is read off them, with the lists."""
    for seat in range(state.seats):
        slots = [slot for slot in range(ROW) if state.rows[seat * ROW + slot] != EMPTY]
        empty = [seat * ROW + slot for slot in range(ROW) if slot not in slots]
        assert [state.slot_at(seat, index) for index in range(state.count_row(seat))] == slots
        assert state.empty_slot(seat) == (empty[0] if empty else EMPTY)
        assert state.has_row(seat) == bool(slots)
        held = [card for card in state.hands[seat * HAND : (seat + 1) * HAND] if card != EMPTY]
        assert (state.holding >> seat & 1) == (len(held) > 0) == (state.hand_size[seat] > 0)
    assert state.solo() == (sum(size > 0 for size in state.hand_size) == 1)


@pytest.mark.parametrize(("seats", "mode"), [(2, "fallen-heroes"), (2, "to-infinity"), (6, "to-infinity")])
def test_bits_and_lists_say_the_same(seats: int, mode: str) -> None:
    rng = seeded("bits", seats, mode)
    for _ in range(2):
        state = KAPOW.new(seats, {"mode": mode}, rng.fork())
        while state.actors():
            assert isinstance(state, Battle)
            check(state)
            for there in (state.copy(), Perspective(state, 0).sample(rng), KAPOW.set_up(state.position())):
                assert isinstance(there, Battle)
                check(there)
            seat = state.first_actor()
            state.apply(seat, state.random_move(seat, rng))
        assert isinstance(state, Battle)
        check(state)


def play_on(state: Battle, rng: Rng) -> None:
    """Play to the next reshuffle or to the end. Recruiting, which uses the deck up, is chosen most of the time."""
    shuffles = state.shuffles
    while state.actors() and state.shuffles == shuffles:
        seat = state.first_actor()
        recruits = [move for move in state.moves(seat) if RECRUIT <= move < BARRICADE]
        likely = recruits and rng.below(4)
        state.apply(seat, recruits[rng.below(len(recruits))] if likely else state.random_move(seat, rng))


def test_a_copy_keeps_its_count_of_reshuffles() -> None:
    """What is known of reshuffles is shared before the first one and never after it."""
    rng = seeded("reshuffles")
    reshuffles = 0
    for _ in range(5):
        state = KAPOW.new(2, {"mode": "to-infinity"}, rng.fork())
        assert isinstance(state, Battle)
        copies = []
        for _ in range(4):
            copies.append((state.copy(), state.document()))
            play_on(state, rng)
        for copy, document in copies:
            assert copy.document() == document
        reshuffles = max(reshuffles, state.shuffles)
    assert reshuffles >= 2
