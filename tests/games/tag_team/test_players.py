"""What the game tells bots: equal decisions once, fair estimates, and a beginner who beats chance clearly."""

from __future__ import annotations

import pytest

from slugfest.bots import Bot, bot
from slugfest.games.tag_team import GAME
from slugfest.kernel import Facts, Perspective, State, seeded

from .table import added, fighter, table, team


def points(players: list[Bot], seed: int) -> float:
    """The result of the first player in a fight of random teams."""
    state = GAME.new(2, {"teams": "random"}, seeded("players", seed))
    rng = seeded("player moves", seed)
    while state.outcome() is None:
        seat = state.actors()[0]
        state.apply(seat, players[seat].choose(Perspective(state, seat), rng))
    outcome = state.outcome()
    assert outcome is not None
    return outcome.value(0)


def test_a_beginner_beats_chance_clearly_whatever_the_team() -> None:
    """Each deal is played with both teams: the beginner wins about four fights in five."""
    beginner, chance = bot("greedy", GAME), bot("random", GAME)
    total = 0.0
    for deal in range(40):
        total += points([beginner, chance], deal) + 1.0 - points([chance, beginner], deal)
    assert total > 0.65 * 80


@pytest.mark.rules("TT-212")
def test_in_front_of_a_copy_is_the_same_as_behind_it() -> None:
    state = table(
        team("golem", "joan", deck="GOL-2 GOL-2 JOA-1*", drawn=["GOL-2", "JOA-3", "JOA-3"]),
        team("wong", "ching", deck="WON-1* CHI-1* WON-3"),
    )
    assert len(state.moves(0)) == 8
    texts = {GAME.format(move) for move in state.game.require_search().distinct_moves(state, 0)}
    assert texts == {"insert GOL-2 at 0", "insert GOL-2 at 3", *(f"insert JOA-3 at {i}" for i in range(4))}


def drawn_together(below: int) -> bool:
    """Whether two cards put under so many are drawn in the same round, three by three, two going back each time."""
    deck = ["?"] * below + ["upper", "lowest"]
    while "upper" not in deck[:3] and "lowest" not in deck[:3]:
        deck = [*deck[3:], "?", "?"]
    return {"upper", "lowest"} <= set(deck[:3])


@pytest.mark.rules("TT-212", "TT-103")
def test_the_order_below_counts_only_when_two_draws_would_part_the_pair() -> None:
    seen = set()
    for removed in range(5):
        gone = ["GOL-1*", *["GOL-3", "GOL-3", "GOL-5", "GOL-4"][:removed]]
        state = table(
            team("golem", "joan", deck="GOL-2", drawn=["GOL-1", "JOA-2"], removed=gone,
                 inserted={"card": "GOL-2", "position": 0}),
            team("wong", "ching", deck=""),
        )  # fmt: skip
        together = drawn_together(len(state.document()["players"][0]["build"]))
        assert len(state.moves(0)) == 2
        assert len(state.game.require_search().distinct_moves(state, 0)) == (1 if together else 2)
        seen.add(together)
    assert seen == {True, False}


def test_estimates_of_both_seats_add_up_and_follow_the_health() -> None:
    def facing(health: int) -> State:
        return table(
            team(fighter("joan", health=health), "golem", deck="JOA-1* GOL-1*"),
            team("wong", "ching", deck="WON-1* CHI-1*"),
        )

    estimate = GAME.require_search().estimate
    values = [estimate(facing(health), 0) for health in (1, 5, 10, 18)]
    assert values == sorted(values)
    assert all(
        estimate(facing(health), 0) + estimate(facing(health), 1) == pytest.approx(1.0) for health in (1, 18)
    )


def test_a_half_made_decision_is_not_counted_yet() -> None:
    before = table(
        team("golem", "joan", deck="GOL-1*", drawn=["GOL-2"]), team("wong", "ching", deck="WON-1*")
    )
    value = before.game.require_search().estimate(before, 0)
    before.play_text(0, "insert GOL-2 at 0")
    assert before.game.require_search().estimate(before, 0) == value


def test_a_beginner_takes_the_card_that_wins_at_once() -> None:
    """Wong has 2 health: the fist on top of a strong Golem ends the fight."""
    state = table(
        team(fighter("golem", power=9), "joan", deck="JOA-1*", drawn=["JOA-3", "GOL-2", "GOL-3"]),
        {**team(fighter("wong", health=2), "ching"), "deck": ["WON-3", "WON-5"], **added("WON-3", 0)},
    )
    assert GAME.format(GAME.require_search().greedy(state, 0)) in ("insert GOL-2 at 0", "insert GOL-2 at 1")


def test_a_search_is_sure_of_its_deck_decision() -> None:
    state = GAME.new(2, {"teams": "first-game"}, seeded("sure"))
    for seat in (0, 1):
        state.play(seat, state.moves(seat)[0])
    ideas = bot("search:60", GAME).consider(Perspective(state, 0), seeded("thought"))
    assert ideas[0].probability == 1.0
    assert {idea.move for idea in ideas} <= set(state.game.require_search().distinct_moves(state, 0))


@pytest.mark.rules("TT-5", "TT-15")
def test_all_teams_meet_but_those_that_share_a_fighter() -> None:
    teams = GAME.reports.line_ups()
    assert len(teams) == len({tuple(team) for team in teams}) == 66
    meetings = [
        (one, other) for one in teams for other in teams if GAME.reports.match_up(one, other) is not None
    ]
    assert len(meetings) == 2 * 1485
    assert all(not set(one) & set(other) for one, other in meetings)


@pytest.mark.rules("TT-15")
def test_a_match_up_puts_the_named_teams_on_the_table() -> None:
    options = GAME.reports.match_up(["shango", "joan"], ["fey", "wild"])
    assert options is not None
    state = GAME.new(2, options, seeded("match-up"))
    assert [GAME.reports.line_up(state, seat) for seat in (0, 1)] == [["shango", "joan"], ["fey", "wild"]]
    assert set(GAME.reports.cast()) == {member for team in GAME.reports.line_ups() for member in team}


@pytest.mark.rules("TT-142", "TT-145", "TT-153", "TT-161", "TT-166", "TT-194")
@pytest.mark.parametrize(
    ("mate", "better", "worse"),
    [
        ("bodvar", {"rage": 6}, {"rage": 1}),
        ("ching", {"ships": 19}, {"ships": 9}),
        ("joan", {}, {"tokens": {"aflame": {"on": "joan", "count": 4}}}),
        ("golem", {"tokens": {"presence": "mordred"}}, {}),
        ("wild", {}, {"tokens": {"sheriff": "shango"}}),
        ("wong", {"tokens": {"concentration": ["shango"]}}, {}),
    ],
)
def test_an_estimate_knows_what_a_fighter_has_prepared(mate: str, better: Facts, worse: Facts) -> None:
    def value(sheet: Facts) -> float:
        tokens = sheet.get("tokens", {})
        own = {key: value for key, value in sheet.items() if key != "tokens"}
        state = table(
            team(fighter(mate, **own), "mordred", deck="MOR-1*"),
            team("shango", "brijit", deck="BRI-1*"),
            **tokens,
        )
        return GAME.require_search().estimate(state, 0)

    assert value(better) > value(worse)
