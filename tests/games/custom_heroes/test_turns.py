"""Turns: bundles, taking back, default moves, texts, power, and how games end."""

from __future__ import annotations

import pytest

from slugfest.games.custom_heroes.position.position import OVER, TURN
from slugfest.games.custom_heroes.shown.words import REFUSALS
from slugfest.kernel import (
    LANGUAGES,
    History,
    IllegalMove,
    UndoError,
    UnreadableMove,
    read_record,
    record_of,
    seeded,
    verify,
)

from .table import GAME, distinct, heroes, history, player, power_of, random_game, texts, top

FOUR = "C01a C05a C05b C08a"


# ---- bundles (CH-110) ----------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-110", "CH-54")
def test_a_whole_turn_is_one_bundle() -> None:
    match = history(player(FOUR, power=5, stock=["G05-1", "BRA-1"]), player(3), player(3))
    bundle = ["attach G05-1 > C08a", "attach BRA-1 > C01a", "exchange", "play C05a C05b C08a"]
    kinds = [event.kind for event in match.play_bundle(0, bundle)]
    assert kinds == ["crafted", "exchange", "play"]
    assert match.state.actors() == [1]
    assert match.state.board(1)["top"] == {"seat": 0, "kind": "normal", "value": 5, "count": 3}
    assert [GAME.format(entry.move) for entry in match.entries] == [
        *bundle[:3],
        "card C05a",
        "card C05b",
        "card C08a",
        "play",
    ]


@pytest.mark.rules("CH-110", "CH-116")
@pytest.mark.parametrize("wrong", ["play C01a C05a", "attach G05-1 > C05a", "pass", "nonsense"])
def test_a_bundle_with_one_illegal_action_changes_nothing(wrong: str) -> None:
    match = history(player(FOUR, power=5, stock=["G05-1"]), player(3), player(3))
    before = match.state.position()
    with pytest.raises((IllegalMove, UnreadableMove)):
        match.play_bundle(0, ["attach G05-1 > C08a", "exchange", wrong])
    assert match.state.position() == before
    assert not match.entries
    assert not match.can_undo(0)


def test_a_match_played_in_whole_actions_replays_from_its_record() -> None:
    match = history(player("C05a C05b", vp=10), player(3), player(3), round=2)
    match.play_text(0, "play C05a C05b")
    assert match.state.outcome() is not None
    record = record_of(match, ["A", "B", "C"])
    assert record.moves == [(0, "card C05a"), (0, "card C05b"), (0, "play")]
    assert read_record(record.text()).moves == record.moves


def test_a_whole_random_match_verifies() -> None:
    match, rng = History(GAME, 3, {"max_rounds": 1}, "verify"), seeded("verify")
    while match.state.outcome() is None:
        seat = match.state.actors()[0]
        moves = match.state.moves(seat)
        match.play(seat, moves[rng.below(len(moves))])
    again = verify(read_record(record_of(match, ["A", "B", "C"]).text()), GAME)
    assert again.state.document() == match.state.document()


# ---- taking back (CH-55, CH-119) -----------------------------------------------------------------------------------


@pytest.mark.rules("CH-55")
def test_attachments_of_the_running_turn_are_taken_back_one_by_one_and_leave_no_trace() -> None:
    match = history(player(FOUR, stock=["G05-1", "RP1-1"]), player(3), player(3))
    before = match.state.position()
    match.play_text(0, "attach G05-1 > C08a")
    match.play_text(0, "attach RP1-1 > C01a")
    match.play_text(0, "card C05a")
    for _ in range(3):
        match.undo(0)
    assert match.state.position() == before


@pytest.mark.rules("CH-55", "CH-83")
@pytest.mark.parametrize("final", ["exchange", "play C01a"])
def test_an_exchange_or_a_play_ends_taking_back(final: str) -> None:
    match = history(player(FOUR, power=5, stock=["G05-1"]), player(3), player(3))
    match.play_text(0, "attach G05-1 > C08a")
    match.play_text(0, final)
    with pytest.raises(UndoError):
        match.undo(0)


