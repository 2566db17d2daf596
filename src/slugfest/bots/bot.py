"""What every program that plays has in common: it weighs moves from one seat's knowledge and picks one."""

from __future__ import annotations

from typing import Any

from mypy_extensions import mypyc_attr

from slugfest.kernel import Options, Perspective, Rng, SlugfestError, Text, reduce_fields, spell


@mypyc_attr(allow_interpreted_subclasses=True)
class Idea:
    """One move a bot thought about.

    ``value`` is the result it expects, from 0 (lost) to 1 (won); with no ``visits`` it is only a guess.
    ``probability`` is how likely the bot plays the move: 1 if it is sure, less where it pays to be unpredictable.
    """

    def __init__(self, move: int, visits: int, value: float, probability: float) -> None:
        self.move = move
        self.visits = visits
        self.value = value
        self.probability = probability

    def __repr__(self) -> str:
        return f"Idea({self.move}, visits={self.visits}, value={self.value:.3f}, probability={self.probability:.3f})"


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player that is a program. It keeps nothing between decisions: one bot may sit at many tables at once."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.version = ""  # of the package or program that it comes from
        self.options: Options = {}

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_fields(self)

    def signature(self) -> str:
        """Who plays, for a record: name, version and options, as in ``patient 1.2 depth=3``."""
        words = [self.name.partition(":")[0] if self.options else self.name]
        if self.version:
            words.append(self.version)
        for key, value in self.options.items():
            words.append(f"{key}={spell(value)}")
        return " ".join(words)

    def close(self) -> None:
        """It is not needed any more."""

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        """The moves it would play, best first. The same generator gives the same ideas."""
        raise NotImplementedError

    def choose(self, perspective: Perspective, rng: Rng) -> int:
        """The move it plays."""
        return draw(self.consider(perspective, rng), rng)

    def explain(self, perspective: Perspective, ideas: list[Idea]) -> Text:
        """Why the first of these ideas is the first, in a sentence (seats as ``{P1}``)."""
        label = perspective.game.label(ideas[0].move)
        return Text(f"I would play: {label.en}", f"Ich würde spielen: {label.de}")


def draw(ideas: list[Idea], rng: Rng) -> int:
    """One of the ideas, each as likely as it says."""
    if ideas[0].probability >= 1.0:
        return ideas[0].move
    left = int(rng.below(1 << 30)) / (1 << 30)
    for idea in ideas:
        left -= idea.probability
        if left < 0.0:
            return idea.move
    return ideas[0].move


def owed_moves(perspective: Perspective) -> list[int]:
    """The distinct legal moves of a seat that has a decision to make."""
    moves = perspective.distinct_moves()
    if not moves:
        raise SlugfestError(f"seat {perspective.seat + 1} has no move to make here")
    return moves
