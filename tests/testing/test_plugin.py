"""The pytest plugin serves a stranger's game: whole families of tests in a line each."""

from __future__ import annotations

import pytest

from slugfest.testing.conformance import CHECKS

pytest_plugins = ["pytester"]

STRANGER = """
    from pathlib import Path
    from slugfest.testing.plugin import conformance_tests, scenario_tests
    from tests.testing.broken import {game} as Game

    test_promises = conformance_tests(Game(), seats=[2], games=2, bots=())
    test_scenarios = scenario_tests(Path(__file__).parent, Game())
"""

SCENARIO = """
    game = "hush"
    rules = ["HU-1"]
    title = { en = "x", de = "y" }
    [[step]]
    actors = ["P1", "P2"]
"""


def outcomes(pytester: pytest.Pytester, game: str) -> tuple[dict[str, int], str]:
    pytester.makepyfile(test_stranger=STRANGER.format(game=game))
    pytester.path.joinpath("one.toml").write_text(SCENARIO.replace("\n    ", "\n"), encoding="utf-8")
    result = pytester.runpytest_inprocess("-p", "no:asyncio", "-q")
    return result.parseoutcomes(), result.stdout.str()


def test_an_honest_game_passes_one_test_a_promise_and_a_scenario(pytester: pytest.Pytester) -> None:
    counted, _ = outcomes(pytester, "Hush")
    assert counted == {"passed": len(CHECKS) + 1}


def test_a_broken_game_fails_the_test_of_its_promise(pytester: pytest.Pytester) -> None:
    counted, told = outcomes(pytester, "TeammatesDoNotShare")
    assert counted["failed"] == 1
    assert "test_promises[2-seats-outcomes-are-sane]" in told
    assert "do not share a rank" in told
    assert "slugfest check hush --seats 2" in told


def test_the_plugin_knows_its_marks_and_options(pytester: pytest.Pytester) -> None:
    told = pytester.runpytest_inprocess("-p", "no:asyncio", "--markers").stdout.str()
    assert "@pytest.mark.rules(*numbers)" in told
    told = pytester.runpytest_inprocess("-p", "no:asyncio", "--help").stdout.str()
    assert "--slugfest-thorough" in told
    assert "--slugfest-seed" in told


def test_a_branch_is_a_test_of_its_own_and_a_broken_file_fails_its_test(pytester: pytest.Pytester) -> None:
    branches = """
        game = "hush"
        rules = ["HU-1"]
        title = { en = "x", de = "y" }
        [[branch]]
        title = { en = "It holds!", de = "Es stimmt" }
        step = [{ actors = ["P1", "P2"] }]
        [[branch]]
        title = { en = "It does not", de = "Es stimmt nicht" }
        step = [{ actors = ["P1"] }]
    """
    pytester.path.joinpath("two.toml").write_text(branches, encoding="utf-8")
    pytester.path.joinpath("broken.toml").write_text("game = 3", encoding="utf-8")
    pytester.makepyfile(
        test_stranger="""
            from pathlib import Path
            from slugfest.testing.plugin import scenario_tests
            from tests.hush import Hush

            test_scenarios = scenario_tests(Path(__file__).parent, Hush())
        """
    )
    result = pytester.runpytest_inprocess("-p", "no:asyncio", "-v")
    result.stdout.fnmatch_lines_random(
        ["*[[]broken] FAILED*", "*[[]two#it-holds] PASSED*", "*[[]two#it-does-not] FAILED*"]
    )
