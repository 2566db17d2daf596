"""The automated opponent selects exactly as KD-231 says, compared with trying every die on every slot."""

from __future__ import annotations

import itertools
from typing import Any, Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from slugfest.games.kapow_dice.content import BOX, KINDS, Ability, Effect
from slugfest.games.kapow_dice.position.requirements import LETTERS
from slugfest.kernel import Facts, LoadedRng, State, game, seeded

CHARACTERS: Final = [character.id for character in BOX.characters]


def showing(face: str) -> list[tuple[str, int]]:
    """Every die that can show a face, as its kind and the side that must fall."""
    found = [
        (KINDS[kind], sides.index(LETTERS.index(face)))
        for kind, sides in enumerate(BOX.die_sides[:-1])
        if LETTERS.index(face) in sides
    ]
    action = ("action[]", 0) if face == "B" else (f"action[{face}]", 0)
    return found + [action] * len(found)


def hands() -> st.SearchStrategy[list[tuple[str, int]]]:
    """Dice that show few different things, so that there is often more than one way to fill a row."""
    palettes = st.lists(st.sampled_from("METAX"), min_size=1, max_size=3, unique=True)
    die = palettes.map(lambda symbols: [*symbols, *symbols, "W", "B"]).flatmap(
        lambda faces: st.lists(
            st.sampled_from(faces).flatmap(lambda face: st.sampled_from(showing(face))),
            min_size=5,
            max_size=8,
        )
    )
    return die.filter(fits_a_set)


def fits_a_set(dice: list[tuple[str, int]]) -> bool:
    kinds = [kind.partition("[")[0] for kind, _ in dice]
    return all(kinds.count(kind) <= 3 for kind in KINDS)


Dice = dict[int, str]  # by number: the face shown, with a star on an Action die


# ---- KD-21 to KD-23 and KD-231, written once more in the plainest way --------------------------------------------


def accepts(slot: str, die: str) -> bool:
    face, action = die[0], die.endswith("*")
    match slot:
        case "ANY":
            return True
        case "NB":
            return face != "B"
        case "ACT":
            return action
        case "NBACT":
            return action and face != "B"
        case "BLANK":
            return face == "B"
        case "WILD":
            return face == "W"
    return face == slot[0] or (face == "W" and not slot.endswith("!"))


def fits(section: str, dice: list[str]) -> bool:
    """Whether these dice, in this order, fill a section."""
    left = list(dice)
    for group in section.split("+"):
        slots = [slot.strip() for slot in group.split("=")]
        mine, left = left[: len(slots)], left[len(slots) :]
        if not all(accepts(slot, die) for slot, die in zip(slots, mine, strict=True)):
            return False
        if len({die[0] for die in mine} - {"W"}) > 1:
            return False
    return True


def line_of(row: Ability, dice: list[str]) -> int:
    """KD-232: the line of the shown symbol, the first for nothing but Wilds."""
    symbols = {die[0] for die in dice} - {"W"}
    if not symbols:
        return 0
    return [LETTERS[symbol] for symbol, _ in row.lines].index(symbols.pop())


def every_plan(row: Ability, free: Dice) -> list[tuple[Any, ...]]:
    """The keys of KD-231 of every way to lay free dice on the sections of a row."""
    sections = [section.strip() for section in row.requirement.split("|")]
    sizes = [section.count("+") + section.count("=") + 1 for section in sections]
    keys: list[tuple[Any, ...]] = []
    for filled in range(1, len(sections) + 1):
        for chosen in itertools.combinations(range(len(sections)), filled):
            for order in itertools.permutations(free, sum(sizes[index] for index in chosen)):
                dice, parts = list(order), []
                for index in chosen:
                    parts.append([free[die] for die in dice[: sizes[index]]])
                    dice = dice[sizes[index] :]
                if not all(fits(sections[index], part) for index, part in zip(chosen, parts, strict=True)):
                    continue
                shown = [free[die] for die in order]
                vector = sorted(line_of(row, part) for part in parts) if row.lines else []
                wilds = sum(die[0] == "W" for die in shown)
                keys.append((-filled, wilds, sum(die.endswith("*") for die in shown), vector, sorted(order)))
    return keys


def needs_another_blank(row: Ability, free: Dice, paying: int) -> bool:
    """KD-234: whether the placing condition of a row is false."""
    refresh = row.find("refresh")
    if refresh is None:
        return False
    action_only = " " in refresh.what  # a face is attached
    return not any(
        face[0] == "B" and die != paying and (face.endswith("*") or not action_only)
        for die, face in free.items()
    )


# ---- the game beside it --------------------------------------------------------------------------------------------


def table(character: str, dice: list[tuple[str, int]], entangled: int = 0) -> State:
    rival = {"character": character, "dice": [kind for kind, _ in dice], "entangled": entangled}
    human = "tough_nut" if character != "tough_nut" else "elusivity"
    position = {"fighters": [{"character": human, "dice": ["red:M", "action[T]:T"]}, rival]}
    return game("kapow-dice").set_up(
        {"seats": 1, "options": {"mode": "solo"}, "rng": int(seeded("choice").state), "position": position}
    )


