"""Previews are honest: they show a seat what it could work out itself, they come true, and they change nothing."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import State, play_ahead, preview, seeded

from .base import Broken, Tools, at_moments
from .determinism import difference
from .leaks_in_events import HONEST_REFUSALS
from .playthrough import Moment, as_position, as_text
from .sampling import HONEST_SAMPLES
from .undo import HONEST_UNDO
from .words import NOTATION

HONEST_PREVIEWS: Final = "previews-are-honest"
_ILLEGAL: Final = 3  # bundles tried that end in any move at all
_LONGEST: Final = 4  # moves in a bundle


@at_moments(
    HONEST_PREVIEWS,
    "A preview is the same whatever lies where the seat cannot see; it comes true, and it changes nothing.",
    "Eine Vorschau ist gleich, egal was dort liegt, wo der Platz nichts sieht; sie trifft ein und ändert nichts.",
    moments=10,
    needs=(*HONEST_SAMPLES, HONEST_REFUSALS, NOTATION, HONEST_UNDO),
)
def previews_are_honest(moment: Moment, tools: Tools) -> int:
    """Ask for the same moves in the position and in others that the seat cannot tell from it, with several seeds."""
    count, shown = 0, as_position(moment.state)
    for seat in range(moment.state.seats):
        for texts in _bundles(moment.state, seat, tools):
            asked = " + ".join(text[:60] for text in texts)
            answer = preview(moment.state, seat, texts, seeded("preview", 0)).as_json()
            if as_position(moment.state) != shown:
                raise Broken(f"a preview of “{asked}” changed the position", seat)
            for seed, truth in enumerate([moment.state, *moment.redeals(seat)], 1):
                count += 1
                again = preview(truth, seat, texts, seeded("preview", seed)).as_json()
                if as_text(again) != as_text(answer):
                    what = difference(answer, again)
                    raise Broken(f"a preview of “{asked}” depends on what it cannot see, {what}", seat)
            came = play_ahead(moment.state.copy(), seat, texts).as_json()
            if as_text(came) != as_text(answer):
                raise Broken(f"a preview of “{asked}” does not come true, {difference(answer, came)}", seat)
    return count


def _bundles(state: State, seat: int, tools: Tools) -> list[list[str]]:
    """Bundles of every sort: legal ones that begin with a move of each kind, and some that end in an illegal move."""
    legal = [_legal_bundle(state, seat, move, tools) for move in _one_of_each_kind(state, seat, tools)]
    illegal: list[list[str]] = [["no such move"]]
    for _ in range(tools.tries(_ILLEGAL)):
        begun = legal[tools.rng.below(len(legal))] if legal else []
        anything = int(tools.rng.below(max(1, state.game.move_count)))
        illegal.append([*begun[: tools.rng.below(len(begun) + 1)], state.game.format(anything)])
    return legal + illegal


def _one_of_each_kind(state: State, seat: int, tools: Tools) -> list[int]:
    """A legal move of each kind, by its first word."""
    kinds: dict[str, list[int]] = {}
    for move in state.moves(seat):
        kinds.setdefault(state.game.format(move).split(" ")[0], []).append(move)
    return [moves[tools.rng.below(len(moves))] for moves in kinds.values()]


def _legal_bundle(state: State, seat: int, first: int, tools: Tools) -> list[str]:
    """Moves that a seat could make one after the other, if nobody comes between."""
    copy = state.copy()
    copy.rng = tools.rng.fork()
    move, texts = first, [state.game.format(first)]
    for _ in range(tools.rng.below(_LONGEST)):
        copy.play(seat, move)
        moves = copy.moves(seat)
        if not moves:
            break
        move = moves[tools.rng.below(len(moves))]
        texts.append(state.game.format(move))
    return texts
