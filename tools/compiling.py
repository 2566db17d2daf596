"""Compile the engine for ``./dev``: in the foreground, or in the background while somebody plays.

How it is compiled is in ``src/slugfest/build.py``. Standard library only.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tools.steps import (
    BUILD,
    LOCKS,
    PACKAGE,
    PYTHON,
    ROOT,
    SUFFIX,
    TAIL,
    Env,
    StepError,
    digest,
    environment,
    files_below,
    is_done,
    once,
    one_at_a_time,
    put_in_place,
    run,
)
from tools.venvs import Venv

ENGINE = ("kernel", "games", "bots", "table")  # as in src/slugfest/build.py
COMPILED = BUILD / f"compiled{SUFFIX}"


def engine_state() -> str:
    sources = [path for name in ENGINE for path in files_below(PACKAGE / name) if path.suffix == ".py"]
    tools = [
        ROOT / "setup.py",
        PACKAGE / "build.py",
        PACKAGE / "build.h",
        ROOT / "pyproject.toml",
        LOCKS / "dev.lock",
    ]
    return digest(PYTHON, files=[*sources, *tools])


def compiler_problem() -> str:
    """Why nothing can be compiled on this machine, as a sentence; empty if it can."""
    if os.name == "nt":
        return ""  # setuptools looks for Visual C++ itself
    program = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc")[0]
    if not shutil.which(program):
        return f"No C compiler ({program}): install gcc or clang."
    if not Path(sysconfig.get_path("include"), "Python.h").is_file():
        return "No Python.h: install Python's headers (python3-dev)."
    return ""


OnProgress = Callable[[int, int], None]  # called with files compiled, files in all
PROGRESS = re.compile(r"compiled (\d+) of (\d+)")  # printed by slugfest.build
IS_COMPILED = """
from slugfest import bots, kernel
assert not bots.__file__.endswith(".py"), bots.__file__
assert len(kernel.games()) >= 4, kernel.games()
"""


def compile_engine(venv: Venv, on_progress: OnProgress | None = None) -> None:
    """Compile into build/compiled, with a copy of everything else, so that the sources stay clean."""

    fresh, translated, objects = (BUILD / f"{name}{SUFFIX}" for name in ("compiling", "mypyc", "objects"))

    def compile_once() -> str:
        """Compile into ``fresh``; return why the result does not run, or nothing."""
        shutil.rmtree(fresh, ignore_errors=True)
        into = ("--build-lib", str(fresh), "--build-temp", str(objects))
        command = [venv.python, "setup.py", "build", *into]
        env = environment(SLUGFEST_COMPILE="1", SLUGFEST_C=str(translated))
        if on_progress is None:
            run("compile kernel, games, table", command, env=env)
        else:
            run_with_progress(command, env, on_progress)
        check = [venv.python, "-c", IS_COMPILED]
        done = subprocess.run(check, env=environment(PYTHONPATH=str(fresh)), capture_output=True, text=True)
        return done.stderr or f"It ended with {done.returncode}." if done.returncode else ""

    def compile_all() -> None:
        if problem := compiler_problem():
            raise StepError(f"{problem} Everything but `build` works without it.")
        again = translated.exists()
        try:
            fault = compile_once()
            if fault and again:  # seen after a module was renamed: mypyc's cache did not match the rest
                shutil.rmtree(translated, ignore_errors=True)
                shutil.rmtree(objects, ignore_errors=True)
                fault = compile_once()
            if fault:
                raise StepError(f"The compiled engine does not run:\n{fault}")
            put_in_place(fresh, COMPILED)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)

    once(COMPILED / ".built", engine_state(), compile_all)


def run_with_progress(command: Sequence[str], env: Env, on_progress: OnProgress) -> None:
    """Run the compilation and report its progress."""
    lines: list[str] = []
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=env,
        text=True,
        encoding="utf-8",
        errors="replace",
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    ) as working:
        assert working.stdout is not None
        for line in working.stdout:
            lines = [*lines[1 - TAIL :], line.rstrip()]
            if found := PROGRESS.match(line):
                on_progress(int(found[1]), int(found[2]))
    if working.returncode:
        raise StepError("\n".join(lines))


def end_with_parent() -> None:
    """End this process and its children when standard input ends, which it does when the parent is gone."""

    def give_up(*_: object) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # cleaning up takes a moment
        raise KeyboardInterrupt

    def watch() -> None:
        while os.read(0, 1024):
            pass
        os.killpg(0, signal.SIGTERM)

    if os.getpgrp() != os.getpid():
        os.setsid()  # Ctrl-C is for the server, which then ends us
    signal.signal(signal.SIGTERM, give_up)
    threading.Thread(target=watch, daemon=True).start()


def compile_in_background(_arguments: list[str]) -> None:
    """Compile with low priority while somebody plays, and print progress."""
    end_with_parent()
    os.nice(10)
    live, start = sys.stdout.isatty(), time.monotonic()
    title = "Compiling the engine in the background"

    def show(done: int, of: int) -> None:
        if live:
            print(f"\r\x1b[K{title}: {done} of {of} files", end="", flush=True)

    print(f"{title}: bots will be several times faster, without a restart.", flush=True)
    try:
        compile_engine(Venv().install_to_compile(), show)
        compiled_environment()
    except StepError as problem:
        (BUILD / f"compiling{SUFFIX}.log").write_text(f"{problem}\n", "utf-8")
        print("\r\x1b[K" if live else "", end="")
        raise StepError("Compiling failed; bots stay interpreted. `./dev build` says why.") from problem
    took = f"{time.monotonic() - start:.0f} s"
    print(
        "\r\x1b[K" if live else "",
        f"The engine is compiled ({took}): bots use it from now on.",
        sep="",
        flush=True,
    )


def engine_environment(interpreted: bool) -> Env:
    """The environment of a server: with the compiled engine, with the command that compiles it, or with neither."""
    if interpreted:
        return environment()
    if is_done(COMPILED / ".built", engine_state()):
        return compiled_environment()
    if problem := compiler_problem():
        print(f"{problem} Compiled bots are several times faster; everything works without.")
        return environment()
    if os.name == "nt":
        print("`./dev build` compiles the engine: bots are several times faster then.")
        return environment()
    command = [sys.executable, str(ROOT / "dev"), "build", "--behind"]
    return environment(SLUGFEST_ENGINE=json.dumps({"command": command, "folder": str(COMPILED)}))


def build_earlier(venv: Venv, revision: str) -> Path:
    """Check out and compile an earlier revision; return its folder."""
    asked = ["git", "rev-parse", "--verify", "--quiet", f"{revision}^{{commit}}"]
    found = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()
    if not found:
        raise StepError(f"There is no revision {revision} here. `git log --oneline` names them.")
    folder = BUILD / "earlier" / found[:12]

    def make() -> None:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True)
        pack = BUILD / "earlier" / f"{found[:12]}.tar"
        run(f"fetch {found[:12]}", ["git", "archive", "--output", str(pack), found])
        shutil.unpack_archive(pack, folder)
        pack.unlink()
        into = ("--build-lib", "build/compiled", "--build-temp", "build/objects")
        command = [venv.python, "setup.py", "build", *into]
        run(f"compile {found[:12]}", command, cwd=folder, env=environment(SLUGFEST_COMPILE="1"))

    once(folder / ".built", digest(PYTHON, found, files=[LOCKS / "bench.lock"]), make)
    return folder


def compiled_environment(**extra: str) -> Env:
    """The environment of a compiled run. Copies changed files that are not compiled."""
    copy = COMPILED / "slugfest"
    with one_at_a_time("copy"):
        for source in files_below(PACKAGE):
            target = copy / source.relative_to(PACKAGE)
            if not target.is_file() or target.stat().st_mtime != source.stat().st_mtime:
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(source, target)
        for target in files_below(copy):
            if target.suffix not in (".so", ".pyd") and not (PACKAGE / target.relative_to(copy)).exists():
                target.unlink()
    return environment(PYTHONPATH=str(COMPILED), **extra)
