"""The addresses, each declared once: method, path, body, which servers offer it, and what answers it.

The server and the local server both route from :data:`ADDRESSES` (HTTP) and :data:`SOCKETS` (WebSocket). An address
without ``answer`` is answered by each server that offers it in its own way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Coroutine, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal, NamedTuple, Protocol, TypeVar, cast
from urllib.parse import unquote

from slugfest.kernel import Game
from slugfest.personas import personas
from slugfest.table import Table, match_info, refuse, replay, replay_views, tidy_name
from slugfest.table.messages import ListedMatch
from slugfest.table.pages import (
    Created,
    GameInfo,
    LearnedInfo,
    LinesInfo,
    MatchReview,
    Me,
    PersonaInfo,
    PortraitInfo,
    Review,
)
from slugfest.table.profiles import profile_of
from slugfest.table.replays import PAGE
from slugfest.table.summaries import Summary

from . import clubs, hosting, wire
from .answers import (
    ON_THE_HOME_PAGE,
    Query,
    eyes_asked,
    finished_asked,
    game_asked,
    seating_asked,
    step_asked,
)
from .codes import Codes, read_code
from .lessons import course_info, guest_name
from .problems import not_understood, problem
from .puzzles import of_lessons, puzzles_info
from .review_profile import MOST_MATCHES, review_profile
from .reviewing import ReviewState, require_review, rolls_dice

T = TypeVar("T")


class Server(Protocol):
    """What the answers need of the server or the local server."""

    codes: Codes

    @property
    def games(self) -> Mapping[str, Game]: ...

    def now(self) -> int: ...

    async def find_game(self, id: str) -> Game | None:
        """A game, or a variant that somebody has brought; it is in no list."""

    def game_info(self, game: Game, whole: bool) -> GameInfo: ...

    async def table(self, match: str) -> tuple[Table, set[str]]:
        """A match to read, and who is connected to it."""

    async def compute(self, work: Callable[[], T], *key: object) -> T:
        """A large answer that takes a while. With the same key it is always the same, and may be kept."""

    async def in_thread(self, work: Callable[[], T]) -> T:
        """Do something that takes a while."""

    async def create(self, guest: str, name: str, wanted: wire.NewMatch) -> str:
        """Open a new match and return its code."""

    async def branch(self, guest: str, name: str, table: Table, wanted: wire.Branch) -> str:
        """Open a match for practice that goes on from a finished one, and return its code."""

    async def review(self, table: Table, guest: str, whole: bool) -> ReviewState:
        """The review of a finished match as far as it is there; start it, or go on with it."""

    async def review_extracts(self, matches: Sequence[str]) -> dict[str, Mapping[str, Any]]:
        """What profiles count of the kept reviews of these matches."""

    async def name_of(self, guest: str) -> str:
        """A guest's name; empty for a stranger."""

    async def rename(self, guest: str, name: str) -> None: ...

    async def learned(self, guest: str) -> list[LearnedInfo]:
        """How far a guest has come in lessons."""

    async def consents(self, guest: str) -> bool | None:
        """Whether a guest's finished matches may become puzzles; None where nobody mines them."""

    async def listed(self, guest: str, over: bool, most: int | None = None) -> list[ListedMatch]:
        """A guest's matches, the one that changed last first."""

    async def summaries(self, guest: str, over: bool) -> list[tuple[str, Summary, int]]:
        """Code and summary of a guest's matches, and when each changed last."""

    async def forget(self, guest: str) -> None:
        """Delete everything that is stored about a guest."""


@dataclass
class Asked:
    """One request over HTTP."""

    server: Server
    guest: str
    path: Mapping[str, str]  # the variable parts of the address
    query: Query
    body: Any = None  # as the address declares it
    new: bool = False  # the guest has no cookie yet
    german: bool = False

    async def game(self) -> Game:
        found = await self.server.find_game(self.path["game"])
        if found is None:
            raise problem("NO_SUCH_GAME")
        return found

    async def table(self) -> tuple[Table, set[str]]:
        match = read_code(self.path["match"])
        if match is None:
            raise problem("NO_SUCH_MATCH")
        table, present = await self.server.table(match)
        if not table.may_watch(self.guest):
            raise refuse("SEALED")
        return table, present


