"""Words about what a program said, and about how it ended."""

from __future__ import annotations

import os

from slugfest.kernel import Text

from .faults import CRASHED, LEFT, BotFault
from .pipes import Line


def how_it_ended(name: str, line: Line) -> BotFault:
    """The fault of a bot whose output has ended."""
    code = line.exit_code()
    if not code:
        return BotFault(name, LEFT)
    words = line.last_words()
    how = (
        Text(f"signal {-code}", f"Signal {-code}") if code < 0 else Text(f"exit code {code}", f"Code {code}")
    )
    said = quoted(words) if words else Text("", "")
    return BotFault(name, CRASHED, Text(f"{how.en} {said.en}", f"{how.de} {said.de}"))


def quoted(said: str) -> Text:
    """What the program said, in quotation marks."""
    return Text(f"“{said}”", f"„{said}“")


def seconds_text(seconds: float) -> Text:
    return Text(f"{seconds:g} seconds", f"{seconds:g} Sekunden".replace(".", ","))


def reason(error: Exception) -> str:
    """Why the system refused, without the numbers."""
    return os.strerror(error.errno) if isinstance(error, OSError) and error.errno else str(error)
