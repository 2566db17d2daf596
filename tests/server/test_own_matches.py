"""What a guest has here: lists that change by themselves, a profile, another device, and the way out."""

from __future__ import annotations

import json
import re
from contextlib import ExitStack
from dataclasses import replace
from typing import Any

import pytest
from tests.server.harness import GAMES, Line, Person, RunningServer, quick_settings

from slugfest.kernel.facts import misfit
from slugfest.server.limits import NO_LIMITS, Rate
from slugfest.store import MemoryStore
from slugfest.store.base import milliseconds
from slugfest.table import Table, match_info, pages
from slugfest.table.snapshots import snapshot_of, table_from

Facts = dict[str, Any]


def me(person: Person) -> Facts:
    received: Facts = person.http.get("/api/me").json()
    assert misfit(received, pages.Me, "me") == ""
    return received


def profile(person: Person) -> Facts:
    received: Facts = person.http.get("/api/me/profile").json()
    assert misfit(received, pages.Profile, "profile") == ""
    return received


def play_out(line: Line) -> None:
    while line.wait_for_turn():
        line.done("play", moves=[line.moves[0]])


def finish(person: Person, *seats: str) -> str:
    match = person.create(*seats, rounds=1)
    with person.connect(match) as line:
        play_out(line)
    return match


def test_home_lists_running_and_finished_matches_apart(
    people: list[Person], lines: ExitStack, server: RunningServer
) -> None:
    ann, bob, _ = people
    first = ann.create("me", "open")
    second = ann.create("me", "easy", rounds=1)
    line = lines.enter_context(ann.connect(second))
    line.wait_for_turn()
    received = me(ann)
    assert received["name"] == "Ann"
    assert [(match["id"], match["status"], match["yours"]) for match in received["matches"]] == [
        (second, "playing", True),
        (first, "lobby", False),
    ]
    assert [seat["you"] for seat in received["matches"][0]["seats"]] == [True, False]
    play_out(line)
    received = me(ann)
    assert [match["id"] for match in received["matches"]] == [first]
    (over,) = received["finished"]
    assert (over["id"], over["status"], over["yours"]) == (second, "finished", False)
    assert over["result"]["mine"] in ("won", "drawn", "shared", "lost")
    assert over["since"] == max(logged.at for logged in server.store.log(second))
    assert me(bob) == {"name": "", "matches": [], "finished": [], "learned": []}


def test_it_becomes_my_turn_and_every_page_of_mine_is_told(people: list[Person], lines: ExitStack) -> None:
    ann, bob, cyd = people
    match = ann.create("me", "open")
    feed, stranger = (lines.enter_context(person.dial("mine")) for person in (ann, cyd))
    assert [one["id"] for one in feed.receive()["matches"]] == [match]
    assert stranger.receive()["matches"] == []
    his, hers = lines.enter_context(bob.connect(match)), lines.enter_context(ann.connect(match))
    his.done("sit", seat=1, name="Bob", nonce="1" * 32)
    hers.done("nonce", nonce="2" * 32)
    received = feed.receive()["matches"][0]
    while not received["yours"]:
        received = feed.receive()["matches"][0]
    assert (received["status"], received["seats"][1]["name"]) == ("playing", "Bob")
    for line in (hers, his):
        line.until(lambda line: line.status == "playing")
    while hers.my_turn:
        hers.done("play", moves=[hers.moves[-1]])
    while received["yours"]:
        received = feed.receive()["matches"][0]
    assert received["owing"] == [1]
    assert all("secret" not in text and "commitment" not in text for text in feed.raw)


def test_what_is_done_behind_a_screen_tells_no_page_anything(
    people: list[Person], server: RunningServer
) -> None:
    ann, bob, _ = people
    match = ann.create("me", "open", ready=True)
    with bob.connect(match) as his, ann.connect(match) as hers:
        his.done("sit", seat=1, name="Bob", nonce="1" * 32)
        hers.done("nonce", nonce="2" * 32)
        hers.until(lambda line: line.status == "playing")
        before = me(bob)["matches"]
        length = len(server.store.log(match))
        hers.done("play", moves=[next(move for move in hers.moves if move.startswith("CHOOSE"))])
        assert len(server.store.log(match)) == length + 1
        assert me(bob)["matches"] == before


def test_a_rematch_comes_into_the_list_by_itself(people: list[Person], lines: ExitStack) -> None:
    ann = people[0]
    match = finish(ann, "me", "easy")
    feed = lines.enter_context(ann.dial("mine"))
    feed.receive()
    line = lines.enter_context(ann.connect(match))
    line.done("rematch")
    again = line.until(lambda line: line.match["rematch"] is not None).match["rematch"]
    while again not in [one["id"] for one in feed.receive()["matches"]]:
        pass


