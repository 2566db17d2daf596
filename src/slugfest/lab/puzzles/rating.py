"""How hard a puzzle is: how often each level of bots solves it."""

from __future__ import annotations

from typing import Final

from slugfest.bots import bot
from slugfest.kernel import Perspective, Rng, State
from slugfest.lessons.ratings import Result, rating_from

from .decisions import decide, key_after

# On the scale of puzzle ratings: 400 points apart means ten to one. The levels are pegs, chosen so that a person who
# has just finished the course (1200) solves what `medium` solves more often than not.
LEVELS: Final = {"random": 500, "easy": 800, "medium": 1400, "hard": 1800}
TRIES: Final = {"random": 20, "easy": 20, "medium": 12, "hard": 6}
_MIDDLE: Final = 1400.0  # the prior of a puzzle


def solving_rates(state: State, seat: int, right: set[str], imagined: State, rng: Rng) -> dict[str, int]:
    """By level: how often it makes a right decision, in percent. ``right`` are keys as they are in ``imagined``."""
    rates: dict[str, int] = {}
    for level, tries in TRIES.items():
        player = bot(level, state.game)
        solved = sum(key_after(decide(player, imagined, seat, rng)[1], seat) in right for _ in range(tries))
        rates[level] = round(100 * solved / tries)
    return rates


def puzzle_rating(rates: dict[str, int]) -> int:
    """The rating that fits the levels' rates: a puzzle scores where a bot fails."""
    results = [Result(LEVELS[level], 1.0 - rate / 100.0) for level, rate in rates.items()]
    return rating_from(results, _MIDDLE)


def keys_of(imagined: State, seat: int, lines: list[list[int]]) -> set[str]:
    """What decisions amount to in an imagined position."""
    keys: set[str] = set()
    for line in lines:
        state = imagined.copy()
        for move in line:
            state.apply(seat, move)
        keys.add(key_after(state, seat))
    return keys


def sample_for(state: State, seat: int, rng: Rng) -> State:
    return Perspective(state, seat).sample(rng)