class File(NamedTuple):
    """A text to save under a name."""

    name: str
    text: str


# ---- games -----------------------------------------------------------------------------------------------------------


async def games(asked: Asked) -> Any:
    return [asked.server.game_info(game, whole=False) for game in asked.server.games.values()]


async def game(asked: Asked) -> Any:
    found = game_asked(await asked.game(), asked.query)
    listed = asked.server.game_info(found, whole=False)
    return await asked.server.compute(
        lambda: asked.server.game_info(found, whole=True),
        "game",
        found.id,
        found.version,
        listed["board"],
        listed["cover"],
    )


async def seating(asked: Asked) -> Any:
    return seating_asked(await asked.game(), asked.query)


async def course(asked: Asked) -> Any:
    found = await asked.game()
    return await asked.server.compute(lambda: course_info(found), "course", found.id)


async def all_personas(_asked: Asked) -> Any:
    return [
        PersonaInfo(
            id=one.id,
            name=one.name,
            about=one.about.as_json(),
            portrait=cast(PortraitInfo, one.portrait),
            lines=cast(
                LinesInfo, {moment: [line.as_json() for line in said] for moment, said in one.lines.items()}
            ),
        )
        for one in personas()
    ]


async def puzzles(asked: Asked) -> Any:
    server = asked.server
    learned = [] if asked.new else await server.learned(asked.guest)
    return puzzles_info(server.games, learned, server.now(), asked.query.get("game", ""))


# ---- the guest -------------------------------------------------------------------------------------------------------


async def me(asked: Asked) -> Any:
    server, guest = asked.server, asked.guest
    return Me(
        name=await server.name_of(guest),
        matches=[] if asked.new else await server.listed(guest, over=False),
        finished=[] if asked.new else await server.listed(guest, over=True, most=ON_THE_HOME_PAGE),
        learned=of_lessons(await server.learned(guest)),
    )


async def rename(asked: Asked) -> Any:
    name = tidy_name(asked.body.name)
    if not name:
        raise refuse("NAME_NEEDED")
    await asked.server.rename(asked.guest, name)
    return await me(asked)


async def finished(asked: Asked) -> Any:
    summaries = await asked.server.summaries(asked.guest, over=True)
    return finished_asked(asked.query, summaries, asked.guest)


async def profile(asked: Asked) -> Any:
    server, guest = asked.server, asked.guest
    summaries = await server.summaries(guest, over=True)
    found = profile_of(guest, [one[1] for one in summaries], server.games)
    found["name"], found["learned"] = await server.name_of(guest), of_lessons(await server.learned(guest))
    newest = summaries[:MOST_MATCHES]
    extracts = await server.review_extracts([match for match, *_ in newest])
    found["review"] = review_profile(guest, newest, extracts)
    found["puzzles"] = await server.consents(guest)
    return found


async def forget(asked: Asked) -> Any:
    if not asked.body.sure:
        raise not_understood("sure")
    await asked.server.forget(asked.guest)


# ---- matches ---------------------------------------------------------------------------------------------------------


async def create(asked: Asked) -> Any:
    name = await name_for(asked.server, asked.guest, asked.german, asked.body.name)
    return Created(id=await asked.server.create(asked.guest, name, asked.body))


async def name_for(server: Server, guest: str, german: bool, wanted: str = "") -> str:
    """The name somebody plays under: the one given now, or before, or an invented one."""
    name = tidy_name(wanted)
    if name:
        await server.rename(guest, name)
        return name
    return await server.name_of(guest) or guest_name(guest, german)


async def match(asked: Asked) -> Any:
    table, present = await asked.table()
    return match_info(table, asked.guest, present, asked.server.now())


async def branch(asked: Asked) -> Any:
    table, _ = await asked.table()
    name = await name_for(asked.server, asked.guest, asked.german)
    return Created(id=await asked.server.branch(asked.guest, name, table, asked.body))


