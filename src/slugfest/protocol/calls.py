"""What may be called to a team or to the whole table: closed sets of phrases."""

from __future__ import annotations

from slugfest.kernel import TABLE_PHRASES, Phrase, Text
from slugfest.table import Table, refuse
from slugfest.table.messages import Said

from . import wire
from .problems import problem


def require_call(table: Table, guest: str, message: wire.Say) -> int:
    """The caller's seat, if this may be called from there."""
    seat = table.seat_of(guest)
    if seat < 0:
        raise refuse("NOT_SEATED")
    if table.status == "lobby":
        raise refuse("NOT_STARTED")
    if message.to == "team" and len(table.team_of(seat)) < 2:
        raise problem("NO_TEAMMATE")
    text_of(table, seat, message)
    return seat


def said(table: Table, seat: int, message: wire.Say) -> Said:
    """A call as it is heard."""
    return {
        "type": "said",
        "seat": seat,
        "to": message.to,
        "phrase": message.phrase,
        "text": text_of(table, seat, message).as_json(),
    }


def hears(table: Table, seat: int, call: Said) -> bool:
    """Whether a seat, or a spectator, is told of a call."""
    return call["to"] == "table" or seat in table.team_of(call["seat"])


def text_of(table: Table, seat: int, message: wire.Say) -> Text:
    """The sentence that was chosen, about the opponent that was chosen."""
    phrase = phrase_of(table, message)
    if not phrase.names_opponent:
        if message.about is not None:
            raise problem("NO_SUCH_PHRASE")
        return phrase.text
    if message.about is None or not 0 <= message.about < len(table.seats):
        raise problem("NO_SUCH_PHRASE")
    if message.about in table.team_of(seat):
        raise problem("NO_SUCH_PHRASE")
    return phrase.about(message.about)


def phrase_of(table: Table, message: wire.Say) -> Phrase:
    to_team = message.to == "team"
    offered = table.game.display.phrases(len(table.seats), table.options) if to_team else TABLE_PHRASES
    for phrase in offered:
        if phrase.key == message.phrase:
            return phrase
    raise problem("NO_SUCH_PHRASE")
