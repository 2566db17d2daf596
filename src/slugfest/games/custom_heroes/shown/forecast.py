"""What a move would come to, as far as its seat can know: values, sets that gather, whom a set skips."""

from __future__ import annotations

from slugfest.games.custom_heroes.content import BOX, BRANDO, CARDS, KODORA, NO_ABILITY, SPIKE, STAKE
from slugfest.games.custom_heroes.position.moves import ATTACH, BET, CARD, DISCARD, EXCHANGE, PLAY, WAGER
from slugfest.games.custom_heroes.position.position import LEAD, NORMAL
from slugfest.games.custom_heroes.rules.legal import OPEN, Draft, Turn
from slugfest.kernel import Facts

from .facts import PlayFacts, SetFacts


def forecast(turn: Turn, seat: int, move: int) -> Facts:
    """The facts that a board shows beside a legal move."""
    if move >= ATTACH:
        return {"value": turn.value_with((move - ATTACH) // CARDS, (move - ATTACH) % CARDS)}
    if move >= CARD:
        gathered = gather(turn, seat, [*turn.draft, move - CARD])
        return {
            "gathers": [{"card": BOX.cards[chosen >> 1], "active": chosen & 1 != 0} for chosen in gathered]
        }
    if move >= WAGER:
        return {"stake": STAKE * (len(turn.bets[seat]) + 1)}
    if move == BET:
        return {"wagers": len(turn.bets[seat]), "stake": STAKE * len(turn.bets[seat])}
    if move == PLAY:
        return {"play": play(turn, seat)}
    if move in (EXCHANGE, DISCARD):
        return power(turn, seat, move)
    return {}


def power(turn: Turn, seat: int, move: int) -> Facts:
    """The points after an exchange, or how much power is discarded (CH-82, CH-83)."""
    for event in public_events(turn, seat, move):
        if event["kind"] == "exchange":
            return {"vp": event["vp"]}
        if event["kind"] == "discard":
            return {"discards": event["count"]}
    return {}


def play(turn: Turn, seat: int) -> PlayFacts:
    """The set as it stands, and what playing it would do to others (CH-44, CH-53, CH-57 to CH-61)."""
    facts: PlayFacts = {
        **set_facts(turn, turn.drafted()),
        "equal": False,
        "gain": 0,
        "skips": None,
        "wins": False,
        "place": None,
    }
    for event in public_events(turn, seat, PLAY):
        if event["kind"] == "play":
            facts["equal"] = event["equal"] and turn.equal_beats()
        elif event["kind"] == "power":
            facts["gain"] = event["gain"]
        elif event["kind"] == "out" and event["seat"] == seat:
            facts["place"] = event["place"]
        elif event["kind"] == "skip":
            facts["skips"] = event["seat"]
        elif event["kind"] == "trick":
            facts["wins"] = True
    return facts


def public_events(turn: Turn, seat: int, move: int) -> list[Facts]:
    """The events of a move as a spectator would see them. The move is made on a copy."""
    trial = turn.copy()
    trial.events = []
    trial.apply(seat, move)
    return [event.seen_by(-1) for event in trial.events]


def set_facts(turn: Turn, draft: Draft) -> SetFacts:
    """What a set amounts to (CH-63), and how many cards it still lacks (CH-64)."""
    normal = not draft.ascended
    return {
        "kind": "normal" if normal else "ascended",
        "value": draft.value if normal and draft.value != OPEN else None,
        "count": draft.count,
        "cost": draft.cost,
        "missing": turn.top_count - draft.count if normal and turn.top == NORMAL else 0,
    }


# ---- sets that gather by themselves --------------------------------------------------------------------------------


def gather(turn: Turn, seat: int, chosen: list[int]) -> list[int]:
    """A whole set around cards that may be in one, each as 2 * card + (1 if activated) (CH-63 to CH-69).

    It takes cards of the value, those first whose ability is not worth keeping; without a set on top all of them. If
    more are needed, Brandos count twice and Spikes join as wild cards, as far as the power goes.
    """
    draft = turn.summed(chosen)
    if draft.ascended:
        return chosen
    if draft.value != OPEN:
        return _gather_value(turn, seat, chosen, draft.value)
    best: list[int] = []
    for value in sorted({turn.value[card] for card in _loose(turn, seat, chosen)}, reverse=True):
        found = _gather_value(turn, seat, chosen, value) if turn.beats(value) else []
        if len(found) > len(best):
            best = found
    return best


def _gather_value(turn: Turn, seat: int, chosen: list[int], value: int) -> list[int]:
    """The set of one value, or nothing where hand and power do not reach."""
    draft = turn.summed(chosen)
    left = turn.power(seat) - draft.cost
    wanted = turn.top_count if turn.top == NORMAL else 0  # 0: as many as there are
    found = chosen.copy()
    count = draft.count
    loose = _loose(turn, seat, chosen)
    for card in sorted(
        [card for card in loose if turn.value[card] == value], key=lambda card: keeps(turn, card)
    ):
        if wanted == 0 or count < wanted:
            found.append(2 * card)
            count += 1
    for index, entry in enumerate(found):
        fixed = entry in turn.draft
        if (
            count < wanted
            and left > 0
            and not fixed
            and entry & 1 == 0
            and turn.ability[entry >> 1] == BRANDO
        ):
            left -= BOX.cost[BRANDO]
            found[index] = entry + 1
            count += 1
    for card in loose:
        if count < wanted and left > 0 and turn.value[card] != value and turn.ability[card] == SPIKE:
            left -= BOX.cost[SPIKE]
            found.append(2 * card + 1)
            count += 1
    complete = count == wanted if wanted else turn.top == LEAD
    return found if complete and left >= 0 else []


def _loose(turn: Turn, seat: int, chosen: list[int]) -> list[int]:
    """The hand without the cards that are in the set."""
    return [card for card in turn.hand(seat) if 2 * card not in chosen and 2 * card + 1 not in chosen]


def keeps(turn: Turn, card: int) -> int:
    """0 for a card with nothing to save up, 1 for one whose ability could be activated another time (CH-39)."""
    return 0 if turn.ability[card] in (NO_ABILITY, KODORA) else 1
