"""What quick play keeps in mind of a turn, beside the position: no rule knows of it.

A turn that was thought about once is played to its end. Whether the plan still holds is read off the position, so that
nobody has to tell when it is outdated; copies of a battle begin without one.
"""

from __future__ import annotations

from slugfest.games.custom_heroes.content import CARDS, EMPTY
from slugfest.games.custom_heroes.position.moves import ATTACH, CARD
from slugfest.games.custom_heroes.rules.legal import Turn


class Notes:
    """The moves of a turn that is decided on, and the moment at which it was."""

    moves: list[int]
    round: int
    story: int  # how much had happened in the round: whatever ends a turn adds to it
    crafted: int  # how many pieces had been attached in the turn

    def __init__(self) -> None:
        self.moves = []
        self.round = 0
        self.story = 0
        self.crafted = 0

    def keep(self, turn: Turn, moves: list[int]) -> None:
        """A turn was decided on; its set is not begun."""
        self.moves = moves
        self.round = turn.round
        self.story = len(turn.story)
        self.crafted = len(turn.crafted)

    def next_move(self, turn: Turn) -> int:
        """How a turn that is under way goes on; EMPTY if none is, or if it went another way than planned."""
        if self.story != len(turn.story) or self.round != turn.round or len(self.moves) < 2:
            return EMPTY
        attached = len(turn.crafted) - self.crafted
        done = attached + len(turn.draft)
        if done == 0 or done >= len(self.moves) or attached != (1 if self.moves[0] >= ATTACH else 0):
            return EMPTY
        if attached and turn.crafted[-1] != (self.moves[0] - ATTACH) // CARDS:
            return EMPTY
        for index, chosen in enumerate(turn.draft):
            if self.moves[attached + index] != CARD + chosen:
                return EMPTY
        return self.moves[done]
