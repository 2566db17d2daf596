"""What somebody does behind a screen: others are told nothing of it, not even how much it was."""

from __future__ import annotations

import copy

import pytest

from slugfest.kernel import SPECTATOR, Game, game, seeded
from slugfest.table import (
    Play,
    Seat,
    Start,
    Table,
    TakeBack,
    Undo,
    last_change,
    opening,
    snapshot,
    summary_of,
)
from slugfest.table.clock import NO_CLOCK
from slugfest.table.messages import Pace

pytestmark = pytest.mark.compiled

PEOPLE = ("ann", "bob", "cas", "dea")


LIVE: Pace = {"kind": "live", "decision": 600, "reserve": 600, "gain": 5, "then": "bot", "level": "easy"}


def started(played: Game, seats: int, pace: Pace = NO_CLOCK, **options: object) -> Table:
    people = [Seat("person", name.title(), name) for name in PEOPLE[:seats]]
    created = opening("MATCH", played, "ann", "a secret", people, options, pace=pace)
    table = Table.from_log([created], lambda _: played)
    play(table, "ann", Start())
    return table


def play(table: Table, guest: str, command: Play | Start | TakeBack | Undo, now: int = 0) -> None:
    answer = table.handle(guest, f"{guest} {table.version}", command, now)
    assert answer.refusal is None, answer.refusal


def waging() -> Table:
    """A table of Custom Heroes where all three are asked for wagers."""
    heroes = game("custom-heroes")
    table = started(heroes, 3)
    while True:
        assert table.history is not None
        state = table.history.state
        assert state.outcome() is None, "another secret is needed"
        asked = state.actors()
        if len(asked) == 3:
            return table
        play(table, PEOPLE[asked[0]], Play((heroes.format(state.default_move(asked[0])),)))


@pytest.mark.rules("CH-31", "CH-119")
@pytest.mark.parametrize("at_once", [True, False])
def test_nobody_can_tell_how_many_wagers_somebody_has_placed(at_once: bool) -> None:
    table = waging()
    assert table.history is not None
    heroes = table.game
    wager = next(
        text for move in table.history.state.moves(1) if (text := heroes.format(move)).startswith("wager")
    )
    told = []
    for moves in (["bet"], [wager, "bet"]):
        other = Table.from_log(copy.deepcopy(table.log), lambda _: heroes)
        for bundle in [tuple(moves)] if at_once else [(move,) for move in moves]:
            play(other, "bob", Play(bundle))
        seen = [snapshot(other, "ann"), snapshot(other, "")]
        play(other, "ann", Play(("bet",)))
        told.append([*seen, last_change(other, "ann"), last_change(other, ""), snapshot(other, "ann")])
    assert told[0] == told[1]


@pytest.mark.rules("KD-91")
def test_placing_dice_is_news_for_oneself_and_ones_partner_alone() -> None:
    dice = game("kapow-dice")
    table = started(dice, 4, mode="team", by_lot=True)
    assert table.history is not None
    state = table.history.state
    move = next(text for move in state.moves(0) if (text := dice.format(move)).startswith("place"))
    before = [table.version_for(seat) for seat in range(SPECTATOR, 4)]
    everything = snapshot(table, "cas"), snapshot(table, "")
    play(table, "ann", Play((move,)))
    assert [table.version_for(seat) for seat in range(SPECTATOR, 4)] == [
        before[0], before[1] + 1, before[2] + 1, before[3], before[4],
    ]  # fmt: skip
    assert last_change(table, "cas") is None
    assert last_change(table, "") is None
    assert (snapshot(table, "cas"), snapshot(table, "")) == everything
    step = snapshot(table, "ann")["log"][-1]
    assert (step["move"], step["ply"]) == (move, len(snapshot(table, "ann")["log"]) - 1)
    play(table, "ann", Undo())
    assert last_change(table, "cas") is None
    assert last_change(table, "bob") is not None
    assert (snapshot(table, "cas"), snapshot(table, "")) == everything


@pytest.mark.rules("KD-91")
def test_undo_does_not_reveal_a_move_behind_a_screen() -> None:
    dice = game("kapow-dice")
    table = started(dice, 2, mode="duel")
    play(table, "ann", Play(("ready",)))
    assert table.history is not None
    known = snapshot(table, "ann")
    assert known["can_undo"]
    move = next(
        text for move in table.history.state.moves(1) if (text := dice.format(move)).startswith("place")
    )
    play(table, "bob", Play((move,)))
    assert snapshot(table, "ann") == known
    play(table, "ann", Undo())
    play(table, "bob", Undo())
    assert table.history.entries == []


WANDERINGS: list[tuple[str, int, dict[str, object]]] = [
    ("kapow-dice", 2, {"mode": "duel"}),
    ("kapow-dice", 2, {"mode": "characters", "by_lot": True}),
    ("kapow-dice", 4, {"mode": "team", "by_lot": True}),
    ("custom-heroes", 3, {}),
    ("tag-team", 2, {"teams": "tactical"}),
]


@pytest.mark.parametrize(("name", "seats", "options"), WANDERINGS)
def test_what_is_unnoticed_changes_nothing_that_is_sent(
    name: str, seats: int, options: dict[str, object]
) -> None:
    """Also not whether one may take something back, nor anybody's clock or since when they are waited for."""
    table = started(game(name), seats, LIVE, **options)
    rng = seeded("unnoticed", name, str(options))
    hidden = 0
    for now in range(1000, 121_000, 1000):
        assert table.history is not None
        state = table.history.state
        actors = state.actors()
        if not actors:
            break
        before = {guest: snapshot(table, guest, (), now) for guest in ("", *PEOPLE[:seats])}
        listed = summary_of(table)
        seat = actors[rng.below(len(actors))]
        moves = state.moves(seat)
        if rng.below(6) == 0 and table.can_undo(seat):
            play(table, PEOPLE[seat], Undo(), now)
        elif (
            rng.below(6) == 0 and table.way_back(seat) and snapshot(table, "")["match"]["taking_back"] is None
        ):
            play(table, PEOPLE[seat], TakeBack(seat), now)
        else:
            play(table, PEOPLE[seat], Play((table.game.format(moves[rng.below(len(moves))]),)), now)
        if table.unnoticed:
            assert summary_of(table) == listed, "lists say it"
        for guest, known in before.items():
            if table.seat_of(guest) in table.unnoticed:
                hidden += 1
                assert snapshot(table, guest, (), now) == known
    assert hidden > 10
