"""Duplicate nights on a server: one deal at all tables, known to nobody before it was played, verified afterwards."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.hush import TABLE_GAME
from tests.server.harness import TIMEOUT, Facts, Line, Person, RunningServer, nonce_of
from tests.server.test_claims import post
from tests.server.test_events import PACE, act, event_of, has_round, join, opened, sit_down, until
from websockets.sync.client import connect

from slugfest.kernel import DuplicateChance, read_record, verify
from slugfest.protocol.api import ADDRESSES
from slugfest.server.event_logs import ACTIVE, LOG, entry_key
from slugfest.store import DocumentChange, SqliteStore

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")


@pytest.fixture
def crowd(server: RunningServer) -> Iterator[list[Person]]:
    with ExitStack() as stack:
        yield [stack.enter_context(server.person(who)) for who in NAMES]


def night(crowd: list[Person], **changes: object) -> str:
    """A duplicate night for which all have signed up."""
    code = opened(crowd[0], **({"format": "duplicate", "options": {"rounds": 2}} | changes))
    for person in crowd[1:]:
        join(person, code)
    return code


def tables_of(event: Facts, crowd: list[Person]) -> list[tuple[str, list[Person]]]:
    """The tables of the newest round: the match, and who sits where."""
    return [
        (table["match"], [crowd[number - 1] for number in table["players"]])
        for table in event["rounds"][-1]["tables"]
    ]


def everybody_comes(event: Facts, crowd: list[Person], lines: ExitStack) -> list[tuple[str, list[Line]]]:
    """All go to their tables, and the deal falls."""
    tables = [
        (match, [lines.enter_context(sit_down(person, match)) for person in seated])
        for match, seated in tables_of(event, crowd)
    ]
    for _, seated in tables:
        for line in seated:
            line.until(lambda line: line.status == "playing")
    return tables


def finish(seated: list[Line]) -> None:
    """Play a table out; each plays what comes first."""

    def play(line: Line) -> None:
        while line.wait_for_turn():
            line.ask("play", moves=[line.moves[0]])

    threads = [threading.Thread(target=play, args=[line]) for line in seated]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT)
        assert not thread.is_alive()


def watch(person: Person, match: str) -> str:
    """Why a connection to a match is refused; empty if it is not."""
    line = person.dial(match)
    try:
        message = line.receive()
        return str(message["code"]) if message["type"] == "refused" else ""
    finally:
        line.close()


def answers_about(person: Person, match: str) -> dict[str, str]:
    """What every address that names a match answers somebody: the code of the refusal, or the text."""
    found = {}
    for address in ADDRESSES:
        if "{match}" in address.path and address.method == "GET" and address.offered != "local":
            answer = person.http.get(address.path.replace("{match}", match))
            refused = (
                answer.headers["content-type"].startswith("application/json") and "code" in answer.json()
            )
            found[address.name] = answer.json()["code"] if refused else answer.text
    assert len(found) >= 6
    return found


def test_a_duplicate_night_from_sign_up_to_results(crowd: list[Person], lines: ExitStack) -> None:
    code = night(crowd, rounds=2)
    event = act(crowd[0], code, "start")
    assert len(event["rounds"][0]["tables"]) == 3
    deals: list[list[object]] = []
    for number in (1, 2):
        event = until(crowd[0], code, has_round(number))
        tables = everybody_comes(event, crowd, lines)
        assert len({line.match["commitment"] for _, seated in tables for line in seated}) == 1
        assert len({line.match["terms"] for _, seated in tables for line in seated}) == 1
        hands = [[(line.view or {})["board"] for line in seated] for _, seated in tables]
        deals.append([hands[0]])
        for seat in (0, 1):
            assert len({json.dumps(strip(hand[seat])) for hand in hands}) == 1, (
                "the same cards to the same seats"
            )
        for _, seated in tables:
            finish(seated)
    event = until(crowd[0], code, lambda one: one["status"] == "ended")
    assert deals[0] != deals[1], "every round has another deal"
    for drawn in event["rounds"]:
        for seat in (0, 1):  # everybody played alike, so everybody ties with everybody
            assert [table["points"][seat] for table in drawn["tables"]] == [0.5] * 3
    assert [row["points"] for row in event["rows"]] == [1.0] * 6
    assert event["tie_breaks"] == ["tops", "wins"]
    csv = crowd[0].http.get(f"/api/events/{code}/results").text
    assert csv.startswith("Place,Name,Points,Played,Best results,Tables won,Round 1,Round 2")
    assert "0.5 (" in csv
    check_records(event, crowd)


def strip(board: Facts) -> Facts:
    """A board without the names of who sits there."""
    return {key: value for key, value in board.items() if key != "names"}


def check_records(event: Facts, crowd: list[Person]) -> None:
    """Everybody's nonce is part of every deal, and everything is verified with what `slugfest verify` reads."""
    for drawn in event["rounds"]:
        for number, table in enumerate(drawn["tables"], 1):
            text = crowd[5].http.get(f"/api/matches/{table['match']}/record").text
            record = read_record(text)
            history = verify(record, TABLE_GAME)
            assert isinstance(history.chance, DuplicateChance)
            assert (record.round, record.table) == (f"{event['id']} {drawn['number']}", number)
            sitting = sorted(who for seats in record.tables for who in seats)
            assert sitting == sorted(f"person {nonce_of(name)}" for name in NAMES)


