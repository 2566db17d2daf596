"""Attack and defence in numbers: every combination of selected boxes against the formula as people read it."""

from __future__ import annotations

from math import prod
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from slugfest.kernel import State

from .table import GAME, duel, play, texts

ABILITIES = GAME.display.catalogue()["abilities"]
BOXES = {box["box"]: ability for ability in ABILITIES.values() for box in ability["boxes"]}
FIGHTERS = ["coquette", "spoiler_alert", "tough_nut", "victor_kane"]


def numbers(box: str, side: str, kind: str) -> int:
    found: int = BOXES[box]["numbers"].get(f"{side}_{kind}", 0)
    return found


def boxes_of(side: str, character: str) -> list[str]:
    """Everything that counts for attack or defence on the two boards of a character."""
    return [
        box
        for box, ability in BOXES.items()
        if ability["board"] in ("player", character)
        and any(key.startswith(side) for key in ability["numbers"])
    ]


def by_hand(side: str, base: str, used: list[str], flat: int) -> int:
    """(base + kickers) × multiplier, then flat changes, not below 0 (KD-112)."""
    total = numbers(base, side, "base") + sum(numbers(box, side, "kicker") for box in used)
    return max(0, total * prod(numbers(box, side, "multiplier") or 1 for box in used) + flat)


def best_by_hand(side: str, base: str, extras: list[str], flat: int) -> int:
    """All kickers, and of the multipliers each in turn or none: the best one counts (KD-115)."""
    plain = [box for box in extras if not numbers(box, side, "multiplier")]
    choices = [[], *([box] for box in extras if numbers(box, side, "multiplier"))]
    return max(by_hand(side, base, plain + choice, flat) for choice in choices)


def offered(side: str, bases: list[str]) -> list[str]:
    """The bases that somebody would choose: one that costs no dice is not offered beside a better one (KD-28)."""
    most = max(numbers(base, side, "base") for base in bases)
    return [
        base for base in bases if BOXES[base]["requirement"] != "NONE" or numbers(base, side, "base") == most
    ]


def asked(side: str, character: str, selected: list[str], **more: Any) -> State:
    """A fighter at the question with what to attack or defend, whatever dice it took to get there."""
    fighter = {"character": character, "dice": ["red:M"], "selected": selected, **more}
    return duel(
        fighter,
        {"character": "elusivity", "dice": []},
        phase="attack" if side == "attack" else "stand",
        step={"acting": 1},
        question={"kind": "attack" if side == "attack" else "defend", "asked": 1, "for": 1},
        teams=[{}, {"health": 999, "full": 999}],
    )


@pytest.mark.rules("KD-112", "KD-113", "KD-114", "KD-115", "KD-159", "KD-166")
@settings(max_examples=120, deadline=None)
@given(st.data(), st.sampled_from(FIGHTERS), st.sampled_from(["attack", "defence"]), st.integers(0, 3))
def test_a_total_is_what_the_formula_says(
    data: st.DataObject, character: str, side: str, burden: int
) -> None:
    """Burden: Entangle tokens for the attack, VREPit for the defence."""
    known = boxes_of(side, character)
    selected = [box for box in known if data.draw(st.booleans())]
    bases = [box for box in selected if numbers(box, side, "base")]
    extras = [box for box in selected if not numbers(box, side, "base")]
    assume(bases)
    bases = offered(side, bases)
    left_out = [box for box in extras if data.draw(st.booleans())]
    verb = "attack" if side == "attack" else "defend"
    more = {"entangled": burden} if side == "attack" else {"weak": burden}
    flat = -2 * burden if side == "attack" else -burden
    state = asked(side, character, selected, **more)
    wanted = {f"{verb} {box}" for box in bases} | {f"skip {box}" for box in extras}
    assert texts(state, 0) == wanted | ({"decline"} if side == "attack" else set())
    base = data.draw(st.sampled_from(bases))
    if len(bases) == 1 and left_out == extras and side == "defence":
        left_out = left_out[:-1]
    play(state, *(f"P1: skip {box}" for box in left_out))
    promised = state.board(0)["question"]["totals"]
    told = play(state, f"P1: {verb} {base}")
    (event,) = [event for event in told if event["kind"] == verb and event["fighter"] == 0]
    used = [box for box in extras if box not in left_out]
    assert event["total"] == best_by_hand(side, base, used, flat) == promised[base]
    counted = [kicker["box"] for kicker in event["kickers"]]
    assert len([box for box in counted if numbers(box, side, "multiplier")]) <= 1
    assert not set(counted) & set(left_out)


@pytest.mark.rules("KD-113", "KD-116")
@settings(max_examples=40, deadline=None)
@given(st.data())
def test_without_a_base_there_is_neither_attack_nor_value_nor_face(data: st.DataObject) -> None:
    """Any kickers and multipliers, filled with the dice they need, come to nothing."""
    lonely = {
        "pummel": ["red:M@pummel"],
        "slam": ["yellow:E@slam:1", "yellow:E@slam:2"],
        "deflect": ["purple:T@deflect"],
        "sidestep": ["purple:A@sidestep:1", "green:A@sidestep:2"],
        "run_around": ["green:A@run_around:1", "green:A@run_around:2", "green:A@run_around:3"],
    }
    chosen = [box for box in lonely if data.draw(st.booleans())]
    dice = [die for box in chosen for die in lonely[box]]
    state = duel({"dice": [*dice, "action[W]:W"]}, {"dice": [], "ready": True})
    told = play(state, "P1: ready")
    assert [event["total"] for event in told if event["kind"] == "defend"] == [0, 0]
    assert not {event["kind"] for event in told} & {"attack", "gain_face", "hit"}


@pytest.mark.rules("KD-115", "KD-R10")
def test_the_owner_may_take_the_smaller_multiplier() -> None:
    state = asked("defence", "coquette", ["dodge", "run_around", "ambush"])
    told = play(state, "P1: skip ambush", "P1: defend dodge", "P1: face M")
    (event,) = [event for event in told if event["kind"] == "defend" and event["fighter"] == 0]
    assert event["total"] == (1 + 2) * 2
    assert [event["box"] for event in told if event["kind"] == "gain_face"] == ["run_around"]
