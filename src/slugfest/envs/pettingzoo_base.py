"""What PettingZoo's two interfaces share: the match, its agents, their spaces, and rendering."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from .match import Illegal, Match
from .spaces import action_space, observation_space


class PettingZooBase:
    """A match whose seats are agents: base of :class:`.aec.SlugfestAEC` and :class:`.parallel.SlugfestParallel`."""

    def __init__(
        self, match: Match, illegal: Illegal, max_cycles: int | None, render_mode: str | None, eyes: int
    ) -> None:
        super().__init__()
        self.match = match
        self.illegal = illegal
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.eyes = eyes
        self.metadata: dict[str, Any] = {
            "name": f"slugfest_{match.game.id}",
            "render_modes": ["human", "ansi"],
        }
        self.possible_agents = [f"player_{seat}" for seat in range(match.seats)]
        self.agents: list[str] = []
        self._observed = {agent: observation_space(match) for agent in self.possible_agents}
        self._actions = {agent: action_space(match) for agent in self.possible_agents}
        high = np.tile(match.encoding.high(), match.seats)
        self.state_space = spaces.Box(np.zeros_like(high), high, dtype=np.int8)

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observed[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._actions[agent]

    def state(self) -> npt.NDArray[np.int8]:
        """What all seats know together, for a centralised critic. Agents never receive it."""
        match = self.match
        return np.concatenate([match.encoding.observe(match.state, seat) for seat in range(match.seats)])

    def render(self) -> str | None:
        """Render the board for ``eyes``: a seat, or SPECTATOR."""
        return self.match.show(self.eyes, self.render_mode)

    def close(self) -> None:
        """Do nothing; PettingZoo requires the method."""
