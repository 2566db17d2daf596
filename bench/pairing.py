"""How long it takes to draw up a round for 256 players, at tables of two to six: the slowest of seven rounds,
in processor time.

    python bench/pairing.py
"""

from __future__ import annotations

import random
import time
from collections import Counter

from slugfest.events.history import PairingHistory
from slugfest.events.pairs import swiss_pairs
from slugfest.events.tables import group, repeats, seat_order, table_sizes

PLAYERS = 256
ROUNDS = 7


def main() -> None:
    everybody = list(range(1, PLAYERS + 1))
    for seats in range(2, 7):
        history, rng = PairingHistory(units=dict.fromkeys(everybody, 0)), random.Random(seats)
        times, again = [], 0
        for number in range(1, ROUNDS + 1):
            begun = time.process_time()
            if seats == 2:
                tables, _ = swiss_pairs(everybody, number, ROUNDS, history)
            else:
                sizes = table_sizes(PLAYERS, seats, seats - 1)
                tables = [seat_order(table, history) for table in group(everybody, sizes, history)]
            times.append(time.process_time() - begun)
            assert sorted(one for table in tables for one in table) == everybody
            again += repeats(tables, history)
            for table in tables:
                history.met += Counter((min(a, b), max(a, b)) for a in table for b in table if a < b)
                for seat, one in enumerate(table):
                    history.sat.setdefault(one, []).append(seat)
                    history.units[one] += rng.choice([0, 60, 120])
        print(
            f"{PLAYERS} players, tables of {seats}: slowest round {max(times):.2f} s, "
            f"mean {sum(times) / ROUNDS:.2f} s, {again} repeats in {ROUNDS} rounds"
        )


if __name__ == "__main__":
    main()
