"""What a run of the checks found, for people and for the next try."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from slugfest.kernel import Game, spell

from .base import Check
from .playthrough import Setting, name_of
from .tried import Tried

OK: Final = "ok"
BROKEN: Final = "broken"
UNJUDGED: Final = "unjudged"  # a promise that this one stands on is broken
LEFT_OUT: Final = "left out"  # the game lacks the optional part that it is about
IDLE: Final = "idle"  # nothing came up that it could have judged

_STORY: Final = 12  # moves shown of a long way there
_WORDS: Final = {
    "en": {
        OK: "ok",
        BROKEN: "BROKEN",
        UNJUDGED: "not judged",
        LEFT_OUT: "left out",
        IDLE: "nothing to judge",
    },
    "de": {
        OK: "ok",
        BROKEN: "GEBROCHEN",
        UNJUDGED: "nicht beurteilt",
        LEFT_OUT: "ausgelassen",
        IDLE: "kein Anlass",
    },
}


@dataclass(frozen=True)
class Failure:
    """One broken promise: where, what was seen, and the shortest way there that was found."""

    check: str
    setting: Setting
    what: str
    ply: int
    seat: int | None
    story: list[str]
    thorough: bool = False

    def command(self) -> str:
        """The command that shows it again."""
        words = ["slugfest", "check", self.setting.game.id, "--seats", str(self.setting.seats)]
        for key, value in self.setting.options.items():
            words += ["--option", f"{key}={spell(value)}"]
        if self.setting.player != "random":
            words += ["--bot", self.setting.player]
        words += ["--seed", str(self.setting.seed), "--games", "1", "--only", self.check]
        return " ".join([*words, "--thorough"] if self.thorough else words)

    def text(self, language: str = "en") -> str:
        german = language == "de"
        who = "" if self.seat is None else f", {name_of(self.seat)}"
        after = f"nach {self.ply} Zügen" if german else f"after {self.ply} moves"
        lines = [f"{self.setting}, {after}{who}", self.what]
        if self.story:
            hidden = len(self.story) - _STORY
            lines.append("Der kürzeste gefundene Weg:" if german else "The shortest way found:")
            lines += [f"    … ({hidden} more)"] if hidden > 0 else []
            lines += [f"    {move}" for move in self.story[-_STORY:]]
        lines.append(f"{'Noch einmal' if german else 'Again'}: {self.command()}")
        return "\n".join(lines)


@dataclass
class Verdict:
    """What came of one check."""

    check: Check
    comparisons: int = 0
    failure: Failure | None = None
    unjudged_for: str = ""
    missing_part: str = ""

    @property
    def state(self) -> str:
        if self.failure is not None:
            return BROKEN
        if self.missing_part:
            return LEFT_OUT
        if self.unjudged_for:
            return UNJUDGED
        return OK if self.comparisons else IDLE


@dataclass
class Report:
    """What a run of the checks found."""

    game: Game
    seed: int
    settings: list[Setting]
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    tried: Tried | None = None

    @property
    def ok(self) -> bool:
        return not self.failures

    @property
    def failures(self) -> list[Failure]:
        return [verdict.failure for verdict in self.verdicts.values() if verdict.failure is not None]

    def broken(self) -> set[str]:
        """The names of the broken promises."""
        return {failure.check for failure in self.failures}

    def text(self, language: str = "en") -> str:
        """The whole report, readable."""
        words = _WORDS["de" if language == "de" else "en"]
        seats = sorted({setting.seats for setting in self.settings})
        players = ", ".join(dict.fromkeys(setting.player for setting in self.settings))
        counted = f"{len(self.settings)} {'Partien' if language == 'de' else 'games'}"
        around = f"{seats[0]}–{seats[-1]} {'Plätze' if language == 'de' else 'seats'}" if seats else "-"
        lines = [f"{self.game.name.in_language(language)}: {counted}, {around}, {players}, seed {self.seed}"]
        for name, verdict in self.verdicts.items():
            about = f"{verdict.comparisons:>7}" if verdict.state == OK else " " * 7
            says = verdict.check.says.in_language(language)
            lines.append(f"  {words[verdict.state]:<16} {name:<27}{about}  {says}")
            if verdict.missing_part:
                lacks = "dem Spiel fehlt der Teil" if language == "de" else "the game has no part"
                lines.append(f"                   ← {lacks} {verdict.missing_part} (docs/parts)")
            elif verdict.unjudged_for:
                lines.append(f"                   ← {verdict.unjudged_for}")
            if verdict.failure is not None:
                lines += [f"        {line}" for line in verdict.failure.text(language).splitlines()]
        if self.tried is not None:
            lines += ["", *self.tried.lines(language)]
        return "\n".join(lines)

    def __str__(self) -> str:
        return self.text()
