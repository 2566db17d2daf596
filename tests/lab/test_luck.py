"""Luck has mean zero whatever positions are said to be worth, and a ladder without luck has the same answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from slugfest.kernel import Mistake, game, seeded
from slugfest.lab import ladder
from slugfest.lab.batches import PoolExecutor
from slugfest.lab.luck import Mean, Proof, ProofSetting, WithoutLuck, prove
from slugfest.review.values import KINDS

pytestmark = pytest.mark.heavy

HERE = PoolExecutor(1)


def proof_of(name: str, games: int, values: str = "standing", bots: str = "greedy,random") -> Proof:
    setting = ProofSetting(2, {}, tuple(bots.split(",")), "small", values, 2, 1, 2)
    return prove(game(name), setting, games, HERE)


@pytest.mark.parametrize("values", sorted(KINDS))
@pytest.mark.parametrize("name", ["kapow-cards", "tag-team"])
def test_luck_has_mean_zero_for_any_values(name: str, values: str) -> None:
    """With fixed seeds: a term that were not zero on average would lie many intervals away."""
    proof = proof_of(name, 60, values)
    assert proof.games == 60
    cards = proof.terms["cards"]
    assert abs(cards.mean) <= 1.6 * cards.reach  # about three standard errors
    assert abs(proof.without.mean - proof.terms["result"].mean) <= 1.6 * cards.reach


def test_games_of_a_proof_are_kept_and_not_played_again(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    cards = game("kapow-cards")
    setting = ProofSetting(2, {}, ("random",), "kept", "constant", 1, 0)
    whole = prove(cards, setting, 5, HERE).as_json()
    prove(cards, setting, 3, HERE, keep=file)
    lines = file.read_text("utf-8").splitlines()
    assert [json.loads(line)["game"] for line in lines[1:]] == [0, 1, 2]
    file.write_text(
        "\n".join([lines[0], lines[1], lines[3], lines[2][:20]]), "utf-8"
    )  # killed while it wrote
    played: list[int] = []
    assert prove(cards, setting, 5, HERE, lambda done, _: played.append(done), file).as_json() == whole
    assert played
    assert prove(cards, setting, 5, None, keep=file).as_json() == whole
    with pytest.raises(Mistake, match="another proof"):
        prove(cards, setting._replace(values="random"), 5, HERE, keep=file)


def test_the_proof_notices_luck_that_is_counted_only_when_good() -> None:
    proof = proof_of("kapow-cards", 0)
    chance = seeded("biased")
    for _ in range(400):
        luck = int(chance.below(1000)) / 1000 - 0.4
        proof.add({"result": 0.5, "par": 0.5, "cards": luck, "reads": 0.0, "choices": 0.0})
    assert not proof.fair


def test_a_ladder_without_luck_has_the_same_answer_in_a_narrower_interval() -> None:
    """Results are luck, skill and noise; what is known of luck is subtracted, by as much as it counts."""
    chance = seeded("results")
    plain, corrected = Mean(), WithoutLuck()
    for _ in range(2000):
        luck = int(chance.below(2001)) / 1000 - 1.0
        noise = int(chance.below(2001)) / 2000 - 0.5
        points = 0.6 + 0.5 * luck + 0.5 * noise
        plain.add(points)
        corrected.add(points, luck)
    found = corrected.corrected()
    assert abs(found.mean - 0.6) < found.reach
    assert abs(found.mean - plain.mean) < plain.reach
    assert found.reach < 0.6 * plain.reach
    assert 3.5 < corrected.saving() < 6.5


def test_luck_that_decides_nothing_costs_nothing() -> None:
    chance = seeded("useless")
    corrected = WithoutLuck()
    for _ in range(500):
        corrected.add(float(chance.below(2)), int(chance.below(2001)) / 1000 - 1.0)
    assert 0.98 < corrected.saving() < 1.05


def test_a_ladder_reports_rates_without_luck() -> None:
    found = ladder(game("kapow-cards"), ["greedy", "easy"], games=40, workers=1, without_luck=True)
    pairing = found.pairings[0]
    assert len(pairing.without_luck.points) == pairing.deals
    low, high = found.as_json()["pairings"][0]["without_luck"]["interval"]
    assert low < pairing.rate < high
    assert any("luck" in str(table.title) for table in found.tables())
    assert any("Glück" in str(table.title) for table in found.tables("de"))


@pytest.mark.parametrize(("seats", "options"), [(3, {}), (4, {"mode": "to-infinity"})])
def test_luck_is_summed_over_the_seats_of_a_bot(seats: int, options: dict[str, str]) -> None:
    found = ladder(
        game("kapow-cards"),
        ["greedy", "random"],
        seats,
        games=2,
        options=dict(options),
        workers=1,
        without_luck=True,
    )
    assert found.pairings[0].without_luck.luck != [0.0]


def test_a_ladder_against_the_game_has_luck_too() -> None:
    found = ladder(
        game("kapow-dice"), ["greedy"], 1, games=1, options={"mode": "solo"}, workers=1, without_luck=True
    )
    assert len(found.pairings[0].without_luck.points) == 1
