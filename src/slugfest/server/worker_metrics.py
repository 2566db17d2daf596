"""The metrics of all workers of a server, from whichever worker is asked.

Workers share one port, so nobody can choose whom to ask. Each offers its metrics to the others over a socket in a
shared folder; the one that is asked for ``/metrics`` collects them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec
from prometheus_client import CollectorRegistry, Metric, generate_latest
from prometheus_client.registry import Collector

log = logging.getLogger("slugfest.server")

TIMEOUT: Final = 2.0  # seconds; a worker that hangs must not hide the others
WORKER: Final = "worker"  # the label that names the process


class MetricFamily(msgspec.Struct):
    """One metric of one process: its samples by name, labels and value."""

    name: str
    documentation: str
    type: str
    samples: list[tuple[str, dict[str, str], float]]


_families: Final = msgspec.json.Decoder(list[MetricFamily])


class WorkerMetrics:
    """This worker and the others, which share ``folder``."""

    def __init__(self, folder: Path, registry: CollectorRegistry) -> None:
        self._folder = folder
        self._registry = registry
        self._mine = folder / f"{os.getpid()}.sock"
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        if sys.platform != "win32":  # which has no such sockets: each worker shows its own metrics alone
            self._server = await asyncio.start_unix_server(self._send, self._mine)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            forget(self._mine)

    async def collected(self) -> bytes:
        """The metrics of all workers in Prometheus's format."""
        others = [path for path in sorted(self._folder.glob("*.sock")) if path != self._mine]
        answers = await asyncio.gather(*(self._ask(path) for path in others))
        found = {path.stem: families for path, families in zip(others, answers) if families}
        return combined({self._mine.stem: families_of(self._registry), **found})

    async def _send(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            writer.write(msgspec.json.encode(families_of(self._registry)))
            await writer.drain()
        writer.close()

    async def _ask(self, path: Path) -> list[MetricFamily]:
        """A worker's metrics; none if it has died or hangs."""
        try:
            async with asyncio.timeout(TIMEOUT):
                return await self._read(path)
        except ConnectionRefusedError:
            forget(path)  # it died without removing its socket
        except (OSError, TimeoutError, msgspec.MsgspecError) as error:
            log.warning("the metrics of worker %s cannot be read: %r", path.stem, error)
        return []

    async def _read(self, path: Path) -> list[MetricFamily]:
        if sys.platform == "win32":
            return []
        reader, writer = await asyncio.open_unix_connection(path)
        try:
            return _families.decode(await reader.read())
        finally:
            writer.close()


def forget(path: Path) -> None:
    path.unlink(missing_ok=True)


def families_of(registry: CollectorRegistry) -> list[MetricFamily]:
    return [
        MetricFamily(
            metric.name,
            metric.documentation,
            metric.type,
            [(sample.name, dict(sample.labels), sample.value) for sample in metric.samples],
        )
        for metric in registry.collect()
    ]


class _Collected(Collector):
    def __init__(self, metrics: Sequence[Metric]) -> None:
        self._metrics = metrics

    def collect(self) -> Iterable[Metric]:
        return self._metrics


def combined(found: Mapping[str, Sequence[MetricFamily]]) -> bytes:
    """The metrics of several workers as one text, with the worker as a label."""
    metrics: dict[str, Metric] = {}
    for worker, families in found.items():
        for family in families:
            metric = metrics.setdefault(family.name, Metric(family.name, family.documentation, family.type))
            for name, labels, value in family.samples:
                metric.add_sample(name, {**labels, WORKER: worker}, value)
    registry = CollectorRegistry()
    registry.register(_Collected(list(metrics.values())))
    return generate_latest(registry)
