"""Tables take turns with the bots: nobody's many questions make another table wait for more than one thought."""

from __future__ import annotations

import asyncio
import random
import threading
from typing import NamedTuple

import pytest
from tests.hush import TABLE_GAME as GAME
from tests.server.harness import RunningServer

from slugfest.kernel import seeded
from slugfest.protocol.thinking import Purpose, think
from slugfest.server.bot_workers import BotsBusy, Served, Think, ThreadBotWorkers
from slugfest.server.fair_queue import HINTS_TURN, LEAST_SHARE, MOST_HINTS_WAITING, FairQueue, ThinkingBudget
from slugfest.table import BotIdea, Question

# ---- whose turn it is ------------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    table: str
    purpose: Purpose = "decide"
    number: int = 0


def served(queue: FairQueue[Asked]) -> list[Asked]:
    order = []
    while (taken := queue.take()) is not None:
        order.append(taken)
    return order


def test_tables_take_turns_however_much_one_of_them_asks() -> None:
    queue: FairQueue[Asked] = FairQueue()
    for number in range(5):
        queue.put(Asked("many", number=number))
    queue.put(Asked("few"))
    queue.put(Asked("one"))
    assert [asked.table for asked in served(queue)] == ["many", "few", "one", "many", "many", "many", "many"]


def test_of_one_table_what_came_first_is_first() -> None:
    queue: FairQueue[Asked] = FairQueue()
    for number in range(4):
        queue.put(Asked("a", number=number))
    assert [asked.number for asked in served(queue)] == [0, 1, 2, 3]


@pytest.mark.parametrize("seed", range(20))
def test_no_table_is_served_twice_while_another_waits(seed: int) -> None:
    """Whatever comes and whatever goes; each table asks again as soon as it was served, as tables of bots do."""
    lot = random.Random(seed)
    queue: FairQueue[Asked] = FairQueue()
    since: dict[str, list[str]] = {}  # by table that waits: who was served since it came
    for _ in range(500):
        table = f"table {lot.randrange(8)}"
        if lot.random() < 0.6:
            since.setdefault(table, [])
            queue.put(Asked(table))
        elif (taken := queue.take()) is not None:
            for other, others in since.items():
                if other != taken.table:
                    others.append(taken.table)
                    assert len(set(others)) == len(others), f"{taken.table} twice while {other} waits"
            del since[taken.table]
            if queue.of(taken.table):
                since[taken.table] = []


def test_bots_come_before_hints_and_hints_still_come() -> None:
    queue: FairQueue[Asked] = FairQueue()
    for number in range(3):
        queue.put(Asked("a", "advise", number))
    for number in range(3 * HINTS_TURN):
        queue.put(Asked("b", number=number))
    turns = ["decide"] * HINTS_TURN + ["advise"]
    assert [asked.purpose for asked in served(queue)] == 3 * turns


def test_while_there_are_hints_enough_only_bots_are_served() -> None:
    queue: FairQueue[Asked] = FairQueue()
    queue.put(Asked("a", "advise"))
    assert queue.take(hints=False) is None
    assert queue.take() == Asked("a", "advise")


def test_a_table_can_have_only_so_many_hints_waiting() -> None:
    queue: FairQueue[Asked] = FairQueue()
    assert all(queue.put(Asked("a", "advise", number)) for number in range(MOST_HINTS_WAITING))
    assert not queue.put(Asked("a", "advise"))
    assert queue.put(Asked("a", "decide"))
    assert queue.put(Asked("b", "advise"))


def test_whoever_leaves_is_forgotten() -> None:
    queue: FairQueue[Asked] = FairQueue()
    queue.put(Asked("a"))
    queue.put(Asked("b"))
    queue.remove(Asked("a"))
    assert queue.tables() == {"b"}
    assert [asked.table for asked in served(queue)] == ["b"]


# ---- the bots themselves ---------------------------------------------------------------------------------------------


