"""The lab on many machines: the same tasks as on the pool, handed to a Dask cluster. Needs the extra ``lab``.

A worker that dies costs time only: Dask gives its tasks to another, and a task gives the same rows wherever it is
played. Workers may come and go while a run is played. Each says with what it plays before its first task; one that has
another Slugfest or other content is refused.

With a compiled engine a variant is played by a process of its own beside the worker: numbers of the content are
constants of the engine, so a worker that has played the game itself cannot change them.
"""

from __future__ import annotations

import contextlib
import logging
import pickle
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterable, Iterator
from typing import IO, Any, Final, cast

from slugfest import __version__
from slugfest.kernel import Game, Mistake, Text, add_variant, adopt_variant, game, plain_id, variant_from

from .made import content_hash
from .pool import LabError, needs_own_process, no_interruption, play_here
from .speed import resident
from .work import Batch, Task, play_task

LOCAL: Final = "local"
_AHEAD: Final = 2  # tasks handed out for each worker: one under way, one waiting there
_TRIES: Final = 3  # of a task whose process beside the worker has died
PATIENCE: Final = 30  # seconds to find a cluster, and for its first worker to come

World = tuple[
    str, dict[str, Any] | None, dict[str, Any]
]  # a game's id, its variant, and what its results need


class DaskCrew:
    """The workers of a cluster, or of one started here for this run alone."""

    def __init__(self, address: str, workers: int = 0, patience: float = PATIENCE) -> None:
        try:
            from distributed import Client, LocalCluster
        except ImportError as error:
            raise Mistake(
                Text(
                    "a cluster needs a library that is not installed: pip install 'slugfest[lab]'",
                    "ein Cluster braucht eine Bibliothek, die fehlt: pip install 'slugfest[lab]'",
                )
            ) from error
        self._address = address
        self._cluster: Any = None
        self._workers = 1
        self._counted = float("-inf")  # when
        where = address
        if address == LOCAL:
            with no_interruption():
                self._cluster = LocalCluster(
                    n_workers=workers or None,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    dashboard_address=None,  # nobody is told of it
                    silence_logs=logging.CRITICAL,  # whatever happens to its workers, the run tells of it
                )
            where = self._cluster.scheduler_address
        try:
            self._client: Any = Client(where, timeout=patience, set_as_default=False)
            self._client.wait_for_workers(1, timeout=patience)
        except (OSError, TimeoutError) as error:
            raise Mistake(
                Text(
                    f"there is no Dask cluster with workers at {address}: {error}",
                    f"bei {address} gibt es keinen Dask-Cluster mit Workern: {error}",
                )
            ) from error

    @property
    def workers(self) -> int:
        """How many there are, as of a second ago: to ask costs more than to hand out a task."""
        now = time.monotonic()
        if now > self._counted + 1.0:
            threads: dict[str, int] = self._client.nthreads()
            self._workers, self._counted = max(1, sum(threads.values())), now
        return self._workers

    def run(self, tasks: Iterable[Task], played: Game) -> Iterator[tuple[int, Batch]]:
        from distributed import CancelledError, KilledWorker, as_completed
        from distributed.comm.core import CommClosedError

        world = world_of(played)
        fresh = enumerate(tasks)
        numbers: dict[Any, int] = {}
        done = as_completed(loop=self._client.loop, with_results=True)

        def hand_out() -> None:
            while len(numbers) < _AHEAD * self.workers:
                number, task = next(fresh, (-1, None))
                if task is None:
                    return
                future = self._client.submit(play_remotely, world, task, pure=False)
                numbers[future] = number
                done.add(future)

        try:
            hand_out()
            for future, batch in done:
                if not isinstance(batch, Batch):  # taken back, because nobody is there to do it
                    raise self._gone()
                yield numbers.pop(future), batch
                hand_out()
        except KilledWorker as error:
            raise LabError(f"workers died again and again on the same work; given up: {error}") from error
        except (CommClosedError, CancelledError) as error:
            raise self._gone() from error
        finally:
            if self._client.status == "running":
                self._client.cancel(list(numbers))

    def _gone(self) -> Mistake:
        return Mistake(
            Text(
                f"the cluster at {self._address} is gone. What was played is kept: give the same command again when it"
                " is back, or without --dask",
                f"der Cluster bei {self._address} ist fort. Was gespielt ist, bleibt: Gib denselben Befehl noch einmal,"
                " wenn er wieder da ist, oder ohne --dask",
            )
        )

    def memory(self) -> int:
        """What the largest worker holds, in bytes."""
        held: dict[str, int] = self._client.run(resident)
        return max(held.values())

    def close(self) -> None:
        """Let go of the cluster; one that was started for this run ends."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def world_of(played: Game) -> World:
    """What a worker must know to play a game, and what must be the same there."""
    name = plain_id(played.id)
    needs = {"slugfest": __version__, "rules": played.version, "content": content_hash(name)}
    return played.id, None if played.variant is None else played.variant.as_json(), needs


# ---- in a worker -----------------------------------------------------------------------------------------------------

_lock = threading.Lock()
_games: dict[str, Game] = {}
_children: dict[tuple[str, int], Child] = {}  # by variant and thread


def play_remotely(world: World, task: Task) -> Batch:
    """Play a task in a worker of a cluster."""
    name, told, _ = world
    with _lock:  # games are loaded by one thread at a time
        if name not in _games:
            found = game(name) if told is None else add_variant(variant_from(told))
            if world_of(found) != world:
                here = f"{socket.gethostname()} plays with {world_of(found)[2]}"
                raise LabError(f"{here}, the run needs {world[2]}: install the same Slugfest there")
            _games[name] = found
    found = _games[name]
    if needs_own_process(found):
        assert told is not None
        return _ask_child(name, told, task)
    play_here(found)
    return play_task(task)


def _ask_child(name: str, told: dict[str, Any], task: Task) -> Batch:
    key = name, threading.get_ident()
    for attempt in range(_TRIES):
        if key not in _children:
            _children[key] = Child(told)
        try:
            return _children[key].play(task)
        except (OSError, EOFError) as error:
            _children.pop(key).close()
            if attempt == _TRIES - 1:
                raise LabError(
                    f"the process that plays {name} died {_TRIES} times on the same work"
                ) from error
    raise AssertionError


class Child:
    """A process that plays one variant. It ends with its input, so it never outlives its worker."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._send(told)

    def play(self, task: Task) -> Batch:
        self._send(task)
        answer = pickle.load(cast(IO[bytes], self.process.stdout))
        if isinstance(answer, Exception):
            raise answer
        return cast(Batch, answer)

    def _send(self, what: object) -> None:
        pipe = cast(IO[bytes], self.process.stdin)
        pickle.dump(what, pipe)
        pipe.flush()

    def close(self) -> None:
        self.process.kill()
        with contextlib.suppress(OSError):
            self.process.communicate()


def main() -> None:
    """Play what comes in, until nothing more comes."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever somebody prints is no answer
    play_here(adopt_variant(variant_from(pickle.load(source))))
    while True:
        try:
            task = pickle.load(source)
        except EOFError:
            return
        try:
            answer: Any = play_task(task)
        except Exception as error:
            answer = LabError(f"{type(error).__name__}: {error}")
        pickle.dump(answer, sink)
        sink.flush()


if __name__ == "__main__":
    main()
