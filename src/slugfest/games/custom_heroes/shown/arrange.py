"""Positions set up from documents. What a document leaves open is completed in a fixed way, so scenarios stay short."""

from __future__ import annotations

import re
from typing import Any, Final

from slugfest.games.custom_heroes.content import (
    BOX,
    CARDS,
    EMPTY,
    FIRST_ASCENDED,
    FIRST_KODORA,
    HAND,
    HIGHEST,
    KODORA,
    LOWEST,
    PIECES,
    SLOTS,
    STAKE,
    in_bag,
)
from slugfest.games.custom_heroes.position.moves import CARD
from slugfest.games.custom_heroes.position.position import (
    ASIDE,
    BOXED,
    DID_PASS,
    DID_PLAY,
    DID_SKIP,
    DID_WIN,
    IN_HAND,
    NORMAL,
    OVER,
    PHASES,
    PLAYED,
    REASONS,
    SCORING,
    SETS_NAMED,
    TURN,
    WAGERED,
    WAGERS,
)
from slugfest.games.custom_heroes.rules.legal import Turn
from slugfest.kernel import DocumentReader, Facts, PositionError, reader

from .arrange_checks import check

_CARD: Final = {identifier: card for card, identifier in enumerate(BOX.cards)}
_PIECE: Final = {identifier: piece for piece, identifier in enumerate(BOX.pieces)}
_MANY: Final = 1 << 20
_STEP: Final = re.compile(r"P([1-6]) (pass|skip|wins|C.*)")
_DID: Final = {"pass": DID_PASS, "skip": DID_SKIP, "wins": DID_WIN}

_KEYS: Final = (
    "round", "participants", "phase", "turn", "players", "cards", "aside", "top", "descending", "passes", "equal",
    "spookies", "story", "crafted", "traded", "draft", "places", "drawn", "result",
)  # fmt: skip
_PLAYER_KEYS: Final = (
    "vp", "power", "power_in", "power_out", "stock", "hand", "wagers", "bets", "answered", "place",
)  # fmt: skip
_CARD_KEYS: Final = ("pieces", "shown")
_PIECE_KEYS: Final = ("piece", "by", "round")
_TOP_KEYS: Final = ("seat", "kind", "value", "count")
_RESULT_KEYS: Final = ("reason", "winner")


