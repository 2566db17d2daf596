"""Which moves of a match its people did not decide alone: a bot, the clock or a hint did."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from slugfest.kernel import Game

from .table import Table


def assisted_moves(entries: Iterable[Mapping[str, object]], find_game: Callable[[str], Game]) -> list[int]:
    """The places, among the moves that stood, of those that somebody else decided or gave a hint for.

    Moves that a finished match brought along (:attr:`Table.branch`) count as well. The moves of a bot's own seat do
    not.
    """
    table: Table | None = None
    made: list[tuple[int, bool]] = []  # a move each: its seat, and whether it was assisted
    hinted: set[int] = set()  # the seats whose hint is about the decision they are making
    for entry in entries:
        if table is None:
            table = Table.from_log([entry], find_game)
        else:
            table.follow(entry)
        kind, seat = entry.get("kind"), entry.get("seat")
        if kind == "hinted" and isinstance(seat, int):
            hinted.add(seat)
        history = table.history
        if history is None:
            continue
        if kind == "undo":
            last = max(place for place, move in enumerate(made) if move[0] == seat)
            del made[last]
        del made[len(history.entries) :]
        for move in history.entries[len(made) :]:
            maker = table.seats[move.seat]
            helped = kind != "moves" or entry.get("why") == "time" or move.seat in hinted
            made.append((move.seat, maker.kind == "person" and (helped or maker.played_by_bot())))
            if move.chance or move.revealed:
                hinted.clear()  # every decision that was being made has ended
        hinted.intersection_update(history.state.actors())
    return [place for place, move in enumerate(made) if move[1]]
