"""Games played for the checks: which game, by whom, and every position on the way."""

from __future__ import annotations

import json
import marshal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any, Final

from slugfest.kernel import (
    EVERYTHING,
    SPECTATOR,
    Entry,
    Facts,
    Game,
    History,
    Option,
    Options,
    Perspective,
    Rng,
    SlugfestError,
    State,
    seeded,
    spell,
)

Chooser = Callable[[Perspective, Rng], int]
"""Somebody who plays: picks a legal move from what a seat knows."""

_SIDESTEPS: Final = 10  # moments of a game from which other moves are tried
_WITHOUT_REFERENCES: Final = 2  # the version of marshal in which equal facts have equal bytes
SAMPLES: Final = 3  # positions sampled for each observer of a moment


# ---- what is played ------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Setting:
    """One game to be played: everything it takes to play it again."""

    game: Game
    seats: int
    options: Options
    seed: int
    player: str = "random"

    @property
    def secret(self) -> str:
        return f"slugfest check {self.seed}"

    def __str__(self) -> str:
        words = [f"{self.seats} seats", *(f"{key}={spell(value)}" for key, value in self.options.items())]
        return ", ".join([*words, f"{self.player} play", f"seed {self.seed}"])


def option_sets(game: Game, seats: int, most: int) -> list[Options]:
    """Option combinations worth trying: the defaults, then each value once, then mixtures, up to ``most``."""
    worth = [(option.key, _worth_trying(option, seats)) for option in game.options]
    found: list[Options] = [game.settle(seats, {})]
    alone: list[Options] = [{key: value} for key, values in worth for value in values]
    mixed = [dict(zip([key for key, _ in worth], values)) for values in product(*(v for _, v in worth))]
    for chosen in alone + mixed[::-1]:
        settled = game.settle(seats, chosen)
        if settled not in found and len(found) < most:
            found.append(settled)
    return found


def _worth_trying(option: Option, seats: int) -> list[Any]:
    """All named values; of a range and of a detail the ends; of the seats the last."""
    if option.detail:
        values = option.values(seats)
        return [values[0], values[-1]]
    if option.seat_choice:
        return [*[choice.value for choice in option.choices or [] if choice.fits(seats)], seats]
    if option.choices is not None:
        return option.values(seats)
    return [option.low, option.high]


def play_at_random(perspective: Perspective, rng: Rng) -> int:
    """Any legal move; half of the time first its first word, so that rare kinds of move get their turn.

    In a restless game most moves are distinct ones, or dice and cards would be pushed around for ever.
    """
    search = perspective.game.search
    if search is not None and search.restless and rng.below(4):
        moves = perspective.distinct_moves()
        return moves[rng.below(len(moves))]
    moves = perspective.moves()
    if rng.below(2):
        texts = {move: perspective.game.format(move) for move in moves}
        words = sorted({text.split(" ")[0] for text in texts.values()})
        word = words[rng.below(len(words))]
        moves = [move for move, text in texts.items() if text.split(" ")[0] == word]
    return moves[rng.below(len(moves))]


# ---- what is seen --------------------------------------------------------------------------------------------


class Snapshot:
    """Facts as they were at a moment, to be compared with others as JSON, byte for byte.

    Nearly all that is compared is the same, and then it is the same as Python writes it down for itself, which takes
    a tenth of the time that JSON does. What Python cannot write down so is kept as JSON.
    """

    __slots__ = ("_kept", "_sorted", "_text")

    def __init__(self, facts: Any, *, in_any_order: bool = False) -> None:
        self._sorted = in_any_order
        self._kept, self._text = b"", ""
        try:
            self._kept = marshal.dumps(facts, _WITHOUT_REFERENCES)
        except ValueError:
            self._text = self._as_json(facts)

    def _as_json(self, facts: Any) -> str:
        return json.dumps(facts, ensure_ascii=False, sort_keys=self._sorted)

    def text(self) -> str:
        if not self._text:
            self._text = self._as_json(marshal.loads(self._kept))
        return self._text

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Snapshot):
            return NotImplemented
        return bool(self._kept and self._kept == other._kept) or self.text() == other.text()

    def __hash__(self) -> int:
        return hash(self.text())


def as_text(facts: Any) -> Snapshot:
    """Facts byte for byte: the order of keys counts, because it could reveal something too."""
    return Snapshot(facts)


def as_document(state: State) -> Snapshot:
    """A whole position but for its generator."""
    return Snapshot(state.document(), in_any_order=True)


def as_position(state: State) -> Snapshot:
    """A whole position with its generator."""
    return Snapshot(state.position(), in_any_order=True)


def observers(seats: int) -> list[int]:
    """Everybody who looks on."""
    return [*range(seats), SPECTATOR]


