"""People at a table, over real sockets."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

from tests.hush import TABLE_GAME as GAME
from tests.server.harness import Facts, Line, Person, RunningServer, play_out
from tests.table.test_any_requests import cards_hidden_from, cards_named

from slugfest.kernel import EVERYTHING, SPECTATOR, commitment, read_record, verify
from slugfest.table import Table


def two_and_a_spectator(
    people: list[Person], lines: ExitStack, **options: Any
) -> tuple[str, Line, Line, Line]:
    """Ann's match with Bob, running, watched by Cyd."""
    match = people[0].create("me", "open", **options)
    ann, bob, cyd = (lines.enter_context(person.connect(match)) for person in people)
    bob.done("sit", seat=1, name="Bob")
    ann.until(lambda line: line.match["seats"][1]["kind"] == "person").done("start")
    for line in (bob, cyd):
        line.until(lambda line: line.status == "playing")
    return match, ann, bob, cyd


def test_two_people_play_a_whole_match_and_a_third_watches(
    server: RunningServer, people: list[Person], lines: ExitStack
) -> None:
    _, ann, bob, cyd = two_and_a_spectator(people, lines, rounds=2)
    assert (ann.seat, bob.seat, cyd.seat) == (0, 1, -1)
    assert [seat["name"] for seat in cyd.match["seats"]] == ["Ann", "Bob"]
    play_out(ann, bob)
    for line in (ann, bob, cyd):
        line.until(lambda line: line.status == "finished")
        assert line.view is not None
        assert line.view["outcome"]["reason"] == "CHIPS"
        assert [step["ply"] for step in line.log] == list(range(len(line.log)))
        assert commitment(line.match["secret"]) == line.match["commitment"]
    assert cyd.log[1]["move"] is None
    assert cyd.log[1]["happenings"][0]["text"]["en"] == "ready: seat 0."


def test_nobody_is_sent_what_they_must_not_know(
    server: RunningServer, people: list[Person], lines: ExitStack
) -> None:
    match, ann, bob, cyd = two_and_a_spectator(people, lines, rounds=4)
    ann.done("play", moves=[ann.moves[0]])
    ann.done("undo")
    ann.refused("play", moves=["CHOOSE Z9"])
    bob.until(lambda line: line.version == ann.version).refused("undo")
    play_out(ann, bob)
    log = server.store.entries(match)
    secret = log[0]["secret"]
    checked = 0
    for line in (ann, bob, cyd.until(lambda line: line.status == "finished")):
        for raw, version, over in frames(line):
            if over:
                continue
            assert secret not in raw
            state = Table.from_log(log[:version], lambda _: GAME).history
            if state is not None:
                hidden = set(cards_hidden_from(state.state, line.seat))
                assert not hidden & cards_named(raw)
                checked += len(hidden)
    assert checked > 300


def frames(line: Line) -> Iterator[tuple[str, int, bool]]:
    """Everything that came over a line, with the version it belongs to and whether the match was over by then."""
    version, over = 0, False
    for raw in line.raw:
        message: Facts = json.loads(raw)
        version = max(version, message.get("version", 0))
        over = over or message.get("match", {}).get("status") == "finished"
        yield raw, version, over


def test_a_choice_can_be_changed_until_the_last_one_is_in(people: list[Person], lines: ExitStack) -> None:
    _, ann, bob, _ = two_and_a_spectator(people, lines)
    first, second = ann.moves
    ann.done("play", moves=[first])
    assert ann.can_undo
    ann.done("undo")
    assert ann.moves == [first, second]
    assert [step["ply"] for step in bob.until(lambda line: line.version == ann.version).log] == [0]
    ann.done("play", moves=[second])
    bob.done("play", moves=[bob.moves[0]])
    assert second.split()[1] in bob.raw[-2] + bob.raw[-1]
    assert ann.refused("undo") == "CANNOT_UNDO"


def test_a_request_sent_again_counts_once(people: list[Person], lines: ExitStack) -> None:
    _, ann, bob, _ = two_and_a_spectator(people, lines)
    move = ann.moves[0]
    version = ann.done("play", id="once", moves=[move])
    assert ann.done("play", id="once", moves=[move]) == version
    assert ann.version == version
    with people[0].connect(ann.match["id"]) as again:
        assert again.done("play", id="once", moves=[move]) == version
    assert bob.ask("play", id="once", moves=["nonsense"])["code"] == "UNREADABLE"


def test_a_client_that_missed_something_gets_everything_when_it_asks(
    people: list[Person], lines: ExitStack
) -> None:
    _, ann, bob, _ = two_and_a_spectator(people, lines)
    ann.done("play", moves=[ann.moves[0]])
    assert bob.lose()["version"] == ann.version == bob.version + 1
    bob.send({"type": "sync"})
    assert bob.receive()["type"] == "snapshot"
    assert bob.version == ann.version
    assert [step["ply"] for step in bob.log] == [0, 1]


def test_who_comes_and_goes_is_told_without_a_new_version(people: list[Person], lines: ExitStack) -> None:
    match, ann, bob, cyd = two_and_a_spectator(people, lines)
    version = ann.version
    ann.until(lambda line: line.match["spectators"] == 1)
    bob.close()
    ann.until(lambda line: not line.match["seats"][1]["connected"])
    cyd.close()
    ann.until(lambda line: line.match["spectators"] == 0)
    lines.enter_context(people[1].connect(match))
    ann.until(lambda line: line.match["seats"][1]["connected"])
    assert ann.version == version


