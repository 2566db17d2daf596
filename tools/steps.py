"""Steps of ``./dev``: run a command, run several, do something only if its inputs changed. Standard library only."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "slugfest"
WEB = ROOT / "web"
LOCKS = ROOT / "requirements"
BUILD = ROOT / "build"
PYTHON = sys.version_info[:2]  # any patch release will do
TAIL = 200  # lines of output shown when a step fails

Env = dict[str, str]
Steps = list[tuple[str, Callable[[], None]]]


def suffix(root: Path) -> str:
    """The suffix of this Python's folders: empty for the Python of .venv, else its version."""
    with contextlib.suppress(OSError):
        config = (root / ".venv" / "pyvenv.cfg").read_text("utf-8")
        version = re.search(r"^version(?:_info)? *= *(\d+)\.(\d+)", config, re.MULTILINE)
        if version and (int(version[1]), int(version[2])) != PYTHON:
            return "-{}.{}".format(*PYTHON)
    return ""


SUFFIX = suffix(ROOT)


class StepError(Exception):
    """A step failed; the message is for the person at the terminal."""


# --- Running commands -----------------------------------------------------------------------------------


def environment(**extra: str) -> Env:
    """This process's environment, without variables that change which copy of Slugfest runs.

    Python may write bytecode: otherwise every process of the tests would compile some 800 modules again.
    """
    ours = ("SLUGFEST_COMPILE", "SLUGFEST_COMPILED", "SLUGFEST_ENGINE")
    unwanted = (*ours, "PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PYTHONDONTWRITEBYTECODE")
    mine = {name: value for name, value in os.environ.items() if name not in unwanted}
    return mine | {"PYTHONUTF8": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"} | extra


@contextlib.contextmanager
def timed(title: str, show: bool = False) -> Iterator[None]:
    """Print the name of a step while it runs, then its verdict and duration."""
    print(f"  {title:<32}", end="\n" if show else "", flush=True)
    start, verdict = time.perf_counter(), "FAILED"
    try:
        yield
        verdict = "ok"
    finally:
        name = f"  {title:<32}" if show else ""
        print(f"{name}{verdict:>7} {time.perf_counter() - start:7.1f} s", flush=True)


def run(
    title: str, command: Sequence[str], *, cwd: Path = ROOT, env: Env | None = None, show: bool = False
) -> None:
    """Run a command. Its output is shown as it comes, or only the end of it if the command fails."""
    stdin, out = (None, None) if show else (subprocess.DEVNULL, subprocess.PIPE)
    env = env or environment()
    with timed(title, show):
        try:
            done = subprocess.run(
                command, cwd=cwd, env=env, stdin=stdin, stdout=out, stderr=out and subprocess.STDOUT
            )
        except OSError as problem:
            raise StepError(f"{title}: {problem}") from problem
        if done.returncode:
            lines = (done.stdout or b"").decode("utf-8", "replace").splitlines()
            lines = [line for line in lines if not re.search(r"Location .* is ignored", line)]
            lines.append(f"{title}: `{shlex.join(command)}` ended with {done.returncode}")
            raise StepError("\n".join(lines[-TAIL:]))


@contextlib.contextmanager
def in_background(title: str, command: Sequence[str], env: Env | None = None) -> Iterator[Callable[[], None]]:
    """Start a long command; yield a function that waits for it and fails like :func:`run`."""
    with tempfile.TemporaryFile() as out:
        working = subprocess.Popen(
            command, cwd=ROOT, env=env or environment(), stdin=subprocess.DEVNULL, stdout=out, stderr=out
        )

        def finish() -> None:
            with timed(f"{title} (started earlier)"):
                failed = working.wait()
                out.seek(0)
                lines = out.read().decode("utf-8", "replace").splitlines()
                if failed:
                    raise StepError("\n".join(lines[-TAIL:]))
            if lines:
                print(f"    {lines[-1].strip(' =')}", flush=True)

        try:
            yield finish
        finally:
            working.terminate()
            working.wait()


def run_steps(steps: Steps) -> None:
    """Run every step even if others fail; then fail if any did."""
    failed = []
    for name, step in steps:
        try:
            step()
        except StepError as problem:
            print(problem, flush=True)
            failed.append(name)
    if failed:
        raise StepError(f"Failed: {', '.join(failed)}")
    print("All good.")


# --- Working only when something changed ----------------------------------------------------------------


def files_below(folder: Path) -> list[Path]:
    found: list[Path] = []
    for where, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name not in ("__pycache__", "node_modules")]
        found += [Path(where, name) for name in names]
    return sorted(found)


def digest(*facts: object, files: Iterable[Path] = ()) -> str:
    total = hashlib.sha256(repr(facts).encode())
    for path in files:
        total.update(f"\0{path.relative_to(ROOT).as_posix()}\0".encode() + path.read_bytes())
    return total.hexdigest()


@contextlib.contextmanager
def one_at_a_time(what: str) -> Iterator[None]:
    """Prevent two ./dev from writing the same folder at once (on systems that can lock files)."""
    BUILD.mkdir(exist_ok=True)
    with (BUILD / f".lock-{what}").open("w") as lock:
        with contextlib.suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                print(f"  Another ./dev is working on {what}; waiting for it.", flush=True)
                fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def is_done(stamp: Path, state: str) -> bool:
    return stamp.is_file() and stamp.read_text() == state


def once(stamp: Path, state: str, action: Callable[[], None]) -> None:
    """Act, unless the stamp file says that this was already done for the same state."""
    if is_done(stamp, state):
        return
    with one_at_a_time(stamp.parent.name):
        if not is_done(stamp, state):
            stamp.unlink(missing_ok=True)
            action()
            stamp.write_text(state)


def put_in_place(fresh: Path, place: Path) -> None:
    """Replace a folder by a finished one, so that no reader sees half of either."""
    before = place.with_name(f"{place.name}-before")
    shutil.rmtree(before, ignore_errors=True)
    with contextlib.suppress(FileNotFoundError):
        place.rename(before)
    fresh.rename(place)
    shutil.rmtree(before, ignore_errors=True)
