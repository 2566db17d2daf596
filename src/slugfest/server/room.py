"""A match that somebody is looking at: its table, the people connected to it, its bots and its absentees.

Everything happens one thing at a time, under ``lock``: the table changes, the change is written, and only then is
anybody told. Bots think outside the lock; their decision counts only if their seat still knows the same.
"""

from __future__ import annotations

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable, Coroutine
from typing import Any

import msgspec

from slugfest.table import (
    Command,
    Entry,
    Question,
    Refusal,
    Table,
    advice,
    foretold,
    last_change,
    refused,
    seat_view,
    snapshot,
    update,
)
from slugfest.table.messages import Done, ServerMessage, View

from . import wire
from .async_store import AsyncStore
from .bot_workers import BotError, BotWorkers
from .codes import Codes
from .problems import problem
from .settings import Settings
from .team_chat import TeamChat

log = logging.getLogger("slugfest.server")

Teller = Callable[[Table, str, set[str]], ServerMessage | None]

_encode = msgspec.json.Encoder().encode


def encoded(message: ServerMessage) -> str:
    """A message as it travels."""
    return _encode(message).decode()


class Listener(ABC):
    """Somebody connected to a match."""

    guest: str

    @abstractmethod
    def send(self, message: str) -> None:
        """Hand a message over. Never blocks, never fails."""

    @abstractmethod
    def close(self, code: int, reason: str) -> None:
        """End the connection after what was sent before."""

    def tell(self, message: ServerMessage) -> None:
        self.send(encoded(message))


