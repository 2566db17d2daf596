"""All matches of a house without a server: what the page asks for, what it is told, what is kept and thought about.

Nothing here waits, and nothing happens by itself. Whoever runs it does, after every call: keep what :meth:`unsaved`
tells and say :meth:`saved`; carry what :meth:`outbox` tells; have thought about what :meth:`thoughts` tells; and
:meth:`wake` it at the moment that :meth:`due` tells. The answer to a :meth:`request` is handed on once what was unsaved
after it is kept.
"""

from __future__ import annotations

import json
import re
import secrets
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final
from urllib.parse import parse_qs, unquote, urlsplit

from slugfest.kernel import Game, SlugfestError
from slugfest.protocol import wire
from slugfest.protocol.codes import Codes, read_code
from slugfest.protocol.new_match import new_table, rematch_of
from slugfest.protocol.problems import problem
from slugfest.protocol.reading import id_of
from slugfest.table import (
    LEVELS,
    Entry,
    NewerLog,
    Nonce,
    Refusal,
    Seat,
    Start,
    Table,
    listed_match,
    opening,
    read_summary,
    refuse,
    refused,
    summary_of,
    tidy_name,
    waiting,
)
from slugfest.table.entries import RematchEntry
from slugfest.table.messages import ListedMatch
from slugfest.table.seats import bot_name
from slugfest.table.summaries import Summary

from . import api
from .analysis import AnalysisChannel
from .channels import ENDINGS, GONE_FOR_GOOD, Channel, Outbox
from .journal import ABOUT, Journal, Log, Row, text_of
from .listeners import LessonChannel, MineChannel
from .people import ME, People
from .problems import here
from .room import DeviceChannel, LocalRoom, MatchChannel, Settings
from .thoughts import Thoughts

KEPT_OPEN: Final = 4  # tables that nobody listens to and that may be asked about again


