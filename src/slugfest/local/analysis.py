"""Analysis of a position document: show it, make moves in it, and ask bots. No match is changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from slugfest.kernel import EVERYTHING, History, PositionError, State, preview, seeded
from slugfest.protocol import wire
from slugfest.protocol.problems import not_understood, problem
from slugfest.protocol.reading import Unreadable, id_of, parsed, read_body
from slugfest.table import Question, Refusal, advice, preview_result, refuse, refused
from slugfest.table.judge import bundle
from slugfest.table.messages import PreviewResult, Step
from slugfest.table.pages import PositionInfo
from slugfest.table.seats import is_built_in
from slugfest.table.views import step_seen, view_of

from .channels import Channel, Outbox
from .journal import text_of
from .problems import here

if TYPE_CHECKING:
    from slugfest.table import BotIdea

    from .local_server import LocalServer


def lay_out(server: LocalServer, text: str) -> PositionInfo:
    """Show the position of a document to every seat; raise :class:`Refusal` that says what is wrong with it."""
    try:
        document = parsed(text.lstrip("\ufeff"))
    except Unreadable as error:
        raise here("NO_POSITION", str(error)) from error
    return on_the_board(set_up(server, document), [])


def on_the_board(state: State, steps: list[Step]) -> PositionInfo:
    return {
        "game": state.game.id,
        "position": state.position(),
        "deciding": list(state.actors()),
        "views": [view_of(state.view(eyes)) for eyes in (EVERYTHING, *range(state.seats))],
        "steps": steps,
    }


def play_on(server: LocalServer, asked: wire.PositionMoves) -> PositionInfo:
    """The position after some moves. Chance is seeded by the position, so the same moves have the same result."""
    state = decided_on(server, asked)
    history = History.from_position(state.position(), state.game, f"analysis {text_of(state.position())}")
    history.play_bundle(asked.seat, bundle(state.game, asked.moves))
    steps = [
        step_seen(history.game, ply, entry, EVERYTHING, over=True)
        for ply, entry in enumerate(history.entries, 1)
    ]
    return on_the_board(history.state, steps)


def preview_moves(server: LocalServer, asked: wire.PositionMoves) -> PreviewResult:
    """Preview moves, as far as the seat can know, or say why they are illegal."""
    state = decided_on(server, asked)
    moves = bundle(state.game, asked.moves)
    return preview_result("", preview(state, asked.seat, moves, seeded("analysis", "preview", asked.seat)))


def decided_on(server: LocalServer, asked: wire.PositionMoves) -> State:
    state = set_up(server, asked.position)
    if asked.seat not in state.actors():
        raise not_understood("seat")
    return state


def set_up(server: LocalServer, document: Any) -> State:
    if not isinstance(document, dict) or not isinstance(document.get("position"), dict):
        raise here("NO_POSITION", "{game, seats, position}")
    game = server.games.get(str(document.get("game")))
    if game is None:
        raise problem("NO_SUCH_GAME")
    try:
        return game.set_up(document)
    except PositionError as error:
        raise here("NO_POSITION", str(error)) from error


class AnalysisChannel(Channel):
    """Answers what bots would do in a position. Closing the channel stops their thoughts."""

    def __init__(self, number: int, guest: str, outbox: Outbox, server: LocalServer) -> None:
        super().__init__(number, guest, outbox)
        self._server = server
        self._thoughts: set[int] = set()

    def receive(self, text: str) -> None:
        try:
            self._ask(read_body(text, wire.Analyse))
        except Refusal as refusal:
            self.send(refused(id_of(text), refusal))

    def _ask(self, asked: wire.Analyse) -> None:
        state = set_up(self._server, asked.position)
        if not is_built_in(asked.level):
            raise refuse("NO_SUCH_LEVEL")
        if asked.seat not in state.actors():
            raise not_understood("seat")
        game, chance = state.game, seeded("analysis", asked.level, asked.seat)
        question = Question.put(game.id, state.position(), asked.seat, asked.level, chance)

        def on_ideas(ideas: list[BotIdea] | None) -> None:
            self._thoughts.discard(number)
            self.send(
                refused(asked.id, problem("FAILED")) if ideas is None else advice(asked.id, game, ideas)
            )

        number = self._server.thinking.ask(question, "advise", self._server.settings.seconds, on_ideas)
        self._thoughts.add(number)

    def close(self) -> None:
        for number in self._thoughts:
            self._server.thinking.cancel(number)
