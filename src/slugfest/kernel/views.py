"""Views, move options and position documents: a position as JSON, made from what its game answers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from .errors import PositionError, UnreadableMove
from .events import EVERYTHING, Facts
from .facts import FactTypes, Words
from .rng import FIRST_STATE, RNG_STATES, LiveRng, Rng
from .text import Text

if TYPE_CHECKING:
    from .contract import Game, State

MOST_WORDS: Final = 20_000  # moves of one game whose words are kept


def view(state: State, seat: int) -> Facts:
    """Everything a seat may know, with its legal moves inside.

    EVERYTHING is no seat: only a match that is over may be shown so, and the table enforces that.
    """
    game = state.game
    outcome = state.outcome()
    facts: Facts = {
        "game": game.id,
        "rules": state.rules_played(),
        "options": state.options,
        "seats": state.seats,
        "teams": game.teams(state.seats, state.options),
        "seat": seat,
        "actors": state.actors(),
        "moves": move_options(state, seat, state.moves(seat)) if seat >= 0 else [],
        "outcome": None if outcome is None else outcome.as_json(),
        "match_point": game.teaching.match_point(state, seat) if game.teaching and outcome is None else [],
        "board": game.display.open_board(state) if seat == EVERYTHING else state.board(seat),
    }
    threat = game.teaching.threat(state, seat) if game.teaching and outcome is None and seat >= 0 else None
    if threat is not None:
        facts["threat"] = threat.as_json()
    return facts


def move_options(state: State, seat: int, moves: list[int]) -> list[Facts]:
    """Legal moves as a seat is shown them. Read only: words, parts and forecasts may be shared.

    Where a game declares parts, an empty forecast is left out: a view has hundreds of moves.
    """
    game = state.game
    options: list[Facts] = []
    for move, forecast in zip(moves, game.display.forecasts(state, seat, moves)):
        option = _option(game, move).copy()
        you = option.pop("you", None)
        if you is not None and seat in you:
            option["label"] = you[seat]
        if forecast or option["parts"] is None:
            option["forecast"] = forecast
        options.append(option)
    return options


def move_words(game: Game, move: int) -> tuple[str, Words, list[Any] | None]:
    """A move as text, as its label and in parts, ready for JSON. Read only."""
    option = _option(game, move)
    return option["move"], option["label"], option["parts"]


def _option(game: Game, move: int) -> Facts:
    """A move option without its forecast; ``you`` has its label where a seat reads it otherwise. Cached: every view is
    full of them."""
    cache = game.options_of_moves
    option = cache.get(move)
    if option is None:
        if len(cache) >= MOST_WORDS:
            cache.clear()
        parts = game.display.move_parts(move)
        label = game.label(move)
        option = {
            "move": game.format(move),
            "label": label.as_json(),
            "parts": None if parts is None else list(parts),
        }
        if label.you:
            option["you"] = {reader: text.as_json() for reader, text in label.you.items()}
        cache[move] = option
    return option


def text_of(game: Game, move: str | list[Any]) -> str:
    """The text of a move that is given as text or in parts; raises :class:`UnreadableMove`."""
    if isinstance(move, str):
        return move
    try:
        return game.display.write_parts((game.facts or FactTypes()).move(move))
    except ValueError as fault:
        raise UnreadableMove(
            "UNREADABLE",
            "",
            Text(
                f"These are not the parts of a move: {fault}.",
                f"Das sind keine Teile eines Zugs: {fault}.",
            ),
        ) from fault


def position_document(state: State) -> Facts:
    """This position as JSON, enough to set it up again anywhere.

    ``rng`` is the state of simulated chance. Live chance is never written: there is no ``rng`` in a live match.
    """
    document: Facts = {
        "game": state.game.id,
        "rules": state.rules_played(),
        "seats": state.seats,
        "options": dict(state.options),
    }
    if not isinstance(state.rng, LiveRng) and state.rng.state != FIRST_STATE:
        document["rng"] = int(state.rng.state)
    document["position"] = state.document()
    return document


def set_up(game: Game, position: Facts) -> State:
    """The position that a position document describes; raises :class:`PositionError` naming the fault."""
    if not isinstance(position, dict):
        raise PositionError("a position document is an object with game, seats and position")
    if position.get("game", game.id) != game.id:
        raise PositionError(f"this position is of {position.get('game')!r}, not of {game.id!r}")
    version = position.get("rules", game.version)
    if not isinstance(version, int) or not game.plays_version(version):
        raise PositionError(f"this position is of rules version {version!r}; this is version {game.version}")
    edition = game.as_of(version)
    if edition is not game:
        return set_up(edition, position)
    document = position.get("position")
    seats = position.get("seats")
    chosen = position.get("options", {})
    if not isinstance(document, dict):
        raise PositionError("position: missing, or not an object")
    if not isinstance(seats, int) or isinstance(seats, bool):
        raise PositionError("seats: a whole number is needed")
    if not isinstance(chosen, dict):
        raise PositionError("options: not an object")
    chance = position.get("rng", FIRST_STATE)
    if not isinstance(chance, int) or isinstance(chance, bool) or not 0 < chance <= RNG_STATES:
        raise PositionError(f"rng: a whole number from 1 to {RNG_STATES} is needed")
    state = game.arrange(seats, game.settle(seats, chosen), document)
    state.rng = Rng(chance)
    game.follow_version(state, version)
    return state
