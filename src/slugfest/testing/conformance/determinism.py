"""The promises that every other check stands on: copies, repeatable chance, and looking without touching."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Final

from slugfest.kernel import History, State, seeded

from .base import Broken, Tools, at_moments, over_games
from .playthrough import (
    Moment,
    Playthrough,
    Snapshot,
    as_document,
    as_position,
    as_text,
    observers,
    play_on,
    replay,
    sample_or_none,
    spread,
)

SAME_SEED: Final = "same-seed-same-game"
COPIES: Final = "copies-are-independent"
LOOKING: Final = "looking-changes-nothing"
FOUNDATIONS: Final = (SAME_SEED, COPIES, LOOKING)

_LOOK_AHEAD: Final = 12  # moves played on from a copy
MOST_LOOKS: Final = 150  # positions of a long game that are copied, or sampled, to compare


# ---- chance --------------------------------------------------------------------------------------------------


@over_games(
    SAME_SEED,
    "The same seed and the same moves give the same game, whatever Python's own random module does.",
    "Gleicher Startwert und gleiche Züge geben das gleiche Spiel, egal was Pythons random-Modul tut.",
)
def same_seed_same_game(played: Playthrough, tools: Tools) -> int:
    """Play the game twice more, with the global generator in two different states, and compare."""
    outside = random.getstate()
    try:
        first = list(_replayed(played, 1))
        second = list(_replayed(played, 2))
    finally:
        random.setstate(outside)
    for ply, (one, other) in enumerate(zip(first, second)):
        if one != other:
            raise Broken("the same seed and the same moves gave two different games", ply=ply)
    if len(first) != len(second):
        ply = min(len(first), len(second))
        raise Broken("a move that was legal is illegal when the game is played again", ply=ply)
    for moment in played.sidesteps():
        _same_sidestep(moment)
    return len(first) + len(played.sidesteps())


def _same_sidestep(moment: Moment) -> None:
    """Make a move once more that was not part of the game, in another state of the global generator."""
    assert moment.entry is not None
    assert moment.before is not None
    outside = random.getstate()
    random.seed(3)
    again = replay(moment.before, moment.entry.seat, moment.entry.move, moment.chance)
    touched = random.getstate() != random.Random(3).getstate()
    random.setstate(outside)
    if touched:
        raise Broken("the game draws from Python's global random module", moment=moment)
    if again is None or as_position(again) != as_position(moment.state):
        raise Broken("the same move under the same chance gave another position", moment=moment)


def _replayed(played: Playthrough, global_seed: int) -> Iterator[list[Snapshot | None]]:
    """Each position of the game played again, with a sample for everybody and what was heard."""
    setting = played.setting
    random.seed(global_seed)
    untouched = random.getstate()
    history = History(setting.game, setting.seats, setting.options, setting.secret)
    entries = played.history.entries
    looked_at = {moment.ply for moment in spread(played.moments, MOST_LOOKS)}
    for ply in range(len(entries) + 1):
        if ply and not history.state.legal(entries[ply - 1].seat, entries[ply - 1].move):
            return
        events = history.play(entries[ply - 1].seat, entries[ply - 1].move) if ply else []
        state = history.state
        seen: list[Snapshot | None] = [as_position(state), *(as_text(event.seen_by(0)) for event in events)]
        for seat in observers(state.seats) if ply in looked_at else []:
            sample = sample_or_none(state, seat, seeded("same", ply, seat))
            seen.append(None if sample is None else as_position(sample))
        if random.getstate() != untouched:
            raise Broken("the game draws from Python's global random module", ply=ply)
        yield seen


# ---- copies --------------------------------------------------------------------------------------------------


@over_games(
    COPIES,
    "A copy and its original never change each other.",
    "Eine Kopie und ihr Original verändern einander nie.",
    needs=(SAME_SEED,),
)
def copies_are_independent(played: Playthrough, tools: Tools) -> int:
    """Play the game again, taking copies on the way and playing on from copies of copies."""
    kept: list[tuple[int, State, tuple[Snapshot, Snapshot]]] = []
    looked_at = {moment.ply for moment in spread(played.moments, MOST_LOOKS)}
    for ply, state in _again(played):
        if ply not in looked_at:
            continue
        copy = state.copy()
        shown = _everything(state)
        if _everything(copy) != shown:
            raise Broken(f"a fresh copy differs from its original: {_first_difference(state, copy)}", ply=ply)
        if copy.events is not None:
            raise Broken("somebody listens to the events of a fresh copy", ply=ply)
        kept.append((ply, copy, shown))
        twin = copy.copy()
        play_on(twin, tools.rng, _LOOK_AHEAD)
        if _everything(state) != shown:
            raise Broken("playing on a copy changed its original", ply=ply)
        if as_document(copy) != as_document(state):  # all else is asked of it at the end
            raise Broken("playing on a copy changed its copy", ply=ply)
        if copy.rng is state.rng:
            raise Broken("a copy and its original share one generator", ply=ply)
    for ply, copy, shown in kept:
        if _everything(copy) != shown:
            raise Broken("playing on in the original changed an earlier copy", ply=ply)
    return len(kept)


def _again(played: Playthrough) -> Iterator[tuple[int, State]]:
    """The positions of a game, played once more in one object that changes from move to move."""
    setting = played.setting
    history = History(setting.game, setting.seats, setting.options, setting.secret)
    yield 0, history.state
    for ply, entry in enumerate(played.history.entries, 1):
        history.play(entry.seat, entry.move)
        yield ply, history.state


def _everything(state: State) -> tuple[Snapshot, Snapshot]:
    """All that can be asked of a position."""
    looks = [state.board(seat) for seat in observers(state.seats)]
    moves = [state.moves(seat) for seat in range(state.seats)]
    return as_document(state), as_text([looks, moves, state.actors()])


def _first_difference(one: State, other: State) -> str:
    for what, mine, theirs in (
        ("its document", one.document(), other.document()),
        ("its actors", one.actors(), other.actors()),
    ):
        if mine != theirs:
            return difference(mine, theirs, what)
    return "what a seat sees or may do"


# ---- looking -------------------------------------------------------------------------------------------------


@at_moments(
    LOOKING,
    "Asking a position anything leaves it as it was.",
    "Eine Stellung zu befragen lässt sie, wie sie war.",
    needs=(SAME_SEED, COPIES),
)
def looking_changes_nothing(moment: Moment, tools: Tools) -> int:
    """Ask everything there is to ask, in turn, and compare the whole position after each question."""
    state = moment.state.copy()
    shown = as_position(state)
    count = 0
    for seat in moment.observers:
        for name, ask in _questions(state, seat):
            ask()
            count += 1
            if as_position(state) != shown:
                raise Broken(f"{name} changed the position it was asked about", seat)
    return count


def _questions(state: State, seat: int) -> Iterator[tuple[str, Any]]:
    yield "view()", lambda: state.view(seat)
    yield "sample()", lambda: sample_or_none(state, seat, seeded("looking", seat))
    yield "outcome()", state.outcome
    yield "inventory()", state.inventory
    yield "actors()", state.actors
    if seat in state.actors():
        yield "default_move()", lambda: state.default_move(seat)
        search = state.game.search
        if search is not None:
            yield "distinct_moves()", lambda: search.distinct_moves(state, seat)
            yield "playout_move()", lambda: search.playout_move(state, seat, seeded("looking", seat))
            yield "estimate()", lambda: search.estimate(state, seat)
            yield "greedy()", lambda: search.greedy(state, seat)


# ---- describing what differs -----------------------------------------------------------------------------------


def difference(one: Any, other: Any, where: str = "") -> str:
    """The first place where two JSON values differ, and both values there."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in [*one, *(key for key in other if key not in one)]:
            if key not in one or key not in other:
                return f"{where}.{key} is there only once"
            if one[key] != other[key]:
                return difference(one[key], other[key], f"{where}.{key}" if where else str(key))
        return f"the order of the keys of {where or 'the whole'}"
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for index, (mine, theirs) in enumerate(zip(one, other)):
            if mine != theirs:
                return difference(mine, theirs, f"{where}[{index}]")
    return f"{where or 'it'}: {_short(one)} or {_short(other)}"


def _short(value: Any) -> str:
    text = as_text(value).text()
    return text if len(text) <= 100 else text[:97] + "..."
