"""Clubs: who may do what, that there is always an owner, and what outsiders see."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path

import pytest
from tests.server.harness import Facts, Person, RunningServer, play_out
from tests.server.test_admin import act, audit, enter, named
from tests.server.test_claims import guest_of, post
from tests.store.places import PLACES

from slugfest.kernel.facts import misfit
from slugfest.server.club_api import season_table, told_apart
from slugfest.server.clubs import INVITE_VALID, LONGEST_NOTE, MOST_CLUBS, MOST_NOTES, tidy_note
from slugfest.store import DocumentChange, MemoryStore
from slugfest.store.base import milliseconds
from slugfest.table import clubs as shapes
from slugfest.table.people import PoolRating


def checked(answer: Facts) -> Facts:
    assert answer.pop("status", 200) in (200, 201), answer
    assert misfit(answer, shapes.Club, "club") == ""
    return answer


def found(person: Person, name: str = "Thursdays") -> Facts:
    named(person)
    return checked(post(person, "clubs", name=name))


def club_of(person: Person, club: str) -> Facts:
    return checked(person.http.get(f"/api/clubs/{club}").json())


def join(person: Person, club: Facts) -> Facts:
    named(person)
    return checked(post(person, "clubs/join", club=club["id"], invite=club["invite"]))


def key_of(club: Facts, name: str) -> str:
    return next(str(one["key"]) for one in club["members"] if one["name"] == name)


def roles(club: Facts) -> dict[str, str]:
    return {one["name"]: one["role"] for one in club["members"]}


def set_role(person: Person, club: Facts, name: str, role: str) -> Facts:
    member = key_of(club_of(person, club["id"]), name)
    return post(person, f"clubs/{club['id']}/member", member=member, role=role)


@pytest.fixture(autouse=True)
def _nothing_stays(server: RunningServer) -> Iterator[None]:
    yield
    for collection in (
        "clubs",
        "club_members",
        "club_notes",
        "club_matches",
        "club_events",
        "moderation",
        "audit",
    ):
        for one in server.store.documents(collection):
            server.store.write_documents([DocumentChange(collection, one.key, one.version, None)])


def test_a_club_is_founded_and_joined_by_its_link(people: list[Person]) -> None:
    ann, bob, cyd = people
    club = found(ann)
    assert (club["role"], club["size"], roles(club)) == ("owner", 1, {"Ann": "owner"})
    assert join(bob, club)["role"] == "member"
    assert join(bob, club)["size"] == 2  # again changes nothing
    assert roles(club_of(ann, club["id"].lower())) == {"Ann": "owner", "Bob": "member"}
    mine = bob.http.get("/api/clubs").json()
    assert misfit(mine, shapes.MyClubs, "clubs") == ""
    assert [(one["name"], one["role"], one["members"]) for one in mine["clubs"]] == [
        ("Thursdays", "member", 2)
    ]
    assert cyd.http.get("/api/clubs").json() == {"clubs": []}


def test_outsiders_see_the_name_and_the_size_alone(people: list[Person]) -> None:
    ann, bob, cyd = people
    club = found(ann)
    join(bob, club)
    post(ann, f"clubs/{club['id']}/note", text="secret plans")
    seen = club_of(cyd, club["id"])
    assert (seen["name"], seen["size"], seen["role"]) == ("Thursdays", 2, None)
    assert [seen[part] for part in ("members", "notes", "tables", "finished", "events", "invite")] == [
        [],
        [],
        [],
        [],
        [],
        None,
    ]
    for part in ("season", "export", "calendar"):
        assert cyd.http.get(f"/api/clubs/{club['id']}/{part}").json()["code"] == "NOT_MEMBER"
    for path, body in (
        ("leave", {}),
        ("dissolve", {"sure": True}),
        ("member", {"member": "x", "role": "none"}),
        ("invite", {}),
        ("note", {"text": "x"}),
        ("note/remove", {"note": "x"}),
    ):
        assert post(cyd, f"clubs/{club['id']}/{path}", **body)["code"] == "NOT_MEMBER", path
    assert club_of(bob, club["id"])["invite"] is None
    assert guest_of(ann) not in json.dumps(club_of(bob, club["id"]))


@pytest.mark.parametrize("invite", ["", "x", "A" * 22, "A" * 5000, "ü"])
def test_guessed_invitations_and_clubs_are_refused_alike(people: list[Person], invite: str) -> None:
    ann, bob, _ = people
    club = found(ann)
    for code in (club["id"], "ABCDEFGH", "", "../x"):
        answer = post(bob, "clubs/join", club=code, invite=invite)
        assert (answer["status"], answer["code"]) == (410, "NO_SUCH_INVITE")
    assert bob.http.get("/api/clubs/ABCDEFGH").json()["code"] == "NO_SUCH_CLUB"
    assert bob.http.get("/api/clubs/x").json()["code"] == "NO_SUCH_CLUB"


def test_an_invitation_ends_by_time_by_a_new_one_and_when_somebody_is_removed() -> None:
    clock = [milliseconds()]
    with ExitStack() as stack:
        server = stack.enter_context(RunningServer(store=MemoryStore(lambda: clock[0])))
        ann, bob, cyd = (stack.enter_context(server.person(name)) for name in ("Ann", "Bob", "Cyd"))
        club = found(ann)
        join(bob, club)
        assert set_role(ann, club, "Bob", "none")["status"] == 200
        assert post(bob, "clubs/join", club=club["id"], invite=club["invite"])["code"] == "NO_SUCH_INVITE"
        club = club_of(ann, club["id"])
        renewed = checked(post(ann, f"clubs/{club['id']}/invite"))
        assert post(cyd, "clubs/join", club=club["id"], invite=club["invite"])["code"] == "NO_SUCH_INVITE"
        clock[0] += INVITE_VALID
        assert post(cyd, "clubs/join", club=club["id"], invite=renewed["invite"])["code"] == "NO_SUCH_INVITE"
        assert club_of(ann, club["id"])["invite"] is None
        join(cyd, checked(post(ann, f"clubs/{club['id']}/invite")))


def test_roles_allow_what_they_should_and_nothing_else(people: list[Person]) -> None:
    ann, bob, cyd = people
    club = found(ann)
    join(bob, club)
    join(cyd, club)
    for path, body, code in (
        ("note", {"text": "x"}, "NOT_DIRECTOR"),
        ("invite", {}, "NOT_DIRECTOR"),
        ("dissolve", {"sure": True}, "NOT_OWNER"),
    ):
        assert post(bob, f"clubs/{club['id']}/{path}", **body)["code"] == code
    assert set_role(bob, club, "Bob", "owner")["code"] == "NOT_DIRECTOR"
    assert set_role(bob, club, "Cyd", "none")["code"] == "NOT_DIRECTOR"
    assert set_role(ann, club, "Bob", "director")["status"] == 200
    assert post(bob, f"clubs/{club['id']}/note", text="Welcome")["status"] == 200
    assert set_role(bob, club, "Bob", "owner")["code"] == "NOT_OWNER"
    assert set_role(bob, club, "Cyd", "director")["code"] == "NOT_OWNER"
    assert set_role(bob, club, "Ann", "none")["code"] == "NOT_OWNER"
    assert post(bob, f"clubs/{club['id']}/dissolve", sure=True)["code"] == "NOT_OWNER"
    assert set_role(bob, club, "Cyd", "none")["status"] == 200
    assert post(bob, f"clubs/{club['id']}/member", member="0" * 16, role="none")["code"] == "NO_SUCH_MEMBER"
    assert post(ann, f"clubs/{club['id']}/member", member="x", role="king")["code"] == "NOT_UNDERSTOOD"


def test_there_is_always_an_owner(people: list[Person]) -> None:
    ann, bob, _ = people
    club = found(ann)
    join(bob, club)
    assert post(ann, f"clubs/{club['id']}/leave")["code"] == "LAST_OWNER"
    assert set_role(ann, club, "Ann", "member")["code"] == "LAST_OWNER"
    assert set_role(ann, club, "Ann", "none")["code"] == "LAST_OWNER"
    assert set_role(ann, club, "Bob", "owner")["status"] == 200
    assert post(ann, f"clubs/{club['id']}/leave")["status"] == 204
    assert roles(club_of(bob, club["id"])) == {"Bob": "owner"}
    assert post(bob, f"clubs/{club['id']}/leave")["status"] == 204  # the last one ends it
    assert bob.http.get(f"/api/clubs/{club['id']}").json()["code"] == "NO_SUCH_CLUB"


def test_whoever_deletes_everything_leaves_and_the_next_becomes_owner(
    people: list[Person], server: RunningServer
) -> None:
    ann, bob, cyd = people
    club = found(ann)
    join(bob, club)
    join(cyd, club)
    set_role(ann, club, "Cyd", "director")
    post(ann, f"clubs/{club['id']}/note", text="by Ann")
    assert post(ann, "me/forget", sure=True)["status"] == 204
    assert roles(club_of(bob, club["id"])) == {"Cyd": "owner", "Bob": "member"}
    assert club_of(bob, club["id"])["notes"] == []
    assert post(cyd, "me/forget", sure=True)["status"] == 204
    assert roles(club_of(bob, club["id"])) == {"Bob": "owner"}
    assert post(bob, "me/forget", sure=True)["status"] == 204
    assert server.store.documents("clubs") == server.store.documents("club_members") == []


def test_a_club_whose_owner_is_gone_from_the_store_has_another(
    people: list[Person], server: RunningServer
) -> None:
    ann, bob, _ = people
    club = found(ann)
    join(bob, club)
    server.store.forget(guest_of(ann), "Incognito")  # as a crash would leave it
    assert roles(club_of(bob, club["id"])) == {"Bob": "owner"}
    assert post(bob, f"clubs/{club['id']}/dissolve", sure=True)["status"] == 204


def test_dissolving_ends_everything(people: list[Person], server: RunningServer) -> None:
    ann, bob, _ = people
    club = found(ann)
    join(bob, club)
    post(ann, f"clubs/{club['id']}/note", text="x")
    match = ann.create("me", "open", start=False)
    checked(post(ann, f"clubs/{club['id']}/tables", match=match))
    assert post(ann, f"clubs/{club['id']}/dissolve", sure=False)["code"] == "NOT_UNDERSTOOD"
    assert post(ann, f"clubs/{club['id']}/dissolve", sure=True)["status"] == 204
    for collection in ("clubs", "club_members", "club_notes", "club_matches"):
        assert server.store.documents(collection) == []
    assert bob.http.get("/api/clubs").json() == {"clubs": []}


def test_nobody_passes_for_somebody_else_on_a_clubs_page(people: list[Person]) -> None:
    ann, bob, cyd = people
    club = found(ann)
    alike = ((bob, "Аnn"), (cyd, "Ann\u202e"))  # a Cyrillic letter, and one that turns the direction
    for person, name in alike:
        join(person, club)
        person.http.post("/api/me", json={"name": name})
    names = {one["name"]: one["role"] for one in club_of(cyd, club["id"])["members"]}
    assert names == {"Ann": "owner", "Аnn 2": "member", "Ann 3": "member"}


def test_two_hundred_alike_are_told_apart() -> None:
    names = told_apart({f"{number}": "Ann" for number in range(200)})
    assert len({*names.values()}) == 200
    assert told_apart({"a": "", "b": ""}) == {"a": "", "b": ""}


def test_announcements_are_plain_text_of_bounded_length(people: list[Person]) -> None:
    ann = people[0]
    club = found(ann)
    path = f"clubs/{club['id']}/note"
    for empty in ("", " \n\t", "\u200b\u202e"):
        assert post(ann, path, text=empty)["code"] == "NOTE_NEEDED"
    page = checked(post(ann, path, text="Eight o'clock\r\nBring\tsnacks \u202e<b>x</b>"))
    assert [one["text"] for one in page["notes"]] == ["Eight o'clock\nBring snacks <b>x</b>"]
    assert page["notes"][0]["by"] == "Ann"
    page = checked(post(ann, path, text="y" * 5000))
    assert len(page["notes"][0]["text"]) == LONGEST_NOTE
    assert len(tidy_note("a\n" * 100).split("\n")) == 10
    assert (
        tidy_note("e" + "\u0301" * 50 + "\ufdfd \U0001f469\u200d\U0001f680")
        == "é\u0301\u0301 \U0001f469\u200d\U0001f680"
    )
    page = checked(post(ann, f"{path}/remove", note=page["notes"][0]["key"]))
    assert len(page["notes"]) == 1
    assert post(ann, f"{path}/remove", note="x")["code"] == "NO_SUCH_NOTE"
    for _ in range(MOST_NOTES - 1):
        checked(post(ann, path, text="z"))
    assert post(ann, path, text="z")["code"] == "TOO_MANY_NOTES"


def test_a_guest_is_in_a_bounded_number_of_clubs(people: list[Person]) -> None:
    ann, bob, _ = people
    for number in range(MOST_CLUBS):
        found(ann, f"Club {number}")
    assert post(ann, "clubs", name="One more")["code"] == "TOO_MANY_CLUBS"
    club = found(bob)
    assert post(ann, "clubs/join", club=club["id"], invite=club["invite"])["code"] == "TOO_MANY_CLUBS"
    assert post(bob, "clubs", name="\u200b")["code"] == "NAME_NEEDED"


def test_a_table_is_shown_before_it_begins_and_counts_for_the_season(
    people: list[Person], server: RunningServer, lines: ExitStack
) -> None:
    ann, bob, cyd = people
    club = found(ann)
    join(bob, club)
    match = ann.create("me", "open", start=False)
    assert post(bob, f"clubs/{club['id']}/tables", match=match)["code"] == "NOT_IN_LOBBY"  # not at the table
    assert post(cyd, f"clubs/{club['id']}/tables", match=match)["code"] == "NOT_IN_LOBBY"
    page = checked(post(ann, f"clubs/{club['id']}/tables", match=match))
    assert [one["id"] for one in page["tables"]] == [match]
    hers, his = (lines.enter_context(person.connect(match)) for person in (ann, bob))
    his.done("sit", seat=1, name="Bob", nonce="0" * 32)
    hers.done("start")
    late = ann.create("me", "easy")
    lines.enter_context(ann.connect(late))
    assert post(ann, f"clubs/{club['id']}/tables", match=late)["code"] == "NOT_IN_LOBBY"
    play_out(hers, his)
    page = club_of(bob, club["id"])
    assert (page["tables"], [one["id"] for one in page["finished"]]) == ([], [match])
    season = bob.http.get(f"/api/clubs/{club['id']}/season").json()
    assert misfit(season, shapes.Season, "season") == ""
    assert (season["matches"], len(season["rows"])) == (1, 2)
    assert sum(row["points"] for row in season["rows"]) == 2
    assert {row["played"] for row in season["rows"]} == {1}
    later = bob.http.get(f"/api/clubs/{club['id']}/season", params={"since": milliseconds() + 60_000}).json()
    assert (later["matches"], later["rows"]) == (0, [])
    for odd in ("-1", "x", "1" * 40, "²"):
        asked = bob.http.get(f"/api/clubs/{club['id']}/season", params={"since": odd})
        assert asked.json()["code"] == "NOT_UNDERSTOOD"
    export = bob.http.get(f"/api/clubs/{club['id']}/export")
    assert "attachment" in export.headers["content-disposition"]
    everything = json.loads(export.text)
    assert [one["id"] for one in everything["matches"]] == [match]
    assert everything["season"] == season
    assert guest_of(ann) not in export.text
    assert club["invite"] not in export.text


def test_ratings_can_be_plugged_in(people: list[Person], server: RunningServer) -> None:
    ann = people[0]

    rating = PoolRating(game="hush", kind="duel", points=1512, spread=300, provisional=True, matches=4)

    async def ratings(guests: Sequence[str]) -> Mapping[str, PoolRating]:
        return {guest_of(ann): rating} if guest_of(ann) in guests else {}

    match_server = server._app.state.match_server
    before = match_server.clubs.ratings_of
    match_server.clubs.ratings_of = ratings
    try:
        assert found(ann)["members"][0]["rating"] == rating
    finally:
        match_server.clubs.ratings_of = before


def test_a_season_counts_matches_of_two_members_only() -> None:
    season = season_table("C", ["ann", "bob"], {"ann": "Ann", "bob": "Bob"}, {}, [], 0, 10)
    assert season == {"since": 0, "until": 10, "matches": 0, "rows": []}


def test_the_host_removes_a_member_and_the_club_keeps_an_owner(
    people: list[Person], server: RunningServer
) -> None:
    ann, bob, cyd = people
    club = found(ann)
    join(bob, club)
    enter(cyd, server.store)
    act(cyd, "remove_member", "sold seats", guest=guest_of(ann), club=club["id"])
    assert roles(club_of(bob, club["id"])) == {"Bob": "owner"}
    assert (audit(cyd)[0]["club"], audit(cyd)[0]["why"]) == (club["id"], "sold seats")
    assert post(ann, "clubs/join", club=club["id"], invite=club["invite"])["code"] == "NO_SUCH_INVITE"
    answer = post(cyd, "admin/act", action="remove_member", why="x", guest=guest_of(ann), club=club["id"])
    assert answer["code"] == "NO_SUCH_MEMBER"


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_two_owners_who_leave_at_once_on_two_processes_leave_one_owner(tmp_path: Path, kind: str) -> None:
    with ExitStack() as stack:
        place = PLACES[kind](tmp_path)
        stack.callback(place.close)
        servers = [stack.enter_context(RunningServer(store=place.open())) for _ in range(2)]
        ann = stack.enter_context(servers[0].person("Ann"))
        bob = stack.enter_context(servers[1].person("Bob"))
        answers = dict[str, Facts]()
        for _ in range(3):
            club = found(ann)
            join(bob, club)
            set_role(ann, club, "Bob", "owner")
            barrier = threading.Barrier(2)

            def step_down(person: Person, club: Facts = club, barrier: threading.Barrier = barrier) -> None:
                member = key_of(club_of(person, club["id"]), person.name)
                barrier.wait(30)
                answers[person.name] = post(
                    person, f"clubs/{club['id']}/member", member=member, role="member"
                )

            threads = [threading.Thread(target=step_down, args=[person]) for person in (ann, bob)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join(60)
            codes = sorted(str(answer.get("code", "")) for answer in answers.values())
            assert codes in (["", "LAST_OWNER"], ["", "NOT_DIRECTOR"]), codes
            assert sorted(roles(club_of(ann, club["id"])).values()) == ["member", "owner"]


def test_other_websites_change_nothing(people: list[Person]) -> None:
    ann = people[0]
    club = found(ann)
    for path in (
        "clubs",
        "clubs/join",
        *(f"clubs/{club['id']}/{end}" for end in ("leave", "note", "dissolve")),
    ):
        answer = ann.http.post(f"/api/{path}", json={}, headers={"origin": "https://evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "FOREIGN_PAGE"), path