class LocalServer:
    """A house in one place: the page on one side, a journal on the other."""

    def __init__(
        self,
        games: Mapping[str, Game],
        journal: Iterable[Row] = (),
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        random: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.games = games
        self.settings = Settings()
        self.codes = Codes(random)
        self.journal = Journal(journal)
        self._clock = clock
        self._outbox = Outbox(self.journal)
        self.thinking = Thoughts()
        self._channels: dict[int, Channel] = {}
        self._next_channel = 1
        self._rooms: dict[str, LocalRoom] = {}
        self._tables: dict[str, Table] = {}  # that nobody listens to, the one asked for last comes last
        self._storage_failing = False
        self.people: People = People(self.journal, self.codes)

    def now(self) -> int:
        return self._clock()

    # ---- what the runner calls ---------------------------------------------------------------------------------

    def request(self, method: str, path: str, body: str = "", guest: str = ME) -> tuple[int, str]:
        """The answer to a request that a server would answer over HTTP: its status and its body."""
        return api.answer(self, method, path, body, guest)

    def open(self, path: str, guest: str = ME) -> int:
        """Listen to what an address of a socket tells; the number of the channel."""
        number = self._next_channel
        self._next_channel += 1
        address = urlsplit(path)
        query = {key: values[-1] for key, values in parse_qs(address.query).items()}
        plain = Channel(number, guest, self._outbox)
        try:
            self._channels[number] = self._listen(plain, address.path, query)
        except Refusal as refusal:
            plain.send(refused("", refusal))
            plain.end(ENDINGS.get(refusal.code, GONE_FOR_GOOD))
        except Exception:
            traceback.print_exc()
            plain.send(refused("", problem("FAILED")))
            plain.end(GONE_FOR_GOOD)
        return number

    def receive(self, channel: int, text: str) -> None:
        """What the page sends over a channel. What comes over one that has ended is nobody's."""
        listening = self._channels.get(channel)
        if listening is None:
            return
        try:
            listening.receive(text)
        except (
            Exception
        ):  # a fault of ours: nothing was kept of it, and everybody sees the match as it is kept
            traceback.print_exc()
            listening.send(refused(id_of(text), problem("FAILED")))
            if isinstance(listening, MatchChannel):
                self._begin_anew(listening.room)

    def close(self, channel: int) -> None:
        """The page does not listen any more."""
        closed = self._channels.pop(channel, None)
        self._outbox.forget(channel)
        if closed is not None:
            closed.close()
            self._leave_empty_rooms()

    def outbox(self) -> list[tuple[int, str | int]]:
        """What is to be sent now: by channel a text, or the code with which it ends."""
        taken = self._outbox.take()
        for channel, message in taken:
            if isinstance(message, int):
                self._channels.pop(channel, None)
        return taken

    def unsaved(self) -> list[Row]:
        """The rows to be kept, all at once or none; one without text takes away all of its match."""
        return self.journal.unsaved()

    def saved(self, count: int) -> None:
        """So many of the unsaved rows, from the first on, are kept."""
        self.journal.mark_saved(count)
        if self._storage_failing:
            self._storage_failing = False
            for channel in self._channels.values():
                channel.send_at_once(waiting(None))

    def not_saved(self) -> None:
        """The rows could not be kept. Everybody is told; what they did is not answered before it is."""
        self._storage_failing = True
        for channel in self._channels.values():
            channel.send_at_once(waiting(here("NOT_KEPT").text))

    def thoughts(self) -> list[tuple[int, str]]:
        """What is to be thought about from now on, by number."""
        return self.thinking.take_new()

    def cancelled(self) -> list[int]:
        """What need not be thought about any longer."""
        return self.thinking.take_cancelled()

    def thought(self, number: int, text: str) -> None:
        """What came of a thought (:func:`slugfest.local.thinker.think`); anything else means that it failed."""
        self._safely(lambda: self.thinking.answer(number, text))

    def due(self) -> int | None:
        """The next moment at which something happens by itself, by the clock."""
        moments = [moment for room in self._rooms.values() if (moment := room.due()) is not None]
        return min(moments, default=None)

    def wake(self) -> None:
        for room in list(self._rooms.values()):
            self._safely(room.write_due)

    def _safely(self, work: Callable[[], None]) -> None:
        """Something that nobody waits for. After a fault of ours everybody sees all as it is kept."""
        try:
            work()
        except Exception:
            traceback.print_exc()
            for room in list(self._rooms.values()):
                self._begin_anew(room)

    def _begin_anew(self, room: LocalRoom) -> None:
        """A table that a fault may have bent is read again from what is kept."""
        room.close()
        if self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]

    # ---- channels ----------------------------------------------------------------------------------------------

    def _listen(self, plain: Channel, path: str, query: Mapping[str, str]) -> Channel:
        number, guest = plain.number, plain.guest
        if path == "/ws/mine":
            mine = MineChannel(number, guest, self._outbox, self)
            mine.tell_list()
            return mine
        if path == "/ws/analysis":
            return AnalysisChannel(number, guest, self._outbox, self)
        if found := re.fullmatch(r"/ws/lessons/([^/]+)/([^/]+)", path):
            game, lesson = map(unquote, found.groups())
            return LessonChannel(number, guest, self._outbox, self, game, lesson, query.get("step"))
        if found := re.fullmatch(r"/ws/device/([^/]+)", path):
            room = self._room(self._code(found[1]))
            device = DeviceChannel(number, guest, self._outbox, room)
            room.show(device)
            return device
        if found := re.fullmatch(r"/ws/([^/]+)", path):
            room = self._room(self._code(found[1]))
            channel = MatchChannel(number, guest, self._outbox, room)
            room.join(channel)
            return channel
        raise problem("NO_SUCH_PAGE")

    def _code(self, typed: str) -> str:
        code = read_code(unquote(typed))
        if code is None:
            raise problem("NO_SUCH_MATCH")
        return code

    def _room(self, match: str) -> LocalRoom:
        if match not in self._rooms:
            table = self.table(match)
            self._tables.pop(match, None)
            self._rooms[match] = LocalRoom(
                table, self._written, self.thinking, self.codes, self._clock, self.settings
            )
        return self._rooms[match]

    def _leave_empty_rooms(self) -> None:
        for match, room in list(self._rooms.items()):
            if room.empty:
                room.stop()
                del self._rooms[match]
                self._keep_open(match, room.table)

    # ---- matches -----------------------------------------------------------------------------------------------

    def table(self, match: str) -> Table:
        """A match; raises :class:`Refusal` if there is none, or it cannot be opened."""
        if match in self._rooms:
            return self._rooms[match].table
        table = self._tables.get(match)
        if table is None:
            log = self.journal.logs.get(match)
            if log is None:
                raise problem("NO_SUCH_MATCH")
            table = self.read_table(match, log)
        self._keep_open(match, table)
        return table

    def read_table(self, match: str, log: Log) -> Table:
        """The table that a log tells; raises :class:`Refusal` if it tells none."""
        entries, times = log.read()
        try:
            table = Table.from_log(entries, self._game, times)
        except NewerLog as error:
            raise here("NEWER") from error
        except Refusal:
            raise
        except SlugfestError as error:
            raise problem("MATCH_LOST") from error
        if table.id != match:
            raise here("DAMAGED")
        return table

    def _game(self, name: str) -> Game:
        game = self.games.get(name)
        if game is None:
            raise problem("NO_SUCH_GAME")
        return game

    def _keep_open(self, match: str, table: Table) -> None:
        self._tables.pop(match, None)
        self._tables[match] = table
        while len(self._tables) > KEPT_OPEN:
            del self._tables[next(iter(self._tables))]

    def create(self, guest: str, name: str, wanted: wire.NewMatch) -> str:
        """Open a new match and return its code."""
        table = new_table(self.new_code(), self._game(wanted.game), guest, name, wanted, self.codes)
        for entry in table.log:
            self._written(table, entry)
        return table.id

    def create_around(self, wanted: wire.DeviceMatch) -> str:
        """Open a match of people who share this device, and begin it: what each would add to chance, the house adds."""
        game = self._game(wanted.game)
        game.settle(len(wanted.seats), wanted.options)
        names = [tidy_name(seat.name) for seat in wanted.seats if seat.kind == "person"]
        if len(names) < 2 or len(set(names)) < len(names) or not all(names):
            raise here("PEOPLE_NEEDED")
        seats: list[Seat] = []
        for seat in wanted.seats:
            if seat.kind == "person":
                name = tidy_name(seat.name)
                seats.append(Seat("person", name, self.people.called(name)))
            elif seat.level in LEVELS:
                seats.append(Seat("bot", bot_name([one.name for one in seats] + names), level=seat.level))
            else:
                raise refuse("NO_SUCH_LEVEL")
        match = self.new_code()
        created = opening(match, game, ME, self.codes.secret(), seats, wanted.options, start=True)
        table = Table.from_log([created], self._game)
        self._written(table, created)
        self._add_nonces(table)
        return match

    def _add_nonces(self, table: Table) -> None:
        """Add to chance in the place of everybody around this device."""
        for guest in [seat.guest for seat in table.seats if seat.kind == "person"]:
            if table.wants_nonce(guest):
                self._ask_for(table, guest, Nonce(self.codes.nonce()))

    def new_code(self) -> str:
        while (match := self.codes.match()) in self.journal.logs:
            pass
        return match

    def add(self, table: Table, entries: list[tuple[Mapping[str, Any], int]]) -> None:
        """A match from elsewhere, whole. Of one that is here already, what is new."""
        room = self._rooms.pop(table.id, None)
        self._tables.pop(table.id, None)
        if room is not None:
            room.close()
        known = self.journal.logs.get(table.id)
        if known is not None and known.torn:
            self.journal.drop(table.id)
            known = None
        for entry, at in entries[0 if known is None else len(known.entries) :]:
            self.journal.append(table.id, entry, at)
        self._sum_up(table)
        self.tell_lists()

    def drop(self, match: str) -> None:
        """Forget a match; whoever looks at it is told that there is none."""
        room = self._rooms.pop(match, None)
        self._tables.pop(match, None)
        self.journal.drop(match)
        if room is not None:
            room.close()
        self.tell_lists()

    def _ask_for(self, table: Table, guest: str, command: Nonce | Start) -> None:
        """Do for somebody at this device what a page would ask for them."""
        answer = table.handle(guest, f"house {self.codes.guest()[:16]}", command, self._now_at(table))
        if answer.refusal is not None:
            raise answer.refusal
        if answer.entry is not None:
            self._written(table, answer.entry)

    def _now_at(self, table: Table) -> int:
        return max(self._clock(), table.time.at)

    def _written(self, table: Table, entry: Entry) -> None:
        """The table has made an entry: it goes to the journal, and with it what lists tell."""
        at = self._now_at(table)
        table.written(at)
        self.journal.append(table.id, entry, at)
        if self._sum_up(table):
            self.tell_lists()
        if entry["kind"] == "rematch":
            self._open_rematch(table, entry)

    def _open_rematch(self, table: Table, entry: RematchEntry) -> None:
        people = [seat.guest for seat in table.seats if seat.kind == "person"]
        host = entry["by"] if len(people) < 2 else ME
        following = rematch_of(table, entry, host, self.codes)
        self._written(following, following.log[0])
        if len(people) > 1:  # around one device nobody waits in a lobby
            self._add_nonces(following)
            self._ask_for(following, host, Start())

    # ---- lists -------------------------------------------------------------------------------------------------

    def _sum_up(self, table: Table) -> bool:
        """Keep what lists tell of a match, if that has changed; whether it has."""
        told = {"guests": table.guests(), "over": table.over, "summary": summary_of(table)}
        before = self.journal.logs[table.id].told()
        if before is not None and {key: before.get(key) for key in told} == json.loads(text_of(told)):
            return False
        self.journal.write(table.id, ABOUT, text_of({**told, "since": self._clock()}))
        return True

    def summaries(self, guest: str, over: bool) -> list[tuple[str, Summary, int]]:
        """What is told of a guest's matches, and since when, the one changed last first."""
        found = []
        for match, log in list(self.journal.logs.items()):
            about = log.told()
            summary = None if about is None else read_summary(about.get("summary"), bool(about.get("over")))
            if about is None or summary is None:
                about = self._told_anew(match)
                summary = None if about is None else about["summary"]
            if about is None or summary is None:
                continue  # one that cannot be opened must not hide the others
            if guest in about["guests"] and bool(about["over"]) == over:
                found.append((match, summary, int(about["since"])))
        return sorted(found, key=lambda one: -one[2])

    def _told_anew(self, match: str) -> dict[str, Any] | None:
        try:
            table = self.table(match)
        except Refusal:
            return None
        about = {
            "guests": table.guests(),
            "over": table.over,
            "summary": summary_of(table),
            "since": table.time.at,
        }
        self.journal.write(match, ABOUT, text_of(about))
        return about

    def listed(self, guest: str, over: bool) -> list[ListedMatch]:
        """A guest's matches. Where several people share the device, one that waits for any of them is mine to open."""
        listed = []
        for match, summary, since in self.summaries(guest, over):
            one = listed_match(match, summary, since, guest)
            seats = summary["seats"]
            one["yours"] = any(
                seats[seat]["kind"] == "person" and not seats[seat]["away"] for seat in summary["owing"]
            )
            listed.append(one)
        return listed

    def tell_lists(self) -> None:
        for channel in list(self._channels.values()):
            if isinstance(channel, MineChannel):
                channel.tell_list()

    def forget_everything(self) -> None:
        """Nothing was ever here."""
        for match in list(self.journal.logs):
            self.drop(match)
        self.people.forget()
