"""The search for mutants finds what is planted, draws by lot from a seed, and knows what makes no difference."""

from __future__ import annotations

import importlib
import re
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from tools.mutants import equivalents
from tools.mutants.judge import ENDLESS, KILLED, SURVIVED, Verdict, judge
from tools.mutants.mutants import Mutant, Source, draw
from tools.mutants.reach import LONGEST, TOGETHER, Reach, joined, measure, unchanged
from tools.mutants.report import Findings
from tools.mutants.suite import EVERYTHING_ELSE, Around, GameSuite, Suite

RULES = '''
def winner(scores: list[int | None]) -> int:
    """The highest score wins, the first of equals."""
    best = 0
    for seat in range(len(scores)):
        if scores[seat] > scores[best]:
            best = seat
    return best


def rounds(left: int) -> int:
    played = 0
    while left > 0:
        left -= 1
        played += 1
    return played


def nobody_calls(this: int) -> int:
    return this + 1
'''

Tiny = Callable[[], None]


def the_highest_wins() -> None:
    assert rules().winner([1, 5, 2]) == 1


def the_last_may_win() -> None:
    assert rules().winner([1, 5, 8]) == 2


def three_rounds() -> None:
    assert rules().rounds(3) == 3


def rules() -> Any:
    return importlib.import_module("tiny_rules")


class TinySuite(Suite):
    def __init__(self, *checks: Tiny) -> None:
        self.checks = {check.__name__: check for check in checks}

    def names(self) -> list[str]:
        return list(self.checks)

    def run(self, names: Sequence[str], before: Around) -> str | None:
        for name in names:
            before(name)
            try:
                self.checks[name]()
            except Exception:
                return name
        return None


