"""Observations are honest: a program that learns receives what its seat may know, as declared, and no more."""

from __future__ import annotations

from slugfest.kernel import MOST, Field, State, observation_size

from .base import Broken, Tools, at_moments
from .playthrough import Moment, as_position
from .sampling import HONEST_SAMPLES

_SEALED = 0xEE  # what lies around an observation and must stay there


@at_moments(
    "observations-are-honest",
    "What a program receives as numbers is the same whatever lies where its seat cannot see, and as declared.",
    "Was ein Programm in Zahlen erfährt, ist gleich, egal was dort liegt, wo sein Platz nichts sieht, und wie erklärt.",
    needs=HONEST_SAMPLES,
)
def observations_are_honest(moment: Moment, tools: Tools) -> int:
    state = moment.state
    fields = state.game.learning.fields(state.seats, state.options)
    _check_fields(fields)
    before, count = as_position(state), 0
    for seat in range(state.seats):
        seen = observed(state, seat, fields)
        if as_position(state) != before:
            raise Broken("an observation changed the position", seat)
        for other in [*moment.samples(seat), *moment.redeals(seat)]:
            count += 1
            redealt = observed(other, seat, fields)
            if redealt != seen:
                raise Broken(
                    f"its observation tells what it cannot know, {_where(seen, redealt, fields)}", seat
                )
        count += _check_actions(state, seat)
    return count


def _check_fields(fields: list[Field]) -> None:
    names = [field.name for field in fields]
    if len(set(names)) != len(names):
        raise Broken(f"two fields of the observation have the same name: {', '.join(names)}")
    for field in fields:
        if not 0 < field.high <= MOST or field.size() < 1:
            raise Broken(f"the field {field.name} needs a shape, and a highest number from 1 to {MOST}")


def observed(state: State, seat: int, fields: list[Field]) -> bytes:
    """The observation of a seat, if it is as declared: as long, each number in its range, and nothing beside it."""
    size = observation_size(fields)
    into = bytearray([_SEALED]) + bytearray(size) + bytearray([_SEALED])
    state.game.learning.observe(state, seat, into, 1)
    if len(into) != size + 2 or into[0] != _SEALED or into[-1] != _SEALED:
        raise Broken(f"its observation is longer than the {size} numbers declared", seat)
    place = 1
    for field in fields:
        largest = max(into[place : place + field.size()])
        if largest > field.high:
            raise Broken(f"{field.name} of its observation is {largest}, more than {field.high}", seat)
        place += field.size()
    seen = bytes(into[1:-1])
    if state.game.learning.observation(state, seat, size) != seen:
        raise Broken(
            "its observation as a whole (Learning.observation) is another one than Learning.observe fills in",
            seat,
        )
    return seen


def _where(seen: bytes, redealt: bytes, fields: list[Field]) -> str:
    """Which field differs, and how."""
    place = 0
    for field in fields:
        one, other = seen[place : place + field.size()], redealt[place : place + field.size()]
        for index, (mine, theirs) in enumerate(zip(one, other, strict=True)):
            if mine != theirs:
                return f"{field.name}[{index}]: {mine} or {theirs}"
        place += field.size()
    return "nowhere"


def _check_actions(state: State, seat: int) -> int:
    """A seat's numbering of its legal moves: within bounds, each move its own number, and back."""
    learning = state.game.learning
    count = learning.action_count(state.game, state.seats, state.options)
    moves = state.moves(seat)
    actions = [learning.action_of(state, seat, move) for move in moves]
    for move, action in zip(moves, actions, strict=True):
        mapped = f"its action for “{state.game.format(move)}” is {action}"
        if not 0 <= action < count:
            raise Broken(f"{mapped}, and there are {count}", seat)
        if learning.move_of(state, seat, action) != move:
            raise Broken(f"{mapped}, which does not lead back", seat)
    if learning.actions(state, seat) != actions:
        raise Broken(
            "its actions (Learning.actions) are not those of its moves (Learning.action_of) in their order",
            seat,
        )
    if len(set(actions)) != len(actions):
        raise Broken("two of its moves have the same action", seat)
    return len(moves)
