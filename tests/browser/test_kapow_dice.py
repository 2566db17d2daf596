"""KAPOW! dice in real browsers: duels, solo and team matches, seen on the screen and on the wire."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Error, expect

from slugfest.games.kapow_dice import GAME
from slugfest.kernel import read_record, verify

from .conftest import Invite
from .house import DESK, PHONE, House, Person, play_to_the_end

ME = {"kind": "me"}
OPEN = {"kind": "open"}
EASY = {"kind": "bot", "level": "easy"}
SIZES = pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de"), (DESK, "en")], ids=["phone-de", "desk-en"]
)
SOON = 1_500  # milliseconds: what others do may take a button away under the finger


def take_turn(person: Person) -> bool:
    """Answer what is asked, fill every box that glows, be ready; by tapping alone."""
    if person.over():
        return False
    board = person.page.locator("[data-board]")
    for wanted in (
        "[data-answer]",
        "[data-box][data-legal]",
        "[role=tab].inviting[aria-selected=false]",
        "[data-primary][data-legal], [data-primary]:not([data-spot]), .workshop [data-primary]",
    ):
        found = board.locator(wanted)
        if found.count() == 0:
            continue
        try:
            found.first.click(timeout=SOON)
        except Error:
            return False  # somebody was faster; look again
        return True
    return False


def frames(person: Person) -> list[dict[str, Any]]:
    return [json.loads(frame) for frame in person.received]


def together(house: House, people: list[Person], mode: str) -> str:
    """Everybody sits down at one match, and it begins; its id."""
    for person in people:
        person.named()
    match = people[0].new_match("kapow-dice", [ME] + [OPEN] * (len(people) - 1), {"mode": mode})
    people[0].goto(f"/match/{match}")
    for seat, person in enumerate(people[1:], 2):
        person.goto(f"/match/{match}")
        person.page.get_by_role("button", name=re.compile(rf"(seat|Platz) {seat}", re.IGNORECASE)).click()
    people[0].page.locator("button.primary, .go button").last.click()
    for person in people:
        expect(person.page.locator("[data-board]")).to_be_visible()
    return match


def check_the_wire(history: Any, listeners: list[tuple[Person, int]]) -> None:
    """Every frame told its receiver exactly what the seat may know, and never the secret before the end."""
    for person, seat in listeners:
        looked_through = 0
        for frame in frames(person):
            if frame["type"] not in ("snapshot", "update") or frame["view"] is None:
                continue
            board = frame["view"]["board"]
            if frame["view"]["outcome"] is not None:
                continue
            assert history.secret not in json.dumps(frame)
            assert frame["view"]["seat"] == seat
            for fighter in board["fighters"]:
                if fighter["hidden"]:
                    assert all(die["face"] is None and die["at"] is None for die in fighter["dice"])
                    assert fighter["selected"] == []
                    assert fighter["forecast"] is None
            check_the_story(frame, board, seat)
            plies = [step["ply"] for step in frame.get("log", frame.get("steps", []))]
            if plies:
                assert board == history.at(max(plies)).look(seat)
                looked_through += 1
        assert looked_through > 3, f"{person.name} received too little to judge"


def check_the_story(frame: dict[str, Any], board: dict[str, Any], seat: int) -> None:
    """What was rolled behind another team's screen is in no event before the reveal."""
    if board["mode"] not in ("duel", "characters", "team"):
        return
    mine = board["fighters"][seat]["team"] if seat >= 0 else None
    for step in frame.get("log", frame.get("steps", [])):
        for happening in step["happenings"]:
            facts = happening["facts"]
            if (
                happening["kind"] in ("roll", "reroll", "turn")
                and board["fighters"][facts["fighter"]]["team"] != mine
            ):
                assert not {"faces", "dice", "face", "die"} & facts.keys()


def verified(house: House, person: Person, match: str) -> Any:
    answer = person.context.request.get(f"{house.address}/api/matches/{match}/record")
    return verify(read_record(answer.text()), GAME)


@SIZES
def test_a_person_plays_the_first_game_against_a_bot(
    house: House, invite: Invite, size: tuple[int, int], language: str
) -> None:
    ann = invite(house, "Ann", size, language)
    ann.named()
    match = ann.new_match("kapow-dice", [ME, EASY], {"mode": "duel"})
    ann.goto(f"/match/{match}")
    expect(ann.page.locator("[data-board]")).to_be_visible()
    ann.fits()
    ann.stays()
    ann.accessible()
    ann.screenshot(f"kapow-dice-{size[0]}-{language}")
    play_to_the_end([ann], take_turn)
    ann.stays()
    ann.accessible()
    ann.screenshot(f"kapow-dice-end-{size[0]}-{language}")
    assert verified(house, ann, match).state.outcome() is not None


