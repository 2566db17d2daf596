"""A position from a document. What the document leaves open is completed, so that scenarios stay short.

Without ``health`` a fighter is unhurt, without ``power`` it has its base Power, without ``deck`` the fight deck is the
two starting cards, and every card no list names lies in the build deck in the order of the ids.
"""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.content import (
    BODVAR,
    BOX,
    CONCENTRATIONS,
    DRAW,
    FEY,
    FIGHTER_KEYS,
    GOLEM,
    IN_DRAFT,
    MEPHISTO,
    MILADY,
    NONE,
    POSITIONS,
    SHANGO,
    WILD,
    WONG,
)
from slugfest.games.tag_team.position.position import (
    CHARACTER,
    DECK,
    FREE,
    NOWHERE,
    ORDER,
    OVER,
    PICK_ONE,
    PICK_TWO,
)
from slugfest.games.tag_team.rules.effects import SIDES
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.kernel import DocumentReader, Facts, PositionError
from slugfest.kernel.reader import Supply

from .documents import (
    BOARD,
    BOARDS,
    CARDS,
    CHARACTER_KEYS,
    CHOICES,
    DECIDED,
    DECKS,
    DOCUMENT,
    FLAMES,
    HOLDER,
    PICKS,
    PLAYER,
    RESULT,
    SCHEME_ZONES,
    starting_cards,
)

_NOT_IN_TEAM: Final = "{} is not there, or too often, in this team"


def read_document(table: Decisions, document: Facts) -> None:
    """Fill a cleared position from a document; raises :class:`PositionError` naming the first fault."""
    _Reader(table, document).read()


