"""What people call to each other: closed sets of phrases, for the ears of the team alone or for everybody at the table,
and not too often.

What is called is not part of the match: it is told to whoever is there, written nowhere, and soon forgotten.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from slugfest.kernel import Refusal
from slugfest.protocol import wire
from slugfest.protocol.phrases import require_phrase, said
from slugfest.protocol.problems import problem
from slugfest.table import Table
from slugfest.table.messages import Audience, Said

from .limits import Buckets

# How many phrases at once, and how many a second after that. Whoever calls to all disturbs all.
AT_ONCE: Final[dict[Audience, int]] = {"team": 4, "table": 3}
PER_SECOND: Final[dict[Audience, float]] = {"team": 0.5, "table": 0.1}
REMEMBERED: Final = 100  # requests: one that is sent again is not called twice


class Calls:
    """The calls of one match."""

    def __init__(self) -> None:
        self._buckets = {to: Buckets(PER_SECOND[to], AT_ONCE[to]) for to in AT_ONCE}
        self._heard: deque[tuple[str, str]] = deque(maxlen=REMEMBERED)

    def call(self, table: Table, guest: str, request: wire.Request[wire.Say]) -> str | None:
        """The call as it travels to other processes, None if it was heard already; raises :class:`Refusal`."""
        require_phrase(table, guest, request.body)
        if (guest, request.id) in self._heard:
            return None
        if not self._buckets[request.body.to].take(guest):
            raise problem("TOO_FAST")
        self._heard.append((guest, request.id))
        return msgspec.json.encode(Call(guest, request.id, request.body)).decode()

    def is_new(self, call: str) -> bool:
        """Whether a call from anywhere has not been heard here, which it has been after this."""
        try:
            heard = msgspec.json.decode(call, type=Call)
        except msgspec.MsgspecError:
            return False  # a newer Slugfest's, perhaps
        key = (heard.guest, heard.request)
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
            return said(table, seat, heard.call)
        except Refusal:
            return None


class Call(msgspec.Struct):
    """Somebody's call, between processes."""

    guest: str
    request: str
    call: wire.Say
