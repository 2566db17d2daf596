"""Whatever people ask for, in whatever order: the log is the match, and nothing leaks."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.hush import CARDS, HushState
from tests.hush import TABLE_GAME as GAME
from tests.table.test_table import everything, reloaded

from slugfest.kernel import State
from slugfest.table import (
    Abandon,
    Advertise,
    Command,
    Draw,
    Hand,
    Here,
    Nonce,
    Nudge,
    Play,
    Readmit,
    Rematch,
    Remove,
    Resign,
    Seat,
    Services,
    SetOptions,
    SetPace,
    SetSeat,
    Sit,
    Stand,
    Start,
    Table,
    TakeBack,
    Undo,
    last_change,
    opening,
    snapshot,
)
from slugfest.table.clock import NO_CLOCK
from slugfest.table.messages import Advert, Pace
from slugfest.table.snapshots import snapshot_of, table_from

pytestmark = pytest.mark.compiled

SECRET = "b6f0-never-shown"
PACES: list[Pace] = [
    NO_CLOCK,
    {"kind": "live", "decision": 20, "reserve": 60, "gain": 5, "then": "move", "level": "easy"},
    {"kind": "live", "decision": 5, "reserve": 0, "gain": 0, "then": "bot", "level": "easy"},
    {"kind": "days", "decision": 1, "reserve": 0, "gain": 0, "then": "give_up", "level": "easy"},
]
PEOPLE = ("ann", "bob", "cyd", "stranger", "")
MOVES = [GAME.format(move) for move in range(GAME.move_count)]

numbers = st.integers(-2, 5)
words = st.text(max_size=12)
paces: st.SearchStrategy[Pace] = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(["none", "live", "live", "days", "hourglass"]),
        "decision": st.sampled_from([0, 1, 7, 20]),
        "reserve": st.sampled_from([0, 0, 60]),
        "gain": st.sampled_from([0, 0, 5]),
        "then": st.sampled_from(["move", "bot", "give_up"]),
        "level": st.sampled_from(["easy", "hard"]),
    }
)  # type: ignore[assignment]
adverts: st.SearchStrategy[Advert] = st.fixed_dictionaries(
    {
        "strength": st.sampled_from(["any", "strong", "divine"]),
        "bots": st.sampled_from([True, True, False]),
        "club": st.sampled_from(["", "", "ring"]),
    }
)  # type: ignore[assignment]
nonces = st.sampled_from(["", "a" * 32, "b" * 32, "c" * 33])
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(Sit, numbers, words | st.sampled_from(["Ann", "Bob", "Cyd"]), nonces),
    st.builds(Nonce, nonces),
    st.builds(Abandon, st.booleans()),
    st.builds(Draw, st.booleans()),
    st.builds(Nudge, numbers),
    st.builds(Hand, numbers, st.booleans()),
    st.builds(Here),
    st.builds(Resign),
    st.builds(SetPace, paces),
    st.builds(Advertise, st.none() | adverts),
    st.builds(Stand),
    st.builds(
        SetSeat, numbers, st.sampled_from(["open", "bot", "throne"]), st.sampled_from(["easy", "hard", "x"])
    ),
    st.builds(
        SetOptions,
        numbers,
        st.dictionaries(st.sampled_from(["rounds", "ready", "x"]), numbers | st.booleans()),
    ),
    st.builds(Start),
    st.builds(Remove, st.none() | numbers, st.lists(st.sampled_from(PEOPLE)).map(tuple)),
    st.builds(Readmit, st.lists(st.sampled_from(PEOPLE)).map(tuple)),
    st.builds(Play, st.lists(st.sampled_from(MOVES) | words, max_size=3).map(tuple)),
    st.builds(Undo),
    st.builds(TakeBack, numbers, st.booleans()),
    st.builds(Rematch),
)
# A hand of cards is rarely guessed, so most of the time somebody simply plays on.
deeds = st.one_of(
    st.tuples(st.just("ask"), st.sampled_from(PEOPLE), st.integers(0, 30), commands),
    st.tuples(st.just("play on"), st.integers(0, 3), st.integers(0, 3), st.booleans()),
    st.tuples(st.just("play on"), st.integers(0, 3), st.integers(0, 3), st.booleans()),
    st.tuples(st.just("wait"), st.sampled_from([3, 25, 61, 86_400])),
    st.tuples(st.just("time out")),
)


class Played:
    """A table, when its entries were written, and the moment it is."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.now = 1_000_000
        self.times = [table.time.at] * table.version

    def do(self, deed: tuple[Any, ...]) -> None:
        if deed[0] == "wait":
            self.now += deed[1] * 1000
        else:
            do(self.table, deed, self.now)
        self.times += [self.table.time.at] * (self.table.version - len(self.times))


