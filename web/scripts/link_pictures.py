"""Make the pictures that a messenger shows for a link: one a game from its own cover, and one for the site.

Run with the project's Python when a cover has changed, with a server of this checkout running and its pages built:

    python web/scripts/link_pictures.py http://127.0.0.1:8000 /usr/bin/chromium
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import Page, ViewportSize, sync_playwright

FOLDER = Path(__file__).parent.parent / "public" / "links"
SIZE: ViewportSize = {"width": 1200, "height": 630}

# The cover fills the right half; its title stands large on the left, on rays of the game's own accent.
SPREAD = """(covers) => {
  const all = [...document.querySelectorAll('a.cover')]
  const chosen = covers ? all.filter((one) => one.dataset.game === covers) : all
  const stage = document.createElement('div')
  stage.style.cssText = 'position:fixed;inset:0;z-index:999;display:flex;align-items:center;gap:18px;' +
    'padding:38px 48px;background:#f6ecd6;overflow:hidden;box-sizing:border-box'
  const words = document.createElement('div')
  words.style.cssText = 'flex:1;min-width:0'
  const title = covers ? chosen[0].querySelector('.title').innerText.split('\\n') : ['Slugfest']
  words.innerHTML = `<p class="display" style="font-size:${covers ? 104 : 84}px;line-height:0.95;margin:0"></p>` +
    '<p class="display" style="font-size:46px;line-height:1;margin:14px 0 0"></p>' +
    '<p style="font-size:30px;font-weight:700;margin:30px 0 0"></p>'
  const [shout, sub, site] = words.children
  shout.textContent = title[0]
  sub.textContent = title.slice(1).join(' ')
  site.textContent = covers ? 'Slugfest' : 'Superhero tabletop battles'
  stage.append(words)
  for (const cover of chosen) {
    const width = covers ? 520 : 164
    cover.style.cssText = `position:relative;flex:none;width:${width}px;height:${covers ? 554 : 380}px;` +
      `max-height:none;min-height:0;rotate:${covers ? 2 : 1}deg`
    for (const part of cover.querySelectorAll(covers ? '.foot, .title' : '.foot')) part.style.visibility = 'hidden'
    stage.append(cover)
  }
  document.body.append(stage)
  document.body.style.overflow = 'hidden'
}"""


def shoot(page: Page, address: str, game: str | None) -> None:
    page.goto(address)
    page.wait_for_selector(".cover .picture")
    page.evaluate("document.fonts.ready")
    page.evaluate(SPREAD, game)
    page.wait_for_timeout(300)
    page.screenshot(
        path=FOLDER / f"{game or 'slugfest'}.png",
        clip={"x": 0, "y": 0, "width": SIZE["width"], "height": SIZE["height"]},
    )


def main(address: str, chromium: str) -> None:
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium)
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce", locale="en")
        page.goto(address)
        page.wait_for_selector(".cover .picture")
        games = page.eval_on_selector_all("a.cover", "covers => covers.map((one) => one.dataset.game)")
        for game in [None, *games]:
            shoot(page, address, game)
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:3])
