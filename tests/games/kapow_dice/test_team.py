"""Two against two: what teammates share, what enemies do not see, and who may decide for a team."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from slugfest.kernel import SPECTATOR, State, game, seeded

GAME = game("kapow-dice")
OPTIONS = {"mode": "team"}
SCREENED = ("select", "clean_up")


def positions(seed: int, longest: int = 400) -> Iterator[State]:
    """A game of random moves, position by position."""
    state = GAME.new(4, OPTIONS, seeded("team", seed))
    chooser = seeded("chooser", seed)
    for _ in range(longest):
        actors = state.actors()
        if not actors:
            return
        seat = actors[int(chooser.below(len(actors)))]
        options = state.game.require_search().distinct_moves(state, seat)
        state.play(seat, options[int(chooser.below(len(options)))])
        yield state


def team(*fighters: dict[str, Any], **position: Any) -> State:
    names = ["elusivity", "time_out", "victor_kane", "coquette"]
    given = [{"character": name, **fighter} for name, fighter in zip(names, fighters, strict=True)]
    return GAME.set_up(
        {"seats": 4, "options": OPTIONS, "rng": 1, "position": {"fighters": given, **position}}
    )


@pytest.mark.rules("KD-91", "KD-101")
def test_a_partner_sees_how_often_somebody_changed_their_mind_and_no_enemy_does() -> None:
    state = GAME.new(4, {**OPTIONS, "by_lot": True}, seeded("changes"))
    for move in ("target P3", "target P4", "target P3"):
        state.play_text(0, move)
    assert [state.board(seat)["fighters"][0]["changes"] for seat in (0, 1, 2, 3, SPECTATOR)] == [
        2,
        2,
        None,
        None,
        None,
    ]
    imagined = {
        state.game.require_search()
        .sample(state, 2, seeded("sample", number))
        .board(0)["fighters"][0]["changes"]
        for number in range(40)
    }
    assert len(imagined) > 1


@pytest.mark.rules("KD-91")
@pytest.mark.parametrize("seed", range(3))
def test_teammates_see_of_each_other_what_each_sees_of_himself(seed: int) -> None:
    for state in positions(seed):
        boards = [state.board(seat) for seat in range(4)]
        for seat in range(4):
            partner = seat ^ 1
            assert boards[seat]["fighters"][partner] == boards[partner]["fighters"][partner]
            assert boards[seat]["teams"] == boards[partner]["teams"]


@pytest.mark.rules("KD-91", "KD-109", "KD-110")
@pytest.mark.parametrize("seed", range(3))
def test_while_screens_are_up_enemies_and_spectators_see_no_face_no_place_no_arrow(seed: int) -> None:
    """After the reveal everybody sees everything, and in Clean Up everything but the new layouts."""
    phases = set()
    for state in positions(seed):
        phase = state.board(0)["phase"]
        phases.add(phase)
        for seat in (*range(4), SPECTATOR):
            board = state.board(seat)
            for number, fighter in enumerate(board["fighters"]):
                ours = seat != SPECTATOR and seat // 2 == number // 2
                assert fighter["hidden"] == (phase in SCREENED and not ours)
                if fighter["hidden"] and phase == "select":
                    assert fighter["target"] is None
                    assert fighter["selected"] == []
                    assert fighter["modes"] == {}
                    assert all(die["face"] is die["at"] is die["frozen"] is None for die in fighter["dice"])
            for number, side in enumerate(board["teams"]):
                hidden = phase == "select" and (seat == SPECTATOR or seat // 2 != number)
                assert all((card["turned"] is None) == hidden for card in side["cards"])
        if phase == "attack":
            assert (
                state.board(0)["fighters"] == state.board(3)["fighters"] == state.board(SPECTATOR)["fighters"]
            )
    assert phases >= {"select", "attack", "power_up"}


@pytest.mark.rules("KD-273")
def test_a_bot_knows_its_teammates_dice_and_only_guesses_the_enemies() -> None:
    state = next(state for state in positions(5) if state.board(0)["phase"] == "select")
    truth = state.document()["fighters"]
    guesses: list[list[Any]] = [[] for _ in range(4)]
    for number in range(30):
        imagined = (
            state.game.require_search().sample(state, 0, seeded("guess", number)).document()["fighters"]
        )
        for fighter in range(4):
            guesses[fighter].append(imagined[fighter]["dice"])
    assert all(guess == truth[fighter]["dice"] for fighter in (0, 1) for guess in guesses[fighter])
    for fighter in (2, 3):
        assert len({str(guess) for guess in guesses[fighter]}) > 10


@pytest.mark.rules("KD-107", "KD-106")
@pytest.mark.parametrize(("first", "order"), [(1, [0, 1, 2, 3]), (2, [2, 3, 0, 1])])
def test_who_cannot_act_at_once_follows_the_token(first: int, order: list[int]) -> None:
    state = team({"target": 3}, {}, {}, {}, first=first)
    assert state.actors() == order
    state.play_text(0, "ready")
    assert state.actors() == [seat for seat in order if seat != 0]


@pytest.mark.rules("KD-77", "KD-270")
def test_the_first_answer_of_a_team_counts() -> None:
    """Either member may say who acts first; then the question is gone."""
    biff = {"dice": ["red:M@biff"], "target": 3, "ready": True}
    idle = {"dice": ["red:M"], "target": 1, "ready": True}
    for answering in (0, 1):
        state = team({**biff, "ready": False}, {**biff, "dice": ["yellow:E@biff"]}, idle, idle)
        state.play_text(0, "ready")
        assert state.actors() == [0, 1]
        state.play_text(answering, "first P2")
        assert state.actors() == [1]
        assert not state.moves(0)


@pytest.mark.rules("KD-210", "KD-211")
def test_both_halves_of_every_card_can_be_filled_and_turned() -> None:
    """Each member reaches exactly one half of each card, and turning swaps them."""
    cards = ["tu_o1", "tu_g1", "tu_b1", "tu_p1"]
    dice = ["red:M", "yellow:E", "purple:T", "green:A", "blue:X"]
    state = team({"dice": dice}, {"dice": dice}, {}, {}, teams=[{"cards": cards}, {}])
    for turned in (False, True):
        for card in cards:
            for seat in (0, 1):
                mine = "left" if (seat == 0) != turned else "right"
                fills = {GAME.format(move) for move in state.moves(seat)}
                assert f"fill {card}.{mine}" in fills
                assert not any(
                    text.endswith(f"{card}.{'right' if mine == 'left' else 'left'}") for text in fills
                )
        for card in cards:
            state.play_text(1, f"rotate {card}")


@pytest.mark.rules("KD-2", "KD-6", "KD-172")
@pytest.mark.parametrize("seed", range(2))
def test_each_team_lives_off_its_own_set(seed: int) -> None:
    """Nothing is lost or made: dice and tokens per set, faces over both."""
    whole: dict[str, int] = {}
    for state in positions(seed):
        if state.board(0)["phase"] in ("pick", "cards"):
            continue
        whole = whole or state.inventory()
        assert state.inventory() == whole
    assert whole["set 1: red die"] == whole["set 2: red die"] == 4
    assert whole["set 1: Entangle token"] == 5
    assert whole["M face"] == 16


@pytest.mark.rules("KD-91")
def test_events_behind_a_screen_are_for_the_team_alone() -> None:
    idle = {"dice": ["red:M"], "target": 1}
    state = team({"dice": ["blue:X@time_jump.1", "red:M"], "target": 3}, {**idle, "target": 3}, idle, idle)
    state.events = []
    state.play_text(0, "announce time_jump.1")
    state.play_text(0, "reroll d2")
    (reroll,) = [event for event in state.events if event.kind == "reroll"]
    told = [seat for seat in (-1, 0, 1, 2, 3) if "dice" in reroll.seen_by(seat)]
    assert told == [0, 1]


@pytest.mark.rules("KD-142", "KD-215")
def test_teammates_share_victory_and_defeat() -> None:
    biff = {"dice": ["red:M@biff"], "target": 3}
    idle = {"dice": ["red:M"], "target": 1, "ready": True}
    state = team({**biff}, {**idle, "target": 3}, idle, idle, teams=[{}, {"health": 1}])
    state.play_text(0, "ready")
    state.play_text(0, "attack biff")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.ranks == [1, 1, 2, 2]
    assert outcome.values == [1.0, 1.0, 0.0, 0.0]
    assert outcome.winners() == [0, 1]
