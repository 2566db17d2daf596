"""What pickles of games and states say, and how they are read back.

A game is pickled by name: its id, the version of its rules, and a variant whole. A state is pickled as its position
document, so that compiled and interpreted programs read each other's pickles. Live chance travels along: whoever can
pickle a position can read it, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .errors import SlugfestError
from .events import Facts
from .rng import Rng

if TYPE_CHECKING:
    from .contract import Game, State

Pickled = tuple[Any, ...]  # what __reduce__ returns


def reduce_game(game: Game) -> Pickled:
    """What a pickle says about a game; raises where nobody could read it back."""
    from .registry import is_registered  # the registry imports the contract

    if not is_registered(game):
        raise SlugfestError(
            f"{game.id!r} is not registered, so a pickle of it cannot be read: call slugfest.kernel.register(game), "
            "here and where it is read"
        )
    variant = None if game.variant is None else game.variant.as_json()
    return read_game, (game.id, game.version, variant)


def read_game(id: str, version: int, variant: dict[str, Any] | None) -> Game:
    """The game that a pickle names."""
    from .registry import add_variant, game
    from .variants import variant_from

    found = game(id) if variant is None else add_variant(variant_from(variant))
    return found.as_of(version)


def reduce_state(state: State) -> Pickled:
    """What a pickle says about a position: its document and its chance."""
    if not hasattr(state, "game"):  # nothing was set up in it yet
        return type(state), ()
    document = state.position()
    document.pop("rng", None)
    return read_state, (state.game, document, state.rng, state.revealed, state.events)


def read_state(game: Game, document: Facts, rng: Rng, revealed: bool, events: list[Any] | None) -> State:
    """The position of a pickle."""
    state = game.set_up(document)
    state.rng = rng
    state.revealed = revealed
    state.events = events
    return state


def copied(state: State) -> State:
    """A copy for ``copy`` and ``deepcopy``; also of an object in which nothing was set up yet."""
    return state.copy() if hasattr(state, "game") else type(state)()


def reduce_fields(thing: object) -> Pickled:
    """What a pickle says about an object of a compiled class that may have interpreted subclasses: mypyc's own pickles
    forget what such a subclass adds."""
    names = [*getattr(type(thing), "__mypyc_attrs__", ()), *getattr(thing, "__dict__", ())]
    fields = {name: getattr(thing, name) for name in names if name != "__dict__" and hasattr(thing, name)}
    return read_fields, (type(thing), fields)


def read_fields(kind: type[object], fields: dict[str, Any]) -> object:
    """The object of a pickle, without calling its constructor."""
    thing = kind.__new__(kind)
    for name, value in fields.items():
        setattr(thing, name, value)
    return thing
