"""A position that somebody pastes or drops: on the board, what each bot would do there and why, what comes of a move.

Nobody's match is touched by it. A bot gets to see what its seat may know, here as everywhere.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slugfest.kernel import EVERYTHING, History, PositionError, State, preview, seeded
from slugfest.protocol import wire
from slugfest.protocol.problems import not_understood, problem
from slugfest.protocol.reading import Unreadable, id_of, parsed, read_body
from slugfest.table import LEVELS, Question, Refusal, advice, preview_result, refuse, refused
from slugfest.table.judge import require_bundle
from slugfest.table.messages import PreviewResult, Step
from slugfest.table.pages import PositionInfo
from slugfest.table.views import step_seen, view_of

from .channels import Channel, Outbox
from .journal import text_of
from .problems import here

if TYPE_CHECKING:
    from slugfest.table import BotIdea

    from .house import LocalHouse


def lay_out(house: LocalHouse, text: str) -> PositionInfo:
    """The position of a document, as everybody would see it; raises :class:`Refusal` that says what is wrong."""
    try:
        document = parsed(text.lstrip("\ufeff"))
    except Unreadable as error:
        raise here("NO_POSITION", str(error)) from error
    return on_the_board(set_up(house, document), [])


def on_the_board(state: State, steps: list[Step]) -> PositionInfo:
    return {
        "game": state.game.id,
        "position": state.position(),
        "deciding": list(state.actors()),
        "views": [view_of(state.view(eyes)) for eyes in (EVERYTHING, *range(state.seats))],
        "steps": steps,
    }


def play_on(house: LocalHouse, asked: wire.PositionMoves) -> PositionInfo:
    """The position after some moves. What falls by chance follows from the position: the same moves, the same end."""
    state = decided_on(house, asked)
    history = History.from_position(state.position(), state.game, f"analysis {text_of(state.position())}")
    history.play_bundle(asked.seat, asked.moves)
    steps = [
        step_seen(history.game, ply, entry, EVERYTHING, over=True)
        for ply, entry in enumerate(history.entries, 1)
    ]
    return on_the_board(history.state, steps)


def foretell(house: LocalHouse, asked: wire.PositionMoves) -> PreviewResult:
    """What moves would come to, as far as the seat can know, or why they are not possible."""
    state = decided_on(house, asked)
    return preview_result(
        "", preview(state, asked.seat, asked.moves, seeded("analysis", "preview", asked.seat))
    )


def decided_on(house: LocalHouse, asked: wire.PositionMoves) -> State:
    state = set_up(house, asked.position)
    if asked.seat not in state.actors():
        raise not_understood("seat")
    require_bundle(asked.moves)
    return state


def set_up(house: LocalHouse, document: Any) -> State:
    if not isinstance(document, dict) or not isinstance(document.get("position"), dict):
        raise here("NO_POSITION", "{game, seats, position}")
    game = house.games.get(str(document.get("game")))
    if game is None:
        raise problem("NO_SUCH_GAME")
    try:
        return game.set_up(document)
    except PositionError as error:
        raise here("NO_POSITION", str(error)) from error


class AnalysisChannel(Channel):
    """Somebody who wants to know what bots would do. Whoever stops listening stops their thoughts."""

    def __init__(self, number: int, guest: str, outbox: Outbox, house: LocalHouse) -> None:
        super().__init__(number, guest, outbox)
        self._house = house
        self._thoughts: set[int] = set()

    def receive(self, text: str) -> None:
        try:
            self._ask(read_body(text, wire.Analyse))
        except Refusal as refusal:
            self.tell(refused(id_of(text), refusal))

    def _ask(self, asked: wire.Analyse) -> None:
        state = set_up(self._house, asked.position)
        if asked.level not in LEVELS:
            raise refuse("NO_SUCH_LEVEL")
        if asked.seat not in state.actors():
            raise not_understood("seat")
        game, chance = state.game, seeded("analysis", asked.level, asked.seat)
        question = Question.put(game.id, state.position(), asked.seat, asked.level, chance)

        def hear(ideas: list[BotIdea] | None) -> None:
            self._thoughts.discard(number)
            self.tell(
                refused(asked.id, problem("FAILED")) if ideas is None else advice(asked.id, game, ideas)
            )

        number = self._house.thinking.ask(question, "advise", self._house.settings.seconds, hear)
        self._thoughts.add(number)

    def close(self) -> None:
        for number in self._thoughts:
            self._house.thinking.cancel(number)
