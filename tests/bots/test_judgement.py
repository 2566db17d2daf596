"""One judgement of a decision: equal terms, its error, the whole turn, and the reason that decides."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tests.games.kapow_cards.table import battle, player
from tests.hush import GAME as HUSH

from slugfest.bots import JudgedMove, Judgement, SearchBot, bot, judge, judge_decision
from slugfest.bots.judgement import chance_to_win
from slugfest.bots.looks import Candidate, behind, standard_error
from slugfest.bots.regression import fit
from slugfest.kernel import EVEN, ONLY, SAFETY, STANDING, WON, History, Perspective, State, game, seeded

pytestmark = pytest.mark.compiled

POSITIONS = json.loads(
    Path(__file__).with_name("positions.json").read_text("utf-8")
)  # of Custom Heroes, from matches


def judged(state: State, seat: int = 0, iterations: int = 1200, made: int = -1) -> Judgement:
    return judge(SearchBot("search", iterations), Perspective(state, seat), seeded("planted"), made)


# ---- on equal terms --------------------------------------------------------------------------------------------------


def test_moves_are_compared_in_the_same_worlds_and_the_best_is_what_did_best_there() -> None:
    judgement = judged(two_of_a_kind())
    losses = [move.loss for move in judgement.moves]
    assert losses == sorted(losses)
    assert losses[0] == 0.0
    assert judgement.moves[0].worlds == judgement.moves[1].worlds == max(m.worlds for m in judgement.moves)
    for move in judgement.moves:
        assert move.chance == pytest.approx(judgement.moves[0].chance - move.loss)


def test_two_cards_that_beat_more_are_never_behind_two_that_beat_fewer_for_the_same_price() -> None:
    """10+2 beats fewer of the cards nobody has seen than 10+3; both 2 and 3 are of no other use here."""
    cards = game("kapow-cards")
    state = battle(player("S10 W02a W03a", "R09^"), player("S06 M07", "(S09)"), turn=1)
    small, large = (cards.parse(f"ATTACK S10+{gear} -> P2:D1") for gear in ("W02a", "W03a"))
    judgement = judged(state, made=small)
    if judgement.of(large) is None:
        judgement = judged(state, made=large)
    first, second = judgement.of(large), judgement.of(small)
    assert first is not None
    assert second is None or first.loss <= second.loss


def test_a_move_that_was_made_is_judged_however_bad() -> None:
    state = knock_out()
    made = game("kapow-cards").parse("PASS")
    judgement = judged(state, made=made)
    loss, error = judgement.loss(made)
    assert loss > 3 * error > 0.0
    assert not judgement.fine(made)
    assert judgement.moves[0].move != made


def test_a_starved_search_never_says_that_there_is_nothing_else_to_do() -> None:
    """A search that was out of time after one look has tried one move; there were others all the same."""
    bot = SearchBot("search", 1)
    judgement = judge(bot, Perspective(two_of_a_kind(), 0), seeded("starved"))
    assert len(judgement.moves) >= 2
    assert judgement.contrast is not None
    assert judgement.contrast.what != ONLY
    bot = SearchBot("search", 1000)
    bot.most_seconds = 1e-9
    judgement = judge(bot, Perspective(two_of_a_kind(), 0), seeded("starved"))
    assert len(judgement.moves) >= 2
    assert judgement.contrast is not None
    assert judgement.contrast.what != ONLY


def test_the_only_sensible_move_is_best_whatever_looks_say_of_others() -> None:
    """Only an Ascended Form beats the trick: a piece crafted before the pass is gone for nothing."""
    state = game("custom-heroes").set_up(POSITIONS["one sensible move"])
    passing = state.game.parse("pass")
    for seed in range(3):
        judgement = judge(SearchBot("search", 40), Perspective(state, 0), seeded("s", seed), passing)
        assert judgement.moves[0].move == passing
        assert judgement.fine(passing)


def test_few_looks_are_never_certain() -> None:
    one, two = Candidate(1, [1]), Candidate(2, [2])
    for candidate, value in ((one, 1.0), (two, 0.0)):
        candidate.values, candidate.total = [value] * 2, 2 * value
    loss, error = behind(one, two)
    assert loss == 1.0
    assert error > 0.2
    assert standard_error(0.0, 0) >= 0.5


def test_what_differs_by_less_than_the_error_is_fine_and_said_to_be() -> None:
    """Two cards of one value and type differ in nothing."""
    state = battle(player("S09 M09", "R09^"), player("S07 T06", "(T12)"), turn=1)
    judgement = judged(state)
    assert judgement.contrast is not None
    for move in judgement.moves:
        loss, error = judgement.loss(move.move)
        assert judgement.fine(move.move) == (loss <= max(0.01, 2 * error))
    if judgement.contrast.what == EVEN:
        assert all(judgement.fine(move.move) for move in judgement.moves)


def test_a_part_of_a_mixture_is_fine() -> None:
    judgement = judged(HUSH.new(2, {}, seeded("hush")), iterations=300)
    assert judgement.at_once
    for move in judgement.moves:
        if move.probability >= 0.1:
            assert judgement.fine(move.move)


# ---- planted positions: the reason named is the one that decides -----------------------------------------------------


def knock_out() -> State:
    """P2 has one card left, in the hand: whatever beats it wins."""
    return battle(player("M09 T08 S12", "R09^"), player("S07"), turn=1)


def hidden_villain() -> State:
    """A villain in hand, one open card before it."""
    return battle(player("V1 T06 M06", "R10^"), player("S06 M07", "T12^", "(S09)"), turn=1)


def two_of_a_kind() -> State:
    """Two heroes of a type break the strongest card of the row; one alone would not."""
    return battle(player("S08 S09", "R09^", "R10^"), player("M07 T06 T10", "T13^", "R13^"), turn=1)


def last_card() -> State:
    """P1 has no row: whoever beats the only hand card wins."""
    return battle(player("S06"), player("S13 M07 T06", "T13^", "S11^"), turn=1)


def test_what_wins_at_once_is_the_reason_where_something_wins_at_once() -> None:
    judgement = judged(knock_out())
    assert judgement.contrast is not None
    assert judgement.contrast.what == WON
    assert (
        judgement.contrast.best > judgement.contrast.next + 0.1
    )  # the 12 beats more of what may be there than the 9
    assert game("kapow-cards").format(judgement.moves[0].move) == "ATTACK S12 -> P2:H1"


def test_a_villain_that_guards_the_row_is_the_reason_where_one_can_be_hidden() -> None:
    judgement = judged(hidden_villain())
    assert game("kapow-cards").format(judgement.moves[0].move) == "BARRICADE V1"
    contrast = judgement.contrast
    assert contrast is not None
    assert (contrast.what, contrast.theme, contrast.whose) == (STANDING, SAFETY, 0)
    assert contrast.best > contrast.next


def test_the_row_that_falls_is_the_reason_where_a_combo_breaks_it() -> None:
    judgement = judged(two_of_a_kind())
    assert game("kapow-cards").format(judgement.moves[0].move).startswith("ATTACK S09+S08 -> P2")
    contrast = judgement.contrast
    assert contrast is not None
    assert (contrast.what, contrast.whose) == (STANDING, 1)
    assert not contrast.more()


def test_different_positions_have_different_reasons() -> None:
    told = [judged(state) for state in (knock_out(), hidden_villain(), two_of_a_kind(), last_card())]
    for language in ("en", "de"):
        assert len({hint.why.in_language(language) for hint in told if hint.why}) == 4
    assert len({hint.where.en for hint in told if hint.where}) >= 3


def test_the_reply_is_what_the_others_are_expected_to_do() -> None:
    """Two strong rivals' cards before an open hand: they attack."""
    judgement = judged(battle(player("S06 T07"), player("S13 S12 M07", "T13^"), turn=1))
    assert judgement.expects is not None
    assert judgement.expects.en == "{P2}: attacks you"
    assert 0.3 <= judgement.expected <= 1.0


