"""What happens: team building, setup, the fight phase, the deck phase, the end. Each function cites its rules."""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.content import (
    BOX,
    DRAW,
    FEY,
    FIGHTER_KEYS,
    FIGHTER_OF,
    FIGHTERS,
    GOLEM,
    LOWEST,
    MEPHISTO,
    MILADY,
    NONE,
    POSITIONS,
    WIDTH,
    WILD,
)
from slugfest.games.tag_team.position.moves import CHOOSE, DISCARD, FIRST, INSERT, PICK, SOME_DECISION, UNDER
from slugfest.games.tag_team.position.position import (
    CHARACTER,
    DECK,
    EXHAUSTED,
    FREE,
    NOWHERE,
    ORDER,
    OVER,
    PICK_ONE,
    PICK_TWO,
    WAYS,
)
from slugfest.kernel import UNSEEN

from . import events, sheets
from .legal import Decisions
from .resolver import Resolver

_BOTH_SEATS: Final = 3


class Rules(Decisions):
    """A position of Tag Team, what may be done in it, and what comes of it."""

    def seen_as(self, seat: int, move: int, observer: int) -> int:
        """Open decisions are seen by all. Of a secret one others see nothing (TT-100, TT-104); the last of two secret
        decisions shows by what comes of it."""
        if observer == seat or self.phase == FREE or self.phase == CHARACTER:
            return move
        return SOME_DECISION if self.decided and self.completes(move) else UNSEEN

    # ---- team building (TT-10 to TT-17) --------------------------------------------------------------------------

    def deal(self) -> None:
        """Begin as agreed: deal the draft cards, draw lots for the free choice, or put the teams on the table."""
        way = WAYS[self.way]
        if way in ("normal", "tactical", "random"):
            cards = list(range(FIGHTERS))
            self.rng.name_draw("draft", -1)
            self.rng.shuffle(cards)
            if way == "random":
                self.picks = [cards[0:2], cards[2:4]]
                self.set_up_boards()
            else:
                size = BOX.limits["draft_hand"]
                self.hands = [sorted(cards[:size]), sorted(cards[size : 2 * size])]  # for the first pick
        elif way == "free":
            self.rng.name_draw("first", -1)
            self.first = int(self.rng.below(2))
            self.phase = FREE
        elif way == "given":
            four = self.named_fighters()
            self.picks = [four[:2], four[2:]]
            self.set_up_boards()
        else:
            self.picks = BOX.first_teams.copy()
            self.set_up_boards()

    def named_fighters(self) -> list[int]:
        """The fighters agreed beforehand; who is left open, or named twice, is drawn by lot (TT-5, TT-15)."""
        four: list[int] = []
        for seat in ("1", "2"):
            for letter in ("a", "b"):
                fighter = FIGHTER_OF.get(self.options[f"fighter_{seat}{letter}"], NONE)
                four.append(NONE if fighter in four else fighter)
        left = [fighter for fighter in range(FIGHTERS) if fighter not in four]
        self.rng.name_draw("draft", -1)
        self.rng.shuffle(left)
        return [left.pop() if fighter == NONE else fighter for fighter in four]

    def apply(self, seat: int, move: int) -> None:
        if move >= UNDER:
            self.put_under(seat, move - UNDER)
        elif move >= INSERT:
            self.insert(seat, (move - INSERT) // POSITIONS, (move - INSERT) % POSITIONS)
        elif move >= FIRST:
            self.order(seat, move - FIRST)
        elif move >= CHOOSE:
            self.choose_character(seat, move - CHOOSE)
        elif self.phase == FREE:
            self.pick_freely(seat, move - PICK)
        else:
            self.draft(seat, move)

    def draft(self, seat: int, move: int) -> None:
        """A secret pick, or the secret discard that belongs to it (TT-12 to TT-14)."""
        hand = self.hands[seat]
        if move >= DISCARD:
            fighter = move - DISCARD
            self.discards[seat] = fighter
        else:
            fighter = move - PICK
            self.keeps[seat] = fighter
        self.hands[seat] = [card for card in hand if card != fighter]
        if self.completes(move):
            self.decide(seat)

    def decide(self, seat: int) -> None:
        """A secret decision is made; the last one reveals what there is to reveal."""
        self.decided |= 1 << seat
        if self.decided != _BOTH_SEATS:
            return
        self.decided = 0
        self.reveal()
        if self.phase == DECK:
            self.grant_instant_bonuses()
            self.begin_fight_phase()
        elif self.phase == ORDER:
            if self.slot[FEY] == NONE:
                self.introduce_teams()
            self.begin_fight_phase()
        else:
            self.show_picks()

    def show_picks(self) -> None:
        """Both picks are turned up at once; the hands change owners, or the teams stand (TT-12, TT-13)."""
        if self.events is not None:
            step = 1 if self.phase == PICK_ONE else 2
            self.emit("picked", {"step": step, "fighters": [FIGHTER_KEYS[card] for card in self.keeps]})
        for seat in range(2):
            self.picks[seat] = [*self.picks[seat], self.keeps[seat]]
        self.keeps = [NONE, NONE]
        if self.phase == PICK_ONE:
            self.hands = [self.hands[1], self.hands[0]]
            self.phase = PICK_TWO
            if self.events is not None:
                self.emit("passed", {"count": len(self.hands[0])})
        else:
            self.hands = [[], []]
            self.discards = [NONE, NONE]
            self.set_up_boards()

    def pick_freely(self, seat: int, fighter: int) -> None:
        """An open pick; four make the teams (TT-15)."""
        self.reveal()
        self.picks[seat] = [*self.picks[seat], fighter]
        if self.events is not None:
            self.emit("chosen", {"seat": seat, "fighter": FIGHTER_KEYS[fighter]})
        if len(self.picks[0]) == 2 and len(self.picks[1]) == 2:
            self.set_up_boards()

    # ---- setup (TT-20 to TT-29) ----------------------------------------------------------------------------------

    def set_up_boards(self) -> None:
        """Boards, markers, Power and tokens; then the Fey Folk's first Character, if they take part.

        What chance there is lies before the fight: this, the draft and the build decks (TT-211).
        """
        self.fighter = self.picks[0] + self.picks[1]
        slot_of = [NONE] * FIGHTERS
        for slot, fighter in enumerate(self.fighter):
            slot_of[fighter] = slot
        self.slot = slot_of
        self.power = [BOX.base_power[fighter] for fighter in self.fighter]
        self.hp = [BOX.track_top[BOX.first_track[fighter]] for fighter in self.fighter]
        self.sheriff = slot_of[WILD]
        self.presence = slot_of[GOLEM]
        if slot_of[FEY] != NONE:
            self.hp[slot_of[FEY]] = NOWHERE
        if slot_of[MILADY] != NONE:
            self.pile = all_schemes()
        if self.events is not None:
            events.teams(self, sheets.sheets(self))
        if slot_of[MEPHISTO] != NONE:
            self.rng.name_draw("serpent", -1)
            self.serpent = int(self.rng.below(2))  # all can see the side (TT-170)
            if self.events is not None:
                events.serpent(self, "setup")
        if slot_of[MILADY] != NONE:
            self.rng.name_draw("schemes", -1)
            self.rng.shuffle(self.pile)
        self.fire_setup_symbols()
        if slot_of[FEY] != NONE:
            self.phase = CHARACTER
        else:
            self.deal_cards()

    def fire_setup_symbols(self) -> None:
        """The partner of The Wild Bunch gains 1 Power (TT-24, TT-160)."""
        resolver = Resolver(self)
        for slot, fighter in enumerate(self.fighter):
            track = BOX.first_track[fighter]
            resolver.fire(BOX.setup_start[track], BOX.setup_end[track], slot, "setup")

    def choose_character(self, seat: int, character: int) -> None:
        """The Fey Folk's owner chooses openly (TT-25, TT-188), and the game goes on."""
        self.reveal()
        if self.round == 0:
            self.introduce_teams()
        self.enter(seat, character)
        if self.round == 0:
            self.deal_cards()
        else:
            self.fight_on()

    def introduce_teams(self) -> None:
        """Teams that stood before the first decision are announced with it: nobody listens while the match is dealt."""
        if self.events is not None and WAYS[self.way] in ("first-game", "random", "given"):
            events.teams(self, sheets.sheets(self))
            events.setup(self)

    def enter(self, seat: int, character: int) -> None:
        """A Character comes into play on its top space, whose symbol applies at once (TT-186)."""
        slot = self.slot[FEY]
        self.character = character
        track = self.track_of(slot)
        top = BOX.track_top[track]
        self.hp[slot] = top
        if self.events is not None:
            self.emit("character", {"seat": seat, "character": BOX.track_keys[track], "health": top})
        space = track * WIDTH + top - LOWEST
        Resolver(self).fire(BOX.symbol_start[space], BOX.symbol_end[space], slot, "character")

    def deal_cards(self) -> None:
        """Starting cards aside, the other 18 shuffled into the build deck (TT-26, TT-28)."""
        for seat in range(2):
            build: list[int] = []
            for fighter in self.picks[seat]:
                for kind in BOX.titles_of(fighter):
                    if not BOX.starts[kind]:
                        build += [kind] * BOX.copies[kind]
            self.rng.name_draw("build", seat)
            self.rng.shuffle(build)
            self.build[seat] = build
            self.fresh[seat] = len(build)
            self.decks[seat] = [BOX.start_card[fighter] for fighter in self.picks[seat]]
        self.phase = ORDER

    def order(self, seat: int, fighter: int) -> None:
        """The secret order of the two starting cards (TT-27)."""
        first = BOX.start_card[fighter]
        deck = self.decks[seat]
        self.decks[seat] = deck if deck[0] == first else [deck[1], deck[0]]
        self.decide(seat)

    # ---- the fight phase (TT-30 to TT-38) ------------------------------------------------------------------------

    def begin_fight_phase(self) -> None:
        self.round += 1
        self.turn = 0
        if self.events is not None:
            events.fight(self, sheets.sheets(self))
        self.fight_on()

    def fight_on(self) -> None:
        """Turn after turn until the decks are played through, the fight ends or a Character must be chosen."""
        turns = len(self.decks[0])
        resolver = Resolver(self)
        begun = self.turn
        chooses = False
        while self.turn < turns and not resolver.over and not chooses:
            resolver.resolve_turn()
            self.turn += 1
            if self.character == NONE and self.spirits and not resolver.over:
                chooses = self.next_character()
        if self.turn > begun:
            resolver.leave_newest()
        if resolver.over:
            self.finish()
        elif not chooses:
            self.end_fight_phase()

    def next_character(self) -> bool:
        """A fallen Character is followed before anything else (TT-188); True if its owner has a choice."""
        left = self.characters_left()
        if len(left) > 1:
            self.phase = CHARACTER
            return True
        if left:
            self.enter(self.fey_seat(), left[0])
        return False

    def end_fight_phase(self) -> None:
        """The played pile becomes the fight deck again, in the same order (TT-34)."""
        for seat in range(2):
            if self.removed[seat]:
                played = self.decks[seat]
                self.decks[seat] = [
                    card for turn, card in enumerate(played) if not self.removed[seat] >> turn & 1
                ]
                self.removed[seat] = 0
            self.known[seat] = self.decks[seat]
            self.inserted[seat] = NONE
            self.announced[seat] = NONE
        self.begin_deck_phase()

    # ---- the deck phase (TT-100 to TT-107) -----------------------------------------------------------------------

    def begin_deck_phase(self) -> None:
        """Both draw three cards, or the fight ends in a draw (TT-101, TT-113)."""
        self.turn = 0
        if len(self.build[0]) < DRAW or len(self.build[1]) < DRAW:
            self.reason = EXHAUSTED
            self.winner = NONE
            self.finish()
            return
        self.phase = DECK
        if self.events is not None:
            self.emit("deck_phase", {"round": self.round})
        for seat in range(2):
            build = self.build[seat]
            self.drawn[seat] = build[:DRAW]
            self.build[seat] = build[DRAW:]
            self.fresh[seat] = max(0, self.fresh[seat] - DRAW)
            if self.events is not None:
                cards = [BOX.ids[kind] for kind in self.drawn[seat]]
                self.emit(
                    "drawn", {"seat": seat, "build": len(self.build[seat])}, {"cards": cards}, 1 << seat
                )

    def insert(self, seat: int, kind: int, place: int) -> None:
        """One drawn card goes anywhere into the fight deck; the others keep their order (TT-102)."""
        deck = self.decks[seat].copy()
        deck.insert(place, kind)
        self.decks[seat] = deck
        left = self.drawn[seat].copy()
        left.remove(kind)
        self.drawn[seat] = left
        self.inserted[seat] = kind
        self.place[seat] = place

    def put_under(self, seat: int, lowest: int) -> None:
        """The other two go under the build deck in the order chosen (TT-103)."""
        left = self.drawn[seat]
        upper = left[1] if left[0] == lowest else left[0]
        self.build[seat] = [*self.build[seat], upper, lowest]
        self.drawn[seat] = []
        self.decide(seat)

    def grant_instant_bonuses(self) -> None:
        """Announced and applied after both have inserted, one movement a fighter, symbols included (TT-105, TT-106)."""
        if not (BOX.instant[self.inserted[0]] or BOX.instant[self.inserted[1]]):
            return
        resolver = Resolver(self)
        for seat in range(2):
            kind = self.inserted[seat]
            if BOX.instant[kind]:
                self.announced[seat] = kind
                self.announcements = self.announcements.copy()
                self.announcements[seat] = [*self.announcements[seat], kind]
                resolver.heal.add(self.slot[BOX.owner[kind]], BOX.instant[kind])
                if self.events is not None:
                    self.emit("instant", {"seat": seat, "card": BOX.ids[kind]})
        resolver.move_markers("instant")
        resolver.fire_symbols()

    # ---- the end (TT-110 to TT-116) ------------------------------------------------------------------------------

    def finish(self) -> None:
        """The fight is over and both decks are shown."""
        self.phase = OVER
        self.inserted = [NONE, NONE]
        self.reveal()
        if self.events is not None:
            events.game_over(self)


def all_schemes() -> list[int]:
    """Milady's tokens, sorted (TT-180)."""
    tokens: list[int] = []
    for scheme, copies in enumerate(BOX.scheme_copies):
        tokens += [scheme] * copies
    return tokens
