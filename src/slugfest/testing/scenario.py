"""Scenario files: given a position, when these moves are made, then this is so.

Tests run them; their sentences explain them to readers. The format is described in ``docs/scenarios.md`` and, for
editors, in ``scenarios/schema.json``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from slugfest.kernel import (
    SPECTATOR,
    ContentError,
    Facts,
    Game,
    LoadedRng,
    MoveError,
    Options,
    SlugfestError,
    State,
    Text,
    load_toml,
    seeded,
)
from slugfest.kernel import game as game_named

from .expectations.declared import require_declared
from .expectations.judging import Found, seat_of, unmet
from .expectations.matching import with_nothing
from .expectations.schema import require
from .meaning import require_meaning, require_rules
from .schema import SCENARIO

FOLDER: Final = Path("scenarios")


class ScenarioFailed(SlugfestError, AssertionError):
    """A scenario whose expectations are not met, with every difference by file and step."""


@dataclass(frozen=True)
class Step:
    """One move, or a look at the table, and what must be true after it."""

    number: int
    key: str  # where the file says it
    seat: int = SPECTATOR  # who moves
    move: str = ""  # empty: nobody moves, the table is looked at
    say: Text | None = None
    chance: list[int] = field(default_factory=list)
    rejected: dict[str, str] | None = None
    expected: dict[str, Any] = field(default_factory=dict)  # everything else the file says of the step

    def title(self) -> str:
        return f"P{self.seat + 1}: {self.move}" if self.move else "(a look at the table)"


@dataclass(frozen=True)
class Branch:
    """One course of a scenario: the steps that all its branches share, and its own."""

    title: Text | None  # None: the file has only one course
    example: str
    say: Text | None
    steps: list[Step]


@dataclass(frozen=True)
class Scenario:
    """A worked example, read and checked."""

    path: Path
    game: str
    title: Text
    rules: list[str]
    example: str
    say: Text | None
    seats: int | None
    options: Options
    given: Facts | None
    seed: int
    branches: list[Branch]  # at least one

    def examples(self) -> list[str]:
        """The worked examples that it shows, as a whole or by branch."""
        return [
            example for example in (self.example, *(branch.example for branch in self.branches)) if example
        ]


@dataclass
class Stage(Found):
    """A scenario after a step, for tests and documentation."""

    step: Step
    refused: MoveError | None
    unchanged: bool  # whether the position is what it was before the step
    chance_left: list[int]


# ---- reading -------------------------------------------------------------------------------------------------------


def find(folder: Path) -> list[Path]:
    """Every scenario file in a folder and below, in order."""
    return sorted(folder.rglob("*.toml"))


def load(path: Path) -> Scenario:
    """Read a scenario file; raise :class:`ContentError` with file, key and reason."""
    raw = load_toml(path)
    require(path.name, raw, SCENARIO)
    if "step" not in raw and "branch" not in raw:
        raise ContentError(path.name, "step", "is missing; there must be steps, or branches with steps")
    return Scenario(
        path=path,
        game=raw["game"],
        title=_text(raw["title"]),
        rules=raw["rules"],
        example=raw.get("example", ""),
        say=_text(raw["say"]) if "say" in raw else None,
        seats=raw.get("seats"),
        options=raw.get("options", {}),
        given=with_nothing(raw["given"]) if "given" in raw else None,
        seed=raw.get("seed", 1),
        branches=_branches(path.name, raw.get("step", []), raw.get("branch", [])),
    )


def _branches(file: str, shared: list[dict[str, Any]], branches: list[dict[str, Any]]) -> list[Branch]:
    """Every course from the given position: the shared steps, then those of one branch."""
    first = [_step(file, f"step[{number}]", number, step) for number, step in enumerate(shared, 1)]
    if not branches:
        return [Branch(None, "", None, first)]
    found: list[Branch] = []
    for number, raw in enumerate(branches, 1):
        own = [
            _step(file, f"branch[{number}].step[{at}]", len(first) + at, step)
            for at, step in enumerate(raw["step"], 1)
        ]
        say = _text(raw["say"]) if "say" in raw else None
        found.append(Branch(_text(raw["title"]), raw.get("example", ""), say, first + own))
    return found


def _text(words: dict[str, str]) -> Text:
    return Text(words["en"].strip(), words["de"].strip())


def _step(file: str, key: str, number: int, raw: dict[str, Any]) -> Step:
    known = ("move", "say", "chance", "rejected")
    expected = {key: value for key, value in raw.items() if key not in known}
    seat, _, move = raw.get("move", "").partition(": ")
    if not move and ("chance" in raw or "rejected" in raw):
        raise ContentError(file, key, "chance and rejected make sense only with a move")
    if "rejected" in raw and expected.keys() & {"then", "events", "no_events"}:
        raise ContentError(file, key, "a rejected move changes nothing, so nothing is then different")
    if not move and not expected and "say" not in raw:
        raise ContentError(file, key, "neither a move nor anything to look at")
    return Step(
        number=number,
        key=key,
        seat=seat_of(seat) if move else SPECTATOR,
        move=move,
        say=_text(raw["say"]) if "say" in raw else None,
        chance=raw.get("chance", []),
        rejected=raw.get("rejected"),
        expected=expected,
    )


# ---- playing -------------------------------------------------------------------------------------------------------


def begin(scenario: Scenario, game: Game | None = None) -> State:
    """The position a scenario starts from."""
    game = game or game_named(scenario.game)
    seats = game.min_seats if scenario.seats is None else scenario.seats
    rng = seeded("scenario", scenario.seed)
    try:
        if scenario.given is None:
            return game.new(seats, scenario.options, rng)
        document = {
            "seats": seats,
            "options": scenario.options,
            "position": scenario.given,
            "rng": int(rng.state),
        }
        return game.set_up(document)
    except SlugfestError as error:
        raise ContentError(scenario.path.name, "given", str(error)) from error


def stages(scenario: Scenario, game: Game | None = None, branch: int = 0) -> Iterator[Stage]:
    """Play one course of a scenario step by step, without judging it."""
    state = begin(scenario, game)
    for step in scenario.branches[branch].steps:
        yield _play(state, step, scenario.seed)


def _play(state: State, step: Step, seed: int) -> Stage:
    before = json.dumps(state.document(), sort_keys=True)
    rng = LoadedRng(seeded("scenario", seed, step.number).state, step.chance)
    refused: MoveError | None = None
    state.events = []
    if step.move:
        state.rng = rng
        try:
            state.play_text(step.seat, step.move)
        except MoveError as error:
            refused = error
        except ValueError as error:  # from LoadedRng
            raise SlugfestError(f"step {step.number}: {error}") from error
    events = state.events
    state.events = None
    return Stage(
        step=step,
        state=state,
        events=[{"kind": event.kind, **event.facts, **(event.secret or {})} for event in events],
        heard={seat: [event.seen_by(seat) for event in events] for seat in (*range(state.seats), SPECTATOR)},
        refused=refused,
        unchanged=json.dumps(state.document(), sort_keys=True) == before,
        chance_left=list(rng.falls),
    )


# ---- judging -------------------------------------------------------------------------------------------------------


def run(scenario: Scenario, game: Game | None = None) -> None:
    """Play every branch of a scenario and raise :class:`ScenarioFailed` with what differs from its expectations.

    An expectation that cannot fail is refused (:class:`ContentError`), even if it holds.
    """
    for branch in range(len(scenario.branches)):
        run_branch(scenario, branch, game)


def run_branch(scenario: Scenario, branch: int, game: Game | None = None) -> None:
    """The same for one of its branches."""
    game = game or game_named(scenario.game)
    require_rules(scenario.path.name, scenario.rules, game)
    for step in scenario.branches[branch].steps:
        require_declared(scenario.path.name, step.key, step.expected, game.facts)
    title = scenario.branches[branch].title
    for stage in stages(scenario, game, branch):
        step = stage.step
        require_meaning(scenario.path.name, stage)
        found = differences(stage)
        if found:
            course = "" if title is None else f" “{title.en}”,"
            heading = f"{scenario.path.name},{course} step {step.number}, {step.title()}"
            raise ScenarioFailed("\n".join([heading, *(f"  {line}" for line in found)]))


def differences(stage: Stage) -> list[str]:
    """Everything that is not as the step expects."""
    found = _refusal_differences(stage)
    if found:
        return found
    step, state = stage.step, stage.state
    if stage.chance_left:
        found.append(f"chance: {stage.chance_left} are not needed")
    found += unmet(step.expected, stage)
    if state.outcome() is None and not state.actors():
        found.append("nobody owes a move, but the game is not over")
    return found


def _refusal_differences(stage: Stage) -> list[str]:
    wanted, refused = stage.step.rejected, stage.refused
    if refused is None:
        return [] if wanted is None else [f"the move was accepted; {wanted['code']} was expected"]
    if wanted is None:
        return [f"the move was refused: {refused}"]
    found = [] if stage.unchanged else ["the move was refused, but the position has changed"]
    if stage.events:
        found.append("the move was refused, but there are events")
    if refused.code != wanted["code"]:
        found.append(f"rejected.code: expected {wanted['code']}, found {refused.code}")
    if refused.rule != wanted.get("rule", refused.rule):
        found.append(f"rejected.rule: expected {wanted['rule']}, found {refused.rule or 'none'}")
    return found
