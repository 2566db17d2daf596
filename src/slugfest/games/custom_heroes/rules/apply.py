"""What happens: the turn, step by step, and everything the kernel asks of a position."""

from __future__ import annotations

from slugfest.games.custom_heroes.content import CARDS, CHARMANTA, FIRST_KODORA, POWER_LIMIT, RATE, SPOOKIES
from slugfest.games.custom_heroes.position.moves import (
    ATTACH,
    BET,
    CARD,
    DISCARD,
    END,
    EXCHANGE,
    PASS,
    PLAY,
    WAGER,
    WAGER_WITH,
)
from slugfest.games.custom_heroes.position.position import (
    AFTER,
    ASCENDED_SET,
    DID_PLAY,
    LEAD,
    NORMAL,
    PLAYED,
    SCORING,
    SETS_NAMED,
    TURN,
)
from slugfest.games.custom_heroes.position.rule_facts import PlayedCard
from slugfest.kernel import UNSEEN

from .legal import Turn
from .rounds import answer_wagers, attach, go_out, scored
from .tricks import card_facts, move_on, pass_turn


class Rules(Turn):
    """A position of Custom Heroes, what may be done in it, and what comes of it."""

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        """Others see nothing of a turn or of wagers until they are made public (CH-31, CH-105)."""
        if observer == seat or move < BET:
            return move
        if move == BET and len(self.actors()) == 1:
            return move
        return UNSEEN

    # ---- moves -------------------------------------------------------------------------------------------------

    def apply(self, seat: int, move: int) -> None:
        if move >= ATTACH:
            attach(self, seat, (move - ATTACH) // CARDS, (move - ATTACH) % CARDS)
        elif move >= CARD:
            self.draft.append(move - CARD)
        elif move >= WAGER:
            self.name_wager(seat, move)
        elif move == BET:
            answer_wagers(self, seat)
        else:
            self.reveal()
            self.count_off(seat)
            if move == PLAY:
                self.play_set(seat)
            elif move == PASS:
                pass_turn(self, seat)
            elif move == EXCHANGE:
                self.exchange(seat)
            elif move == DISCARD:
                self.discard(seat)
            elif move == END:
                self.end_turn(seat)

    def name_wager(self, seat: int, move: int) -> None:
        """One more secret wager (CH-33)."""
        if move >= WAGER_WITH:
            card = (move - WAGER_WITH) % CARDS
            bet = (FIRST_KODORA + (move - WAGER_WITH) // CARDS + 1) * CARDS + card
        else:
            bet = move - WAGER
        self.bets[seat] = [*self.bets[seat], bet]

    def count_off(self, seat: int) -> None:
        """With the next public action everybody learns how many pieces were attached, not which (CH-105)."""
        if not self.crafted:
            return
        if self.events is not None:
            self.emit("crafted", {"seat": seat, "count": len(self.crafted), "stock": len(self.stocks[seat])})
        self.crafted = []

    def exchange(self, seat: int) -> None:
        """Power for a victory point (CH-83); a choice closes by itself when nothing is left to choose (CH-109)."""
        self.power_out[seat] += RATE
        self.vp[seat] += 1
        if self.events is not None:
            self.emit(
                "exchange", {"seat": seat, "vp": self.vp[seat]}, {"power_now": self.power(seat)}, 1 << seat
            )
        if self.phase == TURN:
            self.traded = True
        elif self.phase == AFTER:
            if self.power(seat) < RATE:
                self.end_turn(seat)
        elif self.power(seat) <= POWER_LIMIT:
            scored(self, seat)

    def discard(self, seat: int) -> None:
        """Excess power goes down to the limit (CH-82)."""
        excess = self.power(seat) - POWER_LIMIT
        self.power_out[seat] += excess
        if self.events is not None:
            self.emit("discard", {"seat": seat, "count": excess}, {"power_now": self.power(seat)}, 1 << seat)
        if self.phase == SCORING:
            scored(self, seat)
        else:
            self.end_turn(seat)

    # ---- the play (CH-57 to CH-62) -----------------------------------------------------------------------------

    def play_set(self, seat: int) -> None:
        """Pay for all abilities together (CH-78), put the set on the pile, then its effects in their order (CH-58).

        Sets are equal by value, Ascended Forms always (CH-65). The set was legal before Charmanta turns the ranking
        (CH-72); each Charmanta turns it once more (CH-71, CH-73). Each unused ability brings power (CH-81).
        """
        draft = self.drafted()
        if draft.cost:
            self.power_out[seat] += draft.cost
        kind = ASCENDED_SET if draft.ascended else NORMAL
        lead = self.top == LEAD
        self.equal = self.top == kind and (draft.ascended or draft.value == self.top_value)
        gain = 0
        turned = False
        haunted = 0
        self.draft.sort()
        self.story.append(8 * DID_PLAY + seat)
        self.story.append(len(self.draft))
        for chosen in self.draft:
            card = chosen >> 1
            self.story.append(chosen)
            self.take_from_hand(seat, card)
            self.status[card] = PLAYED
            ability = self.ability[card]
            if chosen & 1 == 0:
                if ability:
                    gain += 1
            elif ability == CHARMANTA:
                turned = not turned
            elif ability == SPOOKIES:
                haunted += 1
        self.top = kind
        self.top_value = 0 if draft.ascended else draft.value
        self.top_count = 0 if draft.ascended else draft.count
        self.last = seat
        self.passes = 0
        self.descending = self.descending != turned
        if haunted:
            self.haunting[seat] += haunted
        if gain:
            self.power_in[seat] += gain
        if self.events is not None:
            self.emit_play(seat, kind, draft.cost, lead, turned, haunted, gain)
        self.draft = []
        if gain > 0 and self.power(seat) >= RATE:
            self.phase = AFTER
        else:
            self.end_turn(seat)

    def emit_play(
        self, seat: int, kind: int, cost: int, lead: bool, turned: bool, haunted: int, gain: int
    ) -> None:
        cards: list[PlayedCard] = []
        for chosen in self.draft:
            cards.append({**card_facts(self, chosen >> 1, seat), "active": chosen & 1 != 0})
        ascended = kind == ASCENDED_SET
        self.emit(
            "play",
            {
                "seat": seat,
                "cards": cards,
                "set": SETS_NAMED[kind],
                "value": None if ascended else self.top_value,
                "count": None if ascended else self.top_count,
                "cost": cost,
                "equal": self.equal,
                "lead": lead,
                "hand": self.hand_size[seat],
            },
            {"power_now": self.power(seat) - gain},
            1 << seat,
        )
        if turned:
            self.emit("turned", {"seat": seat, "descending": self.descending})
        if haunted:
            self.emit("spookies", {"seat": seat, "count": haunted, "waiting": self.haunting[seat]})
        if gain:
            self.emit("power", {"seat": seat, "gain": gain}, {"power_now": self.power(seat)}, 1 << seat)

    def end_turn(self, seat: int) -> None:
        """Going out, or the next turn (CH-61, CH-62)."""
        if self.hand_size[seat] == 0:
            go_out(self, seat)
        else:
            move_on(self, seat)
