"""OpenSpiel: every game as a Python game, registered with pyspiel when this module is imported.

>>> import pyspiel
>>> import slugfest.envs.openspiel
>>> game = pyspiel.load_game("slugfest_kapow_cards", {"players": 3, "mode": "to-infinity"})
>>> state = game.new_initial_state()
>>> state.is_chance_node()
True

Each game is there twice. ``slugfest_tag_team`` is sequential: seats that decide at the same time are asked one after
the other, and none observes what the others chose. ``slugfest_tag_team_simultaneous`` has simultaneous nodes instead.
"""

from __future__ import annotations

import json
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyspiel

from slugfest.kernel import Game, State, games, seeded, spell

from .match import Match, returns

CHANCES: Final = 1000  # outcomes of a chance node, by default

_registered: dict[str, Game] = {}  # by id


def short_name(game: Game, simultaneous: bool = False) -> str:
    """The name of a game in pyspiel."""
    return f"slugfest_{game.id.replace('-', '_')}" + ("_simultaneous" if simultaneous else "")


def register(game: Game) -> None:
    """Register a game with pyspiel. Installed games are registered on import."""
    if game.id in _registered:
        return
    _registered[game.id] = game
    for simultaneous in (False, True):
        attributes: dict[str, Any] = {"slugfest_game": game, "simultaneous": simultaneous}
        name = short_name(game, simultaneous)
        kind = globals()[name] = type(name, (SlugfestSpielGame,), attributes)  # where pickle looks for it
        pyspiel.register_game(_type_of(game, simultaneous, pyspiel.GameType.Utility.GENERAL_SUM), kind)


def _parameters(game: Game) -> dict[str, Any]:
    """Seats, chance, and the options of the game; an option left empty has its default."""
    found: dict[str, Any] = {"players": Match(game).seats, "chances": CHANCES}
    for option in game.options:
        found[option.key] = "" if option.choices is not None else int(option.default)
    return found


def _type_of(game: Game, simultaneous: bool, utility: Any) -> Any:
    dynamics = pyspiel.GameType.Dynamics
    return pyspiel.GameType(
        short_name=short_name(game, simultaneous),
        long_name=game.name.en,
        dynamics=dynamics.SIMULTANEOUS if simultaneous else dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(game),
    )


