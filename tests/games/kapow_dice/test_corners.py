"""Corners of the rules that are easily cut: too many changes of mind, filling around full boxes, odd positions."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.games.kapow_dice.position.moves import ANSWER, FILL, GIVE
from slugfest.kernel import UNSEEN, Facts, History, IllegalMove, PositionError, State, seeded

from .table import GAME, duel, play, texts


def position(mode: str, fighters: list[Facts], teams: list[Facts] | None = None, **options: Any) -> State:
    document: Facts = {"fighters": fighters} | ({"teams": teams} if teams else {})
    seats = {"team": 4, "solo": 1}.get(mode, 2)
    return GAME.set_up({"seats": seats, "options": {"mode": mode, **options}, "position": document})


def pep_talk(*first: str) -> State:
    """Two against two with Pep Talk, both halves of which can be filled."""
    fighters: list[Facts] = [
        {"character": "elusivity", "target": 3, "dice": ["purple:T", "yellow:E", *first]},
        {"character": "time_out", "target": 4, "dice": ["green:A", "red:M"]},
        {"character": "victor_kane", "target": 1, "dice": ["red:M", "blue:X"]},
        {"character": "coquette", "target": 1, "dice": ["green:B", "red:M"]},
    ]
    return position("team", fighters, [{"cards": ["tu_p1"]}, {}])


def refusal(state: State, seat: int, move: str) -> tuple[str, str]:
    with pytest.raises(IllegalMove) as refused:
        state.play_text(seat, move)
    return refused.value.code, refused.value.rule


@pytest.mark.rules("KD-105", "KD-165")
@pytest.mark.parametrize(
    ("fighter", "ability"),
    [
        ({"character": "coquette"}, "co_awaken"),
        ({"character": "time_out", "locked": ["to_whistle"]}, "to_whistle"),
    ],
)
def test_after_forty_changes_of_mind_an_optional_immediate_is_still_optional(
    fighter: Facts, ability: str
) -> None:
    state = duel({**fighter, "fuss": 40}, {"character": "tough_nut"})
    assert {"ready", f"announce {ability}"} <= texts(state, 0)
    assert not any(move.startswith(("place", "unready")) for move in texts(state, 0))
    play(state, "P1: ready")
    assert state.actors() == [1]


@pytest.mark.rules("KD-101")
def test_filling_a_box_leaves_full_boxes_full() -> None:
    state = duel({"dice": ["red:M@biff", "red:M@pow:1", "blue:X"]}, {})
    play(state, "P1: fill pummel")
    assert state.document()["fighters"][0]["dice"] == ["red:M@biff", "red:M@pummel", "blue:X"]


@pytest.mark.rules("KD-216", "KD-273")
@pytest.mark.parametrize("more", [(), ("red:M", "green:A")])
def test_a_suggested_card_can_be_imagined_though_the_partner_is_ready(more: tuple[str, ...]) -> None:
    state = pep_talk(*more)
    play(state, "P1: fill tu_p1.left", "P1: ready", "P2: fill tu_p1.right", "P2: announce tu_p1")
    for observer in (-1, 2, 3):
        for number in range(8):
            imagined = state.game.require_search().sample(state, observer, seeded("corner", observer, number))
            assert imagined.board(observer) == state.board(observer)


@pytest.mark.rules("KD-216")
def test_the_reroll_of_a_card_is_refused_by_its_own_rule() -> None:
    state = pep_talk()
    play(state, "P1: fill tu_p1.left", "P2: fill tu_p1.right", "P2: announce tu_p1", "P1: confirm")
    seat = state.actors()[0]
    assert refusal(state, seat, "reroll d9") == ("NO_SUCH_DIE", "KD-216")


@pytest.mark.rules("KD-91", "KD-216")
def test_a_suggested_card_is_not_taken_back() -> None:
    """The partner has heard it, and so has everybody else."""
    history = History.from_position(pep_talk().position(), GAME, "corner")
    for seat, move in ((0, "fill tu_p1.left"), (1, "fill tu_p1.right")):
        history.play_text(seat, move)
        assert history.can_undo(seat)
    history.play_text(1, "announce tu_p1")
    assert not history.can_undo(1)


def seen(state: State, *moves: str) -> list[str]:
    """How P2 sees moves of P1: as they are, as some answer, or not at all."""
    words = {UNSEEN: "unseen", ANSWER: "answer"}
    numbers = [GAME.parse(text) for text in moves]
    assert [state.seen_as(0, move, 0) for move in numbers] == numbers
    return [words.get(number) or GAME.format(number) for number in [state.seen_as(0, n, 1) for n in numbers]]


@pytest.mark.rules("KD-91", "KD-103")
def test_behind_a_screen_nothing_is_seen_but_announcements_and_who_is_ready() -> None:
    dice = ["blue:X@el_lure", "red:M@time_jump.1", "green:A", "action[E]:E"]
    state = duel({"character": "elusivity", "dice": dice}, {"character": "time_out"})
    public = ["ready", "unready", "announce el_lure", "announce biff"]
    assert seen(state, *public) == public
    hidden = ["take d1", "place d3 biff", "fill biff", "empty slam", "mode el_adrenaline.1 face", "target P1"]
    assert seen(state, *hidden) == ["unseen"] * len(hidden)
    play(state, "P1: announce el_lure")
    assert seen(state, "reroll d3", "roll") == ["unseen", "roll"]
    play(state, "P1: roll", "P1: announce time_jump.1")
    assert seen(state, "reroll d3", "pass", "turn d3 M", "attach d4", "attach pool") == ["answer"] * 5
    assert seen(state, "face M", "confirm") == ["face M", "confirm"]


@pytest.mark.rules("KD-91", "KD-124")
def test_in_clean_up_nothing_is_seen_but_who_is_done() -> None:
    state = duel({"dice": ["action[E]"], "pool": "M"}, {"dice": ["action[E]"]}, phase="clean_up")
    assert seen(state, "attach d1 M", "detach d1 E", "done") == ["unseen", "unseen", "done"]


@pytest.mark.rules("KD-91", "KD-111")
def test_after_the_reveal_everything_is_seen() -> None:
    state = duel({"dice": ["red:M@biff", "red:M@pummel"]}, {"dice": ["red:M"], "ready": True})
    play(state, "P1: ready")
    moves = ["attack biff", "skip pummel", "decline", "pass", "place d1 biff"]
    assert seen(state, *moves) == moves


@pytest.mark.rules("KD-107")
@pytest.mark.parametrize("nobody", [-1, 2])
def test_who_has_no_seat_has_no_move(nobody: int) -> None:
    state = duel({}, {})
    assert state.moves(nobody) == []
    assert not state.legal(nobody, GAME.parse("ready"))


@pytest.mark.rules("KD-132", "KD-270")
def test_every_place_of_a_face_has_a_number_and_every_number_a_place() -> None:
    numbers = range(GIVE, FILL)
    assert [GAME.parse(GAME.format(move)) for move in numbers] == list(numbers)


@pytest.mark.rules("KD-165")
def test_awaken_rerolls_no_might_and_says_so_by_its_own_rule() -> None:
    state = duel({"character": "coquette", "dice": ["red:M", "blue:X"]}, {"character": "tough_nut"})
    play(state, "P1: announce co_awaken")
    assert refusal(state, 0, "reroll d1") == ("NOT_OFFERED", "KD-165")


@pytest.mark.rules("KD-145")
def test_after_the_last_round_the_refusal_names_the_limit() -> None:
    fighters: list[Facts] = [{}, {}]
    document: Facts = {
        "fighters": fighters,
        "phase": "over",
        "result": {"reason": "ROUND_LIMIT", "team": None},
    }
    state = GAME.set_up({"seats": 2, "options": {"mode": "duel"}, "position": document})
    assert refusal(state, 0, "ready") == ("GAME_OVER", "KD-145")


ODD: dict[str, tuple[str, list[Facts]]] = {
    "points at nobody": ("team", [{"character": "elusivity", "ready": True}]),
    "an enemy is needed": ("team", [{"character": "elusivity", "target": 2}]),
    "only half filled": ("duel", [{"ready": True, "dice": ["red:M@pow:1"]}]),
    "not announced": ("duel", [{"ready": True, "dice": ["blue:X@time_jump.1"]}]),
    "needs a mode": (
        "characters",
        [{"character": "elusivity", "ready": True, "dice": ["green:A@el_adrenaline.1"]}],
    ),
    "there already": ("characters", [{"character": "tough_nut"}]),
}


@pytest.mark.rules("KD-27", "KD-71", "KD-103", "KD-109", "KD-157")
@pytest.mark.parametrize("fault", ODD)
def test_a_position_that_no_game_leads_to_is_refused(fault: str) -> None:
    mode, first = ODD[fault]
    others: dict[str, list[str | None]] = {
        "team": ["time_out", "victor_kane", "coquette"],
        "characters": ["tough_nut"],
        "duel": [None],
    }
    fighters = first + [{"character": other} if other else {} for other in others[mode]]
    with pytest.raises(PositionError, match=fault):
        position(mode, fighters)


@pytest.mark.rules("KD-29", "KD-113")
@pytest.mark.parametrize(
    ("more", "fault"),
    [
        ({"announcements": ["P1 time_jump.1", "P1 time_jump.1"]}, "twice"),
        ({"phase": "stand", "question": {"kind": "defend", "asked": 1, "for": 1}}, "no base"),
    ],
)
def test_a_document_that_would_fail_later_is_refused_now(more: Facts, fault: str) -> None:
    document: Facts = {"fighters": [{"dice": ["blue:X@time_jump.1!"]}, {}], **more}
    with pytest.raises(PositionError, match=fault):
        GAME.set_up({"seats": 2, "options": {"mode": "duel"}, "position": document})


@pytest.mark.rules("KD-112", "KD-159")
def test_the_formula_of_an_attack_stays_as_it_was_when_tokens_come_later() -> None:
    state = duel(
        {"character": "coquette", "dice": ["red:M@biff", "red:M@pummel", "action[M]:M"]},
        {"character": "elusivity", "dice": ["green:A@el_entangle:1", "blue:X@el_entangle:2", "action[A]:A"]},
    )
    play(state, "P1: ready", "P2: ready", "P1: attack biff")
    assert state.board(0)["fighters"][0]["entangled"] == 1
    attack = state.board(0)["fighters"][0]["attack"]
    assert (attack["plus"], attack["flat"], attack["total"]) == (3, 0, 3)


@pytest.mark.rules("KD-124", "KD-91")
def test_the_move_that_opens_clean_up_is_not_taken_back() -> None:
    """Else whether it may be would tell that somebody rearranges in secret."""
    state = duel(
        {"dice": ["red:M@adapt:1", "yellow:E@adapt:2", "action[W]:W"]},
        {"dice": ["red:M", "yellow:E", "blue:X", "action[W]:W"]},
    )
    history = History.from_position(state.position(), GAME, "corner")
    for seat in (0, 1):
        history.play_text(seat, "ready")
    while history.state.board(-1)["phase"] != "clean_up":
        mover = history.state.actors()[0]
        history.play(mover, history.state.moves(mover)[0])
    assert not history.entries[-1].chance
    assert not history.can_undo(mover)


@pytest.mark.rules("KD-41")
def test_the_board_says_the_base_attack_that_was_agreed_on() -> None:
    agreed = GAME.display.catalogue()["agreed"]["pow"]
    assert agreed["3"] == GAME.display.catalogue()["abilities"]["pow"]
    assert agreed["4"]["numbers"] == {"attack_base": 4}
    assert "4" in agreed["4"]["text"]["en"]


@pytest.mark.rules("KD-163")
def test_what_time_out_stops_is_not_called_blocked() -> None:
    facts: Facts = {"kind": "hit", "fighter": 1, "who": "{P2}", "target": 0, "target_who": "{P1}"}
    stopped = GAME.describe({**facts, "attack": 4, "defence": 0, "damage": 0})
    blocked = GAME.describe({**facts, "attack": 4, "defence": 4, "damage": 0})
    assert "lets nothing through" in blocked.en
    assert "lets nothing through" not in stopped.en
    assert "lässt nichts durch" not in stopped.de
