"""What each seat sees of the table (CH-105, CH-106)."""

from __future__ import annotations

from slugfest.games.custom_heroes.content import BOX, CARDS, EMPTY, PIECES, SLOTS, STAKE
from slugfest.games.custom_heroes.position.position import (
    BOXED,
    DID_PASS,
    DID_PLAY,
    DID_WIN,
    IN_HAND,
    LEAD,
    NORMAL,
    OVER,
    PHASES,
    PLAYED,
    WAGERED,
    WAGERS,
)
from slugfest.games.custom_heroes.rules.legal import OPEN, Turn
from slugfest.games.custom_heroes.rules.rounds import final_order, settled, standing
from slugfest.games.custom_heroes.rules.tricks import card_facts
from slugfest.kernel import EVERYTHING

from .facts import (
    BoardView,
    ChosenCard,
    KnownCard,
    Player,
    PlayStep,
    SetKind,
    Top,
    Trick,
    TrickStep,
    Where,
    You,
)
from .forecast import set_facts


def board(table: Turn, seat: int) -> BoardView:
    """The board as one seat may know it; EVERYTHING has beside each player what only that player knew."""
    over = table.phase == OVER
    return {
        "phase": PHASES[table.phase],
        "round": table.round,
        "rounds": table.rounds,
        "sudden_death": table.sudden_death(),
        "target": table.target,
        "participants": [other for other in range(table.seats) if table.plays(other)],
        "turn": None if over or table.phase == WAGERS else table.turn,
        "tricks": tricks(table),
        "top": top(table),
        "descending": table.descending,
        "equal_beats": table.equal_beats(),
        "passes": table.passes,
        "passes_needed": 0 if table.top == LEAD else table.passes_needed(),
        "spookies": list(table.haunting),
        "players": [_player(table, other, seat) for other in range(table.seats)],
        "you": _you(table, seat) if seat >= 0 else None,
        "deck": [_known(table, card, seat) for card in range(CARDS) if table.status[card] != BOXED],
        "unseen": [BOX.pieces[piece] for piece in unseen(table, seat)],
        "bag": len(table.bag),
        "drawn": [table.drawn[s : s + table.seats] for s in range(0, len(table.drawn), table.seats)],
        "standing": standing(table),
        "places": finished_rounds(table),
        "rewards": [list(reward) for reward in BOX.rewards[table.seats]],
        "order": final_order(table) if over else None,
    }


def finished_rounds(table: Turn) -> list[list[int]]:
    """The seats in order of place, a list for each finished round."""
    seats = table.seats
    return [table.placed[start : start + seats] for start in range(0, len(table.placed), seats)]


def top(table: Turn) -> Top | None:
    """What must be beaten."""
    if table.top == LEAD:
        return None
    normal = table.top == NORMAL
    return {
        "seat": table.last,
        "kind": "normal" if normal else "ascended",
        "value": table.top_value if normal else None,
        "count": table.top_count if normal else None,
    }


def _player(table: Turn, other: int, seat: int) -> Player:
    place = table.place[other]
    vp, power, pieces = BOX.rewards[table.seats][place - 1] if place else (0, 0, 0)
    # What is attached in a running turn is counted off in public only with its next action (CH-105).
    own = seat in (other, EVERYTHING)
    running = len(table.crafted) if not own and other == table.turn else 0
    player: Player = {
        "playing": table.plays(other),
        "vp": table.vp[other],
        "staked": STAKE * table.staked[other],
        "power": table.power(other) if own else None,
        "power_in": table.power_in[other],
        "power_out": table.power_out[other],
        "stock": len(table.stocks[other]) + running,
        "hand": table.hand_size[other],
        "asked": table.phase == WAGERS and table.asked(other),
        "wagers": [
            card_facts(table, card, seat)
            for card in range(CARDS)
            if table.status[card] == WAGERED and table.owner[card] == other
        ],
        "place": place or None,
        "reward": [vp, power, pieces] if place and not table.sudden_death() else None,
        "settled": settled(table, other),
    }
    if seat == EVERYTHING:
        player["own"] = _you(table, other)
    return player


