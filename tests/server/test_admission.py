"""The way in: nobody spoils it for others by asking much, by halves, under a false name or from a false address."""

from __future__ import annotations

import functools
import json
import logging
import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from typing import Any

import httpx2
import pytest
from starlette.requests import HTTPConnection
from tests.server.harness import TIMEOUT, Line, Person, RunningServer, quick_settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from slugfest.protocol.codes import Codes
from slugfest.protocol.problems import STATUS, problem
from slugfest.server.admission import Admission, Rejected
from slugfest.server.answers import refusal_answer
from slugfest.server.guests import Guestbook
from slugfest.server.hosts import Hosts, name_in
from slugfest.server.limits import NO_LIMITS, Limits, Rate

FEW = Rate(0.001, 3)  # three at once, and then one in a quarter of a day


@contextmanager
def limited(**limits: Any) -> Iterator[RunningServer]:
    with RunningServer(quick_settings(limits=replace(NO_LIMITS, **limits))) as server:
        yield server


def refused(response: httpx2.Response, status: int) -> str:
    problem = response.json()
    assert response.status_code == status, response.text
    assert problem["text"]["en"] != problem["text"]["de"]
    return str(problem["code"])


WANTED = {"game": "hush", "seats": [{"kind": "me"}, {"kind": "open"}]}

# ---- how often -------------------------------------------------------------------------------------------------------


def test_one_guest_asks_too_often_and_another_of_the_same_house_does_not_notice() -> None:
    with limited(questions=FEW) as server, server.person("Ann") as ann, server.person("Bob") as bob:
        answers = [ann.http.get("/api/me") for _ in range(4)]
        assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
        assert refused(answers[-1], 429) == "TOO_FAST"
        assert int(answers[-1].headers["retry-after"]) > 3600
        assert bob.http.get("/api/games").status_code == 200
        assert ann.http.get("/").status_code != 429, "pages are not questions"


def test_one_address_asks_too_often_whoever_it_says_it_is() -> None:
    with limited(requests=FEW) as server:
        statuses = [httpx2.get(f"{server.address}/about").status_code for _ in range(4)]
        assert 429 not in statuses[:3]
        assert statuses[3] == 429
        assert httpx2.get(f"{server.address}/healthz").status_code == 200, "whoever looks after it gets in"


def test_strangers_share_what_a_guest_has_alone() -> None:
    with limited(strangers=FEW) as server, server.person("Ann") as ann:  # she was the first stranger
        statuses = [httpx2.get(f"{server.address}/api/games").status_code for _ in range(3)]
        assert statuses == [200, 200, 429]
        assert ann.http.get("/api/games").status_code == 200


def test_whole_matches_are_told_again_only_so_often() -> None:
    with limited(replays=FEW) as server, server.person("Ann") as ann:
        match = ann.create("me", "open")
        paths = [f"/api/matches/{match}/{what}" for what in ("record", "replay", "record", "replay")]
        assert [ann.http.get(path).status_code for path in paths] == [409, 409, 409, 429]
        assert ann.http.get(f"/api/matches/{match}").status_code == 200


def test_new_guests_of_one_address_are_limited_and_old_ones_come_in() -> None:
    with limited(new_guests=FEW) as server, ExitStack() as stack:
        ann, bob, cyd = (stack.enter_context(server.person(name)) for name in ("Ann", "Bob", "Cyd"))
        match = ann.create("me", "open")
        assert refused(httpx2.get(f"{server.address}/api/me"), 429) == "TOO_MANY_GUESTS"
        with pytest.raises(InvalidStatus) as rejected, Line(server.address, match):
            pass
        assert rejected.value.response.status_code == 429
        assert json.loads(rejected.value.response.body)["code"] == "TOO_MANY_GUESTS"
        assert rejected.value.response.headers["retry-after"]
        assert bob.http.get("/api/me").status_code == 200
        with cyd.connect(match) as line:
            assert line.status == "lobby"


def test_nothing_is_stored_for_somebody_without_a_cookie() -> None:
    with limited() as server, server.person("Ann") as ann:
        assert refused(httpx2.post(f"{server.address}/api/me", json={"name": "X"}), 403) == "COOKIE_NEEDED"
        assert refused(httpx2.post(f"{server.address}/api/matches", json=WANTED), 403) == "COOKIE_NEEDED"
        match = ann.create("me", "open")
        with Line(server.address, match) as stranger:
            stranger.receive()
            assert stranger.refused("sit", seat=1, name="X") == "COOKIE_NEEDED"
        assert len(server.store.log(match)) == 1


