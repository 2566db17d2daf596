"""Custom Heroes in real browsers: whole matches, crafting that is taken back, wagers that stay secret."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from slugfest.games.custom_heroes import GAME
from slugfest.kernel import read_record, verify

from .conftest import Invite
from .server_process import (
    DESK,
    PHONE,
    Person,
    ServerProcess,
    hurry_to_the_end,
    play_to_the_end,
    play_until,
    tap,
)

ME = {"kind": "me"}
OPEN = {"kind": "open"}
EASY = {"kind": "bot", "level": "easy"}
SHORT: dict[str, object] = {"vp_target": 3, "max_rounds": 2}
SIZES = pytest.mark.parametrize(
    ("size", "language"), [(PHONE, "de"), (DESK, "en")], ids=["phone-de", "desk-en"]
)
# Read the summary of a round, let the first set that beats the pile gather and play it, else pass; never wager. Whoever
# is asked about a waste does it all the same.
EAGER = (
    "dialog[open] .content > .button",
    "dialog[open] .ways .button:last-child",
    "[data-board]:not([data-phase=wagers]) .primary button",
    "[data-phase=turn]:not(:has(.hand [aria-pressed=true])) .hand .legal",
    ".pass[data-legal]",
)
WANTED = (*EAGER, "[data-phase=wagers] .primary button")
COMPANIONS = ("AF", "KO", "SPK", "BRA", "CHA", "SPU")


def board_of(person: Person) -> Locator:
    return person.page.locator("[data-board]")


def at_rest(person: Person) -> None:
    """The dialog that has just opened has come to rest; half risen it does not count as one yet."""
    expect(person.page.locator("dialog[open]").last).to_be_visible()  # the summary of the round may lie below
    person.page.evaluate(
        "() => Promise.allSettled(document.getAnimations().filter((one) => "
        "one.effect.getTiming().iterations !== Infinity).map((one) => one.finished)).then(() => true)"
    )


def sit_down(host: Person, guests: list[Person], match: str) -> None:
    """Everybody takes the next open seat, then the host begins."""
    host.goto(f"/match/{match}")
    for seat, guest in enumerate(guests, 2):
        guest.goto(f"/match/{match}")
        guest.page.get_by_role("button", name=re.compile(f"(seat|platz) {seat}", re.IGNORECASE)).click()
    host.page.locator(".go button").last.click()
    for person in (host, *guests):
        expect(board_of(person)).to_be_visible()


@SIZES
def test_a_person_plays_bots_to_the_verified_record(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    match = ann.new_match("custom-heroes", [ME, EASY, EASY], SHORT)
    ann.goto(f"/match/{match}")
    expect(board_of(ann)).to_be_visible()
    ann.fits()
    ann.accessible()
    ann.screenshot(f"custom-heroes-{size[0]}-{language}")
    play_to_the_end([ann], WANTED)
    at_rest(ann)
    ann.accessible()
    ann.screenshot(f"custom-heroes-end-{size[0]}-{language}")
    answer = ann.context.request.get(f"{server.address}/api/matches/{match}/record")
    assert verify(read_record(answer.text()), GAME).state.outcome() is not None
    ann.page.locator("dialog[open] a[href^='/replay/']").click()
    ann.page.wait_for_url("**/replay/*")
    expect(board_of(ann)).to_be_visible()
    ann.page.keyboard.press("ArrowRight")
    ann.fits()
    ann.accessible()


def test_people_and_bots_play_a_whole_match_and_a_spectator_learns_no_secret(
    server: ServerProcess, invite: Invite
) -> None:
    ann, bob, eve = (
        invite(server, "Ann", PHONE, "de"),
        invite(server, "Bob", DESK),
        invite(server, "Eve", DESK),
    )
    for person in (ann, bob, eve):
        person.named()
    match = ann.new_match("custom-heroes", [ME, OPEN, EASY, EASY], SHORT)
    sit_down(ann, [bob], match)
    eve.goto(f"/match/{match}")
    expect(board_of(eve)).to_be_visible()
    eve.accessible()
    eve.screenshot("custom-heroes-spectator-1440-en")
    play_to_the_end([ann, bob], WANTED)
    answer = ann.context.request.get(f"{server.address}/api/matches/{match}/record")
    history = verify(read_record(answer.text()), GAME)
    for person, seat in ((ann, 0), (bob, 1), (eve, -1)):
        check_the_wire(history, person, seat)


def check_the_wire(history: Any, person: Person, seat: int) -> None:
    """Every board that was sent before the end is exactly what this seat may see; nobody gets the secret."""
    looked_through = 0
    for frame in person.frames():
        if frame["type"] not in ("snapshot", "update") or frame["view"] is None:
            continue
        if frame["view"]["outcome"] is not None:
            continue
        assert history.secret not in json.dumps(frame)
        assert frame["view"]["seat"] == seat
        others = [player for index, player in enumerate(frame["view"]["board"]["players"]) if index != seat]
        assert all(player["power"] is None for player in others)
        looked_through += 1
    assert looked_through > 3, f"{person.name} received too little to judge"


# ---- crafting ------------------------------------------------------------------------------------------------------


def somebody_with_an_item(
    server: ServerProcess, invite: Invite, size: tuple[int, int]
) -> tuple[Person, str, list[str]]:
    """A leader whom the deal gave an advancement that changes a value; its id, and everything the browser sends."""
    ann = invite(server, "Ann", size)
    sent: list[str] = []
    ann.page.on("websocket", lambda socket: socket.on("framesent", lambda payload: sent.append(str(payload))))
    match = ann.new_match("custom-heroes", [ME, EASY], {"start_seat": 1})
    ann.goto(f"/match/{match}")
    expect(board_of(ann).locator(".hand [data-legal]").first).to_be_visible()
    stock = [str(piece.get_attribute("data-piece")) for piece in board_of(ann).locator("[data-piece]").all()]
    items = [piece for piece in stock if piece.split("-")[0] not in COMPANIONS]
    assert items, f"this deal has no item ({stock}): mark the test with another, @pytest.mark.deal(2)"
    return ann, items[0], sent


_LABELS = """(cards) => cards.map((card) => {
    const label = card.querySelector('button').getAttribute('aria-label') ?? ''
    return `${card.dataset.card} ${label.split(': ').slice(1).join(': ')}`
})"""


def hand_labels(person: Person) -> list[str]:
    """Every card with its value and pieces, wherever it stands in the hand."""
    labels: list[str] = board_of(person).locator(".hand [data-card]").evaluate_all(_LABELS)
    return sorted(labels)


def hand_becomes(person: Person, fits: Callable[[list[str]], bool]) -> list[str]:
    """The cards as soon as they are as they should be: what they come to is the engine's word, and travels."""
    labels: list[str] = []
    for _ in range(1000):
        labels = hand_labels(person)
        if fits(labels):
            return labels
        person.page.wait_for_timeout(20)
    raise AssertionError(f"the hand never became what it should be: {labels}")


