"""Requests about clubs: bodies and refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from slugfest.kernel import Text


@dataclass(slots=True)
class NewClub:
    """POST /api/clubs: found a club."""

    name: str


@dataclass(slots=True)
class JoinClub:
    """POST /api/clubs/join: join a club with what stands behind the # of its invitation link."""

    club: str
    invite: str


@dataclass(slots=True)
class SetRole:
    """POST /api/clubs/{club}/member: give a member a role, or remove them."""

    member: str  # the key in ClubMember
    role: Literal["member", "director", "owner", "none"]


@dataclass(slots=True)
class Announce:
    """POST /api/clubs/{club}/note: post an announcement."""

    text: str


@dataclass(slots=True)
class WithdrawNote:
    """POST /api/clubs/{club}/note/remove: take an announcement down."""

    note: str


@dataclass(slots=True)
class ShowTable:
    """POST /api/clubs/{club}/tables: show a match that I am in to the club, while it is in its lobby."""

    match: str


@dataclass(slots=True)
class Dissolve:
    """POST /api/clubs/{club}/dissolve: end the club for everybody. ``sure`` must be true."""

    sure: bool


SENTENCES: Final = {
    "NO_SUCH_CLUB": Text(
        "There is no club with this code. Is the link complete?",
        "Es gibt keinen Verein mit diesem Code. Ist der Link vollständig?",
    ),
    "NO_SUCH_INVITE": Text(
        "This invitation is not valid any more. Ask the club for a new link.",
        "Diese Einladung gilt nicht mehr. Bitte im Verein um einen neuen Link.",
    ),
    "NOT_MEMBER": Text("You are not a member of this club.", "Du bist kein Mitglied dieses Vereins."),
    "NOT_DIRECTOR": Text(
        "Only directors and owners of the club may do that.",
        "Das dürfen nur Leitung und Vorstand des Vereins.",
    ),
    "NOT_OWNER": Text("Only owners of the club may do that.", "Das darf nur der Vorstand des Vereins."),
    "LAST_OWNER": Text(
        "A club always has an owner. Make someone else owner first, or dissolve the club.",
        "Ein Verein hat immer einen Vorstand. Mach zuerst jemand anderen dazu oder löse den Verein auf.",
    ),
    "NO_SUCH_MEMBER": Text("There is no such member.", "Dieses Mitglied gibt es nicht."),
    "NO_SUCH_NOTE": Text("This announcement is gone already.", "Diese Ankündigung ist schon weg."),
    "CLUB_FULL": Text(
        "This club has 200 members and is full.", "Dieser Verein hat 200 Mitglieder und ist voll."
    ),
    "TOO_MANY_CLUBS": Text("You are in ten clubs already.", "Du bist schon in zehn Vereinen."),
    "TOO_MANY_NOTES": Text(
        "There are 30 announcements. Take one down first.",
        "Es gibt schon 30 Ankündigungen. Entferne zuerst eine.",
    ),
    "NOTE_NEEDED": Text(
        "Write something first: up to 500 characters in ten lines.",
        "Schreib zuerst etwas: bis zu 500 Zeichen in zehn Zeilen.",
    ),
    "NOT_IN_LOBBY": Text(
        "A match can be shown to a club only by someone at its table, and before it begins.",
        "Eine Partie können nur Leute am Tisch dem Verein zeigen, und nur bevor sie beginnt.",
    ),
    "CLUB_BUSY": Text(
        "Others are changing this club just now. Please try again.",
        "Andere ändern diesen Verein gerade. Bitte versuch es noch einmal.",
    ),
}

STATUS: Final = {
    "NO_SUCH_CLUB": 404,
    "NO_SUCH_INVITE": 410,
    "NOT_MEMBER": 403,
    "NOT_DIRECTOR": 403,
    "NOT_OWNER": 403,
    "LAST_OWNER": 409,
    "NO_SUCH_MEMBER": 404,
    "NO_SUCH_NOTE": 404,
    "CLUB_FULL": 409,
    "TOO_MANY_CLUBS": 409,
    "TOO_MANY_NOTES": 409,
    "CLUB_BUSY": 503,
}
