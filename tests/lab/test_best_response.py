"""A response is trained against one bot: it finds numbers that win, is tested on other deals, and leaves no trace."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from tests.answering import AskingSearch
from tests.textbook import NIM, Textbook, TextbookState, ended
from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.kernel import Mistake, Options, Outcome, Weights, game, seeded
from slugfest.lab.best_response import Training, normal, train, varied

WRONG = Weights(Path("none"), "grabbed", ["mine"], [-1.0])


class GrabState(TextbookState):
    """In turn, each takes 0 to 3; then each has one more move that changes nothing. Who has more wins."""

    own = ("taken",)

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[int] = []

    def actors(self) -> list[int]:
        return [len(self.taken) % 2] if len(self.taken) < 4 else []

    def moves(self, seat: int) -> list[int]:
        return [0, 1, 2, 3] if seat in self.actors() else []

    def apply(self, seat: int, move: int) -> None:
        self.taken.append(move)

    def has(self, seat: int) -> int:
        return self.taken[seat] if len(self.taken) > seat else 0

    def estimate(self, seat: int) -> float:
        search = self.game.search
        assert isinstance(search, GrabSearch)
        return 1.0 / (1.0 + math.exp(search.weight * (self.has(1 - seat) - self.has(seat))))

    def outcome(self) -> Outcome | None:
        return None if self.actors() else ended([self.has(0), self.has(1)])


class GrabSearch(AskingSearch):
    """Its number is wrong at first: it wants to have less."""

    def __init__(self, game: Grab) -> None:
        super().__init__(game)
        self.horizon = 0
        self.weight = -1.0

    def weights(self, seats: int, options: Options) -> list[Weights]:
        return [WRONG]

    def weigh(self, weights: Weights) -> None:
        self.weight = weights.values[0]


class Grab(Textbook):
    position = GrabState

    def __init__(self) -> None:
        super().__init__("grab", 2, ["0", "1", "2", "3"])
        self.search = GrabSearch(self)


def test_training_finds_numbers_that_win_on_other_deals() -> None:
    grab, rounds = Grab(), list[str]()
    asked = Training("random", "search:12", rounds=3, variants=4, deals=4, reach=2.0)
    found = train(grab, 2, {}, asked, 40, rounds.append)
    assert found.values["grabbed"][0] > 0 > found.present["grabbed"][0]
    assert found.before.rate < 0.35
    assert found.after.rate > 0.7
    assert found.games == 3 * (4 + 2) * 4 * 2  # heats of four and of two, both seats
    assert len(rounds) == 3
    assert isinstance(grab.search, GrabSearch)
    assert grab.search.weight == -1.0, "the game thinks by its own numbers again"
    again = train(Grab(), 2, {}, asked, 40, rounds.append)
    assert again.values == found.values
    assert again.after.as_json() == found.after.as_json()


def test_variations_are_as_large_as_asked() -> None:
    rng = seeded("variations")
    numbers = [normal(rng) for _ in range(4000)]
    assert abs(sum(numbers) / 4000) < 0.06
    assert sum(number * number for number in numbers) / 4000 == pytest.approx(1.0, abs=0.08)
    table = Weights(Path("none"), "t", ["a", "b"], [10.0, 0.0])
    found = [varied([table], {"t": [10.0, 0.0]}, 0.1, rng)["t"] for _ in range(500)]
    for index, deviation in ((0, 1.0), (1, 0.25)):  # 0 is varied like a quarter of 10: half of the mean
        spread = math.sqrt(sum((one[index] - table.values[index]) ** 2 for one in found) / 500)
        assert spread == pytest.approx(deviation, rel=0.15)


def test_a_game_without_numbers_and_a_bot_that_is_none_are_refused() -> None:
    with pytest.raises(Mistake, match="nothing to train"):
        train(NIM, 2, {}, Training("random", "search:5"), 1, print)
    with pytest.raises(Mistake, match="nobody"):
        train(game("kapow-cards"), 2, {}, Training("nobody", "search:5"), 1, print)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_command_prints_both_players(language: str) -> None:
    words = ["lab", "best-response", "kapow-cards", "--against", "greedy", "--with", "search:10"]
    words += ["--rounds", "1", "--variants", "2", "--deals", "1", "--test", "4"]
    answer = CliRunner().invoke(app, [*words, "--language", language], catch_exceptions=False)
    assert answer.exit_code == 0
    assert ("trained – greedy" if language == "en" else "trainiert – greedy") in answer.stdout
    facts = json.loads(CliRunner().invoke(app, [*words, "--json"], catch_exceptions=False).stdout)
    assert facts["games"] == 4
    assert facts["after"]["games"] == 4