def plays(sent: list[str]) -> list[list[list[Any]]]:
    return [message["moves"] for message in map(json.loads, sent) if message["type"] == "play"]


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_an_attachment_is_taken_back_before_the_turn_is_sent(
    server: ServerProcess, invite: Invite, size: tuple[int, int]
) -> None:
    ann, item, sent = somebody_with_an_item(server, invite, size)
    board = board_of(ann)
    before = hand_labels(ann)
    piece = board.locator(f"[data-piece='{item}']")
    slid_in = re.compile("out again$")  # from then on no card tells what the piece would make of it

    def attach(card: str) -> None:
        """Slide the piece into a card, and wait until that card alone is another one."""
        piece.click()
        expect(piece).to_have_attribute("aria-pressed", "true")
        board.locator(f".hand [data-card='{card}'] [data-legal]").click()
        expect(piece).to_have_attribute("aria-label", slid_in)
        hand_becomes(ann, lambda hand: [label.split()[0] for label in set(before) - set(hand)] == [card])

    piece.click()
    expect(piece).to_have_attribute("aria-pressed", "true")
    ann.screenshot(f"custom-heroes-attach-{size[0]}-en")
    open_cards = board.locator(".hand [data-card]:has([data-legal])").evaluate_all(
        "(cards) => cards.map((card) => card.dataset.card)"
    )
    piece.click()
    expect(piece).to_have_attribute("aria-pressed", "false")

    attach(open_cards[0])
    ann.accessible()
    piece.click()
    hand_becomes(ann, lambda hand: hand == before)
    assert plays(sent) == []
    attach(open_cards[-1])
    ann.page.keyboard.press("Escape")
    hand_becomes(ann, lambda hand: hand == before)
    attach(open_cards[-1])
    board.locator(".hand [data-legal]").first.click()
    board.locator(".primary button").click()
    expect(piece).to_have_count(0)
    [turn] = plays(sent)
    assert [parts[0] for parts in turn] == ["attach", "play"]
    assert turn[0][1] == item


