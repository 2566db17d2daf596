"""Whoever hosts the server: the one-time link, what the admin page can do, and that nobody else can."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from tests.server.harness import Facts, Line, Person, RunningServer, quick_settings
from tests.server.test_claims import claim, guest_of, post
from tests.server.test_own_matches import me
from tests.store.places import PLACES
from websockets.sync.client import connect

from slugfest.kernel.facts import misfit
from slugfest.protocol.hosting import AdminAction
from slugfest.server.admin import LINK_VALID, SESSION_VALID, Administration
from slugfest.server.async_store import AsyncStore
from slugfest.server.claims import Claims
from slugfest.server.clubs import Clubs
from slugfest.server.reports import MOST, Reports
from slugfest.store import DocumentChange, MemoryStore, SqliteStore, Store
from slugfest.store.base import milliseconds
from slugfest.table import Refusal
from slugfest.table import hosting as shapes

ADMIN = "/api/admin"


def with_admin(store: Store, work: Callable[[Administration], Any]) -> Any:
    """Do what ``slugfest admin`` does, on a store that a server uses."""
    commands = AsyncStore(store, {})
    reports = Reports(commands)
    return asyncio.run(work(Administration(commands, Claims(commands), Clubs(commands), reports)))


def link(store: Store, by: str = "Jo") -> str:
    token: str = with_admin(store, lambda admin: admin.new_link(by))
    return token


def enter(person: Person, store: Store) -> Facts:
    answer = post(person, "admin/enter", token=link(store))
    assert answer["status"] == 200, answer
    return answer


def act(person: Person, action: str, why: str = "because", **more: Any) -> Facts:
    answer = post(person, "admin/act", action=action, why=why, **more)
    assert answer["status"] == 200, answer
    del answer["status"]
    assert misfit(answer, shapes.AdminOverview, "overview") == ""
    return answer


def refused(person: Person, action: str, why: str = "because", **more: Any) -> str:
    answer = post(person, "admin/act", action=action, why=why, **more)
    assert answer["status"] >= 400, answer
    return str(answer["code"])


def audit(person: Person) -> list[Facts]:
    found = person.http.get(f"{ADMIN}/audit").json()
    assert misfit(found, shapes.AuditLog, "audit") == ""
    entries: list[Facts] = found["entries"]
    return entries


def named(person: Person) -> str:
    """Let the server know a guest by their name, as a lobby does; their id."""
    assert post(person, "me", name=person.name)["status"] == 200
    return guest_of(person)


def playing(host: Person, guest: Person, lines: ExitStack) -> tuple[str, Line, Line]:
    """Two people play."""
    match = host.create("me", "open", start=False)
    mine, theirs = (lines.enter_context(person.connect(match)) for person in (host, guest))
    theirs.done("sit", seat=1, name=guest.name)
    mine.done("start")
    for line in (mine, theirs):
        line.until(lambda line: line.status == "playing")
    return match, mine, theirs


@pytest.fixture(autouse=True)
def _nothing_stays(server: RunningServer) -> Iterator[None]:
    yield
    kept = (
        "moderation",
        "audit",
        "audit_names",
        "admin_links",
        "admin_sessions",
        "reports",
        "claims",
        "names",
    )
    for collection in (*kept, "codes"):
        for one in server.store.documents(collection):
            server.store.write_documents([DocumentChange(collection, one.key, one.version, None)])


# ---- the link --------------------------------------------------------------------------------------------------------


def test_a_link_works_once_and_gives_a_strict_session(people: list[Person], server: RunningServer) -> None:
    ann, bob, _ = people
    token = link(server.store)
    assert token not in repr([server.store.documents(name) for name in ("admin_links", "admin_sessions")])
    answer = ann.http.post(f"{ADMIN}/enter", json={"token": token})
    assert answer.status_code == 200
    assert misfit(answer.json(), shapes.AdminOverview, "overview") == ""
    assert answer.json()["by"] == "Jo"
    cookie = answer.headers["set-cookie"].lower()
    assert all(part in cookie for part in ("httponly", "samesite=strict", "path=/api/admin"))
    assert ann.http.get(ADMIN).status_code == 200
    assert post(bob, "admin/enter", token=token)["code"] == "NO_SUCH_LINK"
    assert post(ann, "admin/enter", token=token)["code"] == "NO_SUCH_LINK"
    assert bob.http.get(ADMIN).json()["code"] == "NOT_ADMIN"


@pytest.mark.parametrize(
    "token", ["", "x", "A" * 43, "A" * 5000, "../", "\ud800".encode("utf-8", "ignore").decode()]
)
def test_guessed_links_are_all_refused_alike(people: list[Person], token: str) -> None:
    answer = post(people[0], "admin/enter", token=token)
    assert (answer["status"], answer["code"]) == (410, "NO_SUCH_LINK")


def test_links_and_sessions_expire_by_the_stores_clock() -> None:
    clock = [milliseconds()]
    store = MemoryStore(lambda: clock[0])
    with RunningServer(store=store) as server, server.person("Ann") as ann:
        old = link(store)
        clock[0] += LINK_VALID
        assert post(ann, "admin/enter", token=old)["code"] == "NO_SUCH_LINK"
        enter(ann, store)
        clock[0] += SESSION_VALID - 1
        assert ann.http.get(ADMIN).status_code == 200
        clock[0] += 1
        assert ann.http.get(ADMIN).json()["code"] == "NOT_ADMIN"


def test_of_two_who_use_a_link_at_once_on_two_processes_one_gets_in(tmp_path: Path) -> None:
    stores = [SqliteStore(tmp_path / "matches.db") for _ in range(2)]
    with ExitStack() as stack:
        servers = [stack.enter_context(RunningServer(store=store)) for store in stores]
        crowd = [stack.enter_context(servers[number % 2].person(f"P{number}")) for number in range(6)]
        with closing(SqliteStore(tmp_path / "matches.db")) as commands:
            token = link(commands)
        barrier, answers = threading.Barrier(len(crowd)), dict[int, int]()

        def use(number: int) -> None:
            barrier.wait(30)
            answers[number] = post(crowd[number], "admin/enter", token=token)["status"]

        threads = [threading.Thread(target=use, args=[number]) for number in range(len(crowd))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert sorted(answers.values()) == [200] + [410] * 5
        (winner,) = [number for number, status in answers.items() if status == 200]
        other = servers[(winner + 1) % 2]
        crowd[winner].http.base_url = other.address
        assert crowd[winner].http.get(ADMIN).status_code == 200  # a session is every process's


def test_a_session_can_be_left_and_all_can_be_ended(people: list[Person], server: RunningServer) -> None:
    ann, bob, _ = people
    enter(ann, server.store)
    enter(bob, server.store)
    assert post(ann, "admin/leave")["status"] == 204
    assert ann.http.get(ADMIN).json()["code"] == "NOT_ADMIN"
    assert bob.http.get(ADMIN).status_code == 200
    assert with_admin(server.store, lambda admin: admin.end_all()) == 1
    assert bob.http.get(ADMIN).json()["code"] == "NOT_ADMIN"


def test_a_forged_or_changed_cookie_is_nobodys(people: list[Person], server: RunningServer) -> None:
    ann, bob, _ = people
    enter(ann, server.store)
    (cookie,) = [one for one in ann.http.cookies.jar if one.name == "slugfest_admin"]
    value = cookie.value or ""
    unsigned = value.rpartition(".")[0]
    for forged in (
        unsigned,
        f"{unsigned}.",
        f"{unsigned}.AAAA",
        f"x{value}",
        guest_of(ann),
        "x" * 9000,
        "ü.ü",
    ):
        headers = {b"cookie": f"slugfest_admin={forged}".encode()}
        assert bob.http.get(ADMIN, headers=headers).json()["code"] == "NOT_ADMIN", forged
    guests = [one.value or "" for one in ann.http.cookies.jar if one.name == "slugfest_guest"]
    assert bob.http.get(ADMIN, headers={"cookie": f"slugfest_admin={guests[0]}"}).status_code == 403


def test_other_origins_get_nothing_even_those_that_may_play() -> None:
    trusted = "https://friends.example"
    with RunningServer(quick_settings(origins=(trusted,))) as server, server.person("Ann") as ann:
        token = link(server.store)
        for origin in (trusted, "https://evil.example", "null"):
            answer = ann.http.post(f"{ADMIN}/enter", json={"token": token}, headers={"origin": origin})
            assert (answer.status_code, answer.json()["code"]) == (403, "FOREIGN_PAGE"), origin
        assert post(ann, "admin/enter", token=token)["status"] == 200  # it was not used up
        for origin in (trusted, "https://evil.example", "null"):
            headers = {"origin": origin}
            for path in ("", "/guests", "/audit"):
                assert ann.http.get(f"{ADMIN}{path}", headers=headers).json()["code"] == "FOREIGN_PAGE"
            for path in ("act", "backup", "leave"):
                body = {"action": "dismiss", "why": "x"}
                answer = ann.http.post(f"{ADMIN}/{path}", json=body, headers=headers)
                assert answer.json()["code"] == "FOREIGN_PAGE", path
        cross = ann.http.get(ADMIN, headers={"sec-fetch-site": "cross-site"})
        assert cross.json()["code"] == "FOREIGN_PAGE"


def test_nobody_without_a_session_can_ask_or_do_anything(people: list[Person]) -> None:
    ann = people[0]
    for path in ("", "/guests?name=a", "/audit"):
        assert ann.http.get(f"{ADMIN}{path}").json()["code"] == "NOT_ADMIN"
    assert refused(ann, "block", guest=guest_of(people[1])) == "NOT_ADMIN"
    for path in ("admin/backup", "admin/leave"):
        assert post(ann, path)["code"] == "NOT_ADMIN"


# ---- actions ---------------------------------------------------------------------------------------------------------


def test_an_action_needs_a_reason_and_somebody_who_exists(
    people: list[Person], server: RunningServer
) -> None:
    ann, bob, _ = people
    enter(ann, server.store)
    guest = named(bob)
    assert refused(ann, "block", why=" \u200b\n", guest=guest) == "WHY_NEEDED"
    assert refused(ann, "block", guest="nobody") == "NO_SUCH_GUEST"
    assert refused(ann, "rename", guest="", name="Zoe") == "NO_SUCH_GUEST"
    assert refused(ann, "block", guest=guest, hours=9000) == "WRONG_HOURS"
    assert refused(ann, "block", guest=guest, hours=-1) == "WRONG_HOURS"
    assert refused(ann, "block_address", address="nowhere", hours=1) == "NOT_UNDERSTOOD"
    assert refused(ann, "block_address", address="192.0.2.1", hours=0) == "WRONG_HOURS"
    assert refused(ann, "unblock", block="order 1") == "NO_SUCH_BLOCK"
    assert refused(ann, "unblock", block=f"guest {guest}") == "NO_SUCH_BLOCK"
    assert refused(ann, "unseat", guest=guest, match="ABCDEFGH") == "NO_SUCH_MATCH"
    assert refused(ann, "make_me_king") == "NOT_UNDERSTOOD"
    assert [one["action"] for one in audit(ann)] == ["enter"]


def test_a_renamed_guest_has_the_new_name_everywhere_and_cannot_take_the_old_one_back(
    people: list[Person], server: RunningServer, lines: ExitStack
) -> None:
    ann, bob, cyd = people
    enter(ann, server.store)
    match = bob.create("me", "open", start=False)
    his = lines.enter_context(bob.connect(match))
    guest = named(bob)
    act(ann, "rename", "an insult", guest=guest, name="Guest One")
    his.until(lambda line: line.match["seats"][0]["name"] == "Guest One")
    assert me(bob)["name"] == "Guest One"
    assert post(bob, "me", name="bоb")["code"] == "NAME_CLAIMED"  # with a Cyrillic о
    assert post(cyd, "me/claim", name="Bob")["code"] == "NAME_CLAIMED"
    entry = audit(ann)[0]
    assert (entry["action"], entry["by"], entry["why"], entry["name"], entry["to"], entry["guest"]) == (
        "rename", "Jo", "an insult", "Bob", "Guest One", guest,
    )  # fmt: skip
    act(ann, "allow_name", name="Bob")
    assert post(cyd, "me/claim", name="Bob")["status"] == 200


def test_a_claimed_name_is_taken_away_with_the_code_still_working(
    people: list[Person], server: RunningServer
) -> None:
    ann, bob, cyd = people
    enter(ann, server.store)
    code = claim(bob, "Zoe")
    claim(cyd, "Nell")
    assert refused(ann, "rename", guest=guest_of(bob), name="nell") == "NAME_CLAIMED"
    assert refused(ann, "rename", guest=guest_of(bob), name="Robo Rita") == "NAME_CLAIMED"
    act(ann, "rename", guest=guest_of(bob), name="Guest Two")
    assert post(cyd, "me/claim", name="Zoe")["code"] == "NAME_CLAIMED"
    assert post(cyd, "sign-in", code=code)["name"] == "Guest Two"


def test_a_name_that_was_typed_at_a_table_alone_is_changed_and_barred_too(
    people: list[Person], server: RunningServer, lines: ExitStack
) -> None:
    ann, bob, cyd = people
    enter(ann, server.store)
    match = bob.create("me", "open", start=False)
    hers = lines.enter_context(cyd.connect(match))
    hers.done("sit", seat=1, name="Stinker")
    assert server.store.name_of(guest_of(cyd)) is None
    act(ann, "rename", guest=guest_of(cyd), name="Guest Six")
    hers.until(lambda line: line.match["seats"][1]["name"] == "Guest Six")
    assert post(cyd, "me", name="stinker")["code"] == "NAME_CLAIMED"
    act(ann, "block", guest=guest_of(cyd))
    assert hers.ending() == (4403, "BLOCKED")


def test_whoever_is_muted_plays_on_without_phrases(
    people: list[Person], server: RunningServer, lines: ExitStack
) -> None:
    ann, bob, cyd = people
    _, his, hers = playing(bob, cyd, lines)
    phrase = {"phrase": "thanks", "to": "table"}
    his.done("say", **phrase)
    guest = named(bob)
    enter(ann, server.store)
    act(ann, "mute", guest=guest, hours=1)
    assert his.refused("say", **phrase) == "MUTED"
    hers.done("say", **phrase)
    if his.my_turn:
        his.done("play", moves=[his.moves[0]])
    act(ann, "unmute", guest=guest)
    his.done("say", **phrase)
    assert [one["action"] for one in audit(ann)[:2]] == ["unmute", "mute"]


def test_a_guest_is_removed_from_a_lobby_and_from_a_running_match(
    people: list[Person], server: RunningServer, lines: ExitStack
) -> None:
    ann, bob, cyd = people
    enter(ann, server.store)
    lobby = cyd.create("me", "open", start=False)
    his = lines.enter_context(bob.connect(lobby))
    his.done("sit", seat=1, name="Bob")
    act(ann, "unseat", guest=guest_of(bob), match=lobby)
    assert his.ending()[0] == 4403
    with cyd.connect(lobby) as hers:
        assert [seat["kind"] for seat in hers.match["seats"]] == ["person", "open"]
    match, hers, his = playing(cyd, bob, lines)
    act(ann, "unseat", guest=guest_of(bob), match=f"{match[:4]}-{match[4:]}".lower())  # as it is typed
    assert his.ending()[0] == 4403
    hers.until(lambda line: line.match["seats"][1]["stand_in"])
    with bob.dial(match) as again:
        assert again.ending()[0] == 4403
    assert refused(ann, "unseat", guest=guest_of(ann), match=match) == "NO_SUCH_GUEST"


def test_a_blocked_guest_is_refused_everywhere_and_their_open_sockets_end(
    people: list[Person], server: RunningServer, lines: ExitStack
) -> None:
    ann, bob, cyd = people
    enter(ann, server.store)
    match = bob.create("me", "open", start=False)
    guest = named(bob)
    his, hers = (lines.enter_context(person.connect(match)) for person in (bob, cyd))
    cookies = "; ".join(f"{one.name}={one.value}" for one in bob.http.cookies.jar)
    feed = lines.enter_context(
        connect(
            server.address.replace("http", "ws") + "/ws/mine",
            additional_headers={"Cookie": cookies},
            proxy=None,
        )
    )
    feed.recv(30)
    act(ann, "block", "insults", guest=guest, hours=2)
    assert his.ending() == (4403, "BLOCKED")
    assert '"BLOCKED"' in his.raw[-1]
    assert '"BLOCKED"' in str(feed.recv(30))
    answer = bob.http.get("/api/me")
    assert (answer.status_code, answer.json()["code"]) == (403, "BLOCKED")
    assert post(bob, "matches", game="hush", seats=[])["code"] == "BLOCKED"
    with bob.dial(match) as again:
        assert again.ending() == (4403, "BLOCKED")
    assert hers.ask("preview", moves=[])["type"] in ("preview_result", "refused")  # others go on
    assert cyd.http.get("/api/me").status_code == 200
    act(ann, "unblock", block=f"guest {guest}")
    assert bob.http.get("/api/me").status_code == 200


def test_whoever_is_blocked_may_still_delete_everything_and_the_block_stays(
    people: list[Person], server: RunningServer
) -> None:
    ann, bob, _ = people
    enter(ann, server.store)
    guest = named(bob)
    act(ann, "block", guest=guest)
    cookie = dict(bob.http.cookies)
    assert post(bob, "me/forget", sure=True)["status"] == 204
    bob.http.cookies.update(cookie)
    assert bob.http.get("/api/me").json()["code"] == "BLOCKED"
    assert audit(ann)[0]["name"] == ""  # the name was theirs


def test_an_address_is_blocked_with_a_guest_and_kept_as_a_digest() -> None:
    with ExitStack() as stack:
        server = stack.enter_context(RunningServer(quick_settings(trusted_proxies=("127.0.0.1",))))
        ann, bob, cyd, dee = (
            stack.enter_context(server.person(name)) for name in ("Ann", "Bob", "Cyd", "Dee")
        )
        for person, address in (
            (ann, "192.0.2.1"),
            (bob, "192.0.2.2"),
            (cyd, "192.0.2.2"),
            (dee, "192.0.2.3"),
        ):
            person.http.headers["x-forwarded-for"] = address
            me(person)
        enter(ann, server.store)
        found = act(ann, "block", guest=named(bob), with_address=True)
        found = act(ann, "dismiss", guest=named(ann))
        assert sorted(one["kind"] for one in found["blocks"]) == ["address", "guest"]
        assert cyd.http.get("/api/me").json()["code"] == "BLOCKED"  # the same address
        cyd.http.cookies.clear()
        assert cyd.http.get("/api/me").json()["code"] == "BLOCKED"  # as a new guest
        assert dee.http.get("/api/me").status_code == 200
        assert "192.0.2.2" not in repr(server.store.documents("moderation"))
        act(ann, "block_address", address="192.0.2.3", hours=1)
        assert dee.http.get("/api/me").json()["code"] == "BLOCKED"
        act(ann, "unblock", block=f"guest {guest_of(bob)}")
        assert [one.http.get("/api/me").status_code for one in (bob, cyd, dee)] == [200, 200, 403]


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_command_and_another_process_act_on_a_running_server(tmp_path: Path, kind: str) -> None:
    with ExitStack() as stack:
        place = PLACES[kind](tmp_path)
        stack.callback(place.close)
        one = stack.enter_context(RunningServer(store=place.open()))
        bob = stack.enter_context(one.person("Bob"))
        match = bob.create("me", "open", start=False)
        guest = named(bob)
        line = stack.enter_context(bob.connect(match))
        commands = place.open()
        with_admin(commands, lambda admin: admin.act("Jo", AdminAction("rename", "why", guest, "Guest One")))
        line.until(lambda line: line.match["seats"][0]["name"] == "Guest One")
        with_admin(commands, lambda admin: admin.act("Jo", AdminAction("block", "why", guest)))
        assert line.ending() == (4403, "BLOCKED")
        two = stack.enter_context(RunningServer(store=place.open()))
        bob.http.base_url = two.address
        assert bob.http.get("/api/me").json()["code"] == "BLOCKED"
        with pytest.raises(Refusal):
            with_admin(commands, lambda admin: admin.act("Jo", AdminAction("block", "", guest)))
        wrong = AdminAction("unseat", "why", guest, match="\x00")
        with pytest.raises(Refusal, match="NO_SUCH_MATCH"):
            with_admin(commands, lambda admin: admin.act("Jo", wrong))


# ---- reports ---------------------------------------------------------------------------------------------------------


def test_a_name_can_be_reported_once_and_the_host_sees_it(
    people: list[Person], server: RunningServer, lines: ExitStack
) -> None:
    ann, bob, cyd = people
    match = bob.create("me", "open", "easy", start=False)
    his = lines.enter_context(bob.connect(match))
    lines.enter_context(cyd.connect(match)).done("sit", seat=1, name="Cyd")
    his.until(lambda line: line.match["seats"][1]["name"] == "Cyd")
    for reporter in (bob, bob, ann):
        assert post(reporter, f"matches/{match}/report", seat=1)["status"] == 204
    for seat in (0, 2, 7, -1):
        assert post(bob, f"matches/{match}/report", seat=seat)["code"] == "NOTHING_TO_REPORT"
    found = enter(ann, server.store)
    assert [(one["name"], one["reporters"]) for one in found["reports"]] == [("Cyd", 2)]
    named(cyd)
    assert act(ann, "dismiss", guest=guest_of(cyd))["reports"] == []
    assert post(bob, f"matches/{match}/report", seat=1)["status"] == 204
    assert post(cyd, "me/forget", sure=True)["status"] == 204
    assert server.store.documents("reports") == []


def test_reports_are_limited(people: list[Person], server: RunningServer) -> None:
    ann, bob, _ = people
    match = bob.create("me", "open", start=False)
    for number in range(MOST):
        change = DocumentChange(
            "reports", f"{number} {guest_of(ann)}", 0, {"name": "x", "at": 1}, guest_of(ann)
        )
        server.store.write_documents([change])
    assert post(ann, f"matches/{match}/report", seat=0)["code"] == "TOO_MANY_REPORTS"


# ---- lists -----------------------------------------------------------------------------------------------------------


def test_the_host_sees_who_is_there_and_nothing_of_any_hand(
    people: list[Person], server: RunningServer, lines: ExitStack
) -> None:
    ann, bob, cyd = people
    match, _, _ = playing(bob, cyd, lines)
    named(bob)
    found = enter(ann, server.store)
    assert {one["id"] for one in found["people"]} >= {guest_of(bob), guest_of(cyd)}
    (process,) = found["processes"]
    assert process["connections"] >= 2
    listed = next(one for one in found["matches"] if one["id"] == match)
    assert listed.keys() == {"id", "game", "status", "since", "seats"}
    assert [seat.keys() for seat in listed["seats"]] == [{"kind", "name", "guest"}] * 2
    assert {one["name"] for one in found["limits"]} >= {"new-guests", "windows"}
    guests = ann.http.get(f"{ADMIN}/guests", params={"name": "bO"}).json()
    assert misfit(guests, shapes.AdminPeople, "people") == ""
    assert guest_of(bob) in [one["id"] for one in guests["people"]]
    assert ann.http.get(f"/api/matches/{match}/record").json()["code"] == "RECORD_LATER"
    assert ann.http.get(f"/api/matches/{match}/replay").json()["code"] == "REPLAY_LATER"


async def note_backup(why: str, admin: Administration) -> None:
    await admin.note("Jo", "backup", why)


def test_the_audit_log_goes_on_page_by_page(people: list[Person], server: RunningServer) -> None:
    ann = people[0]
    enter(ann, server.store)
    for number in range(52):
        with_admin(server.store, partial(note_backup, str(number)))
    first = ann.http.get(f"{ADMIN}/audit").json()
    assert len(first["entries"]) == 50
    rest = ann.http.get(f"{ADMIN}/audit", params={"after": first["next"]}).json()
    assert (len(rest["entries"]), rest["next"]) == (3, "")
    times = [one["at"] for one in first["entries"] + rest["entries"]]
    assert times == sorted(times, reverse=True)


def test_a_backup_can_be_made_while_people_play(tmp_path: Path) -> None:
    file = tmp_path / "data" / "slugfest.db"
    settings = quick_settings(database=str(file))
    with RunningServer(settings, SqliteStore(file)) as server, server.person("Ann") as ann:
        match = ann.create("me", "open", start=False)
        with closing(SqliteStore(file)) as commands:
            assert enter(ann, commands)["backups"] == str(file.parent / "backups")
        answer = post(ann, "admin/backup")
        assert answer["status"] == 201, answer
        assert post(ann, "admin/backup")["code"] == "BACKUP_BUSY"
        (copy,) = (file.parent / "backups").iterdir()
        assert (copy.name, copy.stat().st_size) == (answer["file"], answer["bytes"])
        assert copy.stat().st_mode & 0o077 == 0
        with closing(SqliteStore(copy)) as copied:
            assert copied.entries(match)
        assert audit(ann)[0]["action"] == "backup"


def test_without_a_database_there_is_no_backup(people: list[Person], server: RunningServer) -> None:
    enter(people[0], server.store)
    assert post(people[0], "admin/backup")["code"] == "NO_BACKUPS"
