"""The answers to requests about finding a table: open tables, and *play now*."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Final

from starlette.requests import Request

from slugfest.protocol.api import Asked, name_for
from slugfest.protocol.codes import read_code
from slugfest.protocol.problems import not_understood
from slugfest.table.finding import Found, OpenTables
from slugfest.table.messages import Advert

from .match_server import MatchServer
from .open_tables import message_of

MOST_BESIDES: Final = 20

OwnAnswer = Callable[[Request, Asked], Awaitable[Any]]


class FindingApi:
    """The endpoints."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server

    def answers(self) -> dict[str, OwnAnswer]:
        """The answers, by the name of the address."""
        return {"open_tables": self._open_tables, "play_now": self._play_now}

    async def _open_tables(self, request: Request, asked: Asked) -> OpenTables:
        """The open tables, for programs; pages get them over /ws/mine."""
        return message_of(await self._server.open_tables.visible(asked.guest))

    async def _play_now(self, request: Request, asked: Asked) -> Found:
        """The open seat that fits best, or else a new table that is open to anybody."""
        wanted = asked.body
        if len(wanted.besides) > MOST_BESIDES:
            raise not_understood("besides")
        wanted.besides = [read_code(match) or "" for match in wanted.besides]
        if wanted.match.advert is None:
            wanted.match.advert = Advert(strength="any", bots=True, club="")
        found = await self._server.open_tables.best(asked.guest, wanted)
        if found is not None:
            return found
        name = await name_for(self._server, asked.guest, asked.german, wanted.match.name)
        return Found(id=await self._server.create(asked.guest, name, wanted.match), seat=-1)
