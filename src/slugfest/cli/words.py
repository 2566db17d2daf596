"""What the terminal says around the games, in both languages."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import LANGUAGES, Mistake, Refusal, SlugfestError, Text, listed

MISTAKES: Final = {
    "no_experiment": Text(
        "name an experiment: a file, the folder of a run, or flags such as --game kapow-dice --bots hard,medium",
        "nenn ein Experiment: eine Datei, den Ordner eines Laufs oder Angaben wie --game kapow-dice --bots hard,medium",
    ),
    "only_games": Text(
        "{folder} is a run: it goes on as it is, and only --games may be named with it; begin another for the rest",
        "{folder} ist ein Lauf: Er geht weiter, wie er ist, und nur --games lässt sich dazu angeben; beginn für alles"
        " andere einen neuen",
    ),
    "puzzles_agreed": Text(
        "--from and --agreed belong together: name everybody who agreed that their matches are used",
        "--from und --agreed gehören zusammen: Nenn alle, die zugestimmt haben, dass ihre Partien benutzt werden",
    ),
    "no_rates": Text(
        "--better {text}: two win rates are needed, as in 0.5..0.55",
        "--better {text}: Zwei Siegquoten sind nötig, wie in 0.5..0.55",
    ),
    "no_lab": Text(
        "this needs the lab's libraries: pip install slugfest[lab]",
        "dafür fehlen die Bibliotheken des Labors: pip install slugfest[lab]",
    ),
    "no_table": Text(
        "there is no table {table} to fit; there are: {tables}",
        "eine Tabelle {table} gibt es nicht anzupassen; es gibt: {tables}",
    ),
    "no_language": Text(
        "there is no language {language}; there are en and de",
        "die Sprache {language} gibt es nicht; es gibt en und de",
    ),
    "no_seat": Text(
        "there is no seat {seat}; the match had {seats}",
        "Platz {seat} gibt es nicht; die Partie hatte {seats}",
    ),
    "table_format": Text(
        "{file}: the table is written as .csv or .json",
        "{file}: Die Tabelle wird als .csv oder .json geschrieben",
    ),
    "png_where": Text(
        "--png: say with --out into which folder the pictures go",
        "--png: Sag mit --out, in welchen Ordner die Bilder sollen",
    ),
    "no_folder": Text(
        "{folder}: cannot be made ({reason}); choose a --database",
        "{folder}: lässt sich nicht anlegen ({reason}); gib mit --database etwas anderes an",
    ),
    "no_option": Text(
        "-o {pair}: write an option as key=value", "-o {pair}: Schreib eine Option als name=wert"
    ),
    "variant_of": Text(
        "{variant} is a variant of {other}, not of {game}",
        "{variant} ist eine Variante von {other}, nicht von {game}",
    ),
    "levels_count": Text(
        "--level names {given} bots, but --bots says {count}",
        "--level nennt {given} Bots, aber --bots sagt {count}",
    ),
    "unreadable": Text("{file}: cannot be read ({reason})", "{file}: lässt sich nicht lesen ({reason})"),
    "unwritable": Text(
        "{file}: cannot be written ({reason})", "{file}: lässt sich nicht schreiben ({reason})"
    ),
    "run_unwritable": Text(
        "{folder}: cannot be written ({reason}). What was played is kept: mend that and give the same command again, or"
        " name another folder",
        "{folder}: lässt sich nicht schreiben ({reason}). Was gespielt ist, bleibt: Behebe das und gib denselben Befehl"
        " noch einmal, oder nenn einen anderen Ordner",
    ),
    "no_text": Text("{file}: is not a text file", "{file}: ist keine Textdatei"),
    "no_json": Text("{file}: is not JSON: {reason}", "{file}: ist kein JSON: {reason}"),
    "no_object": Text(
        "{file}: a position document is a JSON object", "{file}: Eine Stellung ist ein JSON-Objekt"
    ),
    "no_values": Text("--values {values}: there are {there}", "--values {values}: Es gibt {there}"),
    "no_step": Text(
        "{file} is the record of a match: say with --step after how many of its {moves} moves",
        "{file} ist die Aufzeichnung einer Partie: Sag mit --step, nach wie vielen ihrer {moves} Züge",
    ),
    "step_too_far": Text(
        "--step {step}: the match has {moves} moves", "--step {step}: Die Partie hat {moves} Züge"
    ),
    "step_of_a_position": Text(
        "{file} is a position, not the record of a match: leave --step out",
        "{file} ist eine Stellung und keine Aufzeichnung: Lass --step weg",
    ),
    "no_scenarios": Text(
        "there are no scenario files (*.toml) in these folders",
        "in diesen Ordnern gibt es keine Szenarien (*.toml)",
    ),
}
WORDS: Final = {
    "fit_title": Text("The numbers of [{table}]", "Die Zahlen von [{table}]"),
    "fit_present": Text("present", "bisher"),
    "fit_new": Text("new", "neu"),
    "fit_error": Text("standard error", "Standardfehler"),
    "fit_loss": Text(
        "Fitted to {games} games. Log loss on {unseen} games not seen ({positions} positions): blind {blind}, present"
        " {present}, new {new}. Gained: {gain} thousandths (95 %: {low} … {high}).",
        "Angepasst an {games} Spiele. Log-Verlust in {unseen} ungesehenen Spielen ({positions} Stellungen): blind"
        " {blind}, bisher {present}, neu {new}. Gewonnen: {gain} Tausendstel (95 %: {low} … {high}).",
    ),
    "fit_again": Text(
        "The present numbers come out again: the new ones tell unseen games no better, beyond chance. Nothing is"
        " written.",
        "Die bisherigen Zahlen kommen wieder heraus: Die neuen sagen ungesehene Spiele nicht besser voraus, jedenfalls"
        " nicht über den Zufall hinaus. Es wird nichts geschrieben.",
    ),
    "fit_interrupted": Text(
        "Interrupted; what was played is in {folder}, and the same command goes on with it.",
        "Unterbrochen; was gespielt ist, liegt in {folder}, und derselbe Befehl macht damit weiter.",
    ),
    "fit_written": Text("{file} has the new numbers.", "{file} hat die neuen Zahlen."),
    "fit_kept": Text("{file} keeps the present numbers.", "{file} behält die bisherigen Zahlen."),
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
    "hint": Text("A good move:", "Ein guter Zug:"),
    "undone": Text("Taken back.", "Zurückgenommen."),
    "seats": Text("{counts} seats", "{counts} Plätze"),
    "seats_range": Text("{low} to {high} seats", "{low} bis {high} Plätze"),
    "one_seat": Text("1 seat", "1 Platz"),
    "this_seat": Text("this seat", "dieser Platz"),
    "usual": Text("the default", "Standard"),
    "usually": Text("default {value}", "Standard: {value}"),
    "only_at": Text("only with {counts} seats", "nur mit {counts} Plätzen"),
    "only_at_one": Text("only with 1 seat", "nur mit 1 Platz"),
    "only_with": Text("only with {option}", "nur bei {option}"),
    "how_to_choose": Text(
        "Choose with -o, for example: slugfest play kapow-dice -o mode=coop",
        "Wähl mit -o, zum Beispiel: slugfest play kapow-dice -o mode=coop",
    ),
    "coverage_no_rules": Text(
        "Nothing is cited, since {game} has no rules reference: Game.rules is empty (load_rules reads a rules.toml).",
        "Nichts ist belegt, weil {game} keine Regelreferenz hat: Game.rules ist leer "
        "(load_rules liest eine rules.toml).",
    ),
    "coverage_no_scenarios": Text("There is no folder {scenarios}.", "Den Ordner {scenarios} gibt es nicht."),
    "coverage_no_tests": Text("There is no folder {tests}.", "Den Ordner {tests} gibt es nicht."),
    "coverage_no_citations": Text(
        "Nothing there cites a rule of {game}: a scenario does so by its list rules, a test by "
        "@pytest.mark.rules or a number in its docstring.",
        "Nichts davon nennt eine Regel von {game}: Ein Szenario tut das mit seiner Liste rules, ein Test mit "
        "@pytest.mark.rules oder einer Nummer im Docstring.",
    ),
    "bots_built_in": Text("Built-in bots", "Mitgelieferte Bots"),
    "bots_outside": Text("Bots from elsewhere", "Bots von anderswo"),
    "bots_none": Text(
        "None. A package brings some by the entry-point group slugfest.bots, --program names one.",
        "Keine. Ein Paket bringt welche über die Entry-Point-Gruppe slugfest.bots mit, --program benennt einen.",
    ),
    "bots_broken": Text("Bots that cannot be loaded", "Bots, die sich nicht laden lassen"),
    "bots_how": Text(
        "Options stand behind the name, for example: lucky:boldness=7:budget=2000",
        "Einstellungen stehen hinter dem Namen, zum Beispiel: lucky:boldness=7:budget=2000",
    ),
    "plays_only": Text("plays {games}", "spielt {games}"),
    "stood_in": Text("{fault}. {other} decides in its place.", "{fault}. Für ihn entscheidet {other}."),
    "wins": Text("{who} wins.", "{who} gewinnt."),
    "win": Text("{who} win.", "{who} gewinnen."),
    "share": Text("{who} share the victory.", "{who} teilen sich den Sieg."),
    "draw": Text("A draw between {who}.", "Unentschieden zwischen {who}."),
    "beaten": Text("The game beats {who}.", "Das Spiel schlägt {who}."),
    "drawn": Text("A draw between {who} and the game.", "Unentschieden zwischen {who} und dem Spiel."),
    "place": Text("Place", "Rang"),
    "player": Text("Player", "Spieler"),
    "score": Text("Points", "Punkte"),
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
    "export_written": Text(
        "{games} games are in {file}; {there} of them were there before.",
        "In {file} stehen {games} Partien; {there} davon waren schon da.",
    ),
    "export_interrupted": Text(
        "Interrupted. The same command goes on from what is in {file}.",
        "Abgebrochen. Derselbe Befehl macht mit dem weiter, was in {file} steht.",
    ),
    "table_saved": Text("The whole table is in {file}.", "Die ganze Tabelle liegt in {file}."),
    "run_begins": Text(
        "Run {folder}: {done} of {total} deals are there.",
        "Lauf {folder}: {done} von {total} Ausgaben sind da.",
    ),
    "run_interrupted": Text(
        "Interrupted after {done} of {total} deals. Go on with: slugfest lab run {folder}",
        "Abgebrochen nach {done} von {total} Ausgaben. Weiter geht es mit: slugfest lab run {folder}",
    ),
    "parquet_written": Text("{rows} games are in {file}.", "{rows} Spiele stehen in {file}."),
    "report_saved": Text("The report is in {file}.", "Der Bericht liegt in {file}."),
    "no_lab": Text(
        "There is no page with charts: they need the extra lab, which pip install 'slugfest\\[lab]' adds.",
        "Eine Seite mit Diagrammen gibt es nicht: Es fehlt das Extra lab, das pip install 'slugfest\\[lab]' nachholt.",
    ),
    "balance_interrupted": Text(
        "Interrupted: {done} of {total} games were played. The same command goes on from there if it has --out.",
        "Abgebrochen: {done} von {total} Spielen wurden gespielt. Mit --out geht derselbe Befehl von dort aus weiter.",
    ),
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


def both(words: list[str], language: str) -> str:
    """``A``, ``A and B``, ``A, B and C``."""
    return listed(words, "und" if language == "de" else "and")


def either(words: list[str], language: str) -> str:
    """``A``, ``A or B``, ``A, B or C``."""
    return listed(words, "oder" if language == "de" else "or")


def level_name(level: str, language: str) -> str:
    """A bot's level as people say it."""
    if language == "de":
        return {"easy": "leicht", "medium": "mittel", "hard": "schwer", "random": "zufällig"}.get(
            level, level
        )
    return level


def check_language(language: str) -> str:
    """``en`` or ``de``, or a refusal."""
    if language not in LANGUAGES:
        raise mistake("no_language", language=repr(language))
    return language


def asked_language(arguments: list[str]) -> str:
    """The language of a command line before it is parsed, for errors in it."""
    asked = "en"
    for place, word in enumerate(arguments):
        if word in ("-l", "--language"):
            asked = arguments[place + 1] if place + 1 < len(arguments) else asked
        elif word.startswith("--language="):
            asked = word.partition("=")[2]
        elif word.startswith("-l") and not word.startswith("--"):
            asked = word[2:]
    return asked if asked in LANGUAGES else "en"


def mistake(key: str, **values: object) -> Mistake:
    """An error of the user, with what to do instead."""
    text = MISTAKES[key]
    return Mistake(Text(text.en.format(**values), text.de.format(**values)))


def refused(error: SlugfestError, language: str) -> str:
    """An error as a sentence, with its code and rule if it has them. Errors in files are always English."""
    if isinstance(error, Mistake):
        return error.text.in_language(language)
    if isinstance(error, Refusal):
        named = ", ".join(word for word in (error.code, error.rule) if word)
        return f"{error.text.in_language(language)} ({named})"
    return str(error)
