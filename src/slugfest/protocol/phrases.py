"""Phrases: what may be said to a team or to the whole table, from closed sets."""

from __future__ import annotations

from slugfest.kernel import TABLE_PHRASES, Phrase, Text
from slugfest.table import Table, refuse
from slugfest.table.messages import Said

from . import wire
from .problems import problem


def require_phrase(table: Table, guest: str, call: wire.Say) -> int:
    """The speaker's seat, if this may be said from there."""
    seat = table.seat_of(guest)
    if seat < 0:
        raise refuse("NOT_SEATED")
    if table.status == "lobby":
        raise refuse("NOT_STARTED")
    if call.to == "team" and len(table.team_of(seat)) < 2:
        raise problem("NO_TEAMMATE")
    text_of(table, seat, call)
    return seat


def said(table: Table, seat: int, call: wire.Say) -> Said:
    """The message that delivers a phrase."""
    return {
        "type": "said",
        "seat": seat,
        "to": call.to,
        "phrase": call.phrase,
        "text": text_of(table, seat, call).as_json(),
    }


def hears(table: Table, seat: int, said: Said) -> bool:
    """Whether a seat, or a spectator, receives a phrase."""
    return said["to"] == "table" or seat in table.team_of(said["seat"])


def text_of(table: Table, seat: int, call: wire.Say) -> Text:
    """The sentence of a phrase, with the opponent that it names."""
    phrase = phrase_of(table, call)
    if not phrase.names_opponent:
        if call.about is not None:
            raise problem("NO_SUCH_PHRASE")
        return phrase.text
    if call.about is None or not 0 <= call.about < len(table.seats):
        raise problem("NO_SUCH_PHRASE")
    if call.about in table.team_of(seat):
        raise problem("NO_SUCH_PHRASE")
    return phrase.about(call.about)


def phrase_of(table: Table, call: wire.Say) -> Phrase:
    to_team = call.to == "team"
    offered = table.game.display.phrases(len(table.seats), table.options) if to_team else TABLE_PHRASES
    for phrase in offered:
        if phrase.key == call.phrase:
            return phrase
    raise problem("NO_SUCH_PHRASE")
