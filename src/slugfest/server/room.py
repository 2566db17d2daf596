"""The server's room: the shared core with sockets, a lock, a lease and a store that other processes share.

One thing happens at a time, under ``lock``: the table changes, the change is written, and only then is anybody
notified. If another process was faster, the room reads what was written, sends it, and judges the request anew. The
rules between processes are in ``docs/processes.md``.
"""

from __future__ import annotations

import asyncio
import itertools
import logging
from collections.abc import Callable, Collection, Coroutine, Sequence
from dataclasses import replace
from typing import Any, Final, cast

from slugfest.protocol import room as core
from slugfest.protocol import wire
from slugfest.protocol.codes import Codes
from slugfest.protocol.new_match import rematch_of
from slugfest.protocol.problems import problem
from slugfest.protocol.room import ClientQuestion, OnIdeas, Pending, Render, done
from slugfest.protocol.thinking import Purpose
from slugfest.protocol.watchers import MOST_LISTED, watching
from slugfest.protocol.wire import Request
from slugfest.store import Answered, Conflict, LeaseLost, Logged, OutOfTime, StoreError, StoreFault
from slugfest.table import (
    BotIdea,
    Command,
    Entry,
    LogError,
    Question,
    Refusal,
    Services,
    Table,
    last_change,
    problem_of,
    refuse,
    refused,
    seat_view,
    snapshot,
    tidy_name,
    update,
)
from slugfest.table.commands import Advertise, Sit
from slugfest.table.messages import Done, Refused, ServerMessage, Step, Update, View
from slugfest.table.pages import Problem

from .alarm import Alarm
from .async_store import AsyncStore
from .bot_workers import BotError, BotsBusy, BotWorkers
from .budgets import Metered, paying
from .calls import Call, CallLimits, decode_call, encode_call
from .claims import Claims
from .clients import Client, encoded
from .crowding import window_to_close
from .lease import Lease
from .memberships import Memberships
from .peers import Peers, Presence
from .removals import RemovedAddresses
from .settings import Settings
from .shared_logs import SharedLogs
from .storage_retry import RoomClosed, StorageRetry

log = logging.getLogger("slugfest.server")

COME_BACK: Final = 1012
# The close codes of those who have to leave.
AWAY: Final = {"MATCH_FULL": 1013, "REMOVED": 4403, "SEALED": 4403}
BY_THE_CLOCK: Final = ("TIME_UP", "TOO_EARLY")  # refusals that depend on the moment


