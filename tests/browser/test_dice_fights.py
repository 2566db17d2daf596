"""KAPOW! dice while a fight is on: on every screen the dice are whole and the damage can be read.

A still picture stays until the reader goes on, so that the one blow can be looked at in every size and language.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from .conftest import Invite
from .server_process import PHONE, PICTURED, ServerProcess, play_until
from .sizes import DICE, FIGHT_SIZES, looks, troubles

# Whether the blow is on show; if not, the next picture is asked for at the same stroke: no blow is passed over.
BLOW_OR_NEXT = """() => {
    if (document.querySelector('[data-board] .blow')) return true
    document.querySelector('.next-picture')?.click()
    return false
}"""
MODES = [("team", 3), ("solo", 0)]


@pytest.mark.parametrize(("mode", "bots"), MODES, ids=[mode for mode, _ in MODES])
def test_nothing_of_a_fight_is_cut_covered_or_off_the_screen(
    server: ServerProcess, invite: Invite, mode: str, bots: int
) -> None:
    ann = invite(server, "Maximilian", FIGHT_SIZES[0])
    ann.prefers(stills="wait")
    match = ann.new_match(
        "kapow-dice", [{"kind": "me"}, *[{"kind": "bot", "level": "easy"}] * bots], {"mode": mode}
    )
    ann.goto(f"/match/{match}")
    play_until([ann], DICE, lambda: bool(ann.page.evaluate(BLOW_OR_NEXT)))
    blow = ann.page.locator("[data-board] .blow")
    found: dict[str, list[str]] = {}
    for size, language, theme in looks(ann, FIGHT_SIZES):
        look = f"{size[0]}x{size[1]}-{language}-{theme}"
        assert blow.is_visible(), f"{look}: the picture did not stay"
        if size in PICTURED:
            ann.screenshot(f"fights/{mode}-{look}")
        if wrong := troubles(ann):
            found[look] = wrong
    assert not found, "\n".join(f"{look}:\n  " + "\n  ".join(wrong) for look, wrong in found.items())


# Every number of Health that is lost, as it stands on the screen once it has come to rest, and whether it covers the
# Health that is left.
NOTE_LOSSES = """
window.losses = []
const look = () => {
    for (const one of document.querySelectorAll('[data-board] .health em')) {
        if (one.getAnimations().some(({ playState }) => playState === 'running')) continue
        const { left, right, top, bottom } = one.getBoundingClientRect()
        const middle = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
        const whole = left >= 0 && right <= innerWidth && one.scrollWidth <= one.clientWidth + 1
        const number = one.parentElement.querySelector('.number').getBoundingClientRect()
        const beside = right <= number.left + 1 || left >= number.right - 1
        const clear = beside || top >= number.bottom - 1 || bottom <= number.top + 1
        window.losses.push({ text: one.textContent, whole, seen: one.contains(middle), clear })
    }
    requestAnimationFrame(look)
}
requestAnimationFrame(look)
"""


def test_the_health_that_is_lost_can_be_read_at_the_edge_of_the_screen(
    server: ServerProcess, invite: Invite
) -> None:
    ann = invite(server, "Maximilian", (320, 640), motion="no-preference")
    ann.context.add_init_script(NOTE_LOSSES)
    match = ann.new_match("kapow-dice", [{"kind": "me"}], {"mode": "solo"})
    ann.goto(f"/match/{match}")
    play_until([ann], DICE, lambda: bool(ann.page.evaluate("window.losses.length")))
    for loss in ann.page.evaluate("window.losses"):
        assert loss["whole"], loss
        assert loss["seen"], loss
        assert loss["clear"], loss  # the Health that is left can be read as well


# Answers the next question while events of the fight are still on show; which move it was, or null.
ANSWER_EARLY = """() => {
    const next = document.querySelector('[data-board] .foot[data-early] [data-answer]')
    if (!next || next.closest('[data-board]').dataset.phase === 'select') return null
    next.click()
    return next.dataset.answer
}"""


def test_the_next_question_is_answered_while_the_blow_lands(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE, motion="no-preference")
    match = ann.new_match("kapow-dice", [{"kind": "me"}, {"kind": "bot", "level": "easy"}])
    ann.goto(f"/match/{match}")
    answered = ""

    def answers_early() -> bool:
        nonlocal answered
        answered = ann.page.evaluate(ANSWER_EARLY) or ""
        return bool(answered)

    play_until([ann], DICE, answers_early)
    asked = ann.page.locator("[data-board] [data-question] [data-answer]")
    expect(asked).to_have_count(0)  # not a second time
    ann.page.wait_for_function(
        "(move) => document.documentElement.dataset.told?.includes(move)", arg=answered
    )
