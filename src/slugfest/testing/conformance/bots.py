"""Bots are fair: they decide from what their seat knows, and from nothing else."""

from __future__ import annotations

from slugfest.kernel import Perspective, seeded

from .base import Broken, Tools, at_moments
from .playthrough import Moment
from .sampling import HONEST_SAMPLES


@at_moments(
    "bots-are-fair",
    "A bot decides the same whatever lies where its seat cannot see.",
    "Ein Bot entscheidet gleich, egal was dort liegt, wo sein Platz nichts sieht.",
    moments=4,
    needs=HONEST_SAMPLES,
)
def bots_are_fair(moment: Moment, tools: Tools) -> int:
    count = 0
    for seat in moment.state.actors():
        for name, choose in tools.choosers.items():
            seed = int(tools.rng.below(1 << 30))
            move = choose(Perspective(moment.state, seat), seeded(seed))
            if move not in moment.state.moves(seat):
                raise Broken(f"the bot “{name}” plays {move}, which is not legal", seat)
            for redeal in moment.redeals(seat)[:2]:
                count += 1
                other = choose(Perspective(redeal, seat), seeded(seed))
                if other != move:
                    one, two = moment.game.format(move), moment.game.format(other)
                    raise Broken(f"the bot “{name}” plays “{one}” or “{two}”, by what it cannot see", seat)
    return count
