"""KAPOW! Volume 1, the dice game: a dice-building duel, solo, two against two, or together against the box."""

from .game import GAME

__all__ = ["GAME"]
