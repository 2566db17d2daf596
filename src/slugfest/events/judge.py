"""What people may change about an event, and what happens by the clock. Granted, it becomes an entry of the log."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Refusal, Text
from slugfest.table import tidy_name

from .entries import (
    CorrectedEntry,
    EndedEntry,
    JoinedEntry,
    PausedEntry,
    ResumedEntry,
    StartedEntry,
    WithdrawnEntry,
)
from .event import MOST_PLAYERS, Event, EventError, check_ranks
from .rounds import plays_on

LONGEST_REASON: Final = 200
MOST_RETURNS: Final = 20  # of one player
MOST_CORRECTIONS: Final = 500
SECOND: Final = 1000

SENTENCES: Final = {
    "EVENT_FULL": Text("This event is full.", "Dieser Wettkampf ist voll."),
    "EVENT_OVER": Text("This event is over.", "Dieser Wettkampf ist zu Ende."),
    "EVENT_BEGUN": Text("This event has begun already.", "Dieser Wettkampf hat schon begonnen."),
    "NO_LATE_ENTRY": Text(
        "The rounds have begun, and nobody can join any more.",
        "Die Runden haben begonnen; niemand kann mehr dazukommen.",
    ),
    "NO_ROUND_LEFT": Text(
        "Who plays whom was settled when the rounds began, so nobody can join any more.",
        "Wer gegen wen spielt, steht fest, seit die Runden begonnen haben; niemand kann mehr dazukommen.",
    ),
    "OUT_OF_KNOCK_OUT": Text(
        "You are out: you lost, or missed a round.",
        "Du bist ausgeschieden: Du hast verloren oder eine Runde verpasst.",
    ),
    "NOT_IN_EVENT": Text(
        "You have not signed up for this event.", "Du bist für diesen Wettkampf nicht angemeldet."
    ),
    "ALREADY_IN_EVENT": Text("You have signed up already.", "Du bist schon angemeldet."),
    "NOT_DIRECTOR": Text(
        "Only the person who opened this event can do that.",
        "Das kann nur, wer diesen Wettkampf eröffnet hat.",
    ),
    "MEMBERS_ONLY": Text(
        "Only members of the club can sign up for this event. Ask the club for an invitation.",
        "Für diesen Wettkampf können sich nur Mitglieder des Vereins anmelden. Bitte im Verein um eine Einladung.",
    ),
    "REASON_NEEDED": Text(
        "Give a reason: everyone can read it later.", "Gib einen Grund an: Alle können ihn später lesen."
    ),
    "TOO_FEW_PLAYERS": Text(
        "There are too few players for a table.", "Für einen Tisch sind es zu wenige Leute."
    ),
    "NO_SUCH_TABLE": Text("There is no such table in this event.", "Diesen Tisch gibt es hier nicht."),
    "NO_SUCH_RANKS": Text(
        "A result needs a place for everyone at the table, and someone in first place.",
        "Ein Ergebnis braucht einen Platz für alle am Tisch, und jemand muss Erster sein.",
    ),
    "NO_SUCH_EVENT": Text(
        "There is no event with this code. Is it spelled right?",
        "Es gibt keinen Wettkampf mit diesem Code. Ist er richtig geschrieben?",
    ),
    "NO_EVENT_SO": Text("An event cannot be held like this.", "So lässt sich ein Wettkampf nicht austragen."),
    "NO_SUCH_START": Text(
        "Choose a time in the future, at most 400 days ahead.",
        "Wähl eine Zeit in der Zukunft, höchstens 400 Tage voraus.",
    ),
    "CLOCK_NEEDED": Text(
        "An event needs a clock: otherwise everyone would wait for someone who does not come.",
        "Ein Wettkampf braucht eine Uhr: Sonst warten alle auf jemanden, der nicht kommt.",
    ),
    "NO_OPPONENTS": Text(
        "In this mode all play together against the game. An event needs opponents.",
        "In diesem Modus spielen alle gemeinsam gegen das Spiel. Ein Wettkampf braucht Gegner.",
    ),
    "TOO_MANY_EVENTS": Text(
        "You already direct ten events. End one first.",
        "Du leitest schon zehn Wettkämpfe. Beende zuerst einen.",
    ),
    "SENT_AWAY": Text(
        "The director has removed you from this event.",
        "Die Leitung hat dich aus diesem Wettkampf entfernt.",
    ),
    "TOO_OFTEN": Text(
        "You have left and come back too often.", "Du bist zu oft gegangen und wiedergekommen."
    ),
    "TOO_MANY_CORRECTIONS": Text(
        "There are too many corrections in this event.", "In diesem Wettkampf gibt es zu viele Korrekturen."
    ),
    "EVENT_PAUSED": Text("This event is paused already.", "Dieser Wettkampf ist schon unterbrochen."),
    "EVENT_NOT_PAUSED": Text("This event is not paused.", "Dieser Wettkampf ist nicht unterbrochen."),
}


def refuse(code: str) -> Refusal:
    """The refusal with this code."""
    return Refusal(code, "", SENTENCES[code])


def _running(event: Event) -> None:
    if event.ended:
        raise refuse("EVENT_OVER")


def _reason(given: str) -> str:
    reason = tidy_name(given, LONGEST_REASON)
    if not reason:
        raise refuse("REASON_NEEDED")
    return reason


def join(event: Event, number: int | None, at: int, member: bool = True) -> JoinedEntry:
    """Sign somebody up, or back in: ``number`` is theirs if they were in before.

    ``member`` says whether they belong to the club that keeps the event to its members, if one does.
    """
    _running(event)
    if number is not None and event.player(number).takes_part:
        raise refuse("ALREADY_IN_EVENT")
    if event.members_only and not member:
        raise refuse("MEMBERS_ONLY")
    if number is not None:
        mine = [
            one for one in event.log if one["kind"] in ("joined", "withdrawn") and one["player"] == number
        ]
        if mine[-1]["kind"] == "withdrawn" and mine[-1]["why"] == "director":
            raise refuse("SENT_AWAY")
        if len(mine) > 2 * MOST_RETURNS:
            raise refuse("TOO_OFTEN")
    if event.rounds and not event.settings["late"]:
        raise refuse("NO_LATE_ENTRY")
    if not plays_on(event, number):
        out = number is not None and event.settings["format"] == "knock_out"
        raise refuse("OUT_OF_KNOCK_OUT" if out else "NO_ROUND_LEFT")
    if number is None and len(event.players) >= MOST_PLAYERS:
        raise refuse("EVENT_FULL")
    return {"kind": "joined", "at": at, "player": number or len(event.players) + 1}


def withdraw(event: Event, number: int | None, by_director: bool, reason: str, at: int) -> WithdrawnEntry:
    """Let a player take part no more. The director needs a reason."""
    _running(event)
    if number is None or not 1 <= number <= len(event.players) or not event.player(number).takes_part:
        raise refuse("NOT_IN_EVENT")
    given = _reason(reason) if by_director else ""
    return {
        "kind": "withdrawn",
        "at": at,
        "player": number,
        "why": "director" if by_director else "left",
        "reason": given,
    }


def start(event: Event, at: int) -> StartedEntry:
    """Begin the event now."""
    _running(event)
    if event.started:
        raise refuse("EVENT_BEGUN")
    if len(event.active()) < event.settings["fewest"] * (2 if event.duplicate else 1):
        raise refuse("TOO_FEW_PLAYERS")
    return {"kind": "started", "at": at}


def pause(event: Event, reason: str, at: int) -> PausedEntry:
    """Begin no further round."""
    _running(event)
    if event.paused:
        raise refuse("EVENT_PAUSED")
    if sum(one["kind"] == "paused" for one in event.log) >= MOST_CORRECTIONS:
        raise refuse("TOO_MANY_CORRECTIONS")
    return {"kind": "paused", "at": at, "reason": _reason(reason)}


def resume(event: Event, at: int) -> ResumedEntry:
    """Begin rounds again."""
    _running(event)
    if not event.paused:
        raise refuse("EVENT_NOT_PAUSED")
    return {"kind": "resumed", "at": at}


def end(event: Event, reason: str, at: int) -> EndedEntry:
    """End the event before all rounds are played."""
    _running(event)
    return {"kind": "ended", "at": at, "why": "director", "reason": _reason(reason)}


def correct(
    event: Event, round_number: int, table: int, ranks: list[int], reason: str, at: int
) -> CorrectedEntry:
    """Set the result of a table. Pairings that were made from the old one stay."""
    given = _reason(reason)
    if sum(one["kind"] == "corrected" for one in event.log) >= MOST_CORRECTIONS:
        raise refuse("TOO_MANY_CORRECTIONS")
    try:
        found = event.table(round_number, table)
    except EventError as error:
        raise refuse("NO_SUCH_TABLE") from error
    try:
        check_ranks(ranks, len(found.players))
    except EventError as error:
        raise refuse("NO_SUCH_RANKS") from error
    return {
        "kind": "corrected",
        "at": at,
        "round": round_number,
        "table": table,
        "ranks": list(ranks),
        "reason": given,
    }


def next_round_at(event: Event) -> int | None:
    """When the next round is due, by the store's clock; None while nothing is planned."""
    settings, newest = event.settings, event.newest
    if event.ended or event.paused:
        return None
    if newest is None:
        return event.at if event.started else settings["starts"]
    if not newest.opened:
        return None
    if settings["format"] == "league":
        return newest.ends
    if event.duplicate and not newest.revealed:
        return None
    return event.last_result_at + settings["gap"] * SECOND if newest.over else None
