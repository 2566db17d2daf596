"""Why a move is refused (TT-213)."""

from __future__ import annotations

from slugfest.games.tag_team.content import DRAW, NONE, POSITIONS
from slugfest.games.tag_team.position.moves import CHOOSE, DISCARD, FIRST, INSERT, MOVE_COUNT, UNDER
from slugfest.games.tag_team.position.position import CHARACTER, DECK, FREE, ORDER, OVER, PICK_ONE, PICK_TWO
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.kernel import IllegalMove, MoveError

from .words import refuse


def decision_rule(table: Decisions) -> str:
    """The rule of what is decided now."""
    if table.phase == PICK_ONE:
        return "TT-14" if table.tactical() else "TT-12"
    return {PICK_TWO: "TT-13", FREE: "TT-15", CHARACTER: "TT-188", ORDER: "TT-27"}.get(table.phase, "TT-102")


def too_late(table: Decisions, seat: int) -> IllegalMove:
    """The seat owes nothing now."""
    if table.phase == OVER:
        return refuse("GAME_OVER", "TT-110")
    if 0 <= seat < 2 and table.phase not in (FREE, CHARACTER):
        return refuse("ALREADY_DECIDED", "TT-213")
    return refuse("NOT_YOUR_TURN", decision_rule(table))


def wrong_phase(table: Decisions, word: str) -> IllegalMove | None:
    """Whether something else is decided now."""
    phase = table.phase
    if word in ("insert", "under"):
        return None if phase == DECK else refuse("WRONG_PHASE", "TT-102")
    if word == "first":
        return None if phase == ORDER else refuse("WRONG_PHASE", "TT-27")
    if word == "character":
        return None if phase == CHARACTER else refuse("WRONG_PHASE", "TT-186")
    return None if phase in (PICK_ONE, PICK_TWO, FREE) else refuse("WRONG_PHASE", "TT-10")


def refusal(table: Decisions, seat: int, move: int) -> MoveError:
    """Why an illegal move is refused (TT-213)."""
    if not table.owes(seat):
        return too_late(table, seat)
    if not 0 <= move < MOVE_COUNT:
        return refuse("WRONG_PHASE", decision_rule(table))
    refused = wrong_phase(table, _word(move))
    if refused is not None:
        return refused
    if move >= INSERT:
        return _deck_refusal(table, seat, move)
    if move >= FIRST:
        return refuse("NOT_A_STARTING_CARD", "TT-27")
    if move >= CHOOSE:
        return refuse("CHARACTER_GONE", "TT-186")
    return _draft_refusal(table, seat, move)


def _word(move: int) -> str:
    """The first word of a move."""
    if move >= INSERT:
        return "insert"
    return "first" if move >= FIRST else "character" if move >= CHOOSE else "pick"


def _draft_refusal(table: Decisions, seat: int, move: int) -> MoveError:
    kept = table.keeps[seat]
    if move >= DISCARD:
        if table.phase != PICK_ONE or not table.tactical():
            return refuse("NOTHING_TO_DISCARD", "TT-14")
        if kept == NONE:
            return refuse("PICK_FIRST", "TT-14")
        return refuse("SAME_FIGHTER" if move - DISCARD == kept else "NOT_ON_OFFER", "TT-213")
    if kept != NONE:
        return refuse("DISCARD_FIRST", "TT-14")
    return refuse("NOT_ON_OFFER", "TT-213")


def _deck_refusal(table: Decisions, seat: int, move: int) -> MoveError:
    inserting = len(table.drawn[seat]) == DRAW
    if move >= UNDER:
        return refuse("INSERT_FIRST", "TT-102") if inserting else refuse("CARD_NOT_DRAWN", "TT-103")
    if not inserting:
        return refuse("ALREADY_INSERTED", "TT-103")
    drawn = (move - INSERT) // POSITIONS in table.drawn[seat]
    return refuse("BAD_POSITION" if drawn else "CARD_NOT_DRAWN", "TT-102")
