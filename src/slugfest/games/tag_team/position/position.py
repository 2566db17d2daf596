"""What a position is: boards, tokens, decks, and what everybody has seen of them."""

from __future__ import annotations

from typing import Any, Final, Literal, get_args

from slugfest.games.tag_team.content import (
    AFLAME,
    BEAR_TRACK,
    BODVAR,
    BOX,
    CONCENTRATIONS,
    FEY,
    FIGHTER_KEYS,
    FIGHTERS,
    IN_DRAFT,
    KINDS,
    LOWEST,
    MILADY,
    NONE,
    WIDTH,
)
from slugfest.kernel import State

# What the players are about to decide.
PICK_ONE: Final = 0
PICK_TWO: Final = 1
FREE: Final = 2
CHARACTER: Final = 3
ORDER: Final = 4
DECK: Final = 5
OVER: Final = 6
Phase = Literal["pick-1", "pick-2", "free", "character", "order", "deck", "over"]
PHASES: Final[tuple[Phase, ...]] = get_args(Phase)

# How the teams are found (TT-10, TT-15 to TT-17).
Way = Literal["normal", "tactical", "free", "first-game", "random", "given"]
WAYS: Final[tuple[Way, ...]] = get_args(Way)

# Why a fight ended (TT-110 to TT-115).
REASONS: Final = ("", "KO", "DOUBLE_KO", "EXHAUSTED", "INCINERATION", "DRAGGED", "LEGENDS")
KO: Final = 1
DOUBLE_KO: Final = 2
EXHAUSTED: Final = 3
INCINERATION: Final = 4
DRAGGED: Final = 5
LEGENDS: Final = 6

NOWHERE: Final = -9  # the health of the Fey Folk without a Character

_FIRST_FEY: Final[int] = BOX.start_card[FEY]


