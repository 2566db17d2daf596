"""Play batches on a Dask cluster instead of the pool. Needs the extra ``lab``.

A worker that dies costs time only: Dask gives its batches to another, and a batch gives the same rows wherever it is
played. One that hangs costs time, too: a batch that is very late is given to another worker as well, and the first
result counts. Workers may join and leave during a run. A worker with another version of Slugfest or other content is
refused before its first batch.

With a compiled engine a variant is played by a child process of the worker: numbers of the content are constants of the
engine, so a worker that has played the original game cannot change them.
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

from .batches import Batch, BatchResult, play_batch
from .pool import HELD, LabError, needs_own_process, no_interruption, set_playing
from .provenance import content_hash
from .speed import resident

LOCAL: Final = "local"
AHEAD: Final = 2  # batches submitted for each worker: one running, one waiting
_TRIES: Final = 3  # of a batch whose child process has died
CONNECT_SECONDS: Final = 30  # to find a cluster with a worker
LATE_SECONDS: Final = 30.0  # a batch is late after this,
LATE_TIMES: Final = 4  # and after so many times what it should take

GameSpec = tuple[str, dict[str, Any] | None, dict[str, Any]]  # a game's id, its variant, its provenance


class Given:
    """A batch that workers are at."""

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.futures: list[Any] = []  # more than one if the first worker is late
        self.since = time.monotonic()  # when it was last given to somebody


class GivenBatches:
    """The batches that a cluster is at. The first result of each counts."""

    def __init__(self, client: Any, spec: GameSpec, late_seconds: float) -> None:
        from distributed import as_completed

        self.unfinished: dict[int, Given] = {}  # by number, in order
        self._client = client
        self._spec = spec
        self._late_seconds = late_seconds
        self._seconds = 0.0  # that finished batches have taken
        self._deals = 0  # in them
        self._numbers: dict[Any, int] = {}  # by future
        self._next = 0
        self._done = as_completed(loop=client.loop, with_results=True)

    def has_room(self, workers: int) -> bool:
        """Whether workers need more batches, and not too many results wait for an earlier one."""
        if len(self.unfinished) >= AHEAD * workers:
            return False
        return not self.unfinished or self._next - next(iter(self.unfinished)) < HELD * workers

    def give(self, number: int, batch: Batch) -> None:
        """Give a batch to any worker."""
        self.unfinished[number] = Given(batch)
        self._next = number + 1
        self._submit(number, None)

    def _submit(self, number: int, workers: list[str] | None) -> None:
        given = self.unfinished[number]
        future = self._client.submit(play_remotely, self._spec, given.batch, pure=False, workers=workers)
        given.futures.append(future)
        given.since = time.monotonic()
        self._numbers[future] = number
        self._done.add(future)

    def next_result(self) -> tuple[int, Any] | None:
        """The number of a batch and its first result; None if there is none yet."""
        if not self._done.has_ready():
            with self._done.thread_condition:
                self._done.thread_condition.wait(0.1)
        if not self._done.has_ready():
            self._give_late_ones_to_others()
            return None
        future, result = next(self._done)
        number = self._numbers.pop(future, None)
        if number is None:  # another worker was faster
            return None
        given = self.unfinished[number]
        given.futures.remove(future)
        if isinstance(result, BatchResult):
            self._seconds += result.seconds
            self._deals += given.batch.deals
        elif given.futures:
            return None
        del self.unfinished[number]
        for other in given.futures:
            del self._numbers[other]
        self._client.cancel(given.futures)
        return number, result

    def _give_late_ones_to_others(self) -> None:
        now = time.monotonic()
        deal = self._seconds / self._deals if self._deals else 0.0
        late = [
            number
            for number, given in self.unfinished.items()
            if now - given.since > late_after(given.batch.deals * deal, self._late_seconds)
        ]
        if not late:
            return
        at_work = self._client.processing()
        futures = [future for number in late for future in self.unfinished[number].futures]
        keys = {future.key for future in futures}
        holding = {key: set(workers) for key, workers in self._client.who_has(futures).items()}
        for worker, tasks in at_work.items():
            for key in keys & set(tasks):
                holding.setdefault(key, set()).add(worker)
        hanging = {worker for workers in holding.values() for worker in workers}
        others = sorted(set(self._client.nthreads()) - hanging)
        for number in late if others else []:
            if any(holding.get(future.key) for future in self.unfinished[number].futures):
                self._submit(number, others)

    def cancel(self) -> None:
        """Cancel everything that is unfinished."""
        if self._client.status == "running":
            self._client.cancel(list(self._numbers))


def late_after(expected: float, late_seconds: float = LATE_SECONDS) -> float:
    """The seconds after which a batch that should take so long is late."""
    return late_seconds + LATE_TIMES * expected


class DaskExecutor:
    """The workers of a cluster, or of a local cluster started for this run."""

    def __init__(
        self,
        address: str,
        workers: int = 0,
        timeout: float = CONNECT_SECONDS,
        late_seconds: float = LATE_SECONDS,
    ) -> None:
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
        self._late_seconds = late_seconds
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
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,  # the run reports what happens to its workers
                )
            where = self._cluster.scheduler_address
        try:
            self._client: Any = Client(where, timeout=timeout, set_as_default=False)
            self._client.wait_for_workers(1, timeout=timeout)
        except (OSError, TimeoutError, ValueError) as error:  # ValueError: an address without a port
            raise Mistake(
                Text(
                    f"there is no Dask cluster with workers at {address}: {error}",
                    f"bei {address} gibt es keinen Dask-Cluster mit Workern: {error}",
                )
            ) from error

    @property
    def workers(self) -> int:
        """The number of workers, cached for a second: asking costs more than submitting a batch."""
        now = time.monotonic()
        if now > self._counted + 1.0:
            threads: dict[str, int] = self._client.nthreads()
            self._workers, self._counted = max(1, sum(threads.values())), now
        return self._workers

    def run(self, batches: Iterable[Batch], played: Game) -> Iterator[tuple[int, BatchResult]]:
        from distributed import CancelledError, KilledWorker
        from distributed.comm.core import CommClosedError

        given = GivenBatches(self._client, game_spec(played), self._late_seconds)
        fresh = enumerate(batches)

        def submit() -> None:
            while given.has_room(self.workers):
                number, batch = next(fresh, (-1, None))
                if batch is None:
                    return
                given.give(number, batch)

        try:
            submit()
            while given.unfinished:
                found = given.next_result()
                if found is not None:
                    if not isinstance(found[1], BatchResult):  # cancelled, because there is no worker
                        raise self._lost()
                    yield found
                    submit()
        except KilledWorker as error:
            raise LabError(f"workers died again and again on the same work; given up: {error}") from error
        except (CommClosedError, CancelledError) as error:
            raise self._lost() from error
        finally:
            given.cancel()

    def _lost(self) -> Mistake:
        return Mistake(
            Text(
                f"the cluster at {self._address} is gone. What was played is kept: give the same command again when it"
                " is back, or without --dask",
                f"der Cluster bei {self._address} ist fort. Was gespielt ist, bleibt: Gib denselben Befehl noch einmal,"
                " wenn er wieder da ist, oder ohne --dask",
            )
        )

    def memory(self) -> int:
        """The memory of the largest worker, in bytes."""
        held: dict[str, int] = self._client.run(resident)
        return max(held.values())

    def close(self) -> None:
        """Disconnect from the cluster; end a local one."""
        self._client.close()
        if self._cluster is not None:
            self._cluster.close()


def game_spec(played: Game) -> GameSpec:
    """What a worker needs to load a game, and the provenance that must match."""
    name = plain_id(played.id)
    needs = {"slugfest": __version__, "rules": played.version, "content": content_hash(name)}
    return played.id, None if played.variant is None else played.variant.as_json(), needs


# ---- in a worker -----------------------------------------------------------------------------------------------------

_lock = threading.Lock()
_games: dict[str, Game] = {}
_children: dict[tuple[str, int], Child] = {}  # by variant and thread


def play_remotely(spec: GameSpec, batch: Batch) -> BatchResult:
    """Play a batch in a worker of a cluster."""
    name, variant, _ = spec
    with _lock:  # games are loaded by one thread at a time
        if name not in _games:
            found = game(name) if variant is None else add_variant(variant_from(variant))
            if game_spec(found) != spec:
                here = f"{socket.gethostname()} plays with {game_spec(found)[2]}"
                raise LabError(f"{here}, the run needs {spec[2]}: install the same Slugfest there")
            _games[name] = found
    found = _games[name]
    if needs_own_process(found):
        assert variant is not None
        return _ask_child(name, variant, batch)
    set_playing(found)
    return play_batch(batch)


def _ask_child(name: str, variant: dict[str, Any], batch: Batch) -> BatchResult:
    key = name, threading.get_ident()
    for attempt in range(_TRIES):
        if key not in _children:
            _children[key] = Child(variant)
        try:
            return _children[key].play(batch)
        except (OSError, EOFError) as error:
            _children.pop(key).close()
            if attempt == _TRIES - 1:
                raise LabError(
                    f"the process that plays {name} died {_TRIES} times on the same work"
                ) from error
    raise AssertionError


class Child:
    """A process that plays one variant. It ends with its input, so it does not outlive its worker."""

    def __init__(self, variant: dict[str, Any]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", __name__], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self._send(variant)

    def play(self, batch: Batch) -> BatchResult:
        self._send(batch)
        answer = pickle.load(cast(IO[bytes], self.process.stdout))
        if isinstance(answer, Exception):
            raise answer
        return cast(BatchResult, answer)

    def _send(self, what: object) -> None:
        pipe = cast(IO[bytes], self.process.stdin)
        pickle.dump(what, pipe)
        pipe.flush()

    def close(self) -> None:
        self.process.kill()
        with contextlib.suppress(OSError):
            self.process.communicate()


def main() -> None:
    """Play batches from standard input until it ends."""
    source, sink = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # prints must not mix with answers
    set_playing(adopt_variant(variant_from(pickle.load(source))))
    while True:
        try:
            batch = pickle.load(source)
        except EOFError:
            return
        try:
            answer: Any = play_batch(batch)
        except Exception as error:
            answer = LabError(f"{type(error).__name__}: {error}")
        pickle.dump(answer, sink)
        sink.flush()


if __name__ == "__main__":
    main()
