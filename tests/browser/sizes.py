"""The sizes that boards are designed for, and the measuring of a screen: is anything cut, covered or too small?

Whoever owns a board adds its decisions to `POSITIONS`. A position is reached by tapping through the first decisions of
a match that is the same every time; then the one page is looked at in every size, language and theme.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import NamedTuple

from . import test_custom_heroes, test_kapow_dice, test_tag_team
from .server_process import Person, tap_until

Size = tuple[int, int]
SIZES: tuple[Size, ...] = (
    (390, 844),  # a phone
    (320, 640),  # a small one
    (844, 390),  # a phone on its side
    (820, 1180),  # a tablet
    (720, 450),  # a desk at twice its size
    (1440, 900),  # a desk
)
FIGHT_SIZES: tuple[Size, ...] = (*SIZES[:4], (1440, 900), (2560, 1440))
LOOKS = (("en", "day"), ("de", "night"))  # no theme changes a size


class Position(NamedTuple):
    """A decision that must fit on every screen."""

    name: str
    game: str
    seats: int
    seen: str  # what is on the board when it is reached
    taps: tuple[str, ...] = ()  # what is tapped until then
    options: Mapping[str, object] = MappingProxyType({})
    unfit: tuple[Size, ...] = ()  # where the board is not ready yet: only the picture is taken
    deal: int = 1  # one in which it is reached


# Custom Heroes: cards on the pile that somebody else laid; a set that is gathered; a piece in the fingers; a bet that
# can be made (without a Kodora the only answer is given by going on from the summary: the question is gone at once).
HEROES = test_custom_heroes.EAGER
BEAT = "[data-phase=turn]:has(.pile .set)"
GATHERED = "[data-phase=turn] .primary button:enabled"
CRAFTING = ".stock [aria-pressed=true]"
BETTING = "[data-phase=wagers]:has(.hand [data-legal]) .primary"

# KAPOW! cards: from the hand, until a target can be tapped.
AIM = (".others [data-legal]", ".hand [data-legal][aria-pressed=false]")

MODES = (("duel", 2), ("solo", 1), ("team", 4), ("coop", 2))
DICE = test_kapow_dice.WANTED
PLACING = "[data-box][data-legal]"
FIGHT = "[data-question] [data-answer]"  # whatever is asked first in the fight

POSITIONS: tuple[Position, ...] = (
    Position("lead-2", "custom-heroes", 2, ".hand [data-legal]", options={"start_seat": 1}),
    Position("follow-6", "custom-heroes", 6, f"{BEAT} .hand [data-legal]", HEROES, {"start_seat": 4}),
    Position("set-2", "custom-heroes", 2, GATHERED, HEROES[3:4], {"start_seat": 1}),
    Position("craft-6", "custom-heroes", 6, CRAFTING, (".stock [data-piece]",), {"start_seat": 1}),
    Position("wager-3", "custom-heroes", 3, BETTING, HEROES, deal=2),
    Position("attack-2", "kapow-cards", 2, ".hand [data-legal]", options={"start_seat": 1}),
    Position("attack-6", "kapow-cards", 6, ".others [aria-pressed=true]", AIM, {"start_seat": 1}),
    Position("draft", "tag-team", 2, ".middle [data-legal]"),
    Position("free", "tag-team", 2, ".middle [data-legal]", options={"teams": "free"}),
    Position("deck", "tag-team", 2, ".middle .gap[aria-pressed=true]", test_tag_team.WANTED),
    Position("pick", "kapow-dice", 2, ".faces [data-legal]", options={"mode": "characters"}),
    *(Position(mode, "kapow-dice", seats, PLACING, DICE, {"mode": mode}) for mode, seats in MODES),
    *(
        Position(f"fight-{mode}", "kapow-dice", seats, FIGHT, DICE, {"mode": mode})
        for mode, seats in MODES[1:]
    ),
)


def reach(person: Person, position: Position) -> None:
    """Sit down alone with bots and play on to the decision."""
    person.prefers(calls=False)  # what bots say lies over the header for a moment
    bots = [{"kind": "bot", "level": "easy"}] * (position.seats - 1)
    match = person.new_match(position.game, [{"kind": "me"}, *bots], dict(position.options))
    person.goto(f"/match/{match}")
    sought = f"body:not(:has(dialog[open])) main:not([aria-busy=true]) {position.seen}"
    if position.taps:
        tap_until(person, position.taps, sought)
    person.page.locator(sought).first.wait_for()


def looks(person: Person, sizes: tuple[Size, ...] = SIZES) -> Iterator[tuple[Size, str, str]]:
    """The page that is open, in every size, language and theme, one after another."""
    for language, theme in LOOKS:
        person.page.evaluate(_SWITCH, {"language": language, "theme": theme})
        for size in sizes:
            resize(person, size)
            yield size, language, theme


def resize(person: Person, size: Size) -> None:
    """Give the page another size, and wait until what follows that size has been drawn again."""
    person.page.set_viewport_size({"width": size[0], "height": size[1]})
    person.page.evaluate(_SETTLE)


def troubles(person: Person) -> list[str]:
    """What is cut, covered or too small on this screen, in words."""
    found: list[str] = person.page.evaluate(MEASURE)
    return found


_SWITCH = """(chosen) => {
    const key = 'slugfest.settings'
    const kept = JSON.parse(localStorage.getItem(key) ?? '{}')
    localStorage.setItem(key, JSON.stringify({ ...kept, ...chosen }))
    dispatchEvent(new StorageEvent('storage', { key }))  // as if chosen in another window
}"""

# Boards measure themselves and draw again; two pictures later all that has happened.
_SETTLE = """async () => {
    const picture = () => new Promise((done) => requestAnimationFrame(done))
    for (let n = 0; n < 3; n += 1) await picture()
}"""

MEASURE = """() => {
    const LEAST = 24  // pixels each way that a finger can hit
    const SLACK = 2
    const LEAST_DIE = 18  // a place for a die in a box, on a phone that is held upright
    const troubles = []
    const page = document.documentElement
    const board = document.querySelector('[data-board]')
    const main = document.querySelector('main')
    const round = (box) => [box.left, box.top, box.right, box.bottom].map(Math.round).join(' ')
    const nameOf = (one) => {
        const said = one.getAttribute('aria-label') ?? one.textContent.trim()
        return `${one.tagName.toLowerCase()}.${[...one.classList].join('.')} "${said.slice(0, 40)}"`
    }
    const told = (what, one) => troubles.push(`${what}: ${nameOf(one)} at ${round(one.getBoundingClientRect())}`)
    const isShown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })

    const isForEars = (one) => {
        const { width, height } = (one.closest('.unseen, h1') ?? one).getBoundingClientRect()
        return width <= 1 && height <= 1
    }

    const fits = (what, { scrollWidth, scrollHeight }, width, height) => {
        if (scrollWidth > width + 1) troubles.push(`${what} is ${scrollWidth} px wide, not ${width}`)
        if (scrollHeight > height + 1) troubles.push(`${what} is ${scrollHeight} px high, not ${height}`)
    }
    fits('the page', page, innerWidth, innerHeight)
    fits('the board', main, main.clientWidth, main.clientHeight)

    // Everything is on the screen, and what is needed can be hit: nothing covers more of it than a fan of cards does.
    const NEEDED = '[data-legal], .primary button, [data-primary], header button:not(:disabled)'
    const hitsOf = (one, box) => {
        const hits = []
        for (let row = 0; row <= 8; row += 1)
            for (let column = 0; column <= 8; column += 1) {
                const x = box.left + 1 + ((box.width - 2) * column) / 8
                const y = box.top + 1 + ((box.height - 2) * row) / 8
                const top = document.elementFromPoint(x, y)
                if (top && (one.contains(top) || top.closest('label')?.contains(one))) hits.push([x, y])
            }
        return hits
    }
    const extent = (numbers) => Math.max(...numbers) - Math.min(...numbers) + 2
    for (const one of document.querySelectorAll('header button, [data-board] :is(button, [data-legal], [data-spot])')) {
        const box = one.getBoundingClientRect()
        if (!isShown(one) || (box.width <= 1 && box.height <= 1)) continue
        const needed = one.matches(NEEDED)
        if (!needed && one.closest('[data-scrolls]')) continue  // folded away on purpose: it can be scrolled to
        if (box.left < -1 || box.top < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) {
            told('off the screen', one)
        } else if (needed) {
            const hits = hitsOf(one, box)
            const [wide, high] = [0, 1].map((at) => (hits.length ? extent(hits.map((hit) => hit[at])) : 0))
            if (!hits.length) told('covered', one)
            else if (Math.min(wide, high) < LEAST) told(`only ${Math.round(wide)}x${Math.round(high)} px to hit`, one)
        }
    }

    // Text is whole: nothing cuts it off, words are not covered, and it does not run off the screen.
    const clips = (one) => {
        const { overflowX, overflowY } = getComputedStyle(one)
        return [overflowX, overflowY].some((kind) => kind === 'hidden' || kind === 'clip')
    }
    const cutterOf = (parent, box) => {
        const letters = Math.min(box.height, parseFloat(getComputedStyle(parent).fontSize))
        const [top, bottom] = [box.top + (box.height - letters) / 2, box.bottom - (box.height - letters) / 2]
        for (let up = parent; up && up !== document.body; up = up.parentElement) {
            if (!clips(up)) continue
            const limit = up.getBoundingClientRect()
            const beside = box.left < limit.left - SLACK || box.right > limit.right + SLACK
            if (beside || top < limit.top - SLACK || bottom > limit.bottom + SLACK) return up
        }
        return null
    }
    const walker = document.createTreeWalker(document.querySelector('#app > div'), NodeFilter.SHOW_TEXT)
    const range = document.createRange()
    while (walker.nextNode()) {
        const text = walker.currentNode
        const parent = text.parentElement
        const said = text.data.trim().slice(0, 40)
        if (!said || !isShown(parent) || isForEars(parent)) continue
        if (parent.closest('.unseen, dialog, aside, .caption, .skip, svg, [data-scrolls]')) continue
        range.selectNodeContents(text)
        const boxes = [...range.getClientRects()].filter((box) => box.width > 1 && box.height > 1)
        const off = boxes.find((box) => box.left < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1)
        const cut = boxes.find((box) => cutterOf(parent, box))
        const covers = (top) => top && !top.contains(parent) && !parent.contains(top)
        const hit = getComputedStyle(parent).pointerEvents !== 'none'  // else whatever lies under it is found
        const words = hit && said.length > 3 && !parent.closest('[aria-hidden=true]')
        const under = boxes.find(({ left, top, width, height }) =>
            words && covers(document.elementFromPoint(left + width / 2, top + height / 2)))
        if (cut) troubles.push(`cut: "${said}" at ${round(cut)} by ${nameOf(cutterOf(parent, cut))}`)
        else if (under) troubles.push(`text covered: "${said}" at ${round(under)}`)
        else if (off) troubles.push(`text off the screen: "${said}" at ${round(off)}`)
    }

    // No die and no empty place lies over the name of its box.
    for (const name of document.querySelectorAll('[data-board] .head .name')) {
        if (!isShown(name) || name.closest('[data-scrolls]')) continue
        range.selectNodeContents(name)
        const box = range.getBoundingClientRect()
        const letters = parseFloat(getComputedStyle(name).fontSize) * 0.7
        const [top, bottom] = [(box.top + box.bottom - letters) / 2, (box.top + box.bottom + letters) / 2]
        for (const slot of name.closest('.head').parentElement.querySelectorAll('.slot')) {
            const place = slot.getBoundingClientRect()
            const beside = place.left >= box.right - 1 || place.right <= box.left + 1
            if (beside || place.top >= bottom || place.bottom <= top) continue
            troubles.push(`a die lies over "${name.textContent}" at ${round(box)}: ${round(place)}`)
            break
        }
    }

    // Dice and the signs on their places are whole: a symbol that is cut is another symbol.
    for (const die of document.querySelectorAll('[data-board] :is(.die, .mark .no)')) {
        if (!isShown(die) || die.closest('[data-scrolls]')) continue
        const box = die.getBoundingClientRect()
        const slack = die.matches('.no') ? -1.5 : SLACK  // a small sign ends before the line around its box
        for (let up = die.parentElement; up && up !== document.body; up = up.parentElement) {
            const limit = up.getBoundingClientRect()
            const { overflowX, overflowY } = getComputedStyle(up)
            const beside = box.left < limit.left - SLACK || box.right > limit.right + SLACK
            const beyond = box.top < limit.top - SLACK || box.bottom > limit.bottom + slack
            if (!(beside && overflowX !== 'visible') && !(beyond && overflowY !== 'visible')) continue
            troubles.push(`die cut: ${round(box)} by ${nameOf(up)} at ${round(limit)}`)
            break
        }
    }

    // What a die shows, and what a place for one asks for, can be told apart.
    if (innerWidth <= 390)
        for (const slot of document.querySelectorAll('[data-board] :is([data-box], .theirs) .slot')) {
            const { width, height } = slot.getBoundingClientRect()
            if (isShown(slot) && Math.min(width, height) < LEAST_DIE - 0.5)
                told(`a place of only ${Math.round(width)}x${Math.round(height)} px`, slot)
        }
    return troubles
}"""
