"""The pages about people, clubs, tables and the host: nothing is cut or covered, on six screens, in two languages.

One window looks at each page once and is resized; the server and its people are made once for all pages.
"""

from __future__ import annotations

from typing import Any

from .conftest import Invite
from .server_process import DESK, SCREENS, ServerProcess, expect
from .sizes import Size, looks
from .test_clubs import link

SIZES: tuple[Size, ...] = ((320, 640), (390, 844), (844, 390), (820, 1180), (1440, 900), (2560, 1440))
LONG = "Maximiliane-Wilhelmina"  # as long as a name may be, more or less

CROWDED = """() => {
    const found = []
    const name = (one) => (one.getAttribute('aria-label') || one.textContent.trim() || one.tagName).slice(0, 40)
    const small = (box) => box.width <= 2 || box.height <= 2
    const shown = (one) =>
        one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
        !one.closest('.unseen, [inert]') && !small(one.getBoundingClientRect())
    const lies = (one) => getComputedStyle(one.closest('header') ?? one).position === 'static'
    const holds = (one, other) => one.contains(other) || other.contains(one)

    const kinds = 'a, button, select, textarea, input, [role=switch], label:has(input)'
    const controls = [...document.querySelectorAll(kinds)].filter(shown)
    for (const [place, one] of controls.entries()) {
        const box = one.getBoundingClientRect()
        if (one.tagName === 'BUTTON') {
            const width = one.offsetWidth
            one.style.overflowWrap = 'normal'  // where a word was broken, it needs more room now
            if (one.offsetWidth > width + 1) found.push(`broken within a word: ${name(one)}`)
            one.style.overflowWrap = ''
        }
        if (box.left < -1 || box.right > innerWidth + 1) found.push(`beyond the edge: ${name(one)}`)
        for (const other of controls.slice(place + 1)) {
            const below = other.getBoundingClientRect()
            const width = Math.min(box.right, below.right) - Math.max(box.left, below.left)
            const height = Math.min(box.bottom, below.bottom) - Math.max(box.top, below.top)
            if (width > 3 && height > 3 && !holds(one, other) && lies(one) && lies(other))
                found.push(`covered: ${name(one)} / ${name(other)}`)
        }
    }
    for (const one of [...document.querySelectorAll('main :is(th, td)')].filter(shown)) {
        const width = one.offsetWidth
        one.style.overflowWrap = 'normal'
        if (one.offsetWidth > width + 1) found.push(`broken within a word: ${name(one)}`)
        one.style.overflowWrap = ''
    }
    for (const one of document.querySelectorAll('main :not(a, button)')) {  // covers of games are cut on purpose
        const style = getComputedStyle(one)
        const cut = style.overflowX === 'hidden' && style.textOverflow !== 'ellipsis'
        if (cut && one.scrollWidth > one.clientWidth + 2 && one.textContent.trim() && shown(one))
            found.push(`cut: ${name(one)}`)
    }
    return [...new Set(found)]
}"""


def test_no_page_is_cut_or_covered_on_any_screen(server: ServerProcess, invite: Invite) -> None:
    zoe, ann = invite(server, LONG, DESK), invite(server, "Ann", DESK)
    for person in (zoe, ann):
        person.named()

    def post(path: str, **body: Any) -> dict[str, Any]:
        headers = {"Origin": server.address}
        answer = zoe.context.request.post(f"{server.address}/api/{path}", data=body, headers=headers)
        assert answer.ok, answer.text()
        found: dict[str, Any] = answer.json()
        return found

    post("me/claim", name=LONG)
    post("me/claim/profile", shown=True, times=True, face=2)
    club = post("clubs", name="Donnerstagabend-Superheldenverein")
    post(
        f"clubs/{club['id']}/note",
        text="Donaudampfschifffahrtsgesellschaftskapitänsmütze\nhttps://example.org/" + "x" * 90,
    )
    seats = [{"kind": "me"}, {"kind": "open"}]
    advert = {"strength": "any", "bots": True, "club": club["id"]}
    ann.new_match("kapow-cards", seats)
    match = post("matches", game="kapow-dice", seats=seats, name=LONG, start=False, advert=advert)["id"]
    pages = {
        "clubs": "/clubs",
        "club": f"/club/{club['id']}",
        "for-the-club": f"/new/kapow-cards?club={club['id']}",
        "lobby": f"/match/{match}",
        "home": "/",
        "profile": "/me",
        "player": f"/player/{LONG}",
        "events": "/events",
        "admin": "",
    }
    wrong: list[str] = []
    SCREENS.mkdir(parents=True, exist_ok=True)

    def look(person: Any, name: str) -> None:
        for size, language, _ in looks(person, SIZES):
            where = f"{name} {language} {size[0]}x{size[1]}"
            width = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            if width > 0:
                wrong.append(f"{where}: {width} px too wide")
            wrong.extend(f"{where}: {one}" for one in person.page.evaluate(CROWDED))
            if size[0] in (390, 1440):
                picture = SCREENS / f"people-{name}-{language}-{size[0]}.png"
                person.page.screenshot(path=picture, full_page=True)
            if size == SIZES[0]:
                person.accessible()

    for name, path in pages.items():
        if path:
            zoe.goto(path)
        else:
            zoe.page.goto(link(server))
        expect(zoe.page.locator("main h1, main h2").first).to_be_visible()
        zoe.page.wait_for_load_state("networkidle")
        look(zoe, name)
    ann.goto("/sign-in")  # a device that has played
    ann.page.get_by_text("They are mine").click()
    look(ann, "sign-in")
    assert wrong == []
