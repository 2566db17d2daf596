"""Tag Team: two players, two fighters each, and decks that fight by themselves while both slide in new cards."""

from .game import GAME

__all__ = ["GAME"]
