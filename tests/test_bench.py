"""The benchmark: what it says of two revisions and of the goals. No speed is asserted here."""

from __future__ import annotations

import importlib.util
import io
import shutil
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from rich.console import Console

BENCH = Path(__file__).resolve().parents[1] / "bench"


def load(name: str, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    monkeypatch.syspath_prepend(str(BENCH))  # as when it is run from its folder
    spec = importlib.util.spec_from_file_location(f"bench_{name}", BENCH / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(("now", "slower"), [(0.96, 0), (0.94, 1)])
def test_a_speed_that_fell_by_more_than_five_percent_is_pointed_at(
    now: float, slower: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = load("run", monkeypatch)
    level = {"a game, 2 seats": dict.fromkeys(run.SPEEDS, 1.0)}
    fallen = {"a game, 2 seats": {**level["a game, 2 seats"], "copies": now}}
    found = {
        ("interpreted", "before"): level,
        ("interpreted", "now"): level,
        ("compiled", "before"): level,
        ("compiled", "now"): fallen,
    }
    said = io.StringIO()
    kept = run.report_changes(Console(file=said, width=120), found, "units")
    assert kept == (slower == 0)
    assert said.getvalue().count("SLOWER") == slower
    assert f"{slower} of {2 * len(run.SPEEDS)} speeds" in said.getvalue()


def test_both_revisions_are_counted_for_the_same_pieces_of_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = load("run", monkeypatch)
    calls: list[tuple[str, str]] = []

    def child(console: Console, title: str, script: str, path: Path, *told: str, under: Any = None) -> Any:
        """Today's code plans 7 pieces; earlier code takes 200 instructions for each unit, today's 100."""
        compiled = path.name == "compiled"
        if under is None:
            calls.append(("planned by", path.name))
            return {"compiled": compiled, "rows": {"row": {"random": 7}}}
        calls.append(("counted", Path(told[told.index("--plan") + 1]).read_text("utf-8")))
        assert Path(told[told.index("--folder") + 1]).is_dir()
        each = 200 if path.is_relative_to(tmp_path / "before") else 100
        return {"compiled": compiled, "rows": {"row": {"random": [7, 7 * each]}}}

    monkeypatch.setattr(run, "child", child)
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    which = run.variants(tmp_path / "before", tmp_path / "compiled")
    found = run.compare_instructions(Console(file=io.StringIO()), which, "", tmp_path)
    counted = ("counted", '{"row": {"random": 7}}')
    assert calls == [("planned by", "src"), counted, counted, ("planned by", "compiled"), counted, counted]
    for kind in ("interpreted", "compiled"):
        assert found[kind, "before"]["row"]["random"] == pytest.approx(5000)
        assert found[kind, "now"]["row"]["random"] == pytest.approx(10000)


def test_without_valgrind_it_says_where_to_get_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run = load("run", monkeypatch)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    with pytest.raises(SystemExit, match="apt install valgrind"):
        run.compare_instructions(Console(file=io.StringIO()), {}, "", tmp_path)


def test_every_speed_of_the_table_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    """And a piece of work is the same whatever was done before it, so that revisions can be counted piece by piece."""
    run, measure = load("run", monkeypatch), load("measure", monkeypatch)
    game = measure.games()["kapow-cards"]
    works = measure.works(game, 2, {}, measure.middles(game, 2, {})[:2], 10, 2)
    assert list(works) == list(run.SPEEDS)
    first = [works["random"](number) for number in range(3)]
    assert [works["random"](number) for number in range(3)] == first
    assert works["search"](0) == 10
    assert works["search_to_end"](1) == 2


def test_every_goal_is_about_something_that_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    goals, measure = load("goals", monkeypatch), load("measure", monkeypatch)
    rows = {
        f"{name}, {title}" for name, game in measure.games().items() for title, _, _ in measure.tables(game)
    }
    assert {goal.row for goal in goals.GOALS} <= rows
    assert {goal.speed for goal in goals.GOALS} <= {*goals.SPEEDS, goals.COPY_BYTES}
    assert len(set(goals.GOALS)) == len({(goal.name, goal.least) for goal in goals.GOALS})


def test_a_goal_is_reached_or_missed_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    run, goals = load("run", monkeypatch), load("goals", monkeypatch)
    wanted = [
        goals.Goal("a game", "random", 100),
        goals.Goal("a game", "random", 101),
        goals.Goal("a game", "random", 4.0, goals.INTERPRETED),
        goals.Goal("a game", goals.COPY_BYTES, 50, most=True),
        goals.Goal("a game", goals.COPY_BYTES, 49, most=True),
        goals.Goal("another game", "random", 1),
        goals.Goal("a game", "search", 2.0, "OpenSpiel: search hearts"),
        goals.Goal("a game", "search", 2.0, "RLCard: search uno"),
    ]
    compiled = {"a game": {"random": 100.0, "search": 30.0, goals.COPY_BYTES: 50.0}}
    rivals = {"OpenSpiel": {"search hearts": 10.0}, "RLCard": {}}
    verdicts = goals.judge({"a game": {"random": 25.0}}, compiled, rivals, wanted)
    assert [verdict.reached for verdict in verdicts] == [True, False, True, True, False, False, True]
    assert [verdict.found for verdict in verdicts] == [100, 100, 4, 50, 50, None, 3]
    said = io.StringIO()
    Console(file=said, width=140).print(run.goal_table(verdicts))
    assert said.getvalue().count("MISSED") == 3
    assert "4 of 7 goals reached, 3 missed" in said.getvalue()
