"""Numbers are whole, on the screen and uncovered while a blow lands, and a blow is as strong as what it takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import pytest
from playwright.sync_api import expect

from slugfest.lessons.course import course_of

from . import test_custom_heroes, test_kapow_cards, test_kapow_dice, test_tag_team
from .conftest import Invite
from .server_process import PHONE, PICTURED, Person, ServerProcess, play_until, tap
from .test_lessons import Learner

SIZES = ((320, 640), (390, 844), (844, 390), (820, 1180), (1440, 900), (2560, 1440))
LANGUAGES = ("en", "de")


class Fight(NamedTuple):
    """A match against bots that comes to blows by tapping."""

    game: str
    seats: int
    options: dict[str, object]
    taps: tuple[str, ...]


FIGHTS = (
    Fight("tag-team", 2, test_tag_team.FIRST_GAME, test_tag_team.WANTED),
    Fight("kapow-dice", 2, {"mode": "duel"}, test_kapow_dice.FIERCE),
    Fight("kapow-cards", 3, {}, test_kapow_cards.WANTED),
    Fight("custom-heroes", 3, {}, test_custom_heroes.WANTED),
)

# The stage waits with timers. From the moment on in which what is waited for is drawn, no timer of more than a tenth of
# a second comes to its end: the blow stays where it is, and what moves comes to rest.
STOP = """(wanted) => {
    const later = window.setTimeout
    window.setTimeout = (work, wait = 0, ...facts) => {
        const end = () => (window.stopped && wait > 100 ? later(end, 50) : work(...facts))
        return later(end, wait)
    }
    const look = () => {
        if (window.stopped || !window.wanted || !document.querySelector(window.wanted)) return
        window.stopped = true
        document.documentElement.dataset.stopped = ''
    }
    window.wanted = wanted
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true })
}"""
GO_ON = """(wanted) => {
    window.wanted = wanted
    window.stopped = false
    delete document.documentElement.dataset.stopped
}"""
STOPPED = "() => Boolean(window.stopped)"

SWITCH = """(language) => {
    const key = 'slugfest.settings'
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...kept, language }))
    dispatchEvent(new StorageEvent('storage', { key }))
}"""

# Three pictures later boards have measured themselves; then whatever still moves is brought to its end.
SETTLE = """async () => {
    for (let n = 0; n < 3; n += 1) await new Promise((done) => requestAnimationFrame(done))
    for (const one of document.getAnimations())
        if (Number.isFinite(one.effect?.getComputedTiming().endTime)) one.finish()
    await new Promise((done) => requestAnimationFrame(done))
}"""

# What moves is stopped where it is farthest from where it begins and ends; what only appears is there.
MIDWAY = """async (moves) => {
    const all = [...document.querySelectorAll('main *')].filter((one) => one.style.animation === '')
    for (const one of all) one.style.animation = 'none'
    document.body.getBoundingClientRect()
    for (const one of all) one.style.animation = ''
    let found = 0
    for (const one of document.getAnimations()) {
        if (!moves.some((name) => one.animationName?.endsWith(`-${name}`))) {
            if (Number.isFinite(one.effect?.getComputedTiming().endTime)) one.finish()
            continue
        }
        found += 1
        one.pause()
        const { delay, duration } = one.effect.getComputedTiming()
        one.currentTime = delay + 0.5 * duration
    }
    await new Promise((done) => requestAnimationFrame(done))
    return found
}"""

# Every number that matters now: whole, on the screen, as large as it can be read, and on top. What lets taps through
# covers as well, so for the measuring nothing does.
DIGITS = """() => {
    const troubles = []
    const open = document.createElement('style')
    open.textContent = '[data-board], [data-board] * { pointer-events: auto !important }'
    document.head.append(open)
    const ko = document.querySelector('[data-ko]')
    const all = [...(ko ?? document).querySelectorAll(ko ? '.name, .number' : '[data-digits]')]
    for (const one of all) {
        if (!one.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
        const said = one.textContent.trim()
        const box = one.getBoundingClientRect()
        const where = [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')
        const tell = (what) => troubles.push(`${what}: "${said}" at ${where}`)
        if (box.width < 2 || box.height < 2) continue
        if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) {
            tell('off the screen')
            continue
        }
        if (one.scrollWidth > one.clientWidth + 2 && getComputedStyle(one).overflowX !== 'visible') tell('cut')
        for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
            const { overflowX, overflowY } = getComputedStyle(up)
            if (overflowX === 'visible' && overflowY === 'visible') continue
            const limit = up.getBoundingClientRect()
            const beside = box.left < limit.left - 2 || box.right > limit.right + 2
            if (beside || box.bottom > limit.bottom + 2) tell('cut off')
        }
        for (const [x, y] of [[0.5, 0.5], [0.15, 0.5], [0.85, 0.5]]) {
            const top = document.elementFromPoint(box.left + x * box.width, box.top + y * box.height)
            const near = top && (one.contains(top) || top.contains(one))
            if (!near) tell(`covered by ${top?.className?.baseVal ?? top?.className}`)
        }
    }
    open.remove()
    if (!all.length) troubles.push('no number is shown')
    return troubles
}"""


# What a blow that has landed looks like in a still picture.
LANDED = {
    "tag-team": "[data-fighter] .face[data-mood=hurt]",
    "kapow-dice": ".blow .damage [data-digits]",
    "kapow-cards": ".score.known[data-digits]",
    "custom-heroes": "[data-digits]",
}

NOTE_WHAT_IS_FELT_AND_HEARD = """
window.noticed = []
navigator.vibrate = () => window.noticed.push('vibrated') > 0
AudioScheduledSourceNode.prototype.start = () => void window.noticed.push('sounded')
"""


# Whether what flies to a fighter's panel will rest below its numbers: once, if for all of them it does.
LOSSES = """() => [...new Set([...document.querySelectorAll('[data-board] .panel:has(.flights)')].map((panel) => {
    const lowest = Math.max(...[...panel.querySelectorAll('.stat')].map((one) => one.getBoundingClientRect().bottom))
    return panel.querySelector('.flights').getBoundingClientRect().top >= lowest - 3
}))]"""


def stopping(invite: Invite, server: ServerProcess, wanted: str) -> Person:
    """Somebody for whom things move, and stop when something is drawn."""
    ann = invite(server, "Maximilian", PHONE, "en", motion="full")
    ann.prefers(speed="fast", sound=False)
    ann.context.add_init_script(f"({STOP})({wanted!r})")
    return ann


def until_stopped(taps: tuple[str, ...]) -> tuple[str, ...]:
    """The same taps, none of which skips the blow that is waited for."""
    return tuple(", ".join(f"html:not([data-stopped]) {part}" for part in kind.split(", ")) for kind in taps)


def looks(person: Person) -> Iterator[tuple[tuple[int, int], str]]:
    """The picture on show in every size and language."""
    for language in LANGUAGES:
        person.page.evaluate(SWITCH, language)
        for width, height in SIZES:
            person.page.set_viewport_size({"width": width, "height": height})
            person.page.evaluate(SETTLE)
            yield (width, height), f"{width}x{height}-{language}"


def measure(person: Person, name: str) -> None:
    """Nothing is wrong with the numbers in any size and language."""
    found: dict[str, list[str]] = {}
    for size, look in looks(person):
        if size in PICTURED:
            person.screenshot(f"fights/{name}-{look}")
        if wrong := person.page.evaluate(DIGITS):
            found[look] = wrong
    assert not found, "\n".join(f"{look}:\n  " + "\n  ".join(wrong) for look, wrong in found.items())


@pytest.mark.parametrize("fight", FIGHTS, ids=lambda one: one.game)
def test_digits_are_whole_and_uncovered_while_a_blow_lands(
    server: ServerProcess, invite: Invite, fight: Fight
) -> None:
    ann = stopping(invite, server, "main[data-blow]:has([data-digits])")
    bots = [{"kind": "bot", "level": "easy"}] * (fight.seats - 1)
    match = ann.new_match(fight.game, [{"kind": "me"}, *bots], fight.options)
    ann.goto(f"/match/{match}")
    play_until([ann], until_stopped(fight.taps), lambda: bool(ann.page.evaluate(STOPPED)))
    if fight.game == "kapow-cards":  # its cards lunge under the word; the other games' numbers stand apart
        ann.page.locator(LANDED[fight.game]).wait_for()
        assert ann.page.evaluate(MIDWAY, ["lunge", "shaken"]) > 0
        assert ann.page.evaluate(DIGITS) == []
    measure(ann, fight.game)
    if (
        fight.game == "tag-team"
    ):  # on the narrowest screen what is left and what is lost stand in one small panel
        ann.page.set_viewport_size({"width": 320, "height": 640})
        ann.page.evaluate(SETTLE)
        assert ann.page.evaluate(LOSSES) == [True]
    ann.page.evaluate(GO_ON, "")


@pytest.mark.parametrize(
    ("game", "number"), [("tag-team", 3), ("kapow-dice", 1)], ids=["tag-team", "kapow-dice"]
)
def test_a_knockout_is_a_panel_with_both_faces(
    server: ServerProcess, invite: Invite, game: str, number: int
) -> None:
    ann = stopping(invite, server, "[data-ko]")
    learner = Learner(ann, game)
    ann.goto(f"/learn/{game}/{number}")
    lesson = course_of(game)[number - 1]
    for at, step in enumerate(lesson.steps, 1):
        learner.at(at, "look", "ask")
        if step.is_look:
            ann.page.locator(".voice .next").click()
            continue
        learner.make(step.accept[0])
        ann.page.locator(f"[data-ko], [data-lesson=right], [data-step='{at + 1}']").first.wait_for()
        if ann.page.evaluate(STOPPED):
            break
        if step.after is not None:
            ann.page.locator(".voice .next").click()
    panel = ann.page.locator("[data-ko]")
    expect(panel).to_be_visible()
    expect(panel.locator("svg[viewBox^='-1.5'], svg.portrait")).to_have_count(2)
    board, box = ann.page.locator("[data-board]").bounding_box(), panel.bounding_box()
    assert board is not None
    assert box is not None
    assert box["width"] >= board["width"] * 0.98
    assert box["height"] >= board["height"] * 0.98
    measure(ann, f"{game}-ko")
    ann.page.evaluate(GO_ON, "")


@pytest.mark.parametrize("fight", FIGHTS, ids=lambda one: one.game)
def test_under_reduced_motion_a_blow_is_still_silent_and_complete(
    server: ServerProcess, invite: Invite, fight: Fight
) -> None:
    ann = invite(server, "Ann", PHONE, "en")
    ann.prefers(stills="wait")
    ann.context.add_init_script(NOTE_WHAT_IS_FELT_AND_HEARD)
    bots = [{"kind": "bot", "level": "easy"}] * (fight.seats - 1)
    ann.goto(f"/match/{ann.new_match(fight.game, [{'kind': 'me'}, *bots], fight.options)}")
    landed = ann.page.locator(LANDED[fight.game])
    for _ in range(400):
        if landed.count():
            break
        if tap(ann, fight.taps) == "waiting":
            ann.page.keyboard.press("Space")
            ann.page.wait_for_timeout(20)
    expect(landed.first).to_be_visible()
    assert not ann.page.evaluate(
        "document.getAnimations().some(({ effect }) => effect.getTiming().duration > 1)"
    )
    assert ann.page.evaluate("window.noticed ?? []") == []
    assert not ann.page.evaluate(DIGITS)


def test_the_next_card_is_chosen_while_the_last_blow_lands(server: ServerProcess, invite: Invite) -> None:
    ann = stopping(invite, server, "main[data-blow]")
    match = ann.new_match(
        "kapow-cards", [{"kind": "me"}, {"kind": "bot", "level": "easy"}], {"start_seat": 1}
    )
    ann.goto(f"/match/{match}")
    play_until([ann], test_kapow_cards.WANTED, lambda: bool(ann.page.evaluate(STOPPED)))
    card = ann.page.locator(".hand [data-spot]").last
    card.click()
    expect(card).to_have_attribute("aria-pressed", "true")
    assert ann.page.evaluate("document.querySelector('main').dataset.blow"), "the picture was skipped"
    ann.page.evaluate(GO_ON, "")
    expect(ann.page.locator("main:not([aria-busy=true]) .hand [aria-pressed=true]")).to_have_count(1)
