"""What one tap may do at once: moves that decide nothing, and the question they lead to."""

from __future__ import annotations

import json
from itertools import chain, permutations
from typing import Any

import pytest

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position import tables
from slugfest.kernel import Rng, State, text_of

from .table import GAME, duel, play, texts, wandering

pytestmark = pytest.mark.compiled

MODES: list[tuple[int, dict[str, Any], tuple[str, ...]]] = [
    (2, {"mode": "duel"}, ()),
    (2, {"mode": "characters"}, ("time_out", "elusivity")),
    (1, {"mode": "solo"}, ("spoiler_alert",)),
    (4, {"mode": "team", "by_lot": True}, ()),
    (2, {"mode": "coop", "by_lot": True}, ()),
]
BY_MODE = pytest.mark.parametrize(
    ("seats", "options", "picks"), MODES, ids=[str(options["mode"]) for _, options, _ in MODES]
)


def ahead_of(state: State, seat: int) -> Any:
    return state.board(seat)["ahead"]


def make(state: State, seat: int, parts: list[Any]) -> None:
    state.play_text(seat, text_of(GAME, list(parts)))


@BY_MODE
def test_what_is_sent_at_once_can_be_played_and_leads_to_what_is_asked(
    seats: int, options: dict[str, Any], picks: tuple[str, ...]
) -> None:
    """Each move is legal when its turn comes, and the answers are the legal moves after them."""
    offered = 0
    games = [
        wandering(seats, options, f"ahead {options['mode']} {number}", 500, picks) for number in range(3)
    ]
    for state in chain(*games):
        question = state.question  # type: ignore[attr-defined]
        for seat in state.actors() if question else []:
            ahead = ahead_of(state, seat)
            if ahead is None:
                continue
            offered += 1
            after = state.copy()
            after.rng = Rng(1)
            for parts in ahead["moves"]:
                make(after, seat, parts)
            if ahead["question"] is not None:
                assert after.board(seat)["question"] == ahead["question"]
                legal = [option["move"] for option in after.view(seat)["moves"]]
                assert [answer["move"] for answer in ahead["answers"]] == legal
    assert offered > 0


def test_only_whoever_is_asked_is_offered_a_shortcut() -> None:
    state = powering_up("grow", "heads_up")
    assert ahead_of(state, 0) is not None
    assert ahead_of(state, 1) is None
    assert ahead_of(state, -1) is None


# ---- the order of boxes ------------------------------------------------------------------------------------------


def powering_up(*boxes: str, mine: str = "", theirs: str = "") -> State:
    """A duel in Power Up: seat 0 is asked which of these boxes comes first."""
    dice: list[str] = []
    for box in boxes:
        for slot, face in GAME_BOXES[box]:
            kind = {"M": "red", "E": "yellow", "T": "purple", "A": "green"}.get(face, "blue")
            dice.append(f"{kind}:{face}@{slot}")
    state = duel({"dice": dice, "pool": mine}, {"dice": ["red:M"], "pool": theirs})
    play(state, "P1: ready", "P2: ready")
    return state


def _needs() -> dict[str, list[tuple[str, str]]]:
    """By box: its slots, and a face that each of them takes."""
    found: dict[str, list[tuple[str, str]]] = {}
    catalogue: Any = GAME.display.catalogue()
    for ability in catalogue["abilities"].values():
        for box in ability["boxes"]:
            found[box["box"]] = [(slot["slot"], slot["face"] or "M") for slot in box["slots"]]
    return found


GAME_BOXES = _needs()


def results(state: State, seat: int, order: tuple[str, ...]) -> set[str]:
    """Everything that can come of the boxes of a seat, triggered in this order, as position documents."""
    if state.outcome() is not None:
        return {str(state.outcome())}
    question = state.board(seat)["question"] if seat in state.actors() else None
    if question is None or state.board(seat)["phase"] != "power_up" or seat not in question["fighters"]:
        document = state.document()
        for fighter in document["fighters"]:
            fighter["dice"].sort()  # in which order they came is all the same
        return {json.dumps(document, sort_keys=True)}
    moves = state.moves(seat)
    if question["kind"] == "order":
        legal = {GAME.format(move): move for move in moves}
        moves = [legal[f"trigger {next(box for box in order if f'trigger {box}' in legal)}"]]
    found: set[str] = set()
    for move in moves:
        after = state.copy()
        after.play(seat, move)
        found |= results(after, seat, order)
    return found


@pytest.mark.rules("KD-120")
@pytest.mark.parametrize(
    "boxes", [("grow", "heads_up"), ("power_on", "heads_up"), ("grow", "heads_up", "power_on")]
)
def test_boxes_are_done_at_once_only_where_every_order_comes_to_the_same(boxes: tuple[str, ...]) -> None:
    state = powering_up(*boxes)
    assert ahead_of(state, 0) is not None
    every = [results(state, 0, order) for order in permutations(boxes)]
    assert len(every[0]) > 1
    assert all(found == every[0] for found in every)