class _Reader:
    """Reads one position document."""

    def __init__(self, table: Decisions, document: Facts) -> None:
        self.table = table
        self.document = DOCUMENT.open(document)
        self.players = self.document.children("players", PLAYER.keys, 2)

    def read(self) -> None:
        table, document = self.table, self.document
        DOCUMENT.read(document, table)
        for seat, player in enumerate(self.players):
            DECIDED.read(player, table, seat)
        if table.decided == 3:
            raise PositionError("players: both have decided; set up the position one move earlier")
        if table.phase in (PICK_ONE, PICK_TWO, FREE):
            self.read_draft()
            return
        self.read_boards()
        self.read_tokens()
        if table.dealt():
            for seat, player in enumerate(self.players):
                self.read_decks(seat, player)
            decks = table.known if table.phase == DECK else table.decks
            if len(decks[0]) != len(decks[1]):
                raise PositionError("players: both fight decks have the same length (TT-33)")
        table.turn = document.whole("turn", 0, len(table.decks[0]), 0)
        played = table.turn + 1 if table.phase in (CHARACTER, OVER) else 0
        for seat in range(2):
            if table.removed[seat] >> played:
                raise PositionError(f"players[{seat}].removed_turns: not played in this fight yet (TT-146)")
        if document.has("result") != (table.phase == OVER):
            raise document.fault("result", "needed when the fight is over, and only then")
        if table.phase == OVER:
            RESULT.read(document.child("result", RESULT.keys), table)
        self.check()

    # ---- the draft -----------------------------------------------------------------------------------------------

    def read_draft(self) -> None:
        table = self.table
        table.first = self.document.seat("first", 2, 0)
        for seat, player in enumerate(self.players):
            PICKS.read(player, table, seat)
            CHOICES.read(player, table, seat)
            table.hands[seat].sort()
        lying = table.hands[0] + table.hands[1] + table.picks[0] + table.picks[1]
        lying += [card for card in table.keeps + table.discards if card != NONE]
        if len(set(lying)) != len(lying):
            raise PositionError("players: each fighter exists once (TT-5)")
        if table.phase == FREE:
            made = len(table.picks[0]) + len(table.picks[1])
            if made > 3 or len(table.picks[table.free_picker()]) > 1:
                raise PositionError("picks: first, second, second, first (TT-15)")
        elif len(lying) != IN_DRAFT or not all(table.hands):
            raise PositionError(f"hand: all {IN_DRAFT} draft cards are in the hands and picks (TT-11)")

    # ---- boards and tokens ---------------------------------------------------------------------------------------

    def read_boards(self) -> None:
        table = self.table
        boards: list[DocumentReader] = []
        for player in self.players:
            for index, given in enumerate(player.items("fighters", 2)):
                entry = {"fighter": given} if isinstance(given, str) else given
                boards.append(BOARD.open(entry, f"{player.at('fighters')}[{index}]"))
        table.fighter = [NONE] * 4
        table.power = [0] * 4
        table.hp = [NOWHERE] * 4
        for slot, board in enumerate(boards):
            BOARD.read(board, table, slot)
            table.slot[table.fighter[slot]] = slot
        if len(set(table.fighter)) != 4:
            raise PositionError("fighters: four different ones are needed (TT-5)")
        table.picks = [table.fighter[:2], table.fighter[2:]]
        for slot, board in enumerate(boards):
            self.read_board(slot, board)

    def read_board(self, slot: int, board: DocumentReader) -> None:
        table = self.table
        fighter = table.fighter[slot]
        for special in BOARDS:
            for field in special.fields():
                if field.name in board.entry and fighter != special.owner:
                    raise board.fault(field.name, f"only {FIGHTER_KEYS[special.owner]} has that")
        if fighter == BODVAR:
            table.bear = board.one_of("form", ("bodvar", "bear"), "bodvar") == 1
            most = BOX.limits["rage"] - (0 if table.bear else 1)
            table.rage = board.whole("rage", 0, most, most if table.bear else 0)
        elif fighter == FEY:
            self.read_characters(board)
        track = table.track_of(slot)
        if track != NONE:
            top = BOX.track_top[track]
            low = BOX.track_floor[track] if table.phase == OVER else 1
            table.hp[slot] = board.whole("health", low, top, top)
        elif board.has("health"):
            raise board.fault("health", "there is no Character that could have any")

    def read_characters(self, board: DocumentReader) -> None:
        """The Character of the Fey Folk in play, the first one left unless the document names it; flipped cards."""
        table = self.table
        if "character" not in board.entry and table.phase != CHARACTER and table.characters_left():
            table.character = table.characters_left()[0]
        if table.character != NONE and table.spirits >> table.character & 1:
            raise board.fault("character", f"{CHARACTER_KEYS[table.character]} is a Spirit already")
        for kind in CARDS.read(board.at("flipped"), board.items("flipped"), table, 0):
            if not BOX.two_faced[kind]:
                raise board.fault("flipped", f"{BOX.ids[kind]} has only one face")
            table.flip_card(kind)

    def read_tokens(self) -> None:
        table, document, slot = self.table, self.document, self.table.slot
        table.sheriff = self.holder("sheriff", WILD)
        if table.sheriff != NONE and table.sheriff == slot[WILD] ^ 1:
            raise PositionError("sheriff: with The Wild Bunch or an opponent (TT-161)")
        table.presence = self.holder("presence", GOLEM)
        if table.presence != NONE and table.presence >> 1 != slot[GOLEM] >> 1:
            raise PositionError("presence: with The Golem or his partner (TT-153)")
        lying = HOLDER.read_all("concentration", document.items("concentration"), table, 0)
        for holder in lying:
            if slot[WONG] == NONE or holder >> 1 == slot[WONG] >> 1:
                raise PositionError("concentration: lies with Wong Fei-Hung's opponents (TT-144)")
            table.concentration |= 1 << holder
        if len(lying) > CONCENTRATIONS:
            raise PositionError(f"concentration: there are {CONCENTRATIONS} (TT-144)")
        if document.has("aflame"):
            FLAMES.read(document.child("aflame", FLAMES.keys), table)
            if slot[SHANGO] == NONE or table.burning >> 1 == slot[SHANGO] >> 1:
                raise PositionError("aflame: lies with one of Shango's opponents (TT-192)")
        if document.has("serpent"):
            if slot[MEPHISTO] == NONE:
                raise PositionError("serpent: Mephisto takes no part")
            table.serpent = document.one_of("serpent", SIDES)
        if slot[MILADY] != NONE:
            self.read_schemes()
        elif document.has("schemes"):
            raise PositionError("schemes: Milady takes no part")

    def holder(self, token: str, owner: int) -> int:
        """Who has a token; its owner unless the document says."""
        home = self.table.slot[owner]
        if not self.document.has(token):
            return home
        if home == NONE:
            raise PositionError(f"{token}: {FIGHTER_KEYS[owner]} takes no part")
        slot: int = HOLDER.read(token, self.document.value(token), self.table, 0)
        return slot

    def read_schemes(self) -> None:
        """Planted and revealed Schemes; the pile holds the rest, those that the document names first."""
        table = self.table
        SCHEME_ZONES.read(self.document.child("schemes", SCHEME_ZONES.keys, {}), table)
        schemes = Supply(BOX.scheme_ids, _copies(BOX.scheme_copies), "too many {} (TT-180)")
        for zone in (table.planted, table.pile, table.unleashed):
            schemes.claim_all("schemes", zone)
        table.pile = table.pile + schemes.left

    # ---- decks ---------------------------------------------------------------------------------------------------

    def read_decks(self, seat: int, player: DocumentReader) -> None:
        table = self.table
        DECKS.read(player, table, seat)
        deck = table.decks[seat]
        kinds = [kind for fighter in table.picks[seat] for kind in BOX.titles_of(fighter)]
        pool = Supply(BOX.ids, [kind for kind in kinds for _ in range(BOX.copies[kind])], _NOT_IN_TEAM)
        pool.claim_all(
            player.at("deck"), [card for turn, card in enumerate(deck) if not table.removed[seat] >> turn & 1]
        )
        pool.claim_all(player.at("removed"), table.gone[seat])
        if len(deck) >= POSITIONS + (1 if table.phase != DECK else 0):
            raise player.fault("deck", f"{len(deck)} cards are too many")
        self.read_known(seat, player)
        self.read_build(seat, player, pool)
        for card in table.announcements[seat]:
            if not BOX.instant[card]:
                raise player.fault("announcements", f"{BOX.ids[card]} has no instant bonus (TT-105)")

    def read_known(self, seat: int, player: DocumentReader) -> None:
        """The deck as it was known before the card that came in during this round."""
        table, deck = self.table, self.table.decks[seat]
        before = deck
        if table.inserted[seat] != NONE:
            place = table.place[seat]
            if not deck or deck[place] != table.inserted[seat]:
                raise player.fault("inserted", "the deck has another card there")
            before = deck[:place] + deck[place + 1 :]
        elif table.phase == ORDER or (table.phase != DECK and table.round <= 1):
            before = []
        known = before
        if player.has("known"):
            known = CARDS.read(player.at("known"), player.value("known"), table, seat)
        if known != before and table.phase != OVER:
            raise player.fault("known", "it is the deck without the card that came in")
        table.known[seat] = known

    def read_build(self, seat: int, player: DocumentReader, pool: Supply) -> None:
        """Drawn cards and build deck; what is not named follows in the order of the ids."""
        table = self.table
        drawn = table.drawn[seat]
        pool.claim_all(player.at("drawn"), drawn)
        pool.claim_all(player.at("build"), table.build[seat])
        build = table.build[seat] + pool.left
        wanted = 0
        if table.phase == DECK and not table.has_decided(seat):
            wanted = DRAW if table.inserted[seat] == NONE else DRAW - 1
        if len(drawn) > wanted:
            raise player.fault("drawn", f"{wanted} cards are in hand here, not {len(drawn)}")
        if table.phase == DECK and table.has_decided(seat) and table.inserted[seat] == NONE:
            raise player.fault("inserted", "a seat that has decided has added a card")
        missing = wanted - len(drawn)
        if len(build) < missing:
            raise player.fault("build", "there are no cards left to draw (TT-113)")
        table.drawn[seat] = drawn + build[:missing]
        table.build[seat] = build[missing:]
        size = len(table.build[seat])
        table.fresh[seat] = player.whole("fresh", 0, size, size)

    # ---- checks --------------------------------------------------------------------------------------------------

    def check(self) -> None:
        """Refuse a position that no fight could continue from."""
        table = self.table
        lacks = table.slot[FEY] != NONE and table.character == NONE
        if table.phase == CHARACTER:
            if not lacks:
                raise PositionError("phase: nobody has to choose a Character here (TT-188)")
            if len(table.characters_left()) < 2:
                raise PositionError("phase: there is no choice of Characters left (TT-188)")
        elif table.phase != OVER and lacks and table.characters_left():
            raise PositionError("fighters: the Fey Folk have a Character in play while one is left (TT-186)")
        if table.phase == ORDER:
            self.check_starting_cards()

    def check_starting_cards(self) -> None:
        """Before a seat has decided, its two starting cards lie in no order (TT-27)."""
        table = self.table
        for seat in range(2):
            stars = starting_cards(table, seat)
            if sorted(table.decks[seat]) != sorted(stars):
                raise PositionError(
                    f"players[{seat}].deck: the two starting cards wait for their order (TT-27)"
                )
            if not table.has_decided(seat):
                table.decks[seat] = stars


def _copies(counts: list[int]) -> list[int]:
    """Every component as often as it is there."""
    return [number for number, count in enumerate(counts) for _ in range(count)]