def test_a_judgement_rests_on_nothing_that_the_seat_cannot_know() -> None:
    truth = hidden_villain()
    other = truth.game.require_search().sample(truth, 0, seeded("another truth"))
    assert other.position() != truth.position()
    one, two = judged(truth, iterations=300), judged(other, iterations=300)
    for first, second in zip(one.moves, two.moves, strict=True):
        assert (first.line, first.chance, first.loss) == (second.line, second.chance, second.loss)
    assert (one.why, one.where, one.expects) == (two.why, two.where, two.expects)


# ---- the whole turn --------------------------------------------------------------------------------------------------


def test_a_line_goes_on_to_the_end_of_the_decision() -> None:
    judgement = judged(HUSH.new(2, {}, seeded("hush")), iterations=200)
    for move in judgement.moves:
        texts = [HUSH.format(one) for one in move.line]
        assert texts[0].startswith("CHOOSE")
        assert texts[1:] == ["READY"]


def test_a_line_ends_where_others_decide_or_the_seat_learns_something() -> None:
    state = HUSH.new(2, {}, seeded("hush"))
    for seat in (0, 1):
        for _ in range(2):
            state.play(seat, state.moves(seat)[0])
    winner = state.actors()[0]
    for move in judged(state, winner, 300).moves:
        assert len(move.line) == 1


