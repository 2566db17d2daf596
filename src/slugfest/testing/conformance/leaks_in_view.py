"""Nothing leaks: what a seat sees and may do depends only on what it may know.

A seat's knowledge has two witnesses in every position: its board and its legal moves. Re-deal what it cannot know,
and neither may change. If one dissents it leaks; if both dissent, or every sample dissents in the same way, then it
is the sampler that changed what the seat knows.
"""

from __future__ import annotations

from typing import Final

from slugfest.kernel import SPECTATOR, Facts, State, move_options, seeded

from .base import Broken, Tools, at_moments
from .determinism import FOUNDATIONS, difference
from .playthrough import Moment, Snapshot, as_text, name_of

_WITNESSES: Final = 10  # samples asked when somebody must be blamed
LEAKLESS: Final = ("nothing-leaks-in-view", "nothing-leaks-in-moves")

VIEW: Final = "view"
MOVES: Final = "moves"
SAMPLER: Final = "sampler"


@at_moments(
    LEAKLESS[0],
    "What a seat sees is the same whatever lies where it cannot see.",
    "Was ein Platz sieht, ist gleich, egal was dort liegt, wo er nichts sieht.",
    needs=FOUNDATIONS,
    part="search",
)
def nothing_leaks_in_view(moment: Moment, tools: Tools) -> int:
    count, progress = 0, moment.game.display.progress
    for seat in moment.observers:
        for sample in moment.samples(seat):
            count += 1
            if progress(sample) != progress(moment.state):
                raise Broken("the progress tells what it cannot know", seat)
            if to_blame(moment, sample, seat) == VIEW:
                raise Broken(f"sees what it cannot know, {_seen_differently(moment, sample, seat)}", seat)
        for redeal in moment.redeals(seat):
            count += 1
            if progress(redeal) != progress(moment.state):
                raise Broken(f"the progress tells what {name_of(seat)} may not know", SPECTATOR)
            if as_text(redeal.view(SPECTATOR)) != moment.view(SPECTATOR):
                what = difference(moment.state.board(SPECTATOR), redeal.board(SPECTATOR))
                raise Broken(f"sees what {name_of(seat)} may not know, {what}", SPECTATOR)
    return count


@at_moments(
    LEAKLESS[1],
    "What a seat may do is the same whatever lies where it cannot see.",
    "Was ein Platz tun darf, ist gleich, egal was dort liegt, wo er nichts sieht.",
    needs=FOUNDATIONS,
    part="search",
)
def nothing_leaks_in_moves(moment: Moment, tools: Tools) -> int:
    count = 0
    for seat in range(moment.state.seats):
        for sample in moment.samples(seat):
            count += 1
            if to_blame(moment, sample, seat) == MOVES:
                mine, theirs = offered(moment.state, seat), offered(sample, seat)
                raise Broken(f"its legal moves tell what it cannot know, {difference(mine, theirs)}", seat)
    return count


def offered(state: State, seat: int) -> Facts:
    """Everything about a seat's moves that reaches the seat or a bot in its place."""
    if seat < 0 or not state.moves(seat):
        return {}
    game = state.game
    return {
        "moves": move_options(state, seat, state.moves(seat)),
        "distinct": [game.format(move) for move in game.require_search().distinct_moves(state, seat)],
        "default": game.format(state.default_move(seat)),
    }


def board(state: State, seat: int) -> Snapshot:
    """A view without the legal moves."""
    view = state.view(seat)
    del view["moves"]
    return as_text(view)


def to_blame(moment: Moment, sample: State, seat: int) -> str:
    """Who is at fault if a sample looks different to the seat it was made for; empty if it does not."""
    kept: dict[int, str] = moment.worked_out.setdefault(("to blame", seat), {})
    which = next(number for number, one in enumerate(moment.samples(seat)) if one is sample)
    if which not in kept:
        kept[which] = _blamed(moment, sample, seat)
    return kept[which]


def _blamed(moment: Moment, sample: State, seat: int) -> str:
    state = moment.state
    if ("witnesses", seat) not in moment.worked_out:
        moment.worked_out["witnesses", seat] = board(state, seat), offered(state, seat)
    seen, may = moment.worked_out["witnesses", seat]
    same_board, same_moves = board(sample, seat) == seen, offered(sample, seat) == may
    if same_board and same_moves:
        return ""
    if not same_board and not same_moves:
        return SAMPLER
    rng = seeded("witnesses", moment.setting.seed, moment.ply, seat)
    search = state.game.require_search()
    others = [search.sample(state, seat, rng) for _ in range(_WITNESSES)]
    views = {as_text(other.view(seat)) for other in [sample, *others]}
    if len(views) == 1 and moment.view(seat) not in views:
        return SAMPLER
    return VIEW if same_moves else MOVES


def _seen_differently(moment: Moment, sample: State, seat: int) -> str:
    return difference(moment.state.view(seat), sample.view(seat))
