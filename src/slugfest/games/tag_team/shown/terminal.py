"""The table in a terminal: two teams with their tracks, and your deck as the row you know by heart."""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.content import BOX, FIGHTER_OF, KIND_OF
from slugfest.kernel import Facts, Terminal, Text

from .words import TOKEN_NAMES, bit_text, say

_BAR: Final = 20  # characters for a full health track


class TagTeamTerminal(Terminal):
    def render(self, view: Facts, names: list[str], language: str) -> str:
        """The whole table as one seat sees it."""
        board = view["board"]
        lines: list[str] = []
        if board["round"]:
            lines += [f"[bold]{say('round', language)} {board['round']}[/]", ""]
        if board["draft"] is not None:
            lines += _draft(board["draft"], names, language)
        for side, team in enumerate(board["sides"]):
            mine = side == view["seat"]
            lines.append(f"[bold]P{side + 1} {names[side]}[/]" if mine else f"P{side + 1} {names[side]}")
            lines += [_fighter(sheet, language) for sheet in team["fighters"]]
            lines += _cards(team, language)
            lines.append("")
        return "\n".join(lines).rstrip()

    def heading(self, word: str) -> Text:
        return bit_text(word)


def _draft(draft: Facts, names: list[str], language: str) -> list[str]:
    lines = [
        f"P{seat + 1} {names[seat]}: {', '.join(_name(key, language) for key in picks) or '–'}"
        for seat, picks in enumerate(draft["picks"])
    ]
    for heading, keys in (("draft_hand", draft["hand"]), ("draft_offer", draft["offer"])):
        if keys:
            lines += ["", f"[bold]{say(heading, language)}[/]", *_choices(keys, language)]
    return [*lines, ""]


def _choices(keys: list[str], language: str) -> list[str]:
    """A line for every fighter that may be chosen."""
    lines: list[str] = []
    for key in keys:
        fighter = FIGHTER_OF[key]
        tags = ", ".join(BOX.tag_names[tag].in_language(language) for tag in BOX.tags[fighter])
        top = BOX.track_top[BOX.first_track[fighter]]
        lines.append(
            f"  {_name(key, language).ljust(16)} ♥ {top:>2}  ⚡ {BOX.base_power[fighter]}  [dim]{tags}[/]"
        )
    return lines


def _fighter(sheet: Facts, language: str) -> str:
    health, track = sheet["health"], sheet["track"]
    top = BOX.track_top[BOX.track_keys.index(track)] if track is not None else 0
    full = max(0, round(_BAR * (health or 0) / top)) if top else 0
    bar = f"[green]{'█' * full}[/][dim]{'░' * (_BAR - full)}[/]"
    shown = "–" if health is None else f"{health}/{top}"
    notes = [
        f"{say(key, language)} {value}" for key, value in sheet["special"].items() if isinstance(value, int)
    ]
    notes += [
        say(value, language) for value in sheet["special"].values() if value in ("black", "white", "bear")
    ]
    notes += [TOKEN_NAMES[token].in_language(language) for token in sheet["tokens"]]
    if sheet["aflame"]:
        notes.append("🔥" * sheet["aflame"])
    space = f" [bold red]{say('ko', language)}[/]" if sheet["space"] == "ko" else ""
    return (
        f"  {_name(sheet['fighter'], language).ljust(16)} ♥ {shown.rjust(5)} {bar}"
        f" ⚡ {sheet['power']}{space}  [dim]{', '.join(notes)}[/]"
    )


def _cards(team: Facts, language: str) -> list[str]:
    if team["deck"] is None:
        known = team["known"]
        if known is None:
            return [f"  {say('deck', language)}: {'▮' * team['deck_size']}"]
        return [f"  {say('seen', language)}: {' · '.join(_card(card, language) for card in known)}"]
    lines = [f"  {say('deck', language)}:"]
    lines += [
        f"    {number}. {_card(card, language)} [dim]{card}[/] – {BOX.texts[KIND_OF[card]].in_language(language)}"
        for number, card in enumerate(team["deck"], 1)
    ]
    if team["drawn"]:
        lines.append(f"  {say('drawn', language)}:")
        for card in team["drawn"]:
            text = BOX.texts[KIND_OF[card]].in_language(language)
            lines.append(f"    [cyan]{_card(card, language)}[/] [dim]{card}[/] – {text}")
    return lines


def _card(identifier: str, language: str) -> str:
    kind = KIND_OF[identifier]
    star = " ★" if BOX.starts[kind] else ""
    return BOX.card_names[kind].in_language(language) + star


def _name(key: str, language: str) -> str:
    return BOX.names[FIGHTER_OF[key]].in_language(language)