def test_nobody_learns_of_a_deal_that_others_still_play(
    server: RunningServer, crowd: list[Person], lines: ExitStack
) -> None:
    """Not who plays elsewhere, not the director, no stranger: nothing is watched, replayed, listed or revealed."""
    code = night(crowd, rounds=1)
    event = act(crowd[0], code, "start")
    tables = tables_of(event, crowd)
    stranger = lines.enter_context(server.person("Zoe"))
    outsiders = {
        match: [stranger, *(person for person in crowd if person not in seated)] for match, seated in tables
    }

    def all_is_sealed(but: str = "") -> None:
        for match, others in outsiders.items():
            for person in others:
                assert watch(person, match) == "SEALED"
                assert set(answers_about(person, match).values()) == {"SEALED"}
                shown = [one["id"] for one in person.http.get("/api/me/matches").json()["matches"]]
                assert match not in shown
            page = stranger.http.get(f"/match/{match}").text
            assert "wins" not in page
            assert "won" not in page
        now = event_of(stranger, code)["rounds"][0]
        assert all(table["ranks"] is table["points"] is table["scores"] is None for table in now["tables"])
        assert [table["match"] for table in now["tables"] if table["done"]] == ([but] if but else [])
        assert "0.5 (" not in stranger.http.get(f"/api/events/{code}/results").text

    all_is_sealed()  # before the deal,
    connected = everybody_comes(event, crowd, lines)
    all_is_sealed()  # while all play,
    first, seated = connected[0]
    finish(seated)
    until(stranger, code, lambda one: one["rounds"][0]["tables"][0]["done"])
    all_is_sealed(first)  # and while some have finished.

    info = seated[0].until(lambda line: line.status == "finished").match
    assert info["deal"] == {"event": code, "round": 1, "table": 1, "sealed": True}
    assert info["secret"] is None
    player = tables[0][1][0]
    own = answers_about(player, first)
    assert (own["record"], own["replay"], own["review"]) == ("RECORD_LATER", "REPLAY_LATER", "REVIEW_LATER")
    assert '"secret":null' in own["match"], "who has played waits as well"
    practice = {"step": 0, "seat": 0, "level": "easy"}
    assert post(player, f"matches/{first}/branch", **practice)["code"] == "NOT_OVER"
    assert post(stranger, f"matches/{first}/branch", **practice)["code"] == "SEALED"
    assert seated[0].refused("rematch") == "NOT_OVER"
    listed = player.http.get("/api/me").json()
    assert first not in json.dumps(listed["finished"])
    for kind in ("matches", "profile", "ratings"):
        assert first not in player.http.get(f"/api/me/{kind}").text

    for _, playing in connected[1:]:
        finish(playing)
    until(crowd[0], code, lambda one: one["status"] == "ended")
    for match, _ in connected:
        assert watch(stranger, match) == ""
        assert "LATER" not in str(answers_about(stranger, match).values())
    over = seated[0].until(lambda line: line.match["secret"] is not None)
    assert not over.match["deal"]["sealed"]


