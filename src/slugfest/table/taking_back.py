"""Take back a decision that can no longer be undone freely.

Alone with bots a person may always return to their last decision, past revealed cards and rolled dice; then the match
counts as practice. Between people everybody must agree, and nothing that was revealed or decided by chance is taken
back, so nobody gains knowledge.
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
    """How the person on a seat may take back their last decision. Secret moves of others do not change the answer."""
    history = table.history
    if seat < 0 or history is None or table.status != "playing" or table.seats[seat].away:
        return ""
    if table.can_undo(seat):
        return ""  # by Undo
    start = history.decision_of(seat)
    if start < 0:
        return ""
    if all(other == seat or table.seats[other].kind == "bot" for other in range(len(table.seats))):
        return "practice"
    return "ask" if asked_of(table, seat) and not history.final_since(start) else ""


def asked_of(table: Table, seat: int) -> list[int]:
    """The people who must agree."""
    return [other for other in table.people_there() if other != seat]


def standing(table: Table) -> AskedBack | None:
    """The open request, while it can be granted."""
    asked = table.asked_back
    return asked if asked is not None and reach(table, asked) >= 0 else None


def reach(table: Table, asked: AskedBack) -> int:
    """The number of moves that would be left; -1 if something was revealed since, or it is undone already."""
    history = table.history
    if history is None or table.status != "playing":
        return -1
    ply = history.nth_move(asked.seat, asked.moves)
    return -1 if ply < 0 or history.final_since(ply) else ply


def taking_back(table: Table) -> TakeBackRequest | None:
    """The open request, as everybody may see it."""
    asked = standing(table)
    if asked is None:
        return None
    missing = [seat for seat in asked_of(table, asked.seat) if seat not in asked.agreed]
    return {"seat": asked.seat, "agreed": sorted(asked.agreed), "missing": missing}


def entry_for(table: Table, mine: int, command: TakeBack) -> TakeBackEntry | None:
    """The entry that grants a command of the person on seat ``mine``; None if nothing has to change."""
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
    """Agree to another person's request or decline it. With the last consent the decision is taken back."""
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
