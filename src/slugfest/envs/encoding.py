"""Observations as arrays: what a game declares (``Learning.fields``), filled in from one seat's knowledge."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from slugfest.kernel import Field, Game, Options, State, observation_size

Observation: TypeAlias = npt.NDArray[np.int8]


class Encoding:
    """How a game's observations are laid out at a table of one size.

    >>> from slugfest.kernel import game
    >>> cards = game("kapow-cards")
    >>> encoding = Encoding(cards, 2, cards.settle(2, {}))
    >>> [field.name for field in encoding.fields][:4]
    ['hand', 'discard', 'shuffled', 'row']
    """

    def __init__(self, game: Game, seats: int, options: Options) -> None:
        self.fields: list[Field] = game.learning.fields(seats, options)
        self.size: int = observation_size(self.fields)
        self.starts: dict[str, int] = {}
        start = 0
        for field in self.fields:
            self.starts[field.name] = start
            start += field.size()

    def observe(self, state: State, seat: int) -> Observation:
        """What a seat may know of a position."""
        return np.frombuffer(
            bytearray(state.game.learning.observation(state, seat, self.size)), dtype=np.int8
        )

    def high(self) -> Observation:
        """The highest number at each place; the lowest is 0 everywhere."""
        return np.concatenate([np.full(field.size(), field.high, dtype=np.int8) for field in self.fields])

    def named(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The fields of an observation by name, each in its shape. Leading dimensions (a batch) stay in front."""
        told = {}
        for field in self.fields:
            start = self.starts[field.name]
            part = observation[..., start : start + field.size()]
            told[field.name] = part.reshape(*observation.shape[:-1], *field.shape)
        return told

    def text(self, observation: npt.NDArray[Any]) -> str:
        """An observation in one line: of each field the places that are not 0, with their number where it is not 1."""
        told = []
        for field in self.fields:
            start = self.starts[field.name]
            part = observation[start : start + field.size()]
            places = [
                f"{place}" if part[place] == 1 else f"{place}={part[place]}" for place in np.flatnonzero(part)
            ]
            if places:
                told.append(f"{field.name}: {' '.join(places)}")
        return "; ".join(told)
