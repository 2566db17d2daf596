"""Positions from people's matches in a store, where everybody who played agreed.

People agree in their profile, and whoever runs the server may name others. A match counts by its log, not by
who has it in their list: somebody who has deleted everything has withdrawn their consent with it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from slugfest.kernel import Game, History, Mistake, Perspective, Text, seeded
from slugfest.store import Contents, WholeMatch, open_store
from slugfest.store.opening import is_file, sqlite_file
from slugfest.table import Table

from .mining import LOOKED_AT, Position, Unwanted, examine, never

NOT_AGREED = "matches that not everyone agreed to"


def positions_from(
    database: str, game: Game, agreed: list[str], fallen: Counter[str], unwanted: Unwanted = never
) -> Iterator[Position]:
    """What passes the check in the finished matches of a game. ``agreed`` are names of guests who agreed otherwise."""
    histories: list[History] = []
    if is_file(database) and not sqlite_file(database).exists():
        raise Mistake(
            Text(
                f"--from {database}: there is no such database",
                f"--from {database}: Diese Datenbank gibt es nicht",
            )
        )
    store = open_store(database)
    try:
        store.read_all(lambda contents: histories.extend(agreed_histories(contents, game, agreed, fallen)))
    finally:
        store.close()
    for number, history in enumerate(histories, 1):
        yield from _positions(history, f"match {number}", fallen, unwanted)


def agreed_histories(
    contents: Contents, game: Game, agreed: list[str], fallen: Counter[str]
) -> list[History]:
    """The finished matches of a game in which everybody agreed."""
    guests = _guests(contents, agreed).union(contents.consents)
    found: list[History] = []
    for match in contents.matches:
        history = _history(match, game)
        if history is not None and _named_in(match) <= guests:
            found.append(history)
        elif history is not None:
            fallen[NOT_AGREED] += 1
    return found


def _guests(contents: Contents, agreed: list[str]) -> set[str]:
    """The guests of these names. A name that nobody or several people have is refused: it would be a guess."""
    found: set[str] = set()
    for name in agreed:
        those = [guest for guest, known in contents.names.items() if known == name]
        if len(those) != 1:
            raise Mistake(
                Text(
                    f"--agreed {name}: {len(those)} guests have this name; it must be exactly one",
                    f"--agreed {name}: So heißen {len(those)} Gäste; es muss genau einer sein",
                )
            )
        found.add(those[0])
    return found


def _named_in(match: WholeMatch) -> set[str]:
    """Everybody who has had a part in a match, also those who have been deleted since."""
    found = set(match.guests)

    def look(data: object) -> None:
        if isinstance(data, Mapping):
            if isinstance(data.get("guest"), str):
                found.add(data["guest"])
            for one in data.values():
                look(one)
        elif isinstance(data, list | tuple):
            for one in data:
                look(one)

    for logged in match.log:
        look(logged.entry)
    return found


def _history(match: WholeMatch, game: Game) -> History | None:
    """The game of a finished match, if it is one of this game."""
    entries = [logged.entry for logged in match.log]
    if not match.over or not entries or entries[0].get("game") != game.id:
        return None
    return Table.from_log(entries, lambda _: game).history


def _positions(history: History, source: str, fallen: Counter[str], unwanted: Unwanted) -> Iterator[Position]:
    last = -1
    for made, entry in enumerate(history.entries):
        fresh = entry.seat != last or made == 0 or history.entries[made - 1].revealed
        last = entry.seat
        alone = entry.before.actors() == [entry.seat]
        if not fresh or not alone or len(Perspective(entry.before, entry.seat).distinct_moves()) < 2:
            continue
        fallen[LOOKED_AT] += 1
        state = entry.before.copy()
        state.rng = seeded(source, made)  # the live chance is none of ours
        position = examine(state, entry.seat, f"{source}, move {made}, P{entry.seat + 1}", fallen, unwanted)
        if position is not None:
            yield position
