"""What pages show of events, whole for a request and as updates for feeds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from slugfest.events import Event
from slugfest.events.files import calendar
from slugfest.kernel import Game, SlugfestError
from slugfest.table.events import EventClub, EventInfo, EventUpdate

from .club_events import ClubEvents
from .event_info import ClubPart, Shared, event_info, shared_part
from .event_logs import EventLogs

MOST_KEPT: Final = 50  # events whose standings are kept


def calendar_file(request: Request, name: str, events: Sequence[Event]) -> Response:
    """The dates of events as a file, with links to where the request came from."""
    home = f"{request.url.scheme}://{request.headers['host']}"
    text = calendar([(event, f"{home}/event/{event.code}") for event in events])
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(text, headers=headers, media_type="text/calendar")


class EventPages:
    """Renders events. What everybody sees alike is kept, because it takes long to count in a large event."""

    def __init__(
        self, logs: EventLogs, clubs: ClubEvents, games: Mapping[str, Game], now: Callable[[], int]
    ) -> None:
        self._logs = logs
        self._clubs = clubs
        self._games = games
        self._now = now
        self._shared: dict[str, Shared] = {}  # by event, the one asked for last at the end

    async def info(self, event: Event, guest: str, since: int = 0) -> EventInfo:
        """An event as a guest sees it; of its rounds those that changed after a version."""
        people = await self._logs.people(event.code)
        club = await self._club(event, guest)
        shared = self._shared.pop(event.code, None)
        if shared is None or shared.version != event.version:
            shared = shared_part(event)
        self._shared[event.code] = shared
        if len(self._shared) > MOST_KEPT:
            del self._shared[next(iter(self._shared))]
        game = self._games.get(event.settings["game"])
        return event_info(event, shared, people, guest, self._now(), game, club, since)

    async def _club(self, event: Event, guest: str) -> ClubPart:
        """The club of an event, for its members; others learn whether they can sign up."""
        club = await self._clubs.club_of(event)
        if club is None:
            return ClubPart(None, False)
        inside = await self._clubs.has(club.key, guest)
        return ClubPart(
            EventClub(id=club.key, name=club.data["name"]) if inside else None, event.members_only
        )

    async def update(self, code: str, guest: str, since: int) -> tuple[int, bytes]:
        """The message with what changed after a version, and the version now; empty if nothing has changed.

        A page that claims to know what has not happened yet gets all of it.
        """
        try:
            event = await self._logs.event(code)
        except (
            SlugfestError
        ):  # there is none, or a newer release wrote it: the page's own request has said so
            return since, b""
        if since == event.version:
            return since, b""
        since = since if 0 < since < event.version else 0
        found = EventUpdate(type="event", since=since, event=await self.info(event, guest, since))
        return event.version, msgspec.json.encode(found)
