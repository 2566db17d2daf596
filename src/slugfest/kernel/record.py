"""A record: the header of a match and its moves in text, one a line. A finished match replays exactly from it."""

from __future__ import annotations

import json
from typing import Final

from mypy_extensions import mypyc_attr

from .chance import (
    DUPLICATE,
    IMAGINED,
    LIVE,
    Chance,
    DuplicateChance,
    LiveChance,
    commitment,
    is_seat,
    seats_of_tables,
)
from .contract import Game
from .errors import RecordError, SlugfestError
from .events import Facts
from .history import History
from .options import Options, spell
from .outcome import ENDED_BY_PEOPLE, Outcome
from .text import is_number

TITLE: Final = "Slugfest record"
ABANDONED: Final = "abandoned"  # the result of a match that people agreed not to finish
_NEEDED: Final = ("game", "rules", "seats", "commitment")


@mypyc_attr(allow_interpreted_subclasses=True)
class Record:
    """What a record file says."""

    def __init__(self) -> None:
        self.game = ""
        self.rules = 1
        self.seats = 0
        self.options: Options = {}
        self.players: list[str] = []
        self.bots: dict[int, str] = {}  # by seat that a bot played: which one, with version and options
        self.chance = IMAGINED  # or LIVE, which is bound to the match and to who sits where; or DUPLICATE
        self.match = ""
        self.sitting: list[str] = []  # a seat each: "bot", "person", or "person NONCE"
        self.round = ""  # of DUPLICATE: the round whose tables are all dealt alike,
        self.table = 0  # which of them this is, from 1,
        self.tables: list[list[str]] = []  # and who sits at each
        self.commitment = ""
        self.secret = ""  # empty while the match runs
        self.result = ""
        self.practice = False  # somebody alone with bots took decisions back; the moves are those that stood
        self.variant: Facts | None = None  # of the game, whole, if it is one
        self.moves: list[tuple[int, str]] = []  # seat, text

    def text(self) -> str:
        """The record as a file."""
        lines = [f"# {TITLE}", f"game: {self.game}"]
        if self.variant is not None:
            lines.append(f"variant: {json.dumps(self.variant, ensure_ascii=False)}")
        lines += [f"rules: {self.rules}", f"seats: {self.seats}"]
        lines += [f"option {key}: {spell(value)}" for key, value in self.options.items()]
        lines += [f"player {seat + 1}: {name}" for seat, name in enumerate(self.players)]
        lines += [f"bot {seat + 1}: {bot}" for seat, bot in sorted(self.bots.items())]
        if self.chance != IMAGINED:
            lines += [f"chance: {self.chance}", f"match: {self.match}"]
        if self.chance == DUPLICATE:
            lines += [f"round: {self.round}", f"table: {self.table}", *seats_of_tables(self.tables)]
        elif self.chance == LIVE:
            lines += [f"seat {number}: {who}" for number, who in enumerate(self.sitting, 1)]
        lines.append(f"commitment: {self.commitment}")
        if self.secret:
            lines.append(f"secret: {self.secret}")
        if self.result:
            lines.append(f"result: {self.result}")
        if self.practice:
            lines.append("practice: yes")
        lines.append("")
        lines += [f"P{seat + 1}: {text}" for seat, text in self.moves]
        return "\n".join(lines) + "\n"


def record_of(
    history: History,
    players: list[str],
    finished: bool = True,
    abandoned: bool = False,
    practice: bool = False,
    verdict: Outcome | None = None,
    bots: dict[int, str] | None = None,
) -> Record:
    """The record of a history. The secret is written only into the record of a match that is over.

    ``verdict`` is how people ended it, where the game itself had not. ``bots`` are the seats that bots played,
    each with the bot's name, version and options.
    """
    record = Record()
    record.game = history.game.id
    if history.game.variant is not None:
        record.variant = history.game.variant.as_json()
    record.rules = history.state.rules_played()
    record.seats = history.state.seats
    record.options = dict(history.options)
    record.players = [" ".join(name.split()) for name in players]
    record.bots = {seat: " ".join(bot.split()) for seat, bot in (bots or {}).items()}
    if isinstance(history.chance, LiveChance):
        record.chance = LIVE
        record.match = history.chance.match
        record.sitting = list(history.chance.seats)
    if isinstance(history.chance, DuplicateChance):
        record.chance = DUPLICATE
        record.round = history.chance.round
        record.table = history.chance.table + 1
        record.tables = [list(sitting) for sitting in history.chance.tables]
    record.commitment = commitment(history.secret)
    record.practice = practice
    outcome = verdict or history.state.outcome()
    if abandoned:
        record.secret = history.secret
        record.result = ABANDONED
    elif finished and outcome is not None:
        record.secret = history.secret
        record.result = f"{outcome.reason} {' '.join(f'P{seat + 1}' for seat in outcome.winners())}".strip()
    record.moves = [(entry.seat, history.game.format(entry.move)) for entry in history.entries]
    return record


def read_record(text: str) -> Record:
    """Read a record file, or say which line is wrong."""
    record = Record()
    seen: set[str] = set()
    in_header = True
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.strip()
        if not line or line.startswith("#"):
            continue
        key, colon, value = line.partition(":")
        key, value = key.strip(), value.strip()
        if not colon:
            raise RecordError(f"line {number}: “{line[:60]}” is neither “key: value” nor “P1: MOVE”")
        if key[:1] == "P" and is_number(key[1:]):
            in_header = False
            seat = int(key[1:]) - 1
            if not 0 <= seat < record.seats:
                raise RecordError(f"line {number}: there is no seat {key}")
            record.moves.append((seat, value))
        elif not in_header:
            raise RecordError(f"line {number}: “{key}” stands among the moves; the header comes first")
        else:
            _read_header(record, key, value, number)
            seen.add(key)
    for key in _needed(record):
        if key not in seen:
            raise RecordError(f"the header line “{key}:” is missing")
    if record.chance == DUPLICATE:
        _sit_down(record)
    return record


