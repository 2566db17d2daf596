"""How entries change a table.

The same code applies an entry that was just granted and one that is read from a log.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, assert_never

from slugfest.kernel import SPECTATOR, SlugfestError, agreed_draw
from slugfest.kernel import Entry as Move

from . import assistance, deadlines, endings, judge, merging, offers, open_tables, taking_back
from .clock import NOTHING, SECOND, Change, Handing, Time, settled
from .entries import Entry, MovesEntry
from .messages import BotName, Ending
from .seats import STAND_IN_LEVEL, Seat

if TYPE_CHECKING:
    from .table import Table

GONE: Final = "gone "  # before a seat's number: the guest of a seat whose person is forgotten


def apply(table: Table, entry: Entry, at: int = 0) -> None:
    """Apply an entry and append it to the log. One that is not possible raises and changes nothing."""
    unnoticed: set[int] = set()
    change, handing = NOTHING, table.time.handing
    offer = offers.is_offer(table, entry)
    match entry["kind"]:
        case "moves":
            unnoticed, final, watch = play(table, entry)
            late, lag = entry.get("why") == "time", entry.get("lag", 0)
            change = Change(seat=entry["seat"], final=final, late=late, lag=lag, watch=watch)
            if (mover := table.seats[entry["seat"]]).guest and mover.away:
                table.replaced.add(mover.guest)
            if "instead" in entry:
                table.seats[entry["seat"]].instead = entry["instead"]
                unnoticed = set()  # everybody sees that its bot has failed
        case "undo":
            unnoticed = undo(table, entry["seat"])
            change = Change(seat=entry["seat"], undo=True)
        case "seated":
            if entry.get("again"):
                open_tables.undo_deal(table)
                handing = None
            take_seat(table, entry["seat"], entry["guest"], entry["name"])
            if "nonce" in entry:
                table.nonces[entry["guest"]] = entry["nonce"]
            if entry.get("again"):
                table.begin()
        case "nonce":
            table.nonces[entry["guest"]] = entry["nonce"]
        case "opened":
            table.seats[entry["seat"]] = Seat()
        case "bot":
            signature = entry.get("signature", "")
            table.seats[entry["seat"]] = Seat("bot", entry["name"], level=entry["level"], signature=signature)
        case "options":
            table.seats = judge.resized(table.seats, entry["seats"])
            table.options = dict(entry["options"])
        case "pace":
            table.time = Time(settled(entry["pace"]), table.time.at)
        case "advertised":
            table.advert = entry.get("advert")
        case "removed":
            remove(table, entry["guests"])
        case "readmitted":
            table.removed.difference_update(entry["guests"])
        case "started":
            table.dealt_to = entry.get("tables", [])
            table.begin()
        case "revealed":
            table.revealed = True
            if table.history is not None and not table.has_ended:
                table.abandoned, table.ended = True, "round"
        case "stood":
            leave_seat(table, entry["seat"], entry["why"], entry.get("level", STAND_IN_LEVEL))
        case "gave_up":
            give_up(table, entry["seat"], entry["why"])
        case "back_asked" | "back_agreed" | "back_over" | "taken_back":
            taking_back.apply(table, entry)
            if entry["kind"] == "taken_back":
                change = Change(seat=entry["seat"], undo=True)
        case "abandon":
            table.abandoning.add(entry["seat"])
            table.abandoned = entry["ends"]
            table.ended = "agreed" if entry["ends"] else ""
        case "play_on":
            table.abandoning.clear()
        case "draw":
            table.drawing.add(entry["seat"])
            if entry["ends"]:
                table.verdict, table.ended = agreed_draw(len(table.seats)), "draw"
        case "no_draw":
            table.drawing.clear()
        case "nudged":
            change = Change(nudged=entry["seat"])
        case "hand":
            handing = deadlines.with_vote(handing, entry)
            change = Change(counts=entry["counts"])
        case "unhand":
            handing = deadlines.without_vote(handing, entry)
        case "here":
            change = Change(here=entry["seat"])
        case "hints":
            (table.hints_agreed.add if entry["agree"] else table.hints_agreed.discard)(entry["guest"])
        case "hinted":
            assistance.note_hint(table, entry)
        case "forgotten":
            forget(table, entry["guest"], entry["name"])
        case "merged":
            merging.merge(table, entry["guest"], entry["into"])
        case "rematch":
            table.rematch = entry["match"]
        case "created" | "lesson":
            raise ValueError(f"{entry['kind']!r} cannot follow another entry")
        case _:
            assert_never(entry)
    if entry["kind"] in ("moves", "undo", "stood", "gave_up") and not unnoticed:
        table.asked_back = None  # the game has moved on, and everybody knows
    if entry.get("starts"):
        table.begin()
    if handing is not None and handing.seat == change.seat and not change.late:
        change = replace(change, here=change.seat)
        unnoticed = set()  # everybody sees that the seat is not handed over any more
    open_tables.close_after(table, entry)
    let_time_pass(table, at, change, handing)
    table.log.append(entry)
    table.unnoticed = unnoticed
    if unnoticed:
        table.missed.update(unnoticed)
    offers.count(table, entry, offer)
    if "request" in entry:
        table.entered[entry["by"]] += 1
        table.granted[entry["by"], entry["request"]] = table.version_for(table.seat_of(entry["by"]))


def begin_with(table: Table, entry: Entry, at: int) -> None:
    """Begin the match with its newest entry, which is not stored yet: nobody is waited for any more."""
    try:
        table.begin()
    except (
        SlugfestError
    ) as error:  # no refusal: the entry has been applied, so this table cannot be used any more
        raise RuntimeError(f"match {table.id} cannot begin") from error
    entry["starts"] = True
    open_tables.close_after(table, entry)
    before, change = table.time_before
    table.time = before
    let_time_pass(table, at, change, change.hand)


def let_time_pass(table: Table, at: int, change: Change, handing: Handing | None) -> None:
    """Set the clocks after an entry."""
    begins = len(table.seats) if table.history is not None and not table.time.clocks else change.begins
    table.time_before = (table.time, change.leaving(frozenset(table.waited_for()), begins, handing))
    table.written(at)


# ---- moves ---------------------------------------------------------------------------------------------------------


def play(table: Table, entry: MovesEntry) -> tuple[set[int], bool, int]:
    """Make the moves of an entry.

    Returns the seats that cannot notice it, whether a decision ended with it, and how many milliseconds there is
    something to watch.

    The entry keeps single moves, also where a text named a whole action.
    """
    history = table.running()
    before, owing = len(history.entries), history.state.actors()
    history.play_bundle(entry["seat"], entry["moves"])
    made = history.entries[before:]
    entry["moves"] = [table.game.format(move.move) for move in made]
    unnoticed = blind_to(table, made, owing)
    final = not unnoticed and any(move.chance or move.revealed for move in made)
    return unnoticed, final, watch_time(table, made)


def watch_time(table: Table, moves: list[Move]) -> int:
    """How many milliseconds a live clock waits for what these moves led to."""
    return sum(table.game.display.watch_time(move.events) for move in moves) * SECOND


def undo(table: Table, seat: int) -> set[int]:
    """Drop the last move of a seat; return the seats that cannot notice it."""
    history = table.running()
    owing = history.state.actors()
    taken = history.undo(seat)
    table.plies.clear()
    return blind_to(table, [taken], owing)


def blind_to(table: Table, moves: list[Move], owing: list[int]) -> set[int]:
    """The seats to which the game looks the same: they saw none of these moves, and the same seats are waited for."""
    if table.running().state.actors() != owing:
        return set()
    return {
        seat
        for seat in range(SPECTATOR, len(table.seats))
        if not any(move.noticed_by(seat) for move in moves)
    }


# ---- seats ---------------------------------------------------------------------------------------------------------


def take_seat(table: Table, index: int, guest: str, name: str) -> None:
    mine = table.seat_of(guest)
    if mine >= 0:
        table.seats[mine] = Seat()
    table.seats[index] = Seat("person", name, guest)


def leave_seat(table: Table, index: int, why: str, level: BotName = STAND_IN_LEVEL) -> None:
    """Free a seat in the lobby; in a running match let a bot stand in."""
    seat = table.seats[index]
    if table.history is not None:
        seat.away, seat.level = why, level
        table.abandoning.discard(index)
        table.drawing.clear()
        return
    table.seats[index] = Seat()
    if seat.guest == table.host:
        pass_on_hosting(table)


def give_up(table: Table, index: int, why: Ending) -> None:
    """Give a seat up for good: that may end the match, otherwise a bot plays on."""
    leave_seat(table, index, "given_up", table.time.pace["level"])
    table.verdict = endings.verdict_on(table, why)
    table.abandoned = table.verdict is None and endings.nobody_is_left(table)
    if table.has_ended:
        table.ended = why


def remove(table: Table, guests: list[str]) -> None:
    """Free the seats of guests whom the host sends away from the lobby."""
    for guest in guests:
        index = table.seat_of(guest)
        if index >= 0:
            leave_seat(table, index, "left")
        table.hints_agreed.discard(guest)
        table.removed.add(guest)


def forget(table: Table, guest: str, name: str) -> None:
    """Remove a guest from a match; a seat in a running match goes on under another name."""
    index = table.seat_of(guest)
    if index >= 0:
        leave_seat(table, index, "left")
        if table.history is not None:
            seat = table.seats[index]
            # What chance is bound to stays as it was, under an id that nobody has.
            seat.name, seat.guest = name, f"{GONE}{index}"
            if guest in table.nonces:
                table.nonces[seat.guest] = table.nonces.pop(guest)
    table.hints_agreed.discard(guest)
    table.removed.discard(guest)
    if table.host == guest:
        table.host = ""
        pass_on_hosting(table)


def pass_on_hosting(table: Table) -> None:
    """Make the next person in the lobby the host; an empty lobby keeps its host."""
    for seat in table.seats:
        if seat.kind == "person" and not seat.guest.startswith(GONE):
            table.host = seat.guest
            return