def test_new_matches_are_limited_for_a_guest_and_for_an_address() -> None:
    with limited(own_matches=FEW, new_matches=Rate(0.001, 5)) as server, ExitStack() as stack:
        ann, bob = (stack.enter_context(server.person(name)) for name in ("Ann", "Bob"))

        def creating(person: Person) -> list[int]:
            return [person.http.post("/api/matches", json=WANTED).status_code for _ in range(4)]

        assert creating(ann) == [201, 201, 201, 429]
        assert creating(bob) == [201, 201, 429, 429]
        assert refused(bob.http.post("/api/matches", json=WANTED), 429) == "TOO_MANY_MATCHES"


def test_clubs_and_events_of_one_address_are_limited_whoever_opens_them() -> None:
    with limited(new_groups=FEW) as server, ExitStack() as stack:
        ann, bob = (stack.enter_context(server.person(name)) for name in ("Ann", "Bob"))
        assert [found(one, "Chess").status_code for one in (ann, bob, ann, bob)] == [201, 201, 201, 429]
        assert refused(ann.http.post("/api/events", json={}), 429) == "TOO_FAST"
        assert ann.http.get("/api/clubs").status_code == 200


def found(person: Person, name: str) -> Any:
    person.http.post("/api/me", json={"name": person.name})
    return person.http.post("/api/clubs", json={"name": name})


def test_a_limit_on_what_is_laborious_is_not_one_on_reading_it() -> None:
    with limited(replays=FEW) as server, server.person("Ann") as ann:
        assert [ann.http.get("/api/clubs").status_code for _ in range(5)] == [200] * 5


@pytest.mark.parametrize("limit", ["windows", "own_windows"])
def test_only_so_many_windows_are_open_at_once(limit: str) -> None:
    with limited(**{limit: 2}) as server, server.person("Ann") as ann:
        match = ann.create("me", "open")
        with ann.connect(match):
            second = ann.connect(match)
            with ann.dial(match) as third:  # a page cannot read the answer to a handshake: it is told inside
                received = third.receive()
                assert (received["type"], received["id"], received["code"]) == (
                    "refused",
                    "",
                    "TOO_MANY_WINDOWS",
                )
                assert third.ending()[0] == 1013
            second.close()
            with ann.connect(match) as again:
                assert again.status == "lobby"


@pytest.mark.parametrize("limit", ["visits", "own_visits"])
def test_windows_are_opened_only_so_often(limit: str, caplog: pytest.LogCaptureFixture) -> None:
    with limited(**{limit: FEW}) as server, server.person("Ann") as ann:
        match = ann.create("me", "open")
        for _ in range(3):
            ann.connect(match).close()
        with caplog.at_level(logging.WARNING), pytest.raises(InvalidStatus) as rejected:
            ann.connect(match)
        assert rejected.value.response.status_code == 429
    warned = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert not warned, "whoever comes too often cannot fill the log"


def test_messages_of_one_address_are_limited_over_all_guests() -> None:
    with limited(address_messages=FEW) as server, ExitStack() as stack:
        ann, bob = (stack.enter_context(server.person(name)) for name in ("Ann", "Bob"))
        match = ann.create("me", "open")
        mine, others = (stack.enter_context(person.connect(match)) for person in (ann, bob))
        for number in range(3):
            assert mine.refused("undo", id=f"{number}") == "NOT_STARTED"
        assert others.refused("undo") == "TOO_FAST"


