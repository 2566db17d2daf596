"""A forked process: it starts with everything imported, may be changed at will, and its answer comes by pipe."""

from __future__ import annotations

import importlib.abc
import importlib.machinery
import importlib.util
import json
import os
import resource
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Final

from .mutants import Mutant

MEMORY: Final = 4 << 30  # a mutant that fills a list for ever ends here


class Child:
    """A process that works out one answer."""

    def __init__(self, work: Callable[[], Any]) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        self.pipe, theirs = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            os.close(self.pipe)
            _answer(work, theirs)
        os.close(theirs)
        self._told = b""

    def listen(self) -> bool:
        """Read what has come; whether there is more to come."""
        piece = os.read(self.pipe, 1 << 16)
        self._told += piece
        return bool(piece)

    def answer(self) -> tuple[Any, int]:
        """What it found, or None, and the signal that ended it, or 0."""
        os.close(self.pipe)
        _, status = os.waitpid(self.process, 0)
        return json.loads(self._told) if self._told else None, os.WTERMSIG(status) if os.WIFSIGNALED(
            status
        ) else 0


def in_child(work: Callable[[], Any]) -> Any:
    """The answer of a process of its own, or None if it came to grief."""
    child = Child(work)
    while child.listen():
        pass
    return child.answer()[0]


def _answer(work: Callable[[], Any], pipe: int) -> None:
    """The whole life of a child."""
    silence = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(silence, stream)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    try:
        data = json.dumps(work()).encode()
        while data:
            data = data[os.write(pipe, data) :]
    finally:
        os._exit(0)  # nothing of what the parent was about to do


def limit(seconds: float) -> None:
    """End this process if it computes for longer than that from now on, however busy the machine is."""
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds)


def plant(mutant: Mutant) -> None:
    """From now on, this is what is imported instead of the file, which stays as it is."""
    sys.meta_path.insert(0, _Finder(mutant))


class _Finder(importlib.abc.MetaPathFinder):
    """Finds one changed file."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        source = self._mutant.source
        if fullname != source.module:
            return None
        loader = _Loader(fullname, str(source.path), self._mutant.text)
        return importlib.util.spec_from_file_location(fullname, source.path, loader=loader)


class _Loader(importlib.machinery.SourceFileLoader):
    """Loads another text than the one on disk."""

    def __init__(self, fullname: str, path: str, text: str) -> None:
        super().__init__(fullname, path)
        self._text = text

    def get_data(self, path: str) -> bytes:
        return self._text.encode()

    def path_stats(self, path: str) -> Mapping[str, float]:
        raise OSError  # so that no compiled copy is looked for, nor written
