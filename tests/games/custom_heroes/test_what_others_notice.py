"""What a move tells the others, what can be taken back, and what a search may tell apart."""

from __future__ import annotations

import itertools

import pytest

from slugfest.games.custom_heroes.content import BOX, EMPTY, SLOTS, YELLOW
from slugfest.games.custom_heroes.position.position import ASCENDED_SET, NORMAL
from slugfest.kernel import UNSEEN

from .table import GAME, heroes, history, player, top


@pytest.mark.rules("CH-31", "CH-105", "CH-119")
def test_wagers_show_only_with_the_last_answer() -> None:
    state = heroes(player(8, vp=6), player(8, vp=6), player(8, vp=6), phase="wagers")
    bet = GAME.parse("bet")
    for seat in (0, 1):
        assert state.seen_as(seat, bet, 2) == UNSEEN
        state.revealed = False
        state.play(seat, bet)
        assert not state.revealed
    assert state.seen_as(2, bet, 0) == bet
    state.play(2, bet)
    assert state.revealed


@pytest.mark.rules("CH-54", "CH-57", "CH-105")
def test_a_turn_can_be_taken_back_until_it_is_played() -> None:
    match = history(player("C05a C06a", stock=["KO-1"]), player("C03a C04a"), top=top(2, 4))
    for text, may_be_undone in [("attach KO-1 > C06a", True), ("card C05a", True), ("play", False)]:
        move = next(move for move in match.state.moves(0) if GAME.format(move) == text)
        assert (match.state.seen_as(0, move, 1) == move) is (text == "play")
        match.play(0, move)
        assert match.can_undo(0) is may_be_undone


@pytest.mark.rules("CH-63", "CH-64", "CH-71")
def test_every_set_to_beat_has_its_own_key() -> None:
    """A search keeps plays of others apart by what they leave to be beaten."""
    state = heroes(player("C05a C06a"), player("C03a C04a"), top=top(2, 4))
    found = []
    for value in range(-12, 31):
        for count in range(1, 17):
            for descending in (False, True):
                state.top, state.top_value, state.top_count, state.descending = (
                    NORMAL,
                    value,
                    count,
                    descending,
                )
                found.append(state.game.require_search().information_key(state, 0))
    state.top = ASCENDED_SET
    found.append(state.game.require_search().information_key(state, 0))
    assert len(set(found)) == len(found)
    assert min(found) > 0


@pytest.mark.rules("CH-13", "CH-16")
def test_cards_play_alike_if_value_changes_and_free_slots_are_the_same() -> None:
    """A search tries only one of them."""
    cards = {
        "C05a": ["RP1-1"],
        "C05b": ["BP1-1"],  # another slot is free
        "C05c": ["RP1-2"],
        "C04a": ["RP2-1"],  # the same value, but an aura would change it otherwise
        "C06a": ["KO-1"],
    }
    state = heroes(player("C01a C02a"), player("C03a C04b"), cards=cards)
    profile = {card: state.profile[BOX.cards.index(card)] for card in cards}
    assert profile["C05a"] == profile["C05c"]
    assert len(set(profile.values())) == 4


@pytest.mark.rules("CH-12", "CH-13")
def test_every_card_that_plays_differently_has_a_number_of_its_own() -> None:
    """Whatever is on it: the value, what an aura would change, the free slots and the ability tell cards apart."""
    state = heroes(player("C01a C02a"), player("C03a C04b"))
    by_slot: list[list[int]] = [[], [], [], []]
    for piece in range(len(BOX.pieces)):  # of each slot one piece of a kind
        known = [(BOX.amount[other], BOX.ability[other]) for other in by_slot[BOX.colour[piece]]]
        if (BOX.amount[piece], BOX.ability[piece]) not in known:
            by_slot[BOX.colour[piece]].append(piece)
    numbers: dict[tuple[object, ...], set[int]] = {}
    for card in (BOX.cards.index("C05a"), BOX.cards.index("C06a")):
        for pieces in itertools.product(*([EMPTY, *some] for some in by_slot)):
            state.slots[card * SLOTS : card * SLOTS + SLOTS] = pieces
            state.refit(card)
            modifier = sum(BOX.amount[piece] for piece in pieces[:YELLOW] if piece != EMPTY)
            filled = tuple(piece != EMPTY for piece in pieces)
            alike = (state.value[card], modifier, filled, state.ability[card])
            numbers.setdefault(alike, set()).add(state.profile[card])
    assert all(len(shared) == 1 for shared in numbers.values())
    assert len(set.union(*numbers.values())) == len(numbers)


@pytest.mark.rules("CH-54", "CH-111")
def test_the_first_piece_goes_onto_the_first_card_and_that_card_is_played() -> None:
    """The lowest number of each kind of move is one of that kind."""
    state = heroes(player("C01a C02a", stock=["AF-1"]), player("C03a C04a"))
    for text in ("attach AF-1 > C01a", "card C01a", "play"):
        state.play_text(0, text)
    assert "AF-1" not in state.document()["players"][0]["stock"]
    assert state.document()["players"][0]["hand"] == ["C02a"]
