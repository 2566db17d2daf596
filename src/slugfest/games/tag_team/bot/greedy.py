"""What a sensible beginner would do, and what a search needs to look ahead: all from what a seat may know."""

from __future__ import annotations

from mypy_extensions import i64

from slugfest.games.tag_team.content import (
    BOX,
    DRAW,
    POSITIONS,
)
from slugfest.games.tag_team.position.moves import CHOOSE, INSERT, PICK, UNDER
from slugfest.games.tag_team.position.position import CHARACTER, DECK
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.kernel import Rng, State

# ---- moves ---------------------------------------------------------------------------------------------------------


def default_move(table: Decisions, seat: int) -> int:
    """What happens when the time is up: the first that comes to hand; a new card goes to the bottom."""
    if table.phase == DECK and len(table.drawn[seat]) == DRAW:
        return INSERT + table.drawn[seat][0] * POSITIONS + len(table.decks[seat])
    return table.moves(seat)[0]


def distinct_moves(table: Decisions, seat: int) -> list[int]:
    """The legal moves without those that come to the same (TT-212)."""
    if table.phase != DECK or table.decided >> seat & 1:
        return table.moves(seat)
    drawn = table.drawn[seat]
    if len(drawn) < DRAW:
        return _distinct_orders(table, seat)
    moves: list[int] = []
    deck = table.decks[seat]
    size: i64 = len(deck)
    for index in range(DRAW):
        kind = drawn[index]
        if kind in drawn[:index]:
            continue
        first = INSERT + kind * POSITIONS
        place: i64 = 0
        while place <= size:
            if place == 0 or deck[place - 1] != kind:  # in front of a copy is the same as behind it
                moves.append(first + place)
            place += 1
    return moves


def _distinct_orders(table: Decisions, seat: int) -> list[int]:
    """The order under the build deck matters only if the two cards will be drawn in different rounds: cards are drawn
    by threes, and the pair will lie at the places m and m + 1 from the top."""
    drawn = table.drawn[seat]
    if drawn[0] != drawn[1] and len(table.build[seat]) % DRAW == DRAW - 1:
        return [UNDER + drawn[0], UNDER + drawn[1]]
    return [UNDER + min(drawn[0], drawn[1])]


def playout_move(table: Decisions, seat: int, rng: Rng) -> int:
    """A quick move at random."""
    if table.phase == DECK:
        drawn = table.drawn[seat]
        if len(drawn) < DRAW:
            return UNDER + drawn[0]
        kind = drawn[rng.below(DRAW)]
        return INSERT + kind * POSITIONS + int(rng.below(len(table.decks[seat]) + 1))
    moves = table.moves(seat)
    return moves[rng.below(len(moves))]


# ---- a sensible beginner -------------------------------------------------------------------------------------------


def greedy(table: Decisions, seat: int) -> int:
    """Imagine one thing the other may do, try every own decision against it, and take the best."""
    moves = distinct_moves(table, seat)
    if len(moves) == 1:
        return moves[0]
    if moves[0] < CHOOSE:
        return _easiest(moves)
    base: State = table
    if table.phase != CHARACTER:
        base = table.copy()
        while seat in base.actors() and 1 - seat in base.actors():
            base.apply(1 - seat, base.playout_move(1 - seat, base.rng))
    best = moves[0]
    best_value = -1.0
    for move in moves:
        trial = base.copy()
        trial.apply(seat, move)
        if INSERT <= move < UNDER:
            trial.apply(seat, trial.distinct_moves(seat)[0])
        value = trial.estimate(seat)
        if value > best_value:
            best, best_value = move, value
    return best


def _easiest(moves: list[int]) -> int:
    """A beginner takes the fighters that are easy to play, and keeps them from the other."""
    best = moves[0]
    for move in moves:
        if (
            BOX.difficulty[(move - PICK) % len(BOX.difficulty)]
            < BOX.difficulty[(best - PICK) % len(BOX.difficulty)]
        ):
            best = move
    return best
