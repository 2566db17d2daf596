"""The games of one deal: played in every fair arrangement of the sides, measured, and told as rows.

A row depends on the cell, the number of the deal and the number of the game in it, and on nothing else: not on who
plays it, when, or after what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from slugfest.bots import Bot, GuardedBot, bot
from slugfest.kernel import Game, Options, Outcome, SlugfestError

from .ladder import arrangements, failures
from .play import Played, play_game
from .work import Row


class Cell(NamedTuple):
    """What is played again and again, deal after deal: one setting of an experiment."""

    key: str  # names it, in files, too
    game: str  # its id, with the variant if there is one
    seats: int
    options: Options
    bots: tuple[str, ...]  # one for all seats, one a side, or one a seat
    line_ups: tuple[tuple[str, ...], ...] = ()  # of the two sides, where they are fixed
    changes: Mapping[str, Any] = {}  # what the variant changes, for people
    alone: bool = False  # the first bot has one seat (or team), the second all the others

    @property
    def sides(self) -> int:
        """How many sides are compared; one: everybody plays alike."""
        return max(len(self.bots), len(self.line_ups))

    @property
    def scene(self) -> str:
        """What a deal goes by: variants and bots play the same deals, so that they can be compared deal by deal."""
        line_ups = " ".join("+".join(members) for members in self.line_ups)
        options = " ".join(f"{key}={value}" for key, value in sorted(self.options.items()))
        return f"{self.seats} {options} {line_ups}".strip()


class Deals(NamedTuple):
    """Some deals of a cell: a task."""

    cell: Cell
    seed: str
    measures: tuple[str, ...]
    first: int
    deals: int

    def play(self, game: Game) -> list[Row]:
        """Play all games of these deals."""
        ways = ways_of(game, self.cell)
        players = [bot(name, game) for name in self.cell.bots]
        try:
            return [
                _play(game, self, players, way, deal, number)
                for deal in range(self.first, self.first + self.deals)
                for number, way in enumerate(ways)
            ]
        finally:
            for player in players:
                player.close()


def ways_of(game: Game, cell: Cell) -> list[list[int]]:
    """By game of a deal and by seat: which side sits there."""
    if cell.sides == 1:
        return [[0] * cell.seats]
    if cell.sides == 2:
        return arrangements(game, cell.seats, cell.options, cell.alone)
    teams = game.teams(cell.seats, cell.options)
    if cell.sides != len(teams):
        raise SlugfestError(f"{cell.key}: {cell.sides} bots for {len(teams)} sides at the table")
    ways = []
    for turn in range(len(teams)):  # everybody sits everywhere once
        way = [0] * cell.seats
        for number, team in enumerate(teams):
            for seat in team:
                way[seat] = (number + turn) % len(teams)
        ways.append(way)
    return ways


def _play(game: Game, task: Deals, players: list[Bot], way: list[int], deal: int, number: int) -> Row:
    cell = task.cell
    for player in players:
        if isinstance(player, GuardedBot):
            player.forgive()
    before = [len(failures(player)) for player in players]
    options, opening = cell.options, []
    if cell.line_ups:
        first, second = list(cell.line_ups[way[0]]), list(cell.line_ups[1 - way[0]])
        met = game.reports.match_up(first, second)
        assert met is not None  # as it was checked when the experiment was read
        options, opening = {**options, **met}, game.reports.opening(first, second)
    seat_bots = [players[side if len(players) > 1 else 0] for side in way]
    name = f"{task.seed} {cell.scene} {deal}"
    played = play_game(game, seat_bots, options, seed=f"{name} {number}", deal=name, opening=opening)
    row: Row = {"deal": deal, "game": number, "sides": way}
    row["points"] = points(game, cell, way, played.outcome)
    row["winners"] = played.outcome.winners()
    row["reason"] = played.outcome.reason
    for measure in task.measures:
        row |= MEASURES[measure](played)
    failed = [
        list(failure)
        for player, known in zip(players, before, strict=True)
        for failure in failures(player)[known:]
    ]
    return row | {"failures": failed} if failed else row


def points(game: Game, cell: Cell, way: list[int], outcome: Outcome) -> list[float]:
    """What every side gets: the winners share 1; if nobody wins, all do. Where all play alike, a side is a team; where
    they are one team against the game, it gets what the game says."""
    teams = game.teams(cell.seats, cell.options)
    if len(teams) == 1:
        return [outcome.value(0)]
    owner = way
    if cell.sides == 1:
        owner = [0] * cell.seats
        for number, team in enumerate(teams):
            for seat in team:
                owner[seat] = number
    won = {owner[seat] for seat in outcome.winners()} or set(owner)
    return [1 / len(won) if side in won else 0.0 for side in range(max(owner) + 1)]


# ---- what is measured ----------------------------------------------------------------------------------------------


def length(played: Played) -> Row:
    """How long it was: moves, rounds as people count them, and turns."""
    display = played.history.game.display
    seen = {display.round_and_turn(entry.before) for entry in played.history.entries}
    return {
        "moves": played.length,
        "rounds": max((number for number, _ in seen), default=0),
        "turns": len({turn for turn in seen if turn[1]}),
    }


def line_ups(played: Played) -> Row:
    """With whom of the cast every seat played."""
    state = played.history.state
    reports = played.history.game.reports
    return {"line_ups": [list(reports.line_up(state, seat)) for seat in range(state.seats)]}


def standing(played: Played) -> Row:
    """How every seat stood in the bots' estimate whenever a round began: who led, and when it was known who wins."""
    search = played.history.game.require_search()
    estimates: list[list[float]] = []
    chapter = -1
    for entry in played.history.entries:
        state = entry.before
        if search.chapter(state) != chapter:
            chapter = search.chapter(state)
            estimates.append([round(search.estimate(state, seat), 4) for seat in range(state.seats)])
    return {"standing": estimates}


MEASURES: Final[dict[str, Callable[[Played], Row]]] = {
    "length": length,
    "line-ups": line_ups,
    "standing": standing,
}
