"""The example game keeps every promise, its scenarios run and exercise every rule, and its types are the house's."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path

from slugfest.testing.plugin import conformance_tests, scenario_tests
from slugfest.testing.scenario import find, load

ROOT = Path(__file__).parent.parent
EXAMPLE = ROOT / "examples" / "masks-off"

sys.path.append(str(EXAMPLE / "src"))
GAME = importlib.import_module("masks_off").GAME

test_promises = conformance_tests(GAME, seats=[3], games=1, bots=())
test_scenarios = scenario_tests(EXAMPLE / "scenarios", GAME)


def test_every_rule_has_a_scenario() -> None:
    cited = {rule for path in find(EXAMPLE / "scenarios") for rule in load(path).rules}
    assert cited == set(GAME.rules)


def test_the_types_beside_its_board_are_those_that_the_server_serves() -> None:
    ours = (ROOT / "web" / "public" / "parts.d.ts").read_text("utf-8")
    assert (EXAMPLE / "src/masks_off/static/parts.d.ts").read_text("utf-8") == ours
