"""PettingZoo's modules, one a game: ``from slugfest.envs.pettingzoo import kapow_cards_v0``.

Each has ``env`` (with PettingZoo's own checks around it), ``raw_env`` (without) and ``parallel_env``, as PettingZoo's
own games have. The version grows when observations, actions or rewards of a game change their meaning.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from pettingzoo.utils import AssertOutOfBoundsWrapper, OrderEnforcingWrapper

from slugfest.envs.aec import SlugfestAEC
from slugfest.envs.parallel import SlugfestParallel


def checked(game_id: str, **settings: Any) -> Any:
    """An AEC environment with PettingZoo's checks: actions in range, calls in order."""
    return OrderEnforcingWrapper(AssertOutOfBoundsWrapper(SlugfestAEC(game_id, **settings)))


def module_of(
    game_id: str,
) -> tuple[Callable[..., Any], Callable[..., SlugfestAEC], Callable[..., SlugfestParallel]]:
    """``env``, ``raw_env`` and ``parallel_env`` of a game."""
    return partial(checked, game_id), partial(SlugfestAEC, game_id), partial(SlugfestParallel, game_id)