class SlugfestSpielGame(pyspiel.Game):
    """A game with given seats and options."""

    slugfest_game: Game
    simultaneous: bool

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_parameters(self.slugfest_game), **(params or {})}
        seats, self.chances = int(given.pop("players")), int(given.pop("chances"))
        chosen = {
            key: spell(value) if isinstance(value, str) else value
            for key, value in given.items()
            if value != ""
        }
        self.match = Match(self.slugfest_game, seats, chosen, waiting=self.simultaneous)
        utilities = pyspiel.GameType.Utility
        sides = len(self.slugfest_game.teams(seats, self.match.options))
        utility = utilities.ZERO_SUM if sides > 1 else utilities.IDENTICAL
        info = pyspiel.GameInfo(
            num_distinct_actions=self.match.actions.count,
            max_chance_outcomes=self.chances,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if sides > 1 else None,
            max_game_length=self.slugfest_game.max_moves(seats, self.match.options),
        )
        kind = _type_of(
            self.slugfest_game, self.simultaneous, utility if seats > 1 else utilities.GENERAL_SUM
        )
        super().__init__(kind, info, params or {})

    def new_initial_state(self) -> SlugfestSpielState:
        return SlugfestSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SlugfestObserver:
        return SlugfestObserver(self.match, iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        return self.match.game.max_moves(self.match.seats, self.match.options) + 1


class Held:
    """The data of a pyspiel state, with a fast copy (pyspiel copies by ``deepcopy``)."""

    def __init__(self) -> None:
        self.position: State | None = None  # None: not dealt yet
        self.moves: list[tuple[int, int]] = []  # decided but not made; the first one needs chance
        self.queue: list[int] = []  # who acts later in this cycle
        self.asked: list[int] = []  # who acts now
        self.uses = 0  # how often chance was used

    def __deepcopy__(self, memo: dict[int, Any]) -> Held:
        fresh = Held()
        fresh.position = None if self.position is None else self.position.copy()
        fresh.moves, fresh.queue, fresh.asked = list(self.moves), list(self.queue), list(self.asked)
        fresh.uses = self.uses
        return fresh

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the position as a document: a game object need not be picklable."""
        document = None if self.position is None else self.position.position()
        return _unpickled, (document, self.moves, self.queue, self.asked, self.uses)


def _unpickled(
    document: Any, moves: list[tuple[int, int]], queue: list[int], asked: list[int], uses: int
) -> Held:
    held = Held()
    held.position = None if document is None else _registered[document["game"]].set_up(document)
    held.moves, held.queue, held.asked, held.uses = moves, queue, asked, uses
    return held


class SlugfestSpielState(pyspiel.State):
    """A position, or a move that waits for chance.

    If a move needs chance, a chance node comes before it with equally likely outcomes: each is a seed for everything
    that the move draws.
    """

    def __init__(self, game: SlugfestSpielGame) -> None:
        super().__init__(game)
        self.held = Held()

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

    def chance_outcomes(self) -> list[tuple[int, float]]:
        chances = self._spiel.chances
        return [(outcome, 1.0 / chances) for outcome in range(chances)]

    # ---- what happens --------------------------------------------------------------------------------------------

    def _apply_action(self, action: int) -> None:
        held, match = self.held, self._spiel.match
        if held.position is None:
            chance = seeded("openspiel", "deal", action)
            held.position = match.game.deal(match.seats, dict(match.options), chance)
        elif held.moves:
            held.position.rng = seeded("openspiel", held.uses, action)
            held.position.apply(*held.moves.pop(0))
        else:
            seat = held.asked[0]
            held.moves = [(seat, held.position.game.learning.move_of(held.position, seat, action))]
            self._make_moves()
            return
        held.uses += 1
        self._make_moves()

    def _apply_actions(self, actions: list[int]) -> None:
        held, match = self.held, self._spiel.match
        position = held.position
        assert position is not None
        for seat, action in enumerate(actions):
            if action != match.actions.wait:
                held.moves.append((seat, position.game.learning.move_of(position, seat, action)))
        self._make_moves()

    def _make_moves(self) -> None:
        """Make the decided moves up to one that needs chance; then find who acts next."""
        held = self.held
        assert held.position is not None
        while held.moves:
            seat, move = held.moves[0]
            if held.position.legal(seat, move):  # a teammate may have made it impossible
                tried = held.position.copy()
                before = tried.rng.state
                tried.apply(seat, move)
                if tried.rng.state != before:
                    return
                held.position = tried
            held.moves.pop(0)
        owing = held.position.actors()
        if self._spiel.simultaneous:
            held.asked = owing
            return
        held.queue = [seat for seat in held.queue if seat in owing] or owing
        held.asked, held.queue = held.queue[:1], held.queue[1:]

    def returns(self) -> list[float]:
        match, position = self._spiel.match, self.held.position
        outcome = None if position is None or self.held.moves else position.outcome()
        return [0.0] * match.seats if outcome is None else returns(match.game, match.options, outcome)

    # ---- text ----------------------------------------------------------------------------------------------------

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE or self.held.position is None:
            return f"chance {action}"
        return self._spiel.match.actions.text(self.held.position, player, action)

    def __str__(self) -> str:
        held = self.held
        if held.position is None:
            return "not dealt yet"
        document = {"position": held.position.position(), "moves": held.moves, "asked": held.asked}
        return json.dumps(document, sort_keys=True, default=list)


class SlugfestObserver:
    """The observation of a player: as a tensor, as named fields, and as text."""

    def __init__(self, match: Match, iig_obs_type: Any, params: Any) -> None:
        if params:
            raise ValueError(f"the observation takes no parameters, not {params}")
        self.match = match
        self.iig_obs_type = iig_obs_type
        self.tensor: npt.NDArray[np.float32] = np.zeros(match.encoding.size, np.float32)
        self.dict: dict[str, npt.NDArray[np.float32]] = match.encoding.named(self.tensor)

    def set_from(self, state: SlugfestSpielState, player: int) -> None:
        position = state.held.position
        self.tensor[:] = 0 if position is None else self.match.encoding.observe(position, player)

    def string_from(self, state: SlugfestSpielState, player: int) -> str | None:
        position = state.held.position
        return (
            ""
            if position is None
            else self.match.encoding.text(self.match.encoding.observe(position, player))
        )


for installed in games().values():
    register(installed)
