"""What the terminal says around the games, in both languages."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import LANGUAGES, Game, Mistake, Refusal, SlugfestError, Text, listed
from slugfest.personas import LEVEL_NAMES, persona

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
        "--agreed needs --from: it names guests of that server who agreed that their matches are used",
        "--agreed braucht --from: Es nennt Gäste dieses Servers, die der Nutzung ihrer Partien zugestimmt haben",
    ),
    "no_rates": Text(
        "--better {text}: two win rates are needed, as in 0.5..0.55",
        "--better {text}: Zwei Siegquoten sind nötig, wie in 0.5..0.55",
    ),
    "no_lab": Text(
        "this needs the lab’s libraries: pip install slugfest[lab]",
        "dafür fehlen die Bibliotheken des Labors: pip install slugfest[lab]",
    ),
    "no_envs": Text(
        "this needs the libraries of the environments: pip install slugfest[envs]",
        "dafür fehlen die Bibliotheken der Lernumgebungen: pip install slugfest[envs]",
    ),
    "no_table": Text(
        "there is no table {table} to fit; there are: {tables}",
        "eine Tabelle {table} zum Anpassen gibt es nicht; es gibt: {tables}",
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
    "minari_parquet": Text(
        "{file}: a Minari dataset is made of a .parquet folder; give --out NAME.parquet",
        "{file}: Ein Minari-Datensatz entsteht aus einem .parquet-Ordner; gib --out NAME.parquet an",
    ),
    "no_minari": Text(
        "this needs packages that are not installed: pip install minari pillow 'slugfest[envs]'",
        "dafür fehlen Pakete: pip install minari pillow 'slugfest[envs]'",
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
    "compare_game": Text(
        "which game? Two folders of reports say so themselves; for anything else add --game",
        "welches Spiel? Zwei Ordner mit Berichten sagen es selbst; für alles andere füg --game hinzu",
    ),
    "one_variant": Text(
        "{first} and {second}: this command plays one variant at a time; `slugfest lab run --variant A --variant B` "
        "plays several",
        "{first} und {second}: Dieser Befehl spielt immer nur eine Variante; `slugfest lab run --variant A --variant "
        "B` spielt mehrere",
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
    "found_number": Text(
        "{place} = {value}: {who} wins {rate} ({low} … {high}) of {games} games. Of the values tried it is the nearest "
        "to {goal}, with {sure} confidence. Today it is {today}.",
        "{place} = {value}: {who} gewinnt {rate} ({low} … {high}) von {games} Spielen. Von den versuchten Werten liegt "
        "er mit {sure} Sicherheit am nächsten an {goal}. Heute ist es {today}.",
    ),
    "found_bound": Text(
        "The game allows no value that would come nearer.", "Das Spiel erlaubt keinen Wert, der näher käme."
    ),
    "variant_written": Text(
        "{file} has {numbers} numbers. Remove the # in front of one, change it, and play: slugfest play {game} "
        "--variant {file}",
        "{file} hat {numbers} Zahlen. Nimm das # vor einer weg, ändere sie und spiel: slugfest play {game} "
        "--variant {file}",
    ),
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
    "learn_loss": Text(
        "Learned from {games} games. Log loss on {unseen} games not seen ({things} hidden cards): uniform {uniform},"
        " present {present}, new {new}. Gained: {gain} thousandths (95 %: {low} … {high}).",
        "Gelernt aus {games} Spielen. Log-Verlust in {unseen} ungesehenen Spielen ({things} verdeckte Karten):"
        " gleichverteilt {uniform}, bisher {present}, neu {new}. Gewonnen: {gain} Tausendstel (95 %: {low} … {high}).",
    ),
    "fit_again": Text(
        "The present numbers stay: the new ones do not predict unseen games better, beyond chance. Nothing is"
        " written.",
        "Die bisherigen Zahlen bleiben: Die neuen sagen ungesehene Spiele nicht besser voraus, jedenfalls"
        " nicht über den Zufall hinaus. Es wird nichts geschrieben.",
    ),
    "fit_interrupted": Text(
        "Interrupted; what was played is in {folder}, and the same command goes on with it.",
        "Unterbrochen; was gespielt ist, liegt in {folder}, und derselbe Befehl macht damit weiter.",
    ),
    "fit_written": Text("{file} has the new numbers.", "{file} hat die neuen Zahlen."),
    "fit_kept": Text("{file} keeps the present numbers.", "{file} behält die bisherigen Zahlen."),
    "against": Text("Against: {names}", "Gegen: {names}"),
    "your_turn": Text("Your turn!", "Du bist dran!"),
    "turn_of": Text("Your turn, {name}!", "Du bist dran, {name}!"),
    "choose": Text(
        "Number or move (h hint, u undo, r rules, ? help, q quit)",
        "Nummer oder Zug (h Tipp, u zurück, r Regeln, ? Hilfe, q Ende)",
    ),
    "groups": Text("What do you want to do?", "Was möchtest du tun?"),
    "moves": Text("Your moves:", "Deine Züge:"),
    "back": Text("back", "zurück"),
    "ways": Text("{count} ways", "{count} Möglichkeiten"),
    "no_such": Text("{word} is not in the list.", "{word} steht nicht in der Liste."),
    "hint": Text("A good move:", "Ein guter Zug:"),
    "as_good": Text("Just as good:", "Genauso gut:"),
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
    "rating": Text("rating {rating}", "Spielstärke {rating}"),
    "bots_personas": Text("Personas", "Gegner"),
    "bots_strength": Text(
        "How strong they are, the weakest first; 1500 is medium",
        "Wie stark sie sind, der schwächste zuerst; 1500 ist medium",
    ),
    "bots_built_in": Text("Built-in bots", "Mitgelieferte Bots"),
    "bots_outside": Text("Other bots", "Weitere Bots"),
    "bots_none": Text(
        "None. Install a package that brings some (entry-point group slugfest.bots), or name one with --program.",
        "Keine. Installier ein Paket, das welche mitbringt (Entry-Point-Gruppe slugfest.bots), oder nenn einen mit "
        "--program.",
    ),
    "bots_broken": Text("Bots that cannot be loaded", "Bots, die sich nicht laden lassen"),
    "bots_how": Text(
        "Add options after the name, for example: lucky:boldness=7:budget=2000",
        "Häng Einstellungen an den Namen an, zum Beispiel: lucky:boldness=7:budget=2000",
    ),
    "plays_only": Text("plays {games}", "spielt {games}"),
    "stood_in": Text("{fault}. {other} decides in its place.", "{fault}. Für ihn entscheidet {other}."),
    "you": Text("You", "Du"),
    "you_win": Text("You win!", "Du gewinnst!"),
    "you_lose": Text("You lose!", "Du verlierst!"),
    "you_draw": Text("It is a draw.", "Unentschieden."),
    "you_share": Text("You share the victory!", "Du teilst dir den Sieg!"),
    "your_team_wins": Text("Your team wins!", "Dein Team gewinnt!"),
    "wins": Text("{who} wins.", "{who} gewinnt."),
    "win": Text("{who} win.", "{who} gewinnen."),
    "share": Text("{who} share the victory.", "{who} teilen sich den Sieg."),
    "draw": Text("A draw between {who}.", "Unentschieden zwischen {who}."),
    "beaten": Text("The game beats {who}.", "Das Spiel gewinnt gegen {who}."),
    "drawn": Text("A draw between {who} and the game.", "Unentschieden zwischen {who} und dem Spiel."),
    "place": Text("Place", "Platz"),
    "player": Text("Player", "Spieler"),
    "score": Text("Points", "Punkte"),
    "bye": Text("See you at the next fight.", "Bis zum nächsten Kampf."),
    "over": Text("Game over", "Spielende"),
    "commitment": Text(
        "All randomness is fixed before the first move. Its fingerprint: {hash}",
        "Der Zufall steht vor dem ersten Zug fest. Sein Fingerabdruck: {hash}",
    ),
    "secret": Text(
        "The seed behind the fingerprint, for you to check: {secret}",
        "Der Startwert zum Fingerabdruck, zum Nachprüfen: {secret}",
    ),
    "saved": Text("The record is in {file}.", "Die Aufzeichnung liegt in {file}."),
    "solved": Text(
        "{game}: {nodes} positions, {states} information states",
        "{game}: {nodes} Stellungen, {states} Informationszustände",
    ),
    "solved_who": Text("who plays on all seats", "wer auf allen Plätzen spielt"),
    "solved_value": Text("worth for seat 1", "Wert für Platz 1"),
    "solved_gain": Text("others could gain (NashConv)", "ausnutzbar (NashConv)"),
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
    "minari_written": Text(
        "Minari knows {episodes} episodes as {name}.", "Minari kennt {episodes} Episoden als {name}."
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
        "Pass the keyboard to {name}. {name}, press Enter.",
        "Gib die Tastatur an {name}. {name}, drück die Eingabetaste.",
    ),
    "which_rule": Text("A word or a rule number:", "Ein Wort oder eine Regelnummer:"),
    "no_rule": Text("No rule mentions that.", "Das kommt in keiner Regel vor."),
    "help": Text(
        "Type the number of a move, or the move in short, as it stands in grey behind it.\n"
        "h  a good move, and why    u  take back your last move\n"
        "r  look up a rule          q  leave the match",
        "Tipp die Nummer eines Zugs oder seine Kurzform, die grau dahinter steht.\n"
        "h  ein guter Zug und warum  u  letzten Zug zurücknehmen\n"
        "r  Regel nachschlagen       q  Partie verlassen",
    ),
}


def say(key: str, language: str, **values: object) -> str:
    """One sentence in the player's language."""
    return WORDS[key].in_language(language).format(**values)


def called(names: list[str], reader: int, language: str) -> list[str]:
    """The names at a table as one of its players reads them: "You" for that player."""
    return [say("you", language) if seat == reader else name for seat, name in enumerate(names)]


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


def strength_of(name: str, game: Game, language: str) -> str:
    """How strong a bot is, for people: a persona's rating, else its level."""
    who = persona(LEVEL_NAMES.get(name, name))
    rating = None if who is None else who.ratings.get(game.plain_id)
    if rating is None:
        return level_name(name, language)
    return say("rating", language, rating=rating.rating)


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
