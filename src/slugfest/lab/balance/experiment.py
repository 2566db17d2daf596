"""The games of a balance report.

Bots of one strength on all seats show how the game behaves; two strengths against each other show how much skill
counts. Every group of games is a series of a run (:mod:`slugfest.lab.runs`), so a report can be interrupted, resumed,
extended, and played on many machines.
"""

from __future__ import annotations

import contextlib
import itertools
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple, cast

from slugfest import __version__
from slugfest.bots import GuardedBot, bot
from slugfest.kernel import (
    Game,
    Mistake,
    Options,
    Text,
    add_variant,
    game,
    seeded,
    slug,
    variant_from,
)
from slugfest.lab import batches
from slugfest.lab.batches import Executor, Series
from slugfest.lab.meetings import Meeting, Setting, meetings
from slugfest.lab.play import play_game
from slugfest.lab.provenance import digest, provenance_of
from slugfest.lab.runs import OnProgress, Run
from slugfest.lab.seating import arrangements

from .measure import Row, measure

AGAINST: Final = "/"  # between two strengths that meet
_REPORT: Final = "balance"


class BalanceSettings(NamedTuple):
    """What a balance report is about."""

    seats: int
    options: Options  # as chosen
    levels: tuple[str, ...] = ("random", "greedy", "medium")  # strengths of bots, weakest first
    games: int = 200  # in each group
    seed: str = "balance"
    picked: bool = False  # the bots pick line-ups; otherwise they are random
    about: str = ""  # only meetings with this member of the cast


