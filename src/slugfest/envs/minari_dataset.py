"""An export as a dataset of Minari: the decisions of one seat in one game are an episode.

Needs ``minari`` and ``pillow``, which are in no extra: Minari's Arrow format imports Pillow for pictures. The dataset
goes where Minari keeps its datasets (``MINARI_DATASETS_PATH``).
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import numpy.typing as npt

from slugfest.kernel import SlugfestError

from .export import about_file

Episode = list[dict[str, Any]]


def write_minari(folder: Path, name: str) -> int:
    """Write the games of a Parquet export as a dataset, such as ``slugfest/kapow-cards/greedy-v0``; return how many
    episodes it has."""
    minari: Any = importlib.import_module("minari")
    buffers: Any = importlib.import_module("minari.data_collector.episode_buffer")
    facts = json.loads(about_file(folder).read_text("utf-8"))
    size, actions = _size(facts), int(facts["actions"])
    spaces = {
        "observation": gymnasium.spaces.Box(0, 127, (size,), np.int8),
        "action_mask": gymnasium.spaces.Box(0, 1, (actions,), np.int8),
    }
    found = [
        _buffer(buffers.EpisodeBuffer, number, rows, size, actions)
        for number, rows in enumerate(_episodes(folder))
    ]
    bots = ", ".join(dict.fromkeys(facts["bots"]))
    try:
        minari.create_dataset_from_buffers(
            name,
            found,
            observation_space=gymnasium.spaces.Dict(spaces),
            action_space=gymnasium.spaces.Discrete(actions),
            algorithm_name=bots,
            description=f"{facts['game']} (rules {facts['rules']}), {facts['seats']} seats, seed {facts['seed']}",
            data_format="arrow",
        )
    except ValueError as error:  # Minari's own: a name it cannot read, or one that is taken
        raise SlugfestError(f"{name}: {error}") from error
    return len(found)


def _episodes(folder: Path) -> Iterator[Episode]:
    """The decisions of each seat of each game."""
    import pyarrow.parquet as pq

    for part in sorted(folder.glob("part-*.parquet")):
        games: dict[tuple[int, int], Episode] = {}
        for row in pq.read_table(part).to_pylist():
            games.setdefault((row["game"], row["seat"]), []).append(row)
        yield from games.values()


def _buffer(kind: Any, number: int, rows: Episode, size: int, actions: int) -> Any:
    """An episode. There is nothing to observe after the last decision: the last observation is empty."""
    steps = len(rows)
    observations: npt.NDArray[np.int8] = np.zeros((steps + 1, size), np.int8)
    masks: npt.NDArray[np.int8] = np.zeros((steps + 1, actions), np.int8)
    rewards: npt.NDArray[np.float32] = np.zeros(steps, np.float32)
    ended: npt.NDArray[np.bool_] = np.zeros(steps, np.bool_)
    for step, row in enumerate(rows):
        observations[step] = row["observation"]
        masks[step, row["legal"]] = 1
    rewards[-1], ended[-1] = rows[-1]["result"], True
    return kind(
        id=number,
        seed=None,
        observations={"observation": observations, "action_mask": masks},
        actions=np.array([row["action"] for row in rows], np.int64),
        rewards=rewards,
        terminations=ended,
        truncations=np.zeros(steps, np.bool_),
    )


def _size(facts: dict[str, Any]) -> int:
    size = 0
    for field in facts["fields"]:
        length = 1
        for part in field["shape"]:
            length *= part
        size += length
    return size