def watch(state: State, rolls: list[int]) -> list[Facts]:
    """Let the person be ready; returns what is told, with the roll as given."""
    state.events = []
    state.rng = LoadedRng(seeded("watch", *rolls).state, rolls)
    state.play_text(0, "ready")
    return [{"kind": event.kind, **event.facts} for event in state.events]


def check_row(told: Facts, row: Ability, free: Dice) -> None:
    """One row went as every plan tried out says it must; its dice are no longer free."""
    if not row.sections:
        assert told["result"] == "no_dice"
        return
    keys = every_plan(row, free)
    if not keys:
        assert told["result"] == "impossible"
        return
    filled, wilds, actions, vector, dice = min(keys)
    if needs_another_blank(row, free, dice[0]):
        assert told["result"] == "condition"
        return
    assert told["result"] == "selected"
    assert len(told["sections"]) == -filled
    assert (told["wilds"], told["action_dice"]) == (wilds, actions)
    assert sorted(die for section in told["sections"] for die in section["dice"]) == dice
    letters = [line for line, _ in row.lines]
    lines = ["any" if LETTERS[letters[line]] == "B" else LETTERS[letters[line]] for line in vector]
    assert [section["line"] for section in told["sections"] if row.lines] == lines
    best = min([key[3] for key in keys if key[0] == filled])
    assert (told["refused"] is not None) == (best < vector)
    for die in dice:
        del free[die]


@pytest.mark.rules("KD-231", "KD-232", "KD-233", "KD-234", "KD-R50")
@given(st.sampled_from(CHARACTERS), hands(), st.integers(0, 3))
@settings(max_examples=200, deadline=None)
def test_it_fills_every_row_as_trying_all_plans_does(
    character: str, dice: list[tuple[str, int]], entangled: int
) -> None:
    state = table(character, dice, entangled)
    kinds = dict(enumerate([kind.partition("[")[0] == "action" for kind, _ in dice], start=1))
    events = watch(state, [side for _, side in dice])
    rows = BOX.characters[CHARACTERS.index(character)].rows
    free: Dice = {}
    seen = 0
    for event in events:
        if event["kind"] == "rival_roll":
            free = {
                number: face + ("*" if kinds[number] else "")
                for number, face in enumerate(event["faces"], start=1)
            }
        elif event["kind"] == "rival_row":
            check_row(event, rows[seen], free)
            seen += 1
            assert event["row"] == seen
        elif event["kind"] == "reroll":
            for roll in event["dice"]:
                free[roll["die"]] = roll["face"] + ("*" if kinds[roll["die"]] else "")
        elif event["kind"] == "rival_token":
            assert event["die"] == min(
                free, key=lambda die: (free[die][0] == "W", free[die].endswith("*"), die)
            )
            del free[event["die"]]
            entangled -= 1
        elif event["kind"] == "reveal":
            assert not free or entangled == 0
            break
    assert seen == len(rows)


def value(effects: list[Effect], word: str) -> int:
    return sum(effect.number(0) for effect in effects if effect.word == word)


@pytest.mark.rules("KD-190", "KD-192", "KD-193", "KD-235", "KD-236")
@given(st.sampled_from(CHARACTERS), hands(), st.integers(0, 3))
@settings(max_examples=200, deadline=None)
def test_its_totals_and_gains_are_those_of_the_selected_lines(
    character: str, dice: list[tuple[str, int]], entangled: int
) -> None:
    events = watch(table(character, dice, entangled), [side for _, side in dice])
    rows = {row.id: row for row in BOX.characters[CHARACTERS.index(character)].rows}
    attack = defence = placed = 0
    gains: dict[str, int] = {}  # by box: how many pieces a line of a list is worth
    blanks: list[str] = []
    for event in events:
        if event["kind"] == "rival_token":
            placed += 1
        if event["kind"] != "rival_row" or event["result"] not in ("selected", "no_dice"):
            continue
        row = rows[event["ability"]]
        placed += sum(len(section["dice"]) for section in event["sections"])
        if not row.lines:
            attack += value(row.effects, "attack")
            defence += value(row.effects, "defence")
        for section in event["sections"] if row.lines else []:
            letters = ["any" if LETTERS[symbol] == "B" else LETTERS[symbol] for symbol, _ in row.lines]
            effects = row.lines[letters.index(section["line"])][1]
            attack += value(effects, "attack")
            defence += value(effects, "defence")
            gains[section["box"]] = sum(effect.number(0) or 1 for effect in effects if effect.word == "gain")
            if section["line"] == "any":
                blanks.append(section["box"])
    for box in blanks:
        gains[box] += len(dice) - placed
    told = [event for event in events if event["kind"] == "attack"]
    assert [event["total"] for event in told] == ([max(0, attack - 2 * entangled)] if attack > 0 else [])
    assert [
        event["total"] for event in events if event["kind"] == "defend" and event["who"] == character
    ] == [max(0, defence)]
    for box, pieces in gains.items():
        found = [
            event
            for event in events
            if event["kind"] in ("gain_die", "gain_face", "short") and event["box"] == box
        ]
        assert len(found) == pieces
