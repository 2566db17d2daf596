"""For all tests: where the checkout is, and which of them belong together."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def root() -> Path:
    """The folder of the checkout."""
    return ROOT


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The promises of one game at one number of seats share its games: one worker plays them, once."""
    for item in items:
        if shared := re.search(r"(test_\w+_keeps_its_promises)\[(\d+-seats)-", item.nodeid):
            item.add_marker(pytest.mark.xdist_group("-".join(shared.groups())))
