"""The tests that guard a game's rules, as checks that can be run one by one in a process of their own.

Scenarios, golden playthroughs and the promises of the conformance suite are called directly, which is quicker than
through pytest; what lies in ``tests/games/GAME`` is run by pytest, as always.
"""

from __future__ import annotations

import contextlib
import hashlib
import importlib.metadata
import io
import sys
import time
from collections.abc import Callable, Sequence
from fnmatch import fnmatch
from pathlib import Path
from typing import Final

import pytest
from hypothesis import HealthCheck, settings

from slugfest.kernel import Game, SlugfestError, game, register
from slugfest.kernel.registry import GROUP
from slugfest.testing import golden, scenario
from slugfest.testing.conformance import CHECKS
from slugfest.testing.conformance.playthrough import Playthrough, play_at_random, play_through
from slugfest.testing.conformance.runner import settings_of

from .mutants import Source

ROOT: Final = Path(__file__).resolve().parent.parent.parent
PROMISES: Final = "promises"
EVERYTHING_ELSE: Final = "everything else"  # in a state: the rules, the kernel, what tests share
PROFILE: Final = (
    "mutants"  # property tests try the same examples every time, however slow, and leave nothing behind
)
settings.register_profile(
    PROFILE, derandomize=True, deadline=None, database=None, suppress_health_check=list(HealthCheck)
)
RULES: Final = ("position.py", "moves.py", "legal.py", "rules.py", "position/*.py", "rules/*.py")

Around = Callable[[str], None]  # called with the name of each check before it starts


class Suite:
    """Some checks by name. What is tested is imported only when they run."""

    def names(self) -> list[str]:
        raise NotImplementedError

    def run(self, names: Sequence[str], before: Around) -> str | None:
        """Run some checks in this order; the first that fails, or None."""
        raise NotImplementedError


