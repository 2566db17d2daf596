"""The spaces of Gymnasium that observations and actions lie in."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from slugfest.kernel import State

from .match import Match

Told = dict[str, Any]  # {"observation": ..., "action_mask": ...}


def observation_space(match: Match) -> spaces.Dict:
    """An observation and the mask of legal actions."""
    high = match.encoding.high()
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (match.actions.count,), dtype=np.int8),
        }
    )


def action_space(match: Match) -> spaces.Discrete:
    return spaces.Discrete(match.actions.count)


def told(match: Match, state: State, seat: int, legal: list[int]) -> Told:
    """What an agent is told: both parts of :func:`observation_space`."""
    return {"observation": match.encoding.observe(state, seat), "action_mask": match.actions.mask(legal)}
