"""The contract: what every game answers.

A :class:`State` is a position, a :class:`Game` the rules as an object. Bots, tables, browser, terminal and lab build on
these two classes and on the optional parts that a game has (:mod:`slugfest.kernel.parts`: search, teaching,
learning, reports, terminal, display). What the kernel provides is in :mod:`.state_base` and :mod:`.game_base`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from mypy_extensions import mypyc_attr

from .errors import IllegalMove, MoveError, UnreadableMove
from .events import Facts
from .game_base import GameBase
from .options import Options
from .outcome import Outcome
from .pickling import Pickled, copied, reduce_game, reduce_state
from .rng import Rng
from .state_base import StateBase
from .text import Text
from .views import position_document, set_up, view

UNSEEN: Final = -1  # how a move looks to a seat that sees nothing of it


@mypyc_attr(allow_interpreted_subclasses=True)
class State(StateBase):
    """A position: plain data, cheap to copy. Seats are 0 to n-1.

    A subclass declares its data and takes no arguments in its constructor.
    """

    # ---- every game answers ----------------------------------------------------------------------------------

    def actors(self) -> list[int]:
        """The seats that owe a decision now: one in turn order, several at once, none when the game is over."""
        raise NotImplementedError

    def moves(self, seat: int) -> list[int]:
        """The legal moves of a seat, never empty for an actor. Other seats may have optional ones."""
        raise NotImplementedError

    def apply(self, seat: int, move: int) -> None:
        """Carry out a move known to be legal. A search calls this; everybody else calls :meth:`play`."""
        raise NotImplementedError

    def copy(self) -> State:
        """An independent position; begin with ``copy_base``. Nobody listens to a copy's events."""
        raise NotImplementedError

    def board(self, seat: int) -> Mapping[str, Any]:
        """What this seat may know, ready for JSON, built from nothing. Actors and legal moves are added to it.

        ``seat`` may be SPECTATOR (-1), who knows only what is public.
        """
        raise NotImplementedError

    def outcome(self) -> Outcome | None:
        """Ranks, scores and the reason the game ended; None while it goes on."""
        raise NotImplementedError

    def document(self) -> Facts:
        """The whole position, ready for JSON; :meth:`Game.arrange` reads it back."""
        raise NotImplementedError

    def inventory(self) -> dict[str, int]:
        """How many of each component exist in all zones together: the same after every move."""
        raise NotImplementedError

    # ---- with defaults ---------------------------------------------------------------------------------------

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        """How another seat sees this move: the move itself, UNSEEN, or a stand-in that hides its secret.

        A stand-in is a number from ``move_count`` on, so that it cannot be taken for a move.
        """
        return move

    def default_move(self, seat: int) -> int:
        """What a seat does whose time runs out. Repeated, it must come to the end of a decision."""
        return self.moves(seat)[0]

    def legal(self, seat: int, move: int) -> bool:
        """Whether a seat may make this move; any integer may be asked."""
        return move in self.moves(seat)

    def refusal(self, seat: int, move: int) -> MoveError:
        """Why an illegal move is illegal here."""
        return not_now(self, seat)

    def read(self, seat: int, text: str) -> list[int]:
        """The moves that a text means here. Several where it names an action that the game splits into small moves.

        Raises what :meth:`Game.parse` raises.
        """
        return [self.game.parse(text)]

    def first_actor(self) -> int:
        """The first of the actors, or -1. Override it where no list is needed: random play asks at every decision."""
        actors = self.actors()
        return actors[0] if actors else -1

    def random_move(self, seat: int, rng: Rng) -> int:
        """The legal move on which ``rng.below`` falls. Override it where moves can be counted without a list."""
        moves = self.moves(seat)
        return moves[rng.below(len(moves))]

    # ---- provided by the kernel ------------------------------------------------------------------------------

    def play(self, seat: int, move: int) -> None:
        """Make a move, or raise :class:`MoveError` and change nothing."""
        if not self.legal(seat, move):
            raise self.refusal(seat, move)
        self.apply(seat, move)

    def play_text(self, seat: int, text: str) -> None:
        """Make a move given as text."""
        for move in self.read(seat, text):
            self.play(seat, move)

    def view(self, seat: int) -> Facts:
        """Everything this seat may know: its board with actors, legal moves and outcome."""
        return view(self, seat)

    def position(self) -> Facts:
        """The position document; :meth:`Game.set_up` reads it back."""
        return position_document(self)

    def __reduce__(self) -> Pickled:
        return reduce_state(self)

    def __copy__(self) -> State:
        return copied(self)

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return copied(self)


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(GameBase):
    """The rules as an object. One instance a game, found through the entry-point group ``slugfest.games``."""

    # ---- every game answers ----------------------------------------------------------------------------------

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        """A new game. Seats and options have been checked; ``rng`` becomes the position's own."""
        raise NotImplementedError

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        """The position that a document describes; raises :class:`PositionError` naming the fault."""
        raise NotImplementedError

    def format(self, move: int) -> str:
        """A move as a short text."""
        raise NotImplementedError

    def parse(self, text: str) -> int:
        """The move a text means; raises :class:`UnreadableMove` or :class:`IllegalMove`."""
        raise NotImplementedError

    def label(self, move: int) -> Text:
        """A move as people say it, seats as ``{P1}``."""
        raise NotImplementedError

    def describe(self, event: Facts) -> Text:
        """An event as a sentence. ``event`` is as some seat receives it, with or without its secrets."""
        raise NotImplementedError

    def max_moves(self, seats: int, options: Options) -> int:
        """A bound on the number of moves: every game ends within it."""
        raise NotImplementedError

    # ---- with defaults ---------------------------------------------------------------------------------------

    def teams(self, seats: int, options: Options) -> list[list[int]]:
        """The seats that win and lose together."""
        return [[seat] for seat in range(seats)]

    def can_draw(self, seats: int, options: Options) -> bool:
        """Whether all sides can share the victory by the rules: then people may also agree on a draw."""
        return False

    # ---- provided by the kernel ------------------------------------------------------------------------------

    def new(self, seats: int, chosen: Options, rng: Rng) -> State:
        """A new game with checked seats and options."""
        return self.deal(seats, self.settle(seats, chosen), rng)

    def set_up(self, position: Facts) -> State:
        """The position that a position document describes."""
        return set_up(self, position)

    def __reduce__(self) -> Pickled:
        return reduce_game(self)

    def __copy__(self) -> Game:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        """Itself: a game never changes, and positions of it compare it by identity."""
        return self


def not_now(state: State, seat: int) -> MoveError:
    """The refusals that every game shares."""
    if state.outcome() is not None:
        return IllegalMove("GAME_OVER", "", Text("The game is over.", "Das Spiel ist zu Ende."))
    if seat not in state.actors() and not (0 <= seat < state.seats and state.moves(seat)):
        return IllegalMove("NOT_YOUR_TURN", "", Text("It is not your turn.", "Du bist nicht am Zug."))
    return IllegalMove("NOT_POSSIBLE", "", Text("That is not possible here.", "Das geht hier nicht."))


def unreadable(text: str, example: str) -> UnreadableMove:
    """The refusal of a text that is not a move."""
    shown = text if len(text) <= 60 else text[:57] + "..."
    return UnreadableMove(
        "UNREADABLE",
        "",
        Text(
            f"“{shown}” is not a move. A move looks like this: {example}",
            f"„{shown}“ ist kein Zug. So sieht ein Zug aus: {example}",
        ),
    )
