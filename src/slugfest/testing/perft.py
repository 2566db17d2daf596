"""Perft: how many positions a few moves lead to, counted from fixed positions of every game and mode.

The numbers are kept with the source, with a digest of every list of legal moves met on the way and one of what a short
search tried. Whoever makes the engine faster and changes a rule, the order of the moves or a bot by mistake is told:

    python -m slugfest.testing.perft             # compare
    python -m slugfest.testing.perft --update    # write them anew
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import sys
from pathlib import Path
from typing import Final

from slugfest.bots import SearchBot
from slugfest.kernel import Game, Options, Perspective, State, games, seeded, spell

from .golden import wanted

FOLDER: Final = Path("tests/perft")
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


def path_of(game: Game, folder: Path) -> Path:
    return folder / f"{game.id}.txt"


def differences(game: Game, folder: Path) -> list[str]:
    """What is counted otherwise than it is kept, as lines for people."""
    path = path_of(game, folder)
    if not path.is_file():
        return [f"{path.as_posix()} is missing: write it with python -m slugfest.testing.perft --update"]
    kept = path.read_text(encoding="utf-8").splitlines()
    title = f"{path.as_posix()} (kept)"
    return list(
        difflib.unified_diff(kept, text_of(game).splitlines(), title, "counted now", n=2, lineterm="")
    )


def update(game: Game, folder: Path) -> None:
    """Write a game's counts anew."""
    folder.mkdir(parents=True, exist_ok=True)
    path_of(game, folder).write_text(text_of(game), encoding="utf-8")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m slugfest.testing.perft", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--update", action="store_true", help="write the counts anew")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help=f"where they are kept (default: {FOLDER})"
    )
    chosen = parser.parse_args(arguments)
    installed = games()
    unknown = [name for name in chosen.games if name not in installed]
    if unknown:
        parser.error(f"there is no game {unknown[0]!r}; installed are {', '.join(installed)}")
    wrong = 0
    for game in (installed[name] for name in chosen.games or installed):
        if chosen.update:
            update(game, chosen.folder)
        lines = differences(game, chosen.folder)
        wrong += len(lines)
        print("\n".join([f"{game.id}: {'different' if lines else 'as kept'}", *lines]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
