"""Measures of play: numbers that say how a game feels, each defined by a formula on a page of ``docs/measures``.

Every formula is a function of plain lists, so that it can be checked by hand; :func:`measures_of` makes these lists
from a finished game. Runs of the lab note them with ``measure = ["play"]``, balance reports always.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from slugfest.kernel import Entry, Perspective, State, Text, seeded

from .play import Played

Chances = Sequence[float]  # of every side, at one turn

MATTERS: Final = 0.02  # so much, in chance to win, must a choice move to be meaningful, or a side lead by
DECIDED: Final = 0.8  # whoever keeps so high a chance to the end has won the game there
_DECISIONS: Final = 8  # of a game that are looked at closely, evenly spread
_GO_ON: Final = 60  # moves that are played after each, at most, until another turn begins
_MOVES: Final = 8  # of such a decision that are tried, evenly spread


class Measure(NamedTuple):
    """One measure: its key in rows, and how people call it."""

    key: str
    name: Text
    rate: bool  # a share, from 0 to 1


MEASURES: Final = (
    Measure("branching", Text("Moves to choose from", "Züge zur Auswahl"), False),
    Measure("forced", Text("Decisions without a choice", "Entscheidungen ohne Wahl"), True),
    Measure("meaningful", Text("Choices that matter", "Entscheidungen, auf die es ankommt"), True),
    Measure("drama", Text("How far the winner was behind", "Wie weit der Sieger zurücklag"), True),
    Measure("decisiveness", Text("Played on after it was decided", "Gespielt, obwohl entschieden"), True),
    Measure("lead", Text("Lead of the first over the second", "Vorsprung des Ersten"), True),
    Measure("spread", Text("Spread between all sides", "Streuung zwischen allen Seiten"), True),
    Measure("interaction", Text("Moves that touch others", "Züge, die andere treffen"), True),
    Measure("downtime", Text("Waiting for others", "Warten auf andere"), True),
    Measure("diversity", Text("Kinds of moves in use", "Arten von Zügen in Gebrauch"), False),
)


# ---- formulas --------------------------------------------------------------------------------------------------------


def branching(choices: Sequence[int]) -> float | None:
    """The mean number of moves to choose from; ``choices`` has one number for every decision."""
    return sum(choices) / len(choices) if choices else None


def forced(choices: Sequence[int]) -> float | None:
    """The share of decisions with a single move."""
    return sum(count == 1 for count in choices) / len(choices) if choices else None


def meaningful(ranges: Sequence[float]) -> float | None:
    """The share of choices that matter; ``ranges`` has, by choice, best minus worst chance over its moves."""
    return sum(found > MATTERS for found in ranges) / len(ranges) if ranges else None


def drama(turns: Sequence[Chances], winner: int) -> float | None:
    """How far the winner was behind whoever was ahead, on average over all turns."""
    return sum(max(chance) - chance[winner] for chance in turns) / len(turns) if turns else None


def decisiveness(turns: Sequence[Chances], winner: int) -> float | None:
    """The share of turns at the end during which the winner's chance never falls below :data:`DECIDED`."""
    if not turns:
        return None
    late = 0
    for chance in reversed(turns):
        if chance[winner] < DECIDED:
            break
        late += 1
    return late / len(turns)


def lead(turns: Sequence[Chances]) -> float | None:
    """The chance of the first minus that of the second, on average over all turns."""
    if not turns or len(turns[0]) < 2:
        return None
    best = [sorted(chance, reverse=True) for chance in turns]
    return sum(first - second for first, second, *_ in best) / len(turns)


def spread(turns: Sequence[Chances]) -> float | None:
    """The standard deviation of the sides' chances, on average over all turns."""
    if not turns or len(turns[0]) < 2:
        return None
    total = 0.0
    for chance in turns:
        mean = sum(chance) / len(chance)
        total += math.sqrt(sum((one - mean) ** 2 for one in chance) / len(chance))
    return total / len(turns)


def interaction(touches: Sequence[bool]) -> float | None:
    """The share of moves that change what another side has."""
    return sum(touches) / len(touches) if touches else None


def downtime(owing: Sequence[int], seats: int) -> float | None:
    """The share of a seat's time in which it owes nothing; ``owing`` has, by move, how many seats owed a decision."""
    return 1 - sum(owing) / (seats * len(owing)) if owing else None


def diversity(kinds: Sequence[str]) -> float | None:
    """How many kinds of moves would be in use if all were equally frequent: two to the power of their entropy."""
    if not kinds:
        return None
    shares = [count / len(kinds) for count in Counter(kinds).values()]
    return 2 ** -sum(share * math.log2(share) for share in shares)


def skill_trace(rates: Sequence[float]) -> float | None:
    """What each step of a ladder is worth on average: 0 where thinking longer wins nothing, 1 where it always wins.

    ``rates`` has, by step, the win rate of each budget against the one below it.
    """
    return sum(2 * rate - 1 for rate in rates) / len(rates) if rates else None


# ---- from a finished game --------------------------------------------------------------------------------------------


