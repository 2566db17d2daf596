"""What decides between two moves: which of the things that players can count makes most of the difference.

A regression (:mod:`.regression`) estimates how results depend on what was counted where the compared games ended. What
a term contributes is its weight times the difference between the two moves, world by world. Terms of one theme speak
together; the theme with the largest share gives the reason, by its largest term.
"""

from __future__ import annotations

from typing import Final

from slugfest.kernel import (
    BETTER,
    DANGER,
    FINISHING,
    LOST,
    STANDING,
    WON,
    Contrast,
    Perspective,
    Rng,
    State,
    Teaching,
)

from .looks import Candidate, standard_error
from .regression import fit

_LITTLE: Final = 0.2  # a share of the difference that explains nothing
_PLAIN: Final = 0.5  # of the games won or lost more: nothing else needs to be said
_CLEAR: Final = 3.0  # standard errors by which what was counted must differ
_SAMPLES: Final = 12


def decide(
    candidates: list[Candidate],
    best: list[int],
    other: list[int],
    chances: tuple[float, float],
    sample: State,
    perspective: Perspective,
    rng: Rng,
) -> Contrast:
    """What makes most of the difference between the lines ``best`` and ``other``, both of them candidates'."""
    seat = perspective.seat
    teaching = sample.game.teaching or Teaching()
    names = [(WON, "", seat), (LOST, "", seat)]
    themes = [FINISHING, DANGER]
    signs = [1, -1]
    team = _team(sample, seat)
    for whose in range(sample.seats):
        for term, _ in teaching.standing(sample, whose):
            names.append((STANDING, term, whose))
            themes.append(teaching.theme(term))
            good = teaching.better_with(term)
            signs.append(good if whose in team else -good)
    first = _candidate(candidates, best)
    second = _candidate(candidates, other)
    facts: list[list[float]] = []
    values: list[float] = []
    for candidate in candidates:
        facts.extend(candidate.facts)
        values.extend(candidate.values)
    weights = fit(facts, values, signs)
    differences = [_difference(first, second, index) for index in range(len(names))]
    parts = [0.0] * len(names)
    shares: dict[str, float] = {}
    for index in range(len(names)):
        part = weights[index] * differences[index]
        if part > 0.0 and not _by_accident(first, second, index, differences[index]):
            parts[index] = part
            shares[themes[index]] = shares.get(themes[index], 0.0) + part
    top = _speaks(parts, themes, shares, _LITTLE * (chances[0] - chances[1]))
    for index in range(2):  # whoever is out has nothing left either: that is not what decided
        if signs[index] * differences[index] >= _PLAIN:
            top = index
            break
    if top < 0:
        found = Contrast(BETTER)
        found.best, found.next = chances
        return found
    found = Contrast(names[top][0])
    found.theme = themes[top]
    found.term, found.whose = names[top][1], names[top][2]
    found.best, found.next = _mean(first, second, top), _mean(second, first, top)
    found.gain = parts[top]
    if found.what == STANDING:
        found.now = _now(found.term, found.whose, perspective, rng)
    return found


def _speaks(parts: list[float], themes: list[str], shares: dict[str, float], least: float) -> int:
    """The largest term of the theme with the largest share; -1 if that explains next to nothing."""
    top = -1
    for index in range(len(parts)):
        if parts[index] <= 0.0 or shares[themes[index]] <= least:
            continue
        if top < 0 or (shares[themes[index]], parts[index]) > (shares[themes[top]], parts[top]):
            top = index
    return top


def _candidate(candidates: list[Candidate], line: list[int]) -> Candidate:
    for candidate in candidates:
        if candidate.line == line:
            return candidate
    raise KeyError(line[0])


def _mean(one: Candidate, two: Candidate, index: int) -> float:
    """What was counted on average after the first of two moves, in the worlds of both."""
    count = min(len(one.facts), len(two.facts))
    total = 0.0
    for at in range(count):
        total += one.facts[at][index]
    return total / max(1, count)


def _difference(one: Candidate, two: Candidate, index: int) -> float:
    return _mean(one, two, index) - _mean(two, one, index)


def _by_accident(one: Candidate, two: Candidate, index: int, difference: float) -> bool:
    """Whether what was counted after two moves differs by no more than so many worlds do by chance."""
    count = min(len(one.facts), len(two.facts))
    squares = 0.0
    for at in range(count):
        off = one.facts[at][index] - two.facts[at][index] - difference
        squares += off * off
    return abs(difference) <= _CLEAR * standard_error(squares, count)


def _team(state: State, seat: int) -> list[int]:
    """Who wins and loses with a seat."""
    for team in state.game.teams(state.seats, state.options):
        if seat in team:
            return team
    return [seat]


def _now(term: str, whose: int, perspective: Perspective, rng: Rng) -> float:
    """A term before anybody moves, as the seat would guess it."""
    total = 0.0
    teaching = perspective.game.teaching or Teaching()
    for _ in range(_SAMPLES):
        for name, amount in teaching.standing(perspective.sample(rng), whose):
            if name == term:
                total += amount / _SAMPLES
    return total
