"""The answers to requests about clubs."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Final, cast

from starlette.requests import Request
from starlette.responses import Response

from slugfest.events import Event
from slugfest.protocol.api import Asked, File
from slugfest.protocol.codes import read_code
from slugfest.protocol.problems import not_understood, problem
from slugfest.store import Listed
from slugfest.table import listed_match, read_summary
from slugfest.table.clubs import Club, ClubEvent, ClubMember, ClubNote, MyClub, MyClubs, Season, SeasonRow
from slugfest.table.events import EventStatus
from slugfest.table.lookalikes import shape, shapes
from slugfest.table.messages import ListedMatch
from slugfest.table.names import LONGEST_NAME
from slugfest.table.people import PoolRating
from slugfest.table.summaries import Summary, result_of

from .club_events import event_of
from .clubs import RANK, Members, member_key
from .event_pages import calendar_file
from .match_server import MatchServer
from .people_api import OwnAnswer
from .public_profiles import counts

MOST_LISTED: Final = 30  # matches of each kind on a club's page
MOST_COMING: Final = 30  # events that are not over
MOST_OVER: Final = 5  # events that are
MOST_READ: Final = 200  # of those that were shown last
LONGEST_INVITE: Final = 100
FOREVER: Final = 10**14  # ms


class ClubApi:
    """The endpoints."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server
        self._clubs = server.clubs

    def answers(self) -> dict[str, OwnAnswer]:
        """The answers, by the name of the address."""
        return {
            "clubs": self._mine,
            "new_club": self._new,
            "join_club": self._join,
            "club": self._club,
            "leave_club": self._leave,
            "dissolve_club": self._dissolve,
            "club_member": self._member,
            "club_invite": self._invite,
            "club_note": self._note,
            "club_note_remove": self._withdraw,
            "club_table": self._table,
            "club_calendar": self._calendar,
            "club_season": self._season,
            "club_export": self._export,
        }

    # ---- clubs -----------------------------------------------------------------------------------------------

    async def _mine(self, request: Request, asked: Asked) -> MyClubs:
        found = [] if asked.new else await self._clubs.of(asked.guest)
        mine = [
            MyClub(
                id=club.key,
                name=club.data["name"],
                role=members.roles[asked.guest],
                members=len(members.roles),
            )
            for club, members in found
            if asked.guest in members.roles
        ]
        return MyClubs(clubs=sorted(mine, key=lambda one: (one["name"].casefold(), one["id"])))

    async def _new(self, request: Request, asked: Asked) -> Club:
        code = await self._clubs.found_club(asked.guest, asked.body.name)
        return await self._page(asked, code)

    async def _join(self, request: Request, asked: Asked) -> Club:
        club = read_code(asked.body.club)
        if club is None or len(asked.body.invite) > LONGEST_INVITE:
            raise problem("NO_SUCH_INVITE")
        await self._clubs.join(asked.guest, club, asked.body.invite)
        return await self._page(asked, club)

    async def _club(self, request: Request, asked: Asked) -> Club:
        return await self._page(asked, asked.path["club"])

    async def _leave(self, request: Request, asked: Asked) -> None:
        await self._clubs.leave(asked.guest, await self._code(asked))

    async def _dissolve(self, request: Request, asked: Asked) -> None:
        if not asked.body.sure:
            raise not_understood("sure")
        await self._clubs.dissolve(asked.guest, await self._code(asked))

    async def _member(self, request: Request, asked: Asked) -> Club:
        club, role = await self._code(asked), asked.body.role
        await self._clubs.set_role(asked.guest, club, asked.body.member, None if role == "none" else role)
        return await self._page(asked, club)

    async def _invite(self, request: Request, asked: Asked) -> Club:
        club = await self._code(asked)
        await self._clubs.renew_invite(asked.guest, club)
        return await self._page(asked, club)

    async def _note(self, request: Request, asked: Asked) -> Club:
        club = await self._code(asked)
        await self._clubs.announce(asked.guest, club, asked.body.text)
        return await self._page(asked, club)

    async def _withdraw(self, request: Request, asked: Asked) -> Club:
        club = await self._code(asked)
        await self._clubs.withdraw(asked.guest, club, asked.body.note[:100])
        return await self._page(asked, club)

    async def _table(self, request: Request, asked: Asked) -> Club:
        """Show a match to the club: before it begins, so that nobody shows only what they have won."""
        club, match = await self._code(asked), read_code(asked.body.match)
        if match is None:
            raise problem("NO_SUCH_MATCH")
        table, _ = await self._server.table(match)
        if table.status != "lobby" or asked.guest not in table.guests():
            raise problem("NOT_IN_LOBBY")
        await self._clubs.show(asked.guest, club, match)
        return await self._page(asked, club)

    async def _code(self, asked: Asked) -> str:
        return (await self._clubs.club(asked.path["club"])).key

    # ---- the page --------------------------------------------------------------------------------------------

    async def _page(self, asked: Asked, typed: str) -> Club:
        club = await self._clubs.club(typed)
        members = await self._clubs.members(club.key)
        role = None if asked.new else members.roles.get(asked.guest)
        page = Club(
            id=club.key,
            name=club.data["name"],
            since=club.data["since"],
            role=role,
            size=len(members.roles),
            members=[],
            notes=[],
            tables=[],
            finished=[],
            events=[],
            invite=None,
            invite_until=None,
        )
        if role is None:
            return page
        names = await self._names(members)
        page["members"] = await self._members(club.key, members, names, asked.guest)
        page["notes"] = await self._notes(club.key, names)
        shown = list(await self._clubs.matches(club.key))[:MOST_READ]
        page["events"] = await self._events(club.key)
        page["tables"], page["finished"] = await self._matches(shown, asked.guest)
        if RANK[role] >= RANK["director"] and club.data["invite_until"] > self._server.now():
            page["invite"], page["invite_until"] = club.data["invite"], club.data["invite_until"]
        return page

    async def _members(
        self, club: str, members: Members, names: Mapping[str, str], guest: str
    ) -> list[ClubMember]:
        ratings = await self._clubs.ratings_of(list(members.roles))
        found = [
            ClubMember(
                key=member_key(club, one),
                name=names[one],
                role=role,
                since=members.documents[one].data["since"],
                you=one == guest,
                rating=ratings.get(one),
            )
            for one, role in members.roles.items()
        ]
        return sorted(found, key=lambda one: (-RANK[one["role"]], one["since"], one["key"]))

    async def _names(self, members: Members) -> dict[str, str]:
        """The names of members, told apart: of two that look alike, the lower role or the newer member has a number."""
        guests = sorted(
            members.roles,
            key=lambda one: (-RANK[members.roles[one]], members.documents[one].data["since"], one),
        )
        return await self._server.store.call(
            lambda store: told_apart({one: store.name_of(one) or "" for one in guests})
        )

    async def _notes(self, club: str, names: Mapping[str, str]) -> list[ClubNote]:
        notes = await self._clubs.notes(club)
        authors = {one.owner for one in notes} - names.keys()  # who has left since
        left = await self._server.store.call(lambda store: {one: store.name_of(one) or "" for one in authors})
        names = {**left, **names}
        return [
            ClubNote(
                key=one.key.partition(" ")[2], text=one.data["text"], at=one.data["at"], by=names[one.owner]
            )
            for one in notes
        ]

    async def _matches(self, shown: Sequence[str], guest: str) -> tuple[list[ListedMatch], list[ListedMatch]]:
        """Tables that are open or running, and finished matches, those that were shown last first."""
        found = await self._server.store.call(lambda store: store.summaries(shown))
        listed: dict[bool, list[ListedMatch]] = {False: [], True: []}
        for match in shown:
            one = found.get(match)
            for over in (False, True):
                summary = None if one is None else read_summary(one.summary, over)
                if one is not None and summary is not None and len(listed[over]) < MOST_LISTED:
                    listed[over].append(listed_match(match, summary, one.since, guest))
        return listed[False], listed[True]

    # ---- events ----------------------------------------------------------------------------------------------

    async def _coming(self, club: str) -> list[Event]:
        """The events that are not over: those that run, then by their date, those without one last."""
        found = await self._server.club_events.newest(club, "open", MOST_COMING)
        events = [await self._server.event_logs.event(event_of(one)) for one in found]
        return sorted(
            (event for event in events if not event.ended),
            key=lambda event: (event.status == "open", event.settings["starts"] or FOREVER, event.at),
        )

    async def _events(self, club: str) -> list[ClubEvent]:
        listed = [
            ClubEvent(
                id=event.code,
                name=event.settings["name"],
                game=event.settings["game"],
                format=event.settings["format"],
                status=cast(EventStatus, event.status),
                starts=event.settings["starts"],
                players=len(event.active()),
                members_only=event.members_only,
                ended=None,
            )
            for event in await self._coming(club)
        ]
        for one in await self._server.club_events.newest(club, "over", MOST_OVER):
            facts = {key: value for key, value in one.data.items() if key != "opened"}
            listed.append(cast(ClubEvent, {"id": event_of(one), "status": "ended", **facts}))
        return listed

    async def _calendar(self, request: Request, asked: Asked) -> Response:
        club = await self._code(asked)
        (await self._clubs.members(club)).require(asked.guest, "member")
        return calendar_file(request, f"slugfest-club-{club}.ics", await self._coming(club))

    # ---- the season ------------------------------------------------------------------------------------------

    async def _season(self, request: Request, asked: Asked) -> Season:
        club = await self._code(asked)
        members = await self._clubs.members(club)
        members.require(asked.guest, "member")
        since, until = moment(asked.query.get("since", "0")), moment(asked.query.get("until", str(FOREVER)))
        return await self._season_of(club, members, since, until)

    async def _season_of(self, club: str, members: Members, since: int, until: int) -> Season:
        shown = await self._clubs.matches(club)
        names, ratings = await self._names(members), await self._clubs.ratings_of(list(members.roles))
        found = await self._server.store.call(lambda store: store.summaries(shown))
        return await self._server.in_thread(
            lambda: season_table(club, list(members.roles), names, ratings, found.values(), since, until)
        )

    async def _export(self, request: Request, asked: Asked) -> File:
        """Everything that members may see, as JSON."""
        code = await self._code(asked)
        members = await self._clubs.members(code)
        members.require(asked.guest, "member")
        page = await self._page(asked, code)
        page["invite"] = page["invite_until"] = None
        shown = await self._clubs.matches(code)
        found = await self._server.store.call(lambda store: store.summaries(shown))
        everything = {
            "club": {key: page[key] for key in ("id", "name", "since")},
            "members": [{**one, "you": False} for one in page["members"]],
            "announcements": page["notes"],
            "matches": [exported(found[match], shown[match]) for match in shown if match in found],
            "events": [{"id": event_of(one), **one.data} for one in await self._server.club_events.all(code)],
            "season": await self._season_of(code, members, 0, FOREVER),
        }
        text = await self._server.in_thread(lambda: json.dumps(everything, ensure_ascii=False, indent=1))
        return File(f"slugfest-club-{code}.json", text)


