"""Reasons, counsel and match points at random moments of bot games in every mode: plain sentences that are true."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from tests.sentences import faults

from slugfest.games.kapow_dice.battle import Battle
from slugfest.games.kapow_dice.position.moves import READY
from slugfest.games.kapow_dice.position.phases import (
    ATTACKING,
    MODE_NAMES,
    MODE_SEATS,
    NO_QUESTION,
    Q_DEFEND,
    SELECTING,
)
from slugfest.games.kapow_dice.shown.coach import total_now
from slugfest.games.kapow_dice.shown.reasons import unshared
from slugfest.games.kapow_dice.shown.words import number
from slugfest.kernel import (
    BETTER,
    DANGER,
    EVEN,
    LOST,
    SAFETY,
    STANDING,
    WON,
    Contrast,
    Rng,
    Text,
    seeded,
)

from .table import GAME, duel

TEACHING = GAME.require_teaching()
SEARCH = GAME.require_search()
MOMENTS = 200
MODES: dict[str, int] = dict(zip(MODE_NAMES, MODE_SEATS))


class Moment:
    """A decision of a bot game, and a contrast of two of its lines."""

    def __init__(self, state: Battle, seat: int, contrast: Contrast) -> None:
        self.state = state
        self.seat = seat
        self.contrast = contrast

    def why(self) -> Text | None:
        return TEACHING.reason(self.state, self.seat, self.contrast)


@cache
def moments(mode: str) -> list[Moment]:
    """Decisions of games between bots that place sensibly at random."""
    rng = seeded(f"moments {mode}")
    found: list[Moment] = []
    while len(found) < MOMENTS:
        state = GAME.new(MODES[mode], {"mode": mode}, rng.fork())
        while state.outcome() is None and len(found) < MOMENTS:
            assert isinstance(state, Battle)
            seat = state.actors()[0]
            moves = SEARCH.distinct_moves(state, seat)
            if len(moves) > 1 and rng.below(2):
                found.append(Moment(state.copy(), seat, contrast(state, seat, moves, rng)))
            state.play(seat, moves[int(rng.below(len(moves)))])
    return found


def contrast(state: Battle, seat: int, moves: list[int], rng: Rng) -> Contrast:
    """Two moves to the end of the decision, and anything that a judgement may have found to decide between them."""
    made = Contrast((BETTER, WON, LOST, STANDING, STANDING, STANDING)[int(rng.below(6))])
    if made.what == STANDING:
        terms = TEACHING.standing(state, seat)
        made.term = terms[int(rng.below(len(terms)))][0]
        made.whose = int(rng.below(state.seats))
        made.theme = TEACHING.theme(made.term)
    other = moves[1 + int(rng.below(len(moves) - 1))]
    made.best_line, made.next_line = line(state, seat, moves[0]), line(state, seat, other)
    return made


def line(state: Battle, seat: int, move: int) -> list[int]:
    """A move and the sensible ones after it, to the end of the seat's decision."""
    trial = state.copy()
    made: list[int] = []
    while True:
        made.append(move)
        before = (trial.phase, trial.question, trial.round)
        trial.apply(seat, move)
        if (
            seat not in trial.actors()
            or (trial.phase, trial.question, trial.round) != before
            or move == READY
        ):
            return made
        move = SEARCH.greedy(trial, seat)


@pytest.mark.parametrize("mode", MODES)
def test_reasons_are_plain_sentences_and_mostly_of_this_game(mode: str) -> None:
    own = 0
    for moment in moments(mode):
        assert faults(TEACHING.why(moment.state, moment.seat, moment.contrast)) == []
        own += moment.why() is not None
    assert own >= 0.8 * MOMENTS


