"""What a move is said to come to is what comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.games.custom_heroes.battle import Battle
from slugfest.kernel import Event, Facts, State

from .table import heroes, player, random_game, top

pytestmark = pytest.mark.compiled


def options(state: State, seat: int = 0) -> dict[str, Facts]:
    """The forecasts of all legal moves, by text."""
    return {option["move"]: option.get("forecast", {}) for option in state.view(seat)["moves"]}


def gathers(state: State, move: str) -> str:
    """The set that gathers around a card, as a play is written."""
    cards = options(state)[move]["gathers"]
    return " ".join(sorted(entry["card"] + ("*" if entry["active"] else "") for entry in cards))


def events_of(state: State, seat: int, text: str) -> list[Facts]:
    trial = state.copy()
    heard: list[Event] = []
    trial.events = heard
    trial.play_text(seat, text)
    return [event.seen_by(-1) for event in heard]


def test_every_set_that_gathers_can_be_played() -> None:
    """CH-63 to CH-69: over random games, with every card that may be in a set."""
    seen = 0
    for number in range(5):
        for state, seat in random_positions(number):
            for move, facts in options(state, seat).items():
                if "gathers" not in facts:
                    continue
                drafted = {entry["card"] for entry in state.view(seat)["board"]["you"]["draft"]}
                trial = state.copy()
                for entry in facts["gathers"]:
                    if entry["card"] not in drafted:
                        trial.play_text(seat, f"card {entry['card']}{'*' if entry['active'] else ''}")
                assert move.split()[1].strip("*") in [entry["card"] for entry in facts["gathers"]]
                assert "play" in options(trial, seat), (move, facts)
                seen += 1
    assert seen > 100


def random_positions(number: int) -> list[tuple[Battle, int]]:
    found = [(state, seat) for state, seat, _ in random_game(2 + number % 5, number) if seat >= 0]
    return found[::11]


def test_the_forecast_of_a_play_is_what_it_does() -> None:
    """The set, its cost, the skip, the trick and the place: compared with the events of the play itself."""
    seen = 0
    for number in range(5):
        for state, seat in random_positions(number):
            told = options(state, seat).get("play", {}).get("play")
            if told is None:
                continue
            heard = events_of(state, seat, "play")
            played = next(event for event in heard if event["kind"] == "play")
            if played["set"] == "normal":
                assert (told["value"], told["count"]) == (played["value"], played["count"])
            assert (told["kind"], told["cost"]) == (played["set"], played["cost"])
            assert told["missing"] == 0
            seen += 1
    assert seen > 10


def test_a_leader_gathers_all_of_a_value_and_saves_abilities() -> None:
    state = heroes(
        player("C03a C03b+BRA-1 C07a C09a", power=2), player("C01a C02a C04a"), player("C05a C06a C08a")
    )
    assert gathers(state, "card C03a") == "C03a C03b"
    assert gathers(state, "card C07a") == "C07a"


def test_what_must_be_beaten_is_gathered_with_brando_and_spike() -> None:
    """CH-66, CH-69: cards of the value first, then Brando twice, then a Spike as a wild card."""
    hand = player("C07a C07b+BRA-1 C09a+SPK-1 C02a", power=2)
    rest = (player("C01a C03a C04a"), player("C05a C06a C08a"))
    assert gathers(heroes(hand, *rest, top=top(2, 5, 2)), "card C07a") == "C07a C07b"
    assert gathers(heroes(hand, *rest, top=top(2, 5, 3)), "card C07a") == "C07a C07b*"
    assert gathers(heroes(hand, *rest, top=top(2, 5, 4)), "card C07a") == "C07a C07b* C09a*"
    assert "card C02a" not in options(heroes(hand, *rest, top=top(2, 5, 2)))


def test_an_attachment_forecasts_the_new_value() -> None:
    """CH-13, here and over random games."""
    state = heroes(
        player("C03a C07a+G09-1", stock=["RP1-1", "G10-1"], power=2), player("C01a"), player("C02a")
    )
    found = options(state)
    assert found["attach RP1-1 > C03a"] == {"value": 4}
    assert found["attach RP1-1 > C07a"] == {"value": 10}
    assert found["attach G10-1 > C03a"] == {"value": 10}
    assert "attach G10-1 > C07a" not in found
    for battle, seat in random_positions(3):
        for move, facts in options(battle, seat).items():
            if move.startswith("attach"):
                trial = battle.copy()
                trial.play_text(seat, move)
                worth = {card["card"]: card["value"] for card in trial.view(seat)["board"]["you"]["hand"]}
                assert facts == {"value": worth[move.split()[-1]]}


@pytest.mark.parametrize(
    ("others", "skips", "wins"),
    [(("C09a C09b", "C08a C08b"), 1, False), (("", "C08a C08b"), 2, True)],
)
def test_the_same_value_skips_the_next_and_may_win_the_trick(others: Any, skips: int, wins: bool) -> None:
    """CH-44, CH-53."""
    rivals = [player(cards, **({} if cards else {"place": 1})) for cards in others]
    state = heroes(player("C07a C02a", power=2), *rivals, top=top(3, 7, 1))
    state.play_text(0, "card C07a")
    told = options(state)["play"]["play"]
    assert (told["equal"], told["skips"], told["wins"]) == (True, skips, wins)


def test_the_last_card_wins_no_trick_that_is_abandoned() -> None:
    """CH-51: with it I am out and only one is left."""
    state = heroes(player("C07a", power=2), player("", place=1), player("C08a C08b"), top=top(3, 7, 1))
    state.play_text(0, "card C07a")
    told = options(state)["play"]["play"]
    assert (told["skips"], told["wins"], told["place"]) == (None, False, 2)


def test_two_players_skip_nobody() -> None:
    """CH-52: an equal value does not even beat."""
    state = heroes(player("C07a C08a", power=2), player("C09a C09b"), top=top(2, 7, 1))
    assert state.view(0)["board"]["equal_beats"] is False
    assert "card C07a" not in options(state)
