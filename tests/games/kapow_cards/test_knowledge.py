"""What bots may know: exactly what their seat has seen, including what a reshuffle told everybody."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.games.kapow_cards.position.moves import ATTACK
from slugfest.kernel import SPECTATOR, PositionError, State, seeded

from .table import battle, player

SAMPLES = 60


def cards_at(state: State, seat: int, *place: Any) -> set[str]:
    """What lies at one place of the document in many positions sampled for a seat."""
    rng = seeded("knowledge", seat, place)
    found = set()
    for _ in range(SAMPLES):
        value: Any = state.game.require_search().sample(state, seat, rng).document()
        for key in place:
            value = value[key]
        found.add(value if isinstance(value, str) else value["card"])
    return found


def mixed() -> State:
    return battle(
        player("S06 S07", "[T07]", "S13^", "-", "(V3)"),
        player("R06", "[R08]", "(R09)"),
        discard=["W02a", "W02b"],
    )


@pytest.mark.rules("KC-12", "KC-87")
def test_a_seat_is_sure_of_its_hand_its_barricades_and_what_is_open() -> None:
    for place, card in [(("hand", 0), "S06"), (("row", 1), "S13"), (("row", 3), "V3")]:
        assert cards_at(mixed(), 0, "players", 0, *place) == {card}


@pytest.mark.rules("KC-13", "KC-87")
def test_nobody_is_sure_of_dealt_cards_hidden_cards_other_hands_or_the_deck() -> None:
    open_cards = {"S13", "W02a", "W02b"}
    for seat in (0, 1, SPECTATOR):
        for place in [(0, "row", 0), (1, "row", 0)]:
            guesses = cards_at(mixed(), seat, "players", *place)
            assert len(guesses) > 10
            assert not guesses & open_cards
    assert len(cards_at(mixed(), 0, "players", 1, "hand", 0)) > 10
    assert len(cards_at(mixed(), 0, "players", 1, "row", 1)) > 10
    assert len(cards_at(mixed(), SPECTATOR, "deck", 0)) > 10


@pytest.mark.rules("KC-7", "KC-12")
@pytest.mark.parametrize(
    ("move", "kind", "card"), [("BARRICADE R06", "barricade", "R06"), ("RECRUIT", "draw", "T13")]
)
def test_others_hear_that_a_card_was_hidden_or_drawn_but_not_which(move: str, kind: str, card: str) -> None:
    state = battle(
        player("S06", "(S07)"), player("R06", "(R07)"), player("M06", "(M07)"), deck=["T13", "T12"], turn=2
    )
    state.events = []
    state.play_text(1, move)
    (event,) = [event for event in state.events if event.kind == kind]
    heard = {seat: event.seen_by(seat).get("card") for seat in (0, 1, 2, SPECTATOR)}
    assert heard == {0: None, 1: card, 2: None, SPECTATOR: None}


@pytest.mark.rules("KC-12")
def test_others_see_a_move_but_for_the_card_that_is_barricaded() -> None:
    state = mixed()
    moves = {state.game.format(move): move for move in state.moves(0)}
    for text, move in moves.items():
        assert state.seen_as(0, move, 0) == move
        for observer in (1, SPECTATOR):
            assert (state.seen_as(0, move, observer) == move) == (not text.startswith("BARRICADE"))
    hidden = {state.seen_as(0, move, 1) for text, move in moves.items() if text.startswith("BARRICADE")}
    assert len(hidden) == 1
    assert state.seen_as(0, ATTACK, 1) == ATTACK, "the first attack of all is no barricade"


@pytest.mark.rules("KC-13", "KC-90", "KC-149")
def test_with_the_option_a_seat_is_sure_of_its_own_dealt_cards() -> None:
    position = mixed().position()
    state = mixed().game.set_up({**position, "options": {**position["options"], "look_at_dealt": True}})
    assert cards_at(state, 0, "players", 0, "row", 0) == {"T07"}
    assert len(cards_at(state, 1, "players", 0, "row", 0)) > 10
    assert len(cards_at(state, 0, "players", 1, "row", 0)) > 10


def test_a_hidden_card_cannot_be_newer_than_its_hiding() -> None:
    given: dict[str, Any] = {"shuffles": 2, "shuffled_in": {"S08": 2}, "mode": "to-infinity"}
    hidden = player("S06 S07", "(S08)")
    with pytest.raises(
        PositionError, match="S08 was in reshuffle 2, so it cannot have lain hidden since reshuffle 0"
    ):
        battle(hidden, player("S09 S10", "(S11)"), **given)
    hidden["row"][0]["newest"] = 2
    assert battle(hidden, player("S09 S10", "(S11)"), **given).outcome() is None
    assert battle(player("S06 S07", "S08^"), player("S09 S10", "(S11)"), **given).outcome() is None


def after_a_reshuffle(seed: int = 1) -> State:
    """P1 has just drawn the last card: everything discarded before is the new deck."""
    discarded = [f"{letter}{value:02}" for letter in "TMR" for value in range(6, 14)]
    state = battle(
        player("S06 S07", "(S08)"),
        player("S09 S10", "(S11)", "[S12]"),
        mode="to-infinity",
        deck=["S13"],
        discard=discarded,
    )
    state.rng = seeded("reshuffle", seed)
    state.play_text(0, "RECRUIT")
    return state


@pytest.mark.rules("KC-44", "KC-87")
def test_what_lay_hidden_before_a_reshuffle_is_none_of_the_cards_shuffled() -> None:
    state = after_a_reshuffle()
    shuffled = set(state.document()["deck"])
    assert len(shuffled) > 24
    for place in [("row", 0), ("row", 1), ("hand", 0)]:
        assert not cards_at(state, 0, "players", 1, *place) & shuffled
    assert cards_at(state, 0, "deck", 0) <= shuffled


@pytest.mark.rules("KC-87")
def test_a_card_drawn_since_the_reshuffle_is_one_of_them() -> None:
    state = after_a_reshuffle()
    shuffled = set(state.document()["deck"])
    state.play_text(1, "RECRUIT")
    rng = seeded("drawn")
    for _ in range(SAMPLES):
        hand = state.game.require_search().sample(state, 0, rng).document()["players"][1]["hand"]
        assert len(set(hand) & shuffled) == 1


@pytest.mark.rules("KC-40", "KC-87")
def test_whoever_is_to_move_can_move_in_every_sample() -> None:
    """The solo player has a full row, so everybody knows that the hand is not all weapons."""
    state = battle(
        player("S06 W02a W03a", "(M06)", "(M07)", "(M08)", "(M09)", "(M10)"),
        player("", "(T13)"),
    )
    rng = seeded("can move")
    for seat in (1, SPECTATOR):
        for _ in range(SAMPLES):
            sample = state.game.require_search().sample(state, seat, rng)
            assert sample.moves(0)


@pytest.mark.rules("KC-87")
def test_a_fresh_card_that_falls_is_no_longer_reckoned_with() -> None:
    """P2 draws a card of the reshuffle, barricades it and loses it: what P2 holds now is old again."""
    reshuffles = (after_a_reshuffle(seed) for seed in range(20))
    state = next(state for state in reshuffles if state.document()["deck"][0][0] in "TMR")  # a hero is on top
    shuffled = set(state.document()["deck"])
    state.play_text(1, "RECRUIT")
    drawn = state.document()["players"][1]["hand"][-1]
    state.play_text(0, "PASS")
    state.play_text(1, f"BARRICADE {drawn}")
    state.play_text(0, "ATTACK S13 -> P2:D3")
    assert state.document()["discard"] == ["S13", drawn]
    rng = seeded("fallen")
    for _ in range(SAMPLES):
        sample = state.game.require_search().sample(state, 0, rng).document()
        assert not set(sample["players"][1]["hand"]) & shuffled
        assert set(sample["deck"]) <= shuffled


@pytest.mark.rules("KC-40", "KC-87")
def test_whoever_was_skipped_holds_nothing_but_weapons() -> None:
    """In the last round P2 has a full row, passed before and is skipped now: everybody knows why."""
    state = battle(
        player("S06 W04a", "(S09)"),
        player("W02a W03a", "(M06)", "(M07)", "(M08)", "(M09)", "(M10)", passed=True),
        player("T06 W05a", "(T09)"),
        deck=0,
        last_round=[2, 3],
    )
    state.revealed = False
    state.play_text(0, "PASS")
    assert state.revealed
    assert state.actors() == [2]
    rng = seeded("skipped")
    for seat in (0, 2, SPECTATOR):
        for _ in range(SAMPLES):
            hand = state.game.require_search().sample(state, seat, rng).document()["players"][1]["hand"]
            assert {card[0] for card in hand} == {"W"}


@pytest.mark.rules("KC-11", "KC-12", "KC-61")
@pytest.mark.parametrize(
    ("viewer", "total", "unknown"),
    [
        (0, 13 + 11, 1),  # the dealt card is nobody's to know, the barricaded villain counts 11
        (1, 13, 2),
        (SPECTATOR, 13, 2),
    ],
)
def test_a_row_adds_up_to_what_a_seat_knows_of_it(viewer: int, total: int, unknown: int) -> None:
    player = mixed().board(viewer)["players"][0]
    assert (player["total"], player["unknown"]) == (total, unknown)
