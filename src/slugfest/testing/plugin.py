"""The pytest plugin: loaded by itself wherever Slugfest is installed.

It teaches pytest the markers that tests of games use. The rest of :mod:`slugfest.testing` is imported only by
those who ask for it, so that a test run without games pays nothing.
"""

from __future__ import annotations

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "rules(*numbers): the numbers of the rules that this test exercises")
