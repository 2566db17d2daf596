"""Which games a balance report is made of, and playing them.

Bots of one strength on all seats tell about the game; two strengths against each other tell how much skill counts.
Every game depends on its group and number alone, so a report can be interrupted, gone on with and extended, and rows
are kept in a file as they come in.
"""

from __future__ import annotations

import contextlib
import itertools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, NamedTuple

from slugfest import __version__
from slugfest.bots import GuardedBot, bot
from slugfest.kernel import Game, Mistake, Options, Text, seeded
from slugfest.lab.ladder import arrangements
from slugfest.lab.meetings import Meeting, Setting, meetings
from slugfest.lab.play import play_game
from slugfest.lab.pool import playing, processors, run_all

from .measure import Row, measure

Progress = Callable[[int, int], None]  # games done, games in all
AGAINST: Final = "/"  # between two strengths that meet

_CHUNK: Final = 20  # games in a task, at most


class Asked(NamedTuple):
    """What somebody wants to know."""

    seats: int
    options: Options  # as chosen
    levels: tuple[str, ...] = ("random", "greedy", "medium")  # strengths of bots, weakest first
    games: int = 200  # in each group
    seed: str = "balance"
    picked: bool = False  # line-ups are what the bots pick, not all by lot


Task = tuple[Asked, str, list[int]]  # what is asked, a group, and numbers of its games


