"""The table in a terminal: the trick to beat, everybody's count, your cards with what is crafted onto them."""

from __future__ import annotations

from slugfest.kernel import Facts, Templates, Terminal, Text

from .words import bit_text, card_name, piece_text, plain


class HeroesTerminal(Terminal):
    def render(self, view: Facts, names: list[str], language: str) -> str:
        """The whole table as one seat sees it."""
        board = view["board"]
        lines = [_header(board, language), "", _top(view, names, language), ""]
        for seat, player in enumerate(board["players"]):
            lines.append(_player(board, seat, player, names, seat == view["seat"], language))
        mine = board["you"]
        if mine is not None:
            lines += ["", f"[bold]{say('hand', language)}[/]"]
            begun = [chosen["card"] for chosen in mine["draft"]]
            for card in sorted(mine["hand"], key=_rank):
                mark = "[bold green]✓[/]" if card["card"] in begun else " "
                lines.append(f"{mark} {_card(card, language)}")
            lines.append(f"[bold]{say('stock', language)}:[/] {_pieces(mine['stock'], language) or '–'}")
        return "\n".join(lines)

    def heading(self, word: str) -> Text:
        return bit_text(f"do_{word}")


def _header(board: Facts, language: str) -> str:
    rounds = f"{say('round', language)} {board['round']}/{board['rounds']}"
    if board["sudden_death"]:
        rounds = say("sudden", language)
    return f"{rounds}  ·  {say('target', language)} {board['target']}"


def _top(view: Facts, names: list[str], language: str) -> str:
    """What must be beaten, in one line; equal values are enough from three players on (CH-52)."""
    board, top = view["board"], view["board"]["top"]
    if board["phase"] in ("wagers", "over"):
        return f"[bold]{say(board['phase'], language)}[/]"
    if top is None and board["turn"] == view["seat"]:
        return f"[bold]{say('lead', language)}[/]"
    if top is None:
        return say("wait_lead", language, {"name": names[board["turn"]]})
    if top["value"] is None:
        return f"[bold red]{say('ascended', language)}[/]"
    value = plain(top["value"])
    if view["seats"] == 2:
        demand = f"{say('less_than' if board['descending'] else 'more_than', language)} {value}"
    else:
        demand = f"{value} {say('or_less' if board['descending'] else 'or_more', language)}"
    turned = f"  [red]⇅ {say('turned', language)}[/]" if board["descending"] else ""
    cards = say("one_card" if top["count"] == 1 else "cards", language, {"number": top["count"]})
    return f"{say('beat', language)}: [bold]{cards}, {demand}[/]{turned}"


def _player(board: Facts, seat: int, player: Facts, names: list[str], mine: bool, language: str) -> str:
    marker = "[bold green]▶[/]" if board["turn"] == seat else " "
    name = f"P{seat + 1} {names[seat]}"[:18].ljust(18)
    power = "" if player["power"] is None else f"  ⚡ {player['power']}"
    staked = say("staked", language, {"number": player["staked"]})
    shown = f"[bold]{name}[/]" if mine else name
    counts = f"▮ {player['hand']:>2}  ⬡ {player['stock']:>2}"
    return (
        f"{marker} {shown} {player['vp']:>2} {say('point' if player['vp'] == 1 else 'points', language)}"
        f"{f' ({staked})' if player['staked'] else ''}  {counts}{power}{_doing(board, seat, player, language)}"
    )


def _doing(board: Facts, seat: int, player: Facts, language: str) -> str:
    """Where a player stands in the round and in the trick."""
    if player["place"] is not None:
        return f"  [green]{say('place', language)} {player['place']}[/]"
    if board["top"] is None or not board["tricks"]:
        return ""
    if board["top"]["seat"] == seat:
        return f"  [green]{say('top', language)}[/]"
    for step in reversed(board["tricks"][-1]["steps"]):
        if step["do"] == "play":
            return ""
        if step["seat"] == seat:
            return f"  [dim]{say('passed' if step['do'] == 'pass' else 'skipped', language)}[/]"
    return ""


def _rank(card: Facts) -> tuple[int, str]:
    """Equal values stand together."""
    return card["value"], card["card"]


def _card(card: Facts, language: str) -> str:
    """Value, name, id to type, and what is crafted onto it."""
    pieces = ", ".join(piece_text(entry["piece"]).in_language(language) for entry in card["pieces"])
    return f"[cyan]{plain(card['value']):>3}[/]  {card['card']}  {card_name(card['card'])}  [dim]{pieces}[/]"


def say(key: str, language: str, facts: Facts | None = None) -> str:
    return Templates().fill_in(bit_text(f"t_{key}").in_language(language), facts or {}, language)


def _pieces(pieces: list[str], language: str) -> str:
    """A stock as people say it: name, effect and id of every piece."""
    return ", ".join(f"{piece_text(piece).in_language(language)} [dim]{piece}[/]" for piece in pieces)
