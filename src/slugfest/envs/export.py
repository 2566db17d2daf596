"""Export games between bots as data: every decision with observation, legal actions, action and result.

JSON lines go to one file, Parquet to a folder of parts. Both can be resumed: finished games are not played again, and
the same seed gives the same games.
"""

from __future__ import annotations

import hashlib
import itertools
import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest.bots import Bot, bot
from slugfest.kernel import Facts, Game, Mistake, Options, Perspective, Text, observation_size, seeded

FORMAT: Final = 2  # 2: events in rows, checksums; of Parquet, the facts beside the folder instead of inside
GAMES_A_PART: Final = 100  # of a Parquet folder

Row = dict[str, Any]
Progress = Callable[[int, int], None]
Player = Callable[
    ["Export", Sequence[int]], Iterator[list[Row]]
]  # the decisions of each of these games, in order


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
    """Play one game; return its decisions. Simultaneous decisions are all made before any is applied.

    ``events`` are what the seat saw happen since its last decision, as a JSON text.
    """
    from .match import returns

    game, seats = export.game, len(export.bots)
    names = [export.bots[(seat + number) % seats] for seat in range(seats)]
    players: list[Bot] = [bot(name, game) for name in names]
    chances = [seeded("export", export.seed, number, seat) for seat in range(seats)]
    state = game.deal(seats, dict(export.options), seeded("export", export.seed, number))
    size = observation_size(game.learning.fields(seats, export.options))
    rows: list[Row] = []
    seen: list[list[Facts]] = [[] for _ in range(seats)]  # by seat: events since its last decision
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
                "events": _compact(seen[seat]),
            }
            seen[seat] = []
            decided.append((move, row))
        for move, row in decided:
            if row["seat"] in state.actors() and state.legal(row["seat"], move):
                state.events = []
                state.apply(row["seat"], move)
                for seat in range(seats):
                    seen[seat] += [event.seen_by(seat) for event in state.events]
                rows.append({**row, "step": len(rows)})
    results = returns(game, export.options, outcome)
    return [{**row, "result": results[row["seat"]], "last": row is rows[-1]} for row in rows]


class ExportBatch(NamedTuple):
    """Some games of an export, for a worker of the lab."""

    bots: Sequence[str]
    options: Options
    seed: str
    numbers: Sequence[int]

    @property
    def deals(self) -> int:
        return len(self.numbers)

    def play(self, game: Game) -> list[Row]:
        """A row for each game, with its decisions."""
        export = Export(game, self.bots, self.options, len(self.numbers), self.seed)
        return [
            {"deal": number, "game": 0, "decisions": decisions(export, number)} for number in self.numbers
        ]


def play_here(export: Export, numbers: Sequence[int]) -> Iterator[list[Row]]:
    """Play games one after the other in this process."""
    for number in numbers:
        yield decisions(export, number)


def write(export: Export, out: Path, progress: Progress | None = None, play: Player = play_here) -> int:
    """Play and write the missing games; return the number that existed before."""
    if out.suffix not in (".jsonl", ".parquet"):
        raise Mistake(
            Text(
                f"{out}: games are written as .jsonl (a file) or .parquet (a folder of parts)",
                f"{out}: Spiele werden als .jsonl (eine Datei) oder .parquet (ein Ordner mit Teilen) geschrieben",
            )
        )
    there = _write_lines if out.suffix == ".jsonl" else _write_parts
    return there(export, out, progress or (lambda done, total: None), play)


# ---- JSON lines ------------------------------------------------------------------------------------------------------


def _write_lines(export: Export, out: Path, progress: Progress, play: Player) -> int:
    there, end = _lines_there(export, out)
    with out.open("r+b" if out.exists() else "xb") as file:
        file.seek(end)
        file.truncate()
        if end == 0:
            file.write(_line(export.header()))
        progress(there, export.games)
        for done, rows in enumerate(play(export, range(there, export.games)), there + 1):
            progress(done, export.games)
            file.write(b"".join(_line({**row, "observation": list(row["observation"])}) for row in rows))
            file.flush()
    progress(export.games, export.games)
    return there