@pytest.mark.rules("KD-46", "KD-120")
def test_an_exchange_is_asked_about_because_new_faces_can_be_exchanged() -> None:
    state = powering_up("heads_up", "new_plan")
    assert state.board(0)["question"]["kind"] == "order"
    assert ahead_of(state, 0) is None
    assert results(state, 0, ("heads_up", "new_plan")) != results(state, 0, ("new_plan", "heads_up"))


@pytest.mark.rules("KD-7", "KD-120")
def test_boxes_that_draw_on_a_scarce_supply_are_asked_about() -> None:
    """One Might is left: whichever box takes it, the other one cannot."""
    assert ahead_of(powering_up("heads_up", "grow", theirs="MMMMMMM"), 0) is not None
    state = powering_up("heads_up", "synthesis", theirs="MMMMMMM")
    assert state.board(0)["supplies"][0]["faces"]["M"] == 1
    assert ahead_of(state, 0) is None


# ---- what goes by itself -----------------------------------------------------------------------------------------


@BY_MODE
def test_what_goes_by_itself_ends_in_a_question_to_nobody(
    seats: int, options: dict[str, Any], picks: tuple[str, ...]
) -> None:
    """Where the board need not ask, the moves are the seat's own and lead past the decision."""
    offered = 0
    picked = ("time_out", "elusivity")[: len(picks)]  # who have no use for blank sides
    for state in wandering(seats, options, f"by itself {options['mode']}", 700, picked):
        for seat in state.actors():
            ahead = ahead_of(state, seat)
            if ahead is None or not ahead["by_itself"]:
                continue
            offered += 1
            assert ahead["question"] is None
            after = state.copy()
            after.rng = Rng(1)
            for parts in ahead["moves"]:
                make(after, seat, parts)
    assert offered > 0


def tidying(mine: dict[str, Any]) -> State:
    """A duel in Clean Up."""
    state = duel(mine, {"dice": ["red:M"]})
    play(state, "P1: ready", "P2: ready")
    assert state.board(0)["phase"] == "clean_up"
    return state


@pytest.mark.rules("KD-124")
def test_spare_faces_that_all_fit_on_the_only_action_die_are_attached_without_asking() -> None:
    ahead = ahead_of(tidying({"dice": ["red:M", "action[W]:W"], "pool": "ME"}), 0)
    assert ahead["by_itself"]
    assert [text_of(GAME, parts) for parts in ahead["moves"]] == ["attach d2 M", "attach d2 E", "done"]


@pytest.mark.rules("KD-124")
@pytest.mark.parametrize(
    "mine",
    [
        {"dice": ["action[W]:W", "action[M]:M"], "pool": "E"},
        {"dice": ["action[WM]:W", "action:B"]},
        {"dice": ["red:M", "action[WWWMM]:W"], "pool": "ME"},
    ],
    ids=["two dice", "a new die", "too many faces"],
)
def test_where_a_face_could_go_elsewhere_its_owner_is_asked(mine: dict[str, Any]) -> None:
    assert ahead_of(tidying(mine), 0) is None


@pytest.mark.rules("KD-124")
@pytest.mark.parametrize(
    ("mine", "moves"),
    [
        ({"dice": ["action:B", "action:B"], "pool": "E"}, ["attach d1 E", "done"]),
        ({"dice": ["action[E]:E", "action:B"]}, ["done"]),
    ],
    ids=["spare", "attached"],
)
def test_a_single_face_does_the_same_on_any_die(mine: dict[str, Any], moves: list[str]) -> None:
    ahead = ahead_of(tidying(mine), 0)
    assert ahead["by_itself"]
    assert [text_of(GAME, parts) for parts in ahead["moves"]] == moves


@pytest.mark.rules("KD-124")
def test_without_spare_faces_the_layout_stays_as_it_is() -> None:
    ahead = ahead_of(tidying({"dice": ["action[W]:W", "action[M]:M"]}), 0)
    assert ahead["by_itself"]
    assert ahead["moves"] == [["done"]]


@pytest.mark.rules("KD-124")
@pytest.mark.parametrize("moved", ["detach d2 W", "attach d2 M"])
def test_whoever_has_moved_a_face_is_asked(moved: str) -> None:
    state = tidying({"dice": ["red:M", "action[W]:W"], "pool": "M"})
    play(state, f"P1: {moved}")
    assert ahead_of(state, 0) is None


@pytest.mark.rules("KD-21", "KD-25", "KD-124")
def test_characters_with_a_use_for_blank_sides_are_asked() -> None:
    wanting = [
        character.id for number, character in enumerate(BOX.characters) if tables.WANTS_BLANKS[number + 1]
    ]
    assert wanting == ["victor_kane", "spoiler_alert"]
    assert not tables.WANTS_BLANKS[0]


# ---- the boxes of the round before ---------------------------------------------------------------------------------


def placing_again(*previous: str, dice: list[str], **mine: Any) -> State:
    """A duel in which the first seat filled these boxes in the round before."""
    return duel({"dice": dice, "previous": list(previous), **mine}, {"dice": ["red:M"]}, round=2)


