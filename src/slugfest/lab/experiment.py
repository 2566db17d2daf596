"""Experiments: what is played, by whom, how often, and what is varied, read from a small TOML file or its like.

An experiment becomes a list of cells, one for each setting. docs/lab.md has the format. Ladders and match-ups are
experiments with a preset, which decides how their games are seeded.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest.bots import bot
from slugfest.kernel import (
    ContentError,
    Game,
    Mistake,
    Options,
    Text,
    add_variant,
    coupled,
    game,
    load_toml,
    plain_id,
    read_range,
    read_variant,
    seeded,
    slug,
    spell,
    spelled,
    variant,
)

from .batches import Series
from .deals import MATCH_UPS, MEASURES, PRESETS, Cell, CellBatch, ways_of
from .meetings import meetings, setting
from .provenance import digest, provenance_of
from .runs import Run, read_spec
from .sequential import Question, elo_question

KEYS: Final = (
    *("game", "seats", "options", "bots", "pairs", "neighbours", "alone", "line_ups", "variants", "change"),
    *("vary", "sample", "games", "stop", "seed", "measure", "preset", "merged"),
)
_STOP_KEYS: Final = ("worse", "better", "elo", "alpha", "beta", "most")
Meeting = tuple[tuple[tuple[str, ...], ...], Options, tuple[int, int]]  # line-ups, options, their numbers
PLAIN: Final = "plain"  # among the variants: the game itself
MOST_CELLS: Final = 20_000


class Experiment(NamedTuple):
    """An experiment, read and checked."""

    spec: dict[str, Any]  # as it was written, ready for JSON; variants in full
    cells: list[Cell]
    deals: int  # of every cell, at most
    seed: str
    measures: tuple[str, ...]
    stop: Question | None
    preset: str
    games: dict[str, Game]  # by id: variants, and games that are not installed

    @property
    def identity(self) -> str:
        """A hash of everything but the number of games."""
        return digest({key: value for key, value in self.spec.items() if key != "games"})

    def game_of(self, cell: Cell) -> Game:
        return self.games[cell.game] if cell.game in self.games else game(cell.game)

    def series(self) -> list[Series]:
        """One for each cell."""
        found: list[Series] = []
        for cell, title in zip(self.cells, titles(self.cells)[1], strict=True):
            played = self.game_of(cell)
            batch = partial(CellBatch, cell, self.seed, self.measures, self.preset)
            ways = len(ways_of(played, cell))
            found.append(Series(cell.key, title, played, ways, self.deals, batch))
        return found

    def needs(self) -> dict[str, Any]:
        return provenance_of((name, self.game_of(cell)) for cell in self.cells for name in cell.bots)


def read_experiment(path: Path) -> Experiment:
    """Read an experiment from a file; raise :class:`ContentError` with file, key and reason."""
    return experiment(load_toml(path), path.name, path.parent)


def experiment(
    spec: dict[str, Any], file: str = "experiment", folder: Path | None = None, played: Game | None = None
) -> Experiment:
    """Read an experiment. Files of variants are looked for in ``folder``; ``played`` need not be installed."""
    return _Reader(dict(spec), file, folder or Path(), played).read()


def spec_of(played: Game) -> dict[str, Any]:
    """The part of a specification that names a game, with its variant in full."""
    if played.variant is None:
        return {"game": played.id}
    return {"game": played.plain_id, "variants": [played.variant.as_json()]}


def open_run(folder: Path) -> Run[Experiment]:
    """Open the run of an experiment."""
    spec = read_spec(folder)
    if "report" in spec:
        raise Mistake(
            Text(
                f"{folder} has the games of a {spec['report']} report; give its command again to see it",
                f"{folder} enthält die Spiele eines Berichts ({spec['report']}); gib dessen Befehl noch einmal",
            )
        )
    return Run(folder, experiment(spec, str(folder)))


class _Reader:
    def __init__(self, spec: dict[str, Any], file: str, folder: Path, played: Game | None) -> None:
        self.spec = spec
        self.file = file
        self.folder = folder
        self.games = {} if played is None else {played.id: played}

    def fault(self, key: str, reason: str) -> ContentError:
        return ContentError(self.file, key, reason)

    def read(self) -> Experiment:
        for key in self.spec:
            if key not in KEYS:
                raise self.fault(key, f"unknown key; there are {', '.join(KEYS)}")
        seed = str(self.spec.get("seed", "lab"))
        measures = self.words("measure", ["length"])
        for name in measures:
            if name not in MEASURES:
                raise self.fault("measure", f"{', '.join(MEASURES)} can be measured, not {name!r}")
        preset = self.spec.get("preset", "")
        if preset not in ("", *PRESETS):
            raise self.fault("preset", f"there are {', '.join(PRESETS)}, not {preset!r}")
        stop = self.stop()
        games = self.whole("games", self.spec.get("games", 0 if stop else 200), 0)
        self.resolve_variants()
        cells = self.cells(seed)
        if preset == MATCH_UPS:  # shuffled, so that an interrupted run is a fair sample
            order = list(range(len(cells)))
            seeded(seed, "order").shuffle(order)
            cells = [cells[index] for index in order]
        most = max(len(ways_of(self.game_of(cell), cell)) for cell in cells)
        deals = -(-games // most) if games else (stop.most if stop else 0)
        if stop is not None:
            if any(cell.sides != 2 for cell in cells):
                raise self.fault(
                    "stop", "a stopping rule asks which of two sides is better: name two bots or line-ups"
                )
            stop = stop._replace(most=deals)
        if not deals:
            raise self.fault(
                "games", "say how many games, or when to stop and after how many deals at the most"
            )
        return Experiment(self.spec, cells, deals, seed, tuple(measures), stop, preset, self.games)

    # ---- parts -------------------------------------------------------------------------------------------------

    def stop(self) -> Question | None:
        stop = self.spec.get("stop")
        if stop is None:
            return None
        if not isinstance(stop, dict):
            raise self.fault("stop", "a table is needed: worse and better, or elo")
        for key in stop:
            if key not in _STOP_KEYS:
                raise self.fault(f"stop.{key}", f"unknown key; there are {', '.join(_STOP_KEYS)}")
        rest = {key: stop[key] for key in ("alpha", "beta", "most") if key in stop}
        try:
            if "elo" in stop:
                low, high = stop["elo"]
                return elo_question(low, high, **rest).checked()
            return Question(
                **{key: stop[key] for key in ("worse", "better") if key in stop}, **rest
            ).checked()
        except Mistake as error:
            raise self.fault("stop", str(error)) from error
        except (TypeError, ValueError) as error:
            raise self.fault("stop", "numbers are needed, and for elo two of them: elo = [0, 20]") from error

    def resolve_variants(self) -> None:
        """Replace file names by their content: a run must not change when somebody edits a file."""
        listed = self.spec.get("variants", [])
        if not isinstance(listed, list):
            raise self.fault("variants", "a list of files is needed")
        found: list[Any] = []
        for one in listed:
            if isinstance(one, str) and one != PLAIN:
                found.append(read_variant(self.folder / one).as_json())
            elif one == PLAIN or isinstance(one, dict):
                found.append(one)
            else:
                raise self.fault("variants", f"a file or {PLAIN!r} is needed, not {one!r}")
        if found:
            self.spec["variants"] = found

    def cells(self, seed: str) -> list[Cell]:
        axes = self.axes()
        size = math.prod(len(values) for _, values in axes)
        sample = self.whole("sample", self.spec.get("sample", 0), 0)
        if not sample and size > MOST_CELLS:
            raise self.fault("vary", f"these are {size} settings; draw some of them: sample = 50")
        found: dict[str, Cell] = {}
        for chosen in _chosen(axes, sample, seed):
            for cell in self.cells_of(dict(chosen)):
                found[cell.key] = cell
        if not found:
            raise self.fault("line_ups", "none of these line-ups can meet")
        return list(found.values())

    def axes(self) -> list[tuple[str, list[Any]]]:
        """What is varied, each with its values."""
        vary = self.spec.get("vary", {})
        if not isinstance(vary, dict):
            raise self.fault("vary", "a table is needed: what = values")
        axes: list[tuple[str, list[Any]]] = []
        if self.spec.get("variants"):
            axes.append(("variants", self.spec["variants"]))
        if "pairs" in self.spec:
            names = self.words("pairs", [])
            if len(names) < 2 or "bots" in self.spec or "bots" in vary:
                raise self.fault("pairs", "two bots or more are needed, and then no others: each meets each")
            near = self.spec.get("neighbours", False) is True
            pairs = itertools.pairwise(names) if near else itertools.combinations(names, 2)
            axes.append(("bots", [list(pair) for pair in pairs]))
        for key, values in _flat(vary):
            if isinstance(values, str):
                values = read_range(f"{key}={values}")[1]
            if not isinstance(values, list) or not values:
                raise self.fault(f"vary.{key}", 'a list of values or a range such as "4..7" is needed')
            axes.append((key, values))
        return axes

    def cells_of(self, chosen: dict[str, Any]) -> Iterator[Cell]:
        """The cells of one combination of values: several if all line-ups meet."""
        settings = dict(self.spec)
        for key in ("game", "seats", "bots", "line_ups"):
            if key in chosen:
                settings[key] = chosen.pop(key)
        options = dict(self.table("options"))
        for key in [key for key in chosen if key.startswith(("option.", "options."))]:
            options[key.partition(".")[2]] = chosen.pop(key)
        name = settings.get("game")
        if not isinstance(name, str):
            raise self.fault("game", "the id of a game is needed")
        played, changes = self.played(name, chosen.pop("variants", PLAIN), chosen)
        seats = self.whole("seats", settings.get("seats", 2), 1)
        bots = settings.get("bots", ["medium", "medium"])
        bots = [bots] if isinstance(bots, str) else bots
        if not isinstance(bots, list) or not bots or not all(isinstance(one, str) for one in bots):
            raise self.fault("bots", 'a list of bots is needed, such as ["hard", "medium"]')
        for one in bots:
            bot(one, played).close()
        alone = self.spec.get("alone", False) is True
        for line_ups, settled, numbers in self.meetings(played, seats, options, settings.get("line_ups", [])):
            cell = Cell("", played.id, seats, settled, tuple(bots), line_ups, changes, alone, numbers)
            if cell.line_ups and len(bots) > 1:
                raise self.fault("line_ups", "line-ups are compared with one bot on both sides")
            ways_of(played, cell)
            mark = digest(cell[: cell._fields.index("meeting")], 8)  # as in runs of earlier versions
            yield cell._replace(key=f"{slug(f'{name} {seats} {title_of(cell)}')[:60]}-{mark}")

    def played(self, name: str, base: Any, chosen: dict[str, Any]) -> tuple[Game, dict[str, Any]]:
        """The game, with the changes of this cell."""
        changes = dict(_flat(self.table("change")))
        for path, value in chosen.items():
            changes |= coupled(path, value)
        called, additions = "", {}
        if base != PLAIN:
            if base["game"] != name:
                raise self.fault("variants", f"{base['id']} is a variant of {base['game']}, not of {name}")
            changes = {**base.get("changes", {}), **changes}
            additions = base.get("additions", {})
            called = base["name"]["en"] if not chosen else ""
        if not changes and not additions and (base == PLAIN or "content" not in base):
            return self.games[name] if name in self.games else game(name), {}
        try:
            content = None if base == PLAIN else base.get("content")
            new = variant(name, changes, called, content, additions)
            changed = self.games[new.id] if new.id in self.games else add_variant(new)
        except ContentError as error:
            raise self.fault(f"vary.{error.key}", error.reason) from error
        self.games[new.id] = changed
        return changed, {path: spelled(value) for path, value in changes.items()}

    def meetings(self, played: Game, seats: int, chosen: Options, line_ups: Any) -> Iterator[Meeting]:
        """Which line-ups meet, and with which options: none fixed, two, or all that can."""
        if not line_ups:
            yield (), played.settle(seats, chosen), (0, 0)
        elif line_ups == "all":
            known, found = played.reports.line_ups(), meetings(played, seats, chosen)
            places = sorted({number for met in found for number in (met.one, met.other)})
            for met in found:
                pair = tuple(known[met.one]), tuple(known[met.other])
                yield pair, met.there.options, (places.index(met.one), places.index(met.other))
        elif (
            not isinstance(line_ups, list)
            or len(line_ups) != 2
            or not all(isinstance(one, list) for one in line_ups)
        ):
            raise self.fault("line_ups", 'two line-ups are needed, each a list of its members, or "all"')
        else:
            there, back = (
                setting(played, seats, chosen, one, other) for one, other in (line_ups, line_ups[::-1])
            )
            if there is None or back is None:
                one, other = (" + ".join(members) for members in line_ups)
                raise self.fault(
                    "line_ups", f"{one} and {other} cannot meet in {played.id} with these seats and options"
                )
            yield (tuple(line_ups[0]), tuple(line_ups[1])), there.options, (0, 0)

    # ---- values ------------------------------------------------------------------------------------------------

    def game_of(self, cell: Cell) -> Game:
        return self.games[cell.game] if cell.game in self.games else game(cell.game)

    def table(self, key: str) -> dict[str, Any]:
        value = self.spec.get(key, {})
        if not isinstance(value, dict):
            raise self.fault(key, "a table is needed")
        return value

    def whole(self, key: str, value: Any, low: int) -> int:
        if not isinstance(value, int) or isinstance(value, bool) or value < low:
            raise self.fault(key, f"a whole number from {low} on is needed, not {value!r}")
        return value

    def words(self, key: str, default: list[str]) -> list[str]:
        value = self.spec.get(key, default)
        value = [value] if isinstance(value, str) else value
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise self.fault(key, "a list of words is needed")
        return value


def title_of(cell: Cell) -> str:
    """The name of a cell among others of its game."""
    parts = [" vs ".join(cell.bots)]
    if cell.line_ups:
        parts.append(" vs ".join("+".join(members) for members in cell.line_ups))
    parts += [f"{path}={value}" for path, value in cell.changes.items()]
    return ", ".join(parts)


def titles(cells: list[Cell]) -> tuple[str, list[str]]:
    """What cells have in common, and the title of each: what differs from the others."""
    parts = [_parts(cell) for cell in cells]
    shared = {key for key, value in parts[0].items() if all(one.get(key) == value for one in parts)}
    common = [value for key, value in parts[0].items() if key in shared and not key.startswith("option.")]
    own = [", ".join(value for key, value in one.items() if key not in shared) for one in parts]
    return ", ".join(common), [title or title_of(cell) for title, cell in zip(own, cells, strict=True)]


def _parts(cell: Cell) -> dict[str, str]:
    """The parts of a cell's title, by name."""
    found = {"game": plain_id(cell.game), "seats": f"seats={cell.seats}", "bots": " vs ".join(cell.bots)}
    if cell.line_ups:
        found["line_ups"] = " vs ".join("+".join(members) for members in cell.line_ups)
    else:
        found |= {f"option.{key}": f"{key}={spell(value)}" for key, value in cell.options.items()}
    if "@" in cell.game and not cell.changes:
        found["variant"] = cell.game.partition("@")[2]
    return found | {f"change.{path}": f"{path}={value}" for path, value in cell.changes.items()}


def _flat(table: dict[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def _chosen(axes: list[tuple[str, list[Any]]], sample: int, seed: str) -> Iterator[list[tuple[str, Any]]]:
    """Every combination of values, or so many drawn at random, each at most once."""
    size = math.prod(len(values) for _, values in axes)
    if not sample or sample >= size:
        numbers: list[int] = list(range(size))
    else:
        rng = seeded("sweep", seed)
        drawn: dict[int, None] = {}
        while len(drawn) < sample:
            drawn[rng.below(size)] = None
        numbers = sorted(drawn)
    for number in numbers:
        chosen: list[tuple[str, Any]] = []
        for key, values in reversed(axes):
            number, index = divmod(number, len(values))
            chosen.insert(0, (key, values[index]))
        yield chosen


__all__ = ["Experiment", "experiment", "open_run", "read_experiment", "spec_of", "titles"]
