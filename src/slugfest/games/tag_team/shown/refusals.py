"""Why a move is refused (TT-213)."""

from __future__ import annotations

from slugfest.games.tag_team.content import DRAW, NONE, POSITIONS
from slugfest.games.tag_team.position.moves import CHOOSE, DISCARD, FIRST, INSERT, MOVE_COUNT, UNDER
from slugfest.games.tag_team.position.position import CHARACTER, DECK, FREE, ORDER, OVER, PICK_ONE, PICK_TWO
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.kernel import IllegalMove, MoveError, not_now

from .words import refuse


def too_late(table: Decisions, seat: int) -> IllegalMove:
    """The seat owes nothing now."""
    if table.phase == OVER:
        return refuse("GAME_OVER", "TT-110")
    if 0 <= seat < 2 and table.phase not in (FREE, CHARACTER):
        return refuse("ALREADY_DECIDED", "TT-213")
    return refuse("NOT_YOUR_TURN", "TT-15" if table.phase == FREE else "TT-188")


def refusal(table: Decisions, seat: int, move: int) -> MoveError:
    """Why an illegal move is refused (TT-213)."""
    if not table.owes(seat):
        return too_late(table, seat)
    if not 0 <= move < MOVE_COUNT:
        return not_now(table, seat)
    phase = table.phase
    if move >= INSERT:
        if phase != DECK:
            return refuse("WRONG_PHASE", "TT-102")
        return _deck_refusal(table, seat, move)
    if move >= FIRST:
        return refuse("NOT_A_STARTING_CARD" if phase == ORDER else "WRONG_PHASE", "TT-27")
    if move >= CHOOSE:
        return refuse("CHARACTER_GONE" if phase == CHARACTER else "WRONG_PHASE", "TT-186")
    if phase == FREE:
        return refuse("NOT_ON_OFFER" if move < DISCARD else "NOTHING_TO_DISCARD", "TT-15")
    if phase not in (PICK_ONE, PICK_TWO):
        return refuse("WRONG_PHASE", "TT-10")
    return _draft_refusal(table, seat, move)


def _draft_refusal(table: Decisions, seat: int, move: int) -> MoveError:
    kept = table.keeps[seat]
    if move >= DISCARD:
        if table.phase == PICK_TWO or not table.tactical() or kept == NONE:
            return refuse("NOTHING_TO_DISCARD", "TT-14")
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
    if (move - INSERT) // POSITIONS not in table.drawn[seat]:
        return refuse("CARD_NOT_DRAWN", "TT-213")
    return refuse("BAD_POSITION", "TT-213")