def told_apart(names: Mapping[str, str]) -> dict[str, str]:
    """Names in their order; one that looks like an earlier one gets a number, as at a table."""
    taken: set[str] = set()
    numbers: Counter[str] = Counter()
    found: dict[str, str] = {}
    for who, wanted in names.items():
        name, alike = wanted, shape(wanted)
        while wanted and not taken.isdisjoint(shapes(name)):
            numbers[alike] += 1
            name = f"{wanted[: LONGEST_NAME - 4]} {numbers[alike] + 1}"
        taken.update(shapes(name))
        found[who] = name
    return found


def moment(text: str) -> int:
    """A time in a query, in milliseconds since 1970."""
    if not text.isascii() or not text.isdigit() or len(text) > 15:
        raise not_understood("since, until")
    return min(int(text), FOREVER)


def exported(listed: Listed, at: int) -> dict[str, Any]:
    """A match in an export: what lists show, without guests' ids."""
    summary: Mapping[str, Any] = listed.summary or {}
    seats = [{key: one for key, one in seat.items() if key != "guest"} for seat in summary.get("seats", [])]
    kept = {key: summary.get(key) for key in ("game", "status", "mode", "teams", "result")}
    return {"id": listed.id, "shown": at, "changed": listed.since, **kept, "seats": seats}


