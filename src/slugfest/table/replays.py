"""Replays of finished matches: with everything shown, or as one seat or a spectator saw them.

After the end nothing is secret, so anybody may choose any view, and EVERYTHING shows every board in full. This is the
only place that does so, and never for a match that still runs.

The steps are sent at once, the positions page by page: a long match has thousands of them.
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

PAGE: Final = 25  # positions at once


def replay(table: Table, guest: str, present: Collection[str], eyes: int) -> Replay:
    """All steps of a finished match, where its rounds and turns begin, and its first positions.

    Steps are numbered among all moves, so a step has the same address in every view. Moves that this view did not
    notice are left out.
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
    """The page of positions that has this step."""
    history = _whole(table)
    first = max(0, min(step, len(history.entries))) // PAGE * PAGE
    return {"first": first, "views": _views(table, history, eyes, first)}


def position_at(table: Table, step: int) -> Facts:
    """The position document after this many moves."""
    history = _whole(table)
    return _state(history, max(0, min(step, len(history.entries)))).position()


def _whole(table: Table) -> History:
    """The game, if the match is over and nothing is secret any more."""
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
    """The position after this many moves; it must not be changed."""
    return history.entries[ply].before if ply < len(history.entries) else history.state


def _views(table: Table, history: History, eyes: int, first: int) -> list[View]:
    last = len(history.entries)
    views = [view_of(_state(history, ply).view(eyes)) for ply in range(first, min(first + PAGE, last + 1))]
    if (table.abandoned or table.verdict is not None) and first + len(views) > last:
        ended(views[-1], table.verdict)
    return views


def _rounds(history: History) -> list[RoundMark]:
    """Where each round begins; empty for a game without rounds."""
    marks: list[RoundMark] = []
    for ply in range(len(history.entries) + 1):
        number, _ = history.game.display.round_and_turn(_state(history, ply))
        if number and (not marks or marks[-1]["round"] != number):
            marks.append({"step": ply, "round": number})
    return marks


def _turns(history: History) -> list[int]:
    """Where each turn begins, including those that open a round."""
    marks: list[int] = []
    before = (0, 0)
    for ply in range(len(history.entries) + 1):
        now = history.game.display.round_and_turn(_state(history, ply))
        if now != before and now[1]:
            marks.append(ply)
        before = now
    return marks
