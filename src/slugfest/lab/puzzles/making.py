"""Make a puzzle from a position: a world that shows what is right, the sentences, the file."""

from __future__ import annotations

import copy
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from slugfest.bots import bot
from slugfest.kernel import Game, Perspective, Rng, SlugfestError, State, Text, seeded
from slugfest.lessons.course import Lesson, expand_scripts, lesson_from
from slugfest.lessons.session import Session

from .decisions import decide
from .explaining import Explanation, fits
from .writing import as_words, shortest

WORLDS: Final = 60  # imagined positions that are tried to show a puzzle in
_SHOWN: Final = 0.04  # the right decision stands so much better in it than the tempting one
_PLAYED: Final = 40  # times a position is played on quickly to see how it stands
_SETBACK: Final = 0.02  # what the right decision may seem to lose in it

ASK: Final = Text(
    "Your turn, and one decision is clearly best. Which one?",
    "Du bist dran, und eine Entscheidung ist klar die beste. Welche?",
)
TEMPTING: Final = Text("Tempting, but there is something better.", "Verlockend, aber es gibt etwas Besseres.")
BETTER: Final = Text("There is something better.", "Es gibt etwas Besseres.")
IDEAS: Final = {
    "danger": Text("First look at what they can do to you.", "Schau zuerst, was sie dir antun können."),
    "finishing": Text("Look for the win before anything else.", "Such vor allem anderen den Sieg."),
    "information": Text(
        "What you find out is worth as much as what you hit.",
        "Was du erfährst, zählt so viel wie ein Treffer.",
    ),
    "material": Text("Count what both sides are left with.", "Zähl, was beiden Seiten bleibt."),
    "safety": Text(
        "The quiet decision can be the strong one.", "Die ruhige Entscheidung kann die starke sein."
    ),
    "tempo": Text(
        "When you do it matters as much as what you do.", "Wann du es tust, zählt so viel wie was du tust."
    ),
    "judgement": Text(
        "Two good ideas: think both through to the end.", "Zwei gute Ideen: Denk beide zu Ende."
    ),
}


@dataclass
class Question:
    """A position, the decisions that are right, and the tempting one."""

    state: State
    seat: int
    right: list[list[int]]
    tempting: list[int]
    found: str


def puzzle_from(question: Question, explanation: Explanation, rng: Rng) -> dict[str, Any] | None:
    """The content of a puzzle file without its rating; None if no imagined position shows what is right.

    The hidden part of the position is dealt anew until the right decision visibly goes well and the tempting one
    visibly less so: a puzzle should not say yes to an attack that is lost.
    """
    for _ in range(WORLDS):
        world = Perspective(question.state, question.seat).sample(rng)
        raw = _described(question, explanation, world, rng)
        if raw is not None and _shows(question, world, raw):
            raw["step"][0]["given"] = shortest(world.game, world.position())
            return raw
    return None


def _described(question: Question, explanation: Explanation, world: State, rng: Rng) -> dict[str, Any] | None:
    game, seat = world.game, question.seat
    others = _others(world, seat, rng)
    defaults = game.settle(world.seats, {})
    step: dict[str, Any] = {
        "say": [as_words(ASK)],
        "by_result": True,
        "accept": [_texts(game, line) for line in question.right],
    }
    if others:
        step["others"] = others
    step["after"] = as_words(explanation.why)
    step["otherwise"] = as_words(joined(BETTER, explanation.where))
    step["given"] = world.document()
    *via, last = _texts(game, question.tempting)
    wrong: dict[str, Any] = {"moves": [last]} | ({"via": via} if via else {})
    step["wrong"] = [{**wrong, "say": as_words(joined(TEMPTING, explanation.where))}]
    return {
        "game": game.id,
        "seats": world.seats,
        "options": {key: value for key, value in world.options.items() if defaults.get(key) != value},
        "you": f"P{seat + 1}",
        "idea": as_words(IDEAS[explanation.theme]),
        "step": [step],
    }


def _others(world: State, seat: int, rng: Rng) -> list[str]:
    """What the others decide at the same time, as a script."""
    found: list[str] = []
    player = bot("medium", world.game)
    state = world
    for other in world.actors():
        if other != seat:
            moves, state = decide(player, state, other, rng)
            found += [f"P{other + 1}: {text}" for text in _texts(world.game, moves)]
    return found


def _texts(game: Game, moves: list[int]) -> list[str]:
    return [game.format(move) for move in moves]


def joined(first: Text, second: Text) -> Text:
    """Two sentences, or the first alone where both are too long for a bubble."""
    whole = Text(f"{first.en} {second.en}", f"{first.de} {second.de}")
    return whole if fits(whole) else first


# ---- what a world shows --------------------------------------------------------------------------------------------


def _shows(question: Question, world: State, raw: dict[str, Any]) -> bool:
    """Whether every right decision goes well in this world, and better than the tempting one."""
    lesson = lesson_of(raw)
    before = _standing(world, question.seat)
    tempted = _after(
        lesson, [*raw["step"][0]["wrong"][0].get("via", []), raw["step"][0]["wrong"][0]["moves"][0]]
    )
    if tempted is None or tempted.state != "wrong":
        return False
    low = _standing(tempted.table.state, question.seat)
    for line in raw["step"][0]["accept"]:
        session = _after(lesson, line)
        if session is None or session.state != "right":
            return False
        value = _standing(session.table.state, question.seat)
        if value < before - _SETBACK or value < low + _SHOWN:
            return False
    return True


def lesson_of(raw: dict[str, Any], number: int = 1) -> Lesson:
    """The lesson that the content of a puzzle file is, before it is written."""
    name = Path(f"{number}-judgement.toml")
    return lesson_from(
        name, number, expand_scripts(copy.deepcopy(raw)), Text(f"Puzzle {number}", f"Rätsel {number}")
    )


def _after(lesson: Lesson, line: list[str]) -> Session | None:
    """The session after a whole decision; None where the rules refuse it."""
    try:
        session = Session([lesson], 1)
        for number, text in enumerate(line):
            if session.play(f"line {number}", [text])[0]["type"] == "refused":
                return None
    except SlugfestError:
        return None
    return session


def _standing(state: State, seat: int) -> float:
    """How a seat stands in this very position, by quick play to the end of the game or its chapter."""
    part = state.game.require_search()
    total = 0.0
    tries = _PLAYED if part.horizon > 0 else 1
    for number in range(tries):
        on = state.copy()
        on.rng = seeded("standing", number)
        chance, chapter, left = seeded("playing on", number), part.chapter(state), part.horizon
        while left > 0 and part.chapter(on) == chapter:
            mover = on.first_actor()
            if mover < 0:
                break
            on.apply(mover, part.playout_move(on, mover, chance))
            left -= 1
        outcome = on.outcome()
        total += outcome.value(seat) if outcome is not None else part.estimate(on, seat)
    return total / tries
