"""What if: the same deals with other numbers in the content.

Every value is a variant of the game (:mod:`slugfest.kernel.variants`), played in processes of its own if the engine is
compiled. The games have the seeds of the report, so two values differ mostly by the effect of the change.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest.kernel import (
    Game,
    Mistake,
    Text,
    Variant,
    add_variant,
    content_file,
    coupled,
    load_toml,
    read_range,
    slug,
    spell,
    variant,
)
from slugfest.kernel.patches import find
from slugfest.kernel.variants import JOINED
from slugfest.lab.batches import Executor
from slugfest.lab.runs import Progress

from .course import Value, averages, endings
from .experiment import BalanceExperiment, play_all
from .figures import Figure, Sample, difference
from .measure import Row
from .sections import Section
from .uses import samples
from .who import by_member, by_seat, by_start, sides_of

MOST_VALUES: Final = 20  # of one place: every one plays all games of equals
Played = tuple[BalanceExperiment, list[Row]]


class Sweep(NamedTuple):
    """A place of the content, or an option of the game, and its values."""

    name: str  # as given: klonk.attack
    path: str  # in full
    today: Any  # its current value
    values: list[Any]
    experiments: list[BalanceExperiment]  # one a value; the report's own where nothing changes

    def with_today(self, base: BalanceExperiment) -> Sweep:
        """Add the current value, which the report plays anyway: every other value is compared with it."""
        if base in self.experiments:
            return self
        values, experiments = [*self.values, self.today], [*self.experiments, base]
        order = list(range(len(values)))
        if all(isinstance(value, int | float) for value in values):
            order.sort(key=lambda index: values[index])
        return self._replace(
            values=[values[index] for index in order], experiments=[experiments[index] for index in order]
        )


def sweep(base: BalanceExperiment, text: str) -> Sweep:
    """Read ``klonk.attack=4..7`` for this report; raise if the game does not offer it."""
    name, values = read_range(text)
    if len(values) > MOST_VALUES:
        raise Mistake(
            Text(
                f"“{text}”: these are {len(values)} values; take {MOST_VALUES} at the most, as in 4..40/4",
                f"„{text}“: Das sind {len(values)} Werte; nimm höchstens {MOST_VALUES}, wie in 4..40/4",
            )
        )
    played, asked = base.game, base.asked
    wanted = name.removeprefix("option.")
    for option in played.options:
        if option.key == wanted:
            name = wanted
            today = base.options[name]
            checked = [option.check(value, asked.seats) for value in values]
            experiments = [
                base
                if value == today
                else BalanceExperiment(
                    played, asked._replace(options=asked.options | {name: value}), equals=True
                )
                for value in checked
            ]
            return Sweep(name, name, today, checked, experiments).with_today(base)
    file = content_file(played.plain_id)
    own = load_toml(file) if played.variant is None else played.variant.data(load_toml(file))
    places = [find(own, part, file.name) for part in name.split(JOINED)]
    paths = JOINED.join(place.path for place in places)
    today = places[0].value if len(places) == 1 else "/".join(spell(place.value) for place in places)
    changes = [coupled(paths, value) for value in values]
    now = {place.path: place.value for place in places}
    experiments = [
        base
        if change == now
        else BalanceExperiment(add_variant(changed_further(played, change)), asked, equals=True)
        for change in changes
    ]
    return Sweep(name, paths, today, values, experiments).with_today(base)


def changed_further(played: Game, changes: dict[str, Any]) -> Variant:
    """A variant with these changes on top of those that the game, perhaps a variant itself, already has."""
    if played.variant is None:
        return variant(played.id, changes)
    now = played.variant
    return variant(played.plain_id, now.changes | changes, content=now.content, additions=now.additions)


class WhatIf:
    """The games of a sweep: those of equals at every strength, under every value."""

    def __init__(self, base: BalanceExperiment, swept: Sweep) -> None:
        self.base = base
        self.swept = swept
        self.experiments = swept.experiments
        self.rows: list[list[Row]] = []

    def play(
        self,
        own: list[Row],
        folder: Path | None,
        executor: Executor,
        progress: Callable[[str, Progress], None] | None = None,
    ) -> bool:
        """Play every value; ``own`` are the rows of the report itself. Return False if interrupted. ``progress`` also
        gets the name of the value."""
        for experiment, value in zip(self.experiments, self.swept.values, strict=True):
            if experiment is self.base:
                self.rows.append(own)
                continue
            name = f"{self.swept.name} {spell(value)}"
            place = None if folder is None else folder / "what-if" / slug(name)
            on_progress = None if progress is None else partial(progress, name)
            rows, complete = play_all(experiment, place, executor, on_progress)
            self.rows.append(rows)
            if not complete:
                return False
        return True

    def sections(self) -> list[Section]:
        """How the answers move."""
        played = list(zip(self.experiments, self.rows, strict=False))
        strongest = self.base.asked.levels[-1]
        title = Text(f"{self.swept.name} and characters", f"{self.swept.name} und Charaktere")
        note = Text(
            f"Share of games won with each, from left to right as {self.swept.name} changes (today {self.today()}), "
            f"between {strongest} bots. Every value is played with the same deals.",
            f"Anteil der Siege mit jedem, von links nach rechts mit {self.swept.name} (heute {self.today()}), zwischen "
            f"Bots der Stärke {strongest}. Jeder Wert wird mit denselben Ausgaben gespielt.",
        )
        found = [
            Section(
                f"{self.id()}-members",
                title,
                note,
                "rate",
                "heat",
                self.members(played, strongest),
                "what_if",
                0.5,
            ),
            self.shifted(played, strongest),
            self.lined("start", Text("who begins", "wer beginnt"), "rate", self.starts(played)),
            self.lined(
                "used", Text("how often it is used", "wie oft es benutzt wird"), "rate", self.used(played)
            ),
            self.lined(
                "minutes", Text("minutes at the table", "Minuten am Tisch"), "number", self.minutes(played)
            ),
            self.lined("drawn", Text("draws", "Unentschieden"), "rate", self.drawn(played)),
        ]
        return [section for section in found if section.figures]

    def id(self) -> str:
        return f"what-if-{slug(self.swept.name)}"

    def today(self) -> str:
        return spell(self.swept.today)

    def lined(self, key: str, about: Text, unit: Any, figures: list[Figure]) -> Section:
        """A section with a line for each strength over the values."""
        place = self.swept.name
        title = Text(f"{place}: {about.en}", f"{place}: {about.de}")
        notes = {
            "start": Text(
                "Share of games won by the player who begins; alone against the game, by the players.",
                "Anteil der Siege für den, der beginnt; allein gegen das Spiel: Anteil der Siege überhaupt.",
            ),
            "used": Text(
                "Share of games in which a player who could use it did so at least once.",
                "Anteil der Spiele, in denen jemand, der es benutzen konnte, es wenigstens einmal tat.",
            ),
            "minutes": Text(
                "Mean length of a game, by the estimate above.",
                "Mittlere Länge eines Spiels, nach der Schätzung oben.",
            ),
            "drawn": Text("Share of games that are drawn.", "Anteil der Spiele, die unentschieden enden."),
        }
        note = Text(
            f"{notes[key].en} Today it is {self.today()}.", f"{notes[key].de} Heute ist es {self.today()}."
        )
        return Section(
            f"{self.id()}-{key}", title, note, unit, "lines", figures, "what_if", axis=Text(place, place)
        )

    def moved(self, figure: Figure, number: int) -> Figure:
        """A figure as one of a line: where it lies, and under which value it came out so."""
        value = self.swept.values[number]
        at = float(value) if isinstance(value, int | float) else float(number + 1)
        return figure._replace(key=spell(value), name=Text(spell(value), spell(value)), at=at)

    def mirrored(self, experiment: BalanceExperiment, rows: list[Row]) -> dict[str, list[Row]]:
        return {
            level: some
            for level in experiment.asked.levels
            if (some := [row for row in rows if row["group"] == level])
        }

    def members(self, played: list[Played], level: str) -> list[Figure]:
        found: list[Figure] = []
        for number, (experiment, rows) in enumerate(played):
            section = by_member(experiment, {level: self.mirrored(experiment, rows).get(level, [])}, 0.5)
            value = spell(self.swept.values[number])
            for figure in section.figures if section is not None else []:
                found.append(figure._replace(other=value, other_name=Text(value, value)))
        order = list(self.base.game.reports.cast())
        return sorted(found, key=lambda figure: order.index(figure.key))

    def shifted(self, played: list[Played], level: str) -> Section:
        """How much the change affects every member. The deals are the same, so most of the randomness cancels."""
        place = self.swept.name
        figures: list[Figure] = []
        today = next((one for one in played if one[0] is self.base), None)
        for number, (experiment, rows) in enumerate(played if today is not None else []):
            value = spell(self.swept.values[number])
            for member, name in self.base.game.reports.cast().items():
                if experiment is self.base or today is None:
                    continue
                after, before = (
                    with_member(experiment, rows, level, member),
                    with_member(*today, level, member),
                )
                if after.deals and before.deals:
                    found = difference(after, before)
                    games = after.games + before.games
                    figures.append(Figure(member, name, level, games, *found, value, Text(value, value)))
        order = list(self.base.game.reports.cast())
        figures.sort(key=lambda figure: order.index(figure.key))
        title = Text(f"{place}: difference to today", f"{place}: Unterschied zu heute")
        note = Text(
            f"How many more games in a hundred are won with each than today ({self.today()}), deal by deal, between "
            f"{level} bots.",
            f"Wie viel mehr von hundert Spielen mit jedem gewonnen werden als heute ({self.today()}), Ausgabe für "
            f"Ausgabe, zwischen Bots der Stärke {level}.",
        )
        return Section(f"{self.id()}-shift", title, note, "difference", "heat", figures, "what_if", 0.0)

    def starts(self, played: list[Played]) -> list[Figure]:
        found: list[Figure] = []
        for number, (experiment, rows) in enumerate(played):
            alone = len(experiment.sides) == 1
            section = (
                by_seat(self.mirrored(experiment, rows), None)
                if alone
                else by_start(self.mirrored(experiment, rows), 0.5)
            )
            for figure in section.figures if section is not None else []:
                if figure.key == "begins" or alone:
                    found.append(self.moved(figure, number))
        return found

    def used(self, played: list[Played]) -> list[Figure]:
        """Whatever the place belongs to, if that is something one uses."""
        words = self.swept.path.replace(JOINED, ".").split(".")
        found: list[Figure] = []
        for number, (experiment, rows) in enumerate(played):
            things = [one for one in experiment.game.reports.usable if one.key.rpartition(":")[2] in words]
            for level, some in self.mirrored(experiment, rows).items():
                for usable in things[:1]:
                    share: Sample = samples(some, usable)[2]
                    if share.deals:
                        figure = Figure(usable.key, usable.name, level, share.games, *share.rate())
                        found.append(self.moved(figure, number))
        return found

    def minutes(self, played: list[Played]) -> list[Figure]:
        asked: list[tuple[str, Text, Value]] = [("minutes", Text("", ""), lambda row: row["seconds"] / 60)]
        return [
            self.moved(figure, number)
            for number, (experiment, rows) in enumerate(played)
            for figure in averages(self.mirrored(experiment, rows), asked, False)
        ]

    def drawn(self, played: list[Played]) -> list[Figure]:
        found: list[Figure] = []
        for number, (experiment, rows) in enumerate(played):
            for figure in endings(experiment, self.mirrored(experiment, rows)).figures:
                if figure.key == "drawn":
                    found.append(self.moved(figure, number))
        return found if any(figure.value for figure in found) else []


def with_member(experiment: BalanceExperiment, rows: list[Row], level: str, member: str) -> Sample:
    """The results between equals with a member of the cast."""
    sample = Sample()
    for row in rows:
        if row["group"] == level:
            for members, points in sides_of(experiment, row):
                if member in members:
                    sample.add(row["deal"], points)
    return sample
