"""What the reviews of many matches say about a guest: reads, and where most is lost. Counted from kept reviews.

Practice is left out, and so are decisions that a bot, the clock or a hint made (:func:`.reviewing.extract_of`).
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Final, cast

from slugfest.table.messages import Against, BotName
from slugfest.table.pages import LossTally, ReadsTally, ReviewProfile
from slugfest.table.profiles import against
from slugfest.table.summaries import Summary, result_of, seat_in

from .reviewing import PROFILE_FORM, Json

MOST_MATCHES: Final = 400  # the newest ones
MOST_LOSSES: Final = 6
CERTAIN: Final = 1.96  # standard errors on each side of a 95 % interval
FEWEST: Final = 5  # matches from which an interval says something


def review_profile(
    guest: str, summaries: Iterable[tuple[str, Summary, int]], extracts: Mapping[str, Json]
) -> ReviewProfile:
    """The profile from the newest matches; ``extracts`` are the kept reviews by match."""
    reads: dict[tuple[Against, BotName | None], list[tuple[int, int]]] = defaultdict(list)  # reads, lost
    losses: dict[tuple[str, str, str], list[int]] = defaultdict(list)
    practice = unreviewed = own = assisted = 0
    for match, summary, _ in summaries:
        seat = seat_in(summary, guest)
        if not result_of(summary, seat):
            continue
        if summary["practice"]:
            practice += 1
            continue
        extract = extracts.get(match)
        if extract is None or extract.get("form") != PROFILE_FORM:
            unreviewed += 1
            continue
        mine = extract["seats"][seat]
        own += mine["own"]
        assisted += mine["assisted"]
        if not mine["own"]:
            continue
        reads[against(summary, seat)].append((mine["reads"], sum(loss for _, _, loss in mine["lost"])))
        for phase, theme, loss in mine["lost"]:
            losses[summary["game"], phase, theme].append(loss)
    everything = [one for matches in reads.values() for one in matches]
    return {
        "reviewed": len(everything),
        "unreviewed": unreviewed,
        "practice": practice,
        "decisions": own,
        "assisted": assisted,
        "reads": None if not everything else tally("people", None, everything),
        "opponents": sorted(
            (tally(whom, level, matches) for (whom, level), matches in reads.items()),
            key=lambda one: -one["matches"],
        ),
        "losses": sorted(
            (
                LossTally(game=game, phase=phase, theme=theme, decisions=len(lost), lost=sum(lost))
                for (game, phase, theme), lost in losses.items()
            ),
            key=lambda one: -one["lost"],
        )[:MOST_LOSSES],
    }


def tally(whom: str, level: BotName | None, matches: list[tuple[int, int]]) -> ReadsTally:
    """The mean of reads and losses in some matches, with the half width of the 95 % interval of reads."""
    count = len(matches)
    mean = sum(reads for reads, _ in matches) / count
    error = None
    if count >= FEWEST:
        spread = sum((reads - mean) ** 2 for reads, _ in matches) / (count - 1)
        error = round(CERTAIN * math.sqrt(spread / count))
    return {
        "against": cast(Against, whom),
        "level": level,
        "matches": count,
        "reads": round(mean),
        "error": error,
        "lost": round(sum(lost for _, lost in matches) / count),
    }
