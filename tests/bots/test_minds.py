"""What makes a search a weaker player: it imagines less, forgets and overlooks, but it never sees more."""

from __future__ import annotations

import pytest
from tests.textbook import KUHN, ROCK_PAPER_SCISSORS

from slugfest.bots import Idea, SearchBot, bot
from slugfest.bots.minds import minded
from slugfest.bots.search import TreeSearch, misjudged
from slugfest.games.kapow_cards.battle import Battle
from slugfest.games.kapow_cards.content import HAND
from slugfest.games.tag_team.battle import Battle as Fight
from slugfest.games.tag_team.position.position import DECK
from slugfest.kernel import History, Mistake, Outcome, Perspective, Rng, State, Text, game, seeded
from slugfest.personas import personas

pytestmark = pytest.mark.compiled

KAPOW = game("kapow-cards")


def late(name: str = "kapow-cards", moves: int = 14, seats: int = 2) -> State:
    """A position after some sensible moves: of the first deal that is not over by then."""
    played = game(name)
    search = played.require_search()
    for deal in range(100):
        state = played.new(seats, played.settle(seats, {}), seeded("minds", name, deal))
        rng = seeded("sensible", deal)
        for _ in range(moves):
            seat = state.first_actor()
            if seat >= 0:
                state.apply(seat, search.greedy(search.sample(state, seat, rng), seat))
        if state.outcome() is None:
            return state
    raise AssertionError("every deal was over")


def test_options_behind_a_name_make_a_mind() -> None:
    player = bot(
        "search:50:guesses=2:memory=3:replies=40:finds=70:blur=5:risk=-10:hoard=7:envy=20:grudge=9:reads=1",
        KAPOW,
    )
    assert isinstance(player, SearchBot)
    assert (player.finds, player.hoard, player.grudge) == (70, 7, 9)
    assert (player.iterations, player.guesses, player.memory, player.replies) == (50, 2, 3, 40)
    assert (player.blur, player.risk, player.envy, player.reading, player.halving) == (5, -10, 20, -1, -1)


@pytest.mark.parametrize(
    "name",
    [
        "search:50:depth=2",
        "search:50:replies=0",
        "search:50:guesses",
        "search:50:risk=101",
        "search:1s:risk=1",
    ],
)
def test_an_option_that_is_none_is_refused_with_what_there_is(name: str) -> None:
    with pytest.raises(Mistake, match="search:"):
        bot(name, KAPOW)


def test_a_record_says_how_a_persona_played() -> None:
    assert bot("robo-rita", KAPOW).signature().endswith(" looks=100")
    assert "guesses=1" in bot("pixel-pip", KAPOW).signature()
    assert "looks" not in bot("medium", KAPOW).signature()


def positions_imagined(mind: dict[str, int], looks: int) -> list[str]:
    state = late()
    search = TreeSearch(minded("one", mind), Perspective(state, state.first_actor()))
    rng = seeded("imagining")
    return [str(search.imagine(rng).position()) for _ in range(looks)]


def test_guesses_are_taken_for_the_truth_again_and_again() -> None:
    assert len(set(positions_imagined({"guesses": 1}, 12))) == 1
    assert len(set(positions_imagined({"guesses": 3}, 12))) == 3
    assert len(set(positions_imagined({}, 12))) == 12


@pytest.mark.parametrize("memory", [0, 2])
def test_a_forgetful_player_is_sure_of_the_last_discards_only(memory: int) -> None:
    state = late(moves=24)
    assert isinstance(state, Battle)
    seat = state.first_actor()
    perspective = Perspective(state, seat)
    pile, sure = state.discard, len(state.discard) - memory
    rng = seeded("forgetting")
    found: list[Battle] = [perspective.half_remembered(memory, rng) for _ in range(60)]  # type: ignore[misc]
    assert sure > 3
    assert all(one.discard[sure:] == pile[sure:] for one in found)
    assert any(one.discard != pile for one in found)
    for one in found:
        assert one.inventory() == state.inventory()
        assert one.moves(seat) == state.moves(seat)
        assert one.hands[seat * HAND : (seat + 1) * HAND] == state.hands[seat * HAND : (seat + 1) * HAND]
    everything = perspective.half_remembered(99, rng)
    assert isinstance(everything, Battle)
    assert everything.discard == pile


