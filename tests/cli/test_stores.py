"""``slugfest move-store`` and ``slugfest backup``, as a host types them."""

from __future__ import annotations

from pathlib import Path

from tests.cli.test_commands import slugfest
from tests.postgres import running_postgres
from tests.store.test_any_store import furnish, whole

from slugfest.store import SqliteStore, open_store


def test_a_host_moves_to_postgres_and_back_and_keeps_a_copy(tmp_path: Path) -> None:
    file, server = tmp_path / "slugfest.db", running_postgres().new_database()
    store = SqliteStore(file)
    furnish(store)
    before = whole(store)
    store.close()
    assert "3 matches with 5 entries" in slugfest("move-store", str(file), server)
    copied = str(tmp_path / "copy.db")
    assert "whole copy" in " ".join(slugfest("backup", server, copied).split())
    slugfest("move-store", copied, str(tmp_path / "again.db"))
    for address in (server, copied, str(tmp_path / "again.db")):
        moved = open_store(address)
        assert whole(moved) == before
        moved.close()


def test_mistakes_are_one_sentence_without_the_password(tmp_path: Path) -> None:
    file = tmp_path / "slugfest.db"
    SqliteStore(file).close()
    assert "no such file" in slugfest("backup", str(tmp_path / "nowhere.db"), "copy.db", code=2)
    for command in (("move-store", str(file)), ("serve", "--port", "0", "--database")):
        told = slugfest(*command, "postgresql://ann:geheim@127.0.0.1:1/slugfest", code=2)
        assert "does not answer" in " ".join(told.split())
        assert "geheim" not in told


def test_a_server_does_not_start_on_a_damaged_file(tmp_path: Path) -> None:
    file = tmp_path / "slugfest.db"
    store = SqliteStore(file)
    furnish(store)
    store.close()
    content = bytearray(file.read_bytes())
    content[8192:12288] = b"\xff" * 4096
    file.write_bytes(content)
    told = " ".join(slugfest("serve", "--port", "0", "--database", str(file), code=2).split())
    assert "damaged" in told
    assert "Restore it" in told