def season_table(
    club: str,
    guests: Sequence[str],
    names: Mapping[str, str],
    ratings: Mapping[str, PoolRating],
    matches: Any,
    since: int,
    until: int,
) -> Season:
    """The table of a season: matches with at least two members, decided by people to their end."""
    rows = {
        guest: SeasonRow(
            key=member_key(club, guest),
            name=names[guest],
            played=0,
            won=0,
            drawn=0,
            lost=0,
            points=0,
            rating=ratings.get(guest),
        )
        for guest in guests
    }
    counted = 0
    for listed in matches:
        summary = read_summary(listed.summary, True)
        if summary is None or not since <= listed.since < until:
            continue
        seats = members_in(summary, rows)
        if len(seats) < 2:
            continue
        counted += 1
        for seat in seats:
            if counts(summary, seat):
                add(rows[summary["seats"][seat]["guest"]], result_of(summary, seat))
    played = [row for row in rows.values() if row["played"]]
    played.sort(key=lambda row: (-row["points"], -row["won"], row["played"], row["name"].casefold()))
    return Season(since=since, until=until, matches=counted, rows=played)


def members_in(summary: Summary, members: Mapping[str, Any]) -> list[int]:
    """The seats of members."""
    return [
        index
        for index, seat in enumerate(summary["seats"])
        if seat["kind"] == "person" and seat["guest"] in members
    ]


def add(row: SeasonRow, result: str) -> None:
    """Count a result."""
    row["played"] += 1
    if result == "won":
        row["won"] += 1
        row["points"] += 2
    elif result == "lost":
        row["lost"] += 1
    else:
        row["drawn"] += 1
        row["points"] += 1