def test_whoever_has_no_cookie_has_no_feed(server: RunningServer) -> None:
    with Line(server.address, "mine") as line:
        assert line.ending() == (1013, "COOKIE_NEEDED")


def test_matches_older_than_summaries_are_summed_up_once(people: list[Person], server: RunningServer) -> None:
    ann = people[0]
    match, running = finish(ann, "me", "easy"), ann.create("me", "open")
    before = me(ann)
    assert isinstance(server.store, MemoryStore)
    for kept in server.store._matches.values():
        kept.summary = None
    again = me(ann)
    assert [one["id"] for one in again["finished"]] == [match]
    assert again["finished"] == before["finished"]
    assert [one["id"] for one in again["matches"]] == [running]
    assert all(one.summary for over in (True, False) for one in server.store.listed(guest_of(ann), over, 9))


def guest_of(person: Person) -> str:
    (cookie,) = person.http.cookies.jar
    found = re.match("[0-9a-f]{32}", str(cookie.value))
    assert found
    return found.group()


def test_finished_matches_are_found_by_game_and_opponent(people: list[Person]) -> None:
    ann = people[0]
    done = [finish(ann, "me", "easy") for _ in range(2)]

    def found(query: str) -> list[str]:
        received = ann.http.get(f"/api/me/matches?{query}").json()
        assert misfit(received, pages.FinishedMatches, "finished") == ""
        return [match["id"] for match in received["matches"]]

    assert found("") == found("game=hush") == found("against=bots") == done[::-1]
    assert found("game=tag-team") == found("against=people") == found("skip=2") == []
    assert found("skip=1") == done[:1]
    assert ann.http.get("/api/me/matches?skip=x").status_code == 422


def test_the_profile_counts_by_opponent_and_leaves_out_what_was_not_my_own(people: list[Person]) -> None:
    ann, bob, _ = people
    finish(ann, "me", "easy")
    finish(ann, "me", "easy")
    finish(ann, "me", "easy", "hard")
    match = ann.create("me", "easy", rounds=1)
    with ann.connect(match) as line:
        assert line.wait_for_turn()
        assert line.ask("hint")["type"] == "advice"
        play_out(line)
    match = ann.create("me", "easy", rounds=1)
    with ann.connect(match) as line:
        line.wait_for_turn()
        line.done("abandon")
    match = ann.create("me", "open", rounds=1)
    with bob.connect(match) as his, ann.connect(match) as hers:
        his.done("sit", seat=1, name="Bob", nonce="1" * 32)
        hers.done("nonce", nonce="2" * 32)
        hers.until(lambda line: line.status == "playing")
        his.done("stand")
        play_out(hers)
    received = profile(ann)
    rows = {
        (row["seats"], row["against"], row["level"]): row["won"] + row["drawn"] + row["lost"]
        for row in received["tallies"]
    }
    assert rows == {(2, "people", None): 1, (2, "bots", "easy"): 2, (3, "bots", None): 1}
    assert (received["finished"], received["hinted"], received["abandoned"], received["left"]) == (6, 1, 1, 0)
    theirs = profile(bob)
    assert (theirs["tallies"], theirs["left"]) == ([], 1), "a bot has finished for Bob"


# ---- another device ----------------------------------------------------------------------------------------


def ticket(person: Person) -> str:
    response = person.http.post("/api/me/ticket")
    assert response.status_code == 201, response.text
    received = response.json()
    assert misfit(received, pages.Ticket, "ticket") == ""
    assert received["link"].startswith(f"{person.address}/carry#")
    assert received["qr"].startswith("<svg")
    return str(received["link"]).partition("#")[2]


def test_a_ticket_makes_another_device_mine_once(people: list[Person], server: RunningServer) -> None:
    ann, bob, cyd = people
    match = ann.create("me", "open")
    used = ticket(ann)
    assert used not in json.dumps(getattr(server.store, "_tickets", {})), "only its digest is kept"
    response = bob.http.post("/api/me/carry", json={"ticket": used})
    assert (response.status_code, response.json()["name"]) == (200, "Ann")
    assert guest_of(bob) == guest_of(ann)
    assert [one["id"] for one in me(bob)["matches"]] == [match]
    with bob.connect(match) as line:
        assert line.seat == 0
    response = cyd.http.post("/api/me/carry", json={"ticket": used})
    assert (response.status_code, response.json()["code"]) == (410, "NO_SUCH_TICKET")
    assert me(cyd)["name"] == ""


