"""The boards of the fighters as everybody sees them (TT-200): events carry them, views show them."""

from __future__ import annotations

from slugfest.games.tag_team.content import (
    BODVAR,
    BOX,
    CHING,
    FEY,
    GOLEM,
    JOAN,
    MEPHISTO,
    MILADY,
    NONE,
    SHANGO,
    WILD,
    WONG,
)
from slugfest.games.tag_team.position.position import NOWHERE
from slugfest.games.tag_team.position.rule_facts import Fighter, Special, Token
from slugfest.kernel import EVERYTHING, SPECTATOR

from . import events
from .effects import SIDES
from .legal import Decisions


def sheets(table: Decisions) -> list[list[Fighter]]:
    """The boards of all fighters, side by side: everybody sees them (TT-200)."""
    return [[fighter_sheet(table, slot) for slot in (2 * side, 2 * side + 1)] for side in range(2)]


def fighter_sheet(table: Decisions, slot: int, seat: int = SPECTATOR) -> Fighter:
    track = table.track_of(slot)
    hp = table.hp[slot]
    tokens: list[Token] = []
    if table.sheriff == slot:
        tokens.append("sheriff")
    if table.presence == slot:
        tokens.append("presence")
    if table.concentration >> slot & 1:
        tokens.append("concentration")
    return {
        "fighter": events.key_of(table, slot),
        "track": None if track == NONE else BOX.track_keys[track],
        "health": None if hp == NOWHERE else hp,
        "space": events.space_of(table, slot),
        "power": table.power[slot],
        "tokens": tokens,
        "aflame": table.aflame_on(slot),
        "special": _special(table, table.fighter[slot], seat),
    }


def _special(table: Decisions, fighter: int, seat: int) -> Special:
    """What only this fighter has on the board."""
    if fighter == JOAN:
        return {"voice": table.voice}
    if fighter == CHING:
        return {"ships": table.ships}
    if fighter == BODVAR:
        return {"rage": table.rage, "form": "bear" if table.bear else "bodvar"}
    if fighter == WONG:
        return {"concentration": table.concentration_left()}
    if fighter == GOLEM:
        return {"presence": events.key_of(table, table.presence)}
    if fighter == WILD:
        return {"sheriff": events.key_of(table, table.sheriff)}
    if fighter == MEPHISTO:
        return {"serpent": SIDES[table.serpent]}
    if fighter == FEY:
        return _fey(table)
    if fighter == MILADY:
        return _milady(table, seat)
    if fighter == SHANGO:
        return {"aflame": table.aflame_left()}
    return {}


def _milady(table: Decisions, seat: int) -> Special:
    special: Special = {
        "planted": len(table.planted),
        "pile": len(table.pile),
        "revealed": [BOX.scheme_ids[scheme] for scheme in table.unleashed],
    }
    if seat == EVERYTHING:
        special["schemes"] = [BOX.scheme_ids[scheme] for scheme in table.planted]
    return special


def _fey(table: Decisions) -> Special:
    first = BOX.first_track[FEY]
    return {
        "character": None if table.character == NONE else BOX.track_keys[first + table.character],
        "spirits": [BOX.track_keys[first + spirit] for spirit in range(3) if table.spirits >> spirit & 1],
        "spirit": table.spirit_track(),
        "flipped": [
            BOX.ids[kind] for kind in BOX.titles_of(FEY) if BOX.two_faced[kind] and table.shows_back(kind)
        ],
    }
