"""Where a search for a hint stopped looking ahead, again and again: what its reasons are made from."""

from __future__ import annotations

from slugfest.kernel import Outcome, State


class Leaves:
    """The ends of the imagined games, one after the other, as the seat that asks would count them.

    A row of ``facts`` is: won, lost, and then the terms of :meth:`Teaching.standing`, seat by seat.
    """

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.facts: list[list[float]] = []
        self.values: list[float] = []  # the result, or how the seat stands
        self.moves: list[int] = []  # its first move
        self.replies: list[
            int
        ] = []  # the first move of somebody else on the way, times the seats plus its seat; or -1

    def note(self, state: State, outcome: Outcome | None, move: int, reply: int) -> None:
        """One more imagined game is over, or as far as the search looks."""
        seat = self.seat
        row: list[float] = [0.0, 0.0]
        if outcome is not None:
            won = outcome.ranks[seat] == 1 and outcome.value(seat) > 0.5
            row = [1.0, 0.0] if won else [0.0, 1.0]
        teaching = state.game.teaching
        if teaching is not None:
            for other in range(state.seats):
                for _, amount in teaching.standing(state, other):
                    row.append(amount)
        self.facts.append(row)
        search = state.game.require_search()
        self.values.append(outcome.value(seat) if outcome is not None else search.estimate(state, seat))
        self.moves.append(move)
        self.replies.append(reply)
