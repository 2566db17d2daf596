"""What the expert believes about barricades: only what a seat can know, and as likely as the numbers say."""

from __future__ import annotations

import pytest

from slugfest.bots import SearchBot, bot
from slugfest.games.kapow_cards.battle import Battle
from slugfest.games.kapow_cards.bot import belief, hidden
from slugfest.games.kapow_cards.content import BOX, EMPTY, ROW
from slugfest.games.kapow_cards.position.moves import BARRICADE
from slugfest.games.kapow_cards.position.position import BARRICADED
from slugfest.kernel import Perspective, State, game, seeded

pytestmark = pytest.mark.compiled

KAPOW = game("kapow-cards")
SEARCH = KAPOW.require_search()


def barricaded_game(seed: str, count: int) -> Battle:
    """A game in which the second seat has barricaded so many cards and the first is to decide."""
    state = KAPOW.new(2, {"start_seat": 2}, seeded(seed))
    assert isinstance(state, Battle)
    done = 0
    while done < count or state.turn != 0:
        seat = int(state.turn)
        moves = [move for move in state.moves(seat) if BARRICADE <= move < BARRICADE + len(BOX.ids)]
        if seat == 1 and moves and done < count:
            state.apply(seat, moves[0])
            done += 1
        else:
            state.apply(seat, state.default_move(seat))
    return state


def others_barricades(state: State) -> list[int]:
    """What the barricades of all but the first seat hide."""
    assert isinstance(state, Battle)
    return [
        state.rows[slot]
        for slot in range(ROW, state.seats * ROW)
        if state.rows[slot] != EMPTY and state.facing[slot] == BARRICADED
    ]


def test_every_card_of_the_box_has_a_number() -> None:
    keys = {belief.KEYS[belief.key_of(card)] for card in range(len(BOX.ids))}
    assert keys == set(belief.KEYS)
    for card, name in enumerate(BOX.ids):
        kind, _, value = belief.KEYS[belief.key_of(card)].partition("_")
        assert kind == BOX.kind(card), name
        assert value in ("", str(BOX.values[card])), name


def test_a_barricade_is_believed_as_the_numbers_say() -> None:
    """One barricade: each unseen card lies there in proportion to its number."""
    state = barricaded_game("one", 1)
    rng = seeded("believed")
    draws = 4000
    drawn = [0] * len(belief.KEYS)
    for _ in range(draws):
        (card,) = others_barricades(SEARCH.believed(state, 0, rng))
        drawn[belief.key_of(card)] += 1
    weights = [0.0] * len(belief.KEYS)
    for card in hidden.unseen(state, 0):
        weights[belief.key_of(card)] += belief.WEIGHTS.values[belief.key_of(card)]
    for key, count in enumerate(drawn):
        chance = weights[key] / sum(weights)
        assert abs(count - draws * chance) < 4.5 * (draws * chance * (1 - chance)) ** 0.5 + 1, belief.KEYS[
            key
        ]


