"""OpenSpiel's own suites on every table, and what the mapping promises beside them."""

from __future__ import annotations

import copy
import json
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel
import pytest
from open_spiel.python.observation import make_observation
from tests.envs.tables import TABLES, Table

from slugfest.envs import openspiel
from slugfest.envs.miniatures import miniature
from slugfest.kernel import Rng, SlugfestError

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
    return pyspiel.load_game(name, {"players": table.seats, "chance": "seeds", "chances": chances, **told})


@pytest.mark.compiled  # serialisation pickles states
@pytest.mark.parametrize("simultaneous", [False, True])
@pytest.mark.parametrize("table", SHORT, ids=str)
def test_it_passes_random_sim_test(table: Table, simultaneous: bool) -> None:
    """With its checks of legal actions, chance, observations, returns and histories."""
    pyspiel.random_sim_test(loaded(table, simultaneous), num_sims=1, serialize=True, verbose=False)


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


# ---- chance ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("chances", [0, -5])
def test_a_chance_node_without_outcomes_is_refused(chances: int) -> None:
    with pytest.raises(SlugfestError, match="at least 1 outcome"):
        pyspiel.load_game("slugfest_kapow_cards", {"chance": "seeds", "chances": chances})


def test_settings_of_another_mode_of_chance_are_refused() -> None:
    with pytest.raises(SlugfestError, match="sampled chance has no number of outcomes"):
        pyspiel.load_game("slugfest_kapow_cards", {"chances": 500})
    with pytest.raises(SlugfestError, match="only sampled chance has one"):
        pyspiel.load_game("slugfest_kapow_cards", {"chance": "exact", "seed": 3})
    with pytest.raises(SlugfestError, match="are the modes of chance"):
        pyspiel.load_game("slugfest_kapow_cards", {"chance": "explicit"})


def test_sampled_chance_has_one_outcome_and_more_than_a_thousand_deals() -> None:
    game = pyspiel.load_game("slugfest_kapow_cards", {"seed": 1})
    assert game.get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    start = game.new_initial_state()
    assert start.chance_outcomes() == ((0, 1.0),)
    deals = set()
    for _ in range(1500):
        state = start.clone()  # clones draw for themselves, so a search on them does not know what comes
        state.apply_action(0)
        deals.add(str(state))
    assert len(deals) == 1500
    again = pyspiel.load_game("slugfest_kapow_cards", {"seed": 1}).new_initial_state()
    again.apply_action(0)
    assert str(again) in deals


def test_sampled_chance_passes_random_sim_test_and_can_be_pickled() -> None:
    """pyspiel's own serialisation of such games needs a hook that it does not offer to Python games."""
    game = pyspiel.load_game("slugfest_kapow_cards", {"seed": 1})
    pyspiel.random_sim_test(game, num_sims=2, serialize=False, verbose=False)
    state = dealt(game, 0)
    state.apply_action(state.legal_actions()[0])
    for twin in (pickle.loads(pickle.dumps(state)), copy.deepcopy(state)):
        assert str(twin) == str(state)
        assert twin.history() == state.history()
        assert twin.information_state_string(0) == state.information_state_string(0)


# ---- information states ----------------------------------------------------------------------------------------------


def small_game() -> Any:
    small = miniature("kapow-cards")
    openspiel.register(small)
    return pyspiel.load_game(openspiel.short_name(small), {"chance": "exact", "start_seat": "1"})


Seen = tuple[tuple[str, ...], ...]  # by seat: its boards and its own actions so far, an independent account


def decisions(state: Any, seen: Seen) -> Any:
    """All decisions of a game, each with what every seat has seen on the way."""
    if state.is_terminal():
        return
    if not state.is_chance_node():
        boards = [json.dumps(state.held.position.board(seat), sort_keys=True) for seat in range(2)]
        seen = tuple((*seen[seat], boards[seat]) for seat in range(2))
        yield state, seen
    player = state.current_player()
    for action in state.legal_actions():
        told = tuple((*seen[seat], f"I play {action}") if seat == player else seen[seat] for seat in range(2))
        yield from decisions(state.child(action), told)


