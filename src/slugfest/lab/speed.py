"""How fast a game is, in processor time of one core: interpreted or compiled, whichever runs.

Every number is the median of a few short rounds, always of the same pieces of work. ``slugfest bench`` shows it;
``bench/`` compares with it.
"""

from __future__ import annotations

import os
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from slugfest import bots, kernel
from slugfest.bots import SearchBot, play_out
from slugfest.kernel import Game, Mistake, Options, Perspective, Rng, State, Text, seeded

ROUNDS: Final = 3
SECONDS: Final = 0.12  # a round; short, so that many games fit into a few minutes
ITERATIONS: Final = 300  # of a measured search
TO_END: Final = 20  # and of one that plays every imagined game to its end
COPIES: Final = 10_000  # held at once to see what a copy weighs

SPEEDS: Final = {  # in the order in which they are shown
    "random": "random decisions/s",
    "games": "whole random games/s",
    "stepped": "… driven from Python",
    "copies": "copies/s",
    "samples": "samples/s",
    "views": "views/s",
    "documents": "position documents/s",
    "search": "search iterations/s",
    "search_to_end": "… each game played to its end",
}

Work = Callable[[int], int]  # does its n-th piece and says how many units that was


def rate(work: Work) -> float:
    """Units of work a second."""
    found = []
    piece = 0
    for _ in range(ROUNDS):
        units = 0
        start = time.process_time()
        while (spent := time.process_time() - start) < SECONDS:
            units += work(piece)
            piece += 1
        found.append(units / spent)
    return statistics.median(found)


def thinker(state: State) -> int:
    """A seat that has something to think about, or -1."""
    for seat in state.actors():
        if len(Perspective(state, seat).distinct_moves()) > 1:
            return seat
    return -1


def middles(game: Game, seats: int, options: Options, most: int = 40) -> list[State]:
    """Positions from the middle of random games, the same in every variant."""
    found = []
    for number in range(200):
        state = game.new(seats, options, seeded("bench", number))
        play_out(state, seeded("bench play", number), 3 + number % 12)
        if thinker(state) >= 0:
            found.append(state)
            if len(found) == most:
                break
    return found


def by_steps(game: Game, seats: int, options: Options, number: int, most: int) -> int:
    """A random game driven from here, one call at a time, as another program would."""
    state = game.new(seats, options, seeded("bench", number))
    rng = seeded("bench play", number)
    decisions = 0
    while decisions < most and (actors := state.actors()):
        moves = state.moves(actors[0])
        state.apply(actors[0], moves[rng.below(len(moves))])
        decisions += 1
    return decisions


def works(
    game: Game, seats: int, options: Options, states: list[State], iterations: int, to_end: int, most: int = 0
) -> dict[str, Work]:
    """What is measured of one game at one table. A piece is the same whatever was done before it.

    Random games are played to their end, or for this many decisions at the ``most``.
    """
    max_moves = getattr(game, "max_moves", None) or getattr(
        game, "longest", None
    )  # its name in earlier revisions
    assert max_moves is not None
    bound = int(max_moves(seats, game.settle(seats, options)))
    most = most or bound

    settled = game.settle(seats, options)

    def random_game(number: int) -> int:
        """Options are settled once, and one number gives all chance: rules are measured, not hashes."""
        chance = Rng(number * 0x9E3779B97F4A7C15 % (1 << 62) + 1)
        state = game.deal(seats, settled, chance.fork())
        return int(play_out(state, chance, most))

    def whole_game(number: int) -> int:
        random_game(number)
        return 1

    def copies(number: int) -> int:
        state = states[number % len(states)]
        for _ in range(50):
            state.copy()
        return 50

    def samples(number: int) -> int:
        state = states[number % len(states)]
        seat = state.actors()[0]
        rng = seeded("bench sample", number)
        perspective = Perspective(state, seat)
        for _ in range(20):
            perspective.sample(rng)
        return 20

    def views(number: int) -> int:
        state = states[number % len(states)]
        seat = state.actors()[0]
        for _ in range(10):
            state.view(seat)
        return 10

    def documents(number: int) -> int:
        state = states[number % len(states)]
        for _ in range(20):
            state.document()
        return 20

    def search(number: int) -> int:
        state = states[number % len(states)]
        bot = SearchBot(iterations=iterations)
        bot.consider(Perspective(state, thinker(state)), seeded("bench think", number))
        return iterations

    def search_to_end(number: int) -> int:
        state = states[number % len(states)]
        bot = SearchBot(iterations=to_end)
        bot.horizon, bot.chapters = bound, False
        bot.consider(Perspective(state, thinker(state)), seeded("bench think", number))
        return to_end

    found: dict[str, Work] = {
        "random": random_game,
        "games": whole_game,
        "stepped": lambda number: by_steps(game, seats, options, number, most),
        "copies": copies,
        "samples": samples,
        "views": views,
        "documents": documents,
        "search": search,
        "search_to_end": search_to_end,
    }
    if getattr(game, "search", game) is None:  # a revision from before the parts has no such attribute
        for speed in ("samples", "search", "search_to_end"):
            del found[speed]
    return found


def measure(game: Game, seats: int, options: Options) -> dict[str, float]:
    """All speeds of one game at one table."""
    states = middles(game, seats, options)
    if not states:
        raise Mistake(
            Text(
                f"{game.id}: no random game comes to a position where a seat has a choice",
                f"{game.id}: kein Zufallsspiel kommt zu einer Stellung, in der jemand eine Wahl hat",
            )
        )
    found = {
        speed: rate(work) for speed, work in works(game, seats, options, states, ITERATIONS, TO_END).items()
    }
    return {**found, "copy_bytes": copy_bytes(states[0])}


def resident() -> int:
    """The memory of this process in bytes; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0


def copy_bytes(state: State) -> float:
    """How much this process grows by holding one more copy of a position."""
    held = [state.copy() for _ in range(100)]
    before = resident()
    held += [state.copy() for _ in range(COPIES)]
    return (resident() - before) / COPIES


def compiled() -> bool:
    """Whether kernel and bots are compiled."""
    return all(str(module.__file__).endswith((".so", ".pyd")) for module in (bots, kernel))


def game_compiled(game: Game) -> bool:
    """Whether the rules of a game are compiled."""
    return str(sys.modules[type(game).__module__].__file__).endswith((".so", ".pyd"))
