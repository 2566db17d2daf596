"""Many games as one vector environment of Gymnasium, stepped inside the engine.

>>> from slugfest.envs.vector_gym import SlugfestVector
>>> envs = SlugfestVector("kapow-cards", num_envs=64, opponents="greedy")
>>> observations, infos = envs.reset(seed=1)
>>> observations["observation"].shape == (64, envs.encoding.size)
True
>>> observations, rewards, ended, cut, infos = envs.step(envs.sample())
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from slugfest.bots import Bot, bot
from slugfest.kernel import Batch, Game, Perspective, Rng, SlugfestError, seeded

from .match import Match, returns
from .spaces import Observed, action_space, observation_space
from .vector import Ints, Masks, read_choices

Stepped = tuple[Observed, Ints, Ints, Ints, dict[str, Any]]


class SlugfestVector(VectorEnv[Observed, Ints, Ints]):
    """Many games with the same seats and options, a decision in each with every step.

    With ``opponents`` one seat is yours in every game and bots decide for the others, as in
    :class:`.gym.SlugfestGym`. Without, every seat is asked when its turn comes: ``infos["seat"]`` says which seat the
    observation is of, and the reward is that of the seat that has just acted. ``infos["returns"]`` has those of all
    seats where a game has ended, by game and seat.

    A game that ends is dealt again at once, and its observation is of the new game (``AutoresetMode.SAME_STEP``).
    Actions must be legal: one that is not is refused before anything happens.
    """

    def __init__(
        self,
        game: str | Game,
        num_envs: int = 256,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        seat: int | None = 0,
        opponents: str | Bot | Sequence[str | Bot] | None = None,
    ) -> None:
        self.match = Match(game, seats, options)
        self.encoding, self.actions = self.match.encoding, self.match.actions
        self.num_envs = num_envs
        self.metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}
        self.single_observation_space = observation_space(self.match)
        self.single_action_space = action_space(self.match)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.opponents = self._opponents(opponents, seat)
        self._seat = seat
        self._mine: list[int] = [0] * num_envs
        self._chance: Rng | None = None
        self._draw = np.random.default_rng(0)
        self._batch: Batch | None = None
        self._masks = Masks(num_envs, self.actions.count)
        self._legal: Ints = np.zeros(0, dtype=np.intp)
        self._counts: Ints = np.zeros(0, dtype=np.intp)
        self._starts: Ints = np.zeros(0, dtype=np.intp)

    def _opponents(self, named: str | Bot | Sequence[str | Bot] | None, seat: int | None) -> list[Bot]:
        others = self.match.seats - 1
        if seat is not None and not 0 <= seat <= others:
            raise SlugfestError(f"seats are 0 to {others}; there is no seat {seat}")
        if named is None:
            return []
        bots = [named] * others if isinstance(named, (str, Bot)) else list(named)
        if len(bots) != others:
            raise SlugfestError(f"{others} opponents are needed, in the order of the table, not {len(bots)}")
        return [one if isinstance(one, Bot) else bot(one, self.match.game) for one in bots]

    # ---- Gymnasium's interface -----------------------------------------------------------------------------------

    def reset(
        self, *, seed: int | list[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observed, dict[str, Any]]:
        """Deal all games anew. Without a seed the random numbers continue."""
        self._refuse(options)
        if seed is not None:
            words = seed if isinstance(seed, list) else [seed]
            self._chance = seeded("envs", "vector", *words)
            self._draw = np.random.default_rng(words)
        elif self._chance is None:
            self._chance = seeded("envs", "vector", os.urandom(16).hex())
        match = self.match
        self._batch = Batch(match.game, match.seats, dict(match.options), self.num_envs, self._chance.fork())
        self._mine = [self._my_seat() for _ in range(self.num_envs)]
        self._play_others()
        self._batch.begin_step()
        return self._observed(), {"seat": self._asked()}

    def _refuse(self, options: dict[str, Any] | None) -> None:
        if options:
            raise SlugfestError(f"a vector of games takes no options at reset, not {options}")

    def step(self, actions: Ints) -> Stepped:
        """Make one decision in every game, and let the opponents play until it is your turn again."""
        batch = self._dealt()
        wanted = self._checked(actions)
        asked = self._asked()
        batch.begin_step()
        for index, action in enumerate(wanted.tolist()):
            batch.decide(index, action)
        self._play_others()
        rewards: Ints = np.zeros(self.num_envs, dtype=np.float64)
        ended: Ints = np.zeros(self.num_envs, dtype=np.bool_)
        infos: dict[str, Any] = {}
        if batch.ended:
            worth: Ints = np.zeros((self.num_envs, self.match.seats), dtype=np.float64)
            for index, outcome in reversed(list(zip(batch.ended, batch.outcomes))):  # the first end counts
                worth[index] = returns(self.match.game, self.match.options, outcome)
                ended[index] = True
            rewards = worth[np.arange(self.num_envs), asked] * ended
            infos["returns"] = worth
        infos["seat"] = self._asked()
        return self._observed(), rewards, ended, np.zeros(self.num_envs, dtype=np.bool_), infos

    def close_extras(self, **kwargs: Any) -> None:
        for opponent in self.opponents:
            opponent.close()

    # ---- what a learner asks besides -----------------------------------------------------------------------------

    def action_masks(self) -> Ints:
        """The legal actions, a row a game, as MaskablePPO asks for them."""
        return self._masks.rows.astype(np.bool_)

    def sample(self) -> Ints:
        """A legal action for every game, each equally likely."""
        picks = (self._draw.random(self.num_envs) * self._counts).astype(np.intp)
        return self._legal[self._starts + picks]

    # ---- inside --------------------------------------------------------------------------------------------------

    def _dealt(self) -> Batch:
        if self._batch is None:
            raise SlugfestError("call reset() before step()")
        return self._batch

    def _my_seat(self) -> int:
        if self._seat is not None:
            return self._seat
        assert self._chance is not None
        return int(self._chance.below(self.match.seats))

    def _asked(self) -> Ints:
        return np.array(self._dealt().asked, dtype=np.int64)

    def _play_others(self) -> None:
        """Let bots decide until your seat is asked in every game, also in games that were dealt again."""
        batch, chance = self._dealt(), self._chance
        assert chance is not None
        if self.opponents:
            for index in set(batch.ended):
                self._mine[index] = self._my_seat()
            for index in range(self.num_envs):
                while (seat := batch.asked[index]) != self._mine[index]:
                    state, ended = batch.states[index], len(batch.ended)
                    player = self.opponents[seat - 1 if seat > self._mine[index] else seat]
                    move = player.choose(Perspective(state, seat), chance)
                    batch.decide(index, self.match.game.learning.action_of(state, seat, move))
                    if len(batch.ended) > ended:
                        self._mine[index] = self._my_seat()
        batch.read_all()

    def _checked(self, actions: Ints) -> Ints:
        wanted = np.asarray(actions, dtype=np.intp)
        if wanted.shape != (self.num_envs,):
            raise ValueError(f"{self.num_envs} actions are needed, one for each game")
        legal = self._masks.allow(wanted)
        if not legal.all():
            index = int(np.flatnonzero(~legal)[0])
            seat = int(self._asked()[index])
            raise ValueError(f"game {index}: action {int(wanted[index])} is not legal for seat {seat}")
        return wanted

    def _observed(self) -> Observed:
        batch = self._dealt()
        flat: Ints = np.frombuffer(batch.observations, dtype=np.int8)
        self._legal, self._counts, self._starts = read_choices(batch)
        self._masks.mark(self._legal, self._counts, self._starts)
        observations = flat.reshape(self.num_envs, self.encoding.size)
        return {"observation": observations, "action_mask": self._masks.rows.copy()}
