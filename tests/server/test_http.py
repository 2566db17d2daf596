"""The HTTP side: games, guests, new matches, pages, pictures, and headers on all of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import fields
from inspect import signature
from pathlib import Path
from typing import Any

import httpx2
import pytest
from tests.server.harness import Person, RunningServer, play_out, quick_settings

from slugfest.kernel.facts import misfit
from slugfest.server.pages import PAGES
from slugfest.server.run import serve
from slugfest.server.settings import Settings
from slugfest.table import messages, pages


@pytest.fixture
def ann(people: list[Person]) -> Person:
    return people[0]


def refused(response: httpx2.Response, status: int) -> str:
    problem = response.json()
    assert response.status_code == status, response.text
    assert problem["text"]["en"]
    assert problem["text"]["de"]
    return str(problem["code"])


# ---- games ---------------------------------------------------------------------------------------------------------


def test_the_games_are_listed_and_one_is_told_whole(ann: Person) -> None:
    listed = {game["id"]: game for game in ann.http.get("/api/games").json()}
    assert listed["hush"]["name"] == {"en": "Hush", "de": "Pst"}
    assert listed["hush"]["catalogue"] == {}
    whole = ann.http.get("/api/games/hush").json()
    assert (whole["min_seats"], whole["max_seats"], len(whole["catalogue"]["values"])) == (2, 4, 12)
    assert [option["key"] for option in whole["options"]] == ["rounds", "ready"]
    assert refused(ann.http.get("/api/games/chess"), 404) == "NO_SUCH_GAME"


def test_who_would_play_together_is_told_before_there_is_a_match(ann: Person) -> None:
    def seating(**asked: str | int) -> httpx2.Response:
        return ann.http.get("/api/games/kapow-dice/seating", params=asked)

    assert seating(seats=4).json()["teams"] == [[0, 1], [2, 3]]
    assert seating(seats=4).json()["options"]["mode"] == "team"
    assert seating(seats=2).json()["teams"] == [[0], [1]]
    assert seating(seats=2, mode="coop", pow="4").json()["teams"] == [[0, 1]]
    assert refused(seating(seats=3), 422) == "WRONG_SEATS"
    assert refused(seating(seats=2, mode="team"), 422) == "WRONG_OPTION"
    assert refused(seating(seats=2, colour="red"), 422) == "UNKNOWN_OPTION"
    assert refused(seating(seats="two"), 422) == "NOT_UNDERSTOOD"
    assert refused(seating(), 422) == "NOT_UNDERSTOOD"
    assert refused(ann.http.get("/api/games/chess/seating?seats=2"), 404) == "NO_SUCH_GAME"


def test_numbers_of_seats_that_no_mode_has_are_not_offered(ann: Person) -> None:
    assert ann.http.get("/api/games/kapow-dice").json()["seat_counts"] == [1, 2, 4]
    three = {"game": "kapow-dice", "seats": [{"kind": "me"}, {"kind": "bot"}, {"kind": "bot"}]}
    problem = ann.http.post("/api/matches", json=three).json()
    assert problem["code"] == "WRONG_SEATS"
    assert problem["text"] == {
        "en": "KAPOW! – the dice game is for 1, 2 or 4 players, not for 3.",
        "de": "KAPOW! – das Würfelspiel ist für 1, 2 oder 4 Personen, nicht für 3.",
    }


def test_a_lobby_says_who_plays_together(ann: Person, lines: ExitStack) -> None:
    line = lines.enter_context(ann.connect(ann.create("me", "open", game="kapow-dice", mode="coop")))
    assert line.match["teams"] == [[0, 1]]
    line.done("set_options", seats=4, options={})
    assert line.match["teams"] == [[0, 1], [2, 3]]
    assert line.match["options"]["mode"] == "team"
    assert line.refused("set_options", seats=3, options={}) == "WRONG_SEATS"


# ---- guests --------------------------------------------------------------------------------------------------------


def test_a_guest_is_known_again_by_a_cookie_that_scripts_cannot_read(ann: Person) -> None:
    given = ann.http.get("/api/me").headers["set-cookie"]
    assert "HttpOnly" in given
    assert "SameSite=lax" in given
    assert "Secure" not in given  # plain http, as at home
    assert ann.http.post("/api/me", json={"name": "  Ann  Änne "}).json()["name"] == "Ann Änne"
    assert ann.http.get("/api/me").json()["name"] == "Ann Änne"


@pytest.mark.parametrize(
    ("body", "kind", "status", "code"),
    [
        ('{"name": ""}', "application/json", 422, "NAME_NEEDED"),
        ('{"name": "\\u0000"}', "application/json", 422, "NAME_NEEDED"),
        ('{"name": 7}', "application/json", 422, "NOT_UNDERSTOOD"),
        ("{}", "application/json", 422, "NOT_UNDERSTOOD"),
        ("[" * 60_000, "application/json", 422, "NOT_UNDERSTOOD"),
        (b"\xff", "application/json", 422, "NOT_UNDERSTOOD"),
        ('{"name": "Ann"}', "text/plain", 422, "NOT_UNDERSTOOD"),
        ('{"name": "' + "x" * 70_000 + '"}', "application/json", 413, "TOO_LARGE"),
    ],
)
def test_a_wrong_body_is_refused_in_words(ann: Person, body: Any, kind: str, status: int, code: str) -> None:
    response = ann.http.post("/api/me", content=body, headers={"content-type": kind})
    assert refused(response, status) == code


@pytest.mark.parametrize("headers", [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}])
@pytest.mark.parametrize("path", ["/api/me", "/api/matches"])
def test_other_websites_cannot_act_for_a_guest(ann: Person, path: str, headers: dict[str, str]) -> None:
    assert refused(ann.http.post(path, json={}, headers=headers), 403) == "FOREIGN_PAGE"


# ---- matches -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"game": "chess"}, 404, "NO_SUCH_GAME"),
        ({"seats": []}, 422, "WRONG_SEATS"),
        ({"seats": [{"kind": "bot"}] * 1000}, 422, "WRONG_SEATS"),
        ({"seats": [{"kind": "me"}] * 2}, 422, "TWO_SEATS"),
        ({"seats": [{"kind": "king"}] * 2}, 422, "NOT_UNDERSTOOD"),
        ({"seats": [{"kind": "bot", "level": "x"}] * 2}, 422, "NO_SUCH_LEVEL"),
        ({"options": {"rounds": 99}}, 422, "WRONG_OPTION"),
        ({"options": {"x": 1}}, 422, "UNKNOWN_OPTION"),
    ],
)
def test_a_match_that_cannot_be_is_refused_in_words(
    ann: Person, change: dict[str, Any], status: int, code: str
) -> None:
    wanted = {"game": "hush", "seats": [{"kind": "me"}, {"kind": "open"}]} | change
    assert refused(ann.http.post("/api/matches", json=wanted), status) == code


def test_a_match_is_found_by_its_code_however_it_is_typed(ann: Person, people: list[Person]) -> None:
    match = ann.create("me", "open", start=False)
    typed = f"{match[:4].lower()}-{match[4:]}"
    assert people[1].http.get(f"/api/matches/{typed}").json()["id"] == match
    with people[1].connect(typed) as line:
        assert line.match["id"] == match


@pytest.mark.parametrize("code", ["ABCDEFG2", "x", "%00", "AB/CD"])
@pytest.mark.parametrize("what", ["", "/record", "/replay"])
def test_an_unknown_code_is_refused_in_words(ann: Person, code: str, what: str) -> None:
    response = ann.http.get(f"/api/matches/{code}{what}")
    assert refused(response, 404) in ("NO_SUCH_MATCH", "NO_SUCH_PAGE")


def test_somebody_without_a_name_gets_one_in_their_language(people: list[Person]) -> None:
    wanted = {"game": "hush", "seats": [{"kind": "me"}, {"kind": "open"}]}
    for person, language, word in zip(people, ("de-AT,de;q=0.9", "en", "fr"), ("Gast", "Guest", "Guest")):
        created = person.http.post("/api/matches", json=wanted, headers={"accept-language": language})
        match = person.http.get(f"/api/matches/{created.json()['id']}").json()
        assert match["seats"][0]["name"].startswith(f"{word} ")


def test_a_match_starts_at_once_if_nobody_is_waited_for(ann: Person) -> None:
    """With bots alone it has begun; a person's nonce comes first, and the open seat waits for somebody."""
    for seats, status, starting in (
        (("easy", "easy"), "playing", False),
        (("me", "easy"), "lobby", True),
        (("me", "open"), "lobby", False),
    ):
        match = ann.create(*seats, start=True)
        received = ann.http.get(f"/api/matches/{match}").json()
        assert (received["status"], received["starting"]) == (status, starting)