@pytest.mark.rules("KD-101")
def test_the_boxes_of_the_round_before_are_filled_as_far_as_the_roll_allows() -> None:
    state = placing_again("zap", "pummel", "grow", dice=["blue:X", "red:M", "purple:T"])
    legal = texts(state, 0)
    ahead = ahead_of(state, 0)
    offered = [text_of(GAME, parts) for parts in ahead["moves"]]
    assert len(offered) > 1
    assert set(offered) <= legal & {"fill zap", "fill pummel", "fill grow"}
    assert ahead["question"] is None
    assert not ahead["by_itself"]
    for move in offered:
        play(state, f"P1: {move}")
    assert ahead_of(state, 0) is None


def test_filling_again_is_offered_to_the_owner_alone_and_not_for_a_single_box() -> None:
    state = placing_again("biff", "dodge", dice=["red:M", "blue:X"])
    assert ahead_of(state, 0) is not None
    assert ahead_of(state, 1) is None
    assert ahead_of(state, -1) is None
    play(state, "P1: fill biff")
    assert ahead_of(state, 0) is None


@BY_MODE
def test_what_was_selected_in_the_round_before_is_what_the_reveal_showed(
    seats: int, options: dict[str, Any], picks: tuple[str, ...]
) -> None:
    """Everybody saw it; Immediates have been announced and are not filled again."""
    revealed: dict[tuple[int, int], list[str]] = {}
    compared = 0
    for state in wandering(seats, options, f"again {options['mode']}", 500, picks):
        board = state.board(0)
        for seat, fighter in enumerate(state.document()["fighters"][:seats]):
            if board["phase"] in ("defence", "attack", "stand", "power_up"):
                revealed[seat, board["round"]] = board["fighters"][seat]["selected"]
            elif board["phase"] == "select" and (seat, board["round"] - 1) in revealed:
                compared += len(fighter.get("previous", []))
                assert set(fighter.get("previous", [])) <= set(revealed[seat, board["round"] - 1])
    assert compared > 0


# ---- together --------------------------------------------------------------------------------------------------------


def stating(mine: list[str], partners: list[str]) -> State:
    """A Co-op round in which both people have just got ready."""
    fighters: list[dict[str, Any]] = [
        {"character": "elusivity", "dice": mine},
        {"character": "time_out", "dice": partners},
        {"character": "victor_kane", "dice": ["red"]},
        {"character": "spoiler_alert", "dice": ["red"]},
    ]
    state = GAME.set_up({"seats": 2, "options": {"mode": "coop"}, "position": {"fighters": fighters}})
    state.rng = Rng(1)
    play(state, "P1: ready", "P2: ready")
    return state


KICKER = ["red:M@dodge", "yellow:E@sidestep:1", "green:A@sidestep:2"]  # defends with 1 or 3


@pytest.mark.rules("KD-261", "KD-265")
@pytest.mark.parametrize(
    ("partners", "settled"),
    [(["red:M"], True), (["red:M@dodge"], False), (["red:M@flip:1", "purple:T@flip:2"], False)],
    ids=["mine is higher", "they could be equal", "both are asked"],
)
def test_in_coop_a_defence_is_weighed_only_where_it_decides_whom_they_attack(
    partners: list[str], settled: bool
) -> None:
    partners = [die.replace("red:M@flip", "green:A@flip") for die in partners]
    state = stating(KICKER, partners)
    question = state.board(0)["question"]
    assert (question["kind"], question["totals"]) == ("defend", {"dodge": 3})
    ahead = ahead_of(state, 0)
    assert (ahead is not None) == settled
    if ahead is not None:
        assert ahead["moves"] == [["defend", "dodge"]]
        assert ahead["question"]["kind"] == "face"


@pytest.mark.rules("KD-77", "KD-271")
def test_whoever_is_asked_nothing_acts_before_the_teammate_without_saying_so() -> None:
    """Replicate takes a face that is named already, Grow asks for one."""
    dice = [["blue:X", "red:M@replicate"], ["blue:X@grow:1", "yellow:E@grow:2"]]
    fighters: list[dict[str, Any]] = [
        {"character": "elusivity", "dice": dice[0], "target": 3},
        {"character": "time_out", "dice": dice[1], "target": 3},
        {"character": "victor_kane", "dice": ["red:M"], "target": 1},
        {"character": "coquette", "dice": ["red:M"], "target": 1},
    ]
    position = {"fighters": fighters}
    state = GAME.set_up({"seats": 4, "options": {"mode": "team", "by_lot": True}, "position": position})
    state.rng = Rng(1)
    play(state, "P1: ready", "P2: ready", "P3: ready", "P4: ready")
    assert state.board(0)["question"]["kind"] == "member"
    quiet, asked = ahead_of(state, 0), ahead_of(state, 1)
    assert quiet["by_itself"]
    assert quiet["moves"] == [["first", 0]]
    assert not asked["by_itself"]
    assert asked["question"] is not None
