"""A belief is learned from what was hidden: known numbers are found, and the same seed gives the same ones."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.textbook import NIM

from slugfest.kernel import Mistake, Weights, game, seeded
from slugfest.lab.batches import PoolExecutor
from slugfest.lab.learn import MOST, Evidence, collect, learn, learn_experiment, most_likely

HERE = PoolExecutor(1)
TRUTH = [1000.0, 500.0, 250.0, 20.0]
KAPOW = game("kapow-cards")


def table(*values: float) -> Weights:
    return Weights(Path("none"), "hidden", ["a", "b", "c", "d"], list(values))


def made_up(games: int) -> dict[int, Evidence]:
    """Games with ten hidden things each, drawn as :data:`TRUTH` says from changing sets."""
    rng = seeded("hidden things")
    found: dict[int, Evidence] = {}
    for number in range(games):
        found[number] = []
        for _ in range(10):
            counts = [1 + int(rng.below(5)) for _ in TRUTH]
            weights = [int(value) * count for value, count in zip(TRUTH, counts, strict=True)]
            left, kind = int(rng.below(sum(weights))), 0
            while left >= weights[kind]:
                left -= weights[kind]
                kind += 1
            found[number].append((kind, counts))
    return found


def test_known_numbers_are_found() -> None:
    found = learn(table(1000, 1000, 1000, 1000), made_up(1500))
    assert found.values[0] == MOST
    for value, truth in zip(found.values[1:], TRUTH[1:], strict=True):
        assert value == int(value)
        assert 0.85 * truth < value < 1.15 * truth
    assert found.better
    assert found.new < found.present == pytest.approx(found.uniform)
    assert (found.games, found.unseen_games, found.things) == (1200, 300, 12_000)


def test_numbers_that_are_right_are_not_replaced() -> None:
    assert not learn(table(*TRUTH), made_up(1500)).better


def test_what_never_came_is_rare_but_possible() -> None:
    values = most_likely([(0, [1, 1]), (0, [2, 1])] * 200, 2)
    assert values[0] == MOST
    assert 1 <= values[1] < 20


def test_too_few_games_are_refused() -> None:
    with pytest.raises(Mistake, match="too few"):
        learn(table(*TRUTH), made_up(1))


def test_a_game_without_a_belief_is_refused() -> None:
    with pytest.raises(Mistake, match="no belief"):
        learn_experiment(NIM, 2, {}, ["random"], 10, "seed")


def test_interrupted_games_resume_with_the_same_evidence(tmp_path: Path) -> None:
    plan = learn_experiment(KAPOW, 2, {}, ["greedy", "easy"], 6, "test")
    whole = collect(plan, tmp_path, HERE)
    (file,) = tmp_path.glob("*/results/*.jsonl")
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])
    assert collect(plan, tmp_path, HERE) == whole
    assert any(whole.values())