def test_the_only_move_has_no_reason_but_that() -> None:
    state = HUSH.new(2, {}, seeded("hush"))
    state.play(0, state.moves(0)[0])
    judgement = judged(state)
    assert judgement.contrast is not None
    assert judgement.contrast.what == ONLY
    assert len(judgement.moves) == 1


# ---- how sure --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "seats", "options", "won", "even"),
    [
        ("kapow-cards", 2, {}, 1.0, 0.5),
        ("kapow-cards", 4, {}, 1.0, 0.25),
        ("custom-heroes", 3, {}, 1.0, 1 / 3),
    ],
)
def test_the_chance_to_win_of_an_even_game_is_one_in_so_many(
    name: str, seats: int, options: dict[str, str], won: float, even: float
) -> None:
    state = game(name).new(seats, options, seeded(1))
    assert chance_to_win(state, 0, won) == pytest.approx(1.0)
    assert chance_to_win(state, 0, 0.5) == pytest.approx(even)
    assert chance_to_win(state, 0, 0.0) == 0.0


# ---- what a result depends on ----------------------------------------------------------------------------------------


def planted(weights: list[float], rows: int = 200) -> tuple[list[list[float]], list[float]]:
    rng = seeded("rows")
    facts = [[float(rng.below(10)) for _ in weights] for _ in range(rows)]
    return facts, [0.3 + sum(w * x for w, x in zip(weights, row)) for row in facts]


def test_weights_that_were_planted_are_found() -> None:
    facts, values = planted([0.05, -0.02, 0.0])
    assert fit(facts, values, [1, -1, 1]) == pytest.approx([0.05, -0.02, 0.0], abs=0.002)


def test_what_cannot_be_good_for_anybody_weighs_nothing() -> None:
    facts, values = planted([0.05, -0.02])
    found = fit(facts, values, [1, 1])
    assert found[0] == pytest.approx(0.05, abs=0.004)
    assert found[1] == 0.0
    assert fit(facts, values, [1, 0])[1] == pytest.approx(-0.02, abs=0.002)


def test_what_never_changes_or_says_the_same_twice_breaks_nothing() -> None:
    facts, values = planted([0.05, 0.0])
    doubled = [[row[0], row[0], 3.0] for row in facts]
    found = fit(doubled, values, [1, 1, 1])
    assert found[0] + found[1] == pytest.approx(0.05, abs=0.002)
    assert found[2] == 0.0


# ---- what was made ---------------------------------------------------------------------------------------------------


def test_a_move_that_was_made_changes_nothing_about_the_others() -> None:
    """So a review reads the very judgement that a hint would have shown."""
    state = two_of_a_kind()
    hint = judged(state, iterations=300)
    for made in state.moves(0):
        review = judged(state, iterations=300, made=made)
        assert review.made is not None
        assert review.made.move == made
        assert review.fine(made) == hint.fine(made) or hint.of(made) is None
        assert [vars_of(move) for move in review.moves] == [vars_of(move) for move in hint.moves]
        assert (review.why, review.where, review.theme) == (hint.why, hint.where, hint.theme)
        assert (review.made.why_not is None) == review.fine(made)


