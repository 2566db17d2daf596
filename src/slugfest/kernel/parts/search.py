"""Search: what bots need to look ahead in a game. Described in ``docs/parts/search.md``.

A game without it has no samples, and so no bots but ``random``, no hints, no coaching and no previews.
"""

from __future__ import annotations

from typing import Generic

from mypy_extensions import i64, mypyc_attr

from slugfest.kernel.events import Facts
from slugfest.kernel.options import Options
from slugfest.kernel.rng import Rng
from slugfest.kernel.weights import Weights

from .state_type import S


def noticed(moves: list[int], percent: i64, salt: i64) -> list[int]:
    """Of these moves, the part of 100 that is not overlooked, at least one: the same ones for the same ``salt``."""
    found: list[int] = []
    least: i64 = 1 << 40
    nearest = moves[0]
    for move in moves:
        mixed = scattered(move, salt)
        if mixed < percent:
            found.append(move)
        if mixed < least:
            least = mixed
            nearest = move
    return found or [nearest]


def scattered(number: i64, salt: i64) -> i64:
    """A number from 0 to 99 that looks like chance, and is always the same."""
    mixed: i64 = (number * 2654435761 + salt * 40503) & 0xFFFFFFFF
    mixed = (mixed ^ (mixed >> 15)) * 2246822519 & 0xFFFFFFFF
    return (mixed ^ (mixed >> 13)) % 100


@mypyc_attr(allow_interpreted_subclasses=True)
class Search(Generic[S]):
    """How a game is searched. Only :meth:`sample` has no default."""

    def __init__(self) -> None:
        self.bluffs: bool = (
            True  # secret decisions should not be predictable: a search plays a mixture of moves
        )
        self.horizon: int = 1000  # quick moves beyond the tree before a search asks for an estimate
        self.open_choices: bool = (
            False  # distinct_moves depends only on what its seat knows: a search asks once
        )
        self.restless: bool = (
            False  # most legal moves only rearrange: random play should often pick a distinct one
        )
        # For the bot ``expert``; without them it is ``hard``.
        self.reading: int = 0  # of 100 imagined positions: how many are drawn by the learned belief
        self.halving: bool = (
            False  # it compares its moves in the same imagined positions and drops the worse half
        )

    # ---- positions that a seat cannot tell apart -------------------------------------------------------------

    def sample(self, state: S, seat: int, rng: Rng) -> S:
        """A random position that this seat cannot tell from the real one, given all it has ever seen.

        Draws from ``rng`` alone. The result carries a generator forked from it, never the true one.
        """
        raise NotImplementedError

    def redeal(self, state: S, rng: Rng) -> S:
        """A random position that all seats *together* cannot tell from the real one.

        What nobody knows is dealt anew: the order of a deck, a card that nobody has looked at, all future chance. The
        draws come from ``rng`` alone, and the result carries a generator forked from it. Where nothing but chance is
        unknown to everybody, the default is right: a copy with fresh chance. A review tells luck from decisions by it.
        """
        fresh: S = state.copy()  # type: ignore[assignment] # a copy is of its state's class
        fresh.rng = rng.fork()
        return fresh

    def believed(self, state: S, seat: int, rng: Rng) -> S:
        """A position like those of :meth:`sample`, but drawn as likely as what the others did makes it.

        Whatever ``sample`` may give is possible here, and nothing else. Without a learned belief it is ``sample``.
        """
        return self.sample(state, seat, rng)

    def half_remembered(self, state: S, seat: int, memory: int, rng: Rng) -> S:
        """A position as a forgetful player imagines it: of what was shown and is gone, such as a discard pile, only the
        last ``memory`` things are certain. It must be a possible position and rest on nothing this seat does not know.

        Where nothing can be forgotten it is ``sample``.
        """
        return self.sample(state, seat, rng)

    def information_key(self, state: S, seat: int) -> int:
        """What a seat knows at its decision beyond the moves it saw, as a number of at least 0.

        Its hand, a flipped card, an opened wager. A search separates decisions that differ in it. Coarser numbers make
        it learn faster.
        """
        return 0

    # ---- moves -----------------------------------------------------------------------------------------------

    def greedy(self, state: S, seat: int) -> int:
        """The move of a sensible beginner. ``state`` is a sample for this seat."""
        return state.default_move(seat)

    def distinct_moves(self, state: S, seat: int) -> list[int]:
        """The legal moves without those that are equivalent for a search (copies of one card, ...)."""
        return state.moves(seat)

    def playout_move(self, state: S, seat: int, rng: Rng) -> int:
        """A quick, sensible random move for play beyond the search tree."""
        moves = self.distinct_moves(state, seat)
        return moves[rng.below(len(moves))]

    def moves_found(self, state: S, seat: int, finds: int, salt: int) -> list[int]:
        """The distinct moves of somebody who of 100 possibilities finds so many (at least one move): always the same
        ones for the same ``salt``, and by nothing but what the seat knows."""
        return noticed(self.distinct_moves(state, seat), finds, salt)

    # ---- temper ----------------------------------------------------------------------------------------------

    def kept(self, state: S, seat: int) -> float:
        """How much a seat has of what can be saved up, from 0 (nothing) to 1: what a bot that hoards is after."""
        return 0.0

    def offender(self, steps: list[Facts], seat: int) -> int:
        """The seat that did this one harm last, by what it saw since it last decided (``Perspective.steps``); -1: none.

        A bot that holds grudges is after it, where three and more play.
        """
        return -1

    # ---- how far to look, and what a position is worth -------------------------------------------------------

    def chapter(self, state: S) -> int:
        """The number of the current part of the game: a round, a hand.

        A search stops where the next one begins and estimates there: nobody can plan with cards not dealt yet.
        """
        return 0

    def iterations(self, seats: int) -> int:
        """How many games the bot ``hard`` imagines: about a second of uncompiled work."""
        return 3000

    def estimate(self, state: S, seat: int) -> float:
        """How well a seat stands, from 0 (lost) to 1 (won), where a search stops."""
        return 0.5

    # ---- fitted weights of the estimate ----------------------------------------------------------------------

    def weights(self, seats: int, options: Options) -> list[Weights]:
        """The tables of fitted numbers that :meth:`estimate` uses; the first is about who wins.

        Empty: ``slugfest lab fit`` has nothing to fit.
        """
        return []

    def weigh(self, weights: Weights) -> None:
        """Use these numbers from now on, in this process: new numbers play against present ones."""
        raise NotImplementedError

    def estimate_terms(self, state: S, table: str) -> list[list[float]]:
        """What :meth:`estimate` multiplies with the numbers of a table: a row for each side, terms in table order.

        Sides are the teams; a single team has the game itself as the second. Empty where a search never estimates.
        """
        return []

    def estimate_sure(self, state: S, table: str) -> list[float]:
        """By side: the part of its chance that does not depend on the terms. Empty: all of it does."""
        return []

    def estimate_won(self, state: S, table: str) -> list[int]:
        """The sides that have won what a table is about, if that is less than the game. Empty: still open."""
        return []

    # ---- the learned belief ----------------------------------------------------------------------------------

    def belief(self) -> Weights | None:
        """The table of whole numbers that :meth:`believed` draws by; :meth:`weigh` replaces them, too.

        None: ``slugfest lab learn`` has nothing to learn.
        """
        return None

    def belief_evidence(self, state: S, seat: int) -> list[tuple[int, list[int]]]:
        """What a belief is learned from: for each thing that a seat cannot see, its key and how many it may be.

        The key is an index into the keys of :meth:`belief`. ``state`` is the truth: only the lab asks, never a bot.
        """
        return []
