"""Goals of the benchmark, in one table; ./dev bench prints whether each is reached."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from slugfest.lab.speed import SPEEDS

Found = dict[str, Any]

COPY_BYTES = "copy_bytes"
INTERPRETED = "interpreted"


class Goal(NamedTuple):
    """A minimum of a number of the compiled engine; or of its ratio to another number."""

    row: str
    speed: str
    least: float
    compared_with: str = ""  # INTERPRETED for the same number interpreted, or another project's measurement
    most: bool = False  # the number must not be larger instead

    @property
    def name(self) -> str:
        what = {
            "search_to_end": "search, each game played to its end",
            "stepped": "random, driven from Python",
        }
        title = what.get(self.speed) or SPEEDS.get(self.speed, "bytes a copy holds")
        return f"{self.row}: {title}" + (
            f", compared with {self.compared_with}" if self.compared_with else ""
        )


CARDS = "kapow-cards, 2 seats"
DICE = "kapow-dice, first game"
CHARACTERS = "kapow-dice, characters"
TEAMS = "kapow-dice, 2 vs 2"
HEROES = "custom-heroes, 2 seats"
TAG_TEAM = "tag-team, random teams"

GOALS = (
    # Compiling is worth it.
    Goal(CARDS, "random", 6.0, INTERPRETED),
    Goal(CARDS, "search", 5.0, INTERPRETED),
    Goal(HEROES, "random", 5.0, INTERPRETED),
    Goal("custom-heroes, 6 seats", "random", 5.0, INTERPRETED),
    Goal(TAG_TEAM, "games", 5.0, INTERPRETED),
    Goal(DICE, "random", 5.0, INTERPRETED),
    Goal(CHARACTERS, "random", 5.0, INTERPRETED),
    # KAPOW! cards
    Goal(CARDS, "random", 1_300_000),
    Goal(CARDS, "views", 1_000_000 / 15),  # 15 microseconds
    # KAPOW! dice
    Goal(DICE, "random", 120_000),
    Goal(DICE, "games", 60),
    Goal(DICE, "search", 25_000),
    Goal(CHARACTERS, "search", 2_000),
    Goal(TEAMS, "search", 4_000),
    Goal(DICE, COPY_BYTES, 2_300, most=True),
    # Custom Heroes
    Goal(HEROES, "samples", 200_000),
    Goal(HEROES, "search", 20_000),
    # Tag Team
    Goal(TAG_TEAM, "search", 60_000),
    Goal(TAG_TEAM, "games", 20_000),
    # Other projects
    Goal(CARDS, "random", 2.5, "OpenSpiel: random crazy_eights"),
    Goal(CARDS, "search", 1.5, "OpenSpiel: search hearts (information sets)"),
    Goal(CARDS, "search_to_end", 1.0, "OpenSpiel: search hearts (open cards)"),
    Goal("custom-heroes, 3 seats", "stepped", 1.0, "OpenSpiel: random dou_dizhu"),
)


# ./dev bench lab
LAB_GOALS = {
    "pool_speedup": Goal("lab", "pool", 1.8),
    "cluster_speedup": Goal("lab", "cluster", 1.8),
    "cluster_task_ms": Goal("lab", "task", 10.0, most=True),
    "worker_mb": Goal("lab", "memory", 300.0, most=True),
}


class EnvGoal(NamedTuple):
    """Steps a second of an environment (bench/envs.py): so many, or so many times the fastest of another project."""

    name: str
    least: float
    compared_with: str = ""

    def found(self, steps: Found) -> float:
        peers = [steps[name] for name in steps if self.compared_with and name.startswith(self.compared_with)]
        return float(steps[self.name]) / max(peers, default=1.0)


ENV_GOALS = (
    EnvGoal("kapow-cards, AEC", 60_000),
    EnvGoal("kapow-cards, AEC", 5.0, "PettingZoo"),  # the same interface
    EnvGoal("kapow-cards, 256 at once", 600_000),
    EnvGoal("kapow-cards, 256 at once", 5.0, "RLCard"),
)


class Verdict(NamedTuple):
    goal: Goal
    found: float | None  # None: nothing was measured, so nothing is reached

    @property
    def reached(self) -> bool:
        if self.found is None:
            return False
        return self.found <= self.goal.least if self.goal.most else self.found >= self.goal.least


def judge(interpreted: Found, compiled: Found, rivals: Found, goals: Iterable[Goal] = GOALS) -> list[Verdict]:
    """Every goal with the measured value; comparisons with a project that is not installed are left out."""
    verdicts = []
    for goal in goals:
        if goal.compared_with and goal.compared_with != INTERPRETED:
            project, _, measured = goal.compared_with.partition(": ")
            if not rivals.get(project):
                continue
            other = rivals[project].get(measured)
        else:
            other = interpreted.get(goal.row, {}).get(goal.speed) if goal.compared_with else 1.0
        ours = compiled.get(goal.row, {}).get(goal.speed)
        verdicts.append(Verdict(goal, ours / other if ours and other else None))
    return verdicts


class SiteGoal(NamedTuple):
    """A number of the page that needs no server (bench/site.py): below the limit, or with ``least`` not below it."""

    name: str
    limit: float
    least: bool = False

    def reached(self, value: float) -> bool:
        return value >= self.limit if self.least else value < self.limit


SITE_GOALS = (
    SiteGoal("shell alone, kB", 250),
    SiteGoal("first visit, kB", 7_000),
    SiteGoal("first decision, s", 8),
    SiteGoal("decision later, s", 2.5),
    SiteGoal("speed beside CPython", 0.35, least=True),
    SiteGoal("hard answers, s", 4),
    SiteGoal("memory, MB", 350),
    SiteGoal("longest task while bots think, ms", 100),
)


class AttackGoal(NamedTuple):
    """A limit of bench/attack.py: of a player's p95 beside the baseline's, or of a core used for the attacker."""

    name: str
    limit: float

    def reached(self, value: float) -> bool:
        return value < self.limit


ATTACK_GOALS = (AttackGoal("moves", 3.0), AttackGoal("pages", 3.0), AttackGoal("processor", 0.25))

MOST_TIMES_THE_MEDIAN = 10  # what a question may cost (bench/prices.py)