def name_of(seat: int) -> str:
    if seat == SPECTATOR:
        return "a spectator"
    return "whoever looks at the open board after the end" if seat == EVERYTHING else f"P{seat + 1}"


@dataclass(eq=False)
class Moment:
    """A position of a game that was played, the move that led to it, and what is worked out about it once."""

    setting: Setting
    ply: int
    state: State
    earlier: Moment | None = None  # the one in which the move was made
    entry: Entry | None = None
    chance: Rng = field(default_factory=Rng)  # the generator behind the move that led here
    _views: dict[int, Snapshot] = field(default_factory=dict)
    _samples: dict[int, list[State]] = field(default_factory=dict)
    _redeals: dict[int, list[State]] = field(default_factory=dict)
    _document: Snapshot | None = None
    sampled: int = 0  # positions drawn here, for all observers
    worked_out: dict[Any, Any] = field(default_factory=dict)  # what several checks share, by what it answers

    @property
    def game(self) -> Game:
        return self.setting.game

    @property
    def before(self) -> State | None:
        """The position in which the move was made."""
        return None if self.earlier is None else self.earlier.state

    @property
    def observers(self) -> list[int]:
        return observers(self.state.seats)

    def view(self, seat: int) -> Snapshot:
        if seat not in self._views:
            self._views[seat] = as_text(self.state.view(seat))
        return self._views[seat]

    def document(self) -> Snapshot:
        if self._document is None:
            self._document = as_document(self.state)
        return self._document

    def samples(self, seat: int) -> list[State]:
        """Positions sampled for an observer, right or wrong; none if the sampler fails."""
        if seat not in self._samples:
            rng = seeded("samples", self.setting.seed, self.ply, seat)
            self._samples[seat] = self.draw(seat, rng, SAMPLES)
        return self._samples[seat]

    def draw(self, seat: int, rng: Rng, count: int) -> list[State]:
        """So many positions sampled for an observer, without those at which the sampler fails."""
        self.sampled += count
        drawn = [sample_or_none(self.state, seat, rng) for _ in range(count)]
        return [sample for sample in drawn if sample is not None]

    def redeals(self, seat: int) -> list[State]:
        """Other truths that an observer could not tell from this one.

        What a faulty sampler spoils is left out: that is for the checks of sampling to say.
        """
        if seat not in self._redeals:
            self._redeals[seat] = [sample for sample in self.samples(seat) if self._sound(sample, seat)]
        return self._redeals[seat]

    def _sound(self, sample: State, seat: int) -> bool:
        if sample.inventory() != self.state.inventory() or as_text(sample.view(seat)) != self.view(seat):
            return False
        try:
            self.game.set_up(sample.position())
        except SlugfestError:
            return False
        return True

    def replay_in(self, position: State, move: int) -> State | None:
        """Play a move of this moment's mover in another position, with the same chance; None where it is illegal."""
        assert self.entry is not None
        if position is not self.before:
            return replay(position, self.entry.seat, move, self.chance)
        if ("played", move) not in self.worked_out:
            self.worked_out["played", move] = replay(position, self.entry.seat, move, self.chance)
        played: State | None = self.worked_out["played", move]
        return played

    def document_after(self, move: int) -> Snapshot:
        """The position that a legal move of this moment's mover leads to in place of the one that was made."""
        if ("document", move) not in self.worked_out:
            assert self.before is not None
            after = self.replay_in(self.before, move)
            assert after is not None
            self.worked_out["document", move] = as_document(after)
        document: Snapshot = self.worked_out["document", move]
        return document


def sample_or_none(state: State, seat: int, rng: Rng) -> State | None:
    """A sampled position, or None where the sampler fails: only one check shall complain of that."""
    try:
        sample: State = state.game.require_search().sample(state, seat, rng)
        return sample
    except Exception:
        return None


def replay(position: State, seat: int, move: int, chance: Rng) -> State | None:
    """Play a move in a copy of a position under given chance; None where it is illegal. The copy is listened to."""
    if not position.legal(seat, move):
        return None
    after = position.copy()
    after.rng = chance.copy()
    after.events = []
    after.play(seat, move)
    return after


def heard(state: State, seat: int) -> Snapshot:
    """What an observer hears of the last move: facts and sentences."""
    received: list[Facts] = []
    for event in state.events or []:
        facts = event.seen_by(seat)
        received.append({**facts, "sentence": state.game.describe(facts).as_json()})
    return as_text(received)


# ---- playing -------------------------------------------------------------------------------------------------


