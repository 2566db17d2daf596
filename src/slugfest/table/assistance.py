"""Help at the table: whether hints are allowed, who took one, what matters now, and what would be a waste.

Between people hints are allowed only if everybody agrees; alone or with bots they always are. The coach is help, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from slugfest.kernel import Caution, Counsel, cautioned, seeded

from .entries import HintedEntry
from .refusals import refuse

if TYPE_CHECKING:
    from .table import Table


def people(table: Table) -> list[str]:
    """The guests who have a seat, there or away."""
    return [seat.guest for seat in table.seats if seat.kind == "person"]


def hints_allowed(table: Table) -> bool:
    """Whether people may ask for hints here."""
    guests = people(table)
    return len(guests) < 2 or all(guest in table.hints_agreed for guest in guests)


def agreeing(table: Table) -> list[int]:
    """The seats whose people agree to hints."""
    return [
        index for index, seat in enumerate(table.seats) if seat.guest and seat.guest in table.hints_agreed
    ]


def require_hints(table: Table) -> None:
    if not hints_allowed(table):
        raise refuse("HINTS_OFF")


def hint_taken(table: Table, seat: int) -> HintedEntry | None:
    """The entry that says somebody takes a hint for the decision at hand; None if the log says so already."""
    guest, decision = table.seats[seat].guest, table.decision(seat)[0]
    if table.hints_taken.get(guest, (0, -1))[1] == decision:
        return None
    return {"kind": "hinted", "seat": seat, "guest": guest, "decision": decision}


def note_hint(table: Table, entry: HintedEntry) -> None:
    """Count a hint that the log tells of."""
    count = table.hints_taken.get(entry["guest"], (0, -1))[0]
    table.hints_taken[entry["guest"]] = (count + 1, entry["decision"])


def counsel(table: Table, seat: int) -> Counsel | None:
    """What matters now to a seat, if it owes a decision. Asked of a sample: the truth has no say in it."""
    require_hints(table)
    if seat not in table.owing() or table.history is None:
        return None
    sample = table.history.state.sample(seat, seeded("slugfest", "coach", table.id, seat))
    return sample.counsel(seat)


def caution(table: Table, seat: int, moves: list[str]) -> Caution | None:
    """What the first of these moves that is a waste would throw away for good, as far as the seat can know."""
    if table.history is None:
        return None
    return cautioned(table.history.state, seat, moves, seeded("slugfest", "caution", table.id, seat))
