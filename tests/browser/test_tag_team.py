"""Tag Team in real browsers: whole matches, seen on the screen and on the wire."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from slugfest.games.tag_team import GAME
from slugfest.kernel import read_record, verify

from .conftest import Invite
from .server_process import DESK, PHONE, Person, ServerProcess, decide, play_to_the_end, together

ME = {"kind": "me"}
OPEN = {"kind": "open"}
EASY = {"kind": "bot", "level": "easy"}
SMALL_PHONE = (360, 640)
LAPTOP = (1366, 768)
LOOKS = [
    (PHONE, "de", "light"),
    (PHONE, "en", "night"),
    (DESK, "en", "light"),
    (DESK, "de", "night"),
    (SMALL_PHONE, "de", "light"),
    (LAPTOP, "en", "light"),
]
FIRST_GAME: dict[str, object] = {"teams": "first-game"}
# Nobody here removes cards from the game, so a deck is sure to grow by one card a round.
GROWING: dict[str, object] = {
    "teams": "given",
    "fighter_1a": "joan",
    "fighter_1b": "ching",
    "fighter_2a": "golem",
    "fighter_2b": "mordred",
}


# The button that ends the decision; until it can be pressed, the next legal thing that is not chosen yet.
WANTED = (
    ".primary button",
    ".middle .gap[data-legal][aria-pressed=false]",
    ".middle:not(:has(.gap[data-legal])) [data-legal][aria-pressed=false]",
)


def middle(person: Person) -> Locator:
    return person.page.locator("[data-board] .middle")


def invited(
    server: ServerProcess, invite: Invite, options: dict[str, object], **sizes: Any
) -> tuple[Person, Person, str]:
    """Two people at one table, ready to play."""
    ann = invite(server, "Ann", sizes.get("ann", PHONE), "de")
    bob = invite(server, "Bob", sizes.get("bob", DESK))
    match = together([ann, bob], "tag-team", None, **options)
    return ann, bob, match


def no_scrolling(person: Person) -> None:
    """The whole decision is on the screen."""
    person.fits()
    heights = person.page.evaluate(
        "(() => { const main = document.querySelector('#content'); return [main.scrollHeight, main.clientHeight] })()"
    )
    assert heights[0] <= heights[1] + 1, f"the board is {heights[0]} px high in a window of {heights[1]}"


def nothing_overlaps(person: Person) -> None:
    """What is decided keeps clear of both teams, and every card's words are on the card."""
    faults = person.page.evaluate(
        """() => {
            const box = (element) => element.getBoundingClientRect()
            const teams = [...document.querySelectorAll('[data-board] .team')].map(box)
            const found = []
            for (const thing of document.querySelectorAll('[data-board] .middle :is(h2, [data-spot], .text)')) {
                const { top, bottom, height } = box(thing)
                for (const team of height ? teams : [])
                    if (top < team.bottom - 6 && bottom > team.top + 6) found.push(thing.textContent.trim())
                const card = thing.closest('.card')
                const book = thing.closest('li')?.querySelector('.book')
                if (book && box(book).height) continue  // it opens the whole card
                if (thing.matches('.text') && card && bottom > box(card).bottom + 3)
                    found.push('cut: ' + thing.textContent)
            }
            return found
        }"""
    )
    assert faults == []


def test_two_people_draft_and_fight_to_the_end_and_no_order_leaks(
    server: ServerProcess, invite: Invite
) -> None:
    ann, bob, match = invited(server, invite, {"teams": "tactical"})
    eve = invite(server, "Eve", DESK)
    eve.named()
    eve.goto(f"/match/{match}")
    expect(eve.page.locator("[data-board]")).to_be_visible()
    no_scrolling(ann)
    no_scrolling(bob)
    ann.accessible()
    ann.screenshot("tag-team-draft-390-de")
    bob.screenshot("tag-team-draft-1440-en")
    play_to_the_end([ann, bob], WANTED)
    ann.screenshot("tag-team-end-390-de")
    answer = ann.context.request.get(f"{server.address}/api/matches/{match}/record")
    history = verify(read_record(answer.text()), GAME)
    check_the_wire(history, [(ann, 0), (bob, 1), (eve, -1)])


