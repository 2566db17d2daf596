"""How many moves a second a store takes: ``python bench/store.py ADDRESS [MATCHES] [MOVES]``.

Each match waits for its move to be on disk before it makes the next one, as a room does.
"""

from __future__ import annotations

import asyncio
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from slugfest.store import NewEntry, Store, open_store


async def play(store: Store, match: str, moves: int, waits: list[float]) -> None:
    for version in range(1, moves + 1):
        entry = {
            "kind": "moves",
            "seat": 0,
            "moves": ["attack S12 W14 > 2.1"],
            "by": "a" * 20,
            "request": str(version),
        }
        begun = time.perf_counter()
        await asyncio.wrap_future(
            store.submit([NewEntry(match, version, entry, ("a" * 20, "b" * 20), False)])
        )
        waits.append(time.perf_counter() - begun)


async def measure(address: str, matches: int, moves: int) -> None:
    store = open_store(address)
    waits: list[float] = []
    run = f"{time.time_ns():x}"
    begun, worked = time.perf_counter(), time.process_time()
    await asyncio.gather(*(play(store, f"{run}-{number}", moves, waits) for number in range(matches)))
    took, worked = time.perf_counter() - begun, time.process_time() - worked
    store.close()
    waits.sort()
    p50, p99 = (1000 * waits[int(len(waits) * part)] for part in (0.5, 0.99))
    print(
        f"{matches:4} matches: {len(waits) / took:8.0f} moves/s, p50 {p50:.1f} ms, p99 {p99:.1f} ms, "
        f"{1000 * worked / len(waits):.2f} ms of processor time a move"
    )


if __name__ == "__main__":
    address = sys.argv[1] if len(sys.argv) > 1 else "bench-store.sqlite3"
    sizes = [int(sys.argv[2])] if len(sys.argv) > 2 else [1, 20, 100]
    for size in sizes:
        asyncio.run(measure(address, size, int(sys.argv[3]) if len(sys.argv) > 3 else max(20, 2000 // size)))
