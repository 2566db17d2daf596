"""Which sets may be played: the small moves of a play lead to exactly the legal plays, tried one by one."""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

import pytest

from slugfest.games.custom_heroes.battle import Battle
from slugfest.games.custom_heroes.position.position import TURN
from slugfest.kernel import IllegalMove, MoveError, State

from .table import GAME, heroes, player, random_game, top

COST = {"AF": 2, "SPK": 1, "BRA": 1, "CHA": 1, "SPU": 2}


def plays(state: Battle, seat: int) -> set[tuple[str, ...]]:
    """Every legal play by the letter of the rules, from the view alone: all subsets, all activations."""
    board = state.view(seat)["board"]
    hand = [(card["card"], card["value"], yellow(card)) for card in board["you"]["hand"]]
    found = set()
    for cards in chain.from_iterable(combinations(hand, size) for size in range(1, len(hand) + 1)):
        able = [card for card in cards if card[2] in COST]
        for active in chain.from_iterable(combinations(able, size) for size in range(len(able) + 1)):
            if is_legal(board, cards, active, state.seats):
                found.add(tuple(card[0] + ("*" if card in active else "") for card in cards))
    return found


def yellow(card: dict[str, Any]) -> str:
    kinds = [entry["piece"].partition("-")[0] for entry in card["pieces"]]
    return next((kind for kind in kinds if kind in (*COST, "KO")), "")


def is_legal(board: dict[str, Any], cards: Any, active: Any, seats: int) -> bool:
    """CH-63 and CH-64."""
    if sum(COST[card[2]] for card in active) > board["you"]["power"]:
        return False
    on_top = board["top"]
    if any(card[2] == "AF" for card in active):
        return len(cards) == 1
    fixed = {card[1] for card in cards if not (card in active and card[2] == "SPK")}
    if len(fixed) != 1:
        return False
    (value,) = fixed
    count = len(cards) + sum(card[2] == "BRA" for card in active)
    if on_top is None:
        return True
    if on_top["kind"] == "ascended" or count != on_top["count"]:
        return False
    if value == on_top["value"]:
        return seats > 2
    return bool((value < on_top["value"]) == board["descending"])


def reached(state: State, seat: int, moves: Any, chosen: tuple[str, ...] = ()) -> set[tuple[str, ...]]:
    """Every play that the small moves lead to."""
    found = set()
    for move in moves(state):
        text = GAME.format(move)
        if text == "play":
            found.add(tuple(sorted(chosen)))
        elif text.startswith("card "):
            after = state.copy()
            after.play(seat, move)
            more = reached(after, seat, moves, (*chosen, text[5:]))
            assert more, "a card was offered that leads to no play"
            found |= more
    return found


WILD = player("C03a C03b+SPK-2 C05a+SPK-1 C05b C05c+BRA-1", power=2)
DOUBLE = player("C02a+SPK-2 C05a+SPK-1 C06a+BRA-1 C06b+BRA-2", power=3)
MIXED = player("C02a+AF-2 C05a+KO-2 C06a+CHA-1 C06b+SPU-1", power=3)
POSITIONS = [
    heroes(player("C03a C03b C05a+SPK-1 C05b C07a+BRA-1 C07b", power=2), player(3), player(3)),
    heroes(
        player(3),
        player("C03a C03b+SPK-2 C05a+SPK-1 C05b C05c+BRA-1", power=2),
        player(3),
        turn=2,
        top=top(1, 3, 3),
    ),
    heroes(
        player(3),
        player("C02a+SPK-2 C05a+SPK-1 C06a+BRA-1 C06b+BRA-2", power=3),
        player(3),
        turn=2,
        top=top(1, 3, 4),
    ),
    heroes(
        player(3),
        player("C02a+AF-2 C05a+KO-2 C06a+CHA-1 C06b+SPU-1", power=3),
        player(3),
        turn=2,
        top=top(1, 6, 2),
    ),
    heroes(player(3), player("C02a C05a C06a C06b C07b C07c"), turn=2, top=top(1, 6)),
    heroes(player(3), player("C02a C05a C06a C06b C07b C07c"), turn=2, top=top(1, 6), descending=True),
    heroes(player(3), player("C02a C05a C06a C06b C07b"), player(3), turn=2, top=top(1, 6), descending=True),
    heroes(
        player(3), player("C02a+AF-2 C05a", power=2), player(3), turn=2, top={"seat": 1, "kind": "ascended"}
    ),
    heroes(
        player(3), player("C02a+AF-2 C05a", power=1), player(3), turn=2, top={"seat": 1, "kind": "ascended"}
    ),
    heroes(player("C05a+SPK-1", power=2), player(3), player(3)),
]


