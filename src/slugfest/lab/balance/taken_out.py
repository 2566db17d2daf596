"""What each card is worth to a piece: the games of ``--about`` again, each time without one of its cards or boxes.

A card that is taken out is no entry of the content any more, all copies of it. Where the rules need one of them, as
they need the starting card of a fighter, one copy stays. What cannot be taken out at all is named.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from slugfest.kernel import ContentError, Game, Text, add_variant, content_file, load_toml, slug, variant
from slugfest.kernel.patches import Place, find
from slugfest.lab.batches import Executor
from slugfest.lab.runs import Progress

from .experiment import BalanceExperiment, play_all
from .figures import Figure, difference
from .measure import Row
from .sections import Section
from .vary import with_member

ID = "taken-out"


class Without(NamedTuple):
    """The games without one card."""

    key: str  # of its entry in the content
    name: Text
    experiment: BalanceExperiment


class TakenOut:
    """The games of a report about one piece, without each of its cards."""

    def __init__(self, base: BalanceExperiment) -> None:
        self.base = base
        self.level = base.asked.levels[-1]
        self.own: list[Row] = []
        self.rows: list[list[Row]] = []
        self.there: list[Without] = []
        self.fixed: list[Text] = []  # what cannot be taken out
        for key, name in cards_of(base.game, base.asked.about).items():
            self.add(key, name)

    def add(self, key: str, name: Text) -> None:
        asked = self.base.asked._replace(levels=(self.level,))
        place = entry_of(self.base.game, key)
        for changes, called in ways_out(place, name):
            try:
                changed = without(self.base.game, changes, called)
                self.there.append(Without(key, called, BalanceExperiment(changed, asked, equals=True)))
            except ContentError:
                continue
            return
        self.fixed.append(name)

    def play(
        self,
        own: list[Row],
        folder: Path | None,
        executor: Executor,
        progress: Callable[[str, Progress], None] | None = None,
    ) -> bool:
        """Play without each card; ``own`` are the rows of the report itself. Return False if interrupted."""
        self.own = own
        for one in self.there:
            place = None if folder is None else folder / ID / slug(one.key)
            on_progress = None if progress is None else partial(progress, f"– {one.name.en}")
            rows, complete = play_all(one.experiment, place, executor, on_progress)
            self.rows.append(rows)
            if not complete:
                return False
        return True

    def sections(self) -> list[Section]:
        """How much more is won without each, the worst loss first."""
        about = self.base.asked.about
        before = with_member(self.base, self.own, self.level, about)
        figures: list[Figure] = []
        for one, rows in zip(self.there, self.rows, strict=False):
            after = with_member(one.experiment, rows, self.level, about)
            if after.deals and before.deals:
                found = difference(after, before)
                figures.append(Figure(one.key, one.name, self.level, after.games + before.games, *found))
        if not figures:
            return []
        figures.sort(key=lambda figure: figure.value)
        who = self.base.game.reports.cast()[about]
        title = Text(f"{who.en}: each card taken out", f"{who.de}: jede Karte einmal herausgenommen")
        note = Text(
            "How many more games in a hundred are won if this one is taken out, all copies of it, than with all of "
            f"them, deal by deal, between {self.level} bots. Below 0: it is missed.",
            "Wie viel mehr von hundert Spielen gewonnen werden, wenn diese eine herausgenommen wird, alle gleichen "
            f"mit ihr, als mit allen, Ausgabe für Ausgabe, zwischen Bots der Stärke {self.level}. Unter 0: Sie fehlt.",
        )
        if self.fixed:
            english = ", ".join(name.en for name in self.fixed)
            german = ", ".join(name.de for name in self.fixed)
            note = Text(
                f"{note.en} The rules need {english}.",
                f"{note.de} Ohne {german} geht es nach den Regeln nicht.",
            )
        return [Section(ID, title, note, "difference", "dots", figures, "what_if", fair=0.0)]


def cards_of(played: Game, member: str) -> dict[str, Text]:
    """The cards or boxes of a member of the cast, by the ids of their entries in the content."""
    found: dict[str, Text] = {}
    for usable in played.reports.usable:
        if usable.owner != member:
            continue
        key = usable.key.rpartition(":")[2].rstrip("*")
        if key not in found:
            entry = entry_of(played, key).value
            found[key] = Text(str(entry.get("en", key)), str(entry.get("de", key)))
    return found


def entry_of(played: Game, key: str) -> Place:
    """The entry of the content that an id means."""
    file = content_file(played.plain_id)
    own = load_toml(file)
    return find(own if played.variant is None else played.variant.data(own), key, file.name)


def ways_out(place: Place, name: Text) -> list[tuple[dict[str, Any], Text]]:
    """The changes by which an entry is taken out: the whole of it, or all copies but one."""
    entries: list[Any] = place.holder
    whole = ".".join(names[0] for names in place.steps[:-1])
    left = [entry for number, entry in enumerate(entries) if number != place.key]
    found: list[tuple[dict[str, Any], Text]] = [({whole: left}, name)]
    if place.value.get("copies", 1) > 1:
        found.append(({f"{place.path}.copies": 1}, Text(f"{name.en} (1 left)", f"{name.de} (1 bleibt)")))
    return found


def without(played: Game, changes: dict[str, Any], name: Text) -> Game:
    """The game with these changes on top of those that it has already, under a name of its own."""
    now = played.variant
    called = Text(f"without {name.en}", f"ohne {name.de}")
    if now is None:
        return add_variant(variant(played.id, changes, called))
    return add_variant(variant(played.plain_id, now.changes | changes, called, now.content, now.additions))