def chances(state: State, sides: list[list[int]]) -> list[float]:
    """How likely each side wins, by the game's own estimates; alone against the game, how likely one does.

    An estimate says how a seat fares against one other. Strengths that explain such odds (Bradley and Terry) make of
    them the chance to be first among all: with two sides it is the estimate itself.
    """
    estimates = [
        min(max(sum(_estimate(state, seat) for seat in seats) / len(seats), 0.001), 0.999) for seats in sides
    ]
    if len(sides) == 1:
        return estimates
    power = (len(sides) - 1) / len(sides)
    strengths = [math.exp(power * math.log(chance / (1 - chance))) for chance in estimates]
    total = sum(strengths)
    return [strength / total for strength in strengths]


def measures_of(played: Played, skip: int = 0) -> dict[str, float]:
    """All measures of a finished game that apply to it; ``skip`` is the number of first moves that nobody decided."""
    history = played.history
    state, entries = history.state, history.entries[skip:]
    sides = history.game.teams(state.seats, history.options)
    choices = [len(Perspective(entry.before, entry.seat).distinct_moves()) for entry in entries]
    turns = _chances_by_turn(entries, sides) if history.game.search is not None else []
    won = [side for side, seats in enumerate(sides) if seats[0] in played.outcome.winners()]
    found: dict[str, float | None] = {
        "branching": branching(choices),
        "forced": forced(choices),
        "meaningful": meaningful(_ranges(entries, choices)) if history.game.search is not None else None,
        "lead": lead(turns),
        "spread": spread(turns),
        "interaction": interaction(_touches(entries, state, sides)),
        "downtime": downtime([len(entry.before.actors()) for entry in entries], state.seats),
        "diversity": diversity([history.game.format(entry.move).split()[0] for entry in entries]),
    }
    if len(won) == 1 and len(sides) > 1:
        found |= {"drama": drama(turns, won[0]), "decisiveness": decisiveness(turns, won[0])}
    return {key: round(value, 4) for key, value in found.items() if value is not None}


def _estimate(state: State, seat: int) -> float:
    """How a seat stands; even where the game has no estimate."""
    search = state.game.search
    return 0.5 if search is None else search.estimate(state, seat)


def _chances_by_turn(entries: list[Entry], sides: list[list[int]]) -> list[list[float]]:
    """The chances of the sides at the start of every turn; where a game has no turns, before every move."""
    found: list[list[float]] = []
    seen = (-1, -1)
    for number, entry in enumerate(entries, 1):
        here = entry.before.game.display.round_and_turn(entry.before)
        here = here if here != (0, 0) else (0, number)
        if here != seen:
            seen = here
            found.append(chances(entry.before, sides))
    return found


def _spread_evenly(items: list[Any], most: int) -> list[Any]:
    """At most so many of some things, evenly spread."""
    return items if len(items) <= most else [items[place * len(items) // most] for place in range(most)]


def _ranges(entries: list[Entry], choices: list[int]) -> list[float]:
    """Best minus worst estimate over the moves of some choices, each played in one imagined position until the turn is
    over: what was decided in secret counts only then."""
    open_ones = [number for number, count in enumerate(choices) if count > 1]
    found: list[float] = []
    for number in _spread_evenly(open_ones, _DECISIONS):
        entry = entries[number]
        perspective = Perspective(entry.before, entry.seat)
        values: list[float] = []
        for move in _spread_evenly(perspective.distinct_moves(), _MOVES):
            sample = perspective.sample(seeded("measures", number))
            sample.apply(entry.seat, move)
            _finish_turn(sample, entry.before.game.display.round_and_turn(entry.before))
            outcome = sample.outcome()
            values.append(outcome.value(entry.seat) if outcome is not None else _estimate(sample, entry.seat))
        found.append(max(values) - min(values))
    return found


def _finish_turn(state: State, turn: tuple[int, int]) -> None:
    """Let everybody go on like beginners until another turn begins."""
    search = state.game.require_search()
    rng = seeded("measures", "go on")
    for _ in range(_GO_ON):
        mover = state.first_actor()
        if mover < 0 or state.game.display.round_and_turn(state) != turn:
            return
        state.apply(mover, search.greedy(search.sample(state, mover, rng), mover))


def _touches(entries: list[Entry], end: State, sides: list[list[int]]) -> list[bool]:
    """By move: whether it changed what another side has in the position's document. Empty where the document has no
    list by seat or by side."""
    side_of = {seat: side for side, seats in enumerate(sides) for seat in seats}
    found: list[bool] = []
    before: list[list[Any]] = []
    for number, entry in enumerate([*entries, None]):
        after = _by_side(end if entry is None else entry.before, sides)
        if not after:
            return []
        if number:
            mine = side_of[entries[number - 1].seat]
            found.append(any(after[side] != before[side] for side in range(len(sides)) if side != mine))
        before = after
    return found if len(sides) > 1 else []


def _by_side(state: State, sides: list[list[int]]) -> list[list[Any]]:
    """What each side has: its entries of every list that goes by seat or by side."""
    found: list[list[Any]] = [[] for _ in sides]
    for value in state.position()["position"].values():
        if not isinstance(value, list) or not value or not all(isinstance(part, dict) for part in value):
            continue
        if len(value) == state.seats:
            for side, seats in enumerate(sides):
                found[side] += [value[seat] for seat in seats]
        elif len(value) == len(sides):
            for side in range(len(sides)):
                found[side].append(value[side])
    return found if all(found) else []
