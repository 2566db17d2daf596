"""A ladder treats both bots of a pair alike, counts right and says how sure it is."""

from __future__ import annotations

import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.textbook import NIM, ROCK_PAPER_SCISSORS

from slugfest.kernel import Outcome, SlugfestError, Text, add_variant, game, variant
from slugfest.lab import ladder
from slugfest.lab.deals import Cell, points
from slugfest.lab.experiment import open_run
from slugfest.lab.ladder import Ladder
from slugfest.lab.run_report import reports
from slugfest.lab.runs import Progress
from slugfest.lab.score import wilson
from slugfest.lab.seating import arrangements, shares


@pytest.mark.parametrize(("seats", "count"), [(2, 2), (3, 6), (4, 6), (5, 20), (6, 20)])
def test_every_seat_belongs_to_either_bot_equally_often(seats: int, count: int) -> None:
    ways = arrangements(game("kapow-cards"), seats, {})
    assert len(ways) == count == len({tuple(way) for way in ways})
    for seat in range(seats):
        assert Counter(way[seat] for way in ways) == {0: count // 2, 1: count // 2}


def test_a_team_is_never_split() -> None:
    assert arrangements(NIM, 4, {}) == [[0, 1, 0, 1], [1, 0, 1, 0]]


def test_a_bot_can_be_measured_alone_against_all_others() -> None:
    assert arrangements(game("kapow-cards"), 3, {}, alone=True) == [[0, 1, 1], [1, 0, 1], [1, 1, 0]]
    report = ladder(NIM, ["greedy", "random"], games=3, alone=True, workers=1)
    assert report.as_json()["alone"] is True
    assert report.pairings[0].games == 4


@pytest.mark.parametrize(
    ("winners", "expected"), [([0], 1.0), ([1], 0.0), ([0, 1], 0.5), ([], 0.5), ([0, 2], 1.0), ([1, 2], 0.5)]
)
def test_a_win_belongs_to_the_bot_whose_seats_won_alone(winners: list[int], expected: float) -> None:
    assert shares([0, 1, 0], winners) == [expected, 1 - expected]


def test_against_the_game_each_bot_has_all_seats_and_its_own_rate() -> None:
    assert arrangements(game("kapow-dice"), 2, {"mode": "coop"}) == [[0, 0]]
    won = Outcome([1, 1], "KNOCKOUT", Text("", ""), values=[1.0, 1.0])
    lost = Outcome([1, 1], "KNOCKOUT", Text("", ""), values=[0.0, 0.0])
    cell = Cell("", "kapow-dice", 2, {"mode": "coop"}, ("greedy",))
    assert [points(game("kapow-dice"), cell, [0, 0], outcome) for outcome in (won, lost)] == [[1.0], [0.0]]


def test_a_ladder_against_the_game_has_win_rates_by_bot_and_partner() -> None:
    report = ladder(
        game("kapow-dice"), ["greedy", "random"], seats=1, games=6, options={"by_lot": True}, workers=1
    )
    facts = report.as_json()
    assert [(pairing["first"], pairing["second"], pairing["games"]) for pairing in facts["pairings"]] == [
        ("greedy", "", 6),
        ("random", "", 6),
    ]
    assert report.rate("greedy") == report.pairings[0].rate > report.rate("random")
    played_with = facts["pairings"][0]["cast"]
    assert sum(entry["first"]["games"] for entry in played_with.values()) == 6
    assert len(ladder(game("kapow-dice"), ["greedy"], seats=1, games=1, workers=1).pairings) == 1
    console = Console(file=io.StringIO(), width=120)
    report.show(console, "de")
    assert "Alle gegen das Spiel" in console.file.getvalue()  # type: ignore[attr-defined]


def test_pairs_of_bots_play_as_teams() -> None:
    assert arrangements(game("kapow-dice"), 4, {"mode": "team"}) == [[0, 0, 1, 1], [1, 1, 0, 0]]


@pytest.mark.parametrize(
    ("rate", "games", "low", "high"),
    [(0.5, 100, 0.4038, 0.5962), (0.0, 10, 0.0, 0.2775), (1.0, 10, 0.7225, 1.0), (0.6, 1000, 0.5693, 0.6299)],
)
def test_intervals_are_wilsons(rate: float, games: int, low: float, high: float) -> None:
    assert wilson(rate, games) == pytest.approx((low, high), abs=1e-4)


def small_ladder(workers: int) -> Ladder:
    return ladder(NIM, ["random", "greedy", "search:20"], games=31, seed="small", workers=workers)


def test_the_number_of_workers_changes_nothing() -> None:
    assert small_ladder(1).text() == small_ladder(2).text()


def test_all_pairs_play_a_whole_number_of_swaps() -> None:
    report = small_ladder(1)
    assert [(pairing.first, pairing.second) for pairing in report.pairings] == [
        ("random", "greedy"),
        ("random", "search:20"),
        ("greedy", "search:20"),
    ]
    assert all(pairing.games == 32 for pairing in report.pairings)
    assert all(pairing.reasons == {"TOOK_LAST": 32} for pairing in report.pairings)
    assert report.ranking()[-1][0] == "random"


def test_on_a_game_won_by_the_first_seat_perfect_players_share() -> None:
    """Nine in the heap: who begins and plays right wins, so swapped seats must give one half."""
    report = ladder(NIM, ["greedy", "search:3000"], games=10, workers=1)
    pairing = report.pairings[0]
    assert (pairing.rate, pairing.deals) == (0.5, 5)
    assert pairing.worth == pytest.approx(10 * 5)  # every deal was split, so they say more than ten tosses


def test_draws_count_half_and_are_shown() -> None:
    report = ladder(ROCK_PAPER_SCISSORS, ["random", "search:10"], games=60, workers=1)
    pairing = report.pairings[0]
    assert pairing.draws > 0
    assert pairing.rate == pytest.approx((pairing.wins + pairing.draws / 2) / pairing.games)


def test_a_pairing_can_be_read_from_either_side() -> None:
    report = small_ladder(1)
    there, back = report.pairing("random", "greedy"), report.pairing("greedy", "random")
    assert (there.wins, there.draws, there.losses) == (back.losses, back.draws, back.wins)
    assert there.rate == pytest.approx(1 - back.rate)
    assert there.worth == pytest.approx(back.worth)
    assert there.interval == pytest.approx((1 - back.interval[1], 1 - back.interval[0]))
    with pytest.raises(SlugfestError, match="did not meet"):
        report.pairing("random", "hard")


def test_progress_is_reported_to_the_last_game() -> None:
    heard: list[tuple[int, int]] = []

    def note(progress: Progress) -> None:
        heard.append((progress.deals, progress.total))

    ladder(NIM, ["random", "greedy"], games=50, workers=1, progress=note)
    assert heard[-1] == (25, 25)
    assert heard == sorted(heard)


def test_teams_play_as_one() -> None:
    report = ladder(NIM, ["random", "search:30"], seats=4, games=10, workers=1)
    assert report.pairings[0].games == 10


@pytest.mark.parametrize(
    ("bots", "games"),
    [(["random"], 10), (["random", "random"], 10), (["random", "greedy"], 0), (["random", "x"], 10)],
)
def test_a_ladder_that_makes_no_sense_is_refused(bots: list[str], games: int) -> None:
    with pytest.raises(SlugfestError):
        ladder(NIM, bots, games=games, workers=1)


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", ["Win rate", "62.5 %"]), ("de", ["Siegquote", "62,5 %"]), ("fr", ["Win rate"])],
)
def test_the_report_reads_well_in_both_languages(language: str, words: list[str]) -> None:
    report = Ladder("nim", 2, {}, "s", ["greedy", "random"])
    for deal in ((1.0, 1.0), (0.5, 0.0)):
        rows = [
            {"points": [points_won, 1 - points_won], "reason": "TOOK_LAST", "moves": 7} for points_won in deal
        ]
        report.pairings[0].book([row | {"sides": [0, 1], "line_ups": [[], []]} for row in rows])
    console = Console(record=True, width=80, file=io.StringIO())
    report.show(console, language)
    shown = console.export_text()
    for word in [*words, "greedy – random", "TOOK_LAST 4"]:
        assert word in shown


