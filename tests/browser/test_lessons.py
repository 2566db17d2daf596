"""Every course in a real browser: its lessons are tapped through on the real board, and a mistake is answered."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from slugfest.kernel import Text
from slugfest.lessons.course import Lesson, Step, course_of

from .conftest import Invite
from .server_process import DESK, PHONE, Person, ServerProcess

COURSES = [
    ("kapow-cards", PHONE, "en"),
    ("custom-heroes", DESK, "de"),
    ("tag-team", PHONE, "en"),
    ("kapow-dice", DESK, "de"),
]


class Learner:
    """Somebody in a lesson, who makes the moves of a file with the fingers."""

    def __init__(self, person: Person, game: str) -> None:
        self.person = person
        self.page = person.page
        self.game = game

    @property
    def table(self) -> Locator:
        return self.page.locator("[data-lesson]")

    def at(self, step: int, *states: str) -> None:
        """The lesson is at a step, and waits for this."""
        expect(self.table).to_have_attribute("data-step", str(step))
        expect(self.table).to_have_attribute("data-lesson", re.compile("|".join(states)))

    def calm(self) -> None:
        """The engine has answered, and all of it is on show."""
        expect(self.table).not_to_have_attribute("data-lesson", "busy")

    def says(self, text: Text, language: str) -> None:
        """The voice says this; what a sentence draws is left out."""
        first = re.split(r"[{*]", text.in_language(language))[0].strip()
        expect(self.page.locator(".voice .words")).to_contain_text(first)

    def tap(self, selector: str, nth: int = 0) -> None:
        self.calm()
        self.page.locator(f"main {selector}").nth(nth).click()

    def choose(self, key: str) -> None:
        """Tap a thing unless it is chosen already: sets gather by themselves."""
        self.calm()
        thing = self.page.locator(f'main [data-explain="{key}"]').first
        if thing.get_attribute("aria-pressed") != "true":
            thing.click()
        expect(thing).to_have_attribute("aria-pressed", "true")

    def make(self, line: list[str]) -> None:
        """Make the moves of a line by tapping."""
        move = {
            "kapow-cards": self._move_cards,
            "custom-heroes": self._move_heroes,
            "tag-team": self._move_fighters,
            "kapow-dice": self._move_dice,
        }[self.game]
        for text in line:
            move(text)

    # ---- one board after the other ---------------------------------------------------------------------------

    def _move_cards(self, text: str) -> None:
        action, _, rest = text.partition(" ")
        cards, _, target = rest.partition(" -> ")
        for card in cards.replace("+", " ").split():
            self.choose(f"card:{card}@hand")
        if action == "ATTACK":
            seat, _, place = target.partition(":")
            if place.startswith("D"):
                self.tap(f'[data-explain="slot:{place[1:]}@{seat}"] button')
            else:
                self.tap(f'[data-explain="back:hand@{seat}"]', int(place[1:]) - 1)
        else:
            self.tap(f'[data-explain="button:{action.lower()}"]')
        self.tap(".primary button")

    def _move_heroes(self, text: str) -> None:
        action, _, rest = text.partition(" ")
        if action == "attach":
            piece, _, card = rest.partition(" > ")
            self.tap(f'[data-piece="{piece}"]')
            self.tap(f'[data-explain="card:{card}@hand"]')
            return
        if action == "play":
            for card in rest.split():
                self.choose(f"card:{card.rstrip('*')}@hand")
            for card in rest.split():
                if card.endswith("*"):
                    self.tap(f'[data-explain="button:activate@{card[:-1]}"]')
        elif action == "bet" and rest:
            self.choose(
                f"card:{rest.partition('=')[0]}@hand"
            )  # the only companion to bet goes along by itself
        elif action in ("pass", "exchange"):
            self.tap(f'[data-explain="button:{action}"]')
        self.tap(".primary button")

    def _move_fighters(self, text: str) -> None:
        action, _, rest = text.partition(" ")
        if action == "insert":
            card, _, place = rest.partition(" at ")
            self.choose(f"card:{card}@new")
            self.tap(f'[data-explain="gap:{place}"]')
        elif action == "under":  # the other of the two is the lowest unless told
            self.tap(".primary button")
        else:
            self.choose(f"card:{rest}@order")
            self.tap(".primary button")

    def _move_dice(self, text: str) -> None:
        action, _, rest = text.partition(" ")
        answer = self.page.locator(f'main [data-answer="{text}"]')
        if action == "fill":
            self.tap(f'[data-box="{rest}"]')
        elif action == "place":
            die, _, box = rest.partition(" ")
            self.tap(f'[data-die="{die[1:]}"]')
            self.tap(f'[data-box="{box}"]')
        elif action == "attach":
            self.tap(f'[data-explain="side@{rest.split()[0]}"]')
        elif action in ("ready", "announce", "done"):
            self.tap("[data-primary]")
        else:
            self._answer_dice(answer)

    def _answer_dice(self, answer: Locator) -> None:
        """Tap an answer, unless it decides nothing: then it goes along with the next one."""
        self.calm()
        change = self.page.locator('main [data-explain="button:change"]')
        expect(answer.or_(change).first).to_be_visible()
        if answer.count():
            answer.first.click()
        elif (every := self.page.locator('main [data-answer="all"]')).count():
            every.click()


@pytest.mark.parametrize(("game", "size", "language"), COURSES, ids=[course[0] for course in COURSES])
def test_a_course_is_tapped_through_on_the_real_board(
    server: ServerProcess, invite: Invite, game: str, size: tuple[int, int], language: str
) -> None:
    tap_through(invite(server, "Ann", size, language), game, language)


def tap_through(ann: Person, game: str, language: str) -> None:
    """The whole course of a game."""
    learner = Learner(ann, game)
    course = course_of(game)
    ann.goto(f"/learn/{game}")
    expect(ann.page.locator("ol li")).to_have_count(len(course))
    ann.fits()
    ann.page.locator(".go .primary").click()
    for lesson in course:
        ann.page.wait_for_url(f"**/learn/{game}/{lesson.number}")
        complete(learner, lesson, language)
        ann.page.locator(".voice .next").click()
    ann.page.wait_for_url(f"**/learn/{game}")
    expect(ann.page.locator(".number.ticked")).to_have_count(len(course))
    ann.fits()
    ann.accessible()
    ann.calm()


def complete(learner: Learner, lesson: Lesson, language: str) -> None:
    """Go through a lesson along what it accepts first."""
    for at, step in enumerate(lesson.steps, 1):
        learner.at(at, "look" if step.is_look else "ask")
        learner.says(step.say[-1], language)
        points(learner, step)
        learner.person.fits()
        if step.is_look:
            learner.page.locator(".voice .next").click()
            continue
        learner.make(step.accept[0])
        if step.after is not None:
            learner.at(at, "right")
            learner.says(step.after, language)
            learner.page.locator(".voice .next").click()
    learner.at(len(lesson.steps), "done")
    learner.says(lesson.idea, language)


def points(learner: Learner, step: Step) -> None:
    """What a step points at is on the board, and the voice does not lie over it."""
    if not step.point:
        return
    ring = learner.page.locator("[data-points-at]").first
    expect(ring).to_be_visible()
    box, voice = ring.bounding_box(), learner.page.locator(".voice").bounding_box()
    assert box is not None
    assert voice is not None
    assert box["y"] + 1 >= voice["y"] + voice["height"], "the voice covers what it points at"


def test_a_mistake_happens_is_answered_and_the_position_comes_back(
    server: ServerProcess, invite: Invite
) -> None:
    ann = invite(server, "Ann", PHONE, "de")
    learner = Learner(ann, "kapow-cards")
    step = course_of("kapow-cards")[0].steps[0]
    wrong = next(wrong for wrong in step.wrong if wrong.moves)
    ann.goto("/learn/kapow-cards/1")
    learner.at(1, "ask")
    ann.accessible()
    learner.make([wrong.moves[0]])
    learner.at(1, "wrong")
    learner.says(wrong.say, "de")
    ann.accessible()
    again = ann.page.locator(".voice .next")
    expect(again).to_be_focused()
    ann.page.keyboard.press("Enter")
    learner.at(1, "ask")
    learner.says(step.say[0], "de")
    learner.make(step.accept[0])
    learner.at(1, "right")


def test_a_lesson_that_was_left_is_taken_up_at_its_step_and_steps_can_be_skipped(
    server: ServerProcess, invite: Invite
) -> None:
    ann = invite(server, "Ann", DESK, "en")
    learner = Learner(ann, "kapow-cards")
    ann.goto("/learn/kapow-cards/1")
    learner.at(1, "ask")
    ann.page.get_by_role("button", name="Skip this step").click()
    learner.at(2, "ask")
    ann.page.get_by_role("button", name="Leave the lesson").click()
    ann.page.wait_for_url("**/learn/kapow-cards")
    ann.page.locator("ol li a").first.click()
    learner.at(2, "ask")
    ann.page.get_by_role("button", name="Back one step").click()
    learner.at(1, "ask")


def test_what_is_no_lesson_says_so(server: ServerProcess, invite: Invite) -> None:
    ann = invite(server, "Ann", PHONE, "en")
    ann.goto("/learn/kapow-cards/77")
    expect(ann.page.get_by_role("heading", name="This lesson cannot be opened")).to_be_visible()


SMALL = [(844, 390), (320, 640)]


@pytest.mark.parametrize("size", SMALL, ids=["844x390", "320x640"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_lesson_points_at_something_that_is_there_and_the_hand_covers_nothing_of_it(
    server: ServerProcess, invite: Invite, size: tuple[int, int], language: str
) -> None:
    ann = invite(server, "Ann", size, language)
    for game, number in (("tag-team", 2), ("kapow-dice", 7), ("kapow-cards", 1)):
        ann.goto(f"/learn/{game}/{number}")
        for at, step in enumerate(course_of(game)[number - 1].steps, 1):
            Learner(ann, game).at(at, "look", "ask")
            if step.point:
                apart(ann, f"{game} {number}, step {at}")
            ann.fits()
            if not step.is_look:
                break
            ann.page.locator(".voice .next").click()


def apart(ann: Person, where: str) -> None:
    """The hand points at something that is shown, and covers nothing of it."""
    ring = ann.page.locator("[data-points-at]").first
    expect(ring).to_be_visible()
    box, hand = ring.bounding_box(), ann.page.locator(".pointers .hand").bounding_box()
    assert box is not None
    assert hand is not None
    margin = 5  # of the ring around what is pointed at
    beside = hand["x"] + hand["width"] <= box["x"] + margin or box["x"] + box["width"] <= hand["x"] + margin
    above = hand["y"] + hand["height"] <= box["y"] + margin or box["y"] + box["height"] <= hand["y"] + margin
    assert beside or above, f"{where}: the hand covers what it points at"
