"""Small games are solved by OpenSpiel, and bots are measured against that."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pyspiel
import pytest
from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.envs import openspiel
from slugfest.envs.miniatures import HERE, miniature, miniatures
from slugfest.envs.solving import Tree, report
from slugfest.kernel import SlugfestError, add_variant, game, read_variant, registry, variant

FIRST = {"start_seat": "1"}


@pytest.fixture(scope="module")
def tree() -> Iterator[Tree]:
    small = miniature("kapow-cards")
    yield Tree(small, FIRST)
    del registry._games[small.id]  # a game of this process, and the next module has not heard of it


def test_the_miniature_of_kapow_cards_is_solved(tree: Tree) -> None:
    policy = tree.solve(200)
    assert tree.nash_conv(policy) < 0.001
    first, second = tree.value(policy)
    assert first == pytest.approx(-second)
    assert first == pytest.approx(0.2667, abs=0.002)  # 4/15: who begins is ahead


def test_bots_can_be_exploited_the_more_the_weaker_they_are(tree: Tree) -> None:
    solved, random, search = report(tree, 200, ["random", "search:50"], 4)
    assert solved.nash_conv < search.nash_conv < random.nash_conv
    again = report(tree, 1, ["search:50"], 4)[1]
    assert again == search  # the same tries, the same figures


def test_more_iterations_come_nearer_to_the_equilibrium(tree: Tree) -> None:
    few, some, many = (tree.nash_conv(tree.bot_policy(f"search:{looks}", 4)) for looks in (4, 12, 40))
    assert some < 0.75 * few
    assert many < 0.75 * some


def test_whoever_reads_barricades_is_not_exploited_more(tree: Tree) -> None:
    """The belief and the halving of the expert, at equal iterations."""
    plain, reading = (tree.nash_conv(tree.bot_policy(f"search:40{mind}", 4)) for mind in ("", ":reads=1"))
    assert reading < plain + 0.02


def test_a_game_that_is_too_big_is_refused() -> None:
    with pytest.raises(SlugfestError, match="too big to be solved"):
        Tree(game("kapow-cards"), FIRST, most=500)


def test_every_miniature_loads_and_bounds_its_length() -> None:
    for name in miniatures():
        small = miniature(name)
        assert small.plain_id == name
        options = small.settle(2, {})
        assert 0 < small.max_moves(2, options) <= game(name).max_moves(2, game(name).settle(2, {}))


def test_the_miniature_of_tag_team_is_solved_and_even() -> None:
    small = miniature("tag-team")
    tree = Tree(small, {"teams": "first-game"})
    assert tree.nodes < 10_000
    solved, random, search = report(tree, 200, ["random", "search:50"], 4)
    assert solved.nash_conv < 0.001
    assert solved.value == pytest.approx(0, abs=0.001)  # both teams are alike
    assert solved.nash_conv < search.nash_conv < random.nash_conv


def test_the_miniature_of_kapow_dice_is_solved_and_even() -> None:
    """One round of it here, without the second: the whole takes half a minute."""
    whole = read_variant(HERE / "kapow-dice.toml")
    shorter = variant("kapow-dice", whole.changes | {"limits.round_limit": 1, "limits.first_health": 1})
    tree = Tree(add_variant(shorter), {})
    solved, random = report(tree, 200, ["random"], 2)
    assert solved.nash_conv < 0.001
    assert solved.value == pytest.approx(0, abs=0.001)
    assert random.nash_conv > 0.1
    assert miniature("kapow-dice").settle(2, {})["mode"] == "duel"


def test_rolls_that_are_the_same_for_everybody_are_one_outcome() -> None:
    """Two dice with three M and three T: of 36 rolls and who begins, eight are different."""
    whole = read_variant(HERE / "kapow-dice.toml")
    short = variant("kapow-dice", whole.changes | {"limits.round_limit": 1, "limits.first_health": 1})
    tree = Tree(add_variant(short), {})
    root = pyspiel.load_game(openspiel.short_name(tree.game), {"chance": "exact"}).new_initial_state()
    outcomes = tree.outcomes(root)
    assert len(outcomes) == 8
    assert [share for share, _ in outcomes] == pytest.approx([1 / 8] * 8)


def test_what_has_no_miniature_is_said() -> None:
    assert miniatures() == ["custom-heroes", "kapow-cards", "kapow-dice", "tag-team"]
    with pytest.raises(SlugfestError, match="there is no miniature of 'chess'"):
        miniature("chess")


def test_the_command_prints_a_table_and_json() -> None:
    command = [
        "exploitability",
        "kapow-cards",
        "--bots",
        "random",
        "--iterations",
        "50",
        "-o",
        "start_seat=1",
    ]
    told = CliRunner().invoke(app, [*command, "--json"])
    assert told.exit_code == 0, told.output
    facts = json.loads(told.output)
    assert [row["name"] for row in facts["rows"]] == ["CFR+, 50 iterations", "random"]
    assert facts["rows"][1]["nash_conv"] == pytest.approx(0.4778, abs=0.001)
