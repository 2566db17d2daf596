"""What the terminal says around the games, in both languages."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import SlugfestError, Text

WORDS: Final = {
    "your_turn": Text("Your turn, {name}.", "Du bist dran, {name}."),
    "choose": Text(
        "Number or move; h hint, u undo, r rules, ? help, q quit",
        "Nummer oder Zug; h Tipp, u zurück, r Regeln, ? Hilfe, q Ende",
    ),
    "groups": Text("What do you want to do?", "Was möchtest du tun?"),
    "moves": Text("Your moves:", "Deine Züge:"),
    "back": Text("back", "zurück"),
    "ways": Text("{count} ways", "{count} Möglichkeiten"),
    "no_such": Text("There is no number {word} in the list.", "Die Nummer {word} steht nicht in der Liste."),
    "hint": Text("The bot would play:", "Der Bot würde spielen:"),
    "undone": Text("Taken back.", "Zurückgenommen."),
    "bye": Text("See you at the next fight.", "Bis zum nächsten Kampf."),
    "over": Text("Game over", "Spielende"),
    "commitment": Text(
        "Chance is fixed in advance; its fingerprint: {hash}",
        "Der Zufall steht vorher fest; sein Fingerabdruck: {hash}",
    ),
    "secret": Text(
        "The secret behind it, for checking: {secret}", "Das Geheimnis dazu, zum Nachprüfen: {secret}"
    ),
    "saved": Text("The record is in {file}.", "Die Aufzeichnung liegt in {file}."),
    "table_saved": Text("The whole table is in {file}.", "Die ganze Tabelle liegt in {file}."),
    "interrupted": Text(
        "Interrupted: {done} of {total} pairings were played.",
        "Abgebrochen: {done} von {total} Paarungen wurden gespielt.",
    ),
    "hand_over": Text(
        "Pass the keyboard to {name}, then press Enter.",
        "Gib die Tastatur an {name}, dann drück die Eingabetaste.",
    ),
    "which_rule": Text("Rule number or a word:", "Regelnummer oder ein Wort:"),
    "no_rule": Text("No rule says anything about that.", "Dazu sagt keine Regel etwas."),
    "visits": Text("looked at", "geprüft"),
    "expected": Text("expected", "erwartet"),
    "help": Text(
        "Type the number in front of a move, or the move itself as the rules write it.\n"
        "h  what a bot would do     u  take back your last move\n"
        "r  look up a rule          q  leave the game",
        "Tippe die Nummer vor einem Zug oder den Zug selbst, wie ihn die Regeln schreiben.\n"
        "h  was ein Bot täte        u  nimm deinen letzten Zug zurück\n"
        "r  schlag eine Regel nach  q  verlass das Spiel",
    ),
}


def say(key: str, language: str, **values: object) -> str:
    """One sentence in the player's language."""
    return WORDS[key].in_language(language).format(**values)


def level_name(level: str, language: str) -> str:
    """A bot's level as people say it."""
    if language == "de":
        return {"easy": "leicht", "medium": "mittel", "hard": "schwer", "random": "zufällig"}.get(
            level, level
        )
    return level


def check_language(language: str) -> str:
    """``en`` or ``de``, or a refusal."""
    if language not in ("en", "de"):
        raise SlugfestError(f"there is no language {language!r}; there are en and de")
    return language
