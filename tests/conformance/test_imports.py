"""What need not be a server stands on the standard library alone: it runs compiled, or in a browser's Python."""

from __future__ import annotations

import ast
import sys
from pathlib import Path

import pytest

import slugfest

ROOMS = ("kernel", "games", "bots", "testing/expectations", "table", "review", "lessons", "protocol", "local")
ALLOWED = {"slugfest", "mypy_extensions"}
PACKAGE = Path(slugfest.__file__).parent


def foreign_imports(source: str) -> list[str]:
    """Every import of a module that is neither ours nor the standard library's, wherever in the file it stands."""
    names: list[str] = []
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.append(node.module or "")
    tops = {name.partition(".")[0] for name in names}
    return sorted(tops - ALLOWED - sys.stdlib_module_names)


@pytest.mark.parametrize("room", ROOMS)
def test_a_room_imports_only_the_standard_library(room: str) -> None:
    modules = sorted((PACKAGE / room).rglob("*.py"))
    assert modules
    found = {
        str(module.relative_to(PACKAGE)): foreign
        for module in modules
        if (foreign := foreign_imports(module.read_text(encoding="utf-8")))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("source", "foreign"),
    [
        ("import msgspec", ["msgspec"]),
        ("from rich.console import Console", ["rich"]),
        ("def late():\n    import numpy as np", ["numpy"]),
        ("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import httpx", ["httpx"]),
        ("import tomllib, re\nfrom . import rules\nfrom slugfest.kernel import Text", []),
        ("from mypy_extensions import i64", []),
    ],
)
def test_the_check_sees_foreign_imports_wherever_they_stand(source: str, foreign: list[str]) -> None:
    assert foreign_imports(source) == foreign
