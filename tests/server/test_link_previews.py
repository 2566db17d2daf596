"""The preview of a link to a match or a replay: an invitation or a result, and nothing else."""

from __future__ import annotations

import re
from contextlib import ExitStack
from html import unescape
from pathlib import Path

import pytest
from tests.server.harness import Person, RunningServer, nonce_of, play_out, quick_settings

HOSTILE = "<b>\"A'nn&"


@pytest.fixture
def pages(tmp_path: Path) -> Path:
    (tmp_path / "links").mkdir()
    (tmp_path / "index.html").write_text("<html><head><title>Slugfest</title></head><body></body></html>")
    return tmp_path


def tags(person: Person, path: str, language: str = "en") -> dict[str, str]:
    page = person.http.get(path, headers={"accept-language": language}).text
    assert page.count("</head>") == 1
    head = page.partition("</head>")[0]
    assert "<b>" not in head
    return {
        name: unescape(content)
        for name, content in re.findall(r'<meta (?:property|name)="([a-z:_]+)" content="([^"]*)" />', head)
    }


def test_a_link_shows_an_invitation_then_who_plays_then_who_won(pages: Path, lines: ExitStack) -> None:
    with (
        RunningServer(quick_settings(static=pages)) as server,
        server.person(HOSTILE) as ann,
        server.person("Bob") as bob,
    ):
        match = ann.create("me", "open", start=False, rounds=1)
        invitation = tags(bob, f"/match/{match}")
        assert invitation["og:title"] == f"{HOSTILE} invites you to Hush"
        assert invitation["og:description"].startswith("1 seat is free.")
        assert invitation["og:url"] == f"{server.address}/match/{match}"
        assert invitation["og:image"] == f"{server.address}/links/slugfest.png"
        assert invitation["twitter:card"] == "summary_large_image"
        assert tags(bob, f"/match/{match}", "de-AT")["og:title"] == f"{HOSTILE} lädt dich zu Pst ein"

        (pages / "links" / "hush.png").write_bytes(b"a picture")
        first, second = lines.enter_context(ann.connect(match)), lines.enter_context(bob.connect(match))
        second.done("sit", seat=1, name="Bob", nonce=nonce_of("Bob"))
        first.until(lambda line: line.version == second.version).done("start")
        watched = tags(bob, f"/match/{match}")
        assert watched["og:title"] == "Hush"
        assert watched["og:description"] == f"{HOSTILE} and Bob. Come and watch."
        assert watched["og:image"].endswith("/links/hush.png")
        assert tags(bob, f"/replay/{match}") == {**watched, "og:url": f"{server.address}/replay/{match}"}

        play_out(first, second)
        replay = tags(bob, f"/replay/{match}?step=1&eyes=2")
        assert replay["og:title"] == "Replay: Hush"
        assert re.match(rf"({re.escape(HOSTILE)}|Bob) wins\. ", replay["og:description"])
        assert f"{HOSTILE} and Bob: watch" in replay["og:description"]
        picture = bob.http.get("/links/hush.png")
        assert picture.headers["cross-origin-resource-policy"] == "cross-origin"


def test_where_there_is_nothing_to_tell_the_page_comes_as_it_is(pages: Path) -> None:
    with RunningServer(quick_settings(static=pages)) as server, server.person("Ann") as ann:
        for path in ("/", "/match/ABCDEFG2", "/match/%00", "/replay/x/y", "/match/"):
            assert tags(ann, path) == {}
