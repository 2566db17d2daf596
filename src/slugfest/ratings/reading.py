"""Read results from logs: the whole of a store, for ratings that are made again from the beginning."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from slugfest.kernel import Game, SlugfestError
from slugfest.store import Logged, WholeMatch
from slugfest.table import Table

from .results import Result, result_of_table


def results_in(
    matches: Iterable[WholeMatch], find_game: Callable[[str], Game], broken: list[str]
) -> Iterator[Result]:
    """The rated results of these matches. Matches whose log cannot be read are added to ``broken``."""
    for match in matches:
        if match.over:
            try:
                result = result_of_log(match.log, find_game)
            except SlugfestError:
                broken.append(match.id)
                continue
            if result is not None:
                yield result


def result_of_log(log: Iterable[Logged], find_game: Callable[[str], Game]) -> Result | None:
    """The result of a match; None if it is not over or not rated.

    It ended with the entry after which it was over: what people said afterwards does not make it later. It counts for
    another guest if a later entry says so.
    """
    table: Table | None = None
    result: Result | None = None
    for logged in log:
        if result is not None:
            if logged.entry["kind"] == "merged" and logged.entry.get("counted"):
                result = result.merged(logged.entry["guest"], logged.entry["into"])
            continue
        if table is None:
            if "variant" in logged.entry:  # changed rules are not rated; nobody needs to load them
                return None
            table = Table.from_log([logged.entry], find_game, [logged.at])
        else:
            table.follow(logged.entry, logged.at)
        if table.over:
            result = result_of_table(table, logged.at)
            if result is None:
                return None
    return result