def a_table(people: int, start: bool, by_itself: bool = False, pace: Pace = NO_CLOCK) -> Table:
    seats = [Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob"), Seat("bot", "Rita", level="easy")]
    chosen = seats[:people] + seats[2:] + [Seat()] * (2 - people)
    table = Table.from_log(
        [opening("MATCH", GAME, "ann", SECRET, chosen, {}, by_itself, pace)], lambda _: GAME
    )
    if start:
        table.handle("ann", "start", Start())
    return table


def do(table: Table, deed: tuple[Any, ...], now: int) -> None:
    match deed:
        case ("ask", guest, number, command):
            table.handle(
                guest,
                f"request {number}" if number else "",
                command,
                now,
                services=Services(new_match=lambda: "NEXT", watcher=lambda key: key, advertises=True),
            )
        case ("play on", which, choice, take_back):
            play_on(table, which, choice, take_back, now)
        case ("time out",):
            due = table.due()
            if due is not None and due < now:
                assert table.time_out(now) is not None


def play_on(table: Table, which: int, choice: int, take_back: bool, now: int) -> None:
    owing = table.owing()
    if table.history is None or not owing:
        return
    seat = owing[which % len(owing)]
    moves = table.history.state.moves(seat)
    move = moves[choice % len(moves)]
    if table.seats[seat].played_by_bot():
        table.bot_plays(seat, move)
    else:
        guest = table.seats[seat].guest
        table.handle(guest, f"move {table.version}", Play((GAME.format(move),)), now)
        if take_back:
            table.handle(guest, f"undo {table.version}", Undo(), now)


@settings(max_examples=150, deadline=None)
@given(
    people=st.integers(1, 2),
    start=st.booleans(),
    by_itself=st.booleans(),
    pace=st.sampled_from(PACES),
    plan=st.lists(deeds, max_size=25),
)
def test_the_log_is_the_match_after_any_requests(
    people: int, start: bool, by_itself: bool, pace: Pace, plan: list[tuple[Any, ...]]
) -> None:
    table = a_table(people, start, by_itself, pace)
    played = Played(table)
    for deed in plan:
        length = table.version
        before = everything(table)
        played.do(deed)
        assert table.log[:length] == before["log"], "the log only grows"
        if table.version == length:
            assert everything(table) == before, "what is not in the log has changed nothing"
    assert json.loads(json.dumps(table.log)) == table.log
    assert everything(reloaded(table, played.times)) == everything(table)
    kept = table_from(snapshot_of(table), table.log[-1], lambda _: GAME)
    assert kept is not None
    assert (kept.time, kept.due(), kept.status) == (table.time, table.due(), table.status)
    assert kept.ended == table.ended
    assert kept.advert == table.advert
    assert (kept.removed, kept.offers, kept.offered) == (table.removed, table.offers, table.offered)


@settings(max_examples=100, deadline=None)
@given(plan=st.lists(deeds, min_size=5, max_size=25))
def test_no_viewer_is_sent_a_hidden_card_or_the_secret(plan: list[tuple[Any, ...]]) -> None:
    table = a_table(2, start=True, pace=PACES[1])
    played = Played(table)
    for deed in plan:
        played.do(deed)
        if table.history is None or table.over:
            continue
        for guest in ("ann", "bob", ""):
            told = json.dumps([snapshot(table, guest), last_change(table, guest)])
            assert SECRET not in told
            assert not set(cards_hidden_from(table.history.state, table.seat_of(guest))) & cards_named(told)


def cards_hidden_from(state: State, seat: int) -> list[str]:
    """The cards whose place a seat must not know: in the deck, in the others' hands and among their choices."""
    assert isinstance(state, HushState)
    return [CARDS[card] for card in state.hidden_from(seat)]


def cards_named(message: str) -> set[str]:
    """Every card that a message speaks of."""
    return set(re.findall(r"\b[ABC][1-4]\b", message))