def test_one_person_on_two_devices_sees_the_same(people: list[Person], lines: ExitStack) -> None:
    match, ann, _, _ = two_and_a_spectator(people, lines)
    other = lines.enter_context(people[0].connect(match))
    other.done("play", moves=[other.moves[0]])
    assert ann.until(lambda line: line.version == other.version).view == other.view


def test_a_finished_match_is_verified_replayed_and_played_again(
    people: list[Person], lines: ExitStack
) -> None:
    match, ann, bob, _ = two_and_a_spectator(people, lines, rounds=1)
    early = people[0].http.get(f"/api/matches/{match}/record")
    assert (early.status_code, early.json()["code"]) == (409, "RECORD_LATER")
    for early_look in ("replay", "replay?eyes=-2", "replay?eyes=0", "replay/views?eyes=-2&step=0"):
        for person in people:
            refused = person.http.get(f"/api/matches/{match}/{early_look}")
            assert (refused.status_code, refused.json()["code"]) == (409, "REPLAY_LATER")
    play_out(ann, bob)

    record = people[2].http.get(f"/api/matches/{match}/record")
    assert record.headers["content-type"].startswith("text/plain")
    assert "attachment" in record.headers["content-disposition"]
    assert verify(read_record(record.text), GAME).state.outcome() is not None

    retold = f"/api/matches/{match}/replay"
    replay = people[2].http.get(retold).json()
    assert [step["ply"] for step in replay["steps"]] == [1, 2]
    assert (replay["eyes"], replay["views"][0]["seat"], len(replay["views"])) == (EVERYTHING, EVERYTHING, 3)
    assert replay["steps"][1]["move"] == bob.log[-1]["move"]
    for eyes in (SPECTATOR, 0, 1):
        watched = people[2].http.get(retold, params={"eyes": eyes}).json()
        assert (watched["eyes"], watched["views"][1]["seat"]) == (eyes, eyes)
        page = people[2].http.get(f"{retold}/views", params={"eyes": eyes, "step": 2}).json()
        assert page == {"first": 0, "views": watched["views"]}
    for wrong in ("?eyes=9", "?eyes=-3", "?eyes=x", "/views?step=x", "/views?step=-1"):
        assert people[2].http.get(retold + wrong).status_code == 422

    ann.until(lambda line: line.status == "finished").done("rematch")
    bob.until(lambda line: bool(line.match["rematch"])).done("rematch")
    following = bob.match["rematch"]
    assert following == ann.match["rematch"]
    again = lines.enter_context(people[0].connect(following))
    assert again.status == "lobby"
    assert [seat["name"] for seat in again.match["seats"]] == ["Ann", "Bob"]
    again.done("start")


def test_the_host_arranges_a_lobby(people: list[Person], lines: ExitStack) -> None:
    match = people[0].create("me", "open", "easy", start=False)
    ann, bob = (lines.enter_context(person.connect(match)) for person in people[:2])
    assert (ann.match["hosting"], bob.match["hosting"]) == (True, False)
    assert bob.refused("start") == "NOT_HOST"
    assert ann.refused("start") == "SEAT_OPEN"
    ann.done("set_options", seats=4, options={"rounds": 3, "ready": True})
    ann.done("set_seat", seat=3, kind="bot", level="hard")
    ann.done("set_seat", seat=2, kind="open")
    bob.until(lambda line: line.version == ann.version).done("sit", seat=1, name="Bob")
    bob.done("stand")
    bob.done("sit", seat=2, name=" Bob\tthe  Great ")
    ann.until(lambda line: line.version == bob.version).done("set_seat", seat=1, kind="bot")
    assert [(seat["kind"], seat["name"]) for seat in ann.match["seats"]] == [
        ("person", "Ann"),
        ("bot", "Robo Rita"),
        ("person", "Bob the Great"),
        ("bot", "Dynamo Doc"),
    ]
    assert ann.match["options"] == {"rounds": 3, "ready": True}
    ann.done("start")


def test_what_happens_behind_a_screen_sends_nobody_else_a_message(
    people: list[Person], lines: ExitStack
) -> None:
    match = people[0].create("me", "open", game="kapow-dice", mode="duel")
    ann, bob, cyd = (lines.enter_context(person.connect(match)) for person in people)
    bob.done("sit", seat=1, name="Bob")
    ann.until(lambda line: line.version == bob.version).done("start")
    bob.until(lambda line: line.status == "playing")
    cyd.until(lambda line: line.status == "playing")
    before = ann.version, cyd.version
    for _ in range(3):
        bob.done("play", moves=[next(move for move in bob.moves if move.startswith("place"))])
    for line in (ann, cyd):
        line.send({"type": "sync"})
        assert line.receive()["type"] == "snapshot"  # the very next message
    assert (ann.version, cyd.version) == before
    assert bob.version == before[0] + 3
    newer = people[0].create("me", "open")
    bob.done("play", moves=[next(move for move in bob.moves if move.startswith("place"))])
    listed = [open_match["id"] for open_match in people[0].http.get("/api/me").json()["matches"]]
    assert listed == [newer, match]  # nor does the match come to the front
