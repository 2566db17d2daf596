"""A program at the other end of two pipes: lines out, lines in, and never a wait without an end.

The program runs in a process group of its own; what is left of the group is killed when it is done with, so a bot
that started helpers, or forgot how to stop, leaves nothing behind. On Linux this includes helpers that have left the
group: the program is started with a mark in its environment, which everything that it starts inherits. What it writes
to its standard error is read and forgotten but for the last line, which often says why it crashed.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
import weakref
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Final, Protocol

Clock = Callable[[], float]
Ear = Callable[[str], None]  # hears every line, "> " before ours and "< " before the program's

MOST_BYTES: Final = 1 << 20  # that a program may say to one question, unless it is given other limits
MOST_LINES: Final = 20_000
_BACKLOG: Final = 1 << 20  # bytes that a program has not read yet, beyond which it is not listened to
_CHUNK: Final = 1 << 16
_LAST_WORDS: Final = 2000  # bytes of standard error that are kept
FAREWELL: Final = 1.0  # seconds to end by itself after it was asked to
MARK: Final = "SLUGFEST_PROGRAM"  # in the environment of a program and of all that it starts: whose they are
_SWEEPS: Final = 20  # how often helpers are looked for that were started while others were killed


class Flooded(Exception):
    """The program says too much."""


class Ended(Exception):
    """The program has closed its output: it is gone, or nothing more will come."""


class Line(Protocol):
    """A connection to a program, however it is made."""

    def say(self, *lines: str) -> None: ...

    def hear(self, until: float) -> str | None: ...

    def chatter(self) -> str | None: ...

    def new_question(self, most_lines: int = MOST_LINES, most_bytes: int = MOST_BYTES) -> None: ...

    def exit_code(self) -> int | None: ...

    def last_words(self) -> str: ...

    def report(self, fault: str) -> None: ...

    def close(self, farewell: str = "") -> None: ...


class LineBuffer(ABC):
    """Lines to and from a program: what waits to be sent, what was heard, and how much it may still say."""

    def __init__(self, clock: Clock, ear: Ear | None) -> None:
        self._clock = clock
        self._ear = ear
        self._unsent = bytearray()
        self._heard = bytearray()
        self._bytes = self._lines = 0
        self._most_lines, self._most_bytes = MOST_LINES, MOST_BYTES

    def say(self, *lines: str) -> None:
        """Put lines on their way; they travel while somebody listens (:meth:`hear`)."""
        for line in lines:
            if self._ear is not None:
                self._ear(f"> {line}")
            self._unsent += line.encode() + b"\n"

    def new_question(self, most_lines: int = MOST_LINES, most_bytes: int = MOST_BYTES) -> None:
        """From here on it may say as much as it may say to one question."""
        self._most_lines, self._most_bytes = most_lines, most_bytes
        self._bytes, self._lines = len(self._heard), 0

    def hear(self, until: float) -> str | None:
        """The next line, or None when the clock says ``until`` and there is no line."""
        while True:
            end = -1 if len(self._unsent) > _BACKLOG else self._heard.find(b"\n")
            if end >= 0:
                line = bytes(self._heard[:end]).decode("utf-8", "replace").rstrip("\r")
                del self._heard[: end + 1]
                if self._ear is not None:
                    self._ear(f"< {line}")
                self._lines += 1
                if self._lines > self._most_lines:
                    raise Flooded(f"{self._lines} lines")
                return line
            left = until - self._clock()
            if left < 0:
                return None
            self._transport(left)

    def chatter(self) -> str | None:
        """A line that it has said without being asked, if there is one."""
        self._transport(0)
        return self.hear(self._clock() - 1)

    def _take(self, said: bytes) -> None:
        """Take in what the program said; empty is the end of its output."""
        if not said:
            raise Ended
        self._heard += said
        self._bytes += len(said)
        if self._bytes > self._most_bytes:
            raise Flooded(f"{self._bytes} bytes")

    @abstractmethod
    def _transport(self, seconds: float) -> None:
        """Carry what can be carried, in either direction; wait at most so long for something to carry."""


class Pipe(LineBuffer):
    """A program that was started, and what it has said so far."""

    def __init__(
        self,
        command: Sequence[str],
        clock: Clock = time.monotonic,
        ear: Ear | None = None,
        env: Mapping[str, str] | None = None,
    ) -> None:
        """Start it; raises OSError if that is not possible."""
        # Its end is arranged before it is started: a signal that ends this process meanwhile leaves nobody behind.
        process: subprocess.Popen[bytes] = subprocess.Popen.__new__(subprocess.Popen)
        self._process = process
        mark = os.urandom(16).hex()
        self.end = weakref.finalize(self, end_group, process, os.getpid(), mark)  # also when Python ends
        try:
            process.__init__(  # type: ignore[misc] # the object is there already, see above
                list(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=True,
                env={**(os.environ if env is None else env), MARK: mark},
            )
        except (OSError, ValueError):
            self.end.detach()
            raise
        super().__init__(clock, ear)
        self._in, self._out, self._err = self._streams()
        self._last_words = bytearray()
        self._closed = False

    def _streams(self) -> tuple[IO[bytes], IO[bytes], IO[bytes]]:
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        for stream in (process.stdin, process.stdout, process.stderr):
            os.set_blocking(stream.fileno(), False)
        return process.stdin, process.stdout, process.stderr

    def _transport(self, seconds: float) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._out, selectors.EVENT_READ)
            if not self._err.closed:
                selector.register(self._err, selectors.EVENT_READ)
            if self._unsent and not self._in.closed:
                selector.register(self._in, selectors.EVENT_WRITE)
            ready = [key.fileobj for key, _ in selector.select(seconds)]
        if self._err in ready:
            self._keep_last_words()
        if self._in in ready:
            self._send()
        if self._out in ready:
            self._take(os.read(self._out.fileno(), _CHUNK))

    def _send(self) -> None:
        try:
            sent = os.write(self._in.fileno(), self._unsent[:_CHUNK])
        except BrokenPipeError:  # it does not listen any more; the end of its output shows why
            self._in.close()
            return
        del self._unsent[:sent]

    def _keep_last_words(self) -> None:
        said = os.read(self._err.fileno(), _CHUNK)
        if not said:
            self._err.close()
        self._last_words += said
        del self._last_words[:-_LAST_WORDS]

    # ---- the end ---------------------------------------------------------------------------------------------

    def last_words(self) -> str:
        """The last line it wrote to its standard error."""
        with contextlib.suppress(OSError):
            while not self._err.closed:
                self._keep_last_words()
        lines = self._last_words.decode("utf-8", "replace").strip().splitlines()
        return lines[-1].strip() if lines else ""

    def exit_code(self) -> int | None:
        """How it ended, once it has closed its output; None if it is still there."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._process.wait(FAREWELL)
        return None

    def report(self, fault: str) -> None:
        """Do nothing: a program on this machine is killed without a reason."""

    def close(self, farewell: str = "") -> None:
        """Ask the program to end, if it still reads, and kill it otherwise."""
        if self._closed:
            return
        self._closed = True
        if farewell and self._process.returncode is None:
            self.say(farewell)
            self.new_question()
            until = self._clock() + FAREWELL
            with contextlib.suppress(Ended, Flooded, OSError):
                while self.hear(until) is not None:
                    pass
        self.end()


def end_group(process: subprocess.Popen[bytes], owner: int, mark: str) -> None:
    """Kill a program and all it has started, and take leave of it."""
    if (
        os.getpid() != owner or getattr(process, "pid", None) is None
    ):  # a forked copy of the owner, or never started
        return
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        process.kill()  # it has no group yet
    process.wait()
    end_marked(mark)
    for stream in (process.stdin, process.stdout, process.stderr):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()


def end_marked(mark: str) -> None:
    """Kill what carries a mark in its environment, on Linux: helpers that have left the group of their program."""
    for _ in range(_SWEEPS):
        found = [process for process in marked(mark) if process != os.getpid()]
        for process in found:
            with contextlib.suppress(OSError):
                os.kill(process, signal.SIGKILL)
        if not found:
            return


def marked(mark: str) -> list[int]:
    """The running processes with a mark in their environment; none where the system does not show it."""
    found: list[int] = []
    wanted = f"{MARK}={mark}".encode()
    for entry in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # it has ended, or is somebody else's
            if wanted in entry.read_bytes().split(b"\0"):
                found.append(int(entry.parent.name))
    return found
