"""What happens in events by the clock: rounds are drawn up, their matches opened, results collected.

Any process may do any of it at any time. A round's log entry reserves the codes of its matches, and a match with a code
is created once; so a process that dies in between leaves nothing half done that another would do twice.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from typing import Final

from slugfest.events import Event, EventEntry, EventTable, Round, next_round
from slugfest.events.entries import EndedEntry, PairedEntry, ResultEntry
from slugfest.events.event import EventError
from slugfest.events.judge import next_round_at
from slugfest.store import StoreError
from slugfest.table import Refusal, Seat, Table, opening
from slugfest.table.seats import EVENT_HOST, bot_name
from slugfest.table.summaries import Summary, seat_in, summary_of

from .event_logs import EventLogs, People
from .match_server import MatchServer

log = logging.getLogger("slugfest.server")

DAY: Final = 24 * 3600 * 1000  # ms
SOON: Final = 1.0  # seconds between two looks at an event in play,
LATER: Final = 10.0  # and at one where nothing is due
NEAR: Final = 15_000  # ms
IDLE_AT_ONCE: Final = 50  # events where nothing is due, in one pass: those who open many hold nobody else up
ABANDONED: Final = 30 * DAY  # after the last entry of an event that nobody starts
MOST_STEPS: Final = 8  # of one event before others have their turn
IDLE: Final = 600_000  # ms, and twice a decision, in which nothing happens at a table that is played live
STAND_IN: Final = "medium"  # the bot on the seat of somebody who is gone before the match begins


def round_of(event: Event, drawn: Round) -> str:
    """A round as the chance of its tables is bound to it."""
    return f"{event.code} {drawn.number}"


def host_of(code: str, round_number: int) -> str:
    """The host of a round's matches. Nobody is this guest, so nobody changes what the event agreed."""
    return f"{EVENT_HOST}{code} {round_number}"