async def record(asked: Asked) -> Any:
    table, _ = await asked.table()
    if not table.over:
        raise problem("RECORD_LATER")
    return File(f"slugfest-{table.game.id}-{table.id}.txt", await asked.server.in_thread(table.record))


async def match_replay(asked: Asked) -> Any:
    """Replay a match that is over, as any seat or a spectator saw it, or with everything shown."""
    table, present = await asked.table()
    eyes = eyes_asked(asked.query, table)
    return await asked.server.compute(
        lambda: replay(table, asked.guest, present, eyes),
        "replay",
        table.id,
        table.version,
        eyes,
        asked.guest,
        *sorted(present),
    )


async def match_replay_views(asked: Asked) -> Any:
    table, _ = await asked.table()
    eyes, step = eyes_asked(asked.query, table), step_asked(asked.query)
    return await asked.server.compute(
        lambda: replay_views(table, eyes, step), "views", table.id, table.version, eyes, step // PAGE
    )


async def match_review(asked: Asked) -> Any:
    """The review of a match that is over. Asking for it starts it."""
    whole = asked.query.get("whole", "yes")
    if whole not in ("yes", "no"):
        raise not_understood("whole")
    table, present = await asked.table()
    require_review(table)
    state = await asked.server.review(table, asked.guest, whole == "yes")
    return MatchReview(
        match=match_info(table, asked.guest, present),
        status=state.status,
        progress=state.progress,
        dice=rolls_dice(table.game),
        review=cast(Review | None, state.review),
    )


# ---- the addresses ---------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Address:
    """One address. A ``body`` of type ``str`` is any text, another one JSON of that type."""

    name: str
    method: Literal["GET", "POST", "DELETE"]
    path: str
    answer: Callable[[Asked], Coroutine[Any, Any, Any]] | None = None
    body: type | None = None
    status: int = 200
    offered: Literal["everywhere", "server", "local"] = "everywhere"
    laborious: bool = False  # limited more strictly than other requests
    cookie: Literal["", "give", "take"] = ""  # what the server does with the guest's cookie
    attempt: bool = False  # at a name or at signing in: few of an address


