"""The answers to requests about events."""

from __future__ import annotations

import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.requests import Request
from starlette.responses import Response

from slugfest.events import FORMATS, VERSION, Event, EventEntry, EventSettings, judge
from slugfest.events.entries import CreatedEntry
from slugfest.events.files import results_csv
from slugfest.kernel import Game, is_number
from slugfest.protocol import wire
from slugfest.protocol.api import Asked, File, name_for
from slugfest.protocol.codes import read_code
from slugfest.protocol.problems import not_understood, problem
from slugfest.store import DocumentChange, StoreError
from slugfest.table import refuse, tidy_name
from slugfest.table.clock import agreed
from slugfest.table.events import EventInfo, MyEvents
from slugfest.table.pages import Created

from .event_info import listed_event
from .event_logs import DIRECTOR, listed, person_change
from .event_pages import calendar_file
from .event_runner import EventRunner
from .match_server import MatchServer

OwnAnswer = Callable[[Request, Asked], Awaitable[Any]]

LONGEST_NAME: Final = 48
LONGEST_AHEAD: Final = 400 * 24 * 3600 * 1000  # ms until an event may start
JUST_NOW: Final = 60 * 1000  # ms: a clock may be slow, and a form takes a moment
MOST_SEATS: Final = 6
MOST_ROUNDS: Final = 60
MOST_GAP: Final = 24 * 3600  # seconds
MOST_DAYS: Final = 60
WAITS: Final = (5, 24 * 3600)  # seconds
MOST_DIRECTED: Final = 10  # events at once
MOST_LISTED: Final = 40


