"""Which games a balance report is made of, and playing them.

Bots of one strength on all seats tell about the game; two strengths against each other tell how much skill counts.
Every group of games is a series of a run of the lab (:mod:`slugfest.lab.runs`), so a report can be interrupted, gone on
with, extended, and played on many machines.
"""

from __future__ import annotations

import contextlib
import itertools
import tempfile
from collections.abc import Callable, Iterator
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
from slugfest.lab import work
from slugfest.lab.ladder import arrangements
from slugfest.lab.made import digest, needed_by
from slugfest.lab.meetings import Meeting, Setting, meetings
from slugfest.lab.play import play_game
from slugfest.lab.runs import Progress, Run
from slugfest.lab.work import Crew, Series

from .measure import Row, measure

AGAINST: Final = "/"  # between two strengths that meet
_REPORT: Final = "balance"


class Asked(NamedTuple):
    """What somebody wants to know."""

    seats: int
    options: Options  # as chosen
    levels: tuple[str, ...] = ("random", "greedy", "medium")  # strengths of bots, weakest first
    games: int = 200  # in each group
    seed: str = "balance"
    picked: bool = False  # line-ups are what the bots pick, not all by lot


class Plan:
    """All games of a report, or of its equals alone."""

    stop = None  # all games are played

    def __init__(self, played: Game, asked: Asked, equals: bool = False) -> None:
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
        first = self.meetings[0].there.options if self.meetings else None
        self.options = first or played.settle(asked.seats, asked.options)
        self.sides = played.teams(asked.seats, self.options)
        self.line_ups = played.reports.line_ups()
        self._orders: dict[int, list[int]] = {}

    def groups(self) -> dict[str, int]:
        """Every group of games and how many it has, rounded up to whole deals."""
        levels = self.asked.levels
        names = list(levels)
        if len(self.sides) > 1 and not self.equals:
            names += [f"{strong}{AGAINST}{weak}" for weak, strong in itertools.combinations(levels, 2)]
        sizes = {name: self.games_in_deal(name) for name in names}
        return {name: -(-self.asked.games // size) * size for name, size in sizes.items()}

    def games_in_deal(self, group: str) -> int:
        """Two strengths sit on every seat; of equals, line-ups that were drawn change sides."""
        if AGAINST in group:
            return len(arrangements(self.game, self.asked.seats, self.options))
        return 2 if self.meetings else 1

    def described(self) -> dict[str, Any]:
        """What rows must have in common to be of one report, however many there are."""
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
        }

    # ---- as a plan of a run ------------------------------------------------------------------------------------

    @property
    def told(self) -> dict[str, Any]:
        """Everything that makes this plan, so that it can be made again from it."""
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
        """More games may be added to a report, and more strengths; nothing else may change."""
        lasting = {key: value for key, value in self.described().items() if key not in ("slugfest", "rules")}
        return digest(lasting)

    def needs(self) -> dict[str, Any]:
        return needed_by((level, self.game) for level in self.asked.levels)

    def series(self) -> list[Series]:
        """One for each group."""
        found: list[Series] = []
        for group, games in self.groups().items():
            size = self.games_in_deal(group)
            key = f"{slug(group)[:60]}-{digest(group, 8)}"
            title = group.replace(AGAINST, f" {AGAINST} ")
            task = partial(Deals, self.asked, group)
            found.append(Series(key, title, self.game, size, games // size, task))
        return found

    # ---- its games ---------------------------------------------------------------------------------------------

    def meeting(self, deal: int) -> Meeting:
        """The line-ups of a deal: all meetings in a shuffled order, then all of them again in another."""
        turn, place = divmod(deal, len(self.meetings))
        if turn not in self._orders:
            order = list(range(len(self.meetings)))
            seeded(self.asked.seed, "meetings", turn).shuffle(order)
            self._orders[turn] = order
        return self.meetings[self._orders[turn][place]]

    def table(self, group: str, deal: int, number: int) -> tuple[Setting, list[str]]:
        """Setting and bots by seat of a game of a deal."""
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
                        raise player.faults[0]  # games in which another bot helped out would say nothing
                rows.append(measure(played, self.game.reports, group, deal, number, len(setting.opening)))
        finally:
            for player in levels.values():
                player.close()
        return rows


class Deals(NamedTuple):
    """Some deals of a group: a task."""

    asked: Asked
    group: str
    first: int
    deals: int

    def play(self, played: Game) -> list[work.Row]:
        """The plan is made once in every process."""
        global _plan
        plan = _plan  # another thread may have another one
        if plan is None or plan.game is not played or plan.asked != self.asked:
            plan = _plan = Plan(played, self.asked)
        return cast(list[work.Row], plan.play(self.group, self.first, self.deals))


_plan: Plan | None = None  # what this process has played last


def play_all(
    plan: Plan, folder: Path | None, crew: Crew, progress: Callable[[Progress], None] | None = None
) -> tuple[list[Row], bool]:
    """Play what is missing in a folder; all rows, and whether they are all there (Ctrl-C leaves some out). Without a
    folder nothing is kept."""
    with contextlib.ExitStack() as stack:
        place = folder or Path(stack.enter_context(tempfile.TemporaryDirectory()))
        run = Run(place, plan)
        run.prepare()
        with contextlib.suppress(KeyboardInterrupt):
            run.play(crew, progress)
        return list(rows_of(run)), run.complete


def rows_of(run: Run[Plan]) -> Iterator[Row]:
    """All games of a report that are there, group after group."""
    for series in run.series:
        for deal in run.rows(series.key):
            yield from cast(list[Row], deal)


def open_report(folder: Path, told: dict[str, Any]) -> Run[Plan]:
    """The run of a report in its folder, from what it told of itself."""
    variant = told["variant"]
    played = game(told["game"]) if variant is None else add_variant(variant_from(variant))
    asked = Asked(**{key: told[key] for key in Asked._fields})
    return Run(folder, Plan(played, asked._replace(levels=tuple(asked.levels)), told["equals"]))


def is_report(told: dict[str, Any]) -> bool:
    """Whether a run plays for a balance report."""
    return told.get("report") == _REPORT
