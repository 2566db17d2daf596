"""A fit finds numbers that are known, says how good they are on games it has not seen, and lets only winners in."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from tests.textbook import NIM

from slugfest.kernel import Mistake, Outcome, Rng, Text, Weights, game, seeded
from slugfest.lab.batches import PoolExecutor
from slugfest.lab.fit import fit, rewritten, write_weights
from slugfest.lab.fit_games import Positions, Seen, collect, fit_experiment, winning_sides
from slugfest.lab.fit_gate import GateExperiment, run_gate
from slugfest.lab.own_games import OwnGames
from slugfest.lab.sequential import BETTER, NOT_BETTER, Question

HERE = PoolExecutor(1)
NAMES = ["cards", "points", "strike", "fresh"]
TRUTH = [0.8, -0.5, 1.5, 0.6]


def guess(*values: float) -> Weights:
    return Weights(Path("none"), "table", NAMES, list(values), cut=2)


def made_up_games(count: int, sides: int, seed: str) -> dict[int, Positions]:
    """Games won as :data:`TRUTH` says, of four positions each; a term without a number, too, and sure parts."""
    rng = seeded("made up", seed)

    def number(most: int) -> float:
        return rng.below(100 * most) / 100

    games: dict[int, Positions] = {}
    for name in range(count):
        seen = []
        for _ in range(4):
            rows = [[number(3), number(2), number(2), -1.0, number(2)] for _ in range(sides)]
            sure = [0.2, *[0.0] * (sides - 1)] if rng.below(3) == 0 else [0.0] * sides
            strengths = [guess(*TRUTH).strength(row) + 0.7 * row[4] for row in rows]
            total = sum(map(math.exp, strengths))
            rest = 1 - sum(sure)
            chances = [
                part + rest * math.exp(strength) / total
                for part, strength in zip(sure, strengths, strict=True)
            ]
            winner = drawn(chances, rng)
            seen.append(Seen(rows, sure, [float(side == winner) for side in range(sides)]))
        games[name] = {"table": seen}
    return games


def drawn(chances: list[float], rng: Rng) -> int:
    left = rng.below(1_000_000) / 1_000_000
    for side, chance in enumerate(chances):
        left -= chance
        if left < 0:
            return side
    return len(chances) - 1


@pytest.mark.parametrize("sides", [2, 3])
def test_known_numbers_are_found(sides: int) -> None:
    found = fit(guess(0.1, 0.1, 0.5, 0.2), made_up_games(1500, sides, str(sides)))
    for value, error, truth in zip(found.values, found.errors, TRUTH, strict=True):
        assert 0.0 < error < 0.2
        assert abs(value - truth) < 3 * error
    assert found.better
    assert found.new < found.present
    assert (found.games, found.unseen_games) == (1200, 300)
    assert (found.positions, found.unseen_positions) == (4800, 1200)


def test_numbers_that_are_right_come_out_again() -> None:
    found = fit(guess(*TRUTH), made_up_games(1500, 2, "right"))
    assert not found.better
    assert found.gain[1] < 0.0 < found.gain[2] + 0.01
    assert all(
        abs(value - truth) < 3 * error
        for value, error, truth in zip(found.values, found.errors, TRUTH, strict=True)
    )


def test_positions_without_terms_say_nothing_against_a_number() -> None:
    games = made_up_games(200, 2, "silent")
    for positions in games.values():
        for seen in positions["table"]:
            for row in seen.rows:
                row[1] = 0.0
    assert fit(guess(0.1, 0.25, 0.5, 0.2), games).values[1] == 0.25


def test_a_standard_error_is_how_far_fits_lie_apart() -> None:
    fits = [fit(guess(*TRUTH), made_up_games(400, 2, f"again {number}")) for number in range(24)]
    for place in range(4):
        values = [found.values[place] for found in fits]
        mean = sum(values) / len(values)
        apart = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
        told = sum(found.errors[place] for found in fits) / len(fits)
        assert 0.6 < told / apart < 1.6


def test_too_few_games_are_refused() -> None:
    with pytest.raises(Mistake):
        fit(guess(*TRUTH), made_up_games(1, 2, "few"))


# ---- the games -----------------------------------------------------------------------------------------------------


def tag_team_plan(games: int) -> OwnGames:
    return fit_experiment(game("tag-team"), 2, {"teams": "random"}, ["easy", "greedy"], games, "test")


def test_interrupted_games_resume_with_the_same_result(tmp_path: Path) -> None:
    whole = collect(tag_team_plan(6), tmp_path, HERE)
    (file,) = tmp_path.glob("*/results/*.jsonl")
    data = file.read_bytes()
    file.write_bytes(data[: len(data) // 2])
    assert collect(tag_team_plan(6), tmp_path, HERE) == whole
    assert file.read_bytes() == data
    assert collect(tag_team_plan(3), tmp_path, HERE) == {number: whole[number] for number in range(3)}
    assert all(len(positions["fight"]) > 3 for positions in whole.values())


def test_games_of_another_plan_are_not_mixed_in(tmp_path: Path) -> None:
    experiment = tag_team_plan(1)
    collect(experiment, tmp_path, HERE)
    collect(experiment._replace(seed="another"), tmp_path, HERE)
    assert len(list(tmp_path.iterdir())) == 2


def test_something_smaller_than_the_game_is_settled_when_it_is(tmp_path: Path) -> None:
    """In Custom Heroes the second table is about who goes out first in a round: several winners a game."""
    played = game("custom-heroes")
    experiment = fit_experiment(played, 3, {}, ["easy"], 1, "test")
    positions = collect(experiment, tmp_path, HERE)[0]
    assert len({tuple(seen.won) for seen in positions["win"]}) == 1
    assert len({tuple(seen.won) for seen in positions["first"]}) > 1
    assert len(positions["first"]) > len(positions["win"]) > 2


def test_the_game_itself_is_a_side_and_a_shared_victory_is_shared() -> None:
    def outcome(ranks: list[int], values: list[float] | None = None) -> Outcome:
        return Outcome(ranks, "END", Text("", ""), values=values)

    assert winning_sides(outcome([1, 2]), [[0], [1]]) == [0]
    assert winning_sides(outcome([2, 2, 1, 1]), [[0, 1], [2, 3]]) == [1]
    assert winning_sides(outcome([1, 1]), [[0], [1]]) == [0, 1]
    assert winning_sides(outcome([1, 1], [1.0, 1.0]), [[0, 1]]) == [0]
    assert winning_sides(outcome([1, 1], [0.0, 0.0]), [[0, 1]]) == [1]


def test_a_game_that_names_no_terms_is_refused() -> None:
    with pytest.raises(Mistake):
        fit_experiment(NIM, 2, {}, ["random"], 1, "test")


# ---- the gate ------------------------------------------------------------------------------------------------------


def experiment(new: list[float], present: list[float]) -> GateExperiment:
    question = Question(0.5, 0.65, most=200)
    values = ({"fight": new}, {"fight": present})
    return GateExperiment(game("tag-team"), 2, {"teams": "random"}, "greedy", "test", *values, question)


def got(played: GateExperiment, deal: int) -> list[float]:
    """What the new numbers got in the games of a deal."""
    (series,) = played.series()
    return [row["points"][0] for row in series.batch(deal, 1).play(played.played)]


def test_only_numbers_that_win_pass_the_gate(tmp_path: Path) -> None:
    good = game("tag-team").require_search().weights(2, {})[0].values
    bad = [-value for value in good]
    passed = run_gate(experiment(good, bad), tmp_path / "good", HERE)
    assert passed.verdict == BETTER
    assert run_gate(experiment(bad, good), tmp_path / "bad", HERE).verdict == NOT_BETTER
    (file,) = (tmp_path / "good").glob("*/results/*.jsonl")
    lines = file.read_text()
    assert run_gate(experiment(good, bad), tmp_path / "good", HERE).as_json() == passed.as_json()
    assert file.read_text() == lines  # nothing was played again


def test_the_game_has_its_own_numbers_again_after_a_contest() -> None:
    state = game("tag-team").new(2, {"teams": "random"}, seeded("afterwards"))
    before = state.game.require_search().estimate(state, 0)
    good = game("tag-team").require_search().weights(2, {})[0].values
    got(experiment([0.0] * len(good), good), 0)
    assert state.game.require_search().estimate(state, 0) == before


def test_both_numbers_alike_share_every_deal() -> None:
    good = game("tag-team").require_search().weights(2, {})[0].values
    for deal in range(3):
        assert sum(got(experiment(good, good), deal)) in (0.0, 1.0, 2.0)


def test_where_all_play_against_the_game_the_better_result_wins_the_deal() -> None:
    played = game("kapow-dice")
    options = played.settle(1, {"mode": "solo", "by_lot": True})
    good = played.require_search().weights(1, options)[0].values
    alike = GateExperiment(played, 1, options, "easy", "test", {"solo": good}, {"solo": good}, Question())
    assert got(alike, 0) == [0.5]


# ---- writing -------------------------------------------------------------------------------------------------------

FILE = """# What things are worth.

[other]
fitted = "long ago"
cards = 9.0

[table] # of them
fitted = "by hand"
cards = 0.10 # a comment that stays
points = -0.5
strike = 1.5
fresh = 1
"""


def test_only_the_numbers_of_a_table_are_written_anew() -> None:
    written = rewritten(FILE, guess(*TRUTH), [0.2, -0.25, 0.0, 1.125], "10 games")
    assert written == FILE.replace("0.10 #", "0.2 #").replace("points = -0.5", "points = -0.25").replace(
        "strike = 1.5", "strike = 0.0"
    ).replace("fresh = 1\n", "fresh = 1.125\n").replace('"by hand"', '"10 games"')


def test_a_file_without_a_line_for_a_number_is_not_touched(tmp_path: Path) -> None:
    file = tmp_path / "estimate.toml"
    file.write_text(FILE.replace("strike = 1.5\n", ""))
    weights = Weights(file, "table", NAMES, list(TRUTH), cut=2)
    with pytest.raises(Mistake):
        write_weights(weights, TRUTH, "10 games")
    assert file.read_text() == FILE.replace("strike = 1.5\n", "")