class EventApi:
    """The endpoints."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server
        self._logs = server.event_logs
        self._runner = EventRunner(server)

    def answers(self) -> dict[str, OwnAnswer]:
        """The answers, by the name of the address."""
        return {
            "my_events": self._mine,
            "new_event": self._new,
            "event": self._event,
            "join_event": self._join,
            "leave_event": self._leave,
            "direct_event": self._direct,
            "correct_event": self._correct,
            "event_results": self._results,
            "event_calendar": self._calendar,
        }

    # ---- reading ---------------------------------------------------------------------------------------------

    async def _mine(self, request: Request, asked: Asked) -> MyEvents:
        codes = [] if asked.new else list(await self._logs.of(asked.guest))[:MOST_LISTED]
        events = [await self._logs.event(code) for code in codes]
        return MyEvents(
            events=[
                listed_event(event, await self._logs.people(event.code), asked.guest)
                for event in listed(events)
            ]
        )

    async def _event(self, request: Request, asked: Asked) -> EventInfo | None:
        """An event; nothing for a page that knows this version of it."""
        known = asked.query.get("known", "0")
        if not is_number(known):
            raise not_understood("known")
        event = await self._logs.event(code_of(asked))
        return None if int(known) == event.version else await self._info(event, asked.guest)

    async def _info(self, event: Event, guest: str) -> EventInfo:
        return await self._server.event_pages.info(event, guest)

    async def _results(self, request: Request, asked: Asked) -> File:
        event = await self._logs.event(code_of(asked))
        people = await self._logs.people(event.code)
        names = {one.number: people.name(one.number) for one in event.players}
        return File(f"slugfest-{event.code}.csv", results_csv(event, names, asked.german))

    async def _calendar(self, request: Request, asked: Asked) -> Response:
        event = await self._logs.event(code_of(asked))
        return calendar_file(request, f"slugfest-{event.code}.ics", [event])

    # ---- opening ---------------------------------------------------------------------------------------------

    async def _new(self, request: Request, asked: Asked) -> Created:
        wanted: wire.NewEvent = asked.body
        settings = self._settled(wanted)
        guest = asked.guest
        directed = [code for code, numbers in (await self._logs.of(guest)).items() if DIRECTOR in numbers]
        active = set(await self._logs.active()) if directed else set()
        if len(active.intersection(directed)) >= MOST_DIRECTED:
            raise judge.refuse("TOO_MANY_EVENTS")
        name = await name_for(self._server, guest, asked.german, wanted.as_name)
        name = await self._server.claims.unclaimed(guest, name)
        club = club_in(wanted.club)
        while True:
            code = self._server.codes.match()
            created: CreatedEntry = {
                "kind": "created",
                "at": self._server.now(),
                "version": VERSION,
                "event": code,
                "settings": settings,
            }
            more = [person_change(code, DIRECTOR, guest, name)]
            if club:
                created |= {"club": club, "members_only": wanted.members_only}
                more += await self._server.club_events.opened(guest, created)
            if await self._logs.create(code, created, *more):
                break
        if wanted.play:
            await self._sign_up(await self._logs.event(code), guest, name)
        return Created(id=code)

    def _settled(self, wanted: wire.NewEvent) -> EventSettings:
        """The settings of a new event; raises a refusal for what cannot be played."""
        name = tidy_name(wanted.name, LONGEST_NAME)
        if not name:
            raise refuse("NAME_NEEDED")
        game = self._server.games.offered.get(wanted.game)
        if game is None:
            raise problem("NO_SUCH_GAME")
        pace = agreed(wanted.pace)
        if pace["kind"] == "none":
            raise judge.refuse("CLOCK_NEEDED")
        now = self._server.now()
        if (
            wanted.format not in FORMATS
            or not 2 <= wanted.fewest <= wanted.seats <= MOST_SEATS
            or not 0 <= wanted.rounds <= MOST_ROUNDS
            or not 0 <= wanted.gap <= MOST_GAP
            or not 1 <= wanted.days <= MOST_DAYS
            or not WAITS[0] <= wanted.wait <= WAITS[1]
            or (wanted.format in ("swiss", "ladder", "duplicate") and not wanted.rounds)
        ):
            raise judge.refuse("NO_EVENT_SO")
        if wanted.starts is not None and not now - JUST_NOW <= wanted.starts <= now + LONGEST_AHEAD:
            raise judge.refuse("NO_SUCH_START")
        return EventSettings(
            name=name,
            game=game.id,
            options=playable(game, wanted),
            format=wanted.format,
            seats=wanted.seats,
            fewest=wanted.fewest,
            rounds=wanted.rounds,
            pace=pace,
            starts=wanted.starts,
            gap=wanted.gap,
            days=wanted.days,
            wait=wanted.wait,
            late=wanted.late,
        )

    # ---- taking part -----------------------------------------------------------------------------------------

    async def _join(self, request: Request, asked: Asked) -> EventInfo:
        event = await self._logs.event(code_of(asked))
        name = await name_for(self._server, asked.guest, asked.german, asked.body.name)
        return await self._info(await self._sign_up(event, asked.guest, name), asked.guest)

    async def _sign_up(self, event: Event, guest: str, name: str) -> Event:
        """Sign a guest up, once; who takes part already goes on taking part."""
        code = event.code
        number: int | None = None
        free, version, member = name, 0, False

        async def look() -> None:
            nonlocal number, free, version, member
            member = await self._server.club_events.may_sign_up(event, guest)
            people = await self._logs.people(code, fresh=True)
            number = people.number(guest)
            others = [other for one, other in people.names.items() if one not in (number, DIRECTOR)]
            free = await self._server.claims.unclaimed(guest, name, others)
            version = 0 if number is None else await self._logs.person_version(code, number)

        def grant(event: Event, at: int) -> EventEntry | None:
            if number is not None and event.player(number).takes_part:
                return None
            return judge.join(event, number, at, member)

        def person(entry: EventEntry) -> list[DocumentChange]:
            assert entry["kind"] == "joined"
            return [person_change(code, entry["player"], guest, free, version)]

        return await self._logs.append(code, grant, person, look)

    async def _leave(self, request: Request, asked: Asked) -> EventInfo:
        code, wanted = code_of(asked), asked.body
        await self._logs.event(code)
        people = await self._logs.people(code, fresh=True)
        mine = people.number(asked.guest)
        number = wanted.player or mine
        others = number != mine
        if others and not people.directs(asked.guest):
            raise judge.refuse("NOT_DIRECTOR")
        event = await self._logs.append(
            code, lambda event, at: judge.withdraw(event, number, others, wanted.reason, at)
        )
        return await self._info(event, asked.guest)

    # ---- directing -------------------------------------------------------------------------------------------

    async def _direct(self, request: Request, asked: Asked) -> EventInfo:
        code, wanted = code_of(asked), asked.body
        await self._require_director(code, asked.guest)

        def act(event: Event, at: int) -> EventEntry:
            match wanted.act:
                case "start":
                    return judge.start(event, at)
                case "pause":
                    return judge.pause(event, wanted.reason, at)
                case "resume":
                    return judge.resume(event, at)
                case _:
                    return judge.end(event, wanted.reason, at)

        await self._logs.append(code, act)
        with contextlib.suppress(
            StoreError
        ):  # whoever started it need not wait for the clock, which goes on anyway
            await self._runner.advance(code)
        return await self._info(await self._logs.event(code), asked.guest)

    async def _correct(self, request: Request, asked: Asked) -> EventInfo:
        code, wanted = code_of(asked), asked.body
        await self._require_director(code, asked.guest)
        event = await self._logs.append(
            code,
            lambda event, at: judge.correct(
                event, wanted.round, wanted.table - 1, wanted.ranks, wanted.reason, at
            ),
        )
        return await self._info(event, asked.guest)

    async def _require_director(self, code: str, guest: str) -> None:
        await self._logs.event(code)
        if not (await self._logs.people(code, fresh=True)).directs(guest):
            raise judge.refuse("NOT_DIRECTOR")


def code_of(asked: Asked) -> str:
    """The event that is asked about."""
    code = read_code(asked.path["event"])
    if code is None:
        raise judge.refuse("NO_SUCH_EVENT")
    return code


def club_in(typed: str) -> str:
    """The code of the club to which an event shall belong; empty for none."""
    code = read_code(typed) if typed else ""
    if code is None:
        raise problem("NO_SUCH_CLUB")
    return code


def playable(game: Game, wanted: wire.NewEvent) -> dict[str, Any]:
    """The options of an event, checked for every size of table that it may have."""
    settled: dict[str, Any] = {}
    for seats in range(wanted.fewest, wanted.seats + 1):
        settled = dict(game.settle(seats, wanted.options))
        if len(game.teams(seats, settled)) < 2:
            raise judge.refuse("NO_OPPONENTS")
    return settled
