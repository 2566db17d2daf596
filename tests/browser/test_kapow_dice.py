"""KAPOW! dice in real browsers: duels, solo and team matches, seen on the screen and on the wire."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from bench import taps
from playwright.sync_api import expect

from slugfest.games.kapow_dice import GAME
from slugfest.kernel import read_record, verify

from .conftest import Invite
from .server_process import DESK, PHONE, Person, ServerProcess, play_to_the_end, play_until, together

ME = {"kind": "me"}
OPEN = {"kind": "open"}
EASY = {"kind": "bot", "level": "easy"}
SIZES = pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de"), (DESK, "en")], ids=["phone-de", "desk-en"]
)
WANTED = (
    "[data-answer]",
    "[data-box][data-legal]",
    "[role=tab].inviting[aria-selected=false]",
    "[data-primary][data-legal], [data-primary]:not([data-spot]), .workshop [data-primary]",
)
FIERCE = (  # nothing but attacks: somebody falls in a few rounds
    "[data-answer]",
    "[data-area=attack] [data-box][data-legal]",
    WANTED[-1],
)

# Whoever waits for Clean Up must not tap it away in the moment it comes.
BEFORE_CLEAN_UP = tuple(
    ", ".join(f"[data-board]:not([data-phase=clean_up]) {part}" for part in kind.split(", "))
    for kind in WANTED
)


def play_on(people: list[Person], selector: str) -> None:
    """Everybody taps until the first of them sees something on the board; then the others see it, too."""
    calm = "[data-board]:not([aria-busy=true])"
    sought = [person.page.locator(f"{calm} {selector}, {calm}{selector}").first for person in people]
    play_until(people, WANTED, lambda: sought[0].count() > 0)
    for seen in sought:
        expect(seen).to_be_visible()


BEHIND_A_SCREEN = re.compile(r"(place|fill|take d|target|rotate|mode|turn|reroll|attach|detach|roll)\b")


def check_the_wire(history: Any, listeners: list[tuple[Person, int]]) -> None:
    """Every frame told its receiver exactly what the seat may know, and never the secret before the end."""
    for person, seat in listeners:
        hidden = 0
        positions = positions_seen(history, seat)
        for frame in person.frames():
            if frame["type"] not in ("snapshot", "update") or frame["view"] is None:
                continue
            board = frame["view"]["board"]
            if frame["view"]["outcome"] is not None:
                continue
            assert history.secret not in json.dumps(frame)
            assert frame["view"]["seat"] == seat
            hidden += check_the_screens(board, seat)
            check_the_story(frame, board, seat)
            plies = [step["ply"] for step in frame.get("log", frame.get("steps", []))]
            if plies and max(plies) % 3 == 0:  # enough of them: to look takes its time
                assert any(board == state.board(seat) for state in positions[max(plies)])
        assert hidden > 10, f"{person.name} received too little to judge"


def positions_seen(history: Any, seat: int) -> list[list[Any]]:
    """By the number of steps that a seat was shown: the positions it could not tell apart but by its own board."""
    positions: list[list[Any]] = [[history.at(0)]]
    for ply, entry in enumerate(history.entries, 1):
        if entry.noticed_by(seat):
            positions.append([])
        positions[-1].append(history.at(ply))
    return positions


def check_the_screens(board: dict[str, Any], seat: int) -> int:
    """Nothing of what lies behind another team's screen is in a view; how many screens were looked at."""
    mine = board["fighters"][seat]["team"] if seat >= 0 else None
    screens = [fighter for fighter in board["fighters"] if fighter["team"] != mine]
    if board["phase"] != "select" or not board["screens"]:
        return 0
    for fighter in screens:
        assert fighter["hidden"]
        assert all(die["face"] is None and die["at"] is None for die in fighter["dice"])
        assert (fighter["selected"], fighter["modes"], fighter["target"]) == ([], {}, None)
        assert fighter["forecast"] is None
        for card in board["teams"][fighter["team"]]["cards"]:
            assert (card["turned"], card["left"], card["right"], card["filled"]) == (None, None, None, None)
    return len(screens)


def check_the_story(frame: dict[str, Any], board: dict[str, Any], seat: int) -> None:
    """What was rolled and done behind another team's screen is in no event and no move that is told."""
    if board["mode"] not in ("duel", "characters", "team"):
        return
    mine = board["fighters"][seat]["team"] if seat >= 0 else None
    for step in frame.get("log", frame.get("steps", [])):
        if step["seat"] >= 0 and board["fighters"][step["seat"]]["team"] != mine and step["move"]:
            assert not BEHIND_A_SCREEN.match(step["move"]), step
        for happening in step["happenings"]:
            facts = happening["facts"]
            if (
                happening["kind"] in ("roll", "reroll", "turn")
                and board["fighters"][facts["fighter"]]["team"] != mine
            ):
                assert not {"faces", "dice", "face", "die"} & facts.keys()


