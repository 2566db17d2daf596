"""A rehearsal of a variant from elsewhere, before people play it: games of simple bots, with everything that a table
shows. It runs where it harms nobody; what fails or takes too long there is not let in."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from typing import Final

from slugfest.bots import Bot, bot
from slugfest.kernel import SPECTATOR, Game, History, Perspective, SlugfestError, seeded
from slugfest.table.views import step_seen

from .problems import problem
from .variants import because

SECONDS: Final = 2.0  # of one rehearsal: games that last longer are not played to their end
SLOWEST: Final = 0.5  # seconds of processor time for one decision and all views of it
LARGEST: Final = 2 << 20  # characters of one view
GAMES: Final = 4

Clock = Callable[[], float]


def rehearse(game: Game, seconds: float = SECONDS, clock: Clock = time.process_time) -> None:
    """Play some games of a variant; raise a refusal if that fails or takes too long."""
    counts = game.seat_counts()
    player = bot("greedy", game)
    until = clock() + seconds
    for number in range(GAMES):
        seats = counts[0] if number % 2 == 0 else counts[-1]
        if clock() >= until:
            return
        try:
            _play(game, seats, player, number, until, clock)
        except _TooSlow:
            raise problem("VARIANT_SLOW") from None
        except (Exception, RecursionError) as error:
            raise because("VARIANT_FAILS", f"{type(error).__name__}: {error}"[:200]) from error


class _TooSlow(SlugfestError):
    """A decision took too long, or shows too much."""


def _play(game: Game, seats: int, player: Bot, number: int, until: float, clock: Clock) -> None:
    history = History(game, seats, {}, f"rehearsal {number}")
    chances = [seeded("rehearsal", number, seat) for seat in range(seats)]
    bound = game.max_moves(seats, history.options)
    while history.state.outcome() is None and clock() < until:
        if len(history.entries) > bound:
            raise SlugfestError(f"a game does not end within {bound} moves")
        begun, state = clock(), history.state
        for seat in (*range(seats), SPECTATOR):
            if len(json.dumps(state.view(seat))) > LARGEST:
                raise _TooSlow
        for seat in state.actors():
            move = player.choose(Perspective(state, seat, history), chances[seat])
            if seat in history.state.actors() and history.state.legal(seat, move):
                history.play(seat, move)
                for reader in range(seats):
                    step_seen(game, len(history.entries), history.entries[-1], reader)
        if clock() - begun > SLOWEST:
            raise _TooSlow
