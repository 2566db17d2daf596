"""OpenSpiel's own suites on every table, and what the mapping promises beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation
from tests.envs.tables import TABLES, Table

from slugfest.envs import openspiel
from slugfest.kernel import SlugfestError

openspiel.register(TABLES[-1].game)

on_every_table = pytest.mark.parametrize("table", TABLES, ids=str)
SHORT = [
    table for table in TABLES if table.game_id != "kapow-dice"
]  # random dice play for thousands of moves


@pytest.fixture
def sim_game(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """OpenSpiel's own simulation of a game, up to so many actions; imported late: it needs half of SciPy."""
    from open_spiel.python.tests import games_sim_test

    def simulate(game: Any, most: int, **checks: bool) -> None:
        monkeypatch.setattr(games_sim_test, "MAX_ACTIONS_PER_GAME", most)
        np.random.seed(1)
        games_sim_test.GamesSimTest().sim_game(game, **checks)

    return simulate


def loaded(table: Table, simultaneous: bool = False, chances: int = 20) -> Any:
    told = {key: ("on" if value is True else value) for key, value in table.options.items()}
    name = openspiel.short_name(table.game, simultaneous)
    return pyspiel.load_game(name, {"players": table.seats, "chances": chances, **told})


@pytest.mark.parametrize("simultaneous", [False, True])
@pytest.mark.parametrize("table", SHORT, ids=str)
def test_it_passes_random_sim_test(table: Table, simultaneous: bool) -> None:
    """With its checks of legal actions, chance, observations, returns and histories."""
    pyspiel.random_sim_test(loaded(table, simultaneous), num_sims=1, serialize=False, verbose=False)


@pytest.mark.parametrize("simultaneous", [False, True])
@on_every_table
def test_it_passes_the_simulations_of_openspiels_tests(
    table: Table, simultaneous: bool, sim_game: Callable[..., None]
) -> None:
    """Clones, serialization and pickles on the way, simultaneous nodes as such."""
    sim_game(loaded(table, simultaneous), 40)


@pytest.mark.parametrize("table", [TABLES[4], TABLES[13]], ids=str)
def test_a_simultaneous_game_can_be_played_turn_by_turn(table: Table, sim_game: Callable[..., None]) -> None:
    turns = pyspiel.convert_to_turn_based(loaded(table, simultaneous=True))
    sim_game(turns, 20, check_pyspiel_serialization=False, check_pickle_serialization=False)


def dealt(game: Any, outcome: int = 3) -> Any:
    state = game.new_initial_state()
    assert state.is_chance_node()
    state.apply_action(outcome)
    return state


def test_observations_have_names() -> None:
    game = loaded(TABLES[0])
    state = dealt(game)
    observation = make_observation(game)
    observation.set_from(state, 0)
    assert observation.dict["row"].shape == (2, 5, 58)
    assert observation.dict["hand"].sum() == 3
    assert observation.tensor.shape == tuple(game.observation_tensor_shape())
    assert observation.string_from(state, 0).startswith("hand: ")


def test_all_who_owe_decide_at_one_node_or_one_after_the_other() -> None:
    both = dealt(loaded(TABLES[4], simultaneous=True))
    assert both.is_simultaneous_node()
    one = dealt(loaded(TABLES[4]))
    assert one.current_player() == 0
    mine, theirs = both.legal_actions(0), both.legal_actions(1)
    both.apply_actions([mine[0], theirs[0]])
    one.apply_action(mine[0])
    assert one.current_player() == 1
    assert one.legal_actions(1) == theirs
    one.apply_action(theirs[0])
    assert both.held.position.document() == one.held.position.document()


def test_chance_falls_at_a_node_of_its_own() -> None:
    """What a shuffle brings is decided after the move, so that a search on clones does not know it."""
    state = dealt(loaded(TABLES[-1], chances=30))
    while "SHUFFLE" not in (texts := [state.action_to_string(action) for action in state.legal_actions()]):
        state.apply_action(state.legal_actions()[0])
        assert not state.is_chance_node()  # choosing needs no chance
    state.apply_action(state.legal_actions()[texts.index("SHUFFLE")])
    assert state.is_chance_node()
    decks = set()
    for outcome, chance in state.chance_outcomes():
        assert chance == pytest.approx(1 / 30)
        clone = state.clone()
        clone.apply_action(outcome)
        decks.add(tuple(clone.held.position.deck))
    assert len(decks) == 6  # all orders of three cards


def test_options_that_do_not_exist_are_refused() -> None:
    with pytest.raises(SlugfestError, match="does not offer"):
        pyspiel.load_game("slugfest_kapow_cards", {"mode": "underwater"})
