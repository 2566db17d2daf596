"""The registry of bots: built-in ones, whatever is installed under the entry-point group ``slugfest.bots``, and
programs that somebody has named.

Installed bots run in processes of their own (:mod:`.hosted`); nothing of them is imported here. A package whose bot
cannot be loaded takes no other with it: it is left out, :func:`broken_bots` says why, and whoever asks for that bot
gets the same explanation.
"""

from __future__ import annotations

import shlex
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import Final

from slugfest.kernel import Choice, Game, Mistake, Option, Options, SlugfestError, Text, fault_of
from slugfest.kernel.options import settle

from .bot import Bot
from .fair import fair
from .faults import BotFault
from .guarded import GuardedBot
from .hosted import USUAL_BUDGET, BrokenBot, HostedBot, HostProcess, can_host, option_from, text_from
from .levels import OFFERED, RANDOM, built_in_bot
from .programs import BUDGET, ProgramBot, budget_option, split_command
from .remote import UNIX, RemoteBot
from .remote import USUAL_BUDGET as REMOTE_BUDGET

GROUP: Final = "slugfest.bots"
INSTEAD: Final = "instead"  # the option that every bot from outside has: who plays when it fails
_STAND_INS: Final = ("greedy", "random", "easy", "medium", "hard")
_kinds: dict[str, BotKind] = {}
_broken: dict[str, str] = {}  # by name of the entry point: what is wrong, and what to do
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyz0123456789-"

Maker = Callable[[Game, Options], Bot]


class BotKind:
    """A bot as a package offers it: its name, its options with their ranges, and how to make one.

    A bot that is registered by hand runs in this process; whatever it looks at, it finds no true position.

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
        self.apart = False  # whether its bots are other processes, which get nothing but what they are sent

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
        fallback = built_in_bot(instead if game.search is not None else RANDOM, game.plain_id)
        made = self.make(game, settled)
        assert fallback is not None
        if not isinstance(made, Bot):  # type: ignore[redundant-expr,unused-ignore]  # a plugin's function
            raise SlugfestError(f"the bot {self.name!r} makes {made!r}, which is not a Bot")
        made.name = asked
        held = GuardedBot(made, fallback, None if self.apart else fair)
        held.version, held.options = self.version, settled
        return held


class ProgramKind(BotKind):
    """A program that speaks our protocol, under a name. What it offers is known once it has been greeted."""

    def __init__(self, name: str, command: Sequence[str], about: Text | None = None) -> None:
        self.command = list(command)
        line = shlex.join(self.command)
        super().__init__(name, self.program, about or Text(f"program: {line}", f"Programm: {line}"))
        self._greeted = False
        self.apart = True

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


class RemoteKind(BotKind):
    """A program elsewhere that connects to a server and speaks our protocol; reached through a folder of sockets."""

    def __init__(self, name: str, folder: str) -> None:
        about = Text("connects from elsewhere", "verbindet sich von woanders")
        super().__init__(name, lambda game, settled: RemoteBot(name, folder, settled), about)
        self.apart = True

    def all_options(self) -> list[Option]:
        return [budget_option(REMOTE_BUDGET), stand_in_option()]


class InstalledKind(BotKind):
    """A bot of an installed package, which runs in a process of its own."""

    def __init__(self, entry: EntryPoint) -> None:
        """Let another process import it; raises :class:`.BrokenBot` or :class:`.BotFault` if that is not possible."""
        process = HostProcess(entry.name)
        known = process.kind
        version = known["version"] or (entry.dist.version if entry.dist is not None else "")
        options = [option_from(option) for option in known["options"]]
        super().__init__(entry.name, self.hosted, text_from(known["about"]), options, known["games"], version)
        self.apart = True
        self._spare: HostProcess | None = process  # for the first bot that is needed

    def all_options(self) -> list[Option]:
        own = [option.key for option in self.options]
        limit = [] if BUDGET in own else [budget_option(USUAL_BUDGET)]
        return [*self.options, *limit, stand_in_option()]

    def hosted(self, game: Game, settled: Options) -> Bot:
        chosen = dict(settled)
        own = [option.key for option in self.options]
        budget = USUAL_BUDGET if BUDGET in own else int(chosen.pop(BUDGET))
        spare, self._spare = self._spare, None
        return HostedBot(self.name, game, chosen, budget, spare)


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
    known = built_in_bot(name, game.plain_id)
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


def bot_kind(name: str) -> BotKind | None:
    """The bot from outside of this name; only this one is loaded. None if there is none."""
    _look_for(name)
    return _kinds.get(name)


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
    _kinds[kind.name] = checked_kind(kind)
    return kind


def checked_kind(kind: BotKind) -> BotKind:
    """A kind of bot that may be registered; raises if it is none, or has a name that could mean two things."""
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
    return kind


def register_program(definition: str) -> BotKind:
    """Add a program as people name one on a command line: ``mine=./mine --fast``. A server names those that connect to
    it ``mine=unix:FOLDER``."""
    name, equals, command = definition.partition("=")
    if not equals:
        raise Mistake(
            Text(
                f"{definition!r}: write a program as NAME=COMMAND",
                f"{definition!r}: Schreib ein Programm als NAME=BEFEHL",
            )
        )
    if command.startswith(UNIX):
        return register_bot(RemoteKind(name.strip(), command.removeprefix(UNIX)))
    return register_bot(ProgramKind(name.strip(), split_command(command)))


def _look_for(name: str) -> None:
    """Load what is installed under a name, and nothing else: a bot may bring half a laboratory along."""
    if name not in _kinds and name not in _broken:
        for entry in entry_points(group=GROUP, name=name):
            _load(entry)


def _load(entry: EntryPoint) -> None:
    try:
        register_bot(InstalledKind(entry) if can_host() else imported(entry))
    except BrokenBot as error:
        _broken[entry.name] = str(error)
    except (Exception, SystemExit) as error:  # a plugin may do anything when it is imported
        _broken[entry.name] = fault_of(entry, error, "bot")


def imported(entry: EntryPoint) -> BotKind:
    """The kind of bot of an entry point, imported into this process."""
    kind = entry.load()
    if isinstance(kind, BotKind):
        if kind.name != entry.name:
            raise SlugfestError(f"its entry point calls it {entry.name!r}, it calls itself {kind.name!r}")
        if not kind.version and entry.dist is not None:
            kind.version = entry.dist.version
    return checked_kind(kind)


__all__ = [
    "BUDGET",
    "INSTEAD",
    "BotFault",
    "BotKind",
    "ProgramKind",
    "bot",
    "bot_kind",
    "bot_kinds",
    "broken_bots",
    "register_bot",
    "register_program",
]
