"""A trial of a variant on this device: its games run where bots think, between their decisions."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from slugfest.kernel import Game, SlugfestError, forget_variant
from slugfest.protocol import wire
from slugfest.protocol.reading import id_of, read_body
from slugfest.protocol.trials import LEVELS, SLICE, TrialRows
from slugfest.table import Refusal, refuse, refused
from slugfest.table.refusals import as_refusal

from .channels import Channel, Outbox
from .journal import text_of
from .variants import load

if TYPE_CHECKING:
    from .local_server import LocalServer


class TrialChannel(Channel):
    """Runs one trial at a time for the page. Closing the channel ends it."""

    def __init__(self, number: int, guest: str, outbox: Outbox, server: LocalServer) -> None:
        super().__init__(number, guest, outbox)
        self._server = server
        self._game = ""
        self._run = 0  # which trial it is: answers to an earlier one are ignored

    def receive(self, text: str) -> None:
        try:
            self._begin(read_body(text, wire.Trial))
        except Refusal as refusal:
            self.send(refused(id_of(text), refusal))
        except SlugfestError as error:
            self.send(refused(id_of(text), as_refusal(error)))

    def _begin(self, wanted: wire.Trial) -> None:
        if wanted.level not in LEVELS:
            raise refuse("NO_SUCH_LEVEL")
        game = load(self._server, wanted.file)
        self._let_go(game.id)
        self._game = game.id
        self._run += 1
        self._ask(game, wanted.level, TrialRows(wanted.deals, self._server.now()))

    def _ask(self, game: Game, level: str, trial: TrialRows) -> None:
        run, variant = self._run, game.variant
        asked = {
            "trial": game.id,
            "variant": None if variant is None else variant.as_json(),
            "level": level,
            "first": len(trial.rows),
            "seconds": SLICE,
        }

        def answered(text: str) -> None:
            if run != self._run:
                return  # stopped, or another one has begun
            try:
                trial.add(json.loads(text))
            except (ValueError, KeyError, TypeError):
                trial.add(None)
            self.send_text(text_of(trial.now(self._server.now())))
            if not trial.over:
                self._ask(game, level, trial)

        self._server.thinking.ask_text(text_of(asked), answered)

    def close(self) -> None:
        self._run += 1  # the slice that is being played is short; nothing follows it
        self._let_go()

    def _let_go(self, following: str = "") -> None:
        """Forget the variant of a trial that is over, unless it is kept to be played."""
        if self._game not in (following, *self._server.people.variants):
            forget_variant(self._game)
