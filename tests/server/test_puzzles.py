"""Puzzles on a server: the guest's first answer is stored, and the page reads rating and streak from it."""

from __future__ import annotations

from typing import Any

from tests.server.harness import Line, RunningServer

from slugfest.lessons.puzzles import puzzles_of


def answer(line: Line, moves: list[str]) -> str:
    """Make moves in one request; the state of the puzzle after it."""
    line.send({"type": "play", "id": f"r{len(line.raw)}", "moves": moves})
    while True:
        message = line.receive()
        if message["type"] == "lesson":
            return str(message["state"])


def opened(line: Line) -> None:
    while line.receive()["type"] != "lesson":
        pass


def test_the_first_answer_to_a_puzzle_is_stored_with_the_guest() -> None:
    with RunningServer() as server, server.person("Ann") as ann, server.person("Bob") as bob:
        info: Any = ann.http.get("/api/puzzles").json()
        today = info["today"]
        [puzzle] = [one for one in puzzles_of(today["game"]) if one.number == today["number"]]
        step = puzzle.lesson().steps[0]
        with ann.dial(f"puzzles/{today['game']}/{today['number']}") as line:
            opened(line)
            assert answer(line, step.accept[0]) == "right"
            line.done("next")
        with bob.dial(f"puzzles/{today['game']}/{today['number']}") as line:
            opened(line)
            assert answer(line, step.wrong[0].ways()[0]) == "wrong"
            line.done("next")
        solved, failed = ann.http.get("/api/puzzles").json(), bob.http.get("/api/puzzles").json()
        assert (solved["solved_today"], solved["streak"], solved["solved"]) == (True, 1, 1)
        assert (failed["solved_today"], failed["streak"], failed["tried"]) == (False, 0, 1)
        assert failed["rating"] < info["rating"] < solved["rating"]
        assert ann.http.get("/api/me").json()["learned"] == []


def test_a_puzzle_that_is_not_there_ends_the_connection_with_the_reason() -> None:
    with RunningServer() as server, server.person("Ann") as ann, ann.dial("puzzles/kapow-cards/9999") as line:
        assert line.ending() == (4404, "NO_SUCH_PUZZLE")
