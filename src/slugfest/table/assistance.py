"""Hints, the coach and cautions: whether they are allowed, who took a hint, and what they say.

Between people, hints and the coach are allowed only if everybody agrees; alone or with bots they always are.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from slugfest.kernel import Caution, CautionedMove, Counsel, MissingPart, Refusal, cautioned, seeded

from .entries import HintedEntry
from .refusals import refuse

if TYPE_CHECKING:
    from .table import Table


def people(table: Table) -> list[str]:
    """The guests who have a seat, present or away."""
    return [seat.guest for seat in table.seats if seat.kind == "person"]


def hints_allowed(table: Table) -> bool:
    """Whether people may ask for hints in this match: the game has them, and everybody agrees."""
    guests = people(table)
    return table.game.search is not None and (
        len(guests) < 2 or all(guest in table.hints_agreed for guest in guests)
    )


def require_hints(table: Table) -> None:
    """Raise a refusal where hints are off, or where the game has no part ``search``."""
    try:
        table.game.require_search()
    except MissingPart as missing:
        raise Refusal("HINTS_OFF", "", missing.text) from missing
    if not hints_allowed(table):
        raise refuse("HINTS_OFF")


def hint_taken(table: Table, seat: int) -> HintedEntry | None:
    """The entry for a hint about the present decision; None if the log has it already."""
    guest, decision = table.seats[seat].guest, table.decision(seat).moved
    if table.hints_taken.get(guest, (0, -1))[1] == decision:
        return None
    return {"kind": "hinted", "seat": seat, "guest": guest, "decision": decision}


def note_hint(table: Table, entry: HintedEntry) -> None:
    """Count a hint."""
    count = table.hints_taken.get(entry["guest"], (0, -1))[0]
    table.hints_taken[entry["guest"]] = (count + 1, entry["decision"])


def counsels(table: Table, seat: int) -> list[Counsel]:
    """What matters now to a seat, if it owes a decision: danger first. It comes from a sample, so it reveals nothing
    hidden."""
    require_hints(table)
    if seat not in table.owing() or table.history is None:
        return []
    teaching, search = table.game.teaching, table.game.search
    if teaching is None or search is None:
        return []
    sample = search.sample(table.history.state, seat, seeded("slugfest", "coach", table.id, seat))
    return teaching.counsel(sample, seat)


def caution(table: Table, seat: int, moves: list[str]) -> Caution | None:
    """What the first wasteful one of these moves would throw away for good, as far as the seat can know."""
    found = cautioned_move(table, seat, moves)
    return None if found is None else found.caution


def cautioned_move(table: Table, seat: int, moves: list[str]) -> CautionedMove | None:
    """The first one of these moves that the game would warn of."""
    if table.history is None:
        return None
    return cautioned(table.history.state, seat, moves, seeded("slugfest", "caution", table.id, seat))
