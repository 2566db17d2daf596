"""What can go wrong where there is no server: each is told clearly, and nothing is silently lost."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from . import test_kapow_cards
from .server_process import PHONE, Person, tap
from .site import FORGETFUL, NOTE_WHO_OWES_HERE, Site, begin, ready
from .test_site import host  # noqa: F401 - a fixture

TABLE_ENDED = 50_000  # ms of silence after which a table is taken for dead


def play_a_move(person: Person) -> None:
    for _ in range(500):
        if tap(person, test_kapow_cards.WANTED) == test_kapow_cards.WANTED[0]:
            return
        person.page.wait_for_timeout(20)
    raise AssertionError("there was nothing to play")


def told(page: Page, kind: str, *words: str) -> None:
    """A notice stands there, and says so."""
    notice = page.locator(f"[data-device={kind}]")
    expect(notice).to_be_visible()
    for word in words:
        expect(notice).to_contain_text(word)


def nothing_told(page: Page, kind: str) -> None:
    expect(page.locator(f"[data-device={kind}]")).to_have_count(0)


def export(page: Page, button: str, to: Path, match: str) -> list[str]:
    """Everything as a file; what it has of a match."""
    with page.expect_download() as download:
        page.get_by_role("button", name=button).click()
    download.value.save_as(to)
    entries: list[str] = json.loads(to.read_text("utf-8"))["matches"][match]
    assert [entry for entry in map(json.loads, entries) if entry["entry"].get("by") == "me"], (
        "no move of hers"
    )
    return entries


def test_no_room_a_table_that_dies_and_storage_that_is_cleared(
    host: Site,  # noqa: F811
    browser: Browser,
    tmp_path: Path,
) -> None:
    ann = Person(browser, host, "Ann", PHONE, "de", "reduce")
    ann.context.add_init_script(NOTE_WHO_OWES_HERE)
    page = ann.page
    page.clock.install()
    ann.goto("/")
    ready(ann)
    match = begin(ann, "kapow-cards")

    page.evaluate("window.table.postMessage({ type: 'room', left: false })")
    play_a_move(ann)
    told(page, "full", "kein Speicherplatz mehr", "noch nicht gespeichert")
    ann.screenshot("site-full-390-de")
    ann.goto("/device")
    unkept = export(page, "Datei speichern", tmp_path / "unkept.json", match)
    page.get_by_role("button", name="Noch einmal versuchen").click()
    told(page, "full", "kein Speicherplatz mehr")
    page.evaluate("window.table.postMessage({ type: 'room', left: true })")
    nothing_told(page, "full")  # it goes on by itself

    ann.goto(f"/match/{match}")
    expect(page.locator("[data-board]")).to_be_visible()
    page.evaluate("window.table.terminate()")
    page.clock.fast_forward(TABLE_ENDED)
    told(page, "broken", "stehen geblieben", "aufbewahrt")
    page.get_by_role("button", name="Neu aufbauen").click()
    ready(ann)
    nothing_told(page, "broken")
    expect(page.locator("[data-board]")).to_be_visible()
    ann.goto("/device")
    kept = export(page, "Datei speichern", tmp_path / "kept.json", match)
    assert kept[: len(unkept)] == unkept  # also the move from when there was no room

    page.evaluate("indexedDB.deleteDatabase('slugfest')")
    told(page, "cleared", "geleert", "noch da")
    assert export(page, "Datei speichern", tmp_path / "rescued.json", match)[: len(kept)] == kept
    page.get_by_role("button", name="Neu aufbauen").click()
    ready(ann)
    told(page, "emptied", "nicht mehr auf diesem Gerät", "importiere")
    page.locator("input[type=file]").set_input_files(tmp_path / "rescued.json")
    page.get_by_role("link", name=match).first.click()
    expect(page.locator("[data-board]")).to_be_visible()
    ann.leave()


def test_a_browser_that_keeps_nothing_plays_and_says_so(
    host: Site,  # noqa: F811
    browser: Browser,
    tmp_path: Path,
) -> None:
    host.prefix = FORGETFUL.encode() + host.prefix
    ann = Person(browser, host, "Ann", PHONE, "en", "reduce")
    ann.context.add_init_script(FORGETFUL)
    ann.context.add_init_script(NOTE_WHO_OWES_HERE)
    ann.goto("/")
    ready(ann)
    told(ann.page, "unkept", "saves nothing", "gone when you close or reload", "Export")
    ann.page.get_by_role("button", name="Got it").click()
    match = begin(ann, "kapow-cards")
    play_a_move(ann)
    ann.goto("/device")
    export(ann.page, "Save the file", tmp_path / "kept.json", match)
    ann.leave()


def test_a_browser_that_cannot_run_the_table_says_why_and_still_teaches(
    host: Site,  # noqa: F811
    browser: Browser,
) -> None:
    for missing, language, words in (
        ("WebAssembly", "en", ("cannot run in this browser", "WebAssembly")),
        ("Worker", "de", ("läuft in diesem Browser nicht", "Worker")),
    ):
        ann = Person(browser, host, "Ann", PHONE, language, "reduce")
        ann.context.add_init_script(f"delete globalThis.{missing}")
        ann.goto("/")
        told(ann.page, "unable", *words)
        ann.goto("/how/kapow-cards")
        expect(ann.page.locator("main h1")).to_be_visible()
        ann.goto("/new/kapow-cards")
        told(ann.page, "unable", *words)
        ann.calm()
        ann.leave()


def test_bots_that_cannot_think_do_not_stop_a_match(
    host: Site,  # noqa: F811
    browser: Browser,
) -> None:
    """The worker that thinks fails at its start, every time: the table decides for the bots."""
    (script,) = host.folder.glob("assets/thinking-worker-*.js")
    host.changed[f"assets/{script.name}"] = b"throw new Error('no room to think')"
    ann = Person(browser, host, "Ann", PHONE, "en", "reduce")
    ann.context.add_init_script(NOTE_WHO_OWES_HERE)
    ann.goto("/")
    ready(ann)
    begin(ann, "kapow-cards")
    for _ in range(2):
        play_a_move(ann)
    nothing_told(ann.page, "broken")
    ann.leave()
