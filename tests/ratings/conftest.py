"""Stores of every kind, for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.store.places import PLACES, Place

from slugfest.store import Store


@pytest.fixture(params=list(PLACES))
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    made = PLACES[request.param](tmp_path)
    yield made
    made.close()


@pytest.fixture
def store(place: Place) -> Store:
    return place.open()
