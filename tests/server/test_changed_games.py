"""Changed rules on a server: judged, tried by bots, kept and played, by nobody who was not asked, and within bounds."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import pytest
from tests.server.harness import Line, Person, RunningServer, quick_settings
from websockets.sync.client import ClientConnection, connect

from slugfest.kernel import (
    ContentError,
    Game,
    Text,
    VariantNeeded,
    add_variant,
    game_of_record,
    games,
    read_record,
    unload_variant,
    variant,
    verify,
)
from slugfest.kernel.variant_files import data_of, toml_of, variant_from_data
from slugfest.protocol.problems import SENTENCES
from slugfest.protocol.rehearsal import rehearse
from slugfest.protocol.variants import read_data
from slugfest.ratings.results import why_unrated
from slugfest.server import trial_sockets
from slugfest.server.async_store import AsyncStore
from slugfest.server.budgets import Budgets, charged_to
from slugfest.server.limits import NO_LIMITS, Limits, Rate
from slugfest.server.variants import COLLECTION, MOST_OF_AN_ADDRESS, ServerGames, Variants
from slugfest.store import DocumentChange, MemoryStore
from slugfest.table import Refusal, Table
from slugfest.table.log import LogError

HAND = {
    "game": "kapow-cards",
    "name": {"en": "Big hands", "de": "Große Hände"},
    "change": {"limits.hand": 4},
    "add": {},
}
BIG_HANDS = variant("kapow-cards", {"limits.hand": 4}, Text("Big hands", "Große Hände"))
FAR = 1 << 50  # ms, a time of the store
LONG = 150  # seconds: another process has to start, perhaps on a busy machine
OFFERED = {name: found for name, found in games().items() if found.variant is None}


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    settings = quick_settings(bots_run_in="process", bot_workers=1)
    with RunningServer(settings, MemoryStore(), games=OFFERED) as running:
        yield running


@pytest.fixture
def ann(server: RunningServer) -> Iterator[Person]:
    with server.person("Ann") as person:
        person.http.timeout = LONG
        yield person


@pytest.fixture
def bob(server: RunningServer) -> Iterator[Person]:
    with server.person("Bob") as person:
        person.http.timeout = LONG
        yield person


def kept(person: Person) -> str:
    answer = person.http.post("/api/variants", json={"file": toml_of(BIG_HANDS)})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def trial_socket(server: RunningServer, person: Person) -> ClientConnection:
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.http.cookies.jar)
    url = f"{server.address.replace('http', 'ws')}/ws/trial"
    return connect(url, additional_headers={"Cookie": cookies}, proxy=None)


# ---- the form --------------------------------------------------------------------------------------------------------


def test_a_change_is_judged_as_on_the_page_without_a_server(ann: Person) -> None:
    form = ann.http.get("/api/games/kapow-cards/form").json()
    paths = [field["path"] for part in form["sections"] for one in part["entries"] for field in one["fields"]]
    assert "limits.hand" in paths
    assert ann.http.get("/api/games/chess/form").status_code == 404
    allowed = ann.http.post("/api/variants/check", json=HAND | {"whole": True}).json()
    assert (allowed["id"], allowed["fault"]) == (BIG_HANDS.id, None)
    refused = ann.http.post("/api/variants/check", json=HAND | {"change": {"limits.hand": 40}}).json()
    assert refused["fault"] == {
        "key": "limits.hand",
        "text": {
            "en": "a whole number from 1 to 9 is needed, not 40",
            "de": "hier gehört eine ganze Zahl von 1 bis 9 hin, nicht 40",
        },
    }
    opened = ann.http.post("/api/variants/open", json={"file": allowed["file"]}).json()
    assert opened["edits"] == HAND
    comet = {
        "id": "S15",
        "kind": "hero",
        "type": "stars",
        "value": 15,
        "copies": 1,
        "en": "Comet",
        "de": "Komet",
    }
    with_comet = ann.http.post(
        "/api/variants/form", json=HAND | {"change": {}, "add": {"card": [comet]}}
    ).json()
    names = [one["name"]["de"] for part in with_comet["sections"] for one in part["entries"]]
    assert "Komet" in names


@pytest.mark.parametrize("path", ["form", "check", "open", ""])
@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        {"file": 7},
        {"file": "nonsense"},
        {"file": "game = 5\n[change]\na = 1"},
        {"file": 'game = "kapow-cards"\n' + "a." * 3000 + "b = 1"},
        {"file": 'game = "kapow-cards"\nx = ' + "[" * 3000},
        {"game": "kapow-cards", "name": {}, "change": {}, "add": {}},
        {"game": "chess", "name": {"en": "x", "de": "x"}, "change": {"a": 1}, "add": {}},
        {
            "game": "kapow-cards",
            "name": {"en": 7, "de": []},
            "change": {"limits.hand": {"a": {}}},
            "add": {"card": 3},
        },
        {
            "game": "kapow-cards",
            "name": {"en": "x", "de": "x"},
            "change": {"limits": []},
            "add": {"card": [{"id": []}]},
        },
    ],
)
def test_whatever_is_sent_as_a_change_gets_a_reason_in_both_languages(
    ann: Person, path: str, body: Any
) -> None:
    answer = ann.http.post(f"/api/variants/{path}".rstrip("/"), json=body)
    assert answer.status_code in (200, 400, 404, 422), answer.text
    found = answer.json()
    text = found["fault"]["text"] if answer.status_code == 200 else found["text"]
    assert text["en"]
    assert text["de"]
    assert "Traceback" not in answer.text


def test_more_than_a_variant_may_have_is_not_read(ann: Person) -> None:
    answer = ann.http.post("/api/variants/open", json={"file": "#" * 70_000})
    assert (answer.status_code, answer.json()["code"]) == (413, "TOO_LARGE")


# ---- the match -------------------------------------------------------------------------------------------------------


def test_friends_play_a_changed_game_by_link_and_see_what_is_changed(
    server: RunningServer, ann: Person, bob: Person
) -> None:
    id = kept(ann)
    assert id == BIG_HANDS.id
    assert id not in [one["id"] for one in bob.http.get("/api/games").json()]
    match = ann.create("me", "open", game=id, start=False)
    info = bob.http.get(f"/api/games/{id}").json()
    assert (info["variant"]["de"], info["offered"]) == ("Große Hände", False)
    (change,) = info["changes"]
    assert change["name"]["en"] == "Table and hands · Cards in a hand, at most"
    assert (change["was"]["en"], change["now"]["de"]) == ("3", "4")
    assert variant_from_data(data_of(info["file"])).id == id
    with ann.connect(match, nonce=False) as hers, bob.connect(match, nonce=False) as his:
        his.done("sit", seat=1, name="Bob")
        assert (
            hers.refused("advertise", advert={"strength": "any", "bots": True, "club": ""})
            == "NO_OPEN_TABLES"
        )
    wanted = {"game": id, "seats": [{"kind": "me"}, {"kind": "open"}], "name": "Ann"}
    advert = {"strength": "any", "bots": True, "club": ""}
    answer = ann.http.post("/api/matches", json=wanted | {"advert": advert})
    assert answer.json()["code"] == "ONLY_BY_LINK"
    assert bob.http.get("/api/games/kapow-cards@big-hands.0000000000").status_code == 404


@pytest.mark.parametrize(
    "changes",
    [
        {"name": {"en": "Big\u202ehands", "de": "Große Hände"}},
        {"change": {"heroes.1.name.en": "e" + "\u0301" * 40}},
        {"add": {"heroes": [{"name": {"en": "\ufdfd", "de": "x"}}]}},
        {"add": {"heroes": [{"name": {"en": "x" * 2000, "de": "x"}}]}},
    ],
)
def test_texts_that_would_cover_or_turn_others_are_refused(changes: dict[str, Any]) -> None:
    found: dict[str, Any] = {"change": {"limits.hand": 4}, "add": {}, **changes}
    with pytest.raises(ContentError):
        read_data({"game": "kapow-cards", "name": "Hands", **found})


def test_a_name_of_thousands_of_parts_is_refused_before_it_takes_memory() -> None:
    with pytest.raises(ContentError, match="parts"):
        data_of(f'game = "kapow-cards"\n[change]\n{"a." * 5000}b = 1')
    assert data_of(f'name = "{", ".join(["Wait. Then go."] * 100)}"')


def test_a_match_carries_its_rules_along_and_opens_anywhere() -> None:
    store = MemoryStore()
    settings = quick_settings(bots_run_in="process", bot_workers=1)
    with RunningServer(settings, store, games=OFFERED) as server, server.person("Ann") as ann:
        ann.http.timeout = LONG
        match = ann.create("easy", "easy", game=kept(ann))
        with ann.connect(match) as line:
            line.until(lambda line: line.status == "finished")
        text = ann.http.get(f"/api/matches/{match}/record").text
        entries = list(store.entries(match))
    unload_variant(BIG_HANDS.id)
    with RunningServer(store=store, games=OFFERED) as other, Line(other.address, match) as line:
        line.receive()
        assert line.match["game"] == BIG_HANDS.id
    unload_variant(BIG_HANDS.id)
    record = read_record(text)
    assert verify(record, game_of_record(record)).state.outcome() is not None
    unload_variant(BIG_HANDS.id)
    table = Table.from_log(entries)
    assert (table.over, why_unrated(table)) == (True, "no_people")
    unload_variant(BIG_HANDS.id)
    without = [{key: value for key, value in entries[0].items() if key != "variant"}, *entries[1:]]
    with pytest.raises(VariantNeeded):  # as old logs of variants do
        Table.from_log(without)
    other_rules = dict(entries[0]["variant"]) | {"changes": {"limits.hand": 5}}
    with pytest.raises(LogError, match="has brought"):
        Table.from_log([dict(entries[0]) | {"variant": other_rules}])


# ---- trials ----------------------------------------------------------------------------------------------------------


def test_bots_try_a_change_and_stop_when_nobody_listens(server: RunningServer, ann: Person) -> None:
    wanted = {"file": toml_of(BIG_HANDS), "level": "greedy", "deals": 12}
    with trial_socket(server, ann) as socket:
        socket.send(json.dumps(wanted))
        heard = json.loads(socket.recv(LONG))
        while heard["deals"] < 12:
            heard = json.loads(socket.recv(LONG))
    measure = heard["measures"][0]
    assert (measure["key"], heard["failed"]) == ("begins", False)
    assert measure["difference"]["low"] <= measure["difference"]["mean"] <= measure["difference"]["high"]
    with trial_socket(server, ann) as socket:
        socket.send(json.dumps(wanted | {"deals": 2000}))
        socket.recv(LONG)
    for wrong in ({"level": "expert"}, {"file": "nonsense"}, {"deals": "many"}):
        with trial_socket(server, ann) as socket:
            socket.send(json.dumps(wanted | wrong))
            assert json.loads(socket.recv(LONG))["type"] == "refused"
    answer = ann.http.post("/api/variants/check", json=HAND)  # the trial nobody listens to is in nobody's way
    assert answer.json()["id"] == BIG_HANDS.id


def test_the_trials_of_one_address_are_bounded_whoever_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trial_sockets, "MOST_OF_AN_ADDRESS", 0)
    with (
        RunningServer(games=OFFERED) as server,
        server.person("Ann") as ann,
        trial_socket(server, ann) as socket,
    ):
        socket.send(json.dumps({"file": toml_of(BIG_HANDS), "level": "greedy", "deals": 12}))
        assert json.loads(socket.recv(LONG))["code"] == "TRIALS_BUSY"


def test_a_trial_waits_for_its_budget() -> None:
    limits = replace(NO_LIMITS, trials=Rate(1, 1))
    settings = quick_settings(bots_run_in="process", bot_workers=1, limits=limits)
    with RunningServer(settings, games=OFFERED) as server, server.person("Ann") as ann:
        with trial_socket(server, ann) as socket:
            socket.send(json.dumps({"file": toml_of(BIG_HANDS), "level": "greedy", "deals": 2000}))
            with pytest.raises(TimeoutError):
                socket.recv(3)  # preparing the variant has used the budget of minutes
        assert ann.http.get("/api/me").status_code == 200  # and nothing else of this guest's


# ---- bounds ----------------------------------------------------------------------------------------------------------


def test_few_variants_are_loaded_at_a_time_and_none_that_is_played_goes() -> None:
    now = 0.0
    found = ServerGames(OFFERED, most=2, clock=lambda: now)
    variants = [variant("kapow-cards", {"limits.hand": 4}, f"bound {number}") for number in range(3)]
    for one in variants[:2]:
        found.load(one)
    with pytest.raises(Refusal) as refused:  # both were asked for a moment ago
        found.load(variants[2])
    assert refused.value.code == "VARIANTS_BUSY"
    now = 1000.0
    found.in_use = lambda: {variants[0].id}
    found.load(variants[2])
    assert variants[0].id in found
    assert variants[1].id not in found
    assert list(found) == list(OFFERED)
    for one in variants:
        unload_variant(one.id)


def test_one_address_leaves_room_for_the_variants_of_others() -> None:
    found, budgets = ServerGames(OFFERED), Budgets(Limits())
    many = [
        variant("kapow-cards", {"limits.hand": 4}, f"crowd {number}")
        for number in range(MOST_OF_AN_ADDRESS + 2)
    ]
    crowd, friend = budgets.account("eve", "203.0.113.9"), budgets.account("ann", "198.51.100.7")
    for one in many[:-2]:
        charged_to(crowd, partial(found.load, one))()
    with pytest.raises(Refusal) as refused:
        charged_to(crowd, lambda: found.load(many[-2]))()
    assert refused.value.code == "VARIANTS_BUSY"
    charged_to(friend, lambda: found.load(many[-1]))()
    assert many[-1].id in found
    for one in many:
        unload_variant(one.id)


class Broken(Exception):
    """What a game never raises."""


def test_what_fails_or_takes_too_long_in_a_rehearsal_is_not_played(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Game = add_variant(BIG_HANDS)
    rehearse(game)
    ticking = iter(range(10**6))
    with pytest.raises(Refusal) as slow:
        rehearse(game, 1000.0, lambda: float(next(ticking)))
    assert slow.value.code == "VARIANT_SLOW"

    def broken(*_: object) -> int:
        raise Broken

    monkeypatch.setattr(type(game), "max_moves", broken)
    with pytest.raises(Refusal) as failed:
        rehearse(game)
    assert failed.value.code == "VARIANT_FAILS"
    assert "Broken" in failed.value.text.de
    unload_variant(BIG_HANDS.id)


def test_every_new_refusal_says_it_in_both_languages() -> None:
    for code in (
        "VARIANT_REFUSED",
        "VARIANT_FAILS",
        "VARIANT_SLOW",
        "VARIANTS_BUSY",
        "TRIALS_BUSY",
        "ONLY_BY_LINK",
    ):
        assert SENTENCES[code].en != SENTENCES[code].de


async def test_a_variant_is_kept_though_somebody_else_keeps_it_at_the_same_moment(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    store = MemoryStore()
    shared = AsyncStore(store, OFFERED)
    write = store.write_documents

    def after_bob(changes: Sequence[DocumentChange]) -> list[int]:
        monkeypatch.setattr(store, "write_documents", write)
        data = {"variant": BIG_HANDS.as_json()}
        write([DocumentChange(COLLECTION, BIG_HANDS.id, 0, data, "bob", until=FAR)])
        return write(changes)

    monkeypatch.setattr(store, "write_documents", after_bob)
    try:
        await Variants(shared, ServerGames(OFFERED)).keep("ann", BIG_HANDS)
    finally:
        shared.close()
    assert [one.key for one in store.documents(COLLECTION, owner="ann")] == [BIG_HANDS.id]
