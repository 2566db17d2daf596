"""What a stranger may send to any address: pages of other websites, bodies without end, and bodies that mean harm."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from typing import Any, get_type_hints

import msgspec
import pytest
from tests.server.harness import Facts, Person, RunningServer
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from slugfest.protocol.api import ADDRESSES, SOCKETS, Address

OFFERED = [one for one in ADDRESSES if one.offered != "local"]
CHANGING = [one for one in OFFERED if one.method != "GET"]

DEEP: Any = 1
for _ in range(40):
    DEEP = {"a": [DEEP]}
TEXTS: list[Any] = [
    "",
    "\u202eevil\x00\n" + "e" + "\u0301" * 500,
    "ﷺ" * 40_000,
    "../../etc/passwd",
    "=1+1\r\nX: y",
]
NUMBERS: list[Any] = [-1, 10**18, 10**40, 1.5, 1e308, True, None]
OTHERS: list[Any] = [
    [],
    {},
    ["x"] * 5000,
    {"x": 10**40},
    DEEP,
    [{"kind": "me"}] * 500,
    {"en": "\u202e", "de": 1},
]
TOML = [
    "\n".join(['game = "hush"', "[change]", f"{'a.' * 20_000}b = 1"]),
    "\n".join(['game = "kapow-cards"', "[change]", f"{'a.' * 400}b = 1"]),
    "\n".join(['game = "kapow-cards"', "[change]", f"{'a.' * 800}b = 1"]),
    "\n".join(['game = "kapow-cards"', 'name = "x"', "[change]", f"'limits.hand' = {'9' * 4000}"]),
    "\n".join(['game = "kapow-cards"', 'name = "x"', "[change]", f"'limits.hand' = {'9' * 9000}"]),
    "\n".join(['game = "kapow-cards"', 'name = "x"', "[change]", "'limits.hand' = 1e999"]),
    "[" * 60_000,
    "x = " + "[" * 30_000,
    "\ufeff" * 60_000,
]
FIRST = {  # what a field needs, so that the others are looked at
    "game": "kapow-cards",
    "sure": False,
    "seats": [{"kind": "me"}, {"kind": "open"}],
    "pace": {"kind": "live", "decision": 60, "reserve": 60, "gain": 0, "then": "move", "level": "medium"},
    "format": "swiss",
    "act": "start",
    "role": "member",
    "action": "rename",
    "language": "en",
    "match": "ABCD2345",
    "name": "Ann",
    "match_of": {"game": "kapow-cards", "seats": [{"kind": "me"}, {"kind": "open"}]},  # of PlayNow
}


JSON = {"content-type": "application/json"}
FOREIGN = [
    {"origin": "https://evil.example"},
    {"origin": "null"},
    {"sec-fetch-site": "cross-site"},
    {"sec-fetch-site": "same-site"},
]
PARTS = [
    "%00",
    "%0d%0aevil%3a%20x",
    "..%2f..%2fetc",
    "%e2%80%ae",
    "%ff",
    "x" * 3000,
    "kapow-cards@x.0123456789",
    "0",
]
HARMFUL = [
    "%00",
    "%0d%0aevil%3a%20x",
    "%ff",
    "-1",
    "9" * 400,
    "1e9",
    "nan",
    "%e2%80%ae",
    "%f0%9d%9f%97",
    "x" * 3000,
]
ALONE = ("since", "until", "eyes", "step", "game", "against", "skip")
TOGETHER = (*ALONE, "after", "known", "name", "rules", "seats", "text", "whole")
QUERIES = [
    *("&".join(f"{name}={value}" for name in TOGETHER) for value in HARMFUL),
    *(f"{name}={value}" for value in HARMFUL[:4] for name in ALONE),
]
FIRST_PARTS = {"game": "kapow-cards", "number": "1"}


def path_of(address: Address | Any, part: str = "") -> str:
    """An address with its variable parts filled in."""
    return re.sub(r"\{(\w+)\}", lambda found: part or FIRST_PARTS.get(found[1], "ABCD2345"), address.path)


def usual(kind: type) -> Facts:
    """A body of this kind that is no mistake in its form."""
    found: Facts = {}
    for field, hint in get_type_hints(kind).items():
        for value in (FIRST.get(field), "", 0, False, {}, [], None, FIRST["match_of"]):
            try:
                msgspec.convert(value, hint)
            except msgspec.ValidationError:
                continue
            found[field] = value
            break
    msgspec.convert(found, kind)
    return found


def bodies(kind: type) -> Iterator[Any]:
    """Bodies that are none, and usual ones with one field that means harm."""
    yield from (None, [], "x", 7, {}, DEEP)
    good = usual(kind)
    for field in good:
        for harmful in (*TEXTS, *NUMBERS, *OTHERS, *(TOML if field == "file" else ())):
            yield good | {field: harmful}


def send(person: Person, address: Address, body: Any, **headers: str) -> Any:
    content = body if isinstance(body, bytes) else json.dumps(body)
    return person.http.request(address.method, path_of(address), content=content, headers=JSON | headers)


@pytest.fixture
def quiet(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Fail if a traceback is logged."""
    with caplog.at_level(logging.WARNING):
        yield
    assert not [one for one in caplog.records if one.exc_info or "Traceback" in one.getMessage()]


