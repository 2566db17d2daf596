"""Draw up the next round of an event: who plays whom at which table, by the event's format."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations

from .event import Event, EventTable, Round
from .history import PairingHistory, history_of, who_rests
from .pairs import berger_rounds, matching, swiss_pairs
from .tables import group, seat_order, table_sizes


@dataclass
class Drawn:
    """A round that is drawn up: players by table and seat, and who rests."""

    tables: list[list[int]]
    byes: list[int] = field(default_factory=list)


def next_round(event: Event) -> Drawn | None:
    """The next round; None if all rounds were played, or too few players are left."""
    settings = event.settings
    if settings["rounds"] and len(event.rounds) >= settings["rounds"]:
        return None
    history = history_of(event)
    match settings["format"]:
        case "swiss":
            drawn = _swiss(event, history)
        case "round_robin" | "league":
            drawn = _everybody(event, history)
        case "knock_out":
            drawn = _knock_out(event, history)
        case "ladder":
            drawn = _ladder(event, history)
        case "duplicate":
            drawn = _duplicate(event, history)
    return drawn if drawn is not None and drawn.tables else None


def planned_rounds(event: Event) -> int:
    """How many rounds the event will have, as far as is known now; 0 if it is not."""
    settings, players = event.settings, len(event.active())
    if settings["rounds"]:
        return settings["rounds"]
    if settings["format"] == "knock_out":
        left, rounds = len(in_the_running(event)) + _still_open(event), len(event.rounds)
        most, fewest = settings["seats"], settings["fewest"]
        if most == 2:
            return rounds + (max(left, 1) - 1).bit_length()
        while left > 1:
            sizes = table_sizes(left, most, fewest)
            if not sizes:
                break
            byes = left - sum(sizes)
            left = byes + sum(_through(size, len(sizes), byes, fewest) for size in sizes)
            rounds += 1
        return rounds
    if settings["format"] in ("round_robin", "league") and settings["seats"] == 2:
        players = len(_first_field(event)) or players
        return max(0, players - 1 + players % 2)
    return 0


# ---- Swiss -----------------------------------------------------------------------------------------------------------


def _swiss(event: Event, history: PairingHistory) -> Drawn | None:
    players = event.active()
    if event.settings["seats"] == 2:
        return Drawn(*swiss_pairs(players, len(event.rounds) + 1, event.settings["rounds"], history))
    return _at_tables(event, players, history)


def _at_tables(event: Event, players: list[int], history: PairingHistory) -> Drawn:
    """As many as possible at tables, the others rest."""
    sizes = table_sizes(len(players), event.settings["seats"], event.settings["fewest"])
    byes = who_rests(players, len(players) - sum(sizes), history)
    playing = [one for one in players if one not in byes]
    groups = group(playing, sizes, history) if sizes else []
    return Drawn([seat_order(table, history) for table in groups], byes)


# ---- duplicate -----------------------------------------------------------------------------------------------------


def table_size(players: int, most: int, fewest: int) -> int:
    """The size of all tables of a duplicate round; 0 if the players are too few for two tables.

    As many play as possible. Between sizes at which as many play, it is the larger one.
    """
    sizes = [size for size in range(fewest, most + 1) if players >= 2 * size]
    return max(sizes, key=lambda size: (players - players % size, size), default=0)


def _duplicate(event: Event, history: PairingHistory) -> Drawn | None:
    """Other opponents and other seats every round. Points do not count: everybody is compared with everybody, so it
    would be unfair to those ahead if they alone met each other."""
    if not event.settings["rounds"] and len(event.rounds) >= len(event.players):
        return None
    players = event.active()
    size = table_size(len(players), event.settings["seats"], event.settings["fewest"])
    if not size:
        return None
    byes = who_rests(players, len(players) % size, history)
    playing = [one for one in players if one not in byes]
    if size == 2:
        return Drawn(matching(playing, history), byes)
    groups = group(playing, [size] * (len(playing) // size), history)
    return Drawn([seat_order(table, history) for table in groups], byes)


# ---- everybody against everybody -------------------------------------------------------------------------------------


def _first_field(event: Event) -> list[int]:
    """Those for whom the schedule is made: who took part in the first round; before it, who takes part now."""
    if not event.rounds:
        return event.active()
    first = event.rounds[0]
    return sorted([one for table in first.tables for one in table.players] + first.byes)


def _everybody(event: Event, history: PairingHistory) -> Drawn | None:
    if event.settings["seats"] > 2:
        players = event.active()
        if event.rounds and all(history.times(one, other) for one, other in combinations(players, 2)):
            return None
        return _at_tables(event, players, history)
    players = _first_field(event)
    schedule = berger_rounds(players)
    if len(event.rounds) >= len(schedule):
        return None
    here = set(event.active())
    pairs = [pair for pair in schedule[len(event.rounds)] if here.issuperset(pair)]
    playing = {one for pair in pairs for one in pair}
    return Drawn(pairs, sorted(here.intersection(players) - playing))


# ---- knock-out -------------------------------------------------------------------------------------------------------


def _through(size: int, tables: int, byes: int, fewest: int) -> int:
    """How many of a table go on: the better half, or more if the next round could not be played otherwise.

    At the last table, with nobody resting, it is the winner alone.
    """
    if tables == 1 and not byes:
        return 1
    return min(size - 1, max(size // 2, -(-(fewest - byes) // tables)))


def in_the_running(event: Event) -> list[int]:
    """Who can still win a knock-out, in the order of sign-up: who came through the newest round, by a table or a bye.

    Whoever missed it is out, and so is everybody at a table that has not finished.
    """
    here, newest = event.active(), event.newest
    if newest is None:
        return here
    through = set(newest.byes)
    for table in newest.tables:
        through.update(_best(table, _going_on(event, newest, table)))
    return [one for one in here if one in through]


def _going_on(event: Event, drawn: Round, table: EventTable) -> int:
    """How many of a table of a knock-out go on."""
    return _through(len(table.players), len(drawn.tables), len(drawn.byes), event.settings["fewest"])


def _still_open(event: Event) -> int:
    """How many places in the next round of a knock-out are still played for."""
    newest = event.newest
    if newest is None:
        return 0
    return sum(_going_on(event, newest, table) for table in newest.tables if table.ranks is None)


def plays_on(event: Event, number: int | None) -> bool:
    """Whether somebody who joins now, or comes back, has a further round to play: not every format has one."""
    if not event.rounds:
        return True
    match event.settings["format"]:
        case "knock_out":
            return number is not None and _may_come_through(event, event.rounds[-1], number)
        case "round_robin" | "league" if event.settings["seats"] == 2:
            return number in _first_field(event)
    return True


def _may_come_through(event: Event, drawn: Round, number: int) -> bool:
    """Whether a player of a knock-out has come through a round, or still plays it."""
    table = drawn.table_of(number)
    if table is None:
        return number in drawn.byes
    return table.ranks is None or number in _best(table, _going_on(event, drawn, table))


def _best(table: EventTable, count: int) -> list[int]:
    """The best players of a table. Between equals the one who signed up first goes on."""
    if table.ranks is None:
        return []
    return sorted(table.players, key=lambda one: (-table.units_of(one), one))[:count]


def _knock_out(event: Event, history: PairingHistory) -> Drawn | None:
    """Two seats: first against last in the order of sign-up, byes for the first. Tables: dealt out in turn."""
    left = in_the_running(event)
    if len(left) < 2:
        return None
    if event.settings["seats"] == 2:
        size = 1 << (len(left) - 1).bit_length()
        byes = left[: size - len(left)]
        playing = left[len(byes) :]
        pairs = [[playing[index], playing[-1 - index]] for index in range(len(playing) // 2)]
        return Drawn([seat_order(pair, history) for pair in pairs], byes)
    sizes = table_sizes(len(left), event.settings["seats"], event.settings["fewest"])
    byes = left[: len(left) - sum(sizes)]
    tables: list[list[int]] = [[] for _ in sizes]
    for one in left[len(byes) :]:
        index = min(
            (index for index, table in enumerate(tables) if len(table) < sizes[index]),
            key=lambda index: (len(tables[index]), index),
        )
        tables[index].append(one)
    return Drawn([seat_order(table, history) for table in tables], byes)


# ---- ladder ----------------------------------------------------------------------------------------------------------


def ladder_order(event: Event) -> list[int]:
    """The ladder from top to bottom. Whoever wins a table moves one table up, whoever is last one down."""
    order: list[int] = []
    for drawn in event.rounds:
        known = set(order)
        newcomers = [one for table in drawn.tables for one in table.players if one not in known]
        order += newcomers + [one for one in drawn.byes if one not in known]
        before = {one: index for index, one in enumerate(order)}
        place = {one: (len(drawn.tables), 0, index) for one, index in before.items()}  # of who did not play
        for index, table in enumerate(drawn.tables):
            ranked = sorted((-table.units_of(one), before[one], one) for one in table.players)
            for rank, (_, _, one) in enumerate(ranked):
                step = 0 if table.ranks is None else -1 if rank == 0 else 1 if rank == len(ranked) - 1 else 0
                place[one] = (index + step, -step, before[one])
        order.sort(key=place.__getitem__)
    known = set(order)
    return order + [one.number for one in event.players if one.number not in known]


def _ladder(event: Event, history: PairingHistory) -> Drawn | None:
    """Neighbours on the ladder play. Who rests is one of the last two, not the same one twice."""
    if not event.settings["rounds"] and len(event.rounds) >= len(event.players):
        return None
    here = set(event.active())
    order = [one for one in ladder_order(event) if one in here]
    sizes = table_sizes(len(order), event.settings["seats"], event.settings["fewest"])
    resting = len(order) - sum(sizes)
    last = order[-2 * resting :] if resting else []
    rested = event.rounds[-1].byes if event.rounds else []
    byes = sorted(last, key=lambda one: (one in rested, history.byes[one], -order.index(one)))[:resting]
    playing = [one for one in order if one not in byes]
    tables, first = [], 0
    for size in sizes:
        tables.append(seat_order(playing[first : first + size], history))
        first += size
    return Drawn(tables, byes)
