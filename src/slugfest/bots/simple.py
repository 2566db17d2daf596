"""Bots that do not look ahead."""

from __future__ import annotations

from typing import Final

from mypy_extensions import mypyc_attr

from slugfest.kernel import Perspective, Rng, Text

from .bot import Bot, Idea, owed_moves

UNKNOWN: Final = 0.5  # the value of a move nobody has looked into


@mypyc_attr(allow_interpreted_subclasses=True)
class RandomBot(Bot):
    """Plays any legal move, each as likely as the next."""

    def __init__(self, name: str = "random") -> None:
        super().__init__(name)

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        owed_moves(perspective)
        moves = perspective.moves()
        chance = 1.0 / len(moves)
        return [Idea(move, 0, UNKNOWN, chance) for move in moves]

    def explain(self, perspective: Perspective, ideas: list[Idea]) -> Text:
        count = len(ideas)
        return Text(
            f"I pick one of {count} legal moves blindly.",
            f"Ich wähle blind einen von {count} erlaubten Zügen.",
        )


@mypyc_attr(allow_interpreted_subclasses=True)
class GreedyBot(Bot):
    """Plays what the game calls sensible for a beginner.

    The game is asked about a sampled position, never about the real one, so its advice cannot rest on secrets.
    """

    def __init__(self, name: str = "greedy") -> None:
        super().__init__(name)

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        moves = owed_moves(perspective)
        if len(moves) == 1:
            return [Idea(moves[0], 0, UNKNOWN, 1.0)]
        search = perspective.game.require_search()
        state = perspective.sample(rng)
        move = search.greedy(state, perspective.seat)
        state.apply(perspective.seat, move)
        outcome = state.outcome()
        value = (
            search.estimate(state, perspective.seat) if outcome is None else outcome.value(perspective.seat)
        )
        ideas = [Idea(move, 0, value, 1.0)]
        ideas += [Idea(other, 0, UNKNOWN, 0.0) for other in moves if other != move]
        return ideas

    def explain(self, perspective: Perspective, ideas: list[Idea]) -> Text:
        label = perspective.game.label(ideas[0].move)
        return Text(f"My rule of thumb says: {label.en}", f"Meine Faustregel sagt: {label.de}")
