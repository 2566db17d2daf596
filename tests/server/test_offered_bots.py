"""Bots from outside at the tables of a server: those that the host named, and no others."""

from __future__ import annotations

import asyncio
import json
import logging
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.bots.test_programs import Life
from tests.server import harness
from tests.server.harness import RunningServer, quick_settings

from slugfest.bots import registry
from slugfest.kernel import SlugfestError, game, read_record, seeded
from slugfest.server import run
from slugfest.server.bot_workers import ProcessBotWorkers, answer_questions
from slugfest.server.run import Serving, configured
from slugfest.table import Question

ROOT = Path(__file__).parent.parent.parent
LUCKY = f"lucky={sys.executable} {ROOT / 'examples' / 'bots' / 'lucky.py'}"
STRANGER = f"{sys.executable} {ROOT / 'tests' / 'bots' / 'stranger.py'}"


@pytest.fixture(autouse=True)
def own_names() -> Iterator[None]:
    """What a test registers is forgotten after it."""
    before = dict(registry._kinds)
    yield
    registry._kinds.clear()
    registry._kinds.update(before)


def serving(*bots: str, programs: tuple[str, ...] = ()) -> Serving:
    return Serving([], [], [], bots=bots, programs=programs)


@pytest.fixture
def server(lines: ExitStack) -> RunningServer:
    settings = configured(serving("lucky:boldness=7:budget=30000", "search:30", programs=(LUCKY,)), None)
    offered = quick_settings(bots=settings.bots, programs=settings.programs)
    return lines.enter_context(RunningServer(offered))


def test_a_table_chooses_an_offered_bot_and_the_record_says_which_it_was(
    server: RunningServer, lines: ExitStack
) -> None:
    ann = lines.enter_context(server.person("Ann"))
    chosen = "lucky:boldness=7:budget=30000"
    assert ann.http.get("/api/games/hush").json()["bots"] == [chosen, "search:30"]
    match = ann.create("me", "open", start=False, rounds=2)
    line = lines.enter_context(ann.connect(match))
    assert line.refused("set_seat", seat=1, kind="bot", level="lucky") == "NO_SUCH_LEVEL"
    assert line.refused("set_seat", seat=1, kind="bot", level="lucky:boldness=1") == "NO_SUCH_LEVEL"
    line.done("set_seat", seat=1, kind="bot", level=chosen)
    assert line.match["seats"][1]["level"] == chosen
    line.done("start")
    while line.wait_for_turn():
        line.done("play", moves=[line.moves[0]])
    record = read_record(ann.http.get(f"/api/matches/{match}/record").text)
    assert record.bots == {1: "lucky 1.0 boldness=7 budget=30000"}


def test_a_new_match_may_begin_with_an_offered_bot_and_with_no_other(
    server: RunningServer, lines: ExitStack
) -> None:
    ann = lines.enter_context(server.person("Ann"))
    line = lines.enter_context(ann.connect(ann.create("me", "search:30", rounds=2)))
    while line.wait_for_turn():
        line.done("play", moves=[line.moves[0]])
    assert line.match["seats"][1]["level"] == "search:30"
    seats = [{"kind": "me"}, {"kind": "bot", "level": "search:99999"}]
    answer = ann.http.post("/api/matches", json={"game": "hush", "seats": seats, "name": "Ann"})
    assert answer.status_code >= 400
    assert answer.json()["code"] == "NO_SUCH_LEVEL"


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        (serving("nobody"), "there is no bot 'nobody'"),
        (serving(programs=("mine=./nowhere",)), "cannot be started: ./nowhere"),
        (serving("lucky:boldness=99", programs=(LUCKY,)), "a whole number from 0 to 10"),
        (serving("lucky:budget=60000", programs=(LUCKY,)), "at most 30000 milliseconds"),
    ],
)
def test_a_server_that_cannot_offer_a_bot_says_so_before_it_starts(asked: Serving, complaint: str) -> None:
    with pytest.raises(SlugfestError, match=complaint):
        configured(asked, None)


