"""Custom Heroes: a climbing card game in which the cards themselves are crafted, for 2 to 6 players."""

from .game import GAME

__all__ = ["GAME"]