@pytest.mark.usefixtures("quiet")
def test_no_body_breaks_an_address(people: list[Person]) -> None:
    for address in CHANGING:
        if address.cookie != "take":  # after that whoever asks is nobody
            for body in [None] if address.body is None else bodies(address.body):
                answer = send(people[0], address, body)
                assert answer.status_code != 500, (address.name, body, answer.text)


@pytest.mark.usefixtures("quiet")
def test_no_query_and_no_path_breaks_an_address(people: list[Person]) -> None:
    for address in OFFERED:
        asked = [f"{path_of(address)}?{query}" for query in QUERIES] if address.method == "GET" else []
        asked += [path_of(address, part) for part in PARTS if "{" in address.path]
        for path in asked:
            answer = people[0].http.request(address.method, path, content="{}", headers=JSON)
            assert answer.status_code != 500, (path, answer.text)
            assert not [value for value in answer.headers.values() if "evil" in value]


@pytest.mark.parametrize("headers", FOREIGN, ids=lambda headers: str(*headers.items()))
def test_a_page_of_another_website_changes_nothing(headers: dict[str, str], people: list[Person]) -> None:
    for address in CHANGING:
        answer = send(people[0], address, {} if address.body is None else usual(address.body), **headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "FOREIGN_PAGE"), address.name


def test_a_body_is_bounded_and_no_form_of_another_website_sends_it(
    people: list[Person], server: RunningServer
) -> None:
    large = b" " * (server.settings.largest_message + 1)
    for address in CHANGING:
        if address.body is not None:
            assert send(people[0], address, large).json()["code"] == "TOO_LARGE"
            for kind in (
                "text/plain",
                "application/x-www-form-urlencoded",
                "multipart/form-data; boundary=x",
            ):
                answer = send(people[0], address, {}, **{"content-type": kind})
                assert answer.json()["code"] == "NOT_UNDERSTOOD"


@pytest.mark.parametrize(
    "path", [*(path_of(one) for one in SOCKETS if one.offered != "local"), "/ws/nothing"]
)
def test_a_page_of_another_website_opens_no_socket(path: str, people: list[Person]) -> None:
    cookies = "; ".join(f"{cookie.name}={cookie.value}" for cookie in people[0].http.cookies.jar)
    url, foreign = people[0].address.replace("http", "ws") + path, Origin("https://evil.example")
    with pytest.raises(InvalidStatus) as refused:  # noqa: SIM117
        with connect(url, additional_headers={"cookie": cookies}, origin=foreign):
            pass
    assert refused.value.response.status_code == 403
