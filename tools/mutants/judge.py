"""Tries each mutant on the checks that reach it, until one notices."""

from __future__ import annotations

import selectors
import signal
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from .child import Child, limit, plant
from .mutants import Mutant
from .reach import Reach
from .suite import Suite

KILLED: Final = "killed"
ENDLESS: Final = "endless"  # it would run for ever, which any test notices
SURVIVED: Final = "survived"
GRACE: Final = 5.0  # seconds of processor time that a check gets beyond twenty times what it needs


@dataclass(frozen=True)
class Verdict:
    """What became of a mutant."""

    mutant: Mutant
    result: str
    by: str | None  # the check that noticed
    checks: Sequence[str]  # those that reach it


OnVerdict = Callable[[Verdict], None]


def judge(
    suite: Suite,
    mutants: Sequence[Mutant],
    reach: Reach,
    workers: int = 1,
    on_verdict: OnVerdict = lambda verdict: None,
    grace: float = GRACE,
) -> list[Verdict]:
    """A verdict for every mutant, in their order; ``on_verdict`` is called with each as it comes."""
    verdicts: dict[int, Verdict] = {}
    busy = selectors.DefaultSelector()
    waiting = list(enumerate(mutants))
    waiting.reverse()
    working = 0
    while waiting or working:
        while waiting and working < workers:
            index, mutant = waiting.pop()
            checks = reach.checks_for(mutant)
            child = Child(_trial(suite, mutant, checks, reach, grace))
            busy.register(child.pipe, selectors.EVENT_READ, (index, mutant, checks, child))
            working += 1
        for key, _ in busy.select():
            index, mutant, checks, child = key.data
            if child.listen():
                continue
            busy.unregister(child.pipe)
            working -= 1
            verdicts[index] = _verdict(mutant, checks, *child.answer())
            on_verdict(verdicts[index])
    return [verdicts[index] for index in range(len(mutants))]


def _trial(
    suite: Suite, mutant: Mutant, checks: Sequence[str], reach: Reach, grace: float
) -> Callable[[], Any]:
    def work() -> dict[str, str | None]:
        if not checks:
            return {"by": None}
        limit(grace)
        plant(mutant)
        return {"by": suite.run(checks, lambda name: limit(grace + 20 * reach.seconds[name]))}

    return work


def _verdict(mutant: Mutant, checks: Sequence[str], answer: Any, ended_by: int) -> Verdict:
    if answer is None:
        return Verdict(mutant, ENDLESS if ended_by == signal.SIGVTALRM else KILLED, None, checks)
    return Verdict(mutant, KILLED if answer["by"] else SURVIVED, answer["by"], checks)


class Progress:
    """Each survivor at once, and a line now and then: how far, what was found, how long still."""

    def __init__(self, total: int, every: float = 10.0) -> None:
        self.total, self.every = total, every
        self.counts = dict.fromkeys((KILLED, ENDLESS, SURVIVED), 0)
        self.began = self.printed = time.monotonic()

    def __call__(self, verdict: Verdict) -> None:
        self.counts[verdict.result] += 1
        if verdict.result == SURVIVED:
            print(f"  survived  {verdict.mutant}", flush=True)
        now, done = time.monotonic(), sum(self.counts.values())
        if now - self.printed >= self.every or done == self.total:
            self.printed = now
            left = (now - self.began) / done * (self.total - done)
            found = ", ".join(f"{count} {result}" for result, count in self.counts.items())
            print(f"  {done:>4} of {self.total}: {found}; about {left:.0f} s left", flush=True)
