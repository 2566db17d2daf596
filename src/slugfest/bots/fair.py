"""Perspectives for bots from outside: made from a sample, so that the true position is not within their reach.

A sample is a position that the seat cannot tell from the real one, so view, legal moves and further samples made from
it are those of the real one. What the seat cannot know is another deal in it: a bot that looks behind its Perspective
finds an imagined position.
"""

from __future__ import annotations

from typing import Any

from slugfest.kernel import Facts, Game, Perspective, Rng, SlugfestError, State, spell


class KnownPosition(State):
    """What one seat knows of a position of a game without samples: its view, its moves and its default move."""

    def __init__(self, game: Game, document: Facts) -> None:
        super().__init__()
        view = document["view"]
        self.game = game
        self.seats = view["seats"]
        self.options = game.settle(self.seats, {key: spell(value) for key, value in view["options"].items()})
        self._view: Facts = view
        self._moves = [game.parse(text) for text in document["moves"]]
        self._default = game.parse(document["default"])

    def actors(self) -> list[int]:
        actors: list[int] = self._view["actors"]
        return list(actors)

    def moves(self, seat: int) -> list[int]:
        return list(self._moves) if seat == self._view["seat"] else []

    def default_move(self, seat: int) -> int:
        return self._default

    def view(self, seat: int) -> Facts:
        return self._view

    def board(self, seat: int) -> Any:
        return self._view["board"]

    def apply(self, seat: int, move: int) -> None:
        """Refuse: without the part search a position is only looked at."""
        raise SlugfestError(f"{self.game.id} has no part search: its positions cannot be played on")


def imagined(perspective: Perspective, rng: Rng) -> Facts:
    """What another process needs to know of a perspective, as JSON; nothing in it is hidden from the seat.

    The sample is drawn from a copy of the generator: the bot's own chance is not used up.
    """
    known: Facts = {
        "seat": perspective.seat,
        "match": perspective.match,
        "steps": perspective.steps(),
        "budget": perspective.budget,
    }
    if perspective.game.search is not None:
        return known | {"sample": perspective.sample(rng.copy()).position()}
    game = perspective.game
    return known | {
        "known": {
            "view": perspective.view(),
            "moves": [game.format(move) for move in perspective.moves()],
            "default": game.format(perspective.default_move()),
        }
    }


def perspective_from(document: Facts, game: Game) -> Perspective:
    """The perspective that :func:`imagined` describes."""
    state = (
        game.set_up(document["sample"]) if "sample" in document else KnownPosition(game, document["known"])
    )
    perspective = Perspective(state, document["seat"])
    return perspective.with_steps(document["steps"], document["match"], document["budget"])


def fair(perspective: Perspective, rng: Rng) -> Perspective:
    """A perspective that answers the same and has no true position inside."""
    if perspective.game.search is None:
        return perspective_from(imagined(perspective, rng), perspective.game)
    answers_alike = Perspective(perspective.sample(rng.copy()), perspective.seat)
    return answers_alike.with_steps(perspective.steps(), perspective.match, perspective.budget)
