"""The seats of a match: people, bots, and bots that stand in for people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, get_args

from slugfest.personas import LEVEL_NAMES, ladder, persona, personas

from .entries import SeatEntry
from .lookalikes import look_alike
from .messages import BotName, Level, SeatKind
from .names import LONGEST_NAME

LEVELS: Final[tuple[Level, ...]] = get_args(Level)
LONGEST_BOT: Final = 120  # letters of a bot's name with its options
STAND_IN_LEVEL: Final[Level] = "medium"
EVENT_HOST: Final = "event "  # the host of an event's matches begins so, and no guest's id does


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


def is_built_in(level: BotName) -> bool:
    """Whether a bot needs no package: a level or a persona."""
    return level in LEVELS or persona(level) is not None


def bot_name(taken: list[str], level: BotName = STAND_IN_LEVEL) -> str:
    """The name of the persona that is asked for, itself or by its level; for a bot from outside that of the first
    persona that does not sit here yet."""
    own = persona(LEVEL_NAMES.get(level, level))
    if own is not None:
        return own.name if not is_taken(own.name, taken) else another(own.name, taken)
    names = [one.name for one in personas()]
    for name in names:
        if not is_taken(name, taken):
            return name
    return free_name(names[0], taken)


def another(name: str, taken: list[str]) -> str:
    """The name of a further bot of one persona: short, because it stands on small tiles."""
    number = 2
    while is_taken(short := f"{name.split()[-1]} {number}", taken):
        number += 1
    return short


def strongest(levels: list[BotName], game: str) -> BotName:
    """The strongest of some bots in a game, as the ladder of personas has it; bots from outside do not count."""
    order = [one.id for one in ladder(game)]
    best, highest = levels[0], -1
    for level in levels:
        own = LEVEL_NAMES.get(level, level)
        if own in order and order.index(own) > highest:
            best, highest = level, order.index(own)
    return best


def is_taken(name: str, taken: list[str]) -> bool:
    """Whether a name is, or looks like, one of those taken."""
    return any(look_alike(name, other) for other in taken)
