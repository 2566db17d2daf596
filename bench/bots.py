"""./dev bench bots: how long people wait for a hard bot while many tables play at once.

Every table is a match of hard bots that goes on and on, as fast as the server lets bots move; all ask the same few
thinking processes, one a core. Measured is the time from a bot's turn to its answer, waiting included. The pause that a
bot makes anyway (0.9 s, so that people can follow) is not added.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import statistics
import time
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.table import Table

from slugfest.kernel import Game, State, game, seeded
from slugfest.kernel import rng as kernel_rng
from slugfest.server.bot_workers import ProcessBotWorkers, Served
from slugfest.server.settings import Settings
from slugfest.table import Question

TARGETS = {
    "kapow-cards": 1.0,
    "tag-team": 2.0,
    "custom-heroes": 6.0,
    "kapow-dice": 8.0,
}  # s, for 95 % of replies
SEATS = {"custom-heroes": 3}  # two at the others


@dataclass
class Measured:
    """One game under load."""

    game: str
    replies: int
    p50: float  # seconds
    p95: float
    longest: float
    share: float  # of the usual budget, on average
    unfair: int  # how often a table was served twice while another waited

    @property
    def reached(self) -> bool:
        return self.p95 <= TARGETS[self.game] and self.unfair == 0


class Load:
    """So many tables of one game, for so many seconds."""

    def __init__(self, played: Game, tables: int, seconds: float, settings: Settings) -> None:
        self._game = played
        self._tables = tables
        self._pause = settings.bot_delay
        self._workers = ProcessBotWorkers(settings.bot_workers, settings.bot_timeout, settings.bot_comfort)
        self._workers.watch = self._note
        self._served: list[Served] = []
        self._replies: list[float] = []
        self._seconds = seconds
        self._end = 0.0

    async def run(self) -> Measured:
        try:
            await asyncio.gather(
                *(self._workers.decide(self._question(self._deal("warm", n), 0)) for n in range(4))
            )
            self._served.clear()
            self._end = time.monotonic() + self._seconds
            await asyncio.gather(*(self._play(number) for number in range(self._tables)))
        finally:
            await self._workers.close()
        replies = sorted(self._replies)
        return Measured(
            self._game.id,
            len(replies),
            statistics.median(replies),
            replies[int(0.95 * (len(replies) - 1))],
            replies[-1],
            statistics.fmean(served.share for served in self._served),
            unfair(self._served),
        )

    def _note(self, served: Served) -> None:
        self._served.append(served)

    def _deal(self, *name: object) -> State:
        return self._game.new(SEATS.get(self._game.id, 2), {}, seeded("bench", *name))

    def _question(self, state: State, seat: int) -> Question:
        seat = state.actors()[0] if seat not in state.actors() else seat
        return Question(self._game.id, state.position(), seat, "hard", int(seeded("thought", seat).state))

    async def _play(self, number: int) -> None:
        await asyncio.sleep(self._pause * number / self._tables)  # nobody begins in the same instant
        match = 0
        while time.monotonic() < self._end:
            state = self._deal(number, match)
            match += 1
            while state.actors() and time.monotonic() < self._end:
                await asyncio.gather(*(self._turn(state, seat, number) for seat in state.actors()))

    async def _turn(self, state: State, seat: int, number: int) -> None:
        begun = time.monotonic()
        move = await self._workers.decide(self._question(state, seat), f"table {number}")
        took = time.monotonic() - begun
        self._replies.append(took)
        await asyncio.sleep(max(0.0, self._pause - took))
        if seat in state.actors() and move in state.moves(seat):
            state.play(seat, move)


def unfair(served: list[Served]) -> int:
    """How often a table was served twice while another waited: since it asked, or since its own last turn."""
    found = 0
    turns: dict[str, list[float]] = {}
    for one in sorted(served, key=lambda one: one.begun):
        waits = max([one.begun - one.waited, *turns.get(one.table, [])[-1:]])
        for table, times in turns.items():
            if table != one.table:
                found += sum(waits < first and second < one.begun for first, second in pairwise(times))
        turns.setdefault(one.table, []).append(one.begun)
    return found


def shown(found: list[Measured], tables: int) -> Table:
    table = Table(title=f"{tables} tables of hard bots", caption="seconds from a bot's turn to its answer")
    for column in ("game", "replies", "p50", "p95", "longest", "share of thinking", "unfair", "to reach", ""):
        table.add_column(column, justify="left" if column in ("game", "") else "right")
    for one in found:
        numbers = [
            f"{one.p50:.2f}",
            f"{one.p95:.2f}",
            f"{one.longest:.2f}",
            f"{one.share:.0%}",
            str(one.unfair),
        ]
        goal = f"p95 ≤ {TARGETS[one.game]:.0f}"
        table.add_row(one.game, str(one.replies), *numbers, goal, "reached" if one.reached else "MISSED")
    return table


def main() -> None:
    parser = argparse.ArgumentParser(prog="./dev bench bots", description=__doc__)
    parser.add_argument("--tables", type=int, default=20, help="how many tables play at once (20)")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long each game is measured (30)")
    parser.add_argument(
        "--game", action="append", choices=list(TARGETS), help="only this game; may be repeated"
    )
    parser.add_argument("--json", type=Path, help="write all numbers to this file, too")
    parser.add_argument("--strict", action="store_true", help="fail if a target is missed")
    arguments = parser.parse_args()
    console = Console()
    compiled = not str(kernel_rng.__file__).endswith(".py")
    settings = Settings()
    console.print(f"{'compiled' if compiled else 'interpreted'}, {settings.bot_workers} thinking processes")
    found = []
    for name in arguments.game or TARGETS:
        console.print(f"{name} …", highlight=False)
        found.append(asyncio.run(Load(game(name), arguments.tables, arguments.seconds, settings).run()))
    console.print(shown(found, arguments.tables))
    if arguments.json:
        rows: list[dict[str, Any]] = [vars(one) | {"target": TARGETS[one.game]} for one in found]
        arguments.json.write_text(json.dumps(rows, indent=2) + "\n", "utf-8")
    if arguments.strict and not all(one.reached for one in found):
        raise SystemExit(1)


if __name__ == "__main__":
    main()
