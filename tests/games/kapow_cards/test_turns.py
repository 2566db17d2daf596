"""Bounds and promises of a turn: how many moves there are, what happens when time runs out, that games end."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.bots import bot
from slugfest.kernel import History, Perspective, State, record_of, replay, seeded

from .table import GAME, battle, player, texts


def played_at_random(seats: int, mode: str, seed: int) -> History:
    rng = seeded("turns", seats, mode, seed)
    history = History(GAME, seats, {"mode": mode}, f"turns {seed}")
    while history.state.outcome() is None:
        seat = history.state.actors()[0]
        moves = history.state.moves(seat)
        history.play(seat, moves[rng.below(len(moves))])
    return history


@pytest.mark.rules("KC-84")
def test_there_can_be_157_moves_and_no_more() -> None:
    others = [
        player(f"T{6 + n:02} R{6 + n:02}", *(f"({card})" for card in cards.split()))
        for n, cards in enumerate(
            [
                "M06 M07 M08 M09 M10",
                "M11 M12 M13 V1 V2",
                "V3 V4 V5 V6 W02a",
                "W02b W02c W02d W03a W03b",
                "W04a W04b W04c W04d W05a",
            ]
        )
    ]
    state = battle(player("S06 S07 S08", "(S09)"), *others)
    assert len(state.moves(0)) == 6 * 25 + 3 + 3 + 1 == 157
    for seats in (2, 6):
        for moment in played_at_random(seats, "to-infinity", 1).entries:
            assert len(moment.before.moves(moment.seat)) <= 157


@pytest.mark.rules("KC-36", "KC-42")
def test_a_drawn_card_cannot_be_given_back() -> None:
    """Whoever has seen the card may not think again; a barricade tells nobody anything and may be undone."""
    history = History(GAME, 2, {"start_seat": "1"}, "undo")
    for text, may_be_undone in [("RECRUIT", False), ("BARRICADE", True)]:
        state = history.state
        seat = state.actors()[0]
        move = next(move for move in state.moves(seat) if state.game.format(move).startswith(text))
        history.play(seat, move)
        assert history.can_undo(seat) is may_be_undone


@pytest.mark.rules("KC-64", "KC-78")
def test_the_outcome_names_whoever_won() -> None:
    state = battle(player("W03a", "(V1)"), player("", "(S08)"), player("", "(R11)"))
    state.play_text(0, "BARRICADE W03a")
    outcome = state.outcome()
    assert outcome is not None
    assert "{P1}" in outcome.text.en
    assert "{P2}" not in outcome.text.en


@pytest.mark.rules("KC-23", "KC-41", "KC-83")
@pytest.mark.parametrize("mode", ["fallen-heroes", "to-infinity"])
def test_whoever_is_active_can_always_do_something(mode: str) -> None:
    """While the deck has cards and somebody else is active, recruiting is always legal."""
    for seed in range(4):
        for entry in played_at_random(3, mode, seed).entries:
            state, seat = entry.before, entry.seat
            legal = texts(state, state.moves(seat))
            assert legal
            position = state.document()
            active = [player for player in position["players"] if player["hand"]]
            recruits = {text for text in legal if text.startswith("RECRUIT")}
            assert bool(recruits) == (bool(position["deck"]) and len(active) > 1)


@pytest.mark.rules("KC-81", "KC-22")
def test_a_turn_is_one_move() -> None:
    """KC-81: action, cards and target are one decision, so that every move is a whole turn."""
    for entry in played_at_random(4, "fallen-heroes", 7).entries:
        after = entry.before.copy()
        after.rng = seeded("turn")
        after.play(entry.seat, entry.move)
        skips = after.document()["turns"] - entry.before.document()["turns"] - 1
        assert skips >= 0
        assert skips == 0 or after.document()["last_round"] is not None


@pytest.mark.rules("KC-75", "KC-76")
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_games_end_within_their_bounds(seats: int) -> None:
    assert GAME.max_moves(seats, {"mode": "fallen-heroes"}) == 2 * (174 - 9 * seats) + 2 * seats
    assert GAME.max_moves(seats, {"mode": "to-infinity"}) == 100 * seats
    for mode in ("fallen-heroes", "to-infinity"):
        history = played_at_random(seats, mode, 3)
        assert len(history.entries) <= GAME.max_moves(seats, {"mode": mode})


@pytest.mark.rules("KC-75")
def test_in_fallen_heroes_cards_only_move_towards_the_discard_pile() -> None:
    """0 points in the deck, 1 in a hand, 2 in a row, 3 discarded: every turn but a pass raises the sum."""

    def points(position: dict[str, Any]) -> int:
        hands = sum(len(player["hand"]) for player in position["players"])
        rows = sum(slot is not None for player in position["players"] for slot in player["row"])
        return hands + 2 * rows + 3 * len(position["discard"])

    history = played_at_random(4, "fallen-heroes", 5)
    for ply, entry in enumerate(history.entries):
        gained = points(history.at(ply + 1).document()) - points(entry.before.document())
        assert gained == 0 if GAME.format(entry.move) == "PASS" else gained >= 1


@pytest.mark.rules("KC-76", "KC-147")
def test_players_who_only_pass_and_recruit_meet_the_turn_cap() -> None:
    history = History(GAME, 2, {"mode": "to-infinity"}, "idle")
    while history.state.outcome() is None:
        seat = history.state.actors()[0]
        idle = [
            move for move in history.state.moves(seat) if GAME.format(move).startswith(("PASS", "RECRUIT"))
        ]
        history.play(seat, idle[-1])
    outcome = history.state.outcome()
    assert outcome is not None
    assert (outcome.reason, len(history.entries)) == ("FINAL_TURN_CAP", 200)


@pytest.mark.rules("KC-44", "KC-86")
def test_a_reshuffle_shuffles() -> None:
    decks = []
    for seed in (1, 1, 2):
        state = battle(player("S06 S07", "(S08)"), player("T06", "(T07)"), mode="to-infinity", deck=["R13"])
        before = state.document()["discard"]
        state.rng = seeded("reshuffle", seed)
        state.play_text(0, "RECRUIT")
        decks.append(state.document()["deck"])
        assert sorted(decks[-1]) == sorted(before)
        assert decks[-1] not in (before, before[::-1])
    assert decks[0] == decks[1] != decks[2]


@pytest.mark.rules("KC-33")
@pytest.mark.parametrize("position", ["H1", "H2", "H3"])
def test_every_hand_card_is_equally_likely_to_be_hit(position: str) -> None:
    hit = []
    for seed in range(300):
        state = battle(player("S06 S07", "(S08)"), player("T06 T09 R13"))
        state.rng = seeded("blind", position, seed)
        state.events = []
        state.play_text(0, f"ATTACK S06 -> P2:{position}")
        hit += [event.facts["card"] for event in state.events if event.kind == "clash"]
    assert len(hit) == 300
    for card in ("T06", "T09", "R13"):
        assert 70 < hit.count(card) < 130


@pytest.mark.rules("KC-36")
@pytest.mark.parametrize("card", ["S06", "T07", "W14d"])
def test_everybody_learns_which_card_is_discarded_for_a_recruit(card: str) -> None:
    state = battle(player("S06 T07 W14d", "(S08)"), player("T06", "(T09)"))
    state.events = []
    state.play_text(0, f"RECRUIT {card}")
    assert state.events[0].seen_by(1) == {"kind": "recruit", "seat": 0, "card": card}
    assert state.document()["discard"] == [card]


@pytest.mark.compiled
@pytest.mark.rules("KC-86")
def test_seed_and_moves_give_the_same_game_again() -> None:
    history = played_at_random(5, "to-infinity", 11)
    again = replay(record_of(history, []), GAME)
    assert again.state.position() == history.state.position()


FIVE = ("(M06)", "(M07)", "(M08)", "(M09)", "(M10)")


@pytest.mark.rules("KC-89")
@pytest.mark.parametrize(
    ("state", "move"),
    [
        (battle(player("S06", "(M09)"), player("T06", "(T13)")), "PASS"),
        (battle(player("S06", "(M09)", passed=True), player("T06", "(T13)")), "RECRUIT"),
        (battle(player("S06 W03b W03a", "(M09)", passed=True), player("T06", "(T13)")), "RECRUIT W03a"),
        (battle(player("T06 S06 V1", "(M09)", passed=True), player("R06", "(T13)")), "RECRUIT S06"),
        (battle(player("S08 W05a", "(M09)"), player("", "(T13)")), "BARRICADE W05a"),
        (battle(player("T07 S07 V1", *FIVE), player("", "-", "(T13)")), "ATTACK S07 -> P2:D2"),
        (battle(player("V2 V1 W02a", *FIVE), player("", "(T13)")), "ATTACK V1 -> P2:D1"),
        (
            battle(player("", "(T13)"), player("R08 W02a", *FIVE), player("", "(T12)"), turn=2),
            "ATTACK R08 -> P3:D1",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_when_time_runs_out(state: State, move: str) -> None:
    seat = state.actors()[0]
    assert GAME.format(state.default_move(seat)) == move


@pytest.mark.rules("KC-85")
def test_a_search_sees_equal_moves_once() -> None:
    """Copies of a weapon, villains, hand positions and equally unknown hidden slots are one choice each."""
    state = battle(
        player("S09 W02a W02b", "(M09)"),
        player("T06 T07", "[T08]", "[T09]", "(T10)", "(T11)", "R13^"),
        player("R06 R07"),
    )
    distinct = texts(state, state.game.require_search().distinct_moves(state, 0))
    assert distinct == {
        "ATTACK S09 -> P2:D1",
        "ATTACK S09 -> P2:D3",
        "ATTACK S09 -> P2:D5",
        "ATTACK S09 -> P3:H1",
        "ATTACK S09+W02a -> P2:D1",
        "ATTACK S09+W02a -> P2:D3",
        "ATTACK S09+W02a -> P2:D5",
        "ATTACK S09+W02a -> P3:H1",
        "BARRICADE S09",
        "BARRICADE W02a",
        "RECRUIT S09",
        "RECRUIT W02a",
        "PASS",
    }


@pytest.mark.rules("KC-85")
def test_a_search_sees_villains_once() -> None:
    state = battle(player("V1 V2", "(M09)"), player("T06", "(T10)"))
    assert texts(state, state.game.require_search().distinct_moves(state, 0)) == {
        "ATTACK V1 -> P2:D1",
        "BARRICADE V1",
        "RECRUIT",
        "PASS",
    }


@pytest.mark.rules("KC-153")
@pytest.mark.parametrize("level", ["easy", "medium"])
def test_a_bot_can_take_over_any_seat_at_any_time(level: str) -> None:
    """KC-153: whoever leaves is replaced by a bot. That needs nothing but the position."""
    helper = bot(level, GAME)
    for entry in played_at_random(3, "fallen-heroes", 2).entries[::6]:
        move = helper.choose(Perspective(entry.before, entry.seat), seeded("leaver"))
        assert entry.before.legal(entry.seat, move)
