"""What lists, feeds and ratings cost with few and with many finished matches, for ``./dev bench people``."""

from __future__ import annotations

import contextlib
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from tests.postgres import Postgres  # noqa: E402

from slugfest.kernel import game  # noqa: E402
from slugfest.ratings import Pool, load_anchors  # noqa: E402
from slugfest.ratings.keeping import Keeper  # noqa: E402
from slugfest.ratings.results import result_of_table  # noqa: E402
from slugfest.store import Contents, Document, Logged, NewEntry, Store, WholeMatch, open_store  # noqa: E402
from slugfest.store.documents import NEW_RESULTS, RESULTS, result_documents, result_key  # noqa: E402
from slugfest.table import Resign, Seat, Start, opening, summary_of  # noqa: E402
from slugfest.table import Table as Match  # noqa: E402

GUESTS = 50  # share the finished matches; the first is in all of them
TIMES = 200  # each cost is the median of so many
RUNNING = 5  # matches of the first guest

Cost = tuple[str, int, dict[str, float]]  # store, finished matches, microseconds by what was done


def a_match(over: bool) -> Match:
    """A short match of two people."""
    seats = [Seat("person", name, name) for name in ("GUEST1", "GUEST2")]
    table = Match.from_log([opening("MATCH", game("kapow-cards"), "GUEST1", "secret", seats, {})], game)
    table.handle("GUEST1", "1", Start())
    if over:
        table.handle("GUEST2", "2", Resign())
    return table


def made_up(finished: int) -> Iterator[WholeMatch]:
    """So many finished matches and a few that run, all of the first guest."""
    done, running = a_match(True), a_match(False)
    for number in range(finished + RUNNING):
        match, table = f"M{number:07}", done if number < finished else running
        other = "few" if number < 20 or number == finished else f"guest{1 + number % (GUESTS - 1)}"
        guests = ("guest0", other)
        summary = {**summary_of(table), "seats": [
            {**seat, "guest": guests[place], "name": guests[place]}
            for place, seat in enumerate(summary_of(table)["seats"])
        ]}  # fmt: skip
        log = tuple(Logged(place, number * 10 + place, entry) for place, entry in enumerate(table.log, 1))
        yield WholeMatch(match, log, guests, table.over, None, (), summary, number * 10)


def documents(finished: int) -> tuple[Document, ...]:
    """Their results."""
    result = result_of_table(a_match(True))
    assert result is not None
    data, found = result.as_json(), []
    for number in range(finished):
        match = f"M{number:07}"
        sides = [[["guest0", False, "", False]], [[f"guest{1 + number % (GUESTS - 1)}", False, "", False]]]
        found.append(
            Document(
                RESULTS,
                result_key(number * 10, match),
                number + 1,
                "",
                {**data, "match": match, "sides": sides},
            )
        )
    return tuple(found)


def microseconds(work: Callable[[int], object]) -> float:
    """The median time of something."""
    spent = []
    for number in range(TIMES):
        began = time.perf_counter()
        work(number)
        spent.append(time.perf_counter() - began)
    return statistics.median(spent) * 1e6


def costs_in(address: str, finished: int, stack: ExitStack) -> dict[str, float]:
    """What is asked for again and again."""
    matches = made_up(finished)
    contents = Contents({}, {}, finished + RUNNING, matches, documents=documents(finished))
    with contextlib.closing(open_store(address)) as empty:
        empty.fill(contents, lambda now: None)  # closed, so that what it left to write is written
    store = open_store(address)
    stack.callback(store.close)
    keeper = Keeper(store, load_anchors())
    few = [one.data for one in store.documents(RESULTS, most=3)]
    pool = Pool("kapow-cards", "duel")
    guests = [f"guest{number}" for number in range(20)]

    def end(number: int) -> None:
        """A match ends: its last entry with its result, which is counted."""
        match = f"E{number:07}"
        first = a_match(False).log[0]
        store.append([NewEntry(match, 1, first, ("guest0",), False)])
        store.append(
            [NewEntry(match, 2, {"kind": "x"}, ("guest0",), True, result={**few[0], "match": match})]
        )

    return {
        "feed of somebody with 20 finished": microseconds(lambda _: store.listed("few", False, 50)),
        "home of somebody with 20 finished": microseconds(lambda _: store.listed("few", True, 10)),
        "feed of somebody in all of them": microseconds(lambda _: store.listed("guest0", False, 50)),
        "home of somebody in all of them": microseconds(lambda _: store.listed("guest0", True, 10)),
        "a match begins and ends": microseconds(end),
        "count a result": microseconds(lambda number: _count(keeper, store, few[0], number)),
        "one rating": microseconds(lambda _: keeper.standings("guest0")),
        "ratings of twenty": microseconds(lambda _: keeper.standings_of(guests, pool)),
        "results that wait (none)": microseconds(lambda _: store.documents(NEW_RESULTS, most=100)),
    }


def _count(keeper: Keeper, store: Store, data: Mapping[str, Any], number: int) -> None:
    """A result comes and is counted."""
    match = f"C{number:07}"
    store.write_documents(result_documents(match, 10**14 + number, {**data, "match": match}))
    keeper.settle()


def list_costs(names: list[str], finished: list[int], console: Console) -> list[Cost]:
    """Measure SQLite and PostgreSQL with these numbers of finished matches."""
    found: list[Cost] = []
    for name in names:
        for count in finished:
            if "boardgame" in name:
                continue
            console.print(f"{name}: lists with {count:,} finished matches …", highlight=False)
            with ExitStack() as stack:
                if name == "SQLite":
                    folder = stack.enter_context(tempfile.TemporaryDirectory(dir=HERE.parent / "build"))
                    address = str(Path(folder, "matches.db"))
                else:
                    postgres = stack.enter_context(Postgres(shared_buffers="128MB"))
                    address = postgres.new_database()
                found.append((name, count, costs_in(address, count, stack)))
                spent = ", ".join(f"{what}: {cost:,.0f}" for what, cost in found[-1][2].items())
                console.print(f"  microseconds: {spent}", highlight=False, soft_wrap=True)
    return found


def list_table(found: list[Cost]) -> Table:
    table = Table(title="What lists cost, in microseconds (median)")
    table.add_column("what")
    for name, count, _ in found:
        table.add_column(f"{name}, {count:,} finished", justify="right")
    for what in found[0][2] if found else ():
        table.add_row(what, *(f"{costs[what]:,.0f}" for *_, costs in found))
    return table
