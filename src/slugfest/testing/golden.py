"""Golden playthroughs: whole games in readable text, kept with the source.

A change of the rules, of chance or of the words shows up as a difference in one of them, to be read by a person and
accepted on purpose:

    python -m slugfest.testing.golden             # compare
    python -m slugfest.testing.golden --update    # write them anew
"""

from __future__ import annotations

import argparse
import difflib
import sys
from itertools import product
from pathlib import Path
from typing import Final

from slugfest.kernel import Event, Game, History, Options, Perspective, games, name_seats, seeded, spell

from .conformance.playthrough import play_at_random

FOLDER: Final = Path("tests/golden")
TITLE: Final = "# A golden playthrough: a whole game as it must be played, move by move."


def seat_counts(game: Game) -> list[int]:
    """The numbers of seats that need a playthrough: the fewest, the next, the middle, the most."""
    counts = game.seat_counts()
    return sorted({counts[0], counts[:2][-1], counts[(len(counts) - 1) // 2], counts[-1]})


def modes(game: Game) -> list[Options]:
    """The ways to play that need a playthrough: every named choice that is not just on or off, or a seat."""
    named = [
        (option.key, [choice.value for choice in option.choices])
        for option in game.options
        if option.choices
        and not option.detail
        and not option.seat_choice
        and not any(isinstance(choice.value, bool) for choice in option.choices)
    ]
    keys = [key for key, _ in named]
    return [dict(zip(keys, values)) for values in product(*(values for _, values in named))]


def file_name(seats: int, mode: Options) -> str:
    return "-".join([*(spell(value) for value in mode.values()), f"{seats}-seats"]) + ".txt"


def wanted(game: Game) -> dict[str, tuple[int, Options]]:
    """Every playthrough a game must have, by file name."""
    return {
        file_name(seats, mode): (seats, mode)
        for mode in modes(game)
        for seats in seat_counts(game)
        if all(
            mode.get(option.key, option.default_at(seats)) in option.values(seats) for option in game.options
        )
    }


def playthrough(game: Game, seats: int, mode: Options) -> str:
    """A whole game as text: how it starts, each move with what it brought about, how it ends."""
    history = History(game, seats, mode, f"golden {game.id}")
    rng = seeded("golden", game.id, seats, *mode.values())
    lines = [TITLE, f"game: {game.id}", f"rules: {game.version}", f"seats: {seats}"]
    lines += [f"option {key}: {spell(value)}" for key, value in history.options.items()]
    lines.append("")
    bound = game.max_moves(seats, history.options)
    while (outcome := history.state.outcome()) is None and len(history.entries) <= bound:
        actors = history.state.actors()
        seat = actors[rng.below(len(actors))]
        move = play_at_random(Perspective(history.state, seat), rng)
        events = history.play(seat, move)
        lines.append(f"{len(history.entries):>3}. P{seat + 1}: {game.format(move)}")
        lines += [f"       {sentence(game, event)}" for event in events]
    lines += ["", *(_ending(outcome.as_json()) if outcome else ["The game did not end."])]
    return "\n".join(lines) + "\n"


def sentence(game: Game, event: Event) -> str:
    """What happened, with every secret, in English."""
    facts = {"kind": event.kind, **event.facts, **(event.secret or {})}
    return name_seats(game.describe(facts).en, [])


def _ending(outcome: dict[str, object]) -> list[str]:
    shown = {key: value for key, value in outcome.items() if key in ("reason", "ranks", "scores")}
    return [f"{key}: {value}" for key, value in shown.items()]


def differences(game: Game, folder: Path) -> list[str]:
    """What is missing, superfluous or different in a game's folder, as lines for people."""
    found: list[str] = []
    for name, (seats, mode) in wanted(game).items():
        path = folder / game.id / name
        if not path.is_file():
            found.append(
                f"{path.as_posix()} is missing: write it with python -m slugfest.testing.golden --update"
            )
            continue
        kept = path.read_text(encoding="utf-8").splitlines()
        played = playthrough(game, seats, mode).splitlines()
        found += difflib.unified_diff(
            kept, played, f"{path.as_posix()} (kept)", "played now", n=2, lineterm=""
        )
    superfluous = {path.name for path in (folder / game.id).glob("*.txt")} - wanted(game).keys()
    found += [
        f"{folder.as_posix()}/{game.id}/{name} belongs to no playthrough" for name in sorted(superfluous)
    ]
    return found


def update(game: Game, folder: Path) -> list[Path]:
    """Write a game's playthroughs anew; returns the files that changed."""
    changed: list[Path] = []
    for name, (seats, mode) in wanted(game).items():
        path = folder / game.id / name
        text = playthrough(game, seats, mode)
        if not path.is_file() or path.read_text(encoding="utf-8") != text:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
            changed.append(path)
    return changed


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m slugfest.testing.golden", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--update", action="store_true", help="write the playthroughs anew")
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help=f"where they are kept (default: {FOLDER})"
    )
    chosen = parser.parse_args(arguments)
    installed = games()
    unknown = [name for name in chosen.games if name not in installed]
    if unknown:
        parser.error(f"there is no game {unknown[0]!r}; installed are {', '.join(installed)}")
    wrong = 0
    for game in (installed[name] for name in chosen.games or installed):
        lines = [f"wrote {path}" for path in update(game, chosen.folder)] if chosen.update else []
        if not chosen.update:
            lines = differences(game, chosen.folder)
            wrong += len(lines)
        print("\n".join([f"{game.id}: {len(wanted(game))} playthroughs", *lines]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
