"""Push messages: encrypted for one browser, signed, sent once, and never to an address that is not public."""

from __future__ import annotations

import asyncio
import http.client
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import datetime
from pathlib import Path
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

import pytest
from tests.postgres import running_postgres
from tests.server.harness import Facts, Line, Person, RunningServer, nonce_of, quick_settings
from tests.server.push_service import PushService, packed
from tests.server.test_claims import guest_of

from slugfest.kernel import SlugfestError
from slugfest.kernel.facts import misfit
from slugfest.server import notices, push
from slugfest.server.limits import NO_LIMITS, Rate
from slugfest.server.notices import MOST_DEVICES, allowed_from
from slugfest.server.push import BadSubscription, PushKey, Subscription, is_public, place, post, resolved
from slugfest.server.run import Serving, configured
from slugfest.store import DocumentChange, MemoryStore, SqliteStore, Store
from slugfest.store.postgres import PostgresStore
from slugfest.table import finding

T = TypeVar("T")


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "GRACE", 0)
    monkeypatch.setattr(notices, "EVERY", 0.05)


@pytest.fixture
def service() -> Iterator[PushService]:
    with PushService() as running:
        yield running


@pytest.fixture(params=["memory", "sqlite"])
def server(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunningServer]:
    store: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "push.db")
    with RunningServer(quick_settings(push_to_loopback=True), store) as running:
        yield running


def settings_of(person: Person) -> Facts:
    found: Facts = person.http.get("/api/me/push").json()
    assert misfit(found, finding.PushSettings, "push") == ""
    return found


def ask(person: Person, path: str, body: Facts) -> Facts:
    answer = person.http.post(f"/api/me/push/{path}", json=body)
    return {"status": answer.status_code, **answer.json()}


def subscribe(person: Person, service: PushService, name: str = "", language: str = "en") -> None:
    answer = ask(person, "devices", service.browser(name or person.name).body(language))
    assert answer["status"] == 200, answer


def waits_for_ann(ann: Person, bob: Person, lines: ExitStack) -> tuple[str, Line]:
    """A match that Ann has left open, and in which Bob has chosen: it waits for her."""
    match = ann.create("me", "open", rounds=3)
    his = lines.enter_context(bob.connect(match))
    with ann.connect(match) as hers:
        his.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
        hers.done("nonce", nonce=nonce_of("Ann"))
        hers.until(lambda line: line.status == "playing")
        his.until(lambda line: line.my_turn)
        while hers.my_turn:
            hers.done("play", moves=[hers.moves[0]])
    his.until(lambda line: not line.match["seats"][0]["connected"])
    while his.my_turn:
        his.done("play", moves=[his.moves[0]])
    assert his.match["owing"] == [0]
    return match, his


def wait_for(found: Callable[[], T | None]) -> T:
    """What is found in the store as soon as something is."""
    until = time.monotonic() + 60
    while not (result := found()):
        assert time.monotonic() < until, "nothing happened"
        time.sleep(0.01)
    return result


# ---- a message -------------------------------------------------------------------------------------------------------


def test_a_match_that_begins_to_wait_sends_one_message_that_says_nothing_about_it(
    people: list[Person], service: PushService, lines: ExitStack
) -> None:
    ann, bob, _ = people
    subscribe(ann, service, language="de")
    match, _ = waits_for_ann(ann, bob, lines)
    heard = service.next()
    assert heard.message == {"type": "waits", "language": "de"}
    assert match.encode() not in heard.body
    assert match not in f"{heard.headers}{heard.path}"
    assert heard.headers["Content-Encoding"] == "aes128gcm"
    assert int(heard.headers["TTL"]) > 0
    assert len(heard.headers["Topic"]) == 32
    assert heard.key == settings_of(ann)["public_key"], "signed with the key that the browser subscribed with"
    assert heard.claims["aud"] == service.address
    assert heard.claims["sub"] == "https://127.0.0.1"
    assert service.nothing_for(0.5), "once"


def test_whoever_is_at_the_table_or_has_not_asked_gets_no_message(
    people: list[Person], service: PushService, lines: ExitStack, server: RunningServer
) -> None:
    ann, bob, _ = people
    assert settings_of(ann)["devices"] == []
    subscribe(bob, service)  # he is connected
    waits_for_ann(ann, bob, lines)
    assert service.nothing_for(0.5)
    assert server.store.documents("notices") == []


