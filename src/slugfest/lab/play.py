"""One game between bots, from the deal to the outcome."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Final

from slugfest.bots import Bot
from slugfest.kernel import (
    Game,
    History,
    Options,
    Outcome,
    Perspective,
    Record,
    Rng,
    SlugfestError,
    record_of,
    seeded,
)

_matches: Final = itertools.count(1)


class Played:
    """A finished game and who played it."""

    def __init__(self, history: History, outcome: Outcome, bots: Sequence[Bot]) -> None:
        self.history = history
        self.outcome = outcome
        self.names = [bot.name for bot in bots]
        self.signatures = {seat: bot.signature() for seat, bot in enumerate(bots)}

    @property
    def length(self) -> int:
        """How many moves were made."""
        return len(self.history.entries)

    def record(self) -> Record:
        """The game as a record that replays exactly."""
        return record_of(self.history, self.names, bots=self.signatures)


def play_game(
    game: Game,
    bots: Sequence[Bot],
    options: Options | None = None,
    seed: object = "",
    deal: object = None,
    opening: Sequence[str] = (),
) -> Played:
    """Play a game with one bot a seat. The same seed gives the same game, unless a bot thinks by the clock.

    ``deal`` seeds the match's chance on its own, so that the same deal can be played with the seats swapped. The moves
    of an ``opening`` (:meth:`Reports.opening`) are made before anybody decides.
    """
    seats = len(bots)
    history = History(game, seats, options or {}, f"lab {seed if deal is None else deal}")
    for text in opening:
        history.play_text(history.state.actors()[0], text)
    chances = [seeded("lab", seed, seat) for seat in range(seats)]
    bound = game.max_moves(seats, history.options)
    match = str(next(_matches))
    while True:
        outcome = history.state.outcome()
        if outcome is not None:
            return Played(history, outcome, bots)
        if len(history.entries) > bound:
            raise SlugfestError(
                f"{game.id} says a game ends within {bound} moves, but this one (seed {seed}) did not"
            )
        play_round(history, bots, chances, match)


def play_round(history: History, bots: Sequence[Bot], chances: list[Rng], match: str = "") -> None:
    """Ask every seat that owes a decision, then apply all decisions."""
    state = history.state
    actors = state.actors()
    decided = [bots[seat].choose(Perspective(state, seat, history, match), chances[seat]) for seat in actors]
    for seat, move in zip(actors, decided, strict=True):
        if seat in state.actors() and state.legal(seat, move):
            history.play(seat, move)
