"""Gymnasium spaces of observations and actions."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from slugfest.kernel import State

from .match import Match

Observed = dict[str, Any]  # {"observation": ..., "action_mask": ...}


def observation_space(match: Match) -> spaces.Dict:
    """The space of an observation and the mask of legal actions."""
    high = match.encoding.high()
    return spaces.Dict(
        {
            "observation": spaces.Box(np.zeros_like(high), high, dtype=np.int8),
            "action_mask": spaces.Box(0, 1, (match.actions.count,), dtype=np.int8),
        }
    )


def action_space(match: Match) -> spaces.Discrete:
    return spaces.Discrete(match.actions.count)


def observed(match: Match, state: State, seat: int, legal: list[int]) -> Observed:
    """The observation of an agent: both parts of :func:`observation_space`."""
    return {"observation": match.encoding.observe(state, seat), "action_mask": match.actions.mask(legal)}
