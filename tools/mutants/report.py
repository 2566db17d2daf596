"""What a run found, for people."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from .judge import ENDLESS, KILLED, SURVIVED, Verdict
from .mutants import Mutant

GOAL: Final = 95  # per cent of the mutants that are none in disguise
SHOWN: Final = 8  # checks named below a survivor


@dataclass(frozen=True)
class Findings:
    """All of a run."""

    game: str
    seed: str
    verdicts: Sequence[Verdict]
    equivalents: Sequence[tuple[Mutant, str]]  # those that were drawn, with their reasons
    outdated: Sequence[str]
    seconds: float

    def count(self, result: str) -> int:
        return sum(verdict.result == result for verdict in self.verdicts)

    @property
    def survivors(self) -> list[Verdict]:
        return [verdict for verdict in self.verdicts if verdict.result == SURVIVED]

    @property
    def share(self) -> float:
        """Per cent that were noticed."""
        noticed = self.count(KILLED) + self.count(ENDLESS)
        return 100 * noticed / len(self.verdicts) if self.verdicts else 100.0

    def summary(self) -> str:
        return (
            f"{self.game}, seed {self.seed}: {len(self.verdicts)} mutants, {self.count(KILLED)} killed, "
            f"{self.count(ENDLESS)} endless, {self.count(SURVIVED)} survived: {self.share:.1f} % noticed; "
            f"{len(self.equivalents)} more drawn that are equivalent; {self.seconds:.0f} s"
        )

    def text(self) -> str:
        """The report as Markdown."""
        parts = [f"# Mutants of {self.game}", self.summary() + ".", self._by_file()]
        if self.survivors:
            parts.append("## Survivors")
            parts += [_survivor(verdict) for verdict in self.survivors]
        if self.equivalents:
            parts.append("## Equivalent")
            parts += [f"- `{mutant}`\n  {reason}" for mutant, reason in self.equivalents]
        if self.outdated:
            parts.append("## Entries of the list of equivalents that fit nothing any more")
            parts += [f"- `{entry}`" for entry in self.outdated]
        return "\n\n".join(parts) + "\n"

    def _by_file(self) -> str:
        files = sorted({verdict.mutant.source.name for verdict in self.verdicts})
        rows = ["| file | mutants | killed | endless | survived |", "|---|--:|--:|--:|--:|"]
        for file in files:
            results = [verdict.result for verdict in self.verdicts if verdict.mutant.source.name == file]
            counts = [len(results), *(results.count(result) for result in (KILLED, ENDLESS, SURVIVED))]
            rows.append("| ".join([f"| {file} ", *(f"{count} " for count in counts)]) + "|")
        return "\n".join(rows)


def _survivor(verdict: Verdict) -> str:
    mutant = verdict.mutant
    name = f"{mutant.source.name}:{mutant.line}"
    diff = difflib.unified_diff(
        mutant.source.read().splitlines(), mutant.text.splitlines(), name, "mutant", n=2, lineterm=""
    )
    reached = [f"- {name}" for name in verdict.checks[:SHOWN]]
    more = len(verdict.checks) - len(reached)
    if more > 0:
        reached.append(f"- and {more} more")
    reached_by = (
        "\n".join(["Reached, without notice, by:", "", *reached]) if reached else "No test reaches it."
    )
    return "\n".join([f"### {name} {mutant.function}", "", "```diff", *diff, "```", "", reached_by])
