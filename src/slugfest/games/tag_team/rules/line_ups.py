"""All teams, and the options under which two of them meet: what a table of match-ups is made of.

Two teams that share a fighter cannot meet (TT-5); that leaves 1,485 pairings of the 66 teams.
"""

from __future__ import annotations

from slugfest.games.tag_team.content import FIGHTER_KEYS
from slugfest.kernel import Options


def all_teams() -> list[list[str]]:
    """Every pair of fighters, each once."""
    teams: list[list[str]] = []
    for index, one in enumerate(FIGHTER_KEYS):
        for other in FIGHTER_KEYS[index + 1 :]:
            teams.append([one, other])
    return teams


def meeting(one: list[str], other: list[str]) -> Options | None:
    """The agreement by which these teams fight (TT-15); None if they share a fighter (TT-5)."""
    for fighter in one:
        if fighter in other:
            return None
    return {
        "teams": "given",
        "fighter_1a": one[0],
        "fighter_1b": one[1],
        "fighter_2a": other[0],
        "fighter_2b": other[1],
    }
