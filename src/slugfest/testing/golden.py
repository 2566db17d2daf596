"""Golden playthroughs: whole games in readable text, kept with the source.

A change of the rules, of chance or of the wording changes one of them. Read the difference, then accept it:

    python -m slugfest.testing.golden             # compare
    python -m slugfest.testing.golden --update    # write
"""

from __future__ import annotations

import sys
from functools import partial
from itertools import product
from pathlib import Path
from typing import Final

from slugfest.kernel import Event, Game, History, Options, Perspective, name_seats, seeded, spell

from .conformance.playthrough import play_at_random
from .snapshots import Snapshots, Texts

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


def texts(game: Game) -> Texts:
    """Every playthrough of a game, by file."""
    return {
        f"{game.id}/{name}": partial(playthrough, game, seats, mode)
        for name, (seats, mode) in wanted(game).items()
    }


GOLDEN: Final = Snapshots("slugfest.testing.golden", __doc__.partition("\n")[0], Path("tests/golden"), texts)
differences, update, main = GOLDEN.differences, GOLDEN.update, GOLDEN.main

if __name__ == "__main__":
    sys.exit(main())
