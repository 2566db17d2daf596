"""Ratings kept in a store equal those of a rebuild, in whatever order and by whichever process they are counted."""

from __future__ import annotations

import threading
from random import Random

import pytest
from tests.hush import Hush
from tests.store.places import Place

from slugfest.kernel import Game
from slugfest.ratings import Anchor, Anchors, Ledger, Player, Pool, Result
from slugfest.ratings.anchors import AnchoredPool
from slugfest.ratings.keeping import Keeper, generation
from slugfest.ratings.reading import results_in
from slugfest.ratings.results import Kind, result_of_table
from slugfest.store import Contents, Document, DocumentChange, NewEntry, Store
from slugfest.store.documents import NEW_RESULTS, RESULTS, result_documents
from slugfest.table import Abandon, Resign, Seat, Stand, Start, Table, opening

HUSH = Hush()
DUEL, TABLE = Pool("hush", "duel"), Pool("hush", "table")
MEDIUM = {"robo-rita": Anchor(1500, 1480, 1520)}
ANCHORS = Anchors({pool: AnchoredPool("made up", 9, MEDIUM) for pool in (DUEL, TABLE)})
MATCHES = 40


def hush(name: str) -> Game:
    assert name == "hush"
    return HUSH


def random_result(chance: Random, number: int, at: int) -> Result:
    kind: Kind = chance.choice(["duel", "duel", "table"])
    seats = 2 if kind == "duel" else chance.choice([3, 4])
    players = [Player(f"guest{one}") for one in chance.sample(range(6), seats)]
    if chance.random() < 0.3:
        players[-1] = Player(chance.choice(["robo-rita", "robo-rita", "unknown"]), fixed=True)
    if chance.random() < 0.2:
        players[0] = Player(players[0].name, help="hint")
    ranks = tuple(chance.randint(1, seats) for _ in players)
    return Result(f"M{number:03}", at, Pool("hush", kind), tuple((one,) for one in players), ranks)


def put(store: Store, result: Result) -> None:
    store.write_documents(result_documents(result.match, result.at, result.as_json()))


def same(keeper: Keeper, results: list[Result]) -> None:
    expected = Ledger.of(results, ANCHORS).standings
    guests = {guest for _, guest in expected}
    found = {(pool, guest): one for guest in guests for pool, one in keeper.standings(guest).items()}
    assert found == expected
    for pool in (DUEL, TABLE):
        wanted = {guest: one for (where, guest), one in expected.items() if where == pool}
        assert keeper.standings_of([*guests, "stranger"], pool) == wanted


@pytest.mark.parametrize("seed", range(3))
def test_results_that_come_late_are_put_in_their_place(store: Store, seed: int) -> None:
    chance = Random(f"late {seed}")
    results = [random_result(chance, number, 1000 + chance.randrange(20)) for number in range(MATCHES)]
    keeper, counted = Keeper(store, ANCHORS), []
    waiting = list(results)
    while waiting:
        for result in [waiting.pop() for _ in range(min(len(waiting), chance.randint(1, 4)))]:
            put(store, result)
            counted.append(result)
        keeper.settle()
        same(keeper, counted)
    assert store.documents(NEW_RESULTS) == []
    assert len(store.documents(RESULTS)) == MATCHES
    assert keeper.settle() == 0
    last = max(results, key=lambda one: one.order)
    changes = keeper.changes(last.match)
    people = {one.name for side in last.sides for one in side if not one.fixed}
    assert set(changes) in (people, set())
    for guest, change in changes.items():
        assert change.after == keeper.standings(guest)[last.pool]