@pytest.mark.parametrize("mode", MODES)
def test_counsel_is_plain_and_recommends_legal_moves(mode: str) -> None:
    for moment in moments(mode):
        told = TEACHING.counsel(moment.state, moment.seat)
        calm = [counsel.key not in ("guard", "no-guard", "thin") for counsel in told]
        assert calm == sorted(calm), "danger comes first"
        legal = set(moment.state.moves(moment.seat))
        for counsel in told:
            assert faults(counsel.text) == []
            assert set(counsel.moves) <= legal


@pytest.mark.parametrize("mode", MODES)
def test_the_coach_speaks_of_danger_whenever_they_strike_first_and_there_is_no_defence(mode: str) -> None:
    seen = 0
    for moment in moments(mode):
        state, seat = moment.state, moment.seat
        placing = state.phase == SELECTING and state.question == NO_QUESTION
        if placing and state.first != state.team(seat) and not total_now(state, seat, False):
            seen += 1
            told = next(one for one in TEACHING.counsel(state, seat) if one.theme == DANGER)
            assert told.key == "no-guard"
            assert "no defence" in told.text.en
            assert "keine Verteidigung" in told.text.de
    assert seen >= 5


@pytest.mark.parametrize("mode", MODES)
def test_reasons_and_match_points_rest_on_nothing_hidden(mode: str) -> None:
    rng = seeded("another truth")
    for moment in moments(mode)[::8]:
        other = SEARCH.sample(moment.state, moment.seat, rng)
        assert TEACHING.reason(other, moment.seat, moment.contrast) == moment.why()
        for viewer in (-1, moment.seat):
            assert TEACHING.match_point(SEARCH.sample(moment.state, viewer, rng), viewer) == (
                TEACHING.match_point(moment.state, viewer)
            )
        threats = [TEACHING.threat(one, moment.seat) for one in (moment.state, other)]
        assert len({one and (one.amount, one.level, one.text) for one in threats}) == 1


# ---- every claim is true -------------------------------------------------------------------------------------------


def as_if(moment: Moment, what: str, term: str = "") -> Text | None:
    """The reason if this were what decides."""
    found = Contrast(what)
    found.term, found.whose = term, moment.seat
    found.best_line, found.next_line = moment.contrast.best_line, moment.contrast.next_line
    return TEACHING.reason(moment.state, moment.seat, found)


def finished_round(moment: Moment) -> tuple[Battle, list[dict[str, Any]]]:
    """The round played to its end after the best line, everybody else sensibly, and what happened."""
    trial = moment.state.copy()
    trial.events = []
    for move in moment.contrast.best_line:
        trial.apply(moment.seat, move)
    while trial.round == moment.state.round and trial.outcome() is None:
        seat = trial.actors()[0]
        trial.apply(seat, SEARCH.greedy(trial, seat))
    return trial, [{"kind": event.kind, **event.facts} for event in trial.events]


@pytest.mark.parametrize("mode", MODES)
def test_the_dice_of_the_next_round_are_counted_right(mode: str) -> None:
    words = {number(count).en: count for count in range(1, 13)}
    for moment in moments(mode):
        why = as_if(moment, STANDING, "dice") if moment.state.phase == SELECTING else None
        found = None if why is None else re.search(r"now: (\w+) dice next round instead of (\w+)\.", why.en)
        if found is not None:
            end, _ = finished_round(moment)
            if end.outcome() is None:
                assert end.count[moment.seat] == words[found.group(1)]
            assert words[found.group(2)] < words[found.group(1)]


def test_some_reasons_speak_of_dice() -> None:
    told = [as_if(moment, STANDING, "dice") for moment in moments("duel")]
    assert sum("dice next round instead of" in why.en for why in told if why is not None) > 3


