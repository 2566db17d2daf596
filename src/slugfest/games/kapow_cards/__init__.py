"""KAPOW!, the card game: 2 to 6 players attack each other's hidden defences with heroes, weapons and villains."""

from .game import GAME

__all__ = ["GAME"]
