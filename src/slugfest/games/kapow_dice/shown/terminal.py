"""The table in a terminal: teams with their Health and cards, fighters with their dice and what these are worth."""

from __future__ import annotations

from typing import Any, Final

from slugfest.games.kapow_dice.content import BOX
from slugfest.kernel import Facts, Terminal, Text

from .words import ability_text, box_name, heading, person, terminal_word

_BAR: Final = 20  # characters for full Health
_COLOURS: Final = {
    "red": "red",
    "yellow": "yellow",
    "purple": "magenta",
    "green": "green",
    "blue": "blue",
    "action": "white",
}


class DiceTerminal(Terminal):
    def render(self, view: Facts, names: list[str], language: str) -> str:
        """The whole table as one seat sees it."""
        board = view["board"]
        lines: list[str] = []
        if board["round"]:
            lines += [f"[bold]{terminal_word('round', language)} {board['round']}[/]", ""]
        for team in range(2):
            lines += _team(board, team, names, language)
            for fighter in board["teams"][team]["fighters"]:
                lines += _fighter(board, fighter, view["seat"], names, language)
            lines.append("")
        lines += [f"  [dim]{reason['text'][language]}[/]" for reason in board["reasoning"]]
        if board["phase"] == "cards":
            lines += [_offered(move["parts"][1], language) for move in view["moves"]]
        if board["round"]:
            lines += [_supply(board, number, language) for number in range(len(board["supplies"]))]
        return "\n".join(lines).rstrip()

    def heading(self, word: str) -> Text:
        return heading(word)


def _team(board: Facts, team: int, names: list[str], language: str) -> list[str]:
    """Who is together, how much Health they have, which cards lie between them."""
    sheet = board["teams"][team]
    members = " + ".join(
        [_name(board["fighters"][fighter], fighter, names, language) for fighter in sheet["fighters"]]
    )
    if not sheet["full"]:
        return [f"[bold]{members}[/]"]
    full = round(_BAR * sheet["health"] / sheet["full"])
    bar = f"[green]{'█' * full}[/][dim]{'░' * (_BAR - full)}[/]"
    token = f"  [yellow]★ {terminal_word('first', language)}[/]" if board["first"] == team else ""
    lines = [f"[bold]{members}[/]  ♥ {sheet['health']}/{sheet['full']} {bar}{token}"]
    if sheet["cards"]:
        cards = ", ".join([_card(card, language) for card in sheet["cards"]])
        lines.append(f"  {terminal_word('cards', language)}: {cards}")
    return lines


def _card(card: Facts, language: str) -> str:
    name = box_name(card["card"], language)
    if card["left"] is None:
        return name
    marks = ["●" if filled else "○" for filled in card["filled"]]
    return f"{name} (P{card['left'] + 1} {marks[0]} | {marks[1]} P{card['right'] + 1})"


def _fighter(board: Facts, fighter: int, seat: int, names: list[str], language: str) -> list[str]:
    sheet = board["fighters"][fighter]
    if not sheet["dice"]:
        return []
    notes = _notes(board, sheet, names, language)
    lines: list[str] = []
    if len(board["teams"][sheet["team"]]["fighters"]) > 1:
        name = _name(sheet, fighter, names, language)
        lines.append(f"  [bold]{name}[/]{notes}" if fighter == seat else f"  {name}{notes}")
    elif notes:
        lines.append(f"  {notes}")
    dice = "  ".join([_die(die, language) for die in sheet["dice"]])
    lines.append(f"    {terminal_word('dice', language)}: {dice}")
    pool = "".join([letter * count for letter, count in sheet["pool"].items()])
    if pool:
        lines.append(f"    {terminal_word('faces', language)}: {pool}")
    if sheet["selected"]:
        boxes = ", ".join([box_name(box, language) for box in sheet["selected"]])
        lines.append(f"    {terminal_word('selected', language)}: {boxes}")
    return lines + _totals(sheet, language)


