"""Whatever people ask for, in whatever order: the log is the match, and nothing leaks."""

from __future__ import annotations

import contextlib
import json
import re
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.hush import CARDS, HushState
from tests.hush import TABLE_GAME as GAME
from tests.table.test_table import everything, reloaded

from slugfest.kernel import State
from slugfest.table import (
    Abandon,
    Command,
    Nonce,
    Play,
    Refusal,
    Rematch,
    Seat,
    SetOptions,
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

SECRET = "b6f0-never-shown"
PEOPLE = ("ann", "bob", "cyd", "stranger", "")
MOVES = [GAME.format(move) for move in range(GAME.move_count)]

numbers = st.integers(-2, 5)
words = st.text(max_size=12)
nonces = st.sampled_from(["", "a" * 32, "b" * 32, "c" * 33])
commands: st.SearchStrategy[Command] = st.one_of(
    st.builds(Sit, numbers, words | st.sampled_from(["Ann", "Bob", "Cyd"]), nonces),
    st.builds(Nonce, nonces),
    st.builds(Abandon, st.booleans()),
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
    st.builds(Play, st.lists(st.sampled_from(MOVES) | words, max_size=3).map(tuple)),
    st.builds(Undo),
    st.builds(TakeBack, numbers, st.booleans()),
    st.builds(Rematch, st.sampled_from(["NEXT", "OTHER"])),
)
# A hand of cards is rarely guessed, so most of the time somebody simply plays on.
deeds = st.one_of(
    st.tuples(st.just("ask"), st.sampled_from(PEOPLE), st.integers(0, 30), commands),
    st.tuples(st.just("play on"), st.integers(0, 3), st.integers(0, 3), st.booleans()),
    st.tuples(st.just("play on"), st.integers(0, 3), st.integers(0, 3), st.booleans()),
    st.tuples(st.just("absent"), st.integers(0, 3)),
    st.tuples(st.just("back"), st.sampled_from(PEOPLE)),
)


def a_table(people: int, start: bool, by_itself: bool = False) -> Table:
    seats = [Seat("person", "Ann", "ann"), Seat("person", "Bob", "bob"), Seat("bot", "Rita", level="easy")]
    chosen = seats[:people] + seats[2:] + [Seat()] * (2 - people)
    table = Table.from_log([opening("MATCH", GAME, "ann", SECRET, chosen, {}, by_itself)], lambda _: GAME)
    if start:
        table.handle("ann", "start", Start())
    return table


def do(table: Table, deed: tuple[Any, ...]) -> None:
    match deed:
        case ("ask", guest, number, command):
            table.handle(guest, f"request {number}" if number else "", command)
        case ("play on", which, choice, take_back):
            play_on(table, which, choice, take_back)
        case ("absent", seat):
            ignore_refusal(lambda: table.replace_absent(seat % len(table.seats)))
        case ("back", guest):
            table.welcome_back(guest)


def play_on(table: Table, which: int, choice: int, take_back: bool) -> None:
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
        table.handle(guest, f"move {table.version}", Play((GAME.format(move),)))
        if take_back:
            table.handle(guest, f"undo {table.version}", Undo())


def ignore_refusal(deed: Any) -> None:
    with contextlib.suppress(Refusal):
        deed()


@settings(max_examples=150, deadline=None)
@given(
    people=st.integers(1, 2),
    start=st.booleans(),
    by_itself=st.booleans(),
    plan=st.lists(deeds, max_size=25),
)
def test_the_log_is_the_match_after_any_requests(
    people: int, start: bool, by_itself: bool, plan: list[tuple[Any, ...]]
) -> None:
    table = a_table(people, start, by_itself)
    for deed in plan:
        length = table.version
        before = everything(table)
        do(table, deed)
        assert table.log[:length] == before["log"], "the log only grows"
        if table.version == length:
            assert everything(table) == before, "what is not in the log has changed nothing"
    assert json.loads(json.dumps(table.log)) == table.log
    assert everything(reloaded(table)) == everything(table)


@settings(max_examples=100, deadline=None)
@given(plan=st.lists(deeds, min_size=5, max_size=25))
def test_no_viewer_is_told_a_hidden_card_or_the_secret(plan: list[tuple[Any, ...]]) -> None:
    table = a_table(2, start=True)
    for deed in plan:
        do(table, deed)
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
