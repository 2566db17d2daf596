"""An open board, for a match that is over, shows everything that any seat knew."""

from __future__ import annotations

from slugfest.kernel import EVERYTHING

from .base import Broken, Tools, at_moments
from .playthrough import Moment, as_position, as_text
from .sampling import HONEST_SAMPLES


@at_moments(
    "an-open-board-tells-all",
    "Laid open, a board differs wherever what any seat knows differs; nobody moves on it, and looking changes nothing.",
    "Aufgedeckt unterscheidet sich ein Brett überall, wo das Wissen irgendeines Platzes es tut; niemand zieht darauf, "
    "und Hinsehen ändert nichts.",
    needs=HONEST_SAMPLES,
)
def an_open_board_tells_all(moment: Moment, tools: Tools) -> int:
    """Deal anew what a seat cannot know: where another one would notice, the open board must show it."""
    shown = as_position(moment.state)
    view = moment.state.view(EVERYTHING)
    if view["moves"]:
        raise Broken("an open board offers moves")
    if as_position(moment.state) != shown:
        raise Broken("laying the board open changed the position")
    whole = as_text(view["board"])
    count = 1
    for seat in moment.observers:
        for sample in moment.samples(seat):
            count += 1
            if as_text(moment.game.display.open_board(sample)) != whole:
                continue
            for other in range(sample.seats):
                if as_text(sample.view(other)) != moment.view(other):
                    raise Broken("an open board does not show all that this seat knows", other)
    return count