@pytest.mark.parametrize("memory", [0, 2])
def test_in_tag_team_the_order_of_the_others_deck_is_forgotten(memory: int) -> None:
    state = late("tag-team", 20)
    assert isinstance(state, Fight)
    while len(state.actors()) < 2 or state.phase != DECK or len(state.known[1 - state.first_actor()]) < 4:
        seat = state.first_actor()
        search = state.game.require_search()
        state.apply(seat, search.greedy(search.sample(state, seat, seeded("on")), seat))
    for decided in (False, True):  # then the other has let a card come in that nobody else has seen
        if decided:
            state.apply(
                0, next(move for move in state.moves(0) if state.game.format(move).startswith("insert"))
            )
        seat = 1 if decided else state.first_actor()
        other = 1 - seat
        known, sure = state.known[other], len(state.known[other]) - memory
        perspective = Perspective(state, seat)
        rng = seeded("forgetting")
        found: list[Fight] = [perspective.half_remembered(memory, rng) for _ in range(40)]  # type: ignore[misc]
        assert any(one.known[other] != known for one in found)
        for one in found:
            assert sorted(one.known[other]) == sorted(known)
            assert one.known[other][sure:] == known[sure:]
            assert len(one.decks[other]) == len(state.decks[other])
            assert one.moves(seat) == state.moves(seat)
            assert one.decks[seat] == state.decks[seat]
            left = one.decks[other].copy()
            for card in one.known[other]:
                left.remove(card)
            assert len(left) == len(state.decks[other]) - len(known)
        everything: Fight = perspective.half_remembered(99, rng)  # type: ignore[assignment]
        assert everything.known[other] == known


@pytest.mark.parametrize("name", [one.id for one in personas()])
@pytest.mark.parametrize("played", ["kapow-cards", "tag-team"])
def test_no_persona_decides_by_what_its_seat_cannot_know(name: str, played: str) -> None:
    state = late(played, 9)
    seat = state.first_actor()
    player = bot(name, state.game)
    if isinstance(player, SearchBot):
        player.iterations = min(player.iterations or 60, 60)
    chosen = player.choose(Perspective(state, seat), seeded("same"))
    rng = seeded("elsewhere")
    for _ in range(3):
        elsewhere = state.game.require_search().sample(state, seat, rng)
        assert player.choose(Perspective(elsewhere, seat), seeded("same")) == chosen


def test_overlooked_replies_stay_overlooked_and_own_moves_are_seen() -> None:
    search = TreeSearch(minded("one", {"replies": 30}), Perspective(late(), late().first_actor()))
    search.salt = 5
    moves = list(range(1000))
    noticed = search.noticed(moves)
    assert noticed == search.noticed(moves)
    assert 230 < len(noticed) < 370
    assert search.noticed([7]) == [7]
    search.salt = 6
    assert search.noticed(moves) != noticed


@pytest.mark.parametrize("played", ["kapow-cards", "kapow-dice", "tag-team", "custom-heroes"])
def test_what_is_overlooked_is_not_played_and_depends_on_nothing_hidden(played: str) -> None:
    state = late(played, 6)
    seat = state.first_actor()
    part = state.game.require_search()
    for salt in range(8):
        found = part.moves_found(state, seat, 30, salt)
        assert len(found) >= 1
        assert set(found) <= set(state.moves(seat))
        elsewhere = part.sample(state, seat, seeded("elsewhere", salt))
        assert part.moves_found(elsewhere, seat, 30, salt) == found
        ideas = minded("one", {"looks": 20, "finds": 30}).consider(Perspective(state, seat), seeded(salt))
        assert {idea.move for idea in ideas} <= set(state.moves(seat))
    assert part.moves_found(state, seat, 100, 0) == part.distinct_moves(state, seat)


