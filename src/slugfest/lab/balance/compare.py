"""Two balance reports of the same deals beside each other: every measure with its difference and how sure that is.

The difference of a measure is judged by leaving out a twentieth of the deals in turn (a grouped jackknife), in both
reports at once: what both owe to the deal falls out, whatever the measure is.
"""

from __future__ import annotations

import html
import json
import math
from pathlib import Path
from typing import Any, Final, NamedTuple

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.kernel import (
    Game,
    Mistake,
    Text,
    Variant,
    add_variant,
    content_file,
    game,
    load_toml,
    read_variant,
)
from slugfest.kernel.older import as_it_was, read_older
from slugfest.lab.runs import read_spec

from .experiment import BalanceExperiment, is_report, open_report, rows_of
from .figures import Figure
from .measure import Row
from .report import Report
from .sections import PARTS, Section, shown

GROUPS: Final = 20  # of deals, of which one is left out in turn
_SURE: Final = (
    2.093  # standard errors of a 95 % interval by Student's distribution with GROUPS - 1 degrees of freedom
)
_LEAST: Final = 2 * GROUPS  # deals
PLAIN: Final = "plain"
Key = tuple[str, str, str, str, float]  # section, key, other, level, at


class Difference(NamedTuple):
    """One measure in both reports."""

    section: Section
    figure: Figure  # as in the first
    first: float
    second: float
    low: float | None  # of second minus first; None: too few deals to say
    high: float | None

    @property
    def value(self) -> float:
        return self.second - self.first

    @property
    def clear(self) -> bool:
        """Whether the interval leaves out zero."""
        return self.low is not None and self.high is not None and not self.low <= 0 <= self.high

    def as_json(self) -> dict[str, Any]:
        figure = self.figure
        found: dict[str, Any] = {"section": self.section.id, "key": figure.key, "name": figure.name.as_json()}
        if figure.other:
            found["other"] = figure.other
        if figure.at:
            found["at"] = figure.at
        numbers = {"first": self.first, "second": self.second, "difference": self.value}
        found |= {"level": figure.level} | {key: round(number, 4) for key, number in numbers.items()}
        interval = (
            None if self.low is None or self.high is None else [round(self.low, 4), round(self.high, 4)]
        )
        return found | {"interval": interval, "clear": self.clear}


class Comparison:
    """All measures that two reports share."""

    def __init__(self, names: tuple[str, str], first: Report, second: Report) -> None:
        self.names = names
        self.game = first.experiment.game
        self.same_deals = first.experiment.asked.seed == second.experiment.asked.seed
        before, after = _figures(first), _figures(second)
        shared = [key for key in before if key in after]
        left_out = [
            (_figures(_without(first, group)), _figures(_without(second, group))) for group in range(GROUPS)
        ]
        enough = all(len({row["deal"] for row in report.rows}) >= _LEAST for report in (first, second))
        self.differences: list[Difference] = []
        for key in shared:
            section, figure = before[key]
            values = [
                two[key][1].value - one[key][1].value for one, two in left_out if key in one and key in two
            ]
            reach = _reach(values) if enough and len(values) == GROUPS else None
            value = after[key][1].value - figure.value
            low, high = (None, None) if reach is None else (value - reach, value + reach)
            self.differences.append(Difference(section, figure, figure.value, after[key][1].value, low, high))

    @property
    def clear(self) -> list[Difference]:
        """What surely differs, most certain first."""
        found = [one for one in self.differences if one.clear]
        return sorted(found, key=lambda one: -abs(one.value) / max(1e-9, (one.high or 0) - (one.low or 0)))

    def note(self) -> Text:
        """How many differences there are, and how many chance alone would make."""
        judged = sum(one.low is not None for one in self.differences)
        clear, lucky = len(self.clear), 0.05 * judged
        if not judged:
            return Text(
                f"Too few games to say what differs: intervals need {_LEAST} deals of each.",
                f"Zu wenige Spiele, um Unterschiede zu erkennen: Intervalle brauchen je {_LEAST} Ausgaben.",
            )
        deals = (
            Text("", "")
            if self.same_deals
            else Text(" The seeds differ.", " Die Startwerte sind verschieden.")
        )
        return Text(
            f"{clear} of {judged} measures differ by more than their interval; chance alone would make about "
            f"{lucky:.0f} look so.{deals.en}",
            f"{clear} von {judged} Angaben unterscheiden sich um mehr als ihr Intervall; zufällig sähe es bei etwa "
            f"{lucky:.0f} so aus.{deals.de}",
        )

    def as_json(self) -> dict[str, Any]:
        return {
            "game": self.game.id,
            "compared": list(self.names),
            "same_deals": self.same_deals,
            "note": self.note().as_json(),
            "differences": [one.as_json() for one in self.differences],
        }

    def json_text(self) -> str:
        return json.dumps(self.as_json(), indent=1, ensure_ascii=False)

    def tables(self, language: str, most: int) -> list[tuple[str, list[list[str]]]]:
        """A table a section: its title, and rows of name, both values, difference and interval."""
        found: list[tuple[str, list[list[str]]]] = []
        by_section: dict[str, list[Difference]] = {}
        for one in self.differences:
            by_section.setdefault(one.section.id, []).append(one)
        order = list(PARTS)
        for several in sorted(by_section.values(), key=lambda some: order.index(some[0].section.part)):
            chosen = (
                several if len(several) <= most else sorted(several, key=lambda one: not one.clear)[:most]
            )
            title = several[0].section.title.in_language(language)
            if len(several) > most:
                left = len(several) - most
                title += f" ({left} more)" if language == "en" else f" ({left} weitere)"
            found.append((title, [_cells(one, language) for one in chosen]))
        return found

    def show(self, console: Console, language: str = "en", most: int = 12) -> None:
        """Print all tables."""
        first, second = (escape(name) for name in self.names)
        console.print(
            f"[bold]{escape(self.game.name.in_language(language))}: {first} – {second}[/]", highlight=False
        )
        console.print(escape(self.note().in_language(language)), highlight=False)
        for title, rows in self.tables(language, most):
            table = Table("", *HEADINGS[language], title=escape(title))
            for row in rows:
                table.add_row(*(escape(cell) for cell in row))
            console.print(table)

    def page(self, language: str = "en") -> str:
        """One HTML page with every table."""
        title = f"{self.game.name.in_language(language)}: {self.names[0]} – {self.names[1]}"
        parts = [f"<h1>{html.escape(title)}</h1><p>{html.escape(self.note().in_language(language))}</p>"]
        for heading, rows in self.tables(language, 10_000):
            head = "".join(f"<th>{html.escape(word)}</th>" for word in ("", *HEADINGS[language]))
            body = "".join(
                f"<tr{' class=clear' if row[-1] else ''}>"
                + "".join(f"<td>{html.escape(cell)}</td>" for cell in row)
                + "</tr>"
                for row in rows
            )
            parts.append(f"<h2>{html.escape(heading)}</h2><table><tr>{head}</tr>{body}</table>")
        return (
            f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
            '<meta name="viewport" content="width=device-width, initial-scale=1">'
            f"<title>{html.escape(title)}</title><style>{STYLE}</style></head><body>{''.join(parts)}</body></html>\n"
        )


