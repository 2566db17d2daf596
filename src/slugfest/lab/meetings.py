"""Which line-ups of a game can meet, and with which options: for match-ups and balance reports."""

from __future__ import annotations

from typing import NamedTuple

from slugfest.kernel import Game, OptionError, Options, SlugfestError, seeded, spell


class Setting(NamedTuple):
    """How two line-ups meet: the options, and the moves by which they are chosen."""

    options: Options
    opening: tuple[str, ...]


class Meeting(NamedTuple):
    """Two line-ups by their numbers, and their settings with either on the first side."""

    one: int
    other: int
    there: Setting
    back: Setting


def meetings(game: Game, seats: int, chosen: Options) -> list[Meeting]:
    """Every pair of the game's line-ups that can meet with these seats and chosen options."""
    line_ups = game.reports.line_ups()
    found: list[Meeting] = []
    for row, one in enumerate(line_ups):
        for column in range(row + 1, len(line_ups)):
            other = line_ups[column]
            there, back = setting(game, seats, chosen, one, other), setting(game, seats, chosen, other, one)
            if there is not None and back is not None:
                found.append(Meeting(row, column, there, back))
    return found


def setting(game: Game, seats: int, chosen: Options, one: list[str], other: list[str]) -> Setting | None:
    """The setting with the first line-up on the first side; None if they cannot meet."""
    needed = game.reports.match_up(one, other)
    if needed is None or any(
        key in chosen and spell(chosen[key]) != spell(value) for key, value in needed.items()
    ):
        return None
    try:
        options = game.settle(seats, {**chosen, **needed})
    except OptionError:
        return None
    if len(game.teams(seats, options)) != 2:
        return None
    opening = game.reports.opening(one, other)
    try:  # other options may forbid it
        state = game.deal(seats, options, seeded("meeting")) if opening else None
        for text in opening:
            assert state is not None
            state.play_text(state.actors()[0], text)
    except SlugfestError:
        return None
    return Setting(options, tuple(opening))
