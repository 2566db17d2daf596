"""What people call to each other: closed sets of phrases, for the ears of the team alone or for everybody at the table,
and not too often.

What is called is not part of the match: it is told to whoever is there, written nowhere, and soon forgotten.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from slugfest.kernel import TABLE_PHRASES, Phrase, Refusal, Text
from slugfest.table import Table, refuse
from slugfest.table.messages import Audience, Said

from . import wire
from .limits import Buckets
from .problems import problem

# How many phrases at once, and how many a second after that. Whoever calls to all disturbs all.
AT_ONCE: Final[dict[Audience, int]] = {"team": 4, "table": 3}
PER_SECOND: Final[dict[Audience, float]] = {"team": 0.5, "table": 0.1}
REMEMBERED: Final = 100  # requests: one that is sent again is not called twice


class Calls:
    """The calls of one match."""

    def __init__(self) -> None:
        self._buckets = {to: Buckets(PER_SECOND[to], AT_ONCE[to]) for to in AT_ONCE}
        self._heard: deque[tuple[str, str]] = deque(maxlen=REMEMBERED)

    def call(self, table: Table, guest: str, message: wire.Say) -> str | None:
        """The call as it travels to other processes, None if it was heard already; raises :class:`Refusal`."""
        seat = table.seat_of(guest)
        if seat < 0:
            raise refuse("NOT_SEATED")
        if table.status == "lobby":
            raise refuse("NOT_STARTED")
        if message.to == "team" and len(table.team_of(seat)) < 2:
            raise problem("NO_TEAMMATE")
        text_of(table, seat, message)
        if (guest, message.id) in self._heard:
            return None
        if not self._buckets[message.to].take(guest):
            raise problem("TOO_FAST")
        self._heard.append((guest, message.id))
        return msgspec.json.encode(Call(guest, message)).decode()

    def is_new(self, call: str) -> bool:
        """Whether a call from anywhere has not been heard here, which it has been after this."""
        try:
            heard = msgspec.json.decode(call, type=Call)
        except msgspec.MsgspecError:
            return False  # a newer Slugfest's, perhaps
        key = (heard.guest, heard.message.id)
        if key in self._heard:
            return False
        self._heard.append(key)
        return True

    def said(self, table: Table, call: str) -> Said | None:
        """What is to be heard; None where the table does not know of such a call."""
        heard = msgspec.json.decode(call, type=Call)
        seat = table.seat_of(heard.guest)
        if seat < 0:
            return None
        try:
            text = text_of(table, seat, heard.message)
        except Refusal:
            return None
        message = heard.message
        return {
            "type": "said",
            "seat": seat,
            "to": message.to,
            "phrase": message.phrase,
            "text": text.as_json(),
        }


class Call(msgspec.Struct):
    """Somebody's call, between processes."""

    guest: str
    message: wire.Say


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
    offered = table.game.phrases(len(table.seats), table.options) if to_team else TABLE_PHRASES
    for phrase in offered:
        if phrase.key == message.phrase:
            return phrase
    raise problem("NO_SUCH_PHRASE")
