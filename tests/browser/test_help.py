"""Help at the table, in real browsers: a question before a waste, the coach, hints in three taps and who took one."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from .conftest import Invite
from .server_process import DESK, PHONE, Person, ServerProcess, agree_to_hints, play_until
from .sizes import looks

ME = {"kind": "me"}
OPEN = {"kind": "open"}
EASY = {"kind": "bot", "level": "easy"}
THOUGHT = 90_000  # ms that a bot may think on a loaded machine
SIZES = pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de"), (DESK, "en")], ids=["phone-de", "desk-en"]
)


def dialog(person: Person) -> Locator:
    return person.page.locator("dialog[open]")


# ---- before a waste --------------------------------------------------------------------------------------------------


@SIZES
def test_a_waste_is_asked_about_in_the_engines_words_and_made_only_when_sure(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str
) -> None:
    """Ready with every die left over throws a round away."""
    ann = invite(server, "Ann", size, language)
    ann.prefers(askFirst=True)
    ann.goto(f"/match/{ann.new_match('kapow-dice', [ME, EASY], {'mode': 'duel'})}")
    ready = ann.page.locator("[data-board] [data-primary]").first
    play_until([ann], ("[data-answer]",), lambda: ann.page.locator("[data-box][data-legal]").count() > 0)
    expect(ready).to_be_enabled()
    ready.click()
    question = dialog(ann).get_by_text(re.compile(r"\d"))
    expect(question.first).to_be_visible(timeout=THOUGHT)  # the move is judged first
    ann.accessible()
    ann.screenshot(f"help-sure-{size[0]}-{language}")
    dialog(ann).get_by_role("button", name=re.compile("Think again|Noch mal überlegen")).click()
    expect(dialog(ann)).to_have_count(0)
    assert "[0 ready]" not in (ann.page.locator("html").get_attribute("data-told") or "")
    expect(ready).to_be_enabled()
    ready.click()
    dialog(ann).get_by_role("button", name=re.compile("Do it anyway|Trotzdem machen")).click()
    expect(dialog(ann)).to_have_count(0)
    expect(ann.page.locator("html")).to_have_attribute("data-told", re.compile(r"\[0 ready\]"))


def test_whoever_does_not_want_to_be_asked_says_so_in_the_settings(
    server: ServerProcess, invite: Invite
) -> None:
    ann = invite(server, "Ann", DESK)
    ann.prefers(askFirst=True)
    ann.goto(f"/match/{ann.new_match('kapow-dice', [ME, EASY], {'mode': 'duel'})}")
    expect(ann.page.locator("[data-board]")).to_be_visible()  # the lobby before it has settings, too
    ann.page.get_by_role("button", name="Settings").click()
    switch = ann.page.get_by_role("switch", name="Warn me before I waste something")
    expect(switch).to_be_checked()
    switch.click()
    expect(switch).not_to_be_checked()
    ann.page.keyboard.press("Escape")
    expect(dialog(ann)).to_have_count(0)
    play_until([ann], ("[data-answer]",), lambda: ann.page.locator("[data-box][data-legal]").count() > 0)
    ready = ann.page.locator("[data-board] [data-primary]").first
    expect(ready).to_be_enabled()
    ready.click()
    expect(ann.page.locator("html")).to_have_attribute("data-told", re.compile(r"\[0 ready\]"))
    expect(dialog(ann)).to_have_count(0)


# ---- the first match -------------------------------------------------------------------------------------------------


@SIZES
def test_a_newcomer_is_offered_the_course_and_a_first_match_with_the_coach(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    ann.named()
    ann.goto("/new/kapow-cards")
    course = ann.page.get_by_role("link", name=re.compile("Learn it by playing|Spielend lernen"))
    expect(course).to_have_attribute("href", "/learn/kapow-cards")
    ann.fits()
    ann.screenshot(f"help-newcomer-{size[0]}-{language}")
    ann.page.get_by_role("button", name=re.compile("First match|Erste Partie")).click()
    coach = ann.page.get_by_role("region", name="Coach")
    expect(coach.get_by_role("status")).to_have_text(re.compile(r"\w+"))
    ann.stays()
    ann.page.mouse.move(1, 1)  # what lies under the mouse would explain itself
    expect(ann.page.locator(".explain")).to_be_hidden()
    ann.accessible()
    ann.screenshot(f"help-coach-{size[0]}-{language}")
    top = ann.page.locator("#content").bounding_box()
    coach.get_by_role("button", name=re.compile("Close|Schließen")).click()
    expect(coach).to_have_count(0)
    assert ann.page.locator("#content").bounding_box() == top  # it never moves the board


def test_the_coach_can_be_switched_off_and_on_at_the_table(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", DESK)
    ann.goto(f"/match/{ann.new_match('kapow-cards', [ME, EASY], {'start_seat': 1})}")
    expect(ann.page.locator(".hand [data-legal]").first).to_be_visible()
    coach = ann.page.get_by_role("region", name="Coach")
    expect(coach).to_have_count(0)
    for on in (True, False):
        ann.page.get_by_role("button", name="Settings").click()
        ann.page.get_by_role("switch", name="Coach").click()
        expect(ann.page.get_by_role("switch", name="Coach")).to_be_checked(checked=on)
        ann.page.keyboard.press("Escape")
        expect(dialog(ann)).to_have_count(0)
        expect(coach).to_have_count(1 if on else 0)


# Whether a finger on the middle of something hits it.
HIT = """(one) => {
    const { left, top, width, height } = one.getBoundingClientRect()
    return one.contains(document.elementFromPoint(left + width / 2, top + height / 2))
}"""


@pytest.mark.parametrize("size", [PHONE, (844, 390), DESK])
def test_what_the_coach_says_keeps_nobody_from_attacking_or_asking_for_a_hint(
    server: ServerProcess, invite: Invite, size: tuple[int, int]
) -> None:
    ann = invite(server, "Ann", size)
    ann.context.add_init_script(
        "localStorage.setItem('slugfest.coach.kapow-cards', JSON.stringify({on: true, well: 0, back: false}))"
    )
    ann.goto(f"/match/{ann.new_match('kapow-cards', [ME, EASY], {'start_seat': 1})}")
    coach = ann.page.get_by_role("region", name="Coach")
    expect(coach.get_by_role("status")).to_have_text(re.compile(r"\w+"), timeout=THOUGHT)
    ann.page.wait_for_timeout(250)  # it follows the board from frame to frame
    for slot in (1, 2, 3):
        target = ann.page.locator(f"[data-explain='slot:{slot}@P2'] [data-spot]")
        assert target.evaluate(HIT), f"slot {slot}"
    expect(coach).to_be_visible()
    ann.takes_a_hint()


# What is said in a bubble and lies under one of its buttons.
UNDER_BUTTONS = """() => {
    const bubble = document.querySelector('.hint')
    const buttons = [...bubble.querySelectorAll('.ways button')].map((one) => one.getBoundingClientRect())
    const walker = document.createTreeWalker(bubble.querySelector('.said'), NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    const found = []
    while (walker.nextNode()) {
        range.selectNodeContents(walker.currentNode)
        for (const line of range.getClientRects())
            for (const { left, right, top, bottom } of buttons)
                if (line.left < right - 1 && line.right > left + 1 && line.top < bottom - 3 && line.bottom > top + 3)
                    found.push(walker.currentNode.data)
    }
    return found
}"""


# ---- hints -----------------------------------------------------------------------------------------------------------


@SIZES
def test_a_hint_comes_in_three_taps_and_leaves_the_pick_and_the_board_alone(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    ann.goto(f"/match/{ann.new_match('kapow-cards', [ME, EASY], {'start_seat': 1})}")
    ann.page.locator(".hand [data-legal]").first.click()
    picked = ann.page.locator(".hand [aria-pressed=true]")
    expect(picked).to_have_count(1)
    label = picked.get_attribute("aria-label")
    where = picked.bounding_box()
    bubble = ann.page.locator(".hint")

    def unmoved(step: str) -> None:
        assert ann.page.evaluate(UNDER_BUTTONS) == []
        expect(picked).to_have_count(1)
        assert picked.get_attribute("aria-label") == label
        assert picked.bounding_box() == where
        ann.screenshot(f"help-hint-{step}-{size[0]}-{language}")

    ann.page.get_by_role("button", name=re.compile("^(Hint|Tipp)$")).click()
    expect(bubble).to_contain_text("?")  # where to look
    unmoved("1")
    bubble.get_by_role("button", name=re.compile("The idea|Die Idee")).click()
    expect(bubble).not_to_contain_text("?")
    unmoved("2")
    bubble.get_by_role("button", name=re.compile("The move|Der Zug")).click()
    expect(bubble).not_to_contain_text("%")
    unmoved("3")
    bubble.get_by_role("button", name=re.compile("Figures|Zahlen")).click()
    expect(bubble).to_contain_text(re.compile(r"\d+.%"))
    unmoved("4")
    ann.accessible()
    bubble.get_by_role("button", name=re.compile("Do it|So machen")).click()
    expect(bubble).to_have_count(0)
    expect(ann.page.locator("html")).to_have_attribute("data-told", re.compile(r"\[0 "))


def test_between_people_a_hint_waits_for_everybody_and_the_other_sees_who_took_one(
    server: ServerProcess, invite: Invite
) -> None:
    ann, bob = invite(server, "Ann", DESK), invite(server, "Bob", DESK)
    ann.named()
    bob.named()
    match = ann.new_match("kapow-cards", [ME, OPEN], {"start_seat": 1})
    ann.goto(f"/match/{match}")
    bob.goto(f"/match/{match}")
    bob.page.get_by_role("button", name=re.compile("seat 2", re.IGNORECASE)).click()
    expect(ann.page.get_by_text("Hints are off")).to_contain_text("still missing: Ann, Bob.")
    ann.page.locator(".go button").last.click()
    hint = ann.page.get_by_role("button", name="Hint", exact=True)
    expect(hint).to_be_enabled()
    hint.click()
    expect(ann.page.get_by_role("alert")).to_contain_text("unless everyone at the table agrees")
    for person in (ann, bob):
        person.page.get_by_role("button", name="Settings").click()
    agree_to_hints(ann, bob)
    for person in (ann, bob):
        person.page.keyboard.press("Escape")
        expect(dialog(person)).to_have_count(0)
    marked = bob.page.locator("aside .people").get_by_text("1 hint")
    expect(marked).to_have_count(0)
    hint.click()
    expect(ann.page.locator(".hint")).to_be_visible()
    expect(marked).to_be_visible()
    bob.screenshot("help-marked-1440-en")
    bob.page.reload()  # it is kept
    expect(marked).to_be_visible()


# ---- what is said covers nothing that it is about --------------------------------------------------------------------

SIX = ((320, 640), (390, 844), (844, 390), (820, 1180), (1440, 900), (2560, 1440))
GAMES: tuple[tuple[str, int, dict[str, object]], ...] = (
    ("kapow-cards", 2, {"start_seat": 1}),
    ("custom-heroes", 3, {"start_seat": 1}),
    ("tag-team", 2, {}),
    ("kapow-dice", 2, {}),
    ("kapow-dice", 4, {"mode": "team", "by_lot": True}),
)

# How many square pixels a bubble covers of what it points at or marks and of what is needed to act (`most`), and of who
# sits across the table and of other tabs (`beside`).
COVERED = """
([bubble, mine]) => {
  const box = document.querySelector(bubble)?.getBoundingClientRect()
  if (!box) return null // it comes again when somebody else has decided
  const rings = [...document.querySelectorAll('[data-points-at]')].map((one) => one.dataset.pointsAt)
  const spoken = rings.map((key) => `[data-explain="${CSS.escape(key)}"]`)
  const others = [...document.querySelectorAll('[data-explain^="player@"], [data-explain^="fighter@"], [role="tab"]')]
    .filter((one) => !one.dataset.explain?.endsWith(mine))
  const needed = ['die', 'primary', 'answer'].map((part) => `[data-game=kapow-dice] [data-${part}]`)
  const about = document.querySelectorAll(['.hinted', ':has(> .idea)', ...needed, ...spoken].join())
  const most = (parts) => {
    let found = 0
    for (const one of parts) {
      const { left, right, top, bottom } = one.getBoundingClientRect()
      const wide = Math.min(right, box.right) - Math.max(left, box.left)
      const high = Math.min(bottom, box.bottom) - Math.max(top, box.top)
      if (wide > 1 && high > 1) found = Math.max(found, wide * high)
    }
    return found
  }
  return { most: most(about), beside: most(others) }
}
"""


@pytest.mark.parametrize(
    ("game", "seats", "options"), GAMES, ids=[f"{game}-{seats}" for game, seats, _ in GAMES]
)
def test_hint_and_coach_cover_nothing_that_they_speak_about(
    server: ServerProcess, invite: Invite, game: str, seats: int, options: dict[str, object]
) -> None:
    ann = invite(server, "Ann", DESK)
    ann.context.add_init_script(
        f"localStorage.setItem('slugfest.coach.{game}', JSON.stringify({{on: true, well: 0, back: false}}))"
    )
    ann.goto(f"/match/{ann.new_match(game, [ME] + [EASY] * (seats - 1), options)}")

    def covers_nothing(bubble: str) -> None:
        for (width, height), language, _ in looks(ann, SIX):
            expect(ann.page.locator(bubble)).to_be_visible()
            ann.screenshot(f"help-aside-{bubble[8:]}-{game}-{seats}-{width}-{language}")
            covered = ann.page.wait_for_function(COVERED, arg=[bubble, "@P1"]).json_value()
            assert covered["most"] == 0, f"{bubble} at {width}x{height} {language}"
            if (game, seats, width) != ("kapow-dice", 4, 320):  # there is no room for all of it
                assert covered["beside"] == 0, f"{bubble} at {width}x{height} {language}"
        ann.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})

    coach = ann.page.get_by_role("region", name="Coach")
    expect(coach.get_by_role("status")).to_have_text(re.compile(r"\w+"), timeout=THOUGHT)
    covers_nothing("section.coach")
    ann.context.set_default_timeout(60_000)  # dice are many ways to look at
    ann.takes_a_hint()
    covers_nothing("section.hint")