def verified(server: ServerProcess, person: Person, match: str) -> Any:
    answer = person.context.request.get(f"{server.address}/api/matches/{match}/record")
    return verify(read_record(answer.text()), GAME)


@SIZES
def test_a_person_plays_the_first_game_against_a_bot(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    ann.prefers(askAll=True)  # the workshop is shown even if there is nothing to attach
    ann.named()
    match = ann.new_match("kapow-dice", [ME, EASY], {"mode": "duel"})
    ann.goto(f"/match/{match}")
    expect(ann.page.locator("[data-board]")).to_be_visible()
    ann.fits()
    ann.stays()
    ann.accessible()
    ann.screenshot(f"kapow-dice-{size[0]}-{language}")
    workshop = ann.page.locator("[data-phase=clean_up]:not([aria-busy=true])")
    play_until([ann], BEFORE_CLEAN_UP, lambda: workshop.count() > 0 or ann.over())
    assert not ann.over(), "somebody fell in the very first round: mark the test with another deal"
    ann.stays()
    ann.accessible()
    ann.screenshot(f"kapow-dice-workshop-{size[0]}-{language}")
    play_to_the_end([ann], WANTED)
    ann.stays()
    ann.accessible()
    ann.screenshot(f"kapow-dice-end-{size[0]}-{language}")
    assert verified(server, ann, match).state.outcome() is not None


def test_two_people_play_a_whole_duel_and_nobody_sees_a_roll_before_the_reveal(
    server: ServerProcess, invite: Invite
) -> None:
    ann, bob, eve = (
        invite(server, "Ann", PHONE, "de"),
        invite(server, "Bob", DESK),
        invite(server, "Eve", DESK),
    )
    eve.named()
    match = together([ann, bob], "kapow-dice", mode="characters")
    eve.goto(f"/match/{match}")
    expect(eve.page.locator("[data-board]")).to_be_visible()
    ann.accessible()
    ann.screenshot("kapow-dice-pick-390-de")
    play_to_the_end([ann, bob], FIERCE)
    expect(eve.page.locator("dialog[open] .burst").first).to_be_visible()
    eve.accessible()
    check_the_wire(verified(server, ann, match), [(ann, 0), (bob, 1), (eve, -1)])


@SIZES
def test_a_person_plays_solo_to_the_end_and_reads_every_row(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    ann.named()
    match = ann.new_match("kapow-dice", [ME], {"mode": "solo"})
    ann.goto(f"/match/{match}")
    play_to_the_end([ann], WANTED)
    assert verified(server, ann, match).state.outcome() is not None
    expect(ann.page.locator("dialog[open] span.burst")).to_have_text(
        re.compile("Du gewinnst|Du verlierst" if language == "de" else "You win|You lose")
    )
    rows = ann.page.locator("[data-board] .rival button.row")
    told = rows.all_text_contents()
    assert told
    ann.page.reload()
    look_at_the_board(ann)
    assert rows.all_text_contents() == told  # why it did what it did can still be read
    if size == PHONE:  # one sentence, and the sheet one tap away
        expect(ann.page.locator(".rival .why")).to_have_text(re.compile(r"greift mit \d+ an und verteidigt"))
        ann.page.get_by_role("button", name="Bogen zeigen").click()
    expect(rows).to_have_count(8)
    ann.fits()
    ann.accessible()
    ann.screenshot(f"kapow-dice-solo-{size[0]}-{language}")


def look_at_the_board(person: Person) -> None:
    """Put the result aside, by the key: a rating or a review that comes meanwhile moves the button."""
    person.page.get_by_role("button", name=re.compile("View the board|Spielfeld ansehen")).press("Enter")
    expect(person.page.locator("dialog[open]")).to_have_count(0)


@pytest.mark.deal(3)  # one that is over within eight rounds; the first takes twenty-five
def test_four_people_play_two_against_two_and_screens_hide_one_team_from_the_other(
    server: ServerProcess, invite: Invite
) -> None:
    sizes, languages = [PHONE, DESK, PHONE, DESK], ["de", "en", "en", "de"]
    people = [
        invite(server, name, size, language)
        for name, size, language in zip(("Ann", "Bob", "Cem", "Dea"), sizes, languages, strict=True)
    ]
    match = together(people, "kapow-dice", mode="team")
    play_on(people, "[data-phase=select]")
    for person in people[:2]:
        person.fits()
        person.stays()
        person.accessible()
    people[0].screenshot("kapow-dice-team-390-de")
    people[1].screenshot("kapow-dice-team-1440-en")
    play_on(people, ".arrows")
    people[0].accessible()
    people[0].screenshot("kapow-dice-team-fight-390-de")
    people[1].screenshot("kapow-dice-team-fight-1440-en")
    play_to_the_end(people, FIERCE)
    for person in people[:2]:
        expect(person.page.locator("dialog[open] [data-team]")).to_have_count(2)
        expect(person.page.locator("dialog[open] [data-team].winner")).to_have_count(1)
    check_the_wire(verified(server, people[0], match), [(person, seat) for seat, person in enumerate(people)])


def test_teammates_call_to_each_other_and_nobody_else_hears_it(server: ServerProcess, invite: Invite) -> None:
    people = [
        invite(server, name, PHONE if name == "Ann" else DESK, language)
        for name, language in (("Ann", "de"), ("Bob", "en"), ("Cem", "en"), ("Dea", "en"), ("Eve", "en"))
    ]
    ann, bob, cem, dea, eve = people
    eve.named()
    match = together(people[:4], "kapow-dice", mode="team")
    eve.goto(f"/match/{match}")
    expect(eve.page.locator("[data-board]")).to_be_visible()
    ann.page.get_by_role("button", name="Etwas sagen").click()
    ann.accessible()
    ann.screenshot("kapow-dice-calls-390-de")
    ann.page.get_by_role("button", name="Greif Cem an!").click()
    for person, words in ((ann, "Ann (Team): Greif Cem an!"), (bob, "Ann (team): Attack Cem!")):
        expect(person.page.locator("[data-said=target]")).to_contain_text(words)
    bob.accessible()
    expect(eve.page.get_by_role("button", name="Say something")).to_have_count(0)
    cem.page.get_by_role("button", name="Say something").click()
    cem.page.get_by_role("button", name="Well done!").click()
    expect(dea.page.locator("[data-said=well_done]")).to_be_visible()
    for person in (cem, dea):
        said = [frame for frame in person.frames() if frame["type"] == "said"]
        assert [(frame["seat"], frame["phrase"]) for frame in said] == [(2, "well_done")]
    assert not [frame for frame in eve.frames() if frame["type"] == "said"]


def test_both_halves_of_a_card_are_filled_and_each_sees_the_others(
    server: ServerProcess, invite: Invite
) -> None:
    ann, bob = invite(server, "Ann", PHONE, "de"), invite(server, "Bob", DESK)
    together([ann, bob], "kapow-dice", mode="coop")
    play_on([ann, bob], "[data-phase=select]")
    expect(bob.page.locator("[data-board] [data-card]")).to_have_count(4)
    for _ in range(40):  # rounds: until the dice of both fit one card
        if fill_a_card(ann, bob):
            break
        play_on([ann, bob], "[data-phase=clean_up]")
        play_on([ann, bob], "[data-phase=select]")
    else:
        raise AssertionError("no card was ever filled")
    ann.screenshot("kapow-dice-card-390-de")
    bob.screenshot("kapow-dice-card-1440-en")


def fill_a_card(ann: Person, bob: Person) -> bool:
    """Both fill their half of one card, if their dice can; each sees the other's half full."""
    ann.page.get_by_role("tab", name=re.compile("Bündnis")).click()
    able = [
        {str(one.get_attribute("data-card")) for one in person.page.locator("[data-card].glow").all()}
        for person in (ann, bob)
    ]
    for card in sorted(able[0] & able[1]):
        for person in (ann, bob):
            person.page.locator(f"[data-card={card}] [data-box]").click()
        for person in (ann, bob):
            expect(person.page.locator(f"[data-card={card}] .theirs")).to_have_class(re.compile("filled"))
            expect(person.page.locator(f"[data-card={card}]")).to_have_class(re.compile("works"))
        return True
    return False


def test_two_people_play_together_against_two_automated_opponents(
    server: ServerProcess, invite: Invite
) -> None:
    ann, bob = invite(server, "Ann", PHONE, "en"), invite(server, "Bob", DESK, "de")
    match = together([ann, bob], "kapow-dice", mode="coop")
    play_to_the_end([ann, bob], WANTED)
    expect(ann.page.locator("dialog[open] span.burst")).to_have_text(re.compile("Your team (wins|loses)!"))
    for person in (ann, bob):
        look_at_the_board(person)
        expect(person.page.locator("[data-board] .rival")).to_have_count(2)
        person.fits()
        person.stays()
        person.accessible()
    ann.screenshot("kapow-dice-coop-390-en")
    bob.screenshot("kapow-dice-coop-1440-de")
    assert verified(server, ann, match).state.outcome() is not None
    ann.goto(f"/replay/{match}")
    bob.goto(f"/replay/{match}")
    expect(bob.page.get_by_text("Gemeinsam gegen das Spiel")).to_be_visible()
    ann.accessible()


@SIZES
def test_the_mode_is_chosen_first_and_the_seats_follow(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    ann.goto("/new/kapow-dice")
    seats = ann.page.get_by_role("combobox")
    expect(seats).to_have_count(2)
    choose = {"en": ("Solo", "Two against two", "Together"), "de": ("Solo", "Zwei gegen zwei", "Gemeinsam")}
    solo, team, coop = choose[language]
    ann.page.get_by_role("radio", name=re.compile(solo)).check(force=True)
    expect(seats).to_have_count(1)
    ann.page.get_by_role("radio", name=re.compile(team)).check(force=True)
    expect(seats).to_have_count(4)
    expect(ann.page.get_by_role("heading", name="Team B")).to_be_visible()
    ann.fits()
    ann.accessible()
    ann.screenshot(f"kapow-dice-new-{size[0]}-{language}")
    seats.nth(2).select_option("open")
    ann.page.get_by_role("button", name=re.compile("Open the table|Tisch eröffnen")).click()
    expect(ann.page.get_by_role("heading", name="Team A")).to_be_visible()
    ann.accessible()
    ann.screenshot(f"kapow-dice-lobby-{size[0]}-{language}")
    ann.page.get_by_role("radio", name=re.compile(coop)).check(force=True)
    expect(ann.page.get_by_role("heading", name=re.compile("Together|Gemeinsam"))).to_be_visible()
    expect(ann.page.get_by_role("combobox")).to_have_count(1)


def test_a_die_is_dragged_to_a_box_and_comes_back_and_a_refusal_names_its_rule(
    server: ServerProcess, invite: Invite
) -> None:
    ann = invite(server, "Ann", DESK)
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
    expect(ann.page.locator("[data-rule=KD-26]").first).to_be_visible()


def test_the_whole_draft_works_from_the_keyboard(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", DESK)
    ann.named()
    match = ann.new_match("kapow-dice", [ME, EASY], {"mode": "duel"})
    ann.goto(f"/match/{match}")
    board = ann.page.locator("[data-board]")
    expect(board.locator("[data-die]")).to_have_count(6)
    expect(ann.page.locator("#content[aria-busy=false]")).to_have_count(1)
    board.locator("[data-die]").first.focus()
    ann.page.keyboard.press("1")
    expect(board.locator("[data-die][aria-pressed=true]")).to_have_count(1)
    board.locator("[data-box=biff]").focus()
    ann.page.keyboard.press("Enter")
    expect(board.locator("[data-die]")).to_have_count(5)
    ann.page.keyboard.press("ArrowRight")
    assert ann.page.evaluate("document.activeElement.dataset.spot") is not None


# ---- taps ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "bots"), [("duel", 1), ("team", 3)])
def test_the_model_that_counts_taps_has_the_tabs_of_the_board(
    server: ServerProcess, invite: Invite, mode: str, bots: int
) -> None:
    """`bench/taps.py` knows without a browser which boxes share a tab."""
    ann = invite(server, "Ann", PHONE)
    options = {"mode": mode, "by_lot": mode != "duel"}
    ann.goto(f"/match/{ann.new_match('kapow-dice', [ME] + [EASY] * bots, options)}")
    expect(ann.page.locator("[data-box][data-legal]").first).to_be_visible()
    hands = taps.Hands(dict(GAME.display.catalogue()), mode, True)
    tabs = []
    for tab in ann.page.get_by_role("tab").all():
        tab.click()
        boxes = ann.page.locator("[role=tabpanel] [data-box]").all()
        tabs.append({hands.tab_of(str(box.get_attribute("data-box"))) for box in boxes})
    assert all(len(tab) == 1 for tab in tabs[:2]), tabs
    assert tabs[0] == {"attack"}
    assert tabs[1] == {"power up"}
