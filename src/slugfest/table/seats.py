"""The seats of a match: people, bots, and bots that stand in for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from .entries import SeatEntry
from .lookalikes import look_alike
from .messages import BotName, Level, SeatKind
from .names import LONGEST_NAME

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
LONGEST_BOT: Final = 120  # letters of a bot's name with its options
STAND_IN_LEVEL: Final[Level] = "medium"

# Robots' names that read the same in both languages.
BOT_NAMES: Final = ("Robo Rita", "Mecha Max", "Turbo Toni", "Astro Ada", "Nitro Nele", "Dynamo Doc")


@dataclass
class Seat:
    """One seat of a match."""

    kind: SeatKind = "open"
    name: str = ""
    guest: str = ""  # whose seat it is, if a person's
    level: BotName = ""  # of the bot that plays here, also of a stand-in
    signature: str = ""  # of a bot beside the levels: name, version and options, for the record
    away: str = ""  # why a bot stands in: "left", "idle" (in old logs "absent"), "time" or "given_up"
    instead: str = ""  # the built-in bot that decided when the one that plays here had failed

    def played_by_bot(self) -> bool:
        return self.kind == "bot" or bool(self.away)

    def as_entry(self) -> SeatEntry:
        """The seat as the first entry of a log has it."""
        entry: SeatEntry = {
            "kind": self.kind,
            "name": self.name,
            "guest": self.guest,
            "level": self.level,
        }
        if self.signature:
            entry["signature"] = self.signature
        return entry


def seat_from(entry: SeatEntry) -> Seat:
    # A bot that is not offered any more is still a bot: what it played can be read.
    if len(entry["level"]) > LONGEST_BOT:
        raise ValueError(f"no bot has a name of more than {LONGEST_BOT} letters: {entry!r}")
    return Seat(entry["kind"], entry["name"], entry["guest"], entry["level"], entry.get("signature", ""))


def free_name(wanted: str, taken: list[str]) -> str:
    """The wanted name, with a number if it is taken or looks like one that is."""
    name, number = wanted, 2
    while is_taken(name, taken):
        name = f"{wanted[: LONGEST_NAME - 3]} {number}"
        number += 1
    return name


def bot_name(taken: list[str]) -> str:
    """A robot's name that is not taken."""
    for name in BOT_NAMES:
        if not is_taken(name, taken):
            return name
    return free_name(BOT_NAMES[0], taken)


def is_taken(name: str, taken: list[str]) -> bool:
    """Whether a name is, or looks like, one of those taken."""
    return any(look_alike(name, other) for other in taken)
