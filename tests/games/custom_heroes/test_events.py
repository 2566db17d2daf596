"""Events tell the numbers that are shown afterwards, so that nobody who follows them has to add anything up."""

from __future__ import annotations

from collections import Counter

import pytest

from slugfest.kernel import Event

from .table import random_game

GAMES = [(2, 1), (3, 2), (5, 3), (6, 4)]


def shown_after(events: list[Event], viewer: int) -> dict[tuple[int, str], int]:
    """By seat and fact of the table: the last number that the viewer was told of it."""
    told: dict[tuple[int, str], int] = {}
    names = {"hand": "hand", "stock": "stock", "total": "vp", "power_now": "power", "waiting": "waiting"}
    for event in events:
        facts = event.seen_by(viewer)
        if event.kind in ("round", "trick"):
            gone = ("hand", "waiting", "passes") if event.kind == "round" else ("waiting", "passes")
            told = {key: number for key, number in told.items() if key[1] not in gone}
        for name, shown in names.items():
            if name in facts:
                told[facts["seat"], shown] = facts[name]
        if event.kind == "exchange":
            told[facts["seat"], "vp"] = facts["vp"]
        if "passes" in facts:
            told[0, "passes"] = facts["passes"]
    return told


@pytest.mark.parametrize(("seats", "seed"), GAMES)
@pytest.mark.rules("CH-105", "CH-106")
def test_events_and_boards_agree(seats: int, seed: int) -> None:
    before: list[Event] = []
    heard: Counter[str] = Counter()
    for state, _, events in random_game(seats, seed):
        for viewer in range(seats):
            board = state.view(viewer)["board"]
            for (seat, name), number in shown_after(before, viewer).items():
                if name == "passes":
                    assert number == board["passes"]
                elif name == "waiting":
                    assert number == board["spookies"][seat]
                else:
                    assert number == board["players"][seat][name], (name, [event.kind for event in before])
                assert name != "power" or seat == viewer  # only the owner is told what it has (CH-106)
                heard[name] += 1
        before = events
    assert set(heard) >= {"hand", "stock", "vp", "power"}
    assert "passes" in heard or seats == 2  # between two, one pass ends the trick


@pytest.mark.rules("CH-88")
def test_a_round_ends_with_what_its_wagers_came_to() -> None:
    """By place, and the same as each was told and shown when it was settled."""
    settled: dict[int, int] = {}
    won = lost = 0
    for number in range(12):
        for state, _, events in random_game(2 + number % 5, number):
            shown = [player["settled"] for player in state.view(-1)["board"]["players"]]
            assert shown == [settled.get(seat, 0) for seat in range(state.seats)]
            for event in events:
                if event.kind in ("wagers_won", "wagers_lost"):
                    settled[event.facts["seat"]] = event.facts["vp"]
                    won, lost = won + (event.kind == "wagers_won"), lost + (event.kind == "wagers_lost")
                elif event.kind == "round_over":
                    places = event.facts["places"]
                    assert event.facts["wagers"] == [settled.get(seat, 0) for seat in places]
                elif event.kind == "round":
                    settled = {}
        settled = {}
    assert won
    assert lost
