"""Those who watch a match without a seat, as its host sees them."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from typing import Final

from slugfest.table import Table, refuse
from slugfest.table.messages import Watcher, WatchersResult

MOST_LISTED: Final = 200


def key_of(match: str, guest: str) -> str:
    """What the host calls a guest. A guest's id is not for others to know, so the key does not reveal it."""
    return hashlib.sha256(f"{match} {guest}".encode()).hexdigest()[:16]


def watching(table: Table, present: Collection[str]) -> list[str]:
    """The connected guests without a seat, but for the host, and then those who were sent away."""
    seated = {table.host, *(seat.guest for seat in table.seats)}
    return [*sorted(set(present) - seated - table.removed), *sorted(table.removed)]


def watcher_with(table: Table, present: Collection[str], key: str) -> str:
    """The guest with a key; empty if there is none."""
    return next((guest for guest in watching(table, present) if key_of(table.id, guest) == key), "")


def watchers_result(
    request: str,
    table: Table,
    asking: str,
    present: Collection[str],
    windows: Mapping[str, int],
    names: Mapping[str, str],
) -> WatchersResult:
    """The answer to Watchers; refused for everybody but the host."""
    if asking != table.host:
        raise refuse("NOT_HOST")
    watchers: list[Watcher] = [
        {
            "key": key_of(table.id, guest),
            "name": names.get(guest, ""),
            "windows": windows.get(guest, 0),
            "removed": guest in table.removed,
        }
        for guest in watching(table, present)
    ]
    watchers.sort(key=lambda one: (one["removed"], -one["windows"]))
    return {"type": "watchers_result", "id": request, "watchers": watchers[:MOST_LISTED]}
