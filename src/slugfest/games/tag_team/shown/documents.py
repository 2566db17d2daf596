"""A whole position as JSON; :mod:`arrange` reads it back."""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.content import (
    BODVAR,
    BOX,
    CHARACTERS,
    CHING,
    FEY,
    FIGHTER_KEYS,
    GOLEM,
    JOAN,
    MEPHISTO,
    MILADY,
    NONE,
    SHANGO,
    WILD,
    WONG,
)
from slugfest.games.tag_team.position.position import FREE, NOWHERE, PHASES, REASONS
from slugfest.games.tag_team.rules.effects import SIDES
from slugfest.games.tag_team.rules.events import key_of
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.kernel import Facts

_FIRST_CHARACTER: Final[int] = BOX.first_track[FEY]
CHARACTER_KEYS: Final = BOX.track_keys[_FIRST_CHARACTER : _FIRST_CHARACTER + CHARACTERS]


def write_document(table: Decisions) -> Facts:
    """The whole truth of a position."""
    document: Facts = {"phase": PHASES[table.phase], "round": table.round, "turn": table.turn}
    if not table.set_up():
        if table.phase == FREE:
            document["first"] = table.first + 1
        document["players"] = [_write_draft(table, seat) for seat in range(2)]
        return document
    document["players"] = [_write_player(table, seat) for seat in range(2)]
    slot = table.slot
    if slot[WILD] != NONE:
        document["sheriff"] = key_of(table, table.sheriff)
    if slot[GOLEM] != NONE:
        document["presence"] = key_of(table, table.presence)
    if slot[WONG] != NONE:
        document["concentration"] = [key_of(table, s) for s in range(4) if table.concentration >> s & 1]
    if slot[SHANGO] != NONE and table.burning != NONE:
        document["aflame"] = {"on": key_of(table, table.burning), "count": table.aflame}
    if slot[MEPHISTO] != NONE:
        document["serpent"] = SIDES[table.serpent]
    if slot[MILADY] != NONE:
        document["schemes"] = {
            "planted": _schemes(table.planted),
            "pile": _schemes(table.pile),
            "revealed": _schemes(table.unleashed),
        }
    if table.reason:
        winner = None if table.winner == NONE else table.winner + 1
        document["result"] = {"reason": REASONS[table.reason], "winner": winner}
    return document


def _write_draft(table: Decisions, seat: int) -> Facts:
    player: Facts = {"picks": [FIGHTER_KEYS[card] for card in table.picks[seat]]}
    if table.phase != FREE:
        player["hand"] = [FIGHTER_KEYS[card] for card in table.hands[seat]]
        player["keep"] = None if table.keeps[seat] == NONE else FIGHTER_KEYS[table.keeps[seat]]
        player["discard"] = None if table.discards[seat] == NONE else FIGHTER_KEYS[table.discards[seat]]
        player["decided"] = table.has_decided(seat)
    return player


def _write_player(table: Decisions, seat: int) -> Facts:
    player: Facts = {"fighters": [_write_fighter(table, slot) for slot in (2 * seat, 2 * seat + 1)]}
    if not table.dealt():
        return player
    removed = table.removed[seat]
    inserted = None
    if table.inserted[seat] != NONE:
        inserted = {"card": BOX.ids[table.inserted[seat]], "position": table.place[seat]}
    player.update(
        {
            "decided": table.has_decided(seat),
            "deck": _cards(table.decks[seat]),
            "known": _cards(table.known[seat]),
            "inserted": inserted,
            "drawn": _cards(table.drawn[seat]),
            "build": _cards(table.build[seat]),
            "fresh": table.fresh[seat],
            "announced": _card(table.announced[seat]),
            "announcements": _cards(table.announcements[seat]),
            "newest": _card(table.newest[seat]),
            "newest_back": table.newest_back[seat] != 0,
            "repeat": table.double[seat] != 0,
            "removed": _cards(table.gone[seat]),
            "removed_turns": [turn for turn in range(len(table.decks[seat])) if removed >> turn & 1],
        }
    )
    return player


def _write_fighter(table: Decisions, slot: int) -> Facts:
    fighter = table.fighter[slot]
    hp = table.hp[slot]
    sheet: Facts = {
        "fighter": FIGHTER_KEYS[fighter],
        "health": None if hp == NOWHERE else hp,
        "power": table.power[slot],
    }
    if fighter == JOAN:
        sheet["voice"] = table.voice
    elif fighter == CHING:
        sheet["ships"] = table.ships
    elif fighter == BODVAR:
        sheet["rage"] = table.rage
        sheet["form"] = "bear" if table.bear else "bodvar"
    elif fighter == FEY:
        sheet["character"] = None if table.character == NONE else CHARACTER_KEYS[table.character]
        sheet["spirits"] = [key for bit, key in enumerate(CHARACTER_KEYS) if table.spirits >> bit & 1]
        sheet["flipped"] = [
            BOX.ids[kind] for kind in BOX.titles_of(FEY) if BOX.two_faced[kind] and table.shows_back(kind)
        ]
    return sheet


def _cards(kinds: list[int]) -> list[str]:
    return [BOX.ids[kind] for kind in kinds]


def _card(kind: int) -> str | None:
    return None if kind == NONE else BOX.ids[kind]


def _schemes(schemes: list[int]) -> list[str]:
    return [BOX.scheme_ids[scheme] for scheme in schemes]
