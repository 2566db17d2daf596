"""Play batches on a Dask cluster instead of the pool. Needs the extra ``lab``.

A worker that dies costs time only: Dask gives its batches to another, and a batch gives the same rows wherever it is
played. Workers may join and leave during a run. A worker with another version of Slugfest or other content is refused
before its first batch.

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
from .pool import LabError, needs_own_process, no_interruption, set_playing
from .provenance import content_hash
from .speed import resident

LOCAL: Final = "local"
_AHEAD: Final = 2  # batches submitted for each worker: one running, one waiting
_TRIES: Final = 3  # of a batch whose child process has died
CONNECT_SECONDS: Final = 30  # to find a cluster with a worker

GameSpec = tuple[str, dict[str, Any] | None, dict[str, Any]]  # a game's id, its variant, its provenance


class DaskExecutor:
    """The workers of a cluster, or of a local cluster started for this run."""

    def __init__(self, address: str, workers: int = 0, timeout: float = CONNECT_SECONDS) -> None:
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
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,  # the run reports what happens to its workers
                )
            where = self._cluster.scheduler_address
        try:
            self._client: Any = Client(where, timeout=timeout, set_as_default=False)
            self._client.wait_for_workers(1, timeout=timeout)
        except (OSError, TimeoutError) as error:
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
        from distributed import CancelledError, KilledWorker, as_completed
        from distributed.comm.core import CommClosedError

        spec = game_spec(played)
        fresh = enumerate(batches)
        numbers: dict[Any, int] = {}
        done = as_completed(loop=self._client.loop, with_results=True)

        def submit() -> None:
            while len(numbers) < _AHEAD * self.workers:
                number, batch = next(fresh, (-1, None))
                if batch is None:
                    return
                future = self._client.submit(play_remotely, spec, batch, pure=False)
                numbers[future] = number
                done.add(future)

        try:
            submit()
            for future, batch in done:
                if not isinstance(batch, BatchResult):  # cancelled, because there is no worker
                    raise self._lost()
                yield numbers.pop(future), batch
                submit()
        except KilledWorker as error:
            raise LabError(f"workers died again and again on the same work; given up: {error}") from error
        except (CommClosedError, CancelledError) as error:
            raise self._lost() from error
        finally:
            if self._client.status == "running":
                self._client.cancel(list(numbers))

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
