"""What a move would come to, as far as its seat can know: what must be decided with it, and when a card is played."""

from __future__ import annotations

from slugfest.games.tag_team.content import BOX, FIGHTER_KEYS, POSITIONS
from slugfest.games.tag_team.position.moves import DISCARD, INSERT, UNDER
from slugfest.games.tag_team.position.position import FREE
from slugfest.games.tag_team.rules.legal import Decisions

from .facts import Forecast


def forecast(table: Decisions, seat: int, move: int) -> Forecast:
    """The facts that a board shows beside a legal move. All of it lies on the seat's own side of the table."""
    if move < DISCARD:
        return {"aside": [FIGHTER_KEYS[fighter] for fighter in put_aside(table, seat, move)]}
    if INSERT <= move < UNDER:
        kind, place = divmod(move - INSERT, POSITIONS)
        return {
            "turn": place + 1,
            "under": [BOX.ids[card] for card in left_over(table, seat, kind)],
            "opposite": opposite(table, seat, place),
        }
    return {}


def put_aside(table: Decisions, seat: int, fighter: int) -> list[int]:
    """Who may be put aside with a pick: in the tactical draft all others of the hand, else nobody (TT-14, TT-15)."""
    if table.phase == FREE or table.completes(fighter):
        return []
    return [other for other in table.hands[seat] if other != fighter]


def left_over(table: Decisions, seat: int, kind: int) -> list[int]:
    """The drawn cards without one copy of the card that goes into the deck: they go under the build deck (TT-103)."""
    left = table.drawn[seat].copy()
    left.remove(kind)
    return left


def opposite(table: Decisions, seat: int, place: int) -> str | None:
    """The card of the other side that was played in this turn of the last fight, where the table helps to remember
    (TT-203). It will be one turn later if their new card comes before it."""
    known = table.known[1 - seat]
    return BOX.ids[known[place]] if table.memory_help and place < len(known) else None
