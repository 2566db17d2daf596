"""Positions set up from documents. What a document leaves open is completed in a fixed way, so scenarios stay short."""

from __future__ import annotations

from typing import Any

from slugfest.games.custom_heroes.content import (
    BOX,
    CARDS,
    EMPTY,
    FIRST_ASCENDED,
    FIRST_KODORA,
    HAND,
    KODORA,
    PIECES,
    SLOTS,
    STAKE,
    in_bag,
)
from slugfest.games.custom_heroes.position.moves import CARD as CARD_MOVE
from slugfest.games.custom_heroes.position.position import (
    ASIDE,
    BOXED,
    IN_HAND,
    OVER,
    SCORING,
    TURN,
    WAGERED,
    WAGERS,
)
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.kernel import DocumentReader, Facts, PositionError, reader
from slugfest.kernel.reader import Supply

from .arrange_checks import check
from .documents import (
    AMOUNT,
    CARD,
    DOCUMENT,
    DRAWN,
    FITTED,
    ON_CARD,
    PIECE,
    PLAYER,
    STORY,
    cards_played,
)


def read_document(table: Turn, document: Facts) -> None:
    """Fill a cleared position.

    A hand is a list of cards (``"C07a"``, with pieces on it ``"C07a+SPK-1"``, ``"?"`` for any) or their number; a
    card named nowhere was played earlier in the round. An Ascended Form or Kodora named nowhere is in its owner's
    stock; every other piece named nowhere is in the bag. Pieces without ``by`` and ``round`` were put on by their
    holder: in the round before, seen by all, or in round 1 just now.
    """
    _Reader(table, document).read()


