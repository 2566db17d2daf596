"""The workbench: two Pythons do not fight over one folder, and nothing is made twice or left half-made."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import textwrap
import threading
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.conformance.test_imports import foreign_imports
from tests.test_docs import DEV, ROOT
from tools import compiling, steps, web

from slugfest import build

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
    assert steps.suffix(tmp_path) == suffix


def test_the_first_python_makes_it(tmp_path: Path) -> None:
    assert steps.suffix(tmp_path) == ""


@pytest.mark.parametrize(
    "name", ["dev", "tools/compiling.py", "tools/steps.py", "tools/venvs.py", "tools/web.py"]
)
def test_dev_runs_before_anything_is_installed(name: str) -> None:
    assert set(foreign_imports((ROOT / name).read_text("utf-8"))) <= {"tools"}


def test_dev_imports_only_those_tools() -> None:
    script = (
        "import sys, runpy; runpy.run_path('dev'); print(*sorted(m for m in sys.modules if 'tools' in m))"
    )
    answer = subprocess.run(
        [sys.executable, "-I", "-S", "-c", script], cwd=ROOT, capture_output=True, text=True
    )
    found = [name for name in answer.stdout.split() if name.split(".")[0] == "tools"]
    assert found == ["tools", "tools.compiling", "tools.steps", "tools.venvs", "tools.web"], answer.stderr


@pytest.mark.parametrize(
    ("words", "name", "rest"),
    [
        (["bench", "levels", "--games", "2"], "bench levels", ["--games", "2"]),
        (["bench", "--against", "HEAD"], "bench", ["--against", "HEAD"]),
        (["test"], "test", []),
    ],
)
def test_the_longest_name_decides_which_command_runs(
    words: list[str], name: str, rest: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ran: list[tuple[str, list[str]]] = []

    def note(command: str) -> Callable[[list[str]], None]:
        return lambda arguments: ran.append((command, arguments))

    table = [command._replace(function=note(command.name)) for command in DEV.COMMANDS]
    monkeypatch.setattr(DEV, "COMMANDS", table)
    DEV.main(words)
    assert ran == [(name, rest)]


def test_an_unknown_command_is_refused() -> None:
    with pytest.raises(steps.StepError, match="Unknown command: fly"):
        DEV.main(["fly"])


def test_two_that_want_the_same_make_it_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(steps, "BUILD", tmp_path)
    (tmp_path / "compiled").mkdir()
    made: list[int] = []
    second_waits = threading.Event()
    monkeypatch.setattr("builtins.print", lambda *told, **_: second_waits.set())  # "Another ./dev is at ..."

    def make() -> None:
        made.append(1)
        if len(made) == 1:
            second.start()
            assert second_waits.wait(30)

    stamp = tmp_path / "compiled" / ".built"
    second = threading.Thread(target=steps.once, args=(stamp, "state", make))
    steps.once(stamp, "state", make)
    second.join(30)
    assert made == [1]


def test_a_finished_folder_takes_the_place_of_an_older_one(tmp_path: Path) -> None:
    place = tmp_path / "compiled"
    for content in ("first", "second"):
        fresh = tmp_path / "compiling"
        fresh.mkdir()
        (fresh / "engine").write_text(content)
        steps.put_in_place(fresh, place)
        assert (place / "engine").read_text() == content
        assert [path.name for path in tmp_path.iterdir()] == ["compiled"]


@pytest.mark.skipif(sys.platform == "win32", reason="./dev play does not compile there")
def test_whoever_compiles_ends_with_its_parent_and_clears_up(tmp_path: Path) -> None:
    """Compiling is stood in for by a program that never ends and has begun to write."""
    folder = tmp_path / "compiling"
    begins = (
        f"import pathlib, time; pathlib.Path({str(folder)!r}).mkdir(); print('compiled 1 of 2', flush=True)"
    )
    compiler = f"{begins}; time.sleep(600)"
    script = f"""
        import shutil, sys
        sys.path.insert(0, {str(ROOT)!r})
        from tools import compiling, steps
        compiling.end_with_parent()
        try:
            compiler = [sys.executable, "-c", {compiler!r}]
            compiling.run_with_progress(compiler, steps.environment(), lambda *done: print(*done, flush=True))
        finally:
            shutil.rmtree({str(folder)!r})
    """
    behind = subprocess.Popen(
        [sys.executable, "-c", textwrap.dedent(script)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    assert behind.stdin is not None
    assert behind.stdout is not None
    assert behind.stdout.readline() == b"1 2\n", "it tells how far it is"
    assert folder.exists()
    behind.stdin.close()  # what happens when the server ends, in whatever way
    assert behind.stdout.read() == b"", "the compiler, which had the same output, has ended, too"
    assert behind.wait(30) != 0
    assert not folder.exists()


@pytest.fixture
def nothing_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiling, "COMPILED", tmp_path / "compiled")


@pytest.mark.usefixtures("nothing_compiled")
def test_a_server_is_informed_of_the_compilation(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(compiling, "compiler_problem", lambda: "")
    told = json.loads(compiling.engine_environment(False)["SLUGFEST_ENGINE"])
    assert told["command"][1:] == [str(ROOT / "dev"), "build", "--behind"]
    assert told["folder"] == str(tmp_path / "compiled")
    assert "SLUGFEST_ENGINE" not in compiling.engine_environment(True), (
        "unless somebody wants to play interpreted"
    )


@pytest.mark.usefixtures("nothing_compiled")
def test_without_a_compiler_one_line_says_what_it_would_bring(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("CC", "no-such-compiler")
    assert "SLUGFEST_ENGINE" not in compiling.engine_environment(False)
    (line,) = capsys.readouterr().out.splitlines()
    assert "no-such-compiler" in line
    assert "faster" in line


def test_a_finished_engine_is_used_at_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    package, compiled = tmp_path / "src", tmp_path / "compiled"
    for folder in (package, compiled / "slugfest"):
        folder.mkdir(parents=True)
    (package / "module.py").write_text("")
    (compiled / ".built").write_text(compiling.engine_state())
    for name, value in {"PACKAGE": package, "COMPILED": compiled, "BUILD": tmp_path}.items():
        monkeypatch.setattr(compiling, name, value)
    monkeypatch.setattr(compiling, "engine_state", lambda: (compiled / ".built").read_text())
    env = compiling.engine_environment(False)
    assert env["PYTHONPATH"] == str(compiled)
    assert "SLUGFEST_ENGINE" not in env
    assert (compiled / "slugfest" / "module.py").exists(), "what is not compiled is as it is today"


def test_what_compiles_behind_is_what_developers_have() -> None:
    """The engine compiled meanwhile must be the one that ``./dev build`` makes."""

    def pins(lock: str) -> set[str]:
        return set(
            re.findall(r"^[a-z0-9-]+==[^ ]+", (ROOT / "requirements" / lock).read_text("utf-8"), re.MULTILINE)
        )

    assert any(pin.startswith("mypy==") for pin in pins("compile.lock"))
    assert pins("compile.lock") <= pins("dev.lock")
    for shared in (
        "mypy-extensions",
        "setuptools",
        "typing-extensions",
    ):  # what a running server may be using
        assert {pin for pin in pins("compile.lock") if pin.startswith(shared)} <= pins("run.lock")


def test_what_a_stopped_compilation_left_is_thrown_away_when_mypyc_stumbles_over_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    notes = tmp_path / "mypyc"
    (notes / "cache").mkdir(parents=True)

    def stumbles(groups: list[build.Group], target: Path) -> list[object]:
        if target.is_dir():
            raise ValueError("value is not in list")
        return []

    monkeypatch.setattr(build, "translate_changed", stumbles)
    assert build.translate([], notes) == []
    assert not notes.exists()
    monkeypatch.setattr(build, "translate_changed", lambda groups, target: 1 / 0)
    with pytest.raises(ZeroDivisionError):  # with nothing left over, the fault is the sources'
        build.translate([], notes)


def test_a_page_that_is_tried_takes_another_port_where_the_usual_one_is_taken(tmp_path: Path) -> None:
    (tmp_path / "a.mjs").write_text("export {}\n", "utf-8")
    with web.static_server(tmp_path, 0) as first, web.static_server(tmp_path, first.server_port) as second:
        assert second.server_port != first.server_port
        threading.Thread(target=second.serve_forever, daemon=True).start()
        with urllib.request.urlopen(f"http://127.0.0.1:{second.server_port}/a.mjs") as answer:
            assert answer.headers["content-type"] == "text/javascript"
        second.shutdown()


@pytest.mark.parametrize("name", ["guide.py", "registry.py", "terms.py", "pages.py", "facts.py"])
def test_a_plugin_may_name_its_modules_like_ours_and_they_are_compiled(tmp_path: Path, name: str) -> None:
    package = tmp_path / "hero_rush"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / name).write_text("class Rules:\n    pass\n")
    assert build.modules_of_plugin(package) == [str(package / "__init__.py"), str(package / name)]


def test_a_plugins_module_that_declares_types_stays_interpreted(tmp_path: Path) -> None:
    """Compiling loses the types of fields, which views and documents are checked against."""
    package = tmp_path / "hero_rush"
    package.mkdir()
    (package / "rules.py").write_text("from typing import TypedDict\n\nCLASS = 1\n")
    (package / "shapes.py").write_text(
        "import typing\n\nclass Board(typing.TypedDict, total=False):\n    round: int\n"
    )
    (package / "slow.py").write_text("")
    assert build.modules_of_plugin(package, ["slow.py"]) == [str(package / "rules.py")]
    assert build.modules_of_plugin(tmp_path / "single") == [str(tmp_path / "single.py")]
