"""The games of a deal: one for every fair seating of the sides, measured as rows.

A row depends only on the cell, the number of the deal and the number of the game in it: not on who plays it, when, or
after what.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from slugfest.bots import Bot, GuardedBot, bot, play_out
from slugfest.kernel import Game, Mistake, Options, Outcome, SlugfestError, Text, seeded

from .batches import Row
from .luck import luck
from .measures import measures_of
from .overtime import late_of, overtimes
from .play import Played, play_game
from .seating import arrangements, shares

LADDER: Final = "ladder"
MATCH_UPS: Final = "match-ups"
PRESETS: Final = (LADDER, MATCH_UPS)  # experiments with commands of their own


class Cell(NamedTuple):
    """One setting of an experiment, played deal after deal."""

    key: str  # its name, also of its file
    game: str  # the game's id, with the variant if there is one
    seats: int
    options: Options
    bots: tuple[str, ...]  # one for all seats, one a side, or one a seat
    line_ups: tuple[tuple[str, ...], ...] = ()  # of the two sides, where they are fixed
    changes: Mapping[str, Any] = {}  # what the variant changes, for people
    alone: bool = False  # the first bot has one seat (or team), the second all the others
    meeting: tuple[int, int] = (0, 0)  # of match-ups: the numbers of the line-ups

    @property
    def sides(self) -> int:
        """How many sides are compared; one: the same bot plays everywhere."""
        return max(len(self.bots), len(self.line_ups))

    @property
    def scene(self) -> str:
        """What seeds a deal: variants and bots play the same deals, so that they can be compared deal by deal."""
        line_ups = " ".join("+".join(members) for members in self.line_ups)
        options = " ".join(f"{key}={value}" for key, value in sorted(self.options.items()))
        return f"{self.seats} {options} {line_ups}".strip()


class CellBatch(NamedTuple):
    """Some deals of a cell."""

    cell: Cell
    seed: str
    measures: tuple[str, ...]
    preset: str
    first: int
    deals: int

    def play(self, game: Game) -> list[Row]:
        """Play all games of these deals."""
        ways = ways_of(game, self.cell)
        players = [bot(name, game) for name in self.cell.bots]
        try:
            return [
                self.play_one(game, players, ways, deal, number)
                for deal in range(self.first, self.first + self.deals)
                for number in range(len(ways))
            ]
        finally:
            for player in players:
                player.close()

    def seeds(self, deal: int, number: int, games: int) -> tuple[str, str]:
        """The seeds of a deal's cards and of one game's bots."""
        if self.preset == LADDER:
            first, second = (*self.cell.bots, "")[:2]
            return f"{self.seed} {deal}", f"{self.seed} {first} {second} {deal * games + number}"
        if self.preset == MATCH_UPS:
            row, column = self.cell.meeting
            cards = f"{self.seed} {row} {column} {deal}"
            return cards, f"{cards} {number == 1}"
        cards = f"{self.seed} {self.cell.scene} {deal}"
        return cards, f"{cards} {number}"

    def play_one(self, game: Game, players: list[Bot], ways: list[list[int]], deal: int, number: int) -> Row:
        cell, way = self.cell, ways[number]
        cards, seed = self.seeds(deal, number, len(ways))
        options, opening = cell.options, []
        if cell.line_ups:
            first, second = list(cell.line_ups[way[0]]), list(cell.line_ups[1 - way[0]])
            met = game.reports.match_up(first, second)
            assert met is not None  # checked when the experiment was read
            options, opening = {**options, **met}, game.reports.opening(first, second)
        row: Row = {"deal": deal, "game": number, "sides": way}
        if self.preset == MATCH_UPS and cell.bots == ("random",) and not self.measures:
            outcome = play_random(game, cell.seats, options, opening, cards, number)
            return row | result(game, cell, way, outcome)
        for player in players:
            if isinstance(player, GuardedBot):
                player.forgive()
        before = [len(failures(player)) for player in players]
        late_before = [len(overtimes(player)) for player in players]
        seat_bots = [players[side if len(players) > 1 else 0] for side in way]
        played = play_game(game, seat_bots, options, seed=seed, deal=cards, opening=opening)
        row |= result(game, cell, way, played.outcome)
        for measure in self.measures:
            row |= MEASURES[measure](played)
        failed = [
            failure
            for player, known in zip(players, before, strict=True)
            for failure in failures(player)[known:]
        ]
        if failed and self.preset == MATCH_UPS:
            # Another bot has decided, so the game says nothing about the line-ups.
            raise next(
                fault for player in players if isinstance(player, GuardedBot) for fault in player.faults
            )
        if failed:
            row["failures"] = failed
        if late := late_of(players, late_before):
            row["late"] = late
        return row


def ways_of(game: Game, cell: Cell) -> list[list[int]]:
    """By game of a deal and by seat: which side sits there."""
    if cell.sides == 1:
        return [[0] * cell.seats]
    if cell.sides == 2:
        return arrangements(game, cell.seats, cell.options, cell.alone)
    teams = game.teams(cell.seats, cell.options)
    if cell.sides != len(teams):
        raise Mistake(
            Text(
                f"{cell.sides} bots for {len(teams)} sides at the table; name one for all, one a side, or two",
                f"{cell.sides} Bots für {len(teams)} Seiten am Tisch; nenn einen für alle, einen je Seite oder zwei",
            )
        )
    return [
        owners(cell.seats, [teams[(number - turn) % len(teams)] for number in range(len(teams))])
        for turn in range(len(teams))  # every bot plays every team once
    ]


def owners(seats: int, teams: list[list[int]]) -> list[int]:
    """By seat: the number of its team."""
    found = [0] * seats
    for number, team in enumerate(teams):
        for seat in team:
            found[seat] = number
    return found


def play_random(
    game: Game, seats: int, options: Options, opening: list[str], cards: str, number: int
) -> Outcome:
    """Play a random game inside the engine, where it is fastest."""
    state = game.new(seats, options, seeded("match-up deal", cards))
    for text in opening:
        state.play_text(state.actors()[0], text)
    play_out(state, seeded("match-up play", cards, number), game.max_moves(seats, state.options))
    outcome = state.outcome()
    if outcome is None:
        raise SlugfestError(f"{game.id}: a game of {cards!r} did not end within its bound")
    return outcome


def failures(player: Bot) -> list[list[str]]:
    """What a bot from another program has done wrong so far: bot, kind, and a sentence in English and in German."""
    if not isinstance(player, GuardedBot):
        return []
    return [[player.name, fault.kind, fault.text.en, fault.text.de] for fault in player.faults]


def result(game: Game, cell: Cell, way: list[int], outcome: Outcome) -> Row:
    return {
        "points": points(game, cell, way, outcome),
        "winners": outcome.winners(),
        "reason": outcome.reason,
    }


def points(game: Game, cell: Cell, way: list[int], outcome: Outcome) -> list[float]:
    """What every side gets. With one bot everywhere, sides are teams; a single team gets the value of the outcome."""
    teams = game.teams(cell.seats, cell.options)
    if len(teams) == 1:
        return [outcome.value(0)]
    return shares(way if cell.sides > 1 else owners(cell.seats, teams), outcome.winners())


# ---- measures ------------------------------------------------------------------------------------------------------


def length(played: Played) -> Row:
    """The length of a game in moves, rounds and turns."""
    display = played.history.game.display
    seen = {display.round_and_turn(entry.before) for entry in played.history.entries}
    return {
        "moves": played.length,
        "rounds": max((number for number, _ in seen), default=0),
        "turns": len({turn for turn in seen if turn[1]}),
    }


def line_ups(played: Played) -> Row:
    """The line-up of every seat."""
    state = played.history.state
    reports = played.history.game.reports
    return {"line_ups": [list(reports.line_up(state, seat)) for seat in range(state.seats)]}


def standing(played: Played) -> Row:
    """The estimate of every seat at the start of every chapter."""
    search = played.history.game.require_search()
    found: list[list[float]] = []
    chapter = -1
    for entry in played.history.entries:
        state = entry.before
        if search.chapter(state) != chapter:
            chapter = search.chapter(state)
            found.append([round(search.estimate(state, seat), 4) for seat in range(state.seats)])
    return {"standing": found}


def luck_of_teams(played: Played) -> Row:
    """What chance gave every team, in points; zero on average."""
    history = played.history
    teams = history.game.teams(history.state.seats, history.options)
    return {"teams": teams, "luck": luck(history, played.outcome, teams)}


def play(played: Played) -> Row:
    """The measures of play (:mod:`.measures`), each in a column of its own."""
    return {f"play_{key}": value for key, value in measures_of(played).items()}


MEASURES: Final[dict[str, Callable[[Played], Row]]] = {
    "length": length,
    "line-ups": line_ups,
    "luck": luck_of_teams,
    "play": play,
    "standing": standing,
}