def worth(*values: float) -> list[Idea]:
    return [Idea(move, 10, value, 0.0) for move, value in enumerate(values)]


def test_small_mistakes_are_frequent_and_large_ones_rare() -> None:
    """Three moves: the best, one that is nearly as good, and one that throws the game away."""
    rng = seeded("blur")
    chosen = [misjudged(worth(0.60, 0.57, 0.10), 0.1, rng)[0] for _ in range(600)]
    played = [idea.move for idea in chosen]
    assert all(idea.probability == 1.0 for idea in chosen)
    assert 0.35 < played.count(1) / 600 < 0.50  # the difference of two misjudgements is off by 0.14
    assert played.count(2) <= 3


def test_a_misjudgement_is_as_large_as_the_blur_says() -> None:
    rng = seeded("deviation")
    off = [misjudged(worth(0.5), 0.05, rng)[0].value - 0.5 for _ in range(4000)]
    assert abs(sum(off) / 4000) < 0.004
    assert (sum(one * one for one in off) / 4000) ** 0.5 == pytest.approx(0.05, rel=0.06)
    assert all(0.0 <= idea.value <= 1.0 for idea in misjudged(worth(0.0, 1.0, 0.02), 0.5, rng))


def test_who_misjudges_thinks_as_much_and_plays_one_move() -> None:
    perspective = Perspective(ROCK_PAPER_SCISSORS.new(2, {}, Rng(1)), 0)
    ideas = minded("one", {"looks": 50, "blur": 80}).consider(perspective, Rng(3))
    assert sum(idea.visits for idea in ideas) == 50
    assert [idea.probability for idea in ideas] == [1.0, 0.0, 0.0]
    assert sorted(ideas, key=lambda idea: -idea.value) == ideas


def test_no_persona_plays_at_first_sight() -> None:
    """A mistake follows from something forgotten, guessed, overlooked or misjudged, not from a move at random."""
    for who in personas():
        for played in ("", "custom-heroes", "kapow-cards", "kapow-dice", "tag-team"):
            looks = who.mind(played).get("looks", 0)
            assert looks != 1, (who.id, played)


def felt(mind: dict[str, int], value: float) -> float:
    search = TreeSearch(minded("one", mind), Perspective(KUHN.at(0, ""), 0))
    return search.tempered(value, KUHN.at(0, ""), None)


def test_the_daring_prefer_all_or_nothing_and_the_cautious_the_middle() -> None:
    for sure in (0.0, 1.0):
        assert felt({"risk": 60}, sure) == felt({"risk": -60}, sure) == sure
    assert felt({"risk": 60}, 0.5) < 0.5 < felt({"risk": -60}, 0.5)
    steps = [felt({"risk": 100}, step / 10) for step in range(11)]
    assert steps == sorted(steps)  # better stays better


def test_the_envious_are_after_whoever_leads_and_only_at_larger_tables() -> None:
    state = late(seats=4, moves=16)
    seat = state.first_actor()
    search = TreeSearch(minded("one", {"envy": 50}), Perspective(state, seat))
    search.iterate(seeded("envy"))
    others = [other for other in range(4) if other != seat]
    assert int(search.victim) in others
    part = KAPOW.require_search()
    theirs = part.estimate(state, int(search.victim))
    assert search.tempered(0.4, state, None) == pytest.approx(0.5 * 0.4 + 0.5 * (1.0 - theirs))
    duel = late()
    two = TreeSearch(minded("one", {"envy": 50}), Perspective(duel, duel.first_actor()))
    two.iterate(seeded("envy"))
    assert int(two.victim) == -1


