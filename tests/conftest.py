"""For all tests: where the checkout is, and which of them belong together."""

from __future__ import annotations

import gc
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from slugfest.kernel import plain_id, registry

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT


@pytest.fixture(autouse=True)
def _variants_end_with_their_test() -> Iterator[None]:
    """A variant that a test adds is a game of this process: the next test has not heard of it."""
    before = set(registry._games)
    yield
    for id in set(registry._games) - before:
        if id != plain_id(id):
            del registry._games[id]


def pytest_collection_finish() -> None:
    """All that was imported and collected stays until the end: Python need not look again and again for what of it
    is rubbish, nor so often at the many small things that tests make and drop."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The promises of one game at one number of seats share its games: one worker plays them, once."""
    for item in items:
        if shared := re.search(r"(test_\w+_keeps_its_promises\w*)\[(\d+-seats)-", item.nodeid):
            item.add_marker(pytest.mark.xdist_group("-".join(shared.groups())))
