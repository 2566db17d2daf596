"""What a game's package brings for the browser: served like our own files, and nothing beside it."""

from __future__ import annotations

import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient
from tests.hush import Hush

from slugfest.server.app import create_app
from slugfest.server.limits import NO_LIMITS
from slugfest.server.settings import Settings
from slugfest.store import MemoryStore

BOARD = "export function mount(target) { return { update() {} } }"


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A stranger's package: a board and a picture, and things that are nobody's business."""
    static = tmp_path / "package" / "static"
    (static / "art").mkdir(parents=True)
    (static / "board.js").write_text(BOARD)
    (static / "cover.svg").write_text("<svg xmlns='http://www.w3.org/2000/svg'/>")
    (static / "art" / "hero.png").write_bytes(b"\x89PNG")
    (static / "notes.txt").write_text("private")
    (static / ".hidden.js").write_text("private")
    (tmp_path / "package" / "secrets.js").write_text("private")
    (static / "link.js").symlink_to(tmp_path / "package" / "secrets.js")
    return tmp_path / "package"


def served(package: Path, monkeypatch: pytest.MonkeyPatch, **named: str) -> TestClient:
    """A server with one game, whose class lives in that package."""
    module = types.ModuleType("stranger")
    module.__file__ = str(package / "__init__.py")
    monkeypatch.setitem(__import__("sys").modules, "stranger", module)
    game = type("Stranger", (Hush,), {"__module__": "stranger"})()
    for name, value in named.items():
        setattr(game.display, name, value)
    settings = Settings(limits=NO_LIMITS, bots_run_in="thread")
    return TestClient(create_app(settings, MemoryStore(), games={"hush": game}), base_url="http://localhost")


@pytest.fixture
def client(package: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    with served(package, monkeypatch, module="static/board.js", cover="static/cover.svg") as client:
        yield client


def received(client: TestClient) -> Any:
    return client.get("/api/games/hush").json()


def test_a_board_is_told_served_and_kept_for_as_long_as_it_is_the_same(
    client: TestClient, package: Path
) -> None:
    address = received(client)["board"]
    answer = client.get(address)
    assert (answer.status_code, answer.text) == (200, BOARD)
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert client.get("/api/games").json()[0]["cover"].endswith("/cover.svg")

    (package / "static" / "board.js").write_text(BOARD + "// better")
    assert received(client)["board"] != address
    old = client.get(address)
    assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache"), (
        "an old page gets the new one"
    )


def test_it_has_the_headers_of_every_page(client: TestClient) -> None:
    headers = client.get(received(client)["board"]).headers
    assert "script-src 'self';" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"


def test_what_lies_beside_the_board_is_served_too(client: TestClient) -> None:
    folder = received(client)["board"].rsplit("/", 1)[0]
    assert client.get(f"{folder}/art/hero.png").headers["content-type"] == "image/png"


@pytest.mark.parametrize(
    "path",
    [
        "notes.txt",
        ".hidden.js",
        "link.js",
        "../secrets.js",
        "..%2fsecrets.js",
        "%2e%2e/secrets.js",
        "art/../../secrets.js",
        "..\\secrets.js",
        "%2fetc%2fpasswd",
        "art",
        "",
        "none.js",
        "board.js%00.png",
    ],
)
def test_nothing_else_is(client: TestClient, path: str) -> None:
    folder = received(client)["board"].rsplit("/", 1)[0]
    answer = client.get(httpx2.URL(f"http://localhost{folder}/{path}"))
    assert "private" not in answer.text
    assert answer.status_code == 404


def test_a_board_that_is_not_there_is_not_told(package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with served(package, monkeypatch, module="static/none.js", cover="static/notes.txt") as client:
        assert (received(client)["board"], received(client)["cover"]) == ("", "")
        assert client.get("/games/hush/0/board.js").status_code == 404
        assert client.get("/games/chess/0/board.js").status_code == 404
