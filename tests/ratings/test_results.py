"""What of a match is rated, and that nobody gains by leaving, by help or by ending a match."""

from __future__ import annotations

import re
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from tests.hush import Hush

from slugfest.bots.levels import LEVELS
from slugfest.kernel import Game, SlugfestError, game
from slugfest.ratings import (
    NEW,
    Anchor,
    Anchors,
    Ledger,
    Player,
    Pool,
    Result,
    result_of_table,
    why_unrated,
)
from slugfest.ratings.anchors import AnchoredPool, load_anchors, read_anchors
from slugfest.ratings.reading import result_of_log, results_in
from slugfest.ratings.results import Help, anchor_name, pool_named, result_from
from slugfest.store import Logged, WholeMatch
from slugfest.table import (
    Abandon,
    Command,
    Play,
    Resign,
    Seat,
    Sit,
    Stand,
    Start,
    Table,
    TakeBack,
    opening,
)

HUSH = Hush(max_seats=4)
DUEL = Pool("hush", "duel")
FIXED = {
    "robo-rita": Anchor(1500, 1480, 1520),
    "box-2": Anchor(1400, 1380, 1420),
    "box-4": Anchor(1400, 1380, 1420),
}
ANCHORS = Anchors(
    {Pool("hush", kind): AnchoredPool("made up", 100, FIXED) for kind in ("duel", "table", "team", "box")}
)
REQUESTS = count()


class Together(Hush):
    """The same game with other sides."""

    def __init__(self, sides: list[list[int]]) -> None:
        super().__init__(max_seats=4)
        self.sides = sides

    def teams(self, seats: int, options: Any) -> list[list[int]]:
        return self.sides


def started(*people: str, game: Game = HUSH) -> Table:
    """A running match; ``bot`` is a bot."""
    seats = [
        Seat("bot", "Rita", level="medium") if one == "bot" else Seat("person", one, one) for one in people
    ]
    table = Table.from_log([opening("ABCD2345", game, people[0], "secret", seats, {})], lambda _: game)
    do(table, people[0], Start())
    return table


def do(table: Table, guest: str, command: Command) -> None:
    answer = table.handle(guest, f"{next(REQUESTS)}", command)
    assert answer.refusal is None, answer.refusal


def finish(table: Table) -> Table:
    """Play a match to its end."""
    while not table.over:
        for seat in table.owing():
            move = table.running().state.moves(seat)[0]
            if table.seats[seat].played_by_bot():
                table.bot_plays(seat, move)
            else:
                do(table, table.seats[seat].guest, Play((table.game.format(move),)))
            break
    return table


def rated(table: Table) -> Result:
    result = result_of_table(table, 5)
    assert result is not None
    return result


def gains(result: Result) -> dict[str, int]:
    """By guest: whether a rating of 1500 that is not new rises, stays or falls."""
    changes = Ledger(ANCHORS).count(result)
    assert changes
    return {
        one.guest: (one.after.rating.skill > NEW.skill) - (one.after.rating.skill < NEW.skill)
        for one in changes
    }


def test_pools_are_a_game_and_how_it_was_played() -> None:
    assert rated(finish(started("a", "b"))).pool == DUEL
    assert rated(finish(started("a", "b", "c"))).pool.kind == "table"
    teams = Together([[0, 2], [1, 3]])
    team = rated(finish(started("a", "b", "c", "d", game=teams)))
    assert team.pool.kind == "team"
    assert [[player.name for player in side] for side in team.sides] == [["a", "c"], ["b", "d"]]
    box = rated(finish(started("a", "b", game=Together([[0, 1]]))))
    assert box.pool.kind == "box"
    assert box.sides[1] == (Player("box-2", fixed=True),) * 2
    assert pool_named(str(box.pool)) == box.pool
    with pytest.raises(ValueError, match="no pool"):
        pool_named("hush/solo")
    assert result_from(team.as_json(), 5) == team


def test_a_match_is_rated_as_it_ended() -> None:
    table = started("a", "b")
    do(table, "b", Resign())
    assert rated(table).ranks == (1, 2)
    assert gains(rated(table)) == {"a": 1, "b": -1}
    against = started("a", "bot")
    do(against, "a", Resign())
    assert rated(against).sides[1] == (Player("robo-rita", fixed=True),)
    assert gains(rated(against)) == {"a": -1}


def test_a_time_out_is_a_loss_and_is_never_annulled() -> None:
    table = started("a", "b")
    table.enter({"kind": "gave_up", "seat": 0, "why": "time"})
    assert gains(rated(table)) == {"a": -1, "b": 1}
    alone = started("a", "bot", "bot")
    alone.enter({"kind": "gave_up", "seat": 0, "why": "time"})
    assert alone.abandoned
    assert rated(alone).ranks == (4, 1, 1)
    assert gains(rated(alone)) == {"a": -1}


