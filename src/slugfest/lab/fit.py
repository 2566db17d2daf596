"""Fit the weights of a game's estimate to results, by logistic regression (SciPy).

Four of five games are used for the fit. The fifth is held out to measure how well present and new weights predict the
winner. Needs the extra ``slugfest[lab]``.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from slugfest.kernel import Mistake, Text, Weights

from .fit_games import Positions, Seen
from .own_games import KEPT_APART

_SURE: Final = 1.959964  # standard deviations of a 95 % interval
_PULL: Final = (
    1.0  # how much a number is drawn to the present one, against thousands of games: where they say nothing
)
_DIGITS: Final = 3  # of a number in a file


class Fitted(NamedTuple):
    """The result for one table of weights."""

    weights: Weights  # the present numbers
    values: list[float]  # the new ones, as they would be written
    errors: list[float]  # the standard error of each
    games: int  # fitted to
    positions: int
    unseen_games: int
    unseen_positions: int
    blind: float  # the log loss on unseen games if all sides were equal
    present: float  # of the present numbers
    new: float
    gain: tuple[
        float, float, float
    ]  # how much less the new ones lose than the present, and its 95 % interval

    @property
    def better(self) -> bool:
        """Whether the new weights predict unseen games significantly better."""
        return self.gain[1] > 0.0

    def as_json(self) -> dict[str, Any]:
        return {
            "table": self.weights.table,
            "weights": {
                key: {"present": present, "new": new, "error": round(error, 4)}
                for key, present, new, error in zip(
                    self.weights.keys, self.weights.values, self.values, self.errors, strict=True
                )
            },
            "games": self.games,
            "positions": self.positions,
            "unseen_games": self.unseen_games,
            "unseen_positions": self.unseen_positions,
            "log_loss": {
                "blind": round(self.blind, 5),
                "present": round(self.present, 5),
                "new": round(self.new, 5),
            },
            "gain": [round(number, 5) for number in self.gain],
        }


class Sample:
    """Positions as arrays: terms by position, side and term; the rest by position and side."""

    def __init__(self, games: Mapping[int, list[Seen]]) -> None:
        import numpy as np

        seen = [one for positions in games.values() for one in positions]
        self.rows = np.array([one.rows for one in seen], dtype=float)
        self.sure = np.array([one.sure for one in seen], dtype=float)
        self.won = np.array([one.won for one in seen], dtype=float)
        self.game = np.array([number for number, positions in games.items() for _ in positions], dtype=int)
        self.games = len(set(self.game.tolist()))

    def __len__(self) -> int:
        return len(self.game)


def fit(weights: Weights, games: Mapping[int, Positions]) -> Fitted:
    """Fit one table to games, by their numbers."""
    import numpy as np
    from scipy.optimize import minimize

    table = {
        number: positions[weights.table] for number, positions in games.items() if positions[weights.table]
    }
    train = Sample({number: seen for number, seen in table.items() if number % KEPT_APART})
    unseen = Sample({number: seen for number, seen in table.items() if number % KEPT_APART == 0})
    if train.games < 2 or unseen.games < 2:
        raise Mistake(
            Text(
                f"too few games to fit {weights.table}: let it play more",
                f"zu wenige Spiele, um {weights.table} anzupassen: Lass mehr spielen",
            )
        )
    keys, columns = len(weights.keys), train.rows.shape[2]
    start = np.array(weights.values + [0.0] * (columns - keys))
    scale = train.rows.std(axis=(0, 1))
    scale[scale == 0.0] = 1.0

    def lost(values: Any) -> tuple[float, Any]:
        losses, pull, pull_cut = losses_of(train, values, keys, weights.cut)
        slope = slope_of(train, pull, pull_cut, keys, weights.cut)
        apart = (values - start) * scale
        total = float(losses.sum()) + 0.5 * _PULL * float(apart @ apart)
        return total / len(train), (slope + _PULL * apart * scale) / len(train)

    # Terms are scaled alike, so that the search for the best numbers takes steps of the same size in all of them.
    def lost_scaled(values: Any) -> tuple[float, Any]:
        loss, slope = lost(values / scale)
        return loss, slope / scale

    found = (
        minimize(lost_scaled, start * scale, jac=True, method="L-BFGS-B", options={"maxiter": 2000}).x / scale
    )
    values = [round(float(value), _DIGITS) for value in found[:keys]]
    errors = standard_errors(train, found, keys, weights.cut, scale)
    present = by_game(unseen, weights.values, keys, weights.cut)
    new = by_game(unseen, values, keys, weights.cut)
    count = len(unseen)
    return Fitted(
        weights,
        values,
        errors[:keys],
        train.games,
        len(train),
        unseen.games,
        count,
        math.log(unseen.rows.shape[1]),
        float(present.sum()) / count,
        float(new.sum()) / count,
        mean_with_interval((present - new) / count),
    )


def losses_of(sample: Sample, values: Any, keys: int, cut: int) -> tuple[Any, Any, Any]:
    """By position its log loss; by position and side what that side's strength does to it, once for plain terms and
    once for those of the cut, which do nothing where they do not count."""
    import numpy as np

    rows, plain = sample.rows, keys - cut
    strength = rows[:, :, :plain] @ values[:plain] + rows[:, :, keys:] @ values[keys:]
    token = rows[:, :, plain:keys] @ values[plain:keys]
    strength += np.maximum(token, 0.0)
    strength -= strength.max(axis=1, keepdims=True)
    parts = np.exp(strength)
    parts /= parts.sum(axis=1, keepdims=True)
    rest = 1.0 - sample.sure.sum(axis=1, keepdims=True)
    chances = np.clip(sample.sure + rest * parts, 1e-12, 1.0)
    losses = -(sample.won * np.log(chances)).sum(axis=1)
    blame = sample.won / chances * rest * parts
    pull = blame.sum(axis=1, keepdims=True) * parts - blame
    return losses, pull, np.where(token > 0.0, pull, 0.0)


def slope_of(sample: Sample, pull: Any, pull_cut: Any, keys: int, cut: int) -> Any:
    """How the log loss of all positions together changes with each number."""
    import numpy as np

    slope = np.tensordot(pull, sample.rows, axes=2)
    slope[keys - cut : keys] = np.tensordot(pull_cut, sample.rows[:, :, keys - cut : keys], axes=2)
    return slope


def by_game(sample: Sample, values: list[float], keys: int, cut: int) -> Any:
    """The log loss of each game, over its positions, by the numbers that a game would use."""
    import numpy as np

    wide = np.array(list(values) + [0.0] * (sample.rows.shape[2] - keys))
    losses, _, _ = losses_of(sample, wide, keys, cut)
    _, places = np.unique(sample.game, return_inverse=True)
    return np.bincount(places, weights=losses)


def mean_with_interval(parts: Any) -> tuple[float, float, float]:
    """A sum over games with its 95 % interval: the positions of one game are one observation."""
    total = float(parts.sum())
    reach = _SURE * math.sqrt(len(parts)) * float(parts.std(ddof=1))
    return total, total - reach, total + reach


def standard_errors(sample: Sample, values: Any, keys: int, cut: int, scale: Any) -> list[float]:
    """How far each number may be off, the positions of one game being one observation (a sandwich, by games). How
    sharply the likelihood bends is taken from how far the slopes of the positions lie apart."""
    import numpy as np

    _, pull, pull_cut = losses_of(sample, values, keys, cut)
    slopes = np.einsum("ns,nsk->nk", pull, sample.rows)
    token = slice(keys - cut, keys)
    slopes[:, token] = np.einsum("ns,nsk->nk", pull_cut, sample.rows[:, :, token])
    _, places = np.unique(sample.game, return_inverse=True)
    games = np.zeros((places.max() + 1, len(values)))
    np.add.at(games, places, slopes)
    inside = np.linalg.inv(slopes.T @ slopes + _PULL * np.diag(scale**2))
    spread = inside @ (games.T @ games) @ inside
    return [math.sqrt(max(float(spread[index, index]), 0.0)) for index in range(len(values))]


# ---- writing -------------------------------------------------------------------------------------------------------


def write_weights(weights: Weights, values: list[float], fitted: str) -> None:
    """Write new weights into a table of the game's file; keep comments and everything else."""
    weights.file.write_text(
        rewritten(weights.file.read_text(encoding="utf-8"), weights, values, fitted), encoding="utf-8"
    )


def rewritten(text: str, weights: Weights, values: list[float], fitted: str) -> str:
    """The text of the file with other numbers in a table."""
    lines_left = {key: spelled(value) for key, value in zip(weights.keys, values, strict=True)}
    lines_left["fitted"] = f'"{fitted}"'
    lines: list[str] = []
    table = ""
    for line in text.splitlines():
        heading = re.match(r"\[([\w-]+)\]", line)
        found = re.match(r'([\w-]+)( *= *)("[^"]*"|[^#\s]+)(.*)$', line)
        if heading:
            table = heading[1]
        elif found and table == weights.table and found[1] in lines_left:
            line = f"{found[1]}{found[2]}{lines_left.pop(found[1])}{found[4]}"
        lines.append(line)
    if lines_left:
        raise Mistake(
            Text(
                f"{weights.file.name} has no line for {', '.join(lines_left)} in [{weights.table}]",
                f"{weights.file.name} hat keine Zeile für {', '.join(lines_left)} in [{weights.table}]",
            )
        )
    return "\n".join(lines) + "\n"


def spelled(value: float) -> str:
    """A number as TOML writes it: 0.0 rather than -0."""
    return str(value + 0.0)