def check_the_wire(history: Any, listeners: list[tuple[Person, int]]) -> None:
    """No frame before the end tells a deck, a drawn card or an insertion of another seat, nor the secret."""
    for person, seat in listeners:
        looked_through = 0
        for frame in person.frames():
            if frame["type"] not in ("snapshot", "update") or frame["view"] is None:
                continue
            if frame["view"]["outcome"] is not None:
                continue
            assert history.secret not in json.dumps(frame)
            board = frame["view"]["board"]
            for side, facts in enumerate(board["sides"]):
                if side != seat:
                    assert facts["deck"] is None
                    assert facts["inserted"] is None
                    assert facts["drawn"] == []
                    assert facts["under"] == []
            for step in frame.get("log", frame.get("steps", [])):
                if step["seat"] == seat:
                    continue
                secret = re.compile(r"^(insert|under|first|pick|discard) ")
                assert step["move"] is None or not secret.match(step["move"]), step
                assert step["move"] is not None or step["label"] is None, step
                for happening in step["happenings"]:
                    if happening["kind"] == "drawn" and happening["facts"]["seat"] != seat:
                        assert "cards" not in happening["facts"]
            looked_through += 1
        assert looked_through > 3, f"{person.name} received too little to judge"


@pytest.mark.parametrize(("size", "language", "theme"), LOOKS, ids=lambda look: str(look))
def test_every_decision_fits_on_the_screen_and_is_accessible(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str, theme: str
) -> None:
    ann = invite(server, "Ann", size, language)
    ann.prefers(theme=theme, language=language)
    match = ann.new_match("tag-team", [ME, EASY], {"teams": "normal"})
    ann.goto(f"/match/{match}")
    seen: set[str] = set()
    mine = "#content[aria-busy=false] .middle [data-legal]"  # the screen shows a decision of hers, not the last one
    for _ in range(20):
        expect(ann.page.locator(f"{mine}, dialog[open] .burst").first).to_be_visible()
        if ann.over() or len(seen) >= 4:
            break
        kind = middle(ann).locator("h2").first.inner_text()
        no_scrolling(ann)
        if kind not in seen:
            seen.add(kind)
            ann.accessible()
            ann.screenshot(f"tag-team-{len(seen)}-{size[0]}-{language}-{theme}")
            nothing_overlaps(ann)
        decide(ann, WANTED)
    assert len(seen) >= 4, seen


def test_the_card_goes_into_the_gap_that_was_tapped(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE)
    match = ann.new_match("tag-team", [ME, EASY], GROWING)
    ann.goto(f"/match/{match}")
    decide(ann, WANTED)
    drawn = middle(ann).locator(".drawn .spot[data-legal]")
    expect(drawn).to_have_count(3)
    drawn.nth(1).click()
    expect(middle(ann).locator(".gap")).to_have_count(3)
    middle(ann).locator(".gap").nth(1).click()
    ann.page.locator("[data-board] .primary button").click()
    expect(ann.page.locator("[data-board] .deck > li")).to_have_count(4)
    sent = [
        move
        for frame in ann.frames()
        for step in frame.get("steps", [])
        if (move := step["move"]) is not None and step["seat"] == 0
    ]
    assert any(re.fullmatch(r"insert \S+ at 1", move) for move in sent), sent
    assert any(move.startswith("under ") for move in sent), sent


