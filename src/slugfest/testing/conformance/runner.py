"""Run the checks over a game: at every number of seats, with its options, played at random and by bots."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import cycle, islice

from slugfest.bots import Bot, GuardedBot, bot
from slugfest.kernel import Game, Options, SlugfestError

from .base import CHECKS, Broken, Check
from .playthrough import Chooser, Playthrough, Setting, option_sets, play_again, play_at_random, play_through
from .report import Failure, Report, Verdict
from .tried import tried

Progress = Callable[[int, int, str], None]
"""Told after every step: how many are done, of how many, and the name of the check."""

Moves = list[tuple[int, int]]  # seat and move

_OPTION_SETS = 6
_SHORTENINGS = 60  # moves left out on trial to find a shorter way to a fault


def check(
    game: Game,
    *,
    seats: int | Iterable[int] | None = None,
    options: Options | None = None,
    games: int | None = None,
    seed: int = 1,
    bots: Sequence[str] = (),
    choosers: Mapping[str, Chooser] | None = None,
    only: Iterable[str] | None = None,
    thorough: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Whether a game keeps every promise.

    ``games`` are played at each number of seats; without ``options`` they take turns through the combinations
    worth trying. Besides random play, each of ``bots`` (by name) and ``choosers`` plays one game at each number of
    seats, and must decide fairly. Game number ``i`` of a number of seats has the seed ``seed + i``, so that a
    failure is seen again with its own seed and one game.
    """
    players = {**_players(game, bots), **(choosers or {})}
    named = [*bots, *(choosers or {})]
    settings = settings_of(game, seats, options, games or (24 if thorough else 4), seed, named)
    return judge(game, settings, players, only, thorough, progress)


def settings_of(
    game: Game,
    seats: int | Iterable[int] | None = None,
    options: Options | None = None,
    games: int = 4,
    seed: int = 1,
    players: Sequence[str] = (),
) -> list[Setting]:
    """The games to be played."""
    if isinstance(seats, int):
        seats = (seats,)
    found: list[Setting] = []
    for count in seats if seats is not None else game.seat_counts():
        sets = option_sets(game, count, _OPTION_SETS) if options is None else [game.settle(count, options)]
        for index, chosen in enumerate(islice(cycle(sets), games)):
            found.append(Setting(game, count, chosen, seed + index))
        for player in players:
            found.append(Setting(game, count, sets[0], seed, player))
    return found


def checks_named(only: Iterable[str] | None) -> list[Check]:
    """The checks of these names, or all; an unknown name is refused."""
    if only is None:
        return list(CHECKS.values())
    names = list(only)
    for name in names:
        if name not in CHECKS:
            raise SlugfestError(f"there is no check {name!r}; there are {', '.join(CHECKS)}")
    return [check for check in CHECKS.values() if check.name in names]


def judge(
    game: Game,
    settings: list[Setting],
    choosers: Mapping[str, Chooser],
    only: Iterable[str] | None = None,
    thorough: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Judge the games of these settings by the checks."""
    report = Report(game, settings[0].seed if settings else 0, settings)
    checks = checks_named(only)
    playthroughs: dict[int, Playthrough] = {}
    total = len(checks) * len(settings)
    for number, one in enumerate(checks):
        verdict = report.verdicts[one.name] = Verdict(one, missing_part=one.missing_part(game))
        broken = report.broken()
        verdict.unjudged_for = next((need for need in one.needs if need in broken), "")
        for index, setting in enumerate(settings):
            if verdict.missing_part or verdict.unjudged_for or verdict.failure is not None:
                break
            if index not in playthroughs:
                playthroughs[index] = play_through(setting, choosers)
            _judge_one(verdict, playthroughs[index], choosers, thorough)
            if progress is not None:
                progress(number * len(settings) + index + 1, total, one.name)
    report.tried = tried(game, settings, playthroughs.values(), thorough)
    if progress is not None:
        progress(total, total, "")
    return report


def _judge_one(
    verdict: Verdict, played: Playthrough, choosers: Mapping[str, Chooser], thorough: bool
) -> None:
    try:
        verdict.comparisons += verdict.check.run(played, choosers, thorough)
    except Broken as broken:
        moves = _way_to(played, broken)
        if verdict.check.at is not None:
            moves = _shortest_way(verdict.check, played.setting, moves, choosers)
        format_move = played.setting.game.format
        story = [f"P{seat + 1}: {format_move(move)}" for seat, move in moves]
        ply = len(_way_to(played, broken))
        verdict.failure = Failure(
            verdict.check.name, played.setting, str(broken), ply, broken.seat, story, thorough
        )


def _way_to(played: Playthrough, broken: Broken) -> Moves:
    """The moves that led to where a promise was broken."""
    if broken.way is not None:
        return broken.way
    moves = [(entry.seat, entry.move) for entry in played.history.entries]
    moment = broken.moment
    if moment is None:
        return moves[: broken.ply]
    return [] if moment.entry is None else [*moves[: moment.ply - 1], (moment.entry.seat, moment.entry.move)]


def _shortest_way(check: Check, setting: Setting, moves: Moves, choosers: Mapping[str, Chooser]) -> Moves:
    """Leave out moves, last first, as long as the rest is legal and the fault is still there at its end."""
    for index in range(len(moves) - 1, max(-1, len(moves) - 1 - _SHORTENINGS), -1):
        shorter = moves[:index] + moves[index + 1 :]
        if _still_broken(check, setting, shorter, choosers):
            moves = shorter
    return moves


def _still_broken(check: Check, setting: Setting, moves: Moves, choosers: Mapping[str, Chooser]) -> bool:
    try:
        moment = play_again(setting, moves).moments[-1]
    except Exception:
        return False
    try:
        check.judge(moment, choosers)
    except Broken:
        return True
    return False


# ---- for tests that look at one promise each -----------------------------------------------------------------------


@lru_cache(maxsize=3)
def _played(game: Game, seats: int, games: int, seed: int, bots: tuple[str, ...]) -> list[Playthrough]:
    """The games of one number of seats, played once for all the promises."""
    choosers = _players(game, bots)
    return [play_through(setting, choosers) for setting in settings_of(game, seats, None, games, seed, bots)]


def _players(game: Game, bots: Sequence[str]) -> dict[str, Chooser]:
    return {"random": play_at_random, **{name: _unhelped(bot(name, game)).choose for name in bots}}


def _unhelped(player: Bot) -> Bot:
    """A bot from outside without the one that plays when it fails: here a failure is a failure."""
    return player.player if isinstance(player, GuardedBot) else player


def judge_played(
    game: Game, seats: int, games: int, seed: int, bots: tuple[str, ...], promise: str, thorough: bool = False
) -> Report:
    """Judge one promise at one number of seats. What it stands on is for other tests to judge."""
    playthroughs = _played(game, seats, games, seed, bots)
    report = Report(game, seed, [played.setting for played in playthroughs])
    check = checks_named([promise])[0]
    verdict = report.verdicts[promise] = Verdict(check, missing_part=check.missing_part(game))
    for played in playthroughs:
        if verdict.failure is None and not verdict.missing_part:
            _judge_one(verdict, played, _players(game, bots), thorough)
    return report