def _you(table: Turn, seat: int) -> You:
    mine = table.turn == seat
    return {
        "hand": [card_facts(table, card, seat) for card in table.hand(seat)],
        "stock": [BOX.pieces[piece] for piece in table.stocks[seat]],
        "power": table.power(seat),
        "wagers": [
            {"card": BOX.cards[bet % CARDS], "piece": BOX.pieces[bet // CARDS - 1] if bet >= CARDS else None}
            for bet in table.bets[seat]
        ],
        "answered": table.answered >> seat & 1 != 0,
        "draft": [_chosen(chosen) for chosen in table.draft] if mine else [],
        "set": set_facts(table, table.drafted()) if mine and table.draft else None,
        "crafted": [BOX.pieces[piece] for piece in table.crafted] if mine else [],
    }


def _chosen(chosen: int) -> ChosenCard:
    return {"card": BOX.cards[chosen >> 1], "active": chosen & 1 != 0}


def _known(table: Turn, card: int, seat: int) -> KnownCard:
    """A card of the deck with what a seat knows of it."""
    status = table.status[card]
    where: Where
    if status == PLAYED:
        where = "played"
    elif status == WAGERED:
        where = "wagered"
    elif status == IN_HAND and table.owner[card] == seat:
        where = "you"
    elif status == IN_HAND and seat == EVERYTHING:
        where = "hand"
    else:
        where = "hidden"
    facts = card_facts(table, card, seat)
    return {
        "card": facts["card"],
        "value": facts["value"],
        "pieces": facts["pieces"],
        "where": where,
        "seen": table.seen_by(seat, card),
        "shown": table.shown[card],
    }


def unseen(table: Turn, seat: int) -> list[int]:
    """The pieces of which a seat does not know where they are."""
    known = [False] * PIECES
    for piece in table.boxed_pieces():
        known[piece] = True
    for other in range(table.seats):
        if seat in (other, EVERYTHING):
            for piece in table.stocks[other]:
                known[piece] = True
    for index in range(CARDS * SLOTS):
        piece = table.slots[index]
        if piece != EMPTY and table.knows(seat, index // SLOTS, piece):
            known[piece] = True
    return [piece for piece in range(PIECES) if not known[piece]]


# ---- the story of the round ----------------------------------------------------------------------------------------


def tricks(table: Turn) -> list[Trick]:
    """The tricks of this round, step by step; the last one is running while it has no winner."""
    tricks: list[Trick] = []
    story = table.story
    index = 0
    steps: list[TrickStep] = []
    beaten: PlayStep | None = None
    while index < len(story):
        did, seat = story[index] // 8, story[index] % 8
        index += 1
        if not steps:
            beaten = None
            tricks.append({"leader": seat, "winner": None, "steps": steps})
        if did == DID_PLAY:
            count = story[index]
            step = played(table, seat, story[index + 1 : index + 1 + count], beaten)
            index += count + 1
            beaten = step
            steps.append(step)
        elif did == DID_WIN:
            tricks[-1]["winner"] = seat
            steps = []
        else:
            steps.append({"seat": seat, "do": "pass" if did == DID_PASS else "skip"})
    return tricks


def played(table: Turn, seat: int, chosen: list[int], beaten: PlayStep | None) -> PlayStep:
    """A set as it lies on the pile. Nothing is attached to a card that was played, so its values still hold."""
    draft = table.summed(chosen)
    kind: SetKind = "ascended" if draft.ascended else "normal"
    value = None if draft.ascended or draft.value == OPEN else draft.value
    return {
        "seat": seat,
        "do": "play",
        "cards": [{**card_facts(table, card >> 1, seat), "active": card & 1 != 0} for card in chosen],
        "kind": kind,
        "value": value,
        "count": None if draft.ascended else draft.count,
        "equal": beaten is not None and beaten["kind"] == kind and beaten["value"] == value,
    }
