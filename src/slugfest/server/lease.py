"""The right of one process at a time to run a match's bots.

Every bot's move carries the lease's token, and the store refuses it after the lease has passed to another process.
"""

from __future__ import annotations

import weakref
from typing import TYPE_CHECKING

from .peers import ALONE, Peers

if TYPE_CHECKING:
    from .room import ServerRoom


class Lease:
    """The lease of one room. Where no other process shares the store, the room always holds it."""

    def __init__(self, room: ServerRoom, peers: Peers) -> None:
        self._of = weakref.ref(room)  # no cycle: a closed room is freed at once (``run.avoid_pauses``)
        self._peers = peers
        self._token: int | None = None if peers.shared else ALONE
        self._taking = False

    @property
    def _room(self) -> ServerRoom:
        room = self._of()
        assert room is not None, "a room owns its lease"
        return room

    @property
    def held(self) -> bool:
        return self._token is not None

    @property
    def token(self) -> int | None:
        """What a bot's move must carry; None where no other process shares the store."""
        return self._token if self._peers.shared else None

    @property
    def wanted(self) -> bool:
        """Whether bots must act and this process has no lease for them."""
        return not self.held and bool(self._room.table.bots_to_move())

    def take_if_wanted(self) -> None:
        if self.wanted and not self._taking:
            self._taking = True
            self._room.start(self._take())

    async def _take(self) -> None:
        room = self._room  # which may be closed meanwhile
        token = await self._peers.take_lease(room.table.id)
        async with room.lock:
            self._taking = False
            if token is None or self.held:
                return
            if not room.closed:
                self._token = token
                room.look()
                return
        await self._peers.release_lease(room.table.id)  # it came too late

    def lose(self) -> None:
        """Another process has the lease, or may have it: forget what bots thought for it."""
        if self._peers.shared:
            self._token = None
            self._room.drop_bot_turns()

    async def release(self) -> None:
        """Let another process run the bots. (Under the lock.)"""
        if self.token is not None:
            self.lose()
            await self._peers.release_lease(self._room.table.id)

    def close(self) -> None:
        """Release the lease after the room was closed."""
        if self.token is not None:
            self._token = None
            self._room.start(self._peers.release_lease(self._room.table.id))
