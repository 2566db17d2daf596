"""When an entry may be written, and what the table does by itself when time has run out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .clock import Handing
from .entries import Entry, GaveUpEntry, HandEntry, MovesEntry, StoodEntry, UnhandEntry
from .judge import MOST_MOVES
from .refusals import refuse

if TYPE_CHECKING:
    from .table import Table


def window(table: Table, entry: Entry, now: int, delay: int) -> tuple[int | None, int | None]:
    """The limits of an entry: it must be written later than the first and not later than the second.

    Raises :class:`Refusal` if it is too early or too late already. The delay that is given back to the seat is noted in
    the entry.
    """
    time = table.time
    if entry["kind"] in ("moves", "undo"):
        deadline = time.deadline(entry["seat"])
        if deadline is None:
            return None, None
        lag = time.lag(entry["seat"], delay)
        if now > deadline + lag:
            raise refuse("TIME_UP")
        if lag:
            entry["lag"] = lag
        return None, deadline + lag
    if entry["kind"] in ("nudged", "hand"):
        seat = entry["seat"]
        begin = time.nudge_from(seat) if entry["kind"] == "nudged" else time.hand_from(seat)
        if begin is None or now < begin:
            raise refuse("TOO_EARLY")
        return begin - 1, None
    return None, None


def entry_for(table: Table) -> StoodEntry | GaveUpEntry | MovesEntry | None:
    """What the table does at the next time that is due; None if nothing is."""
    due, out, handing, pace = table.due(), table.time.next_out(), table.time.handing, table.time.pace
    if due is None:
        return None
    if handing is not None and handing.at == due:
        return {"kind": "stood", "seat": handing.seat, "why": "idle", "level": pace["level"]}
    assert out is not None
    seat = out[1]
    if pace["then"] == "give_up":
        return {"kind": "gave_up", "seat": seat, "why": "time"}
    if pace["then"] == "move" and (moves := default_moves(table, seat)):
        return {"kind": "moves", "seat": seat, "moves": moves, "why": "time"}
    return {"kind": "stood", "seat": seat, "why": "time", "level": pace["level"]}


def with_vote(handing: Handing | None, entry: HandEntry) -> Handing:
    """A hand-over with one more vote."""
    votes = () if handing is None else handing.by
    return Handing(entry["seat"], tuple(dict.fromkeys((*votes, entry["from"]))))


def without_vote(handing: Handing | None, entry: UnhandEntry) -> Handing | None:
    """A hand-over with one vote less; None if there are no votes left."""
    if handing is None:
        return None
    left = tuple(vote for vote in handing.by if vote != entry["from"])
    return Handing(handing.seat, left, None if entry["stops"] else handing.at) if left else None


def default_moves(table: Table, seat: int) -> list[str]:
    """The default moves of a seat to the end of its decision; empty if they do not end it."""
    if table.history is None:
        return []
    state = table.history.state.copy()
    moves: list[str] = []
    while seat in state.actors() and len(moves) < MOST_MOVES:
        move = state.default_move(seat)
        moves.append(table.game.format(move))
        chance, state.revealed = state.rng.state, False
        state.apply(seat, move)
        if state.revealed or state.rng.state != chance:
            return moves  # it is final, and what follows cannot be predicted here
    return moves if seat not in state.actors() else []