class Plan:
    """All games of a report."""

    def __init__(self, played: Game, asked: Asked) -> None:
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
        self.meetings: list[Meeting] = []
        if not asked.picked:
            self.meetings = meetings(played, asked.seats, asked.options)
        first = self.meetings[0].there.options if self.meetings else None
        self.options = first or played.settle(asked.seats, asked.options)
        self.sides = played.teams(asked.seats, self.options)
        self.line_ups = played.line_ups()
        self._orders: dict[int, list[int]] = {}

    def groups(self) -> dict[str, int]:
        """Every group of games and how many it has, rounded up to whole deals."""
        asked = self.asked
        found = dict.fromkeys(asked.levels, asked.games)
        if self.meetings:
            found = dict.fromkeys(asked.levels, asked.games + asked.games % 2)
        if len(self.sides) > 1:
            ways = len(arrangements(self.game, asked.seats, self.options))
            for weak, strong in itertools.combinations(asked.levels, 2):
                found[f"{strong}{AGAINST}{weak}"] = -(-asked.games // ways) * ways
        return found

    def described(self) -> dict[str, Any]:
        """What rows must have in common to be of one report, however many there are."""
        asked = self.asked
        return {
            "report": "balance",
            "slugfest": __version__,
            "game": self.game.id,
            "rules": self.game.version,
            "seats": asked.seats,
            "options": asked.options if self.meetings else self.options,
            "line_ups": "by lot" if self.meetings else "as played",
            "seed": asked.seed,
        }

    def meeting(self, deal: int) -> Meeting:
        """The line-ups of a deal: all meetings in a shuffled order, then all of them again in another."""
        turn, place = divmod(deal, len(self.meetings))
        if turn not in self._orders:
            order = list(range(len(self.meetings)))
            seeded(self.asked.seed, "meetings", turn).shuffle(order)
            self._orders[turn] = order
        return self.meetings[self._orders[turn][place]]

    def table(self, group: str, number: int) -> tuple[int, Setting, list[str]]:
        """Deal, setting and the bots by seat of a game."""
        levels = group.split(AGAINST) if AGAINST in group else [group]
        seats = self.asked.seats
        if len(levels) == 1:
            if not self.meetings:
                return number, Setting(self.options, ()), levels * seats
            meeting = self.meeting(number // 2)
            return number // 2, meeting.back if number % 2 else meeting.there, levels * seats
        ways = arrangements(self.game, seats, self.options)
        deal = number // len(ways)
        setting = self.meeting(deal).there if self.meetings else Setting(self.options, ())
        return deal, setting, [levels[which] for which in ways[number % len(ways)]]

    def play(self, group: str, numbers: list[int]) -> list[Row]:
        """Play some games of a group."""
        counting = self.game.counting()
        levels = {name: bot(name, self.game) for name in dict.fromkeys(self.table(group, 0)[2])}
        rows: list[Row] = []
        try:
            for number in numbers:
                deal, setting, names = self.table(group, number)
                played = play_game(
                    self.game,
                    [levels[name] for name in names],
                    setting.options,
                    seed=f"{self.asked.seed} {group} {number}",
                    deal=f"{self.asked.seed} {deal}",
                    opening=setting.opening,
                )
                for player in levels.values():
                    if isinstance(player, GuardedBot) and player.faults:
                        raise player.faults[0]  # games in which another bot helped out would say nothing
                rows.append(measure(played, counting, group, number, deal, len(setting.opening)))
        finally:
            for player in levels.values():
                player.close()
        return rows


_plan: Plan | None = None  # what this process has played last


def play_task(task: Task) -> list[Row]:
    """Play a task in whatever process this is; the plan is made once in each."""
    global _plan
    asked, group, numbers = task
    if _plan is None or _plan.game is not playing() or _plan.asked != asked:
        _plan = Plan(playing(), asked)
    return _plan.play(group, numbers)


class RowFile:
    """Rows of a report as JSON lines, under a line that says what made them."""

    def __init__(self, path: Path, described: dict[str, Any]) -> None:
        self.path = path
        self.described = described

    def read(self) -> list[Row]:
        """What is there; a last line that was cut off is dropped."""
        if not self.path.exists():
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self.path.write_text(json.dumps(self.described, ensure_ascii=False) + "\n", encoding="utf-8")
            return []
        lines = self.path.read_text("utf-8").splitlines(keepends=True)
        if lines and not lines[-1].endswith("\n"):
            lines.pop()
            self.path.write_text("".join(lines), encoding="utf-8")
        if not lines or json.loads(lines[0]) != self.described:
            raise Mistake(
                Text(
                    f"{self.path} holds games of another report; choose another folder with --out",
                    f"{self.path} enthält Spiele eines anderen Berichts; nimm mit --out einen anderen Ordner",
                )
            )
        rows: list[Row] = [json.loads(line) for line in lines[1:]]
        return rows

    def add(self, rows: list[Row]) -> None:
        with self.path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(row, ensure_ascii=False) + "\n" for row in rows)


def play_all(
    plan: Plan,
    file: RowFile | None = None,
    workers: int = 0,
    progress: Progress | None = None,
    groups: dict[str, int] | None = None,
) -> tuple[list[Row], bool]:
    """Play what is missing of all groups, or of these; all rows in their order, and whether they are all there (Ctrl-C
    leaves some out)."""
    wanted = plan.groups() if groups is None else groups
    there = {(row["group"], row["number"]): row for row in (file.read() if file is not None else [])}
    found = {key: row for key, row in there.items() if key[1] < wanted.get(key[0], 0)}
    total = sum(wanted.values())
    tasks: list[Task] = []
    for group, games in wanted.items():
        missing = [number for number in range(games) if (group, number) not in found]
        chunk = max(1, min(_CHUNK, games // (4 * (workers or processors()))))
        tasks += [
            (plan.asked, group, missing[start : start + chunk]) for start in range(0, len(missing), chunk)
        ]

    def done(index: int, rows: list[Row]) -> None:
        if file is not None:
            file.add(rows)
        found.update({(row["group"], row["number"]): row for row in rows})
        if progress is not None:
            progress(len(found), total)

    with contextlib.suppress(KeyboardInterrupt):
        run_all(play_task, tasks, workers, done, plan.game)
    order = list(wanted)
    rows = sorted(found.values(), key=lambda row: (order.index(row["group"]), row["number"]))
    return rows, len(rows) == total