# ---- pictures ------------------------------------------------------------------------------------------------------


def test_a_link_to_this_server_becomes_a_qr_code(server: RunningServer, ann: Person) -> None:
    picture = ann.http.get("/api/qr", params={"text": f"{server.address}/match/ABCDEFG2"})
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<svg")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "hello",
        "https://evil.example/",
        "javascript:alert(1)",
        "//x",
        "http://[",
        "{address}@evil.example/",
    ],
)
def test_a_qr_code_leads_nowhere_else(server: RunningServer, ann: Person, text: str) -> None:
    link = text.replace("{address}", server.address)
    assert refused(ann.http.get("/api/qr", params={"text": link}), 422) == "WRONG_LINK"


def test_a_qr_code_is_not_made_of_a_novel(server: RunningServer, ann: Person) -> None:
    link = f"{server.address}/{'x' * 1000}"
    assert refused(ann.http.get("/api/qr", params={"text": link}), 422) == "WRONG_LINK"


# ---- pages ---------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx2.Client]:
    folder: Path = tmp_path_factory.mktemp("static")
    (folder / "assets").mkdir()
    (folder / "index.html").write_text("<title>Slugfest</title>")
    (folder / "favicon.svg").write_text("<svg/>")
    (folder / "assets" / "main-a1b2.js").write_text("export {}")
    (folder.parent / "outside.txt").write_text("not for you")
    with RunningServer(quick_settings(static=folder)) as server, server.person("Ann") as ann:
        yield ann.http