class EventRunner:
    """Looks after the events of a store."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server
        self._logs: EventLogs = server.event_logs
        self._look_at: dict[str, float] = {}  # by event: when to look again
        self._due: dict[str, int] = {}  # by event: when something will have to be done, by the store's clock

    async def run(self) -> None:
        """Do what is due in all events that this process looks after."""
        if self._server.peers.draining:
            return
        now = asyncio.get_running_loop().time()
        active = await self._logs.active()
        changed = set(self._logs.appended)
        self._logs.appended.clear()
        self._look_at = {code: 0.0 if code in changed else self._look_at.get(code, 0.0) for code in active}
        self._due = {code: self._due[code] for code in active if code in self._due}
        idle = 0
        for code in sorted(active, key=self._look_at.__getitem__):
            if self._look_at[code] > now:
                break
            if (
                code not in changed
                and self._due.get(code, self._server.now() + 2 * NEAR) > self._server.now() + NEAR
            ):
                idle += 1
                if idle > IDLE_AT_ONCE:
                    continue
            await self._look(code, now)

    async def _look(self, code: str, now: float) -> None:
        """Do what is due in one event, and note when to look again."""
        if not await self._logs.take_lease(code, self._server.peers.id):
            self._look_at[code] = now + SOON
            return
        try:
            busy = await self.advance(code)
        except StoreError as error:  # it is looked at again
            log.warning("event %s waits for its storage: %s", code, error)
            busy = True
        except (Refusal, EventError) as error:
            # A table whose storage is unavailable is looked at again.
            busy = isinstance(error, Refusal) and error.code == "STORAGE"
            if not busy:
                log.error("event %s cannot go on: %s", code, error)
        self._look_at[code] = now + (SOON if busy else LATER)

    async def advance(self, code: str) -> bool:
        """Do what is due in one event; whether something will be due soon."""
        event = await self._logs.event(code)
        for _ in range(MOST_STEPS):
            version = event.version
            event = await self._step(event)
            if event.version == version:
                break
        now, due = self._server.now(), next_round_at(event)
        if event.ended:
            busy = event.unrevealed() is not None
        else:
            playing = any(not one.over for one in event.rounds)
            busy = playing or (due is not None and due - now < NEAR)
        if busy or due is not None:
            self._due[code] = now if busy or due is None else due
        else:
            self._due.pop(code, None)
        return busy

    async def _step(self, event: Event) -> Event:
        over = event.unrevealed()
        if over is not None:
            return await self._reveal(event, over)
        if event.ended:
            return event
        people = await self._logs.people(event.code, fresh=True)
        deleted = next((one for one in event.active() if one not in people.guests), None)
        if deleted is not None:
            return await self._logs.append(event.code, lambda event, at: _deleted(event, deleted, at))
        if is_abandoned(event, self._server.now()):
            return await self._logs.append(event.code, _abandoned)
        newest = event.newest
        if newest is not None and not newest.opened:
            await self._open(event, newest, people)
            return await self._logs.append(event.code, _opened)
        if newest is not None and event.duplicate and newest.dealt is None:
            return await self._deal(event, newest)
        event = await self._collect(event, people)
        if event.unrevealed() is not None:
            return event
        due = next_round_at(event)
        if due is None or due > self._server.now():
            return event
        return await self._draw(event)

    # ---- rounds ----------------------------------------------------------------------------------------------

    async def _draw(self, event: Event) -> Event:
        """Draw up the next round, or end the event. In large events drawing takes a while: it is done in a thread."""
        version = event.version
        entries = list(event.log)
        drawn = await self._server.in_thread(lambda: next_round(Event.from_log(entries)))
        codes = await self._free_codes(0 if drawn is None else len(drawn.tables))
        secret = self._server.codes.secret()

        def judge(event: Event, at: int) -> EventEntry | None:
            if event.version != version or (next_round_at(event) or at + 1) > at:
                return None  # something has changed: it is looked at again
            if drawn is None:
                ended: EndedEntry = {"kind": "ended", "at": at, "why": "complete", "reason": ""}
                if not event.rounds:
                    ended["why"] = "too_few"
                return ended
            entry: PairedEntry = {
                "kind": "paired",
                "at": at,
                "round": len(event.rounds) + 1,
                "tables": [
                    {"match": match, "players": players}
                    for match, players in zip(codes, drawn.tables, strict=True)
                ],
                "byes": drawn.byes,
                "ends": at + event.settings["days"] * DAY if event.settings["format"] == "league" else None,
            }
            if event.duplicate:
                entry["secret"] = secret
            return entry

        event = await self._logs.append(event.code, judge)
        if event.version > version:
            log.info("event %s: round %d is drawn up", event.code, len(event.rounds))
        return event

    async def _free_codes(self, count: int) -> list[str]:
        """So many codes that no match has."""
        found: dict[str, None] = {}
        while len(found) < count:
            code = self._server.codes.match()
            if not await self._server.rooms.has_match(code):
                found[code] = None
        return list(found)

    async def _open(self, event: Event, drawn: Round, people: People) -> None:
        """Create the matches of a round that do not exist yet."""
        game = self._server.games.get(event.settings["game"])
        if game is None:
            raise EventError(f"this server does not offer {event.settings['game']!r}")
        host = host_of(event.code, drawn.number)
        matches = [table.match for table in drawn.tables]
        there = await self._server.store.call(lambda store: store.versions(matches))
        for number, table in enumerate(drawn.tables):
            if table.match in there:
                continue
            seats: list[Seat] = []
            for player in table.players:
                guest, name = people.guests.get(player, ""), people.name(player)
                taken = [seat.name for seat in seats]
                if guest:
                    seats.append(Seat("person", name, guest))
                else:
                    seats.append(Seat("bot", bot_name(taken, STAND_IN), level=STAND_IN))
            created = opening(
                table.match,
                game,
                host,
                drawn.secret or self._server.codes.secret(),
                seats,
                event.settings["options"],
                start=not event.duplicate,
                pace=event.settings["pace"],
                duplicate={"round": round_of(event, drawn), "table": number} if event.duplicate else None,
            )
            made = Table.from_log([created], lambda _: game)
            if await self._server.store.create(made):
                self._server.feeds.notify(table.match, made.guests())
        await self._server.club_events.show_tables(event, matches, self._server.now())

    # ---- duplicate rounds --------------------------------------------------------------------------------------

    async def _deal(self, event: Event, drawn: Round) -> Event:
        """Fix the deal of a round once everybody's nonce is there, or was waited for."""
        waited = self._server.now() - drawn.at > 1000 * event.settings["wait"]
        host, sitting = host_of(event.code, drawn.number), []
        for one in drawn.tables:
            table, _ = await self._server.table(one.match)
            if not table.ready() and not waited:
                return event
            if any(seat.kind == "open" for seat in table.seats):
                # Somebody has deleted everything, or was removed: a bot sits there.
                await self._server.fill(one.match, host, STAND_IN)
                table, _ = await self._server.table(one.match)
            sitting.append(table.bound_to()[1])

        def judge(event: Event, at: int) -> EventEntry | None:
            newest = event.newest
            if event.ended or newest is None or newest.number != drawn.number or newest.dealt is not None:
                return None
            return {"kind": "dealt", "at": at, "round": drawn.number, "tables": sitting}

        return await self._logs.append(event.code, judge)

    async def _begin_dealt(self, event: Event, drawn: Round, tables: list[list[str]]) -> None:
        """Begin the tables of a round whose deal is fixed and that have not begun yet."""
        for match, summary, _ in await self._server.summaries(host_of(event.code, drawn.number), over=False):
            if summary["status"] == "lobby":
                await self._server.rooms.change(match, lambda table: table.deal(tables))

    async def _collect_sealed(self, event: Event, drawn: Round, people: People) -> Event:
        """Note the results of tables that have finished. Their summaries show none to anybody yet."""
        for match, summary, _ in await self._server.summaries(host_of(event.code, drawn.number), over=False):
            index = next((at for at, one in enumerate(drawn.tables) if one.match == match), None)
            if index is None or drawn.tables[index].ranks is not None:
                continue
            if summary["status"] != "playing" or summary["owing"]:
                continue
            table, _ = await self._server.table(match)
            if table.has_ended:
                outcome = table.outcome()
                scores = None if outcome is None or table.abandoned else outcome.scores
                whole = summary_of(table, whole=True)
                event = await self._note(event, drawn.number, index, whole, people, scores)
        return event

    async def _reveal(self, event: Event, drawn: Round) -> Event:
        """Let all matches of a round show their secret, and end those that still run."""
        for table in drawn.tables:
            with contextlib.suppress(Refusal):  # one that cannot be opened has nothing to reveal
                await self._server.rooms.change(table.match, Table.reveal)

        def judge(event: Event, at: int) -> EventEntry | None:
            if event.rounds[drawn.number - 1].revealed:
                return None
            return {"kind": "revealed", "at": at, "round": drawn.number}

        return await self._logs.append(event.code, judge)

    # ---- results ---------------------------------------------------------------------------------------------

    async def _collect(self, event: Event, people: People) -> Event:
        """Note the results of finished tables, and begin those that have waited long enough."""
        for drawn in event.rounds:
            if drawn.over or not drawn.opened:
                continue
            if drawn.dealt is not None:
                await self._begin_dealt(event, drawn, drawn.dealt)
                event = await self._collect_sealed(event, drawn, people)
            host = host_of(event.code, drawn.number)
            for match, summary, _ in await self._server.summaries(host, over=True):
                index = next((at for at, one in enumerate(drawn.tables) if one.match == match), None)
                if index is not None and drawn.tables[index].ranks is None:
                    event = await self._note(event, drawn.number, index, summary, people)
            if not drawn.over:
                event = await self._look_at_running(event, drawn, people)
        return event

    async def _look_at_running(self, event: Event, drawn: Round, people: People) -> Event:
        """Begin tables that have waited long enough, and end those that nobody plays any more."""
        now, host = self._server.now(), host_of(event.code, drawn.number)
        if now - drawn.at <= 1000 * event.settings["wait"]:
            return event
        live = event.settings["pace"]["kind"] == "live"
        for match, summary, since in await self._server.summaries(host, over=False):
            index = next((at for at, one in enumerate(drawn.tables) if one.match == match), None)
            if index is None or drawn.tables[index].ranks is not None:
                continue
            if summary["status"] == "lobby":
                if not event.duplicate:
                    await self._server.begin(match, host, STAND_IN)
                continue
            there = [seat for seat in summary["seats"] if seat["kind"] == "person" and not seat["away"]]
            idle = now - since > IDLE + 2000 * event.settings["pace"]["decision"]
            if there and not (live and idle):
                continue
            presence = await self._server.peers.presence(match)
            for seat in summary["seats"]:
                seat["away"] = seat["away"] or presence.get(seat["guest"], 0) is not None
            event = await self._note(event, drawn.number, index, summary, people)
        return event

    async def _note(
        self,
        event: Event,
        round_number: int,
        index: int,
        summary: Summary,
        people: People,
        scores: list[int] | None = None,
    ) -> Event:
        def judge(event: Event, at: int) -> EventEntry | None:
            table = event.table(round_number, index)
            if event.ended or table.ranks is not None:
                return None
            return result_of(table, summary, people, round_number, index, at, scores)

        return await self._logs.append(event.code, judge)


