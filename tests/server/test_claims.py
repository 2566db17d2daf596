"""Claimed names: who has one, how they get it back, and that nobody else does."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.server.authenticator import Authenticator
from tests.server.harness import Facts, Person, RunningServer, play_out, quick_settings
from tests.server.test_own_matches import finish, me

from slugfest.kernel.facts import misfit
from slugfest.server.claims import CODE_AGAIN, code_digest, name_keys, new_code
from slugfest.server.limits import NO_LIMITS, Rate
from slugfest.server.passkeys import VALID
from slugfest.store import DocumentChange, MemoryStore, SqliteStore, Store
from slugfest.store.base import milliseconds
from slugfest.table import people as shapes
from slugfest.table.lookalikes import look_alike

CODE = re.compile(r"([0-9A-HJKMNP-TV-Z]{4}-){7}[0-9A-HJKMNP-TV-Z]{4}")


def post(person: Person, path: str, /, **body: Any) -> Facts:
    """What the server answers; the code of its refusal, if it is one, is under "code"."""
    answer = person.http.post(f"/api/{path}", json=body)
    found: Facts = answer.json() if answer.content else {}
    return found | {"status": answer.status_code}


def claim(person: Person, name: str) -> str:
    """Claim a name and return the recovery code."""
    answer = post(person, "me/claim", name=name)
    assert answer["status"] == 200, answer
    del answer["status"]
    assert misfit(answer, shapes.Claimed, "claimed") == ""
    assert answer["claim"]["name"] == name
    return str(answer["code"])


def claim_of(person: Person) -> Facts:
    found: Facts = person.http.get("/api/me/claim").json()
    assert misfit(found, shapes.Claim, "claim") == ""
    return found


def guest_of(person: Person) -> str:
    return person.http.cookies["slugfest_guest"].partition(".")[0]


@pytest.fixture(autouse=True)
def _no_claims_stay(server: RunningServer) -> Iterator[None]:
    """One server serves all tests here."""
    yield
    for collection in ("claims", "names", "codes", "passkeys"):
        for one in server.store.documents(collection):
            server.store.write_documents([DocumentChange(collection, one.key, one.version, None)])


@pytest.fixture
def named(server: RunningServer) -> Iterator[Callable[[str], Person]]:
    """New people who reach the server by its name, where browsers offer passkeys."""
    with ExitStack() as stack:

        def new(name: str) -> Person:
            person = stack.enter_context(server.person(name))
            person.http.base_url = server.address.replace("127.0.0.1", "localhost")
            person.http.cookies.clear()
            me(person)
            return person

        yield new


def options(person: Person, path: str, /, **body: Any) -> Facts:
    answer = post(person, path, **body)
    assert answer["status"] == 200, answer
    found: Facts = answer["options"]
    return found


# ---- names -----------------------------------------------------------------------------------------------------------


def test_a_claimed_name_is_nobody_elses_however_it_is_written(people: list[Person]) -> None:
    ann, bob, _ = people
    assert claim_of(ann) == claim_of(ann) | {"name": "", "code": False, "passkeys": [], "shown": False}
    assert CODE.fullmatch(claim(ann, "Zoë Paul"))
    assert me(ann)["name"] == "Zoë Paul"
    for name in ("Zoë Paul", "zoe paul", "ZOE PAUL", "Zoe PauI", "Zое\u200b Рaul", "ｚｏｅ\u00a0ｐａｕｌ"):
        assert post(bob, "me/claim", name=name)["code"] == "NAME_CLAIMED", name
        assert post(bob, "me", name=name)["code"] == "NAME_CLAIMED", name
    assert claim_of(bob)["name"] == ""
    assert post(bob, "me/claim", name="\u200b ")["code"] == "NAME_NEEDED"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Zoe", "zoe"),
        ("Il", "lI"),
        ("I", "l"),
        ("i", "I"),
        ("Bob", "B0b"),
        ("Ann", "Bob"),
        ("ß", "SS"),
        ("é", "e"),
    ],
)
def test_names_share_a_key_if_and_only_if_they_look_alike(one: str, other: str) -> None:
    assert bool(set(name_keys(one)) & set(name_keys(other))) == look_alike(one, other)


def test_names_of_bots_and_of_nobody_cannot_be_claimed(people: list[Person]) -> None:
    for name in ("Robo Rita", "r0b0 r\u0456ta", "Incognito"):
        assert post(people[0], "me/claim", name=name)["code"] == "NAME_CLAIMED", name


def test_another_name_may_be_claimed_instead_and_the_old_one_is_free(people: list[Person]) -> None:
    ann, bob, _ = people
    claim(ann, "Zoe")
    assert claim(ann, "ZOE") == ""  # her own, written otherwise; the code stays
    assert claim(ann, "Nell") == ""
    assert claim_of(ann)["code"] is True
    claim(bob, "Zoe")
    assert post(ann, "me/claim", name="zoe")["code"] == "NAME_CLAIMED"


def test_a_name_can_be_given_back(people: list[Person], server: RunningServer) -> None:
    ann, bob, cyd = people
    code = claim(ann, "Zoe")
    assert post(ann, "me/claim/release", sure=False)["code"] == "NOT_UNDERSTOOD"
    assert post(ann, "me/claim/release", sure=True)["name"] == ""
    assert post(cyd, "sign-in", code=code)["code"] == "NO_SUCH_CODE"
    claim(bob, "Zoe")


def test_whoever_deletes_everything_frees_the_name(people: list[Person], server: RunningServer) -> None:
    ann, bob, cyd = people
    code = claim(ann, "Zoe")
    guest = guest_of(ann)
    assert post(ann, "me/forget", sure=True)["status"] == 204
    for collection in ("claims", "names", "codes", "passkeys"):
        assert server.store.documents(collection, owner=guest) == []
    assert post(cyd, "sign-in", code=code)["code"] == "NO_SUCH_CODE"
    claim(bob, "Zoe")


def test_of_two_who_claim_a_name_at_once_on_two_processes_one_gets_it(tmp_path: Path) -> None:
    stores: list[Store] = [SqliteStore(tmp_path / "matches.db") for _ in range(2)]
    with ExitStack() as stack:
        servers = [stack.enter_context(RunningServer(store=store)) for store in stores]
        crowd = [stack.enter_context(servers[number % 2].person(f"P{number}")) for number in range(6)]
        for person in crowd:
            me(person)
        barrier, answers = threading.Barrier(len(crowd)), dict[int, Facts]()

        def take(number: int) -> None:
            barrier.wait(30)
            answers[number] = post(crowd[number], "me/claim", name=["Zoe", "ZOE", "Zое"][number % 3])

        threads = [threading.Thread(target=take, args=[number]) for number in range(len(crowd))]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(60)
        assert sorted(answer["status"] for answer in answers.values()) == [200] + [409] * 5
        (winner,) = [number for number, answer in answers.items() if answer["status"] == 200]
        assert [bool(claim_of(person)["name"]) for person in crowd] == [
            number == winner for number in range(len(crowd))
        ]


# ---- at a table ------------------------------------------------------------------------------------------------------


def test_a_claimed_name_cannot_be_taken_at_a_table(people: list[Person], lines: ExitStack) -> None:
    ann, bob, cyd = people
    claim(cyd, "Zoe")
    claim(ann, "Zoe 2")
    match = ann.create("me", "open", "open", start=False)
    his, hers = (lines.enter_context(person.connect(match)) for person in (bob, cyd))
    his.done("sit", seat=1, name="zoe")
    hers.done("sit", seat=2, name="Zoe")
    names = [seat["name"] for seat in hers.match["seats"]]
    assert (names[1], names[2]) == ("zoe 3", "Zoe")
    found = bob.http.get(f"/api/matches/{match}/players").json()
    assert misfit(found, shapes.SeatPlayers, "players") == ""
    assert [one and one["name"] for one in found["seats"]] == [None, None, "Zoe"]  # Ann plays as Ann


def test_whoever_had_the_name_before_gets_a_number(people: list[Person], lines: ExitStack) -> None:
    ann, bob, _ = people
    assert post(bob, "me", name="Zoe")["status"] == 200
    claim(ann, "Zoe")
    answer = post(bob, "matches", game="hush", seats=[{"kind": "me"}, {"kind": "open"}], name="Zoe")
    assert answer["status"] == 201
    line = lines.enter_context(bob.connect(answer["id"]))
    assert line.match["seats"][0]["name"] == "Zoe 2"


# ---- recovery codes --------------------------------------------------------------------------------------------------


def test_a_recovery_code_gives_the_name_back_once_and_the_next_one_with_it(people: list[Person]) -> None:
    ann, bob, cyd = people
    match = ann.create("me", "open")
    code = claim(ann, "Zoe")
    assert code_digest(code) == code_digest(
        code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    )
    answer = post(bob, "sign-in", code=f" {code.lower()} ")
    assert (answer["name"], answer["status"]) == ("Zoe", 200)
    assert guest_of(bob) == guest_of(ann)
    assert [one["id"] for one in me(bob)["matches"]] == [match]
    assert post(cyd, "sign-in", code=code)["code"] == "NO_SUCH_CODE"
    second = answer["code"]
    assert CODE.fullmatch(second)
    assert second != code
    assert post(cyd, "sign-in", code=second)["name"] == "Zoe"


def test_an_answer_that_was_lost_can_be_asked_for_again_by_the_same_device_alone() -> None:
    clock = [milliseconds()]
    with ExitStack() as stack:
        server = stack.enter_context(RunningServer(store=MemoryStore(lambda: clock[0])))
        ann, bob, cyd = (stack.enter_context(server.person(name)) for name in ("Ann", "Bob", "Cyd"))
        for person in (ann, bob, cyd):
            me(person)
        code = claim(ann, "Zoe")
        old = dict(bob.http.cookies)
        lost = post(bob, "sign-in", code=code)["code"]
        bob.http.cookies.clear()
        bob.http.cookies.update(old)  # the answer never arrived
        assert post(cyd, "sign-in", code=code)["code"] == "NO_SUCH_CODE"
        again = post(bob, "sign-in", code=code)
        assert again["name"] == "Zoe"
        assert post(cyd, "sign-in", code=lost)["code"] == "NO_SUCH_CODE"
        bob.http.cookies.clear()
        bob.http.cookies.update(old)
        clock[0] += CODE_AGAIN
        assert post(bob, "sign-in", code=code)["code"] == "NO_SUCH_CODE"
        assert post(cyd, "sign-in", code=again["code"])["name"] == "Zoe"


def test_a_new_code_ends_the_old_one_and_only_digests_are_kept(
    people: list[Person], server: RunningServer
) -> None:
    ann, bob, cyd = people
    old = claim(ann, "Zoe")
    new = post(ann, "me/claim/code")["code"]
    kept = repr([server.store.documents(name) for name in ("claims", "codes", "names", "passkeys")])
    assert new not in kept
    assert new.replace("-", "") not in kept
    assert post(bob, "sign-in", code=old)["code"] == "NO_SUCH_CODE"
    assert post(bob, "sign-in", code=new)["name"] == "Zoe"
    assert post(cyd, "me/claim/code")["code"] == "NOT_CLAIMED"


def test_codes_are_long_and_random() -> None:
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(CODE.fullmatch(code) for code in codes)
    assert len(set("".join(codes))) == 33  # every letter, and the dash


@pytest.mark.parametrize(
    "code", ["", "-", "0000", "x" * 5000, "\ud800".encode("utf-8", "ignore").decode(), "💥"]
)
def test_wrong_codes_are_all_refused_alike(people: list[Person], code: str) -> None:
    answer = post(people[1], "sign-in", code=code)
    assert (answer["status"], answer["code"]) == (403, "NO_SUCH_CODE")


def test_attempts_are_counted_for_an_address_whoever_makes_them() -> None:
    limits = replace(NO_LIMITS, attempts=Rate(0.001, 3))
    with RunningServer(quick_settings(limits=limits)) as server, ExitStack() as stack:
        ann, bob = (stack.enter_context(server.person(name)) for name in ("Ann", "Bob"))
        me(ann)
        me(bob)
        code = claim(ann, "Zoe")
        assert [post(person, "sign-in", code="x")["status"] for person in (bob, ann)] == [403, 403]
        answer = post(bob, "sign-in", code=code)
        assert (answer["status"], answer["code"]) == (429, "TOO_MANY_ATTEMPTS")
        assert me(bob)["name"] == ""


def test_whoever_can_come_back_may_sign_out(people: list[Person]) -> None:
    ann, bob, _ = people
    assert post(bob, "sign-out")["code"] == "NOT_CLAIMED"
    code = claim(ann, "Zoe")
    assert post(ann, "sign-out")["status"] == 204
    assert me(ann)["name"] == ""
    assert post(ann, "sign-in", code=code)["name"] == "Zoe"


def test_other_websites_and_strangers_change_nothing(people: list[Person], server: RunningServer) -> None:
    ann = people[0]
    for path in ("me/claim", "me/claim/code", "me/claim/release", "sign-in", "sign-in/options", "sign-out"):
        answer = ann.http.post(f"/api/{path}", json={}, headers={"origin": "https://evil.example"})
        assert (answer.status_code, answer.json()["code"]) == (403, "FOREIGN_PAGE"), path
    with server.person("Dee") as stranger:
        stranger.http.cookies.clear()
        assert post(stranger, "sign-in", code="x")["code"] == "COOKIE_NEEDED"


# ---- passkeys --------------------------------------------------------------------------------------------------------


def origin(person: Person) -> str:
    return str(person.http.base_url).rstrip("/")


def claim_with_passkey(person: Person, name: str) -> Authenticator:
    key = Authenticator(origin(person))
    answer = post(
        person,
        "me/claim",
        name=name,
        passkey=key.make(options(person, "me/claim/passkey/options", name=name)),
    )
    assert answer["status"] == 200, answer
    assert answer["code"] == ""
    assert [one["host"] for one in answer["claim"]["passkeys"]] == ["localhost"]
    return key


def test_a_passkey_gives_the_name_back(named: Callable[[str], Person]) -> None:
    ann, bob = named("Ann"), named("Bob")
    key = claim_with_passkey(ann, "Zoe")
    assert claim_of(ann)["code"] is False
    for _ in range(2):  # as often as one likes
        answer = post(bob, "sign-in", passkey=key.sign(options(bob, "sign-in/options")))
        assert (answer["name"], answer["code"]) == ("Zoe", "")
    assert guest_of(bob) == guest_of(ann)


def test_no_answer_counts_twice_and_none_to_another_question(named: Callable[[str], Person]) -> None:
    ann, bob, cyd = named("Ann"), named("Bob"), named("Cyd")
    key = claim_with_passkey(ann, "Zoe")
    asked = options(bob, "sign-in/options")
    signed = key.sign(asked)
    assert post(cyd, "sign-in", passkey=signed)["code"] == "NO_SUCH_PASSKEY"  # Cyd has not asked
    options(cyd, "sign-in/options")
    assert post(cyd, "sign-in", passkey=signed)["code"] == "NO_SUCH_PASSKEY"  # nor asked this
    assert post(bob, "sign-in", passkey=signed)["name"] == "Zoe"
    dee = named("Dee")
    asked = options(dee, "sign-in/options")
    assert post(dee, "sign-in", passkey=key.sign(asked, challenge="AAAA"))["code"] == "NO_SUCH_PASSKEY"
    assert post(dee, "sign-in", passkey=key.sign(asked))["code"] == "NO_SUCH_PASSKEY"  # a wrong answer counts
    registration = options(dee, "me/claim/passkey/options", name="Dee")
    made = Authenticator(origin(dee)).make(registration)
    assert post(dee, "me/claim", name="Dee", passkey=made)["status"] == 200
    assert post(dee, "me/claim/passkey", passkey=made)["code"] == "NO_SUCH_PASSKEY"


@pytest.mark.parametrize(
    "changes",
    [
        {"origin": "https://evil.example"},
        {"origin": "https://localhost"},
        {"type": "webauthn.create"},
    ],
)
def test_an_answer_for_another_page_is_refused(named: Callable[[str], Person], changes: Facts) -> None:
    ann, bob = named("Ann"), named("Bob")
    key = claim_with_passkey(ann, "Zoe")
    signed = key.sign(options(bob, "sign-in/options"), **changes)
    assert post(bob, "sign-in", passkey=signed)["code"] == "NO_SUCH_PASSKEY"


def test_unknown_forged_and_copied_passkeys_are_refused_alike(named: Callable[[str], Person]) -> None:
    ann, bob = named("Ann"), named("Bob")
    key = claim_with_passkey(ann, "Zoe")
    forged = Authenticator(origin(ann))
    unknown = forged.sign(options(bob, "sign-in/options"))
    first = post(bob, "sign-in", passkey=unknown)
    forged.id = key.id
    second = post(bob, "sign-in", passkey=forged.sign(options(bob, "sign-in/options")))
    assert post(bob, "sign-in", passkey=key.sign(options(bob, "sign-in/options")))["name"] == "Zoe"
    cyd = named("Cyd")
    key.count = 0  # a copy that lags behind
    third = post(cyd, "sign-in", passkey=key.sign(options(cyd, "sign-in/options")))
    assert first == second == third
    assert (first["status"], first["code"]) == (403, "NO_SUCH_PASSKEY")


@pytest.mark.parametrize(
    "answer",
    [
        {"id": None},
        {"id": 5},
        {"id": "x" * 3000},
        {"id": "AAAA", "rawId": "AAAA", "type": "public-key", "response": {}},
        {"id": "AAAA", "rawId": "%%%", "type": "key", "response": {"clientDataJSON": "AAAA"}},
        {"id": "\x00", "response": [[[]]]},
    ],
)
def test_nonsense_for_a_passkey_is_refused_in_words(named: Callable[[str], Person], answer: Facts) -> None:
    ann = named("Ann")
    options(ann, "sign-in/options")
    assert post(ann, "sign-in", passkey=answer)["code"] == "NO_SUCH_PASSKEY"
    options(ann, "me/claim/passkey/options", name="Zoe")
    assert post(ann, "me/claim", name="Zoe", passkey=answer)["code"] == "NO_SUCH_PASSKEY"
    assert claim_of(ann)["name"] == ""


def test_a_question_does_not_wait_for_ever() -> None:
    clock = [milliseconds()]
    with RunningServer(store=MemoryStore(lambda: clock[0])) as server, server.person("Ann") as ann:
        ann.http.base_url = server.address.replace("127.0.0.1", "localhost")
        ann.http.cookies.clear()
        me(ann)
        asked = options(ann, "me/claim/passkey/options", name="Zoe")
        clock[0] += VALID
        made = Authenticator(origin(ann)).make(asked)
        assert post(ann, "me/claim", name="Zoe", passkey=made)["code"] == "NO_SUCH_PASSKEY"


def test_passkeys_come_and_go_and_one_way_in_always_stays(named: Callable[[str], Person]) -> None:
    ann, bob = named("Ann"), named("Bob")
    first = claim_with_passkey(ann, "Zoe")
    (only,) = claim_of(ann)["passkeys"]
    assert post(ann, "me/claim/passkey/remove", passkey_id=only["id"])["code"] == "LAST_WAY"
    second = Authenticator(origin(ann), counts=False)
    asked = options(ann, "me/claim/passkey/options")
    assert [one["id"] for one in asked["excludeCredentials"]] == [only["id"]]
    assert len(post(ann, "me/claim/passkey", passkey=second.make(asked))["passkeys"]) == 2
    assert len(post(ann, "me/claim/passkey/remove", passkey_id=only["id"])["passkeys"]) == 1
    assert post(bob, "sign-in", passkey=first.sign(options(bob, "sign-in/options")))["status"] == 403
    assert post(bob, "sign-in", passkey=second.sign(options(bob, "sign-in/options")))["name"] == "Zoe"
    cyd = named("Cyd")
    assert post(cyd, "me/claim/passkey/remove", passkey_id=only["id"])["code"] == "NOT_CLAIMED"
    assert post(cyd, "me/claim/passkey/options")["code"] == "NOT_CLAIMED"
    assert post(cyd, "me/claim/passkey/options", name="zoe")["code"] == "NAME_CLAIMED"


def test_under_a_mere_address_there_are_no_passkeys(people: list[Person]) -> None:
    assert claim_of(people[0])["host"] == ""
    for path, body in (("me/claim/passkey/options", {"name": "Zoe"}), ("sign-in/options", {})):
        assert post(people[0], path, **body)["code"] == "NO_PASSKEYS"


# ---- profiles that others may see ------------------------------------------------------------------------------------


def profile(person: Person, name: str) -> Facts:
    answer = person.http.get("/api/player", params={"name": name})
    found: Facts = answer.json()
    if answer.status_code == 200:
        assert misfit(found, shapes.PublicProfile, "profile") == ""
    return found | {"status": answer.status_code}


def show(person: Person, shown: bool = True, times: bool = False, face: int = 3) -> None:
    assert post(person, "me/claim/profile", shown=shown, times=times, face=face)["status"] == 200


def test_a_profile_is_seen_by_others_only_if_its_owner_agreed(people: list[Person]) -> None:
    ann, bob, _ = people
    claim(ann, "Zoe")
    unknown = profile(bob, "Nobody")
    assert (unknown["status"], unknown["code"]) == (404, "NO_SUCH_PLAYER")
    assert profile(bob, "Zoe") == unknown
    assert profile(ann, "Zoe")["you"] is True  # she sees what others would
    show(ann)
    for name in ("Zoe", "zoe", "ZOE"):
        found = profile(bob, name)
        assert (found["name"], found["face"], found["you"], found["matches"]) == ("Zoe", 3, False, [])
    show(ann, shown=False)
    assert profile(bob, "Zoe") == unknown
    assert post(bob, "me/claim/profile", shown=True, times=False, face=0)["code"] == "NOT_CLAIMED"
    assert post(ann, "me/claim/profile", shown=True, times=False, face=6)["code"] == "NOT_UNDERSTOOD"
    assert profile(bob, "") == profile(bob, "\u200b") == unknown


def play_together(one: Person, other: Person, lines: ExitStack) -> str:
    match = one.create("me", "open", rounds=1)
    his, hers = lines.enter_context(other.connect(match)), lines.enter_context(one.connect(match))
    his.done("sit", seat=1, name=other.name, nonce="1" * 32)
    hers.done("nonce", nonce="2" * 32)
    hers.until(lambda line: line.status == "playing")
    play_out(hers, his)
    return match


def test_a_profile_names_only_those_who_agreed_and_nothing_of_running_matches(
    people: list[Person], lines: ExitStack, server: RunningServer
) -> None:
    ann, bob, cyd = people
    claim(ann, "Zoe")
    show(ann)
    running = ann.create("me", "easy")
    alone = finish(ann, "me", "easy")
    together = play_together(ann, bob, lines)
    found = profile(cyd, "Zoe")
    text = repr(found)
    assert running not in text
    assert together not in text  # Bob has not agreed, and whoever has the code sees him
    assert "Bob" not in text
    assert guest_of(ann) not in text
    assert [(one["id"], one["at"]) for one in found["matches"]] == [(None, None), (alone, None)]
    assert found["opponents"] == []
    others = found["others"]
    assert others["won"] + others["drawn"] + others["lost"] == 1
    claim(bob, "Robin")
    show(bob, face=5)
    show(ann, times=True)
    found = profile(cyd, "Zoe")
    assert [one["id"] for one in found["matches"]] == [together, alone]
    assert found["matches"][0]["at"] == max(logged.at for logged in server.store.log(together))
    assert [seat["name"] for seat in found["matches"][0]["seats"]] == ["Zoe", "Robin"]
    (opponent,) = found["opponents"]
    assert (opponent["name"], opponent["face"]) == ("Robin", 5)
    assert opponent == opponent | {key: others[key] for key in ("won", "drawn", "lost")}
    assert found["others"] is None
    theirs = profile(cyd, "Robin")["opponents"][0]
    assert (theirs["won"], theirs["lost"], theirs["drawn"]) == (
        opponent["lost"],
        opponent["won"],
        opponent["drawn"],
    )
    assert found["finished"] == 2
