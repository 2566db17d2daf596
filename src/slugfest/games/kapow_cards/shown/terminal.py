"""The board in a terminal: every player a line of five slots, your hand below."""

from __future__ import annotations

from typing import Final

from slugfest.games.kapow_cards.content import BOX
from slugfest.kernel import Facts, Terminal, Text

from .words import bit_text, card_text

_COLOURS: Final = {"hero": "cyan", "villain": "red", "weapon": "yellow"}
_CARD: Final = {identifier: card for card, identifier in enumerate(BOX.ids)}


class CardsTerminal(Terminal):
    def render(self, view: Facts, names: list[str], language: str) -> str:
        """The whole table as one seat sees it."""
        board = view["board"]
        lines = [_header(board, language), ""]
        for seat, player in enumerate(board["players"]):
            lines.append(_player(board, seat, player, names, seat == view["seat"], language))
        seat = view["seat"]
        if seat >= 0 and board["players"][seat]["hand"]:
            lines += ["", f"[bold]{_say('your_hand', language)}[/]"]
            for identifier in board["players"][seat]["hand"]:
                lines.append(f"  {_card(identifier)}  {card_text(identifier).in_language(language)}")
        return "\n".join(lines)

    def heading(self, word: str) -> Text:
        return bit_text(word.lower())


def _header(board: Facts, language: str) -> str:
    parts = [
        _say(board["mode"], language),
        f"{_say('turn', language)} {board['turns'] + 1}",
        f"{_say('deck', language)} {board['deck']}",
        f"{_say('discard', language)} {len(board['discard'])}",
    ]
    if board["discard"]:
        parts[-1] += f": {card_text(board['discard'][-1]).in_language(language)}"
    if board["last_round"] is not None:
        parts.append(f"[bold red]{_say('last_round', language)}[/]")
    if board["solo"]:
        parts.append(f"[bold red]{_say('solo', language)}[/]")
    return "  ·  ".join(parts)


def _player(board: Facts, seat: int, player: Facts, names: list[str], mine: bool, language: str) -> str:
    marker = "[bold green]▶[/]" if board["turn"] == seat else " "
    name = f"P{seat + 1} {names[seat]}"[:18].ljust(18)
    slots = " ".join(_slot(slot) for slot in player["row"])
    state = ""
    if player["state"] != "active":
        state = f"  [dim]{_say(player['state'], language)}[/]"
    elif player["passed"]:
        state = f"  [dim]{_say('passed', language)}[/]"
    total = "" if board["totals"] is None or board["totals"][seat] is None else f"  = {board['totals'][seat]}"
    cards = "" if mine else "▮" * len(player["hand"])
    hand = f"  {_say('hand', language)} {cards}" if cards else ""
    return f"{marker} {'[bold]' if mine else ''}{name}{'[/]' if mine else ''} {slots}{hand}{total}{state}"


def _slot(slot: Facts | None) -> str:
    """A slot five characters wide: empty, a hidden card (known to you in brackets), or an open one."""
    if slot is None:
        return "[dim]  ·  [/]"
    if slot["facing"] == "revealed":
        return f" {_card(slot['card'])} "
    if slot["card"] is not None:
        return f"({_card(slot['card'])})"
    return "[on blue] ??? [/]" if slot["facing"] == "barricaded" else "[reverse] ??? [/]"


def _card(identifier: str) -> str:
    colour = _COLOURS[BOX.kind(_CARD[identifier])]
    return f"[{colour}]{identifier[:3].ljust(3)}[/]"


def _say(key: str, language: str) -> str:
    return bit_text(key).in_language(language)