def _deleted(event: Event, number: int, at: int) -> EventEntry | None:
    if event.ended or not event.player(number).takes_part:
        return None
    return {"kind": "withdrawn", "at": at, "player": number, "why": "deleted", "reason": ""}


def is_abandoned(event: Event, now: int) -> bool:
    """Whether nobody has started an event, nothing will, and nothing has happened to it for a long time."""
    waits = not event.ended and not event.rounds and next_round_at(event) is None
    return waits and now - event.at > ABANDONED


def _abandoned(event: Event, at: int) -> EventEntry | None:
    if not is_abandoned(event, at):
        return None
    return {"kind": "ended", "at": at, "why": "too_few", "reason": ""}


def _opened(event: Event, at: int) -> EventEntry | None:
    newest = event.newest
    if event.ended or newest is None or newest.opened:
        return None
    return {"kind": "opened", "at": at, "round": newest.number}


def result_of(
    table: EventTable,
    summary: Summary,
    people: People,
    round_number: int,
    index: int,
    at: int,
    scores: list[int] | None = None,
) -> ResultEntry:
    """The result of a table from the summary of its match. Without a result everybody is level.

    People are found by who they are: in the lobby somebody may have taken another seat.
    """
    seats = [seat_in(summary, people.guests.get(player, "")) for player in table.players]
    places = [seat if seat >= 0 else number for number, seat in enumerate(seats)]
    ranks = [1] * len(seats) if summary["result"] is None else summary["result"]["ranks"]
    sides = {seat: side for side, team in enumerate(summary["teams"]) for seat in team}
    absent = [number for number, seat in enumerate(seats) if seat < 0 or summary["seats"][seat]["away"]]
    found = [ranks[place] for place in places]
    entry: ResultEntry = {
        "kind": "result",
        "at": at,
        "round": round_number,
        "table": index,
        "ranks": [1 + sum(other < rank for other in found) for rank in found],
        "sides": [sides[place] for place in places],
        "absent": absent,
    }
    if scores is not None:
        entry["scores"] = [scores[place] for place in places]
    return entry