def test_an_advancement_can_be_dragged_onto_a_card(server: ServerProcess, invite: Invite) -> None:
    ann, item, sent = somebody_with_an_item(server, invite, DESK)
    board = board_of(ann)
    before = hand_labels(ann)
    board.locator(f"[data-piece='{item}']").drag_to(board.locator(".hand [data-card]").nth(4))
    hand_becomes(ann, lambda hand: hand != before)
    expect(board.locator(f"[data-piece='{item}']")).to_have_attribute("aria-label", re.compile("out again$"))
    assert plays(sent) == []


# ---- wagers --------------------------------------------------------------------------------------------------------


def newest_view(person: Person) -> dict[str, Any]:
    """The position as this person was told it last."""
    return next(frame["view"] for frame in reversed(person.frames()) if frame.get("view"))


def last_ply(person: Person) -> int:
    """How far this person's log has come."""
    steps = [step for frame in person.frames() for step in frame.get("log", frame.get("steps", []))]
    return max((int(step["ply"]) for step in steps), default=-1)


def told_since(ply: int, frame: dict[str, Any]) -> str:
    """What a frame tells: the board without the lists that name every card and piece, and the log after a ply."""
    board = {key: value for key, value in frame["view"]["board"].items() if key not in ("deck", "unseen")}
    steps = [step for step in frame.get("log", frame.get("steps", [])) if step["ply"] > ply]
    return json.dumps([board, frame["view"]["moves"], steps])


