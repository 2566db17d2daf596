"""A made-up club: anchors hold the scale, and no habit gains."""

from __future__ import annotations

from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.ratings.club import HABITS, Club


def test_with_anchors_ratings_stay_near_the_truth_and_no_habit_gains() -> None:
    club = Club("test", size=60)
    lines = list(club.play(2))
    assert [line.year for line in lines] == [1, 2]
    last = lines[-1]
    assert last.people > 40
    assert last.error < last.spread / 2
    assert set(last.by_habit) <= set(HABITS)
    for habit, drift in last.by_habit.items():
        assert drift < 60, habit
    assert list(Club("test", size=60).play(2)) == lines


def test_without_anchors_the_same_people_live_and_play_among_themselves() -> None:
    anchored, alone = Club("test", size=40), Club("test", size=40, anchored=False)
    [with_bots], [without] = anchored.play(1), alone.play(1)
    assert [one.strength for one in anchored.members] == [one.strength for one in alone.members]
    assert alone.matches < anchored.matches
    assert with_bots.spread > 0 < without.spread


def test_the_command_prints_every_habit_in_eighty_columns() -> None:
    asked = ["ratings", "simulate", "--people", "20", "--years", "1"]
    printed = CliRunner(env={"COLUMNS": "80"}).invoke(app, asked).output
    assert max(map(len, printed.splitlines())) <= 80
    for habit in HABITS:
        assert set(habit.split()) <= set(printed.split())
