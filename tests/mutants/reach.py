"""Which check reaches which line: measured once with coverage.py, kept until a file changes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import coverage

from .child import in_child
from .mutants import Mutant, Source
from .suite import ROOT, GameSuite, Stopwatch, Suite

LONGEST: Final = (
    2.0  # seconds of processor time: a check that takes longer, whole games of bots mostly, is left out
)
TOGETHER: Final = 10.0  # and so long may all of them take that a mutant meets, the quickest first
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


def measure(suite: Suite, sources: Sequence[Source], slow: dict[str, float] | None = None) -> Reach:
    """Run every check once and note where it comes by; what is known to take too long is not run again."""
    slow = slow or {}
    found = in_child(lambda: _measure(suite, sources, slow))
    if found is None:
        raise SystemExit("The tests could not be run.")
    return Reach(slow | found["seconds"], _by_line(found["lines"]), found["failing"])


def _by_line(lines: dict[str, dict[str, list[str]]]) -> dict[str, dict[int, list[str]]]:
    """As it was before JSON made words of the numbers."""
    return {module: {int(line): names for line, names in found.items()} for module, found in lines.items()}


def _measure(suite: Suite, sources: Sequence[Source], slow: dict[str, float]) -> dict[str, Any]:
    watch = Stopwatch()
    watcher = coverage.Coverage(data_file=None, include=[str(source.path) for source in sources])

    def before(name: str) -> None:
        watch(name)
        watcher.switch_context(name)

    watcher.start()
    names = suite.names()  # imports the game: whatever runs now, every check depends on
    failing = suite.run([name for name in names if name not in slow], before)
    watch(None)
    watcher.stop()
    data = watcher.get_data()
    lines = {source.module: data.contexts_by_lineno(str(source.path)) for source in sources}
    return {"seconds": watch.seconds, "lines": lines, "failing": failing}


def known_reach(suite: GameSuite) -> Reach:
    """What was measured before, if no file has changed since; else it is measured anew."""
    total = hashlib.sha256(repr(suite.without).encode())
    for path in suite.files():
        total.update(f"\0{path}\0".encode() + path.read_bytes())
    kept, state = KEPT / f"{suite.game}.reach.json", total.hexdigest()
    told: dict[str, Any] = (
        json.loads(kept.read_text("utf-8")) if kept.is_file() else {"state": "", "seconds": {}}
    )
    if told["state"] == state:
        return Reach(told["seconds"], _by_line(told["lines"]))
    slow = {name: seconds for name, seconds in told["seconds"].items() if seconds > LONGEST}
    print("Measuring which test reaches which line ...", flush=True)
    reach = measure(suite, suite.sources(), slow)
    if reach.failing is None:
        KEPT.mkdir(parents=True, exist_ok=True)
        kept.write_text(
            json.dumps({"state": state, "seconds": reach.seconds, "lines": reach.by_line}), "utf-8"
        )
    return reach
