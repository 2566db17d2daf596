"""The moment: words never run ahead of the picture, and where nothing moves no picture is missing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from . import test_custom_heroes, test_kapow_cards, test_kapow_dice, test_tag_team
from .conftest import Invite
from .server_process import DESK, Person, ServerProcess, play_until

SEATS = [{"kind": "me"}, {"kind": "bot", "level": "easy"}]


class Moment(NamedTuple):
    """What a game's moment is told with, and how its picture shows that it has come."""

    wanted: Sequence[str]
    options: dict[str, object]
    sentence: str  # a regular expression of the page
    turned: str  # an expression of the page: the picture has come to its point
    shown: str  # an expression of the page: what lies on the stage, as a list
    played: Callable[[dict[str, Any]], list[str]]  # what an event has put there


def moved(selector: str) -> str:
    return (
        f"[...document.querySelectorAll('{selector}')].every((one) =>"
        " one.getAnimations().every(({ playState }) => playState === 'finished'))"
    )


def cards_on(stage: str) -> str:
    return f"[...document.querySelectorAll('{stage} [data-card]')].map((one) => one.dataset.card)"


def of_kind(kind: str, read: Callable[[dict[str, Any]], list[Any]]) -> Callable[[dict[str, Any]], list[str]]:
    def played(happening: dict[str, Any]) -> list[str]:
        return [str(one) for one in read(happening["facts"])] if happening["kind"] == kind else []

    return played


MOMENTS = {
    "kapow-cards": Moment(
        test_kapow_cards.WANTED,
        {},
        r"\d+ (?:beats|is not enough against|against) [^.()]{1,40}\(\d+\)[^.]*\.",  # not what a plan says
        "[...document.querySelectorAll('.fight:not(.still) .turn')].every((one) =>"
        " new DOMMatrix(getComputedStyle(one).transform).m11 < -0.99)",
        cards_on(".fight"),
        of_kind("clash", lambda facts: [facts["card"]]),
    ),
    "tag-team": Moment(
        test_tag_team.WANTED,
        test_tag_team.FIRST_GAME,
        r"Turn \d+: [^.]*against[^.]*\.",
        "[...document.querySelectorAll('.arena:not(.still) .turner')].every((one) =>"
        " new DOMMatrix(getComputedStyle(one).transform).m11 > 0.99)",
        cards_on(".arena"),
        of_kind("clash", lambda facts: facts["cards"]),
    ),
    "custom-heroes": Moment(
        test_custom_heroes.WANTED,
        {},
        r"(?:You|(?:Mecha )?Max(?: \d)?) (?:play|lead)s? [^.:]{1,40}: [^.]*\.",
        moved(".pile .set .cards button"),
        cards_on(".pile"),
        of_kind("play", lambda facts: [one["card"] for one in facts["cards"]]),
    ),
    "kapow-dice": Moment(
        test_kapow_dice.FIERCE,
        {},
        r"The screens come down! [^.]*\.|You roll [^.]*\.",
        "document.querySelector('.die.rolling') === null && " + moved(".lineup .drop"),
        "[...document.querySelectorAll('[data-board] .blow .sum .number')].map((one) => one.textContent)",
        of_kind("hit", lambda facts: [facts["attack"], facts["defence"]]),
    ),
}
GAMES = pytest.mark.parametrize("game", list(MOMENTS))

# Whenever a sentence stands on the page for the first time, anywhere on it, the next frame shows whether its picture
# had come to its point by then.
_WATCH = """{
    const told = new Set()
    window.moments = []
    const look = () => {
        const text = document.querySelector('.table')?.textContent ?? ''
        for (const [sentence] of text.matchAll(/%(sentence)s/g)) {
            if (told.has(sentence)) continue
            told.add(sentence)
            requestAnimationFrame(() => window.moments.push({ sentence, turned: %(turned)s }))
        }
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
}"""

# What lies on the stage whenever a still picture waits for its reader, or the table for its player. Who acts on what is
# on show has seen it, and a driver may be quicker than the next frame.
_SEE = """{
    window.seen = []
    const see = () => {
        const still = document.querySelector('.next-picture') ?? document.querySelector('#content[aria-busy=false]')
        if (still) for (const one of %(shown)s) if (!window.seen.includes(one)) window.seen.push(one)
    }
    const look = () => {
        see()
        requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
    addEventListener('click', see, { capture: true })
}"""

# The reader takes a look, two frames long, goes on, and looks again.
_TURN_THE_PAGE = """async () => {
    const look = () => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))
    await look()
    const next = document.querySelector('.next-picture')
    next?.click()
    await look()
    return next !== null
}"""


def moves_of(person: Person) -> int:
    return int(person.page.evaluate("(document.documentElement.dataset.told ?? '').split('[0 ').length - 1"))


@GAMES
def test_no_sentence_stands_on_the_page_before_its_picture_has_turned(
    server: ServerProcess, invite: Invite, game: str
) -> None:
    moment = MOMENTS[game]
    ann = invite(server, "Ann", DESK, "en", motion="full")
    ann.prefers(speed="fast")
    ann.context.add_init_script(_WATCH % moment._asdict())
    match = ann.new_match(game, SEATS, moment.options)
    ann.goto(f"/match/{match}")
    play_until([ann], moment.wanted, lambda: int(ann.page.evaluate("window.moments.length")) >= 2)
    for one in ann.page.evaluate("window.moments"):
        assert one["turned"], one


@GAMES
def test_where_nothing_moves_every_card_that_was_played_is_shown(
    server: ServerProcess, invite: Invite, game: str
) -> None:
    moment = MOMENTS[game]
    ann = invite(server, "Ann", DESK, "en")
    ann.prefers(stills="wait")
    ann.context.add_init_script(_SEE % moment._asdict())
    match = ann.new_match(game, SEATS, moment.options)
    ann.goto(f"/match/{match}")

    def played() -> list[str]:
        steps = [step for frame in ann.frames() if frame["type"] == "update" for step in frame["steps"]]
        return [one for step in steps for told in step["happenings"] for one in moment.played(told)]

    def all_read() -> bool:
        if ann.page.evaluate(_TURN_THE_PAGE):
            return False
        idle = ann.page.locator("#content[aria-busy=false] [data-legal]").count() > 0
        return len(played()) >= 2 and moves_of(ann) >= 2 and (idle or ann.over())

    play_until([ann], moment.wanted, all_read)
    seen = set(ann.page.evaluate("window.seen"))
    came = [frame["type"] for frame in ann.frames()]
    assert set(played()) <= seen, json.dumps({"played": played(), "seen": sorted(seen), "came": came})