def _sit_down(record: Record) -> None:
    """Set who sits at the table of a duplicate round that a record is of."""
    if not 1 <= record.table <= len(record.tables):
        raise RecordError(f"the header has no seats of table {record.table}")
    record.sitting = list(record.tables[record.table - 1])


def _needed(record: Record) -> list[str]:
    """The header lines that a record cannot do without."""
    if record.chance == IMAGINED:
        return list(_NEEDED)
    if record.chance == DUPLICATE:
        return [*_NEEDED, "match", "round", "table"]
    return [*_NEEDED, "match", *(f"seat {number}" for number in range(1, record.seats + 1))]


def _read_header(record: Record, key: str, value: str, number: int) -> None:
    if key in ("rules", "seats", "chance", "table"):
        if not is_number(value):
            raise RecordError(f"line {number}: {key} needs a whole number, not “{value[:40]}”")
        if key == "rules":
            record.rules = int(value)
        elif key == "seats":
            record.seats = int(value)
        elif key == "table":
            record.table = int(value)
        elif int(value) in (IMAGINED, LIVE, DUPLICATE):
            record.chance = int(value)
        else:
            raise RecordError(f"line {number}: this Slugfest knows chance 1 to 3, not {value}")
    elif key == "game":
        record.game = value
    elif key == "variant":
        record.variant = _read_variant(value, number)
    elif key == "commitment":
        record.commitment = value
    elif key == "secret":
        record.secret = value
    elif key == "result":
        record.result = value
    elif key == "practice":
        if value != "yes":
            raise RecordError(f"line {number}: practice is “yes”, or the line is not there")
        record.practice = True
    elif key == "match":
        record.match = value
    elif key == "round":
        record.round = value
    elif key.startswith("table "):
        _read_seat_at_table(record, key, value, number)
    elif key.startswith("seat "):
        if key != f"seat {len(record.sitting) + 1}" or not is_seat(value):
            raise RecordError(
                f"line {number}: “{key[:20]}: {value[:60]}” does not say who sits on the next seat"
            )
        record.sitting.append(value)
    elif key.startswith("option "):
        record.options[key[7:].strip()] = value
    elif key.startswith("player "):
        record.players.append(value)
    elif key.startswith("bot "):
        if not is_number(key[4:]) or not 1 <= int(key[4:]) <= record.seats:
            raise RecordError(f"line {number}: “{key[:20]}” names no seat of this match")
        record.bots[int(key[4:]) - 1] = value
    else:
        raise RecordError(f"line {number}: unknown header “{key[:40]}”")


def _read_variant(value: str, number: int) -> Facts:
    try:
        found = json.loads(value)
    except (ValueError, RecursionError):
        found = None
    if not isinstance(found, dict):
        raise RecordError(f"line {number}: variant needs the JSON of a variant")
    return found


def _read_seat_at_table(record: Record, key: str, value: str, number: int) -> None:
    """One seat of a duplicate round. They stand in order: table by table, seat by seat."""
    last = record.tables[-1] if record.tables else []
    if record.tables and key == f"table {len(record.tables)} seat {len(last) + 1}":
        seats = last
    elif key == f"table {len(record.tables) + 1} seat 1":
        seats = []
        record.tables.append(seats)
    else:
        raise RecordError(f"line {number}: “{key[:20]}” is not the next seat of the round")
    if not is_seat(value):
        raise RecordError(f"line {number}: “{value[:60]}” does not say who sits there")
    seats.append(value)


def replay(record: Record, game: Game) -> History:
    """Play a finished match again from its record; raises :class:`RecordError` at the first move that does not fit."""
    if record.game != game.id:
        raise RecordError(f"the record is of {record.game!r}, not of {game.id!r}")
    if not game.plays_version(record.rules):
        raise RecordError(f"the record follows rules version {record.rules}; this is version {game.version}")
    if not record.secret:
        raise RecordError(
            "the record has no secret: it was written before the match ended and cannot be replayed"
        )
    history = History(game, record.seats, record.options, _chance_of(record), record.rules)
    for number, (seat, text) in enumerate(record.moves, 1):
        try:
            history.play_text(seat, text)
        except SlugfestError as error:
            raise RecordError(f"move {number} (P{seat + 1}: {text}) does not fit: {error}") from error
    return history


def _chance_of(record: Record) -> Chance:
    """Where the chance of a recorded match came from."""
    if record.chance == IMAGINED:
        return Chance(record.secret)
    try:
        if record.chance == DUPLICATE:
            return DuplicateChance(record.secret, record.match, record.round, record.table - 1, record.tables)
        return LiveChance(record.secret, record.match, record.sitting)
    except SlugfestError as error:
        raise RecordError(str(error)) from error


def verify(record: Record, game: Game) -> History:
    """Replay a record and check that secret, hash, moves and result fit together.

    All that live chance is bound to is part of the record: with another match, game, version, option, seat or nonce
    the cards would have fallen otherwise, and the moves do not fit.
    """
    if record.secret and commitment(record.secret) != record.commitment:
        raise RecordError("the secret does not have the hash that was shown when the match started")
    history = replay(record, game)
    found = record_of(history, record.players).result
    reason = record.result.partition(" ")[0]
    if not found and (reason == ABANDONED or reason in ENDED_BY_PEOPLE):
        return history  # people ended it: the moves do not show that
    if record.result and found != record.result:
        raise RecordError(
            f"the record says “{record.result}”, but the moves give “{found or 'no result yet'}”"
        )
    return history
