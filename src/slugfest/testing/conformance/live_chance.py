"""Live chance: a game takes the chance it is given, whatever kind it is, and a match between people can be verified."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from slugfest.kernel import (
    Entry,
    Game,
    History,
    LiveChance,
    LiveRng,
    Perspective,
    Rng,
    State,
    read_record,
    record_of,
    seeded,
    verify,
)

from .base import Broken, Tools, over_games
from .determinism import FOUNDATIONS, difference
from .documents import RECORDS
from .playthrough import Playthrough, as_document, play_at_random, replay, who_plays
from .words import NOTATION

_MOVES: Final = 60  # of a match between people, unless it ends before
_LOOKS: Final = 12  # uses of chance that are tried again
_FALLS: Final = 16  # ways in which each of them is let fall
_ENOUGH: Final = (
    12  # different results of imagined chance, from which on live chance must bring about some, too
)


class _Falls:
    """How often chance of both kinds has brought about different results."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.imagined = 0
        self.live = 0

    def look(self, result: Callable[[Rng], State | None]) -> None:
        """Let the same thing happen again and again under different chance."""
        self.imagined += _differing([result(seeded("fall", fall)) for fall in range(_FALLS)])
        self.live += _differing([result(LiveRng(bytes([fall]) * 32, 0)) for fall in range(_FALLS)])

    def judge(self) -> None:
        if self.imagined >= _ENOUGH and self.live == 0:
            raise Broken(
                f"{self.what} is the same however live chance falls: the game draws from something else"
            )


def _differing(results: list[State | None]) -> int:
    return len({as_document(state) for state in results if state is not None}) - 1


@over_games(
    "live-chance-decides",
    "A match between people is decided by live chance, and verified from its record.",
    "Über eine Partie zwischen Menschen entscheidet der echte Zufall, und sie lässt sich nachprüfen.",
    needs=(*FOUNDATIONS, NOTATION, RECORDS),
)
def live_chance_decides(played: Playthrough, tools: Tools) -> int:
    setting = played.setting
    game, seats, options = setting.game, setting.seats, setting.options
    deals = _Falls("the deal")
    deals.look(lambda rng: game.deal(seats, options, rng))
    deals.judge()
    history = History(game, seats, options, LiveChance(setting.secret, "CHECK", ["bot"] * seats))
    looks = _play_and_look(history, seeded("live", setting.seed))
    _verify(history, game)
    return 2 + looks


def _play_and_look(history: History, rng: Rng) -> int:
    """Play some moves at random; returns how many uses of chance were looked at."""
    moves = _Falls("what a move brings about")
    looks = 0
    while history.state.outcome() is None and len(history.entries) < _MOVES:
        seat = who_plays(history.state, rng)
        history.play(seat, play_at_random(Perspective(history.state, seat), rng))
        made = history.entries[-1]
        if made.chance and looks < _LOOKS:
            looks += 1
            moves.look(_move_again(made))
    moves.judge()
    return looks


def _move_again(made: Entry) -> Callable[[Rng], State | None]:
    return lambda rng: replay(made.before, made.seat, made.move, rng)


def _verify(history: History, game: Game) -> None:
    """Play the match again from its record."""
    players = [f"Player {seat + 1}" for seat in range(history.state.seats)]
    record = record_of(history, players, abandoned=history.state.outcome() is None)
    again = verify(read_record(record.text()), game)
    if as_document(again.state) != as_document(history.state):
        what = difference(history.state.document(), again.state.document())
        raise Broken(f"a match between people ends differently when it is verified, {what}")
