"""Files of an event: what spreadsheets and calendars read."""

from __future__ import annotations

import csv
import io

from tests.events.evenings import opened, play_out

from slugfest.events.files import calendar, results_csv


def test_results_are_csv_with_every_round_and_no_formula() -> None:
    event = play_out(opened(3, rounds=2))
    text = results_csv(event, {1: "Ann", 2: '=1+1"', 3: "C, D"}, german=False)
    rows = list(csv.reader(io.StringIO(text)))
    assert rows[0][:4] == ["Place", "Name", "Points", "Played"]
    assert rows[0][-3:] == ["Round 1", "Round 2", "Withdrawn"]
    assert {row[1] for row in rows[1:]} == {"Ann", "'=1+1\"", "C, D"}
    assert all(len(row) == len(rows[0]) for row in rows)
    assert any("bye" in cell for row in rows for cell in row)
    assert "spielfrei" in results_csv(event, {1: "A", 2: "B", 3: "C"}, german=True)


def test_a_league_has_a_date_for_every_round_in_a_well_formed_calendar() -> None:
    name = "Slügfest; the long, winding road of superheroes, who meet on Fridays, and again on Mondays"
    event = opened(4, format="league", rounds=0, days=7, starts=1_700_000_000_000, name=name)
    text = calendar([(event, "https://example.org/event/ABCDEFGH")])
    assert text.endswith("END:VCALENDAR\r\n")
    lines = text.split("\r\n")[:-1]
    assert all(len(line.encode()) <= 75 for line in lines)
    assert lines.count("BEGIN:VEVENT") == lines.count("END:VEVENT") == 3
    unfolded = text.replace("\r\n ", "").split("\r\n")
    starts = [line for line in unfolded if line.startswith("DTSTART:")]
    assert starts == ["DTSTART:20231114T221320Z", "DTSTART:20231121T221320Z", "DTSTART:20231128T221320Z"]
    assert "SUMMARY:" + name.replace(";", "\\;").replace(",", "\\,") + " 1/3" in unfolded
    assert len({line for line in unfolded if line.startswith("UID:")}) == 3


def test_an_evening_without_a_date_has_an_empty_calendar() -> None:
    assert "VEVENT" not in calendar([(opened(4), "x")])
