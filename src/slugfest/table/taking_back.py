"""Taking a decision back that can no longer be undone freely.

Against bots alone a person may always go back to their last decision, past cards that were shown and dice that were
rolled; from then on the match is practice. Between people it takes everybody's consent and never goes past anything
that was revealed or that chance decided, so nobody gains knowledge by it. What may be undone freely is undone freely.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from .entries import TakeBackEntry
from .messages import TakeBackRequest, WayBack
from .refusals import refuse

if TYPE_CHECKING:
    from .commands import TakeBack
    from .table import Table


@dataclass
class AskedBack:
    """Somebody asks to take their last decision back."""

    seat: int
    moves: int  # of this seat, before that decision
    agreed: set[int] = field(default_factory=set)


def way_back(table: Table, seat: int) -> WayBack:
    """How the person on a seat may take their last decision back. What others do behind a screen does not change it:
    anything that ends the way is noticed by all."""
    history = table.history
    if seat < 0 or history is None or table.status != "playing" or table.seats[seat].away:
        return ""
    if table.can_undo(seat):
        return ""  # step by step, and nobody need be asked
    start = history.decision_of(seat)
    if start < 0:
        return ""
    if all(other == seat or table.seats[other].kind == "bot" for other in range(len(table.seats))):
        return "practice"
    return "ask" if asked_of(table, seat) and not history.final_since(start) else ""


def asked_of(table: Table, seat: int) -> list[int]:
    """The people whose consent somebody needs."""
    return [other for other in table.people_there() if other != seat]


def standing(table: Table) -> AskedBack | None:
    """What somebody asks for, as long as it can be granted."""
    asked = table.asked_back
    return asked if asked is not None and reach(table, asked) >= 0 else None


def reach(table: Table, asked: AskedBack) -> int:
    """How many moves of the game would be left; -1: something has been revealed since, or it is undone already."""
    history = table.history
    if history is None or table.status != "playing":
        return -1
    ply = history.nth_move(asked.seat, asked.moves)
    return -1 if ply < 0 or history.final_since(ply) else ply


def taking_back(table: Table) -> TakeBackRequest | None:
    """What somebody asks for, as everybody is told."""
    asked = standing(table)
    if asked is None:
        return None
    missing = [seat for seat in asked_of(table, asked.seat) if seat not in asked.agreed]
    return {"seat": asked.seat, "agreed": sorted(asked.agreed), "missing": missing}


def entry_for(table: Table, mine: int, command: TakeBack) -> TakeBackEntry | None:
    """The entry that grants a request of the person on seat ``mine``, or None: nothing is to be changed."""
    if command.seat == mine:
        return ask(table, mine) if command.agree else withdraw(table, mine)
    return consent(table, mine, command)


def ask(table: Table, mine: int) -> TakeBackEntry | None:
    assert table.history is not None
    way = way_back(table, mine)
    if not way:
        raise refuse("NO_WAY_BACK")
    moves = table.history.moves_before(mine, table.history.decision_of(mine))
    if way == "practice":
        return {"kind": "taken_back", "seat": mine, "moves": moves, "practice": True}
    asked = standing(table)
    if asked is not None and asked.seat != mine:
        raise refuse("ANOTHER_ASKS")
    if asked is not None and asked.moves == moves:
        return None
    return {"kind": "back_asked", "seat": mine, "moves": moves}


def withdraw(table: Table, mine: int) -> TakeBackEntry | None:
    asked = standing(table)
    return {"kind": "back_over", "seat": mine} if asked is not None and asked.seat == mine else None


def consent(table: Table, mine: int, command: TakeBack) -> TakeBackEntry | None:
    """Somebody agrees to what another asks for, or does not; the last to agree carries it out."""
    asked = standing(table)
    if asked is None or asked.seat != command.seat:
        raise refuse("NOT_ASKED")
    if not command.agree:
        return {"kind": "back_over", "seat": mine}
    if all(seat == mine or seat in asked.agreed for seat in asked_of(table, asked.seat)):
        return {"kind": "taken_back", "seat": asked.seat, "moves": asked.moves, "by_consent_of": mine}
    return None if mine in asked.agreed else {"kind": "back_agreed", "seat": mine}


def apply(table: Table, entry: TakeBackEntry) -> None:
    """Apply an entry about taking back."""
    table.plies.clear()
    match entry["kind"]:
        case "back_asked":
            table.asked_back = AskedBack(entry["seat"], entry["moves"])
        case "back_agreed":
            assert table.asked_back is not None
            table.asked_back.agreed.add(entry["seat"])
        case "back_over":
            table.asked_back = None
        case "taken_back":
            assert table.history is not None
            table.history.go_back(table.history.nth_move(entry["seat"], entry["moves"]))
            table.asked_back = None
            table.practice = table.practice or entry.get("practice", False)
        case _:
            assert_never(entry)
