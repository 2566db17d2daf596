"""Masks Off: everybody is a hero with a day job, and would like to know the others'."""

from .game import GAME

__all__ = ["GAME"]
