"""A ladder: every pair of bots plays on swapped seats."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from typing import Final

from slugfest.bots import Bot, GuardedBot, bot
from slugfest.kernel import Game, Mistake, Options, Outcome, State, Text

from .play import play_game
from .pool import playing, processors, run_all
from .report import NOBODY, Failure, Ladder, Pairing, Result

Progress = Callable[[int, int], None]  # games done, games in all
Task = tuple[
    str, str, int, bool, str, Options, list[int]
]  # two bots, seats, alone?, seed, options, numbers of games

_CHUNK: Final = 20  # games in a task, at most


def ladder(
    played: Game,
    bots: Sequence[str],
    seats: int = 2,
    games: int = 100,
    seed: str = "ladder",
    options: Options | None = None,
    workers: int = 0,
    progress: Progress | None = None,
    alone: bool = False,
) -> Ladder:
    """Let every pair of bots play ``games`` games (rounded up, so that every arrangement of seats comes equally often).

    Each deal is played once in every arrangement, so neither bot gets the better cards or the better seat. With
    ``alone`` the first bot of a pair has one seat (or team) and the second all the others. Where all seats are one team
    against the game itself, there are no pairs: each bot takes all seats and plays the same deals.
    """
    names = list(bots)
    settled = played.settle(seats, options or {})
    together = len(played.teams(seats, settled)) == 1
    if len(set(names)) < len(names) or len(names) < (1 if together else 2):
        raise Mistake(
            Text(
                "a ladder needs at least two bots, each named once",
                "eine Rangliste braucht mindestens zwei Bots, jeden einmal genannt",
            )
        )
    if games < 1:
        raise Mistake(
            Text(
                "a ladder needs at least one game a pair",
                "eine Rangliste braucht mindestens ein Spiel je Paar",
            )
        )
    signatures: dict[str, str] = {}
    for name in names:
        player = bot(name, played)
        signatures[name] = player.signature()
        player.close()
    count = len(arrangements(played, seats, settled, alone))
    games = -(-games // count) * count
    report = Ladder(
        played.id, seats, settled, seed, names, played.reports.cast(), alone, together, signatures
    )
    chunk = max(1, min(_CHUNK, games // (4 * (workers or processors()))))
    tasks: list[Task] = []
    owners: list[Pairing] = []
    for pairing in report.pairings:
        for start in range(0, games, chunk):
            numbers = list(range(start, min(start + chunk, games)))
            tasks.append((pairing.first, pairing.second, seats, alone, seed, settled, numbers))
            owners.append(pairing)
    finished = 0

    def done(index: int, results: list[Result]) -> None:
        nonlocal finished
        finished += len(results)
        if progress is not None:
            progress(finished, games * len(report.pairings))

    everything = run_all(play_some, tasks, workers, done, played)
    for pairing in report.pairings:
        results = [
            one for owner, some in zip(owners, everything, strict=True) if owner is pairing for one in some
        ]
        for start in range(0, games, count):  # the games of a deal have neighbouring numbers
            pairing.book(results[start : start + count])
    return report


def play_some(task: Task) -> list[Result]:
    """Play some games of a pairing. A game depends on its number alone, whoever plays it and however often."""
    first, second, seats, alone, seed, options, numbers = task
    game = playing()
    sides = arrangements(game, seats, options, alone)
    bots = [bot(name, game) for name in (first, second) if name != NOBODY]
    results: list[Result] = []
    try:
        for number in numbers:
            side = sides[number % len(sides)]
            before = [len(failures(one)) for one in bots]
            for one in bots:
                if isinstance(one, GuardedBot):
                    one.forgive()
            played = play_game(
                game,
                [bots[which] for which in side],
                options,
                seed=f"{seed} {first} {second} {number}",
                deal=f"{seed} {number // len(sides)}",
            )
            outcome = played.outcome
            first_with, second_with = line_ups(game, side, played.history.state)
            failed = [failure for one, known in zip(bots, before) for failure in failures(one)[known:]]
            points_got = result(side, outcome)
            results.append(
                Result(points_got, outcome.reason, played.length, first_with, second_with, tuple(failed))
            )
    finally:
        for one in bots:
            one.close()
    return results


def failures(player: Bot) -> list[Failure]:
    """What a bot from outside has done wrong so far."""
    if not isinstance(player, GuardedBot):
        return []
    return [Failure(player.name, fault.kind, fault.text.en, fault.text.de) for fault in player.faults]


def line_ups(game: Game, side: list[int], state: State) -> list[tuple[str, ...]]:
    """With whom of the cast each of the two bots played."""
    found: list[list[str]] = [[], []]
    for seat, which in enumerate(side):
        found[which] += game.reports.line_up(state, seat)
    return [tuple(members) for members in found]


def result(side: list[int], outcome: Outcome) -> float:
    """What the first bot gets; where everybody is on its side, what the game lets it have."""
    return points(side, outcome.winners()) if 1 in side else outcome.value(0)


def points(side: list[int], winners: list[int]) -> float:
    """What the first bot gets: the win if only its seats won, half if both sides did or nobody."""
    first = any(side[seat] == 0 for seat in winners)
    second = any(side[seat] == 1 for seat in winners)
    if first == second:
        return 0.5
    return 1.0 if first else 0.0


def arrangements(played: Game, seats: int, options: Options, alone: bool = False) -> list[list[int]]:
    """Every fair way to seat two bots: by seat, which bot (0 or 1) sits there.

    Teams are never split. Half of the teams belong to each bot; with an odd number each bot is in the minority
    equally often. Or the first bot is alone against all others. Where everybody is on one team, it has all seats.
    """
    teams = played.teams(seats, options)
    if len(teams) == 1:
        return [[0] * seats]
    ways: list[list[int]] = []
    sizes = {1} if alone else {len(teams) // 2, len(teams) - len(teams) // 2}
    for size in sorted(sizes):
        for ours in itertools.combinations(range(len(teams)), size):
            side = [1] * seats
            for team in ours:
                for seat in teams[team]:
                    side[seat] = 0
            ways.append(side)
    return ways
