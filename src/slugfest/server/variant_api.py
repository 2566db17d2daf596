"""The answers to requests about changed rules."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request

from slugfest.kernel import variant_from
from slugfest.protocol.api import Asked
from slugfest.protocol.problems import problem
from slugfest.table.variants import KeptVariant

from .budgets import paying
from .computing import Computed
from .match_server import MatchServer
from .people_api import OwnAnswer
from .variant_worker import Asked as Question
from .variant_worker import Refused


class VariantApi:
    """The endpoints. What they are asked is answered by a process of its own; whoever asks pays for its time."""

    def __init__(self, server: MatchServer) -> None:
        self._server = server
        self._forms: dict[str, Computed] = {}  # of the games themselves

    def answers(self) -> dict[str, OwnAnswer]:
        """The answers, by the name of the address."""
        return {
            "form": self._form,
            "form_with": self._form_with,
            "check_variant": self._check,
            "open_variant": self._open,
            "keep_variant": self._keep,
        }

    async def _form(self, request: Request, asked: Asked) -> Computed:
        game = asked.path["game"]
        if game not in self._server.games.offered:
            raise problem("NO_SUCH_GAME")
        if game not in self._forms:
            found = await self._ask(asked, Question("form", game=game))
            self._forms[game] = await self._server.in_thread(lambda: Computed(found))
        return self._forms[game]

    async def _form_with(self, request: Request, asked: Asked) -> Any:
        return await self._ask(asked, Question("form_with", draft=msgspec.to_builtins(asked.body)))

    async def _check(self, request: Request, asked: Asked) -> Any:
        return await self._ask(asked, Question("check", draft=msgspec.to_builtins(asked.body)))

    async def _open(self, request: Request, asked: Asked) -> Any:
        return await self._ask(asked, Question("open", file=asked.body.file))

    async def _keep(self, request: Request, asked: Asked) -> KeptVariant:
        """Rehearse a variant and keep it, to be played."""
        found = await self._ask(asked, Question("prepare", file=asked.body.file, rehearsed=True))
        variant = variant_from(found["variant"])
        await self._server.variants.keep(asked.guest, variant)
        return KeptVariant(
            id=variant.id,
            game=variant.game,
            name=variant.name.as_json(),
            file=found["file"],
            matches=0,
        )

    async def _ask(self, asked: Asked, question: Question) -> Any:
        account = paying()
        try:
            found, seconds = await self._server.variant_worker.ask(asked.guest, question)
        except Refused as refused:
            if account is not None:
                account.charge(refused.seconds)
            raise refused.refusal from None
        if account is not None:
            account.charge(seconds)
        return found
