"""What a move is said to come to is what comes of it."""

from __future__ import annotations

import pytest

from slugfest.games.tag_team import GAME
from slugfest.kernel import Event, Facts, Options, Rng, State

from .table import added, table, team

pytestmark = pytest.mark.compiled

WAYS = ("normal", "tactical", "free", "first-game", "random", "given")


def forecasts(state: State, seat: int) -> dict[str, Facts]:
    """The forecasts of all legal moves, by text."""
    return {option["move"]: option.get("forecast", {}) for option in state.view(seat)["moves"]}


def texts(state: State, seat: int) -> list[str]:
    return [option["move"] for option in state.view(seat)["moves"]]


def after(state: State, seat: int, text: str) -> State:
    trial = state.copy()
    trial.play_text(seat, text)
    return trial


def random_game(way: str, number: int) -> list[tuple[State, int]]:
    """Every position of a game in which anything may happen, with the seat that decides next."""
    options: Options = {"teams": way}
    state = GAME.new(2, options, Rng(number))
    chance = Rng(number + 100)
    found: list[tuple[State, int]] = []
    while state.outcome() is None:
        actors = state.actors()
        seat = actors[chance.below(len(actors))]
        found.append((state.copy(), seat))
        moves = state.moves(seat)
        state.play(seat, moves[chance.below(len(moves))])
    return found


@pytest.mark.rules("TT-12", "TT-13", "TT-14", "TT-15")
@pytest.mark.parametrize("way", ["normal", "tactical", "free"])
def test_a_pick_forecasts_who_may_be_put_aside(way: str) -> None:
    """Exactly those whom the engine then lets be put aside; nobody where the pick is the whole decision."""
    asked = 0
    for number in range(4):
        for state, seat in random_game(way, number):
            for text, told in forecasts(state, seat).items():
                if not text.startswith("pick "):
                    continue
                rest = after(state, seat, text)
                may = texts(rest, seat) if seat in rest.actors() else []
                assert told == {"aside": [move.split()[1] for move in may if move.startswith("discard ")]}, (
                    text
                )
                asked += bool(told["aside"])
    assert asked > 0 if way == "tactical" else asked == 0


@pytest.mark.rules("TT-102", "TT-103")
@pytest.mark.parametrize("way", WAYS)
def test_an_insertion_forecasts_the_cards_that_are_left(way: str) -> None:
    """Each of them may then go lowest, and no other."""
    seen = 0
    for state, seat in random_game(way, 7):
        for text, told in forecasts(state, seat).items():
            if not text.startswith("insert "):
                assert "under" not in told
                continue
            rest = after(state, seat, text)
            assert told["under"] == rest.view(seat)["board"]["sides"][seat]["drawn"]
            assert {f"under {card}" for card in told["under"]} == set(texts(rest, seat))
            seen += 1
    assert seen > 10


@pytest.mark.rules("TT-30", "TT-102")
@pytest.mark.parametrize("way", WAYS)
def test_an_inserted_card_is_played_in_the_forecast_turn(way: str) -> None:
    """Both insert; where the fight lasts that long, the clash of that turn shows the card."""
    seen = 0
    for state, seat in random_game(way, 11):
        told = forecasts(state, seat)
        inserting = [text for text in told if text.startswith("insert ")]
        if not inserting or len(state.actors()) < 2 or not texts(state, 1 - seat)[0].startswith("insert "):
            continue
        for text in (inserting[0], inserting[len(inserting) // 2], inserting[-1]):
            trial = state.copy()
            heard: list[Event] = []
            trial.events = heard
            trial.play_text(seat, text)
            trial.play(seat, trial.moves(seat)[0])
            trial.play(1 - seat, trial.moves(1 - seat)[0])
            trial.play(1 - seat, trial.moves(1 - seat)[0])
            clashes = {event.facts["turn"]: event.facts for event in heard if event.kind == "clash"}
            if told[text]["turn"] in clashes:
                assert clashes[told[text]["turn"]]["cards"][seat] == text.split()[1]
                seen += 1
    assert seen > 3


@pytest.mark.rules("TT-103")
def test_of_two_equal_cards_one_is_left() -> None:
    state = table(
        team("joan", "golem", deck="JOA-1* GOL-1*", drawn=["JOA-2", "GOL-2", "JOA-2"]),
        team("mordred", "wong", deck="MOR-1* WON-1*"),
        phase="deck",
    )
    told = forecasts(state, 0)
    assert told["insert JOA-2 at 2"] == {"turn": 3, "under": ["GOL-2", "JOA-2"], "opposite": None}
    assert told["insert GOL-2 at 0"] == {"turn": 1, "under": ["JOA-2", "JOA-2"], "opposite": None}


@pytest.mark.rules("TT-203")
def test_with_memory_help_an_insertion_forecasts_the_opposite_card() -> None:
    """As the last fight showed it: what the other side has slipped in since is not known."""
    sides = (
        team("joan", "golem", deck="JOA-1* GOL-1*", drawn=["JOA-2", "GOL-2", "JOA-3"]),
        team("mordred", "wong", deck="MOR-1* MOR-4 WON-1*", **added("MOR-4", 1)),
    )
    told = forecasts(table(*sides, {"memory_help": True}, phase="deck"), 0)
    assert [told[f"insert JOA-2 at {place}"]["opposite"] for place in range(3)] == ["MOR-1*", "WON-1*", None]
    silent = forecasts(table(*sides, phase="deck"), 0)
    assert {told["opposite"] for told in silent.values()} == {None}