def _notes(board: Facts, sheet: Facts, names: list[str], language: str) -> str:
    """What else everybody should know of a fighter."""
    notes: list[str] = []
    if sheet["hidden"]:
        notes.append(terminal_word("hidden", language))
    if sheet["ready"]:
        notes.append(terminal_word("ready", language))
    if sheet["target"] is not None:
        target = _name(board["fighters"][sheet["target"]], sheet["target"], names, language)
        notes.append(f"{terminal_word('target', language)} {target}")
    if sheet["entangled"]:
        notes.append(f"{terminal_word('entangled', language)}: {sheet['entangled']}")
    if sheet["locked"]:
        boxes = ", ".join([box_name(box, language) for box in sheet["locked"]])
        notes.append(f"{terminal_word('locked', language)}: {boxes}")
    return f"  [dim]{'; '.join(notes)}[/]" if notes else ""


def _die(die: Facts, language: str) -> str:
    """``d3M→Grow``, in the colour of the die; an Action die with its faces."""
    colour = _COLOURS[die["kind"]]
    face = die["face"] or "?"
    sides = "" if die["sides"] is None else f"({''.join(die['sides'])})"
    lies = f"→{box_name(die['at'].partition(':')[0], language)}" if die["at"] else ""
    lock = "!" if die["frozen"] else ""
    return f"[dim]d{die['die']}[/][{colour}]{sides}[/][bold {colour}]{face}[/]{lies}{lock}"


def _totals(sheet: Facts, language: str) -> list[str]:
    """Attack and defence of the round; while dice are placed, what they would be worth."""
    lines: list[str] = []
    for word in ("attack", "defence"):
        parts = sheet[word]
        note = ""
        if parts is None and sheet["forecast"] is not None:
            parts = sheet["forecast"][word]
            note = f" [dim]({terminal_word('would', language)})[/]"
        if parts is not None:
            lines.append(f"    {terminal_word(word, language)}: {_formula(parts, language)}{note}")
    return lines


def _formula(parts: Facts, language: str) -> str:
    """(Pow 3 + Pummel 2) × 2 − 2 = 8."""
    terms: list[tuple[str, Any]] = []
    if parts["base"] is not None:
        terms.append((parts["base"], parts["base_value"]))
    terms += [(kicker["box"], kicker["value"]) for kicker in parts["kickers"]]
    if not terms:
        return f"[bold]{parts['total']}[/]"
    text = " + ".join([f"{box_name(box, language)} {value}" for box, value in terms])
    if parts["multiplier"] is not None:
        text = f"({text}) × {parts['multiplier']['value']}"
    if parts["flat"]:
        text += f" − {-parts['flat']}"
    return f"{text} = [bold]{parts['total']}[/]"


def _offered(card: str, language: str) -> str:
    """What both halves of a Team-Up card do."""
    found = next(one for one in BOX.cards if one.id == card)
    left, right = [ability_text(half).in_language(language) for half in found.halves]
    return f"  [dim]{box_name(card, language)}: {left} | {right}[/]"


def _supply(board: Facts, number: int, language: str) -> str:
    """What is left of a set; of several sets, for whom it is there."""
    supply = board["supplies"][number]
    users = [team["fighters"] for team in board["teams"] if team["supply"] == number]
    whose = ""
    if len(board["supplies"]) > 1:
        whose = f" {' + '.join([f'P{fighter + 1}' for team in users for fighter in team])}"
    dice = " ".join([f"[{_COLOURS[kind]}]■[/]{count}" for kind, count in supply["dice"].items()])
    faces = " ".join([f"{letter}{count}" for letter, count in supply["faces"].items()])
    return f"[dim]{terminal_word('supply', language)}{whose}: {dice}  {faces}[/]"


def _name(sheet: Facts, fighter: int, names: list[str], language: str) -> str:
    """A person with the character in brackets, or an automated character."""
    character = "" if sheet["character"] is None else person(sheet["character"], language)
    if sheet["seat"] is None:
        return character or "?"
    text = f"P{fighter + 1} {names[fighter]}"
    return f"{text} ({character})" if character else text
