"""What whoever hosts a server may do to a match: remove a guest from it, and change the name at a seat.

Nothing else: no position, no hand and no log is shown for it. The entries are those that a host of a match and a person
who sits down make, so older releases read them.
"""

from __future__ import annotations

from .entries import RemovedEntry, SeatedEntry
from .seats import free_name
from .table import Table


def remove_guest(table: Table, guest: str) -> RemovedEntry | None:
    """Send a guest away from a match that is not over; None if there is nothing to do.

    In the lobby the seat becomes free. In a running match a bot plays on. The guest cannot come back until the match is
    over.
    """
    if table.has_ended or guest in table.removed or guest not in table.guests():
        return None
    entry: RemovedEntry = {"kind": "removed", "guests": [guest]}
    table.enter(entry)
    return entry


def rename_guest(table: Table, guest: str, name: str) -> SeatedEntry | None:
    """Change the name at a guest's seat in a match that is not over; None if there is nothing to do.

    Somebody for whom a bot stands in keeps the name: sitting down again would end that.
    """
    seat = table.seat_of(guest)
    if table.has_ended or seat < 0 or table.seats[seat].away:
        return None
    others = [one.name for index, one in enumerate(table.seats) if index != seat]
    free = free_name(name, others)
    if table.seats[seat].name == free:
        return None
    entry: SeatedEntry = {"kind": "seated", "seat": seat, "guest": guest, "name": free}
    table.enter(entry)
    return entry
