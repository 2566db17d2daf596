"""Events played out by a seeded chance, for tests."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from slugfest.events import Event, EventEntry, EventTable, next_round
from slugfest.events.entries import EventSettings, PairedEntry

PACE: Any = {"kind": "live", "decision": 30, "reserve": 60, "gain": 0, "then": "move", "level": "medium"}

Decide = Callable[[EventTable], list[int]]


def settings(**changes: Any) -> EventSettings:
    usual: Any = {
        "name": "Friday",
        "game": "hush",
        "options": {},
        "format": "swiss",
        "seats": 2,
        "fewest": 2,
        "rounds": 3,
        "pace": PACE,
        "starts": None,
        "gap": 0,
        "days": 7,
        "wait": 60,
        "late": True,
    }
    found: EventSettings = usual | changes
    return found


def opened(players: int, **changes: Any) -> Event:
    """An event for which so many have signed up."""
    created: EventEntry = {
        "kind": "created",
        "at": 1,
        "version": 1,
        "event": "EVENTAAA",
        "settings": settings(**changes),
    }
    event = Event.from_log([created])
    for number in range(1, players + 1):
        event.follow({"kind": "joined", "at": event.at + 1, "player": number})
    return event


def stronger_wins(table: EventTable) -> list[int]:
    """Whoever signed up first wins."""
    order = sorted(table.players)
    return [order.index(one) + 1 for one in table.players]


def by_chance(seed: int) -> Decide:
    rng = random.Random(seed)

    def decide(table: EventTable) -> list[int]:
        ranks = [rng.randint(1, len(table.players)) for _ in table.players]
        order = sorted(set(ranks))
        return [sum(other < rank for other in ranks) + 1 for rank in ranks] if order else ranks

    return decide


def pair(event: Event) -> bool:
    """Draw up the next round; whether there is one."""
    drawn = next_round(event)
    if drawn is None:
        return False
    number = len(event.rounds) + 1
    paired: PairedEntry = {
        "kind": "paired",
        "at": event.at + 1,
        "round": number,
        "tables": [
            {"match": f"R{number}T{index}", "players": players} for index, players in enumerate(drawn.tables)
        ],
        "byes": drawn.byes,
        "ends": None,
    }
    if event.duplicate:
        paired["secret"] = "5e" * 32
    event.follow(paired)
    event.follow({"kind": "opened", "at": event.at + 1, "round": number})
    return True


def play(event: Event, decide: Decide = stronger_wins) -> None:
    """Play the newest round."""
    newest = event.rounds[-1]
    for index, table in enumerate(newest.tables):
        if table.ranks is None:
            event.follow(
                {
                    "kind": "result",
                    "at": event.at + 1,
                    "round": newest.number,
                    "table": index,
                    "ranks": decide(table),
                    "sides": list(range(len(table.players))),
                    "absent": [],
                }
            )


def play_out(event: Event, decide: Decide = stronger_wins) -> Event:
    while pair(event):
        play(event, decide)
    event.follow({"kind": "ended", "at": event.at + 1, "why": "complete", "reason": ""})
    return event
