"""From trained weights to the integers that :mod:`slugfest.bots.network` plays."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import numpy as np
import numpy.typing as npt

from slugfest.bots.network import FORMAT, write_network

from .match import Match

_MOST: Final = 127
_FINEST: Final = 1 << 12

Weights = Mapping[str, npt.NDArray[Any]]


def save_network(path: Path, match: Match, weights: Weights, about: str = "") -> None:
    """Round a network to integers and write it into a file.

    ``weights`` has the tables ``input`` (inputs, width), ``input_bias``, ``output`` (width, depth), ``action``
    (actions, depth), ``action_bias``, ``value`` (width) and ``value_bias`` (one number).
    """
    tables, scales = {}, {}
    for name in ("input", "output", "action", "value"):
        numbers = np.asarray(weights[name], dtype=np.float64)
        scales[name] = _scale(numbers)
        tables[name] = np.rint(numbers * scales[name]).astype(np.int8)
    whole = scales["input"] * scales["output"] * scales["action"]
    biases = np.concatenate(
        [
            np.asarray(weights["input_bias"], dtype=np.float64) * scales["input"],
            np.asarray(weights["action_bias"], dtype=np.float64) * whole,
            np.asarray(weights["value_bias"], dtype=np.float64).reshape(1)
            * scales["input"]
            * scales["value"],
        ]
    )
    header = {
        "network": FORMAT,
        "game": match.game.plain_id,
        "seats": match.seats,
        "options": dict(match.options),
        "inputs": match.encoding.size,
        "actions": match.actions.wait,
        "width": tables["output"].shape[0],
        "depth": tables["output"].shape[1],
        "scales": scales,
        "about": about,
    }
    parts = [tables[name].tobytes() for name in ("input", "output", "action", "value")]
    write_network(path, header, b"".join([*parts, np.rint(biases).astype("<i8").tobytes()]))


def _scale(numbers: npt.NDArray[Any]) -> int:
    """The largest power of two by which all numbers fit a signed byte."""
    largest = float(np.abs(numbers).max(initial=0.0))
    if not np.isfinite(largest) or largest > _MOST:
        raise ValueError(f"weights must lie between -{_MOST} and {_MOST}, not {largest}")
    scale = _FINEST
    while largest * scale > _MOST:
        scale //= 2
    return scale
