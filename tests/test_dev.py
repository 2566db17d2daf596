"""The workbench: two Pythons do not fight over one folder."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.test_docs import DEV

HERE = "{}.{}".format(*sys.version_info)


@pytest.mark.parametrize(
    ("told", "suffix"),
    [
        (f"home = /somewhere\nversion = {HERE}.1\n", ""),
        (f"home = /somewhere\nversion_info = {HERE}.1.final.0\n", ""),
        ("home = /somewhere\nversion = 3.9.18\n", f"-{HERE}"),
        (f"home = /somewhere\nversion = {HERE}9.1\n", f"-{HERE}"),
        ("nothing that can be read\n", ""),
    ],
)
def test_only_the_python_that_made_the_environment_uses_it(tmp_path: Path, told: str, suffix: str) -> None:
    (tmp_path / ".venv").mkdir()
    (tmp_path / ".venv" / "pyvenv.cfg").write_text(told)
    assert DEV.suffix(tmp_path) == suffix


def test_the_first_python_makes_it(tmp_path: Path) -> None:
    assert DEV.suffix(tmp_path) == ""


def test_every_command_is_explained() -> None:
    for command in DEV.COMMANDS:
        assert f"./dev {command}" in str(DEV.__doc__)
