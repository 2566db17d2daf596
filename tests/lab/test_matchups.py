"""A table of match-ups: every line-up meets every other it can meet, and an interruption loses no finished pairing."""

from __future__ import annotations

import csv
import io
import json
from pathlib import Path

import pytest
from rich.console import Console
from tests.textbook import NIM, Textbook, TextbookState, ended

from slugfest.cli.lab import Matching, Playing, run_matchups
from slugfest.kernel import (
    Choice,
    Game,
    Option,
    Options,
    Outcome,
    Reports,
    Rng,
    SlugfestError,
    State,
    Text,
    game,
)
from slugfest.lab import MatchUps, matchups
from slugfest.lab.batches import PoolExecutor
from slugfest.lab.experiment import open_run
from slugfest.lab.matchups import matchups_experiment
from slugfest.lab.runs import Progress, Run

BEASTS = {"ant": 1, "bear": 5, "cat": 3}


class BeastsState(TextbookState):
    """The first seat says go; the stronger beasts win."""

    own = ("gone",)

    def __init__(self) -> None:
        super().__init__()
        self.gone = False

    def actors(self) -> list[int]:
        return [] if self.gone else [0]

    def moves(self, seat: int) -> list[int]:
        return [0] if seat == 0 and not self.gone else []

    def apply(self, seat: int, move: int) -> None:
        self.gone = True

    def strength(self, seat: int) -> int:
        return sum(BEASTS[beast] for beast in self.options[f"beasts_{seat + 1}"].split())

    def outcome(self) -> Outcome | None:
        return ended([self.strength(0), self.strength(1)]) if self.gone else None


class BeastsReports(Reports[BeastsState]):
    def cast(self) -> dict[str, Text]:
        return {"ant": Text("Ant", "Ameise"), "bear": Text("Bear", "Bär"), "cat": Text("Cat", "Katze")}

    def line_up(self, state: BeastsState, seat: int) -> list[str]:
        return list(state.options[f"beasts_{seat + 1}"].split())

    def line_ups(self) -> list[list[str]]:
        return [["ant"], ["bear"], ["cat"], ["ant", "cat"]]

    def match_up(self, one: list[str], other: list[str]) -> Options | None:
        if set(one) & set(other):
            return None
        return {"beasts_1": " ".join(one), "beasts_2": " ".join(other)}


class Beasts(Textbook):
    """Line-ups of one or two beasts; the same line-up cannot meet itself. It stops working at one of its deals."""

    position = BeastsState

    def __init__(self, deals: int = 10_000) -> None:
        super().__init__("beasts", 2, ["go"])
        self.deals_left = deals
        self.reports = BeastsReports()
        values = [Choice(" ".join(line_up), Text("", "")) for line_up in self.reports.line_ups()]
        self.options = [Option(f"beasts_{seat}", Text("", ""), "ant", values) for seat in (1, 2)]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        self.deals_left -= 1
        if self.deals_left < 0:
            raise KeyboardInterrupt  # as if somebody pressed Ctrl-C
        return super().deal(seats, options, rng)


def beasts(games: int = 4, deals: int = 10_000, player: str = "random") -> MatchUps:
    return matchups(Beasts(deals), games, player, workers=1)


@pytest.mark.parametrize("player", ["random", "greedy"])
def test_every_line_up_meets_every_other_it_can_meet(player: str) -> None:
    table = beasts(player=player)
    assert (table.total, table.done, table.complete) == (4, 4, True)
    names = [table.key(row) for row in range(4)]
    ant, bear, cat, both = (names.index(name) for name in ("ant", "bear", "cat", "ant+cat"))
    assert table.rate(bear, ant) == table.rate(bear, cat) == table.rate(bear, both) == 1.0
    assert table.rate(ant, bear) == 0.0
    assert table.rate(ant, both) is None
    assert table.rate(ant, ant) is None


def test_a_stranger_s_game_is_ranked_with_its_cast() -> None:
    table = beasts()
    assert [table.key(row) for row, _ in table.scores()] == ["bear", "cat", "ant", "ant+cat"]
    assert [member for member, _ in table.member_scores()] == ["bear", "cat", "ant"]
    scores = dict(table.member_scores())
    assert (scores["bear"].games, scores["bear"].rate) == (12, 1.0)
    assert scores["cat"].games == 12
    assert scores["cat"].rate == pytest.approx(1 / 3)


def test_an_odd_number_of_games_is_rounded_up_so_that_seats_are_swapped() -> None:
    assert beasts(3).games == 4


def test_the_table_can_be_read_by_programs_and_spreadsheets() -> None:
    table = beasts()
    data = json.loads(table.json_text())
    assert data["line_ups"] == ["ant", "bear", "cat", "ant+cat"]
    assert data["rates"][1] == [1.0, None, 1.0, 1.0]
    assert data["line_up_scores"][0]["line_up"] == "bear"
    low, high = data["line_up_scores"][0]["interval"]
    assert 0.5 < low < high == 1.0
    rows = list(csv.reader(io.StringIO(table.csv_text())))
    assert rows[0] == ["line-up", "ant", "bear", "cat", "ant+cat"]
    assert rows[2] == ["bear", "1.000", "", "1.000", "1.000"]


def test_the_number_of_workers_changes_nothing() -> None:
    assert matchups(Beasts(), 2, workers=1).json_text() == matchups(Beasts(), 2, workers=2).json_text()


