"""Put a question to a bot: what it decides, or what it would advise. It sees one seat's knowledge."""

from __future__ import annotations

import threading
from dataclasses import replace
from typing import Final, Literal

from slugfest import bots
from slugfest.kernel import Game, Perspective, Rng, SlugfestError, Text
from slugfest.table import BotIdea, Question

Purpose = Literal["decide", "advise"]

FEWEST_ITERATIONS: Final = 40  # of a search, however many questions wait
REST: Final = 20  # decisions after which a plugin bot that failed too often is tried again

# Plugin bots by name and game: a program is not started for every question.
_kept = threading.local()


def bot_named(name: str, game: Game, faults: list[str]) -> bots.Bot:
    """The bot with a name. One that is not available is replaced, and the reason is added to ``faults``."""
    kept: dict[tuple[str, str], bots.Bot] = _kept.__dict__.setdefault("bots", {})
    if (name, game.id) in kept:
        return kept[name, game.id]
    try:
        found = bots.bot(name, game)
    except SlugfestError as error:
        stand_in = bots.stand_in(game)
        faults.append(f"{error}; {stand_in} decides in its place")
        return bots.bot(stand_in, game)
    if isinstance(found, bots.GuardedBot):
        kept[name, game.id] = found
    return found


def think(
    question: Question,
    purpose: Purpose,
    game: Game,
    share: float = 1.0,
    faults: list[str] | None = None,
    seconds: float = 0.0,
) -> list[BotIdea]:
    """Put a question to a bot, which sees nothing but its seat's Perspective. A decision is a single idea.

    ``share`` is the part of its usual budget that a searching bot has, and ``seconds``, if not 0, the longest it may
    search. What a plugin bot did wrong is added to ``faults``.
    """
    found = [] if faults is None else faults
    known = len(found)
    bot = bot_named(question.level, game, found)
    if isinstance(bot, bots.SearchBot):
        bot.most_seconds = seconds
    if not isinstance(bot, bots.GuardedBot):
        ideas = ask(bot, question, purpose, game, share)
        return ideas if len(found) == known else decided_by(bot.name, ideas)
    known, replaced = len(bot.faults), bot.replaced
    ideas = ask(bot, question, purpose, game, share)
    found += [f"{fault}; {bot.stand_in.name} decides in its place" for fault in bot.faults[known:]]
    if bot.replaced > replaced:
        ideas = decided_by(bot.stand_in.name, ideas)
    if bot.gone and bot.replaced % REST == 0:
        bot.forgive()
    return ideas


def decided_by(stand_in: str, ideas: list[BotIdea]) -> list[BotIdea]:
    """Ideas marked with the built-in bot that had them, because the one that was asked has failed."""
    return [replace(idea, instead=stand_in) for idea in ideas]


def ask(bot: bots.Bot, question: Question, purpose: Purpose, game: Game, share: float) -> list[BotIdea]:
    """The ideas of a bot."""
    perspective = Perspective(game.set_up(question.position), question.seat)
    perspective.with_steps(question.steps, question.match, 0.0)
    if share < 1.0 and isinstance(bot, bots.SearchBot):
        whole = bot.iterations or game.require_search().iterations(perspective.seats)
        bot.iterations = min(whole, max(FEWEST_ITERATIONS, round(share * whole)))
    chance = Rng(question.chance)
    if purpose == "decide":
        return [BotIdea(int(bot.choose(perspective, chance)), 0)]
    if isinstance(bot, bots.SearchBot):
        judgement = bots.judge(bot, perspective, chance, question.made, question.rest)
        judgement.complete = judgement.complete and share >= 1.0
        return ideas_of(judgement)
    return [
        BotIdea(int(idea.move), int(idea.visits), float(idea.value))
        for idea in bot.consider(perspective, chance)
    ]


def ideas_of(judgement: bots.Judgement) -> list[BotIdea]:
    """A judgement as plain data for another process. The first idea has the reasons, and a move that was asked about
    comes last if it was not considered."""
    judged_moves = list(judgement.moves)
    if judgement.made is not None and judgement.made not in judged_moves:
        judged_moves.append(judgement.made)
    ideas = [
        BotIdea(
            int(judged.move),
            int(judged.visits),
            float(judged.chance),
            float(judged.error),
            float(judged.loss),
            bool(judgement.fine(judged.move)),
            float(judged.probability),
            tuple(int(move) for move in judged.line),
            why_not=both(judged.why_not),
            mark=judgement.mark(judged),
            complete=bool(judgement.complete),
        )
        for judged in judged_moves
    ]
    ideas[0] = replace(
        ideas[0],
        where=both(judgement.where),
        why=both(judgement.why),
        expects=both(judgement.expects),
        expected=float(judgement.expected),
        theme=judgement.theme,
    )
    return ideas


def both(text: Text | None) -> tuple[str, str] | None:
    return None if text is None else (text.en, text.de)