def read_document(table: Turn, document: Facts) -> None:
    """Fill a cleared table.

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
        self.document = DocumentReader(document, _KEYS)
        self.players = self.document.children("players", _PLAYER_KEYS, table.seats)
        self.unnamed: list[int] = []  # cards that no zone names
        self.unused: list[int] = []  # pieces of the bag that nobody names
        self.named: set[int] = set()
        self.fitted: list[tuple[int, int, Any, Any]] = []  # piece, card, by, round

    @property
    def latest(self) -> int:
        """The last finished round: the running one only when the game is over."""
        return self.table.round - (self.table.phase != OVER)

    def read(self) -> None:
        self.read_frame()
        self.read_cards()
        self.read_pieces()
        self.read_players()
        self.read_trick()
        self.read_turn()
        self.read_past()
        self.read_result()
        check(self.table)

    # ---- round, phase, who takes part ------------------------------------------------------------------------

    def read_frame(self) -> None:
        table, document = self.table, self.document
        table.round = document.whole("round", 1, table.rounds + 1, 1)
        table.phase = document.one_of("phase", PHASES, PHASES[TURN])
        table.turn = document.seat("turn", table.seats, 1)
        table.participants = 0
        for seat in document.seats("participants", table.seats, list(range(1, table.seats + 1))):
            table.participants |= 1 << seat
        if table.round <= table.rounds and table.participants != (1 << table.seats) - 1:
            raise PositionError("participants: only sudden death is played by some (CH-98)")
        if table.participants & (table.participants - 1) == 0:
            raise PositionError("participants: at least two are needed")

    # ---- character cards -------------------------------------------------------------------------------------

    def read_cards(self) -> None:
        table = self.table
        hands = [self.zone(player, "hand") for player in self.players]
        wagers = [player.items("wagers") for player in self.players]
        aside = self.zone(self.document, "aside") if "aside" in self.document.entry else None
        zones = hands + wagers + ([aside] if aside is not None else [])
        named: set[int] = set()
        for zone in zones:
            for text in zone:
                if text == "?":
                    continue
                card = self.card("hand", text)
                if card in named:
                    raise PositionError(f"the card {BOX.cards[card]} is in two places")
                named.add(card)
        self.unnamed = [c for c in range(CARDS) if table.status[c] != BOXED and c not in named]
        for seat in range(table.seats):
            self.fill_hand(seat, hands[seat])
            for text in wagers[seat]:
                card = self.take(f"players[{seat}].wagers", text, seat)
                table.status[card] = WAGERED
                table.owner[card] = seat
                table.staked[seat] += 1
        rest = list(self.unnamed) if aside is None else [self.take("aside", text, EMPTY) for text in aside]
        if table.sudden_death():
            for card in rest:
                table.status[card] = ASIDE
        elif aside:
            raise PositionError("aside: cards are set aside only in sudden death (CH-99)")

    def zone(self, place: DocumentReader, key: str) -> list[Any]:
        """A list of cards, or their number."""
        zone = place.value(key)
        if isinstance(zone, int) and not isinstance(zone, bool) and 0 <= zone <= CARDS:
            return ["?"] * zone
        return place.items(key)

    def fill_hand(self, seat: int, texts: list[Any]) -> None:
        table, where = self.table, f"players[{seat}].hand"
        if len(texts) > HAND:
            raise PositionError(f"{where}: a hand has at most {HAND} cards (CH-30)")
        if texts and not table.plays(seat):
            raise PositionError(f"{where}: this player does not take part in the round")
        hand = sorted(self.take(where, text, seat) for text in texts)
        for index, card in enumerate(hand):
            table.hands[seat * HAND + index] = card
            table.status[card] = IN_HAND
            table.owner[card] = seat
        table.hand_size[seat] = len(hand)

    def take(self, where: str, text: Any, seat: int) -> int:
        """The card a text names, or the first unnamed one; pieces written with it are noted."""
        if text == "?":
            if not self.unnamed:
                raise PositionError(f"{where}: there are no cards left for it")
            return self.unnamed.pop(0)
        card = self.card(where, text)
        for identifier in text.split("+")[1:]:
            self.note(where, identifier.strip(), card, None, None, seat)
        return card

    def card(self, where: str, text: Any) -> int:
        """The number of a card that is in this game."""
        name = text.split("+")[0].strip() if isinstance(text, str) else ""
        card = _CARD.get(name, EMPTY)
        if card == EMPTY or self.table.status[card] == BOXED:
            raise PositionError(f"{where}: there is no card {text!r} in this game")
        return card

    # ---- advancements ----------------------------------------------------------------------------------------

    def note(self, where: str, identifier: Any, card: int, by: Any, made: Any, holder: int) -> None:
        """A piece that is on a card."""
        piece = self.piece(where, identifier)
        table = self.table
        if by is None:
            by = max(holder, 0) + 1
        if made is None:
            made = max(1, table.round - 1)
        self.fitted.append((piece, card, by, made))

    def piece(self, where: str, identifier: Any) -> int:
        """The number of a piece that is named for the first time."""
        piece = _PIECE.get(identifier, EMPTY) if isinstance(identifier, str) else EMPTY
        if piece == EMPTY or piece in self.table.boxed_pieces():
            raise PositionError(f"{where}: there is no advancement {identifier!r} in this game")
        if piece in self.named:
            raise PositionError(f"the advancement {identifier} is in two places")
        self.named.add(piece)
        return piece

    def read_pieces(self) -> None:
        table = self.table
        table.shown = [table.round - 1] * CARDS
        for name, entry in self.document.table("cards", {}).items():
            self.read_card(name, entry)
        for piece, card, by, made in self.fitted:
            where = f"cards.{BOX.cards[card]}.{BOX.pieces[piece]}"
            seat = reader.seat(f"{where}.by", by, table.seats)
            slot = card * SLOTS + BOX.colour[piece]
            if table.slots[slot] != EMPTY:
                raise PositionError(f"{where}: that colour is taken on this card (CH-12)")
            if not in_bag(piece) and piece not in (FIRST_ASCENDED + seat, FIRST_KODORA + seat):
                raise PositionError(f"{where}: P{seat + 1} was given another one (CH-22)")
            table.slots[slot] = piece
            table.made[piece] = 8 * reader.whole(f"{where}.round", made, 1, table.round) + seat
        for card in range(CARDS):
            table.refit(card)
        stocks = [self.read_stock(seat) for seat in range(table.seats)]
        self.unused = [piece for piece in range(PIECES) if in_bag(piece) and piece not in self.named]
        for seat, stock in enumerate(stocks):
            for index, piece in enumerate(stock):
                if piece == EMPTY:
                    if not self.unused:
                        raise PositionError(f"players[{seat}].stock: the bag has no piece left for it")
                    stock[index] = self.unused.pop(0)
            table.stocks[seat] = sorted(stock)
        table.bag = self.unused

    def read_card(self, name: Any, entry: Any) -> None:
        where = f"cards.{name}"
        card = self.card("cards", name)
        found = DocumentReader({"pieces": entry} if isinstance(entry, list) else entry, _CARD_KEYS, where)
        table, holder = self.table, self.table.owner[card]
        table.shown[card] = found.whole("shown", 0, self.latest, table.shown[card])
        for index, piece in enumerate(found.items("pieces")):
            if isinstance(piece, dict):
                given = DocumentReader(piece, _PIECE_KEYS, f"{where}.pieces[{index}]")
                made = given.value("round")
                self.note(given.where, given.value("piece"), card, given.value("by"), made, holder)
            else:
                self.note(where, piece, card, None, None, holder)

    def read_stock(self, seat: int) -> list[int]:
        """The pieces of a stock, EMPTY for any; one's own Ascended Form and Kodora are never lost."""
        where = f"players[{seat}].stock"
        stock: list[int] = []
        for identifier in self.players[seat].items("stock"):
            if identifier == "?":
                stock.append(EMPTY)
                continue
            piece = self.piece(where, identifier)
            if not in_bag(piece) and piece not in (FIRST_ASCENDED + seat, FIRST_KODORA + seat):
                raise PositionError(f"{where}: {identifier} was given to another player (CH-22)")
            stock.append(piece)
        for piece in (FIRST_ASCENDED + seat, FIRST_KODORA + seat):
            if piece not in self.named:
                self.named.add(piece)
                stock.append(piece)
        return stock

    # ---- players ---------------------------------------------------------------------------------------------

    def read_players(self) -> None:
        table = self.table
        for seat, player in enumerate(self.players):
            table.vp[seat] = player.whole("vp", 0, _MANY, BOX.limits["start_vp"])
            power = player.whole("power", 0, _MANY, BOX.limits["start_power"])
            table.power_in[seat] = player.whole("power_in", 0, _MANY, power)
            table.power_out[seat] = player.whole("power_out", 0, table.power_in[seat], 0)
            if player.has("place"):
                table.place[seat] = player.whole("place", 1, table.seats)
            if player.flag("answered"):
                table.answered |= 1 << seat
            self.read_bets(seat, player.items("bets"))
        self.complete_places()
        self.settle_wagers()

    def complete_places(self) -> None:
        """Whoever holds no cards has a place; those without a stated one follow in seat order."""
        table = self.table
        if table.phase in (TURN, SCORING, OVER):
            for seat in range(table.seats):
                if table.plays(seat) and table.hand_size[seat] == 0 and table.place[seat] == 0:
                    table.place[seat] = max(table.place) + 1
        given = sorted(place for place in table.place if place)
        if given != list(range(1, len(given) + 1)):
            raise PositionError("players: the places of this round are 1, 2, … without gaps (CH-84)")

    def settle_wagers(self) -> None:
        """Whoever has a place has settled its wagers (CH-86, CH-88); sudden death is not scored (CH-101)."""
        table = self.table
        for seat in range(table.seats):
            if table.place[seat] > 0 and not table.sudden_death():
                table.staked[seat] = 0
            if STAKE * table.staked[seat] > table.vp[seat]:
                raise PositionError(
                    f"players[{seat}].wagers: more is staked than {table.vp[seat]} points (CH-34)"
                )

    def read_bets(self, seat: int, texts: list[Any]) -> None:
        table, where = self.table, f"players[{seat}].bets"
        if texts and table.phase != WAGERS:
            raise PositionError(f"{where}: wagers are secret only while they are being decided (CH-31)")
        bets: list[int] = []
        for text in texts:
            name, _, source = text.partition("=") if isinstance(text, str) else ("", "", "")
            card = self.card(where, name)
            own = FIRST_KODORA + seat
            if (
                table.owner[card] != seat
                or table.status[card] != IN_HAND
                or any(b % CARDS == card for b in bets)
            ):
                raise PositionError(f"{where}: {text!r} is no hand card, or named twice")
            if source:
                if source != BOX.pieces[own] or own not in table.stocks[seat] or table.ability[card]:
                    raise PositionError(
                        f"{where}: {text!r} needs this player's own Kodora and a free slot (CH-33)"
                    )
                bets.append((own + 1) * CARDS + card)
            elif table.ability[card] != KODORA:
                raise PositionError(f"{where}: there is no Kodora on {text!r} (CH-33)")
            else:
                bets.append(card)
        if sum(bet >= CARDS for bet in bets) > 1:
            raise PositionError(f"{where}: a Kodora is named twice")
        if STAKE * len(bets) > table.vp[seat] or (bets and len(bets) >= table.hand_size[seat]):
            raise PositionError(f"{where}: too many wagers (CH-34, CH-37)")
        table.bets[seat] = bets

    # ---- the trick and the turn ------------------------------------------------------------------------------

    def read_trick(self) -> None:
        table, document = self.table, self.document
        if document.has("top"):
            top = document.child("top", _TOP_KEYS)
            table.last = top.seat("seat", table.seats)
            table.top = 1 + top.one_of("kind", SETS_NAMED[1:], SETS_NAMED[NORMAL])
            if table.top == NORMAL:
                table.top_value = top.whole("value", LOWEST, HIGHEST)
                table.top_count = top.whole("count", 1, 2 * CARDS, 1)
        table.descending = document.flag("descending")
        table.equal = document.flag("equal")
        table.passes = document.whole("passes", 0, table.seats, 0)
        spookies = document.items("spookies", table.seats, default=[0] * table.seats)
        table.haunting = [
            reader.whole(f"spookies[{seat}]", number, 0, _MANY) for seat, number in enumerate(spookies)
        ]
        for index, line in enumerate(document.items("story")):
            self.read_step(f"story[{index}]", line)

    def read_step(self, where: str, line: Any) -> None:
        """One line of the story: ``P1 C07a C07b*``, ``P2 pass``, ``P3 skip``, ``P1 wins``."""
        found = _STEP.fullmatch(line) if isinstance(line, str) else None
        if found is None:
            raise PositionError(
                f"{where}: {line!r} is not like “P1 C07a C07b*”, “P2 pass”, “P3 skip” or “P1 wins”"
            )
        table = self.table
        seat = reader.seat(where, int(found.group(1)), table.seats)
        did = _DID.get(found.group(2), DID_PLAY)
        table.story.append(8 * did + seat)
        if did == DID_PLAY:
            cards = [self.chosen(where, word) for word in found.group(2).split(" ")]
            for chosen in cards:
                if table.status[chosen >> 1] != PLAYED:
                    raise PositionError(f"{where}: {line!r} plays a card that is elsewhere")
            table.story.append(len(cards))
            table.story += cards

    def chosen(self, where: str, word: Any) -> int:
        """A card of a set, with a star if it is activated."""
        name = word if isinstance(word, str) else ""
        return 2 * self.card(where, name.removesuffix("*")) + (1 if name.endswith("*") else 0)

    def read_turn(self) -> None:
        table, document = self.table, self.document
        table.traded = document.flag("traded")
        for identifier in document.items("crafted"):
            piece = _PIECE.get(identifier, EMPTY) if isinstance(identifier, str) else EMPTY
            if piece == EMPTY or table.made[piece] != 8 * table.round + table.turn or piece in table.crafted:
                raise PositionError(
                    f"crafted: {identifier!r} was not attached by P{table.turn + 1} in this round"
                )
            card = table.slots.index(piece) // SLOTS
            if table.owner[card] != table.turn or table.status[card] != IN_HAND:
                raise PositionError(f"crafted: {identifier!r} is not on a hand card of P{table.turn + 1}")
            table.crafted.append(piece)
        wanted = [self.chosen("draft", word) for word in document.items("draft")]
        if (table.crafted or wanted) and table.phase != TURN:
            raise PositionError("crafted, draft: they belong to a turn")
        for chosen in wanted:
            if not self.may_join(chosen):
                raise PositionError(f"draft: {BOX.cards[chosen >> 1]} cannot be part of a legal set here")
            table.draft.append(chosen)

    def may_join(self, chosen: int) -> bool:
        moves: list[int] = []
        self.table.add_cards(self.table.turn, moves)
        return CARD + chosen in moves

    # ---- what was ------------------------------------------------------------------------------------------

    def read_past(self) -> None:
        table, document, seats = self.table, self.document, self.table.seats
        rounds = document.items("places")
        if len(rounds) >= table.round + (table.phase == OVER):
            raise PositionError("places: more rounds are finished than were played")
        first = min(table.round, table.rounds + 1) - len(rounds)
        for number, order in enumerate(rounds, max(1, first)):
            places = [reader.seat("places", seat, seats) for seat in reader.items("places", order)]
            if sorted(places) != list(range(seats)):
                raise PositionError("places: each finished round names every seat once, best first")
            table.placed = table.placed + places
            table.last_place[places[-1]] = number
        self.read_drawn()

    def read_drawn(self) -> None:
        """How many pieces each drew; if it is not said, as many as can be seen, before the first round."""
        table, seats = self.table, self.table.seats
        if not self.document.has("drawn"):
            for seat in range(seats):
                held = [piece for piece in table.stocks[seat] if in_bag(piece)]
                made = [
                    p for p in range(PIECES) if in_bag(p) and table.made[p] >= 0 and table.made[p] & 7 == seat
                ]
                table.drawn[seat] = len(held) + len(made)
            return
        table.drawn = []
        for row in self.document.items("drawn"):
            table.drawn += [
                reader.whole("drawn", number, 0, PIECES) for number in reader.items("drawn", row, seats)
            ]
        if not 0 < len(table.drawn) <= (table.round + 1) * seats:
            raise PositionError("drawn: the setup and one line for each scored round are needed")

    def read_result(self) -> None:
        table, document = self.table, self.document
        if document.has("result") != (table.phase == OVER):
            raise document.fault("result", "it belongs to the phase “over”")
        if table.phase == OVER:
            result = document.child("result", _RESULT_KEYS)
            table.reason = 1 + result.one_of("reason", REASONS[1:])
            table.winner = result.seat("winner", table.seats)
