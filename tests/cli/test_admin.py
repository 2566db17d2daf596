"""``slugfest admin``, as a host types it, on the database of a server that runs."""

from __future__ import annotations

import re
from contextlib import closing
from pathlib import Path

import pytest
from tests.cli.test_commands import slugfest
from tests.postgres import running_postgres
from tests.server.harness import RunningServer
from tests.server.test_claims import guest_of, post

from slugfest.server.moderation import WATCH
from slugfest.store import open_store


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
def test_a_link_is_printed_and_actions_reach_the_running_server(tmp_path: Path, kind: str) -> None:
    database = str(tmp_path / "slugfest.db") if kind == "sqlite" else running_postgres().new_database()

    def admin(*words: str, code: int = 0) -> str:
        return " ".join(slugfest("admin", "--database", database, "--by", "Jo", *words, code=code).split())

    with RunningServer(store=open_store(database)) as server, server.person("Bob") as bob:
        printed = slugfest(
            "admin", "--database", database, "--by", "Jo", "--address", "https://play.example/"
        ).strip()
        assert re.fullmatch(r"https://play\.example/admin#[\w-]{43}", printed)
        entered = post(bob, "admin/enter", token=printed.partition("#")[2])
        assert (entered["status"], entered["by"]) == (200, "Jo")
        post(bob, "me", name="Bob")
        match = bob.create("me", "open", start=False)
        with bob.connect(match) as line:
            assert "Bob" in admin("matches")
            admin("rename", "bob", "Guest One", "--why", "an insult")
            line.until(lambda line: line.match["seats"][0]["name"] == "Guest One")
            status = admin("status")
            assert "Guest One" in status
            if kind == "postgres":
                return  # the rest is the same on any store
            admin("block", guest_of(bob)[:10], "--why", "again", "--hours", "2")
            assert line.ending() == (4403, "BLOCKED")
        assert "again" in admin("blocks")
        admin("unblock", "Guest One", "--why", "sorry")
        log = admin("audit")
        assert all(word in log for word in ("rename", "an insult", "Guest One", "block", "unblock", "Jo"))
        assert "1 ended" in admin("sign-out")
        assert "no guest 'Nobody'" in admin("block", "Nobody", "--why", "x", code=2)
        assert admin("mute", "Guest One", "--why", " ", code=2)
        admin("block-address", "203.0.113.7", "--why", "a flood", "--hours", "1")
        admin("unblock-address", "203.0.113.7", "--why", "over")
        assert "203.0.113" not in admin("audit")
    with closing(open_store(database)) as store:
        assert [one.key for one in store.documents("moderation") if one.key != WATCH] == []


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    told = slugfest("admin", "--database", str(tmp_path / "none.db"), code=2)
    assert "no such file" in " ".join(told.split())
    assert list(tmp_path.iterdir()) == []
