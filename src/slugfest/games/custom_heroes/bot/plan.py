"""A way to take a turn, and the attachments with which somebody might begin one."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from slugfest.games.custom_heroes.content import BOX, CARDS, EMPTY, SLOTS
from slugfest.games.custom_heroes.position.moves import ATTACH, CARD, PLAY

_COLOUR: Final = BOX.colour


class Plan:
    """One way to take a turn."""

    cards: list[int]  # the set, each as 2*card + (1 if activated)
    cost: int  # power
    piece: int  # attached first, or EMPTY
    target: int
    worth: float

    def __init__(self, cards: list[int], cost: int, piece: int, target: int, worth: float) -> None:
        self.cards = cards
        self.cost = cost
        self.piece = piece
        self.target = target
        self.worth = worth

    def moves(self) -> list[int]:
        """The small moves of this turn."""
        moves: list[int] = []
        if self.piece != EMPTY:
            moves.append(ATTACH + self.piece * CARDS + self.target)
        for chosen in self.cards:
            moves.append(CARD + chosen)
        moves.append(PLAY)
        return moves


@final
class Shortlist:
    """The most promising attachments of a turn: each once, by the worth of its best plan, the first of equals first."""

    most: i64  # so many of them
    anchor: int  # what is played must contain this card, if it is one
    least: i64  # attachments go by ascending card and colour: this was the last
    moves: list[int]
    worths: list[float]

    def __init__(self, most: int, anchor: int, least: int) -> None:
        self.most = most
        self.anchor = anchor
        self.least = least
        self.moves = []
        self.worths = []

    def wants(self, worth: float, piece: i64, target: i64) -> bool:
        """Whether a plan that is worth so much could get onto the list."""
        colour: i64 = _COLOUR[piece]
        if target * SLOTS + colour <= self.least:
            return False
        size: i64 = len(self.worths)
        return size < self.most or worth > self.worths[size - 1]

    def add(self, worth: float, piece: int, target: int) -> None:
        """Put an attachment where it belongs, unless a plan as good with it is on the list."""
        move = ATTACH + piece * CARDS + target
        moves, worths = self.moves, self.worths
        if move in moves:
            known = moves.index(move)
            if worths[known] >= worth:
                return
            del moves[known]
            del worths[known]
        place: i64 = len(worths)
        while place > 0 and worths[place - 1] < worth:
            place -= 1
        moves.insert(place, move)
        worths.insert(place, worth)
        if len(moves) > self.most:
            moves.pop()
            worths.pop()