def test_a_turn_can_be_watched_again_step_by_step(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", DESK)
    match = ann.new_match("tag-team", [ME, EASY], FIRST_GAME)
    ann.goto(f"/match/{match}")
    decide(ann, WANTED)
    ann.page.get_by_role("button", name="The last fight").click()
    theatre = ann.page.locator("[data-theatre]")
    expect(theatre.locator("[data-fighter]")).to_have_count(4)
    step = theatre.get_by_text(re.compile(r"^Step 1 of \d+$"))
    expect(step).to_be_visible()
    theatre.get_by_role("button", name="Forward one step").click()
    expect(theatre.get_by_text(re.compile(r"^Step 2 of \d+$"))).to_be_visible()
    ann.accessible()
    ann.screenshot("tag-team-theatre-1440-en")
    expect(theatre.get_by_text(re.compile("only at the newest", re.IGNORECASE))).to_be_visible()
    theatre.get_by_role("button", name=re.compile("Watch turn 2")).click()
    expect(theatre.get_by_text(re.compile("only at the newest", re.IGNORECASE))).to_be_hidden()


def test_the_last_fight_does_not_name_older_cards_of_the_other_side(
    server: ServerProcess, invite: Invite
) -> None:
    """What the log may not say again (TT-32), the slow retelling does not say either."""
    ann = invite(server, "Ann", PHONE)
    match = ann.new_match("tag-team", [ME, EASY], GROWING)
    ann.goto(f"/match/{match}")
    decide(ann, WANTED)
    ann.page.get_by_role("button", name="The last fight").click()
    said = ann.page.locator("[data-theatre] .sentence")
    expect(said).to_contain_text("with a card")
    expect(said).not_to_contain_text(re.compile("Protect the Innocent|Dark Power"))


def test_a_hint_leaves_room_for_every_word(server: ServerProcess, invite: Invite) -> None:
    for size, language in ((PHONE, "de"), (DESK, "en")):
        ann = invite(server, "Ann", size, language)
        match = ann.new_match("tag-team", [ME, EASY], GROWING)
        ann.goto(f"/match/{match}")
        decide(ann, WANTED)
        expect(middle(ann).locator(".drawn .spot[data-legal]")).to_have_count(3)
        ann.takes_a_hint()
        expect(middle(ann).locator(".idea")).not_to_have_count(0)
        no_scrolling(ann)
        nothing_overlaps(ann)
        ann.accessible()
        ann.screenshot(f"tag-team-hint-{size[0]}-{language}")


def test_fighters_are_named_only_where_teams_are_set_one_by_one(
    server: ServerProcess, invite: Invite
) -> None:
    ann = invite(server, "Ann", PHONE)
    ann.goto("/new/tag-team")
    first = ann.page.get_by_label("Seat 1, first fighter")
    expect(ann.page.get_by_text("How the teams are found")).to_be_visible()
    expect(first).to_have_count(0)
    ann.page.get_by_text("named one by one").click()
    first.select_option("The Golem · difficulty 1 of 5")
    ann.fits()
    ann.accessible()
    ann.screenshot("tag-team-new-390-en")
    ann.page.get_by_role("button", name="Start the fight").click()
    expect(ann.page.locator("[data-fighter=golem]")).to_be_visible()


def test_the_guide_is_one_tap_away_in_both_languages(server: ServerProcess, invite: Invite) -> None:
    for language, size, title in (("en", DESK, "Fighters’ guide"), ("de", PHONE, "Kämpfer-Handbuch")):
        ann = invite(server, "Ann", size, language)
        match = ann.new_match("tag-team", [ME, EASY], FIRST_GAME)
        ann.goto(f"/match/{match}")
        ann.page.locator("[data-fighter]").first.click()
        expect(ann.page.get_by_role("heading", name=title)).to_be_visible()
        now = ann.page.get_by_role("region", name=re.compile("In this fight|In diesem Kampf"))
        expect(now).to_contain_text(re.compile("of 11 health|von 11 Leben"))
        ann.accessible()
        ann.screenshot(f"tag-team-guide-{size[0]}-{language}")


def test_the_rules_open_at_what_is_to_be_done_now(server: ServerProcess, invite: Invite) -> None:
    for size in (PHONE, DESK):
        ann = invite(server, "Ann", size)
        match = ann.new_match("tag-team", [ME, EASY], GROWING)
        ann.goto(f"/match/{match}")
        for rule in ("TT-27", "TT-102"):  # the order of the starting cards, then the deck phase
            if size == PHONE:
                ann.page.get_by_role("button", name="Rules").click()
            expect(ann.page.locator(f"[data-topic][aria-current][data-rules~={rule}]")).to_be_in_viewport()
            ann.page.keyboard.press("Escape")
            decide(ann, WANTED)
            expect(middle(ann).locator(".drawn .spot[data-legal]")).to_have_count(3)


def test_the_fey_folk_choose_who_enters(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE, "de")
    teams = {"fighter_1a": "fey", "fighter_1b": "golem", "fighter_2a": "mordred", "fighter_2b": "joan"}
    match = ann.new_match("tag-team", [ME, EASY], {"teams": "given", **teams})
    ann.goto(f"/match/{match}")
    expect(middle(ann).locator("[data-legal]")).to_have_count(3)
    no_scrolling(ann)
    ann.accessible()
    ann.screenshot("tag-team-character-390-de")
    decide(ann, WANTED)
    expect(ann.page.locator("[data-fighter=fey] .track")).to_be_visible()


def test_free_choice_offers_all_twelve_on_one_screen(server: ServerProcess, invite: Invite) -> None:
    ann, bob, _ = invited(server, invite, {"teams": "free"})
    for person, name in ((ann, "390-de"), (bob, "1440-en")):
        expect(middle(person).locator(".offer > li")).to_have_count(12)
        no_scrolling(person)
        person.accessible()
        person.screenshot(f"tag-team-free-{name}")


def test_the_keyboard_alone_can_play(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", DESK)
    match = ann.new_match("tag-team", [ME, EASY], GROWING)
    ann.goto(f"/match/{match}")
    decide(ann, WANTED)
    expect(middle(ann).locator(".drawn .spot[data-legal]")).to_have_count(3)
    ann.page.keyboard.press("2")
    expect(middle(ann).locator(".drawn [aria-pressed=true]")).to_have_count(1)
    middle(ann).locator(".drawn [aria-pressed=true]").focus()
    ann.page.keyboard.press("ArrowDown")
    ann.page.keyboard.press("Enter")
    expect(middle(ann).locator(".gap[aria-pressed=true]")).to_have_count(1)
    ann.page.locator("[data-board] .primary button").focus()
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator("[data-board] .deck > li")).to_have_count(4)


def test_older_cards_of_the_other_side_are_not_read_again_in_the_log(
    server: ServerProcess, invite: Invite
) -> None:
    """With memory help off the log names the newest card of the other side only; with it on, all (TT-203)."""
    for memory_help, expected in ((False, 1), (True, 2)):
        ann = invite(server, "Ann", DESK)
        match = ann.new_match("tag-team", [ME, EASY], {**GROWING, "memory_help": memory_help})
        ann.goto(f"/match/{match}")
        decide(ann, WANTED)
        expect(middle(ann).locator(".drawn .spot")).to_have_count(3)
        log = ann.page.get_by_role("log", name="Log").inner_text()
        assert len(re.findall("Protect the Innocent|Dark Power", log)) == expected, log
        assert len(re.findall("Dieu Premier Servi|Terror of the Seas", log)) == 2, log
        assert log.count("with a card") == 2 - expected


def test_a_fight_is_shown_card_against_card_and_can_be_skipped(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE, "en", motion="full")
    ann.prefers(speed="fast")
    match = ann.new_match("tag-team", [ME, EASY], FIRST_GAME)
    ann.goto(f"/match/{match}")
    decide(ann, WANTED)
    expect(ann.page.locator(".arena .side")).to_have_count(2)
    expect(ann.page.locator(".turn .who")).to_have_text("Watch!")
    ann.screenshot("tag-team-clash-390-en")
    ann.page.get_by_role("button", name="Skip").click()
    expect(middle(ann).locator(".drawn .spot")).to_have_count(3)
