"""The registry of bots: built-in ones, whatever is installed under the entry-point group ``slugfest.bots``, and
programs that somebody has named.

A package whose bot cannot be loaded takes no other with it: it is left out, :func:`broken_bots` says why, and whoever
asks for that bot gets the same explanation.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from slugfest.kernel import Choice, Game, Mistake, Option, Options, SlugfestError, Text, fault_of
from slugfest.kernel.options import settle

from .bot import Bot
from .faults import BotFault
from .guarded import GuardedBot
from .levels import OFFERED, RANDOM, built_in_bot
from .programs import BUDGET, ProgramBot, budget_option, split_command

GROUP: Final = "slugfest.bots"
INSTEAD: Final = "instead"  # the option that every bot from outside has: who plays when it fails
_STAND_INS: Final = ("greedy", "random", "easy", "medium", "hard")
_kinds: dict[str, BotKind] = {}
_broken: dict[str, str] = {}  # by name of the entry point: what is wrong, and what to do
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789-"

Maker = Callable[[Game, Options], Bot]


class BotKind:
    """A bot as a package offers it: its name, its options with their ranges, and how to make one.

    ``make`` is called with the game and the settled options whenever somebody sits down. ``games`` are the ids of the
    games it plays; none named means any game.
    """

    def __init__(
        self,
        name: str,
        make: Maker,
        about: Text,
        options: Sequence[Option] = (),
        games: Sequence[str] = (),
        version: str = "",
    ) -> None:
        self.name = name
        self.make = make
        self.about = about
        self.options = list(options)
        self.games = list(games)
        self.version = version  # of its package, unless it says otherwise

    def all_options(self) -> list[Option]:
        """Its own options, and those that every bot from outside has."""
        return [*self.options, stand_in_option()]

    def games_played(self) -> list[str]:
        """The ids of the games it plays; empty: any."""
        self.all_options()  # a program names them in its introduction
        return self.games

    def bot(self, asked: str, game: Game, chosen: Options) -> Bot:
        """A bot of this kind for a game, held so that it can spoil no match."""
        options = self.all_options()
        if self.games and game.plain_id not in self.games:
            played = ", ".join(self.games)
            raise Mistake(
                Text(
                    f"the bot {self.name!r} does not play {game.id}; it plays {played}",
                    f"der Bot {self.name!r} spielt {game.id} nicht; er spielt {played}",
                )
            )
        settled = settle_for(self.name, options, chosen)
        instead = settled.pop(INSTEAD)
        fallback = built_in_bot(instead if game.search is not None else RANDOM)
        made = self.make(game, settled)
        assert fallback is not None
        if not isinstance(made, Bot):  # type: ignore[redundant-expr,unused-ignore]  # a plugin's function
            raise SlugfestError(f"the bot {self.name!r} makes {made!r}, which is not a Bot")
        made.name = asked
        held = GuardedBot(made, fallback)
        held.version, held.options = self.version, settled
        return held


class ProgramKind(BotKind):
    """A program that speaks our protocol, under a name. What it offers is known once it has been greeted."""

    def __init__(self, name: str, command: Sequence[str], about: Text | None = None) -> None:
        self.command = list(command)
        line = shlex.join(self.command)
        super().__init__(name, self.program, about or Text(f"program: {line}", f"Programm: {line}"))
        self._greeted = False

    def program(self, game: Game, settled: Options) -> Bot:
        return ProgramBot(self.name, self.command, settled)

    def all_options(self) -> list[Option]:
        """Starts the program to hear its options, the first time; raises the fault if that is not possible."""
        if not self._greeted:
            program = ProgramBot(self.name, self.command)
            introduction = program.start()
            program.close()
            self.version, self.options = introduction.version, introduction.options
            self.games = introduction.games
            self._greeted = True
        return [*self.options, budget_option(), stand_in_option()]


def stand_in_option() -> Option:
    name = Text("who plays when it fails", "wer spielt, wenn er ausfällt")
    choices = [Choice(value, Text(value, value)) for value in _STAND_INS]
    return Option(INSTEAD, name, _STAND_INS[0], choices)


def settle_for(name: str, options: list[Option], chosen: Options) -> Options:
    """Every option with its value; a refusal names the bot."""
    known = [option.key for option in options]
    for key in chosen:
        if key not in known:
            there = ", ".join(known)
            raise Mistake(
                Text(
                    f"the bot {name!r} has no option {key!r}; it has {there}",
                    f"der Bot {name!r} hat keine Einstellung {key!r}; er hat {there}",
                )
            )
    return settle(options, chosen, 0)


def stand_in(game: Game) -> str:
    """The name of the built-in bot that decides where another bot is not available."""
    return "greedy" if game.search is not None else RANDOM


# ---- by name -------------------------------------------------------------------------------------------------------


def bot(name: str, game: Game) -> Bot:
    """The bot of this name for a game, or a refusal that lists the names there are.

    A bot from outside takes options behind its name: ``patient:depth=3:instead=hard``.
    """
    known = built_in_bot(name)
    if known is not None:
        if known.name != RANDOM:
            game.require_search()
        return known
    base, *rest = name.split(":")
    _look_for(base)
    if base in _kinds:
        return _kinds[base].bot(name, game, read_settings(name, rest))
    if base in _broken:
        raise SlugfestError(_broken[base])
    there = ", ".join([OFFERED, *bot_kinds()])
    raise Mistake(
        Text(
            f"there is no bot {name!r}; there are {there}", f"den Bot {name!r} gibt es nicht; es gibt {there}"
        )
    )


def read_settings(name: str, words: list[str]) -> Options:
    """``depth=3`` and the like, behind a bot's name."""
    chosen: Options = {}
    for word in words:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise Mistake(
                Text(
                    f"the bot {name!r}: write its options as name:key=value:key=value",
                    f"der Bot {name!r}: Schreib seine Einstellungen als name:schlüssel=wert:schlüssel=wert",
                )
            )
        chosen[key] = value
    return chosen