@pytest.mark.rules("CH-55", "CH-R31")
def test_a_pass_ends_taking_back_and_the_attachment_stays() -> None:
    match = history(player(3), player(FOUR, stock=["G05-1"]), player(3), turn=2, top=top(1, 9))
    match.play_text(1, "attach G05-1 > C08a")
    match.play_text(1, "pass")
    with pytest.raises(UndoError):
        match.undo(1)
    assert match.state.document()["cards"]["C08a"]["pieces"] == [{"piece": "G05-1", "by": 2, "round": 1}]


@pytest.mark.rules("CH-119", "CH-31")
def test_a_wager_is_changed_until_the_last_answer_is_in_and_nobody_notices() -> None:
    match = history(player("C02a C05a", vp=4), player("C03a C04a", vp=4), player(2), round=2, phase="wagers")
    unseen = match.state.board(1)
    match.play_text(0, "bet C02a=KO-1")
    assert match.state.board(1) == unseen
    assert match.state.actors() == [1]
    match.play_text(1, "wager C04a=KO-2")
    match.undo(0)
    match.undo(0)
    assert match.state.actors() == [0, 1]
    match.play_text(0, "bet C05a=KO-1")
    match.play_text(1, "bet")
    assert [len(one["wagers"]) for one in match.state.board(2)["players"]] == [1, 1, 0]
    assert match.state.board(2)["players"][0]["wagers"][0]["card"] == "C05a"
    for seat in (0, 1):
        with pytest.raises(UndoError):
            match.undo(seat)


@pytest.mark.rules("CH-112")
def test_the_order_of_attaching_makes_no_difference() -> None:
    documents = []
    for order in (("G05-1 > C08a", "RP1-1 > C01a"), ("RP1-1 > C01a", "G05-1 > C08a")):
        state = heroes(player(FOUR, stock=["G05-1", "RP1-1"]), player(3), player(3))
        for text in order:
            state.play_text(0, f"attach {text}")
        state.play_text(0, "play C05a C05b C08a")
        documents.append(state.document())
    assert documents[0] == documents[1]


# ---- default moves (CH-113) ----------------------------------------------------------------------------------------


@pytest.mark.rules("CH-113")
def test_whose_time_runs_out_does_not_wager_passes_ends_or_discards() -> None:
    wagers = heroes(player("C02a C05a", vp=4), player(2), player(2), round=2, phase="wagers")
    following = heroes(player(3), player(FOUR), player(3), turn=2, top=top(1, 2))
    ending = heroes(player(2, power=5), player(2), player(2), phase="after", top=top(1, 4))
    over = heroes(player(2, power=7), player(2), player(2), phase="after", top=top(1, 4))
    scoring = heroes(
        player(0, power=8, place=1), player(2), player(2), turn=1, phase="scoring", top=top(1, 4)
    )
    defaults = [
        (wagers, "bet"),
        (following, "pass"),
        (ending, "end"),
        (over, "discard"),
        (scoring, "discard"),
    ]
    for state, text in defaults:
        assert GAME.format(state.default_move(state.actors()[0])) == text


@pytest.mark.rules("CH-113")
def test_a_leader_whose_time_runs_out_plays_the_lowest_card_of_the_lowest_id_alone() -> None:
    state = heroes(player("C03b C03c C04a+RM1-1 C01a+BP4-1", power=2), player(3), player(3))
    state.play(0, state.default_move(0))
    state.play(0, state.default_move(0))
    assert state.view(1)["board"]["tricks"][-1]["steps"][0]["cards"][0]["card"] == "C03b"
    assert state.view(1)["board"]["top"]["count"] == 1


# ---- texts (CH-118) ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-118")
def test_every_move_has_its_own_text_and_a_label_in_both_languages() -> None:
    seen = set()
    for move in range(GAME.move_count):
        text = GAME.format(move)
        assert GAME.parse(text) == move
        seen.add(text)
        for language in LANGUAGES:
            assert "{" not in GAME.label(move).in_language(language)
    assert len(seen) == GAME.move_count


