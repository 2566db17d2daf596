"""A match that is over, told again: all of it, or as one seat saw it, or as a spectator did.

After the end nothing is secret, so anybody may watch with any eyes, and EVERYTHING shows every board laid open. This is
the only place where a board is laid open, and it does so for no match that still runs.

The story comes at once, the positions page by page: a long match has thousands of them, and each is as large as what
its board shows.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from slugfest.kernel import Facts, History, State

from .messages import Step, View
from .pages import Replay, ReplayViews, RoundMark
from .refusals import refuse
from .table import Table
from .views import ended, match_info, step_seen, view_of

PAGE: Final = 25  # positions told at once


def replay(table: Table, guest: str, present: Collection[str], eyes: int) -> Replay:
    """The whole story of a match that is over, where its rounds and turns begin, and its first positions.

    Steps go by their number among all moves, whoever looks: a step has the same address for everybody. A move that
    these eyes did not notice is left out.
    """
    history = _whole(table)
    return {
        "match": match_info(table, guest, present),
        "eyes": eyes,
        "last": len(history.entries),
        "steps": _steps(history, eyes),
        "rounds": _rounds(history),
        "turns": _turns(history),
        "views": _views(table, history, eyes, 0),
    }


def replay_views(table: Table, eyes: int, step: int) -> ReplayViews:
    """The positions around a step: those of its page."""
    history = _whole(table)
    first = max(0, min(step, len(history.entries))) // PAGE * PAGE
    return {"first": first, "views": _views(table, history, eyes, first)}


def position_at(table: Table, step: int) -> Facts:
    """The position document of a step: what was on the table after so many moves."""
    history = _whole(table)
    return _state(history, max(0, min(step, len(history.entries)))).position()


def _whole(table: Table) -> History:
    """The game, if nothing in it need be secret any more."""
    if table.history is None or not table.over:
        raise refuse("REPLAY_LATER")
    return table.history


def _steps(history: History, eyes: int) -> list[Step]:
    return [
        step_seen(history.game, ply, entry, eyes, over=True)
        for ply, entry in enumerate(history.entries, 1)
        if entry.noticed_by(eyes)
    ]


def _state(history: History, ply: int) -> State:
    """The position after so many moves; to be looked at, not to be changed."""
    return history.entries[ply].before if ply < len(history.entries) else history.state


def _views(table: Table, history: History, eyes: int, first: int) -> list[View]:
    last = len(history.entries)
    views = [view_of(_state(history, ply).view(eyes)) for ply in range(first, min(first + PAGE, last + 1))]
    if (table.abandoned or table.verdict is not None) and first + len(views) > last:
        ended(views[-1], table.verdict)
    return views


def _rounds(history: History) -> list[RoundMark]:
    """Where each round begins; none where the game counts none."""
    marks: list[RoundMark] = []
    for ply in range(len(history.entries) + 1):
        number, _ = history.game.display.round_and_turn(_state(history, ply))
        if number and (not marks or marks[-1]["round"] != number):
            marks.append({"step": ply, "round": number})
    return marks


def _turns(history: History) -> list[int]:
    """Where each turn begins, those that open a round too."""
    marks: list[int] = []
    before = (0, 0)
    for ply in range(len(history.entries) + 1):
        now = history.game.display.round_and_turn(_state(history, ply))
        if now != before and now[1]:
            marks.append(ply)
        before = now
    return marks
