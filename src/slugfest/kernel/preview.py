"""Previews: what moves that are not made yet would come to, or why they would be refused.

A preview is played on a sample of the position, never on the truth, and ends where knowledge ends: at a move that uses
chance or reveals something. So it tells the seat that asks nothing it may not know, and changes nothing.
"""

from __future__ import annotations

from .coaching import Caution
from .contract import State
from .errors import IllegalMove, MoveError
from .events import Facts
from .rng import Rng
from .text import Text


class Preview:
    """What would become of a bundle of moves, as far as the seat that asks can know."""

    def __init__(self) -> None:
        self.moves: list[Facts] = []  # those that can be made, each with its text, label and forecast
        self.refusal: MoveError | None = None  # why the next one would be refused, if it would
        self.index: int = -1  # the place in the bundle of the text that would be refused
        self.view: Facts | None = None  # the seat's view after all of them; None where it cannot know it

    def as_json(self) -> Facts:
        refused: Facts | None = None
        if self.refusal is not None:
            refused = {
                "code": self.refusal.code,
                "rule": self.refusal.rule,
                "text": self.refusal.text.as_json(),
                "index": self.index,
            }
        return {"moves": self.moves, "refusal": refused, "view": self.view}


def preview(state: State, seat: int, texts: list[str], rng: Rng) -> Preview:
    """What these moves would come to for a seat; the position stays as it is.

    ``rng`` decides which sample they are played on. It must not matter: the conformance suite checks that.
    """
    if not 0 <= seat < state.seats:
        told = Preview()
        told.refusal = IllegalMove(
            "NOT_SEATED", "", Text("You have no seat in this game.", "Du hast in diesem Spiel keinen Platz.")
        )
        told.index = 0
        return told
    return foretell(state.sample(seat, rng), seat, texts)


def foretell(imagined: State, seat: int, texts: list[str]) -> Preview:
    """Play moves in a position that is there to be used up, as far as they are legal and their result is known."""
    told = Preview()
    for index, text in enumerate(texts):
        try:
            for move in imagined.read_all(seat, text):
                if not imagined.legal(seat, move):
                    raise imagined.refusal(seat, move)
                told.moves.append(imagined.move_option(seat, move))
                if not _foreseeable(imagined, seat, move):
                    return told
        except MoveError as refusal:
            told.refusal = refusal
            told.index = index
            return told
    told.view = imagined.view(seat)
    return told


def cautioned(state: State, seat: int, texts: list[str], rng: Rng) -> Caution | None:
    """The first caution about these moves, as far as the seat can know what they lead to; the position stays as it is.
    Moves that would be refused are for the refusal to speak of."""
    if not 0 <= seat < state.seats:
        return None
    imagined = state.sample(seat, rng)
    try:
        for text in texts:
            for move in imagined.read_all(seat, text):
                if not imagined.legal(seat, move):
                    return None
                caution = imagined.caution(seat, move)
                if caution is not None or not _foreseeable(imagined, seat, move):
                    return caution
    except MoveError:
        pass
    return None


def _foreseeable(imagined: State, seat: int, move: int) -> bool:
    """Make a legal move; whether the seat knew beforehand all that came of it."""
    chance = imagined.rng.state
    imagined.revealed = False
    imagined.apply(seat, move)
    return imagined.rng.state == chance and not imagined.revealed