def test_the_report_is_json_too() -> None:
    report = json.loads(small_ladder(1).text())
    assert report["game"] == "nim"
    pairing = report["pairings"][0]
    assert pairing["wins"] + pairing["draws"] + pairing["losses"] == pairing["games"] == 32
    assert pairing["interval"][0] <= pairing["rate"] <= pairing["interval"][1]


def test_a_game_with_a_cast_is_reported_by_whom_the_bots_played_with() -> None:
    """Every deal is played by both bots with both teams, so each of the cast is counted equally often for both."""
    report = ladder(game("tag-team"), ["random", "greedy"], games=12, options={"teams": "random"}, workers=1)
    pairing = report.pairings[0]
    assert pairing.members()
    for member in pairing.members():
        first, second = pairing.first_with[member], pairing.second_with[member]
        assert first.games == second.games > 0
    assert sum(score.games for score in pairing.first_with.values()) == 2 * pairing.games
    assert report.as_json()["pairings"][0]["cast"]
    console = Console(record=True, width=100, file=io.StringIO())
    report.show(console, "de")
    assert "mit wem" in console.export_text()


def test_an_interrupted_ladder_is_resumed_and_comes_out_the_same(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"bots": ["random", "greedy"], "games": 12, "seed": "left", "workers": 1}

    def leave(progress: Progress) -> None:
        if progress.deals >= 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        ladder(game("kapow-cards"), **asked, folder=tmp_path, progress=leave)
    heard: list[int] = []
    resumed = ladder(
        game("kapow-cards"), **asked, folder=tmp_path, progress=lambda one: heard.append(one.deals)
    )
    assert heard[0] > 2
    assert resumed.text() == ladder(game("kapow-cards"), **asked).text()


def test_a_ladder_is_an_experiment_that_the_lab_can_open(tmp_path: Path) -> None:
    report = ladder(game("kapow-cards"), ["random", "greedy"], games=4, workers=1, folder=tmp_path)
    run = open_run(tmp_path)
    run.prepare()
    assert run.complete
    (cell,) = reports(run)
    assert cell.sides[0].rate == report.pairings[0].rate


def test_a_ladder_of_a_variant_can_be_opened_again(tmp_path: Path) -> None:
    changed = add_variant(variant("kapow-cards", {"W14.value": 9}, "our hammer"))
    ladder(changed, ["random", "greedy"], games=2, workers=1, folder=tmp_path)
    run = open_run(tmp_path)
    run.prepare()
    assert run.complete
    assert run.experiment.cells[0].game == changed.id
