"""Teaching: cautions, counsel and reasons for people who learn. Described in ``docs/parts/teaching.md``.

Everything is asked of a sample of the position, so it rests on what the seat may know.
"""

from __future__ import annotations

import json
from typing import Generic

from mypy_extensions import mypyc_attr

from slugfest.kernel.coaching import (
    MATERIAL,
    Caution,
    Contrast,
    Counsel,
    Threat,
    general_question,
    general_reason,
)
from slugfest.kernel.guide import Guide, Term
from slugfest.kernel.options import Options
from slugfest.kernel.text import Text

from .state_type import S


@mypyc_attr(allow_interpreted_subclasses=True)
class Teaching(Generic[S]):
    """What a game says to somebody who learns it. Every method has a default."""

    def __init__(self, guide: Guide | None = None) -> None:
        self.guide = guide  # how to play
        self.first_match: tuple[int, Options] | None = None  # seats and options of a first match
        self.harder_match: tuple[int, Options] | None = None  # the same, for who knows the game

    def terms(self) -> list[Term]:
        """What everything on the board is called, needs and does: the guide's terms first, then the components."""
        return [] if self.guide is None else list(self.guide.terms)

    def caution(self, state: S, seat: int, move: int) -> Caution | None:
        """What a legal move would throw away for good, where a beginner would not mean to. Asked before the move."""
        return None

    def counsel(self, state: S, seat: int) -> list[Counsel]:
        """What matters now to a seat that owes a decision: danger first, then opportunities, the most important first.

        The coach says the first one that the judgement does not contradict: see :class:`.Counsel`.
        """
        return []

    def match_point(self, state: S, viewer: int) -> list[int]:
        """The seats that can win with their next turn as far as the viewer may know. Every view has them.

        Asked of the true position, of every seat's view and a spectator's: count only what the viewer sees.
        """
        return []

    def threat(self, state: S, viewer: int) -> Threat | None:
        """What is coming at the viewer's seat, as far as it may know; None where nothing is. Part of the seat's views.

        Asked of the true position like :meth:`match_point`: count only what the viewer sees.
        """
        return None

    # ---- reasons -----------------------------------------------------------------------------------------------

    def standing(self, state: S, seat: int) -> list[tuple[str, float]]:
        """How a seat stands, in numbers that players can see and count: cards, health, points.

        Always the same terms in the same order, also after the end. A judgement compares them between moves. What the
        seat does not know of its own things counts as expected.
        """
        return []

    def better_with(self, term: str) -> int:
        """Whether more of a term of :meth:`standing` is good for its seat (1), bad (-1) or either (0)."""
        return 1

    def theme(self, term: str) -> str:
        """What a term of :meth:`standing` is about: one of ``THEMES``. The theme that makes most of the difference
        between two moves gives the reason."""
        return MATERIAL

    def reason(self, state: S, seat: int, contrast: Contrast) -> Text | None:
        """Why the best move is better than the one it is compared with: a sentence that a good player would say.

        At most one whole number; no decimals, no percentages. ``state`` is a sample: play ``contrast.best_line`` and
        ``contrast.next_line`` on copies of it to find what the seat will see for sure. Seats as ``{P1}``, the seat that
        asks as "you". None: the kernel's words will do.
        """
        return None

    def question(self, state: S, seat: int, contrast: Contrast) -> Text | None:
        """Where to look, as a question that does not give the idea away. None: the kernel's words will do."""
        return None

    def short_label(self, state: S, seat: int, move: int, observer: int) -> Text | None:
        """An expected move of a seat in a few words after its name, as the observer may say it: "attacks your row".

        Moves with the same words count as one. ``state`` is the position before the observer's own idea. None: not
        worth mentioning.
        """
        return state.game.label(move) if state.seen_as(seat, move, observer) == move else None

    # ---- puzzles and lessons ---------------------------------------------------------------------------------

    def decision_key(self, state: S, seat: int) -> str:
        """What a seat's decision amounts to: the same text for two ways that lead to the same thing.

        Asked right after the decision. A game leaves out what makes no difference: the order of small moves, which copy
        of a card was used. By default two ways are the same if they lead to the same position.
        """
        return json.dumps(state.document(), sort_keys=True)

    # ---- provided by the kernel ------------------------------------------------------------------------------

    def why(self, state: S, seat: int, contrast: Contrast) -> Text:
        """:meth:`reason`, or the kernel's words."""
        return self.reason(state, seat, contrast) or general_reason(contrast, seat)

    def where(self, state: S, seat: int, contrast: Contrast) -> Text:
        """:meth:`question`, or the kernel's words."""
        return self.question(state, seat, contrast) or general_question(contrast, seat)