def test_attack_and_defence_are_what_the_fight_will_say() -> None:
    checked = 0
    for moment in moments("duel"):
        if moment.state.phase != SELECTING or moment.contrast.best_line[-1] != READY:
            continue
        for what, kind, pattern in (
            (LOST, "defend", r"defence (?:to|of) (\d+)"),
            (WON, "attack", r"attack (?:to|of) (\d+)"),
        ):
            why = as_if(moment, what)
            found = None if why is None else re.search(pattern, why.en, re.IGNORECASE)
            if found is None:
                continue
            _, told = finished_round(moment)
            totals = [e["total"] for e in told if e["kind"] == kind and e["who"] == f"P{moment.seat + 1}"]
            if totals:  # nobody defends whose enemy does not attack, or after a knock-out
                checked += 1
                assert totals[0] == int(found.group(1)), why
    assert checked > 10


def test_a_knock_out_is_promised_only_for_enough_attack() -> None:
    for moment in moments("duel"):
        why = as_if(moment, WON)
        found = None if why is None else re.search(r"An attack of (\d+): that is the KO", why.en)
        if found is not None:
            assert int(found.group(1)) >= moment.state.health[1 - moment.seat]


# ---- dangers, one by one -------------------------------------------------------------------------------------------


def healths(one: int, other: int) -> dict[str, Any]:
    return {"teams": [{"health": one}, {"health": other}]}


DICE = ["red:M", "yellow:E", "purple:T", "green:A", "blue:X", "action[W]:B"]


def counsels(state: Any) -> list[tuple[str, str, str]]:
    return [(told.key, told.theme, told.text.en) for told in TEACHING.counsel(state, 0)]


EIGHT = ["green:B", "green:B", "yellow:B", "yellow:B", "purple:B", "purple:B", "red:M", "red:M"]


def test_they_strike_first_and_there_is_no_defence() -> None:
    state = duel({"dice": DICE}, {"dice": EIGHT}, first=2)
    danger = "They strike first with eight dice, and you have no defence yet."
    told = counsels(state)
    assert [text for key, _, text in told if key == "guard"] == [
        f"{danger} {box} first." for box in ("Flip", "Block", "Dodge")
    ]
    assert told[3] == ("no-guard", DANGER, danger)
    first = TEACHING.counsel(state, 0)[0]
    assert (first.theme, [GAME.format(move) for move in first.moves]) == (SAFETY, ["fill flip"])
    assert first.text.de.endswith("Zuerst Sprung.")


def test_a_defence_ends_the_warning_while_health_lasts() -> None:
    placed = ["red:M", "yellow:E", "purple:T@flip:2", "green:A@flip:1", "blue:X", "action[W]:B"]
    state = duel({"dice": placed}, {"dice": ["green:B"]}, first=2)
    assert DANGER not in [theme for _, theme, _ in counsels(state)]


def test_match_point_against_the_seat_comes_first_even_if_it_strikes_first() -> None:
    state = duel({"dice": DICE}, {"dice": EIGHT}, first=1, **healths(9, 20))
    danger = "Match point against you: 9 Health and no defence yet."
    assert ("no-guard", DANGER, danger) in counsels(state)
    assert TEACHING.match_point(state, 0) == [1]


def test_a_thin_defence_is_not_enough_at_match_point() -> None:
    placed = ["red:M", "yellow:E", "purple:T", "green:A@dodge", "blue:X", "action[W]:B"]
    state = duel({"dice": placed}, {"dice": EIGHT}, first=2, **healths(5, 20))
    key, theme, text = counsels(state)[0]
    assert (key, theme) == ("thin", DANGER)
    assert text == "Match point against you: 5 Health, and a good roll beats your defence."


def test_all_dice_used_and_no_defence_is_still_said() -> None:
    state = duel({"dice": ["green:B@biff", "red:M@pummel"]}, {"dice": EIGHT[:4]}, first=2)
    assert counsels(state)[0] == (
        "no-guard",
        DANGER,
        "They strike first with four dice, and you have no defence yet.",
    )


def test_match_point_counts_dice_against_health() -> None:
    def state(health: int) -> Any:
        return duel({"dice": DICE}, {"dice": DICE}, **healths(health, 20))

    assert TEACHING.match_point(state(12), 0) == [1]
    assert TEACHING.match_point(state(13), 0) == []
    assert TEACHING.match_point(state(13), -1) == []


