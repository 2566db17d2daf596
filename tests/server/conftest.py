"""Servers and people for the tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from tests.server.harness import Person, RunningServer


@pytest.fixture(scope="module")
def server() -> Iterator[RunningServer]:
    with RunningServer() as running:
        yield running


@pytest.fixture
def people(server: RunningServer) -> Iterator[list[Person]]:
    with ExitStack() as stack:
        yield [stack.enter_context(server.person(who)) for who in ("Ann", "Bob", "Cyd")]


@pytest.fixture
def lines() -> Iterator[ExitStack]:
    """Where connections are kept, so that they end with the test."""
    with ExitStack() as stack:
        yield stack
