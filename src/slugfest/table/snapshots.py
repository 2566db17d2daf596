"""Snapshots of tables, which open faster than a log.

The log stays the match. A snapshot names the release that made it and its newest entry. If either does not match, it is
ignored and the log is read from its beginning.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import astuple
from typing import Any, Final

from slugfest import __version__
from slugfest.kernel import Game, Outcome, Variant, add_variant, agreed_draw
from slugfest.kernel import game as installed_game

from .clock import Clock, Handing, Time
from .endings import REASONS, verdict_on
from .log import read_entry
from .seats import Seat
from .table import Table, game_of, opened
from .taking_back import AskedBack

FORM: Final = 8  # of the data below
EVERY: Final = 300  # entries between two snapshots of a match


def snapshot_of(table: Table) -> bytes:
    """The table as data."""
    history, time = table.history, table.time
    granted: dict[str, dict[str, int]] = {}
    for (guest, request), version in table.granted.items():
        granted.setdefault(guest, {})[request] = version
    data: dict[str, Any] = {
        "made_by": made_by(table.game),
        "version": table.version,
        "created": table.log[0],
        "digest": digest_of(table.log[-1]),
        "host": table.host,
        "seats": [astuple(seat) for seat in table.seats],
        "options": table.options,
        "rematch": table.rematch,
        "nonces": table.nonces,
        "removed": sorted(table.removed),
        "advert": table.advert,
        "abandoning": sorted(table.abandoning),
        "abandoned": table.abandoned,
        "dealt_to": table.dealt_to,
        "revealed": table.revealed,
        "practice": table.practice,
        "asked_back": None if table.asked_back is None else asked_back_of(table.asked_back),
        "drawing": sorted(table.drawing),
        "ended": table.ended,
        "pace": time.pace,
        "at": time.at,
        "clocks": [astuple(clock) for clock in time.clocks],
        "handing": None if time.handing is None else astuple(time.handing),
        "hints_agreed": sorted(table.hints_agreed),
        "hints_taken": table.hints_taken,
        "replaced": sorted(table.replaced),
        "offers": [[guest, kind, count] for (guest, kind), count in sorted(table.offers.items())],
        "offered": dict(table.offered),
        "begun": history is not None,
        "moves": [] if history is None else [[entry.seat, int(entry.move)] for entry in history.entries],
        "unnoticed": sorted(table.unnoticed),
        "missed": sorted(table.missed.items()),
        "entered": dict(table.entered),
        "granted": granted,
    }
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode()


def table_from(
    data: bytes,
    newest: Mapping[str, object],
    find_game: Callable[[str], Game] = installed_game,
    load_variant: Callable[[Variant], Game] = add_variant,
) -> Table | None:
    """The table of a snapshot; None if another release made it or ``newest`` is not its newest entry."""
    kept = json.loads(data)
    game = game_of(kept["created"], find_game, load_variant)
    if kept["made_by"] != made_by(game) or kept["digest"] != digest_of(newest):
        return None
    table = opened(kept["created"], lambda _: game)
    table.host = kept["host"]
    table.options = kept["options"]
    table.nonces = kept["nonces"]
    table.removed = set(kept["removed"])
    table.seats = [Seat(*seat) for seat in kept["seats"]]
    table.dealt_to, table.revealed = kept["dealt_to"], kept["revealed"]
    if kept["begun"]:
        table.begin()
        assert table.history is not None
        if table.history.entries:  # of a match that goes on from another; they are among the moves below
            table.history.go_back(0)
        for seat, move in kept["moves"]:
            table.history.play(seat, move)
    table.advert = kept["advert"]
    table.rematch = kept["rematch"]
    table.abandoning = set(kept["abandoning"])
    table.abandoned = kept["abandoned"]
    table.practice = kept["practice"]
    if kept["asked_back"] is not None:
        seat, moves, agreed = kept["asked_back"]
        table.asked_back = AskedBack(seat, moves, set(agreed))
    table.drawing = set(kept["drawing"])
    table.ended = kept["ended"]
    table.verdict = verdict_kept(table)
    handing = kept["handing"]
    table.time = Time(
        kept["pace"],
        kept["at"],
        tuple(Clock(*clock) for clock in kept["clocks"]),
        None if handing is None else Handing(handing[0], tuple(handing[1]), handing[2]),
    )
    table.hints_agreed = set(kept["hints_agreed"])
    table.hints_taken = {guest: (count, last) for guest, (count, last) in kept["hints_taken"].items()}
    table.replaced = set(kept["replaced"])
    table.offers = Counter({(guest, kind): count for guest, kind, count in kept["offers"]})
    table.offered = Counter(kept["offered"])
    table.unnoticed = set(kept["unnoticed"])
    table.missed.update(dict(kept["missed"]))
    table.entered.update(kept["entered"])
    table.granted = {
        (guest, request): version
        for guest, requests in kept["granted"].items()
        for request, version in requests.items()
    }
    table.skip_to(kept["version"], read_entry(newest, kept["version"], table.id))
    return table


def asked_back_of(asked: AskedBack) -> list[Any]:
    return [asked.seat, asked.moves, sorted(asked.agreed)]


def verdict_kept(table: Table) -> Outcome | None:
    """The outcome of a match that people ended."""
    if table.ended == "draw":
        return agreed_draw(len(table.seats))
    return None if table.ended not in REASONS or table.abandoned else verdict_on(table, table.ended)


def made_by(game: Game) -> list[Any]:
    """What must be equal for a snapshot to be usable."""
    return [FORM, __version__, game.id, (game.today or game).version]


def digest_of(entry: Mapping[str, object]) -> str:
    return hashlib.sha256(json.dumps(entry, sort_keys=True).encode()).hexdigest()