def test_a_ticket_expires() -> None:
    late = [0]
    store = MemoryStore(lambda: milliseconds() + late[0])
    with (
        RunningServer(quick_settings(), store) as server,
        server.person("Ann") as ann,
        server.person("Bob") as bob,
    ):
        used = ticket(ann)
        late[0] = 16 * 60 * 1000
        assert bob.http.post("/api/me/carry", json={"ticket": used}).status_code == 410


@pytest.mark.parametrize("path", ["ticket", "carry", "forget"])
def test_another_website_can_neither_make_nor_use_a_ticket_nor_delete_anything(
    people: list[Person], path: str
) -> None:
    body = {"ticket": "x", "sure": True}
    response = people[0].http.post(f"/api/me/{path}", json=body, headers={"origin": "https://evil.example"})
    assert (response.status_code, response.json()["code"]) == (403, "FOREIGN_PAGE")


# ---- the way out -------------------------------------------------------------------------------------------


def test_whoever_deletes_everything_is_gone_and_others_play_on(
    people: list[Person], lines: ExitStack, server: RunningServer
) -> None:
    ann, bob, _ = people
    ann.http.post("/api/me", json={"name": "Ann"})
    over = finish(ann, "me", "easy")
    lobby = ann.create("me", "open")
    match = ann.create("me", "open", rounds=1)
    his, hers = lines.enter_context(bob.connect(match)), lines.enter_context(ann.connect(match))
    his.done("sit", seat=1, name="Bob", nonce="1" * 32)
    hers.done("nonce", nonce="2" * 32)
    his.until(lambda line: line.status == "playing")
    guest, used = guest_of(ann), ticket(ann)
    assert ann.http.post("/api/me/forget", json={"sure": False}).status_code == 422
    assert me(ann)["name"] == "Ann", "nothing was deleted"
    response = ann.http.post("/api/me/forget", json={"sure": True})
    assert response.status_code == 204
    assert not list(ann.http.cookies.jar)
    his.until(lambda line: line.match["seats"][0]["name"] == "Incognito")
    assert his.match["seats"][0]["stand_in"]
    assert his.match["hosting"], "the next person is the host"
    play_out(his)
    for one in (over, lobby, match):
        log = json.dumps([logged.entry for logged in server.store.log(one)])
        assert "Ann" not in log
    assert "Ann" not in bob.http.get(f"/api/matches/{match}/record").text
    assert bob.http.get(f"/api/matches/{over}").json()["seats"][0]["name"] == "Incognito"
    assert server.store.listed(guest, True, 9) == server.store.listed(guest, False, 9) == []
    assert server.store.name_of(guest) is None
    assert bob.http.post("/api/me/carry", json={"ticket": used}).status_code == 410


def test_matches_become_puzzles_only_after_their_guest_agrees(people: list[Person]) -> None:
    ann = people[0]

    def agreed() -> bool:
        found: bool = ann.http.get("/api/me/profile").json()["puzzles"]
        return found

    assert not agreed()
    assert ann.http.post("/api/me/puzzles", json={"given": True}).status_code == 204
    assert agreed()
    assert ann.http.post("/api/me/puzzles", json={"given": "yes"}).status_code == 422
    assert ann.http.post("/api/me/puzzles", json={"given": False}).status_code == 204
    assert not agreed()


def test_a_match_whose_player_is_forgotten_reads_back_from_log_and_snapshot(
    people: list[Person], lines: ExitStack, server: RunningServer
) -> None:
    ann, bob, _ = people
    match = ann.create("me", "open", rounds=1)
    his, hers = lines.enter_context(bob.connect(match)), lines.enter_context(ann.connect(match))
    his.done("sit", seat=1, name="Bob", nonce="1" * 32)
    hers.done("nonce", nonce="2" * 32)
    his.until(lambda line: line.status == "playing")
    ann.http.post("/api/me/forget", json={"sure": True})
    his.until(lambda line: line.match["seats"][0]["name"] == "Incognito")
    play_out(his)
    table = Table.from_log(server.store.entries(match), GAMES.__getitem__)
    again = table_from(snapshot_of(table), table.log[-1], GAMES.__getitem__)
    assert again is not None
    assert match_info(again, guest_of(bob)) == match_info(table, guest_of(bob))
    assert table.terms is not None, "what chance is bound to is what it was"
    assert ("1" * 32) in table.terms
    assert ("2" * 32) in table.terms


def test_nobody_makes_the_server_look_through_all_logs_again_and_again() -> None:
    settings = quick_settings(limits=replace(NO_LIMITS, replays=Rate(1, 2)))
    with RunningServer(settings) as server, server.person("Ann") as ann:
        received = [ann.http.post("/api/me/ticket").status_code for _ in range(3)]
        assert received == [201, 201, 429]
        assert ann.http.post("/api/me/forget", json={"sure": True}).status_code == 429
