"""Sampling is honest: a sampled position looks the same, is legal, varies, and does not depend on the truth."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from slugfest.kernel import SlugfestError, State, seeded

from .base import Broken, Tools, at_moments
from .determinism import FOUNDATIONS, difference
from .integrity import CONSERVED, ENDS
from .leaks_in_view import LEAKLESS, SAMPLER, to_blame
from .playthrough import Moment, as_document, as_position, as_text, play_on

Path = tuple[str | int, ...]

_NEEDS: Final = (*FOUNDATIONS, CONSERVED, *LEAKLESS)
_KEEPS: Final = "sampling-keeps-the-view"
_LEGAL: Final = "sampling-is-legal"
_IGNORES: Final = "sampling-ignores-the-truth"
_VARIES: Final = "sampling-varies"
HONEST_SAMPLES: Final = (
    *_NEEDS,
    _KEEPS,
    _LEGAL,
    _IGNORES,
    _VARIES,
)  # what needs to re-deal needs all of these

_A_WHILE: Final = (
    60  # moves played on from a sample, where another one of the same moment is played to the end
)
_LOOKS: Final = 8  # samples looked at before something is suspected of never varying
_LAST_LOOKS: Final = 400  # samples looked at before saying so: some things vary rarely
_EXCHANGES: Final = 10  # exchanges of two hidden things tried
_OTHER_MOVES: Final = 6
_QUICK_LOOKS: Final = 5  # samples that are only set up: cheap, and what rarely goes wrong shows in them


@at_moments(
    _KEEPS,
    "A sampled position looks to the seat exactly like the real one.",
    "Eine gezogene Stellung sieht für den Platz genauso aus wie die echte.",
    needs=_NEEDS,
)
def sampling_keeps_the_view(moment: Moment, tools: Tools) -> int:
    count = 0
    for seat in moment.observers:
        for sample in moment.samples(seat):
            count += 1
            if to_blame(moment, sample, seat) == SAMPLER:
                what = difference(moment.state.view(seat), sample.view(seat))
                raise Broken(f"a sampled position looks different to it, {what}", seat)
        if moment.game.require_search().belief() is not None:
            count += 1
            _believed_keeps_the_view(moment, seat, tools)
    return count


def _believed_keeps_the_view(moment: Moment, seat: int, tools: Tools) -> None:
    """What is drawn by a belief is what a sample could have been."""
    believed = moment.game.require_search().believed(moment.state, seat, tools.rng.fork())
    _set_up_again(moment, believed, seat)
    if as_text(believed.view(seat)) != moment.view(seat):
        what = difference(moment.state.view(seat), believed.view(seat))
        raise Broken(f"a position drawn by the belief looks different to it, {what}", seat)


@at_moments(
    _LEGAL,
    "A sampled position is a legal one: everything is there, and it can be played to the end.",
    "Eine gezogene Stellung ist regelgerecht: Alles ist da, und sie lässt sich zu Ende spielen.",
    moments=8,
    needs=(*_NEEDS, ENDS),
)
def sampling_is_legal(moment: Moment, tools: Tools) -> int:
    state, game = moment.state, moment.game
    bound = game.max_moves(state.seats, state.options)
    count = 0
    for seat in moment.observers:
        if not moment.samples(seat):
            game.require_search().sample(state, seat, tools.rng)  # let it say why it cannot
        for sample in moment.draw(seat, tools.rng.copy(), _QUICK_LOOKS):
            count += 1
            _set_up_again(moment, sample, seat)
        for sample in moment.samples(seat)[: tools.tries(1)]:
            count += 1
            _set_up_again(moment, sample, seat)
            played_on = sample.copy()
            whole = tools.thorough or seat == moment.observers[moment.ply % len(moment.observers)]
            most = 2 * bound if whole else _A_WHILE
            if play_on(played_on, tools.rng, most) >= 2 * bound and played_on.outcome() is None:
                raise Broken("a sampled position never ends", seat)
    return count


def _set_up_again(moment: Moment, sample: State, seat: int) -> None:
    """A sample has all components, and its document describes a position that can be: what everybody knows cannot
    have been dealt otherwise."""
    state, game = moment.state, moment.game
    if sample.inventory() != state.inventory():
        what = difference(state.inventory(), sample.inventory())
        raise Broken(f"a sampled position has other components, {what}", seat)
    try:
        again = game.set_up(json.loads(json.dumps(sample.position())))
    except SlugfestError as error:
        raise Broken(f"a sampled position cannot be set up: {error}", seat) from error
    if as_document(again) != as_document(sample):
        what = difference(sample.document(), again.document())
        raise Broken(f"a sampled position is another one when it is set up again, {what}", seat)


@at_moments(
    _IGNORES,
    "Change the truth and keep the seed: the sample is the same.",
    "Andere Wahrheit, gleicher Startwert: Es wird die gleiche Stellung gezogen.",
    needs=_NEEDS,
)
def sampling_ignores_the_truth(moment: Moment, tools: Tools) -> int:
    count, search = 0, moment.game.require_search()
    for seat in moment.observers:
        elsewhere = moment.state.copy()
        elsewhere.rng = tools.rng.fork()  # what chance will bring is part of the truth
        others = other_secret_moves(moment, seat, _OTHER_MOVES)
        for truth in [elsewhere, *moment.redeals(seat), *others]:
            seed = int(tools.rng.below(1 << 30))
            mine = search.sample(moment.state, seat, seeded("truth", seed))
            theirs = search.sample(truth, seat, seeded("truth", seed))
            count += 1
            if as_position(mine) != as_position(theirs):
                what = difference(mine.position(), theirs.position())
                raise Broken(f"the same seed gives another sample when the truth is another, {what}", seat)
            mine = search.believed(moment.state, seat, seeded("truth", seed))
            theirs = search.believed(truth, seat, seeded("truth", seed))
            if as_position(mine) != as_position(theirs):
                what = difference(mine.position(), theirs.position())
                raise Broken(f"what it believes depends on the truth, {what}", seat)
    return count


@at_moments(
    _VARIES,
    "What is hidden from a seat is not always the same in the positions sampled for it.",
    "Was einem Platz verborgen ist, ist nicht in allen für ihn gezogenen Stellungen gleich.",
    moments=6,
    needs=_NEEDS,
)
def sampling_varies(moment: Moment, tools: Tools) -> int:
    """Find two truths the seat cannot tell apart, without the sampler's help; then it must know of both."""
    count = 0
    for seat in moment.observers:
        looks = _Looks(moment, seat)
        for places in _proofs(moment, seat, looks, tools):
            count += 1
            if looks.never_vary(places, _LAST_LOOKS):
                where = " and ".join(sorted(spelled(place) for place in places)[:3])
                raise Broken(
                    f"sees no difference when something else lies at {where} (of the position document), yet in "
                    f"{_LAST_LOOKS} samples there was always the same: sample must deal that anew, or look must "
                    "show it",
                    seat,
                )
    return count