def test_thirty_people_in_one_house_are_not_locked_out() -> None:
    """All come in the same second through one address: pages with all their files, matches, windows, moves."""
    guestbook = Guestbook("key", Codes())
    admission = Admission(Limits(), Hosts(), guestbook, clock=lambda: 0.0)

    def asked(path: str, cookie: str = "", method: str = "GET", kind: str = "http") -> HTTPConnection:
        headers = [(b"host", b"localhost"), (b"cookie", cookie.encode())]
        scope = {"type": kind, "path": path, "method": method, "headers": headers, "client": ("192.0.2.1", 1)}
        connection = HTTPConnection(scope)
        admission.admit(connection)
        return connection

    with ExitStack() as windows:
        for _ in range(30):
            for _ in range(60):
                asked("/assets/some-file.js")
            guest = guestbook.guest(asked("/api/me"))
            cookie = guestbook.cookie_headers(guest, asked("/about"))[0][1].decode().partition(";")[0]
            for path in ["/api/me", "/api/games", "/api/games/kapow-dice", "/api/matches/ABCDEFG2"] * 3:
                asked(path, cookie)
            asked("/api/matches/ABCDEFG2/replay", cookie)
            for _ in range(3):
                asked("/api/matches", cookie, "POST")
                window = asked("/ws/ABCDEFG2", cookie, kind="websocket")
                windows.enter_context(admission.connection_open(window, guestbook.guest(window)))
                budget = admission.budget(window, guestbook.guest(window).id)
                assert all(budget.take() for _ in range(20))


def test_processes_on_one_store_share_the_guests_that_may_be_new() -> None:
    guestbook = Guestbook("key", Codes())
    limits = replace(NO_LIMITS, new_guests=Rate(0, 6))
    headers = [(b"host", b"localhost")]
    scope = {
        "type": "http",
        "path": "/api/me",
        "method": "GET",
        "headers": headers,
        "client": ("192.0.2.1", 1),
    }
    for processes, allowed in ((1, 6), (3, 2), (100, 1)):
        admission = Admission(limits, Hosts(), guestbook, processes=functools.partial(int, processes))
        for _ in range(allowed):
            admission.admit(HTTPConnection(scope))
        with pytest.raises(Rejected):
            admission.admit(HTTPConnection(scope))


@pytest.mark.parametrize("code", [code for code, status in STATUS.items() if status == 503])
def test_what_passes_by_itself_says_when_to_come_back(code: str) -> None:
    response = refusal_answer(problem(code))
    assert (response.status_code, int(response.headers["retry-after"])) == (503, 5)


# ---- from where, under which name ------------------------------------------------------------------------------------


def test_an_address_that_is_only_claimed_does_not_count() -> None:
    with limited(requests=FEW) as server:
        for number in range(4):
            headers = {"x-forwarded-for": f"192.0.2.{number}", "forwarded": f"for=192.0.2.{number}"}
            status = httpx2.get(f"{server.address}/about", headers=headers).status_code
        assert status == 429


def test_a_proxy_that_is_trusted_says_who_it_is_and_cannot_be_told_otherwise() -> None:
    settings = quick_settings(
        limits=replace(NO_LIMITS, requests=FEW, connections=1), trusted_proxies=("127.0.0.1",)
    )
    with RunningServer(settings) as server, httpx2.Client(base_url=server.address, trust_env=False) as proxy:

        def asked_by(forwarded: str) -> int:
            return proxy.get("/about", headers={"x-forwarded-for": forwarded}).status_code

        assert 429 not in [asked_by("192.0.2.1") for _ in range(3)]
        assert asked_by("192.0.2.1") == 429
        assert asked_by("192.0.2.2") != 429, "somebody else"
        assert asked_by("198.51.100.9, 192.0.2.1") == 429, "what the client itself claims stands before"
        given = proxy.get("/api/me", headers={"x-forwarded-for": "192.0.2.3", "x-forwarded-proto": "https"})
        assert "Secure" in given.headers["set-cookie"]
        with httpx2.Client(base_url=server.address, trust_env=False) as another:
            assert another.get("/healthz").status_code == 200, "a proxy brings many connections"


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:8000", "", "127.0.0.1.evil.example", "a b", "[::1"]
)
def test_a_strangers_name_for_this_server_is_refused(server: RunningServer, host: str) -> None:
    response = httpx2.get(f"{server.address}/api/games", headers={"host": host})
    if response.headers.get("content-type") == "application/json":
        assert refused(response, 421) == "WRONG_HOST"
    else:
        assert response.status_code == 400  # it was no name at all
    url = f"ws://127.0.0.1:{server.port}/ws/ABCDEFG2"
    if host.startswith("evil"):
        with (
            pytest.raises(InvalidStatus) as rejected,
            connect(url, additional_headers={"Host": host}, proxy=None),
        ):
            pass
        assert rejected.value.response.status_code in (400, 421)


