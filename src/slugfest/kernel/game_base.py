"""What the kernel gives every game: its data, its parts, options and versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, cast

from mypy_extensions import mypyc_attr

from .errors import MissingPart
from .events import Facts
from .facts import FactTypes
from .options import Option, Options, settle, wrong_seats
from .parts import Display, Learning, Reports, Search, Teaching, Terminal
from .reference import Rule
from .state_base import StateBase
from .text import Text
from .variants import Variant, plain_id

if TYPE_CHECKING:
    from .contract import Game


_NEED_SEARCH: Final = Text(
    "Bots other than random, hints, coaching and previews need it.",
    "Bots außer random, Tipps, der Coach und Vorschauen brauchen ihn.",
)
_NEED_TEACHING: Final = Text(
    "Coaching and how to play need it.", "Der Coach und die Spielanleitung brauchen ihn."
)


@mypyc_attr(allow_interpreted_subclasses=True)
class GameBase:
    """The kernel's share of a game. :class:`.contract.Game` says what a game adds."""

    def __init__(self) -> None:
        self.id: str = ""
        self.name: Text = Text("", "")
        self.tagline: Text = Text("", "")
        self.version: int = 1  # of the rules: a move's number and a record's meaning are stable within it
        self.oldest_version: int = 0  # the oldest still played, by State.rules_version; 0: only the newest
        self.numbers_since: int = 0  # the version that brought today's numbers; older ones are in older.toml
        self.today: Game | None = None  # of an older edition (as_of): the game as it is played now
        self.variant: Variant | None = None  # what is changed in it; its id then says so, too
        self.min_seats: int = 2
        self.max_seats: int = 2
        self.options: list[Option] = []
        self.move_count: int = 0  # moves are 0..move_count-1
        self.rules: dict[str, Rule] = {}  # the rules reference, by number
        self.facts: FactTypes | None = None  # the declared types of board, events, catalogue and documents
        # The optional parts (slugfest.kernel.parts). The last four have general behaviour for games without their own.
        self.search: Search[Any] | None = None
        self.teaching: Teaching[Any] | None = None
        self.learning: Learning[Any] = Learning()
        self.reports: Reports[Any] = Reports()
        self.terminal: Terminal = Terminal()
        self.display: Display[Any] = Display()
        self.options_of_moves: dict[int, Facts] = {}  # a cache of views

    def require_search(self) -> Search[Any]:
        """The part ``search``; raises :class:`MissingPart` where a game has none."""
        if self.search is None:
            raise MissingPart(self.name, "search", _NEED_SEARCH)
        return self.search

    def require_teaching(self) -> Teaching[Any]:
        """The part ``teaching``; raises :class:`MissingPart` where a game has none."""
        if self.teaching is None:
            raise MissingPart(self.name, "teaching", _NEED_TEACHING)
        return self.teaching

    @property
    def plain_id(self) -> str:
        """Its id without the variant: the board, the lessons and the bots of the game itself go by it."""
        return plain_id(self.id)

    def seat_counts(self) -> list[int]:
        """The numbers of seats that can be played: those at which every option has a value."""
        counts: list[int] = []
        for seats in range(self.min_seats, self.max_seats + 1):
            if all(option.values(seats) for option in self.options):
                counts.append(seats)
        return counts

    def settle(self, seats: int, chosen: Options) -> Options:
        """All options with their values, checked; the defaults for those not chosen."""
        counts = self.seat_counts()
        if seats not in counts:
            raise wrong_seats(self.name, counts, seats)
        return settle(self.options, chosen, seats)

    def plays_version(self, version: int) -> bool:
        """Whether what was played by this version of the rules can still be played on and replayed."""
        return version == self.version or 0 < self.oldest_version <= version < self.version

    def as_of(self, version: int) -> Game:
        """The game with the numbers of this version of its rules: itself, or an older edition of it."""
        game = cast("Game", self)
        if version >= self.numbers_since or not self.plays_version(version):
            return game
        from .registry import edition  # the registry imports this module

        return edition(game, version)

    def follow_version(self, state: StateBase, version: int) -> None:
        """Let a new position follow an older version of the rules. The deal is the same in all versions with the same
        numbers."""
        if version != self.version or self.today is not None:
            state.rules_version = version
