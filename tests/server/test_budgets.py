"""Processor time is measured, charged to guests and addresses, and waited for."""

from __future__ import annotations

import asyncio
import time
from dataclasses import replace
from typing import Any

import pytest
from tests.server.harness import RunningServer, quick_settings

from slugfest.server.budgets import ACTIVE, Account, Budgets, Metered, charged_to, paying
from slugfest.server.limits import NO_LIMITS, Rate


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


class Till(Account):
    """Notes what is charged."""

    def __init__(self) -> None:
        super().__init__(Budgets(NO_LIMITS), "", None, None)
        self.charged: list[float] = []

    def charge(self, seconds: float) -> None:
        self.charged.append(seconds)


def budgets(clock: Clock, **changes: Any) -> Budgets:
    return Budgets(replace(NO_LIMITS, **changes), clock)


def test_a_guest_who_is_overdrawn_waits_until_time_has_made_up_for_it() -> None:
    clock = Clock()
    ann = budgets(clock, work=Rate(6000, 500)).account("ann", "192.0.2.1")
    ann.charge(0.5)
    assert ann.overdrawn() == 0
    ann.charge(0.25)
    assert ann.overdrawn() == 2.5
    clock.now = 2.0
    assert ann.overdrawn() == pytest.approx(0.5)
    clock.now = 2.5
    assert ann.overdrawn() == 0


def test_guests_pay_for_themselves_wherever_they_are() -> None:
    every = budgets(Clock(), work=Rate(6000, 500))
    every.account("ann", "192.0.2.1").charge(1.0)
    assert every.account("ann", "192.0.2.2").overdrawn() == 5.0
    assert every.account("bob", "192.0.2.1").overdrawn() == 0


def test_an_address_waits_only_while_others_are_active() -> None:
    clock = Clock()
    every = budgets(clock, address_work=Rate(6000, 500))
    ann, bob = every.account("ann", "192.0.2.1"), every.account("bob", "192.0.2.1")
    other = every.account("eve", "192.0.2.2")
    ann.charge(5.0)
    assert ann.overdrawn() == bob.overdrawn() == 0, "alone, an address may use the whole machine"
    other.charge(0.001)
    assert ann.overdrawn() == bob.overdrawn() == 45.0
    assert other.overdrawn() == 0
    clock.now = ACTIVE
    ann.charge(0.0)
    assert ann.overdrawn() == 0, "the other one has gone"


def test_what_a_coroutine_waits_for_costs_nothing() -> None:
    till = Till()

    async def work() -> str:
        assert paying() is till
        await asyncio.sleep(0)
        end = time.thread_time() + 0.02
        while time.thread_time() < end:
            pass
        return "done"

    async def run() -> str:
        return await Metered(work(), till)

    assert asyncio.run(run()) == "done"
    assert paying() is None
    first, second = till.charged
    assert first < 0.02 <= second


def test_an_error_and_a_cancellation_pass_through() -> None:
    till = Till()

    async def fail() -> None:
        await asyncio.sleep(0)
        raise ValueError("wrong")

    async def run() -> None:
        with pytest.raises(ValueError, match="wrong"):
            await Metered(fail(), till)
        task = asyncio.create_task(Metered(asyncio.sleep(60), till))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    asyncio.run(run())
    assert len(till.charged) == 4


def test_what_a_thread_does_is_charged_to_whoever_asked() -> None:
    till = Till()
    assert charged_to(till, lambda: 7)() == 7
    assert len(till.charged) == 1
    assert charged_to(None, lambda: 8)() == 8


# ---- over real sockets -----------------------------------------------------------------------------------------------


def test_whoever_has_used_up_their_processor_time_is_refused_over_http_and_others_are_not() -> None:
    settings = quick_settings(limits=replace(NO_LIMITS, work=Rate(0.001, 1)))
    with RunningServer(settings) as server, server.person("Ann") as ann, server.person("Bob") as bob:
        answers = [ann.http.get("/api/games") for _ in range(30)]
        assert answers[0].status_code == 200
        assert answers[-1].status_code == 429
        assert answers[-1].json()["code"] == "TOO_FAST"
        assert int(answers[-1].headers["retry-after"]) > 0
        assert bob.http.get("/api/me").status_code == 200


def test_neighbours_of_somebody_who_asks_too_much_wait_and_are_not_refused() -> None:
    settings = quick_settings(limits=replace(NO_LIMITS, address_work=Rate(6000, 1)))
    with RunningServer(settings) as server, server.person("Ann") as ann:
        budgets: Budgets = server._app.state.budgets
        for _ in range(10):
            budgets.active("192.0.2.1")  # somebody elsewhere
            assert ann.http.get("/api/me").status_code == 200
        budgets.account("", "127.0.0.1").charge(60.0)
        budgets.active("192.0.2.1")
        assert budgets.account("", "127.0.0.1").overdrawn() > 10


def test_a_message_with_many_moves_counts_like_many_messages() -> None:
    settings = quick_settings(limits=replace(NO_LIMITS, messages=Rate(0.001, 50)))
    with (
        RunningServer(settings) as server,
        server.person("Ann") as ann,
        ann.connect(ann.create("me", "open")) as line,
    ):
        assert line.refused("play", moves=["HOLD"] * 30) == "NOT_STARTED"
        assert line.refused("play", moves=["HOLD"] * 30) == "TOO_FAST"
        assert line.refused("play", moves=["HOLD"]) == "NOT_STARTED"
