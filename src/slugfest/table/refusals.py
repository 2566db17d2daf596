"""The refusals of a table, with the sentences for players. Games have their own."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import Refusal, SlugfestError, Text

SENTENCES: Final = {
    "ALREADY_STARTED": Text("The match has already begun.", "Die Partie hat schon begonnen."),
    "ALREADY_STOOD": Text("A bot already plays your seat.", "Auf deinem Platz spielt schon ein Bot."),
    "ANOTHER_ASKS": Text(
        "Someone else asks to take something back. Answer that first.",
        "Jemand anderes möchte etwas zurücknehmen. Antworte zuerst darauf.",
    ),
    "BAD_ID": Text(
        "A request needs an id of 1 to 64 characters.",
        "Eine Anfrage braucht eine Kennung mit 1 bis 64 Zeichen.",
    ),
    "BAD_NONCE": Text(
        "A nonce has 32 digits out of 0 to 9 and a to f.",
        "Eine Nonce hat 32 Ziffern aus 0 bis 9 und a bis f.",
    ),
    "GAME_OVER": Text("The game is over.", "Das Spiel ist zu Ende."),
    "GIVEN_UP": Text(
        "Your seat has been given up for good. A bot plays it to the end.",
        "Dein Platz ist endgültig aufgegeben. Ein Bot spielt ihn zu Ende.",
    ),
    "HINTS_OFF": Text(
        "Hints are off between people, unless everyone at the table agrees.",
        "Zwischen Menschen gibt es keine Tipps, außer alle am Tisch sind einverstanden.",
    ),
    "NAME_NEEDED": Text(
        "Tell us your name first, with at least one letter we can show.",
        "Sag uns erst deinen Namen, mit mindestens einem Zeichen, das man sehen kann.",
    ),
    "NOBODY_THERE": Text(
        "There is nobody you could remove or let back in.",
        "Da ist niemand, den du entfernen oder wieder zulassen könntest.",
    ),
    "NO_DRAW": Text(
        "You cannot agree on a draw here.", "Auf ein Unentschieden könnt ihr euch hier nicht einigen."
    ),
    "NO_OPEN_TABLES": Text(
        "Tables cannot be opened to everyone here.", "Tische lassen sich hier nicht für alle öffnen."
    ),
    "NOT_A_MEMBER": Text(
        "This table is for the members of a club.", "Dieser Tisch ist für die Mitglieder eines Vereins."
    ),
    "NO_MOVES": Text("This request holds no move.", "In dieser Anfrage steht kein Zug."),
    "NO_SUCH_LEVEL": Text(
        "There is no such opponent here; choose one of those that are offered.",
        "Diesen Gegner gibt es hier nicht; such dir einen der angebotenen aus.",
    ),
    "NO_SUCH_KIND": Text(
        "A seat can be left open or given to a bot.",
        "Ein Platz kann frei bleiben oder an einen Bot gehen.",
    ),
    "NO_SUCH_PACE": Text(
        "A match has no clock, or a live one with 5 seconds to an hour for a decision, at most an hour in reserve "
        "and at most a minute more with each decision, or one to seven days for a decision.",
        "Eine Partie hat keine Uhr, oder je Entscheidung 5 Sekunden bis eine Stunde mit höchstens einer Stunde Reserve "
        "und höchstens einer Minute Zuwachs, oder je Entscheidung ein bis sieben Tage.",
    ),
    "NO_SUCH_SEAT": Text(
        "There is no such seat at this table.", "Diesen Platz gibt es an diesem Tisch nicht."
    ),
    "NONCE_LATE": Text(
        "The match has begun, so its randomness is fixed.",
        "Die Partie hat begonnen, ihr Zufall steht fest.",
    ),
    "NONCE_TWICE": Text(
        "Your nonce is already in, and it cannot be changed.",
        "Deine Nonce ist schon dabei und lässt sich nicht mehr ändern.",
    ),
    "NONCE_UNUSED": Text(
        "This match was opened before nonces counted. Its randomness comes from its secret alone.",
        "Diese Partie stammt aus der Zeit vor den Nonces. Ihr Zufall kommt allein aus ihrem Geheimnis.",
    ),
    "NO_WAY_BACK": Text(
        "That can no longer be taken back: something has been revealed or rolled since.",
        "Das lässt sich nicht mehr zurücknehmen: Seitdem wurde etwas aufgedeckt oder gewürfelt.",
    ),
    "NOT_ASKED": Text(
        "Meanwhile the game has moved on. Nobody asks for that any more.",
        "Inzwischen ist das Spiel weitergegangen. Danach fragt niemand mehr.",
    ),
    "NOT_HOST": Text("Only the host can do that.", "Das kann nur die Spielleitung."),
    "NOT_OVER": Text("The match is not over yet.", "Die Partie ist noch nicht zu Ende."),
    "NOT_SEATED": Text("You have no seat in this match.", "Du hast in dieser Partie keinen Platz."),
    "NOT_STARTED": Text("The match has not begun yet.", "Die Partie hat noch nicht begonnen."),
    "NOT_THERE": Text(
        "There is nothing to decide at this point of the match.",
        "An dieser Stelle der Partie gibt es nichts zu entscheiden.",
    ),
    "NOT_WAITED_FOR": Text(
        "Only those at the table can do that, and only about someone they wait for.",
        "Das können nur die am Tisch, und nur bei jemandem, auf den sie warten.",
    ),
    "NOT_YOUR_SEAT": Text("This is not your seat.", "Das ist nicht dein Platz."),
    "OFFERED_ENOUGH": Text(
        "You have asked for that often enough for now. Ask again when the game has moved on.",
        "Danach hast du vorerst oft genug gefragt. Frag wieder, wenn das Spiel weitergegangen ist.",
    ),
    "OFFERS_SPENT": Text(
        "You have asked the others for something too often in this match.",
        "In dieser Partie hast du die anderen zu oft um etwas gebeten.",
    ),
    "ONE_AT_A_TIME": Text(
        "Another seat is about to be handed to a bot. One at a time.",
        "Gerade geht ein anderer Platz an einen Bot. Einer nach dem anderen.",
    ),
    "REMOVED": Text(
        "The host has removed you from this match.",
        "Die Spielleitung hat dich aus dieser Partie entfernt.",
    ),
    "REPLAY_LATER": Text(
        "A match can be watched again when it is over.",
        "Eine Partie lässt sich noch einmal ansehen, wenn sie zu Ende ist.",
    ),
    "SEAT_OPEN": Text(
        "A seat is still free: wait for someone, or give it to a bot.",
        "Ein Platz ist noch frei: Warte auf jemanden oder setz einen Bot hin.",
    ),
    "SEAT_TAKEN": Text("Someone already sits there.", "Da sitzt schon jemand."),
    "SEALED": Text(
        "Other tables may still be playing the same deal. When the round is over, everyone can see how it went.",
        "An anderen Tischen wird vielleicht noch mit denselben Karten und Würfen gespielt. Wenn die Runde zu Ende ist, "
        "können alle sehen, wie es lief.",
    ),
    "SEATS_FIXED": Text(
        "The event decides who sits where and when the table begins.",
        "Der Wettkampf bestimmt, wer wo sitzt und wann der Tisch beginnt.",
    ),
    "SEATS_CLOSED": Text(
        "The match has begun, so its seats are taken. You can watch.",
        "Die Partie läuft schon, alle Plätze sind vergeben. Du kannst zuschauen.",
    ),
    "SEATS_NEEDED": Text(
        "More people than that are seated here. Someone has to stand up first.",
        "Hier sitzen schon mehr Leute. Erst muss jemand aufstehen.",
    ),
    "STOOD_UP": Text(
        "A bot plays your seat. Sit down again to play yourself.",
        "Ein Bot spielt auf deinem Platz. Setz dich wieder hin, um selbst zu spielen.",
    ),
    "TIME_UP": Text("Your time has run out.", "Deine Zeit ist um."),
    "TOO_EARLY": Text("Give them a little more time.", "Lass ihnen noch etwas Zeit."),
    "TOO_LONG": Text(
        "This match has gone on for too long. Start a new one.",
        "Diese Partie dauert schon zu lange. Fang eine neue an.",
    ),
    "TOO_MANY_MOVES": Text("That is too many moves at once.", "Das sind zu viele Züge auf einmal."),
    "TWO_SEATS": Text("You can take only one seat.", "Du kannst nur einen Platz nehmen."),
}


def refuse(code: str) -> Refusal:
    """The refusal with this code."""
    return Refusal(code, "", SENTENCES[code])


def as_refusal(error: SlugfestError) -> Refusal:
    """A refusal of the kernel or the game as it is; anything else that stops a request with what it can say."""
    if isinstance(error, Refusal):
        return error
    return Refusal("NOT_POSSIBLE", "", Text(f"That is not possible: {error}", f"Das geht nicht: {error}"))
