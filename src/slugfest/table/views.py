"""The match as one viewer may know it: the only door from a table to people. Plain data, shaped like the wire.

A viewer is a guest; a guest's seat decides what is shown, and a guest without one is a spectator.
"""

from __future__ import annotations

from typing import Final

from slugfest.kernel import SPECTATOR, Entry, Facts, Game, History, Text

from .table import Table

BEGINNING: Final = Text("The game begins.", "Das Spiel beginnt.")


def match_info(table: Table, guest: str) -> Facts:
    """The match around the game."""
    return {
        "id": table.id,
        "game": table.game.id,
        "status": table.status,
        "seats": [seat_info(table, index, guest) for index in range(len(table.seats))],
        "options": table.options,
        "teams": table.teams,
        "owing": table.owing(),
        "commitment": table.commitment,
        "secret": table.secret,
        "rematch": table.rematch or None,
        "hosting": bool(guest) and guest == table.host,
    }


def seat_info(table: Table, index: int, guest: str) -> Facts:
    seat = table.seats[index]
    return {
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level or None,
        "stand_in": bool(seat.away),
        "you": bool(guest) and seat.guest == guest,
        "host": seat.kind == "person" and seat.guest == table.host,
    }


def seat_view(table: Table, seat: int) -> Facts | None:
    """The game as a seat sees it; nothing in the lobby. Where a bot stands in, its person has no moves."""
    if table.history is None:
        return None
    view = table.history.state.view(seat)
    if seat >= 0 and table.seats[seat].away:
        view["moves"] = []
    return view


def snapshot(table: Table, guest: str) -> Facts:
    """All there is to know now."""
    seat = table.seat_of(guest)
    return {
        "version": table.version_for(seat),
        "match": match_info(table, guest),
        "view": seat_view(table, seat),
        "log": steps_seen(table, seat),
        "can_undo": table.can_undo(seat),
    }


def last_change(table: Table, guest: str) -> Facts | None:
    """What the last entry of the log changed: with ``steps`` an update, with ``log`` a snapshot of a rewritten log.

    None where a seat can notice nothing of it: not even that there was something.
    """
    entry = table.log[-1]
    seat = table.seat_of(guest)
    if seat in table.unnoticed:
        return None
    if entry["kind"] == "undo":
        return snapshot(table, guest)
    if entry["kind"] == "started":
        return update(table, guest, steps_seen(table, seat))
    if entry["kind"] == "moves":
        return update(table, guest, steps_seen(table, seat, len(entry["moves"])))
    return update(table, guest, [])


def update(table: Table, guest: str, steps: list[Facts]) -> Facts:
    """The match now, and the steps that led there."""
    seat = table.seat_of(guest)
    return {
        "version": table.version_for(seat),
        "match": match_info(table, guest),
        "view": seat_view(table, seat),
        "steps": steps,
        "can_undo": table.can_undo(seat),
    }


def steps_seen(table: Table, seat: int, last: int | None = None) -> list[Facts]:
    """The story so far as a seat saw it happen, or only the last few moves of it.

    Steps are numbered as the seat saw them: a gap would tell how often somebody moved behind a screen.
    """
    history = table.history
    if history is None:
        return []
    first = 0 if last is None else len(history.entries) - last
    told = [opening_step()] if last is None else []
    ply = sum(entry.noticed_by(seat) for entry in history.entries[:first])
    for entry in history.entries[first:]:
        if entry.noticed_by(seat):
            ply += 1
            told.append(step_seen(table.game, ply, entry, seat))
    return told


def opening_step() -> Facts:
    happening = {"kind": "begin", "facts": {}, "text": BEGINNING.as_json()}
    return {"ply": 0, "seat": SPECTATOR, "move": None, "label": None, "happenings": [happening]}


def step_seen(game: Game, ply: int, entry: Entry, seat: int, opened: bool = False) -> Facts:
    """One move as a seat saw it when it was made. ``opened`` shows a secret one."""
    known = opened or entry.seen_by(seat) == entry.move
    return {
        "ply": ply,
        "seat": entry.seat,
        "move": game.format(entry.move) if known else None,
        "label": game.label(entry.move).as_json() if known else None,
        "happenings": [happening_seen(game, event.seen_by(seat)) for event in entry.events],
    }


def happening_seen(game: Game, event: Facts) -> Facts:
    facts = {key: value for key, value in event.items() if key != "kind"}
    return {"kind": event["kind"], "facts": facts, "text": game.tell(event).as_json()}


def replay_frames(history: History, seat: int) -> list[Facts]:
    """A finished match position by position: the board as a seat saw it, and every move, which is public by now."""
    told: list[Facts] = []
    for ply in range(len(history.entries) + 1):
        state = history.entries[ply].before if ply < len(history.entries) else history.state
        step = step_seen(history.game, ply, history.entries[ply - 1], seat, opened=True) if ply else None
        told.append({"ply": ply, "step": step, "view": state.view(seat)})
    return told