def test_who_leaves_is_last_even_if_the_bot_that_took_over_wins() -> None:
    for people in (("a", "b"), ("a", "bot"), ("a", "b", "bot")):
        table = started(*people)
        do(table, "a", Stand())
        result = rated(finish(table))
        assert result.ranks[0] == len(people) + 1
        assert gains(result)["a"] == -1
    box = started("a", "b", game=Together([[0, 1]]))
    for guest in "ab":
        do(box, guest, Stand())
    assert rated(finish(box)).ranks == (2, 1)


def test_who_stays_when_a_partner_leaves_may_lose_and_not_gain() -> None:
    for sides in ([[0, 2], [1, 3]], [[0, 1, 2, 3]]):
        table = started("a", "b", "c", "d", game=Together(sides))
        do(table, "a", Stand())
        found = gains(rated(finish(table)))
        assert found["a"] == -1
        assert found["c"] <= 0
    won = Result("M", 5, DUEL, ((Player("a", left=True), Player("c")), (Player("b"), Player("d"))), (1, 2))
    assert gains(won) == {"a": -1, "c": 0, "b": -1, "d": -1}
    lost = Result("M", 5, DUEL, won.sides, (2, 1))
    assert gains(lost) == {"a": -1, "c": -1, "b": 1, "d": 1}


def test_who_comes_back_may_lose_and_not_gain_if_a_bot_moved_meanwhile() -> None:
    for moved, help in ((False, ""), (True, "stand_in")):
        table = started("a", "b")
        do(table, "a", Stand())
        if moved:
            table.bot_plays(0, table.running().state.moves(0)[0])
        do(table, "a", Sit(0, "a"))
        do(table, "b", Resign())
        assert rated(table).sides[0] == (Player("a", help=help),)  # type: ignore[arg-type]
        assert gains(rated(table)) == {"a": 0 if help else 1, "b": -1}


@pytest.mark.parametrize("help", ["hint", "taken_back", "stand_in"])
def test_who_had_help_may_lose_and_not_gain(help: Help) -> None:
    for ranks, change in (((1, 2), 0), ((2, 1), -1)):
        result = Result("M", 5, DUEL, ((Player("a", help=help),), (Player("b"),)), ranks)
        assert gains(result) == {"a": change, "b": -1 if ranks[0] == 1 else 1}  # for the other one it counts


def test_a_hint_and_a_decision_taken_back_alone_are_help() -> None:
    table = started("a", "bot")
    table.hints_taken["a"] = (1, 0)
    assert rated(finish(table)).sides[0][0].help == "hint"
    table = started("a", "bot")
    while not (table.practice or table.over):
        seat = table.owing()[0]
        move = table.running().state.moves(seat)[0]
        if seat:
            table.bot_plays(seat, move)
        else:
            do(table, "a", Play((HUSH.format(move),)))
        if table.way_back(0) == "practice":
            do(table, "a", TakeBack(0, True))
    assert table.practice
    assert rated(finish(table)).sides[0][0].help == "taken_back"


def test_people_may_agree_to_end_a_match_without_a_result() -> None:
    table = started("a", "b")
    for guest in "ab":
        do(table, guest, Abandon(True))
    assert why_unrated(table) == "agreed"
    assert result_of_table(table) is None


def test_nobody_saves_a_lost_match_by_agreeing_with_themselves() -> None:
    for people in (("a", "bot"), ("a", "b", "bot")):
        table = started(*people)
        for guest in people[:-1]:
            do(table, guest, Abandon(True))
        assert table.abandoned
        assert set(gains(rated(table)).values()) == {-1}
    box = started("a", "b", game=Together([[0, 1]]))
    for guest in "ab":
        do(box, guest, Abandon(True))
    assert gains(rated(box)) == {"a": -1, "b": -1}
    left = started("a", "b")
    do(left, "a", Stand())
    do(left, "b", Abandon(True))
    assert left.abandoned
    assert gains(rated(left)) == {"a": -1, "b": 1}


def test_practice_and_matches_without_people_are_not_rated() -> None:
    first = finish(started("a", "b"))
    seats = [Seat("person", "a", "a"), Seat("bot", "Rita", level="medium")]
    table = Table.from_log([first.opening_of_branch("ABCD2346", "a", seats, 1)], lambda _: HUSH)
    do(table, "a", Start())
    do(table, "a", Resign())
    assert table.over
    assert why_unrated(table) == "practice"
    assert result_of_table(table) is None
    bots = Table.from_log(
        [opening("ABCD2347", HUSH, "a", "s", [Seat("bot", "R", level="medium") for _ in range(2)], {})],
        lambda _: HUSH,
    )
    assert why_unrated(bots) == "no_people"


def test_who_deletes_their_data_in_a_match_has_left_it_and_gets_no_rating() -> None:
    table = started("a", "b")
    assert table.forget("a") is not None
    changes = Ledger(ANCHORS).count(rated(finish(table)))
    assert [one.guest for one in changes] == ["b"]
    assert changes[0].after.rating.points > 1500


