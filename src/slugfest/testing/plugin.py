"""The pytest plugin, loaded automatically wherever Slugfest is installed.

It registers the markers of game tests and creates many tests with one line:

    from slugfest.testing.plugin import conformance_tests, scenario_tests
    from my_game import GAME

    test_promises = conformance_tests(GAME)               # one test a check and number of seats
    test_scenarios = scenario_tests(Path("scenarios"))    # one test a scenario

``pytest --slugfest-thorough`` tries harder, ``--slugfest-seed N`` plays other games. The rest of
:mod:`slugfest.testing` is imported only when it is asked for, so that other test runs pay nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from _pytest.mark.structures import ParameterSet

    from slugfest.kernel import Game

Test = Callable[..., None]


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("slugfest", "games of Slugfest")
    group.addoption(
        "--slugfest-thorough", action="store_true", help="play more games and look at more positions"
    )
    group.addoption("--slugfest-seed", type=int, default=1, metavar="N", help="the seed of the games played")


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rules(*numbers): the numbers of the rules that this test exercises")


def conformance_tests(
    game: Game, *, seats: Sequence[int] | None = None, games: int = 4, bots: Sequence[str] = ("greedy",)
) -> Test:
    """A test for each promise at each number of seats: assign it to a name that begins with ``test``.

    Besides random play, each of ``bots`` plays one game at each number of seats. A promise about an optional part that
    the game does not have is skipped with that reason.
    """
    from .conformance import CHECKS
    from .conformance.runner import judge_played

    counts = seats if seats is not None else game.seat_counts()

    # The upper one changes faster: all promises of one number of seats share its games.
    @pytest.mark.parametrize("promise", list(CHECKS))
    @pytest.mark.parametrize("seats", counts, ids=lambda count: f"{count}-seats")
    def test_promise(promise: str, seats: int, request: pytest.FixtureRequest) -> None:
        thorough = bool(request.config.getoption("--slugfest-thorough"))
        seed = int(request.config.getoption("--slugfest-seed"))
        # Games with much to rearrange are long, and with many seats there are many to look at each position.
        restless = game.search is not None and game.search.restless
        few = max(1, games // 2) if restless and seats > 2 else games
        many = games * 6 if thorough else few
        players = () if game.search is None else tuple(bots)
        report = judge_played(game, seats, many, seed, players, promise, thorough)
        if not report.ok:
            pytest.fail(str(report), pytrace=False)
        if report.verdicts[promise].missing_part:
            pytest.skip(str(report))

    return test_promise


def scenario_tests(folder: Path, game: Game | None = None) -> Test:
    """A test for each branch of each scenario file in a folder and below: assign it to a name that begins with
    ``test``."""
    from .scenario import load, run_branch

    @pytest.mark.parametrize(("path", "branch"), _courses(folder))
    def test_scenario(path: Path, branch: int) -> None:
        run_branch(load(path), branch, game)

    return test_scenario


def _courses(folder: Path) -> list[ParameterSet]:
    """Every branch of every scenario file, named after file and branch; a broken file once, to fail in its test."""
    from slugfest.kernel import SlugfestError

    from .scenario import find, load

    found: list[ParameterSet] = []
    for path in find(folder):
        name = path.relative_to(folder).with_suffix("").as_posix()
        try:
            branches = load(path).branches
        except SlugfestError:
            found.append(pytest.param(path, 0, id=name))
            continue
        for number, branch in enumerate(branches):
            title = (
                "" if branch.title is None else "#" + re.sub(r"\W+", "-", branch.title.en.lower()).strip("-")
            )
            found.append(pytest.param(path, number, id=name + title))
    return found