HEADINGS: Final = {
    "en": ["Bots", "First", "Second", "Difference", "95 % interval", "Clear"],
    "de": ["Bots", "Erste", "Zweite", "Unterschied", "95-%-Intervall", "Deutlich"],
}
STYLE: Final = """
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; display: block; overflow-x: auto; }
td, th { padding: 0.2rem 0.7rem; text-align: right; border-bottom: 1px solid #8884; }
td:first-child { text-align: left; }
.clear { font-weight: bold; }
"""


def _cells(one: Difference, language: str) -> list[str]:
    unit = one.section.unit
    name = one.figure.name.in_language(language)
    if one.figure.other_name is not None:
        name = f"{name} – {one.figure.other_name.in_language(language)}"
    moved = unit if unit == "number" or unit == "loss" else "difference"
    interval = "–"
    if one.low is not None and one.high is not None:
        interval = f"{_signed(one.low, moved, language)} … {_signed(one.high, moved, language)}"
    clear = ("yes" if language == "en" else "ja") if one.clear else ""
    return [
        name,
        one.figure.level,
        shown(one.first, unit, language),
        shown(one.second, unit, language),
        _signed(one.value, moved, language),
        interval,
        clear,
    ]


def _signed(value: float, unit: Any, language: str) -> str:
    text = shown(value, unit, language)
    return text if unit == "difference" or value <= 0 else f"+{text}"


def _figures(report: Report) -> dict[Key, tuple[Section, Figure]]:
    return {
        (section.id, one.key, one.other, one.level, one.at): (section, one)
        for section in report.sections
        for one in section.figures
    }


def _without(report: Report, group: int) -> Report:
    """The report without a twentieth of its deals."""
    return Report(report.experiment, [row for row in report.rows if row["deal"] % GROUPS != group])


def _reach(values: list[float]) -> float:
    """How far a difference may be off, from its values with a group of deals left out each."""
    mean = sum(values) / len(values)
    return _SURE * math.sqrt((GROUPS - 1) / GROUPS * sum((value - mean) ** 2 for value in values))


# ---- what can be compared --------------------------------------------------------------------------------------------


def side(name: str, text: str) -> Game:
    """A game to compare: ``plain``, the file of a variant, or ``v2`` for the numbers of rules version 2."""
    if text == PLAIN:
        return game(name)
    if text[:1] == "v" and text[1:].isdigit():
        return add_variant(earlier(name, int(text[1:])))
    found = add_variant(read_variant(Path(text)))
    if found.plain_id != game(name).plain_id:
        raise Mistake(
            Text(
                f"{text} is a variant of {found.plain_id}, not of {name}",
                f"{text} ist eine Variante von {found.plain_id}, nicht von {name}",
            )
        )
    return found


def earlier(name: str, version: int) -> Variant:
    """A variant with the numbers that a game had by an earlier version of its rules."""
    file = content_file(name)
    older = read_older(file)
    last = min((known for known in older if known >= version), default=0)
    if not last or version < 1:
        raise Mistake(
            Text(
                f"{name} has no numbers of version {version}; earlier ones end with version "
                f"{', '.join(map(str, sorted(older))) or '–'}",
                f"{name} hat keine Zahlen der Version {version}; frühere enden mit Version "
                f"{', '.join(map(str, sorted(older))) or '–'}",
            )
        )
    called = Text(f"numbers of version {last}", f"Zahlen der Version {last}")
    return Variant(name, f"version-{last}", called, {}, as_it_was(load_toml(file), older, last))


def of_folder(folder: Path) -> Report:
    """The report whose games are in a folder."""
    spec = read_spec(folder)
    if not is_report(spec):
        raise Mistake(
            Text(
                f"{folder} has no games of a balance report; `slugfest lab compare` compares other runs",
                f"{folder} hat keine Spiele eines Balance-Berichts; `slugfest lab compare` vergleicht andere Läufe",
            )
        )
    run = open_report(folder, spec)
    run.look()
    rows: list[Row] = list(rows_of(run))
    experiment: BalanceExperiment = run.experiment
    return Report(experiment, rows)


__all__ = ["Comparison", "Difference", "earlier", "of_folder", "side"]
