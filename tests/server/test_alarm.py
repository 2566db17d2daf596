"""A room is there when something is due, though nobody asks."""

from __future__ import annotations

import asyncio

from tests.server.harness import TIMEOUT

from slugfest.server.alarm import Alarm


async def test_an_alarm_rings_when_its_moment_has_passed_unless_it_was_taken_back() -> None:
    rung: asyncio.Queue[str] = asyncio.Queue()
    taken_back = Alarm(lambda: 1000, lambda: rung.put_nowait("taken back"))
    taken_back.set(900)
    taken_back.set(None)
    moved = Alarm(lambda: 1000, lambda: rung.put_nowait("moved"))
    moved.set(10**12)  # far away: nothing waits for it
    moved.set(1001)
    assert await asyncio.wait_for(rung.get(), TIMEOUT) == "moved"
    assert rung.empty()
