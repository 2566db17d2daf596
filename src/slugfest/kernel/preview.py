"""Previews: what moves that have not been made would lead to, or why they would be refused.

A preview is played on a sample of the position, never on the true one, and ends where knowledge ends: at a move that
uses chance or reveals something. So it gives away nothing that the seat may not know, and changes nothing.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from .coaching import Caution
from .contract import State
from .errors import IllegalMove, MissingPart, MoveError
from .events import Facts
from .rng import Rng
from .text import Text
from .views import move_options


@mypyc_attr(allow_interpreted_subclasses=True)
class Preview:
    """The result of a bundle of moves, as far as the seat that asks can know."""

    def __init__(self) -> None:
        self.moves: list[Facts] = []  # those that can be made, as move options
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
    """What these moves would lead to for a seat; the position stays as it is.

    ``rng`` chooses the sample they are played on. It must not matter: the conformance suite checks that.
    """
    if not 0 <= seat < state.seats:
        return _refused(
            "NOT_SEATED", Text("You have no seat in this game.", "Du hast in diesem Spiel keinen Platz.")
        )
    try:
        search = state.game.require_search()
    except MissingPart as missing:
        return _refused("NO_PREVIEW", missing.text)
    return play_ahead(search.sample(state, seat, rng), seat, texts)


def _refused(code: str, text: Text) -> Preview:
    result = Preview()
    result.refusal = IllegalMove(code, "", text)
    result.index = 0
    return result


def play_ahead(sample: State, seat: int, texts: list[str]) -> Preview:
    """Play moves on a sample, as far as they are legal and their result is known. The sample is used up."""
    result = Preview()
    for index, text in enumerate(texts):
        try:
            for move in sample.read(seat, text):
                if not sample.legal(seat, move):
                    raise sample.refusal(seat, move)
                result.moves += move_options(sample, seat, [move])
                if not _foreseeable(sample, seat, move):
                    return result
        except MoveError as refusal:
            result.refusal = refusal
            result.index = index
            return result
    result.view = sample.view(seat)
    return result


@mypyc_attr(allow_interpreted_subclasses=True)
class CautionedMove:
    """A move that the game warns of, and the moves of its bundle before it."""

    def __init__(self, earlier: list[int], move: int, caution: Caution) -> None:
        self.earlier = earlier
        self.move = move
        self.caution = caution


def cautioned(state: State, seat: int, texts: list[str], rng: Rng) -> CautionedMove | None:
    """The first of these moves with a caution, as far as the seat can know what they lead to; the position stays as it
    is.

    Moves that would be refused get no caution. None as well where the game has no part ``search`` or ``teaching``.
    """
    teaching, search = state.game.teaching, state.game.search
    if teaching is None or search is None or not 0 <= seat < state.seats:
        return None
    sample: State = search.sample(state, seat, rng)
    earlier: list[int] = []
    try:
        for text in texts:
            for move in sample.read(seat, text):
                if not sample.legal(seat, move):
                    return None
                caution = teaching.caution(sample, seat, move)
                if caution is not None:
                    return CautionedMove(earlier, move, caution)
                if not _foreseeable(sample, seat, move):
                    return None
                earlier.append(move)
    except MoveError:
        pass
    return None


def _foreseeable(sample: State, seat: int, move: int) -> bool:
    """Make a legal move; whether the seat knew beforehand all that came of it."""
    chance = sample.rng.state
    sample.revealed = False
    sample.apply(seat, move)
    return sample.rng.state == chance and not sample.revealed
