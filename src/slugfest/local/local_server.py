"""The local server: all matches in one browser, for a page without a network.

Nothing here waits or happens by itself. After every call its runner stores the rows of :meth:`unsaved` and reports
:meth:`saved`, sends what is in :meth:`outbox`, lets bots think about :meth:`thoughts`, and calls :meth:`wake` at the
moment of :meth:`due`. It passes on the answer to a :meth:`request` once the rows that were unsaved after it are stored.
"""

from __future__ import annotations

import json
import secrets
import time
import traceback
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

from slugfest.kernel import Game, SlugfestError, Variant, VariantNeeded, no_such_game
from slugfest.kernel.variant_files import toml_of
from slugfest.kernel.variants import MARK
from slugfest.protocol import wire
from slugfest.protocol.api import SOCKETS, find
from slugfest.protocol.codes import Codes, read_code
from slugfest.protocol.new_match import branch_of, new_table, rematch_of
from slugfest.protocol.problems import problem
from slugfest.protocol.reading import id_of
from slugfest.table import (
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
from slugfest.table.seats import bot_name, is_built_in
from slugfest.table.summaries import Summary

from . import api
from .analysis import AnalysisChannel
from .channels import ENDINGS, GONE_FOR_GOOD, Channel, Outbox
from .journal import ABOUT, Journal, Log, Row, text_of
from .other_channels import LessonChannel, MineChannel, PuzzleChannel
from .people import ME, People
from .problems import here, variant_needed
from .reviews import LocalReviews
from .room import DeviceChannel, LocalRoom, MatchChannel, Settings
from .thoughts import Thoughts
from .trials import TrialChannel
from .variants import DeviceGames

KEPT_OPEN: Final = 4  # tables without a room that are kept in memory


class LocalServer:
    """A server between a page and a journal."""

    def __init__(
        self,
        games: Mapping[str, Game],
        journal: Iterable[Row] = (),
        clock: Callable[[], int] = lambda: time.time_ns() // 1_000_000,
        random: Callable[[int], bytes] = secrets.token_bytes,
    ) -> None:
        self.settings = Settings()
        self.codes = Codes(random)
        self.journal = Journal(journal)
        self._clock = clock
        self._outbox = Outbox(self.journal)
        self.thinking = Thoughts(self._variant_of)
        self._channels: dict[int, Channel] = {}
        self._next_channel = 1
        self._rooms: dict[str, LocalRoom] = {}
        self._tables: dict[str, Table] = {}  # without a room, the last used one last
        self._storage_failing = False
        self.reviews = LocalReviews(self)
        self.people: People = People(self.journal, self.codes)
        self.games: Mapping[str, Game] = DeviceGames(games, self.people)

    def now(self) -> int:
        return self._clock()

    # ---- what the runner calls ---------------------------------------------------------------------------------

    def request(self, method: str, path: str, body: str = "", guest: str = ME) -> tuple[int, str]:
        """Answer what a server would answer over HTTP, with status and body."""
        return api.answer(self, method, path, body, guest)

    def open(self, path: str, guest: str = ME) -> int:
        """Open a channel to the address of a socket, and return its number."""
        number = self._next_channel
        self._next_channel += 1
        address = urlsplit(path)
        query = {key: values[-1] for key, values in parse_qs(address.query).items()}
        plain = Channel(number, guest, self._outbox)
        try:
            self._channels[number] = self._channel(plain, address.path, query)
        except Refusal as refusal:
            plain.send(refused("", refusal))
            plain.end(ENDINGS.get(refusal.code, GONE_FOR_GOOD))
        except Exception:
            traceback.print_exc()
            plain.send(refused("", problem("FAILED")))
            plain.end(GONE_FOR_GOOD)
        return number

    def receive(self, channel: int, text: str) -> None:
        """Handle what the page sends over a channel; ignore it if the channel has ended."""
        listening = self._channels.get(channel)
        if listening is None:
            return
        try:
            listening.receive(text)
        except Exception:  # nothing of it was written; everybody reads the match again
            traceback.print_exc()
            listening.send(refused(id_of(text), problem("FAILED")))
            if isinstance(listening, MatchChannel):
                self._reopen(listening.room)

    def close(self, channel: int) -> None:
        """Close a channel for the page."""
        closed = self._channels.pop(channel, None)
        self._outbox.forget(channel)
        if closed is not None:
            closed.close()
            self._leave_empty_rooms()

    def outbox(self) -> list[tuple[int, str | int]]:
        """What to send now: by channel a text, or the code with which it ends."""
        taken = self._outbox.take()
        for channel, message in taken:
            if isinstance(message, int):
                self._channels.pop(channel, None)
        return taken

    def unsaved(self) -> list[Row]:
        """The rows to store, all or none; one without text deletes all rows of its match."""
        return self.journal.unsaved()

    def saved(self, count: int) -> None:
        """Note that the first unsaved rows are stored."""
        self.journal.mark_saved(count)
        if self._storage_failing:
            self._storage_failing = False
            for channel in self._channels.values():
                channel.send_at_once(waiting(None))

    def not_saved(self) -> None:
        """Note that rows could not be stored, and notify everybody. Answers wait until they are."""
        self._storage_failing = True
        for channel in self._channels.values():
            channel.send_at_once(waiting(here("NOT_KEPT").text))

    def thoughts(self) -> list[tuple[int, str]]:
        """New questions for bots, by number."""
        return self.thinking.take_new()

    def cancelled(self) -> list[int]:
        """The numbers of questions that are not needed any more."""
        return self.thinking.take_cancelled()

    def thought(self, number: int, text: str) -> None:
        """Take the answer of :func:`slugfest.local.thinker.think`; any other text means that it failed."""
        self._safely(lambda: self.thinking.answer(number, text))

    def due(self) -> int | None:
        """The next moment at which :meth:`wake` is needed."""
        moments = [moment for room in self._rooms.values() if (moment := room.due()) is not None]
        return min(moments, default=None)

    def wake(self) -> None:
        for room in list(self._rooms.values()):
            self._safely(room.write_due)

    def _safely(self, work: Callable[[], None]) -> None:
        """Do something that nobody waits for. If it fails, everybody reads their match again."""
        try:
            work()
        except Exception:
            traceback.print_exc()
            for room in list(self._rooms.values()):
                self._reopen(room)

    def _reopen(self, room: LocalRoom) -> None:
        """Close a room whose table may be inconsistent: it is read again from the journal."""
        room.close()
        if self._rooms.get(room.table.id) is room:
            del self._rooms[room.table.id]

    # ---- channels ----------------------------------------------------------------------------------------------

    def _channel(self, plain: Channel, path: str, query: Mapping[str, str]) -> Channel:
        number, guest = plain.number, plain.guest
        address, parts = find("GET", path, SOCKETS)
        if address.name == "own_matches":
            mine = MineChannel(number, guest, self._outbox, self)
            mine.send_list()
            return mine
        if address.name == "analysis":
            return AnalysisChannel(number, guest, self._outbox, self)
        if address.name == "trial":
            return TrialChannel(number, guest, self._outbox, self)
        if address.name == "puzzle":
            return PuzzleChannel(number, guest, self._outbox, self, parts["game"], parts["number"])
        if address.name == "lesson":
            return LessonChannel(
                number, guest, self._outbox, self, parts["game"], parts["number"], query.get("step")
            )
        room = self._room(self._code(parts["match"]))
        if address.name == "device":
            device = DeviceChannel(number, guest, self._outbox, room)
            room.show(device)
            return device
        channel = MatchChannel(number, guest, self._outbox, room)
        room.join(channel)
        return channel

    def _code(self, typed: str) -> str:
        code = read_code(typed)
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
        """The table of a match; raise :class:`Refusal` if it cannot be opened."""
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
        """The table of a log; raise :class:`Refusal` if it cannot be read."""
        entries, times = log.read()
        try:
            table = Table.from_log(entries, self._known, times, self._bring)
        except VariantNeeded as error:
            raise variant_needed(str(entries[0].get("game"))) from error
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
            raise problem("NO_SUCH_GAME") if MARK not in name else variant_needed(name)
        return game

    def _known(self, name: str) -> Game:
        """The game of a log, which may have brought its variant along."""
        if name in self.games:
            return self.games[name]
        raise no_such_game(name, self.games) if MARK in name else problem("NO_SUCH_GAME")

    def _bring(self, variant: Variant) -> Game:
        """Keep and load the variant of a log."""
        self.people.keep_variant(variant.id, toml_of(variant))
        return self._game(variant.id)

    def _variant_of(self, name: str) -> dict[str, Any] | None:
        variant = self._game(name).variant
        return None if variant is None else variant.as_json()

    def _keep_open(self, match: str, table: Table) -> None:
        self._tables.pop(match, None)
        self._tables[match] = table
        while len(self._tables) > KEPT_OPEN:
            del self._tables[next(iter(self._tables))]

    def create(self, guest: str, name: str, wanted: wire.NewMatch) -> str:
        """Open a new match and return its code."""
        return self._write_new(
            new_table(self.new_code(), self._game(wanted.game), guest, name, wanted, self.codes)
        )

    def branch(self, guest: str, name: str, table: Table, wanted: wire.Branch) -> str:
        """Open a match for practice that goes on from a finished one, and return its code."""
        return self._write_new(branch_of(self.new_code(), table, guest, name, wanted))

    def _write_new(self, table: Table) -> str:
        for entry in table.log:
            self._written(table, entry)
        return table.id

    def create_around(self, wanted: wire.DeviceMatch) -> str:
        """Open and start a match of people who share this device, and add their nonces for them."""
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
            elif is_built_in(seat.level):
                called = bot_name([one.name for one in seats] + names, seat.level)
                seats.append(Seat("bot", called, level=seat.level))
            else:
                raise refuse("NO_SUCH_LEVEL")
        match = self.new_code()
        created = opening(match, game, ME, self.codes.secret(), seats, wanted.options, start=True)
        table = Table.from_log([created], self._game)
        self._written(table, created)
        self._add_nonces(table)
        return match

    def _add_nonces(self, table: Table) -> None:
        """Add a nonce for everybody around this device."""
        for guest in [seat.guest for seat in table.seats if seat.kind == "person"]:
            if table.wants_nonce(guest):
                self._ask_for(table, guest, Nonce(self.codes.nonce()))

    def new_code(self) -> str:
        while (match := self.codes.match()) in self.journal.logs:
            pass
        return match

    def add(self, table: Table, entries: list[tuple[Mapping[str, Any], int]]) -> None:
        """Add a match from elsewhere, or what is new of one that is here already."""
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
        self.send_lists()

    def drop(self, match: str) -> None:
        """Delete a match and close its room."""
        room = self._rooms.pop(match, None)
        self._tables.pop(match, None)
        self.journal.drop(match)
        self.reviews.drop(match)
        if room is not None:
            room.close()
        self.send_lists()

    def _ask_for(self, table: Table, guest: str, command: Nonce | Start) -> None:
        """Execute a command for somebody at this device."""
        answer = table.handle(guest, f"server {self.codes.guest()[:16]}", command, self._now_at(table))
        if answer.refusal is not None:
            raise answer.refusal
        if answer.entry is not None:
            self._written(table, answer.entry)

    def _now_at(self, table: Table) -> int:
        return max(self._clock(), table.time.at)

    def _written(self, table: Table, entry: Entry) -> None:
        """Write a new entry of a table to the journal, with the summary for lists."""
        at = self._now_at(table)
        table.written(at)
        self.journal.append(table.id, entry, at)
        if self._sum_up(table):
            self.send_lists()
        if entry["kind"] == "rematch":
            self._open_rematch(table, entry)

    def _open_rematch(self, table: Table, entry: RematchEntry) -> None:
        people = [seat.guest for seat in table.seats if seat.kind == "person"]
        host = entry["by"] if len(people) < 2 else ME
        following = rematch_of(table, entry, host, self.codes)
        self._written(following, following.log[0])
        if len(people) > 1:  # people around one device need no lobby
            self._add_nonces(following)
            self._ask_for(following, host, Start())

    # ---- lists -------------------------------------------------------------------------------------------------

    def _sum_up(self, table: Table) -> bool:
        """Write the summary for lists, if it has changed; whether it has."""
        about = {"guests": table.guests(), "over": table.over, "summary": summary_of(table)}
        before = self.journal.logs[table.id].summary()
        if before is not None and {key: before.get(key) for key in about} == json.loads(text_of(about)):
            return False
        self.journal.write(table.id, ABOUT, text_of({**about, "since": self._clock()}))
        return True

    def summaries(self, guest: str, over: bool) -> list[tuple[str, Summary, int]]:
        """Summaries of a guest's matches and when each changed, the last changed first."""
        found = []
        for match, log in list(self.journal.logs.items()):
            about = log.summary()
            summary = None if about is None else read_summary(about.get("summary"), bool(about.get("over")))
            if about is None or summary is None:
                about = self._summarized(match)
                summary = None if about is None else about["summary"]
            if about is None or summary is None:
                continue  # one that cannot be opened must not hide the others
            if guest in about["guests"] and bool(about["over"]) == over:
                found.append((match, summary, int(about["since"])))
        return sorted(found, key=lambda one: -one[2])

    def _summarized(self, match: str) -> dict[str, Any] | None:
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
        """A guest's matches. One that waits for anybody at this device counts as theirs to continue."""
        listed = []
        for match, summary, since in self.summaries(guest, over):
            one = listed_match(match, summary, since, guest)
            seats = summary["seats"]
            one["yours"] = any(
                seats[seat]["kind"] == "person" and not seats[seat]["away"] for seat in summary["owing"]
            )
            listed.append(one)
        return listed

    def send_lists(self) -> None:
        for channel in list(self._channels.values()):
            if isinstance(channel, MineChannel):
                channel.send_list()

    def forget_everything(self) -> None:
        """Delete everything."""
        for match in list(self.journal.logs):
            self.drop(match)
        self.people.forget()