SUITE = TinySuite(the_highest_wins, the_last_may_win, three_rounds)


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Source:
    path = tmp_path / "tiny_rules.py"
    path.write_text(RULES, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    return Source("tiny_rules", path, "tiny_rules.py")


def mutant(source: Source, before: str, after: str) -> Mutant:
    """The mutant that makes this of that."""
    found = [one for one in draw([source], "1") if (one.before, one.after) == (before, after)]
    assert found, [str(one) for one in draw([source], "1")]
    return found[0]


def verdict(source: Source, before: str, after: str, suite: Suite = SUITE) -> Verdict:
    (found,) = judge(suite, [mutant(source, before, after)], measure(suite, [source]), grace=0.2)
    return found


# ---- what becomes of a mutant --------------------------------------------------------------------------------------


def test_a_planted_fault_is_noticed_by_a_check_that_reaches_it(source: Source) -> None:
    found = verdict(source, "if scores[seat] > scores[best]:", "if scores[seat] < scores[best]:")
    assert found.result == KILLED
    assert found.by in found.checks
    assert set(found.checks) == {"the_highest_wins", "the_last_may_win"}


def test_a_fault_that_no_check_notices_survives(source: Source) -> None:
    """Nobody tries equal scores."""
    found = verdict(source, "if scores[seat] > scores[best]:", "if scores[seat] >= scores[best]:")
    assert (found.result, found.by) == (SURVIVED, None)
    assert len(found.checks) == 2


def test_a_fault_that_no_check_reaches_survives(source: Source) -> None:
    found = verdict(source, "return this + 1", "return this - 1")
    assert (found.result, list(found.checks)) == (SURVIVED, [])


def test_a_fault_that_runs_for_ever_is_noticed(source: Source) -> None:
    assert verdict(source, "left -= 1", "left += 1").result == ENDLESS


def test_another_check_closes_the_gap(source: Source) -> None:
    def the_first_of_equals_wins() -> None:
        assert rules().winner([3, 3]) == 0

    change = "if scores[seat] > scores[best]:", "if scores[seat] >= scores[best]:"
    more = TinySuite(*SUITE.checks.values(), the_first_of_equals_wins)
    assert verdict(source, *change, more).by == "the_first_of_equals_wins"


def test_the_file_itself_stays_as_it_is_and_so_does_what_was_imported(source: Source) -> None:
    judge(SUITE, list(draw([source], "1")), measure(SUITE, [source]), workers=2, grace=0.2)
    assert source.read() == RULES
    assert "tiny_rules" not in sys.modules


def test_a_real_rule_of_a_real_game_is_guarded() -> None:
    """A tie goes to the attacker (KC-28)."""
    suite = GameSuite("kapow-cards")
    legal = [source for source in suite.sources() if source.name == "rules/legal.py"]
    slip = next(
        one
        for one in draw(legal, "1")
        if one.function == "beats" and one.before.startswith("return value >=")
    )
    name = "scenarios/kapow-cards/ex-02-tie-goes-to-the-attacker.toml"
    reach = Reach({name: 0.1}, {slip.source.module: {slip.line: [name]}})
    (found,) = judge(suite, [slip], reach)
    assert (found.result, found.by) == (KILLED, name)


def test_whatever_takes_long_is_left_out(source: Source) -> None:
    slip = mutant(source, "played += 1", "played -= 1")
    seconds = {"long": LONGEST + 1, "quick": 0.1} | {f"number {number}": TOGETHER / 6 for number in range(9)}
    reach = Reach(seconds, {"tiny_rules": {slip.line: list(seconds)}})
    assert reach.checks_for(slip) == ["quick", *(f"number {number}" for number in range(5))]


def test_a_new_check_is_measured_alone_and_joins_the_others(source: Source) -> None:
    before = measure(TinySuite(the_highest_wins, three_rounds), [source])
    now = measure(SUITE, [source], known={"the_highest_wins", "three_rounds"})
    assert set(now.seconds) == {"the_last_may_win"}
    both = joined(before, {"the_highest_wins"}, now)
    assert set(both.seconds) == {"the_highest_wins", "the_last_may_win"}
    change = mutant(source, "if scores[seat] > scores[best]:", "if scores[seat] < scores[best]:")
    assert set(both.checks_for(change)) == {"the_highest_wins", "the_last_may_win"}
    assert both.checks_for(mutant(source, "played += 1", "played -= 1")) == []


def test_whoever_waits_for_the_measurement_sees_how_far_it_is(
    source: Source, capfd: pytest.CaptureFixture[str]
) -> None:
    measure(SUITE, [source], every=0.0)
    told = re.findall(r"(\d+) of (\d+) checks measured; about \d+ s left", capfd.readouterr().out)
    assert told == [("1", "3"), ("2", "3")]


def test_a_check_is_measured_again_when_its_file_or_the_rules_have_changed() -> None:
    names = ["a.toml", "test_b.py::one", "promises/2/ends"]
    state = {"a.toml": "1", "test_b.py": "1", EVERYTHING_ELSE: "1"}
    assert unchanged(state, state, names) == set(names)
    assert unchanged(state, {**state, "test_b.py": "2"}, names) == {"a.toml", "promises/2/ends"}
    assert unchanged(state, {**state, EVERYTHING_ELSE: "2"}, names) == set()
    del state["a.toml"]
    assert unchanged({**state, "a.toml": "1"}, state, names) == {"test_b.py::one", "promises/2/ends"}


# ---- drawing lots --------------------------------------------------------------------------------------------------


def test_a_seed_decides_the_sample(source: Source) -> None:
    one, again, other = (list(map(str, draw([source], seed))) for seed in ("1", "1", "2"))
    assert one == again
    assert one != other
    assert sorted(one) == sorted(other), "in the end all are drawn"
    assert len(set(one)) == len(one)


def test_every_place_is_drawn_once_before_any_is_drawn_twice(source: Source) -> None:
    lines = [(one.line, one.before) for one in draw([source], "1")]
    comparison = (6, "if scores[seat] > scores[best]:")
    assert lines.count(comparison) > 3
    second = [index for index, line in enumerate(lines) if line == comparison][
        2
    ]  # AddNot is a place of its own
    assert {line for line, _ in lines[:second]} == {line for line, _ in lines}


def test_a_change_elsewhere_leaves_the_sample_as_it_was(source: Source) -> None:
    before = [(one.function, one.after) for one in draw([source], "1")]
    source.path.write_text(
        "# A comment.\n\n"
        + RULES.replace("nobody_calls", "nobody_at_all").replace("best = seat", "best = seat  # so far"),
        encoding="utf-8",
    )
    after = [(one.function, one.after) for one in draw([source], "1")]
    kept = [one for one in before if one[0] != "nobody_calls"]
    assert [one for one in after if one[0] != "nobody_at_all"] == kept


def test_types_and_words_are_left_alone(source: Source) -> None:
    assert {one.function for one in draw([source], "1")} == {"winner", "rounds", "nobody_calls"}
    assert not [one for one in draw([source], "1") if one.before.startswith("def ")]


@pytest.mark.parametrize(
    ("code", "slips"),
    [
        ("x += 1", {"x -= 1", "pass", "x += 2", "x += 0"}),
        ("table.turn = 1", {"pass", "table.turn = 2", "table.turn = 0"}),
        ("table.deal()", {"pass"}),
        ("raise ValueError", {"pass"}),
        ("x = a in b", {"x = a not in b"}),
        ("x = a not in b", {"x = a in b"}),
        ("x = min(a, b)", {"x = max(a, b)"}),
        ("x = (a, b, c)", {"x = (b, a, c)", "x = (a, c, b)"}),
        ("x, y = a", set()),
        ("x = a in (b, c)", {"x = a not in (b, c)"}),
        ("x = a or b", {"x = a and b"}),
        ("x: int | None = a", set()),
        ("x = a // b", {"x = a * b", "x = a % b"}),
    ],
)
def test_slips_that_are_tried(source: Source, code: str, slips: set[str]) -> None:
    source.path.write_text(f"{code}\n", encoding="utf-8")
    assert {one.after for one in draw([source], "1")} == slips


# ---- what makes no difference --------------------------------------------------------------------------------------

LIST = """
[[equivalent]]
function = "winner"
before = "best = 0"
after = "best = -1"
reason = "The last seat is as good a start as the first."

[[equivalent]]
function = "winner"
before = "best = 0"
after = "best = 3"
reason = "Fits nothing: numbers change by one."

[[everywhere]]
before = "while left > 0"
after = ["while left != 0"]
reason = "Nobody plays fewer than no rounds."
"""


def test_equivalents_are_known_by_what_they_change_and_have_reasons(source: Source, tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(LIST, encoding="utf-8")
    listed = equivalents.load(path)
    reasons = {one.after: equivalents.reason_for(one, listed) for one in draw([source], "1")}
    assert {after: reason for after, reason in reasons.items() if reason} == {
        "best = -1": "The last seat is as good a start as the first.",
        "while left != 0:": "Nobody plays fewer than no rounds.",
    }
    assert equivalents.outdated(listed, [source]) == ["winner: best = 0  =>  best = 3"]


def test_an_equivalent_without_a_reason_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "tiny.toml"
    path.write_text(LIST.replace("Nobody plays fewer than no rounds.", " "), encoding="utf-8")
    with pytest.raises(SystemExit, match="reason"):
        equivalents.load(path)


@pytest.mark.parametrize("path", sorted(equivalents.FOLDER.glob("*.toml")), ids=lambda path: path.stem)
def test_every_listed_equivalent_fits_the_rules_as_they_are(path: Path) -> None:
    """An entry that names a function or a line that is gone hides nothing and misleads whoever reads it."""
    listed = equivalents.load(path)
    assert listed
    assert equivalents.outdated(listed, GameSuite(path.stem).sources()) == []


# ---- the report ----------------------------------------------------------------------------------------------------


def test_the_report_shows_each_survivor_and_who_came_by(source: Source) -> None:
    reach = measure(SUITE, [source])
    survivor = mutant(source, "if scores[seat] > scores[best]:", "if scores[seat] >= scores[best]:")
    killed = mutant(source, "played += 1", "played -= 1")
    verdicts = judge(SUITE, [survivor, killed], reach)
    text = Findings("tiny", "1", verdicts, [(killed, "For the example.")], ["gone"], 3.0).text()
    assert "2 mutants, 1 killed, 0 endless, 1 survived: 50.0 % noticed" in text
    assert "### tiny_rules.py:6 winner" in text
    assert "+        if scores[seat] >= scores[best]:" in text
    assert "- the_last_may_win" in text
    assert "For the example." in text
    assert "- `gone`" in text
