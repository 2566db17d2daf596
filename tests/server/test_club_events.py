"""Events of a club: who may open one and sign up, and what members and others see of it."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest
from tests.server.harness import Facts, Person, RunningServer
from tests.server.test_claims import guest_of, post
from tests.server.test_clubs import club_of, found, join, set_role
from tests.server.test_events import act, event_of, opened, play_round, until
from tests.server.test_events import join as sign_up

from slugfest.events import Event
from slugfest.server.club_api import MOST_COMING, MOST_OVER
from slugfest.server.club_events import EVENTS
from slugfest.server.event_logs import LOG
from slugfest.store import Document, DocumentChange

HOUR = 3600 * 1000


@pytest.fixture
def members(server: RunningServer) -> Iterator[tuple[Facts, list[Person]]]:
    """A club of Ann, who owns it, and Bob, a member; Cyd is not in it."""
    with ExitStack() as stack:
        ann, bob, cyd = (stack.enter_context(server.person(who)) for who in ("Ann", "Bob", "Cyd"))
        club = found(ann)
        join(bob, club)
        yield club, [ann, bob, cyd]


def refused(person: Person, code: str, path: str = "join", **body: object) -> str:
    return str(post(person, f"events/{code}/{path}", **body).get("code"))


def log_of(server: RunningServer, code: str) -> list[Facts]:
    return [dict(one.data) for one in server.store.documents(LOG) if one.key.startswith(code)]


def listed_of(server: RunningServer, club: Facts) -> list[str]:
    return [one.key for one in server.store.documents(EVENTS) if one.key.startswith(club["id"])]


def test_directors_and_owners_open_events_for_a_club(members: tuple[Facts, list[Person]]) -> None:
    club, (ann, bob, cyd) = members
    wanted = {"name": "x", "game": "hush", "format": "swiss", "rounds": 1}
    pace = {"kind": "live", "decision": 60, "reserve": 60, "gain": 0, "then": "move", "level": "medium"}
    for person, code, why in (
        (bob, club["id"], "NOT_DIRECTOR"),
        (cyd, club["id"], "NOT_MEMBER"),
        (ann, "ABCDEFGH", "NO_SUCH_CLUB"),
        (ann, "../x" * 500, "NO_SUCH_CLUB"),
    ):
        assert post(person, "events", **wanted, pace=pace, club=code)["code"] == why
    assert club_of(ann, club["id"])["events"] == []
    set_role(ann, club, "Bob", "director")
    code = opened(bob, club=club["id"].lower())
    assert [one["id"] for one in club_of(ann, club["id"])["events"]] == [code]


def test_the_log_says_whose_event_it_is_and_members_see_it(
    members: tuple[Facts, list[Person]], server: RunningServer
) -> None:
    club, (ann, bob, cyd) = members
    code = opened(ann, club=club["id"])
    created = log_of(server, code)[0]
    assert (created["club"], created["members_only"]) == (club["id"], False)
    assert event_of(bob, code)["club"] == {"id": club["id"], "name": "Thursdays"}
    seen = event_of(cyd, code)
    assert (seen["club"], seen["members_only"]) == (None, False)
    assert club["id"] not in json.dumps(seen)
    sign_up(cyd, code)  # an event that is not kept to members takes anybody
    alone = opened(ann, members_only=True)  # of no club: there are no members to keep it to
    assert "club" not in log_of(server, alone)[0]
    assert event_of(cyd, alone)["members_only"] is False
    sign_up(cyd, alone)


def test_a_log_without_a_club_is_read_as_before(
    members: tuple[Facts, list[Person]], server: RunningServer
) -> None:
    ann = members[1][0]
    code = opened(ann)
    event = Event.from_log(log_of(server, code))
    assert (event.club, event.members_only) == ("", False)
    assert event_of(ann, code)["club"] is None


def test_only_members_sign_up_for_an_event_that_is_kept_to_them(members: tuple[Facts, list[Person]]) -> None:
    club, (ann, bob, cyd) = members
    code = opened(ann, club=club["id"], members_only=True)
    assert event_of(cyd, code)["members_only"] is True
    answer = post(cyd, f"events/{code}/join", name="Cyd")
    assert (answer["status"], answer["code"]) == (403, "MEMBERS_ONLY")
    assert len(event_of(ann, code)["players"]) == 1
    sign_up(bob, code)
    assert post(bob, f"clubs/{club['id']}/leave")["status"] == 204
    assert event_of(bob, code)["players"][1]["takes_part"]  # who signed up stays in
    sign_up(bob, code)  # and to sign up again changes nothing,
    assert post(bob, f"events/{code}/leave")["status"] == 200
    assert refused(bob, code, name="Bob") == "MEMBERS_ONLY"  # but who withdraws has to be a member again
    join(cyd, club)
    sign_up(cyd, code)


def test_the_page_lists_what_runs_what_comes_and_the_last_that_are_over(
    members: tuple[Facts, list[Person]], server: RunningServer
) -> None:
    club, (ann, bob, _) = members
    now = int(time.time() * 1000)
    over = []
    for number in range(MOST_OVER + 1):
        over.append(opened(ann, club=club["id"], name=f"Over {number}"))
        act(ann, over[-1], "end", "rain")
    later = opened(ann, club=club["id"], name="Later", starts=now + 2 * HOUR)
    by_hand = opened(ann, club=club["id"], name="By hand")
    soon = opened(ann, club=club["id"], name="Soon, really", starts=now + HOUR)
    runs = opened(ann, club=club["id"], name="Runs", members_only=True)
    opened(ann, name="Of no club")
    sign_up(bob, runs)
    act(ann, runs, "start")

    listed = club_of(bob, club["id"])["events"]
    assert [one["id"] for one in listed] == [runs, soon, later, by_hand, *reversed(over[1:])]
    assert [one["status"] for one in listed[:2]] == ["running", "open"]
    assert (listed[0]["players"], listed[0]["members_only"], listed[0]["ended"]) == (2, True, None)
    assert listed[-1]["status"] == "ended"
    assert listed[-1]["ended"] >= now

    dates = bob.http.get(f"/api/clubs/{club['id']}/calendar")
    assert dates.headers["content-type"].startswith("text/calendar")
    assert dates.headers["cache-control"] == "no-store"
    assert f"slugfest-club-{club['id']}.ics" in dates.headers["content-disposition"]
    lines = dates.text.replace("\r\n ", "").split("\r\n")
    assert lines.count("BEGIN:VCALENDAR") == 1
    assert [line for line in lines if line.startswith("SUMMARY:")] == [
        "SUMMARY:Runs",
        "SUMMARY:Soon\\, really",
        "SUMMARY:Later",
    ]
    assert f"URL:{server.address}/event/{soon}" in lines
    assert guest_of(ann) not in dates.text

    exported = json.loads(bob.http.get(f"/api/clubs/{club['id']}/export").text)["events"]
    assert {one["id"] for one in exported} == {runs, soon, later, by_hand, *over}
    assert exported[-1] == {
        **exported[-1],
        "id": over[0],
        "name": "Over 0",
        "game": "hush",
        "format": "swiss",
    }
    assert "ended" not in exported[0]
    assert guest_of(ann) not in json.dumps(exported)


def test_the_tables_of_an_event_are_the_clubs_and_count_for_its_season(
    members: tuple[Facts, list[Person]], server: RunningServer
) -> None:
    club, (ann, bob, cyd) = members
    code = opened(ann, club=club["id"], rounds=1)
    elsewhere = opened(cyd, rounds=1)
    for event, person in ((code, bob), (elsewhere, bob)):
        sign_up(person, event)
    (table,) = act(ann, code, "start")["rounds"][0]["tables"]
    act(cyd, elsewhere, "start")
    assert [one["id"] for one in club_of(bob, club["id"])["tables"]] == [table["match"]]
    assert club_of(cyd, club["id"])["tables"] == []
    play_round([ann, bob], code)
    until(ann, code, lambda one: one["status"] == "ended")
    page = club_of(bob, club["id"])
    assert ([one["id"] for one in page["finished"]], page["tables"]) == ([table["match"]], [])
    season = ann.http.get(f"/api/clubs/{club['id']}/season").json()
    assert (season["matches"], [row["played"] for row in season["rows"]]) == (1, [1, 1])


def test_a_dissolved_club_leaves_its_events_without_a_club(
    members: tuple[Facts, list[Person]], server: RunningServer
) -> None:
    club, (ann, bob, cyd) = members
    code = opened(ann, club=club["id"], members_only=True)
    done = opened(ann, club=club["id"])
    act(ann, done, "end", "rain")
    assert len(listed_of(server, club)) == 2
    assert post(ann, f"clubs/{club['id']}/dissolve", sure=True)["status"] == 204
    assert listed_of(server, club) == []
    seen = event_of(bob, code)
    assert (seen["club"], seen["members_only"]) == (None, False)
    sign_up(cyd, code)  # as for any event: whoever has its link
    assert act(ann, code, "end", "rain")["ended"] == "director"
    assert listed_of(server, club) == []
    assert ann.http.get(f"/api/clubs/{club['id']}/calendar").json()["code"] == "NO_SUCH_CLUB"


def test_a_page_reads_as_much_with_many_events(
    members: tuple[Facts, list[Person]], server: RunningServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    club, (ann, bob, _) = members
    counted: list[int] = []
    documents = server.store.documents

    def counting(collection: str, *how: Any, **more: Any) -> list[Document]:
        found = documents(collection, *how, **more)
        if collection == EVENTS:
            counted.append(len(found))
        return found

    code = opened(ann, club=club["id"])
    act(ann, code, "end", "rain")
    (key,) = listed_of(server, club)
    one = server.store.document(EVENTS, key)
    assert one is not None
    many = [DocumentChange(EVENTS, f"{key[:-8]}{number:08d}", 0, one.data) for number in range(500)]
    server.store.write_documents(many)
    with monkeypatch.context() as patch:
        patch.setattr(server.store, "documents", counting)
        page = club_of(bob, club["id"])
    assert len(page["events"]) == MOST_OVER
    assert counted[-1] == MOST_OVER
    assert sum(counted) <= MOST_COMING + MOST_OVER
    exported = json.loads(bob.http.get(f"/api/clubs/{club['id']}/export").text)["events"]
    assert len(exported) == 501
