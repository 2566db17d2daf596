"""All matches of a server: open rooms, and the store with everything else."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeVar, cast

from slugfest.kernel import Game
from slugfest.lessons.course import course_of
from slugfest.protocol import wire
from slugfest.protocol.codes import Codes
from slugfest.protocol.game_files import GameFiles
from slugfest.protocol.new_match import branch_of, new_table
from slugfest.protocol.problems import problem
from slugfest.protocol.reviewing import ReviewState
from slugfest.protocol.room import Pending
from slugfest.store import Listed, News, StoreError
from slugfest.table import (
    FORGOTTEN,
    Command,
    Refusal,
    Services,
    Start,
    Table,
    game_info,
    listed_match,
    read_summary,
    summary_of,
)
from slugfest.table.commands import SetSeat
from slugfest.table.messages import BotName, ListedMatch
from slugfest.table.pages import GameInfo, LearnedInfo
from slugfest.table.summaries import Summary

from .admin import Administration
from .admin_lists import AdminLists
from .async_store import AsyncStore
from .bot_workers import BotWorkers, ProcessBotWorkers
from .claims import Claims
from .club_events import ClubEvents
from .clubs import Clubs
from .computing import Computing
from .event_logs import EventLogs
from .event_pages import EventPages
from .feeds import Feeds
from .memberships import Memberships
from .merges import Merges
from .moderation import Moderation
from .notices import Notices
from .open_rooms import OpenRooms
from .open_tables import NEWS as OPEN_TABLES
from .open_tables import OpenTableList
from .peers import Peers
from .ratings import ServerRatings
from .reports import Reports
from .review_worker import ProcessReviewWorker, ReviewWorker, ThreadReviewWorker
from .reviews import Reviews
from .room import ServerRoom
from .settings import Settings
from .shared_logs import SharedLogs
from .variant_worker import VariantWorker
from .variants import ServerGames, Variants

log = logging.getLogger("slugfest.server")

T = TypeVar("T")

MOST_RUNNING: Final = 50  # of one guest's matches in a list
MOST_FINISHED: Final = 2000
LAST_FINISHED: Final = 10  # from which a rematch may come
EVERY_MATCH: Final = 1_000_000


class MatchServer:
    """Creates, lists and forgets matches, and knows everything that a server consists of."""

    def __init__(
        self,
        games: ServerGames,
        store: AsyncStore,
        bot_workers: BotWorkers,
        codes: Codes,
        settings: Settings,
        key: str = "",
    ) -> None:
        self.files = GameFiles(games)
        self._computing = Computing()
        self.games = games
        self.store = store
        self.codes = codes
        self.variants = Variants(store, games)
        self.variant_worker = VariantWorker(lambda: engine_of(bot_workers))
        games.in_use = lambda: {room.table.game.id for room in self.rooms.all()}
        games.on_unload = self._unload
        self.claims = Claims(store)
        self.clubs = Clubs(store, codes)
        self.memberships = Memberships(self.clubs)
        self.reports = Reports(store)
        self.moderation = Moderation(store)
        self.admin = Administration(store, self.claims, self.clubs, self.reports)
        self.admin_lists = AdminLists(store, self.reports)
        self.peers = Peers(store)
        self._bot_workers = bot_workers
        self.settings = settings
        self._logs = SharedLogs()
        self.rooms = OpenRooms(store, self.peers, self._make_room)
        self.reviews = Reviews(
            store, self.peers, review_worker(bot_workers, games), games, settings.hint_level
        )
        self.ratings = ServerRatings(store, games)
        self.clubs.ratings_of = self.ratings.main_of
        self.feeds = Feeds()
        self.peers.on_change = self._on_change
        self.open_tables = OpenTableList(self, key)
        self.notices = Notices(self)
        self.merges = Merges(self)
        self.event_logs = EventLogs(store)
        self.club_events = ClubEvents(store, self.clubs)
        self.event_logs.on_change = self.peers.announce
        self.event_pages = EventPages(self.event_logs, self.club_events, self.games.offered, self.now)

    def _make_room(self, table: Table) -> ServerRoom:
        if table.advert is not None:
            self.open_tables.note(table.id)
        room = ServerRoom(
            table,
            self.store,
            self.peers,
            self._bot_workers,
            self.codes,
            self.settings,
            self.services_for(table.game.id),
            self._logs,
            self.claims,
            self.memberships,
            self.moderation.digest_of,
        )
        room.is_muted = self.moderation.is_muted
        return room

    # ---- among other processes -------------------------------------------------------------------------------

    def on_news(self, news: Sequence[News]) -> None:
        """Read what processes (this one too) have announced. Empty news mean that something may have been missed."""
        if not news:
            self.feeds.notify()
            self._on_change(OPEN_TABLES)
        for item in news:
            if item.match == OPEN_TABLES:
                self._on_change(item.match)
            elif item.version:
                self.feeds.notify(item.match)
            elif not item.call:
                self._drop_cached(item.match)  # perhaps a guest was deleted
        self.rooms.on_news(news)

    def _on_change(self, match: str, guests: Iterable[str] = ()) -> None:
        """A match has changed, or the list of open tables."""
        if match == OPEN_TABLES:
            self.open_tables.read_again()
            self.feeds.notify_tables()
            return
        self.feeds.notify(match, guests)
        room = self.rooms.of(match)
        if room is not None and (awaited := self.notices.awaited(room.table, room.present)):
            self.rooms.start(self.notices.note(match, awaited))

    async def drain(self) -> None:
        """Hand over to other processes: no new rooms, no leases; clients are asked to come back, one by one."""
        try:
            await self.peers.drain()
        except StoreError as error:
            log.warning("this process could not report that it drains: %s", error)
            self.peers.draining = True
        self.feeds.close()
        await self.rooms.drain()

    async def close(self) -> None:
        self.feeds.close()
        await self.reviews.close()
        await self.variant_worker.close()
        self.notices.close()
        self.merges.close()
        self.rooms.close()
        try:
            await self.peers.leave()
        except StoreError as error:
            log.warning("this process could not report that it has stopped: %s", error)

    # ---- matches ---------------------------------------------------------------------------------------------

    async def table(self, match: str) -> tuple[Table, set[str]]:
        """A match to read, not to change, and who is connected to it."""
        return await self.rooms.table(match)

    def bots_for(self, game: str) -> dict[str, str]:
        """The offered bots of a game beside the levels, each with its signature."""
        return {bot.name: bot.signature for bot in self.settings.bots if bot.plays(game)}

    def services_for(self, game: str) -> Services:
        """What a table of a game asks of this server."""
        bots = self.bots_for(game)
        return Services(
            bots, self.codes.match, advertises=game in self.games.offered, member=self.memberships.has
        )

    async def find_game(self, id: str) -> Game | None:
        """A game that this server offers, or a variant that a guest has brought."""
        return await self.variants.find(id)

    def offers(self, game: Game) -> bool:
        """Whether this server offers a game to everybody."""
        return game.id in self.games.offered

    def _unload(self, id: str) -> None:
        """Drop the cached tables of a variant that is about to be unloaded."""
        self.rooms.tables.drop_game(id)

    async def create(self, guest: str, name: str, wanted: wire.NewMatch) -> str:
        """Open a new match and return its code; raise :class:`Refusal` if the game does not allow it."""
        game = await self.find_game(wanted.game)
        if game is None:
            raise problem("NO_SUCH_GAME")
        if wanted.advert is not None and not self.offers(game):
            raise problem("ONLY_BY_LINK")
        club = "" if wanted.advert is None else wanted.advert["club"]
        if club:
            await self.memberships.read([club])
        services, free = self.services_for(game.id), await self.claims.unclaimed(guest, name)
        bots = dict(services.bots)

        async def make(match: str) -> Table:
            return new_table(match, game, guest, free, wanted, self.codes, bots, services)

        created = await self._store_new(make)
        if club:
            await self.memberships.show(club, guest, created)
        if not self.offers(game):
            await self.variants.note_played(game)
        return created

    async def begin(self, match: str, host: str, stand_in: BotName) -> None:
        """Begin a match in its lobby without the people who have not come; bots play for those who left their seat."""
        await self.fill(match, host, stand_in)
        async with self.rooms.locked(match) as room:
            await self._as_host(room, host, Start())

    async def fill(self, match: str, host: str, stand_in: BotName) -> None:
        """Give the open seats of a match in its lobby to bots."""
        async with self.rooms.locked(match) as room:
            for number, seat in enumerate(list(room.table.seats)):
                if seat.kind == "open":
                    await self._as_host(room, host, SetSeat(number, "bot", stand_in))

    async def _as_host(self, room: ServerRoom, host: str, command: Command) -> None:
        """Execute a command of the host, who is not connected. If another process was faster, nothing happens."""
        if room.closed or room.table.status != "lobby":
            return
        answer = room.table.handle(
            host, f"{type(command).__name__} {room.table.version}", command, self.now()
        )
        if answer.entry is not None:
            await room.publish(Pending(answer.entry))

    async def branch(self, guest: str, name: str, table: Table, wanted: wire.Branch) -> str:
        """Open a match for practice that goes on from a finished one, and return its code."""
        free = await self.claims.unclaimed(guest, name)

        async def make(match: str) -> Table:  # a long match is played through again
            return await self.in_thread(lambda: branch_of(match, table, guest, free, wanted))

        return await self._store_new(make)

    async def _store_new(self, make: Callable[[str], Awaitable[Table]]) -> str:
        """Make a table with a free code, store it and return the code."""
        while True:
            match = self.codes.match()
            table = await make(match)
            if await self.store.create(table):
                self.feeds.notify(match, table.guests())
                log.info("match %s was opened: %s, %d seats", match, table.game.id, len(table.seats))
                return match

    async def watched_by(self, guest: str) -> tuple[list[ListedMatch], set[str]]:
        """What the feeds of a guest show, and which matches' news may change it.

        A rematch appears where the match before it was.
        """
        running = await self.listed(guest, over=False)
        last = await self.store.call(lambda store: store.listed(guest, True, LAST_FINISHED))
        events = await self.event_logs.of(guest)
        return running, {match["id"] for match in running} | {one.id for one in last} | events.keys()

    async def listed(self, guest: str, over: bool, most: int | None = None) -> list[ListedMatch]:
        """A guest's matches, the one that changed last first."""
        summaries = await self.summaries(guest, over, most)
        return [listed_match(match, summary, since, guest) for match, summary, since in summaries]

    async def summaries(
        self, guest: str, over: bool, most: int | None = None
    ) -> list[tuple[str, Summary, int]]:
        """Summaries of a guest's matches, and when each changed last.

        No log is read, except once for a match that is older than summaries.
        """
        most = most or (MOST_FINISHED if over else MOST_RUNNING)
        found = []
        for one in await self.store.call(lambda store: store.listed(guest, over, most)):
            summary = read_summary(one.summary, over) or await self._summed_up(one)
            if summary is not None:  # one that cannot be opened must not hide the others
                found.append((one.id, summary, one.since))
        return found

    async def _summed_up(self, one: Listed) -> Summary | None:
        try:
            table, _ = await self.rooms.table(one.id)
        except Refusal:
            return None
        summary, version = summary_of(table), table.version
        await self.store.call(lambda store: store.keep_summary(one.id, version, summary))
        return summary

    async def forget(self, guest: str) -> None:
        """Delete everything that is stored about a guest, also about those who became part of them."""
        for one in await self.merges.stop(guest):
            await self._forget_one(one)
        await self._forget_one(guest)

    async def _forget_one(self, guest: str) -> None:
        """Delete a guest's data; others find a neutral name in finished matches."""
        await self.clubs.forget(guest)
        await self.reports.forget(guest)
        for one in await self.store.call(lambda store: store.listed(guest, False, EVERY_MATCH)):
            with contextlib.suppress(Refusal):  # it cannot be opened; its names are deleted below
                await self.rooms.change(one.id, lambda table: table.forget(guest))
        changed = await self.store.call(lambda store: store.forget(guest, FORGOTTEN))
        for match in changed:
            self.peers.announce(match)
            self._drop_cached(match)
            shown = self.rooms.of(match)
            if shown is not None and shown.table.over:
                shown.close()  # clients come back and read it without the name
                self.rooms.forget(shown)
        self.feeds.notify(guests=[guest])

    def _drop_cached(self, match: str) -> None:
        self.rooms.tables.drop(match)
        self._computing.drop(match)

    async def name_of(self, guest: str) -> str:
        """A guest's name; empty for a stranger."""
        return await self.store.name_of(guest) or ""

    async def rename(self, guest: str, name: str) -> None:
        """Store a guest's name; raise :class:`Refusal` if somebody else has claimed it."""
        if await self.store.name_of(guest) == name:
            return  # it was theirs before; at a table it gets a number
        if await self.claims.is_somebody_elses(guest, name):
            raise problem("NAME_CLAIMED")
        await self.store.rename(guest, name)

    async def learned(self, guest: str) -> list[LearnedInfo]:
        """How far a guest has come in lessons."""
        return [
            LearnedInfo(game=one.game, lesson=one.lesson, step=one.step, done=one.done)
            for one in await self.store.learned(guest)
        ]

    async def consents(self, guest: str) -> bool | None:
        """Whether a guest's finished matches may become puzzles."""
        return await self.store.call(lambda store: store.consents(guest))

    async def review(self, table: Table, guest: str, whole: bool) -> ReviewState:
        """The review of a finished match as far as it is there; start it, or go on with it."""
        return await self.reviews.state(table, guest, whole)

    async def review_extracts(self, matches: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        """What profiles count of the kept reviews of these matches."""
        return await self.store.call(lambda store: store.review_extracts(matches))

    # ---- the rest --------------------------------------------------------------------------------------------

    def now(self) -> int:
        return self.peers.now()

    def game_info(self, game: Game, whole: bool) -> GameInfo:
        display = game.display
        board, cover = self.files.address(game, display.module), self.files.address(game, display.cover)
        lessons, bots = len(course_of(game)), list(self.bots_for(game.id))
        return game_info(game, whole, lessons, bots, board, cover, self.offers(game))

    async def compute(self, work: Callable[[], T], *key: object) -> T:
        return cast(T, await self._computing.answer(work, key))

    async def in_thread(self, work: Callable[[], T]) -> T:
        return await self._computing.in_thread(work)


def review_worker(bot_workers: BotWorkers, games: Mapping[str, Game]) -> ReviewWorker:
    """Reviews are made as bots think: in a process with the same copy of Slugfest, or in threads."""
    if isinstance(bot_workers, ProcessBotWorkers):
        return ProcessReviewWorker(lambda: bot_workers.engine)
    return ThreadReviewWorker(games)


def engine_of(bot_workers: BotWorkers) -> Path | None:
    """The copy of Slugfest with which bots think; None: this one."""
    return bot_workers.engine if isinstance(bot_workers, ProcessBotWorkers) else None
