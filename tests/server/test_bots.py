"""Bots at the table: they see only what their seat sees, and no failure of theirs stops a match."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import threading
from contextlib import ExitStack
from typing import Any

import pytest
from tests.hush import TABLE_GAME as GAME
from tests.server.harness import Line, Person, RunningServer

from slugfest import bots
from slugfest.kernel import Perspective, game, seeded
from slugfest.protocol.thinking import Purpose, think
from slugfest.server.bot_workers import (
    BotError,
    ProcessBotWorkers,
    Think,
    ThreadBotWorkers,
    answer_questions,
)
from slugfest.table import BotIdea, Question, Seat, Start, Table, opening
from slugfest.table.messages import Level


def test_a_person_plays_bots_of_every_level_to_the_end(people: list[Person], lines: ExitStack) -> None:
    line = lines.enter_context(people[0].connect(people[0].create("me", "easy", "medium", "hard", rounds=2)))
    while line.wait_for_turn():
        line.done("play", moves=[line.moves[0]])
    assert {step["seat"] for step in line.log} == {-1, 0, 1, 2, 3}


def test_bots_play_on_among_themselves_while_somebody_watches(people: list[Person], lines: ExitStack) -> None:
    line = lines.enter_context(people[0].connect(people[0].create("easy", "medium", rounds=3)))
    line.until(lambda line: line.status == "finished")
    assert line.seat == -1
    assert line.match["hosting"]


def test_a_bots_choice_stays_secret_too(people: list[Person], lines: ExitStack) -> None:
    line = lines.enter_context(people[0].connect(people[0].create("me", "easy")))
    line.until(lambda line: line.view is not None and line.view["actors"] == [0])
    assert line.log[-1]["seat"] == 1
    assert line.log[-1]["move"] is None


def fails(question: Question, purpose: Purpose, share: float) -> list[BotIdea]:
    raise RuntimeError("no idea")


def cheats(question: Question, purpose: Purpose, share: float) -> list[BotIdea]:
    return [BotIdea(move, 1, 1.0) for move in (21, -7, 10**9)]


@pytest.mark.parametrize("think_badly", [fails, cheats])
def test_a_match_goes_on_when_its_bot_fails_or_makes_no_legal_move(
    think_badly: Think, lines: ExitStack
) -> None:
    server = lines.enter_context(RunningServer(bot_workers=ThreadBotWorkers(1, think_badly)))
    ann = lines.enter_context(server.person("Ann"))
    line = lines.enter_context(ann.connect(ann.create("me", "hard", rounds=2)))
    while line.wait_for_turn():
        line.done("play", moves=[line.moves[0]])
    assert line.view is not None
    assert line.view["outcome"]


def test_people_are_told_that_a_bot_failed_and_which_one_plays_instead(lines: ExitStack) -> None:
    def stands_in(question: Question, purpose: Purpose, share: float) -> list[BotIdea]:
        move = GAME.set_up(question.position).default_move(question.seat)
        return [BotIdea(move, 0, 0.0, instead="greedy")]

    server = lines.enter_context(RunningServer(bot_workers=ThreadBotWorkers(1, stands_in)))
    ann = lines.enter_context(server.person("Ann"))
    line = lines.enter_context(ann.connect(ann.create("me", "hard", rounds=2)))
    line.until(lambda line: line.match["seats"][1]["instead"] == "greedy")
    assert line.match["seats"][0]["instead"] == ""


def test_no_advice_is_better_than_a_broken_connection(lines: ExitStack) -> None:
    server = lines.enter_context(RunningServer(bot_workers=ThreadBotWorkers(1, fails)))
    ann = lines.enter_context(server.person("Ann"))
    line = lines.enter_context(ann.connect(ann.create("me", "easy")))
    assert line.refused("hint") == "FAILED"
    line.done("play", moves=[line.moves[0]])


# ---- hints ---------------------------------------------------------------------------------------------------------


def test_a_hint_is_a_list_of_legal_moves_best_first(people: list[Person], lines: ExitStack) -> None:
    line = lines.enter_context(people[0].connect(people[0].create("me", "easy")))
    advice = line.ask("hint")
    assert advice["type"] == "advice"
    assert {idea["move"] for idea in advice["ideas"]} <= set(line.moves)
    assert all(0 <= idea["chance"] <= 1 and idea["label"]["de"] for idea in advice["ideas"])


def test_a_hint_is_only_for_somebody_with_a_decision_to_make(people: list[Person], lines: ExitStack) -> None:
    match = people[0].create("me", "open")
    ann, bob, cyd = (lines.enter_context(person.connect(match)) for person in people)
    assert ann.refused("hint") == "NO_ADVICE"
    bob.done("sit", seat=1, name="Bob")
    ann.until(lambda line: line.version == bob.version).done("start")
    ann.done("play", moves=[ann.moves[0]])
    assert ann.refused("hint") == "NO_ADVICE"
    assert cyd.refused("hint") == "NO_ADVICE"
    bob.until(lambda line: line.status == "playing")
    assert bob.refused("hint") == "HINTS_OFF"  # two people, who have not agreed
    for line in (ann, bob):
        line.done("hints", agree=True)
    assert bob.ask("hint")["type"] == "advice"


class Gate:
    """A bot that waits until it is let go."""

    def __init__(self, purpose: Purpose = "advise") -> None:
        self.reached, self.open = threading.Event(), threading.Event()
        self._purpose = purpose

    def __call__(self, question: Question, purpose: Purpose, share: float) -> list[BotIdea]:
        if purpose == self._purpose:
            self.reached.set()
            self.open.wait(30)
        return [BotIdea(GAME.set_up(question.position).default_move(question.seat), 1, 0.5)]


def a_gated_match(stack: ExitStack) -> tuple[Gate, Line]:
    gate = Gate()
    stack.callback(gate.open.set)
    server = stack.enter_context(RunningServer(bot_workers=ThreadBotWorkers(2, gate)))
    ann = stack.enter_context(server.person("Ann"))
    line = stack.enter_context(ann.connect(ann.create("me", "easy")))
    line.until(lambda line: line.view is not None and line.view["actors"] == [0])
    return gate, line


def test_there_is_one_hint_at_a_time_and_play_goes_on_meanwhile() -> None:
    with ExitStack() as stack:
        gate, line = a_gated_match(stack)
        line.send({"type": "hint", "id": "first"})
        assert gate.reached.wait(30)
        assert line.refused("hint", id="second") == "BUSY"
        line.send({"type": "hint", "id": "first"})  # sent again: answered once
        line.send({"type": "sync"})
        assert line.receive()["type"] == "snapshot"
        gate.open.set()
        assert line.answer("first")["type"] == "advice"
        assert line.ask("hint", id="third")["type"] == "advice"
        assert sum(json.loads(raw).get("id") == "first" for raw in line.raw) == 1


def test_a_hint_for_a_position_that_is_gone_is_not_given() -> None:
    with ExitStack() as stack:
        gate, line = a_gated_match(stack)
        line.send({"type": "hint", "id": "late"})
        assert gate.reached.wait(30)
        line.done("play", moves=[line.moves[0]])
        gate.open.set()
        assert line.answer("late")["code"] == "TOO_LATE"


def test_a_move_can_be_taken_back_while_a_bot_thinks_about_it(lines: ExitStack) -> None:
    gate = Gate("decide")
    lines.callback(gate.open.set)
    server = lines.enter_context(RunningServer(bot_workers=ThreadBotWorkers(2, gate)))
    ann = lines.enter_context(server.person("Ann"))
    line = lines.enter_context(ann.connect(ann.create("me", "easy")))
    assert gate.reached.wait(30)
    first, second = line.moves
    line.done("play", moves=[first])
    line.done("undo")
    line.done("play", moves=[second])
    gate.open.set()
    line.until(lambda line: line.view is not None and bool(line.view["board"]["discard"]))
    assert line.view is not None
    assert second.split()[1] in line.view["board"]["discard"]
    assert [step["seat"] for step in line.log[:3]] == [-1, 0, 1]


# ---- thinking ------------------------------------------------------------------------------------------------------


def a_question(level: Level = "easy") -> Question:
    seats = [Seat("bot", "A", level=level), Seat("bot", "B", level=level)]
    table = Table.from_log([opening("MATCH", GAME, "ann", "secret", seats, {})], lambda _: GAME)
    table.handle("ann", "start", Start())
    return table.question(0)


def test_the_same_question_gets_the_same_answer() -> None:
    question = a_question("medium")
    first = think(question, "decide", GAME)
    assert think(question, "decide", GAME) == first
    assert first[0].move in GAME.set_up(question.position).moves(0)


def test_a_bot_is_given_a_perspective_and_nothing_else(monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[object] = []

    class Nosy:
        def choose(self, *what: object) -> int:
            given.extend(what)
            return 0

    monkeypatch.setattr(bots, "bot", lambda level, game: Nosy())
    think(a_question(), "decide", GAME)
    assert [type(thing).__name__ for thing in given] == ["Perspective", "Rng"]
    assert isinstance(given[0], Perspective)
    assert given[0].seat == 0


KAPOW = game("kapow-cards")


def kapow_question(level: str = "easy") -> Question:
    """A question about a game that other processes know as well."""
    state = KAPOW.new(2, {}, seeded("test"))
    return Question("kapow-cards", state.position(), state.actors()[0], level, int(seeded("bot").state))


async def test_a_process_thinks_as_we_would() -> None:
    bot_workers = ProcessBotWorkers(workers=1, timeout=60)
    try:
        question = kapow_question()
        assert await bot_workers.think(question, "decide") == think(question, "decide", KAPOW)
        assert await bot_workers.advise(question) == think(question, "advise", KAPOW)
        [greedy] = think(kapow_question("greedy"), "decide", KAPOW)
        [replaced] = await bot_workers.think(kapow_question("divine"), "decide")  # there is no such bot
        assert (replaced.move, replaced.instead) == (greedy.move, "greedy")
        assert await bot_workers.decide(question) == think(question, "decide", KAPOW)[0].move
    finally:
        await bot_workers.close()


async def test_a_process_that_dies_is_replaced() -> None:
    bot_workers = ProcessBotWorkers(workers=1, timeout=60)
    try:
        move = await bot_workers.decide(kapow_question())
        for process in list(bot_workers._processes):
            os.kill(process.pid, signal.SIGKILL)
            await process.wait()
        assert await bot_workers.decide(kapow_question()) == move
    finally:
        await bot_workers.close()


async def test_a_process_that_hangs_is_given_up() -> None:
    bot_workers = ProcessBotWorkers(workers=1, timeout=0.0)
    try:
        for _ in range(3):
            with pytest.raises(BotError):
                await bot_workers.decide(kapow_question("hard"))
        assert not bot_workers._processes
    finally:
        await bot_workers.close()


async def test_somebody_who_no_longer_waits_does_not_spoil_the_next_answer() -> None:
    bot_workers = ProcessBotWorkers(workers=1, timeout=60)
    try:
        waiting = asyncio.create_task(bot_workers.decide(kapow_question()))
        await asyncio.sleep(0)
        waiting.cancel()
        assert await bot_workers.advise(kapow_question()) == think(kapow_question(), "advise", KAPOW)
    finally:
        await bot_workers.close()


async def test_whoever_leaves_the_queue_is_not_thought_for() -> None:
    bot_workers = ProcessBotWorkers(workers=1, timeout=60)
    asked: list[str] = []
    answer = bot_workers._ask

    async def listen(process: asyncio.subprocess.Process, line: bytes) -> Any:
        asked.append(json.loads(line)["purpose"])
        return await answer(process, line)

    bot_workers._ask = listen  # type: ignore[method-assign]
    try:
        first = asyncio.create_task(bot_workers.decide(kapow_question()))
        await asyncio.sleep(0)
        queued = [asyncio.create_task(bot_workers.advise(kapow_question())) for _ in range(5)]
        await asyncio.sleep(0)
        for task in queued:
            task.cancel()
        await first
        await bot_workers.decide(kapow_question())
        assert asked == ["decide", "decide"]
    finally:
        await bot_workers.close()


def test_a_bot_process_answers_nonsense_with_an_error_and_goes_on() -> None:
    read, write = os.pipe()
    with os.fdopen(write, "wb") as questions:
        questions.write(b"nonsense\n{}\n")
    answers_read, answers_write = os.pipe()
    with os.fdopen(read, "rb") as questions_in, os.fdopen(answers_write, "wb") as answers:
        answer_questions(questions_in, answers)
    with os.fdopen(answers_read, "rb") as received:
        assert [bool(json.loads(line)["error"]) for line in received] == [True, True]


@pytest.mark.skipif(sys.platform == "win32", reason="needs SIGKILL")
async def test_bot_processes_end_with_their_server() -> None:
    bot_workers = ProcessBotWorkers(workers=1, timeout=60)
    try:
        await bot_workers.decide(kapow_question())
        (process,) = bot_workers._processes
        assert process.stdin is not None
        process.stdin.close()  # what happens when the server dies
        assert await asyncio.wait_for(process.wait(), 30) == 0
    finally:
        await bot_workers.close()