class ServerRoom(core.Room[Client]):
    """One match while somebody is connected to it here. Without connections there is no room: the log is the match."""

    def __init__(
        self,
        table: Table,
        store: AsyncStore,
        peers: Peers,
        bot_workers: BotWorkers,
        codes: Codes,
        settings: Settings,
        services: Services,
        logs: SharedLogs,
        claims: Claims,
        memberships: Memberships,
        address_digest: Callable[[str], str],
    ) -> None:
        super().__init__(table, services)
        self._logs = logs
        self._viewed: tuple[Table, int] | None = None  # the table and version that
        self._views: dict[int, View | None] = {}  # these are of, by seat
        self.hint_level = settings.hint_level
        self.lock = asyncio.Lock()
        self.closed = False
        self.presence: Presence = {}
        self.joining: list[Client] = []
        self._sent = table.version  # what clients know; the table is one entry ahead while that is written
        self._retry = StorageRetry(table.id, lambda: (*self.clients, *self.joining), lambda: self.closed)
        self._following = False
        self._store = store
        self._claims = claims
        self._memberships = memberships
        self._peers = peers
        self._bot_workers = bot_workers
        self._codes = codes
        self._settings = settings
        self._tasks: set[asyncio.Task[None]] = set()
        self._names: dict[str, str] = {}  # of those who watch, for the host
        self._thoughts: dict[int, asyncio.Task[None]] = {}
        self._numbers = itertools.count(1)
        self._removed_addresses = RemovedAddresses(table.id, store, address_digest)
        self._call_limits = CallLimits()
        self.is_muted: Callable[[str], bool] = lambda guest: False
        self._alarm = Alarm(peers.now, lambda: self.start(self._locked("a time-out", self.write_due)))
        self.lease = Lease(self, peers)

    # ---- what the core needs ---------------------------------------------------------------------------------

    def now(self) -> int:
        return self._peers.now()

    @property
    def present(self) -> set[str]:
        """The guests connected, through whichever process."""
        return {guest for guest, left in self.presence.items() if left is None}

    def snapshot(self, guest: str) -> ServerMessage:
        seat = self.table.seat_of(guest)
        message = snapshot(self.table, guest, self.present, self.now(), [], self._view(seat))
        message["log"] = cast(list[Step], self._logs.log(self.table, seat))
        return message

    def _view(self, seat: int) -> View | None:
        """What a seat sees. Windows that come and go do not change it."""
        now = (self.table, self.table.version)
        if self._viewed != now:
            self._viewed, self._views = now, {}
        if seat not in self._views:
            self._views[seat] = seat_view(self.table, seat)
        return self._views[seat]

    def _presence(self, table: Table, guest: str, present: Collection[str], now: int) -> Update:
        return update(table, guest, present, now, view=self._view(table.seat_of(guest)))

    async def _prepare_snapshot(self, client: Client) -> None:
        """Encode a long log in a thread, so that nobody at other tables waits for it."""
        await self._logs.prepare(self.table, self.table.seat_of(client.guest))

    def broadcast(self, clients: Sequence[Client], message: ServerMessage) -> None:
        text = encoded(message)
        for client in clients:
            client.send_encoded(text)

    def ask_bot(self, question: Question, purpose: Purpose, seconds: float, on_ideas: OnIdeas) -> int:
        number = next(self._numbers)
        self._thoughts[number] = self.start(self._think(number, question, purpose, on_ideas))
        return number

    def cancel_bot(self, thought: int) -> None:
        task = self._thoughts.pop(thought, None)
        if task is not None:
            task.cancel()

    async def _think(self, number: int, question: Question, purpose: Purpose, on_ideas: OnIdeas) -> None:
        """Let a bot think outside the lock. A bot that fails does not stop the match."""
        clock = asyncio.get_running_loop().time
        if purpose == "decide" and not self.table.people_there() and self.clients:
            await asyncio.sleep(
                self.clients[0].pay_bot_move()
            )  # whoever watches decides how fast bots play alone
        until = clock() + (self._settings.bot_delay if purpose == "decide" else 0.0)
        ideas: list[BotIdea] | None = None
        code = "FAILED"
        try:
            ideas = await self._bot_workers.think(question, purpose, self.table.id)
        except BotsBusy:
            code = "BOTS_BUSY"
        except BotError as error:
            log.error("match %s, seat %s: %s", self.table.id, question.seat, error)
        if (wait := until - clock()) > 0:
            await asyncio.sleep(wait)

        async def use() -> None:
            if self._thoughts.pop(number, None) is not None:
                on_ideas(ideas, code)
                await self.write_due()

        await self._locked("the bot's turn", use)

    def look(self) -> None:
        """See who must act. (Under the lock.)"""
        if self.closed or self.empty:
            return
        self._alarm.set(self.table.due())
        if self.lease.held:
            super().look()
        else:
            self.lease.take_if_wanted()

    def limit_call(self, guest: str, call: wire.Say) -> None:
        if self.is_muted(guest):
            raise problem("MUTED")
        self._call_limits.take(guest, call)

    def pass_on_call(self, guest: str, request: str, call: wire.Say) -> None:
        self._peers.announce(self.table.id, call=encode_call(Call(guest, request, call)))

    # ---- coming and going (under the lock) -------------------------------------------------------------------

    @property
    def storage_unavailable(self) -> bool:
        """Whether this room waits for its storage."""
        return self._retry.failing

    async def join(self, client: Client) -> None:
        """Connect a client: a snapshot for them, an update for the others."""
        before = self.present
        try:
            await self._retry.until_done(lambda: self._removed_addresses.read(self.table))
            self._require_admitted(client)
            yields = window_to_close(self.table, self.clients, client, self._settings.connections_a_match)
            if yields is not None:
                self.send_away(yields, problem("MATCH_FULL"))
            await self._read_presence()
            await self._catch_up()
            await self.write_due()
            if self.present != before:
                self._notify(self._presence)
            self._require_admitted(client)
            await self._prepare_snapshot(client)
            if not self.closed:
                self.send_snapshot(client)
        except RoomClosed:
            pass
        except Refusal:
            raise
        except Exception as error:
            log.exception("match %s cannot be shown", self.table.id)
            self.close()
            raise problem("FAILED") from error
        if self.closed:
            raise problem("COME_BACK")
        self.clients.append(client)
        self.look()

    def _require_admitted(self, client: Client) -> None:
        removed = client.guest in self.table.removed and not self.table.over
        if removed or self._removed_addresses.refuses(self.table, self.clients, client):
            raise refuse("REMOVED")
        if not self.table.may_watch(client.guest):
            raise refuse("SEALED")

    def send_away(self, client: Client, refusal: Refusal) -> None:
        if refusal.code == "REMOVED":
            self._removed_addresses.note(self.table, self.clients, client)
        client.send(refused("", refusal))
        client.close(AWAY[refusal.code], refusal.code)
        self.remove(client)

    async def part(self, client: Client) -> None:
        """Remove a client whose connection has ended."""
        if client in self.clients:
            self.remove(client)
        if self.clients:
            await self.refresh_presence()

    async def refresh_presence(self) -> None:
        """Somebody has come or gone, here or elsewhere. (Under the lock.)"""
        if self.closed:
            return
        before = self.present
        try:
            await self._read_presence()
        except RoomClosed:
            return
        except Exception:
            log.exception("match %s: its presence cannot be read", self.table.id)
            self.close()
            return
        if self.present != before:
            self._notify(self._presence)
        self.look()

    def name_of(self, guest: str) -> str:
        return self._names.get(guest, "")

    async def _read_names(self) -> None:
        """Read what those are called who watch; who has no name yet is asked for again next time."""
        for guest in watching(self.table, self.present)[:MOST_LISTED]:
            if not self._names.get(guest):
                self._names[guest] = await self._store.name_of(guest) or ""

    async def _read_presence(self) -> None:
        self.presence = await self._retry.until_done(lambda: self._peers.presence(self.table.id))

    def close(self) -> None:
        """Stop everything; whoever is still connected is asked to come back."""
        if self.closed:
            return
        self.closed = True
        for client in self.clients:
            client.close(COME_BACK, "come back")
        self.clients.clear()
        self._alarm.close()
        self.stop()
        self.lease.close()
        self._retry.close()

    # ---- requests --------------------------------------------------------------------------------------------

    async def ask(self, client: Client, request: Request[ClientQuestion]) -> None:
        """Answer a question, which changes nothing."""
        async with self.lock:
            try:
                if self.closed:
                    return
                if isinstance(request.body, wire.Sync):
                    await self._catch_up()
                    await self._prepare_snapshot(client)
                elif isinstance(request.body, wire.Watchers):
                    await self._read_names()
                self.answer(client, request)
            except RoomClosed:
                return
            except Exception:
                log.exception("match %s: a question failed", self.table.id)
                client.send(refused(request.id, problem("FAILED")))

    def command(self, client: Client, request: Request[Command]) -> asyncio.Task[None]:
        """Execute a command after those that came before it, also if its sender leaves meanwhile."""
        work, account = self._command(client, request), paying()
        return self.start(work if account is None else Metered(work, account))

    def resume(self, client: Client, asked: Request[Command]) -> None:
        self.command(client, asked)

    async def _command(self, client: Client, request: Request[Command]) -> None:
        async with self.lock:
            if self.closed:
                return  # the connection is being closed as well; the request will come again
            if self.waits_for_judgement(client, request):
                return  # it is executed when that is there
            try:
                reply = await self._judge(client, request)
            except RoomClosed:
                return
            except Exception:
                log.exception("match %s: a request failed", self.table.id)
                client.send(refused(request.id, problem("FAILED")))
                self.close()
                return
            self._retry.recovered()
            client.send(reply)

    async def _judge(self, client: Client, asked: Request[Command]) -> Done | Refused:
        """Put a command to the table, and anew whenever the match has moved on elsewhere in between.

        An answer that leaves the log as it is is sent only once it is known that nothing new was written.
        """
        guest, request, measured = client.guest, asked.id, False
        body = await self._under_a_free_name(guest, asked.body)
        await self._read_members(body)
        while True:
            await self.write_due()
            command = self.assured(guest, body)
            answer = self.table.handle(
                guest, request, command, self._peers.now(), client.delay(), self.services
            )
            if not measured and answer.refusal is not None and answer.refusal.code in BY_THE_CLOCK:
                measured = True  # by our clock; the store's decides
                await self._retry.until_done(self._peers.measure)
                self.table.forget_refusal(guest, request)
            elif answer.entry is None and not answer.remembered and await self._catch_up():
                self.table.forget_refusal(guest, request)  # it was judged by an old state
            elif answer.refusal is not None:
                refusal = (
                    await self._final(guest, request, answer.refusal)
                    if asked.again
                    else problem_of(answer.refusal)
                )
                if refusal is not None:
                    return {"type": "refused", "id": request, **refusal}
                await self._catch_up()  # it was granted: the log says so
            elif answer.entry is None:
                return done(request, answer.version)
            else:
                obstacle = await self.publish(
                    Pending(answer.entry, not_before=answer.not_before, not_after=answer.not_after)
                )
                if self.closed:
                    raise RoomClosed
                if obstacle is None:
                    if (
                        isinstance(command, Advertise)
                        and command.advert is not None
                        and command.advert["club"]
                    ):
                        await self._memberships.show(command.advert["club"], guest, self.table.id)
                    return done(request, answer.version)
                if isinstance(obstacle, Answered):
                    stored = await self._retry.until_done(
                        lambda: self._store.call(lambda store: store.answer(self.table.id, guest, request))
                    )
                    if isinstance(stored, dict):
                        return {"type": "refused", "id": request, **cast(Problem, stored)}

    async def _under_a_free_name(self, guest: str, command: Command) -> Command:
        """Add a number to the name of somebody who sits down under one that another guest has claimed."""
        if not isinstance(command, Sit) or not (name := tidy_name(command.name)):
            return command
        seats = enumerate(self.table.seats)
        others = [seat.name for place, seat in seats if place != command.seat and seat.guest != guest]
        return replace(
            command,
            name=await self._retry.until_done(lambda: self._claims.unclaimed(guest, name, others)),
        )

    async def _read_members(self, command: Command) -> None:
        """Read who belongs to the club that keeps this table to its members, or shall do so."""
        advert = command.advert if isinstance(command, Advertise) else self.table.advert
        if advert is not None and advert["club"] and isinstance(command, Advertise | Sit):
            club = advert["club"]
            await self._retry.until_done(lambda: self._memberships.read([club]))

    async def _final(self, guest: str, request: str, refusal: Refusal) -> Problem | None:
        """Store the refusal of a command that came again, before it is sent. None if it was granted elsewhere."""
        sent = problem_of(refusal)
        if refusal.code == "BAD_ID":
            return sent
        stored = await self._retry.until_done(
            lambda: self._store.call(lambda store: store.refuse(self.table.id, guest, request, sent))
        )
        return cast(Problem, stored) if isinstance(stored, dict) else None

    async def hear_call_from_elsewhere(self, text: str) -> None:
        """A call from another process, or our own again."""
        call = decode_call(text)
        async with self.lock:
            if not self.closed and call is not None and not self.is_muted(call.guest):
                self.hear_call(call.guest, call.request, call.call)

    # ---- changes (under the lock) ----------------------------------------------------------------------------

    async def write_due(self) -> None:
        """Write whatever is due: time-outs (any process may), hints, moves of our bots."""
        while not self.closed and (pending := self.due_entry()) is not None:
            await self.publish(pending)

    async def publish(self, pending: Pending) -> StoreError | None:
        """Write an entry the table has just made, then notify everybody and see who must act.

        Otherwise return what was in the way; the table is then what the log says, and whatever was new was sent.
        """
        changes = [(self.table, pending.entry)]
        if pending.entry["kind"] == "rematch":
            following = rematch_of(self.table, pending.entry, pending.entry["by"], self._codes)
            changes.append((following, following.log[0]))
        obstacle = await self._write(changes, pending)
        if obstacle is None:
            self._safely(lambda: self.committed(pending))
            await self._removed_addresses.keep()
        elif isinstance(obstacle, LeaseLost):
            self.lease.lose()
            self.look()
        return obstacle

    async def _write(self, changes: list[tuple[Table, Entry]], pending: Pending) -> StoreError | None:
        """Put entries on disk. An entry that was not written, or may not have been, is not part of the match."""
        try:
            await self._store.append(
                *changes,
                token=self.lease.token if pending.by_bot else None,
                not_before=pending.not_before,
                not_after=pending.not_after,
            )
        except (Conflict, StoreFault) as obstacle:
            return await self._read_anew(obstacle)
        except Exception as error:
            log.exception("match %s: an entry could not be written", self.table.id)
            self.close()
            return error if isinstance(error, StoreError) else StoreError(str(error))
        self._retry.recovered()
        self._sent = self.table.version
        self._peers.announce(self.table.id, self.table.version, guests=self.table.guests())
        return None

    async def _read_anew(self, obstacle: StoreError) -> StoreError:
        """Replace the table, which is not the match, by one from the log, and send what is new."""
        try:
            if isinstance(obstacle, StoreFault):
                await self._retry.wait(obstacle, "writing")
            if isinstance(obstacle, OutOfTime):
                await self._retry.until_done(self._peers.measure)  # our clock was wrong
            self.table, news = await self._retry.until_done(
                lambda: self._store.table_since(self.table.id, self._sent)
            )
            self._apply(news)
            await self._read_presence()
        except RoomClosed:
            pass
        except Exception:
            log.exception("match %s cannot be read again", self.table.id)
            self.close()
        return obstacle

    async def follow(self, read: Sequence[Logged] = ()) -> None:
        """Send what other processes have written: what was ``read`` of it just now, or else what is there."""
        if not read:
            if self._following:
                return  # whoever waits for the lock already will see it
            self._following = True

        async def catch_up() -> None:
            if not read:
                self._following = False
            if not read or read[0].version > self.table.version + 1:
                await self._catch_up()
            else:
                self._apply([logged for logged in read if logged.version > self.table.version])

        await self._locked("following the log", catch_up)

    async def _catch_up(self) -> bool:
        """Read what other processes have written, and send it; whether there was anything."""
        if self.closed:
            raise RoomClosed
        if not self._peers.shared:
            return False
        match, version = self.table.id, self.table.version
        news = await self._retry.until_done(
            lambda: self._store.call(lambda store: store.log(match, after=version))
        )
        self._apply(news)
        if self.closed:
            raise RoomClosed
        return bool(news)

    def _apply(self, news: list[Logged]) -> None:
        """Apply entries of other processes, one by one, and send each."""
        for logged in news:
            try:
                self.table.follow(logged.entry, logged.at)
            except LogError as error:  # a newer release runs beside this one: it will serve them
                log.error("match %s cannot be followed: %s", self.table.id, error)
                self.close()
                return
            self._sent = self.table.version
            self._notify(last_change)
            if self.closed:
                return
        if news:
            self._safely(self.look)
            self.start(self._removed_addresses.keep())

    def notify(self, render: Render = last_change) -> None:
        newest = self.table.log[-1]
        if render is last_change and newest["kind"] == "merged":
            self._call_back(newest["guest"])
        super().notify(render)

    def _call_back(self, guest: str) -> None:
        """Close the connections of a merged guest; their pages reconnect as the guest they belong to now."""
        for client in [one for one in self.clients if one.guest == guest]:
            client.close(COME_BACK, "come back")
            self.remove(client)

    def _notify(self, render: Render) -> None:
        self._safely(lambda: self.notify(render))

    # ---- tasks -----------------------------------------------------------------------------------------------

    def _safely(self, work: Callable[[], None]) -> None:
        """Do something that nobody waits for. If it fails, everybody is asked to come back."""
        try:
            work()
        except Exception:
            log.exception("match %s: a change cannot be sent", self.table.id)
            self.close()

    async def _locked(self, what: str, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do something under the lock, unless the room was closed. If it fails, everybody is asked to come back."""
        async with self.lock:
            if self.closed:
                return
            try:
                await work()
            except RoomClosed:
                return
            except Exception:
                log.exception("match %s: %s failed", self.table.id, what)
                self.close()

    def start(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task