def test_two_processes_count_at_once(place: Place) -> None:
    chance = Random("two")
    results = [random_result(chance, number, 1000 + chance.randrange(15)) for number in range(MATCHES)]
    stores = [place.open(), place.open()]
    barrier, failures = threading.Barrier(4), []

    def work(number: int) -> None:
        keeper = Keeper(stores[number % 2], ANCHORS)
        try:
            barrier.wait(30)
            for result in results[number::4]:
                put(keeper.store, result)
                keeper.settle()
        except BaseException as error:
            failures.append(error)
            raise

    threads = [threading.Thread(target=work, args=[number]) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert failures == []
    keeper = Keeper(stores[0], ANCHORS)
    keeper.settle()
    same(keeper, results)


def test_other_anchors_count_everything_anew_beside_the_old(store: Store) -> None:
    chance = Random("anew")
    results = [random_result(chance, number, 1000 + number) for number in range(20)]
    old = Keeper(store, ANCHORS)
    old.prepare(hush)
    for result in results:
        put(store, result)
    old.settle()
    before = old.standings("guest1")
    known = {**MEDIUM, "unknown": Anchor(900, 880, 920)}
    more = Anchors({pool: AnchoredPool("made up", 9, known) for pool in (DUEL, TABLE)})
    new = Keeper(store, more)
    assert new.name != old.name == generation(ANCHORS)
    new.prepare(hush)
    new.prepare(hush)
    new.settle()
    assert old.standings("guest1") == before
    expected = Ledger.of(results, more).standings
    assert {
        (pool, "guest1"): one for pool, one in new.standings("guest1").items()
    }.items() <= expected.items()
    assert len(store.documents(new.counted)) == len(store.documents(old.counted)) == 20


def ended_table(chance: Random, number: int) -> Table:
    """A match of the small game that ends in one of several ways."""
    seats = chance.choice([2, 2, 3])
    people = chance.sample("abcde", seats)
    sitting = [Seat("person", one.upper(), one) for one in people]
    if chance.random() < 0.3:
        sitting[-1] = Seat("bot", "Rita", level="medium")
    table = Table.from_log([opening(f"ENDED{number:03}", HUSH, people[0], f"s{number}", sitting, {})], hush)
    asked = iter(range(100))
    table.handle(people[0], f"{next(asked)}", Start())
    there = [seat.guest for seat in sitting if seat.guest]
    if chance.random() < 0.2:
        table.handle(there[0], f"{next(asked)}", Stand())
    for guest in there:
        if not table.over:
            command = Abandon(True) if chance.random() < 0.3 else Resign()
            table.handle(guest, f"{next(asked)}", command)
    return table


def write(store: Store, table: Table) -> None:
    """Store a match entry by entry, as a server does."""
    grown: Table | None = None
    for version, entry in enumerate(table.log, 1):
        if grown is None:
            grown = Table.from_log([entry], hush)
        else:
            grown.follow(entry)
        result = result_of_table(grown)
        found = None if result is None else result.as_json()
        store.append([NewEntry(table.id, version, entry, ("a",), grown.over, result=found)])


def test_the_log_and_what_is_kept_beside_it_give_the_same_ratings(store: Store) -> None:
    chance = Random("logs")
    keeper = Keeper(store, ANCHORS)
    keeper.prepare(hush)
    for number in range(25):
        write(store, ended_table(chance, number))
        if chance.random() < 0.5:
            keeper.settle()
    keeper.settle()
    results: list[Result] = []

    def read(contents: Contents) -> None:
        results.extend(results_in(contents.matches, hush, []))

    store.read_all(read)
    assert len(results) > 10
    same(keeper, results)


def test_matches_of_an_older_database_are_counted(store: Store) -> None:
    chance = Random("old")
    for number in range(10):
        write(store, ended_table(chance, number))
    for collection in (RESULTS, NEW_RESULTS):  # an older release wrote none of these
        found = store.documents(collection)
        store.write_documents([DocumentChange(collection, one.key, one.version, None) for one in found])
    keeper = Keeper(store, ANCHORS)
    keeper.prepare(hush)
    keeper.settle()
    results: list[Result] = []
    store.read_all(lambda contents: results.extend(results_in(contents.matches, hush, [])))
    same(keeper, results)
    assert results


def test_an_entry_after_the_end_keeps_no_second_result(store: Store) -> None:
    table = ended_table(Random("after"), 1)
    while result_of_table(table) is None:
        table = ended_table(Random(f"after {table.id}"), 1)
    write(store, table)
    (kept,) = store.documents(RESULTS)
    entry = table.forget(table.guests()[0])
    assert entry is not None
    again = NewEntry(table.id, table.version, entry, ("a",), True, result={"match": "another"})
    store.append([again])
    assert store.documents(RESULTS) == [kept]
    assert kept.key.endswith(table.id)


def test_a_match_without_a_result_is_not_searched_entry_by_entry(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    keeper, chance = Keeper(store, ANCHORS), Random("unrated")
    table = ended_table(chance, 1)
    while result_of_table(table) is not None:
        table = ended_table(chance, 1)
    write(store, table)
    asked: list[str] = []
    document = store.document

    def counted(collection: str, key: str) -> Document | None:
        asked.append(key)
        return document(collection, key)

    monkeypatch.setattr(store, "document", counted)
    assert keeper.result_of(table.id) is None
    assert asked == [table.id]


def test_a_rating_is_deleted_with_its_guest(store: Store) -> None:
    keeper = Keeper(store, ANCHORS)
    put(store, Result("M1", 5, DUEL, ((Player("a"),), (Player("b"),)), (1, 2)))
    keeper.settle()
    assert set(keeper.standings_of("ab", DUEL)) == {"a", "b"}
    store.forget("a", "Somebody")
    assert set(keeper.standings_of("ab", DUEL)) == {"b"}