class Room:
    """One match while somebody is connected to it. Nobody there: no room; the log in the store is the match.

    It owns the match's table, the connections to it, the bots that think for it and the clocks of those who are away;
    it puts one request after the other to the table, writes what the table granted, then tells everybody. It decides
    nothing about the match: what may be done is the table's to say, and what was done is the log's.
    """

    def __init__(
        self, table: Table, store: AsyncStore, bot_workers: BotWorkers, codes: Codes, settings: Settings
    ) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.closed = False
        self._listeners: list[Listener] = []
        self._store = store
        self._bot_workers = bot_workers
        self._codes = codes
        self._settings = settings
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._absent: dict[int, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._chat = TeamChat()

    # ---- coming and going (under the lock) -------------------------------------------------------------------

    @property
    def present(self) -> set[str]:
        """The guests connected."""
        return {listener.guest for listener in self._listeners}

    @property
    def empty(self) -> bool:
        return not self._listeners

    async def join(self, listener: Listener) -> None:
        """Somebody connects: a snapshot for them, a word to the others, their seat back if a bot kept it warm."""
        if self._crowded(listener.guest):
            raise problem("HOUSE_FULL")
        newcomer = listener.guest not in self.present
        self._listeners.append(listener)
        try:
            await self._welcome(listener, newcomer)
        except Exception as error:
            log.exception("match %s cannot be shown", self.table.id)
            if listener in self._listeners:
                self._listeners.remove(listener)
            self.close()
            raise problem("FAILED") from error

    def _crowded(self, guest: str) -> bool:
        """Whether there is no room for one more. Spectators share the room; they never keep out whoever plays."""
        players = self.table.guests()
        present = [listener.guest for listener in self._listeners]
        alike = present.count(guest) if guest in players else sum(other not in players for other in present)
        return alike >= self._settings.connections_a_match

    async def _welcome(self, listener: Listener, newcomer: bool) -> None:
        entry = self.table.welcome_back(listener.guest)
        if entry is not None:
            if not await self._write((self.table, entry)):
                return
            self._announce(last_change, but=listener)
        elif newcomer:
            self._announce(update, but=listener)
        listener.tell(snapshot(self.table, listener.guest, self.present))

    def part(self, listener: Listener) -> None:
        """Somebody's connection has ended."""
        if listener not in self._listeners:
            return
        self._listeners.remove(listener)
        if self._listeners and listener.guest not in self.present:
            self._announce(update)

    def close(self) -> None:
        """Let go of everything; whoever is still connected is asked to come back."""
        self.closed = True
        for listener in self._listeners:
            listener.close(1012, "come back")
        self._listeners.clear()
        for timer in self._absent.values():
            timer.cancel()
        for task in self._thinking.values():
            task.cancel()

    # ---- requests --------------------------------------------------------------------------------------------

    async def ask(self, listener: Listener, request: str, command: Command) -> None:
        """Answer a request. Whoever leaves in the middle of it does not interrupt it."""
        await asyncio.shield(self._start(self._ask(listener, request, command)))

    async def _ask(self, listener: Listener, request: str, command: Command) -> None:
        async with self.lock:
            if self.closed:
                return  # the connection is being closed as well; the request will come again
            try:
                answer = self.table.handle(listener.guest, request, command)
            except Exception:
                log.exception("match %s: a request failed", self.table.id)
                listener.tell(refused(request, problem("FAILED")))
                self.close()
                return
            if answer.entry is not None and not await self._publish(answer.entry):
                return  # not on disk: no answer, so the request will come again
            if answer.refusal is not None:
                listener.tell(refused(request, answer.refusal))
            else:
                listener.tell(Done(type="done", id=request, version=answer.version))

    async def sync(self, listener: Listener) -> None:
        """Tell everything once more."""
        async with self.lock:
            if not self.closed:
                listener.tell(snapshot(self.table, listener.guest, self.present))

    async def preview(self, listener: Listener, message: wire.Preview) -> None:
        """What moves would come to for the asker. Nothing changes, nobody else is told."""
        async with self.lock:
            if self.closed:
                return
            try:
                listener.tell(foretold(message.id, self.table.preview(listener.guest, message.moves)))
            except Refusal as refusal:
                listener.tell(refused(message.id, refusal))
            except Exception:
                log.exception("match %s: a preview failed", self.table.id)
                listener.tell(refused(message.id, problem("FAILED")))

    async def call(self, listener: Listener, message: wire.Say) -> None:
        """Somebody calls something to their team. Opponents and spectators are not told, not even that."""
        async with self.lock:
            if self.closed:
                return
            try:
                said = self._chat.call(self.table, listener.guest, message)
            except Refusal as refusal:
                listener.tell(refused(message.id, refusal))
                return
            if said is not None:
                team = self.table.team_of(said["seat"])
                for other in self._listeners:
                    if self.table.seat_of(other.guest) in team:
                        other.tell(said)
            version = self.table.version_for(self.table.seat_of(listener.guest))
            listener.tell(Done(type="done", id=message.id, version=version))

    async def advise(self, listener: Listener, request: str) -> None:
        """What a bot would do in the asker's place."""
        async with self.lock:
            seat = self.table.seat_of(listener.guest)
            if seat not in self.table.owing() or self.table.seats[seat].played_by_bot():
                listener.tell(refused(request, problem("NO_ADVICE")))
                return
            question = self.table.question(seat, "hint", self._settings.hint_level)
            asked = self.table.decision(seat)
        try:
            ideas = await self._bot_workers.advise(question)
        except BotError as error:
            log.error("match %s: no advice: %s", self.table.id, error)
            listener.tell(refused(request, problem("FAILED")))
            return
        async with self.lock:
            if self.closed:
                return
            if seat not in self.table.owing() or self.table.decision(seat) != asked:
                listener.tell(refused(request, problem("TOO_LATE")))
            else:
                listener.tell(advice(request, self.table.game, ideas))

    # ---- changes (under the lock) ----------------------------------------------------------------------------

    async def _publish(self, entry: Entry) -> bool:
        """Write an entry the table has just made, then tell everybody and see who must act."""
        if entry["kind"] == "rematch":
            written = await self._write((self.table, entry), self._rematch(entry))
        else:
            written = await self._write((self.table, entry))
        if written:
            self._announce(last_change)
        return written

    def _announce(self, teller: Teller, but: Listener | None = None) -> None:
        """Tell everybody of a change and see who must act. If that fails, all come back and are told anew."""
        try:
            self._tell_all(teller, but)
            self._wake_bots()
            self._watch_absentees()
        except Exception:
            log.exception("match %s cannot be told", self.table.id)
            self.close()

    async def _write(self, *changes: tuple[Table, Entry]) -> bool:
        """Put entries on disk. If that fails, what is in memory is not the match: everybody reads the log again."""
        try:
            await self._store.append(*changes)
        except Exception:
            log.exception("match %s: an entry could not be written", self.table.id)
            self.close()
            return False
        return True

    def _rematch(self, entry: Entry) -> tuple[Table, Entry]:
        created = self.table.opening_of_rematch(entry["match"], entry["by"], self._codes.secret())
        return Table.from_log([created], lambda _: self.table.game), created

    def _tell_all(self, teller: Teller, but: Listener | None = None) -> None:
        """Tell everybody, each what they may know, and nothing to whom nothing has changed.

        Those who may know the same get the same message.
        """
        present = self.present
        messages: dict[tuple[int, bool], str] = {}
        for listener in self._listeners:
            if listener is not but:
                key = (self.table.seat_of(listener.guest), listener.guest == self.table.host)
                if key not in messages:
                    message = teller(self.table, listener.guest, present)
                    messages[key] = "" if message is None else encoded(message)
                if messages[key]:
                    listener.send(messages[key])

    def _start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # ---- bots ------------------------------------------------------------------------------------------------

    def _wake_bots(self) -> None:
        for seat in self.table.bots_to_move():
            if seat not in self._thinking:
                question, known = self.table.question(seat), seat_view(self.table, seat)
                self._thinking[seat] = self._start(self._bot_turn(question, known))

    async def _bot_turn(self, question: Question, known: View | None) -> None:
        """Let a bot think, and make its move if its seat still knows the same."""
        seat = question.seat
        until = asyncio.get_running_loop().time() + self._settings.bot_delay
        move = await self._bot_move(question)
        wait = until - asyncio.get_running_loop().time()
        if wait > 0:
            await asyncio.sleep(wait)
        async with self.lock:
            del self._thinking[seat]
            if self.closed:
                return
            try:
                if seat in self.table.bots_to_move() and seat_view(self.table, seat) == known:
                    await self._publish(self._bot_entry(seat, move))
                else:
                    self._wake_bots()  # it knows something new: let it think again
            except Exception:
                log.exception("match %s, seat %s: the bot's turn failed", self.table.id, seat)
                self.close()

    async def _bot_move(self, question: Question) -> int | None:
        """The bot's decision; None if it failed, which must not stop the match."""
        try:
            return await self._bot_workers.decide(question)
        except BotError as error:
            log.error("match %s, seat %s: %s", self.table.id, question.seat, error)
            return None

    def _bot_entry(self, seat: int, move: int | None) -> Entry:
        """Make the bot's move; the default one if it has none, or one that is not allowed."""
        if move is not None:
            try:
                return self.table.bot_plays(seat, move)
            except Refusal as refusal:
                log.error("match %s, seat %s: the bot's move was refused: %s", self.table.id, seat, refusal)
        return self.table.bot_plays(seat, self.table.default_move(seat))

    # ---- absentees -------------------------------------------------------------------------------------------

    def _watch_absentees(self) -> None:
        """Start the clock for those who keep others waiting, and stop it for those who no longer do."""
        missing = self._missing()
        for seat in [seat for seat in self._absent if seat not in missing]:
            self._absent.pop(seat).cancel()
        for seat in missing:
            if seat not in self._absent:
                patience = self._settings.absent_after
                loop = asyncio.get_running_loop()
                self._absent[seat] = loop.call_later(patience, self._start_replacing, seat)

    def _missing(self) -> list[int]:
        """The people who owe a decision and are not here, while others at the table are."""
        present = self.present
        here = [seat for seat in self.table.seats if seat.guest in present]
        return [
            seat
            for seat in self.table.owing()
            if here
            and self.table.seats[seat].guest not in present
            and not self.table.seats[seat].played_by_bot()
        ]

    def _start_replacing(self, seat: int) -> None:
        self._start(self._replace(seat))

    async def _replace(self, seat: int) -> None:
        async with self.lock:
            self._absent.pop(seat, None)
            if not self.closed and seat in self._missing():
                await self._publish(self.table.replace_absent(seat))
