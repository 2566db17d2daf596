"""Whoever asks the process that reads variants gets an answer, whatever happens to it meanwhile."""

from __future__ import annotations

import asyncio

import pytest

from slugfest.server import variant_worker
from slugfest.server.variant_worker import Answered, Asked, Refused, VariantWorker

SOON = 20  # seconds


async def echo(asked: Asked) -> Answered:
    return Answered(asked.game)


async def never(asked: Asked) -> Answered:
    await asyncio.sleep(3600)
    return Answered()


async def test_a_question_at_the_moment_when_the_idle_process_is_stopped_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(variant_worker, "IDLE", 0.0)
    worker = VariantWorker(lambda: None)
    monkeypatch.setattr(worker, "_answer", echo)
    for game in ("hush", "pennies"):
        found, _ = await asyncio.wait_for(worker.ask("ann", Asked("form", game=game)), SOON)
        assert found == game
    await worker.close()


async def test_a_server_that_stops_leaves_nobody_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    worker = VariantWorker(lambda: None)
    monkeypatch.setattr(worker, "_answer", never)
    asking = [asyncio.create_task(worker.ask(guest, Asked("form"))) for guest in ("ann", "bob")]
    await asyncio.sleep(0)
    await worker.close()
    for one in asking:
        with pytest.raises(Refused, match="COME_BACK"):
            await asyncio.wait_for(one, SOON)
