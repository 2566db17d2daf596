"""Perft: how many positions a few moves lead to, counted from fixed positions of every game and mode.

The numbers are kept with the source, with a digest of all lists of legal moves and one of a short search. They change
if an optimisation changes a rule, the order of moves or a bot by mistake:

    python -m slugfest.testing.perft             # compare
    python -m slugfest.testing.perft --update    # write
"""

from __future__ import annotations

import hashlib
import sys
from functools import partial
from pathlib import Path
from typing import Final

from slugfest.bots import SearchBot
from slugfest.kernel import Game, Options, Perspective, State, seeded, spell

from .golden import wanted
from .snapshots import Snapshots, Texts

TITLE: Final = "# Perft: positions after so many moves, and digests of the legal moves and of a short search."
DECISIONS: Final = 240  # of the games that are walked along
EVERY: Final = 12  # decisions between two positions that are counted from
EXPANDED: Final = 500  # positions whose every move is made, at most
DEEPEST: Final = 6
ITERATIONS: Final = 24  # of the search


def perft(state: State, listed_on_the_way: list[str]) -> list[int]:
    """The number of positions after one move, after two, and so on, as deep as EXPANDED allows. Every list of legal
    moves met on the way is noted, in its order."""
    found: list[int] = []
    frontier = [state]
    for _ in range(DEEPEST):
        listed = [(one, seat, one.moves(seat)) for one in frontier for seat in one.actors()]
        for _, seat, moves in listed:
            listed_on_the_way.append(f"{seat} {moves}\n")
        found.append(sum(len(moves) for _, _, moves in listed))
        if not 0 < found[-1] <= EXPANDED:
            break
        frontier = [after(one, seat, move) for one, seat, moves in listed for move in moves]
    return found


def after(state: State, seat: int, move: int) -> State:
    """The position after a move."""
    fresh = state.copy()
    fresh.apply(seat, move)
    return fresh


def counts(game: Game, seats: int, mode: Options) -> list[str]:
    """The lines of one way to play: games are walked along, half at random and half sensibly, and counted from now
    and then."""
    dealt = seeded("perft", game.id, seats, *mode.values())
    rng = seeded("perft play", game.id, seats, *mode.values())
    lines = [", ".join([*(f"{key} {spell(value)}" for key, value in mode.items()), f"{seats} seats"])]
    state = game.new(seats, mode, dealt.fork())
    search = game.require_search()
    for decision in range(DECISIONS):
        if not state.actors():
            state = game.new(seats, mode, dealt.fork())
        if decision % EVERY == 0:
            lines.append(f"  after {decision}: {station(state.copy(), decision)}")
        actors = state.actors()
        seat = actors[rng.below(len(actors))]
        moves = state.moves(seat)
        sensibly = rng.below(2) == 1
        state.apply(seat, search.playout_move(state, seat, rng) if sensibly else moves[rng.below(len(moves))])
    return lines


def station(state: State, number: int) -> str:
    """What is counted from one position: positions by depth, the digest of the moves, the digest of a search."""
    lists: list[str] = []
    found = perft(state, lists)
    digest = hashlib.sha256("".join(lists).encode())
    seat = state.actors()[0]
    ideas = SearchBot(iterations=ITERATIONS).consider(
        Perspective(state, seat), seeded("perft search", number)
    )
    tried = hashlib.sha256(str([(idea.move, idea.visits) for idea in ideas]).encode())
    return f"{' '.join(map(str, found))}, moves {digest.hexdigest()[:12]}, search {tried.hexdigest()[:12]}"


def text_of(game: Game) -> str:
    """All counts of a game: every mode, every number of seats that has a golden playthrough."""
    lines = [TITLE, f"game: {game.id}", f"rules: {game.version}"]
    for seats, mode in wanted(game).values():
        lines += ["", *counts(game, seats, mode)]
    return "\n".join(lines) + "\n"


def texts(game: Game) -> Texts:
    """The counts of a game, in one file."""
    return {f"{game.id}.txt": partial(text_of, game)}


PERFT: Final = Snapshots("slugfest.testing.perft", __doc__.partition("\n")[0], Path("tests/perft"), texts)
differences, update, main = PERFT.differences, PERFT.update, PERFT.main

if __name__ == "__main__":
    sys.exit(main())