def test_two_names_at_once_are_none(server: RunningServer) -> None:
    raw = b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n"
    assert b" 421 " in exchange(server, raw)


def test_a_server_knows_its_own_names() -> None:
    hosts = Hosts(("Play.Example.org", "*.club.example"))
    mine = socket.gethostname().lower()
    for known in (
        "localhost",
        "LOCALHOST:8000",
        "127.0.0.1:8000",
        "192.168.1.7",
        "[::1]:8000",
        mine,
        f"{mine}:80",
    ):
        assert hosts.knows(known), known
    for known in ("play.example.org", "play.example.org.", "PLAY.example.org:443", "www.club.example"):
        assert hosts.knows(known), known
    for unknown in (
        "example.org",
        "xplay.example.org",
        "club.example",
        "evilclub.example",
        "play.example.org.evil",
    ):
        assert not hosts.knows(unknown), unknown
    assert not Hosts().knows("play.example.org")
    first = mine.partition(".")[0]
    assert Hosts().knows(f"{first}.local")
    assert Hosts().knows(f"{first}.fritz.box")
    assert not Hosts().knows(f"{first}.evil.example")
    assert not Hosts().knows("another.fritz.box")
    assert Hosts(("*",)).knows("any.name.at.all")
    assert name_in("a/b") == name_in("[::1") == name_in("a:b") == ""


# ---- by halves -------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hasty() -> Iterator[RunningServer]:
    """A server with little patience: enough for whole requests on a busy machine."""
    settings = quick_settings(header_seconds=0.4, body_seconds=0.4)
    with RunningServer(settings) as server:
        yield server


def exchange(server: RunningServer, *parts: bytes) -> bytes:
    """Send something as it is, and read until the server ends the connection."""
    with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as line:
        for part in parts:
            line.sendall(part)
        received = b""
        while part := line.recv(65536):
            received += part
            if part.endswith(b"}") and b"connection: close" not in received:
                break
        return received


HALVES = {
    "a part of the first line": b"GET / HT",
    "a part of the head": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Slow: ",
    "a part of the body": b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n"
    b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    "a part of a chunk": b"POST /api/me HTTP/1.1\r\nHost: localhost\r\nCookie: {cookie}\r\n"
    b"Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n5\r\n{",
}


@pytest.mark.parametrize("half", HALVES)
def test_half_a_request_is_not_waited_for_for_ever(
    hasty: RunningServer, half: str, caplog: pytest.LogCaptureFixture
) -> None:
    with hasty.person("Ann") as ann:
        cookie = f"slugfest_guest={ann.http.cookies['slugfest_guest']}".encode()
    received = exchange(hasty, HALVES[half].replace(b"{cookie}", cookie))
    assert received.startswith(b"HTTP/1.1 408 ")
    assert json.loads(received.partition(b"\r\n\r\n")[2])["code"] == "TOO_SLOW"
    assert not [record for record in caplog.records if record.exc_info]


def test_whoever_says_nothing_at_all_is_not_waited_for_either(hasty: RunningServer) -> None:
    assert exchange(hasty) == b""
    assert exchange(hasty, b"\r\n\r\n") == b""


def test_after_an_answer_the_next_question_has_to_come_whole_too(hasty: RunningServer) -> None:
    received = exchange(hasty, b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b"GET /heal")
    assert received.startswith(b"HTTP/1.1 200 ")
    assert b"HTTP/1.1 408 " in received


def test_a_window_may_be_silent_as_long_as_it_likes(hasty: RunningServer) -> None:
    with hasty.person("Ann") as ann, ann.connect(ann.create("me", "open")) as line:
        exchange(hasty)  # longer than anybody's patience here
        line.done("set_seat", seat=1, kind="bot")


def test_a_head_without_end_is_refused(server: RunningServer) -> None:
    with socket.create_connection(("127.0.0.1", server.port), TIMEOUT) as line:
        line.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nX-Long: " + b"x" * 40_000)
        assert line.recv(65536).startswith(b"HTTP/1.1 431 ")


def test_one_address_cannot_take_all_the_places() -> None:
    with limited(connections=5) as server, ExitStack() as stack:
        for _ in range(5):
            stack.enter_context(socket.create_connection(("127.0.0.1", server.port), TIMEOUT))
        received = exchange(server)
        assert received.startswith(b"HTTP/1.1 429 ")
        assert b"retry-after: " in received
        assert json.loads(received.partition(b"\r\n\r\n")[2])["code"] == "TOO_MANY_WINDOWS"


