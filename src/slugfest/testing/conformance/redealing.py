"""Re-deals are honest: what nobody knows is dealt anew, and nothing else.

A review tells luck from decisions by them (docs/review.md), so a fault here would give credit for luck.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Final

from slugfest.kernel import SlugfestError, State, seeded

from .base import Broken, Tools, at_moments
from .determinism import difference
from .playthrough import Moment, as_document, as_position, as_text
from .sampling import HONEST_SAMPLES, Path, leaves, put, spelled

_KEEPS: Final = "redealing-keeps-every-view"
_IGNORES: Final = "redealing-ignores-the-truth"
_REDEALS: Final = 4
_LOOKS: Final = 8  # re-deals looked at before something is suspected of never varying
_LAST_LOOKS: Final = 300  # and before saying so
_EXCHANGES: Final = 20  # exchanges of two hidden things tried


@at_moments(
    _KEEPS,
    "A re-dealt position looks to every seat exactly like the real one, and everything is there.",
    "Eine neu ausgeteilte Stellung sieht für jeden Platz genauso aus wie die echte, und alles ist da.",
    needs=HONEST_SAMPLES,
)
def redealing_keeps_every_view(moment: Moment, tools: Tools) -> int:
    count = 0
    for fresh in _redeals(moment, tools, _REDEALS):
        for seat in moment.observers:
            count += 1
            if as_text(fresh.view(seat)) != moment.view(seat):
                what = difference(moment.state.view(seat), fresh.view(seat))
                raise Broken(f"a re-dealt position looks different to it, {what}", seat)
        if fresh.inventory() != moment.state.inventory():
            what = difference(moment.state.inventory(), fresh.inventory())
            raise Broken(f"a re-dealt position has other components, {what}")
        try:
            again = moment.game.set_up(json.loads(json.dumps(fresh.position())))
        except SlugfestError as error:
            raise Broken(f"a re-dealt position cannot be set up: {error}") from error
        if as_document(again) != as_document(fresh):
            what = difference(fresh.document(), again.document())
            raise Broken(f"a re-dealt position is another one when it is set up again, {what}")
    return count


@at_moments(
    _IGNORES,
    "Change what nobody knows and keep the seed: the re-deal is the same.",
    "Ist etwas anders, das niemand weiß, und der Startwert gleich, wird gleich neu ausgeteilt.",
    needs=(*HONEST_SAMPLES, _KEEPS),
)
def redealing_ignores_the_truth(moment: Moment, tools: Tools) -> int:
    count, search = 0, moment.game.require_search()
    elsewhere = moment.state.copy()
    elsewhere.rng = tools.rng.fork()  # what chance will bring is part of the truth
    for truth in [elsewhere, *_redeals(moment, tools, _REDEALS)]:
        seed = int(tools.rng.below(1 << 30))
        mine: State = search.redeal(moment.state, seeded("truth", seed))
        theirs: State = search.redeal(truth, seeded("truth", seed))
        count += 1
        if as_position(mine) != as_position(theirs):
            what = difference(mine.position(), theirs.position())
            raise Broken(f"the same seed gives another re-deal when what nobody knows is another, {what}")
        if mine.rng.state != theirs.rng.state:
            raise Broken("a re-deal keeps the true generator, so that chance falls as it will")
    return count


@at_moments(
    "redealing-varies",
    "What no seat knows is not always the same in re-dealt positions.",
    "Was kein Platz weiß, ist nicht in allen neu ausgeteilten Stellungen gleich.",
    moments=6,
    needs=(*HONEST_SAMPLES, _KEEPS),
)
def redealing_varies(moment: Moment, tools: Tools) -> int:
    """Find two truths that no seat can tell apart, without the help of re-deals; then they must know of both."""
    if moment.state.outcome() is not None:
        return 0
    rng = seeded("redealing", moment.setting.seed, moment.ply)
    search = moment.game.require_search()
    seen = [leaves(search.redeal(moment.state, rng).document()) for _ in range(_LOOKS)]
    count = sum(not _fixed(seen, {place}) for place in seen[0])
    for places in _unknown_places(moment, tools, seen):
        count += 1
        while len(seen) < _LAST_LOOKS and _fixed(seen, places):
            seen.append(leaves(search.redeal(moment.state, rng).document()))
        if _fixed(seen, places):
            where = " and ".join(sorted(spelled(place) for place in places))
            raise Broken(
                f"no seat sees a difference when something else lies at {where} (of the position document), yet in "
                f"{_LAST_LOOKS} re-deals there was always the same: Search.redeal must deal that anew"
            )
    return count


def _redeals(moment: Moment, tools: Tools, most: int) -> list[State]:
    search = moment.game.require_search()
    return [search.redeal(moment.state, tools.rng) for _ in range(tools.tries(most))]


def _fixed(seen: list[dict[Path, Any]], places: set[Path]) -> bool:
    """Whether these places are the same in all re-deals looked at."""
    return all(one.get(place) == seen[0].get(place) for one in seen for place in places)


def _unknown_places(moment: Moment, tools: Tools, seen: list[dict[Path, Any]]) -> Iterator[set[Path]]:
    """Places of the document whose things can be exchanged without any seat's seeing it, where re-deals seem not to."""
    truth = leaves(moment.state.document())
    shown = " ".join(moment.view(seat).text() for seat in moment.observers)
    hidden = sorted(
        (
            place
            for place, thing in truth.items()
            if isinstance(thing, str) and _fixed(seen, {place}) and json.dumps(thing) not in shown
        ),
        key=str,
    )
    for _ in range(tools.tries(_EXCHANGES) if len(hidden) > 1 else 0):
        one, other = (hidden[tools.rng.below(len(hidden))] for _ in range(2))
        if truth[one] != truth[other] and _unnoticed(moment, truth, one, other):
            yield {one, other}


def _unnoticed(moment: Moment, truth: dict[Path, Any], one: Path, other: Path) -> bool:
    """Whether no seat can tell that two things were exchanged, though it is a real difference."""
    position = json.loads(json.dumps(moment.state.position()))
    put(position["position"], one, truth[other])
    put(position["position"], other, truth[one])
    try:
        exchanged = moment.game.set_up(position)
        if exchanged.inventory() != moment.state.inventory() or as_document(exchanged) == moment.document():
            return False
        return all(as_text(exchanged.view(seat)) == moment.view(seat) for seat in moment.observers)
    except Exception:
        return False  # an exchange that makes no sense proves nothing