class BalanceExperiment:
    """All games of a report, or only those between equals."""

    stop = None  # all games are played

    def __init__(self, played: Game, asked: BalanceSettings, equals: bool = False) -> None:
        if not asked.levels or len(set(asked.levels)) < len(asked.levels):
            raise Mistake(
                Text(
                    "a balance report needs bots, each named once",
                    "ein Balance-Bericht braucht Bots, jeden einmal genannt",
                )
            )
        for level in asked.levels:
            bot(level, played).close()
        self.game = played
        self.asked = asked
        self.equals = equals
        self.meetings: list[Meeting] = []
        if not asked.picked:
            self.meetings = meetings(played, asked.seats, asked.options)
        if asked.about:
            self.meetings = [met for met in self.meetings if self._is_about(met, played)]
            if not self.meetings:
                raise _nobody(asked.about, ", ".join(played.reports.cast()))
        first = self.meetings[0].there.options if self.meetings else None
        self.options = first or played.settle(asked.seats, asked.options)
        self.sides = played.teams(asked.seats, self.options)
        self.line_ups = played.reports.line_ups()
        self._orders: dict[int, list[int]] = {}

    def _is_about(self, met: Meeting, played: Game) -> bool:
        line_ups = played.reports.line_ups()
        return (self.asked.about in line_ups[met.one]) != (self.asked.about in line_ups[met.other])

    def groups(self) -> dict[str, int]:
        """The number of games of every group, rounded up to whole deals."""
        levels = self.asked.levels
        names = list(levels)
        if len(self.sides) > 1 and not self.equals:
            names += [f"{strong}{AGAINST}{weak}" for weak, strong in itertools.combinations(levels, 2)]
        sizes = {name: self.games_in_deal(name) for name in names}
        return {name: -(-self.asked.games // size) * size for name, size in sizes.items()}

    def games_in_deal(self, group: str) -> int:
        """Two strengths play in every arrangement; between equals, drawn line-ups change sides."""
        if AGAINST in group:
            return len(arrangements(self.game, self.asked.seats, self.options))
        return 2 if self.meetings else 1

    def described(self) -> dict[str, Any]:
        """What all rows of a report have in common."""
        asked = self.asked
        return {
            "report": _REPORT,
            "slugfest": __version__,
            "game": self.game.id,
            "rules": self.game.version,
            "seats": asked.seats,
            "options": asked.options if self.meetings else self.options,
            "line_ups": "by lot" if self.meetings else "as played",
            "seed": asked.seed,
        } | ({"about": asked.about} if asked.about else {})

    # ---- as an experiment of a run -----------------------------------------------------------------------------

    @property
    def spec(self) -> dict[str, Any]:
        """Everything needed to open this experiment again."""
        variant = self.game.variant
        return {
            "report": _REPORT,
            "game": self.game.id,
            "variant": None if variant is None else variant.as_json(),
            "equals": self.equals,
            **self.asked._asdict(),
        }

    @property
    def identity(self) -> str:
        """A hash of everything but the number of games and the strengths, which may grow."""
        lasting = {key: value for key, value in self.described().items() if key not in ("slugfest", "rules")}
        return digest(lasting)

    def needs(self) -> dict[str, Any]:
        return provenance_of((level, self.game) for level in self.asked.levels)

    def series(self) -> list[Series]:
        """One for each group."""
        found: list[Series] = []
        for group, games in self.groups().items():
            size = self.games_in_deal(group)
            key = f"{slug(group)[:60]}-{digest(group, 8)}"
            title = group.replace(AGAINST, f" {AGAINST} ")
            batch = partial(BalanceBatch, self.asked, group)
            found.append(Series(key, title, self.game, size, games // size, batch))
        return found

    # ---- playing ---------------------------------------------------------------------------------------------

    def meeting(self, deal: int) -> Meeting:
        """The line-ups of a deal: all meetings in a shuffled order, then all again in another."""
        turn, place = divmod(deal, len(self.meetings))
        if turn not in self._orders:
            order = list(range(len(self.meetings)))
            seeded(self.asked.seed, "meetings", turn).shuffle(order)
            self._orders[turn] = order
        return self.meetings[self._orders[turn][place]]

    def table(self, group: str, deal: int, number: int) -> tuple[Setting, list[str]]:
        """The setting of a game and its bots by seat."""
        levels = group.split(AGAINST)
        setting = Setting(self.options, ())
        if self.meetings:
            meeting = self.meeting(deal)
            setting = meeting.back if len(levels) == 1 and number else meeting.there
        if len(levels) == 1:
            return setting, levels * self.asked.seats
        ways = arrangements(self.game, self.asked.seats, self.options)
        return setting, [levels[which] for which in ways[number]]

    def play(self, group: str, first: int, deals: int) -> list[Row]:
        """Play some deals of a group."""
        size = self.games_in_deal(group)
        levels = {name: bot(name, self.game) for name in group.split(AGAINST)}
        rows: list[Row] = []
        try:
            for deal, number in itertools.product(range(first, first + deals), range(size)):
                setting, names = self.table(group, deal, number)
                played = play_game(
                    self.game,
                    [levels[name] for name in names],
                    setting.options,
                    seed=f"{self.asked.seed} {group} {deal * size + number}",
                    deal=f"{self.asked.seed} {deal}",
                    opening=setting.opening,
                )
                for player in levels.values():
                    if isinstance(player, GuardedBot) and player.faults:
                        raise player.faults[0]  # another bot has decided, so the game says nothing
                rows.append(measure(played, self.game.reports, group, deal, number, len(setting.opening)))
        finally:
            for player in levels.values():
                player.close()
        return rows


def _nobody(about: str, cast: str) -> Mistake:
    """There is no such member of the cast, or nobody at all."""
    if not cast:
        return Mistake(
            Text(
                f"--about {about}: in this game everyone plays with the same things; use --vary or a variant",
                f"--about {about}: In diesem Spiel spielen alle mit denselben Dingen; nimm --vary oder eine Variante",
            )
        )
    return Mistake(
        Text(
            f"--about {about}: no meeting with it; there are {cast}",
            f"--about {about}: keine Begegnung damit; es gibt {cast}",
        )
    )


class BalanceBatch(NamedTuple):
    """Some deals of a group."""

    asked: BalanceSettings
    group: str
    first: int
    deals: int

    def play(self, played: Game) -> list[batches.Row]:
        """Play them; the experiment is created once in every process."""
        global _latest
        experiment = _latest  # another thread may have another one
        if experiment is None or experiment.game is not played or experiment.asked != self.asked:
            experiment = _latest = BalanceExperiment(played, self.asked)
        return cast(list[batches.Row], experiment.play(self.group, self.first, self.deals))


_latest: BalanceExperiment | None = None  # the one this process has played last


def play_all(
    experiment: BalanceExperiment,
    folder: Path | None,
    executor: Executor,
    progress: OnProgress | None = None,
) -> tuple[list[Row], bool]:
    """Play what is missing in a folder; return all rows and whether they are complete (False after Ctrl-C). Without a
    folder nothing is kept."""
    run = Run(folder, experiment)
    run.prepare()
    with contextlib.suppress(KeyboardInterrupt):
        run.play(executor, progress)
    return list(rows_of(run)), run.complete


def rows_of(run: Run[BalanceExperiment]) -> Iterator[Row]:
    """All finished games of a report, group after group."""
    for series in run.series:
        for deal in run.rows(series.key):
            yield from cast(list[Row], deal)


def open_report(folder: Path, spec: dict[str, Any]) -> Run[BalanceExperiment]:
    """Open the run of a report from the specification in its folder."""
    variant = spec["variant"]
    played = game(spec["game"]) if variant is None else add_variant(variant_from(variant))
    asked = BalanceSettings(**{key: spec[key] for key in BalanceSettings._fields if key in spec})
    return Run(folder, BalanceExperiment(played, asked._replace(levels=tuple(asked.levels)), spec["equals"]))


def is_report(spec: dict[str, Any]) -> bool:
    """Whether a run plays for a balance report."""
    return spec.get("report") == _REPORT