def test_windows_count_among_the_connections_until_they_are_closed() -> None:
    with limited(connections=3) as server, server.person("Ann") as ann:
        match = ann.create("me", "open")
        for _ in range(5):
            with ann.connect(match):  # her browser's other connection stays open
                assert b"429" not in exchange(server, b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
        with ann.connect(match), ann.connect(match):
            assert exchange(server).startswith(b"HTTP/1.1 429 ")


def test_a_full_house_says_so() -> None:
    with limited(all_connections=1) as server:
        with socket.create_connection(("127.0.0.1", server.port), TIMEOUT):
            received = exchange(server)
        assert received.startswith(b"HTTP/1.1 503 ")
        assert json.loads(received.partition(b"\r\n\r\n")[2])["code"] == "CROWDED"


# ---- what is no text -------------------------------------------------------------------------------------------------

NO_TEXT = {
    "address": b"GET /\xff\xfe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "address, spelled out": b"GET /%ff%fe%00 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "code": b"GET /api/matches/%ff%fe HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "file": b"GET /assets/%ff%00.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "query": b"GET /api/games/hush/seating?seats=%ff&\xff=1 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "link": b"GET /api/qr?text=%ff HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
    "cookie": b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nCookie: slugfest_guest=\xff\xfe.\xff\r\n"
    b"Connection: close\r\n\r\n",
    "header": b"GET /api/me HTTP/1.1\r\nHost: localhost\r\nOrigin: \xff\r\nAccept-Language: \xfe\r\n"
    b"Connection: close\r\n\r\n",
    "host": b"GET /api/me HTTP/1.1\r\nHost: \xff\r\nConnection: close\r\n\r\n",
    "handshake": b"GET /ws/\xff\xfe HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    "handshake's query": b"GET /ws/x?\xff HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    "handshake's header": b"GET /ws/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"X-\xff: \xff\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    "no handshake": b"GET /ws/x HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 1\r\nSec-WebSocket-Key: \xff\r\n\r\n",
}


@pytest.mark.parametrize("where", NO_TEXT)
def test_bytes_that_are_no_text_are_refused_without_a_traceback(
    server: RunningServer, where: str, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.WARNING), suppress_reset():
        received = exchange(
            server, NO_TEXT[where], b"\x88\x80\x00\x00\x00\x00"
        )  # a WebSocket is closed again
        assert b" 500 " not in received.partition(b"\r\n")[0]
    assert not [record for record in caplog.records if record.exc_info or "Traceback" in record.getMessage()]
    assert httpx2.get(f"{server.address}/healthz").status_code == 200


@contextmanager
def suppress_reset() -> Iterator[None]:
    """What a server does not understand at all it may just hang up on."""
    try:
        yield
    except ConnectionResetError:
        return


def test_a_frame_that_is_no_text_ends_the_connection_without_a_traceback(
    people: list[Person], lines: ExitStack, caplog: pytest.LogCaptureFixture
) -> None:
    match = people[0].create("me", "open", start=False)
    line = lines.enter_context(people[0].connect(match))
    line._socket.send(b"\xff\xfe", text=True)
    with caplog.at_level(logging.WARNING), pytest.raises(ConnectionClosed) as closed:
        line.receive()
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1007
    assert not [record for record in caplog.records if record.exc_info or record.levelno >= logging.ERROR]
    again = lines.enter_context(people[0].connect(match))
    again.done("set_seat", seat=1, kind="bot")


@pytest.mark.parametrize("lonely", ['"\\ud800"', '"\\udfff x"'])
def test_half_a_letter_is_refused_in_words(people: list[Person], lines: ExitStack, lonely: str) -> None:
    line = lines.enter_context(people[0].connect(people[0].create("me", "open", start=False)))
    line.send('{"type": "sit", "id": "x", "seat": 1, "name": ' + lonely + "}")
    assert line.receive()["type"] == "refused"
    line.send('{"type": "play", "id": "y", "moves": [' + lonely + "]}")
    assert line.receive()["type"] == "refused"
    line.done("set_seat", seat=1, kind="bot")
