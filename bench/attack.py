"""./dev bench attack: what people notice of an attack from another address, one attack after the other.

A server with its usual limits runs in a process of its own. People at a few tables play, somebody opens pages, and
their waiting times are measured: undisturbed, beside each attack, and beside all at once. An attack is compared with
the baselines right before and after it, because the machine has other things to do too. A part of it: ``--only pings``.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import httpx2
from attackers import ATTACKS, TOGETHER
from goals import ATTACK_GOALS
from load import Load, OurPlayer, Ours, Seats, Tally
from rich.console import Console
from rich.table import Table
from websockets.asyncio.client import ClientConnection, connect

HERE = Path(__file__).resolve().parent
TABLES, THINKING = 4, 0.12
PAGES = ("/api/me", "/", "/api/games")
EVERY = 0.05  # seconds between two pages: enough of them that one slow page is not the p95


@dataclass
class Phase:
    """What people noticed while something went on."""

    moves: list[float] = field(default_factory=list)  # seconds each took
    pages: list[float] = field(default_factory=list)
    processor: float = 0.0  # share of a core that the server used
    memory: float = 0.0  # MB
    cut_off: int = 0

    def p95(self, kind: str) -> float:
        """In milliseconds."""
        found = sorted(self.moves if kind == "moves" else self.pages)
        return found[min(len(found) - 1, int(0.95 * len(found)))] * 1000 if found else float("inf")


class Here(Ours):
    """People at one table, who come from an address of their own."""

    def __init__(self, server: str, address: str) -> None:
        super().__init__([server])
        self.address = address

    def client(self) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            timeout=60.0, transport=httpx2.AsyncHTTPTransport(local_address=self.address)
        )

    async def _enter(self, who: httpx2.AsyncClient, address: str, match: str) -> ClientConnection:
        cookie = "; ".join(f"{name}={value}" for name, value in who.cookies.items())
        return await connect(
            f"{address.replace('http', 'ws', 1)}/ws/{match}",
            additional_headers={"cookie": cookie},
            local_addr=(self.address, 0),
            compression=None,
            max_size=1 << 24,
            ping_interval=None,
            close_timeout=0.5,
        )


class People:
    """People who play and open pages until they are stopped."""

    def __init__(self, server: str) -> None:
        self.server = server
        self._addresses = (f"127.0.{1 + number // 250}.{1 + number % 250}" for number in itertools.count())

    async def sit_down(self, seconds: float) -> list[tuple[Seats, list[Any]]]:
        """Enough games for so many seconds; what this takes is not measured."""
        load = Load(TABLES, moves=int(seconds / THINKING * 1.2), thinking=THINKING)
        tables = [Seats(number, load, Tally()) for number in range(TABLES)]
        rivals = [Here(self.server, next(self._addresses)) for _ in tables]
        return list(
            zip(
                tables,
                await asyncio.gather(*(rival.sit_down(table) for rival, table in zip(rivals, tables))),
                strict=True,
            )
        )

    async def live(self, seated: list[tuple[Seats, list[Any]]], seconds: float) -> Phase:
        """Play and open pages for so many seconds."""
        phase = Phase()
        playing = [asyncio.create_task(player.play()) for _, players in seated for player in players]
        opening = asyncio.create_task(self._open_pages(phase))
        await asyncio.sleep(seconds)
        going_on: set[asyncio.Task[None]] = {*playing, opening}
        while going_on:  # a message that comes at the same moment swallows a cancellation
            for task in going_on:
                task.cancel()
            _, going_on = await asyncio.wait(going_on, timeout=1.0)
        ends = await asyncio.gather(*playing, opening, return_exceptions=True)
        if faults := [end for end in ends if isinstance(end, Exception)]:
            raise SystemExit(f"people could not go on: {faults[:2]!r}")
        phase.moves = [latency for table, _ in seated for latency in table.tally.latencies]
        for _, players in seated:
            for player in players:
                assert isinstance(player, OurPlayer)
                for socket in player.sockets:
                    socket.transport.abort()
        return phase

    async def _open_pages(self, phase: Phase) -> None:
        transport = httpx2.AsyncHTTPTransport(local_address=next(self._addresses))
        async with httpx2.AsyncClient(base_url=self.server, timeout=60.0, transport=transport) as client:
            await client.get("/api/me")
            for path in itertools.cycle(PAGES):
                begun = time.perf_counter()
                await client.get(path)
                phase.pages.append(time.perf_counter() - begun)
                await asyncio.sleep(EVERY)


@contextmanager
def started(
    folder: str, env: dict[str, str], options: Sequence[str] = ("--limited",)
) -> Iterator[tuple[int, str, dict[str, Any]]]:
    """A server, usually with its limits, and long matches: its process, its address, the matches."""
    command = [sys.executable, str(HERE / "serve.py"), f"{folder}/bench.db", "--prepared", *options]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env)
    try:
        assert process.stdout is not None
        lines = iter(process.stdout)
        matches = json.loads(next(lines))
        address = next(line for line in lines if "http" in line).split()[-1]
        yield process.pid, address, matches
    finally:
        process.terminate()
        try:
            process.wait(20)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def processor_time(pid: int, threads_of: Literal["all", "main"] = "all") -> float:
    """Seconds that the threads of a process have computed. (Bots think in other processes.)"""
    threads = Path(f"/proc/{pid}/task").glob(f"{pid if threads_of == 'main' else '*'}/schedstat")
    return sum(int(thread.read_text().split()[0]) for thread in threads) / 1e9


def memory(pid: int) -> float:
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


async def measure(
    people: People, pid: int, seconds: float, attack: str = "", target: dict[str, Any] | None = None
) -> Phase:
    """A phase, undisturbed or beside an attack, which begins a moment before it."""
    seated = await people.sit_down(seconds)
    attacker = None
    if attack:
        command = [sys.executable, str(HERE / "attackers.py"), attack, f"{seconds + 0.6}", json.dumps(target)]
        attacker = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
        assert attacker.stdout is not None
        await attacker.stdout.readline()  # it has begun
        await asyncio.sleep(0.3)
    used = processor_time(pid)
    phase = await people.live(seated, seconds)
    phase.processor = (processor_time(pid) - used) / seconds
    phase.memory = memory(pid)
    if attacker is not None:
        said, _ = await attacker.communicate()
        phase.cut_off = json.loads(said)["cut_off"] if said else -1
        await asyncio.sleep(1.0)  # what is left of it ends
    return phase


async def measure_all(
    console: Console, server: tuple[int, str, dict[str, Any]], chosen: list[str], seconds: float
) -> tuple[list[Phase], dict[str, Phase]]:
    """Baselines, one more than attacks, and the attacks between them."""
    pid, address, matches = server
    people = People(address)
    target: dict[str, Any] = {"port": int(address.rpartition(":")[2]), **matches}
    baselines, found = [await measure(people, pid, seconds)], {}
    for number, attack in enumerate(chosen):
        target["address"] = f"127.1.0.{1 + number}"  # what the attack before has used up is not missed now
        found[attack] = await measure(people, pid, seconds, attack, target)
        baselines.append(await measure(people, pid, seconds))
        console.print(
            f"{attack}: moves {found[attack].p95('moves'):.0f} ms, pages {found[attack].p95('pages'):.0f} ms",
            highlight=False,
        )
    return baselines, found


def report(console: Console, baselines: list[Phase], found: dict[str, Phase]) -> bool:
    """Print each attack beside the baselines right before and after it; whether all goals are reached."""
    table = Table("attack", "moves, p95", "pages, p95", "for the attacker", "memory", "cut off")
    reached = True
    for number, (attack, phase) in enumerate(found.items()):
        around = baselines[number : number + 2]
        usual = {kind: statistics.mean(one.p95(kind) for one in around) for kind in ("moves", "pages")}
        values = {kind: phase.p95(kind) / usual[kind] for kind in ("moves", "pages")}
        values["processor"] = max(0.0, phase.processor - statistics.mean(one.processor for one in around))
        good = {goal.name: goal.reached(values[goal.name]) for goal in ATTACK_GOALS}
        reached = reached and all(good.values())
        mark = {name: "" if fine else " ✗" for name, fine in good.items()}
        table.add_row(
            attack,
            *(
                f"{usual[kind]:.0f} → {phase.p95(kind):.0f} ms ({values[kind]:.1f}×){mark[kind]}"
                for kind in ("moves", "pages")
            ),
            f"{values['processor']:.0%}{mark['processor']}",
            f"{phase.memory:.0f} MB",
            f"{phase.cut_off}",
        )
    console.print(table)
    limits = ", ".join(f"{goal.name} below {goal.limit:g}" for goal in ATTACK_GOALS)
    console.print(f"Goals: {limits}. {'All reached.' if reached else 'Missed where marked with ✗.'}")
    return reached


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev bench attack", description=__doc__)
    parser.add_argument("--seconds", type=float, default=5.0, help="of each phase")
    parser.add_argument(
        "--only", action="append", default=[], metavar="WORDS", help="attacks with these words in their name"
    )
    parser.add_argument(
        "--sources", help="a folder with another slugfest package to attack, such as an older release's"
    )
    asked = parser.parse_args()
    names = [*ATTACKS, TOGETHER]
    chosen = [name for name in names if not asked.only or any(words in name for words in asked.only)]
    console = Console(width=120)
    env = dict(os.environ) | ({"PYTHONPATH": asked.sources} if asked.sources else {})
    with tempfile.TemporaryDirectory(prefix="slugfest-bench-") as folder, started(folder, env) as server:
        baselines, found = asyncio.run(measure_all(console, server, chosen, asked.seconds))
    report(console, baselines, found)


if __name__ == "__main__":
    main()
