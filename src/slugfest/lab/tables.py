"""Export all games of a run as one Parquet table. Needs pyarrow, of the extra ``lab``."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from slugfest.kernel import Mistake, Text, read_value, spell

from .deals import Cell
from .experiment import Experiment
from .runs import Run


def write_parquet(run: Run[Experiment], file: Path) -> int:
    """Write a row a game, with its setting and provenance; return the number of rows."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as error:
        raise Mistake(
            Text(
                "Parquet needs a library that is not installed: pip install 'slugfest[lab]'",
                "Parquet braucht eine Bibliothek, die fehlt: pip install 'slugfest[lab]'",
            )
        ) from error
    rows: list[dict[str, Any]] = []
    typed = typed_columns(run.experiment.cells)
    for cell in run.experiment.cells:
        setting = {
            "cell": cell.key,
            "played": cell.game,
            "seats": cell.seats,
            "options": json.dumps(cell.options, sort_keys=True),
            "bots": list(cell.bots),
            "changes": json.dumps(dict(cell.changes), sort_keys=True),
            **typed[cell.key],
        }
        for deal in run.files[cell.key].read():
            rows += [setting | row for row in deal]
    table = pyarrow.Table.from_pylist(rows)
    provenance = json.dumps(
        {"experiment": run.experiment.spec, "made": run.provenance}, sort_keys=True, ensure_ascii=False
    )
    table = table.replace_schema_metadata({"slugfest": provenance})
    parquet.write_table(table, file)
    return len(rows)


def typed_columns(cells: Sequence[Cell]) -> dict[str, dict[str, Any]]:
    """By setting: the changed places (``change.W14.value``) and the options (``option.mode``), a column each.

    A column of whole numbers, numbers or truth values has that type; anything else is a text. A place that a setting
    does not change is empty.
    """
    changed = {
        cell.key: {f"change.{path}": read_value(text) for path, text in cell.changes.items()}
        for cell in cells
    }
    found = {
        cell.key: changed[cell.key] | {f"option.{key}": value for key, value in cell.options.items()}
        for cell in cells
    }
    for column in dict.fromkeys(name for setting in found.values() for name in setting):
        kind = _kind([setting[column] for setting in found.values() if column in setting])
        for setting in found.values():
            value = setting.get(column)
            setting[column] = None if value is None else kind(value)
    return found


def _kind(values: Sequence[Any]) -> Callable[[Any], Any]:
    if all(isinstance(value, bool) for value in values):
        return bool
    if all(isinstance(value, int) and not isinstance(value, bool) for value in values):
        return int
    if all(isinstance(value, int | float) and not isinstance(value, bool) for value in values):
        return float
    return spell