@dataclass(eq=False)
class Playthrough:
    """A game from its first position to its last, or to where it broke."""

    setting: Setting
    history: History
    moments: list[Moment]
    over: bool = False
    trouble: Exception | None = None
    owed_moves: int = 0  # moves of seats that owed one; the others are free and not bounded
    _sidesteps: list[Moment] | None = None

    def chosen(self, count: int) -> list[Moment]:
        """Some moments of the game: the first, the last, an even spread between; and half as many sidesteps."""
        return spread(self.moments, count) + self.sidesteps()[: count // 2]

    def sidesteps_seen(self) -> list[Moment]:
        """Those moments, as far as somebody has looked at them."""
        return self._sidesteps or []

    def sidesteps(self) -> list[Moment]:
        """Moments that were not played: after a move of another kind than the one made, here and there.

        Rare kinds of move get their chance in them.
        """
        if self._sidesteps is None:
            rng = seeded("sidesteps", self.setting.seed, self.setting.seats)
            found: list[Moment] = []
            for moment in spread(self.moments, _SIDESTEPS):
                found += sidesteps(moment, rng)
            rng.shuffle(order := list(range(len(found))))
            self._sidesteps = [found[index] for index in order]
        return self._sidesteps


def spread(moments: list[Moment], count: int) -> list[Moment]:
    """So many of the moments or a few more, the first and the last ones among them."""
    last = len(moments) - 1
    plies = {round(index * last / max(1, count - 1)) for index in range(count)}
    return [moments[ply] for ply in sorted((plies | {0, 1, last - 1, last}) & set(range(last + 1)))]


def sidesteps(moment: Moment, rng: Rng) -> list[Moment]:
    """After a moment, one move of each kind (by its first word) of somebody who owes one."""
    actors = moment.state.actors()
    if not actors:
        return []
    seat = actors[rng.below(len(actors))]
    kinds: dict[str, list[int]] = {}
    for move in moment.state.moves(seat):
        kinds.setdefault(moment.game.format(move).split(" ")[0], []).append(move)
    found: list[Moment] = []
    for moves in kinds.values():
        move = moves[rng.below(len(moves))]
        chance = rng.fork()
        state = replay(moment.state, seat, move, chance)
        if state is not None:
            used = state.rng.state != chance.state
            entry = Entry(moment.state, seat, move, used, state.revealed, state.events or [])
            state.events = None
            found.append(Moment(moment.setting, moment.ply + 1, state, moment, entry, chance))
    return found


def play_through(setting: Setting, choosers: Mapping[str, Chooser]) -> Playthrough:
    """Play a game to its end."""
    history = History(setting.game, setting.seats, setting.options, setting.secret)
    played = Playthrough(setting, history, [Moment(setting, 0, history.state.copy())])
    chooser = choosers[setting.player]
    rng = seeded("player", setting.player, setting.seats, setting.seed)
    bound = setting.game.max_moves(setting.seats, history.options)
    try:
        while history.state.outcome() is None and played.owed_moves <= bound:
            seat = who_plays(history.state, rng)
            played.owed_moves += seat in history.state.actors()
            move = chooser(Perspective(history.state, seat), rng)
            _step(played, seat, move)
        played.over = history.state.outcome() is not None
    except Exception as error:
        played.trouble = error
    return played


def play_again(setting: Setting, moves: list[tuple[int, int]]) -> Playthrough:
    """Play given moves; raises what the game raises."""
    history = History(setting.game, setting.seats, setting.options, setting.secret)
    played = Playthrough(setting, history, [Moment(setting, 0, history.state.copy())])
    for seat, move in moves:
        _step(played, seat, move)
    played.over = history.state.outcome() is not None
    return played


def who_plays(state: State, rng: Rng) -> int:
    """One of those who owe a move; now and then somebody who only may make one."""
    actors = state.actors()
    if state.seats > 1 and rng.below(8) == 0:
        free = [seat for seat in range(state.seats) if seat not in actors and state.moves(seat)]
        if free:
            return free[rng.below(len(free))]
    return actors[rng.below(len(actors))]


def _step(played: Playthrough, seat: int, move: int) -> None:
    history = played.history
    chance = history.chance.of_use(history.chances)
    earlier = played.moments[-1]
    history.play(seat, move)
    played.moments.append(
        Moment(
            played.setting,
            len(history.entries),
            history.state.copy(),
            earlier,
            history.entries[-1],
            chance,
        )
    )


def play_on(state: State, rng: Rng, most: int) -> int:
    """Play random moves in a position until the game is over; returns how many, at most ``most``."""
    search = state.game.search
    for count in range(most):
        if state.outcome() is not None:
            return count
        seat = who_plays(state, rng)
        if search is not None and search.restless and seat in state.actors() and rng.below(4):
            state.play(
                seat, search.playout_move(state, seat, rng)
            )  # or things would be pushed around for ever
            continue
        moves = state.moves(seat)
        state.play(seat, moves[rng.below(len(moves))])
    return most
