"""All matches of a server: the rooms that are open, and the store with everything else."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping

from slugfest.kernel import Game, SlugfestError
from slugfest.store import StoreError
from slugfest.table import Refusal, Seat, Start, Table, match_info, opening
from slugfest.table.messages import MatchInfo
from slugfest.table.seats import bot_name

from . import wire
from .async_store import AsyncStore
from .bot_workers import BotWorkers
from .codes import Codes
from .problems import problem
from .room import Listener, Room
from .settings import Settings

log = logging.getLogger("slugfest.server")


class House:
    """All matches of a server: every request about a match passes through here.

    It owns the rooms that are open, one for each match somebody is connected to, and opens any other from the store;
    it creates matches and lists a guest's. It knows neither rules nor sockets, and changes no match itself: that is
    done in a :class:`Room`, by its :class:`~slugfest.table.Table`.
    """

    def __init__(
        self,
        games: Mapping[str, Game],
        store: AsyncStore,
        bot_workers: BotWorkers,
        codes: Codes,
        settings: Settings,
    ) -> None:
        self.games = games
        self.store = store
        self.codes = codes
        self._bot_workers = bot_workers
        self._settings = settings
        self._rooms: dict[str, Room] = {}
        self._opening: dict[str, asyncio.Task[Room]] = {}

    # ---- rooms -----------------------------------------------------------------------------------------------

    async def enter(self, match: str, listener: Listener) -> Room:
        """Connect somebody to a match; raises :class:`Refusal` if there is no such match, or none any more."""
        while True:
            room = await self._room(match)
            async with room.lock:
                if room.closed:
                    self._forget(match, room)
                    continue
                try:
                    await room.join(listener)
                finally:
                    self._close_if_empty(match, room)
                return room

    async def leave(self, room: Room, listener: Listener) -> None:
        async with room.lock:
            room.part(listener)
            self._close_if_empty(room.table.id, room)

    async def _room(self, match: str) -> Room:
        """The room of a match. Whoever comes while it is being opened waits for the same one."""
        if match in self._rooms:
            return self._rooms[match]
        if match not in self._opening:
            self._opening[match] = asyncio.create_task(self._open(match))
        return await asyncio.shield(self._opening[match])

    async def _open(self, match: str) -> Room:
        try:
            table = await self._read(match)
            self._rooms[match] = Room(table, self.store, self._bot_workers, self.codes, self._settings)
            return self._rooms[match]
        finally:
            del self._opening[match]

    async def _read(self, match: str) -> Table:
        try:
            table = await self.store.table(match)
        except StoreError as error:
            log.error("match %s cannot be read: %s", match, error)
            raise problem("FAILED") from error
        except SlugfestError as error:
            log.error("match %s cannot be opened: %s", match, error)
            raise problem("MATCH_LOST") from error
        if table is None:
            raise problem("NO_SUCH_MATCH")
        return table

    def _close_if_empty(self, match: str, room: Room) -> None:
        if room.empty or room.closed:
            room.close()
            self._forget(match, room)

    def _forget(self, match: str, room: Room) -> None:
        if self._rooms.get(match) is room:
            del self._rooms[match]

    def close(self) -> None:
        for room in self._rooms.values():
            room.close()
        self._rooms.clear()

    # ---- matches ---------------------------------------------------------------------------------------------

    async def table(self, match: str) -> tuple[Table, set[str]]:
        """A match to look at, not to change, and who is connected to it."""
        room = self._rooms.get(match)
        if room is not None:
            async with room.lock:  # not in the middle of a change that is not yet on disk
                if not room.closed:
                    return room.table, room.present
        return await self._read(match), set()

    async def create(self, guest: str, name: str, wanted: wire.NewMatch) -> str:
        """Open a new match and return its code; raises :class:`Refusal` if the game is not played so."""
        game = self.games.get(wanted.game)
        if game is None:
            raise problem("NO_SUCH_GAME")
        game.settle(len(wanted.seats), wanted.options)  # refused before any seat is made
        seats = seats_wanted(wanted, guest, name)
        while True:
            match = self.codes.match()
            created = opening(match, game, guest, self.codes.secret(), seats, wanted.options)
            table = Table.from_log([created], self.games.__getitem__)
            if wanted.start and all(seat.kind != "open" for seat in table.seats):
                table.handle(guest, f"created {match}", Start())
            if await self.store.create(table):
                return match

    async def open_matches(self, guest: str, most: int) -> list[MatchInfo]:
        """The matches that are not over in which a guest has a stake, the one changed last first."""
        told = []
        for match in await self.store.open_matches(guest, most):
            try:
                table, present = await self.table(match)
            except Refusal:
                continue  # one that cannot be opened must not hide the others
            told.append(match_info(table, guest, present))
        return told

    async def name_of(self, guest: str) -> str:
        """What a guest is called; empty for a stranger."""
        return await self.store.name_of(guest) or ""


def seats_wanted(wanted: wire.NewMatch, guest: str, name: str) -> list[Seat]:
    seats: list[Seat] = []
    for seat in wanted.seats:
        if seat.kind == "me":
            seats.append(Seat("person", name, guest))
        elif seat.kind == "bot":
            seats.append(Seat("bot", bot_name([other.name for other in seats] + [name]), level=seat.level))
        else:
            seats.append(Seat())
    return seats


def invented_name(german: bool, codes: Codes) -> str:
    """A name for somebody who has not told theirs."""
    return f"{'Gast' if german else 'Guest'} {codes.number()}"
