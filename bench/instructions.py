"""Count the instructions that our games take, under valgrind's callgrind: the same on a busy machine as on an idle one.

Called by run.py, twice for each variant. Without a plan it measures natively how many pieces of every work take some
milliseconds; with that plan, under valgrind, it does just so many and counts. Prints JSON.

    instructions.py                        the plan: pieces of work by row and speed
    instructions.py --plan FILE            count them (only under valgrind)
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import json
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from measure import compiled, middles, tables, works

from slugfest.kernel import State, games

Work = Callable[[int], int]  # does its n-th piece and says how many units that was

SECONDS = 0.01  # that the counted pieces of one work take natively; some fifty times as long under valgrind
POSITIONS = 20  # from the middle of games
PIECES = 3  # at least: one position alone may be an odd one
DECISIONS = 300  # of a counted random game, at most: some have thousands
ITERATIONS = 30  # of a counted search
TO_END = 3  # and of one that plays every imagined game to its end

# Valgrind recognises these requests by their machine code, so they need a C compiler.
HELPER = """
#include <valgrind/callgrind.h>
int watched(void) { return RUNNING_ON_VALGRIND; }
void start(void) { CALLGRIND_START_INSTRUMENTATION; CALLGRIND_ZERO_STATS; }
void stop(const char *name) { CALLGRIND_DUMP_STATS_AT(name); CALLGRIND_STOP_INSTRUMENTATION; }
"""


class Counter:
    """Valgrind's count of the instructions between two points of this process."""

    def __init__(self, folder: Path) -> None:
        """``folder`` is where valgrind writes its counts."""
        self.folder = folder
        source, library = folder / "helper.c", folder / "helper.so"
        source.write_text(HELPER, "utf-8")
        compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
        subprocess.run([compiler, "-O2", "-shared", "-fPIC", "-o", library, source], check=True)
        self.helper = ctypes.CDLL(str(library))
        if not self.helper.watched():
            raise SystemExit(
                "Instructions are counted by valgrind only: ./dev bench --against REV --instructions"
            )

    def count(self, name: str, work: Work, pieces: int) -> tuple[int, int]:
        """Do the first pieces of a work, twice, and count the second time: units and instructions."""
        for number in range(pieces):  # fills what is computed once, and lets the interpreter settle
            work(number)
        gc.collect()
        before = set(self.folder.glob("counted*"))
        units = 0
        self.helper.start()
        for number in range(pieces):
            units += work(number)
        self.helper.stop(name.encode())
        (written,) = set(self.folder.glob("counted*")) - before
        for line in written.read_text("utf-8").splitlines():
            if line.startswith("totals:"):
                return units, int(line.split()[1])
        raise SystemExit(f"valgrind wrote no total for {name}: {written}")


def pieces(work: Work) -> int:
    """How many pieces take about SECONDS."""
    work(0)
    number = 0
    start = time.process_time()
    while time.process_time() - start < SECONDS:
        work(number)
        number += 1
    return max(PIECES, number)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plan", type=Path, help="how many pieces to count, by row and speed")
    parser.add_argument("--folder", type=Path, help="where valgrind writes")
    parser.add_argument("--rows", default="", help="only rows with this text")
    arguments = parser.parse_args()
    plan: dict[str, dict[str, int]] = json.loads(arguments.plan.read_text("utf-8")) if arguments.plan else {}
    counter = Counter(arguments.folder) if arguments.plan else None
    found: dict[str, Any] = {}
    for name, game in games().items():
        for title, seats, options in tables(game):
            row = f"{name}, {title}"
            if arguments.rows not in row:
                continue
            print(f"  {row}", file=sys.stderr, flush=True)
            states: list[State] = middles(game, seats, options, POSITIONS)
            cells = works(game, seats, options, states, ITERATIONS, TO_END, DECISIONS)
            del cells["games"]  # the same work as "random", in another unit
            found[row] = {
                speed: counter.count(f"{row}: {speed}", work, plan[row][speed]) if counter else pieces(work)
                for speed, work in cells.items()
            }
    print(json.dumps({"compiled": compiled(), "rows": found}))


if __name__ == "__main__":
    main()