@pytest.mark.rules("CH-118", "CH-8")
@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("PLAY c05b C05a", ["card C05a", "card C05b", "play"]),
        ("play  C08a*", ["card C08a*", "play"]),
        ("attach rp1-2>C05a", ["attach RP1-2 > C05a"]),
        ("attach RP1 > C05a", ["attach RP1-2 > C05a"]),
        ("exchange", ["exchange"]),
    ],
)
def test_texts_are_read_in_any_case_and_order_and_a_type_is_enough(text: str, moves: list[str]) -> None:
    state = heroes(
        player("C01a C05a C05b C08a+SPU-1", power=6, stock=["RP1-2", "RP1-3"]), player(3), player(3)
    )
    assert [GAME.format(move) for move in state.read(0, text)] == moves


@pytest.mark.rules("CH-118", "CH-33")
def test_wagers_are_read_one_by_one_or_all_at_once() -> None:
    crafted = {"C05a": [{"piece": "KO-2", "by": 2, "round": 1}]}
    state = heroes(
        player("C02a C05a C09a", vp=4, stock=["KO-1", "RP1-2"]),
        player(3),
        player(3),
        round=2,
        phase="wagers",
        cards=crafted,
    )
    moves = [GAME.format(move) for move in state.read(0, "bet C02a = KO-1 C05a")]
    assert moves == ["wager C02a=KO-1", "wager C05a", "bet"]
    assert texts(state, 0) == {"bet", "wager C02a=KO-1", "wager C05a", "wager C09a=KO-1"}
    for text, code in (("bet C02a=RP1-2", "NO_KODORA"), ("bet C02a=RP1-9", "PIECE_NOT_IN_STOCK")):
        with pytest.raises(IllegalMove) as refused:
            state.read(0, text)
        assert refused.value.code == code
    for move in state.read(0, "wager C02a=KO-1"):
        state.play(0, move)
    assert texts(state, 0) == {"bet", "wager C05a"}


@pytest.mark.rules("CH-116")
@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("play C05a C05a", "NAMED_TWICE"),
        ("play C05a C09a", "CARD_NOT_IN_HAND"),
        ("play C05a C99x", "CARD_NOT_IN_HAND"),
        ("attach RP1-9 > C05a", "PIECE_NOT_IN_STOCK"),
        ("attach RP1-2 > C09a", "CARD_NOT_IN_HAND"),
        ("play", "EMPTY_SET"),
        ("play C05a*", "NO_ABILITY"),
        ("play C08a*", "NOT_ENOUGH_POWER"),
        ("play C01a C05a", "MIXED_VALUES"),
        ("pass", "LEADER_MUST_PLAY"),
        ("exchange", "NOT_ENOUGH_POWER"),
        ("end", "WRONG_PHASE"),
        ("discard", "WRONG_PHASE"),
        ("bet", "WRONG_PHASE"),
    ],
)
def test_the_first_line_of_the_table_that_applies_is_the_reason(text: str, code: str) -> None:
    state = heroes(player("C01a C05a C05b C08a+SPU-1", power=1, stock=["RP1-2"]), player(3), player(3))
    before = state.position()
    with pytest.raises(IllegalMove) as refused:
        state.play_text(0, text)
    assert refused.value.code == code
    assert refused.value.rule in GAME.rules
    assert refused.value.text == REFUSALS.get(f"{code}-{text.partition(' ')[0]}", REFUSALS[code])
    assert state.position() == before


@pytest.mark.rules("CH-116", "CH-54")
def test_once_a_set_is_begun_there_is_no_attaching_and_no_passing() -> None:
    state = heroes(player(3), player(FOUR, power=4, stock=["G05-1"]), player(3), turn=2, top=top(1, 2, 2))
    state.play_text(1, "card C05a")
    assert texts(state, 1) == {"card C05b"}
    for text in ("pass", "exchange", "attach G05-1 > C08a", "play C05a C05b"):
        with pytest.raises(IllegalMove) as refused:
            state.play_text(1, text)
        assert refused.value.code == "WRONG_PHASE"


