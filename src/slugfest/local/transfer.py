"""Export and import: all matches as one file, single finished ones as records."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final, Literal

from slugfest import __version__
from slugfest.kernel import (
    LIVE,
    OUT_OF_TIME,
    RESIGNATION,
    Game,
    Record,
    RecordError,
    game_of_record,
    read_record,
    verify,
)
from slugfest.kernel.outcome import DRAW_AGREED
from slugfest.kernel.variant_files import toml_of
from slugfest.kernel.variants import MARK
from slugfest.protocol.codes import read_code
from slugfest.table import Entry, Refusal, Seat, Table
from slugfest.table.entries import CreatedEntry, GaveUpEntry
from slugfest.table.log import FORMAT as LOG_FORMAT
from slugfest.table.pages import Imported, NotImported
from slugfest.table.seats import is_built_in

from .journal import Log
from .problems import here, variant_needed

if TYPE_CHECKING:
    from .local_server import LocalServer

KIND: Final = "matches"
FORMAT: Final = 1
TITLE: Final = "# Slugfest record"
ABANDONED: Final = "abandoned"


# ---- all together ----------------------------------------------------------------------------------------------------


def export(server: LocalServer) -> str:
    """Everything as one text, including the secrets of running matches."""
    return json.dumps(
        {
            "slugfest": KIND,
            "format": FORMAT,
            "version": __version__,
            "house": json.loads(server.journal.device or "{}"),
            "matches": {
                match: log.entries for match, log in sorted(server.journal.logs.items()) if not log.torn
            },
        },
        ensure_ascii=False,
        indent=1,
    )


def bring_in(server: LocalServer, text: str) -> Imported:
    """Import a file or a record; name what cannot be imported.

    Of a match that is here already only later entries are imported. One that has continued differently stays as it is.
    """
    if text.lstrip("\ufeff \n\r\t").startswith(TITLE):
        return {"matches": [bring_record(server, text)], "known": 0, "refused": []}
    kept = file_from(text)
    server.people.take_over(kept["house"])  # first: matches may be of its variants
    result: Imported = {"matches": [], "known": 0, "refused": []}
    for match, entries in kept["matches"].items():
        try:
            if bring_match(server, str(match), entries):
                result["matches"].append(str(match))
            else:
                result["known"] += 1
        except Refusal as refusal:
            result["refused"].append(NotImported(match=str(match)[:40], text=refusal.text.as_json()))
    return result


def file_from(text: str) -> dict[str, Any]:
    try:
        kept = json.loads(text.lstrip("\ufeff"))
    except (ValueError, RecursionError) as error:
        raise here("NO_FILE_OF_OURS") from error
    if not isinstance(kept, dict) or kept.get("slugfest") != KIND or not isinstance(kept.get("format"), int):
        raise here("NO_FILE_OF_OURS")
    if kept["format"] > FORMAT:
        raise here("NEWER_FILE")
    if not isinstance(kept.get("matches"), dict):
        raise here("NO_FILE_OF_OURS")
    return {"matches": kept["matches"], "house": kept.get("house")}


def bring_match(server: LocalServer, match: str, texts: Any) -> bool:
    """Import one match; False if it is here already."""
    log = Log()
    if (
        read_code(match) != match
        or not isinstance(texts, list)
        or not all(isinstance(text, str) for text in texts)
    ):
        raise here("DAMAGED")
    log.entries = list(texts)
    table = server.read_table(match, log)
    known = server.journal.logs.get(match)
    before = [] if known is None else known.entries
    if known is not None and not known.torn:
        if before[: len(texts)] == texts:
            return False
        if texts[: len(before)] != before:
            raise here("TWO_WAYS")
    entries, times = log.read()
    server.add(table, list(zip(entries, times, strict=True)))
    return True


# ---- a record --------------------------------------------------------------------------------------------------------


def bring_record(server: LocalServer, text: str) -> str:
    """Import a finished match from its record, verified; return its code."""
    try:
        record = read_record(text.lstrip("\ufeff"))
        game = game_of(server, record)
        verify(record, game)
    except RecordError as error:
        raise here("NO_RECORD", str(error)) from error
    match = read_code(record.match) or server.new_code()
    if match in server.journal.logs:
        if server.table(match).over:
            return match
        raise here("TWO_WAYS")
    log = log_of(record, record.match if record.chance == LIVE else match, game.version)
    table = Table.from_log(log, lambda _: game)
    if not table.over:
        raise here("NO_RECORD", "it has no end")
    if match != table.id:
        raise here("DAMAGED")
    server.add(table, [(entry, server.now()) for entry in log])
    return match


def game_of(server: LocalServer, record: Record) -> Game:
    """The game of a record, which may have brought its variant along: it is kept."""
    found = server.games.get(record.game)
    if found is None and record.variant is not None:
        brought = game_of_record(record).variant
        assert brought is not None
        server.people.keep_variant(brought.id, toml_of(brought))
        found = server.games.get(record.game)
    if found is None:
        raise here("NO_SUCH_GAME") if MARK not in record.game else variant_needed(record.game)
    return found


def log_of(record: Record, match: str, version: int) -> list[Entry]:
    """A log for the match of a record. Its people are unknown here."""
    seats = [seat_of(record, seat) for seat in range(record.seats)]
    created: CreatedEntry = {
        "kind": "created",
        "format": LOG_FORMAT,
        "match": match,
        "game": record.game,
        "rules": record.rules,
        "host": "me",
        "chance": record.chance,
        "secret": record.secret,
        "seats": [seat.as_entry() for seat in seats],
        "options": record.options,
    }
    if record.variant is not None:
        created["variant"] = record.variant
    log: list[Entry] = [created]
    for seat, sitting in zip(seats, record.sitting, strict=False):
        if nonce := sitting.partition(" ")[2]:
            log.append({"kind": "nonce", "guest": seat.guest, "nonce": nonce})
    log.append({"kind": "started"})
    log += [{"kind": "moves", "seat": seat, "moves": [text]} for seat, text in record.moves]
    return log + ending_of(record)


def seat_of(record: Record, seat: int) -> Seat:
    name = record.players[seat] if seat < len(record.players) else ""
    if (record.sitting[seat] if seat < len(record.sitting) else "") == "bot" or seat in record.bots:
        bot = record.bots.get(seat, "medium")
        first = bot.partition(" ")[0]
        known = first if is_built_in(first) else bot
        return Seat("bot", name, level=known[:120], signature="" if is_built_in(known) else bot)
    return Seat("person", name, f"record {seat + 1}")


def ending_of(record: Record) -> list[Entry]:
    """The entries by which people ended a match."""
    reason, *winners = record.result.split()
    others = [seat for seat in range(record.seats) if f"P{seat + 1}" not in winners]
    if reason == ABANDONED:
        return [{"kind": "abandon", "seat": 0, "ends": True}]
    if reason == DRAW_AGREED:
        return [{"kind": "draw", "seat": 0, "ends": True}]
    if reason in (RESIGNATION, OUT_OF_TIME):
        why: Literal["resigned", "time"] = "resigned" if reason == RESIGNATION else "time"
        return [GaveUpEntry(kind="gave_up", seat=seat, why=why) for seat in others]
    return []
