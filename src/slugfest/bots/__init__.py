"""Players that are programs. They work on any game that fulfils the contract and decide only from what a seat knows."""

from .bot import Bot, Idea
from .faults import BotFault
from .guarded import GuardedBot
from .judgement import MARKS, JudgedMove, Judgement, judge, judge_decision, mark_of
from .levels import LEVELS
from .playout import play_out
from .programs import ProgramBot
from .registry import (
    BotKind,
    ProgramKind,
    bot,
    bot_kinds,
    broken_bots,
    register_bot,
    register_program,
    stand_in,
)
from .search import SearchBot
from .simple import GreedyBot, RandomBot

__all__ = [
    "LEVELS",
    "MARKS",
    "Bot",
    "BotFault",
    "BotKind",
    "GreedyBot",
    "GuardedBot",
    "Idea",
    "JudgedMove",
    "Judgement",
    "ProgramBot",
    "ProgramKind",
    "RandomBot",
    "SearchBot",
    "bot",
    "bot_kinds",
    "broken_bots",
    "judge",
    "judge_decision",
    "mark_of",
    "play_out",
    "register_bot",
    "register_program",
    "stand_in",
]
