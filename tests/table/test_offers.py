"""Offers that come and go are limited, and only their maker learns it."""

from __future__ import annotations

import pytest
from tests.table.test_table import granted
from tests.table.test_taking_back import refused, three_people
from tests.table.test_unnoticed import PEOPLE, started

from slugfest.kernel import game
from slugfest.table import (
    Abandon,
    Command,
    Draw,
    Hand,
    Hints,
    Nudge,
    Play,
    Table,
    TakeBack,
    last_change,
    snapshot,
)
from slugfest.table.offers import MOST_IN_A_MATCH, MOST_NOW
from slugfest.table.snapshots import snapshot_of, table_from

pytestmark = pytest.mark.compiled

HOUR = 3_600_000


class Asking:
    """A match of Tag Team between Ann and Bob, and who asks for what, a minute later each time."""

    def __init__(self) -> None:
        self.table = started(game("tag-team"), 2)
        self.now = HOUR

    def ask(self, guest: str, command: Command) -> str:
        """The code of the refusal; empty if it was granted."""
        self.now += 61_000
        answer = self.table.handle(guest, f"{guest} {self.now}", command, self.now)
        return "" if answer.refusal is None else answer.refusal.code

    def move(self) -> None:
        """Move until everybody has seen the game move on."""
        while True:
            assert self.table.history is not None
            seat = self.table.owing()[0]
            move = self.table.game.format(self.table.history.state.default_move(seat))
            assert self.ask(PEOPLE[seat], Play((move,))) == ""
            if not self.table.unnoticed:
                return


@pytest.mark.parametrize(
    ("offer", "withdrawal"),
    [
        (Draw(), Draw(agree=False)),
        (Abandon(), Abandon(agree=False)),
        (Hand(1), Hand(1, agree=False)),
        (Nudge(1), None),
    ],
)
def test_the_same_offer_may_be_made_a_few_times_until_the_game_moves_on(
    offer: Command, withdrawal: Command | None
) -> None:
    match = Asking()
    for _ in range(MOST_NOW):
        assert match.ask("ann", offer) == ""
        if withdrawal is not None:
            assert match.ask("ann", withdrawal) == ""
    told = snapshot(match.table, "bob"), last_change(match.table, "bob"), match.table.version
    assert match.ask("ann", offer) == "OFFERED_ENOUGH"
    assert (snapshot(match.table, "bob"), last_change(match.table, "bob"), match.table.version) == told
    match.move()
    if 1 in match.table.owing():
        assert match.ask("ann", offer) == ""


def test_to_agree_is_not_an_offer() -> None:
    match = Asking()
    for _ in range(MOST_NOW):
        assert match.ask("ann", Draw()) == ""
        assert match.ask("bob", Draw(agree=False)) == ""
    assert match.ask("ann", Draw()) == "OFFERED_ENOUGH"
    assert match.ask("bob", Draw()) == ""
    assert match.ask("ann", Draw()) == ""
    assert match.table.status == "finished"


def test_a_request_to_take_back_is_an_offer() -> None:
    table = three_people()
    for _ in range(MOST_NOW):
        granted(table, "ann", TakeBack(0))
        granted(table, "bob", TakeBack(0, agree=False))
    assert refused(table, "ann", TakeBack(0)) == "OFFERED_ENOUGH"


def test_no_match_has_endless_offers() -> None:
    match = Asking()
    made = 0
    for _ in range(MOST_IN_A_MATCH):
        for offer, withdrawal in ((Draw(), Draw(agree=False)), (Abandon(), Abandon(agree=False))):
            while not (refused := match.ask("ann", offer)):
                made += 1
                assert match.ask("bob", withdrawal) == ""
        if refused == "OFFERS_SPENT":
            break
        match.move()
    assert made == MOST_IN_A_MATCH
    assert match.ask("bob", Draw()) == "", "the others may"


def test_agreeing_to_hints_and_no_longer_is_limited_too() -> None:
    match = Asking()
    codes = [match.ask("ann", Hints(agree=number % 2 == 0)) for number in range(MOST_NOW + 1)]
    assert codes == [""] * MOST_NOW + ["OFFERED_ENOUGH"]


def test_the_log_and_its_snapshots_remember_what_was_offered() -> None:
    match = Asking()
    match.ask("ann", Draw())
    match.ask("bob", Draw(agree=False))
    table = match.table
    again = Table.from_log(table.log)
    kept = table_from(snapshot_of(table), table.log[-1])
    assert kept is not None
    for one in (again, kept):
        assert (one.offers, one.offered) == (table.offers, table.offered)
    assert table.offers["ann", "draw"] == 1
