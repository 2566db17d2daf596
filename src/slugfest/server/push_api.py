"""The answers to requests about push messages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request

from slugfest.protocol.api import Asked
from slugfest.protocol.codes import read_code
from slugfest.protocol.problems import not_understood, problem
from slugfest.table.finding import PushDevice, PushSettings

from .hosts import name_in
from .match_server import MatchServer
from .notices import A_DAY, MOST_MUTED, known_zones
from .push import BadSubscription, Subscription

OwnAnswer = Callable[[Request, Asked], Awaitable[Any]]


class PushApi:
    """The endpoints."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server
        self._notices = server.notices

    def answers(self) -> dict[str, OwnAnswer]:
        """The answers, by the name of the address."""
        return {
            "push": self._push,
            "push_subscribe": self._subscribe,
            "push_unsubscribe": self._unsubscribe,
            "push_set": self._set,
        }

    async def _push(self, request: Request, asked: Asked) -> PushSettings:
        offered, guest = self._notices.offered, asked.guest
        settings = await self._notices.settings_of(guest)
        devices = [] if asked.new else await self._notices.devices(guest)
        return PushSettings(
            public_key=(await self._notices.key()).public if offered else "",
            devices=[PushDevice(key=one.key, since=one.data["since"]) for one in devices],
            quiet_from=settings["quiet_from"],
            quiet_to=settings["quiet_to"],
            zone=settings["zone"],
            muted=list(settings["muted"]),
        )

    async def _subscribe(self, request: Request, asked: Asked) -> PushSettings:
        if not self._notices.offered:
            raise problem("NO_PUSH")
        wanted, host = asked.body, name_in(request.headers["host"])
        new = Subscription(wanted.endpoint, wanted.p256dh, wanted.auth, wanted.language, f"https://{host}")
        try:
            new.checked(self._server.settings.push_to_loopback)
        except BadSubscription as error:
            raise problem("NO_PUSH") from error
        await self._notices.subscribe(asked.guest, new)
        return await self._push(request, asked)

    async def _unsubscribe(self, request: Request, asked: Asked) -> PushSettings:
        gone = Subscription(asked.body.endpoint[:4000], "", "", "", "")
        await self._notices.unsubscribe(asked.guest, gone.key)
        return await self._push(request, asked)

    async def _set(self, request: Request, asked: Asked) -> PushSettings:
        wanted = asked.body
        if not (0 <= wanted.quiet_from < A_DAY and 0 <= wanted.quiet_to < A_DAY):
            raise not_understood("quiet_from, quiet_to")
        if len(wanted.muted) > MOST_MUTED:
            raise not_understood("muted")
        muted = [read_code(match) or "" for match in wanted.muted]
        if "" in muted:
            raise not_understood("muted")
        settings = {
            "quiet_from": wanted.quiet_from,
            "quiet_to": wanted.quiet_to,
            "zone": wanted.zone if wanted.zone in known_zones() else "UTC",
            "muted": list(dict.fromkeys(muted)),
        }
        await self._notices.change_settings(asked.guest, settings)
        return await self._push(request, asked)
