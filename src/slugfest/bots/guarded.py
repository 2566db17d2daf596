"""A guard around plugin and program bots: whatever they do, the match goes on."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from slugfest.kernel import Perspective, Rng, Text

from .bot import Bot, Idea
from .faults import CRASHED, ILLEGAL, BotFault
from .programs import ProgramBot

T = TypeVar("T")
Fair = Callable[[Perspective, Rng], Perspective]

MAX_FAULTS: Final = 3  # faults after which it is not asked any more in this game


class GuardedBot(Bot):
    """A plugin or program bot, and the built-in bot that plays when it fails.

    A fault costs it that one decision; after :data:`MAX_FAULTS` of them it is not asked again, until :meth:`forgive`.
    ``faults`` keeps them all, and ``replaced`` counts the decisions that the other one made.
    """

    def __init__(self, player: Bot, stand_in: Bot, fair: Fair | None = None) -> None:
        super().__init__(player.name)
        self._fair = fair  # makes what the bot gets of a Perspective; None: it is another process
        self.player = player
        self.stand_in = stand_in
        self.faults: list[BotFault] = []
        self.replaced = 0
        self._strikes = 0
        self._explained_by: Bot = player

    @property
    def gone(self) -> bool:
        """Whether it has failed too often."""
        return self._strikes >= MAX_FAULTS

    @property
    def overtimes(self) -> list[int]:
        """By how many milliseconds its answers came too late, if it is a program."""
        return self.player.overtimes if isinstance(self.player, ProgramBot) else []

    def forgive(self) -> None:
        """Ask it again: a new game begins."""
        self._strikes = 0

    def _note(self, fault: BotFault) -> None:
        self._strikes += 1
        self.faults.append(fault)

    def close(self) -> None:
        self.player.close()

    def choose(self, perspective: Perspective, rng: Rng) -> int:
        def ask(bot: Bot) -> int:
            return self._legal(bot.choose(self._given(bot, perspective, rng), rng), perspective)

        return self._asked(ask)

    def consider(self, perspective: Perspective, rng: Rng) -> list[Idea]:
        def ask(bot: Bot) -> list[Idea]:
            ideas = bot.consider(self._given(bot, perspective, rng), rng)
            if not ideas:
                raise BotFault(self.name, ILLEGAL, Text("nothing", "nichts"))
            for idea in ideas:
                self._legal(idea.move, perspective)
            return ideas

        return self._asked(ask)

    def explain(self, perspective: Perspective, ideas: list[Idea]) -> Text:
        bot = self._explained_by
        return bot.explain(self._given(bot, perspective, Rng()), ideas)

    def _given(self, bot: Bot, perspective: Perspective, rng: Rng) -> Perspective:
        """What a bot gets: the built-in one the perspective, one from outside what is made from a sample."""
        return perspective if self._fair is None or bot is self.stand_in else self._fair(perspective, rng)

    def _asked(self, ask: Callable[[Bot], T]) -> T:
        """The bot's answer, or that of the built-in bot if it fails."""
        if not self.gone:
            try:
                answer = ask(self.player)
            except BotFault as fault:
                self._note(fault)
            except (Exception, SystemExit) as error:  # a plugin may raise anything
                if isinstance(error, SystemExit) and self._fair is None:
                    raise  # it is another process: somebody ends this one
                self._note(BotFault(self.name, CRASHED, f"{type(error).__name__}: {error}"))
            else:
                self._explained_by = self.player
                return answer
        self.replaced += 1
        self._explained_by = self.stand_in
        return ask(self.stand_in)

    def _legal(self, move: int, perspective: Perspective) -> int:
        if move not in perspective.moves():
            raise BotFault(self.name, ILLEGAL, f"{move!r}")
        return move
