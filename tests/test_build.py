"""Compiling again compiles every file that a change reaches."""

from __future__ import annotations

from pathlib import Path

from slugfest.build import state_of


def test_an_object_file_depends_on_the_headers_of_other_libraries(tmp_path: Path) -> None:
    """mypyc includes a library's own headers in quotes and those of other libraries in angle brackets."""
    source, own, other = (tmp_path / name for name in ("game.c", "own.h", "engine.h"))
    source.write_text('#include "own.h"\n')
    own.write_text("#include <Python.h>\n#include <engine.h>\n")
    other.write_text("struct exports { int first; };\n")
    before = state_of(source, ["cc"])
    assert state_of(source, ["cc"]) == before
    other.write_text("struct exports { int inserted; int first; };\n")
    assert state_of(source, ["cc"]) != before
