"""Walks through everything that can happen in a model."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from tests.processes.model import Broken, Model
from tests.processes.world import World


@dataclass(frozen=True)
class Failure:
    what: str
    story: tuple[str, ...]


def explore(model: Model, faults: int, most: int = 2_000_000) -> tuple[Failure | None, int]:
    """Walk through everything that can happen with at most so many faults: the first failure, and the worlds seen."""
    start = model.start(faults)
    came_from: dict[World, tuple[World, str] | None] = {start: None}
    waiting = deque([start])
    while waiting:
        world = waiting.popleft()
        resting = True
        for steps in (model.steps, model.faulty_steps):
            try:
                for label, after in steps(world):
                    if after == world:
                        continue
                    resting = resting and steps is model.faulty_steps
                    if after not in came_from:
                        came_from[after] = (world, label)
                        waiting.append(after)
            except Broken as broken:
                return Failure(str(broken), story(came_from, world)), len(came_from)
        if resting and (wrong := model.at_rest(world)):
            return Failure(wrong, story(came_from, world)), len(came_from)
        if len(came_from) > most:
            raise AssertionError(
                f"more than {most} worlds: the model has grown too large to be walked through"
            )
    return None, len(came_from)


def story(came_from: dict[World, tuple[World, str] | None], world: World) -> tuple[str, ...]:
    """How it came to a world."""
    steps = []
    while (before := came_from[world]) is not None:
        world, label = before
        steps.append(label)
    return tuple(reversed(steps))
