"""The fitted numbers of an estimate: read with care, weighed as the game says, and the same as the estimate weighs."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from slugfest.bots import play_out
from slugfest.kernel import ContentError, Options, Weights, game, read_weights, seeded
from slugfest.testing.conformance.base import Broken
from slugfest.testing.conformance.words import check_estimate_terms

FILE = """
[duel]
fitted = "by hand"
health = 0.5
die = -1
"""

TABLES: list[tuple[str, int, Options]] = [
    ("kapow-cards", 2, {}),
    ("kapow-cards", 4, {}),
    ("tag-team", 2, {"teams": "random"}),
    ("custom-heroes", 2, {}),
    ("custom-heroes", 4, {}),
    ("kapow-dice", 2, {"mode": "duel"}),
    ("kapow-dice", 2, {"mode": "characters", "by_lot": True}),
    ("kapow-dice", 1, {"mode": "solo", "by_lot": True}),
    ("kapow-dice", 4, {"mode": "team", "by_lot": True}),
    ("kapow-dice", 2, {"mode": "coop", "by_lot": True}),
]


def written(path: Path, text: str) -> Path:
    file = path / "estimate.toml"
    file.write_text(text)
    return file


def test_a_table_is_read_in_the_order_of_its_keys(tmp_path: Path) -> None:
    weights = read_weights(written(tmp_path, FILE), "duel", ["die", "health"])
    assert weights.values == [-1.0, 0.5]
    assert weights.strength([2.0, 3.0]) == pytest.approx(-0.5)


@pytest.mark.parametrize(
    ("broken", "key"),
    [
        (FILE.replace("[duel]", "[dual]"), "duel"),
        (FILE.replace("die = -1", ""), "duel.die"),
        (FILE.replace("die = -1", "die = true"), "duel.die"),
        (FILE.replace("die = -1", "die = nan"), "duel.die"),
        (FILE.replace("die = -1", 'die = "1"'), "duel.die"),
        (FILE + "luck = 1.0\n", "duel.luck"),
        (FILE.replace('"by hand"', '""'), "duel.fitted"),
    ],
)
def test_a_broken_file_is_refused_by_file_key_and_reason(tmp_path: Path, broken: str, key: str) -> None:
    with pytest.raises(ContentError) as refused:
        read_weights(written(tmp_path, broken), "duel", ["health", "die"])
    assert (refused.value.file, refused.value.key) == ("estimate.toml", key)


def test_the_last_terms_count_only_where_they_are_worth_something() -> None:
    weights = Weights(Path("none"), "t", ["a", "b", "c"], [1.0, 2.0, 1.0], cut=2)
    assert weights.strength([1.0, 1.0, -1.0]) == pytest.approx(2.0)
    assert weights.strength([1.0, 1.0, -3.0]) == pytest.approx(1.0)
    assert weights.strength([1.0, 1.0, -3.0, 9.0]) == pytest.approx(
        1.0
    )  # terms without a number count nothing


def test_what_is_sure_is_not_shared() -> None:
    weights = Weights(Path("none"), "t", ["a"], [1.0])
    assert weights.chances([[0.0], [0.0]], []) == [0.5, 0.5]
    assert weights.chances([[0.0], [0.0]], [0.5, 0.0]) == [0.75, 0.25]
    assert weights.chances([[2000.0], [0.0]], []) == [1.0, 0.0]


def moments(played: str, seats: int, options: Options) -> list[Any]:
    """Positions of random games of which the estimate weighs something."""
    rules = game(played)
    settled = rules.settle(seats, options)
    table = rules.require_search().weights(seats, settled)[0].table
    found = []
    for number in range(12):
        state = rules.new(seats, settled, seeded("weights", number))
        for step in range(30):
            if state.outcome() is None and state.game.require_search().estimate_terms(state, table):
                found.append(SimpleNamespace(game=rules, state=state.copy()))
            play_out(state, seeded("weights", number, step), 3)
    return found[::4]


@pytest.mark.parametrize(("played", "seats", "options"), TABLES)
def test_an_estimate_weighs_the_terms_that_the_game_names(played: str, seats: int, options: Options) -> None:
    found = moments(played, seats, options)
    assert len(found) > 5
    assert all(check_estimate_terms(moment) == 1 for moment in found)


@pytest.mark.parametrize(("played", "seats", "options"), TABLES)
def test_other_numbers_can_be_weighed_by_and_are_found_out(played: str, seats: int, options: Options) -> None:
    """Each number of a table alone: one that the estimate does not use, or uses for another term, is found out here."""
    rules = game(played)
    search = rules.require_search()
    weights = search.weights(seats, rules.settle(seats, options))[0]
    found = moments(played, seats, options)
    before = [search.estimate(moment.state, 0) for moment in found]
    rows = [search.estimate_terms(moment.state, weights.table) for moment in found]
    for place in range(len(weights.keys)):
        values = list(weights.values)
        values[place] += 0.37
        other = weights.changed(values)
        search.weigh(other)
        try:
            for moment in found:
                check_estimate_terms(said_to_weigh(moment, other))
            matters = any(abs(other.chances(row, [])[0] - weights.chances(row, [])[0]) > 1e-4 for row in rows)
            assert found_out(found) == matters
        finally:
            search.weigh(weights)
    assert [search.estimate(moment.state, 0) for moment in found] == before


def said_to_weigh(moment: Any, weights: Weights) -> Any:
    """The moment in a game that says to weigh by these numbers."""
    search = moment.game.require_search()
    part = SimpleNamespace(
        weights=lambda seats, options: [weights],
        estimate=search.estimate,
        estimate_terms=search.estimate_terms,
        estimate_sure=search.estimate_sure,
    )
    said = SimpleNamespace(require_search=lambda: part, teams=moment.game.teams)
    return SimpleNamespace(state=moment.state, game=said)


def found_out(found: list[Any]) -> bool:
    """Whether somewhere the estimate does not say what the numbers of the file do."""
    for moment in found:
        try:
            check_estimate_terms(moment)
        except Broken:
            return True
    return False
