"""Every public object survives pickle, copy and deepcopy, compiled and interpreted alike."""

from __future__ import annotations

import copy
import inspect
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.hush import TABLE_GAME

from slugfest import bots, kernel
from slugfest.bots import BotFault, bot
from slugfest.kernel import (
    Batch,
    Event,
    Game,
    History,
    IllegalMove,
    Perspective,
    SlugfestError,
    State,
    Text,
    add_variant,
    game,
    games,
    read_record,
    record_of,
    seeded,
    variant,
)

pytestmark = pytest.mark.compiled  # compiled objects are pickled by other means

Again = Callable[[Any], Any]


def pickled(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS = {"pickle": pickled, "copy": copy.copy, "deepcopy": copy.deepcopy}
in_every_way = pytest.mark.parametrize("again", WAYS.values(), ids=WAYS)

A_TEXT = Text("Klonk", "Klonk", {0: Text("Klonk, you", "Klonk, du")})
CARDS = game("kapow-cards")


def midway(played: Game, moves: int = 6) -> History:
    history = History(played, played.seat_counts()[0], {}, "pickling")
    for _ in range(moves):
        seat = history.state.actors()[0]
        moves_here = history.state.moves(seat)
        history.play(seat, moves_here[len(moves_here) // 2])
    return history


def examples() -> dict[str, Any]:
    """An instance of every public class that is data, by the name of its class."""
    history = midway(CARDS)
    state, seat = history.state, history.state.actors()[0]
    perspective = Perspective(state, seat)
    live = kernel.LiveRng(b"secret", 3)
    live.next()
    keyed = kernel.KeyedRng(b"secret", {"deck 0 -1 0": 1})
    keyed.name_draw("deck", -1)
    keyed.next()
    found: list[Any] = [
        A_TEXT,
        kernel.Template("{seat} hits.", "{seat} trifft.", {"seat": Text("You hit.", "Du triffst.")}),
        seeded(1),
        live,
        keyed,
        kernel.LoadedRng(5, [1, 2]),
        kernel.EnumeratedRng([1, 2]),
        kernel.Chance("words"),
        kernel.LoadedChance("words"),
        kernel.LiveChance("secret", "match", ["bot", "person"]),
        kernel.DuplicateChance("secret", "match", "2ABCDEFG 1", 1, [["bot", "bot"], ["bot", "person"]]),
        CARDS.options[0],
        CARDS.options[0].choices[0] if CARDS.options[0].choices else kernel.Choice("a", A_TEXT),
        Event("hit", {"seat": 1}, {"card": "S06"}, 2),
        kernel.Recall({"kind": "hit"}, "draw"),
        kernel.Outcome([1, 2], "WON", A_TEXT, [3, 1]),
        CARDS.learning.fields(2, CARDS.settle(2, {}))[0],
        history,
        history.entries[0],
        perspective,
        kernel.preview(state, seat, [CARDS.format(state.moves(seat)[0])], seeded(1)),
        read_record(record_of(history, ["A", "B"]).text()),
        CARDS.require_search().weights(2, CARDS.settle(2, {}))[0],
        kernel.Caution("HOPELESS", A_TEXT),
        kernel.CautionedMove([1], 2, kernel.Caution("HOPELESS", A_TEXT)),
        kernel.Threat(3, 2, A_TEXT),
        CARDS,
        state,
        Batch(CARDS, 2, CARDS.settle(2, {}), 2, seeded(1)),
        bots.Idea(3, 10, 0.5, 1.0),
        bot("random", CARDS),
        bot("greedy", CARDS),
        bot("search:20", CARDS),
        bot("easy", CARDS),
    ]
    return {type(thing).__name__: thing for thing in found}


EXAMPLES = examples()


def as_data(thing: Any) -> Any:
    """All that can be known about an object, to compare two of them; compiled objects have no ``__dict__``."""
    if isinstance(thing, Game):
        return ("game", id(thing))
    if isinstance(thing, State):
        return ("state", thing.position(), as_data(thing.rng))
    if isinstance(thing, (list, tuple)):
        return [as_data(part) for part in thing]
    if isinstance(thing, dict):
        return {key: as_data(value) for key, value in thing.items()}
    if thing is None or isinstance(thing, (str, int, float, bytes, bytearray, Path)):
        return thing
    names = [name for name in dir(type(thing)) if not name.startswith("__")]
    slots = [name for name in names if inspect.isdatadescriptor(getattr(type(thing), name))]
    fields = sorted({*slots, *getattr(thing, "__dict__", {})})
    return (type(thing).__name__, {name: as_data(getattr(thing, name, None)) for name in fields})


@in_every_way
@pytest.mark.parametrize("name", EXAMPLES)
def test_it_is_the_same_again(name: str, again: Again) -> None:
    thing = EXAMPLES[name]
    twin = again(thing)
    assert type(twin) is type(thing)
    assert as_data(twin) == as_data(thing)


def test_every_public_class_of_data_has_an_example() -> None:
    """Left out are bases, parts of games, readers of files, and what is only made by them."""
    no_data = {
        *(
            "Content",
            "DocumentReader",
            "Templates",
            "Phrase",
            "Display",
            "Learning",
            "Search",
            "Bot",
            "State",
        ),
        *("Game", "Contrast", "Counsel", "GuardedBot", "ProgramBot", "JudgedMove", "Judgement"),
    }
    compiled = {
        name
        for package in (kernel, bots)
        for name, kind in vars(package).items()
        if inspect.isclass(kind)
        and not issubclass(kind, Exception)
        and kind.__module__.rpartition(".")[2] not in INTERPRETED
    }
    known = {base.__name__ for thing in EXAMPLES.values() for base in type(thing).__mro__}
    assert sorted(compiled - known - no_data) == []


INTERPRETED = {
    *(
        "facts",
        "guide",
        "plain_board",
        "reference",
        "reports",
        "teaching",
        "terminal",
        "variants",
        "registry",
    ),
}


@in_every_way
@pytest.mark.parametrize("name", sorted(games()))
def test_a_position_plays_on_alike(name: str, again: Again) -> None:
    state = midway(game(name), 10).state
    state.rng = seeded("on")
    twin = again(state)
    assert twin is not state
    for _ in range(40):
        if not state.actors():
            break
        seat = state.actors()[0]
        assert twin.moves(seat) == state.moves(seat)
        assert twin.view(seat) == state.view(seat)
        move = state.moves(seat)[0]
        state.apply(seat, move)
        twin.apply(seat, move)
    assert twin.position() == state.position()


@in_every_way
@pytest.mark.parametrize(
    "error",
    [
        SlugfestError("wrong"),
        kernel.Mistake(A_TEXT),
        kernel.MissingPart(A_TEXT, "search", A_TEXT),
        IllegalMove("NOT_YOUR_TURN", "KC-1", A_TEXT),
        kernel.ContentError("content.toml", "card", "missing"),
        BotFault("mine", "hung", "2 s"),
        kernel.DrawNeeded(6),
    ],
    ids=lambda error: type(error).__name__,
)
def test_an_error_says_the_same_again(error: Any, again: Again) -> None:
    twin = again(error)
    assert type(twin) is type(error)
    assert str(twin) == str(error)
    for name in ("text", "code", "rule", "part", "file", "key", "reason", "bot", "kind", "outcomes"):
        assert as_data(getattr(twin, name, None)) == as_data(getattr(error, name, None))


def test_a_variant_and_an_older_edition_are_themselves_again() -> None:
    small = add_variant(variant("kapow-cards", {"limits.turn_cap_per_seat": 7}))
    assert pickled(small) is small
    dice = game("kapow-dice")
    old = dice.as_of(dice.numbers_since - 1)
    assert old is not dice
    assert pickled(old) is old


class MyBot(bots.GreedyBot):
    """A bot that somebody wrote in Python, with data of its own."""

    def __init__(self, weights: list[int]) -> None:
        super().__init__("mine")
        self.weights = weights


@in_every_way
def test_a_bot_written_in_python_keeps_what_it_adds(again: Again) -> None:
    twin = again(MyBot([1, 2]))
    assert type(twin) is MyBot
    assert (twin.name, twin.weights) == ("mine", [1, 2])


@in_every_way
def test_an_empty_state_is_empty_again(again: Again) -> None:
    assert again(State()).seats == 0


def test_a_game_that_nobody_registered_says_what_to_do() -> None:
    with pytest.raises(SlugfestError, match="is not registered"):
        pickle.dumps(TABLE_GAME)
    assert copy.deepcopy(TABLE_GAME) is TABLE_GAME
