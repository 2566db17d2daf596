"""Games as data: complete, the same for the same seed, and resumed after an interruption."""

from __future__ import annotations

import hashlib
import json
import pickle
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pandas as pd
import pyarrow.dataset as ds
import pytest
from typer.testing import CliRunner

from slugfest.cli.app import app
from slugfest.cli.lab import play_apart
from slugfest.envs import export
from slugfest.envs.export import Export, new_export, write
from slugfest.kernel import Game, SlugfestError, game
from slugfest.lab.batches import BatchResult

QUERY = "SELECT * FROM '{}/*.parquet' ORDER BY game, step, seat"


def asked(games: int, seed: str = "x", bots: tuple[str, ...] = ("greedy", "random")) -> Export:
    return new_export(game("kapow-cards"), bots, {}, games, seed)


def lines(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def test_every_decision_is_there_with_what_led_to_it(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    write(asked(4), out)
    header, *rows = lines(out)
    assert header["bots"] == ["greedy", "random"]
    size = len(rows[0]["observation"])
    assert size == sum(_size(field["shape"]) for field in header["fields"])
    assert {row["game"] for row in rows} == {0, 1, 2, 3}
    for row in rows:
        assert row["action"] in row["legal"]
        assert 0 <= max(row["legal"]) < header["actions"]
        assert row["bot"] == header["bots"][(row["seat"] + row["game"]) % 2]  # seats are swapped
    for number in range(4):
        played = [row for row in rows if row["game"] == number]
        assert [row["last"] for row in played] == [False] * (len(played) - 1) + [True]
        results = {row["seat"]: row["result"] for row in played}
        assert sum(results.values()) == 0.0


def _size(shape: list[int]) -> int:
    size = 1
    for length in shape:
        size *= length
    return size


def test_what_was_interrupted_goes_on_and_ends_as_if_it_had_not_been(tmp_path: Path) -> None:
    whole, torn = tmp_path / "whole.jsonl", tmp_path / "torn.jsonl"
    write(asked(5), whole)
    write(asked(3), torn)
    text = torn.read_bytes()
    torn.write_bytes(text[:-700])  # in the middle of the third game
    assert write(asked(5), torn) == 2
    assert torn.read_bytes() == whole.read_bytes()
    assert write(asked(5), torn) == 5


def test_other_games_are_not_mixed_in(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    write(asked(1), out)
    with pytest.raises(SlugfestError, match="seed differs"):
        write(asked(2, seed="y"), out)
    with pytest.raises(SlugfestError, match=r"\.jsonl"):
        write(asked(1), tmp_path / "games.csv")
    with pytest.raises(SlugfestError, match="there is no bot 'wizard'"):
        asked(1, bots=("wizard", "random"))


def test_parquet_holds_the_same_and_grows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(export, "GAMES_A_PART", 2)
    folder, file = tmp_path / "games.parquet", tmp_path / "games.jsonl"
    write(asked(3), folder)
    assert write(asked(5), folder) == 3
    write(asked(5), file)
    table = ds.dataset(folder).to_table().sort_by([("game", "ascending"), ("step", "ascending")])
    rows = lines(file)[1:]
    assert table.num_rows == len(rows)
    for found, row in zip(table.to_pylist(), rows, strict=True):
        assert {**found, "result": float(found["result"])} == row


def test_everything_in_the_folder_is_a_part_and_has_a_checksum(tmp_path: Path) -> None:
    """polars and DuckDB read all that lies in a folder."""
    folder = tmp_path / "games.parquet"
    write(asked(2), folder)
    assert [path.name for path in folder.iterdir()] == ["part-00000000.parquet"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games.parquet", "games.parquet.json"]
    facts = json.loads((tmp_path / "games.parquet.json").read_text("utf-8"))
    part = folder / "part-00000000.parquet"
    assert facts["parts"] == {part.name: f"sha256:{hashlib.sha256(part.read_bytes()).hexdigest()}"}
    assert facts["game"] == "kapow-cards"
    assert write(asked(2), folder) == 2
    part.write_bytes(part.read_bytes()[:-1] + b"!")
    with pytest.raises(SlugfestError, match="checksum differs"):
        write(asked(2), folder)


def test_pandas_and_duckdb_read_the_folder_as_one_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(export, "GAMES_A_PART", 1)
    folder = tmp_path / "games.parquet"
    write(asked(3), folder)
    assert len(list(folder.iterdir())) == 3
    expected = ds.dataset(folder).to_table().to_pylist()
    assert {row["game"] for row in expected} == {0, 1, 2}
    frame = pd.read_parquet(folder)
    read = [{name: plain(value) for name, value in row.items()} for row in frame.to_dict("records")]
    assert read == expected
    program = f'import duckdb, json; at = duckdb.sql("{QUERY.format(folder)}"); '
    program += "print(json.dumps([dict(zip(at.columns, row)) for row in at.fetchall()]))"
    # In a process of its own: when it ends, DuckDB 2.0 lists what it did not give back.
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    assert json.loads(found.stdout) == sorted(
        expected, key=lambda row: (row["game"], row["step"], row["seat"])
    )


def plain(value: Any) -> Any:
    """A value of pandas as Python's own: a list stands in an array."""
    return value.tolist() if hasattr(value, "tolist") else value


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "games.parquet"
    folder.mkdir()
    (folder / "notes.txt").write_text("mine", "utf-8")
    with pytest.raises(SlugfestError, match="holds other files"):
        write(asked(1), folder)
    assert [path.name for path in folder.iterdir()] == ["notes.txt"]


def test_rows_have_the_events_that_their_seat_saw_since_its_last_decision() -> None:
    rows = export.decisions(asked(1), 0)
    assert json.loads(rows[0]["events"]) == []
    told = [event["kind"] for row in rows for event in json.loads(row["events"])]
    assert "attack" in told
    first = next(row for row in rows if json.loads(row["events"]))
    assert first["step"] > 0
    drawn = [event for row in rows for event in json.loads(row["events"]) if event["kind"] == "draw"]
    assert any("card" in event for event in drawn)  # its own
    assert any("card" not in event for event in drawn)  # somebody else's


def test_who_decides_at_the_same_time_has_decided_from_the_same_position() -> None:
    rows = export.decisions(new_export(game("tag-team"), ["random", "random"], {}, 1, "s"), 0)
    assert [row["seat"] for row in rows[:2]] == [0, 1]


def test_the_command_writes_and_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "games.jsonl"
    command = ["export", "kapow-cards", "--out", str(out), "--games", "2", "--bots", "greedy,easy,random"]
    told = CliRunner().invoke(app, command)
    assert told.exit_code == 0, told.output
    assert "2 games are in" in told.output.replace("\n", "")
    told = CliRunner().invoke(app, [*command, "--language", "de"])
    assert "2 davon waren schon da" in told.output.replace("\n", " ")


def test_workers_write_the_same_bytes_as_one_process_and_resume(tmp_path: Path) -> None:
    alone, apart = tmp_path / "alone.jsonl", tmp_path / "apart.jsonl"
    command = ["export", "kapow-cards", "--bots", "greedy,random", "--seed", "x", "--games"]
    for out, more in ((alone, []), (apart, ["--workers", "2"])):
        assert CliRunner().invoke(app, [*command, "9", "--out", str(out), *more]).exit_code == 0
    assert apart.read_bytes() == alone.read_bytes()
    apart.write_bytes(alone.read_bytes()[:-900])
    assert CliRunner().invoke(app, [*command, "9", "--out", str(apart), "--workers", "2"]).exit_code == 0
    assert apart.read_bytes() == alone.read_bytes()


def test_batches_that_finish_in_any_order_are_written_in_theirs(tmp_path: Path) -> None:
    """As a cluster may finish them; a pool of the lab or Dask runs the same batches."""

    class Backwards:
        workers = 2

        def run(self, batches: Iterable[Any], played: Game) -> Iterator[tuple[int, BatchResult]]:
            numbered = [pickle.loads(pickle.dumps(pair)) for pair in enumerate(batches)]
            for number, batch in reversed(numbered):
                assert batch.deals == len(batch.numbers)
                yield number, BatchResult(batch.play(played), 0.0)

    write(asked(7), tmp_path / "alone.parquet")
    write(asked(7), tmp_path / "apart.parquet", play=partial(play_apart, Backwards()))
    first, second = (ds.dataset(tmp_path / f"{name}.parquet").to_table() for name in ("alone", "apart"))
    assert first.equals(second)
    assert first["game"].to_pylist() == sorted(first["game"].to_pylist())