def test_no_seat_is_believed_to_hide_more_than_another() -> None:
    """Strong cards are drawn first; where they lie must not depend on the order of places and seats."""
    state = KAPOW.new(4, {"start_seat": 2}, seeded("four"))
    assert isinstance(state, Battle)
    while len(others := others_barricades(state)) < 6 or state.turn != 0:
        moves = [move for move in state.moves(state.turn) if BARRICADE <= move < BARRICADE + len(BOX.ids)]
        state.apply(state.turn, moves[0] if moves and state.turn else state.default_move(state.turn))
    rng = seeded("places")
    draws = 4000
    villains = [0, 0]  # in the places of the lower and of the higher seats
    for _ in range(draws):
        for place, card in enumerate(others_barricades(SEARCH.believed(state, 0, rng))):
            villains[2 * place // len(others)] += BOX.kind(card) == "villain"
    places = draws * len(others) // 2
    chance = sum(villains) / (2 * places)
    assert abs(villains[0] - villains[1]) < 4 * (2 * places * chance * (1 - chance)) ** 0.5


def test_samples_stay_uniform() -> None:
    state = barricaded_game("one", 1)
    rng = seeded("sampled")
    unseen = hidden.unseen(state, 0)
    weapons = sum(BOX.kind(card) == "weapon" for card in unseen) / len(unseen)
    drawn = sum(BOX.kind(others_barricades(SEARCH.sample(state, 0, rng))[0]) == "weapon" for _ in range(2000))
    assert abs(drawn - 2000 * weapons) < 4.5 * (2000 * weapons * (1 - weapons)) ** 0.5


def test_a_belief_looks_like_the_truth_and_holds_every_card_once() -> None:
    state = barricaded_game("two", 2)
    rng = seeded("kept")
    for _ in range(50):
        believed = SEARCH.believed(state, 0, rng)
        assert believed.view(0) == state.view(0)
        assert believed.inventory() == state.inventory()


def test_other_numbers_are_believed_at_once_and_given_back() -> None:
    state = barricaded_game("one", 1)
    only_villains = [1000.0 if key == "villain" else 0.0 for key in belief.KEYS]
    try:
        SEARCH.weigh(belief.WEIGHTS.changed(only_villains))
        cards = [others_barricades(SEARCH.believed(state, 0, seeded(number)))[0] for number in range(40)]
    finally:
        SEARCH.weigh(belief.WEIGHTS)
    assert sum(BOX.kind(card) == "villain" for card in cards) > 30


def test_the_evidence_is_what_lies_there_and_what_could() -> None:
    state = barricaded_game("two", 2)
    evidence = SEARCH.belief_evidence(state, 0)
    assert [kind for kind, _ in evidence] == [belief.key_of(card) for card in others_barricades(state)]
    assert all(sum(counts) == len(hidden.unseen(state, 0)) for _, counts in evidence)
    assert SEARCH.belief_evidence(state, 1) == []


# ---- the level expert ------------------------------------------------------------------------------------------------


def test_the_expert_spends_its_looks_by_halves() -> None:
    """Eight moves: all get a third of the budget, four another third, the last two the rest, always alike."""
    state = barricaded_game("two", 2)
    player = SearchBot("halving", 960)
    player.halving = 1
    moves = SEARCH.distinct_moves(state, 0)
    ideas = player.consider(Perspective(state, 0), seeded("halves"))
    assert {idea.move for idea in ideas} == set(moves)
    visits = [idea.visits for idea in ideas]
    assert visits[0] == visits[1] > visits[2]
    assert visits[2] == visits[3]
    assert 0.75 * 960 <= sum(visits) <= 960
    assert ideas[0].probability == 1.0
    assert ideas[0].value >= ideas[1].value


def test_the_expert_decides_by_what_its_seat_knows() -> None:
    state = barricaded_game("two", 2)
    other = SEARCH.sample(state, 0, seeded("another truth"))
    thoughts = [
        [
            (idea.move, idea.visits, idea.value)
            for idea in bot("expert", KAPOW).consider(Perspective(truth, 0), seeded("thought"))
        ]
        for truth in (state, other)
    ]
    assert thoughts[0] == thoughts[1]


def test_where_nothing_was_learned_the_expert_is_hard() -> None:
    played = game("tag-team")
    state = played.new(2, {"teams": "random"}, seeded("same"))
    ideas = []
    for name in ("hard", "expert"):
        player = bot(name, played)
        assert isinstance(player, SearchBot)
        player.iterations = 60
        found = player.consider(Perspective(state, 0), seeded("thought"))
        ideas.append([(idea.move, idea.visits, idea.value) for idea in found])
    assert ideas[0] == ideas[1]


def test_the_expert_thinks_the_same_on_every_machine_compiled_or_not() -> None:
    """Pinned numbers: a change here changes every recorded game of an expert and needs a reason."""
    player = bot("expert", KAPOW)
    assert isinstance(player, SearchBot)
    player.iterations = 240
    ideas = player.consider(Perspective(barricaded_game("two", 2), 0), seeded("same"))
    assert [(KAPOW.format(idea.move), idea.visits, idea.value) for idea in ideas[:3]] == [
        ("ATTACK S10+W02d -> P2:D1", 57, 0.4770219685097457),
        ("ATTACK M06+W02d -> P2:D1", 57, 0.45772594995778715),
        ("ATTACK M06 -> P2:D1", 27, 0.4539680116575725),
    ]