def question(level: str) -> Question:
    state = game("kapow-cards").new(2, {}, seeded("offered"))
    return Question("kapow-cards", state.position(), state.actors()[0], level, 12345)


async def test_a_program_that_fails_at_a_table_is_replaced_and_the_log_says_so(
    caplog: pytest.LogCaptureFixture,
) -> None:
    workers = ProcessBotWorkers(1, timeout=600.0, programs=[f"crasher={STRANGER} crash", LUCKY])
    try:
        with caplog.at_level(logging.ERROR, "slugfest.server"):
            [idea] = await workers.think(question("crasher:budget=600000:instead=random"), "decide")
        assert game("kapow-cards").set_up(question("").position).legal(question("").seat, idea.move)
        assert idea.instead == "random"
        [received] = [record.getMessage() for record in caplog.records]
        assert "crashed: exit code 1 “ValueError: I have a bad day”; random decides in its place" in received
        [idea] = await workers.think(question("lucky:budget=600000"), "decide")
        assert idea.instead == ""
    finally:
        await workers.close()


def test_a_bot_that_is_no_longer_installed_is_replaced(tmp_path: Path) -> None:
    asked = {"question": vars(question("long-gone:depth=3")), "purpose": "decide"}
    (tmp_path / "in").write_text(json.dumps(asked) + "\n")
    with (tmp_path / "in").open("rb") as questions, (tmp_path / "out").open("wb") as answers:
        answer_questions(questions, answers)
    answer = json.loads((tmp_path / "out").read_text())
    assert len(answer["ideas"]) == 1
    assert "greedy decides in its place" in answer["faults"][0]


async def test_tables_whose_bot_hangs_hold_up_no_other_tables_bot(tmp_path: Path) -> None:
    life = Life(tmp_path)
    workers = ProcessBotWorkers(1, timeout=600.0, programs=[f"hanger={STRANGER} hang {life.fifo}", LUCKY])
    try:
        hanging = [
            asyncio.create_task(workers.think(question("hanger:budget=600000"), "decide", table))
            for table in ("A", "B", "C")
        ]
        await asyncio.sleep(0)
        [medium] = await workers.think(question("medium"), "decide", "D")
        [lucky] = await workers.think(question("lucky:budget=600000"), "decide", "E")
        assert (medium.instead, lucky.instead) == ("", "")
        assert not any(task.done() for task in hanging)
        for task in hanging:
            task.cancel()
    finally:
        await workers.close()
    life.await_end()  # nothing that hangs outlives the server


def test_three_tables_with_a_hanging_bot_do_not_delay_a_fourth(
    tmp_path: Path, lines: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same through a whole server: one worker for built-in bots, and a program that never answers."""
    life = Life(tmp_path)
    hanging = "hanger:budget=600000"
    program = f"hanger={STRANGER} hang {life.fifo}"
    monkeypatch.setattr(run, "LONGEST_BUDGET", 600_000)
    monkeypatch.setattr(harness, "TIMEOUT", 600)  # processes of bots start late on a busy machine
    settings = configured(serving(hanging, programs=(program,)), None)
    workers = ProcessBotWorkers(1, timeout=600.0, programs=settings.programs)
    server = RunningServer(quick_settings(bots=settings.bots, programs=settings.programs), None, workers)
    with server:
        ann = lines.enter_context(server.person("Ann"))
        for _ in range(3):
            match = ann.create("me", hanging, game="kapow-cards", start_seat=2)
            lines.enter_context(ann.connect(match)).until(lambda line: line.match["status"] == "playing")
        match = ann.create("me", "medium", game="kapow-cards", start_seat=2)
        fourth = lines.enter_context(ann.connect(match))
        for _ in range(2):  # decisions of the medium bot
            assert fourth.wait_for_turn()
            fourth.done("play", moves=[fourth.moves[0]])
        assert fourth.wait_for_turn()
        thinking = [pending.question.level for pending in workers._thinking]
        assert thinking == [hanging] * 3  # none of them has given up meanwhile
    life.await_end()
