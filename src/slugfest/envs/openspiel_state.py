"""A position of an OpenSpiel game: whose decision it is, chance nodes, information states, copies and pickles."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Final

import pyspiel

from slugfest.kernel import DrawNeeded, EnumeratedRng, Game, Rng, SlugfestError, State, seeded

from .match import returns
from .recall import Step, read_steps

if TYPE_CHECKING:
    from .openspiel import SlugfestSpielGame

SAMPLED: Final = (
    "sampled"  # a chance node has one outcome; what happens is drawn from the game's own generator
)
SEEDS: Final = "seeds"  # equally likely outcomes, each the seed of everything that the move draws
EXACT: Final = "exact"  # a node for each draw, with all its outcomes

Outcomes = tuple[tuple[int, float], ...]  # of a chance node, with their probabilities

registered: dict[str, Game] = {}  # by id


@lru_cache
def equally_likely(count: int) -> Outcomes:
    """So many outcomes of a chance node. Made once: making thousands takes a hundred times as long as a move."""
    return tuple((outcome, 1.0 / count) for outcome in range(count))


class Held:
    """The data of a pyspiel state, with a fast copy (pyspiel copies by ``deepcopy``). Positions are never changed."""

    def __init__(self) -> None:
        self.position: State | None = None  # None: not dealt yet
        self.log: Step | None = None  # how the position came about
        self.moves: list[tuple[int, int]] = []  # decided but not made; the first one needs chance
        self.queue: list[int] = []  # who acts later in this cycle
        self.asked: list[int] = []  # who acts now
        self.uses = 0  # how often chance was used
        self.draws: list[int] = []  # of exact chance: what the deal or the first move has drawn already
        self.outcomes = 0  # of exact chance: how many the next draw has

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        fresh = Held()
        fresh.position, fresh.log = self.position, self.log
        fresh.moves, fresh.queue, fresh.asked = list(self.moves), list(self.queue), list(self.asked)
        fresh.uses, fresh.draws, fresh.outcomes = self.uses, list(self.draws), self.outcomes
        return fresh

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the game as its first position and its moves."""
        log = None if self.log is None else (self.log.after.game.id, self.log.written())
        rest = (self.moves, self.queue, self.asked, self.uses, self.draws, self.outcomes)
        return _unpickled, (log, rest)


def _unpickled(log: tuple[str, Any] | None, rest: tuple[Any, ...]) -> Held:
    held = Held()
    if log is not None:
        held.log = read_steps(registered[log[0]], log[1])
        held.position = held.log.after
    held.moves, held.queue, held.asked, held.uses, held.draws, held.outcomes = rest
    return held


