"""Mutants that change nothing a game could show, each listed with its reason in ``equivalent/GAME.toml``."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from .mutants import Mutant, Source, mutants_in, tidy

FOLDER: Final = Path(__file__).parent / "equivalent"


@dataclass(frozen=True)
class Equivalent:
    """A change that makes no difference: in one line of a function, or wherever it is made."""

    reason: str
    function: str
    before: str
    after: tuple[str, ...]
    everywhere: bool = False

    def fits(self, mutant: Mutant) -> bool:
        if self.everywhere:
            return any(_replaced(mutant, self.before, after) for after in self.after)
        return (mutant.function, mutant.before) == (self.function, self.before) and mutant.after in self.after


def _replaced(mutant: Mutant, before: str, after: str) -> bool:
    """Whether the mutant differs by nothing but one such replacement."""
    pieces = mutant.before.split(before)
    return any(
        before.join(pieces[:cut]) + after + before.join(pieces[cut:]) == mutant.after
        for cut in range(1, len(pieces))
    )


def load(path: Path) -> list[Equivalent]:
    """The list of a game; a game without a file has none."""
    if not path.is_file():
        return []
    found = tomllib.loads(path.read_text("utf-8"))
    return [_read(path, entry, False) for entry in found.get("equivalent", [])] + [
        _read(path, entry, True) for entry in found.get("everywhere", [])
    ]


def _read(path: Path, entry: dict[str, Any], everywhere: bool) -> Equivalent:
    wanted = {"before", "after", "reason"} | (set() if everywhere else {"function"})
    if entry.keys() != wanted or not entry["reason"].strip():
        raise SystemExit(f"{path.name}: an entry needs {', '.join(sorted(wanted))} and nothing else: {entry}")
    after = [entry["after"]] if isinstance(entry["after"], str) else entry["after"]
    return Equivalent(
        entry["reason"],
        entry.get("function", ""),
        tidy(entry["before"]),
        tuple(tidy(text) for text in after),
        everywhere,
    )


def reason_for(mutant: Mutant, listed: Sequence[Equivalent]) -> str | None:
    """Why a mutant is none, or None."""
    return next((entry.reason for entry in listed if entry.fits(mutant)), None)


def outdated(listed: Sequence[Equivalent], sources: Sequence[Source]) -> list[str]:
    """Entries that fit no mutant any more: the code has changed, and they with it should."""
    special = [entry for entry in listed if not entry.everywhere]
    possible = {
        (mutant.function, mutant.before, mutant.after)
        for mutant in mutants_in(
            sources, {entry.function for entry in special}, {entry.before for entry in special}
        )
    }
    found = [
        f"{entry.function}: {entry.before}  =>  {after}"
        for entry in special
        for after in entry.after
        if (entry.function, entry.before, after) not in possible
    ]
    text = tidy("\n".join(source.read() for source in sources))
    found += [
        f"everywhere: {entry.before}" for entry in listed if entry.everywhere and entry.before not in text
    ]
    return found
