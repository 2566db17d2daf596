"""A compiled engine that is made while the server runs: bots use it from their next decision on, without a restart."""

from __future__ import annotations

import asyncio
import json
import sys
from pathlib import Path

import pytest
from tests.server.harness import RunningServer, quick_settings
from tests.server.test_bots import KAPOW, kapow_question

from slugfest.kernel import SlugfestError
from slugfest.protocol.thinking import think
from slugfest.server.bot_workers import ProcessBotWorkers
from slugfest.server.engine import EngineToBuild, build_engine, engine_to_build

COMPILED_MOVE = 4242  # what bots of the other engine always play

# A bot's process of an engine that is easily told from ours.
OTHER = f"""
import json, sys
for line in sys.stdin:
    print(json.dumps({{"ideas": [{{"move": {COMPILED_MOVE}, "visits": 0, "value": 0.0}}]}}), flush=True)
"""


@pytest.fixture
def engine(tmp_path: Path) -> Path:
    """A folder that looks like a compiled copy of Slugfest."""
    rooms = tmp_path / "compiled" / "slugfest" / "server"
    rooms.mkdir(parents=True)
    (rooms.parent / "__init__.py").touch()
    (rooms / "__init__.py").touch()
    (rooms / "background_process.py").write_text(OTHER, "utf-8")
    return tmp_path / "compiled"


def builder(folder: Path, code: str) -> EngineToBuild:
    return EngineToBuild((sys.executable, "-c", code), str(folder))


OURS = think(kapow_question(), "decide", KAPOW)[0].move


async def test_bots_use_the_compiled_engine_from_their_next_decision_on(engine: Path) -> None:
    workers = ProcessBotWorkers(workers=2, timeout=60)
    try:
        assert await workers.decide(kapow_question()) == OURS
        await workers.use(engine)
        assert await workers.decide(kapow_question()) == COMPILED_MOVE
        assert list(workers._processes.values()) == [engine], "the old process has gone"
    finally:
        await workers.close()


async def test_a_thought_is_ended_by_the_engine_that_began_it(engine: Path) -> None:
    workers = ProcessBotWorkers(workers=1, timeout=60)
    asked = asyncio.Event()
    ask = workers._ask

    async def note_and_ask(process: asyncio.subprocess.Process, line: bytes) -> object:
        asked.set()
        return await ask(process, line)

    workers._ask = note_and_ask  # type: ignore[assignment]
    try:
        thinking = asyncio.create_task(workers.decide(kapow_question()))
        await asked.wait()
        await workers.use(engine)
        assert await thinking == OURS
        assert await workers.decide(kapow_question()) == COMPILED_MOVE
        assert list(workers._processes.values()) == [engine]
    finally:
        await workers.close()


@pytest.mark.parametrize(("verdict", "move"), [(0, COMPILED_MOVE), (1, OURS)])
async def test_only_what_was_built_well_is_used(engine: Path, verdict: int, move: int) -> None:
    workers = ProcessBotWorkers(workers=1, timeout=60)
    try:
        await build_engine(builder(engine, f"raise SystemExit({verdict})"), workers)
        assert await workers.decide(kapow_question()) == move
    finally:
        await workers.close()


async def test_a_builder_that_is_not_there_changes_nothing(engine: Path) -> None:
    workers = ProcessBotWorkers(workers=1, timeout=60)
    try:
        await build_engine(EngineToBuild((str(engine / "nobody"),), str(engine)), workers)
        assert await workers.decide(kapow_question()) == OURS
    finally:
        await workers.close()


def test_a_server_begins_to_build_when_it_answers_and_ends_it_when_it_stops(tmp_path: Path) -> None:
    begun, received = tmp_path / "begun", tmp_path / "told"
    code = (
        "import pathlib, sys\n"
        f"pathlib.Path({str(begun)!r}).touch()\n"
        "sys.stdin.read()\n"  # until the server stops
        f"pathlib.Path({str(received)!r}).touch()\n"
        "raise SystemExit(130)\n"
    )
    settings = quick_settings(bots_run_in="process", engine=builder(tmp_path, code))
    with RunningServer(settings) as server, server.person("Ann") as ann:
        assert ann.http.get("/api/games").status_code == 200
        while not begun.exists():
            ann.http.get("/api/games")
        assert not received.exists()
    assert received.exists(), "the builder was told to stop, and waited for"


def test_the_environment_says_what_to_build() -> None:
    received = {"command": ["python", "dev", "build", "--behind"], "folder": "build/compiled"}
    assert engine_to_build(json.dumps(received)) == EngineToBuild(
        tuple(received["command"]), "build/compiled"
    )
    assert engine_to_build("") is None
    with pytest.raises(SlugfestError, match="SLUGFEST_ENGINE"):
        engine_to_build("nonsense")