class _Reader:
    """Reads one position document and names the first fault it finds."""

    def __init__(self, table: Turn, document: Facts) -> None:
        self.table = table
        self.document = DOCUMENT.open(document)
        self.players = self.document.children("players", PLAYER.keys, table.seats)
        self.cards = Supply(BOX.cards, [c for c in range(CARDS) if table.status[c] != BOXED], parse=self.card)
        self.pieces = Supply(BOX.pieces, list(range(PIECES)), parse=self.piece)
        self.written: list[tuple[str, int, str]] = []  # a place, a card, an advancement written after it

    def read(self) -> None:
        table, document = self.table, self.document
        DOCUMENT.read(document, table)
        for seat, player in enumerate(self.players):
            table.power_in[seat] = AMOUNT.read(
                player.at("power"), player.value("power", BOX.limits["start_power"]), table, seat
            )
            PLAYER.read(player, table, seat)
        if table.round <= table.rounds and table.participants != (1 << table.seats) - 1:
            raise PositionError("participants: only sudden death is played by some (CH-98)")
        if table.participants & (table.participants - 1) == 0:
            raise PositionError("participants: at least two are needed")
        self.read_cards()
        self.read_pieces()
        for seat in range(table.seats):
            self.check_bets(seat)
        self.complete_places()
        self.settle_wagers()
        table.story = STORY.read("story", document.value("story", []), table, 0)
        for seat, card in cards_played(table.story):
            table.owner[card] = seat
        self.read_turn()
        self.read_past()
        if document.has("result") != (table.phase == OVER):
            raise document.fault("result", "it belongs to the phase “over”")
        check(table)

    # ---- character cards -------------------------------------------------------------------------------------

    def card(self, where: str, text: Any) -> int:
        """The card that a text names; advancements written after it are noted."""
        card: int = CARD.read(where, text, self.table, 0)
        self.written += [(where, card, piece.strip()) for piece in text.split("+")[1:]]
        return card

    def read_cards(self) -> None:
        table, cards, document = self.table, self.cards, self.document
        hands = [cards.zone(player, "hand") for player in self.players]
        wagers = [cards.listed(player.at("wagers"), player.items("wagers")) for player in self.players]
        aside = cards.zone(document, "aside")
        for seat, player in enumerate(self.players):
            if len(hands[seat]) > HAND:
                raise player.fault("hand", f"a hand has at most {HAND} cards (CH-30)")
            if hands[seat] and not table.plays(seat):
                raise player.fault("hand", "this player does not take part in the round")
            hand = sorted(cards.fill(player.at("hand"), hands[seat]))
            table.hands[seat * HAND : seat * HAND + len(hand)] = hand
            table.hand_size[seat] = len(hand)
            self.deal(hand, IN_HAND, seat)
            self.deal(cards.fill(player.at("wagers"), wagers[seat]), WAGERED, seat)
            table.staked[seat] = len(wagers[seat])
        aside = cards.fill("aside", aside) if "aside" in document.entry else cards.left
        if table.sudden_death():
            self.deal(aside, ASIDE, EMPTY)
        elif "aside" in document.entry and aside:
            raise PositionError("aside: cards are set aside only in sudden death (CH-99)")

    def deal(self, cards: list[int], status: int, owner: int) -> None:
        for card in cards:
            self.table.status[card] = status
            self.table.owner[card] = owner

    # ---- advancements ----------------------------------------------------------------------------------------

    def piece(self, where: str, identifier: Any) -> int:
        """The advancement of this game that an identifier names."""
        piece: int = PIECE.read(where, identifier, self.table, 0)
        if piece in self.table.boxed_pieces():
            raise PositionError(f"{where}: there is no advancement {identifier!r} in this game")
        return piece

    def read_pieces(self) -> None:
        table = self.table
        table.shown = [table.round - 1] * CARDS
        for where, card, identifier in self.written:
            self.fit(where, card, identifier)
        for name, entry in self.document.table("cards", {}).items():
            self.read_card(CARD.read("cards", name, table, 0), entry, f"cards.{name}")
        for card in range(CARDS):
            table.refit(card)
        stocks = [self.read_stock(seat, player) for seat, player in enumerate(self.players)]
        self.pieces.left = [piece for piece in self.pieces.left if in_bag(piece)]
        for seat, stock in enumerate(stocks):
            table.stocks[seat] = sorted(self.pieces.fill(f"players[{seat}].stock", stock))
        table.bag = self.pieces.left

    def read_card(self, card: int, entry: Any, where: str) -> None:
        """What is on a card: a list of advancements, or an object with them and the round it was last seen in."""
        table = self.table
        found = ON_CARD.open({"pieces": entry} if isinstance(entry, list) else entry, where)
        latest = table.round - (table.phase != OVER)  # the last finished round
        table.shown[card] = found.whole("shown", 0, latest, table.shown[card])
        for index, piece in enumerate(found.items("pieces")):
            if isinstance(piece, dict):
                given = FITTED.open(piece, f"{where}.pieces[{index}]")
                self.fit(given.where, card, given.value("piece"), given.value("by"), given.value("round"))
            else:
                self.fit(f"{where}.pieces[{index}]", card, piece)

    def fit(self, where: str, card: int, identifier: Any, by: Any = None, made: Any = None) -> None:
        """Put an advancement onto a card."""
        table = self.table
        piece = self.pieces.place(where, identifier)
        if piece == reader.OPEN:
            raise PositionError(f"{where}: the id of an advancement is needed, not “?”")
        seat = max(table.owner[card], 0) if by is None else reader.seat(f"{where}.by", by, table.seats)
        slot = card * SLOTS + BOX.colour[piece]
        if table.slots[slot] != EMPTY:
            raise PositionError(f"{where}: that colour is taken on {BOX.cards[card]} (CH-12)")
        if not _may_own(seat, piece):
            raise PositionError(f"{where}: P{seat + 1} was given another one (CH-22)")
        round_made = max(1, table.round - 1) if made is None else made
        table.slots[slot] = piece
        table.made[piece] = 8 * reader.whole(f"{where}.round", round_made, 1, table.round) + seat

    def read_stock(self, seat: int, player: DocumentReader) -> list[int]:
        """The pieces of a stock; one's own Ascended Form and Kodora are never lost."""
        where = player.at("stock")
        stock = self.pieces.listed(where, player.items("stock"))
        for piece in stock:
            if piece != reader.OPEN and not _may_own(seat, piece):
                raise PositionError(f"{where}: {BOX.pieces[piece]} was given to another player (CH-22)")
        for piece in (FIRST_ASCENDED + seat, FIRST_KODORA + seat):
            if piece in self.pieces.left:
                stock.append(self.pieces.place(where, BOX.pieces[piece]))
        return stock

    # ---- players ---------------------------------------------------------------------------------------------

    def complete_places(self) -> None:
        """Give a place to everybody without cards; those without a stated one follow in seat order."""
        table = self.table
        if table.phase in (TURN, SCORING, OVER):
            for seat in range(table.seats):
                if table.plays(seat) and table.hand_size[seat] == 0 and table.place[seat] == 0:
                    table.place[seat] = max(table.place) + 1
        given = sorted(place for place in table.place if place)
        if given != list(range(1, len(given) + 1)):
            raise PositionError("players: the places of this round are 1, 2, … without gaps (CH-84)")

    def settle_wagers(self) -> None:
        """Settle the wagers of everybody with a place (CH-86, CH-88); sudden death is not scored (CH-101)."""
        table = self.table
        for seat in range(table.seats):
            if table.place[seat] > 0 and not table.sudden_death():
                table.staked[seat] = 0
            if STAKE * table.staked[seat] > table.vp[seat]:
                raise PositionError(
                    f"players[{seat}].wagers: more is staked than {table.vp[seat]} points (CH-34)"
                )

    def check_bets(self, seat: int) -> None:
        table, bets, where = self.table, self.table.bets[seat], f"players[{seat}].bets"
        if bets and table.phase != WAGERS:
            raise PositionError(f"{where}: wagers are secret only while they are being decided (CH-31)")
        cards = [bet % CARDS for bet in bets]
        if len(set(cards)) < len(cards):
            raise PositionError(f"{where}: a card is named twice")
        own = FIRST_KODORA + seat
        for card, bet in zip(cards, bets):
            if table.owner[card] != seat or table.status[card] != IN_HAND:
                raise PositionError(f"{where}: {BOX.cards[card]} is not in this player's hand")
            if bet < CARDS and table.ability[card] != KODORA:
                raise PositionError(f"{where}: there is no Kodora on {BOX.cards[card]} (CH-33)")
            if bet >= CARDS and (
                bet // CARDS - 1 != own or own not in table.stocks[seat] or table.ability[card]
            ):
                raise PositionError(
                    f"{where}: {BOX.cards[card]} needs this player's own Kodora and a free slot (CH-33)"
                )
        if sum(bet >= CARDS for bet in bets) > 1:
            raise PositionError(f"{where}: a Kodora is named twice")
        if STAKE * len(bets) > table.vp[seat] or (bets and len(bets) >= table.hand_size[seat]):
            raise PositionError(f"{where}: too many wagers (CH-34, CH-37)")

    # ---- the turn --------------------------------------------------------------------------------------------

    def read_turn(self) -> None:
        table = self.table
        for index, identifier in enumerate(self.document.items("crafted")):
            piece = PIECE.read(f"crafted[{index}]", identifier, table, 0)
            if table.made[piece] != 8 * table.round + table.turn or piece in table.crafted:
                raise PositionError(
                    f"crafted: {identifier!r} was not attached by P{table.turn + 1} in this round"
                )
            card = table.slots.index(piece) // SLOTS
            if table.owner[card] != table.turn or table.status[card] != IN_HAND:
                raise PositionError(f"crafted: {identifier!r} is not on a hand card of P{table.turn + 1}")
            table.crafted.append(piece)
        wanted, table.draft = table.draft, []
        if (table.crafted or wanted) and table.phase != TURN:
            raise PositionError("crafted, draft: they belong to a turn")
        for chosen in wanted:
            moves: list[int] = []
            table.add_cards(table.turn, moves)
            if CARD_MOVE + chosen not in moves:
                raise PositionError(f"draft: {BOX.cards[chosen >> 1]} cannot be part of a legal set here")
            table.draft.append(chosen)

    # ---- past rounds -----------------------------------------------------------------------------------------

    def read_past(self) -> None:
        """The places of finished rounds; and how many pieces each seat drew."""
        table, seats = self.table, self.table.seats
        rounds = len(table.placed) // seats
        if rounds >= table.round + (table.phase == OVER):
            raise PositionError("places: more rounds are finished than were played")
        first = max(1, min(table.round, table.rounds + 1) - rounds)
        for index in range(rounds):
            order = table.placed[index * seats : (index + 1) * seats]
            if sorted(order) != list(range(seats)):
                raise PositionError(f"places[{index}]: each finished round names every seat once, best first")
            table.last_place[order[-1]] = first + index
        if self.document.has("drawn"):
            table.drawn = DRAWN.read("drawn", self.document.value("drawn"), table, 0)
            if not 0 < len(table.drawn) <= (table.round + 1) * seats:
                raise PositionError("drawn: the setup and one line for each scored round are needed")
        else:  # as many as can be seen, before the first round
            for seat in range(seats):
                made = [
                    piece
                    for piece in range(PIECES)
                    if table.made[piece] >= 0 and table.made[piece] & 7 == seat
                ]
                table.drawn[seat] = sum(in_bag(piece) for piece in made + table.stocks[seat])


def _may_own(seat: int, piece: int) -> bool:
    """Whether a seat can have an advancement: nobody has the Ascended Form or Kodora of another (CH-22)."""
    return in_bag(piece) or piece in (FIRST_ASCENDED + seat, FIRST_KODORA + seat)
