"""The taps of a turn of KAPOW! cards and Custom Heroes, and of a round of Tag Team, as their boards take them.

On these boards somebody puts a decision together and sends it with one button, so a turn is counted from its moves
alone: what is tapped for each is in ``turn.svelte.ts`` of the game. A Custom Heroes turn begins with a tap that
gathers a whole set, as the engine proposes it (``gathers`` in the forecast).
"""

from __future__ import annotations

from typing import Any

from slugfest.bots import bot
from slugfest.kernel import Facts, Perspective, State, game, seeded

TURNS = (("kapow-cards", 2, "a turn"), ("custom-heroes", 3, "a turn"), ("tag-team", 2, "a round"))
SEND = 1  # the button
ENDS = {"custom-heroes": ("play", "pass", "bet", "end", "exchange", "discard"), "tag-team": ("under",)}
LEFT_OUT = (
    "pick",
    "first",
    "character",
    "discard",
)  # of Tag Team: the draft, and what is no part of every round

Step = tuple[Facts, list[Any]]  # what was seen, and the parts of the move


def taps_of_cards(turn: list[Step]) -> int:
    """Cards, a target or an action, and the button."""
    ((_, parts),) = turn
    kind = parts[0]
    if kind == "attack":
        return len(parts[1]) + 1 + SEND
    named = [part for part in parts[1:] if part is not None]
    return len(named) + 1 + SEND


def taps_of_heroes(turn: list[Step]) -> int:
    """Two taps for a piece and its card, what it takes to choose the set, and the button."""
    kinds = [parts[0] for _, parts in turn]
    taps = 2 * kinds.count("attach") + kinds.count("wager")
    chosen = {parts[1] for _, parts in turn if parts[0] == "card"}
    if chosen:
        view = next(view for view, parts in turn if parts[0] == "card")
        gathered = [
            {one["card"] for one in option["forecast"]["gathers"]}
            for option in view["moves"]
            if option["parts"][0] == "card" and (option["forecast"] or {}).get("gathers")
        ]
        taps += 1 if chosen in gathered else 2 if len(chosen) == 1 else len(chosen)
        taps += sum([1 for _, parts in turn if parts[0] == "card" and parts[2]])  # its ability, switched on
    if kinds[-1] == "pass":
        return taps + (2 if "attach" in kinds else 1)  # it asks once where something was crafted
    return taps + (2 if kinds[-1] == "exchange" else SEND)


def taps_of_team(turn: list[Step]) -> int:
    """A card, its place and the button; one more if the other of the two that are left goes lowest."""
    (_, (_, _, _)), (view, (_, lowest)) = turn
    left: list[str] = view["board"]["sides"][view["seat"]]["drawn"]
    swapped: bool = lowest != left[-1] and left[0] != left[-1]
    return 2 + SEND + swapped


COUNTED = {"kapow-cards": taps_of_cards, "custom-heroes": taps_of_heroes, "tag-team": taps_of_team}


def measure_turns(name: str, seats: int, matches: int, level: str) -> tuple[float, int]:
    """Taps for a turn (Tag Team: a round) of one seat, the mean, and the most of any."""
    played = game(name)
    player = bot(level, played)
    found: list[int] = []
    for number in range(matches):
        state: State = played.new(seats, {}, seeded("taps", name, number))
        chance = seeded("taps", name, number, "bots")
        turns: dict[int, list[Step]] = {}
        while state.outcome() is None:
            seat = state.actors()[0]
            move = player.choose(Perspective(state, seat), chance)
            parts = list(played.display.move_parts(move) or ())
            view = state.view(seat)
            state.play(seat, move)
            if name == "tag-team" and parts[0] in LEFT_OUT:
                continue
            turns.setdefault(seat, []).append((view, parts))
            if name not in ENDS or parts[0] in ENDS[name]:
                found.append(COUNTED[name](turns.pop(seat)))
    return sum(found) / len(found), max(found)