def test_a_message_is_not_sent_any_more_once_it_is_not_true(
    people: list[Person],
    service: PushService,
    lines: ExitStack,
    monkeypatch: pytest.MonkeyPatch,
    server: RunningServer,
) -> None:
    ann, bob, _ = people
    subscribe(ann, service)
    monkeypatch.setattr(notices, "GRACE", 3_600_000)
    match, _ = waits_for_ann(ann, bob, lines)
    notice = wait_for(lambda: next(iter(server.store.documents("notices")), None))
    with ann.connect(match) as hers:
        assert hers.my_turn
        due = DocumentChange("notices", f"0 {match}", 0, {**notice.data, "due": 0}, notice.owner)
        server.store.write_documents([DocumentChange("notices", notice.key, notice.version, None), due])
        wait_for(lambda: not server.store.documents("notices"))
        assert service.nothing_for(0.3), "she has come meanwhile"


def test_one_switch_a_match_silences_it_and_quiet_hours_delay_it(
    people: list[Person], service: PushService, lines: ExitStack, server: RunningServer
) -> None:
    ann, bob, _ = people
    subscribe(ann, service)
    noon = {"quiet_from": 0, "quiet_to": 0, "zone": "Europe/Berlin"}
    match = ann.create("me", "open")
    changed = ask(ann, "settings", noon | {"muted": [match]})
    assert (changed["muted"], changed["zone"]) == ([match], "Europe/Berlin")
    now = datetime.now(ZoneInfo("Europe/Berlin"))
    minute = now.hour * 60 + now.minute
    night = {"quiet_from": (minute - 60) % 1440, "quiet_to": (minute + 60) % 1440, "zone": "Europe/Berlin"}
    assert ask(ann, "settings", night | {"muted": []})["quiet_to"] == night["quiet_to"]
    waits_for_ann(ann, bob, lines)
    while not (kept := server.store.documents("notices")):
        pass
    assert kept[0].data["due"] > server.store.now() + 30 * 60_000
    assert service.nothing_for(0.3)
    muted = ask(ann, "settings", noon | {"muted": [kept[0].data["match"]]})
    assert muted["status"] == 200


def test_a_subscription_that_is_gone_is_forgotten_and_one_that_fails_is_tried_again(
    people: list[Person], service: PushService, lines: ExitStack, server: RunningServer
) -> None:
    ann, bob, cyd = people
    subscribe(ann, service)
    service.status = 503
    waits_for_ann(ann, bob, lines)
    service.next()
    while not (again := server.store.documents("notices")):
        pass
    assert again[0].data["tries"] == 1
    assert again[0].data["due"] > server.store.now()
    assert len(settings_of(ann)["devices"]) == 1
    service.status = 410
    subscribe(cyd, service)
    waits_for_ann(cyd, bob, lines)
    service.next()
    while settings_of(cyd)["devices"]:
        pass


def test_a_redirect_is_not_followed(people: list[Person], service: PushService, lines: ExitStack) -> None:
    ann, bob, _ = people
    service.browser("elsewhere")
    subscribe(ann, service)
    service.status = 302
    waits_for_ann(ann, bob, lines)
    assert service.next().path == "/push/Ann"
    assert service.nothing_for(0.5)


# ---- subscriptions ---------------------------------------------------------------------------------------------------


def test_a_browser_may_be_removed_and_goes_with_its_guest(
    people: list[Person], service: PushService, server: RunningServer
) -> None:
    ann, bob, _ = people
    for number in range(MOST_DEVICES + 2):
        subscribe(ann, service, f"device-{number}")
    assert len(settings_of(ann)["devices"]) == MOST_DEVICES
    last = {"endpoint": service.browsers[f"device-{MOST_DEVICES + 1}"].endpoint}
    assert len(ask(bob, "devices/remove", last)["devices"]) == 0, "it is not his"
    assert len(ask(ann, "devices/remove", last)["devices"]) == MOST_DEVICES - 1
    guest = guest_of(ann)
    ann.http.post("/api/me/forget", json={"sure": True})
    assert server.store.documents("push", owner=guest) == []


def test_a_browser_belongs_to_whoever_uses_it_now_and_not_to_whoever_knows_its_address(
    people: list[Person], service: PushService
) -> None:
    ann, bob, cyd = people
    mine = service.browser("shared").body()
    assert ask(ann, "devices", mine)["status"] == 200
    assert ask(cyd, "devices", mine | {"auth": packed(b"x" * 16)})["code"] == "NO_PUSH"
    assert ask(bob, "devices", mine)["status"] == 200
    assert settings_of(ann)["devices"] == []
    assert len(settings_of(bob)["devices"]) == 1


