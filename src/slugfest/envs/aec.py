"""PettingZoo, one agent after the other (AEC).

>>> from slugfest.envs import aec
>>> env = aec.env("kapow-cards", seats=2)
>>> env.reset(seed=1)
>>> env.action_space("player_0")
Discrete(6438)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import AECEnv

from slugfest.kernel import SPECTATOR, Game

from .match import Illegal, Match
from .pettingzoo_base import PettingZooBase
from .spaces import Observed, observed


class SlugfestAEC(PettingZooBase, AECEnv[str, Observed, int]):
    """Any game, one decision a step. ``infos[agent]["legal"]`` lists the legal actions of the agent that is asked."""

    def __init__(
        self,
        game: str | Game,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        optional: bool = False,
        illegal: Illegal = "lose",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        eyes: int = SPECTATOR,
        macros: bool = False,
    ) -> None:
        super().__init__(
            Match(game, seats, options, optional, macros=macros), illegal, max_cycles, render_mode, eyes
        )
        self.metadata["is_parallelizable"] = False  # by PettingZoo's wrapper, that is
        self._seat = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self._legal: list[int] = []

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a game. ``options`` may hold a ``position`` document to start from."""
        self.match.begin(seed, (options or {}).get("position"))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask_next()

    def observe(self, agent: str) -> Observed:
        asked = agent == self.agent_selection and not self.terminations[agent] and not self.truncations[agent]
        return observed(self.match, self.match.state, self._seat[agent], self._legal if asked else [])

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        match, seat = self.match, self._seat[agent]
        action = -1 if action is None else int(action)
        self._cumulative_rewards[agent] = 0.0
        if action not in self._legal:
            why = match.why_illegal(seat, action)
            if self.illegal == "raise":
                raise ValueError(why)
            self.infos[agent]["illegal"] = why
            if self.illegal == "lose":
                self._end([-1.0 if other == seat else 0.0 for other in range(match.seats)])
                return
            action = match.default_action(seat)
        if action != match.actions.wait:
            match.state.apply(seat, match.state.game.learning.move_of(match.state, seat, action))
        self._ask_next()
        if self.render_mode == "human":
            self.render()

    def _ask_next(self) -> None:
        match = self.match
        seat = match.next_seat()
        if seat < 0:
            self._end(match.returns())
        elif self.max_cycles is not None and match.cycle > self.max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)
            self._legal = []
        else:
            self.agent_selection = self.possible_agents[seat]
            self._legal = match.legal(seat)
            self.infos[self.agent_selection] = {"legal": self._legal}

    def _end(self, results: list[float]) -> None:
        self.rewards = dict(zip(self.possible_agents, results, strict=True))
        self._accumulate_rewards()
        self.terminations = dict.fromkeys(self.agents, True)
        self._legal = []
        outcome = self.match.state.outcome()
        for agent in self.agents:
            self.infos[agent] = {**self.infos[agent], "legal": []}
            if outcome is not None:
                self.infos[agent]["outcome"] = outcome.as_json()


def env(game: str | Game, seats: int | None = None, **settings: Any) -> SlugfestAEC:
    """An AEC environment of a game. Settings are those of :class:`SlugfestAEC`."""
    return SlugfestAEC(game, seats, **settings)