class Position(State):
    """Everything on the table.

    The four fighters stand in slots 0 to 3: slots 2s and 2s+1 are the team of seat s, so ``slot ^ 1`` is the partner
    and ``slot >> 1`` the seat. Lists inside lists, and the lists marked shared, are replaced and never changed, so a
    copy may share them.
    """

    phase: int
    way: int
    memory_help: bool
    round: int  # 0 before the first fight
    turn: int  # turns played in the running fight phase
    decided: int  # one bit a seat: its secret decision is made
    # team building
    first: int  # who picks first in the free choice
    hands: list[list[int]]  # fighters to choose from
    picks: list[list[int]]  # fighters chosen and shown
    keeps: list[int]  # secret picks
    discards: list[int]  # secret discards of the tactical draft
    # boards
    fighter: list[int]  # by slot; shared
    slot: list[int]  # by fighter, NONE if it takes no part; shared
    hp: list[int]
    power: list[int]
    voice: int
    ships: int
    rage: int
    bear: bool
    serpent: int
    character: int  # of the Fey Folk in play, NONE without
    spirits: int  # Characters that are Spirits, one bit each
    flipped: int  # Summoning cards on their back face, one bit each
    sheriff: int  # slot of the holder, NONE without The Wild Bunch
    presence: int  # slot of the holder, NONE without The Golem
    concentration: int  # opponents' slots with a token, one bit each
    burning: int  # slot with the Aflame! tokens, NONE without
    aflame: int  # how many lie there
    planted: list[int]  # Schemes, the next to be unleashed first; shared
    pile: list[int]  # Schemes, the next to be planted first; shared
    unleashed: list[int]  # Schemes shown and out of the game; shared
    # decks, by seat
    decks: list[list[int]]  # fight decks, first card to be played first; whole until the fight phase ends
    known: list[list[int]]  # the fight decks as the last fight phase showed them
    removed: list[int]  # turns of this fight phase whose card has left the game, one bit each
    gone: list[list[int]]  # cards out of the game; shared
    build: list[list[int]]  # build decks, the top card first
    fresh: list[int]  # cards at the top of a build deck that its owner has never seen
    drawn: list[list[int]]
    inserted: list[int]  # the card added in this round, NONE before
    place: list[int]  # and where it went
    announced: list[int]  # the card with an instant bonus added in this round, NONE without
    announcements: list[list[int]]  # all cards announced so far: public for good (TT-200); shared
    newest: list[int]  # the newest played card; shared
    newest_back: list[int]  # and whether it showed its back face; shared
    double: list[int]  # 1: this side's next card is resolved twice (TT-60)
    # the end
    reason: int
    winner: int  # NONE: a draw

    def __init__(self) -> None:
        super().__init__()
        self.seats = 2
        self.phase = PICK_ONE
        self.round = 0
        self.turn = 0
        self.decided = 0
        self.first = 0
        self.voice = 0
        self.ships = 0
        self.rage = 0
        self.bear = False
        self.serpent = 0
        self.character = NONE
        self.spirits = 0
        self.flipped = 0
        self.sheriff = NONE
        self.presence = NONE
        self.concentration = 0
        self.burning = NONE
        self.aflame = 0
        self.reason = 0
        self.winner = NONE

    def clear(self, options: dict[str, Any]) -> None:
        """An empty table."""
        self.options = options
        self.way = WAYS.index(options["teams"])
        self.memory_help = options["memory_help"]
        self.hands = [[], []]
        self.picks = [[], []]
        self.keeps = [NONE, NONE]
        self.discards = [NONE, NONE]
        self.fighter = []
        self.slot = [NONE] * FIGHTERS
        self.hp = []
        self.power = []
        self.planted = []
        self.pile = []
        self.unleashed = []
        self.decks = [[], []]
        self.known = [[], []]
        self.removed = [0, 0]
        self.gone = [[], []]
        self.build = [[], []]
        self.fresh = [0, 0]
        self.drawn = [[], []]
        self.inserted = [NONE, NONE]
        self.place = [0, 0]
        self.announced = [NONE, NONE]
        self.announcements = [[], []]
        self.newest = [NONE, NONE]
        self.newest_back = [0, 0]
        self.double = [0, 0]

    def copy_position(self, fresh: Position) -> None:
        """Copy everything into a new position."""
        self.copy_base(fresh)
        fresh.phase = self.phase
        fresh.way = self.way
        fresh.memory_help = self.memory_help
        fresh.round = self.round
        fresh.turn = self.turn
        fresh.decided = self.decided
        fresh.first = self.first
        drafted = len(self.fighter) > 0  # then nobody picks any more
        fresh.hands = self.hands if drafted else self.hands.copy()
        fresh.picks = self.picks if drafted else self.picks.copy()
        fresh.keeps = self.keeps if drafted else self.keeps.copy()
        fresh.discards = self.discards if drafted else self.discards.copy()
        fresh.fighter = self.fighter
        fresh.slot = self.slot
        fresh.hp = self.hp.copy()
        fresh.power = self.power.copy()
        fresh.voice = self.voice
        fresh.ships = self.ships
        fresh.rage = self.rage
        fresh.bear = self.bear
        fresh.serpent = self.serpent
        fresh.character = self.character
        fresh.spirits = self.spirits
        fresh.flipped = self.flipped
        fresh.sheriff = self.sheriff
        fresh.presence = self.presence
        fresh.concentration = self.concentration
        fresh.burning = self.burning
        fresh.aflame = self.aflame
        fresh.planted = self.planted
        fresh.pile = self.pile
        fresh.unleashed = self.unleashed
        fresh.decks = self.decks.copy()
        fresh.known = self.known.copy()
        fresh.removed = self.removed.copy()
        fresh.gone = self.gone
        fresh.build = self.build.copy()
        fresh.fresh = self.fresh.copy()
        fresh.drawn = self.drawn.copy()
        fresh.inserted = self.inserted.copy()
        fresh.place = self.place.copy()
        fresh.announced = self.announced.copy()
        fresh.announcements = self.announcements
        fresh.newest = self.newest
        fresh.newest_back = self.newest_back
        fresh.double = self.double.copy()
        fresh.reason = self.reason
        fresh.winner = self.winner

    # ---- reading the table -------------------------------------------------------------------------------------

    def has_decided(self, seat: int) -> bool:
        return self.decided >> seat & 1 != 0

    def tactical(self) -> bool:
        return self.way == 1

    def track_of(self, slot: int) -> int:
        """The health track in use, NONE for the Fey Folk without a Character."""
        fighter = self.fighter[slot]
        track = BOX.first_track[fighter]
        if fighter == BODVAR:
            return BEAR_TRACK if self.bear else track
        if fighter == FEY:
            return track + self.character if self.character != NONE else NONE
        return track

    def is_knocked_out(self, slot: int) -> bool:
        """Whether a marker is on a KO space (TT-110); the SPIRIT space is none (TT-187)."""
        hp = self.hp[slot]
        if hp > 0 or hp == NOWHERE:
            return False
        return BOX.knocked_out[self.track_of(slot) * WIDTH + hp - LOWEST] != 0

    def spirit_track(self) -> int:
        """The Spirit track: 1 and one more for every Spirit (TT-185)."""
        spirits = self.spirits
        return 1 + (spirits & 1) + (spirits >> 1 & 1) + (spirits >> 2 & 1)

    def shows_back(self, kind: int) -> bool:
        """Whether a Summoning card lies on its back face (TT-190)."""
        return BOX.two_faced[kind] != 0 and self.flipped >> (kind - _FIRST_FEY) & 1 != 0

    def flip_card(self, kind: int) -> None:
        self.flipped |= 1 << (kind - _FIRST_FEY)

    def aflame_on(self, slot: int) -> int:
        return self.aflame if self.burning == slot else 0

    def characters_left(self) -> list[int]:
        """The Fey Folk's Characters that may still come (TT-186)."""
        return [
            character
            for character in range(3)
            if character != self.character and not self.spirits >> character & 1
        ]

    def fey_seat(self) -> int:
        return self.slot[FEY] >> 1

    def free_picker(self) -> int:
        """Whose pick it is in the free choice: first, second, second, first (TT-15)."""
        made = len(self.picks[0]) + len(self.picks[1])
        return self.first if made in (0, 3) else 1 - self.first

    def free_fighters(self) -> list[int]:
        return [
            fighter
            for fighter in range(FIGHTERS)
            if fighter not in self.picks[0] and fighter not in self.picks[1]
        ]

    def set_up(self) -> bool:
        """Whether the boards are on the table."""
        return len(self.fighter) > 0

    def dealt(self) -> bool:
        """Whether the fight cards are on the table: after the first Character of the Fey Folk (TT-29)."""
        return self.set_up() and not (self.phase == CHARACTER and self.round == 0)

    # ---- counting ----------------------------------------------------------------------------------------------

    def inventory(self) -> dict[str, int]:
        """Every fighter, card and Scheme once, wherever it lies (TT-1, TT-3, TT-5)."""
        counts: dict[str, int] = {}
        held = self.fighter
        if not self.set_up():
            held = self.hands[0] + self.hands[1] + self.picks[0] + self.picks[1]
            held += [fighter for fighter in self.keeps + self.discards if fighter != NONE]
        for fighter, key in enumerate(FIGHTER_KEYS):
            counts[key] = held.count(fighter)
            if counts[key] == 0 and (self.phase > PICK_TWO or FIGHTERS > IN_DRAFT):
                counts[key] = 1  # in the box
        for kind in range(KINDS):
            counts[BOX.ids[kind]] = self._count_kind(kind)
        for scheme, copies in enumerate(BOX.scheme_copies):
            lying = self.planted.count(scheme) + self.pile.count(scheme) + self.unleashed.count(scheme)
            counts[BOX.scheme_ids[scheme]] = lying if self.slot[MILADY] != NONE else copies
        return counts

    def _count_kind(self, kind: int) -> int:
        if not self.dealt() or self.slot[BOX.owner[kind]] == NONE:
            return BOX.copies[kind]
        count = 0
        for seat in range(2):
            count += self.build[seat].count(kind) + self.drawn[seat].count(kind) + self.gone[seat].count(kind)
            for turn, card in enumerate(self.decks[seat]):
                if card == kind and not self.removed[seat] >> turn & 1:
                    count += 1
        return count

    def aflame_left(self) -> int:
        """Aflame! tokens still with Shango (TT-191)."""
        return AFLAME - self.aflame

    def concentration_left(self) -> int:
        """Concentration tokens still with Wong (TT-144)."""
        lying = 0
        for slot in range(4):
            lying += self.concentration >> slot & 1
        return CONCENTRATIONS - lying
