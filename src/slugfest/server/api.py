"""The HTTP side of the wire: games, guests, new matches, and matches that are over."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from slugfest.kernel import Game
from slugfest.lessons.course import course_of
from slugfest.protocol import wire
from slugfest.protocol.answers import eyes_asked, game_asked, seating_asked, step_asked
from slugfest.protocol.codes import read_code
from slugfest.protocol.game_files import GameFiles
from slugfest.protocol.lessons import course_info
from slugfest.protocol.new_match import invented_name
from slugfest.protocol.problems import problem
from slugfest.table import (
    Table,
    game_info,
    match_info,
    refuse,
    replay,
    replay_views,
    tidy_name,
)
from slugfest.table.pages import Created, GameInfo

from .answers import answer
from .bodies import read_body
from .guests import Guest, Guestbook
from .match_server import MatchServer
from .origins import is_ours, refuse_foreign_pages
from .own_api import OwnApi, picture_of
from .settings import Settings

LONGEST_LINK: Final = 300
REPLAYS_AT_ONCE: Final = 2


class Api:
    """The endpoints, around a server."""

    def __init__(
        self, server: MatchServer, guestbook: Guestbook, settings: Settings, files: GameFiles
    ) -> None:
        self._server = server
        self._files = files
        self._guestbook = guestbook
        self._settings = settings
        self._own = OwnApi(server, guestbook, settings)
        self._replays = asyncio.Semaphore(REPLAYS_AT_ONCE)

    def routes(self) -> list[Route]:
        return [
            Route("/api/games", self.games),
            Route("/api/games/{game}", self.game),
            Route("/api/games/{game}/seating", self.seating),
            Route("/api/games/{game}/course", self.course),
            Route("/api/me", self.rename, methods=["POST"]),
            *self._own.routes(),
            Route("/api/matches", self.create, methods=["POST"]),
            Route("/api/matches/{match}", self.match),
            Route("/api/matches/{match}/record", self.record),
            Route("/api/matches/{match}/replay", self.replay),
            Route("/api/matches/{match}/replay/views", self.replay_views),
            Route("/api/qr", self.qr),
        ]

    # ---- games -----------------------------------------------------------------------------------------------

    async def games(self, request: Request) -> Response:
        return answer([self._info(game, whole=False) for game in self._server.games.values()])

    async def game(self, request: Request) -> Response:
        return answer(self._info(game_asked(self._game(request), request.query_params), whole=True))

    def _info(self, game: Game, whole: bool) -> GameInfo:
        board, cover = self._files.address(game, game.board), self._files.address(game, game.cover)
        return game_info(
            game, whole, len(course_of(game)), list(self._server.bots_for(game.id)), board, cover
        )

    async def course(self, request: Request) -> Response:
        return answer(course_info(self._game(request)))

    async def seating(self, request: Request) -> Response:
        """Teams and phrases before there is a match: the number of seats and the options are in the address."""
        return answer(seating_asked(self._game(request), request.query_params))

    def _game(self, request: Request) -> Game:
        game = self._server.games.get(request.path_params["game"])
        if game is None:
            raise problem("NO_SUCH_GAME")
        return game

    # ---- guests ----------------------------------------------------------------------------------------------

    async def rename(self, request: Request) -> Response:
        refuse_foreign_pages(request, self._settings.origins)
        guest = self._guestbook.guest(request)
        name = tidy_name((await read_body(request, wire.Rename, self._settings.largest_message)).name)
        if not name:
            raise refuse("NAME_NEEDED")
        await self._server.store.rename(guest.id, name)
        return await self._own.told(request, guest)

    # ---- matches ---------------------------------------------------------------------------------------------

    async def create(self, request: Request) -> Response:
        refuse_foreign_pages(request, self._settings.origins)
        guest = self._guestbook.guest(request)
        wanted = await read_body(request, wire.NewMatch, self._settings.largest_message)
        match = await self._server.create(guest.id, await self._name(request, guest, wanted.name), wanted)
        return answer(Created(id=match), 201)

    async def _name(self, request: Request, guest: Guest, told: str) -> str:
        """The name somebody plays under: the one told now, or before, or one of our invention."""
        name = tidy_name(told)
        if name:
            await self._server.store.rename(guest.id, name)
            return name
        german = request.headers.get("accept-language", "").lower().startswith("de")
        return await self._server.name_of(guest.id) or invented_name(german, self._server.codes)

    async def match(self, request: Request) -> Response:
        table, present = await self._table(request)
        guest = self._guestbook.guest(request).id
        return answer(match_info(table, guest, present, self._server.peers.now()))

    async def record(self, request: Request) -> Response:
        table, _ = await self._table(request)
        if not table.over:
            raise problem("RECORD_LATER")
        headers = {
            "content-disposition": f'attachment; filename="slugfest-{table.game.id}-{table.id}.txt"',
            "cache-control": "no-store",
        }
        return PlainTextResponse(table.record(), headers=headers)

    async def replay(self, request: Request) -> Response:
        """A match that is over, told again; anybody who has the link may watch, with any eyes."""
        table, present = await self._table(request)
        guest, eyes = self._guestbook.guest(request).id, eyes_asked(request.query_params, table)
        return await self._told_again(lambda: answer(replay(table, guest, present, eyes)))

    async def replay_views(self, request: Request) -> Response:
        table, _ = await self._table(request)
        eyes, step = eyes_asked(request.query_params, table), step_asked(request.query_params)
        return await self._told_again(lambda: answer(replay_views(table, eyes, step)))

    async def _told_again(self, tell: Callable[[], Response]) -> Response:
        """A whole match takes a moment to tell; nobody else's move should wait for it."""
        async with self._replays:
            return await asyncio.to_thread(tell)

    async def _table(self, request: Request) -> tuple[Table, set[str]]:
        match = read_code(request.path_params["match"])
        if match is None:
            raise problem("NO_SUCH_MATCH")
        return await self._server.table(match)

    # ---- the rest --------------------------------------------------------------------------------------------

    async def qr(self, request: Request) -> Response:
        """A link to this server as a picture to point a phone at."""
        link = request.query_params.get("text", "")
        if len(link) > LONGEST_LINK or not is_ours(request, link):
            raise problem("WRONG_LINK")
        headers = {"cache-control": "private, max-age=3600"}
        return Response(picture_of(link), headers=headers, media_type="image/svg+xml")
