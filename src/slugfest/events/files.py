"""Files of an event: its results as CSV (RFC 4180) and its dates as a calendar (RFC 5545)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from typing import Final

from slugfest.kernel import Text
from slugfest.table.events import TieBreak

from .event import WHOLE, Event
from .rounds import planned_rounds
from .standings import names_of, standings

DAY: Final = 24 * 3600 * 1000
EVENING: Final = 3 * 3600 * 1000  # ms: how long an event is entered that is not played over days
LINE: Final = 75  # bytes of a line in a calendar
FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")  # a spreadsheet would compute what begins like this

HEADINGS: Final = {
    "place": Text("Place", "Platz"),
    "name": Text("Name", "Name"),
    "points": Text("Points", "Punkte"),
    "played": Text("Played", "Gespielt"),
    "withdrawn": Text("Withdrawn", "Ausgestiegen"),
    "round": Text("Round {}", "Runde {}"),
    "bye": Text("bye", "spielfrei"),
}
TIE_BREAK_NAMES: Final[dict[TieBreak, Text]] = {
    "reached": Text("Rounds survived", "Überstandene Runden"),
    "rung": Text("Rung", "Sprosse"),
    "direct": Text("Direct encounter", "Direkter Vergleich"),
    "buchholz": Text("Buchholz", "Buchholz"),
    "sonneborn_berger": Text("Sonneborn-Berger", "Sonneborn-Berger"),
    "wins": Text("Tables won", "Gewonnene Tische"),
    "tops": Text("Best results", "Bestergebnisse"),
}


def results_csv(event: Event, names: Mapping[int, str], german: bool) -> str:
    """The standings with every round: the points of each, and against whom."""

    def say(text: Text) -> str:
        return text.de if german else text.en

    breaks = names_of(event.settings["format"])
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\r\n")
    heads = [say(HEADINGS[one]) for one in ("place", "name", "points", "played")]
    heads += [say(TIE_BREAK_NAMES[one]) for one in breaks]
    heads += [say(HEADINGS["round"]).format(one.number) for one in event.rounds]
    writer.writerow([*heads, say(HEADINGS["withdrawn"])])
    for row in standings(event):
        cells: list[object] = [row.place, harmless(names[row.player]), _number(row.points), row.played]
        cells += [_number(row.values[one]) for one in breaks]
        for drawn in event.rounds:
            table = drawn.table_of(row.player)
            if table is None:
                cells.append(say(HEADINGS["bye"]) if row.player in drawn.byes else "")
                continue
            others = ", ".join(names[one] for one in table.players if one != row.player)
            known = table.ranks is not None and not event.sealed(drawn)
            units = event.units_at(drawn, table, row.player)
            points = _number(round(float(units) / WHOLE, 2)) if known else ""
            cells.append(harmless(f"{points} ({others})".strip()))
        writer.writerow([*cells, "" if row.takes_part else "x"])
    return out.getvalue()


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return f"'{text}" if text.startswith(FORMULA) else text


def _number(value: float) -> str:
    return f"{value:g}"


def calendar(events: Iterable[tuple[Event, str]]) -> str:
    """The dates of events, each with its link: one for an evening, one a round for a league."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Slugfest//Events//EN", "CALSCALE:GREGORIAN"]
    for event, link in events:
        for uid, title, starts, ends in _dates(event):
            lines += [
                "BEGIN:VEVENT",
                f"UID:{uid}@slugfest",
                f"DTSTAMP:{_moment(event.at)}",
                f"DTSTART:{_moment(starts)}",
                f"DTEND:{_moment(ends)}",
                f"SUMMARY:{_escaped(title)}",
                f"URL:{link}",
                "END:VEVENT",
            ]
    return "".join(f"{folded}\r\n" for line in [*lines, "END:VCALENDAR"] for folded in _folded(line))


def _dates(event: Event) -> list[tuple[str, str, int, int]]:
    """UID, title, begin and end of everything that has a date."""
    settings = event.settings
    first = event.rounds[0].at if event.rounds else settings["starts"]
    if first is None:
        return []
    if settings["format"] != "league":
        last = event.at if event.ended else first + EVENING
        return [(event.code, settings["name"], first, max(last, first + 1000))]
    length = settings["days"] * DAY
    count = max(planned_rounds(event), len(event.rounds), 1)
    return [
        (
            f"{event.code}-{number}",
            f"{settings['name']} {number}/{count}",
            first + (number - 1) * length,
            first + number * length,
        )
        for number in range(1, count + 1)
    ]


def _moment(at: int) -> str:
    return datetime.fromtimestamp(at // 1000, UTC).strftime("%Y%m%dT%H%M%SZ")


def _escaped(text: str) -> str:
    for sign in "\\;,":
        text = text.replace(sign, f"\\{sign}")
    return text.replace("\r", "").replace("\n", "\\n")


def _folded(line: str) -> list[str]:
    """A line cut so that no part has more than 75 bytes; parts after the first begin with a space."""
    parts: list[str] = []
    current = ""
    for letter in line:
        if len((current + letter).encode()) > LINE:
            parts.append(current)
            current = " "
        current += letter
    return [*parts, current]
