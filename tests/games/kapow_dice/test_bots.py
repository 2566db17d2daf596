"""Bots of KAPOW! dice place sensibly, think anew when dice change, and finish their games."""

from __future__ import annotations

import pytest

from slugfest.bots import bot
from slugfest.games.kapow_dice.battle import Battle
from slugfest.games.kapow_dice.bot import plans
from slugfest.games.kapow_dice.bot.placement import Plan
from slugfest.games.kapow_dice.position.boards import selection_of
from slugfest.games.kapow_dice.position.moves import FILL, READY
from slugfest.games.kapow_dice.rules.totals import list_bases
from slugfest.kernel import Game, Options, Perspective, State, game, seeded
from slugfest.lab.play import play_game

DICE: Game = game("kapow-dice")
MODES = [("duel", 2), ("characters", 2), ("solo", 1), ("coop", 2), ("team", 4)]


def begun(seats: int, options: Options, seed: object) -> Battle:
    """A game after everybody has chosen a character."""
    state: State = DICE.new(seats, options, seeded("bots", seed))
    assert isinstance(state, Battle)
    while state.round == 0:
        seat = state.actors()[0]
        state.play(seat, DICE.require_search().greedy(state, seat))
    return state


def find_plans(battle: Battle, fighter: int) -> list[Plan]:
    return plans.find_plans(battle, battle.memory, fighter)


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_greedy_games_end_by_knock_out(mode: str, seats: int) -> None:
    for seed in range(3):
        played = play_game(DICE, [bot("greedy", DICE)] * seats, {"mode": mode}, seed=seed)
        assert played.outcome.reason == "KNOCKOUT"


@pytest.mark.parametrize(("mode", "seats"), MODES)
def test_every_candidate_placement_can_be_made_move_by_move(mode: str, seats: int) -> None:
    for seed in range(6):
        battle = begun(seats, {"mode": mode}, seed)
        for plan in find_plans(battle, 0):
            trial = battle.copy()
            fills = [move for move in plan.moves if move >= FILL]
            for move in fills:
                trial.play(0, move)
            assert plan.moves[-1] == READY
            assert len({(move - FILL) // 8 for move in fills}) == len(fills), "no box twice"


def test_candidates_are_thought_over_again_after_a_new_roll() -> None:
    battle = begun(2, {"mode": "duel"}, 1)
    before = find_plans(battle, 0)
    while battle.round == 1:
        seat = battle.actors()[0]
        battle.play(seat, DICE.require_search().greedy(battle, seat))
    assert not battle.memory.plans[0]
    assert find_plans(battle, 0) is not before


def test_a_target_is_a_reason_to_think_again_for_nobody_but_oneself() -> None:
    battle = begun(4, {"mode": "team"}, 1)
    mine, partners = find_plans(battle, 0), find_plans(battle, 1)
    battle.play_text(0, "target P3")
    assert find_plans(battle, 0) is not mine
    assert find_plans(battle, 1) is partners


def test_dice_on_a_card_are_a_reason_to_think_again_for_the_partner() -> None:
    seen = 0
    for seed in range(10):
        battle = begun(4, {"mode": "team"}, seed)
        halves = [move for move in battle.moves(0) if DICE.format(move).startswith("fill tu_")]
        for move in halves:
            trial = battle.copy()
            mine, partners, enemies = [find_plans(trial, fighter) for fighter in range(3)]
            trial.play(0, move)
            assert find_plans(trial, 0) is mine
            assert find_plans(trial, 1) is not partners
            assert find_plans(trial, 2) is enemies
            seen += 1
    assert seen > 0


def test_after_an_announcement_everybody_thinks_again() -> None:
    for seed in range(40):
        battle = begun(2, {"mode": "duel"}, seed)
        immediate = [move for move in battle.moves(0) if DICE.format(move) == "fill quick_breath"]
        if immediate:
            battle.play(0, immediate[0])
            others = find_plans(battle, 1)
            battle.play_text(0, "announce quick_breath")
            assert find_plans(battle, 1) is not others
            return
    raise AssertionError("nobody could announce anything")


def test_nobody_begins_a_card_that_the_partner_has_left_out() -> None:
    seen = 0
    for seed in range(30):
        battle = begun(4, {"mode": "team"}, seed)
        battle.play_text(0, "target P3")
        halves = [
            move
            for move in battle.game.require_search().distinct_moves(battle, 0)
            if DICE.format(move).startswith("fill tu_")
        ]
        seen += len(halves)
        battle.play_text(1, "target P3")
        battle.play_text(1, "ready")
        assert not any(
            DICE.format(move).startswith("fill tu_")
            for move in battle.game.require_search().distinct_moves(battle, 0)
        )
    assert seen > 0


def test_what_is_found_once_is_found_for_all_copies() -> None:
    battle = begun(2, {"mode": "duel"}, 2)
    copy = battle.copy()
    assert find_plans(copy, 0) is find_plans(battle, 0)


def test_a_sampled_opponent_has_one_placement_in_mind() -> None:
    battle = begun(2, {"mode": "duel"}, 3)
    for number in range(5):
        sample = battle.game.require_search().sample(battle, 0, seeded("sample", number))
        assert len(find_plans(sample, 1)) == 1
        assert len(find_plans(sample, 0)) > 1


@pytest.mark.rules("KD-91", "KD-273")
def test_where_a_die_that_always_shows_the_same_lies_is_imagined() -> None:
    """Nothing else about a bare Action die could vary in the positions sampled for its opponent."""
    fighters = [{"character": "tough_nut"}, {"character": "spoiler_alert"}]
    state = DICE.set_up({"seats": 2, "options": {"mode": "characters"}, "position": {"fighters": fighters}})
    assert isinstance(state, Battle)
    bare = state.document()["fighters"][1]["dice"].index("action[]:B")
    rng = seeded("bare", 1)
    found = {
        state.game.require_search().sample(state, 0, rng).document()["fighters"][1]["dice"][bare]
        for _ in range(60)
    }
    assert "action[]:B" in found
    assert len(found) > 2


def test_the_estimate_prefers_health_dice_and_the_token() -> None:
    battle = begun(2, {"mode": "duel"}, 4)
    battle.first = 1
    even = battle.game.require_search().estimate(battle, 0)
    battle.health[1] -= 5
    hurt = battle.game.require_search().estimate(battle, 0)
    battle.first = 0
    assert even < hurt < battle.game.require_search().estimate(battle, 0)
    assert battle.game.require_search().estimate(battle, 0) + battle.game.require_search().estimate(
        battle, 1
    ) == pytest.approx(1.0)


def test_a_search_attacks_an_opponent_who_is_nearly_down() -> None:
    for seed in range(3):
        battle = begun(2, {"mode": "duel"}, seed)
        battle.health[1] = 1
        thinker, rng = bot("search:60", DICE), seeded("think", seed)
        while not battle.ready & 1:
            battle.play(0, thinker.choose(Perspective(battle, 0), rng))
        battle.selected[0] = selection_of(battle, 0)
        assert list_bases(battle, 0, True)


def test_no_candidate_only_leaves_out_boxes_of_a_better_one() -> None:
    for seed in range(6):
        found = [set(plan.moves) for plan in find_plans(begun(2, {"mode": "duel"}, seed), 0)]
        for number, plan in enumerate(found):
            assert not any(plan <= better for better in found[:number])
