"""A record: the header of a match and its moves in text, one a line. A finished match replays exactly from it."""

from __future__ import annotations

from typing import Final

from .contract import Game
from .errors import RecordError, SlugfestError
from .history import History
from .options import Options, spell
from .rng import commitment
from .text import is_number

TITLE: Final = "Slugfest record"
_NEEDED: Final = ("game", "rules", "seats", "commitment")


class Record:
    """What a record file says."""

    def __init__(self) -> None:
        self.game = ""
        self.rules = 1
        self.seats = 0
        self.options: Options = {}
        self.players: list[str] = []
        self.commitment = ""
        self.secret = ""  # empty while the match runs
        self.result = ""
        self.moves: list[tuple[int, str]] = []  # seat, text

    def text(self) -> str:
        """The record as a file."""
        lines = [f"# {TITLE}", f"game: {self.game}", f"rules: {self.rules}", f"seats: {self.seats}"]
        lines += [f"option {key}: {spell(value)}" for key, value in self.options.items()]
        lines += [f"player {seat + 1}: {name}" for seat, name in enumerate(self.players)]
        lines.append(f"commitment: {self.commitment}")
        if self.secret:
            lines.append(f"secret: {self.secret}")
        if self.result:
            lines.append(f"result: {self.result}")
        lines.append("")
        lines += [f"P{seat + 1}: {text}" for seat, text in self.moves]
        return "\n".join(lines) + "\n"


def record_of(history: History, players: list[str], finished: bool = True) -> Record:
    """The record of a history. The secret is written only into the record of a finished match."""
    record = Record()
    record.game = history.game.id
    record.rules = history.state.rules_played()
    record.seats = history.state.seats
    record.options = dict(history.options)
    record.players = [" ".join(name.split()) for name in players]
    record.commitment = commitment(history.secret)
    outcome = history.state.outcome()
    if finished and outcome is not None:
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
    for key in _NEEDED:
        if key not in seen:
            raise RecordError(f"the header line “{key}:” is missing")
    return record


def _read_header(record: Record, key: str, value: str, number: int) -> None:
    if key in ("rules", "seats"):
        if not is_number(value):
            raise RecordError(f"line {number}: {key} needs a whole number, not “{value[:40]}”")
        if key == "rules":
            record.rules = int(value)
        else:
            record.seats = int(value)
    elif key == "game":
        record.game = value
    elif key == "commitment":
        record.commitment = value
    elif key == "secret":
        record.secret = value
    elif key == "result":
        record.result = value
    elif key.startswith("option "):
        record.options[key[7:].strip()] = value
    elif key.startswith("player "):
        record.players.append(value)
    else:
        raise RecordError(f"line {number}: unknown header “{key[:40]}”")


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
    history = History(game, record.seats, record.options, record.secret, record.rules)
    for number, (seat, text) in enumerate(record.moves, 1):
        try:
            history.play_text(seat, text)
        except SlugfestError as error:
            raise RecordError(f"move {number} (P{seat + 1}: {text}) does not fit: {error}") from error
    return history


def verify(record: Record, game: Game) -> History:
    """Replay a record and check that secret, hash, moves and result fit together."""
    if record.secret and commitment(record.secret) != record.commitment:
        raise RecordError("the secret does not have the hash that was shown when the match started")
    history = replay(record, game)
    found = record_of(history, record.players).result
    if record.result and found != record.result:
        raise RecordError(
            f"the record says “{record.result}”, but the moves give “{found or 'no result yet'}”"
        )
    return history
