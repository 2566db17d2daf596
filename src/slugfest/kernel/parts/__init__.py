"""Optional parts of a game, one class each. A game that has a part owns an instance: ``game.search``.

A part's methods take the state first. ``class CardsSearch(Search[Battle])`` says which class of states it is for.
"""

from .display import Display
from .learning import Learning
from .reports import Ending, Reports, Usable, Use
from .search import Search
from .teaching import Teaching
from .terminal import Terminal

__all__ = [
    "Display",
    "Ending",
    "Learning",
    "Reports",
    "Search",
    "Teaching",
    "Terminal",
    "Usable",
    "Use",
]