def test_an_anchor_never_moves_and_one_that_was_not_measured_rates_nobody() -> None:
    ledger = Ledger(ANCHORS)
    won = Result("ABCD2345", 5, DUEL, ((Player("a"),), (Player("robo-rita", fixed=True),)), (1, 2))
    assert ledger.count(won)
    assert ledger.standing(DUEL, "a").rating.points > 1500
    assert set(ledger.standings) == {(DUEL, "a")}
    strange = Result("EFGH2345", 6, DUEL, ((Player("a"),), (Player("mine", fixed=True),)), (1, 2))
    assert not ledger.count(strange)
    assert ledger.standing(DUEL, "a").matches == 1
    assert not ledger.count(Result("IJKL2345", 7, DUEL, ((Player("a"),), (Player("a"),)), (1, 2)))


def test_results_give_the_same_ratings_in_whatever_order_they_come() -> None:
    people = "abcde"
    results = [
        Result(
            f"M{n}", n // 3, DUEL, ((Player(people[n % 5]),), (Player(people[(n + 1 + n % 3) % 5]),)), (1, 2)
        )
        for n in range(60)
    ]
    one, other = Ledger.of(results, ANCHORS), Ledger.of(results[::-1], ANCHORS)
    assert one.standings == other.standings
    assert len(one.standings) == 5
    with pytest.raises(ValueError, match="counted already"):
        one.count(results[0])


def test_ratings_are_the_same_to_the_last_digit() -> None:
    ledger = Ledger(ANCHORS)
    sides = ((Player("a"),), (Player("b"),))
    for number in range(100):
        ledger.count(Result(f"{number:03}", number, DUEL, sides, (1, 2) if number % 3 else (2, 1)))
    found = [ledger.standing(DUEL, name).rating for name in "ab"]
    assert [(one.skill, one.doubt) for one in found] == [(27132222, 2446614), (22867778, 2446614)]


def test_a_match_is_read_from_its_log() -> None:
    people = ("a", "b")
    seats = [Seat("person", person, person) for person in people]
    table = Table.from_log([opening("ABCDEFG2", game("kapow-cards"), "a", "secret", seats, {})], game)
    table.handle("a", "1", Start())
    table.handle("b", "2", Resign())
    log = tuple(Logged(number, 100 + number, entry) for number, entry in enumerate(table.log, 1))
    result = result_of_log(log, game)
    assert result is not None
    assert result.ranks == (1, 2)
    assert result.at == 100 + len(log)
    assert result_of_log(log[:-1], game) is None
    broken: list[str] = []
    matches = [
        WholeMatch("ABCDEFG2", log, people, over=True, due=None, refusals=()),
        WholeMatch("ABCDEFG3", log[1:], people, over=True, due=None, refusals=()),
        WholeMatch("ABCDEFG4", log[:-1], people, over=False, due=None, refusals=()),
    ]
    assert list(results_in(matches, game, broken)) == [result]
    assert broken == ["ABCDEFG3"]


def test_anchors_are_read_and_what_is_wrong_is_said() -> None:
    good = '[hush.duel]\ncommand = "slugfest ladder"\ngames = 9\nanchors = { easy = [1, 2, 3] }\n'
    assert read_anchors(good, "x.toml").rating(DUEL, "easy") == Anchor(2, 1, 3).rating
    for wrong, why in (
        (good.replace("duel", "dual"), "'dual' is no kind of pool"),
        (good.replace("[1, 2, 3]", "[3, 2, 1]"), "easy needs three figures"),
        (good.replace("games = 9\n", ""), "needs a command, a number of games"),
    ):
        with pytest.raises(SlugfestError, match=why):
            read_anchors(wrong, "x.toml")
    assert load_anchors() is load_anchors()


def test_every_level_is_anchored_in_every_pool() -> None:
    anchors = load_anchors()
    for pool in anchors.pools:
        unknown = [level for level in LEVELS if anchors.rating(pool, anchor_name(level)) is None]
        assert unknown == [], pool


def test_the_page_on_ratings_has_the_anchors_as_they_are() -> None:
    page = (Path(__file__).parents[2] / "docs" / "ratings.md").read_text("utf-8")
    table = [line for line in page.splitlines() if re.match(r"\| `[a-z]+-[a-z0-9]+`", line)]
    shown = {re.findall(r"`([^`]+)`", line)[0]: line.split("|")[2:-1] for line in table}
    for column, (pool, anchored) in enumerate(
        sorted(load_anchors().pools.items(), key=lambda one: str(one[0]))
    ):
        for name, cells in shown.items():
            anchor = anchored.anchors.get(name)
            rating = None if anchor is None else anchor.rating
            expected = "" if rating is None else f"{rating.points} ± {rating.spread}"
            assert cells[column].strip() == expected.removesuffix(" ± 0"), (pool, name)
