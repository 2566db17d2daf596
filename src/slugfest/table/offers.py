"""Limit offers that come and go: draws, requests to take back, hand-overs, nudges, votes to end a match, hints.

Each of them interrupts everybody at the table. A person may make the same offer a few times until the game has moved on
for everybody, and so many in a match. Beyond that only they are told so. To agree to somebody else's offer is no offer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .entries import Entry
from .refusals import refuse

if TYPE_CHECKING:
    from .table import Table

MOST_NOW: Final = 3  # of one kind, by one person, until everybody has seen the game move on
MOST_IN_A_MATCH: Final = 60  # of all kinds, by one person


def is_offer(table: Table, entry: Entry) -> bool:
    """Whether an entry, before it is applied, begins something that others are asked about."""
    match entry["kind"]:
        case "draw":
            return not table.drawing
        case "abandon":
            return not table.abandoning
        case "hand":
            return table.time.handing is None
        case "back_asked" | "nudged" | "hints":
            return True
        case _:
            return False


def require_offer(table: Table, entry: Entry, guest: str) -> None:
    """Refuse an offer that a guest has made too often."""
    if not is_offer(table, entry):
        return
    if table.offers[guest, entry["kind"]] >= MOST_NOW:
        raise refuse("OFFERED_ENOUGH")
    if table.offered[guest] >= MOST_IN_A_MATCH:
        raise refuse("OFFERS_SPENT")


def count(table: Table, entry: Entry, offer: bool) -> None:
    """Count an offer that was made. A move that everybody could notice lets people ask again."""
    if offer and "by" in entry:
        table.offers[entry["by"], entry["kind"]] += 1
        table.offered[entry["by"]] += 1
    elif entry["kind"] == "moves" and not table.unnoticed:
        table.offers.clear()