@pytest.mark.parametrize(
    "path",
    [
        "/",
        "/new/hush",
        "/how/hush",
        "/match/ABCDEFG2",
        "/replay/ABCDEFG2",
        "/about",
        "/sign-in",
        "/player/Zo%C3%AB%2FPaul",
        "/puzzle/hush/3",
        "/events",
        "/events?club=ABCDEFG2",
        "/event/ABCDEFG2",
        "/event/ABCDEFG2/deal/1",
        "/clubs",
        "/club/ABCDEFG2",
        "/admin",
    ],
)
def test_every_address_people_see_shows_the_page(built: httpx2.Client, path: str) -> None:
    page = built.get(path)
    assert page.status_code == 200
    assert page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    assert "Slugfest" in page.text


def test_every_page_of_the_front_end_has_an_address_here() -> None:
    router = (Path(__file__).parents[2] / "web/src/lib/router.svelte.ts").read_text("utf-8")
    declared = set(re.findall(r"\| \{ page: '([\w-]+)'", router))
    elsewhere = {"home", "deal", "device", "analysis", "missing"}  # at /, below /event, or not on a server
    assert declared - elsewhere == {page.split("/")[1] for page in PAGES} - {""}


def test_built_files_are_kept_for_ever_and_others_asked_for_again(built: httpx2.Client) -> None:
    asset, icon = built.get("/assets/main-a1b2.js"), built.get("/favicon.svg")
    assert "immutable" in asset.headers["cache-control"]
    assert asset.headers["content-type"].startswith("text/javascript")
    assert icon.headers["cache-control"] == "no-cache"
    assert built.get("/favicon.svg", headers={"if-none-match": icon.headers["etag"]}).status_code == 304


