"""Display: what the browser and lists of matches show. Described in ``docs/parts/display.md``.

A game that declares nothing is shown on the plain board.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final, Generic

from mypy_extensions import mypyc_attr

from slugfest.kernel.events import SPECTATOR, Event, Facts, Recall
from slugfest.kernel.options import Options
from slugfest.kernel.phrases import COMMON_PHRASES, Phrase
from slugfest.kernel.plain_board import PlainBoard
from slugfest.kernel.text import Text

from .state_type import S

if TYPE_CHECKING:
    from slugfest.kernel.contract import Game

AS_SEEN_BY: Final = "as_seen_by"  # in the general open board: the board of every seat


@mypyc_attr(allow_interpreted_subclasses=True)
class Display(Generic[S]):
    """How a game is shown. Every method has a default."""

    def __init__(self) -> None:
        self.accent: str = ""  # its colour in the browser, one of plain_board.ACCENTS
        self.module: str = ""  # its own board in the browser: a module in its package, like "static/board.js"
        self.cover: str = ""  # the picture on its cover, in the same folder
        self.plain: PlainBoard | None = None  # names, icons and order on the plain board
        self.watch: dict[str, int] = {}  # seconds to watch an event of a kind; a live clock waits for it
        self.luck: str = ""  # what chance is here, for sentences of a review: "dice" or "cards"; empty: luck

    def catalogue(self) -> Mapping[str, Any]:
        """What a board needs to draw the game: names and numbers of its components, ready for JSON."""
        return {}

    def mode(self, game: Game, seats: int, options: Options) -> Text | None:
        """What is played, in a few words for a list of matches: the choice of an option called "mode".

        None: there is only one way to play.
        """
        for option in game.options:
            if option.key == "mode":
                return option.name_of(options["mode"])
        return None

    def phrases(self, seats: int, options: Options) -> list[Phrase]:
        """What teammates may say to each other; nobody else receives it."""
        return COMMON_PHRASES

    def move_parts(self, move: int) -> tuple[Any, ...] | None:
        """The parts of a move, as declared in :attr:`FactTypes.moves`; None where the game declares none.

        Boards read them instead of the text, so they say exactly what the text says.
        """
        return None

    def write_parts(self, parts: Any) -> str:
        """The text of a move or of a whole action, given in parts that fit their declaration."""
        raise NotImplementedError

    def forecast(self, state: S, seat: int, move: int) -> Mapping[str, Any]:
        """What a legal move would lead to, as far as its seat can know, ready for JSON: sums, odds, gains, costs.

        It travels with the move in every view, so that no board computes a rule.
        """
        return {}

    def forecasts(self, state: S, seat: int, moves: list[int]) -> Sequence[Mapping[str, Any]]:
        """The forecasts of several legal moves. Override it where they share work."""
        found: list[Mapping[str, Any]] = []
        for move in moves:
            found.append(self.forecast(state, seat, move))
        return found

    def open_board(self, state: S) -> Mapping[str, Any]:
        """The board with nothing hidden, for a match that is over.

        By default a spectator's board with every seat's board beside it.
        """
        boards = [state.board(seat) for seat in range(state.seats)]
        return {**state.board(SPECTATOR), AS_SEEN_BY: boards}

    def progress(self, state: S) -> Text | None:
        """How far the game is, in a few words for a list of matches: "Round 3". Everybody may read it."""
        return None

    def round_and_turn(self, state: S) -> tuple[int, int]:
        """The round, as people count it, and the turn in it, for replays. 0: the game has none.

        A turn's number only has to change where a new turn begins.
        """
        search = state.game.search
        return (0 if search is None else search.chapter(state)), 0

    def watch_time(self, events: list[Event]) -> int:
        """How many seconds a live clock waits, so that everyone can watch these events first.

        It depends only on their kinds, which everyone sees.
        """
        seconds = 0
        for event in events:
            seconds += self.watch.get(event.kind, 0)
        return seconds

    def recall(self, state: S, seat: int, event: Facts) -> Recall | None:
        """What may be looked up later of an event that a seat received, if the rules forbid looking up all of it.

        None: everything. Once the game is over, everything may be looked up.
        """
        return None
