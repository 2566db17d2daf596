"""Quick play thinks about a turn once, keeps the rest in mind, and notices when things went another way."""

from __future__ import annotations

from slugfest.games.custom_heroes.battle import Battle
from slugfest.games.custom_heroes.bot.greedy import best_plan, remembered_plan, take_turn
from slugfest.kernel import seeded

from .table import GAME, heroes, player, random_game, texts, top

RNG = seeded("quick play")
CRAFTED_PAIR = "C05a C06a C09a C09b"


def test_a_turn_is_played_as_it_was_planned() -> None:
    """Over random games: whatever was decided on first is what is played, move after move."""
    crafted = longest = 0
    for number in range(4):
        for state, seat, _ in random_game(2 + number, number):
            if seat < 0 or state.phase != 1 or state.draft:
                continue
            planned = take_turn(state, seat, best_plan(state, seat))
            made = []
            for _ in planned:
                made.append(state.game.require_search().playout_move(state, seat, RNG))
                state.apply(seat, made[-1])
            assert made == planned
            crafted += GAME.format(planned[0]).startswith("attach")
            longest = max(longest, len(planned))
    assert crafted > 5  # plans were worth keeping
    assert longest > 3


def test_whoever_asks_twice_gets_the_same_answer() -> None:
    state = heroes(player(CRAFTED_PAIR, stock=["RP1-1"]), player(4), top=top(2, 5, 2))
    first = state.game.require_search().playout_move(state, 0, RNG)
    assert state.game.require_search().playout_move(state, 0, RNG) == first


def test_a_turn_that_went_another_way_is_thought_about_again() -> None:
    state = heroes(player("C05a C05b C09a", stock=["BRA-1"]), player(4))
    planned = take_turn(state, 0, best_plan(state, 0))
    assert state.game.require_search().playout_move(state, 0, RNG) == planned[0]
    other = next(text for text in sorted(texts(state, 0)) if text == "card C09a")
    assert GAME.parse(other) != planned[0]
    state.play_text(0, other)
    move = state.game.require_search().playout_move(state, 0, RNG)
    assert GAME.format(move) in texts(state, 0)
    assert move not in planned or GAME.format(move) == "play"


def test_a_copy_has_nothing_in_mind() -> None:
    state = heroes(player("C05a C05b C09a"), player(4))
    state.apply(0, state.game.require_search().playout_move(state, 0, RNG))
    copy = state.copy()
    assert state.notes is not None
    assert state.notes.moves
    assert copy.notes is None
    assert GAME.format(copy.game.require_search().playout_move(copy, 0, RNG)) in texts(copy, 0)


def test_what_is_remembered_is_what_would_be_planned() -> None:
    """Positions imagined from one share what their seat planned: it is what each would come to by itself."""
    remembered = 0
    for number in range(3):
        for state, seat, _ in random_game(2 + number, number):
            if seat < 0 or state.phase != 1 or len(state.story) % 4:
                continue
            for _ in range(3):
                imagined = state.game.require_search().sample(state, seat, RNG)
                assert imagined.memory is not None
                remembered += follow(imagined, seat, len(imagined.memory.plans))
    assert remembered > 20


def follow(state: Battle, seat: int, known: int) -> int:
    """Play on quickly to the end of the round; how many turns of a seat were remembered, at least."""
    memory = state.memory
    assert memory is not None
    turns = 0
    round = state.round
    while state.round == round and state.actors():
        mover = state.actors()[0]
        if mover == seat and state.phase == 1 and not state.draft and memory.knows(state, seat):
            turns += 1
            plan, own = remembered_plan(state, memory, seat), best_plan(state, seat)
            assert (plan is None) == (own is None)
            assert plan is None or own is None or (plan.moves(), plan.worth) == (own.moves(), own.worth)
        state.apply(mover, state.game.require_search().playout_move(state, mover, RNG))
    return turns - (len(memory.plans) - known)