class Thinker:
    """Notes what it was asked, and lets one thought through at a time."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Purpose, float]] = []
        self.go = threading.Semaphore(0)

    def __call__(self, question: Question, purpose: Purpose, share: float) -> list[BotIdea]:
        assert self.go.acquire(timeout=30)
        self.asked.append((question.level.removeprefix("search:"), purpose, share))
        return [BotIdea(question.seat, 1, 0.5)]


def question(name: str, seat: int = 0) -> Question:
    return Question("hush", {}, seat, f"search:{name}", 0)  # built-in bots share their workers


async def test_hints_from_many_windows_of_one_table_hold_up_no_other_tables_bot() -> None:
    thinker = Thinker()
    workers = ThreadBotWorkers(1, thinker)
    try:
        hints = [asyncio.create_task(workers.advise(question("hint", seat % 4), "A")) for seat in range(120)]
        await asyncio.sleep(0)
        bot = asyncio.create_task(workers.decide(question("bot"), "B"))
        await asyncio.sleep(0)
        thinker.go.release(200)
        assert await bot == 0
        assert [level for level, _, _ in thinker.asked][:2] == ["hint", "bot"]
        answers = await asyncio.gather(*hints)
        assert [ideas[0].move for ideas in answers] == [seat % 4 for seat in range(120)]
        assert len(thinker.asked) == 5, "the same question is thought about once"
    finally:
        await workers.close()


async def test_a_table_that_asks_for_too_many_hints_is_told_so_at_once() -> None:
    thinker = Thinker()
    workers = ThreadBotWorkers(1, thinker)
    try:
        hints = [
            asyncio.create_task(workers.advise(question("hint", number), "A"))
            for number in range(MOST_HINTS_WAITING + 1)  # one of them is being thought about
        ]
        await asyncio.sleep(0)
        with pytest.raises(BotsBusy):
            await workers.advise(question("one more"), "A")
        thinker.go.release(200)
        await asyncio.gather(*hints)
    finally:
        await workers.close()


async def test_hints_never_take_all_workers() -> None:
    thinker = Thinker()
    workers = ThreadBotWorkers(3, thinker)
    try:
        hints = [asyncio.create_task(workers.advise(question("hint", n), f"{n}")) for n in range(5)]
        await asyncio.sleep(0)
        assert workers.waiting == 3
        bot = asyncio.create_task(workers.decide(question("bot"), "B"))
        await asyncio.sleep(0)
        assert workers.waiting == 3, "the bot has a worker at once"
        thinker.go.release(200)
        await asyncio.gather(bot, *hints)
    finally:
        await workers.close()


async def test_who_watches_hears_of_every_answer() -> None:
    thinker = Thinker()
    thinker.go.release(200)
    workers = ThreadBotWorkers(1, thinker)
    heard: list[Served] = []
    workers.watch = heard.append
    try:
        await workers.decide(question("bot"), "A")
        assert [(received.purpose, received.game, received.share) for received in heard] == [
            ("decide", "hush", 1.0)
        ]
        assert heard[0].waited >= 0 <= heard[0].took
    finally:
        await workers.close()


async def test_a_turn_begins_when_it_is_given_not_when_a_worker_gets_to_it() -> None:
    thinker = Thinker()
    thinker.go.release(200)
    workers = ThreadBotWorkers(1, thinker)
    heard: list[Served] = []
    workers.watch = heard.append
    try:
        asked = [("first", "A"), ("second", "A"), ("third", "B")]  # A's first turn is given before B comes
        await asyncio.gather(*(workers.decide(question(name), table) for name, table in asked))
        came = [received.begun - received.waited for received in heard]
        assert [received.table for received in heard] == ["A", "A", "B"]
        assert heard[0].begun <= came[2]
    finally:
        await workers.close()


class Noting(ThreadBotWorkers):
    """Notes whose questions come."""

    def __init__(self, answer: Think) -> None:
        super().__init__(1, answer)
        self.tables: set[tuple[Purpose, str]] = set()

    async def think(self, question: Question, purpose: Purpose, table: str = "") -> list[BotIdea]:
        self.tables.add((purpose, table))
        return await super().think(question, purpose, table)


def test_a_room_asks_in_the_name_of_its_match() -> None:
    workers = Noting(lambda question, purpose, share: think(question, purpose, GAME, share))
    with RunningServer(bot_workers=workers) as server, server.person("Ann") as ann:
        match = ann.create("me", "easy")
        with ann.connect(match) as line:
            line.until(lambda line: line.view is not None and line.view["actors"] == [0])
            assert line.ask("hint")["type"] == "advice"
    assert workers.tables == {("decide", match), ("advise", match)}


# ---- how much to think -----------------------------------------------------------------------------------------------


def test_up_to_as_many_tables_as_workers_nobody_thinks_less() -> None:
    budget = ThinkingBudget(workers=2, comfortable=1.0)
    budget.took("game", "hard", 1.0, 30.0)
    assert budget.share("game", "hard", tables=2) == 1.0
    assert budget.share("game", "hard", tables=3) < 1.0


def test_while_replies_come_soon_enough_nobody_thinks_less() -> None:
    budget = ThinkingBudget(workers=2, comfortable=1.0)
    budget.took("game", "hard", 1.0, 0.1)
    assert budget.share("game", "hard", tables=20) == 1.0
    assert budget.share("another", "hard", tables=20) == 1.0


def test_the_more_wait_the_less_is_thought_but_never_next_to_nothing() -> None:
    budget = ThinkingBudget(workers=2, comfortable=1.0)
    budget.took("game", "hard", 0.5, 0.2)  # so a whole thought takes 0.4 s
    shares = [budget.share("game", "hard", tables) for tables in (6, 20, 80, 100_000)]
    assert shares == sorted(shares, reverse=True)
    assert shares[1] == pytest.approx(0.5)
    assert shares[-1] == LEAST_SHARE


async def test_bots_of_many_tables_think_less_and_a_lonely_table_s_as_ever() -> None:
    thinker = Thinker()
    workers = ThreadBotWorkers(1, thinker, comfortable=1e-9)
    try:
        for tables in (1, 1, 8):
            asked = [
                asyncio.create_task(workers.decide(question("bot", seat), f"table {seat % tables}"))
                for seat in range(8)
            ]
            await asyncio.sleep(0)
            thinker.go.release(8)
            await asyncio.gather(*asked)
        shares = [share for _, _, share in thinker.asked]
        assert shares[:16] == [1.0] * 16
        assert shares[17] < 1.0
        assert shares[23] == 1.0, "the last one has them for itself"
    finally:
        await workers.close()


def test_a_share_of_a_search_is_a_search_of_fewer_iterations() -> None:
    state = GAME.new(2, {}, seeded("a deal"))
    asked = Question("hush", state.position(), state.actors()[0], "search:1000", 7)
    looks = [sum(idea.visits for idea in think(asked, "advise", GAME, share)) for share in (1.0, 0.5, 0.0)]
    assert looks == [1000, 500, 40]
    assert think(asked, "decide", GAME, 0.5) == think(asked, "decide", GAME, 0.5)
