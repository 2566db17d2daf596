"""Hints that teach: a whole turn, the reason that decides, and nothing that the seat cannot know."""

from __future__ import annotations

import pytest
from tests.games.kapow_cards.table import battle, player
from tests.hush import GAME as HUSH

from slugfest.bots import Hint, SearchBot, hints
from slugfest.bots.reasons import chance_to_win
from slugfest.bots.regression import fit
from slugfest.kernel import ONLY, STANDING, WON, Perspective, State, game, seeded

pytestmark = pytest.mark.compiled


def best(state: State, seat: int = 0, iterations: int = 1200) -> Hint:
    return hints(SearchBot("search", iterations), Perspective(state, seat), seeded("planted"))[0]


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
    hint = best(knock_out())
    assert hint.contrast is not None
    assert hint.contrast.what == WON
    assert hint.contrast.best > hint.contrast.next + 0.1  # the 12 beats more of what may be there than the 9
    assert f"{round(100 * hint.contrast.best)} %" in (hint.why.en if hint.why else "")
    assert game("kapow-cards").format(hint.move) == "ATTACK S12 -> P2:H1"


def test_a_villain_that_guards_the_row_is_the_reason_where_one_can_be_hidden() -> None:
    hint = best(hidden_villain())
    assert game("kapow-cards").format(hint.move) == "BARRICADE V1"
    assert hint.contrast is not None
    assert (hint.contrast.what, hint.contrast.term, hint.contrast.whose) == (STANDING, "guard", 0)
    assert hint.contrast.now == 0.0
    assert hint.contrast.best > 0.3 > hint.contrast.next


def test_the_row_that_falls_is_the_reason_where_a_combo_breaks_it() -> None:
    hint = best(two_of_a_kind())
    assert game("kapow-cards").format(hint.move).startswith("ATTACK S09+S08 -> P2")
    assert hint.contrast is not None
    assert (hint.contrast.what, hint.contrast.term, hint.contrast.whose) == (STANDING, "total", 1)
    assert hint.contrast.now == pytest.approx(26.0)  # 13 and 13 lie there
    assert hint.contrast.best < hint.contrast.next - 8.0


def test_different_positions_have_different_reasons() -> None:
    told = [best(state) for state in (knock_out(), hidden_villain(), two_of_a_kind(), last_card())]
    for language in ("en", "de"):
        assert len({hint.why.in_language(language) for hint in told if hint.why}) == 4
    assert len({hint.where.en for hint in told if hint.where}) >= 3


def test_the_reply_is_what_the_others_are_expected_to_do() -> None:
    """Whoever bares the only card is attacked: P2 holds a 13 and cannot fail."""
    expects = best(hidden_villain()).expects
    assert expects is not None
    assert expects.en.startswith("{P2}: attacks you (")


def test_a_hint_rests_on_nothing_that_the_seat_cannot_know() -> None:
    truth = hidden_villain()
    other = truth.game.require_search().sample(truth, 0, seeded("another truth"))
    assert other.position() != truth.position()
    one, two = best(truth, iterations=300), best(other, iterations=300)
    assert (one.line, one.why, one.where, one.expects, one.win_chance) == (
        two.line,
        two.why,
        two.where,
        two.expects,
        two.win_chance,
    )


# ---- the whole turn --------------------------------------------------------------------------------------------------


def test_a_line_goes_on_to_the_end_of_the_decision() -> None:
    state = HUSH.new(2, {}, seeded("hush"))
    hint = best(state, iterations=200)
    texts = [HUSH.format(move) for move in hint.line]
    assert texts[0].startswith("CHOOSE")
    assert texts[1:] == ["READY"]


def test_a_line_ends_where_others_decide_or_the_seat_learns_something() -> None:
    state = HUSH.new(2, {}, seeded("hush"))
    for seat in (0, 1):
        for _ in range(2):
            state.play(seat, state.moves(seat)[0])
    winner = state.actors()[0]
    for hint in hints(SearchBot("search", 300), Perspective(state, winner), seeded(1)):
        assert len(hint.line) == 1


def test_the_only_move_has_no_reason_but_that() -> None:
    state = HUSH.new(2, {}, seeded("hush"))
    state.play(0, state.moves(0)[0])
    hint = best(state)
    assert hint.contrast is not None
    assert hint.contrast.what == ONLY


def test_asking_for_reasons_changes_no_idea() -> None:
    perspective = Perspective(hidden_villain(), 0)
    bot = SearchBot("search", 200)
    rng = seeded("same")
    rng.fork()  # a hint samples the position once for itself
    plain = [(idea.move, idea.visits, idea.value) for idea in bot.consider(perspective, rng)]
    asked = hints(bot, perspective, seeded("same"))
    assert [(hint.move, hint.visits, hint.value) for hint in asked] == plain


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