def vars_of(move: JudgedMove) -> tuple[object, ...]:
    return (move.move, move.line, move.chance, move.loss, move.loss_error, move.probability, move.worlds)


def test_a_move_that_nobody_considered_goes_on_as_it_was_played_or_better() -> None:
    """Tag Team: the right card in the right place; what goes under the build deck is part of the same decision."""
    tag_team = game("tag-team")
    state = tag_team.new(2, {"teams": "first-game"}, seeded("whole"))
    while state.actors() and state.board(0)["phase"] != "deck":
        seat = state.actors()[0]
        state.play(seat, state.moves(seat)[0])
    bot, perspective = SearchBot("search", 100), Perspective(state, 0)
    hint = judge(bot, perspective, seeded("planted"))
    first = next(move for move in state.moves(0) if hint.of(move) is None)
    alone = judge(bot, perspective, seeded("planted"), first)
    assert alone.made is not None
    after = state.copy()
    after.play(0, first)
    for last in after.moves(0):
        whole = judge(bot, perspective, seeded("planted"), first, [last])
        assert whole.made is not None
        assert whole.made.line in ([first, last], alone.made.line)
        assert whole.made.loss <= alone.made.loss
        assert whole.made.worlds == max(move.worlds for move in whole.moves)


def test_the_same_cards_chosen_in_another_order_are_the_same_decision() -> None:
    """A tree knows one order better than another: that is no difference between the moves."""
    state = game("custom-heroes").set_up(POSITIONS["another order"])
    last, second, third = (state.game.parse(text) for text in ("play", "card C02b", "card C02c"))
    for seed in range(4):
        for first, then in ((second, third), (third, second)):
            search, chance = SearchBot("search", 150), seeded("order", seed)
            made = judge(search, Perspective(state, 1), chance, first, [then, last]).made
            assert made is not None
            assert made.loss == 0.0


# ---- in a match ------------------------------------------------------------------------------------------------------


def test_a_review_judges_what_a_hint_was_asked_about() -> None:
    """A hint gets the position as a document; one that was played may remember more than that."""
    dice = game("kapow-dice")
    judging, player, chance = SearchBot("search", 60), bot("greedy", dice), seeded("planned")
    history = History(dice, 2, {}, "planned")
    compared = 0
    while compared < 25:
        seat = history.state.actors()[-1]
        ply = len(history.entries)
        if len(history.state.moves(seat)) > 1:
            compared += 1
            asked = dice.set_up(history.decision_state(seat, ply).position())
            rng = history.chance.of_thought("hint", seat, history.moves_before(seat, ply))
            hint = judge(judging, Perspective(asked, seat), rng)
            review = judge_decision(judging, history, seat, ply)
            assert [vars_of(move) for move in review.moves] == [vars_of(move) for move in hint.moves]
        legal = history.state.moves(seat)
        sensible = player.choose(Perspective(history.state.copy(), seat), chance)
        history.play(seat, legal[int(chance.below(len(legal)))] if chance.below(3) == 0 else sensible)


# ---- two methods -----------------------------------------------------------------------------------------------------


def test_no_move_that_the_search_prefers_is_marked() -> None:
    """Looks end in estimates, which may be wrong in all worlds alike: the search has to agree that a move is worse."""
    cards = game("kapow-cards")
    greedy = bot("greedy", cards)
    marked = compared = 0
    for deal in range(60):
        rng = seeded("two methods", deal)
        state = cards.new(2, {}, seeded("two methods, dealt", deal))
        for _ in range(2 + deal % 12):
            if state.outcome() is None:
                seat = state.actors()[0]
                state.apply(seat, greedy.choose(Perspective(state.copy(), seat), rng.fork()))
        if state.outcome() is not None:
            continue
        judgement = judged(state, state.actors()[0], 400)
        if len(judgement.moves) > 1:
            compared += 1
            preferred = max(judgement.moves, key=lambda move: move.visits)
            marked += bool(judgement.mark(preferred))
    assert compared > 40
    assert marked == 0
