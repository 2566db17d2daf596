"""What a board needs to draw the game: fighters, cards, tracks and tokens, ready for JSON."""

from __future__ import annotations

from slugfest.games.tag_team.content import (
    BOX,
    DRAW,
    FEY,
    FIGHTER_KEYS,
    FIGHTERS,
    HARDEST,
    KINDS,
    LOWEST,
    WIDTH,
)
from slugfest.games.tag_team.position.rule_facts import Floor, Symbol
from slugfest.games.tag_team.rules.effects import ACTIONS
from slugfest.games.tag_team.rules.events import symbol_of

from .facts import CardInfo, Catalogue, FighterInfo, Space, TrackInfo
from .words import TOKEN_NAMES, symbol_text


def catalogue() -> Catalogue:
    return {
        "fighters": {FIGHTER_KEYS[fighter]: _fighter(fighter) for fighter in range(FIGHTERS)},
        "cards": {BOX.ids[kind]: _card(kind) for kind in range(KINDS)},
        "tracks": {key: _track(track) for track, key in enumerate(BOX.track_keys)},
        "special": {
            "voices": {"top": BOX.limits["voices"], "symbols": _voice_symbols()},
            "ships": {"top": BOX.limits["ships"]},
            "rage": {"top": BOX.limits["rage"]},
            "spirit": {"top": 1 + len(_tracks(FEY))},
        },
        "schemes": {
            identifier: {"text": BOX.scheme_texts[scheme].as_json(), "copies": BOX.scheme_copies[scheme]}
            for scheme, identifier in enumerate(BOX.scheme_ids)
        },
        "tags": {key: name.as_json() for key, name in BOX.tag_names.items()},
        "tokens": {key: name.as_json() for key, name in TOKEN_NAMES.items()},
        "draw": DRAW,
        "aflame": BOX.limits["aflame"],
        "hardest": HARDEST,
    }


def _fighter(fighter: int) -> FighterInfo:
    tracks = _tracks(fighter)
    entered = tracks if fighter == FEY else tracks[:1]
    return {
        "name": BOX.names[fighter].as_json(),
        "title": BOX.titles[fighter].as_json(),
        "guide": BOX.guides[fighter].as_json(),
        "health": [BOX.track_top[track] for track in entered],
        "power": BOX.base_power[fighter],
        "difficulty": BOX.difficulty[fighter],
        "tags": BOX.tags[fighter],
        "tracks": [BOX.track_keys[track] for track in tracks],
        "cards": [BOX.ids[kind] for kind in BOX.titles_of(fighter)],
        "start": BOX.ids[BOX.start_card[fighter]],
    }


def _tracks(fighter: int) -> list[int]:
    return [track for track, owner in enumerate(BOX.track_fighter) if owner == fighter]


def _card(kind: int) -> CardInfo:
    back = BOX.backs[kind]
    return {
        "title": BOX.stems[kind],
        "fighter": FIGHTER_KEYS[BOX.owner[kind]],
        "name": BOX.card_names[kind].as_json(),
        "text": BOX.texts[kind].as_json(),
        "back": None if back is None else back.as_json(),
        "copies": BOX.copies[kind],
        "start": BOX.starts[kind] != 0,
        "instant": BOX.instant[kind],
        "does": _does(2 * kind),
        "back_does": [] if back is None else _does(2 * kind + 1),
    }


def _does(face: int) -> list[str]:
    """The words of the vocabulary on a face, for icons."""
    names = {code: name for name, code in ACTIONS.items()}
    return [names[code] for code in BOX.words_of(BOX.face_start[face], BOX.face_end[face])]


def _track(track: int) -> TrackInfo:
    spaces: list[Space] = []
    for space in range(BOX.track_top[track], BOX.track_floor[track] - 1, -1):
        index = track * WIDTH + space - LOWEST
        start, end = BOX.symbol_start[index], BOX.symbol_end[index]
        floor: Floor | None = None
        if space <= 0:
            floor = "ko" if BOX.knocked_out[index] else "revive" if start else "spirit"
        spaces.append(
            {
                "health": space,
                "stop": BOX.stop[index] != 0,
                "symbol": symbol_of(start, end) if start else None,
                "does": symbol_text(start, end).as_json() if start else None,
                "floor": floor,
            }
        )
    return {
        "fighter": FIGHTER_KEYS[BOX.track_fighter[track]],
        "name": BOX.track_names[track].as_json(),
        "top": BOX.track_top[track],
        "spaces": spaces,
    }


def _voice_symbols() -> dict[str, Symbol]:
    return {
        str(position): symbol_of(start, BOX.voice_end[position])
        for position, start in enumerate(BOX.voice_start)
        if start
    }
