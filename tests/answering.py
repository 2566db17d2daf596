"""Games for tests whose states answer for all parts, so that a test changes one class to break or vary one thing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from slugfest.kernel import (
    MATERIAL,
    Caution,
    Contrast,
    Counsel,
    Display,
    Facts,
    Game,
    Learning,
    Options,
    Rng,
    Search,
    State,
    Teaching,
    Text,
    Threat,
)
from slugfest.kernel.parts.search import noticed


class AnsweringState(State):
    """A position that answers what parts are asked. The defaults are those of the parts."""

    def sample(self, seat: int, rng: Rng) -> Any:
        raise NotImplementedError

    def redeal(self, rng: Rng) -> Any:
        return Search[AnsweringState]().redeal(self, rng)

    def moves_found(self, seat: int, finds: int, salt: int) -> list[int]:
        return noticed(self.distinct_moves(seat), finds, salt)

    def kept(self, seat: int) -> float:
        return 0.0

    def information_key(self, seat: int) -> int:
        return 0

    def distinct_moves(self, seat: int) -> list[int]:
        return self.moves(seat)

    def chapter(self) -> int:
        return 0

    def estimate(self, seat: int) -> float:
        return 0.5

    def caution(self, seat: int, move: int) -> Caution | None:
        return None

    def counsel(self, seat: int) -> list[Counsel]:
        return []

    def standing(self, seat: int) -> list[tuple[str, float]]:
        return []

    def match_point(self, viewer: int) -> list[int]:
        return []

    def threat(self, viewer: int) -> Threat | None:
        return None

    def observe(self, seat: int, into: bytearray, start: int) -> None:
        Learning[AnsweringState]().observe(self, seat, into, start)

    def observation(self, seat: int, size: int) -> bytes:
        into = bytearray(size)
        self.observe(seat, into, 0)
        return bytes(into)

    def action_of(self, seat: int, move: int) -> int:
        return move

    def move_of(self, seat: int, action: int) -> int:
        return action

    def actions(self, seat: int) -> list[int]:
        return [self.action_of(seat, move) for move in self.moves(seat)]

    def forecast(self, seat: int, move: int) -> Facts:
        return {}

    def open_board(self) -> Mapping[str, Any]:
        return Display[AnsweringState]().open_board(self)

    def progress(self) -> Text | None:
        return None


class AnsweringGame(Game):
    """A game that answers what is asked of a part without a state."""

    def __init__(self) -> None:
        super().__init__()
        self.search = AskingSearch(self)
        self.teaching = AskingTeaching(self)
        self.teaching.first_match = self.first_match()
        self.learning = AskingLearning()
        self.display = AskingDisplay(self)

    def greedy(self, state: Any, seat: int) -> int:
        return int(state.default_move(seat))

    def reason(self, state: Any, seat: int, contrast: Contrast) -> Text | None:
        return None

    def theme(self, term: str) -> str:
        return MATERIAL

    def first_match(self) -> tuple[int, Options] | None:
        return None

    def catalogue(self) -> Mapping[str, Any]:
        return {}

    def move_parts(self, move: int) -> tuple[Any, ...] | None:
        return None

    def write_parts(self, parts: Any) -> str:
        raise NotImplementedError


class AskingSearch(Search[AnsweringState]):
    def __init__(self, game: AnsweringGame) -> None:
        super().__init__()
        self.game = game

    def sample(self, state: AnsweringState, seat: int, rng: Rng) -> AnsweringState:
        sample: AnsweringState = state.sample(seat, rng)
        return sample

    def redeal(self, state: AnsweringState, rng: Rng) -> AnsweringState:
        fresh: AnsweringState = state.redeal(rng)
        return fresh

    def information_key(self, state: AnsweringState, seat: int) -> int:
        return state.information_key(seat)

    def greedy(self, state: AnsweringState, seat: int) -> int:
        return self.game.greedy(state, seat)

    def distinct_moves(self, state: AnsweringState, seat: int) -> list[int]:
        return state.distinct_moves(seat)

    def moves_found(self, state: AnsweringState, seat: int, finds: int, salt: int) -> list[int]:
        return state.moves_found(seat, finds, salt)

    def kept(self, state: AnsweringState, seat: int) -> float:
        return state.kept(seat)

    def chapter(self, state: AnsweringState) -> int:
        return state.chapter()

    def estimate(self, state: AnsweringState, seat: int) -> float:
        return state.estimate(seat)


class AskingTeaching(Teaching[AnsweringState]):
    def __init__(self, game: AnsweringGame) -> None:
        super().__init__()
        self.game = game

    def caution(self, state: AnsweringState, seat: int, move: int) -> Caution | None:
        return state.caution(seat, move)

    def counsel(self, state: AnsweringState, seat: int) -> list[Counsel]:
        return state.counsel(seat)

    def standing(self, state: AnsweringState, seat: int) -> list[tuple[str, float]]:
        return state.standing(seat)

    def reason(self, state: AnsweringState, seat: int, contrast: Contrast) -> Text | None:
        return self.game.reason(state, seat, contrast)

    def theme(self, term: str) -> str:
        return self.game.theme(term)

    def match_point(self, state: AnsweringState, viewer: int) -> list[int]:
        return state.match_point(viewer)

    def threat(self, state: AnsweringState, viewer: int) -> Threat | None:
        return state.threat(viewer)


class AskingLearning(Learning[AnsweringState]):
    def observe(self, state: AnsweringState, seat: int, into: bytearray, start: int) -> None:
        state.observe(seat, into, start)

    def observation(self, state: AnsweringState, seat: int, size: int) -> bytes:
        return state.observation(seat, size)

    def action_of(self, state: AnsweringState, seat: int, move: int) -> int:
        return state.action_of(seat, move)

    def move_of(self, state: AnsweringState, seat: int, action: int) -> int:
        return state.move_of(seat, action)

    def actions(self, state: AnsweringState, seat: int) -> list[int]:
        return state.actions(seat)


class AskingDisplay(Display[AnsweringState]):
    def __init__(self, game: AnsweringGame) -> None:
        super().__init__()
        self.game = game

    def catalogue(self) -> Mapping[str, Any]:
        return self.game.catalogue()

    def move_parts(self, move: int) -> tuple[Any, ...] | None:
        return self.game.move_parts(move)

    def write_parts(self, parts: Any) -> str:
        return self.game.write_parts(parts)

    def forecast(self, state: AnsweringState, seat: int, move: int) -> Facts:
        return state.forecast(seat, move)

    def open_board(self, state: AnsweringState) -> Mapping[str, Any]:
        return state.open_board()

    def progress(self, state: AnsweringState) -> Text | None:
        return state.progress()
