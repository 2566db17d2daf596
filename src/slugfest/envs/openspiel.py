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

import os
from typing import Any, Final

import numpy as np
import numpy.typing as npt
import pyspiel

from slugfest.kernel import Game, SlugfestError, games, seeded, spell

from .match import Match
from .openspiel_state import EXACT, SAMPLED, SEEDS, SlugfestSpielState, registered

MODES: Final = (SAMPLED, SEEDS, EXACT)  # of chance
CHANCES: Final = 1000  # outcomes of a chance node: of seeds exactly so many, of exact chance at most


def short_name(game: Game, simultaneous: bool = False) -> str:
    """The name of a game in pyspiel."""
    plain = "".join(letter if letter.isalnum() else "_" for letter in game.id)
    return f"slugfest_{plain}" + ("_simultaneous" if simultaneous else "")


def register(game: Game) -> None:
    """Register a game with pyspiel, for example a variant. Installed games are registered on import."""
    if game.id in registered:
        return
    registered[game.id] = game
    for simultaneous in (False, True):
        attributes: dict[str, Any] = {"slugfest_game": game, "simultaneous": simultaneous}
        name = short_name(game, simultaneous)
        kind = globals()[name] = type(name, (SlugfestSpielGame,), attributes)  # where pickle looks for it
        general = pyspiel.GameType.Utility.GENERAL_SUM
        pyspiel.register_game(_type_of(game, simultaneous, general, SAMPLED), kind)


def _parameters(game: Game) -> dict[str, Any]:
    """Seats, chance, and the options of the game; an option left empty has its default."""
    found: dict[str, Any] = {"players": Match(game).seats, "chance": SAMPLED, "chances": CHANCES, "seed": -1}
    for option in game.options:
        found[option.key] = "" if option.choices is not None else int(option.default)
    return found


def _type_of(game: Game, simultaneous: bool, utility: Any, chance: str) -> Any:
    dynamics, chances = pyspiel.GameType.Dynamics, pyspiel.GameType.ChanceMode
    return pyspiel.GameType(
        short_name=short_name(game, simultaneous),
        long_name=game.name.en,
        dynamics=dynamics.SIMULTANEOUS if simultaneous else dynamics.SEQUENTIAL,
        chance_mode=chances.SAMPLED_STOCHASTIC if chance == SAMPLED else chances.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.max_seats,
        min_num_players=game.min_seats,
        provides_information_state_string=True,
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
        seats, self.chance = int(given.pop("players")), str(given.pop("chance"))
        self.chances, seed = int(given.pop("chances")), int(given.pop("seed"))
        _check_chance(self.chance, self.chances, seed)
        self.rng = seeded("openspiel", os.urandom(16).hex() if seed < 0 else seed)  # of sampled chance
        chosen = {key: _option(value) for key, value in given.items() if value != ""}
        self.match = Match(self.slugfest_game, seats, chosen, waiting=self.simultaneous)
        utilities = pyspiel.GameType.Utility
        sides = len(self.slugfest_game.teams(seats, self.match.options))
        utility = utilities.ZERO_SUM if sides > 1 else utilities.IDENTICAL
        info = pyspiel.GameInfo(
            num_distinct_actions=self.match.actions.count,
            max_chance_outcomes=1 if self.chance == SAMPLED else self.chances,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if sides > 1 else None,
            max_game_length=self.slugfest_game.max_moves(seats, self.match.options),
        )
        kind = _type_of(
            self.slugfest_game,
            self.simultaneous,
            utility if seats > 1 else utilities.GENERAL_SUM,
            self.chance,
        )
        super().__init__(kind, info, {key: _parameter(value) for key, value in (params or {}).items()})

    def new_initial_state(self) -> SlugfestSpielState:
        return SlugfestSpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> SlugfestObserver:
        return SlugfestObserver(self.match, iig_obs_type, params)

    def max_chance_nodes_in_history(self) -> int:
        moves = self.match.game.max_moves(self.match.seats, self.match.options) + 1
        return moves * self.chances if self.chance == EXACT else moves

    def __reduce__(self) -> tuple[Any, ...]:
        return pyspiel.load_game, (self.get_type().short_name, self.get_parameters())


def _parameter(value: Any) -> Any:
    """A parameter as pyspiel reads it back from a game string, where digits would become a number: ``_1``."""
    return f"_{value}" if isinstance(value, str) and value.isdecimal() else value


def _option(value: Any) -> Any:
    return spell(value.removeprefix("_")) if isinstance(value, str) else value


def _check_chance(chance: str, chances: int, seed: int) -> None:
    if chance not in MODES:
        raise SlugfestError(f"chance: {', '.join(MODES)} are the modes of chance, not {chance!r}")
    if chances < 1:
        raise SlugfestError(f"chances: a chance node has at least 1 outcome, not {chances}")
    if chance == SAMPLED and chances != CHANCES:
        raise SlugfestError(f'chances: sampled chance has no number of outcomes; add chance="{SEEDS}"')
    if chance != SAMPLED and seed != -1:
        raise SlugfestError(f'seed: only sampled chance has one, not chance="{chance}"')


class SlugfestObserver:
    """What a player observes: as a tensor, as named fields, and as text. With perfect recall as text alone."""

    def __init__(self, match: Match, iig_obs_type: Any, params: Any) -> None:
        if params or isinstance(iig_obs_type, dict):
            if params or iig_obs_type:
                raise ValueError(f"the observation takes no parameters, not {params or iig_obs_type}")
            iig_obs_type = None
        self.match = match
        self.iig_obs_type = iig_obs_type
        self.recall = iig_obs_type is not None and bool(iig_obs_type.perfect_recall)
        if iig_obs_type is not None and not (
            iig_obs_type.public_info and iig_obs_type.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        ):
            raise ValueError(
                "there are observations of one player with all it knows, not of other parts of that"
            )
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not self.recall:
            self.tensor = np.zeros(match.encoding.size, np.float32)
            self.dict = match.encoding.named(self.tensor)

    def set_from(self, state: SlugfestSpielState, player: int) -> None:
        if self.tensor is None:
            raise ValueError("information states with perfect recall are texts: ask for string_from")
        position = state.held.position
        self.tensor[:] = 0 if position is None else self.match.encoding.observe(position, player)

    def string_from(self, state: SlugfestSpielState, player: int) -> str | None:
        held = state.held
        if held.position is None or held.log is None:
            return f"seat {player + 1}" if self.recall else ""
        if self.recall:
            return held.log.information_state(player)
        return self.match.encoding.text(self.match.encoding.observe(held.position, player))


for installed in games().values():
    register(installed)