def test_a_wrong_address_is_a_page_for_people_and_a_problem_for_programs(built: httpx2.Client) -> None:
    page = built.get("/nowhere", headers={"accept": "text/html"})
    assert (page.status_code, "Slugfest" in page.text) == (404, True)
    assert refused(built.get("/nowhere"), 404) == "NO_SUCH_PAGE"
    assert refused(built.get("/api/nowhere", headers={"accept": "text/html"}), 404) == "NO_SUCH_PAGE"
    assert refused(built.delete("/api/me"), 405) == "NOT_ALLOWED"


@pytest.mark.parametrize("path", ["/../outside.txt", "/%2e%2e/outside.txt", "/assets/..%2f..%2foutside.txt"])
def test_nothing_outside_the_folder_is_served(built: httpx2.Client, path: str) -> None:
    response = built.get(path)
    assert response.status_code == 404
    assert "not for you" not in response.text


def test_without_a_built_front_end_the_page_says_what_to_do(tmp_path: Path) -> None:
    with RunningServer(quick_settings(static=tmp_path / "missing")) as server, server.person("Ann") as ann:
        page = ann.http.get("/")
        assert page.status_code == 503
        assert "./dev play" in page.text
        assert 'lang="de"' in page.text
        assert refused(ann.http.get("/assets/main.js"), 404) == "NO_SUCH_PAGE"


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/games", "/api/nowhere", "/assets/main-a1b2.js"])
def test_every_response_carries_the_safe_headers(built: httpx2.Client, path: str) -> None:
    headers = built.get(path).headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert f"ws://{built.base_url.netloc.decode()}" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert "server" not in headers


def test_a_strange_host_name_does_not_get_into_the_policy(built: httpx2.Client) -> None:
    headers = built.get("/healthz", headers={"host": "x; script-src *"}).headers
    assert "script-src *" not in headers.get("content-security-policy", "")


def test_health_is_told(ann: Person) -> None:
    assert ann.http.get("/healthz").text == "ok\n"


def test_nobody_can_choose_the_secret_of_a_match(server: RunningServer, ann: Person) -> None:
    """The browser tests can, because their server is a program of their own; no request, setting or command does."""
    wish = "0" * 32
    wanted = {"game": "hush", "seats": [{"kind": "me"}, {"kind": "open"}], "secret": wish}
    match = ann.http.post("/api/matches?secret=" + wish, json=wanted, headers={"x-secret": wish}).json()["id"]
    assert server.store.entries(match)[0]["secret"] != wish
    assert not [field.name for field in fields(Settings) if re.search("secret|seed|code", field.name)]
    assert not set(signature(serve).parameters) & {"codes", "secret", "seed"}


def test_what_is_answered_over_http_is_what_the_table_declares(server: RunningServer, ann: Person) -> None:
    match = ann.create("me", "easy", rounds=1)
    with ann.connect(match) as line:
        play_out(line)
    ann.create("me", "open")
    answers: list[tuple[str, Any]] = [
        ("/api/games", list[pages.GameInfo]),
        ("/api/games/kapow-dice", pages.GameInfo),
        ("/api/games/kapow-dice?rules=2", pages.GameInfo),
        ("/api/games/kapow-dice/seating?seats=4&mode=team", pages.Seating),
        ("/api/me", pages.Me),
        (f"/api/matches/{match}", messages.MatchInfo),
        (f"/api/matches/{match}/replay", pages.Replay),
        (f"/api/matches/{match}/replay/views?eyes=-1&step=3", pages.ReplayViews),
        ("/api/games/chess", pages.Problem),
    ]
    for path, declared in answers:
        assert misfit(ann.http.get(path).json(), declared, path) == ""