def test_a_round_that_is_closed_ends_its_tables_and_shows_the_secret(
    crowd: list[Person], lines: ExitStack
) -> None:
    code = night(crowd, rounds=1)
    event = act(crowd[0], code, "start")
    connected = everybody_comes(event, crowd, lines)
    finish(connected[0][1])
    finish(connected[1][1])
    until(crowd[0], code, lambda one: sum(table["done"] for table in one["rounds"][0]["tables"]) == 2)
    assert act(crowd[0], code, "end", "the pub closes")["ended"] == "director"
    running = connected[2][1][0].until(lambda line: line.status == "abandoned")
    assert running.match["ended"] == "round"
    assert running.match["secret"]
    found = event_of(crowd[0], code)["rounds"][0]["tables"]
    assert [table["points"] for table in found] == [[0.5, 0.5], [0.5, 0.5], None]


def test_who_does_not_come_is_waited_for_and_the_terms_say_so(crowd: list[Person], lines: ExitStack) -> None:
    code = night(crowd[:4], rounds=1, wait=5)
    event = act(crowd[0], code, "start")
    tables = tables_of(event, crowd)
    seated = [
        lines.enter_context(sit_down(person, match))
        for match, players in tables
        for person in players
        if person.name != "Dan"
    ]
    assert {line.status for line in seated} == {"lobby"}, "one nonce is missing"
    assert seated[0].refused("start") == "NOT_HOST"
    assert seated[0].refused("stand") == "SEATS_FIXED"
    assert seated[0].refused("sit", seat=1 - seated[0].seat, name="Ann") == "SEATS_FIXED"
    for line in seated:
        line.until(lambda line: line.status == "playing")
    terms = seated[0].match["terms"].splitlines()
    assert sum(line.endswith("person") for line in terms) == 1
    (late,) = [match for match, players in tables if crowd[3] in players]
    line = lines.enter_context(crowd[3].dial(late))
    line.receive()
    assert not line.match["nonce_wanted"]
    assert line.refused("nonce", nonce=nonce_of("Dan")) == "NONCE_LATE"
    finish([*seated, line])
    event = until(crowd[0], code, lambda one: one["status"] == "ended")
    assert [row["points"] for row in event["rows"]] == [0.5] * 4


def test_too_few_for_two_tables_of_one_size_is_refused(crowd: list[Person]) -> None:
    code = night(crowd[:3])
    assert act(crowd[0], code, "start")["code"] == "TOO_FEW_PLAYERS"
    assert (
        post(crowd[0], "events", name="X", game="hush", format="duplicate", pace=PACE)["code"]
        == "NO_EVENT_SO"
    )


# ---- once ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "died", ["before the tables", "before the deal", "during the deal", "before the end"]
)
def test_a_process_that_died_is_completed_once(tmp_path: Path, died: str) -> None:
    """The pairing is written, then perhaps one of two matches; the deal, then perhaps one match that has begun."""
    path = tmp_path / "matches.db"
    with ExitStack() as stack:
        first = stack.enter_context(RunningServer(store=SqliteStore(path)))
        people = [stack.enter_context(first.person(who)) for who in NAMES[:4]]
        code = night(people, rounds=1)
        if died != "before the tables":
            event = act(people[0], code, "start")
            if died != "before the deal":
                with ExitStack() as lines:
                    tables = everybody_comes(event, people, lines)
                    if died == "before the end":
                        finish(tables[0][1])
        first.stop()
        store = SqliteStore(path)
        if died == "before the tables":
            made = [{"match": "AAAAAAAA", "players": [1, 2]}, {"match": "BBBBBBBB", "players": [3, 4]}]
            paired = {
                "kind": "paired",
                "round": 1,
                "tables": made,
                "byes": [],
                "ends": None,
                "secret": "5e" * 32,
            }
            now = {"at": store.now()}
            store.write_documents(
                [
                    DocumentChange(LOG, entry_key(code, 6), 0, {"kind": "started"} | now),
                    DocumentChange(LOG, entry_key(code, 7), 0, paired | now),
                ]
            )
        second = stack.enter_context(RunningServer(store=store))
        for person in people:
            person.http.base_url = person.address = second.address
        event = until(people[0], code, has_round(1))
        with ExitStack() as lines:
            playing = [
                lines.enter_context(sit_down(person, match))
                for match, seated in tables_of(event, people)
                for person in seated
            ]
            for line in playing:
                line.until(lambda line: line.status != "lobby")
            finish(playing)
        event = until(people[0], code, lambda one: one["status"] == "ended")
        assert [row["points"] for row in event["rows"]] == [0.5] * 4
        log = [one.data["kind"] for one in store.documents(LOG)]
        for kind in ("paired", "opened", "dealt", "revealed"):
            assert log.count(kind) == 1, log
        assert store.documents(ACTIVE) == []


