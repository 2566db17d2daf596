"""Those who watch keep nobody out of a lobby, and the host sees them and sends them away."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Line, Person, RunningServer, quick_settings

from slugfest.store import SqliteStore

REMOVED = (4403, "REMOVED")


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def people(stack: ExitStack, server: RunningServer, *names: str) -> list[Person]:
    return [stack.enter_context(server.person(name)) for name in names]


def watchers(line: Line) -> list[dict[str, Any]]:
    answer = line.ask("watchers")
    assert answer["type"] == "watchers_result", answer
    return list(answer["watchers"])


def from_address(person: Person, match: str, address: str) -> Line:
    """A line through a proxy that says where it comes from."""
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in person.http.cookies.jar)
    return Line(person.address, match, {"Cookie": cookies, "X-Forwarded-For": address})


# ---- places ----------------------------------------------------------------------------------------------------------


def test_windows_of_one_guest_do_not_keep_an_invited_friend_out_of_a_lobby(stack: ExitStack) -> None:
    server = stack.enter_context(RunningServer(settings=quick_settings(connections_a_match=4)))
    ann, eve, bob = people(stack, server, "Ann", "Eve", "Bob")
    match = ann.create("me", "open")
    mine = stack.enter_context(ann.connect(match))
    eves = [stack.enter_context(eve.connect(match)) for _ in range(4)]
    bobs = stack.enter_context(bob.connect(match))
    assert eves[0].ending() == (1013, "MATCH_FULL"), "the oldest of hers"
    for _ in range(6):
        eves.append(stack.enter_context(eve.connect(match)))  # she closes her own windows
    bobs.done("sit", seat=1, name="Bob")
    mine.until(lambda line: bool(line.match["seats"][1]["kind"] == "person"))


def test_many_guests_of_one_address_do_not_either(stack: ExitStack) -> None:
    settings = quick_settings(connections_a_match=3, trusted_proxies=("127.0.0.1",))
    server = stack.enter_context(RunningServer(settings=settings))
    (ann, bob, *crowd) = people(stack, server, "Ann", "Bob", "C1", "C2", "C3", "C4", "C5")
    match = ann.create("me", "open")
    stack.enter_context(ann.connect(match))
    lines = [stack.enter_context(from_address(person, match, "192.0.2.9")) for person in crowd[:3]]
    for line in lines:
        line.receive()
    bobs = stack.enter_context(from_address(bob, match, "198.51.100.7"))
    bobs.receive()
    assert lines[0].ending() == (1013, "MATCH_FULL")
    for person in crowd[3:]:
        stack.enter_context(from_address(person, match, "192.0.2.9")).receive()
    bobs.done("sit", seat=1, name="Bob")


# ---- sending away ----------------------------------------------------------------------------------------------------


def test_the_host_sees_who_watches_and_sends_them_away(stack: ExitStack) -> None:
    server = stack.enter_context(RunningServer())
    ann, eve, bob = people(stack, server, "Ann", "Eve", "Bob")
    eve.http.post("/api/me", json={"name": "Eve"})
    match = ann.create("me", "open")
    mine = stack.enter_context(ann.connect(match))
    eves = [stack.enter_context(eve.connect(match)) for _ in range(2)]
    stack.enter_context(bob.connect(match))
    mine.until(lambda line: line.match["spectators"] == 2)
    listed = watchers(mine)
    assert [(one["name"], one["windows"], one["removed"]) for one in listed] == [
        ("Eve", 2, False),
        ("", 1, False),
    ]
    assert all(str(cookie.value) not in str(listed) for cookie in eve.http.cookies.jar)
    assert eves[0].refused("watchers") == "NOT_HOST"
    assert eves[0].refused("remove", watchers=[listed[1]["key"]]) == "NOT_HOST"
    mine.done("remove", watchers=[listed[0]["key"]])
    assert [line.ending() for line in eves] == [REMOVED, REMOVED]
    with eve.dial(match) as again:
        assert again.receive()["code"] == "REMOVED"
        assert again.ending() == REMOVED
    mine.until(lambda line: line.match["spectators"] == 1)
    mine.send({"type": "sync"})
    mine.receive()
    assert mine.match["spectators"] == 1, "who tries in vain to come back does not count"
    assert [one["removed"] for one in watchers(mine)] == [False, True]
    assert mine.refused("remove", watchers=[listed[0]["key"]]) == "NOBODY_THERE"
    mine.done("readmit", watchers=[listed[0]["key"]])
    stack.enter_context(eve.connect(match)).done("sit", seat=1, name="Eve")


EVES, ANNS = "192.0.2.9", "198.51.100.7"


def test_whoever_was_sent_away_does_not_return_to_the_lobby_with_a_new_cookie(stack: ExitStack) -> None:
    """Others at the same address do, if they were there; so do all after the host has let the removed one in."""
    server = stack.enter_context(RunningServer(settings=quick_settings(trusted_proxies=("127.0.0.1",))))
    ann, eve, brother, again, bob = people(stack, server, "Ann", "Eve", "Brother", "Again", "Bob")
    match = ann.create("me", "open", "open")
    mine = stack.enter_context(from_address(ann, match, ANNS))
    mine.receive()
    brothers = stack.enter_context(from_address(brother, match, EVES))
    brothers.receive()
    hers = stack.enter_context(from_address(eve, match, EVES))
    hers.done("sit", seat=1, name="Eve")
    mine.until(lambda line: line.match["seats"][1]["kind"] == "person")
    mine.done("remove", seat=1)
    assert hers.ending() == REMOVED
    with from_address(again, match, EVES) as refused:
        assert refused.receive()["code"] == "REMOVED"
        assert refused.ending() == REMOVED
    with from_address(brother, match, EVES) as admitted:
        admitted.receive()
    with from_address(bob, match, "203.0.113.5") as stranger:
        stranger.receive()
    (removed,) = [one for one in watchers(mine) if one["removed"]]
    mine.done("readmit", watchers=[removed["key"]])
    stack.enter_context(from_address(again, match, EVES)).done("sit", seat=1, name="Again")


def test_a_household_with_somebody_at_the_table_is_not_kept_out(stack: ExitStack) -> None:
    server = stack.enter_context(RunningServer(settings=quick_settings(trusted_proxies=("127.0.0.1",))))
    ann, eve, sister, friend = people(stack, server, "Ann", "Eve", "Sister", "Friend")
    match = ann.create("me", "open", "open")
    mine = stack.enter_context(from_address(ann, match, ANNS))
    mine.receive()
    for seat, (person, address) in enumerate(((eve, EVES), (sister, EVES)), 1):
        stack.enter_context(from_address(person, match, address)).done("sit", seat=seat, name=person.name)
    mine.until(lambda line: line.match["seats"][2]["kind"] == "person")
    mine.done("remove", seat=1)
    with from_address(friend, match, EVES) as admitted:
        admitted.done("sit", seat=1, name="Friend")


def test_the_hosts_own_household_is_not_kept_out(stack: ExitStack) -> None:
    server = stack.enter_context(RunningServer(settings=quick_settings(trusted_proxies=("127.0.0.1",))))
    ann, eve, again = people(stack, server, "Ann", "Eve", "Again")
    match = ann.create("me", "open")
    mine = stack.enter_context(from_address(ann, match, ANNS))
    mine.receive()
    hers = stack.enter_context(from_address(eve, match, ANNS))
    hers.done("sit", seat=1, name="Eve")
    mine.until(lambda line: line.match["seats"][1]["kind"] == "person")
    mine.done("remove", seat=1)
    assert hers.ending() == REMOVED
    stack.enter_context(from_address(again, match, ANNS)).done("sit", seat=1, name="Again")


def test_somebody_on_a_seat_is_sent_away_and_the_seat_is_free(stack: ExitStack) -> None:
    server = stack.enter_context(RunningServer())
    ann, eve = people(stack, server, "Ann", "Eve")
    match = ann.create("me", "open")
    mine, hers = (stack.enter_context(person.connect(match)) for person in (ann, eve))
    hers.done("sit", seat=1, name="Ann")
    mine.until(lambda line: line.match["seats"][1]["kind"] == "person")
    assert mine.refused("remove", seat=0) == "NOBODY_THERE", "the host stays"
    assert mine.refused("remove", seat=7) == "NO_SUCH_SEAT"
    mine.done("remove", seat=1)
    assert hers.ending() == REMOVED
    assert mine.match["seats"][1]["kind"] == "open"
    assert mine.refused("remove") == "NOBODY_THERE"


def test_whoever_was_sent_away_stays_away_after_a_restart_until_the_match_is_over(
    tmp_path: Path, stack: ExitStack
) -> None:
    file = tmp_path / "slugfest.db"
    with RunningServer(store=SqliteStore(file)) as server, ExitStack() as first:
        ann, eve = people(first, server, "Ann", "Eve")
        match = ann.create("me", "easy", start=False)
        mine = first.enter_context(ann.connect(match))
        first.enter_context(eve.connect(match))
        mine.until(lambda line: line.match["spectators"] == 1)
        mine.done("remove", watchers=[watchers(mine)[0]["key"]])
        cookies = {person.name: dict(person.http.cookies) for person in (ann, eve)}
    server = stack.enter_context(RunningServer(store=SqliteStore(file)))
    ann, eve = people(stack, server, "Ann", "Eve")
    for person in (ann, eve):
        person.http.cookies.clear()
        person.http.cookies.update(cookies[person.name])
    assert eve.dial(match).ending() == REMOVED
    mine = stack.enter_context(ann.connect(match))
    mine.done("start")
    assert mine.refused("remove", seat=1, id="too late") == "ALREADY_STARTED"
    assert eve.dial(match).ending() == REMOVED
    mine.done("resign")
    mine.until(lambda line: line.status in ("finished", "abandoned"))
    assert stack.enter_context(eve.connect(match)).seat == -1


def test_a_new_cookie_does_not_help_after_a_restart_either(tmp_path: Path, stack: ExitStack) -> None:
    """Whoever was there at that address may return. No address is on the disk, and its digest goes with its guest."""
    file, settings = tmp_path / "slugfest.db", quick_settings(trusted_proxies=("127.0.0.1",))
    with RunningServer(settings, SqliteStore(file)) as server, ExitStack() as first:
        ann, eve, brother = people(first, server, "Ann", "Eve", "Brother")
        match = ann.create("me", "open")
        lines = [
            first.enter_context(from_address(person, match, address))
            for person, address in ((ann, ANNS), (brother, EVES), (eve, EVES))
        ]
        for line in lines:
            line.receive()
        lines[2].done("sit", seat=1, name="Eve")
        lines[0].until(lambda line: line.match["seats"][1]["kind"] == "person")
        lines[0].done("remove", seat=1)
        cookies = [dict(person.http.cookies) for person in (ann, eve, brother)]
    stored = b"".join(one.read_bytes() for one in tmp_path.iterdir())
    assert EVES.encode() not in stored
    store = SqliteStore(file)
    server = stack.enter_context(RunningServer(settings, store))
    ann, eve, brother, again = people(stack, server, "Ann", "Eve", "Brother", "Again")
    for person, kept in zip((ann, eve, brother), cookies, strict=True):
        person.http.cookies.clear()
        person.http.cookies.update(kept)
    with from_address(again, match, EVES) as refused:  # nobody else is there: the server alone knows it
        assert refused.ending() == REMOVED
    stack.enter_context(from_address(brother, match, EVES)).receive()
    assert len(store.documents("removals")) == 1
    assert eve.http.post("/api/me/forget", json={"sure": True}).is_success
    assert store.documents("removals") == []
