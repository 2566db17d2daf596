"""Export games between bots as data: every decision with observation, legal actions, action and result.

JSON lines go to one file, Parquet to a folder of parts. Both can be resumed: finished games are not played again, and
the same seed gives the same games.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest.bots import Bot, bot
from slugfest.kernel import Game, Options, Perspective, SlugfestError, observation_size, seeded

FORMAT: Final = 1
GAMES_A_PART: Final = 100  # of a Parquet folder

Row = dict[str, Any]
Progress = Callable[[int, int], None]


class Export(NamedTuple):
    """What is played. Bots change seats from game to game."""

    game: Game
    bots: Sequence[str]  # one for each seat
    options: Options
    games: int
    seed: str

    def header(self) -> Row:
        """The settings and the meaning of the numbers, without the number of games, which may grow."""
        seats = len(self.bots)
        fields = self.game.learning.fields(seats, self.options)
        return {
            "slugfest_export": FORMAT,
            "game": self.game.id,
            "rules": self.game.version,
            "seats": seats,
            "options": self.options,
            "bots": list(self.bots),
            "seed": self.seed,
            "actions": self.game.learning.action_count(self.game, seats, self.options),
            "fields": [{"name": f.name, "shape": f.shape, "high": f.high, "about": f.about} for f in fields],
        }


def new_export(game: Game, bots: Sequence[str], options: Options, games: int, seed: str) -> Export:
    """Check the settings of an export."""
    for name in bots:
        bot(name, game)
    return Export(game, bots, game.settle(len(bots), options), games, seed)


def decisions(export: Export, number: int) -> list[Row]:
    """Play one game; return its decisions. Simultaneous decisions are all made before any is applied."""
    from .match import returns

    game, seats = export.game, len(export.bots)
    names = [export.bots[(seat + number) % seats] for seat in range(seats)]
    players: list[Bot] = [bot(name, game) for name in names]
    chances = [seeded("export", export.seed, number, seat) for seat in range(seats)]
    state = game.deal(seats, dict(export.options), seeded("export", export.seed, number))
    size = observation_size(game.learning.fields(seats, export.options))
    rows: list[Row] = []
    while (outcome := state.outcome()) is None:
        decided: list[tuple[int, Row]] = []
        for seat in state.actors():
            observation = state.game.learning.observation(state, seat, size)
            move = players[seat].choose(Perspective(state, seat), chances[seat])
            row = {
                "game": number,
                "seat": seat,
                "bot": names[seat],
                "observation": observation,
                "legal": state.game.learning.actions(state, seat),
                "action": state.game.learning.action_of(state, seat, move),
                "move": game.format(move),
            }
            decided.append((move, row))
        for move, row in decided:
            if row["seat"] in state.actors() and state.legal(row["seat"], move):
                state.apply(row["seat"], move)
                rows.append({**row, "step": len(rows)})
    results = returns(game, export.options, outcome)
    return [{**row, "result": results[row["seat"]], "last": row is rows[-1]} for row in rows]


def write(export: Export, out: Path, progress: Progress | None = None) -> int:
    """Play and write the missing games; return the number that existed before."""
    if out.suffix not in (".jsonl", ".parquet"):
        raise SlugfestError(f"{out}: games are written as .jsonl (a file) or .parquet (a folder of parts)")
    there = _write_lines if out.suffix == ".jsonl" else _write_parts
    return there(export, out, progress or (lambda done, total: None))


# ---- JSON lines ------------------------------------------------------------------------------------------------------


def _write_lines(export: Export, out: Path, progress: Progress) -> int:
    there, end = _lines_there(export, out)
    with out.open("r+b" if out.exists() else "xb") as file:
        file.seek(end)
        file.truncate()
        if end == 0:
            file.write(_line(export.header()))
        for number in range(there, export.games):
            progress(number, export.games)
            rows = decisions(export, number)
            file.write(b"".join(_line({**row, "observation": list(row["observation"])}) for row in rows))
            file.flush()
    progress(export.games, export.games)
    return there


def _line(row: Row) -> bytes:
    return json.dumps(row, separators=(",", ":")).encode() + b"\n"


def _lines_there(export: Export, out: Path) -> tuple[int, int]:
    """The number of whole games in a file, and the offset where they end."""
    if not out.exists():
        return 0, 0
    there, end, place = 0, 0, 0
    with out.open("rb") as file:
        for number, line in enumerate(file):
            place += len(line)
            if not line.endswith(b"\n"):
                break
            row = json.loads(line)
            if number == 0:
                _compare(row, export, out)
                end = place
            elif row["last"]:
                there, end = row["game"] + 1, place
    return there, end


def _compare(found: Row, export: Export, out: Path) -> None:
    """Raise if an existing export has other settings."""
    wanted = json.loads(json.dumps(export.header()))
    for key in wanted:
        if found.get(key) != wanted[key]:
            raise SlugfestError(
                f"{out}: holds other games ({key} differs); choose another file, or ask for the same"
            )


# ---- Parquet ---------------------------------------------------------------------------------------------------------


def _write_parts(export: Export, out: Path, progress: Progress) -> int:
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise SlugfestError("Parquet needs pyarrow: pip install slugfest[envs]") from error
    out.mkdir(parents=True, exist_ok=True)
    about = out / "_export.json"  # a leading _ keeps it out of data sets
    if about.exists():
        _compare(json.loads(about.read_text("utf-8")), export, out)
    else:
        about.write_text(json.dumps(export.header(), indent=2) + "\n", encoding="utf-8")
    there = 0
    for first, last in _parts(export.games):
        part = out / f"part-{first:08}.parquet"
        if (held := _games_in(part)) >= last - first:
            there += held
            continue
        there += held  # and played again: a part is written as a whole
        rows: list[Row] = []
        for number in range(first, last):
            progress(number, export.games)
            rows += decisions(export, number)
        fresh = part.with_suffix(".writing")
        _write_part(export, rows, fresh, last - first)
        fresh.replace(part)
    progress(export.games, export.games)
    return there


def _games_in(part: Path) -> int:
    """The number of games in a part."""
    import pyarrow.parquet as pq

    return int(pq.read_schema(part).metadata[b"games"]) if part.exists() else 0


def _parts(games: int) -> Iterator[tuple[int, int]]:
    for first in range(0, games, GAMES_A_PART):
        yield first, min(games, first + GAMES_A_PART)


def _write_part(export: Export, rows: list[Row], path: Path, games: int) -> None:
    import pyarrow as pa
    import pyarrow.parquet as pq

    size = observation_size(export.game.learning.fields(len(export.bots), export.options))
    values = {key: [row[key] for row in rows] for key in rows[0]}
    flat = pa.array(memoryview(b"".join(values["observation"])).cast("b"), pa.int8())
    columns = {
        "game": pa.array(values["game"], pa.int32()),
        "step": pa.array(values["step"], pa.int32()),
        "seat": pa.array(values["seat"], pa.int8()),
        "bot": pa.array(values["bot"]).dictionary_encode(),
        "observation": pa.FixedSizeListArray.from_arrays(flat, size),
        "legal": pa.array(values["legal"], pa.list_(pa.int32())),
        "action": pa.array(values["action"], pa.int32()),
        "move": pa.array(values["move"], pa.string()),
        "result": pa.array(values["result"], pa.float32()),
        "last": pa.array(values["last"], pa.bool_()),
    }
    about = {"slugfest": json.dumps(export.header()), "games": str(games)}
    pq.write_table(pa.table(columns).replace_schema_metadata(about), path, compression="zstd")