def test_two_people_play_a_whole_duel_and_nobody_sees_a_roll_before_the_reveal(
    house: House, invite: Invite
) -> None:
    ann, bob, eve = invite(house, "Ann", PHONE, "de"), invite(house, "Bob", DESK), invite(house, "Eve", DESK)
    eve.named()
    match = together(house, [ann, bob], "characters")
    eve.goto(f"/match/{match}")
    expect(eve.page.locator("[data-board]")).to_be_visible()
    ann.accessible()
    ann.screenshot("kapow-dice-pick-390-de")
    play_to_the_end([ann, bob], take_turn, 900)
    eve.accessible()
    check_the_wire(verified(house, ann, match), [(ann, 0), (bob, 1), (eve, -1)])


@SIZES
def test_a_person_plays_solo_to_the_end_and_reads_every_row(
    house: House, invite: Invite, size: tuple[int, int], language: str
) -> None:
    ann = invite(house, "Ann", size, language)
    ann.named()
    match = ann.new_match("kapow-dice", [ME], {"mode": "solo"})
    ann.goto(f"/match/{match}")
    board = ann.page.locator("[data-board]")
    for _ in range(200):
        take_turn(ann)
        if board.locator(".rival").count():
            break
    expect(board.locator(".rival button.row")).to_have_count(8)
    ann.fits()
    ann.accessible()
    ann.screenshot(f"kapow-dice-solo-{size[0]}-{language}")
    play_to_the_end([ann], take_turn, 900)
    assert verified(house, ann, match).state.outcome() is not None


def test_four_people_play_two_against_two_and_screens_hide_one_team_from_the_other(
    house: House, invite: Invite
) -> None:
    sizes = [PHONE, DESK, PHONE, DESK]
    languages = ["de", "en", "en", "de"]
    people = [
        invite(house, name, size, language)
        for name, size, language in zip(("Ann", "Bob", "Cem", "Dea"), sizes, languages, strict=True)
    ]
    match = together(house, people, "team")
    for _ in range(80):
        if people[0].page.locator("[data-board][data-phase=select]").count():
            break
        any(take_turn(person) for person in people)
    for person in people:
        person.fits()
        person.accessible()
    people[0].screenshot("kapow-dice-team-390-de")
    people[1].screenshot("kapow-dice-team-1440-en")
    play_to_the_end(people, take_turn, 2400)
    check_the_wire(verified(house, people[0], match), [(person, seat) for seat, person in enumerate(people)])


def test_two_people_play_together_against_two_automated_opponents(house: House, invite: Invite) -> None:
    ann, bob = invite(house, "Ann", PHONE, "en"), invite(house, "Bob", DESK, "de")
    match = together(house, [ann, bob], "coop")
    play_to_the_end([ann, bob], take_turn, 1600)
    assert verified(house, ann, match).state.outcome() is not None


def test_a_die_is_dragged_to_a_box_and_comes_back_and_a_refusal_names_its_rule(
    house: House, invite: Invite
) -> None:
    ann = invite(house, "Ann", DESK)
    ann.named()
    match = ann.new_match("kapow-dice", [ME, EASY], {"mode": "duel"})
    ann.goto(f"/match/{match}")
    board = ann.page.locator("[data-board]")
    dice = board.locator("[data-die]")
    expect(dice).to_have_count(6)
    dice.first.drag_to(board.locator("[data-box=biff]"))
    expect(dice).to_have_count(5)
    expect(board.locator("[data-box=biff]")).to_have_attribute("aria-pressed", "true")
    board.locator("[data-box=biff]").click()
    expect(dice).to_have_count(6)
    board.locator("[data-box=klonk]").click()
    expect(ann.page.get_by_text("KD-26").first).to_be_visible()


def test_the_whole_draft_works_from_the_keyboard(house: House, invite: Invite) -> None:
    ann = invite(house, "Ann", DESK)
    ann.named()
    match = ann.new_match("kapow-dice", [ME, EASY], {"mode": "duel"})
    ann.goto(f"/match/{match}")
    board = ann.page.locator("[data-board]")
    expect(board.locator("[data-die]")).to_have_count(6)
    board.locator("[data-die]").first.focus()
    ann.page.keyboard.press("1")
    expect(board.locator("[data-die][aria-pressed=true]")).to_have_count(1)
    board.locator("[data-box=biff]").focus()
    ann.page.keyboard.press("Enter")
    expect(board.locator("[data-die]")).to_have_count(5)
    ann.page.keyboard.press("ArrowRight")
    assert ann.page.evaluate("document.activeElement.dataset.spot") is not None
