"""Servers in processes of their own, that can be killed, stopped and started again at the same address."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any

TIMEOUT = 60  # seconds; reached only when something is broken
PROGRAM = Path(__file__).with_name("serve.py")


class Mortal:
    """A server process; ``with Mortal(url) as server: ...``."""

    def __init__(self, database: str, **settings: Any) -> None:
        self._database = database
        self._settings = settings
        self._process: subprocess.Popen[str] | None = None
        self._port = 0
        self.address = ""

    def __enter__(self) -> Mortal:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            self.kill()

    def start(self) -> None:
        received = [f"{name}={json.dumps(value)}" for name, value in self._settings.items()]
        self._process = subprocess.Popen(
            [sys.executable, str(PROGRAM), str(self._port), self._database, *received],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.address = self.said()
        assert self.address.startswith("http://"), f"the server did not start: {self.address!r}"
        self._port = int(self.address.rpartition(":")[2])

    def said(self) -> str:
        """The next line that it prints."""
        assert self._process is not None
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def send(self, number: int) -> None:
        assert self._process is not None
        self._process.send_signal(number)

    def kill(self) -> None:
        """As hard as a power cut, also if it is stopped."""
        self.send(signal.SIGKILL)
        self.wait()

    def wait(self) -> int:
        """Wait until it has gone."""
        assert self._process is not None
        code = self._process.wait(TIMEOUT)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code

    def restart(self, how: int = signal.SIGKILL) -> None:
        self.send(how)
        self.wait()
        self.start()
