"""Names that want to break a page: in the lobby and on every board, at six sizes, they stay in their place."""

from __future__ import annotations

import re
from contextlib import ExitStack
from typing import Any

import pytest
from tests.server.harness import Person as Guest

from .conftest import Invite
from .server_process import Person, ServerProcess
from .sizes import resize

SIZES = ((320, 640), (390, 844), (844, 390), (820, 1180), (1440, 900), (2560, 1440))
NAMES = (
    "\u0410nn",  # Ann in Cyrillic letters
    "\u202eeloH\u05de\u05e8\u05d9\u05dd (2)",  # a right-to-left override, and Hebrew
    "".join(letter + "\u0321\u0327\u0310\u0352\u0357\u0346" * 4 for letter in "Zalgo"),
    "\u0bcc" + "\u0950\u1f3f\u2167" * 8,  # wide letters
    "W" * 24,
)
ALL = (0, 1, 2, 3, 4)
START = re.compile("Start the fight|Los geht’s")
TABLES: tuple[tuple[str, str, dict[str, Any], tuple[int, ...]], ...] = (  # with the names of the others
    ("de", "custom-heroes", {}, ALL),
    ("en", "custom-heroes", {}, ALL),
    ("de", "kapow-cards", {}, (0, 4, 2, 3)),
    ("de", "kapow-dice", {"mode": "team"}, (0, 1, 4)),
    ("de", "tag-team", {"teams": "free"}, (2,)),
    ("en", "tag-team", {}, (3,)),
    ("de", "tag-team", {"teams": "first-game"}, (4,)),
)

# What sticks out of the page, and every name that is drawn outside the line it belongs to.
OVERFLOW = """() => {
  const page = document.documentElement
  const wrong = page.scrollWidth > page.clientWidth + 1 ? [`the page is ${page.scrollWidth} wide`] : []
  const named = /[\\u2167\\u0321]|W{9}/
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const node = walker.currentNode
    const parent = node.parentElement
    if (!named.test(node.data) || !parent.checkVisibility({ visibilityProperty: true })) continue
    if (parent.closest('.unseen, input')) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    let clip = { left: 0, right: page.clientWidth }
    for (let box = parent; box; box = box.parentElement) {
      const style = getComputedStyle(box)
      if (style.overflowX === 'visible') continue
      const rect = box.getBoundingClientRect()
      clip = { left: Math.max(clip.left, rect.left), right: Math.min(clip.right, rect.right) }
      if (style.overflowX !== 'visible') break
    }
    const drawn = range.getBoundingClientRect()
    const cut = [...document.querySelectorAll('*')].length > 0 && getComputedStyle(parent).overflowX !== 'visible'
    if (!cut && (drawn.right > clip.right + 1 || drawn.left < clip.left - 1))
      wrong.push(`${parent.className || parent.tagName}: ${Math.round(drawn.left)} to ${Math.round(drawn.right)}`)
  }
  return wrong
}"""


def seated(server: ServerProcess, stack: ExitStack, match: str, names: list[str]) -> list[Any]:
    """Everybody else with a name of theirs sits down."""
    lines = []
    for seat, name in enumerate(names, 1):
        guest = stack.enter_context(Guest(server.address, f"guest {seat}"))
        line = stack.enter_context(guest.connect(match))
        line.done("sit", seat=seat, name=name)
        lines.append(line)
    return lines


def look_at(ann: Person, what: str) -> dict[str, list[str]]:
    found = {}
    for width, height in SIZES:
        resize(ann, (width, height))
        ann.screenshot(f"names/{what}-{width}x{height}")
        if wrong := ann.page.evaluate(OVERFLOW):
            found[f"{what} {width}x{height}"] = wrong
    return found


@pytest.mark.parametrize(("language", "game", "options", "who"), TABLES)
def test_no_name_leaves_its_place(
    server: ServerProcess,
    invite: Invite,
    language: str,
    game: str,
    options: dict[str, Any],
    who: tuple[int, ...],
) -> None:
    ann = invite(server, "Ann", SIZES[1], language)
    ann.named()
    with ExitStack() as stack:
        wanted = {
            "game": game,
            "seats": [{"kind": "me"}, *[{"kind": "open"}] * len(who)],
            "options": options,
        }
        answer = ann.context.request.post(
            f"{server.address}/api/matches", data=wanted, headers={"Origin": server.address}
        )
        assert answer.ok, answer.text()
        match = answer.json()["id"]
        lines = seated(server, stack, match, [NAMES[number] for number in who])
        names = [seat["name"] for seat in lines[-1].match["seats"]]
        if who[0] == 0:
            assert names[:2] == ["Ann", "\u0410nn 2"], "a look-alike has a number"
        assert not any("\u202e" in name for name in names)
        ann.goto(f"/match/{match}")
        ann.page.get_by_role("button", name=START).wait_for()
        found = look_at(ann, f"lobby-{language}-{game}-{who[-1]}")
        ann.page.get_by_role("button", name=START).click()
        ann.page.locator("[data-phase], .board, main").first.wait_for()
        found |= look_at(ann, f"table-{language}-{game}-{who[-1]}")
    assert not found, found
