"""A match that somebody is looking at: its table and the people connected to it.

Everything happens one thing at a time, under ``lock``: the table changes, the change is written, and only then is
anybody told. Other processes may serve the same match. Whoever finds that another was faster reads what was written,
tells it, and judges the request anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, cast

from slugfest.protocol import wire
from slugfest.protocol.codes import Codes
from slugfest.protocol.move_review import MoveReview
from slugfest.protocol.problems import problem
from slugfest.protocol.wire import Request
from slugfest.store import Answered, Conflict, Logged, OutOfTime, StoreError, StoreFault
from slugfest.table import (
    Answer,
    BotIdea,
    Command,
    Entry,
    LogError,
    Question,
    Refusal,
    Services,
    Table,
    advice,
    assistance,
    coach_result,
    judge,
    last_change,
    nudged,
    preview_result,
    problem_of,
    refuse,
    refused,
    snapshot,
    update,
)
from slugfest.table.entries import RematchEntry
from slugfest.table.messages import Done, Refused, ServerMessage
from slugfest.table.pages import Problem

from .alarm import Alarm
from .async_store import AsyncStore
from .bot_workers import BotError, BotsBusy, BotWorkers
from .calls import Calls
from .listeners import Listener, encoded
from .patience import Patience, RoomClosed
from .peers import Peers, Presence
from .runner import Runner
from .settings import Settings

log = logging.getLogger("slugfest.server")

Teller = Callable[[Table, str, set[str], int], ServerMessage | None]
COME_BACK: Final = 1012
BY_THE_CLOCK: Final = ("TIME_UP", "TOO_EARLY")  # refusals that hang on the moment


class Room:
    """One match while somebody is connected to it here. Nobody there: no room; the log in the store is the match.

    It owns the match's table and the connections to it; its :class:`Runner` has the bots. It puts one request after the
    other to the table, writes what the table granted or the clock demands, then tells everybody. It decides nothing
    about the match: what may be done is the table's to say, and what was done is the log's.
    """

    def __init__(
        self,
        table: Table,
        store: AsyncStore,
        peers: Peers,
        bot_workers: BotWorkers,
        codes: Codes,
        settings: Settings,
    ) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.closed = False
        self._review = MoveReview()  # what a coach would like to know of those it coaches
        self.presence: Presence = {}
        self.at_the_door: list[Listener] = []  # waiting to be let in
        self._listeners: list[Listener] = []
        self._told = (
            table.version
        )  # what everybody here knows; the table is one request ahead while that is written
        self._patience = Patience(
            table.id, lambda: (*self._listeners, *self.at_the_door), lambda: self.closed
        )
        self._following = False
        self._store = store
        self._peers = peers
        self._bot_workers = bot_workers
        self._codes = codes
        self._settings = settings
        self._tasks: set[asyncio.Task[None]] = set()
        self._calls = Calls()
        self._alarm = Alarm(peers.now, lambda: self.start(self._time_is_up()))
        self.runner = Runner(self, peers, bot_workers, settings)

    # ---- coming and going (under the lock) -------------------------------------------------------------------

    @property
    def present(self) -> set[str]:
        """The guests connected, through whichever process."""
        return {guest for guest, left in self.presence.items() if left is None}

    @property
    def ill(self) -> bool:
        """Whether this room waits for its storage."""
        return self._patience.tried

    @property
    def empty(self) -> bool:
        return not self._listeners

    async def join(self, listener: Listener) -> None:
        """Somebody connects: a snapshot for them, a word to the others."""
        if self._crowded(listener.guest):
            raise problem("MATCH_FULL")
        before = self.present
        try:
            await self._look_around()
            await self._catch_up()
            await self.run_out_of_time()
            if self.present != before:
                self._announce(update)
            if not self.closed:
                listener.tell(snapshot(self.table, listener.guest, self.present, self._peers.now()))
        except RoomClosed:
            pass
        except Exception as error:
            log.exception("match %s cannot be shown", self.table.id)
            self.close()
            raise problem("FAILED") from error
        if self.closed:
            raise problem("COME_BACK")
        self._listeners.append(listener)
        self._alarm.set(self.table.due())
        self.runner.look()

    def _crowded(self, guest: str) -> bool:
        """Whether there is no room for one more. Spectators share the room; they never keep out whoever plays."""
        players = self.table.guests()
        present = [listener.guest for listener in self._listeners]
        alike = present.count(guest) if guest in players else sum(other not in players for other in present)
        return alike >= self._settings.connections_a_match

    async def part(self, listener: Listener) -> None:
        """Somebody's connection has ended, and the store knows."""
        if listener not in self._listeners:
            return
        self._listeners.remove(listener)
        if self._listeners:
            await self.look_around()

    async def look_around(self) -> None:
        """Somebody has come or gone, here or elsewhere. (Under the lock.)"""
        if self.closed:
            return
        before = self.present
        try:
            await self._look_around()
        except RoomClosed:
            return
        except Exception:
            log.exception("match %s: nobody knows who is there", self.table.id)
            self.close()
            return
        if self.present != before:
            self._announce(update)
        else:
            self.runner.look()

    async def _look_around(self) -> None:
        self.presence = await self._patience.until_done(lambda: self._peers.presence(self.table.id))

    def listeners(self) -> list[Listener]:
        return list(self._listeners)

    def close(self) -> None:
        """Let go of everything; whoever is still connected is asked to come back."""
        if self.closed:
            return
        self.closed = True
        for listener in self._listeners:
            listener.close(COME_BACK, "come back")
        self._listeners.clear()
        self._alarm.set(None)
        self.runner.close()

    # ---- requests --------------------------------------------------------------------------------------------

    def ask(self, listener: Listener, request: Request[Command], services: Services) -> asyncio.Task[None]:
        """Answer a request after those before it, even if whoever asked leaves meanwhile."""
        return self.start(self._ask(listener, request, services))

    async def _ask(self, listener: Listener, request: Request[Command], services: Services) -> None:
        async with self.lock:
            if self.closed:
                return  # the connection is being closed as well; the request will come again
            try:
                answer = await self._answer(listener, request, services)
            except RoomClosed:
                return
            except Exception:
                log.exception("match %s: a request failed", self.table.id)
                listener.tell(refused(request.id, problem("FAILED")))
                self.close()
                return
            self._patience.well()
            listener.tell(answer)

    async def _answer(
        self, listener: Listener, asked: Request[Command], services: Services
    ) -> Done | Refused:
        """Put a request to the table, and anew whenever the match has moved on elsewhere in between.

        What would change nothing is not told before it is known that nothing new has been written.
        """
        guest, request, measured = listener.guest, asked.id, False
        while True:
            await self.run_out_of_time()
            answer = self.table.handle(
                guest, request, asked.body, self._peers.now(), listener.delay(), services
            )
            if not measured and answer.refusal is not None and answer.refusal.code in BY_THE_CLOCK:
                measured = True  # by our clock; the store's decides
                await self._patience.until_done(self._peers.measure)
                self.table.forget_refusal(guest, request)
            elif answer.entry is None and not answer.remembered and await self._catch_up():
                self.table.forget_refusal(guest, request)  # it was judged by what is no longer so
            elif answer.refusal is not None:
                final = (
                    await self._final(guest, request, answer.refusal)
                    if asked.again
                    else problem_of(answer.refusal)
                )
                if final is not None:
                    return {"type": "refused", "id": request, **final}
                await self._catch_up()  # it was granted: the log says so
            elif answer.entry is None:
                return done(request, answer)
            else:
                obstacle = await self.publish(
                    answer.entry, not_before=answer.not_before, not_after=answer.not_after
                )
                if self.closed:
                    raise RoomClosed
                if obstacle is None:
                    return done(request, answer)
                if isinstance(obstacle, Answered):
                    stands = await self._patience.until_done(
                        lambda: self._store.call(lambda store: store.answer(self.table.id, guest, request))
                    )
                    if isinstance(stands, dict):
                        return {"type": "refused", "id": request, **cast(Problem, stands)}

    async def _final(self, guest: str, request: str, refusal: Refusal) -> Problem | None:
        """The refusal of a request that came again: on disk before it is told. None if it was granted elsewhere."""
        told = problem_of(refusal)
        if refusal.code == "BAD_ID":
            return told
        stands = await self._patience.until_done(
            lambda: self._store.call(lambda store: store.refuse(self.table.id, guest, request, told))
        )
        return cast(Problem, stands) if isinstance(stands, dict) else None

    async def sync(self, listener: Listener) -> None:
        """Tell everything once more."""
        async with self.lock:
            try:
                await self._catch_up()
            except RoomClosed:
                return
            if not self.closed:
                listener.tell(snapshot(self.table, listener.guest, self.present, self._peers.now()))

    async def preview(self, listener: Listener, request: str, asked: wire.Preview) -> None:
        """What moves would come to for the asker. Nothing changes, nobody else is told."""
        async with self.lock:
            if self.closed:
                return
            try:
                listener.tell(preview_result(request, self.table.preview(listener.guest, asked.moves)))
            except Refusal as refusal:
                listener.tell(refused(request, refusal))
            except Exception:
                log.exception("match %s: a preview failed", self.table.id)
                listener.tell(refused(request, problem("FAILED")))

    async def call(self, listener: Listener, request: Request[wire.Say]) -> None:
        """Somebody calls something. Of a call to a team, opponents and spectators are not told, not even that."""
        async with self.lock:
            if self.closed:
                return
            try:
                fresh = self._calls.call(self.table, listener.guest, request)
            except Refusal as refusal:
                listener.tell(refused(request.id, refusal))
                return
            if fresh is not None:
                self._pass_on(fresh)
                self._peers.announce(self.table.id, call=fresh)
            version = self.table.version_for(self.table.seat_of(listener.guest))
            listener.tell(Done(type="done", id=request.id, version=version))

    async def hear_call(self, call: str) -> None:
        """Somebody has called something, and the word has come from another process (or back to us)."""
        async with self.lock:
            if not self.closed and self._calls.is_new(call):
                self._pass_on(call)

    def _pass_on(self, call: str) -> None:
        said = self._calls.said(self.table, call)
        if said is not None:
            team = self.table.team_of(said["seat"])
            for other in self._listeners:
                if said["to"] == "table" or self.table.seat_of(other.guest) in team:
                    other.tell(said)

    async def advise(self, listener: Listener, request: str) -> None:
        """What a bot would do in the asker's place."""
        async with self.lock:
            seat = self.table.seat_of(listener.guest)
            if seat not in self.table.owing() or self.table.seats[seat].played_by_bot():
                listener.tell(refused(request, problem("NO_ADVICE")))
                return
            if not assistance.hints_allowed(self.table):
                listener.tell(refused(request, refuse("HINTS_OFF")))
                return
            question = self.table.question(seat, "hint", self._settings.hint_level)
            asked = self.table.decision(seat)
        try:
            ideas = await self._bot_workers.advise(question, self.table.id)
        except BotsBusy:
            listener.tell(refused(request, problem("BOTS_BUSY")))
            return
        except BotError as error:
            log.error("match %s: no advice: %s", self.table.id, error)
            listener.tell(refused(request, problem("FAILED")))
            return
        async with self.lock:
            await self._hand_out(listener, request, seat, asked, ideas)

    async def _hand_out(
        self, listener: Listener, request: str, seat: int, asked: tuple[int, list[int]], ideas: list[BotIdea]
    ) -> None:
        """Give a hint, once the log says that it was taken: nobody has one that others do not see."""
        while not self.closed:
            if seat not in self.table.owing() or self.table.decision(seat) != asked:
                listener.tell(refused(request, problem("TOO_LATE")))
                return
            try:
                entry = self.table.take_hint(seat)
            except Refusal as refusal:
                listener.tell(refused(request, refusal))
                return
            if entry is None or await self.publish(entry) is None:
                if not self.closed:
                    listener.tell(advice(request, self.table.game, ideas))
                return

    async def coach(self, listener: Listener, request: str) -> None:
        """What matters now to the asker, and whether the move before was as good as the bot's. The bot thinks about
        the decision at hand meanwhile, to be able to say so next time; what it finds is told to nobody."""
        async with self.lock:
            if self.closed:
                return
            try:
                seat = judge.require_playing(self.table, listener.guest)
                told = assistance.counsel(self.table, seat)
            except Refusal as refusal:
                listener.tell(refused(request, refusal))
                return
            except Exception:
                log.exception("match %s: the coach failed", self.table.id)
                listener.tell(refused(request, problem("FAILED")))
                return
            listener.tell(coach_result(request, told, self._review.agreed(self.table, seat)))
            question = self._review.question(self.table, seat, self._settings.hint_level)
        if question is not None:
            self.start(self._think_along(question))

    async def _think_along(self, question: Question) -> None:
        """Let the bot think for the coach; if it cannot, nobody will know how good the move was."""
        decision = self._review.asked(question.seat)
        with contextlib.suppress(BotError):
            ideas = await self._bot_workers.advise(question, self.table.id)
            self._review.learn(question.seat, decision, ideas)

    # ---- changes (under the lock) ----------------------------------------------------------------------------

    async def publish(
        self,
        entry: Entry,
        token: int | None = None,
        not_before: int | None = None,
        not_after: int | None = None,
    ) -> StoreError | None:
        """Write an entry the table has just made, then tell everybody and see who must act.

        Otherwise returns what was in the way; the table is then what the log says, and whatever was new was told.
        """
        changes = [(self.table, entry)]
        if entry["kind"] == "rematch":
            changes.append(self._rematch(entry))
        obstacle = await self._write(*changes, token=token, not_before=not_before, not_after=not_after)
        if obstacle is None:
            self._announce(last_change)
        return obstacle

    async def run_out_of_time(self) -> None:
        """Write down whose time has run out, if it has: any process may. (Under the lock.)"""
        while not self.closed:
            due, now = self.table.due(), self._peers.now()
            entry = None if due is None or due >= now else self.table.time_out(now)
            if entry is None or await self.publish(entry, not_before=due) is not None:
                return

    async def _time_is_up(self) -> None:
        async with self.lock:
            try:
                await self.run_out_of_time()
            except RoomClosed:
                return
            except Exception:
                log.exception("match %s: nobody's time runs out", self.table.id)
                self.close()

    async def _write(
        self,
        *changes: tuple[Table, Entry],
        token: int | None = None,
        not_before: int | None = None,
        not_after: int | None = None,
    ) -> StoreError | None:
        """Put entries on disk. What could not be written, or nobody knows whether it was, is not the match."""
        try:
            await self._store.append(*changes, token=token, not_before=not_before, not_after=not_after)
        except Conflict as conflict:
            return await self._read_anew(conflict)
        except StoreFault as fault:
            return await self._read_anew(fault)
        except Exception as error:
            log.exception("match %s: an entry could not be written", self.table.id)
            self.close()
            return error if isinstance(error, StoreError) else StoreError(str(error))
        self._patience.well()
        self._told = self.table.version
        self._peers.announce(self.table.id, self.table.version, guests=self.table.guests())
        return None

    async def _read_anew(self, obstacle: StoreError) -> StoreError:
        """The table in memory is not the match: make another one from the log, and tell what is new."""
        try:
            if isinstance(obstacle, StoreFault):
                await self._patience.wait(obstacle, "writing")
            if isinstance(obstacle, OutOfTime):
                await self._patience.until_done(self._peers.measure)  # we have the time wrong
            self.table, news = await self._patience.until_done(
                lambda: self._store.table_since(self.table.id, self._told)
            )
            self._follow(news)
            await self._look_around()
        except RoomClosed:
            pass
        except Exception:
            log.exception("match %s cannot be read again", self.table.id)
            self.close()
        return obstacle

    async def follow(self, read: Sequence[Logged] = ()) -> None:
        """Tell what others have written meanwhile: what was ``read`` of it just now, or else what is there."""
        if not read:
            if self._following:
                return  # whoever waits for the lock already will see it
            self._following = True
        async with self.lock:
            if not read:
                self._following = False
            try:
                if not self._apply(read):
                    await self._catch_up()
            except RoomClosed:
                return
            except Exception:
                log.exception("match %s cannot be followed", self.table.id)
                self.close()

    def _apply(self, read: Sequence[Logged]) -> bool:
        """Follow what was read outside the lock, if it joins on to what is known by now; whether it did."""
        if self.closed or not read or read[0].version > self.table.version + 1:
            return False
        self._follow([logged for logged in read if logged.version > self.table.version])
        return True

    async def _catch_up(self) -> bool:
        """Read what others have written meanwhile, and tell it; whether there was anything."""
        if self.closed:
            raise RoomClosed
        if not self._peers.shared:
            return False
        match, version = self.table.id, self.table.version
        news = await self._patience.until_done(
            lambda: self._store.call(lambda store: store.log(match, after=version))
        )
        self._follow(news)
        if self.closed:
            raise RoomClosed
        return bool(news)

    def _follow(self, news: list[Logged]) -> None:
        """Apply entries that others have written, one by one, and tell each."""
        for logged in news:
            try:
                self.table.follow(logged.entry, logged.at)
            except LogError as error:  # a newer Slugfest runs beside this one: it will serve them
                log.error("match %s cannot be followed: %s", self.table.id, error)
                self.close()
                return
            self._told = self.table.version
            self._tell_safely(last_change)
            if self.closed:
                return
        if news:
            self._alarm.set(self.table.due())
            self.runner.look()

    def _announce(self, teller: Teller) -> None:
        """Tell everybody of a change and see who must act. If that fails, all come back and are told anew."""
        self._tell_safely(teller)
        if not self.closed:
            try:
                self._alarm.set(self.table.due())
                self.runner.look()
            except Exception:
                log.exception("match %s: nobody knows who must act", self.table.id)
                self.close()

    def _tell_safely(self, teller: Teller) -> None:
        try:
            self._tell_all(teller)
        except Exception:
            log.exception("match %s cannot be told", self.table.id)
            self.close()

    def _rematch(self, entry: RematchEntry) -> tuple[Table, Entry]:
        created = self.table.opening_of_rematch(entry["match"], entry["by"], self._codes.secret())
        return Table.from_log([created], lambda _: self.table.game), created

    def _tell_all(self, teller: Teller) -> None:
        """Tell everybody, each what they may know, and nothing to whom nothing has changed.

        Those who may know the same get the same message.
        """
        present, now = self.present, self._peers.now()
        messages: dict[tuple[int, bool], bytes] = {}
        for listener in self._listeners:
            key = (self.table.seat_of(listener.guest), listener.guest == self.table.host)
            if key not in messages:
                message = teller(self.table, listener.guest, present, now)
                messages[key] = b"" if message is None else encoded(message)
            if messages[key]:
                listener.send(messages[key])
        word = nudged(self.table) if teller is last_change else None
        if word is not None:
            for listener in self._listeners:
                if self.table.seat_of(listener.guest) == word["seat"]:
                    listener.tell(word)

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def done(request: str, answer: Answer) -> Done:
    return {"type": "done", "id": request, "version": answer.version}
