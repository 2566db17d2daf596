"""What a box is said to come to is what comes of it."""

from __future__ import annotations

import pytest

from slugfest.kernel import Facts, Rng, State

from .table import GAME, duel, wandering

pytestmark = pytest.mark.compiled

MODES = [
    (2, {"mode": "duel"}, ()),
    (2, {"mode": "characters"}, ("tough_nut", "elusivity")),
    (1, {"mode": "solo", "pick_rivals": True}, ("tough_nut",)),
    (4, {"mode": "team", "by_lot": True}, ()),
    (2, {"mode": "coop", "by_lot": True}, ()),
]


def worth(state: State, box: str, seat: int = 0) -> Facts:
    found: Facts = fighter(state, seat)["worth"].get(box, {})
    return found


def fighter(state: State, seat: int) -> Facts:
    found: Facts = state.board(seat)["fighters"][seat]
    return found


def forecasts(state: State, seat: int) -> dict[str, Facts]:
    return {option["move"]: option.get("forecast", {}) for option in state.view(seat)["moves"]}


def test_roll_cage_counts_the_defence_kickers() -> None:
    """KD-156: with Pow and Sidestep selected it makes the attack 5."""
    dice = [
        "red:M@pow:1", "yellow:E@pow:2", "green:A@sidestep:1", "green:A@sidestep:2", "purple:T", "red:M",
    ]  # fmt: skip
    me = {"character": "tough_nut", "dice": dice}
    state = duel(me, {"character": "elusivity", "dice": ["green:B"]})
    assert worth(state, "tn_roll_cage")["attack"] == {"before": 3, "after": 5}
    assert worth(state, "pummel")["attack"]["before"] == 3
    assert worth(state, "sidestep")["defence"]["after"] is not None


@pytest.mark.parametrize(("seats", "options", "picks"), MODES)
def test_filling_a_box_does_what_was_forecast(seats: int, options: Facts, picks: tuple[str, ...]) -> None:
    """KD-21, KD-112 to KD-115: the dice named go there, and the totals become those promised; in every mode."""
    tried = 0
    for state in wandering(seats, options, f"forecast {options['mode']}", 60, picks)[::4]:
        for seat in state.actors():
            before = fighter(state, seat)
            for move, told in forecasts(state, seat).items():
                if not move.startswith("fill "):
                    continue
                box = move.split()[1]
                promised = before["worth"].get(box, {})
                trial = state.copy()
                trial.play_text(seat, move)
                after = fighter(trial, seat)
                moved = [a["die"] for a, b in zip(after["dice"], before["dice"]) if a["at"] != b["at"]]
                assert told["dice"] == moved
                assert moved
                tried += 1
                if box not in after["selected"]:
                    continue  # a card whose other half is empty counts nothing yet
                for side in set(promised) & {"attack", "defence"}:
                    found = after["forecast"][side]
                    assert promised[side]["after"] == (found and found["total"]), (move, side)
    assert tried > 20


def test_only_the_owner_gets_the_forecast_of_a_box() -> None:
    state = GAME.new(2, {"mode": "duel"}, Rng(1))
    assert worth(state, "biff")
    assert state.view(1)["board"]["fighters"][0]["worth"] == {}
    assert state.view(-1)["board"]["fighters"][0]["worth"] == {}


@pytest.mark.parametrize(("seats", "options", "picks"), MODES)
def test_giving_and_exchanging_forecast_the_face_that_is_handed_in(
    seats: int, options: Facts, picks: tuple[str, ...]
) -> None:
    """In every mode; where the move names the side that shows, the face on it."""
    handed_in: set[str] = set()
    for state in wandering(seats, options, f"handed {options['mode']}", 400, picks):
        for seat in state.actors():
            for option in state.view(seat)["moves"]:
                kind, *parts = option["parts"]
                if kind not in ("give", "swap"):
                    assert kind == "fill" or "forecast" not in option
                    continue
                die, face = parts[:2]
                if face == "up":
                    face = fighter(state, seat)["dice"][die - 1]["face"]
                assert option["forecast"] == {"face": face}
                handed_in.add(kind)
    assert handed_in or options["mode"] == "coop"