def bot_kinds() -> dict[str, BotKind]:
    """All bots from outside by name, in alphabetical order; those that cannot be loaded are left out."""
    for entry in entry_points(group=GROUP):
        _look_for(entry.name)
    return dict(sorted(_kinds.items()))


def broken_bots() -> dict[str, str]:
    """The installed bots that cannot be loaded: by name, what is wrong with each and what to do about it."""
    bot_kinds()
    return dict(sorted(_broken.items()))


def register_bot(kind: BotKind) -> BotKind:
    """Add a bot by hand: a program that somebody names, a bot under construction, and for tests."""
    if not isinstance(kind, BotKind):
        raise SlugfestError(f"{kind!r} is not a BotKind")
    if (
        not kind.name
        or not all(letter in _LETTERS for letter in kind.name)
        or built_in_bot(kind.name) is not None
    ):
        raise Mistake(
            Text(
                f"a bot cannot be called {kind.name!r}: its name is of small letters, digits and hyphens, "
                "and not those of built-in bots",
                f"ein Bot kann nicht {kind.name!r} heißen: Der Name besteht aus kleinen Buchstaben, Ziffern und "
                "Bindestrichen und ist keiner der hauseigenen",
            )
        )
    _kinds[kind.name] = kind
    return kind


def register_program(definition: str) -> ProgramKind:
    """Add a program as people name one on a command line: ``mine=./mine --fast``."""
    name, equals, command = definition.partition("=")
    if not equals:
        raise Mistake(
            Text(
                f"{definition!r}: write a program as NAME=COMMAND",
                f"{definition!r}: Schreib ein Programm als NAME=BEFEHL",
            )
        )
    kind = ProgramKind(name.strip(), split_command(command))
    register_bot(kind)
    return kind


def _look_for(name: str) -> None:
    """Load what is installed under a name, and nothing else: a bot may bring half a laboratory along."""
    if name not in _kinds and name not in _broken:
        for entry in entry_points(group=GROUP, name=name):
            _load(entry)


def _load(entry: EntryPoint) -> None:
    try:
        kind = entry.load()
        if isinstance(kind, BotKind) and kind.name != entry.name:
            raise SlugfestError(f"its entry point calls it {entry.name!r}, it calls itself {kind.name!r}")
        register_bot(kind)
        if not kind.version and entry.dist is not None:
            kind.version = entry.dist.version
    except (Exception, SystemExit) as error:  # a plugin may do anything when it is imported
        _broken[entry.name] = fault_of(entry, error, "bot")


__all__ = [
    "BUDGET",
    "INSTEAD",
    "BotFault",
    "BotKind",
    "ProgramKind",
    "bot",
    "bot_kinds",
    "broken_bots",
    "register_bot",
    "register_program",
]
