"""Requests about moderation: a player reports a name, the host of the server acts. Bodies and refusals."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from slugfest.kernel import Text
from slugfest.table.hosting import AdminActionName


@dataclass(slots=True)
class ReportName:
    """POST /api/matches/{match}/report: report the name at a seat to whoever hosts this server."""

    seat: int


@dataclass(slots=True)
class EnterAdmin:
    """POST /api/admin/enter: use up the one-time link that ``slugfest admin`` printed."""

    token: str


@dataclass(slots=True)
class AdminAction:
    """POST /api/admin/act: do something about a guest, for a reason that the audit log keeps."""

    action: AdminActionName
    why: str
    guest: str = ""
    name: str = ""  # to rename: the new one; to allow a name: which
    match: str = ""  # to remove from a seat
    club: str = ""  # to remove from a club
    hours: int = 0  # to mute or block: for so long; 0: until it is lifted
    with_address: bool = False  # to block: the guest's address too, for a time
    address: str = ""  # to block an address that is known otherwise
    block: str = ""  # to unblock: the key of the block


SENTENCES: Final = {
    "BLOCKED": Text(
        "The people who host this server have blocked you. If you think that is a mistake, ask them.",
        "Wer diesen Server betreibt, hat dich hier gesperrt. Wenn du das für einen Irrtum hältst, frag dort nach.",
    ),
    "MUTED": Text(
        "The people who host this server have muted you. You can go on playing.",
        "Wer diesen Server betreibt, hat dich stummgeschaltet. Weiterspielen kannst du.",
    ),
    "NOT_ADMIN": Text(
        "This page is for the people who host the server. Run `slugfest admin` there and open the link it prints.",
        "Diese Seite ist für die Leute, die den Server betreiben. Ruf dort `slugfest admin` auf und öffne den Link, "
        "der ausgegeben wird.",
    ),
    "NO_SUCH_LINK": Text(
        "This link has been used, or it is too old: it works once, for 15 minutes. Run `slugfest admin` again.",
        "Dieser Link wurde schon benutzt oder ist zu alt: Er gilt einmal, 15 Minuten lang. Ruf `slugfest admin` noch "
        "einmal auf.",
    ),
    "NO_SUCH_GUEST": Text("There is no such guest here.", "Diesen Gast gibt es hier nicht."),
    "NO_SUCH_BLOCK": Text("There is no such block any more.", "Diese Sperre gibt es nicht mehr."),
    "WHY_NEEDED": Text(
        "Give a reason: the audit log keeps it.", "Gib einen Grund an: Er kommt in das Protokoll."
    ),
    "WRONG_HOURS": Text(
        "Choose at most a year; an address can be blocked for 1 to 720 hours.",
        "Höchstens ein Jahr; eine Adresse lässt sich für 1 bis 720 Stunden sperren.",
    ),
    "TOO_MANY_BLOCKS": Text(
        "There are a thousand blocks already. Lift some first.",
        "Es gibt schon tausend Sperren. Hebe zuerst einige auf.",
    ),
    "TOO_MANY_REPORTS": Text(
        "You have reported many names already. They will be looked at.",
        "Du hast schon viele Namen gemeldet. Sie werden angesehen.",
    ),
    "NOTHING_TO_REPORT": Text(
        "There is no other person’s name at this seat.",
        "An diesem Platz steht kein Name von jemand anderem.",
    ),
    "NO_BACKUPS": Text(
        "This server has no folder for backups. Start it with --backups, or run `slugfest backup`.",
        "Dieser Server hat keinen Ordner für Sicherungen. Starte ihn mit --backups oder ruf `slugfest backup` auf.",
    ),
    "BACKUP_FAILED": Text(
        "The backup could not be written. The server’s log says why.",
        "Die Sicherung ließ sich nicht schreiben. Warum, steht im Log des Servers.",
    ),
    "BACKUP_BUSY": Text(
        "A backup has just been made, or is being made. Wait a minute.",
        "Gerade wurde oder wird eine Sicherung gemacht. Warte eine Minute.",
    ),
}

STATUS: Final = {
    "BLOCKED": 403,
    "MUTED": 403,
    "NOT_ADMIN": 403,
    "NO_SUCH_LINK": 410,
    "NO_SUCH_GUEST": 404,
    "NO_SUCH_BLOCK": 404,
    "TOO_MANY_REPORTS": 429,
    "BACKUP_FAILED": 500,
    "BACKUP_BUSY": 429,
}
