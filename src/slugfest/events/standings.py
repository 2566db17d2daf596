"""The standings of an event: points, and named tie-breaks in the order in which they count."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

from slugfest.table.events import TieBreak

from .entries import Format
from .event import WHOLE, Event, EventTable, Round, Units
from .rounds import ladder_order

# ``reached``: knock-out, the rounds that somebody came through. ``rung``: the place on the ladder, lower is better.
# ``direct``: points against those with the same points. ``buchholz``: the points of all opponents.
# ``sonneborn_berger``: the points of opponents, as far as they were beaten. ``wins``: tables won. ``tops``: duplicate,
# rounds in which nobody did better on the same seat.
TIE_BREAKS: Final[dict[Format, tuple[TieBreak, ...]]] = {
    "swiss": ("buchholz", "sonneborn_berger", "wins"),
    "round_robin": ("direct", "sonneborn_berger", "wins"),
    "league": ("direct", "sonneborn_berger", "wins"),
    "knock_out": ("wins",),
    "ladder": ("wins",),
    "duplicate": ("tops", "wins"),
}
FIRST: Final[dict[Format, TieBreak]] = {"knock_out": "reached", "ladder": "rung"}  # they count before points


@dataclass
class Row:
    """One player in the standings."""

    player: int
    takes_part: bool
    units: Units
    place: int = 0  # shared by those who are equal in everything
    played: int = 0
    values: dict[TieBreak, float] = field(default_factory=dict)

    @property
    def points(self) -> float:
        return round(float(self.units) / WHOLE, 2)


def names_of(format_: Format) -> list[TieBreak]:
    """What decides the order beside points, in the order in which it counts; see :data:`FIRST`."""
    first = [FIRST[format_]] if format_ in FIRST else []
    return [*first, *TIE_BREAKS[format_]]


def standings(event: Event) -> list[Row]:
    """Everybody who signed up, the best first."""
    format_ = event.settings["format"]
    units = {one.number: event.units(one.number) for one in event.players}
    rows = [Row(one.number, one.takes_part, units[one.number]) for one in event.players]
    ladder = {one: index + 1 for index, one in enumerate(ladder_order(event))} if format_ == "ladder" else {}
    for row in rows:
        _count(event, row, units)
        if format_ == "ladder":
            row.values["rung"] = ladder[row.player]
    if "direct" in TIE_BREAKS[format_]:
        for row in rows:
            level = {one.player for one in rows if one.units == row.units} - {row.player}
            row.values["direct"] = _against(event, row.player, level) / WHOLE
    rows.sort(key=lambda row: (*_key(row, format_), row.player))
    for index, row in enumerate(rows):
        same = index and _key(row, format_) == _key(rows[index - 1], format_)
        row.place = rows[index - 1].place if same else index + 1
    return rows


def _key(row: Row, format_: Format) -> tuple[float | Units, ...]:
    first: list[float | Units] = []
    if format_ in FIRST:
        value = row.values[FIRST[format_]]
        first = [value if FIRST[format_] == "rung" else -value]
    return (*first, -row.units, *(-row.values[name] for name in TIE_BREAKS[format_]))


def _count(event: Event, row: Row, units: dict[int, Units]) -> None:
    """Fill in what follows from a player's own tables."""
    row.values |= {"buchholz": 0.0, "sonneborn_berger": 0.0, "wins": 0.0, "tops": 0.0, "reached": 0.0}
    for drawn in event.rounds:
        if row.player in drawn.byes:
            row.values["reached"] = drawn.number - 1
        table = drawn.table_of(row.player)
        if table is None:
            continue
        row.values["reached"] = drawn.number - 1
        if table.ranks is None or event.sealed(drawn):
            continue
        row.played += 1
        row.values["tops"] += event.duplicate and _is_top(drawn, table, row.player)
        mine = table.players.index(row.player)
        row.values["wins"] += mine in table.winners()
        for seat in table.rivals(mine):
            points = float(units[table.players[seat]]) / WHOLE
            row.values["buchholz"] += points
            row.values["sonneborn_berger"] += points * table.beaten(mine, seat) / 2
    if event.settings["format"] == "knock_out" and event.ended:
        row.values["reached"] += row.units > 0 and _won_last(event, row.player)
    for name in ("buchholz", "sonneborn_berger"):
        row.values[name] = round(row.values[name], 2)


def _is_top(drawn: Round, table: EventTable, player: int) -> bool:
    """Whether nobody on the same seat did better, and there was somebody to compare with."""
    seat = table.players.index(player)
    others = [one for one in drawn.tables if one is not table and one.ranks is not None]
    return (
        bool(others) and not table.is_absent(seat) and all(table.compared(seat, one) >= 0 for one in others)
    )


def _won_last(event: Event, player: int) -> bool:
    table = event.rounds[-1].table_of(player)
    return table is not None and table.players.index(player) in table.winners()


def _against(event: Event, player: int, rivals: Iterable[int]) -> float:
    """Points against some players, in units."""
    wanted, total = set(rivals), 0.0
    for drawn in event.rounds:
        table = drawn.table_of(player)
        if table is None or table.ranks is None:
            continue
        mine = table.players.index(player)
        for seat in table.rivals(mine):
            if table.players[seat] in wanted:
                total += WHOLE * table.beaten(mine, seat) / 2
    return total