def test_progress_is_reported_pairing_by_pairing() -> None:
    heard: list[tuple[int, int]] = []

    def note(progress: Progress) -> None:
        heard.append((progress.deals, progress.total))

    matchups(Beasts(), 2, workers=1, progress=note)
    assert heard == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_an_interrupted_table_keeps_what_was_played() -> None:
    table = beasts(4, deals=10)
    assert (table.done, table.complete) == (2, False)
    assert sum(score.games for _, score in table.scores()) == 2 * 2 * 4
    assert table.csv_text().count("\n") == 5


def shown(played: Game, out: Path | None, language: str = "en") -> tuple[bool, str]:
    console = Console(record=True, width=100, file=io.StringIO())
    complete = run_matchups(console, played, Matching(4, "random", "seed", 1), Playing(1), out, language)
    return complete, console.export_text()


def test_the_command_prints_the_ends_of_the_table_and_everybody(tmp_path: Path) -> None:
    complete, text = shown(Beasts(), tmp_path / "table.csv", "de")
    assert complete
    for word in ("die besten Aufstellungen", "die schwächsten", "Ameise + Katze", "Bär", "100,0 %"):
        assert word in text
    assert (tmp_path / "table.csv").read_text().startswith("line-up,")


@pytest.mark.parametrize(("language", "words"), [("en", "2 of 4 pairings"), ("de", "2 von 4 Paarungen")])
def test_an_interrupted_command_says_how_far_it_came_and_writes_it_down(
    tmp_path: Path, language: str, words: str
) -> None:
    complete, text = shown(Beasts(deals=10), tmp_path / "table.json", language)
    assert not complete
    assert words in text
    assert "%" in text
    assert json.loads((tmp_path / "table.json").read_text())["played"] == 2


def test_an_interruption_before_the_first_pairing_still_ends_in_words(tmp_path: Path) -> None:
    complete, text = shown(Beasts(deals=0), tmp_path / "table.csv")
    assert not complete
    assert "0 of 4" in text
    assert not (tmp_path / "table.csv").exists()


@pytest.mark.heavy
def test_tag_team_comes_out_even_over_all_teams() -> None:
    table = matchups(game("tag-team"), 2, workers=1, seed="even")
    assert (table.done, len(table.scores())) == (1485, 66)
    assert sum(score.rate for _, score in table.scores()) / 66 == pytest.approx(0.5)
    assert all(0.2 < score.rate < 0.8 for _, score in table.member_scores())


@pytest.mark.parametrize(
    ("seats", "line_ups", "pairings", "first"),
    [(2, 6, 15, "tough_nut"), (4, 15, 45, "tough_nut+elusivity")],
)
def test_characters_of_the_dice_game_meet_alone_and_in_pairs(
    seats: int, line_ups: int, pairings: int, first: str
) -> None:
    dice = game("kapow-dice")
    experiment = matchups_experiment(dice, 2, "greedy", "seed", seats, {})
    run = Run(None, experiment)
    run.prepare()
    with pytest.raises(KeyboardInterrupt):
        run.play(PoolExecutor(1), interrupt)
    table = MatchUps(dice, run)
    assert (len(table.line_ups), table.total, table.key(0)) == (line_ups, pairings, first)
    assert {seats_of(cell.options) for cell in experiment.cells} == {seats}
    assert table.done == 1
    row, column = experiment.cells[0].meeting
    here, there = table.rate(row, column), table.rate(column, row)
    assert here is not None
    assert there is not None
    assert here + there == pytest.approx(1)


def interrupt(progress: Progress) -> None:
    raise KeyboardInterrupt


def seats_of(options: Options) -> int:
    return 4 if options["mode"] == "team" else 2


def test_what_was_agreed_besides_decides_who_can_meet() -> None:
    dice = game("kapow-dice")
    assert len(matchups_experiment(dice, 2, "random", "seed", 2, {"opposed": True}).cells) == 9
    with pytest.raises(SlugfestError):
        matchups(dice, 2, workers=1, options={"mode": "duel"})


@pytest.mark.parametrize(
    ("played", "games", "player"), [(NIM, 2, "random"), (Beasts(), 0, "random"), (Beasts(), 2, "godlike")]
)
def test_a_table_that_makes_no_sense_is_refused(played: Game, games: int, player: str) -> None:
    with pytest.raises(SlugfestError):
        matchups(played, games, player, workers=1)


def test_an_interrupted_table_is_resumed_and_comes_out_the_same(tmp_path: Path) -> None:
    left = matchups(Beasts(deals=10), 4, player="random", workers=1, folder=tmp_path)
    assert (left.done, left.complete) == (2, False)
    resumed = matchups(
        Beasts(deals=6), 4, player="random", workers=1, folder=tmp_path
    )  # of 16 games 10 are there
    assert resumed.json_text() == beasts().json_text()


def test_match_ups_are_an_experiment_that_the_lab_can_open(tmp_path: Path) -> None:
    table = matchups(game("kapow-dice"), 2, "greedy", workers=1, options={"opposed": True}, folder=tmp_path)
    run = open_run(tmp_path)
    run.prepare()
    assert run.complete
    assert MatchUps(game("kapow-dice"), run).json_text() == table.json_text()