HOSTILE = [
    "http://push.example.org/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://10.0.0.1/",
    "https://2130706433/",
    "https://0x7f.1/",
    "https://127.1/",
    "https://push.example.org:8443/x",
    "https://user:password@push.example.org/x",
    "https://push.example.org\\@127.0.0.1/",
    "https:///x",
    "ftp://push.example.org/",
    "file:///etc/passwd",
    "https://push.example.org/a b",
    "https://push.example.org/\r\nX: y",
    "https://push.example.org/" + "x" * 2000,
    "https://[not an address/",
    "",
]


@pytest.mark.parametrize("endpoint", HOSTILE)
def test_an_address_that_is_no_push_service_is_refused(endpoint: str, service: PushService) -> None:
    with pytest.raises(BadSubscription):
        place(endpoint, loopback=False)
    with RunningServer(quick_settings()) as public, public.person("Ann") as ann:
        assert (
            ask(ann, "devices", service.browser("Ann").body() | {"endpoint": endpoint})["code"] == "NO_PUSH"
        )
        assert ask(ann, "devices", service.browser("Ann").body())["code"] == "NO_PUSH", (
            "loopback is for tests"
        )


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
     "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "::ffff:10.0.0.1", "64:ff9b::a00:1",
     "2002:a00:1::", "ff02::1"],
)  # fmt: skip
def test_no_private_address_is_public(address: str) -> None:
    assert not is_public(address)


def test_public_addresses_are_public() -> None:
    assert is_public("142.250.74.106")
    assert is_public("2a00:1450:4001:80b::200a")


def test_a_name_that_leads_to_a_private_address_is_not_connected_to(monkeypatch: pytest.MonkeyPatch) -> None:
    answers = [
        (socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, 443)) for ip in ("142.250.74.106", "10.0.0.1")
    ]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: answers)
    with pytest.raises(BadSubscription, match="no public host"):
        resolved(place("https://push.example.org/x", loopback=False), loopback=False)
    sent = push.PushSender()._send(
        Subscription("https://push.example.org/x", "", "", "en", "https://here"),
        PushKey(packed(b"1" * 32)),
        "",
        "t",
    )
    assert sent == "gone"


def test_a_service_that_drips_is_cut_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(push, "WHOLE_SECONDS", 0.5)
    stop = threading.Event()
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def drip() -> None:
            line, _ = listener.accept()
            with line:
                line.sendall(b"HTTP/1.1")
                while not stop.wait(0.05):
                    try:
                        line.sendall(b"x")
                    except OSError:
                        return

        dripping = threading.Thread(target=drip)
        dripping.start()
        found = place(f"http://127.0.0.1:{listener.getsockname()[1]}/x", loopback=True)
        with pytest.raises((OSError, http.client.HTTPException)):
            post(found, socket.AF_INET, "127.0.0.1", b"x", {})
        stop.set()
        dripping.join(30)
        assert not dripping.is_alive()


async def test_a_slow_service_holds_up_nobody_elses_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    stop, sender = threading.Event(), push.PushSender()

    def send(to: Subscription, *_: object) -> push.Sent:
        if "evil" in to.endpoint:
            stop.wait(30)
            return "later"
        return "sent"

    monkeypatch.setattr(sender, "_send", send)

    def to(host: str) -> Subscription:
        return Subscription(f"https://{host}/x", "", "", "en", "https://here")

    key = PushKey(packed(b"1" * 32))
    crowd = [
        asyncio.create_task(sender.send(to(f"{number}.evil.example"), key, "", "t"))
        for number in range(push.MOST_WAITING + 5)
    ]
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    assert [one.result() for one in crowd if one.done()] == ["later"] * 5  # they are tried again
    for _ in range(3):
        assert await asyncio.wait_for(sender.send(to("fcm.googleapis.com"), key, "", "t"), 20) == "sent"
    stop.set()
    await asyncio.gather(*crowd)
    assert await asyncio.wait_for(sender.send(to("push.example.org"), key, "", "t"), 20) == "sent"
    assert "example.org" in sender._quick
    assert "evil.example" not in sender._quick
    sender.close()


def test_a_service_is_its_domain() -> None:
    assert push.service_of("https://a.b.evil.example/x") == "evil.example"
    assert push.service_of("https://[/x") == ""


