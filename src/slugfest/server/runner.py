"""What one process at a time does for a match: its bots move.

Which process that is, the lease says; every entry made here carries the lease's token, and the store refuses it when
the lease has passed to another. Bots think outside the room's lock; a thought belongs to one decision of one seat and
counts only while the seat owes that very decision and knows the same.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any

from slugfest.store import LeaseLost
from slugfest.table import BotIdea, Entry, Question, Refusal, seat_view
from slugfest.table.messages import View

from .bot_workers import BotError, BotWorkers
from .peers import ALONE, Peers
from .settings import Settings

if TYPE_CHECKING:
    from .room import Room

log = logging.getLogger("slugfest.server")


class Runner:
    """The bots of one room."""

    def __init__(self, room: Room, peers: Peers, bot_workers: BotWorkers, settings: Settings) -> None:
        self._room = room
        self._peers = peers
        self._bot_workers = bot_workers
        self._settings = settings
        self._token: int | None = None if peers.shared else ALONE
        self._term = 0  # counts the leases: a thought of an earlier one is forgotten
        self._taking = False
        self._thinking: dict[int, asyncio.Task[None]] = {}

    def look(self) -> None:
        """See who must act. (Under the lock, after every change.)"""
        if self._room.closed:
            return
        if self._token is None:
            if self.wanted and not self._taking:
                self._taking = True
                self._start(self._take())
            return
        self._wake_bots()

    @property
    def wanted(self) -> bool:
        """Whether there is something to run and no lease for it."""
        return self._token is None and bool(self._room.table.bots_to_move())

    async def _take(self) -> None:
        token = await self._peers.take_lease(self._room.table.id)
        async with self._room.lock:
            self._taking = False
            if token is None or self._token is not None:
                return
            if not self._room.closed:
                self._token = token
                self.look()
                return
        await self._peers.give_back(self._room.table.id)  # it came too late

    def lose(self) -> None:
        """Another process has the lease, or may have it."""
        if self._peers.shared:
            self._token = None
            self._term += 1
            self._thinking.clear()

    async def give_back(self) -> None:
        """Stop running the match; another process may. (Under the lock.)"""
        if self._token is not None and self._peers.shared:
            self.lose()
            await self._peers.give_back(self._room.table.id)

    def close(self) -> None:
        for task in self._thinking.values():
            task.cancel()
        if self._token is not None and self._peers.shared:
            self._token = None
            self._start(self._peers.give_back(self._room.table.id))

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        return self._room.start(work)

    async def _publish(self, entry: Entry) -> None:
        """Have an entry written that only the runner may write."""
        token = self._token if self._peers.shared else None
        problem = await self._room.publish(entry, token=token)
        if isinstance(problem, LeaseLost):
            self.lose()
        if problem is not None:
            self.look()

    # ---- bots ------------------------------------------------------------------------------------------------

    def _wake_bots(self) -> None:
        for seat in self._room.table.bots_to_move():
            if seat not in self._thinking:
                question = self._room.table.question(seat)
                self._thinking[seat] = self._start(self._bot_turn(question, self._known(seat), self._term))

    def _known(self, seat: int) -> tuple[int, View | None]:
        """What a thought belongs to: which decision of the seat, and all that the seat knows."""
        return self._room.table.decision(seat)[0], seat_view(self._room.table, seat)

    async def _bot_turn(self, question: Question, known: tuple[int, View | None], term: int) -> None:
        """Let a bot think, and make its move if it still has the same to decide."""
        seat, room = question.seat, self._room
        until = asyncio.get_running_loop().time() + self._settings.bot_delay
        idea = await self._bot_idea(question)
        wait = until - asyncio.get_running_loop().time()
        if wait > 0:
            await asyncio.sleep(wait)
        async with room.lock:
            if room.closed or term != self._term:
                return
            del self._thinking[seat]
            try:
                if seat in room.table.bots_to_move() and self._known(seat) == known:
                    await self._publish(self._bot_entry(seat, idea))
                else:
                    self._wake_bots()  # it knows something new: let it think again
            except Exception:
                log.exception("match %s, seat %s: the bot's turn failed", room.table.id, seat)
                room.close()

    async def _bot_idea(self, question: Question) -> BotIdea | None:
        """The bot's decision; None if it failed, which must not stop the match."""
        try:
            return (await self._bot_workers.think(question, "decide", self._room.table.id))[0]
        except BotError as error:
            log.error("match %s, seat %s: %s", self._room.table.id, question.seat, error)
            return None

    def _bot_entry(self, seat: int, idea: BotIdea | None) -> Entry:
        """Make the bot's move; the default one if it has none, or one that is not allowed."""
        table = self._room.table
        if idea is not None:
            try:
                return table.bot_plays(seat, idea.move, idea.instead)
            except Refusal as refusal:
                log.error("match %s, seat %s: the bot's move was refused: %s", table.id, seat, refusal)
        return table.bot_plays(seat, table.default_move(seat))