ADDRESSES: Final = (
    Address("games", "GET", "/api/games", games),
    Address("game", "GET", "/api/games/{game}", game),
    Address("seating", "GET", "/api/games/{game}/seating", seating),
    Address("course", "GET", "/api/games/{game}/course", course),
    Address("form", "GET", "/api/games/{game}/form"),
    Address("form_with", "POST", "/api/variants/form", None, wire.VariantDraft),
    Address("check_variant", "POST", "/api/variants/check", None, wire.VariantDraft),
    Address("open_variant", "POST", "/api/variants/open", None, wire.VariantText),
    Address("keep_variant", "POST", "/api/variants", None, wire.VariantText, 201, laborious=True),
    Address("personas", "GET", "/api/personas", all_personas),
    Address("puzzles", "GET", "/api/puzzles", puzzles),
    Address("me", "GET", "/api/me", me, cookie="give"),
    Address("rename", "POST", "/api/me", rename, wire.Rename, cookie="give"),
    Address("finished", "GET", "/api/me/matches", finished),
    Address("profile", "GET", "/api/me/profile", profile, laborious=True),
    Address("ratings", "GET", "/api/me/ratings", offered="server"),
    Address("ticket", "POST", "/api/me/ticket", status=201, offered="server", laborious=True),
    Address("carry", "POST", "/api/me/carry", None, wire.UseTicket, 200, "server", True, "give"),
    Address("consent", "POST", "/api/me/puzzles", None, wire.PuzzleConsent, 204, "server"),
    Address("claim", "GET", "/api/me/claim", offered="server"),
    Address("claim_name", "POST", "/api/me/claim", None, wire.ClaimName, offered="server", attempt=True),
    Address("release_name", "POST", "/api/me/claim/release", None, wire.ReleaseName, offered="server"),
    Address("new_code", "POST", "/api/me/claim/code", offered="server", attempt=True),
    Address(
        "want_passkey", "POST", "/api/me/claim/passkey/options", None, wire.WantPasskey, offered="server"
    ),
    Address(
        "add_passkey", "POST", "/api/me/claim/passkey", None, wire.AddPasskey, offered="server", attempt=True
    ),
    Address(
        "remove_passkey", "POST", "/api/me/claim/passkey/remove", None, wire.RemovePasskey, offered="server"
    ),
    Address("show_profile", "POST", "/api/me/claim/profile", None, wire.ShowProfile, offered="server"),
    Address("sign_in_options", "POST", "/api/sign-in/options", offered="server", attempt=True),
    Address(
        "sign_in", "POST", "/api/sign-in", None, wire.SignIn, offered="server", attempt=True, cookie="give"
    ),
    Address("sign_out", "POST", "/api/sign-out", status=204, offered="server", cookie="take"),
    Address("player", "GET", "/api/player", offered="server", laborious=True),
    Address("push", "GET", "/api/me/push", offered="server"),
    Address(
        "push_subscribe",
        "POST",
        "/api/me/push/devices",
        None,
        wire.SubscribePush,
        offered="server",
        laborious=True,
    ),
    Address(
        "push_unsubscribe",
        "POST",
        "/api/me/push/devices/remove",
        None,
        wire.UnsubscribePush,
        offered="server",
    ),
    Address("push_set", "POST", "/api/me/push/settings", None, wire.SetPush, offered="server"),
    Address("my_events", "GET", "/api/me/events", offered="server"),
    Address("new_event", "POST", "/api/events", None, wire.NewEvent, 201, "server"),
    Address("event", "GET", "/api/events/{event}", offered="server"),
    Address("join_event", "POST", "/api/events/{event}/join", None, wire.JoinEvent, offered="server"),
    Address("leave_event", "POST", "/api/events/{event}/leave", None, wire.LeaveEvent, offered="server"),
    Address("direct_event", "POST", "/api/events/{event}/direct", None, wire.DirectEvent, offered="server"),
    Address(
        "correct_event", "POST", "/api/events/{event}/results", None, wire.CorrectEvent, offered="server"
    ),
    Address("event_results", "GET", "/api/events/{event}/results", offered="server"),
    Address("event_calendar", "GET", "/api/events/{event}/calendar", offered="server"),
    Address("forget", "POST", "/api/me/forget", forget, wire.Forget, 204, laborious=True, cookie="take"),
    Address("create", "POST", "/api/matches", create, wire.NewMatch, 201),
    Address("play_now", "POST", "/api/play-now", None, wire.PlayNow, offered="server"),
    Address("open_tables", "GET", "/api/tables", offered="server"),
    Address("match", "GET", "/api/matches/{match}", match),
    Address("record", "GET", "/api/matches/{match}/record", record, laborious=True),
    Address("replay", "GET", "/api/matches/{match}/replay", match_replay, laborious=True),
    Address("replay_views", "GET", "/api/matches/{match}/replay/views", match_replay_views),
    Address("review", "GET", "/api/matches/{match}/review", match_review),
    Address("players", "GET", "/api/matches/{match}/players", offered="server"),
    Address("match_ratings", "GET", "/api/matches/{match}/ratings", offered="server"),
    Address("report", "POST", "/api/matches/{match}/report", None, hosting.ReportName, 204, "server", True),
    Address("branch", "POST", "/api/matches/{match}/branch", branch, wire.Branch, 201),
    Address("qr", "GET", "/api/qr", offered="server"),
    Address("reach", "GET", "/api/reach", offered="server"),
    Address("clubs", "GET", "/api/clubs", offered="server"),
    Address("new_club", "POST", "/api/clubs", None, clubs.NewClub, 201, "server", True),
    Address("join_club", "POST", "/api/clubs/join", None, clubs.JoinClub, offered="server", attempt=True),
    Address("club", "GET", "/api/clubs/{club}", offered="server"),
    Address("leave_club", "POST", "/api/clubs/{club}/leave", status=204, offered="server"),
    Address("dissolve_club", "POST", "/api/clubs/{club}/dissolve", None, clubs.Dissolve, 204, "server"),
    Address("club_member", "POST", "/api/clubs/{club}/member", None, clubs.SetRole, offered="server"),
    Address("club_invite", "POST", "/api/clubs/{club}/invite", offered="server"),
    Address("club_note", "POST", "/api/clubs/{club}/note", None, clubs.Announce, offered="server"),
    Address(
        "club_note_remove",
        "POST",
        "/api/clubs/{club}/note/remove",
        None,
        clubs.WithdrawNote,
        offered="server",
    ),
    Address("club_table", "POST", "/api/clubs/{club}/tables", None, clubs.ShowTable, offered="server"),
    Address("club_calendar", "GET", "/api/clubs/{club}/calendar", offered="server"),
    Address("club_season", "GET", "/api/clubs/{club}/season", offered="server", laborious=True),
    Address("club_export", "GET", "/api/clubs/{club}/export", offered="server", laborious=True),
    Address(
        "admin_enter", "POST", "/api/admin/enter", None, hosting.EnterAdmin, offered="server", attempt=True
    ),
    Address("admin", "GET", "/api/admin", offered="server"),
    Address("admin_guests", "GET", "/api/admin/guests", offered="server"),
    Address("admin_audit", "GET", "/api/admin/audit", offered="server"),
    Address("admin_act", "POST", "/api/admin/act", None, hosting.AdminAction, offered="server"),
    Address("admin_backup", "POST", "/api/admin/backup", status=201, offered="server"),
    Address("admin_leave", "POST", "/api/admin/leave", status=204, offered="server"),
    Address("drop", "DELETE", "/api/matches/{match}", status=204, offered="local"),
    Address("position", "GET", "/api/matches/{match}/position", offered="local"),
    Address("people", "GET", "/api/device/people", offered="local"),
    Address("create_around", "POST", "/api/device/matches", None, wire.DeviceMatch, 201, "local"),
    Address("lay_out", "POST", "/api/device/position", None, str, offered="local"),
    Address("play_on", "POST", "/api/device/position/moves", None, wire.PositionMoves, offered="local"),
    Address(
        "preview_position", "POST", "/api/device/position/preview", None, wire.PositionMoves, offered="local"
    ),
    Address("variants", "GET", "/api/device/variants", offered="local"),
    Address("drop_variant", "DELETE", "/api/device/variants/{variant}", status=204, offered="local"),
    Address("export", "GET", "/api/device/file", offered="local"),
    Address("import", "POST", "/api/device/file", None, str, offered="local"),
)