def test_a_wager_is_secret_and_can_be_changed_until_the_last_answer(
    server: ServerProcess, invite: Invite
) -> None:
    ann, bob = invite(server, "Ann", PHONE, "de"), invite(server, "Bob", DESK)
    for person in (ann, bob):
        person.named()
    match = ann.new_match("custom-heroes", [ME, OPEN, EASY, EASY], {"vp_target": 30, "max_rounds": 12})
    sit_down(ann, [bob], match)
    asked = ".primary button:enabled"

    def both_are_asked() -> bool:
        open_to = [
            person for person in (ann, bob) if person.page.locator(f"[data-phase=wagers] {asked}").count()
        ]
        if len(open_to) == 1 and not {0, 1} <= set(newest_view(open_to[0])["actors"]):
            tap(open_to[0], WANTED)
        return len(open_to) == 2

    play_until((ann, bob), EAGER, both_are_asked)
    for person in (ann, bob):
        tap(person, EAGER[:1])
        expect(person.page.locator("dialog[open]")).to_have_count(0)

    cards = board_of(ann).locator(".hand [data-card]:has([data-legal])")
    card = str(cards.first.get_attribute("data-card"))
    heard, before = len(bob.received), last_ply(bob)
    cards.first.locator("button").click()
    ann.screenshot("custom-heroes-wager-390-de")
    ann.accessible()
    board_of(ann).locator(asked).click()
    expect(board_of(ann).locator(asked)).to_have_count(0)

    def bobs_news() -> list[dict[str, Any]]:
        found = [json.loads(frame) for frame in bob.received[heard:]]
        return [frame for frame in found if frame["type"] in ("snapshot", "update")]

    expect(board_of(bob).locator(".others .opponent").last).to_contain_text("ready")
    assert bobs_news(), "Bob must hear that Ann has decided"
    for frame in bobs_news():
        assert card not in told_since(before, frame)
        assert "KO-" not in json.dumps([step["move"] for step in frame.get("steps", [])])
        player = frame["view"]["board"]["players"][0]
        assert (player["wagers"], player["staked"], player["hand"]) == ([], 0, 10)

    ann.page.get_by_role("button", name="Rückgängig").click()
    expect(board_of(ann).locator(asked)).to_be_visible()
    if board_of(ann).locator(f".hand [data-card='{card}'] [aria-pressed=true]").count() == 0:
        board_of(ann).locator(f".hand [data-card='{card}'] button").click()
    board_of(ann).locator(asked).click()
    expect(board_of(ann).locator(asked)).to_have_count(0)
    for frame in bobs_news():
        assert card not in told_since(before, frame)

    board_of(bob).locator(asked).click()
    expect(board_of(bob)).not_to_have_attribute("data-phase", "wagers")
    wagers = bobs_news()[-1]["view"]["board"]["players"][0]["wagers"]
    assert [wager["card"] for wager in wagers] == [card]


# ---- room ----------------------------------------------------------------------------------------------------------


@SIZES
@pytest.mark.parametrize("theme", ["day", "night"])
@pytest.mark.parametrize("seats", [2, 6])
def test_six_players_and_fifteen_cards_fit_on_the_screen(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str, theme: str, seats: int
) -> None:
    ann = invite(server, "Ann", size, language)
    ann.prefers(theme=theme, language=language)
    match = ann.new_match("custom-heroes", [ME, *[EASY] * (seats - 1)], {"start_seat": 1})
    ann.goto(f"/match/{match}")
    expect(board_of(ann).locator(".hand [data-legal]").first).to_be_visible()
    assert board_of(ann).locator(".hand [data-card]").count() == (15 if seats == 2 else 10)
    ann.fits()
    ann.accessible()
    scrolls = "element => element.scrollHeight > element.clientHeight + 1"
    assert not ann.page.locator("main").evaluate(scrolls), "the decision must fit without scrolling"
    for spot in board_of(ann).locator("[data-legal]").all():
        box = spot.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 40
        assert box["y"] + box["height"] <= size[1]
    ann.screenshot(f"custom-heroes-{seats}-{size[0]}-{language}-{theme}")


def test_the_keyboard_alone_can_play(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", DESK)
    match = ann.new_match("custom-heroes", [ME, EASY], {"start_seat": 1})
    ann.goto(f"/match/{match}")
    expect(board_of(ann).locator(".hand [data-legal]").first).to_be_visible()
    ann.page.keyboard.press("1")
    expect(board_of(ann).locator(".hand [aria-pressed=true]").first).to_be_visible()
    expect(board_of(ann).locator(".primary button")).to_be_enabled()
    board_of(ann).locator(".primary button").focus()
    ann.page.keyboard.press("Enter")
    expect(board_of(ann).locator(".hand [data-card]")).not_to_have_count(15)


def test_animated_play_reaches_the_end_too(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE, "en", motion="full")
    match = ann.new_match("custom-heroes", [ME, EASY, EASY], {"vp_target": 3, "max_rounds": 1})
    ann.goto(f"/match/{match}")
    hurry_to_the_end(ann, WANTED)
