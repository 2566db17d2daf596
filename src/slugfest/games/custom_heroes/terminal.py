"""The table in a terminal: the trick to beat, everybody's count, your cards with what is crafted onto them."""

from __future__ import annotations

from slugfest.kernel import Facts

from .content import BOX
from .words import bit_text


def paint(view: Facts, names: list[str], language: str) -> str:
    """The whole table as one seat sees it."""
    board = view["board"]
    lines = [_header(board, language), "", _top(board, language), ""]
    for seat, player in enumerate(board["players"]):
        lines.append(_player(board, seat, player, names, seat == view["seat"], language))
    mine = board["you"]
    if mine is not None:
        lines += ["", f"[bold]{say('hand', language)}[/]"]
        lines += [f"  {_card(card)}" for card in mine["hand"]]
        lines.append(f"[bold]{say('stock', language)}[/] {_pieces(mine['stock'], language) or '–'}")
    return "\n".join(lines)


def _header(board: Facts, language: str) -> str:
    rounds = f"{say('round', language)} {board['round']}/{board['rounds']}"
    return f"{rounds}  ·  {say('target', language)} {board['target']}"


def _top(board: Facts, language: str) -> str:
    """What must be beaten, in one line."""
    top = board["top"]
    if top is None:
        return f"[bold]{say('lead', language)}[/]"
    if top["value"] is None:
        return f"[bold red]{say('ascended', language)}[/]"
    way = say("or_less" if board["descending"] else "or_more", language)
    return f"[bold]{top['count']} × {top['value']} {way}[/]"


def _player(board: Facts, seat: int, player: Facts, names: list[str], mine: bool, language: str) -> str:
    marker = "[bold green]▶[/]" if board["turn"] == seat else " "
    name = f"P{seat + 1} {names[seat]}"[:18].ljust(18)
    power = "" if player["power"] is None else f"  ⚡ {player['power']}"
    place = "" if player["place"] is None else f"  [green]{say('place', language)} {player['place']}[/]"
    staked = f" (+{player['staked']})" if player["staked"] else ""
    shown = f"[bold]{name}[/]" if mine else name
    return f"{marker} {shown} {player['vp']:>2} {say('points', language)}{staked}  ▮ {player['hand']:>2}{power}{place}"


def _card(card: Facts) -> str:
    pieces = "  ".join(
        piece if isinstance(piece, str) else str(piece.get("piece", "")) for piece in card["pieces"]
    )
    return f"[cyan]{card['value']:>3}[/]  {card['card']}  [dim]{pieces}[/]"


def say(key: str, language: str) -> str:
    return bit_text(f"t_{key}").in_language(language)


def _pieces(pieces: list[str], language: str) -> str:
    """A stock as people say it: name and id of every piece."""
    shown: list[str] = []
    for piece in pieces:
        kind = BOX.type[BOX.pieces.index(piece)]
        shown.append(f"{BOX.names[kind].in_language(language)} [dim]{piece}[/]")
    return ", ".join(shown)
