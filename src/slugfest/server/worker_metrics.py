"""The numbers of all workers of one server, told by whichever of them is asked.

Workers share one port, so nobody can choose whom to ask. Each tells its own numbers to the others, over a socket in a
folder that was made for them when they were started; whoever is asked for ``/metrics`` collects them.
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

TIMEOUT: Final = 2.0  # seconds for a worker's answer; one that hangs must not hide the others
WORKER: Final = "worker"  # the label that says whose number it is


class MetricFamily(msgspec.Struct):
    """One metric of one process: its samples by name, labels and value."""

    name: str
    documentation: str
    type: str
    samples: list[tuple[str, dict[str, str], float]]


_families: Final = msgspec.json.Decoder(list[MetricFamily])


class WorkerMetrics:
    """This worker among those of its server. ``folder`` is the one they share."""

    def __init__(self, folder: Path, registry: CollectorRegistry) -> None:
        self._folder = folder
        self._registry = registry
        self._mine = folder / f"{os.getpid()}.sock"
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        if sys.platform != "win32":  # which has no such sockets: there each speaks for itself alone
            self._server = await asyncio.start_unix_server(self._tell, self._mine)

    async def close(self) -> None:
        if self._server is not None:
            self._server.close()
            forget(self._mine)

    async def numbers(self) -> bytes:
        """The numbers of all, in Prometheus's words."""
        others = [path for path in sorted(self._folder.glob("*.sock")) if path != self._mine]
        told = await asyncio.gather(*(self._ask(path) for path in others))
        found = {path.stem: families for path, families in zip(others, told) if families}
        return combined({self._mine.stem: families_of(self._registry), **found})

    async def _tell(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            writer.write(msgspec.json.encode(families_of(self._registry)))
            await writer.drain()
        writer.close()

    async def _ask(self, path: Path) -> list[MetricFamily]:
        """A worker's numbers; none from one that has died, or hangs."""
        try:
            async with asyncio.timeout(TIMEOUT):
                return await self._hear(path)
        except ConnectionRefusedError:
            forget(path)  # it died without a word
        except (OSError, TimeoutError, msgspec.MsgspecError) as error:
            log.warning("worker %s does not tell its numbers: %r", path.stem, error)
        return []

    async def _hear(self, path: Path) -> list[MetricFamily]:
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


def combined(told: Mapping[str, Sequence[MetricFamily]]) -> bytes:
    """The numbers of several workers as one text; a label says whose each is."""
    metrics: dict[str, Metric] = {}
    for worker, families in told.items():
        for family in families:
            metric = metrics.setdefault(family.name, Metric(family.name, family.documentation, family.type))
            for name, labels, value in family.samples:
                metric.add_sample(name, {**labels, WORKER: worker}, value)
    registry = CollectorRegistry()
    registry.register(_Collected(list(metrics.values())))
    return generate_latest(registry)