SOCKETS: Final = (
    Address("own_matches", "GET", "/ws/mine"),
    Address("lesson", "GET", "/ws/lessons/{game}/{number}"),
    Address("puzzle", "GET", "/ws/puzzles/{game}/{number}"),
    Address("analysis", "GET", "/ws/analysis", offered="local"),
    Address("trial", "GET", "/ws/trial"),
    Address("device", "GET", "/ws/device/{match}", offered="local"),
    Address("match", "GET", "/ws/{match}"),
)


def find(method: str, path: str, addresses: Iterable[Address] = ADDRESSES) -> tuple[Address, dict[str, str]]:
    """The address of a request and the variable parts of its path; raises a refusal if there is none."""
    known = False
    for address in addresses:
        if found := pattern(address.path).fullmatch(path):
            known = True
            if method == address.method:
                return address, {name: unquote(part) for name, part in found.groupdict().items()}
    raise problem("NOT_ALLOWED" if known else "NO_SUCH_PAGE")


@cache
def pattern(path: str) -> re.Pattern[str]:
    """What a declared path matches."""
    return re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", path))


def completed(work: Coroutine[Any, Any, T]) -> T:
    """The result of a coroutine that never waits, without an event loop."""
    try:
        work.send(None)
    except StopIteration as stopped:
        result: T = stopped.value
        return result
    raise RuntimeError("an answer of a local server has waited for something")