def test_before_the_first_round_nobody_is_at_match_point() -> None:
    state = GAME.new(2, {"mode": "characters"}, seeded("before"))
    assert TEACHING.match_point(state, 0) == []


@pytest.mark.parametrize(("dice", "health", "level"), [(4, 20, 1), (8, 20, 2), (8, 9, 3)])
def test_the_threat_of_hidden_dice_is_a_good_roll_against_the_health_that_is_left(
    dice: int, health: int, level: int
) -> None:
    state = duel({"dice": DICE}, {"dice": EIGHT[:dice]}, first=1, **healths(health, 20))
    threat = state.view(0)["threat"]
    assert (threat["amount"], threat["level"]) == (2 * dice, level)
    assert "threat" not in state.view(-1)


def test_an_open_attack_threatens_until_it_has_been_made() -> None:
    mine = ["red:M@biff", "green:A@dodge"]
    theirs = ["red:M@pow:1", "yellow:E@pow:2", "red:M@pummel"]
    state = duel({"dice": mine}, {"dice": theirs}, first=1, **healths(9, 20))
    for seat in (0, 1):
        state.apply(seat, READY)
    assert GAME.format(state.moves(0)[0]).startswith("attack")
    threat = state.view(0)["threat"]
    assert (threat["amount"], threat["level"]) == (5, 2)
    assert threat["text"]["en"] == "An attack of 5 is coming at you."
    assert state.view(1)["threat"]["amount"] == 1, "mine comes at them"


@pytest.mark.parametrize("mode", MODES)
def test_no_attack_is_greater_than_what_was_shown_to_come(mode: str) -> None:
    """Whoever attacks may leave something out, and never makes more of it than was shown."""
    compared = 0
    for deal in range(6):
        rng = seeded(f"attacks {mode} {deal}")
        state = GAME.new(MODES[mode], {"mode": mode}, rng)
        assert isinstance(state, Battle)
        while state.outcome() is None and compared < 12:
            before = {seat: TEACHING.threat(state, seat) for seat in range(MODES[mode])}
            open_dice = state.phase == ATTACKING and state.question != Q_DEFEND
            seat = state.actors()[0]
            state.apply(seat, SEARCH.greedy(state, seat))
            if state.phase != ATTACKING or state.question != Q_DEFEND or not open_dice:
                continue
            now, then = TEACHING.threat(state, state.asked), before[state.asked]
            assert now is None or (then is not None and now.amount <= then.amount)
            compared += now is not None
    assert compared or mode in ("solo", "coop")


@pytest.mark.parametrize("mode", MODES)
def test_equal_ways_have_words_of_the_game(mode: str) -> None:
    """They do not say that whatever else is legal is as good: not to attack is not."""
    for moment in moments(mode):
        even = Contrast(EVEN)
        even.best_line, even.next_line = moment.contrast.best_line, moment.contrast.next_line
        said = TEACHING.reason(moment.state, moment.seat, even)
        assert said is not None
        assert "Other ways" not in said.en
        assert not faults(said)


def test_two_boxes_of_one_ability_are_not_offered_as_a_choice() -> None:
    assert unshared(["co_vrepit.1", "biff"], ["co_vrepit.2"]) == ["biff"]
    assert unshared(["co_vrepit.1"], ["co_vrepit.2"]) == []


def test_a_die_to_roll_is_worth_more_than_an_empty_one() -> None:
    state = duel({"dice": ["red:W", "blue:W", "green:A", "purple:T"]}, {"dice": EIGHT}, first=1)
    contrast = Contrast(BETTER)
    contrast.best_line = [GAME.parse("fill grow"), READY]
    contrast.next_line = [GAME.parse("fill power_on"), READY]
    said = TEACHING.reason(state, 0, contrast)
    assert said is not None
    assert "Trait die" in said.en
