"""PettingZoo, all agents at once (parallel).

>>> from slugfest.envs import parallel
>>> env = parallel.parallel_env("tag-team", options={"teams": "first-game"})
>>> observations, infos = env.reset(seed=1)
>>> sorted(observations)
['player_0', 'player_1']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pettingzoo import ParallelEnv

from slugfest.kernel import SPECTATOR, Game

from .match import Illegal, Match
from .pettingzoo_base import PettingZooBase
from .spaces import Observed, observed

Stepped = tuple[
    dict[str, Observed], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]


class SlugfestParallel(PettingZooBase, ParallelEnv[str, Observed, int]):
    """Any game, a cycle a step: every seat that owes a decision makes one, the others wait (the last action).

    All decide from the same position. Then the moves are made in the order of the seats. A move that has become
    illegal meanwhile (a teammate took that card) is dropped, and ``infos[agent]["dropped"]`` is set.
    """

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
            Match(game, seats, options, optional, waiting=True, macros=macros),
            illegal,
            max_cycles,
            render_mode,
            eyes,
        )
        self._legal: list[list[int]] = []

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        """Start a game. ``options`` may hold a ``position`` document to start from."""
        self.match.begin(seed, (options or {}).get("position"))
        self.agents = list(self.possible_agents)
        return self._look({})

    def step(self, actions: dict[str, int]) -> Stepped:
        """One cycle. An agent without an action waits, if it owes nothing."""
        match, state = self.match, self.match.state
        match.cycle += 1
        more: dict[str, dict[str, Any]] = {}
        moves: list[tuple[int, int]] = []
        guilty: list[int] = []
        for seat, agent in enumerate(self.possible_agents):
            action = int(actions.get(agent, match.actions.wait))
            if action not in self._legal[seat]:
                why = match.why_illegal(seat, action)
                if self.illegal == "raise":
                    raise ValueError(why)
                more[agent] = {"illegal": why}
                guilty.append(seat)
                action = match.default_action(seat)
            if action != match.actions.wait:
                moves.append((seat, state.game.learning.move_of(state, seat, action)))
        if guilty and self.illegal == "lose":
            return self._result([-1.0 if seat in guilty else 0.0 for seat in range(match.seats)], True, more)
        for seat, move in moves:
            if state.legal(seat, move):
                state.apply(seat, move)
            else:
                more.setdefault(self.possible_agents[seat], {})["dropped"] = True
        result = self._result(match.returns(), state.outcome() is not None, more)
        if self.render_mode == "human":
            self.render()
        return result

    def _result(self, returns: list[float], over: bool, more: dict[str, dict[str, Any]]) -> Stepped:
        cut = not over and self.max_cycles is not None and self.match.cycle >= self.max_cycles
        observations, infos = self._look(more, over)
        outcome = self.match.state.outcome()
        if outcome is not None:
            for agent in infos:
                infos[agent]["outcome"] = outcome.as_json()
        agents = self.possible_agents
        if over or cut:
            self.agents = []
        rewards = dict(zip(agents, returns, strict=True))
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, cut), infos

    def _look(
        self, more: dict[str, dict[str, Any]], over: bool = False
    ) -> tuple[dict[str, Observed], dict[str, dict[str, Any]]]:
        match = self.match
        observations, infos = {}, {}
        self._legal = [[] if over else match.legal(seat) for seat in range(match.seats)]
        for seat, agent in enumerate(self.possible_agents):
            observations[agent] = observed(match, match.state, seat, self._legal[seat])
            infos[agent] = {"legal": self._legal[seat], **more.get(agent, {})}
        return observations, infos


def parallel_env(game: str | Game, seats: int | None = None, **settings: Any) -> SlugfestParallel:
    """A parallel environment of a game. Settings are those of :class:`SlugfestParallel`."""
    return SlugfestParallel(game, seats, **settings)
