"""Runs as tables: what was varied has columns with types."""

from __future__ import annotations

from pathlib import Path

import pyarrow as pa
from pyarrow import parquet

from slugfest.lab.batches import PoolExecutor
from slugfest.lab.experiment import experiment
from slugfest.lab.runs import Run
from slugfest.lab.tables import write_parquet


def test_what_is_varied_has_a_typed_column(tmp_path: Path) -> None:
    what = experiment(
        {
            "game": "kapow-cards",
            "bots": ["random"],
            "games": 2,
            "vary": {"W14.value": [14, 9], "option.look_at_dealt": ["off", "on"]},
        }
    )
    run = Run(tmp_path / "run", what)
    run.prepare()
    run.play(PoolExecutor(1))
    assert write_parquet(run, tmp_path / "games.parquet") == 8
    table = parquet.read_table(tmp_path / "games.parquet")
    (place,) = [name for name in table.column_names if name.startswith("change.")]
    assert place.endswith("W14.value")
    assert table.schema.field(place).type == pa.int64()
    assert sorted(table[place].to_pylist()) == [9] * 4 + [14] * 4
    assert table.schema.field("option.look_at_dealt").type == pa.bool_()
    assert table.schema.field("option.mode").type == pa.string()
    assert table["option.look_at_dealt"].to_pylist().count(True) == 4
