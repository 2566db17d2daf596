"""Positions written out as documents."""

from __future__ import annotations

from slugfest.games.custom_heroes.content import BOX, CARDS, EMPTY, SLOTS
from slugfest.games.custom_heroes.position.position import (
    ASIDE,
    BOXED,
    DID_PASS,
    DID_PLAY,
    DID_WIN,
    LEAD,
    NORMAL,
    PHASES,
    REASONS,
    SETS_NAMED,
    WAGERED,
)
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.kernel import Facts

from .view import finished_rounds


def write_document(table: Turn) -> Facts:
    """The whole truth of a position. Seats count from 1 for people; the bag holds what is nowhere else."""
    return {
        "round": table.round,
        "participants": [seat + 1 for seat in range(table.seats) if table.plays(seat)],
        "phase": PHASES[table.phase],
        "turn": table.turn + 1,
        "players": [_player(table, seat) for seat in range(table.seats)],
        "cards": _crafted_cards(table),
        "aside": [BOX.cards[card] for card in range(CARDS) if table.status[card] == ASIDE],
        "top": _top(table),
        "descending": table.descending,
        "passes": table.passes,
        "equal": table.equal,
        "spookies": list(table.haunting),
        "story": told(table.story),
        "crafted": [BOX.pieces[piece] for piece in table.crafted],
        "traded": table.traded,
        "draft": [card_text(chosen) for chosen in table.draft],
        "places": [[seat + 1 for seat in order] for order in finished_rounds(table)],
        "drawn": [table.drawn[s : s + table.seats] for s in range(0, len(table.drawn), table.seats)],
        "result": None if not table.reason else {"reason": REASONS[table.reason], "winner": table.winner + 1},
    }


def card_text(chosen: int) -> str:
    """A card of a set as it is written: with a star if its ability is activated (CH-118)."""
    return BOX.cards[chosen >> 1] + ("*" if chosen & 1 else "")


def bet_text(bet: int) -> str:
    """A wager as it is written (CH-118)."""
    card = BOX.cards[bet % CARDS]
    return card if bet < CARDS else f"{card}={BOX.pieces[bet // CARDS - 1]}"


def told(story: list[int]) -> list[str]:
    """The story of a round, one line for each step."""
    lines: list[str] = []
    index = 0
    while index < len(story):
        did, seat = story[index] // 8, story[index] % 8
        index += 1
        if did == DID_PLAY:
            count = story[index]
            cards = " ".join(card_text(chosen) for chosen in story[index + 1 : index + 1 + count])
            lines.append(f"P{seat + 1} {cards}")
            index += count + 1
        else:
            lines.append(f"P{seat + 1} {'pass' if did == DID_PASS else 'wins' if did == DID_WIN else 'skip'}")
    return lines


def _player(table: Turn, seat: int) -> Facts:
    wagers = [c for c in range(CARDS) if table.status[c] == WAGERED and table.owner[c] == seat]
    return {
        "vp": table.vp[seat],
        "power_in": table.power_in[seat],
        "power_out": table.power_out[seat],
        "stock": [BOX.pieces[piece] for piece in table.stocks[seat]],
        "hand": [BOX.cards[card] for card in table.hand(seat)],
        "wagers": [BOX.cards[card] for card in wagers],
        "bets": [bet_text(bet) for bet in table.bets[seat]],
        "answered": table.answered >> seat & 1 != 0,
        "place": table.place[seat] or None,
    }


def _crafted_cards(table: Turn) -> Facts:
    """What is on the cards, and when everybody last saw one that was not shown in the round before."""
    cards: Facts = {}
    for card in range(CARDS):
        pieces: list[Facts] = []
        for slot in range(card * SLOTS, card * SLOTS + SLOTS):
            piece = table.slots[slot]
            if piece != EMPTY:
                made = table.made[piece]
                pieces.append({"piece": BOX.pieces[piece], "by": (made & 7) + 1, "round": made >> 3})
        entry: Facts = {}
        if pieces:
            entry["pieces"] = pieces
        if table.status[card] != BOXED and table.shown[card] != table.round - 1:
            entry["shown"] = table.shown[card]
        if entry:
            cards[BOX.cards[card]] = entry
    return cards


def _top(table: Turn) -> Facts | None:
    if table.top == LEAD:
        return None
    if table.top == NORMAL:
        return {
            "seat": table.last + 1,
            "kind": SETS_NAMED[NORMAL],
            "value": table.top_value,
            "count": table.top_count,
        }
    return {"seat": table.last + 1, "kind": SETS_NAMED[table.top]}
