"""Refusals of a local server that have their own text."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Refusal, Text
from slugfest.kernel.variants import describe
from slugfest.protocol.problems import SENTENCES, STATUS

HERE: Final = {
    "DAMAGED": Text(
        "What this browser has kept of this match is damaged, so it cannot be opened. Your other matches are not "
        "touched. If you have exported it before, import it again.",
        "Was dieser Browser von dieser Partie aufbewahrt hat, ist beschädigt; sie lässt sich nicht öffnen. Deine "
        "anderen Partien sind nicht betroffen. Wenn du sie einmal exportiert hast, importiere sie wieder.",
    ),
    "NEEDS_SERVER": Text(
        "That needs a server: this page plays all by itself, on this device alone. Friends far away meet on a server.",
        "Dafür braucht es einen Server: Diese Seite spielt ganz für sich, nur auf diesem Gerät. Wer weit weg ist, "
        "trifft sich auf einem Server.",
    ),
    "NEWER": Text(
        "This match was begun with a newer Slugfest. Update this page, then it opens.",
        "Diese Partie wurde mit einem neueren Slugfest begonnen. Aktualisiere diese Seite, dann öffnet sie sich.",
    ),
    "NEWER_FILE": Text(
        "This file was written by a newer Slugfest. Update this page first; nothing was imported.",
        "Diese Datei wurde von einem neueren Slugfest geschrieben. Aktualisiere erst diese Seite; importiert wurde "
        "nichts.",
    ),
    "NO_FILE_OF_OURS": Text(
        "This is neither a record nor a file of matches from Slugfest. Nothing was imported.",
        "Das ist weder ein Protokoll noch eine Datei mit Partien aus Slugfest. Importiert wurde nichts.",
    ),
    "NO_POSITION": Text(
        "This position cannot be set up: {why}",
        "Diese Stellung lässt sich nicht aufbauen: {why}",
    ),
    "NO_RECORD": Text(
        "This record does not fit together: {why}",
        "Dieses Protokoll passt nicht zusammen: {why}",
    ),
    "VARIANT_NEEDED": Text(
        "This was played with a variant that is not on this device: {why}. Open the file or the link of the variant "
        "first, and play or keep it.",
        "Das wurde mit einer Variante gespielt, die nicht auf diesem Gerät ist: {why}. Öffne zuerst die Datei oder den "
        "Link der Variante und spiel oder behalte sie.",
    ),
    "NOT_KEPT": Text(
        "This browser cannot keep the match just now. What you did last is not safe yet: free some space, or export "
        "what you want to keep. It goes on by itself.",
        "Dieser Browser kann die Partie gerade nicht aufbewahren. Dein letzter Zug ist noch nicht sicher: Schaff etwas "
        "Platz oder exportiere, was du behalten willst. Es geht von selbst weiter.",
    ),
    "TWO_WAYS": Text(
        "This match is here already and has gone on differently. The one here stays as it is.",
        "Diese Partie gibt es hier schon, und sie ist anders weitergegangen. Die hier bleibt, wie sie ist.",
    ),
    "PEOPLE_NEEDED": Text(
        "Sharing a device takes at least two people, each with their own name.",
        "An einem Gerät spielen mindestens zwei Leute, alle mit eigenem Namen.",
    ),
}

STATUS_HERE: Final = {
    "DAMAGED": 410,
    "NEEDS_SERVER": 501,
    "NEWER": 410,
    "NEWER_FILE": 422,
    "NO_FILE_OF_OURS": 422,
    "NO_POSITION": 422,
    "NO_RECORD": 422,
    "VARIANT_NEEDED": 422,
}


def here(code: str, why: str = "", german: str = "") -> Refusal:
    """The refusal with this code, in the words of a local server."""
    text = HERE.get(code) or SENTENCES[code]
    return Refusal(code, "", Text(text.en.replace("{why}", why), text.de.replace("{why}", german or why)))


def variant_needed(id: str) -> Refusal:
    """The refusal of what was played with a variant that is not kept here."""
    return here("VARIANT_NEEDED", describe(id), describe(id, "de"))


def status_here(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    return STATUS_HERE.get(refusal.code, STATUS.get(refusal.code, 422))