def test_garbage_is_no_move() -> None:
    state = heroes(player(3), player(3))
    for text in (
        "",
        "play C01a,C02a",
        "card",
        "wager",
        "attach RP1-1",
        "card C01a C01b",
        "bet C01a*",
        "x" * 999,
    ):
        with pytest.raises(UnreadableMove):
            state.play_text(0, text)


# ---- power (CH-106) ------------------------------------------------------------------------------------------------


@pytest.mark.rules("CH-106", "CH-77", "CH-81")
@pytest.mark.parametrize("seats", [2, 4])
def test_anybody_can_add_up_everybodys_power_from_public_events(seats: int) -> None:
    power = [2] * seats
    for state, _, events in random_game(seats, 8):
        assert [power_of(state, seat) for seat in range(seats)] == power
        assert all(state.board(0)["players"][seat]["power"] is None for seat in range(1, seats))
        for facts in (event.seen_by(-1) for event in events):
            if facts["kind"] == "play":
                power[facts["seat"]] -= facts["cost"]
            elif facts["kind"] == "power":
                power[facts["seat"]] += facts["gain"]
            elif facts["kind"] == "reward":
                power[facts["seat"]] += facts["power"]
            elif facts["kind"] == "exchange":
                power[facts["seat"]] -= 4
            elif facts["kind"] == "discard":
                power[facts["seat"]] -= facts["count"]


@pytest.mark.rules("CH-82", "CH-60")
def test_nobody_begins_a_turn_with_more_than_six_power() -> None:
    for seats in (2, 5):
        for state, _, _ in random_game(seats, 9):
            if state.phase == TURN:
                assert all(state.power(seat) <= 6 for seat in range(seats))


# ---- ends (CH-104, CH-108, CH-120) ---------------------------------------------------------------------------------


@pytest.mark.rules("CH-104", "CH-R53")
@pytest.mark.parametrize(
    ("places", "order"),
    [
        ([], [1, 0, 2, 3]),  # nobody finished a round: by points, then clockwise from the winner
        ([[1, 2, 3, 4]], [1, 0, 3, 2]),
    ],
)
def test_the_others_are_ranked_by_points_then_by_the_last_finished_round(
    places: list[list[int]], order: list[int]
) -> None:
    points = [7, 10, 2, 7] if places else [7, 10, 2, 2]
    seats = [
        player(2, vp=points[0]),
        player("C05a", vp=points[1]),
        player(2, vp=points[2]),
        player(2, vp=points[3]),
    ]
    state = heroes(*seats, turn=2, round=2, places=places)
    state.play_text(1, "play C05a")
    assert state.board(0)["order"] == order
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.ranks, outcome.scores) == ([2, 1, 2, 2], points)


@pytest.mark.rules("CH-104")
def test_points_still_staked_count_in_the_final_ranking() -> None:
    state = heroes(player("C05a", vp=10), player(2, vp=3, wagers=["C03a+KO-2"]), player(2, vp=2), round=2)
    state.play_text(0, "play C05a")
    assert state.board(0)["order"] == [0, 1, 2]


@pytest.mark.rules("CH-108", "CH-120", "CH-26")
@pytest.mark.parametrize("seats", range(2, 7))
@pytest.mark.parametrize("rounds", [1, 6])
def test_nobody_is_ever_stuck_and_every_game_ends_within_its_bound(seats: int, rounds: int) -> None:
    count = 0
    for state, seat, _ in random_game(seats, 1, max_rounds=rounds):
        count += 1
        assert state.round <= rounds + 1
        assert seat < 0 or state.moves(seat)
    assert state.phase == OVER
    assert count <= GAME.max_moves(seats, {"max_rounds": rounds})


