"""How people end a match that the game has not ended: they give up, or agree on a draw."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from slugfest.kernel import OUT_OF_TIME, RESIGNATION, Outcome, given_up

from .messages import Ending, Resigning

if TYPE_CHECKING:
    from .table import Table

REASONS: Final[dict[Ending, str]] = {"resigned": RESIGNATION, "time": OUT_OF_TIME}


def verdict_on(table: Table, why: Ending) -> Outcome | None:
    """The outcome after somebody has given up: the last side with a person who has not wins.

    None: the match continues, or ends without a winner (:func:`nobody_is_left`).
    """
    left = sides_left(table, -1)
    if len(left) != 1 or len(table.teams) < 2:
        return None
    return given_up(len(table.seats), left[0], REASONS[why])


def nobody_is_left(table: Table, but_for: int = -1) -> bool:
    """Whether all people have given up, so that only bots would play. ``but_for`` counts as having given up."""
    return not any(
        seat.kind == "person" and seat.away != "given_up" and index != but_for
        for index, seat in enumerate(table.seats)
    )


def sides_left(table: Table, but_for: int) -> list[list[int]]:
    """The teams with a seat that has not been given up. ``but_for`` counts as given up."""
    return [
        team
        for team in table.teams
        if any(table.seats[seat].away != "given_up" and seat != but_for for seat in team)
    ]


def resigning(table: Table, seat: int) -> Resigning:
    """What would follow if the person on a seat gave up now."""
    if seat < 0 or table.status != "playing" or table.seats[seat].away == "given_up":
        return ""
    if len(table.teams) > 1 and len(sides_left(table, seat)) == 1:
        return "lose"
    return "end" if nobody_is_left(table, seat) else "bot"


def can_draw(table: Table, seat: int) -> bool:
    """Whether the person on a seat may offer or accept a draw: the rules know draws and people play all seats."""
    if seat < 0 or table.status != "playing" or table.seats[seat].played_by_bot():
        return False
    if not table.game.can_draw(len(table.seats), table.options):
        return False
    return len(table.teams) > 1 and not any(other.played_by_bot() for other in table.seats)
