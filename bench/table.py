"""./dev bench table: how many moves a second a server acknowledges, and how fast, compared with boardgame.io.

The same people play in the same pattern against each server, one server after the other, in passes; the table shows the
median of the passes. Everything happens on this machine, and the people need their share of it, too. A part of it:
``./dev bench table --matches 100 --only SQLite --only boardgame``.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.table import Table

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))  # where `tests` is, whose PostgreSQL this borrows

from load import BoardgameIo, Halted, Load, Ours, Rival, Tally, run  # noqa: E402
from tests.postgres import Postgres  # noqa: E402

LOADS = [Load(1, 400), Load(20, 100), Load(100, 40), Load(500, 8, thinking=2.0)]
PROMISES = {
    "SQLite": "on disk before it is acknowledged (fsync); survives kill -9 and a power cut",
    "PostgreSQL, 1 process": "the same, in PostgreSQL (synchronous_commit = on)",
    "PostgreSQL, 2 processes": "the same; the two people of a table are on different processes",
    "boardgame.io, memory": "nothing: a restart loses all matches",
    "boardgame.io, FlatFile": "sent to all before it is written; written, but not flushed to the disk",
}
FLATFILE, MEMORY = "boardgame.io, FlatFile", "boardgame.io, memory"
OTHER_CHANCES = 3


@dataclass
class Measured:
    """One server under one load."""

    rate: float  # moves a second
    p50: float  # milliseconds
    p95: float
    p99: float
    processor: float  # milliseconds of the server's processes, a move


@contextmanager
def started(command: list[str], ready: str, env: dict[str, str] | None = None) -> Iterator[tuple[int, str]]:
    """A server: its process and the line that it said when it was ready. It is stopped afterwards."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert process.stdout is not None
        line = next((line for line in process.stdout if ready in line), "")
        if not line:
            raise SystemExit(f"{' '.join(command[:3])} did not start")
        yield process.pid, line.strip()
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def processor_time(pid: int) -> float:
    """Seconds that a process and its threads have computed."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def our_server(database: str, processes: int) -> Iterator[tuple[Rival, list[int]]]:
    with ExitStack() as stack:
        command = [sys.executable, str(HERE / "serve.py"), database]
        serving = [stack.enter_context(started(command, "http://")) for _ in range(processes)]
        yield Ours([line.split()[-1] for _, line in serving]), [pid for pid, _ in serving]


@contextmanager
def their_server(node: str, folder: Path, storage: str, port: int) -> Iterator[tuple[Rival, list[int]]]:
    command = [node, str(folder / "server.mjs"), str(port), storage]
    with tempfile.TemporaryDirectory() as files, started([*command, files], "ready") as (pid, _):
        yield BoardgameIo([f"http://127.0.0.1:{port}"]), [pid]


@contextmanager
def opened(name: str, node: str, theirs: Path) -> Iterator[tuple[Rival, list[int]]]:
    """A server of this name, with an empty store."""
    with ExitStack() as stack:
        if name == "SQLite":
            folder = stack.enter_context(tempfile.TemporaryDirectory(dir=HERE.parent / "build"))
            yield stack.enter_context(our_server(str(Path(folder, "matches.db")), 1))
        elif name.startswith("PostgreSQL"):
            postgres = stack.enter_context(
                Postgres(fsync="on", full_page_writes="on", shared_buffers="128MB")
            )
            processes = 2 if "2" in name else 1
            yield stack.enter_context(our_server(postgres.new_database(), processes))
        else:
            storage = "flatfile" if name == FLATFILE else "memory"
            yield stack.enter_context(their_server(node, theirs, storage, free_port()))


def free_port() -> int:
    import socket

    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def measure(name: str, load: Load, node: str, theirs: Path) -> Measured:
    with opened(name, node, theirs) as (rival, pids):
        before = [0.0]

        async def play() -> Tally:
            return await run(rival, load, lambda: before.__setitem__(0, sum(map(processor_time, pids))))

        tally = asyncio.run(play())
        spent = sum(map(processor_time, pids)) - before[0]
    moves = len(tally.latencies)
    return Measured(
        moves / tally.seconds,
        tally.percentile(0.50),
        tally.percentile(0.95),
        tally.percentile(0.99),
        spent / moves * 1000,
    )


def measure_patiently(name: str, load: Load, node: str, theirs: Path, console: Console) -> Measured:
    """Another project's server that loses a move is asked again, a few times; ours may not lose any."""
    for _ in range(OTHER_CHANCES if name in (FLATFILE, MEMORY) else 0):
        try:
            return measure(name, load, node, theirs)
        except Halted as halted:
            console.print(f"{name}: {halted}; once more …", highlight=False)
    return measure(name, load, node, theirs)


