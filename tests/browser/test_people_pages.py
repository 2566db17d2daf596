"""The pages about people, clubs, open tables and the host: on six screens and in both languages nothing is cut or covered.

One window looks at each page once and is resized; the server and its people are made once for all pages.
"""

from __future__ import annotations

from typing import Any

from .conftest import Invite
from .server_process import DESK, ServerProcess, expect
from .sizes import Size, looks
from .test_clubs import link

SIZES: tuple[Size, ...] = ((320, 640), (390, 844), (844, 390), (820, 1180), (1440, 900), (2560, 1440))
LONG = "Maximiliane-Wilhelmina"  # as long as a name may be, more or less

CROWDED = """() => {
    const found = []
    const name = (one) => (one.getAttribute('aria-label') || one.textContent.trim() || one.tagName).slice(0, 40)
    const shown = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    const small = (box) => box.width <= 2 || box.height <= 2
    const open = document.querySelector('dialog[open]') ?? document
    const controls = [...open.querySelectorAll('a, button, select, textarea, input, [role=switch], label:has(input)')]
        .filter((one) => shown(one) && !one.closest('.unseen, [inert]') && !small(one.getBoundingClientRect()))
    for (const one of controls) {
        const box = one.getBoundingClientRect()
        if (box.left < -1 || box.right > innerWidth + 1) found.push(`beyond the edge: ${name(one)}`)
    }
    const held = (one, other) => one.contains(other) || other.contains(one)
    for (const [place, one] of controls.entries())
        for (const other of controls.slice(place + 1)) {
            const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()]
            const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            const fixed = [one, other].some((each) => getComputedStyle(each.closest('header') ?? each).position !== 'static')
            if (width > 3 && height > 3 && !held(one, other) && !fixed) found.push(`covered: ${name(one)} / ${name(other)}`)
        }
    for (const one of document.querySelectorAll('main *')) {
        const style = getComputedStyle(one)
        if (shown(one) && !one.closest('.unseen') && style.overflowX === 'hidden' && one.scrollWidth > one.clientWidth + 2 &&
            style.textOverflow !== 'ellipsis' && one.textContent.trim() && !small(one.getBoundingClientRect()))
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

    def look(person: Any, name: str) -> None:
        for size, language, _ in looks(person, SIZES):
            where = f"{name} {language} {size[0]}x{size[1]}"
            width = person.page.evaluate("document.documentElement.scrollWidth - innerWidth")
            if width > 0:
                wrong.append(f"{where}: {width} px too wide")
            wrong.extend(f"{where}: {one}" for one in person.page.evaluate(CROWDED))
            person.screenshot(f"people-{name}-{language}-{size[0]}")
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
