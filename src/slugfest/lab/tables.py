"""Export all games of a run as one Parquet table. Needs pyarrow, of the extra ``lab``."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from slugfest.kernel import Mistake, Text

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
    for cell in run.experiment.cells:
        setting = {
            "cell": cell.key,
            "played": cell.game,
            "seats": cell.seats,
            "options": json.dumps(cell.options, sort_keys=True),
            "bots": list(cell.bots),
            "changes": json.dumps(dict(cell.changes), sort_keys=True),
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
