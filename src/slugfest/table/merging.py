"""Give a guest's part in a match to another guest: somebody signed in on a device that had played as a guest.

It is one person with two ids, so the match goes on as it is: seat, name, number for the chance, hints and limits stay.
Where both have a seat, nothing changes: with both, one person would know what two seats may not know of each other.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .table import Table


def can_merge(table: Table, guest: str, into: str) -> bool:
    """Whether a guest has a part in a match that the other can have instead."""
    if not guest or not into or guest == into or guest not in table.guests() or into in table.removed:
        return False
    return table.seat_of(guest) < 0 or table.seat_of(into) < 0


def merge(table: Table, guest: str, into: str) -> None:
    """Put one guest in the place of another."""
    mine = table.seat_of(guest)
    if mine >= 0:
        table.seats[mine].guest = into
    if table.host == guest:
        table.host = into
    if guest in table.nonces:  # what chance is bound to stays as it was
        table.nonces[into] = table.nonces.pop(guest)
    for guests in (table.hints_agreed, table.replaced):
        if guest in guests:
            guests.remove(guest)
            guests.add(into)
    if guest in table.hints_taken:
        table.hints_taken[into] = table.hints_taken.pop(guest)
    for kind in [kind for who, kind in table.offers if who == guest]:
        table.offers[into, kind] += table.offers.pop((guest, kind))
    for counted in (table.offered, table.entered):
        if guest in counted:
            counted[into] += counted.pop(guest)
    # A request that is sent again after signing in was answered already.
    for who, request in [*table.granted]:
        if who == guest:
            table.granted.setdefault((into, request), table.granted[who, request])