class _Looks:
    """What lies where in many positions sampled for one seat."""

    def __init__(self, moment: Moment, seat: int) -> None:
        self.moment, self.seat = moment, seat
        self.rng = seeded("varies", moment.setting.seed, moment.ply, seat)
        self.seen: list[dict[Path, Any]] = []

    def never_vary(self, places: set[Path], looks: int) -> bool:
        """Whether these places are the same in so many samples. Stops looking at the first that differs."""
        for index in range(looks):
            if index == len(self.seen):
                search = self.moment.game.require_search()
                self.seen.append(leaves(search.sample(self.moment.state, self.seat, self.rng).document()))
            if any(self.seen[index].get(place) != self.seen[0].get(place) for place in places):
                return False
        return True

    def fixed(self) -> list[Path]:
        """The places that seem not to vary at all."""
        self.never_vary(set(), _LOOKS)
        first, others = self.seen[0], self.seen[1:_LOOKS]
        return sorted(
            (place for place, thing in first.items() if all(other.get(place) == thing for other in others)),
            key=str,
        )


# ---- other truths, found without the sampler -----------------------------------------------------------------


def other_secret_moves(moment: Moment, seat: int, most: int) -> list[State]:
    """Positions after another move in place of the last one, which this observer cannot tell from it."""
    entry, before = moment.entry, moment.before
    if entry is None or before is None or entry.seat == seat:
        return []
    found: list[State] = []
    for move in before.moves(entry.seat)[: 4 * most]:
        other = moment.replay_in(before, move) if move != entry.move else None
        if other is None or as_text(other.view(seat)) != moment.view(seat):
            continue
        received = [event.seen_by(seat) for event in entry.events]
        if [event.seen_by(seat) for event in other.events or []] == received:
            truth = other.copy()
            truth.rng = moment.state.rng.copy()
            found.append(truth)
    return found[:most]


