"""Calls on the server: how often people may call, and how calls travel between processes.

A call is not part of the match: it is sent to whoever is connected and stored nowhere.
"""

from __future__ import annotations

from typing import Final

import msgspec

from slugfest.protocol import wire
from slugfest.protocol.problems import problem
from slugfest.table.messages import Audience

from .limits import Buckets

# How many phrases at once, and how many a second after that. A call to the whole table disturbs everybody.
AT_ONCE: Final[dict[Audience, int]] = {"team": 4, "table": 3}
PER_SECOND: Final[dict[Audience, float]] = {"team": 0.5, "table": 0.1}


class CallLimits:
    """The rate limits of one match."""

    def __init__(self) -> None:
        self._buckets = {to: Buckets(PER_SECOND[to], AT_ONCE[to]) for to in AT_ONCE}

    def take(self, guest: str, call: wire.Say) -> None:
        """Count a call; raise a refusal if there were too many."""
        if not self._buckets[call.to].take(guest):
            raise problem("TOO_FAST")


class Call(msgspec.Struct):
    """Somebody's call, between processes."""

    guest: str
    request: str
    call: wire.Say


def encode_call(call: Call) -> str:
    return msgspec.json.encode(call).decode()


def decode_call(text: str) -> Call | None:
    """A call from another process; None if a newer release has sent something else."""
    try:
        return msgspec.json.decode(text, type=Call)
    except msgspec.MsgspecError:
        return None
