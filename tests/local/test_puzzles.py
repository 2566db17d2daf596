"""Puzzles without a server: today's, another one, the rating and the streak are kept on the device."""

from __future__ import annotations

from typing import Any

import pytest
from tests.local.page import BEGINNING, Device, Line

from slugfest.kernel import games
from slugfest.lessons.puzzles import puzzle_of_the_day, puzzles_of
from slugfest.protocol.puzzles import DAY, day_of


def said(line: Line) -> Any:
    return [received for received in line.heard if received["type"] == "lesson"][-1]


def solve(device: Device, info: Any) -> Line:
    """Open a puzzle and answer it as its file does."""
    line = device.open(f"/ws/puzzles/{info['game']}/{info['number']}")
    assert said(line)["state"] == "ask"
    line.ask("play", moves=list(answers(info)[0]))
    assert said(line)["state"] == "right"
    line.ask("next")
    assert said(line)["state"] == "done"
    return line


def step_of(info: Any) -> Any:
    [puzzle] = [one for one in puzzles_of(info["game"]) if one.number == info["number"]]
    return puzzle.lesson().steps[0]


def answers(info: Any) -> list[list[str]]:
    return list(step_of(info).accept)


def mistake(info: Any) -> list[str]:
    return list(step_of(info).wrong[0].ways()[0])


def test_the_puzzle_of_the_day_is_solved_once_and_counts_for_the_streak() -> None:
    device = Device()
    before = device.get("/api/puzzles")
    assert (before["rating"], before["solved"], before["streak"]) == (1200, 0, 0)
    assert before["today"]["theme"] is None, "it would give the answer away"
    today = puzzle_of_the_day(list(games().values()), day_of(BEGINNING))
    assert today is not None
    assert (before["today"]["game"], before["today"]["number"]) == (today.game, today.number)
    solve(device, before["today"])
    after = device.get("/api/puzzles")
    assert after["solved_today"]
    assert after["today"]["solved"]
    assert after["today"]["theme"]["en"]
    assert (after["solved"], after["streak"]) == (1, 1)
    assert after["rating"] > before["rating"]
    solve(device, before["today"])
    assert device.get("/api/puzzles")["rating"] == after["rating"], "the first answer counts, once"


def test_a_streak_grows_day_by_day_and_breaks() -> None:
    device = Device()
    for days in (1, 2, 3):
        solve(device, device.get("/api/puzzles")["today"])
        assert device.get("/api/puzzles")["streak"] == days
        device.time += DAY
    info = device.get("/api/puzzles")
    assert (info["streak"], info["solved_today"]) == (3, False), "today is not over yet"
    device.time += DAY
    assert device.get("/api/puzzles")["streak"] == 0


def test_a_wrong_answer_lowers_the_rating_and_the_right_one_after_it_does_not_raise_it() -> None:
    device = Device()
    info = device.get("/api/puzzles")["another"]
    line = device.open(f"/ws/puzzles/{info['game']}/{info['number']}")
    line.ask("play", moves=mistake(info))
    assert said(line)["state"] == "wrong"
    lowered = device.get("/api/puzzles")
    assert (lowered["tried"], lowered["solved"]) == (1, 0)
    assert lowered["rating"] < 1200
    line.ask("next")
    line.ask("play", moves=answers(info)[0])
    assert said(line)["state"] == "right"
    found = device.get("/api/puzzles")
    assert (found["tried"], found["solved"], found["rating"]) == (1, 1, lowered["rating"])


def test_another_one_is_new_of_the_game_asked_for_and_not_todays() -> None:
    device = Device()
    for _ in range(3):
        info = device.get("/api/puzzles?game=tag-team")
        assert info["another"]["game"] == "tag-team"
        assert not info["another"]["solved"]
        assert info["another"] != info["today"]
        solve(device, info["another"])
    assert device.get("/api/puzzles")["solved"] == 3
    assert device.get("/api/puzzles?game=chess")["another"] is None


def test_puzzles_are_kept_when_the_page_is_closed_and_are_no_lessons() -> None:
    device = Device()
    solve(device, device.get("/api/puzzles")["today"])
    device.begin_anew()
    assert device.get("/api/puzzles")["streak"] == 1
    assert device.get("/api/me")["learned"] == []
    assert device.get("/api/me/profile")["learned"] == []


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("/ws/puzzles/chess/1", "NO_SUCH_GAME"),
        ("/ws/puzzles/kapow-cards/9999", "NO_SUCH_PUZZLE"),
        ("/ws/puzzles/kapow-cards/x", "NO_SUCH_PUZZLE"),
    ],
)
def test_a_puzzle_that_is_not_there_says_so(path: str, code: str) -> None:
    line = Device().open(path)
    assert line.heard[-1]["code"] == code


def test_a_guest_keeps_one_name_over_all_lessons() -> None:
    device = Device()
    names: set[str] = set()
    for path in ("/ws/lessons/kapow-cards/1", "/ws/lessons/kapow-cards/2", "/ws/lessons/tag-team/1"):
        snapshot = device.open(path).heard[0]
        names |= {seat["name"] for seat in snapshot["match"]["seats"] if seat["you"]}
    assert len(names) == 1
