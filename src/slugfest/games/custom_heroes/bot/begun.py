"""Decisions that others have begun in secret: nobody knows how far they are, so a redeal imagines that, too."""

from __future__ import annotations

from slugfest.games.custom_heroes.content import CARDS, FIRST_KODORA, KODORA, NO_ABILITY, STAKE
from slugfest.games.custom_heroes.position.moves import ATTACH, CARD
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.games.custom_heroes.rules.rounds import attach
from slugfest.kernel import Rng


def imagine_wagers(table: Turn, seat: int, rng: Rng) -> None:
    """Nobody knows what the others have answered, or are about to answer."""
    for other in range(table.seats):
        if other == seat:
            continue
        table.bets[other] = []
        if not table.asked(other):
            continue
        bets: list[int] = []
        own = FIRST_KODORA + other in table.stocks[other]
        hand = table.hand(other)
        rng.shuffle(hand)
        for card in hand:
            if STAKE * (len(bets) + 1) > table.vp[other] or len(bets) + 1 >= table.hand_size[other]:
                break
            if table.ability[card] == KODORA:
                if rng.below(2) == 0:
                    bets.append(card)
            elif own and table.ability[card] == NO_ABILITY:
                own = False
                if rng.below(3) == 0:
                    bets.append((FIRST_KODORA + other + 1) * CARDS + card)
        table.bets[other] = bets


def imagine_turn(table: Turn, rng: Rng) -> None:
    """Nobody knows what the player in turn has attached and not shown yet, nor whether a set is begun."""
    seat = table.turn
    while rng.below(2) == 0:
        moves: list[int] = []
        table.add_attachments(seat, moves)
        if not moves:
            break
        move = moves[rng.below(len(moves))] - ATTACH
        attach(table, seat, move // CARDS, move % CARDS)
    while rng.below(2) == 0:
        moves = []
        table.add_cards(seat, moves)
        if not moves:
            return
        table.draft.append(moves[rng.below(len(moves))] - CARD)
