"""What a run of the checks has tried: how far "ok" reaches."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from slugfest.kernel import Game, listed, spell

from .playthrough import Playthrough, Setting

_MANY: Final = 12  # values of an option, or kinds of moves, that are listed one by one


@dataclass
class Tried:
    """Counted over all games of a run."""

    thorough: bool
    games: int = 0
    positions: int = 0
    moves: int = 0
    samples: int = 0
    seats: set[int] = field(default_factory=set)
    made: set[str] = field(default_factory=set)  # the first words of moves that were made
    offered: set[str] = field(default_factory=set)  # and of all that were legal
    values: dict[str, set[str]] = field(default_factory=dict)  # by option: what was chosen
    untried: dict[str, list[str]] = field(default_factory=dict)  # by option: what never was

    def lines(self, language: str = "en") -> list[str]:
        """The sum in a few lines."""
        german = language == "de"
        last = "und" if german else "and"
        seats = listed([str(count) for count in sorted(self.seats)], last)
        numbers = {
            "games": _counted(self.games, "Partie", "Partien")
            if german
            else _counted(self.games, "game", "games"),
            "seats": seats,
            "positions": self.positions,
            "moves": self.moves,
            "samples": self.samples,
        }
        summary = [_SUM[german].format(**numbers)]
        kinds = listed(sorted(self.made)[:_MANY], last)
        more = "" if len(self.made) <= _MANY else " …"
        summary.append(f"{'Züge' if german else 'Moves'}: {kinds}{more}.")
        never = sorted(self.offered - self.made)
        if never:
            words = "Angeboten, aber nie gespielt" if german else "Offered, but never played"
            summary.append(f"{words}: {listed(never[:_MANY], last)}{' …' if len(never) > _MANY else ''}.")
        for key, values in self.untried.items():
            words = "Nie gespielt" if german else "Never played with"
            few = values if len(values) <= _MANY else [*values[:_MANY], "…"]
            summary.append(f"{words}: {key}={', '.join(few)}.")
        summary.append(_LIMITS[german, self.thorough])
        return summary


_SUM: Final = {
    False: "Tried: {games} with {seats} seats, {positions} positions, {moves} moves, {samples} samples.",
    True: "Versucht: {games} mit {seats} Plätzen, {positions} Stellungen, {moves} Züge, "
    "{samples} gezogene Stellungen.",
}
_LIMITS: Final = {
    (False, False): "This was the quick run. ok means: nothing was found in these games. "
    "--thorough plays more of them and looks at more positions of each.",
    (False, True): "This was the thorough run. ok means: nothing was found in these games; "
    "no run proves that nothing is there.",
    (True, False): "Das war der schnelle Lauf. ok heißt: In diesen Partien wurde nichts gefunden. "
    "--thorough spielt mehr davon und sieht sich von jeder mehr Stellungen an.",
    (True, True): "Das war der gründliche Lauf. ok heißt: In diesen Partien wurde nichts gefunden; "
    "dass nichts da ist, beweist kein Lauf.",
}


def tried(game: Game, settings: list[Setting], played: Iterable[Playthrough], thorough: bool) -> Tried:
    """Count what was tried."""
    found = Tried(thorough)
    for setting in settings:
        found.seats.add(setting.seats)
        for key, value in setting.options.items():
            found.values.setdefault(key, set()).add(spell(value))
    for one in played:
        found.games += 1
        found.positions += len(one.moments)
        found.moves += len(one.history.entries)
        found.samples += sum(moment.sampled for moment in [*one.moments, *one.sidesteps_seen()])
        with contextlib.suppress(Exception):  # a broken game may break here, too; its checks have said so
            found.made |= {_kind(game, entry.move) for entry in one.history.entries}
            for moment in one.moments:
                for seat in moment.state.actors():
                    found.offered |= {_kind(game, move) for move in moment.state.moves(seat)}
    for option in game.options:
        chosen = found.values.get(option.key, set())
        every: list[Any] = [option.low, option.high] if option.is_range() else []
        if not option.is_range():
            every = list(
                dict.fromkeys(value for count in sorted(found.seats) for value in option.values(count))
            )
        missing = [spell(value) for value in every if spell(value) not in chosen]
        if missing:
            found.untried[option.key] = missing
    return found


def _counted(count: int, one: str, many: str) -> str:
    return f"{count} {one if count == 1 else many}"


def _kind(game: Game, move: int) -> str:
    """What sort of move it is: the first word of its text."""
    return game.format(move).split()[0]
