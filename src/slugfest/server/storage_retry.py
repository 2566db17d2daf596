"""Wait for unavailable storage and try again, without disconnecting anybody."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, Literal, TypeVar

from slugfest.store import StoreFault
from slugfest.table import waiting
from slugfest.table.messages import ServerMessage

from .clients import Client
from .problems import storage_problem

log = logging.getLogger("slugfest.server")

T = TypeVar("T")

RETRY: Final = 1.0  # seconds between two attempts


class RoomClosed(Exception):
    """The room was closed while something in it waited for the storage."""


class StorageRetry:
    """Retries for one room. ``audience`` is everybody to notify; ``closed`` says when to give up."""

    def __init__(
        self, match: str, audience: Callable[[], Iterable[Client]], closed: Callable[[], bool]
    ) -> None:
        self._match = match
        self._audience = audience
        self._closed = closed
        self._failing: Literal["", "reading", "writing"] = ""  # what failed in the last attempt

    def close(self) -> None:
        """Drop the references to a closed room."""
        self._audience, self._closed = tuple, _is_closed

    @property
    def failing(self) -> bool:
        """Whether the last attempt failed."""
        return bool(self._failing)

    async def until_done(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Repeat a read until the storage answers."""
        while True:
            try:
                result = await work()
            except StoreFault as fault:
                await self.wait(fault, "reading")
            else:
                if self._failing == "reading":
                    self.recovered()
                return result

    async def wait(self, fault: StoreFault, doing: Literal["reading", "writing"]) -> None:
        """Notify all clients that the storage is unavailable, then pause before the next attempt."""
        if self._closed():
            raise RoomClosed
        if not self._failing:
            log.error("match %s waits for its storage: %s", self._match, fault)
        self._failing = doing
        self._send(waiting(storage_problem(fault).text))
        await asyncio.sleep(RETRY)
        if self._closed():
            raise RoomClosed

    def recovered(self) -> None:
        """Note that the storage works and nothing waits for it."""
        if self._failing:
            self._failing = ""
            log.warning("match %s: its storage has recovered", self._match)
            self._send(waiting(None))

    def _send(self, message: ServerMessage) -> None:
        for client in self._audience():
            client.send(message)


def _is_closed() -> bool:
    return True