@pytest.mark.rules("CH-94", "CH-93")
def test_a_short_bag_serves_the_earlier_places_and_the_rest_is_forfeited() -> None:
    stock = [
        f"{kind}-{copy}"
        for kind, copies in (("SPK", 5), ("BRA", 5), ("CHA", 4), ("SPU", 4))
        for copy in range(1, copies + 1)
    ]
    stock += [f"G{value:02d}-{copy}" for value in (1, 3, 5, 7, 8, 9, 10, 11, 12) for copy in (1, 2)]
    items = {"P1": 4, "P2": 4, "P3": 3, "P4": 1, "M1": 2, "M2": 2, "M3": 1, "M4": 1}
    stock += [f"R{kind}-{copy}" for kind, copies in items.items() for copy in range(1, copies + 1)]
    stock += [f"B{kind}-{copy}" for kind, copies in items.items() for copy in range(1, copies + 1)]
    assert len(stock) == 72
    seats = [player("", place=1), player("", place=2), player("", place=3), player("", place=4)]
    state = heroes(*seats, player("C05a"), player("C01a C02a", stock=stock[:-4]), turn=5, round=5)
    assert state.board(0)["bag"] == 4
    state.play_text(4, "play C05a")
    drawn = [one["stock"] - 2 for one in state.board(0)["players"]]
    assert drawn == [0, 0, 0, 0, 3, 69]  # place 5 draws its 3 of 4, the last place only the one that is left
    assert state.board(0)["bag"] == 0


@pytest.mark.rules("CH-94")
@pytest.mark.parametrize(("seats", "drawn"), [(2, 36), (3, 39), (4, 52), (5, 65), (6, 78)])
def test_six_rounds_ask_for_so_many_pieces(seats: int, drawn: int) -> None:
    at_start = 6 if seats == 2 else seats
    rewards = GAME.display.catalogue()["rewards"][str(seats)]
    assert at_start + 6 * sum(reward[2] for reward in rewards) == drawn


@pytest.mark.rules("CH-R34")
def test_a_stock_has_no_limit() -> None:
    stock = ["?"] * 60
    state = heroes(player("C01a C02a", stock=stock), player(2), player(2))
    assert state.board(1)["players"][0]["stock"] == 62


@pytest.mark.rules("CH-R4", "CH-37")
def test_one_card_always_stays_in_the_hand() -> None:
    crafted = {
        "C02a": [{"piece": "KO-2", "by": 2, "round": 1}],
        "C05a": [{"piece": "KO-3", "by": 3, "round": 1}],
    }
    state = heroes(player("C02a C05a", vp=9), player(3), player(3), round=2, phase="wagers", cards=crafted)
    state.play_text(0, "wager C02a")
    assert texts(state, 0) == {"bet"}


# ---- what a search looks at ----------------------------------------------------------------------------------------


@pytest.mark.rules("CH-112")
def test_a_search_is_spared_attachments_that_nothing_comes_of() -> None:
    state = heroes(
        player(3),
        player("C01a C02a C05a", power=0, stock=["RM1-1", "RP4-1", "G03-1"]),
        player(3),
        turn=2,
        top=top(1, 6),
    )
    assert {text for text in distinct(state, 1) if text.startswith("attach")} == {
        "attach RP4-1 > C02a",
        "attach RP4-1 > C05a",
    }


def test_after_an_attachment_a_search_plays_the_card_it_crafted() -> None:
    state = heroes(
        player(3), player("C01a C02a C05a", power=1, stock=["RP4-1"]), player(3), turn=2, top=top(1, 6)
    )
    state.play_text(1, "attach RP4-1 > C05a")
    assert distinct(state, 1) == {"card C05a"}


def test_a_search_is_spared_copies_of_a_card_and_of_a_piece() -> None:
    state = heroes(player("C05a C05b C05c C09a", stock=["BM4-1", "RP1-1", "RP1-2"]), player(3), player(3))
    cards = {text for text in distinct(state, 0) if text.startswith("card")}
    assert cards == {"card C05a", "card C09a"}
    assert "attach BM4-1 > C09a" in distinct(state, 0)
    assert not any("RP1-2" in text for text in distinct(state, 0))