@pytest.mark.rules("CH-63", "CH-64", "CH-69", "CH-111", "CH-R5", "CH-R12")
@pytest.mark.parametrize("state", POSITIONS)
def test_small_moves_lead_to_exactly_the_legal_plays(state: Battle) -> None:
    seat = state.turn
    wanted = {tuple(sorted(play)) for play in plays(state, seat)}
    assert reached(state, seat, lambda position: position.moves(seat)) == wanted


@pytest.mark.rules("CH-111", "CH-112")
@pytest.mark.parametrize("state", POSITIONS)
def test_a_search_reaches_every_play_that_differs_and_none_twice(state: Battle) -> None:
    seat = state.turn
    search = state.game.require_search()
    found = reached(state, seat, lambda position: search.distinct_moves(position, seat))
    assert found <= {tuple(sorted(play)) for play in plays(state, seat)}
    assert {profile(state, play) for play in found} == {profile(state, play) for play in plays(state, seat)}


def profile(state: Battle, play: tuple[str, ...]) -> tuple[tuple[int, str, bool], ...]:
    """What a play amounts to, whichever of two like cards is in it."""
    cards = {
        card["card"]: (card["value"], yellow(card)) for card in state.view(state.turn)["board"]["you"]["hand"]
    }
    return tuple(sorted((*cards[card.rstrip("*")], card.endswith("*")) for card in play))


@pytest.mark.rules("CH-63", "CH-64", "CH-116", "CH-42")
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_whole_play_is_accepted_exactly_if_it_is_legal(seats: int) -> None:
    tried = 0
    for state, seat, _ in random_game(seats, 11):
        if state.phase != TURN or state.draft or state.hand_size[seat] > 5:
            continue
        wanted = {tuple(sorted(play)) for play in plays(state, seat)}
        cards = [card["card"] for card in state.view(seat)["board"]["you"]["hand"]]
        for chosen in chain.from_iterable(combinations(cards, size) for size in range(1, 4)):
            for starred in chain.from_iterable(combinations(chosen, size) for size in range(len(chosen) + 1)):
                play = tuple(card + ("*" if card in starred else "") for card in chosen)
                tried += 1
                try:
                    state.read(seat, "play " + " ".join(play))
                    legal = True
                except IllegalMove:
                    legal = False
                assert legal == (tuple(sorted(play)) in wanted), play
    assert tried > 200


@pytest.mark.rules("CH-116")
@pytest.mark.parametrize("seats", [2, 3])
def test_every_move_is_either_legal_or_refused_with_a_code_of_the_table(seats: int) -> None:
    codes = set()
    for number, (state, mover, _) in enumerate(random_game(seats, 5)):
        if number % 15 and mover >= 0:
            continue
        for seat in range(seats):
            legal = set(state.moves(seat))
            for move in range(0, GAME.move_count, 7):
                error: MoveError = state.refusal(seat, move)
                assert (error.code == "NOT_POSSIBLE") == (move in legal), (GAME.format(move), error.code)
                codes.add(error.code)
    assert {"NOT_YOUR_DECISION", "CARD_NOT_IN_HAND", "PIECE_NOT_IN_STOCK", "GAME_OVER"} <= codes


@pytest.mark.rules("CH-18")
def test_no_move_plays_an_advancement_on_its_own() -> None:
    for move in range(GAME.move_count):
        text = GAME.format(move)
        assert not text.startswith(("card", "play")) or not any(
            piece in text for piece in ("AF", "RP", "SPK")
        )


@pytest.mark.rules("CH-R52")
def test_nobody_ever_has_to_beat_their_own_set() -> None:
    for seats in (2, 3, 4):
        for state, seat, _ in random_game(seats, 2):
            assert (
                state.phase != TURN
                or state.view(seat)["board"]["top"] is None
                or state.view(seat)["board"]["top"]["seat"] != seat
            )