def _line(row: Row) -> bytes:
    return _compact(row).encode() + b"\n"


def _compact(data: Any) -> str:
    return json.dumps(data, separators=(",", ":"))


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
            raise Mistake(
                Text(
                    f"{out}: holds other games ({key} differs); choose another file, or ask for the same",
                    f"{out}: enthält andere Spiele ({key} ist verschieden); wähl eine andere Datei oder verlange"
                    " dieselben",
                )
            )


# ---- Parquet ---------------------------------------------------------------------------------------------------------


def _write_parts(export: Export, out: Path, progress: Progress, play: Player) -> int:
    try:
        import pyarrow  # noqa: F401
    except ImportError as error:
        raise Mistake(
            Text(
                "Parquet needs pyarrow: pip install 'slugfest[envs]'",
                "Für Parquet fehlt pyarrow: pip install 'slugfest[envs]'",
            )
        ) from error
    out.mkdir(parents=True, exist_ok=True)
    about = about_file(out)
    facts = json.loads(about.read_text("utf-8")) if about.exists() else {**export.header(), "parts": {}}
    _compare(facts, export, out)
    if not about.exists() and any(out.iterdir()):
        raise Mistake(
            Text(
                f"{out}: holds other files, and {about.name} is missing; choose another folder",
                f"{out}: enthält andere Dateien, und {about.name} fehlt; wähl einen anderen Ordner",
            )
        )
    there = 0
    missing: list[tuple[int, int]] = []
    for first, last in _parts(export.games):
        part = _part_file(out, first)
        if part.exists() and facts["parts"].get(part.name) not in (None, _checksum(part)):
            raise Mistake(
                Text(
                    f"{part}: was changed or damaged (its checksum differs); remove it to play it again",
                    f"{part}: wurde verändert oder beschädigt (die Prüfsumme passt nicht); entferne es, um es noch"
                    " einmal zu spielen",
                )
            )
        there += (held := _games_in(part))
        if held < last - first:  # and played again: a part is written as a whole
            missing.append((first, last))
    numbers = [number for first, last in missing for number in range(first, last)]
    games, done = play(export, numbers), export.games - len(numbers)
    for first, last in missing:
        rows: list[Row] = []
        for played in itertools.islice(games, last - first):
            rows += played
            done += 1
            progress(done, export.games)
        part = _part_file(out, first)
        fresh = out.with_name(f".{out.name}.writing")  # beside the folder: readers take all that is in it
        _write_part(export, rows, fresh, last - first)
        facts["parts"][part.name] = _checksum(fresh)
        _write_about(about, facts)
        fresh.replace(part)
    progress(export.games, export.games)
    return there


def _part_file(out: Path, first: int) -> Path:
    return out / f"part-{first:08}.parquet"


def about_file(out: Path) -> Path:
    """The file with the facts about a Parquet folder and the checksums of its parts, beside it: everything inside is a
    part, so that any reader takes the folder as one table."""
    return out.with_name(f"{out.name}.json")


def _write_about(about: Path, facts: Row) -> None:
    fresh = about.with_name(f".{about.name}.writing")
    fresh.write_text(json.dumps(facts, indent=2) + "\n", encoding="utf-8")
    fresh.replace(about)


def _checksum(part: Path) -> str:
    return f"sha256:{hashlib.sha256(part.read_bytes()).hexdigest()}"


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
        "events": pa.array(values["events"], pa.string()),
        "result": pa.array(values["result"], pa.float32()),
        "last": pa.array(values["last"], pa.bool_()),
    }
    about = {"slugfest": json.dumps(export.header()), "games": str(games)}
    pq.write_table(pa.table(columns).replace_schema_metadata(about), path, compression="zstd")
