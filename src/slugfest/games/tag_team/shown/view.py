"""What each seat sees of the table (TT-200 to TT-203, TT-205)."""

from __future__ import annotations

from slugfest.games.tag_team.content import (
    BOX,
    DRAW,
    FEY,
    FIGHTER_KEYS,
    NONE,
)
from slugfest.games.tag_team.position.position import (
    CHARACTER,
    DECK,
    FREE,
    OVER,
    PHASES,
    PICK_TWO,
    WAYS,
)
from slugfest.games.tag_team.rules.effects import ACTIONS
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.games.tag_team.rules.readiness import idle_words
from slugfest.games.tag_team.rules.sheets import fighter_sheet
from slugfest.kernel import EVERYTHING

from .facts import BoardView, Choosing, DraftFacts, DraftHand, Side


def board(table: Decisions, seat: int) -> BoardView:
    """The table as one seat may know it; seat -1 is a spectator, and EVERYTHING sees both decks."""
    return {
        "phase": PHASES[table.phase],
        "way": WAYS[table.way],
        "round": table.round,
        "turn": table.turn,
        "memory_help": table.memory_help,
        "draft": None if table.set_up() else _draft(table, seat),
        "choosing": _choosing(table),
        "sides": [_side(table, side, seat) for side in range(2)] if table.set_up() else [],
        "idle": _idle(table),
    }


def _idle(table: Decisions) -> dict[str, list[str]]:
    """What cards leave out as the boards stand, which everybody sees: Bödvar has the Bear's attacks on his cards."""
    names = {code: name for name, code in ACTIONS.items()}
    return {BOX.ids[kind]: [names[word] for word in words] for kind, words in idle_words(table).items()}


def _draft(table: Decisions, seat: int) -> DraftFacts:
    mine = 0 <= seat < 2
    passed: list[int] = []
    if mine and table.phase == PICK_TWO:
        passed = _handed_over(table, seat)
    facts: DraftFacts = {
        "picks": [_fighters(picks) for picks in table.picks],
        "hand": _fighters(table.hands[seat]) if mine else [],
        "passed": _fighters(passed),
        "choice": {
            "keep": _fighter(table.keeps[seat]) if mine else None,
            "discard": _fighter(table.discards[seat]) if mine else None,
        },
        "offer": _fighters(table.free_fighters()) if table.phase == FREE else [],
        "order": [table.first, 1 - table.first, 1 - table.first, table.first] if table.phase == FREE else [],
    }
    if seat == EVERYTHING:
        facts["hands"] = [_draft_hand(table, side) for side in range(2)]
    return facts


def _draft_hand(table: Decisions, seat: int) -> DraftHand:
    return {
        "hand": _fighters(table.hands[seat]),
        "choice": {"keep": _fighter(table.keeps[seat]), "discard": _fighter(table.discards[seat])},
    }


def _handed_over(table: Decisions, seat: int) -> list[int]:
    """What a seat passed on: it knows that, whatever the other has chosen from it meanwhile."""
    other = 1 - seat
    cards = table.hands[other]
    if table.keeps[other] != NONE:
        cards = sorted([*cards, table.keeps[other]])
    return cards


def _choosing(table: Decisions) -> Choosing | None:
    if table.phase != CHARACTER:
        return None
    first = BOX.first_track[FEY]
    characters = [BOX.track_keys[first + character] for character in table.characters_left()]
    return {"seat": table.fey_seat(), "characters": characters}


def _side(table: Decisions, side: int, seat: int) -> Side:
    """One team, its decks and what this seat knows of them.

    Nothing here tells how far the other seat is with a secret decision, so that it may change its mind unnoticed.
    """
    own = seat in (side, EVERYTHING)
    open_deck = own or table.phase == OVER
    deck = _deck(table, side)
    mind = table.memory_help and not open_deck
    inserted = own and table.phase == DECK and table.inserted[side] != NONE
    return {
        "fighters": [fighter_sheet(table, slot, seat) for slot in (2 * side, 2 * side + 1)],
        "deck_size": len(table.known[side]) if not own and table.phase == DECK else len(deck),
        "build_size": len(table.build[side]) if own else _build_size(table, side),
        "fresh_size": table.fresh[side],
        "deck": _cards(deck) if open_deck and table.dealt() else None,
        "inserted": {"card": BOX.ids[table.inserted[side]], "position": table.place[side]}
        if inserted
        else None,
        "known": _cards(table.known[side]) if mind else None,
        "shown": _cards(table.decks[side][: table.turn]) if mind and table.phase == CHARACTER else None,
        "drawn": _cards(table.drawn[side]) if own else [],
        "under": _cards(table.build[side][table.fresh[side] :]) if own else [],
        "newest": None if table.newest[side] == NONE else BOX.ids[table.newest[side]],
        "newest_back": table.newest_back[side] != 0,
        "announced": None if table.announced[side] == NONE else BOX.ids[table.announced[side]],
        "announcements": _cards(table.announcements[side]),
        "repeat": table.double[side] != 0,
        "removed": _cards(table.gone[side]),
    }


def _deck(table: Decisions, side: int) -> list[int]:
    """A fight deck without the cards that have left the game."""
    removed = table.removed[side]
    return [card for turn, card in enumerate(table.decks[side]) if not removed >> turn & 1]


def _build_size(table: Decisions, side: int) -> int:
    """The other build deck; in the deck phase without the three cards its owner has drawn from it."""
    if table.phase != DECK:
        return len(table.build[side])
    inserted = 1 if table.inserted[side] != NONE else 0
    return len(table.build[side]) + len(table.drawn[side]) + inserted - DRAW


def _cards(kinds: list[int]) -> list[str]:
    return [BOX.ids[kind] for kind in kinds]


def _fighters(fighters: list[int]) -> list[str]:
    return [FIGHTER_KEYS[fighter] for fighter in fighters]


def _fighter(fighter: int) -> str | None:
    return None if fighter == NONE else FIGHTER_KEYS[fighter]