def _proofs(moment: Moment, seat: int, looks: _Looks, tools: Tools) -> Iterator[set[Path]]:
    """Places of the document where something else could be without the seat's seeing it."""
    truth = leaves(moment.state.document())
    for other in other_secret_moves(moment, seat, _OTHER_MOVES):
        changed = leaves(other.document())
        places = {place for place in truth.keys() | changed.keys() if truth.get(place) != changed.get(place)}
        if places:
            yield places
    # Exchange two things that never varied. If the seat sees no change, it cannot know where they are.
    fixed = looks.fixed()
    words = [place for place in fixed if isinstance(truth.get(place), str)]
    numbers = [place for place in fixed if type(truth.get(place)) is int]
    for same_kind in (words, numbers):
        for _ in range(tools.tries(_EXCHANGES) if len(same_kind) > 1 else 0):
            one, other_one = (same_kind[tools.rng.below(len(same_kind))] for _ in range(2))
            if truth[one] != truth[other_one] and _unnoticed(moment, seat, truth, one, other_one):
                yield {one, other_one}


def _unnoticed(moment: Moment, seat: int, truth: dict[Path, Any], one: Path, other: Path) -> bool:
    """Whether a seat cannot tell that two things were exchanged, though it is a real difference."""
    position = json.loads(json.dumps(moment.state.position()))
    put(position["position"], one, truth[other])
    put(position["position"], other, truth[one])
    try:
        exchanged = moment.game.set_up(position)
        if exchanged.inventory() != moment.state.inventory() or as_document(exchanged) == moment.document():
            return False
        view = moment.view(seat)
        if as_text(exchanged.view(seat)) != view:
            return False
        shown = view.text()
        if any(isinstance(truth[p], str) and json.dumps(truth[p]) not in shown for p in (one, other)):
            return True
        return any(as_text(exchanged.view(s)) != moment.view(s) for s in moment.observers)
    except Exception:
        return False  # an exchange that makes no sense proves nothing


# ---- documents as places and things --------------------------------------------------------------------------


def leaves(document: Any) -> dict[Path, Any]:
    """Every place of a document and the plain thing there."""
    found: dict[Path, Any] = {}
    _gather(document, (), found)
    return found


def _gather(document: Any, at: Path, found: dict[Path, Any]) -> None:
    if isinstance(document, dict):
        for key, value in document.items():
            _gather(value, (*at, key), found)
    elif isinstance(document, list):
        for index, value in enumerate(document):
            _gather(value, (*at, index), found)
    else:
        found[at] = document


def put(document: Any, place: Path, value: Any) -> None:
    for key in place[:-1]:
        document = document[key]
    document[place[-1]] = value


def spelled(place: Path) -> str:
    return "/".join(str(key + 1 if isinstance(key, int) else key) for key in place)
