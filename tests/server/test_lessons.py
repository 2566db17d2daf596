"""Lessons over a real socket: played, left and taken up; what is no lesson is refused with a reason."""

from __future__ import annotations

import time
from contextlib import ExitStack
from typing import Any

import pytest
from tests.server.harness import Line, Person, RunningServer, quick_settings

from slugfest.kernel import games
from slugfest.lessons.course import Step, course_of
from slugfest.server.limits import Limits, Rate
from slugfest.store import Learned, MemoryStore

HIT = "lessons/kapow-cards/1"
LESSON = course_of("kapow-cards")[0]
ASKING = next(number for number, step in enumerate(LESSON.steps, 1) if not step.is_look)


@pytest.fixture
def ann(people: list[Person]) -> Person:
    return people[0]


def heard(line: Line) -> dict[str, Any]:
    """Listen until the voice speaks."""
    while True:
        message = line.receive()
        if message["type"] == "lesson":
            return message


def answered(line: Line, step: Step) -> dict[str, Any]:
    """Do what a step asks for; what the voice says then."""
    for move in step.accept[0] if step.accept else ():
        line.done("play", moves=[move])
    if step.accept:
        assert heard(line)["state"] == "right"
    line.done("next")
    return heard(line)


def progress(person: Person) -> list[dict[str, Any]]:
    received: list[dict[str, Any]] = person.http.get("/api/me").json()["learned"]
    return received


def test_a_lesson_is_played_to_its_end_and_noted(ann: Person, lines: ExitStack) -> None:
    line = lines.enter_context(ann.connect(HIT))
    received = heard(line)
    for step in LESSON.steps:
        assert received["state"] == ("look" if step.is_look else "ask")
        received = answered(line, step)
    assert received["state"] == "done"
    assert progress(ann) == [{"game": "kapow-cards", "lesson": 1, "step": 1, "done": True}]


def test_a_lesson_that_was_left_is_taken_up_at_its_step(ann: Person, lines: ExitStack) -> None:
    line = lines.enter_context(ann.connect(HIT))
    heard(line)
    assert answered(line, LESSON.steps[0])["step"] == 2
    line.close()
    [learned] = progress(ann)
    assert learned["step"] == 2
    assert not learned["done"]
    assert heard(lines.enter_context(ann.connect(HIT)))["step"] == learned["step"]
    assert heard(lines.enter_context(ann.connect(f"{HIT}?step=1")))["step"] == 1


class LateStore(MemoryStore):
    """A store that takes its time to note what somebody has learned."""

    def note_learned(self, guest: str, learned: Learned) -> None:
        time.sleep(0.3)
        super().note_learned(guest, learned)


def test_whoever_leaves_as_soon_as_a_step_is_shown_goes_on_there(lines: ExitStack) -> None:
    server = lines.enter_context(RunningServer(store=LateStore()))
    ann = lines.enter_context(server.person("Ann"))
    line = lines.enter_context(ann.connect(HIT))
    heard(line)
    line.done("go", step=2)
    assert heard(line)["step"] == 2
    line.close()
    assert [learned["step"] for learned in progress(ann)] == [2]


def test_a_step_can_be_begun_anew_skipped_and_gone_back_to(ann: Person, lines: ExitStack) -> None:
    line = lines.enter_context(ann.connect(HIT))
    heard(line)
    line.done("go", step=2)
    assert heard(line)["step"] == 2
    line.done("go", step=ASKING)
    assert heard(line)["step"] == ASKING
    line.done("play", moves=["PASS"])
    assert heard(line)["state"] == "wrong"
    line.done("next")
    assert heard(line)["state"] == "ask"
    line.send({"type": "sync"})
    assert line.receive()["type"] == "snapshot"


def test_a_preview_and_an_undo_are_answered(ann: Person, lines: ExitStack) -> None:
    line = lines.enter_context(ann.connect(HIT))
    assert line.ask("preview", moves=["PASS"])["type"] == "preview_result"
    assert line.refused("undo") == "CANNOT_UNDO"


@pytest.mark.parametrize(
    ("path", "code"),
    [
        ("lessons/kapow-cards/99", "NO_SUCH_LESSON"),
        ("lessons/kapow-cards/0", "NO_SUCH_LESSON"),
        ("lessons/kapow-cards/one", "NO_SUCH_LESSON"),
        ("lessons/kapow-cards/-1", "NO_SUCH_LESSON"),
        ("lessons/hush/1", "NO_SUCH_LESSON"),
        ("lessons/chess/1", "NO_SUCH_GAME"),
        ("lessons/..%2f..%2fetc/1", "NO_SUCH_MATCH"),
    ],
)
def test_what_is_no_lesson_is_refused_for_good(server: RunningServer, path: str, code: str) -> None:
    with Line(server.address, path) as line:
        assert line.receive()["code"] == code
        assert line.ending() == (4404, code)


@pytest.mark.parametrize("step", ["x", "-1", "1e9", "", "9" * 50, "%00"])
def test_a_step_that_is_no_number_is_refused(server: RunningServer, step: str) -> None:
    with Line(server.address, f"{HIT}?step={step}") as line:
        assert line.receive()["type"] == "refused"


@pytest.mark.parametrize(
    "message",
    [
        "",
        "[]",
        "{}",
        '{"type": "sit", "id": "a", "seat": 0, "name": "x"}',
        '{"type": "start", "id": "a"}',
        '{"type": "next"}',
        '{"type": "go", "id": "a", "step": "2"}',
        '{"type": "play", "id": "a", "moves": "PASS"}',
        b"\xff\xfe",
        "[" * 5000,
    ],
)
def test_what_nobody_may_send_here_is_refused_and_the_lesson_goes_on(
    ann: Person, lines: ExitStack, message: str | bytes
) -> None:
    line = lines.enter_context(ann.connect(HIT))
    heard(line)
    line.send(message)
    assert line.receive()["type"] == "refused"
    assert line.ask("preview", moves=["PASS"])["type"] == "preview_result"


def test_a_move_that_nobody_can_read_is_refused(ann: Person, lines: ExitStack) -> None:
    line = lines.enter_context(ann.connect(f"{HIT}?step={ASKING}"))
    assert line.refused("play", moves=["hit them hard"]) == "UNREADABLE"
    assert line.refused("play", moves=[]) == "NO_MOVES"
    assert line.refused("play", moves=["PASS"] * 200) == "TOO_MANY_MOVES"


def test_whoever_brings_no_cookie_learns_and_is_not_remembered(server: RunningServer) -> None:
    with Line(server.address, HIT) as line:
        assert heard(line)["state"] == "ask"
        line.done("go", step=2)


def test_too_many_messages_at_once_are_refused() -> None:
    limits = Limits(messages=Rate(1, 3))
    with RunningServer(quick_settings(limits=limits)) as server, server.person("Ann") as ann:
        line = ann.connect(HIT)
        codes = [line.ask("preview", moves=["PASS"]).get("code") for _ in range(5)]
        assert "TOO_FAST" in codes
        line.close()


def test_the_course_is_told_and_so_is_its_length(ann: Person) -> None:
    for game in games():
        course = ann.http.get(f"/api/games/{game}/course").json()
        assert [lesson["number"] for lesson in course["lessons"]] == [
            lesson.number for lesson in course_of(game)
        ]
    listed = {game["id"]: game["lessons"] for game in ann.http.get("/api/games").json()}
    assert listed["hush"] == 0
    assert listed["kapow-cards"] == len(course_of("kapow-cards"))
    assert ann.http.get("/api/games/chess/course").status_code == 404
