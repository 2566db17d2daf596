"""Games between bots with and without a variant, deal by deal: what the lab does, small enough for a browser.

Every deal is played with the same cards, dice and line-ups by the game itself and by the variant, and by line-ups on
either side, so that what both owe to the deal falls out of their difference.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final

from slugfest.bots import Bot, bot
from slugfest.kernel import (
    Game,
    History,
    OptionError,
    Options,
    Outcome,
    Perspective,
    SlugfestError,
    Variant,
    plain_id,
    seeded,
)
from slugfest.kernel.rng import Rng

from .trials import Row

SEATS: Final = 2
TRIES: Final = 40  # to find line-ups that can meet


def play_slice(
    find_game: Callable[[str], Game], id: str, level: str, first: int, seconds: float
) -> dict[str, Any]:
    """Some more deals of a trial, with the cast and whom of it the variant is about."""
    varied = find_game(id)
    cast = varied.reports.cast()
    return {
        "rows": play_deals(find_game, id, level, first, seconds),
        "cast": {member: name.as_json() for member, name in cast.items()},
        "about": sorted(touched(varied)),
    }


def play_deals(
    find_game: Callable[[str], Game], id: str, level: str, first: int, seconds: float
) -> list[Row]:
    """Play deals from number ``first`` on, for about so many seconds, at least one."""
    varied, plain = find_game(id), find_game(plain_id(id))
    bots = (bot(level, plain), bot(level, varied))
    rows: list[Row] = []
    end = time.monotonic() + seconds
    while not rows or time.monotonic() < end:
        rows.append(play_deal(plain, varied, bots, first + len(rows)))
    return rows


def play_deal(plain: Game, varied: Game, bots: tuple[Bot, Bot], deal: int) -> Row:
    line_ups = choose_line_ups(varied, seeded("trial", deal))
    known = set(plain.reports.cast())
    same = all(member in known for members in line_ups for member in members)
    return {
        "line_ups": line_ups,
        "before": [play(plain, bots[0], line_ups, deal, way) for way in ways(line_ups)] if same else None,
        "after": [play(varied, bots[1], line_ups, deal, way) for way in ways(line_ups)],
    }


def ways(line_ups: list[list[str]]) -> list[int]:
    """Which line-up sits on seat 1, game by game: each once; where there is none, one game says it all."""
    return [0, 1] if line_ups else [0]


def choose_line_ups(varied: Game, rng: Rng) -> list[list[str]]:
    """Two line-ups that can meet; the first has a piece that the variant is about, if it is about any."""
    every = varied.reports.line_ups()
    least = min((len(members) for members in every), default=0)
    every = [members for members in every if len(members) == least]
    if not every:
        return []
    about = touched(varied)
    ours = [members for members in every if about & set(members)] or every
    for _ in range(TRIES):
        one, other = ours[rng.below(len(ours))], every[rng.below(len(every))]
        if can_meet(varied, one, other):
            return [one, other]
    return []


def can_meet(varied: Game, one: list[str], other: list[str]) -> bool:
    """Whether two line-ups can play against each other with two seats."""
    options = None if set(one) & set(other) else varied.reports.match_up(one, other)
    try:
        return options is not None and bool(varied.settle(SEATS, options))
    except OptionError:  # line-ups of larger tables
        return False


def touched(varied: Game) -> set[str]:
    """The members of the cast that a variant changes or adds."""
    variant = varied.variant
    return set() if variant is None else members_of(variant, set(varied.reports.cast()))


def members_of(variant: Variant, cast: set[str]) -> set[str]:
    """Those of the cast that are named by what a variant changes or adds."""
    named = {step for path in variant.changes for step in path.split(".")}
    for name, entries in variant.additions.items():
        named |= set(name.split("."))
        for entry in entries:
            named |= {str(entry[key]) for key in ("id", "key", "board") if key in entry}
    return named & cast


def play(played: Game, player: Bot, line_ups: list[list[str]], deal: int, way: int) -> Row:
    """One game; what it brought, for the first line-up, or for seat 1 where there are none."""
    options: Options = {}
    opening: list[str] = []
    if line_ups:
        one, other = line_ups[way], line_ups[1 - way]
        options = played.reports.match_up(one, other) or {}
        opening = played.reports.opening(one, other)
    history = History(played, SEATS, options, f"trial {deal}")
    for text in opening:
        history.play_text(history.state.actors()[0], text)
    outcome = decide_all(history, player, f"{deal} {way}")
    winners = outcome.winners()
    turns = {played.display.round_and_turn(entry.before) for entry in history.entries}
    share = 0.5 if len(winners) != 1 else float(winners[0] == way)
    ending = played.reports.endings.get(outcome.reason)
    return {
        "points": share,
        "begins": begun(history, winners),
        "rounds": max((number for number, _ in turns), default=0),
        "turns": len(turns),
        "draw": float(len(winners) != 1),
        "limit": float(ending is not None and ending.limit),
    }


def decide_all(history: History, player: Bot, seed: str) -> Outcome:
    """Let the same bot decide for everybody until the game is over."""
    chances = [seeded("trial bots", seed, seat) for seat in range(SEATS)]
    bound = history.game.max_moves(SEATS, history.options)
    while (outcome := history.state.outcome()) is None:
        if len(history.entries) > bound:
            raise SlugfestError(
                f"{history.game.id} says a game ends within {bound} moves, but this one did not"
            )
        state = history.state
        decided = [
            (seat, player.choose(Perspective(state, seat, history), chances[seat])) for seat in state.actors()
        ]
        for seat, move in decided:
            if seat in state.actors() and state.legal(seat, move):
                history.play(seat, move)
    return outcome


def begun(history: History, winners: list[int]) -> float | None:
    """What whoever began has got; None where all begin at once."""
    reports = history.game.reports
    for entry in history.entries:
        first = reports.begins(entry.before)
        if len(first) == 1:
            return 0.5 if len(winners) != 1 else float(winners[0] == first[0])
    return None
