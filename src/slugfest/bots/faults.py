"""Faults of plugin and program bots, each kind with its words."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Mistake, Text

START: Final = "start"  # it cannot be started
TONGUE: Final = "tongue"  # it speaks another protocol, or another version of it
CRASHED: Final = "crashed"
LEFT: Final = "left"  # it ended, without an error, before it answered
HUNG: Final = "hung"  # it did not answer in time
ILLEGAL: Final = "illegal"  # it named a move that it was not offered
GIBBERISH: Final = "gibberish"  # it said what is no word of the protocol
AWAY: Final = "away"  # it is remote, and not connected
FLOOD: Final = "flood"  # it never stopped talking

FAULTS: Final = {
    START: Text("cannot be started: {detail}", "lässt sich nicht starten: {detail}"),
    TONGUE: Text("does not speak our protocol: {detail}", "spricht unser Protokoll nicht: {detail}"),
    CRASHED: Text("crashed: {detail}", "ist abgestürzt: {detail}"),
    LEFT: Text("ended before it answered", "hat sich beendet, bevor er geantwortet hat"),
    HUNG: Text("did not answer within {detail}", "hat nicht innerhalb von {detail} geantwortet"),
    ILLEGAL: Text(
        "played what it was not offered: {detail}", "hat gespielt, was nicht angeboten war: {detail}"
    ),
    GIBBERISH: Text(
        "said something that is no word of the protocol: {detail}",
        "hat etwas gesagt, das kein Wort des Protokolls ist: {detail}",
    ),
    AWAY: Text("is not connected", "ist nicht verbunden"),
    FLOOD: Text("never stops talking: {detail}", "hört nicht auf zu reden: {detail}"),
}
_LONGEST_DETAIL: Final = 200


class BotFault(Mistake):
    """A bot from outside did not decide: which bot, what kind of fault, and the sentence for people."""

    def __init__(self, bot: str, kind: str, detail: str | Text = "") -> None:
        both = detail if isinstance(detail, Text) else Text(detail, detail)
        fault = FAULTS[kind]
        self.bot = bot
        self.kind = kind
        super().__init__(
            Text(
                f"the bot {bot} " + fault.en.format(detail=readable(both.en)),
                f"der Bot {bot} " + fault.de.format(detail=readable(both.de)),
            )
        )


def readable(detail: str) -> str:
    """What a program wrote, safe to print: one line, no control characters, not too long."""
    plain = "".join(letter if letter.isprintable() else " " for letter in detail).strip()
    return plain if len(plain) <= _LONGEST_DETAIL else plain[: _LONGEST_DETAIL - 1] + "…"
