"""The page that needs no server, with its host switched off after the first visit."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from slugfest.kernel import game, read_record, seeded, verify

from . import test_custom_heroes, test_kapow_cards, test_kapow_dice, test_tag_team
from .conftest import deal_of
from .server_process import DESK, PHONE, Person, decide, play_to_the_end, tap
from .site import Site, begin, ready, visit
from .test_lessons import tap_through

Come = Callable[..., Person]

GAMES = [
    ("kapow-cards", test_kapow_cards.WANTED, PHONE, "en"),
    ("custom-heroes", test_custom_heroes.WANTED, DESK, "de"),
    ("tag-team", test_tag_team.WANTED, PHONE, "de"),
    ("kapow-dice", test_kapow_dice.WANTED, DESK, "en"),
]


@pytest.fixture
def host(request: pytest.FixtureRequest) -> Iterator[Site]:
    site = Site(deal_of(request))
    site.start()
    yield site
    site.stop()


@pytest.fixture
def come(browser: Browser) -> Iterator[Come]:
    people: list[Person] = []

    def arrive(host: Site, name: str, size: tuple[int, int] = DESK, language: str = "en") -> Person:
        person = Person(browser, host, name, size, language, "reduce", offline_too=True)
        people.append(person)
        visit(person)
        return person

    yield arrive
    for person in people:
        person.calm()
        person.leave()


@pytest.mark.parametrize(("name", "taps", "size", "language"), GAMES, ids=[one[0] for one in GAMES])
def test_a_whole_match_is_played_without_a_network(
    host: Site, come: Come, name: str, taps: tuple[str, ...], size: tuple[int, int], language: str
) -> None:
    ann = come(host, "Ann", size, language)
    ann.fits()
    ann.accessible()
    ann.screenshot(f"site-home-{size[0]}-{language}")
    host.stop()
    ann.page.reload()
    ready(ann)
    begin(ann, name)
    ann.fits()
    ann.screenshot(f"site-{name}-{size[0]}-{language}")
    play_to_the_end([ann], taps)
    with ann.page.expect_download() as download:
        ann.page.locator("dialog[open] a[download]").click()
    record = read_record(download.value.path().read_text("utf-8"))
    assert verify(record, game(name)).state.outcome() is not None


def test_a_running_match_survives_a_reload_goes_to_another_device_and_into_a_new_version(
    host: Site, come: Come, tmp_path: Path
) -> None:
    ann = come(host, "Ann", PHONE, "de")
    match = begin(ann, "kapow-cards")
    for _ in range(500):  # until a move of hers has been made, so that a bot may be thinking
        if tap(ann, test_kapow_cards.WANTED) == test_kapow_cards.WANTED[0]:
            break
        ann.page.wait_for_timeout(20)
    ann.page.reload()
    ready(ann)
    expect(ann.page.locator("[data-board]")).to_be_visible()

    ann.goto("/device")
    expect(ann.page.locator("textarea")).to_be_visible()
    ann.fits()
    ann.accessible()
    ann.screenshot("site-device-390-de")
    with ann.page.expect_download() as download:
        ann.page.get_by_role("button", name="Datei speichern").click()
    everything = tmp_path / "everything.json"
    download.value.save_as(everything)

    bob = come(host, "Bob", DESK, "en")
    bob.goto("/device")
    bob.page.locator("input[type=file]").set_input_files(everything)
    bob.page.get_by_role("link", name=f"Open match {match}").click()
    expect(bob.page.locator("[data-board]")).to_be_visible()

    host.update()
    ann.goto(f"/match/{match}")
    ann.page.reload()
    ready(ann)
    expect(ann.page.locator("[data-board]")).to_be_visible()
    ann.page.get_by_role("button", name="Jetzt aktualisieren").click()
    expect(ann.page.locator("[data-device=newer]")).to_have_count(0)
    ready(ann)
    expect(ann.page.locator("[data-board]")).to_be_visible()
    play_to_the_end([ann], test_kapow_cards.WANTED)


def test_a_course_is_tapped_through_without_a_network(host: Site, come: Come) -> None:
    ann = come(host, "Ann", PHONE, "de")
    host.stop()
    tap_through(ann, "kapow-cards", "de")


def test_a_pasted_position_is_analysed_without_a_network(host: Site, come: Come) -> None:
    ann = come(host, "Ann", PHONE, "de")
    host.stop()
    cards = game("kapow-cards")
    page = ann.page
    ann.goto("/device")
    page.locator("textarea").fill('{"game": "kapow-cards", "seats": 2, "position": {}}')
    page.get_by_role("button", name="Importieren").click()
    expect(page.get_by_text("Diese Stellung lässt sich nicht aufbauen")).to_be_visible()
    page.locator("textarea").fill(json.dumps(cards.new(2, {}, seeded("analysis")).position()))
    page.get_by_role("button", name="Stellung aufbauen").click()
    expect(page.locator("[data-board]")).to_be_visible()
    for level in ("easy", "medium", "hard"):
        expect(page.locator(f"[data-opinion={level}][data-state=done] li").first).to_be_visible()
    ann.fits()
    ann.accessible()
    ann.screenshot("site-analysis-390-de")
    first = page.locator("aside .display").inner_text()
    page.locator("[data-opinion=hard]").get_by_role("button", name="So spielen").first.click()
    expect(page.locator("[data-made='1'] li").first).to_be_visible()
    expect(page.locator("aside .display")).not_to_have_text(first)
    page.evaluate("window.lastTold = { owing: [], seats: [] }")  # nobody has to be waited for here
    decide(ann, test_kapow_cards.WANTED)
    expect(page.locator("[data-made='2']")).to_be_visible()
    expect(page.locator("[data-opinion=easy][data-state=done] li").first).to_be_visible()
    ann.fits()
    ann.accessible()
    ann.screenshot("site-analysis-played-on-390-de")
    for left in ("1", None):
        page.get_by_role("button", name="Zug zurücknehmen").click()
        expect(page.locator("[data-made]")).to_have_count(0 if left is None else 1)
    expect(page.locator("aside .display")).to_have_text(first)
    page.reload()
    ready(ann)
    page.get_by_role("button", name="Anhalten").click()
    expect(page.locator("[data-opinion=hard][data-state=stopped]")).to_be_visible()


def test_one_tab_at_a_time_has_the_table(host: Site, come: Come) -> None:
    ann = come(host, "Ann")
    match = begin(ann, "tag-team")
    second = ann.context.new_page()
    second.goto(f"{host.address}/match/{match}")
    second.get_by_role("button", name="Play here").click()
    expect(second.locator("[data-board]")).to_be_visible(timeout=120_000)
    expect(ann.page.locator("[data-device=elsewhere]")).to_be_visible()
    second.close()
    ready(ann)
    expect(ann.page.locator("[data-device=elsewhere]")).to_have_count(0)
    expect(ann.page.locator("[data-board]")).to_be_visible(timeout=120_000)
