"""Draws the app's icons from ``public/favicon.svg``: what the browser puts on a home screen must be PNG.

Run it after a change of the drawing, in the project's folder, and commit what it writes:

    python web/scripts/icons.py
"""

from __future__ import annotations

import os
import shutil
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

PUBLIC = Path(__file__).parent.parent / "public"
PAPER = "#f6ecd6"
SAFE = 0.72  # of a maskable icon's width: a phone may cut all beyond a circle of 80 %

# By file: pixels, share of the width that the drawing takes, what lies behind it.
ICONS = {
    "icon-192.png": (192, 1.0, "transparent"),
    "icon-512.png": (512, 1.0, "transparent"),
    "icon-maskable.png": (512, SAFE, PAPER),
    "apple-touch-icon.png": (180, 0.86, PAPER),
}
# The same with a mark: a match waits.
MARK = '<circle cx="398" cy="398" r="104" fill="#b3261e" stroke="#1b1714" stroke-width="22"/></svg>'


def draw(browser: Browser, drawing: str, size: int, share: float, behind: str) -> bytes:
    page = browser.new_page(viewport={"width": size, "height": size})
    page.set_content(
        f"<style>body{{margin:0;display:grid;place-items:center;height:100vh;background:{behind}}}"
        f"svg{{width:{share * 100}%;height:{share * 100}%}}</style>{drawing}"
    )
    picture = page.screenshot(omit_background=True)
    page.close()
    return picture


def main() -> None:
    drawing = (PUBLIC / "favicon.svg").read_text("utf-8").strip()
    (PUBLIC / "favicon-turn.svg").write_text(drawing.removesuffix("</svg>") + MARK + "\n", "utf-8")
    with sync_playwright() as playwright:
        chromium = os.environ.get("CHROMIUM") or shutil.which("chromium")
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, (size, share, behind) in ICONS.items():
            (PUBLIC / name).write_bytes(draw(browser, drawing, size, share, behind))
        browser.close()


if __name__ == "__main__":
    main()