def median(found: list[Measured]) -> Measured:
    names = ("rate", "p50", "p95", "p99", "processor")
    return Measured(*(statistics.median(getattr(one, name) for one in found) for name in names))


def table_of(load: Load, found: dict[str, Measured]) -> Table:
    table = Table(title=load.title, title_justify="left")
    for column in (
        "server",
        "moves/s",
        "beside FlatFile",
        "p50 ms",
        "p95 ms",
        "p99 ms",
        "processor ms a move",
    ):
        table.add_column(column, justify="left" if column == "server" else "right")
    for name, one in found.items():
        beside = f"{one.rate / found[FLATFILE].rate:.1f} ×" if FLATFILE in found else "–"
        times = [f"{value:.1f}" for value in (one.p50, one.p95, one.p99)]
        table.add_row(name, f"{one.rate:,.0f}", beside, *times, f"{one.processor:.2f}")
    return table


def goals(found: dict[str, dict[str, Measured]]) -> list[tuple[str, float, float, bool]]:
    """What is to be reached, as far as it was measured: what, measured, wanted, reached."""
    hundred, thinking = found.get(LOADS[2].title, {}), found.get(LOADS[3].title, {})
    ours = [one for name, one in hundred.items() if "boardgame.io" not in name]
    least: list[tuple[str, float, float]] = []
    most: list[tuple[str, float, float]] = []
    for rival, wanted in ((FLATFILE, 2.5), (MEMORY, 1.0)):
        if ours and rival in hundred:
            best = max(one.rate for one in ours)
            least.append((f"100 matches: times {rival}", best / hundred[rival].rate, wanted))
    waits = [one.p99 for name, one in thinking.items() if "boardgame.io" not in name]
    if waits:
        most.append(("500 matches with thinking: p99, ms, at most", max(waits), 50.0))
    if "SQLite" in hundred:
        most.append(("SQLite, 100 matches: processor ms a move, at most", hundred["SQLite"].processor, 0.7))
    return [(what, value, wanted, value >= wanted) for what, value, wanted in least] + [
        (what, value, wanted, value <= wanted) for what, value, wanted in most
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev bench table", description=__doc__)
    parser.add_argument("--passes", type=int, default=1, help="how often everything is measured (1)")
    parser.add_argument(
        "--only", action="append", default=[], help="only servers whose name contains this; may be repeated"
    )
    parser.add_argument(
        "--matches",
        type=int,
        action="append",
        choices=[load.tables for load in LOADS],
        help="only with so many matches; may be repeated",
    )
    parser.add_argument("--theirs", type=Path, required=True, help="where boardgame.io is installed")
    parser.add_argument("--strict", action="store_true", help="fail if a goal is missed")
    options = parser.parse_args()
    node = shutil.which("node") or "node"
    console = Console()
    names = [name for name in PROMISES if not options.only or any(part in name for part in options.only)]
    everything: dict[str, dict[str, Measured]] = {}
    for load in LOADS:
        if options.matches and load.tables not in options.matches:
            continue
        passes: dict[str, list[Measured]] = {name: [] for name in names}
        for number in range(options.passes):
            for name in names:
                console.print(
                    f"{load.title}: {name}, pass {number + 1} of {options.passes} …", highlight=False
                )
                passes[name].append(measure_patiently(name, load, node, options.theirs, console))
        everything[load.title] = {name: median(found) for name, found in passes.items()}
        console.print(table_of(load, everything[load.title]))
    for name in names:
        console.print(f"[bold]{name}[/]: {PROMISES[name]}")
    reached = goals(everything)
    for what, value, wanted, fine in reached:
        console.print(f"{'reached' if fine else 'MISSED '}  {what}: {value:.2f} (wanted: {wanted:g})")
    if options.strict and not all(fine for *_, fine in reached):
        sys.exit(1)


if __name__ == "__main__":
    main()
