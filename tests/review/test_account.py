"""result = par + cards + reads + choices, to the last digit, whatever the positions are said to be worth."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.bots import bot
from slugfest.kernel import History, game, given_up
from slugfest.lab.play import play_game
from slugfest.review import Values
from slugfest.review.account import WHOLE, Account, Effort, Means
from slugfest.review.values import KINDS

pytestmark = pytest.mark.heavy

LITTLE = Effort(par=3, deals=2, samples=2, own=1)
MODES: list[tuple[str, int, dict[str, Any]]] = [
    *(("kapow-cards", seats, {"mode": "fallen-heroes"}) for seats in (2, 3, 4, 5, 6)),
    ("kapow-cards", 2, {"mode": "to-infinity"}),
    ("kapow-cards", 4, {"mode": "to-infinity", "look_at_dealt": True}),
    *(("tag-team", 2, {"teams": way}) for way in ("normal", "tactical", "free", "first-game", "random")),
    *(("custom-heroes", seats, {"vp_target": 5}) for seats in (2, 3, 4, 5, 6)),
    ("kapow-dice", 2, {"mode": "duel"}),
    ("kapow-dice", 2, {"mode": "characters"}),
    ("kapow-dice", 4, {"mode": "team"}),
    ("kapow-dice", 1, {"mode": "solo"}),
    ("kapow-dice", 2, {"mode": "coop"}),
]


def played(name: str, seats: int, options: dict[str, Any], seed: str = "review") -> History:
    found = game(name)
    return play_game(found, [bot("greedy", found)] * seats, options, seed=seed).history


def account_of(history: History, kind: str = "standing", effort: Effort = LITTLE) -> Account:
    outcome = history.state.outcome()
    assert outcome is not None
    values = KINDS[kind](history.game, history.state.seats, history.options, iterations=2)
    account = Account(history, outcome, values, effort)
    while account.step():
        pass
    return account


def assert_adds_up(account: Account) -> None:
    for seat in range(account.seats):
        parts = account.par[seat] + account.cards[seat] + account.reads[seat] + account.choices[seat]
        assert parts == account.result[seat]


@pytest.mark.parametrize(("name", "seats", "options"), MODES)
def test_the_four_terms_add_up_in_every_mode(name: str, seats: int, options: dict[str, Any]) -> None:
    history = played(name, seats, options)
    account = account_of(history)
    assert_adds_up(account)
    for team in game(name).teams(seats, history.options):
        for seat in team:
            assert account.cards[seat] == account.cards[team[0]]
            assert account.choices[seat] == account.choices[team[0]]


@pytest.mark.parametrize("name", sorted({mode[0] for mode in MODES}))
def test_every_seat_count_and_mode_is_tried(name: str) -> None:
    mine = [mode for mode in MODES if mode[0] == name]
    assert {seats for _, seats, _ in mine} == set(game(name).seat_counts())
    for option in game(name).options:
        if option.key == "mode":
            values = {value for seats in game(name).seat_counts() for value in option.values(seats)}
            assert {options["mode"] for _, _, options in mine} == values


@pytest.mark.parametrize("kind", sorted(KINDS))
@pytest.mark.parametrize("name", ["kapow-cards", "tag-team"])
def test_the_terms_add_up_for_any_values(name: str, kind: str) -> None:
    assert_adds_up(account_of(played(name, 2, {}), kind))


def test_giving_up_is_a_decision() -> None:
    found = game("kapow-cards")
    history = History(found, 2, {}, "given up")
    for _ in range(4):
        seat = history.state.actors()[0]
        history.play(seat, history.state.default_move(seat))
    values = Values(found, 2, history.options, iterations=2)
    account = Account(history, given_up(2, [1], "RESIGNATION"), values, LITTLE)
    while account.step():
        pass
    assert account.result == [0, WHOLE]
    assert_adds_up(account)


def test_a_match_has_the_same_account_every_time() -> None:
    history = played("tag-team", 2, {})
    first, again = account_of(history), account_of(history)
    assert (first.par, first.cards, first.reads) == (again.par, again.cards, again.reads)


def test_what_uses_no_chance_has_no_luck_in_it() -> None:
    """KAPOW! dice: placing dice behind a screen is no moment of chance."""
    history = played("kapow-dice", 2, {})
    for run in account_of(history).runs:
        last = history.entries[run.end - 1]
        if not last.chance and not last.revealed:
            assert run.cards == [0, 0]


def test_a_secret_decision_is_measured_alike_whoever_decides_first() -> None:
    """A seat that decides last knows no more than one that decides first, so its choice is worth the same."""
    tag_team = game("tag-team")
    options = {"teams": "first-game"}
    forward, backward = History(tag_team, 2, options, "secret"), History(tag_team, 2, options, "secret")
    moves = [forward.state.moves(seat)[0] for seat in (0, 1)]
    for seat in (0, 1):
        forward.play(seat, moves[seat])
        backward.play(1 - seat, moves[1 - seat])
    values = KINDS["standing"](tag_team, 2, forward.options, iterations=2)
    for seat in (0, 1):
        first, last = Means(forward, values, LITTLE), Means(backward, values, LITTLE)
        assert first.choices(seat, seat + 1) == last.choices(1 - seat, 2 - seat)
