"""Which store an address means."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from slugfest.store import SqliteStore, StoreError, open_store


def test_a_path_is_a_file_of_sqlite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for address, file in (
        (str(tmp_path / "one.db"), tmp_path / "one.db"),
        ("two.db", tmp_path / "two.db"),
        ("sqlite:///three.db", tmp_path / "three.db"),
        (f"sqlite:///{tmp_path}/four.db", tmp_path / "four.db"),
    ):
        store = open_store(address)
        assert isinstance(store, SqliteStore)
        store.close()
        assert file.exists()


@pytest.mark.parametrize("address", ["sqlite://one.db", "sqlite:///", "mysql://host/name"])
def test_an_address_that_means_nothing_is_refused(address: str) -> None:
    with pytest.raises(StoreError):
        open_store(address)


def test_a_missing_psycopg_is_reported_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    for name in [name for name in sys.modules if name.startswith("slugfest.store.postgres")]:
        monkeypatch.delitem(sys.modules, name)
    with pytest.raises(StoreError, match=r"pip install 'slugfest\[postgres\]'") as caught:
        open_store("postgresql://ann:geheim@host/name")
    assert "geheim" not in str(caught.value)
