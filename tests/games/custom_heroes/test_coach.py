"""Custom Heroes for somebody who learns: what is asked before it is thrown away, what matters now, and why an idea is
better: the reason named is the one that decides."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.custom_heroes.table import GAME, heroes, player, top

from slugfest.bots import Judgement, SearchBot, judge
from slugfest.games.custom_heroes.battle import Battle
from slugfest.kernel import (
    EVEN,
    MATERIAL,
    STANDING,
    TEMPO,
    WON,
    Contrast,
    Counsel,
    Perspective,
    State,
    seeded,
)

ME = 0


def asked(state: Battle, *moves: str) -> str | None:
    """The key of what is asked before the last of these moves, the others being made."""
    for text in moves[:-1]:
        state.play_text(ME, text)
    caution = state.game.require_teaching().caution(state, ME, state.read(ME, moves[-1])[0])
    return None if caution is None else caution.key


def told(state: State) -> Counsel:
    return state.game.require_teaching().counsel(state, ME)[0]


# ---- what is asked before it is thrown away --------------------------------------------------------------------------


def pair_or_single(beaten: int = 6) -> Battle:
    return heroes(player("C03a C09a C09b"), player(4), player(4), turn=1, top=top(3, beaten))


def test_passing_with_the_last_cards_in_hand_is_asked_about() -> None:
    assert asked(heroes(player("C09a"), player(4), player(4), turn=1, top=top(3, 6)), "pass") == "pass-finish"
    assert asked(heroes(player("C03a"), player(4), player(4), turn=1, top=top(3, 6)), "pass") is None
    assert asked(pair_or_single(), "pass") is None  # cards would be left


def test_leading_one_card_of_a_pair_is_asked_about() -> None:
    lead = heroes(player("C03a C09a C09b"), player(4), player(4), turn=1)
    assert asked(lead.copy(), "card C09a", "play") == "lead-part"
    assert asked(lead.copy(), "card C09a", "card C09b", "play") is None
    assert asked(lead.copy(), "card C03a", "play") is None


def test_breaking_a_pair_is_asked_about_where_another_card_would_do() -> None:
    both = heroes(player("C08a C09a C09b C02a"), player(4), player(4), turn=1, top=top(3, 6))
    assert asked(both.copy(), "card C09a", "play") == "break"
    assert asked(both.copy(), "card C08a", "play") is None
    assert asked(pair_or_single(), "card C09a", "play") is None  # nothing else beats a 6
    dearer = heroes(player("C10a C09a C09b C02a"), player(4), player(4), turn=1, top=top(3, 6))
    assert asked(dearer, "card C09a", "play") is None  # whether a 10 is better spent is no matter of waste


def test_finishing_first_without_the_points_that_power_could_buy_is_asked_about() -> None:
    short = heroes(player("C05a", vp=9, power=4), player(3), player(3), turn=1, round=4)
    assert asked(short.copy(), "card C05a", "play") == "play-short"
    assert asked(short.copy(), "exchange", "card C05a", "play") is None
    poor = heroes(player("C05a", vp=9, power=3), player(3), player(3), turn=1, round=4)
    assert asked(poor, "card C05a", "play") is None


def test_ending_a_turn_with_the_missing_point_in_reach_is_asked_about() -> None:
    last = heroes(player("C05a+BRA-1", vp=9, power=3), player(3), player(3), turn=1, round=4)
    assert asked(last.copy(), "card C05a", "play") is None  # there is time to exchange afterwards
    last.play_text(ME, "play C05a")
    assert asked(last, "end") == "end-short"


def test_discarding_power_is_asked_about() -> None:
    rich = heroes(player("C05a+BRA-1 C02a", power=6), player(3), player(3), turn=1)
    rich.play_text(ME, "play C05a")
    assert asked(rich, "discard") == "discard"


def test_an_ascended_form_or_a_spike_for_nothing_is_asked_about() -> None:
    rescue = heroes(player("C02a+AF-1 C09a C10a", power=2), player(4), player(4), turn=1, top=top(3, 6))
    assert asked(rescue, "card C02a*", "play") == "ascended"
    needed = heroes(player("C02a+AF-1 C03a C04a", power=2), player(4), player(4), turn=1, top=top(3, 6))
    assert asked(needed, "card C02a*", "play") is None
    spike = heroes(player("C07a+SPK-1 C07b C02a", power=2), player(4), player(4), turn=1)
    assert asked(spike, "card C07a*", "card C07b", "play") == "spike"


# ---- what matters now ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "key", "says"),
    [
        (heroes(player("C03a C09a", vp=10), player(4), player(4), turn=1), "ten", "10 points"),
        (
            heroes(player("C03a C09a"), player(2, vp=11), player(4), turn=1),
            "danger",
            "{P2} has enough points and only 2 cards",
        ),
        (
            heroes(player("C03a C09a"), player(1, vp=10), player(4), turn=1),
            "match-point",
            "{P2} has 1 card and enough points",
        ),
        (
            heroes(player("C08a C09a"), player(1), player(4), turn=1, top=top(3, 8)),
            "skip",
            "{P2} would be skipped",
        ),
        (heroes(player("C03a C03b C09a"), player(4), player(4), turn=1), "lead", "two 3s"),
        (
            heroes(player("C03a C03b C09a"), player(4), player(1), turn=1),
            "lead-one",
            "{P3} has one card left",
        ),
        (heroes(player("C03a C03b"), player(4), player(4), turn=1), "last", "two 3s"),
        (heroes(player("C03a C08a"), player(4), player(4), turn=1, top=top(3, 6)), "beat", "a single 8"),
        (heroes(player("C03a C08a C08b"), player(4), player(4), turn=1, top=top(3, 6)), "group", "two 8s"),
        (
            heroes(
                player("C05a C07a C01a", power=0, stock=["RP2-1"]),
                player(4),
                player(4),
                turn=1,
                top=top(3, 6, 2),
            ),
            "craft",
            "Iron Fan (+2) on your 5 makes 7",
        ),
        (
            heroes(player("C02a C03a", power=2), player(4), player(4), turn=1, top=top(3, 6)),
            "rescue",
            "Ascended Form beats this",
        ),
        (heroes(player("C02a C03a", power=1), player(4), player(4), turn=1, top=top(3, 6)), "pass", "Pass"),
        (
            heroes(player("C02a C08a", power=6), player(4), player(4), turn=1),
            "power",
            "Four power buy a point",
        ),
        (
            heroes(player("C05a+BRA-1", vp=9, power=3), player(4), player(4), turn=1),
            "short",
            "9 points do not win",
        ),
        (
            heroes(player("C02a C09a", vp=8), player(3, vp=4), player(3), turn=1, round=3, phase="wagers"),
            "bet-wins",
            "A won bet makes the match",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) and " " not in value else "",
)
def test_the_coach_says_what_matters(state: Battle, key: str, says: str) -> None:
    counsel = told(state)
    assert counsel.key == key
    assert says in counsel.text.en
    assert "{set}" not in counsel.text.de


def test_nobody_is_counselled_while_a_set_is_put_together() -> None:
    state = heroes(player("C03a C03b C09a"), player(4), player(4), turn=1)
    state.play_text(ME, "card C03a")
    assert state.game.require_teaching().counsel(state, ME) == []


def test_what_the_coach_points_at_is_explained() -> None:
    keys = {term.key for term in GAME.require_teaching().terms()}
    for state in (
        heroes(player("C03a C09a", vp=10), player(4), player(4), turn=1),
        heroes(
            player("C05a C07a C01a", power=0, stock=["RP2-1"]), player(4), player(4), turn=1, top=top(3, 6, 2)
        ),
        heroes(player("C02a C08a", power=6), player(4), player(4), turn=1),
    ):
        points = told(state).points
        assert points
        assert all(point.split("@")[0] in keys for point in points)


# ---- planted positions: the reason named is the one that decides -----------------------------------------------------


def best(state: State) -> Judgement:
    return judge(SearchBot("search", 400), Perspective(state, ME), seeded("planted"))


def tenth_point() -> Battle:
    """Brando unused brings the fourth power, which buys the tenth point; activated it costs one."""
    return heroes(player("C05a+BRA-1", vp=9, power=3), player(3, vp=2), player(3, vp=2), turn=1, round=4)


def two_rivals_with_one_card() -> Battle:
    """The others hold a 5 and a 6: the 10 keeps the lead, then the 2 is the last card. The 2 first lets them finish."""
    return heroes(player("C02a C10a", power=0), player("C05a", power=0), player("C06a", power=0), turn=1)


def a_rival_ahead() -> Battle:
    """Nobody here finishes first soon, but P2, with 6 points and one card, can be kept from it."""
    return heroes(
        player("C01a C01b C02a C02b C03b C10a", power=0),
        player("C05a", vp=6, power=0),
        player("C03a C04a C06a", vp=2, power=0),
        turn=1,
    )


def a_trick_not_worth_it() -> Battle:
    """Eight single cards: the Ascended Form would win one trick and cost two power."""
    return heroes(
        player("C01a C02a C03a C04a C05a C06a C07a C08a", power=2),
        player(4),
        player(3),
        turn=1,
        top=top(3, 9, 3),
    )


def contrast_of(hint: Judgement) -> Contrast:
    assert hint.contrast is not None
    return hint.contrast


def test_winning_is_the_reason_where_the_tenth_point_can_be_bought() -> None:
    hint = best(tenth_point())
    assert [GAME.format(move) for move in hint.moves[0].line] == ["card C05a", "play"]
    assert contrast_of(hint).what == WON
    assert contrast_of(hint).best > 0.9 > 0.1 > contrast_of(hint).next


def test_the_own_place_is_the_reason_where_the_lead_decides_it() -> None:
    hint = best(two_rivals_with_one_card())
    assert GAME.format(hint.moves[0].move) == "card C10a"
    contrast = contrast_of(hint)
    assert (contrast.what, contrast.term) == (STANDING, "points")
    assert contrast.more() == (contrast.whose == ME)


def test_the_place_of_another_is_the_reason_where_one_only_can_stop_them() -> None:
    hint = best(a_rival_ahead())
    contrast = contrast_of(hint)
    assert (contrast.what, contrast.term) == (STANDING, "points")
    assert contrast.more() == (contrast.whose == ME)


def test_power_saved_is_the_reason_where_a_trick_is_not_worth_it() -> None:
    hint = best(a_trick_not_worth_it())
    assert GAME.format(hint.moves[0].move) == "pass"
    contrast = contrast_of(hint)
    assert (contrast.what, contrast.term, contrast.whose) == (STANDING, "power", ME)
    assert contrast.best > contrast.next + 0.5


def test_different_positions_have_different_reasons_and_questions() -> None:
    told = [
        best(state)
        for state in (tenth_point(), two_rivals_with_one_card(), a_rival_ahead(), a_trick_not_worth_it())
    ]
    for language in ("en", "de"):
        assert len({hint.why.in_language(language) for hint in told if hint.why}) >= 3
        assert len({hint.where.in_language(language) for hint in told if hint.where}) >= 3


def why(state: Battle, best: str, other: str, theme: str = TEMPO, what: str = STANDING) -> str:
    """What is said for one turn beside another one, if a theme decides."""
    contrast = Contrast(what)
    contrast.theme, contrast.whose = theme, ME
    contrast.best_line, contrast.next_line = state.read(ME, best), state.read(ME, other)
    return GAME.require_teaching().why(state, ME, contrast).en


def test_a_reason_is_what_can_be_seen_at_once() -> None:
    state = heroes(player("C08a C09a C09b", power=0), player(1), player(4), turn=1, top=top(3, 8))
    assert why(state, "play C08a", "play C09a") == "It skips {P2}, who has 1 card."
    assert "skips" not in why(state, "play C09a", "play C08a")
    assert why(state, "pass", "play C09a") == "Pass: your cards are worth more in a later trick."
    pair = heroes(player("C03a C03b C08a", power=0), player(4), player(4), turn=1)
    assert why(pair, "play C03a C03b", "play C03a") == "Then a single play can empty your hand."
    assert why(pair, "play C03a C03b", "play C08a", MATERIAL).startswith("You lead: get rid of two 3s now")
    assert (
        why(pair, "play C08a", "play C03a C03b") == "A single 8: hard to beat, so the lead may stay with you."
    )
    low = heroes(player("C02a C04a C08a", power=0), player(4), player(4), turn=1)
    assert (
        why(low, "play C04a", "play C02a") == "A single 4: harder to beat than what you could play instead."
    )
    assert why(low, "play C04a", "play C08a", MATERIAL).startswith(
        "You lead: get rid of a single 4 now, and keep"
    )
    beaten = heroes(player("C07a C07b C01a", power=0), player(4), player(4), turn=1, top=top(2, 3, 2))
    assert (
        why(beaten, "play C07a C07b", "pass", MATERIAL)
        == "You beat this with two 7s, and it costs you little."
    )
    assert why(pair, "play C08a", "play C03a", "", EVEN) == "More than one set is fine here."
    assert GAME.require_teaching().why(pair, ME, Contrast(EVEN)).en == "Other ways are just as good here."


def test_a_turn_that_wins_more_often_is_explained_by_finishing_first() -> None:
    state = heroes(player("C08a C08b", power=0), player(4), player(4), turn=1)
    assert why(state, "play C08a", "play C08b", "", WON) == (
        "That way you are most likely to finish first, and finishing first wins."
    )


def test_the_last_card_is_explained_by_finishing_whatever_decides() -> None:
    state = heroes(player("C05a", power=0, stock=["RP2-1"]), player(4), player(4), turn=1)
    contrast = Contrast(STANDING)
    contrast.theme, contrast.term, contrast.whose, contrast.best = MATERIAL, "pieces", ME, 1.0
    contrast.best_line = state.read(ME, "play C05a")
    contrast.next_line = [*state.read(ME, "attach RP2-1 > C05a"), *contrast.best_line]
    teaching = GAME.require_teaching()
    assert teaching.why(state, ME, contrast).en == "Your hand is empty: you finish first."
    assert teaching.where(state, ME, contrast).en == "Which way empties your hand soonest?"


def test_what_a_turn_promises_is_said_where_nothing_about_it_is_sure() -> None:
    contrast = Contrast(STANDING)
    contrast.theme, contrast.term, contrast.whose, contrast.best, contrast.next = (
        TEMPO,
        "points",
        ME,
        2.0,
        1.0,
    )
    state = heroes(player("C08a C08b", power=0), player(4), player(4), turn=1)
    contrast.best_line, contrast.next_line = state.read(ME, "play C08a"), state.read(ME, "play C08b")
    teaching = GAME.require_teaching()
    assert teaching.why(state, ME, contrast).en == "It should bring you more points by the end of the round."
    contrast.whose, contrast.best = 1, 0.0
    assert teaching.why(state, ME, contrast).en == "It costs {P2} points by the end of the round."


# ---- match point -----------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-83", "CH-89")
@pytest.mark.parametrize(
    ("mine", "theirs", "seen"),
    [
        (player("C03a C09a"), player(1, vp=10), [1]),  # ten points and one card
        (player("C03a C09a"), player(1, vp=9, power=4), [1]),  # four power buy the tenth
        (player("C03a C09a"), player(1, vp=9, power=3), []),
        (player("C03a C09a"), player(2, vp=10), []),  # two cards do not leave together for sure
        (player("C03a C03b", vp=10), player(4), [0]),  # I know that mine do
        (player("C03a C09a", vp=10), player(4), []),
    ],
)
def test_match_point_is_the_turn_that_may_finish_first_with_enough_points(
    mine: dict[str, Any], theirs: dict[str, Any], seen: list[int]
) -> None:
    assert heroes(mine, theirs, player(4), turn=1).view(ME)["match_point"] == seen


def test_a_hint_rests_on_nothing_that_the_seat_cannot_know() -> None:
    truth = a_rival_ahead()
    samples = [
        truth.game.require_search().sample(truth, ME, seeded("another truth", number)) for number in range(9)
    ]
    other = next(sample for sample in samples if sample.document() != truth.document())
    one, two = best(truth), best(other)
    assert (one.moves[0].line, one.why, one.where, one.expects) == (
        two.moves[0].line,
        two.why,
        two.where,
        two.expects,
    )


# ---- the guide -------------------------------------------------------------------------------------------------------


def test_a_crafted_card_of_the_guide_is_worth_what_the_guide_says() -> None:
    """A drawing says its value: `card:C05a+RP2=7`."""
    drawn = [term.key for term in GAME.require_teaching().terms() if "=" in term.key]
    assert drawn
    for key in drawn:
        made, value = key.removeprefix("card:").split("=")
        card, *types = made.split("+")
        hand = "+".join([card, *(f"{kind}-1" for kind in types)])
        view = heroes(player(hand), player(3), player(3), turn=1).view(ME)
        assert [one["value"] for one in view["board"]["you"]["hand"]] == [int(value)]


def test_a_first_match_is_for_three() -> None:
    assert GAME.require_teaching().first_match == (3, {})


@pytest.mark.parametrize(("cards", "level"), [(5, 0), (3, 1), (2, 2), (1, 3)])
def test_the_threat_is_the_rival_who_is_nearest_to_finishing(cards: int, level: int) -> None:
    threat = heroes(player("C03a C09a C05a"), player(cards), player(6), turn=1).view(ME).get("threat")
    assert (threat["level"] if threat else 0) == level
    if threat:
        assert threat["amount"] == cards
        assert threat["text"]["en"].startswith("{P2} has only")
