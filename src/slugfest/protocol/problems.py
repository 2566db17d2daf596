"""The refusals of a server, beside those of table and game, and their HTTP status."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Text
from slugfest.table import Refusal

from . import clubs, hosting, variant_refusals

SENTENCES: Final = {
    **clubs.SENTENCES,
    **hosting.SENTENCES,
    **variant_refusals.SENTENCES,
    "BOTS_BUSY": Text(
        "Your table already waits for several hints. Ask again when one has come.",
        "Euer Tisch wartet schon auf mehrere Tipps. Frag noch einmal, wenn einer da ist.",
    ),
    "BUSY": Text(
        "The bot is still thinking about your last question.",
        "Der Bot denkt noch über deine letzte Frage nach.",
    ),
    "COME_BACK": Text(
        "This server is being restarted. You are connected again in a moment.",
        "Dieser Server wird gerade neu gestartet. Gleich bist du wieder verbunden.",
    ),
    "COOKIE_NEEDED": Text(
        "This server does not know you yet. Open its start page first, and let it keep its one cookie: that is how it "
        "knows your seat again.",
        "Dieser Server kennt dich noch nicht. Öffne zuerst seine Startseite und erlaube ihm seinen einen Cookie: Daran "
        "erkennt er deinen Platz wieder.",
    ),
    "CROWDED": Text(
        "This server is full just now. Try again in a moment.",
        "Auf diesem Server ist gerade kein Platz. Versuch es gleich noch einmal.",
    ),
    "DAMAGED": Text(
        "What is stored of this match is damaged. Please tell the people who run this server: a backup can bring it "
        "back.",
        "Was von dieser Partie gespeichert ist, ist beschädigt. Sag bitte den Leuten Bescheid, die diesen Server "
        "betreiben: Mit einer Sicherung lässt sie sich zurückholen.",
    ),
    "FAILED": Text(
        "Something went wrong here, and nothing was changed. Please try again.",
        "Hier ist etwas schiefgegangen; es wurde nichts geändert. Bitte versuch es noch einmal.",
    ),
    "FOREIGN_PAGE": Text(
        "This request comes from another website.", "Diese Anfrage kommt von einer anderen Website."
    ),
    "MATCH_FULL": Text(
        "Too many people are watching this match. Try again later.",
        "Bei dieser Partie schauen schon zu viele zu. Versuch es später noch einmal.",
    ),
    "MATCH_LOST": Text(
        "This match cannot be opened any more: it was played with other rules or another version of Slugfest.",
        "Diese Partie lässt sich nicht mehr öffnen: Sie wurde mit anderen Regeln oder einer anderen Version von "
        "Slugfest gespielt.",
    ),
    "NAME_CLAIMED": Text(
        "This name, or one that looks like it, belongs to someone else on this server. Choose another one; if it is "
        "yours, sign in.",
        "Dieser Name oder einer, der genauso aussieht, gehört hier schon jemandem. Nimm einen anderen; wenn es deiner "
        "ist, melde dich an.",
    ),
    "NEWER": Text(
        "This match was begun with a newer Slugfest. It opens as soon as this server is up to date.",
        "Diese Partie wurde mit einem neueren Slugfest begonnen. Sie öffnet sich, sobald dieser Server aktuell ist.",
    ),
    "NO_VARIANT": Text(
        "This match is played with a variant of the game that this server does not offer at the moment.",
        "Diese Partie wird mit einer Variante des Spiels gespielt, die dieser Server gerade nicht anbietet.",
    ),
    "NO_SUCH_TICKET": Text(
        "This link has been used, or it is too old: it works once, for 15 minutes. Create a new one on the device that "
        "has your profile.",
        "Dieser Link wurde schon benutzt oder ist zu alt: Er gilt einmal, 15 Minuten lang. Erstelle auf dem Gerät mit "
        "deinem Profil einen neuen.",
    ),
    "NO_SUCH_CODE": Text(
        "This code is not valid here. Each code works once; use the last one you were shown.",
        "Dieser Code gilt hier nicht. Jeder Code funktioniert einmal; nimm den letzten, den du bekommen hast.",
    ),
    "NO_SUCH_PASSKEY": Text(
        "This passkey is not valid here, or the question was too old. Try again, or use your recovery code.",
        "Dieser Passkey gilt hier nicht, oder die Anfrage war zu alt. Versuch es noch einmal oder nimm deinen "
        "Wiederherstellungscode.",
    ),
    "BRING_CLAIMED": Text(
        "This device has a claimed name of its own, so its matches stay with that name. Sign in without them.",
        "Dieses Gerät hat einen eigenen gesicherten Namen, deshalb bleiben seine Partien bei diesem. Melde dich ohne "
        "sie an.",
    ),
    "NO_SUCH_PLAYER": Text(
        "Nobody shows a profile under this name here.",
        "Unter diesem Namen zeigt hier niemand ein Profil.",
    ),
    "NO_PASSKEYS": Text(
        "Passkeys need a server with a domain name and an encrypted connection (https). Here a recovery code does "
        "the same.",
        "Passkeys brauchen einen Server mit einem Domainnamen und einer verschlüsselten Verbindung (https). Hier gibt "
        "es stattdessen einen Wiederherstellungscode.",
    ),
    "NOT_CLAIMED": Text(
        "You have not claimed a name here yet.", "Du hast dir hier noch keinen Namen gesichert."
    ),
    "LAST_WAY": Text(
        "This is your only way to sign in. Get a recovery code or add another passkey first.",
        "Anders kannst du dich nicht anmelden. Hol dir zuerst einen Wiederherstellungscode oder richte einen weiteren "
        "Passkey ein.",
    ),
    "TOO_MANY_PASSKEYS": Text(
        "You have ten passkeys already. Remove one first.",
        "Du hast schon zehn Passkeys. Entferne zuerst einen.",
    ),
    "TOO_MANY_ATTEMPTS": Text(
        "Too many attempts from your address just now. Wait a minute, then try again.",
        "Von deiner Adresse kamen gerade zu viele Versuche. Warte eine Minute und versuch es dann noch einmal.",
    ),
    "NO_PUSH": Text(
        "Your browser cannot receive notifications from here. As long as a page is open, it tells you when it is your "
        "turn.",
        "Dein Browser kann von hier aus keine Benachrichtigungen empfangen. Solange eine Seite offen ist, sagt "
        "sie dir Bescheid, wenn du dran bist.",
    ),
    "NO_ADVICE": Text(
        "There is nothing to decide for you now.", "Für dich gibt es gerade nichts zu entscheiden."
    ),
    "NO_SUCH_GAME": Text("There is no such game here.", "Dieses Spiel gibt es hier nicht."),
    "NO_SUCH_PUZZLE": Text("There is no such puzzle here.", "Dieses Rätsel gibt es hier nicht."),
    "NO_SUCH_LESSON": Text("There is no such lesson here.", "Diese Lektion gibt es hier nicht."),
    "NO_SUCH_MATCH": Text(
        "There is no match with this code. Is it spelled right?",
        "Es gibt keine Partie mit diesem Code. Ist er richtig geschrieben?",
    ),
    "NO_SUCH_PAGE": Text("There is nothing at this address.", "Unter dieser Adresse gibt es nichts."),
    "NO_SUCH_PHRASE": Text(
        "You cannot say that here. Choose one of the phrases shown.",
        "Das kannst du hier nicht sagen. Wähl einen der angezeigten Sätze.",
    ),
    "NO_TEAMMATE": Text("You have no teammate here.", "Du hast hier niemanden in deinem Team."),
    "NOT_ALLOWED": Text(
        "This address does not answer that kind of request.",
        "Diese Adresse beantwortet solche Anfragen nicht.",
    ),
    "RECORD_LATER": Text(
        "The record would show what is still secret. It is here when the match is over.",
        "Das Protokoll würde zeigen, was noch geheim ist. Du bekommst es, wenn die Partie zu Ende ist.",
    ),
    "NO_REVIEW": Text(
        "This match has no review: it was called off, or its game has no bots that could judge it.",
        "Zu dieser Partie gibt es keine Auswertung: Sie wurde abgebrochen, oder ihr Spiel hat keine Bots, die sie "
        "beurteilen könnten.",
    ),
    "REVIEW_LATER": Text(
        "A review would show what is still secret. It is here when the match is over.",
        "Eine Auswertung würde zeigen, was noch geheim ist. Du bekommst sie, wenn die Partie zu Ende ist.",
    ),
    "REVIEWS_BUSY": Text(
        "Very many matches are being reviewed just now. Try again in a few minutes.",
        "Gerade werden sehr viele Partien ausgewertet. Versuch es in ein paar Minuten noch einmal.",
    ),
    "STORAGE": Text(
        "Nothing was lost: the server is waiting for its storage, and the match goes on by itself.",
        "Es ist nichts verloren: Der Server wartet auf seinen Speicher, und die Partie geht von selbst weiter.",
    ),
    "TOO_FAST": Text(
        "That was too much at once. Wait a moment.", "Das war zu viel auf einmal. Warte einen Moment."
    ),
    "TOO_LARGE": Text("This message is too large.", "Diese Nachricht ist zu groß."),
    "TOO_MANY_GUESTS": Text(
        "Very many new guests have come from your address just now. Wait a minute, then try again.",
        "Von deiner Adresse sind gerade sehr viele neue Gäste gekommen. Warte eine Minute und versuch es dann noch "
        "einmal.",
    ),
    "TOO_MANY_MATCHES": Text(
        "You have opened very many matches just now. Wait a minute, or play one of them.",
        "Du hast gerade sehr viele Partien eröffnet. Warte eine Minute oder spiel eine davon.",
    ),
    "TOO_MANY_WINDOWS": Text(
        "Too many windows are open here. Close some, then try again.",
        "Hier sind zu viele Fenster offen. Schließ einige und versuch es dann noch einmal.",
    ),
    "TOO_LATE": Text(
        "Meanwhile the match has moved on. Ask again.",
        "Inzwischen ist die Partie weitergegangen. Frag noch einmal.",
    ),
    "TOO_SLOW": Text(
        "Your request did not arrive in time. Please try again.",
        "Deine Anfrage ist nicht rechtzeitig angekommen. Bitte versuch es noch einmal.",
    ),
    "WRONG_HOST": Text(
        "This server does not go by this name. Use the address it shows when it starts, or start it with --allow-host "
        "and this name.",
        "Unter diesem Namen ist der Server nicht zu erreichen. Nimm die Adresse, die er beim Start zeigt, oder starte "
        "ihn mit --allow-host und diesem Namen.",
    ),
    "WRONG_LINK": Text(
        "A QR code can be made only for a link to this server.",
        "Einen QR-Code gibt es nur für einen Link auf diesen Server.",
    ),
}


STATUS: Final = {
    **clubs.STATUS,
    **hosting.STATUS,
    **variant_refusals.STATUS,
    "COME_BACK": 503,
    "COOKIE_NEEDED": 403,
    "CROWDED": 503,
    "DAMAGED": 503,
    "FAILED": 500,
    "FOREIGN_PAGE": 403,
    "MATCH_LOST": 410,
    "MEMBERS_ONLY": 403,
    "NAME_CLAIMED": 409,
    "NEWER": 503,
    "NO_SUCH_EVENT": 404,
    "NO_SUCH_GAME": 404,
    "NO_SUCH_LESSON": 404,
    "NO_SUCH_PUZZLE": 404,
    "NO_SUCH_MATCH": 404,
    "NO_SUCH_CODE": 403,
    "NO_SUCH_PAGE": 404,
    "NO_SUCH_PASSKEY": 403,
    "NO_SUCH_PLAYER": 404,
    "NO_SUCH_TICKET": 410,
    "NO_VARIANT": 503,
    "NOT_ALLOWED": 405,
    "NOT_DIRECTOR": 403,
    "RECORD_LATER": 409,
    "REPLAY_LATER": 409,
    "REVIEW_LATER": 409,
    "REVIEWS_BUSY": 503,
    "STORAGE": 503,
    "TOO_FAST": 429,
    "TOO_LARGE": 413,
    "TOO_MANY_ATTEMPTS": 429,
    "TOO_MANY_GUESTS": 429,
    "TOO_MANY_MATCHES": 429,
    "TOO_MANY_WINDOWS": 429,
    "TOO_SLOW": 408,
    "WRONG_HOST": 421,
}


def problem(code: str) -> Refusal:
    """The refusal with this code."""
    return Refusal(code, "", SENTENCES[code])


def not_understood(detail: str) -> Refusal:
    """The refusal of a message that cannot be read."""
    return Refusal(
        "NOT_UNDERSTOOD",
        "",
        Text(
            f"The server did not understand this message: {detail}",
            f"Der Server hat diese Nachricht nicht verstanden: {detail}",
        ),
    )


def status_of(refusal: Refusal) -> int:
    """The HTTP status of a refusal."""
    return STATUS.get(refusal.code, 422)
