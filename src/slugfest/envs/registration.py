"""The names of our environments in Gymnasium: ``gymnasium.make("slugfest/kapow-cards-v0")``.

Importing :mod:`slugfest.envs.gym` registers them; Gymnasium loads no packages by itself since its version 1.0. The
version is that of the environment: it grows when observations, actions or rewards of a game change their meaning.
"""

from __future__ import annotations

from importlib.metadata import entry_points
from typing import Final

from gymnasium.envs import registration

NAMESPACE: Final = "slugfest"
VERSION: Final = 0


def env_id(game_id: str) -> str:
    """The name of a game in Gymnasium."""
    return f"{NAMESPACE}/{game_id}-v{VERSION}"


def register_envs() -> None:
    """Register every installed game, once."""
    for entry in entry_points(group="slugfest.games"):
        name = env_id(entry.name)
        if name not in registration.registry:
            spec = registration.EnvSpec(
                id=name,
                entry_point="slugfest.envs.gym:SlugfestGym",
                vector_entry_point="slugfest.envs.vector_gym:SlugfestVector",
                kwargs={"game": entry.name},
            )
            registration.registry[name] = spec
