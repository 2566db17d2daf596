"""Players that are programs. They work on any game that fulfils the contract and decide only from what a seat knows."""

from .bot import Bot, Idea
from .levels import LEVELS, bot
from .playout import play_out
from .reasons import Hint, hints
from .search import SearchBot
from .simple import ErringBot, GreedyBot, RandomBot

__all__ = [
    "LEVELS",
    "Bot",
    "ErringBot",
    "GreedyBot",
    "Hint",
    "Idea",
    "RandomBot",
    "SearchBot",
    "bot",
    "hints",
    "play_out",
]