class SlugfestSpielState(pyspiel.State):
    """A position, or a deal or move that waits for chance."""

    def __init__(self, game: SlugfestSpielGame) -> None:
        super().__init__(game)
        self.held = Held()
        if game.chance == EXACT:
            self._deal(EnumeratedRng([]))

    @property
    def _spiel(self) -> SlugfestSpielGame:
        game: SlugfestSpielGame = self.get_game()
        return game

    # ---- whose decision ------------------------------------------------------------------------------------------

    def current_player(self) -> int:
        held = self.held
        if held.position is None or held.moves:
            return int(pyspiel.PlayerId.CHANCE)
        if not held.asked:
            return int(pyspiel.PlayerId.TERMINAL)
        return held.asked[0] if len(held.asked) == 1 else int(pyspiel.PlayerId.SIMULTANEOUS)

    def is_terminal(self) -> bool:
        return self.held.position is not None and not self.held.moves and not self.held.asked

    def _legal_actions(self, player: int) -> list[int]:
        match, position = self._spiel.match, self.held.position
        if position is None or player not in self.held.asked:
            return [match.actions.wait] if len(self.held.asked) > 1 else []
        return sorted(match.actions.legal(position, player))

    def chance_outcomes(self) -> Outcomes:
        game = self._spiel
        if game.chance == SAMPLED:
            return equally_likely(1)
        return equally_likely(self.held.outcomes if game.chance == EXACT else game.chances)

    # ---- what happens --------------------------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        held = self.held
        if held.position is None:
            self._deal(self._chance(action))
            return
        if not held.moves:
            seat = held.asked[0]
            held.moves = [(seat, held.position.game.learning.move_of(held.position, seat, action))]
            self._make_moves(None)
            return
        self._make_moves(self._chance(action))

    def _apply_actions(self, actions: list[int]) -> None:
        held, match = self.held, self._spiel.match
        position = held.position
        assert position is not None
        for seat, action in enumerate(actions):
            if action != match.actions.wait:
                held.moves.append((seat, position.game.learning.move_of(position, seat, action)))
        self._make_moves(None)

    def _chance(self, outcome: int) -> Rng:
        """The chance that an outcome of a chance node stands for."""
        game, held = self._spiel, self.held
        if game.chance == SAMPLED:
            return game.rng.fork()
        if game.chance == SEEDS:
            return seeded("openspiel", "deal" if held.position is None else held.uses, outcome)
        held.draws.append(outcome)
        return EnumeratedRng(held.draws)

    def _deal(self, chance: Rng) -> None:
        held, match = self.held, self._spiel.match
        try:
            position = match.game.deal(match.seats, dict(match.options), chance)
        except DrawNeeded as draw:
            self._need(draw.outcomes)
            return
        position.rng = Rng()
        held.position, held.log = position, Step(None, position)
        held.uses, held.draws = held.uses + 1, []
        self._make_moves(None)

    def _make_moves(self, chance: Rng | None) -> None:
        """Make the decided moves up to one that needs chance and has none; then find who acts next."""
        held = self.held
        assert held.position is not None
        while held.moves:
            if held.position.legal(*held.moves[0]) and not self._make_move(chance):
                return  # an illegal one is dropped: a teammate has made it impossible
            held.moves.pop(0)
            chance = None
        owing = held.position.actors()
        if self._spiel.simultaneous:
            held.asked = owing
            return
        held.queue = [seat for seat in held.queue if seat in owing] or owing
        held.asked, held.queue = held.queue[:1], held.queue[1:]

    def _make_move(self, chance: Rng | None) -> bool:
        """Make the first of the decided moves; return whether it had all the chance that it needs."""
        held = self.held
        assert held.position is not None
        seat, move = held.moves[0]
        after = held.position.copy()
        drawn = chance if chance is not None else self._no_chance()
        fresh = drawn.copy()
        before = drawn.state
        after.rng = drawn
        try:
            after.apply(seat, move)
        except DrawNeeded as draw:
            self._need(draw.outcomes)
            return False
        if chance is None and drawn.state != before:
            return False
        after.rng = Rng()
        held.log = Step(held.log, after, seat, move, None if chance is None else fresh)
        held.position = after
        if chance is not None:
            held.uses, held.draws = held.uses + 1, []
        return True

    def _no_chance(self) -> Rng:
        """Chance by which a move shows that it needs some."""
        return EnumeratedRng([]) if self._spiel.chance == EXACT else Rng()

    def _need(self, outcomes: int) -> None:
        if outcomes > self._spiel.chances:
            raise SlugfestError(
                f"chances: a draw of {outcomes} numbers is needed, and at most {self._spiel.chances} were declared"
            )
        self.held.outcomes = outcomes

    def returns(self) -> list[float]:
        match, position = self._spiel.match, self.held.position
        outcome = None if position is None or self.held.moves else position.outcome()
        return [0.0] * match.seats if outcome is None else returns(match.game, match.options, outcome)

    # ---- what a player cannot tell apart -------------------------------------------------------------------------

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> Any:
        """A state that this player cannot tell from this one: the game's own ``Search.sample``.

        It begins a history of its own. The player's information state is the same; the others know their boards.
        """
        held = self.held
        if held.position is None or held.moves or held.log is None:
            raise SlugfestError("resample where somebody decides, not at a chance node")
        words = (str(probability_sampler()) for _ in range(2))
        chance = seeded("openspiel", "resample", *words)
        position = held.position.game.require_search().sample(held.position, player_id, chance)
        position.rng = Rng()
        fresh = self._spiel.new_initial_state()
        fresh.held = held.__deepcopy__({})
        fresh.held.position, fresh.held.log = position, held.log.resampled(position, player_id)
        return fresh

    # ---- copies and pickles --------------------------------------------------------------------------------------

    def __deepcopy__(self, memo: dict[int, Any]) -> Any:
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _read_state, (self._spiel, self.serialize())

    # ---- text ----------------------------------------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.held.position is None:
            return f"chance {action}"
        return self._spiel.match.actions.text(self.held.position, player, action)

    def __str__(self) -> str:
        held = self.held
        if held.position is None:
            return f"not dealt yet {held.draws}" if held.draws else "not dealt yet"
        document: dict[str, Any] = {"position": held.position.position(), "moves": held.moves}
        document["asked"] = held.asked
        if held.draws:
            document["draws"] = held.draws
        return json.dumps(document, sort_keys=True, default=list)


def _read_state(game: SlugfestSpielGame, text: str) -> Any:
    return game.deserialize_state(text)
