"""The setup and the deal, at every number of players."""

from __future__ import annotations

from collections import Counter

import pytest

from slugfest.games.custom_heroes.content import BOX, in_bag
from slugfest.kernel import seeded

from .table import GAME, player, position, random_game

SEATS = pytest.mark.parametrize("seats", range(2, 7))


def dealt(seats: int, seed: int = 1, **options: object) -> dict[str, list[dict[str, object]]]:
    found: dict[str, list[dict[str, object]]] = GAME.new(
        seats, options, seeded("setup", seats, seed)
    ).document()
    return found


@pytest.mark.rules("CH-21", "CH-30", "CH-115")
@SEATS
def test_the_deal_uses_up_one_set_a_player_and_with_two_players_three(seats: int) -> None:
    hands = [str(card) for one in dealt(seats)["players"] for card in one["hand"]]  # type: ignore[attr-defined]
    letters = "abcdef"[: max(seats, 3)]
    assert Counter(hands) == {f"C{base:02d}{letter}": 1 for base in range(1, 11) for letter in letters}
    assert all(len(one["hand"]) == (15 if seats == 2 else 10) for one in dealt(seats)["players"])  # type: ignore[arg-type]


@pytest.mark.rules("CH-22", "CH-77", "CH-24")
@SEATS
def test_everybody_starts_with_the_same_but_for_the_pieces_from_the_bag(seats: int) -> None:
    drawn: list[str] = []
    for number, one in enumerate(dealt(seats)["players"], 1):
        stock = one["stock"]
        assert isinstance(stock, list)
        assert stock[:2] == [f"AF-{number}", f"KO-{number}"]
        drawn += stock[2:]
        assert (one["vp"], one["power_in"], one["power_out"]) == (1, 2, 0)
        assert len(stock) == (5 if seats == 2 else 3)
    assert len(set(drawn)) == len(drawn)
    assert all(in_bag(BOX.pieces.index(piece)) for piece in drawn)


@pytest.mark.rules("CH-23")
@SEATS
def test_what_nobody_gets_stays_in_the_box_and_out_of_the_bag(seats: int) -> None:
    state = GAME.new(seats, {}, seeded("box"))
    board = state.board(0)
    assert board["bag"] == 72 - seats * (3 if seats == 2 else 1)
    assert not {f"AF-{number}" for number in range(seats + 1, 7)} & set(board["unseen"])
    assert state.inventory() == dict.fromkeys([*BOX.cards, *BOX.pieces], 1)


@pytest.mark.rules("CH-24")
def test_every_piece_of_the_bag_can_be_drawn_at_the_start() -> None:
    drawn: set[str] = set()
    for seed in range(400):
        for one in dealt(2, seed)["players"]:
            drawn |= set(one["stock"][2:])  # type: ignore[index]
    assert len(drawn) == 72


@pytest.mark.rules("CH-25", "CH-20")
@SEATS
def test_who_leads_is_drawn_by_lot_or_agreed(seats: int) -> None:
    lots = {GAME.new(seats, {}, seeded("lot", seed)).actors()[0] for seed in range(80)}
    assert lots == set(range(seats))
    for seat in range(seats):
        assert GAME.new(seats, {"start_seat": seat + 1}, seeded("lot")).actors() == [seat]


@pytest.mark.rules("CH-20", "CH-41")
def test_turns_go_clockwise() -> None:
    state = GAME.set_up(position(player("C01a C09a"), player("C02a C08a"), player("C03a C07a"), turn=3))
    order = []
    for text in ("play C03a", "pass", "pass"):
        order.append(state.actors()[0])
        state.play_text(state.actors()[0], text)
    assert order == [2, 0, 1]


@pytest.mark.rules("CH-19", "CH-29", "CH-17", "CH-28", "CH-27")
@pytest.mark.parametrize("seats", [2, 3, 5])
def test_pieces_stay_on_their_cards_for_the_whole_game_and_cards_are_dealt_anew(seats: int) -> None:
    known: dict[int, int] = {}
    round_before = 0
    hands: dict[int, list[str]] = {}
    order: list[int] = []
    for state, _, events in random_game(seats, 4):
        for slot, piece in known.items():
            assert state.slots[slot] == piece
        if state.round != round_before and not state.sudden_death() and not state.story:
            new = {seat: state.document()["players"][seat]["hand"] for seat in range(seats)}
            assert new != hands
            assert sum(len(hand) for hand in new.values()) == (30 if seats == 2 else 10 * seats)
            assert not order or state.turn == order[-1]
            round_before, hands = state.round, new
        known = {
            slot: piece for slot, piece in enumerate(state.slots) if piece >= 0 and piece not in state.crafted
        }
        order = next((event.facts["places"] for event in events if event.kind == "round_over"), order)