# ---- the feed --------------------------------------------------------------------------------------------------------


class EventFeed:
    """A page of an event: what it knows, merged from what it is sent."""

    def __init__(self, person: Person) -> None:
        cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.http.cookies.jar)
        address = person.address.replace("http", "ws")
        self.socket = connect(f"{address}/ws/mine", additional_headers={"Cookie": cookies}, proxy=None)
        self.versions: list[tuple[int, int]] = []
        self.event: Facts = {}

    def ask(self, code: str, known: int = 0) -> None:
        self.socket.send(json.dumps({"type": "watch_event", "id": "1", "event": code, "known": known}))

    def take(self, timeout: float = TIMEOUT) -> Facts:
        while True:
            message: Facts = json.loads(self.socket.recv(timeout))
            if message["type"] == "event":
                self.versions.append((message["since"], message["event"]["version"]))
                known = {} if not message["since"] else {one["number"]: one for one in self.event["rounds"]}
                known |= {one["number"]: one for one in message["event"]["rounds"]}
                self.event = message["event"] | {"rounds": [known[number] for number in sorted(known)]}
                return message


def test_a_page_of_an_event_is_sent_what_changes(crowd: list[Person], lines: ExitStack) -> None:
    code = opened(crowd[0], rounds=2, options={"rounds": 1})
    feed = EventFeed(crowd[1])
    with feed.socket:
        feed.ask(code)
        assert feed.take()["since"] == 0
        join(crowd[1], code)
        found = feed.take()
        assert (found["since"], found["event"]["you"]) == (2, 2)
        act(crowd[0], code, "start")
        while not feed.event["rounds"] or not feed.event["rounds"][0]["opened"]:
            feed.take()
        act(crowd[0], code, "pause", "tea")
        while not feed.event["paused"]:
            changed = feed.take()
        assert changed["event"]["rounds"] == [], "a round that did not change is not sent again"
        feed.ask(code, feed.event["version"])  # it knows this already,
        feed.ask(code, 10**9)  # and this was never there
        assert feed.take()["since"] == 0
        whole = event_of(crowd[1], code)
        assert feed.event | {"now": 0} == whole | {"now": 0}
        assert all(known < version for known, version in feed.versions)
        assert all(
            known in (0, before)
            for (_, before), (known, _) in zip(feed.versions, feed.versions[1:], strict=False)
        ), "without a gap"
        feed.socket.send(json.dumps({"type": "sync"}))
        assert feed.take()["since"] == 0, "a page that has lost its place gets all of it"


def test_a_feed_of_an_event_that_cannot_be_shown_goes_on(crowd: list[Person], server: RunningServer) -> None:
    code, newer = opened(crowd[0]), "BBBBBBBB"
    entry = {"kind": "created", "version": 99, "at": 1, "event": newer, "settings": {}}
    server.store.write_documents([DocumentChange(LOG, entry_key(newer, 1), 0, entry)])
    feed = EventFeed(crowd[0])
    with feed.socket:
        feed.ask(code)
        feed.take()
        for nonsense in ("", "nothing", "x" * 5_000, "AAAAAAAA", newer):
            feed.ask(nonsense)
        feed.socket.send(json.dumps({"type": "watch_event", "id": "1", "event": 7}))
        feed.socket.send(json.dumps({"type": "watch_event", "id": "1", "event": code, "known": "x"}))
        join(crowd[1], code)
        with pytest.raises(TimeoutError):
            feed.take(1.5)
        feed.ask(code)
        assert feed.take()["event"]["version"] == event_of(crowd[0], code)["version"]
