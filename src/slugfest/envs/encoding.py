"""Observations as arrays: the declared fields (``Learning.fields``), filled from one seat's knowledge."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from slugfest.kernel import Field, Game, Options, State, observation_size

Observation: TypeAlias = npt.NDArray[np.int8]


class Encoding:
    """The layout of a game's observations for given seats and options.

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
        """The observation of a seat."""
        return np.frombuffer(
            bytearray(state.game.learning.observation(state, seat, self.size)), dtype=np.int8
        )

    def high(self) -> Observation:
        """The highest value at each place; the lowest is 0 everywhere."""
        return np.concatenate([np.full(field.size(), field.high, dtype=np.int8) for field in self.fields])

    def named(self, observation: npt.NDArray[Any]) -> dict[str, npt.NDArray[Any]]:
        """The fields of an observation by name, each in its shape. Leading dimensions (a batch) stay in front."""
        found = {}
        for field in self.fields:
            start = self.starts[field.name]
            part = observation[..., start : start + field.size()]
            found[field.name] = part.reshape(*observation.shape[:-1], *field.shape)
        return found

    def text(self, observation: npt.NDArray[Any]) -> str:
        """An observation in one line: the places of each field that are not 0, with values other than 1."""
        parts = []
        for field in self.fields:
            start = self.starts[field.name]
            part = observation[start : start + field.size()]
            places = [
                f"{place}" if part[place] == 1 else f"{place}={part[place]}" for place in np.flatnonzero(part)
            ]
            if places:
                parts.append(f"{field.name}: {' '.join(places)}")
        return "; ".join(parts)
