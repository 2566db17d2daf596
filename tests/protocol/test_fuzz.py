"""Twenty thousand messages, most of them bad, in all states of a match: no traceback, and the log is the match."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from slugfest.kernel import game, games
from slugfest.table import Command
from slugfest.testing.conformance.playthrough import option_sets

from .fuzzing import OFFERS, Fault, Fuzz

MESSAGES = 20_000
MATCHES = 25  # of each game
STATES = {"lobby", "playing", "simultaneous", "offer open", "finished", "abandoned"}
IN_TURNS = ("custom-heroes", "kapow-cards")  # never, or only after many moves, do all decide at once


@pytest.mark.parametrize("name", sorted(games()))
def test_no_message_breaks_a_match(name: str) -> None:
    played = game(name)
    counts = [count for count in played.seat_counts() if count > 1]
    each = MESSAGES // (len(games()) * MATCHES)
    states: Counter[str] = Counter()
    refusals: Counter[str] = Counter()
    granted = 0
    for number in range(MATCHES):
        seats = counts[number % len(counts)]
        modes = option_sets(played, seats, 6)
        favoured = OFFERS[number % len(OFFERS)]
        fuzz = Fuzz(played, seats, modes[number % len(modes)], f"{name} {number}", favoured)
        fuzz.run(each)
        states += fuzz.states
        refusals += fuzz.refusals
        granted += fuzz.granted
    assert states["lobby"] + states["playing"] + states["finished"] + states["abandoned"] == each * MATCHES
    assert granted > each, "matches get somewhere"
    assert len(refusals) > 25, "and are hit in many ways"
    missing = STATES - states.keys() - ({"simultaneous"} if name in IN_TURNS else set())
    assert not missing, f"never met: {missing}"


# ---- planted faults --------------------------------------------------------------------------------------------------


class ForgetsToWrite(Fuzz):
    """Changes the table without an entry."""

    def command(self, guest: str, request: str, command: Command, client: Any) -> None:
        super().command(guest, request, command, client)
        self.table.seats[0].name = "Mal"


class RefusesWithoutReason(Fuzz):
    def command(self, guest: str, request: str, command: Command, client: Any) -> None:
        client.send({"type": "refused", "id": request, "code": "", "rule": "", "text": {"en": "", "de": ""}})


class LosesAnEntry(Fuzz):
    """Grants a command that it does not keep."""

    def check_replay(self) -> None:
        del self.table.log[-1]
        super().check_replay()


class Crashes(Fuzz):
    def command(self, guest: str, request: str, command: Command, client: Any) -> None:
        raise ZeroDivisionError


@pytest.mark.parametrize(
    ("fuzz", "found"),
    [
        (ForgetsToWrite, "a replay of the log shows"),
        (RefusesWithoutReason, "a refusal without a reason"),
        (LosesAnEntry, "a replay of the log"),
    ],
)
def test_a_planted_fault_is_found(fuzz: type[Fuzz], found: str) -> None:
    with pytest.raises(Fault, match=found):
        fuzz(game("tag-team"), 2, {}, "planted").run(60)


def test_a_traceback_is_not_swallowed() -> None:
    with pytest.raises(ZeroDivisionError):
        Crashes(game("tag-team"), 2, {}, "planted").run(20)