def test_no_information_state_merges_different_histories_of_a_seat() -> None:
    """The whole tree of a miniature: one information state, one account of what its seat saw and did."""
    accounts: dict[str, tuple[str, ...]] = {}
    observations = set()
    count = 0
    for state, seen in decisions(small_game().new_initial_state(), ((), ())):
        player = state.current_player()
        text = state.information_state_string(player)
        assert text.startswith(f"seat {player + 1}: ")
        assert accounts.setdefault(text, seen[player]) == seen[player]
        observations.add(f"{player} {state.observation_string(player)}")
        count += 1
    assert len(accounts) < count  # and histories that a seat cannot tell apart do share one
    assert len(observations) < len(accounts)  # observations alone would merge some


def test_a_seat_that_cannot_tell_two_deals_apart_has_one_information_state() -> None:
    game = small_game()
    hands: dict[str, set[str]] = {}
    for state, seen in decisions(game.new_initial_state(), ((), ())):
        if len(seen[0]) == 1:  # the first decision
            told = state.information_state_string(0)
            hands.setdefault(json.dumps(state.held.position.board(0)["players"][0]["hand"]), set()).add(told)
    assert len(hands) == 5  # a card each
    assert all(len(texts) == 1 for texts in hands.values())


def test_outcomes_of_chance_nodes_are_listed_once_however_many_they_are() -> None:
    spiel = pyspiel.load_game("slugfest_kapow_cards", {"chance": "seeds", "chances": 100_000})
    first, second = spiel.new_initial_state(), spiel.new_initial_state()
    outcomes = first.chance_outcomes()
    assert len(outcomes) == 100_000
    assert second.chance_outcomes() is outcomes
    assert sum(share for _, share in outcomes) == pytest.approx(1.0)


def test_exact_chance_knows_every_deal_once() -> None:
    def deals(state: Any, chance: float) -> Any:
        if not state.is_chance_node():
            yield tuple(state.held.position.deck), json.dumps(state.held.position.document()), chance
            return
        for outcome, share in state.chance_outcomes():
            yield from deals(state.child(outcome), chance * share)

    found = list(deals(small_game().new_initial_state(), 1.0))
    assert len({document for _, document, _ in found}) == len(found) == 120  # all orders of five cards
    assert sum(chance for _, _, chance in found) == pytest.approx(1.0)


def test_exact_chance_passes_openspiels_suites(sim_game: Callable[..., None]) -> None:
    pyspiel.random_sim_test(small_game(), num_sims=2, serialize=True, verbose=False)
    sim_game(small_game(), 40)


def test_perfect_recall_is_a_text_and_no_tensor() -> None:
    game = loaded(TABLES[0])
    recall = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=True, private_info=pyspiel.PrivateInfoType.SINGLE_PLAYER
    )
    observer = make_observation(game, recall)
    state = dealt(game)
    assert observer.string_from(state, 0) == state.information_state_string(0)
    assert observer.tensor is None
    with pytest.raises(ValueError, match="are texts"):
        observer.set_from(state, 0)
    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    with pytest.raises(ValueError, match="of one player"):
        make_observation(game, public)


@pytest.mark.parametrize("table", SHORT, ids=str)
def test_a_resampled_state_is_one_that_the_player_cannot_tell_apart(table: Table) -> None:
    game = loaded(table)
    draw = Rng(7)
    state = dealt(game)
    other, boards = 0, set()
    for _ in range(12):
        while state.is_chance_node():
            state.apply_action(3)
        if state.is_terminal():
            break
        player = state.current_player()
        for _ in range(3):
            twin = state.resample_from_infostate(player, lambda: int(draw.below(1 << 30)) / (1 << 30))
            assert twin.current_player() == player
            assert twin.information_state_string(player) == state.information_state_string(player)
            assert twin.legal_actions() == state.legal_actions()
            assert twin.observation_string(player) == state.observation_string(player)
            assert twin.history() == []  # the real one would tell what others did in secret
            boards.add(json.dumps(twin.held.position.document(), sort_keys=True))
            other += 1
        state.apply_action(state.legal_actions()[0])
    assert len(boards) > other // 3 or table.game_id == "hush"


def test_a_resampled_state_can_be_played_on_and_pickled() -> None:
    state = dealt(loaded(TABLES[0])).resample_from_infostate(0, lambda: 0.25)
    state.apply_action(state.legal_actions()[0])
    twin = pickle.loads(pickle.dumps(state))
    assert [twin.information_state_string(seat) for seat in range(2)] == [
        state.information_state_string(seat) for seat in range(2)
    ]
    with pytest.raises(SlugfestError, match="not at a chance node"):
        loaded(TABLES[0]).new_initial_state().resample_from_infostate(0, lambda: 0.25)
