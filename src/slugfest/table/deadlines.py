"""When something may be entered, and what the table enters by itself when time has run out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .clock import Handing
from .entries import Entry, GaveUpEntry, HandEntry, MovesEntry, StoodEntry, UnhandEntry
from .judge import MOST_MOVES
from .refusals import refuse

if TYPE_CHECKING:
    from .table import Table


def window(table: Table, entry: Entry, now: int, delay: int) -> tuple[int | None, int | None]:
    """The moments between which an entry counts: it must be written later than the first and not later than the
    second. Raises :class:`Refusal` if it is too early or too late for it already.

    What is paid back of the delay of whoever moves is noted in the entry.
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
    """What the table does when what is due next has come; None if nothing will."""
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


def with_voice(handing: Handing | None, entry: HandEntry) -> Handing:
    """A hand-over with one more voice for it."""
    voices = () if handing is None else handing.by
    return Handing(entry["seat"], tuple(dict.fromkeys((*voices, entry["from"]))))


def without_voice(handing: Handing | None, entry: UnhandEntry) -> Handing | None:
    """A hand-over with one voice less; None: nobody asks for it any more."""
    if handing is None:
        return None
    left = tuple(voice for voice in handing.by if voice != entry["from"])
    return Handing(handing.seat, left, None if entry["stops"] else handing.at) if left else None


def default_moves(table: Table, seat: int) -> list[str]:
    """The game's default moves of a seat to the end of its decision; none if they lead to no end."""
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
            return moves  # it cannot be taken back, and what follows is not known here
    return moves if seat not in state.actors() else []
