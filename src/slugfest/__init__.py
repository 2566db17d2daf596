"""Slugfest: four superhero tabletop battles, to play, to analyse and to learn from."""

from typing import Final

__version__: Final = "0.1.0"