@pytest.mark.parametrize(
    "changes",
    [
        {"p256dh": ""},
        {"p256dh": "B" * 87},
        {"auth": "AA"},
        {"auth": "ä"},
        {"p256dh": "x" * 5000},
        {"auth": "="},
    ],
)
def test_keys_that_are_none_are_refused(changes: Facts, people: list[Person], service: PushService) -> None:
    assert ask(people[0], "devices", service.browser("Ann").body() | changes)["code"] == "NO_PUSH"


@pytest.mark.parametrize(
    "changes",
    [{"quiet_from": -1}, {"quiet_to": 1440}, {"muted": ["?"]}, {"muted": ["2ABCDEFG"] * 201}, {"zone": 7}],
)
def test_wrong_settings_are_refused(changes: Facts, people: list[Person]) -> None:
    usual: dict[str, Any] = {"quiet_from": 0, "quiet_to": 0, "zone": "UTC", "muted": []}
    assert ask(people[0], "settings", usual | changes)["code"] == "NOT_UNDERSTOOD"
    assert ask(people[0], "settings", usual | {"zone": "../../etc/passwd"})["zone"] == "UTC"


def test_a_server_without_push_offers_none(service: PushService) -> None:
    with (
        RunningServer(quick_settings(push=False, push_to_loopback=True)) as silent,
        silent.person("Ann") as ann,
    ):
        assert settings_of(ann)["public_key"] == ""
        assert ask(ann, "devices", service.browser("Ann").body())["code"] == "NO_PUSH"


def test_a_contact_is_checked_when_the_server_starts() -> None:
    assert configured(Serving([], [], [], push_contact="mailto:a@b.example"), None).push_contact
    with pytest.raises(SlugfestError, match="--push-contact"):
        configured(Serving([], [], [], push_contact="a@b.example"), None)


def test_a_guest_is_sent_few_messages(lines: ExitStack, service: PushService) -> None:
    limits = NO_LIMITS.with_changes(["pushes=0/1"])
    assert limits.pushes == Rate(0, 1)
    with RunningServer(quick_settings(push_to_loopback=True, limits=limits)) as server, ExitStack() as kept:
        ann, bob = (kept.enter_context(server.person(name)) for name in ("Ann", "Bob"))
        subscribe(ann, service)
        waits_for_ann(ann, bob, lines)
        service.next()
        waits_for_ann(ann, bob, lines)
        assert service.nothing_for(0.5)
        lines.close()


# ---- quiet hours -----------------------------------------------------------------------------------------------------


def at(text: str, zone: str = "Europe/Berlin") -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).timestamp() * 1000)


@pytest.mark.parametrize(
    ("moment", "first"),
    [
        ("2026-11-18T21:59:59", "2026-11-18T21:59:59"),
        ("2026-11-18T22:00:00", "2026-11-19T07:30:00"),
        ("2026-11-19T03:00:00", "2026-11-19T07:30:00"),
        ("2026-11-19T07:30:00", "2026-11-19T07:30:00"),
        ("2026-03-28T23:00:00", "2026-03-29T07:30:00"),  # summer time begins in this night
    ],
)
def test_quiet_hours_end_in_the_morning_of_the_same_place(moment: str, first: str) -> None:
    settings = {"quiet_from": 22 * 60, "quiet_to": 7 * 60 + 30, "zone": "Europe/Berlin"}
    assert allowed_from(at(moment), settings) == at(first)


def test_without_quiet_hours_every_moment_is_allowed() -> None:
    for minute in (0, 600):
        settings = {"quiet_from": minute, "quiet_to": minute, "zone": "UTC"}
        assert allowed_from(at("2026-11-18T10:00:00", "UTC"), settings) == at("2026-11-18T10:00:00", "UTC")


# ---- several processes -----------------------------------------------------------------------------------------------


def test_of_two_processes_on_postgresql_one_sends_the_message(service: PushService, lines: ExitStack) -> None:
    url, settings = running_postgres().new_database(), quick_settings(push_to_loopback=True)
    with (
        RunningServer(settings, PostgresStore(url)) as first,
        RunningServer(settings, PostgresStore(url)) as second,
        ExitStack() as kept,
    ):
        ann, bob = (kept.enter_context(one.person(name)) for one, name in ((first, "Ann"), (second, "Bob")))
        assert settings_of(ann)["public_key"] == settings_of(bob)["public_key"]
        subscribe(ann, service)
        waits_for_ann(ann, bob, lines)
        assert service.next().key == settings_of(ann)["public_key"]
        assert service.nothing_for(1.0)
        lines.close()
