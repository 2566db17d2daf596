"""What quick play keeps in mind of a turn, beside the position: no rule knows of it.

A turn that was thought about once is played to its end. Whether the plan still holds is read off the position, so that
nobody has to tell when it is outdated; copies of a battle begin without one.
"""

from __future__ import annotations

from mypy_extensions import i64

from slugfest.games.custom_heroes.content import CARDS, EMPTY, LOWEST
from slugfest.games.custom_heroes.position.moves import ATTACH, CARD
from slugfest.games.custom_heroes.rules.legal import Turn

from .plan import Plan


class Memory:
    """What a seat planned in the positions that were imagined for it from one and the same position.

    About half of its turns come again: its own cards are the same in all of them. What the others hold is not, so they
    hardly ever plan the same twice.
    """

    seat: int
    round: int
    stock: int  # how many pieces it had: with fewer, some card is another than it was
    plans: dict[
        tuple[tuple[int, ...], int], Plan | None
    ]  # by hand, and by what is to be beaten with what power

    def __init__(self, turn: Turn, seat: int) -> None:
        self.seat = seat
        self.round = turn.round
        self.stock = len(turn.stocks[seat]) if seat >= 0 else 0
        self.plans = {}

    def knows(self, turn: Turn, seat: int) -> bool:
        """Whether this is a turn of the kind that is remembered."""
        return seat == self.seat and turn.round == self.round and len(turn.stocks[seat]) == self.stock

    def key(self, turn: Turn, seat: int) -> tuple[tuple[int, ...], int]:
        """All that a plan rests on, but for what is the same in all those positions."""
        beaten: i64 = turn.top * 2 + (1 if turn.descending else 0)
        beaten = (beaten * 64 + turn.top_value - LOWEST) * 64 + turn.top_count
        return tuple(turn.hand(seat)), (beaten * 8 + turn.active_seats()) * 1024 + turn.power(seat)


class Notes:
    """The moves of a turn that is decided on, and the moment at which it was."""

    memory: Memory | None
    moves: list[int]
    round: int
    story: int  # how much had happened in the round: whatever ends a turn adds to it
    crafted: int  # how many pieces had been attached in the turn

    def __init__(self, memory: Memory | None) -> None:
        self.memory = memory
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
        moves, draft = self.moves, turn.draft
        index: i64 = 0
        while index < len(draft):
            planned: i64 = moves[attached + index]
            chosen: i64 = draft[index]
            if planned != CARD + chosen:
                return EMPTY
            index += 1
        return moves[done]
