"""Whoever asks the process that reads variants gets an answer, whatever happens to it meanwhile."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from slugfest.server import variant_worker
from slugfest.server.budgets import Budgets, Metered
from slugfest.server.limits import Limits
from slugfest.server.variant_worker import (
    MOST_OF_AN_ADDRESS,
    MOST_OF_ONE,
    Answered,
    Asked,
    Refused,
    VariantWorker,
)

SOON = 20  # seconds
STRANGER, FRIEND = "203.0.113.9", "198.51.100.7"


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


class Slow:
    """Answers when the test says so, and notes what it was asked."""

    def __init__(self) -> None:
        self.asked: list[str] = []
        self.go_on = asyncio.Semaphore(0)

    async def __call__(self, asked: Asked) -> Answered:
        self.asked.append(asked.game)
        await self.go_on.acquire()
        return Answered(asked.game)


def asking(
    worker: VariantWorker, budgets: Budgets, address: str, guest: str, game: str
) -> asyncio.Task[tuple[Any, float]]:
    """Ask as a guest at an address does."""
    account = budgets.account(guest, address)
    return asyncio.create_task(Metered(worker.ask(guest, Asked("form", game=game)), account))


async def test_an_address_that_asks_much_holds_up_itself_and_has_room_for_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    worker, slow, budgets = VariantWorker(lambda: None), Slow(), Budgets(Limits())
    monkeypatch.setattr(worker, "_answer", slow)
    crowd = [
        asking(worker, budgets, STRANGER, f"guest {number // MOST_OF_ONE}", "theirs")
        for number in range(2 * MOST_OF_AN_ADDRESS)
    ]
    await asyncio.sleep(0)
    mine = asking(worker, budgets, FRIEND, "ann", "mine")
    await asyncio.sleep(0)
    refused = [one for one in crowd if one.done()]
    assert len(refused) == MOST_OF_AN_ADDRESS
    for one in refused:
        with pytest.raises(Refused, match="TOO_FAST"):
            one.result()
    for _ in range(2):
        slow.go_on.release()
    assert (await asyncio.wait_for(mine, SOON))[0] == "mine"
    assert slow.asked[:2] == ["theirs", "mine"]
    await worker.close()
    await asyncio.gather(*crowd, return_exceptions=True)


async def test_an_address_that_owes_much_is_refused_while_others_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, slow, budgets = VariantWorker(lambda: None), Slow(), Budgets(Limits())
    monkeypatch.setattr(worker, "_answer", slow)
    slow.go_on.release()
    budgets.account("eve", STRANGER).charge(100.0)  # a question that hung
    budgets.account("ann", FRIEND).charge(0.0)
    with pytest.raises(Refused, match="TOO_FAST"):
        await asyncio.wait_for(asking(worker, budgets, STRANGER, "eve", "theirs"), SOON)
    assert slow.asked == []
    await worker.close()


async def test_whoever_goes_away_leaves_no_question_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    worker, slow, budgets = VariantWorker(lambda: None), Slow(), Budgets(Limits())
    monkeypatch.setattr(worker, "_answer", slow)
    first = asking(worker, budgets, FRIEND, "ann", "first")
    await asyncio.sleep(0)
    gone = asking(worker, budgets, FRIEND, "ann", "gone")
    await asyncio.sleep(0)
    gone.cancel()
    await asyncio.gather(gone, return_exceptions=True)
    slow.go_on.release()
    assert (await asyncio.wait_for(first, SOON))[0] == "first"
    last = asking(worker, budgets, FRIEND, "ann", "last")
    slow.go_on.release()
    assert (await asyncio.wait_for(last, SOON))[0] == "last"
    assert slow.asked == ["first", "last"]
    await worker.close()