class GameSuite(Suite):
    """The scenarios, unit tests and golden playthroughs of one game."""

    def __init__(self, name: str, without: Sequence[str] = ()) -> None:
        entries = {entry.name: entry for entry in importlib.metadata.entry_points(group=GROUP)}
        if name not in entries:
            raise SlugfestError(f"there is no game {name!r}; installed are {', '.join(sorted(entries))}")
        self.game = name
        self.without = without  # patterns of checks that are left out
        self.entry = entries[name]
        self.package = self.entry.module
        self.folder = ROOT / "src" / Path(*self.package.split("."))
        self.scenarios = ROOT / "scenarios" / name
        self.golden = ROOT / "tests" / "golden"
        self.tests = ROOT / "tests" / "games" / self.package.rpartition(".")[2]
        self._anew: Game | None = None
        self._walks: dict[int, list[Playthrough]] = {}

    def sources(self, pattern: str = "*") -> list[Source]:
        """The files that hold rules."""
        paths = [
            path for glob in RULES for path in sorted(self.folder.glob(glob)) if path.name != "__init__.py"
        ]
        named = [(path, path.relative_to(self.folder)) for path in paths]
        return [
            Source(".".join((self.package, *inside.with_suffix("").parts)), path, inside.as_posix())
            for path, inside in named
            if fnmatch(inside.as_posix(), pattern)
        ]

    def state(self) -> dict[str, str]:
        """A number for the content of each file with checks, and one for all else that a run depends on."""
        here = Path(__file__).parent
        rooms = [ROOT / "src" / "slugfest" / room for room in ("kernel", "testing", "bots")]
        found: dict[str, str] = {}
        for folder in (self.scenarios, self.golden / self.game, self.tests):
            for path in sorted(folder.rglob("*")):
                if path.suffix in (".toml", ".txt") or path.match("test_*.py"):
                    found[self._name(path)] = hashlib.sha256(path.read_bytes()).hexdigest()
        rest = hashlib.sha256(repr(self.without).encode())
        for folder in (self.folder, self.tests, here, *rooms):
            for path in sorted(folder.rglob("*")):
                is_check = self._name(path) in found or path.parent == here / "equivalent"
                if path.suffix in (".py", ".toml") and not is_check:
                    rest.update(f"\0{path}\0".encode() + path.read_bytes())
        return found | {EVERYTHING_ELSE: rest.hexdigest()}

    def warm_up(self) -> None:
        """Import everything but the game itself, so that a forked process starts where it matters."""
        with contextlib.redirect_stdout(io.StringIO()):
            pytest.main(
                ["-qq", "--collect-only", str(ROOT / "tests" / "conftest.py")]
            )  # brings in its plugins
        for entry in importlib.metadata.entry_points(group=GROUP):
            if entry.name != self.game:
                register(entry.load())

    # ---- running ---------------------------------------------------------------------------------------------------

    def names(self) -> list[str]:
        found = [self._name(path) for path in scenario.find(self.scenarios)]
        found += [self._name(path) for path in sorted((self.golden / self.game).glob("*.txt"))]
        found += self._pytest(["--collect-only"], _Chosen(None, lambda _: None)).collected
        seats = min(
            count for count in game(self.game).seat_counts() if count > 1
        )  # few seats make short games
        found += [f"{PROMISES}/{seats}/{promise}" for promise in CHECKS]
        return [name for name in found if not any(fnmatch(name, pattern) for pattern in self.without)]

    def run(self, names: Sequence[str], before: Around) -> str | None:
        """Scenarios, playthroughs, unit tests, promises: each kind in the order of the names."""
        try:
            self._import_anew()
        except Exception:
            return names[0]
        scenarios = [name for name in names if name.endswith(".toml")]
        played = [name for name in names if name.endswith(".txt")]
        tests = [name for name in names if "::" in name]
        promises = [name for name in names if name.startswith(PROMISES)]
        failed = self._run_here(scenarios + played, before)
        if failed is None and tests:
            failed = self._pytest(["--exitfirst"], _Chosen(tests, before)).failed
        return failed or self._run_here(promises, before)

    def _import_anew(self) -> None:
        for name in [name for name in sys.modules if f"{name}.".startswith(f"{self.package}.")]:
            del sys.modules[name]
        self._anew = register(self.entry.load())

    def _run_here(self, names: Sequence[str], before: Around) -> str | None:
        for name in names:
            before(name)
            try:
                self._judge(name)
            except Exception:
                return name
        return None

    def _judge(self, name: str) -> None:
        path = ROOT / name
        if path.suffix == ".toml":
            scenario.run(scenario.load(path), self._anew)
        elif path.suffix == ".txt":
            assert self._anew is not None
            seats, mode = golden.wanted(self._anew)[path.name]
            assert golden.playthrough(self._anew, seats, mode) == path.read_text(encoding="utf-8")
        else:
            _, seats_told, promise = name.split("/")
            for played in self._played(int(seats_told)):
                CHECKS[promise].run(played, {"random": play_at_random}, False)

    def _played(self, seats: int) -> list[Playthrough]:
        """A game at random, for every promise the same."""
        if seats not in self._walks:
            settings = settings_of(self._anew or game(self.game), seats, None, 1)
            self._walks[seats] = [play_through(setting, {"random": play_at_random}) for setting in settings]
        return self._walks[seats]

    def _pytest(self, options: list[str], chosen: _Chosen) -> _Chosen:
        files = sorted({name.partition("::")[0] for name in chosen.names or ()}) or [self._name(self.tests)]
        quiet = [
            "-qq",
            "-p",
            "no:cacheprovider",
            "-p",
            "no:xdist",
            f"--hypothesis-profile={PROFILE}",
            "-m",
            "not browser",
        ]
        code = pytest.main([*quiet, f"--rootdir={ROOT}", *options, *files], plugins=[chosen])
        if code not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED) and chosen.failed is None:
            chosen.failed = files[0]  # it could not even be imported
        return chosen

    def _name(self, path: Path) -> str:
        return path.relative_to(ROOT).as_posix()


class _Chosen:
    """A plugin for pytest: runs these tests only, in this order, and remembers which one failed."""

    def __init__(self, names: Sequence[str] | None, before: Around) -> None:
        self.names = names
        self.before = before
        self.collected: list[str] = []
        self.failed: str | None = None

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        self.collected = [item.nodeid for item in items]
        if self.names is not None:
            rank = {name: index for index, name in enumerate(self.names)}
            items[:] = sorted(
                (item for item in items if item.nodeid in rank), key=lambda item: rank[item.nodeid]
            )

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        self.before(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed and self.failed is None:
            self.failed = report.nodeid


class Stopwatch:
    """Times the checks as they come by."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._name: str | None = None
        self._since = 0.0

    def __call__(self, name: str | None) -> None:
        now = time.process_time()
        if self._name is not None:
            self.seconds[self._name] = now - self._since
        self._name, self._since = name, now
