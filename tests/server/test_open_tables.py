"""Open tables: who sees them, when they vanish, who gets the last seat, and what one address can do with the list."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.postgres import running_postgres
from tests.server.harness import Facts, Line, Person, RunningServer, nonce_of, quick_settings
from tests.server.test_clubs import found as found_club
from tests.server.test_clubs import join as join_club

from slugfest.kernel.facts import misfit
from slugfest.protocol import wire
from slugfest.server import open_tables
from slugfest.server.feeds import MOST_UNREADABLE
from slugfest.server.open_tables import MOST_OF_A_HOST, MOST_OF_AN_ADDRESS, Quota, fit, strength_of
from slugfest.store import MemoryStore, SqliteStore
from slugfest.store.postgres import PostgresStore
from slugfest.table import finding
from slugfest.table.finding import OpenTable

ADVERT = {"strength": "any", "bots": True, "club": ""}
DAYS = {"kind": "days", "decision": 1, "reserve": 0, "gain": 0, "then": "give_up", "level": "easy"}

Feed = Callable[[Person], Line]


def wanted(*seats: str, **more: Any) -> Facts:
    content = [{"kind": seat} if seat in ("me", "open") else {"kind": "bot", "level": seat} for seat in seats]
    return {"game": "hush", "seats": content, "advert": ADVERT, "start": True} | more


def open_a_table(person: Person, *seats: str, **more: Any) -> str:
    answer = person.http.post("/api/matches", json=wanted(*seats, name=person.name, **more))
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def play_now(person: Person, *seats: str, **more: Any) -> Facts:
    body = {"match": wanted(*(seats or ("me", "easy")), name=person.name), **more}
    answer = person.http.post("/api/play-now", json=body)
    assert answer.status_code == 200, answer.text
    found: Facts = answer.json()
    assert misfit(found, finding.Found, "found") == ""
    return found


def listed(person: Person) -> list[str]:
    found: Facts = person.http.get("/api/tables").json()
    assert misfit(found, finding.OpenTables, "tables") == ""
    return [table["id"] for table in found["tables"]]


@pytest.fixture
def watch(lines: ExitStack) -> Callable[..., Line]:
    """A page that shows the open tables."""

    def new(person: Person, address: str | None = None) -> Line:
        line = lines.enter_context(person.dial("mine", address))
        line.send({"type": "watch_tables", "id": "1", "tables": True})
        return line

    return new


def tables(feed: Line) -> list[Facts]:
    """The next list of open tables that a page is sent."""
    while (message := feed.receive())["type"] != "open_tables":
        pass
    found: list[Facts] = message["tables"]
    return found


def until(feed: Line, true: Callable[[list[Facts]], bool]) -> list[Facts]:
    while not true(found := tables(feed)):
        pass
    return found


def ids(found: list[Facts]) -> list[str]:
    return [one["id"] for one in found]


@pytest.fixture(params=["memory", "sqlite"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunningServer]:
    store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "tables.db")
    with RunningServer(store=store) as running:
        yield running


# ---- the list --------------------------------------------------------------------------------------------------------


def test_an_open_table_comes_to_every_home_page_and_goes_with_its_host(
    people: list[Person], lines: ExitStack, watch: Callable[..., Line]
) -> None:
    ann, bob, cyd = people
    feeds = [watch(bob), watch(cyd)]
    assert all(tables(feed) == [] for feed in feeds)
    match = open_a_table(ann, "me", "open", start=False)
    own = watch(ann)
    host = ann.connect(match)
    for feed in feeds:
        (table,) = until(feed, bool)
        assert (table["id"], table["game"], table["seat"], table["begun"]) == (match, "hush", 1, False)
        assert [(seat["name"], seat["free"]) for seat in table["seats"]] == [("Ann", False), ("", True)]
    assert tables(own) == [], "she sits there already"
    host.close()
    for feed in feeds:
        assert until(feed, lambda found: not found) == []
    assert listed(bob) == []
    with ann.connect(match):
        assert ids(until(feeds[0], bool)) == [match], "she is back"


def test_a_table_is_gone_from_the_list_when_it_is_full_withdrawn_or_begun(
    people: list[Person], lines: ExitStack, watch: Callable[..., Line]
) -> None:
    ann, bob, cyd = people
    feed = watch(cyd)
    match = open_a_table(ann, "me", "open", start=False)
    hers, his = (lines.enter_context(person.connect(match)) for person in (ann, bob))
    until(feed, bool)
    his.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
    until(feed, lambda found: not found)
    his.done("stand")
    until(feed, bool)
    hers.done("advertise", advert=None)
    until(feed, lambda found: not found)
    assert his.refused("advertise", advert=ADVERT) == "NOT_HOST"
    hers.done("advertise", advert=ADVERT)
    assert ids(until(feed, bool)) == [match]


def test_whoever_was_sent_away_does_not_see_the_table(
    people: list[Person], lines: ExitStack, watch: Callable[..., Line]
) -> None:
    ann, bob, cyd = people
    match = open_a_table(ann, "me", "open", start=False)
    hers, his = (lines.enter_context(person.connect(match)) for person in (ann, bob))
    feed, other = watch(bob), watch(cyd)
    until(feed, bool)
    his.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
    hers.until(lambda line: line.match["seats"][1]["kind"] == "person").done("remove", seat=1)
    assert until(feed, lambda found: not found) == []
    assert ids(until(other, bool)) == listed(cyd) == [match]
    assert listed(bob) == []


def test_a_page_that_has_not_asked_gets_no_tables(people: list[Person], lines: ExitStack) -> None:
    ann, bob, _ = people
    feed = lines.enter_context(bob.dial("mine"))
    assert feed.receive()["type"] == "mine"
    match = open_a_table(ann, "me", "open", start=False)
    lines.enter_context(ann.connect(match))
    with bob.connect(match) as his:
        his.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
        assert [one["id"] for one in feed.receive()["matches"]] == [match]
    assert all('"open_tables"' not in text for text in feed.raw)
    feed.send({"type": "watch_tables", "id": "1", "tables": True})
    assert tables(feed) == []


def test_nonsense_over_the_feed_ends_it(people: list[Person]) -> None:
    for nonsense in ("x", "[" * 100, '{"type": "play", "id": "1", "moves": []}', '{"type": "watch_tables"}'):
        with people[0].dial("mine") as feed:
            for _ in range(MOST_UNREADABLE):
                feed.send(nonsense)
            assert feed.ending() == (1008, "too much")


def test_a_table_with_days_stays_listed_without_its_host_until_it_is_full(
    people: list[Person], lines: ExitStack, watch: Callable[..., Line]
) -> None:
    ann, bob, cyd = people
    feed = watch(cyd)
    match = open_a_table(ann, "me", "open", pace=DAYS)
    with ann.connect(match) as hers:
        hers.done("nonce", nonce=nonce_of("Ann"))
        until(feed, bool)
    found = play_now(bob)
    assert found == {"id": match, "seat": 1}
    with bob.connect(match) as his:
        his.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
        assert his.until(lambda line: line.status == "playing").match["seats"][0]["connected"] is False
    until(feed, lambda found: not found)


def test_names_in_the_list_are_as_harmless_as_at_the_table(
    people: list[Person], lines: ExitStack, watch: Callable[..., Line]
) -> None:
    ann, bob, _ = people
    feed = watch(bob)
    ann.name = "<b>\u202eZ\u200b" + "a" * 500
    lines.enter_context(ann.connect(open_a_table(ann, "me", "open", start=False)))
    name = until(feed, bool)[0]["seats"][0]["name"]
    assert "\u202e" not in name
    assert "\u200b" not in name
    assert len(name) <= 24


def test_whoever_deletes_everything_is_in_no_list(people: list[Person], watch: Callable[..., Line]) -> None:
    ann, bob, _ = people
    feed = watch(bob)
    match = open_a_table(ann, "me", "open", pace=DAYS)
    with ann.connect(match) as hers:
        hers.done("nonce", nonce=nonce_of("Ann"))
        until(feed, bool)
    assert ann.http.post("/api/me/forget", json={"sure": True}).status_code == 204
    assert play_now(bob)["id"] != match


# ---- play now --------------------------------------------------------------------------------------------------------


def test_play_now_opens_a_table_with_bots_and_the_next_one_takes_a_bots_place(
    people: list[Person], lines: ExitStack, watch: Callable[..., Line]
) -> None:
    ann, bob, _ = people
    feed = watch(bob)
    mine = play_now(ann)
    assert mine["seat"] == -1
    hers = lines.enter_context(ann.connect(mine["id"]))
    assert hers.until(lambda line: line.status == "playing").match["free"] == [1]
    terms = hers.match["terms"]
    (table,) = until(feed, lambda found: bool(found) and found[0]["begun"])
    assert play_now(bob) == {"id": table["id"], "seat": table["seat"]}
    his = lines.enter_context(bob.connect(mine["id"]))
    his.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
    hers.until(lambda line: line.match["seats"][1]["name"] == "Bob")
    assert hers.match["terms"] == terms.replace("seat 2: bot", f"seat 2: person {nonce_of('Bob')}")
    assert hers.version == his.version
    for line in (hers, his):
        assert line.my_turn
        assert len(line.log) == 1, "the deal alone"
    hers.done("play", moves=[hers.moves[0]])
    until(feed, lambda found: not found)


def test_two_people_who_want_the_last_seat_at_once_both_get_one(
    people: list[Person], lines: ExitStack, watch: Callable[..., Line]
) -> None:
    ann, bob, cyd = people
    feed = watch(bob)
    match = open_a_table(ann, "me", "open", start=False)
    lines.enter_context(ann.connect(match))
    until(feed, bool)
    found = {person.name: play_now(person) for person in (bob, cyd)}
    assert found["Bob"] == found["Cyd"] == {"id": match, "seat": 1}
    his = lines.enter_context(bob.connect(match))
    hers = lines.enter_context(cyd.connect(match))
    his.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
    assert hers.refused("sit", seat=1, name="Cyd", nonce=nonce_of("Cyd")) == "SEAT_TAKEN"
    again = play_now(cyd, besides=[match])
    assert (again["id"] != match, again["seat"]) == (True, -1)


def test_play_now_asks_the_log_and_not_the_list_alone(
    people: list[Person], lines: ExitStack, watch: Callable[..., Line], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, cyd = people
    feed = watch(cyd)
    match = open_a_table(ann, "me", "open", start=False)
    _, his = (lines.enter_context(person.connect(match)) for person in (ann, bob))
    until(feed, bool)
    monkeypatch.setattr(
        open_tables.OpenTableList, "_seen_in", lambda *_: {}
    )  # the list is not written any more
    his.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
    assert listed(cyd) == [match], "the list lags behind"
    assert play_now(cyd)["id"] != match
    assert match not in listed(cyd)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"match": {"game": "no such game", "seats": []}}, "NO_SUCH_GAME"),
        ({"match": {"game": "hush", "seats": []}}, None),
        ({"match": 7}, "NOT_UNDERSTOOD"),
        ({"besides": ["x"] * 21}, "NOT_UNDERSTOOD"),
        ({"besides": [1]}, "NOT_UNDERSTOOD"),
        (
            {"match": {"game": "hush", "seats": [{"kind": "me"}], "advert": {"strength": "divine"}}},
            "NOT_UNDERSTOOD",
        ),
        (
            {"match": wanted("me", "easy", advert={"strength": "any", "bots": True, "club": "ring"})},
            "NOT_A_MEMBER",
        ),
    ],
)
def test_a_wrong_wish_is_refused_with_a_reason(
    people: list[Person], changes: Facts, code: str | None
) -> None:
    answer = people[0].http.post("/api/play-now", json={"match": wanted("me", "easy")} | changes)
    assert answer.status_code in (404, 422)
    assert code in (None, answer.json()["code"])


def test_strangers_and_other_websites_open_nothing(server: RunningServer, people: list[Person]) -> None:
    with server.person("stranger") as stranger:
        stranger.http.cookies.clear()
        assert stranger.http.post("/api/play-now", json={"match": wanted("me")}).status_code == 403
    foreign = people[0].http.post(
        "/api/play-now", json={"match": wanted("me", "easy")}, headers={"origin": "https://evil.example"}
    )
    assert foreign.json()["code"] == "FOREIGN_PAGE"


# ---- who fits, and how many ------------------------------------------------------------------------------------------


def table_like(**changes: Any) -> OpenTable:
    usual: OpenTable = {
        "id": "M",
        "game": "hush",
        "mode": None,
        "seats": [
            {"kind": "person", "name": "Ann", "level": None, "free": False},
            {"kind": "open", "name": "", "level": None, "free": True},
        ],
        "seat": 1,
        "pace": {"kind": "none", "decision": 0, "reserve": 0, "gain": 0, "then": "bot", "level": "easy"},
        "strength": "any",
        "begun": False,
        "since": 1000,
    }
    return {**usual, **changes}  # type: ignore[typeddict-item]


def test_the_game_counts_first_then_strength_pace_and_who_waits_longest() -> None:
    mine = wire.PlayNow(wire.NewMatch("hush", []))
    order = [
        table_like(strength="new"),
        table_like(since=900),
        table_like(),
        table_like(pace=DAYS),
        table_like(strength="strong"),
        table_like(game="other", strength="new"),
    ]
    assert sorted(order, key=lambda table: fit(table, mine, "new"), reverse=True) == order


def test_strength_follows_from_the_last_matches() -> None:
    def played(*won: bool) -> list[Any]:
        seats = [{"guest": "ann"}, {"guest": "bob"}]
        return [
            (
                "M",
                {
                    "seats": seats,
                    "teams": [[0], [1]],
                    "result": {"ranks": [1, 2] if one else [2, 1], "values": None},
                },
                0,
            )
            for one in won
        ]

    assert strength_of("ann", []) == "new"
    assert strength_of("ann", played(*[True] * 4)) == "new"
    assert strength_of("ann", played(*[True] * 10)) == "strong"
    assert strength_of("ann", played(*[True] * 6, *[False] * 6)) == "regular"
    assert strength_of("cyd", played(*[True] * 10)) == "new", "whoever only watched"


def test_one_host_and_one_address_cannot_fill_the_list() -> None:
    quota = Quota()
    assert [quota.allows({"host": "ann", "place": "x"}) for _ in range(5)].count(True) == MOST_OF_A_HOST
    allowed = [quota.allows({"host": f"guest {number}", "place": "x"}) for number in range(20)]
    assert allowed.count(True) == MOST_OF_AN_ADDRESS - MOST_OF_A_HOST
    assert quota.allows({"host": "bob", "place": "y"})


def test_a_guest_with_many_tables_has_few_in_the_list(
    people: list[Person], lines: ExitStack, watch: Callable[..., Line], server: RunningServer
) -> None:
    ann, bob, _ = people
    matches = [open_a_table(ann, "me", "open", start=False) for _ in range(MOST_OF_A_HOST + 3)]
    for match in matches:
        lines.enter_context(ann.connect(match))
    assert len(until(watch(bob), lambda found: len(found) >= MOST_OF_A_HOST)) == MOST_OF_A_HOST
    assert len(server.store.documents(open_tables.COLLECTION)) == MOST_OF_A_HOST
    kept = server.store.documents(open_tables.COLLECTION)
    assert all("127.0.0.1" not in str(one.data) for one in kept), "no address is stored"


# ---- several processes -----------------------------------------------------------------------------------------------


def test_open_tables_are_the_same_through_every_process_on_postgresql(
    lines: ExitStack, watch: Callable[..., Line]
) -> None:
    url, settings = running_postgres().new_database(), quick_settings()
    with (
        RunningServer(settings, PostgresStore(url)) as first,
        RunningServer(settings, PostgresStore(url)) as second,
    ):
        ann, bob = (
            lines.enter_context(server.person(name)) for server, name in ((first, "Ann"), (second, "Bob"))
        )
        feed = watch(bob)
        assert tables(feed) == []
        mine = play_now(ann)
        hers = lines.enter_context(ann.connect(mine["id"]))
        until(feed, lambda found: bool(found) and found[0]["begun"])
        assert play_now(bob) == {"id": mine["id"], "seat": 1}
        his = lines.enter_context(bob.connect(mine["id"]))
        his.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
        hers.until(lambda line: line.match["seats"][1]["name"] == "Bob")
        assert hers.match["terms"] == his.match["terms"]
        assert until(feed, lambda found: not found) == []
        lines.close()


# ---- tables of a club ------------------------------------------------------------------------------------------------


def test_a_table_of_a_club_is_shown_to_its_members_and_taken_by_them_alone(
    people: list[Person], lines: ExitStack, watch: Callable[..., Line]
) -> None:
    ann, bob, cyd = people
    club = found_club(ann)
    join_club(bob, club)
    advert = ADVERT | {"club": club["id"]}
    match = open_a_table(ann, "me", "open", "open", start=False, advert=advert)
    host = lines.enter_context(ann.connect(match))
    assert ids(until(watch(bob), bool)) == [match]
    assert (listed(bob), listed(cyd)) == ([match], [])
    page = bob.http.get(f"/api/clubs/{club['id']}").json()
    assert [one["id"] for one in page["tables"]] == [match]
    his, hers = (lines.enter_context(person.connect(match)) for person in (bob, cyd))
    assert hers.refused("sit", seat=1, name="Cyd", nonce=nonce_of("Cyd")) == "NOT_A_MEMBER"
    his.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
    join_club(cyd, club)
    hers.done("sit", seat=2, name="Cyd", nonce=nonce_of("Cyd"))
    host.done("advertise", advert=None)


def test_a_club_is_invited_to_a_table_from_its_lobby(people: list[Person]) -> None:
    ann, bob, _ = people
    club = found_club(ann)
    join_club(bob, club)
    match = open_a_table(ann, "me", "open", start=False)
    with ann.connect(match) as host:
        host.done("advertise", advert=ADVERT | {"club": club["id"]})
    for person in (ann, bob):
        page = person.http.get(f"/api/clubs/{club['id']}").json()
        assert [one["id"] for one in page["tables"]] == [match]


def test_nobody_opens_a_table_for_a_club_they_are_not_in(people: list[Person]) -> None:
    ann, bob, _ = people
    club = found_club(ann)
    for code in (club["id"], "ABCDEFGH"):
        advert = ADVERT | {"club": code}
        answer = bob.http.post(
            "/api/matches", json=wanted("me", "open", name="Bob", start=False, advert=advert)
        )
        assert answer.json()["code"] == "NOT_A_MEMBER", answer.text