@pytest.mark.parametrize(
    ("played", "more"),
    [
        ("kapow-cards", "hand_size"),
        ("custom-heroes", "stocks"),
        ("tag-team", "power"),
        ("kapow-dice", "count"),
    ],
)
def test_who_hoards_likes_what_is_saved_up_but_a_win_more(played: str, more: str) -> None:
    state = late(played, 6)
    seat = state.first_actor()
    part = state.game.require_search()
    kept = part.kept(state, seat)
    assert 0.0 < kept <= 1.0
    spent = state.copy()
    setattr(spent, more, [type(one)() for one in getattr(spent, more)])  # nothing, or none
    assert part.kept(spent, seat) < kept
    search = TreeSearch(minded("one", {"hoard": 40}), Perspective(state, seat))
    assert search.tempered(0.5, state, None) == pytest.approx(0.3 + 0.4 * kept)
    won = Outcome([1, 2], "over", Text("over", "vorbei"))
    assert search.tempered(1.0, state, won) == 1.0 >= search.tempered(0.99, state, None)


def attacked(by: int, on: int) -> dict[str, object]:
    return {"seat": by, "move": None, "events": [{"kind": "attack", "seat": by, "target": on}]}


def test_a_grudge_is_against_whoever_attacked_last_and_only_at_larger_tables() -> None:
    state = late(seats=4, moves=16)
    seat = state.first_actor()
    one, two = [other for other in range(4) if other != seat][:2]
    bitter = minded("one", {"grudge": 60, "envy": 20})
    for steps, victim in (
        ([attacked(one, seat), attacked(two, seat), attacked(one, two)], two),
        ([attacked(two, seat), attacked(one, seat)], one),
    ):
        search = TreeSearch(bitter, Perspective(state, seat).with_steps(steps, "", 0.0))
        search.iterate(seeded("grudge"))
        assert int(search.victim) == victim
        theirs = KAPOW.require_search().estimate(state, victim)
        assert search.tempered(0.4, state, None) == pytest.approx(0.4 * 0.4 + 0.6 * (1.0 - theirs))
    calm = TreeSearch(bitter, Perspective(state, seat).with_steps([attacked(one, two)], "", 0.0))
    assert int(calm.victim) == -1  # nobody has done it harm: it is after the leader
    duel = late()
    first = duel.first_actor()
    alone = Perspective(duel, first).with_steps([attacked(1 - first, first)], "", 0.0)
    assert int(TreeSearch(bitter, alone).victim) == -1


def test_in_custom_heroes_a_grudge_is_against_whoever_beat_a_set_of_ones_own() -> None:
    part = game("custom-heroes").require_search()

    def step(*events: tuple[str, int]) -> dict[str, object]:
        return {
            "seat": events[0][1],
            "move": None,
            "events": [{"kind": kind, "seat": by} for kind, by in events],
        }

    assert part.offender([step(("play", 0)), step(("play", 2))], 0) == 2
    assert part.offender([step(("play", 0)), step(("play", 1)), step(("play", 2))], 0) == 1
    assert (
        part.offender([step(("play", 0)), step(("pass", 1)), step(("trick", 0)), step(("play", 2))], 0) == -1
    )
    assert part.offender([step(("play", 1)), step(("play", 2))], 0) == -1


def test_grudges_rest_on_what_really_happened() -> None:
    """The events of real games have what the games look for."""
    found: dict[str, set[int]] = {}
    for name in ("kapow-cards", "custom-heroes"):
        played = game(name)
        search = played.require_search()
        history = History(played, 3, played.settle(3, {}), "grudges")
        for ply in range(120):
            seat = history.state.first_actor()
            if seat < 0:
                break
            offender = search.offender(history.steps_since_own(seat), seat)
            assert offender == -1 or offender in {0, 1, 2} - {seat}
            found.setdefault(name, set()).add(offender)
            rng = seeded("grudges", ply)
            history.play(seat, search.greedy(search.sample(history.state, seat, rng), seat))
    assert all(len(seats - {-1}) > 1 for seats in found.values())
    assert set(found) == {"kapow-cards", "custom-heroes"}
