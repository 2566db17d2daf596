"""The balance report: all its sections from the rows of the games, as JSON, as CSV and as text for a terminal."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Sequence
from typing import Any, Final

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.kernel import Text, spell

from .course import endings, known_early, lengths, play_measures, swings
from .experiment import AGAINST, BalanceExperiment
from .findings import findings
from .measure import Row
from .sections import PARTS, Section, interval, shown
from .skill import skill
from .taken_out import TakenOut
from .uses import uses
from .vary import WhatIf
from .who import who_wins

HEADINGS: Final = {
    "figure": Text("Figure", "Angabe"),
    "interval": Text("95 % interval", "95-%-Intervall"),
    "games": Text("Games", "Spiele"),
    "bots": Text("Bots", "Bots"),
}


class Report:
    """The sections of a report, computed from rows."""

    def __init__(
        self, experiment: BalanceExperiment, rows: list[Row], what_if: Sequence[WhatIf | TakenOut] = ()
    ) -> None:
        self.experiment = experiment
        self.rows = rows
        self.levels = [
            level for level in experiment.asked.levels if any(row["group"] == level for row in rows)
        ]
        mirrored = {level: [row for row in rows if row["group"] == level] for level in self.levels}
        self.sections: list[Section] = [section for varied in what_if for section in varied.sections()]
        if mirrored:
            self.sections += [
                *who_wins(experiment, mirrored),
                *lengths(mirrored),
                endings(experiment, mirrored),
                *known_early(experiment, mirrored),
                *swings(experiment, mirrored),
                *play_measures(mirrored),
                *uses(experiment, mirrored),
            ]
        self.sections += skill(experiment, rows)

    @property
    def title(self) -> Text:
        name = self.experiment.game.name
        return Text(f"{name.en}: balance", f"{name.de}: Balance")

    def settings(self) -> list[Text]:
        """The settings and number of games, in short phrases."""
        experiment, asked = self.experiment, self.experiment.asked
        seats = asked.seats
        mode = experiment.game.display.mode(experiment.game, seats, experiment.options)
        found = [Text(f"{seats} seats", f"{seats} Plätze") if seats > 1 else Text("1 seat", "1 Platz")]
        if mode is not None and ("mode" in experiment.options or not experiment.meetings):
            found.insert(0, mode)
        if experiment.meetings:
            found.append(Text("line-ups drawn by lot", "Aufstellungen ausgelost"))
        if asked.about:
            name = experiment.game.reports.cast()[asked.about]
            found.append(Text(f"only games with {name.en}", f"nur Spiele mit {name.de}"))
        for option in experiment.game.options:
            value = experiment.options[option.key]
            mine = option.key != "mode" and option.key in asked.options
            if mine and value != option.default_at(seats):
                name = option.name_of(value) or Text(spell(value), spell(value))
                found.append(Text(f"{option.name.en}: {name.en}", f"{option.name.de}: {name.de}"))
        for level in self.levels:
            games = sum(row["group"] == level for row in self.rows)
            found.append(Text(f"{level}: {games} games", f"{level}: {games} Spiele"))
        across = sum(AGAINST in row["group"] for row in self.rows)
        if across:
            found.append(
                Text(
                    f"strengths against each other: {across} games", f"Stärken gegeneinander: {across} Spiele"
                )
            )
        return found

    def findings(self) -> list[Text]:
        return findings(self.experiment, self.levels, self.sections)

    def as_json(self) -> dict[str, Any]:
        groups = dict.fromkeys(self.experiment.groups(), 0)
        for row in self.rows:
            groups[row["group"]] += 1
        return {
            **self.experiment.described(),
            "name": self.experiment.game.name.as_json(),
            "games": groups,
            "findings": [finding.as_json() for finding in self.findings()],
            "sections": [section.as_json() for section in self.sections],
        }

    def json_text(self) -> str:
        return json.dumps(self.as_json(), indent=1, ensure_ascii=False) + "\n"

    def csv_text(self) -> str:
        """Every figure of every section, one a line."""
        sheet = io.StringIO()
        writer = csv.writer(sheet, lineterminator="\n")
        writer.writerow(
            ["section", "key", "name_en", "name_de", "other", "at", "bots", "games", "value", "low", "high"]
        )
        for section in self.sections:
            for one in section.figures:
                facts = one.as_json()
                numbers = [facts["games"], facts["value"], facts["low"], facts["high"]]
                names = [one.name.en, one.name.de, one.other, one.at or ""]
                writer.writerow([section.id, one.key, *names, one.level, *numbers])
        return sheet.getvalue()

    def show(self, console: Console, language: str = "en", most: int = 20) -> None:
        """Print the report for people; of long sections the ends."""
        console.print(f"[bold]{escape(self.title.in_language(language))}[/]", highlight=False)
        phrases = " · ".join(phrase.in_language(language) for phrase in self.settings())
        console.print(escape(phrases), highlight=False)
        for finding in self.findings():
            console.print(f"• {escape(finding.in_language(language))}", highlight=False)
        part = ""
        for section in self.sections:
            if section.part != part:
                part = section.part
                console.print(f"\n[bold]{escape(PARTS[part].in_language(language))}[/]", highlight=False)
            console.print(table_of(section, language, most))


def table_of(section: Section, language: str, most: int) -> Table:
    """A section in the terminal."""
    table = Table(title=section.title.in_language(language), caption=section.note.in_language(language))
    table.add_column("")
    leveled = section.levels() != [""]
    if leveled:
        table.add_column(HEADINGS["bots"].in_language(language))
    for heading in ("figure", "interval", "games"):
        table.add_column(HEADINGS[heading].in_language(language), justify="right")
    figures = section.figures
    between = len(figures) - 2 * most
    if between > 0:
        ranked = sorted(figures, key=lambda figure: -figure.value)
        figures = [*ranked[:most], *ranked[-most:]]
    for number, figure in enumerate(figures):
        if between > 0 and number == most:
            words = Text(f"… {between} between", f"… {between} dazwischen")
            table.add_row(words.in_language(language))
        name = figure.name.in_language(language)
        if figure.other_name is not None:
            name = f"{name} – {figure.other_name.in_language(language)}"
        table.add_row(
            escape(name),
            *([escape(figure.level)] if leveled else []),
            shown(figure.value, section.unit, language),
            interval(figure, section.unit, language),
            str(figure.games),
        )
    return table
