"""What goes out to one connection, and what comes back from the store's threads: in order, and nothing is lost."""

from __future__ import annotations

import asyncio
import threading
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket
from websockets.frames import Frame, Opcode

from slugfest.server.async_store import Mail
from slugfest.server.doors import Budget
from slugfest.server.house import House
from slugfest.server.protocols import SEND_AT_ONCE, text_frame
from slugfest.server.settings import Settings
from slugfest.server.sockets import Connection


@pytest.mark.parametrize("length", [0, 1, 125, 126, 127, 65535, 65536, 70000])
def test_a_text_travels_in_the_frame_that_the_standard_describes(length: int) -> None:
    text = b"x" * length
    assert text_frame(text) == Frame(Opcode.TEXT, text).serialize(mask=False)


class Other:
    """The other end of a connection: it takes messages at once as long as it keeps up."""

    def __init__(self) -> None:
        self.keeps_up = True
        self.heard: list[str] = []
        self.reads = asyncio.Event()
        self.scope: dict[str, Any] = {"extensions": {SEND_AT_ONCE: self.take}}

    def take(self, text: bytes) -> bool:
        if self.keeps_up:
            self.heard.append(text.decode())
        return self.keeps_up

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        self.heard.append(text)

    async def close(self, code: int, reason: str) -> None:
        self.heard.append(f"closed {code}")


def test_what_waits_for_a_slow_reader_is_never_overtaken() -> None:
    async def talk() -> list[str]:
        other = Other()
        line = Connection(cast(WebSocket, other), "ann", cast(House, None), Settings(), Budget(), known=True)
        sending = asyncio.create_task(line._send_all())
        line.send(b"one")
        other.keeps_up = False
        line.send(b"two")
        await asyncio.sleep(0)  # it is on its way, and waits
        other.keeps_up = True
        line.send(b"three")
        assert other.heard == ["one"]
        other.reads.set()
        for _ in range(10):
            await asyncio.sleep(0)
        assert line._waiting == 0
        line.send(b"four")
        line.close(1012, "come back")
        line.send(b"too late")
        await sending
        return other.heard

    assert asyncio.run(talk()) == ["one", "two", "three", "four", "closed 1012"]


def test_whoever_reads_too_slowly_is_noticed() -> None:
    async def talk() -> list[bool]:
        other = Other()
        other.keeps_up = False
        line = Connection(
            cast(WebSocket, other),
            "ann",
            cast(House, None),
            Settings(unsent_messages=2),
            Budget(),
            known=True,
        )
        told = []
        for _ in range(3):
            line.send(b"news")
            told.append(line._too_slow.is_set())
        return told

    assert asyncio.run(talk()) == [False, False, True]


def test_threads_bring_results_and_errors_back_to_whoever_waits_for_each() -> None:
    async def wait() -> list[Any]:
        mail: Mail[int] = Mail()
        tells: list[Any] = []
        waiting = [asyncio.create_task(mail.result_of(tells.append)) for _ in range(4)]
        await asyncio.sleep(0)
        waiting[2].cancel()

        def find() -> None:
            for number, tell in enumerate(tells):
                tell(None, ValueError("no")) if number == 1 else tell(number, None)

        thread = threading.Thread(target=find)
        thread.start()
        found = await asyncio.gather(*waiting, return_exceptions=True)
        thread.join()
        return [type(one) if isinstance(one, BaseException) else one for one in found]

    assert asyncio.run(wait()) == [0, ValueError, asyncio.CancelledError, 3]


def test_several_results_wake_the_loop_once() -> None:
    async def wait() -> int:
        mail: Mail[int] = Mail()
        tells: list[Any] = []
        waiting = [asyncio.create_task(mail.result_of(tells.append)) for _ in range(5)]
        await asyncio.sleep(0)
        delivered = 0
        deliver = mail._deliver

        def count() -> None:
            nonlocal delivered
            delivered += 1
            deliver()

        mail._deliver = count  # type: ignore[method-assign]
        thread = threading.Thread(target=lambda: [tell(1, None) for tell in tells])
        thread.start()
        thread.join()  # the loop cannot run before all have told
        assert await asyncio.gather(*waiting) == [1] * 5
        return delivered

    assert asyncio.run(wait()) == 1
