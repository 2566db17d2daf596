"""Which check reaches which line: measured once with coverage.py, kept until its file changes, or the rules do."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

import coverage

from .child import in_child
from .mutants import Mutant, Source
from .suite import EVERYTHING_ELSE, ROOT, GameSuite, Stopwatch, Suite

# Seconds of processor time as measured, which is about three times what a check takes when nobody counts lines.
LONGEST: Final = 6.0  # a check that takes longer, whole games of bots mostly, is left out
TOGETHER: Final = 30.0  # and so long may all of them take that a mutant meets, the quickest first
KEPT: Final = ROOT / "build" / "mutants"


@dataclass(frozen=True)
class Reach:
    """For every line of the rules the checks that come by it, and how long each check takes."""

    seconds: dict[str, float]  # of processor time, by check
    by_line: dict[str, dict[int, list[str]]]  # by module
    failing: str | None = None  # a check that fails without any mutant

    def checks_for(self, mutant: Mutant) -> list[str]:
        """The checks that could notice, the quickest first."""
        lines = self.by_line.get(mutant.source.module, {})
        reached = {name for line in mutant.lines for name in lines.get(line, ())}
        if "" in reached:  # run while the game is imported: whatever comes after it could notice
            reached = set(self.seconds)
        chosen: list[str] = []
        together = 0.0
        for name in sorted(reached, key=lambda name: (self.seconds[name], name)):
            together += self.seconds[name]
            if self.seconds[name] > LONGEST or together > TOGETHER:
                break
            chosen.append(name)
        return chosen


def measure(
    suite: Suite, sources: Sequence[Source], known: Collection[str] = (), every: float = 10.0
) -> Reach:
    """Run every check once and note where it comes by; not those of which it is known. It takes minutes: every so many
    seconds it says how far it is."""
    aloud = os.dup(1)  # what the checks themselves say is not shown
    try:
        found = in_child(lambda: _measure(suite, sources, known, Progress(aloud, every)))
    finally:
        os.close(aloud)
    if found is None:
        raise SystemExit("The tests could not be run.")
    return Reach(found["seconds"], _by_line(found["lines"]), found["failing"])


def _by_line(lines: dict[str, dict[str, list[str]]]) -> dict[str, dict[int, list[str]]]:
    """As it was before JSON made words of the numbers."""
    return {module: {int(line): names for line, names in found.items()} for module, found in lines.items()}


class Progress:
    """A line now and then: how many checks were measured, and how long it will still take."""

    def __init__(self, out: int, every: float) -> None:
        self._out, self._every = out, every
        self._began = self._told = time.monotonic()
        self._done = 0
        self.total = 0

    def step(self) -> None:
        """The next check begins."""
        now = time.monotonic()
        if self._done and now - self._told >= self._every:
            self._told = now
            left = (now - self._began) / self._done * (self.total - self._done)
            line = f"  {self._done:>4} of {self.total} checks measured; about {left:.0f} s left\n"
            os.write(self._out, line.encode())
        self._done += 1


def _measure(
    suite: Suite, sources: Sequence[Source], known: Collection[str], progress: Progress
) -> dict[str, Any]:
    watch = Stopwatch()
    watcher = coverage.Coverage(data_file=None, include=[str(source.path) for source in sources])

    def before(name: str) -> None:
        progress.step()
        watch(name)
        watcher.switch_context(name)

    watcher.start()
    names = suite.names()  # imports the game: whatever runs now, every check depends on
    wanted = [name for name in names if name not in known]
    progress.total = len(wanted)
    failing = suite.run(wanted, before)
    watch(None)
    watcher.stop()
    data = watcher.get_data()
    lines = {source.module: data.contexts_by_lineno(str(source.path)) for source in sources}
    return {"seconds": watch.seconds, "lines": lines, "failing": failing}


def known_reach(suite: GameSuite) -> Reach:
    """What was measured before, as far as no file has changed since; the rest is measured now.

    A new scenario or test is measured alone. When the rules have changed, or anything that all checks rest on, all are.
    """
    kept, state = KEPT / f"{suite.game}.reach.json", suite.state()
    known: dict[str, Any] = {"state": {}, "seconds": {}, "lines": {}}
    if kept.is_file():
        known = json.loads(kept.read_text("utf-8"))
    before = Reach(known["seconds"], _by_line(known["lines"]))
    if known["state"] == state:
        return before
    valid = unchanged(known["state"], state, before.seconds)
    slow = {name for name, seconds in before.seconds.items() if seconds > LONGEST}
    print("Measuring which test reaches which line ...", flush=True)
    reach = joined(before, valid | slow, measure(suite, suite.sources(), valid | slow))
    if reach.failing is None:
        KEPT.mkdir(parents=True, exist_ok=True)
        kept.write_text(
            json.dumps({"state": state, "seconds": reach.seconds, "lines": reach.by_line}), "utf-8"
        )
    return reach


def unchanged(before: dict[str, str], now: dict[str, str], names: Iterable[str]) -> set[str]:
    """The checks whose own file is as it was, if what all rest on is as well."""
    if before.get(EVERYTHING_ELSE) != now[EVERYTHING_ELSE]:
        return set()
    files = {name: name.partition("::")[0] for name in names}
    return {name for name, file in files.items() if before.get(file) == now.get(file)}


def joined(before: Reach, valid: Collection[str], now: Reach) -> Reach:
    """What still holds of an earlier measurement, and a new one."""
    seconds = {name: spent for name, spent in before.seconds.items() if name in valid} | now.seconds
    by_line: dict[str, dict[int, list[str]]] = {module: {} for module in {*before.by_line, *now.by_line}}
    for module, lines in by_line.items():
        for line, names in before.by_line.get(module, {}).items():
            if still := [name for name in names if name in valid]:
                lines[line] = still
        for line, names in now.by_line.get(module, {}).items():
            lines[line] = lines.get(line, []) + names
    return Reach(seconds, by_line, now.failing)
