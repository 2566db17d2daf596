"""Waiting for storage that is ill: everybody is told, nobody is cut off, and it is tried again until it works."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable
from typing import Any, Final, Literal, TypeVar

from slugfest.store import StoreFault
from slugfest.table import waiting
from slugfest.table.messages import ServerMessage

from .listeners import Listener
from .problems import storage_problem

log = logging.getLogger("slugfest.server")

T = TypeVar("T")

RETRY: Final = 1.0  # seconds between two attempts


class RoomClosed(Exception):
    """The room was closed while something in it waited for the storage."""


class Patience:
    """The patience of one match's room. ``audience`` are all who should know; ``closed`` says when to give up."""

    def __init__(
        self, match: str, audience: Callable[[], Iterable[Listener]], closed: Callable[[], bool]
    ) -> None:
        self._match = match
        self._audience = audience
        self._closed = closed
        self._ill: Literal["", "reading", "writing"] = ""  # what the storage could not do when last tried

    @property
    def tried(self) -> bool:
        """Whether something waits."""
        return bool(self._ill)

    async def until_done(self, work: Callable[[], Coroutine[Any, Any, T]]) -> T:
        """Read something, again and again while the storage is ill."""
        while True:
            try:
                result = await work()
            except StoreFault as fault:
                await self.wait(fault, "reading")
            else:
                if self._ill == "reading":
                    self.well()
                return result

    async def wait(self, fault: StoreFault, doing: Literal["reading", "writing"]) -> None:
        """Say why everybody has to wait, at every attempt anew, and wait a moment."""
        if self._closed():
            raise RoomClosed
        if not self._ill:
            log.error("match %s waits for its storage: %s", self._match, fault)
        self._ill = doing
        self._tell(waiting(storage_problem(fault).text))
        await asyncio.sleep(RETRY)
        if self._closed():
            raise RoomClosed

    def well(self) -> None:
        """The storage does its work; nothing is left that waits for it."""
        if self._ill:
            self._ill = ""
            log.warning("match %s: its storage is well again", self._match)
            self._tell(waiting(None))

    def _tell(self, message: ServerMessage) -> None:
        for listener in self._audience():
            listener.tell(message)
