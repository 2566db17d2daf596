"""A position from a document. What the document leaves open is completed, so that scenarios stay short.

Without ``health`` a fighter is unhurt, without ``power`` it has its base Power, without ``deck`` the fight deck is the
two starting cards, and every card no list names lies in the build deck in the order of the ids.
"""

from __future__ import annotations

from typing import Any, Final

from slugfest.games.tag_team.content import (
    AFLAME,
    BODVAR,
    BOX,
    CHING,
    CONCENTRATIONS,
    DRAW,
    FEY,
    FIGHTER_KEYS,
    FIGHTERS,
    GOLEM,
    JOAN,
    KIND_OF,
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
    PHASES,
    PICK_ONE,
    PICK_TWO,
    REASONS,
)
from slugfest.games.tag_team.rules.effects import SIDES
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.kernel import DocumentReader, Facts, PositionError, reader

from .documents import CHARACTER_KEYS


def read_document(table: Decisions, document: Facts) -> None:
    """Fill a cleared table from a document; raises :class:`PositionError` naming the first fault."""
    _Reader(table, document).read()


class _Reader:
    """Reads one position document."""

    def __init__(self, table: Decisions, document: Facts) -> None:
        self.table = table
        self.document = DocumentReader(document, _KEYS)
        self.players = self.document.children("players", _PLAYER_KEYS, 2)

    def read(self) -> None:
        table, document = self.table, self.document
        table.phase = document.one_of("phase", PHASES, "deck")
        table.round = document.whole("round", 0, 99, 1 if table.phase >= DECK else 0)
        for seat, player in enumerate(self.players):
            if player.flag("decided"):
                table.decided |= 1 << seat
        if table.decided == 3:
            raise PositionError("players: both have decided; set up the position one move earlier")
        if table.phase in (PICK_ONE, PICK_TWO, FREE):
            self.read_draft()
            return
        self.read_boards()
        self.read_tokens()
        if table.dealt():
            for seat in range(2):
                self.read_decks(seat, self.players[seat])
            sizes = [
                len(table.known[seat] if table.phase == DECK else table.decks[seat]) for seat in range(2)
            ]
            if sizes[0] != sizes[1]:
                raise PositionError("players: both fight decks have the same length (TT-33)")
        table.turn = document.whole("turn", 0, len(table.decks[0]), 0)
        played = table.turn + 1 if table.phase in (CHARACTER, OVER) else 0
        for seat in range(2):
            if table.removed[seat] >> played:
                raise PositionError(f"players[{seat}].removed_turns: not played in this fight yet (TT-146)")
        self.read_result()
        self.check()

    # ---- the draft -----------------------------------------------------------------------------------------------

    def read_draft(self) -> None:
        table = self.table
        table.first = self.document.seat("first", 2, 1)
        for seat, player in enumerate(self.players):
            table.picks[seat] = self.fighters(player, "picks")
            table.hands[seat] = sorted(self.fighters(player, "hand"))
            if player.has("keep"):
                table.keeps[seat] = player.one_of("keep", FIGHTER_KEYS)
            if player.has("discard"):
                table.discards[seat] = player.one_of("discard", FIGHTER_KEYS)
        lying = table.hands[0] + table.hands[1] + table.picks[0] + table.picks[1]
        lying += [card for card in table.keeps + table.discards if card != NONE]
        if len(set(lying)) != len(lying):
            raise PositionError("players: each fighter exists once (TT-5)")
        if table.phase == FREE:
            made = len(table.picks[0]) + len(table.picks[1])
            if made > 3 or len(table.picks[table.free_picker()]) > 1:
                raise PositionError("picks: first, second, second, first (TT-15)")
        elif len(lying) != FIGHTERS or not all(table.hands):
            raise PositionError("hand: all twelve draft cards are in the hands and picks (TT-11)")

    # ---- boards and tokens ---------------------------------------------------------------------------------------

    def read_boards(self) -> None:
        table = self.table
        sheets: list[DocumentReader] = []
        for player in self.players:
            for index, given in enumerate(player.items("fighters", 2)):
                entry = {"fighter": given} if isinstance(given, str) else given
                sheets.append(DocumentReader(entry, _SHEET_KEYS, f"{player.at('fighters')}[{index}]"))
        for sheet in sheets:
            table.fighter.append(sheet.one_of("fighter", FIGHTER_KEYS))
        if len(set(table.fighter)) != 4:
            raise PositionError("fighters: four different ones are needed (TT-5)")
        for slot, fighter in enumerate(table.fighter):
            table.slot[fighter] = slot
        table.picks = [table.fighter[:2], table.fighter[2:]]
        table.hp = [NOWHERE] * 4
        for slot, sheet in enumerate(sheets):
            self.read_sheet(slot, sheet)

    def read_sheet(self, slot: int, sheet: DocumentReader) -> None:
        table = self.table
        fighter = table.fighter[slot]
        for key, owner in _OWNERS.items():
            if key in sheet.entry and fighter != owner:
                raise sheet.fault(key, f"only {FIGHTER_KEYS[owner]} has that")
        table.power.append(sheet.whole("power", 0, 999, BOX.base_power[fighter]))
        if fighter == JOAN:
            table.voice = sheet.whole("voice", 0, BOX.limits["voices"], 0)
        elif fighter == CHING:
            table.ships = sheet.whole("ships", 0, BOX.limits["ships"], 0)
        elif fighter == BODVAR:
            table.bear = sheet.one_of("form", ("bodvar", "bear"), "bodvar") == 1
            most = BOX.limits["rage"] - (0 if table.bear else 1)
            table.rage = sheet.whole("rage", 0, most, most if table.bear else 0)
        elif fighter == FEY:
            self.read_characters(sheet)
        track = table.track_of(slot)
        if track == NONE:
            if sheet.has("health"):
                raise sheet.fault("health", "there is no Character that could have any")
            return
        top = BOX.track_top[track]
        low = BOX.track_floor[track] if table.phase == OVER else 1
        table.hp[slot] = sheet.whole("health", low, top, top)

    def read_characters(self, sheet: DocumentReader) -> None:
        """The Fey Folk's Spirits and the Character in play: the first one left unless the document says."""
        table = self.table
        for index, key in enumerate(sheet.items("spirits")):
            table.spirits |= 1 << reader.one_of(f"{sheet.at('spirits')}[{index}]", key, CHARACTER_KEYS)
        if sheet.has("character"):
            table.character = sheet.one_of("character", CHARACTER_KEYS)
        elif "character" not in sheet.entry and table.phase != CHARACTER and table.characters_left():
            table.character = table.characters_left()[0]
        if table.character != NONE and table.spirits >> table.character & 1:
            raise sheet.fault("character", f"{CHARACTER_KEYS[table.character]} is a Spirit already")
        for index, card in enumerate(sheet.items("flipped")):
            where = f"{sheet.at('flipped')}[{index}]"
            kind = self.card(where, card)
            if not BOX.two_faced[kind]:
                raise PositionError(f"{where}: {card} has only one face")
            table.flip_card(kind)

    def read_tokens(self) -> None:
        table, document, slot = self.table, self.document, self.table.slot
        table.sheriff = self.holder("sheriff", WILD)
        if table.sheriff != NONE and table.sheriff == slot[WILD] ^ 1:
            raise PositionError("sheriff: with The Wild Bunch or an opponent (TT-161)")
        table.presence = self.holder("presence", GOLEM)
        if table.presence != NONE and table.presence >> 1 != slot[GOLEM] >> 1:
            raise PositionError("presence: with The Golem or his partner (TT-153)")
        lying = document.items("concentration")
        for index, key in enumerate(lying):
            holder = self.in_play(f"concentration[{index}]", key)
            if slot[WONG] == NONE or holder >> 1 == slot[WONG] >> 1:
                raise PositionError("concentration: lies with Wong Fei-Hung's opponents (TT-144)")
            table.concentration |= 1 << holder
        if len(lying) > CONCENTRATIONS:
            raise PositionError(f"concentration: there are {CONCENTRATIONS} (TT-144)")
        if document.has("aflame"):
            self.read_aflame(document.child("aflame", ("on", "count")))
        if document.has("serpent"):
            if slot[MEPHISTO] == NONE:
                raise PositionError("serpent: Mephisto takes no part")
            table.serpent = document.one_of("serpent", SIDES)
        if slot[MILADY] != NONE:
            self.read_schemes(document.child("schemes", ("planted", "pile", "revealed"), {}))
        elif document.has("schemes"):
            raise PositionError("schemes: Milady takes no part")

    def holder(self, token: str, owner: int) -> int:
        """Who has a token; its owner unless the document says."""
        home = self.table.slot[owner]
        if not self.document.has(token):
            return home
        if home == NONE:
            raise PositionError(f"{token}: {FIGHTER_KEYS[owner]} takes no part")
        return self.in_play(token, self.document.value(token))

    def in_play(self, where: str, key: Any) -> int:
        slot = self.table.slot[reader.one_of(where, key, FIGHTER_KEYS)]
        if slot == NONE:
            raise PositionError(f"{where}: {key} takes no part")
        return slot

    def read_aflame(self, entry: DocumentReader) -> None:
        table = self.table
        table.burning = self.in_play("aflame.on", entry.value("on"))
        if table.slot[SHANGO] == NONE or table.burning >> 1 == table.slot[SHANGO] >> 1:
            raise PositionError("aflame: lies with one of Shango's opponents (TT-192)")
        table.aflame = entry.whole("count", 0, AFLAME if table.phase == OVER else AFLAME - 1)

    def read_schemes(self, entry: DocumentReader) -> None:
        """Planted and revealed Schemes; the rest is the pile, what the document names first."""
        left: list[int] = []
        for scheme, copies in enumerate(BOX.scheme_copies):
            left += [scheme] * copies
        zones: list[list[int]] = []
        for key in ("planted", "pile", "revealed"):
            zone: list[int] = []
            for index, name in enumerate(entry.items(key)):
                scheme = reader.one_of(f"{entry.at(key)}[{index}]", name, BOX.scheme_ids)
                if scheme not in left:
                    raise entry.fault(key, f"too many {name} (TT-180)")
                left.remove(scheme)
                zone.append(scheme)
            zones.append(zone)
        self.table.planted, self.table.pile, self.table.unleashed = zones[0], zones[1] + left, zones[2]

    # ---- decks ---------------------------------------------------------------------------------------------------

    def read_decks(self, seat: int, player: DocumentReader) -> None:
        table = self.table
        pool: list[int] = []
        for fighter in table.picks[seat]:
            for kind in BOX.titles_of(fighter):
                pool += [kind] * BOX.copies[kind]
        stars = [BOX.ids[BOX.start_card[fighter]] for fighter in table.picks[seat]]
        table.decks[seat] = self.cards(player, "deck", stars)
        for turn in player.items("removed_turns"):
            last = len(table.decks[seat]) - 1
            table.removed[seat] |= 1 << reader.whole(player.at("removed_turns"), turn, 0, last)
        table.gone[seat] = self.cards(player, "removed", [])
        for turn, card in enumerate(table.decks[seat]):
            if not table.removed[seat] >> turn & 1:
                self.draw_from(pool, player.at("deck"), card)
        for card in table.gone[seat]:
            self.draw_from(pool, player.at("removed"), card)
        if len(table.decks[seat]) >= POSITIONS + (1 if table.phase != DECK else 0):
            raise player.fault("deck", f"{len(table.decks[seat])} cards are too many")
        self.read_insertion(seat, player)
        self.read_build(seat, player, pool)
        self.read_announcements(seat, player)
        table.newest[seat] = self.maybe_card(player, "newest")
        table.newest_back[seat] = 1 if player.flag("newest_back") else 0
        table.double[seat] = 1 if player.flag("repeat") else 0

    def read_announcements(self, seat: int, player: DocumentReader) -> None:
        """The cards with an instant bonus that everybody was told of (TT-105), that of this round among them."""
        table = self.table
        table.announced[seat] = self.maybe_card(player, "announced")
        now = [] if table.announced[seat] == NONE else [BOX.ids[table.announced[seat]]]
        table.announcements[seat] = self.cards(player, "announcements", now)
        for card in table.announcements[seat]:
            if not BOX.instant[card]:
                raise player.fault("announcements", f"{BOX.ids[card]} has no instant bonus (TT-105)")

    def read_insertion(self, seat: int, player: DocumentReader) -> None:
        """The card that came in during this round, and the deck as it was known before."""
        table = self.table
        deck = table.decks[seat]
        before = deck
        if player.has("inserted"):
            entry = player.child("inserted", ("card", "position"))
            table.inserted[seat] = self.card(entry.at("card"), entry.value("card"))
            place = entry.whole("position", 0, max(0, len(deck) - 1))
            if not deck or deck[place] != table.inserted[seat]:
                raise player.fault("inserted", "the deck has another card there")
            table.place[seat] = place
            before = deck[:place] + deck[place + 1 :]
        elif table.phase == ORDER or (table.phase != DECK and table.round <= 1):
            before = []
        known = self.cards(player, "known", []) if player.has("known") else before
        if known != before and table.phase != OVER:
            raise player.fault("known", "it is the deck without the card that came in")
        table.known[seat] = known

    def read_build(self, seat: int, player: DocumentReader, pool: list[int]) -> None:
        """Drawn cards and build deck; what is not named follows in the order of the ids."""
        table = self.table
        drawn = self.cards(player, "drawn", [])
        for card in drawn:
            self.draw_from(pool, player.at("drawn"), card)
        build = self.cards(player, "build", [])
        for card in build:
            self.draw_from(pool, player.at("build"), card)
        build += pool
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

    def read_result(self) -> None:
        table, document = self.table, self.document
        if document.has("result") != (table.phase == OVER):
            raise document.fault("result", "needed when the fight is over, and only then")
        if table.phase == OVER:
            result = document.child("result", ("reason", "winner"))
            table.reason = 1 + result.one_of("reason", REASONS[1:])
            table.winner = result.seat("winner", 2) if result.has("winner") else NONE

    def check(self) -> None:
        """A position that no fight could go on from is refused."""
        table = self.table
        if table.phase == CHARACTER:
            if table.slot[FEY] == NONE or table.character != NONE:
                raise PositionError("phase: nobody has to choose a Character here (TT-188)")
            if len(table.characters_left()) < 2:
                raise PositionError("phase: there is no choice of Characters left (TT-188)")
        elif table.phase != OVER and self.lacks_character():
            raise PositionError("fighters: the Fey Folk have a Character in play while one is left (TT-186)")
        if table.phase == ORDER:
            self.check_starting_cards()

    def check_starting_cards(self) -> None:
        """Before a seat has decided, its two starting cards lie in no order (TT-27)."""
        table = self.table
        for seat in range(2):
            stars = [BOX.start_card[fighter] for fighter in table.picks[seat]]
            if sorted(table.decks[seat]) != sorted(stars):
                raise PositionError(
                    f"players[{seat}].deck: the two starting cards wait for their order (TT-27)"
                )
            if not table.has_decided(seat):
                table.decks[seat] = stars

    def lacks_character(self) -> bool:
        table = self.table
        return table.slot[FEY] != NONE and table.character == NONE and len(table.characters_left()) > 0

    # ---- small parts ---------------------------------------------------------------------------------------------

    def fighters(self, player: DocumentReader, key: str) -> list[int]:
        where = player.at(key)
        return [
            reader.one_of(f"{where}[{index}]", name, FIGHTER_KEYS)
            for index, name in enumerate(player.items(key))
        ]

    def card(self, where: str, identifier: Any) -> int:
        """A card by its id; the star may be left out where a starting title has one copy."""
        if isinstance(identifier, str):
            for spelled in (identifier, f"{identifier}*"):
                if spelled in KIND_OF:
                    return KIND_OF[spelled]
        raise PositionError(f"{where}: there is no card {identifier!r}")

    def maybe_card(self, player: DocumentReader, key: str) -> int:
        return self.card(player.at(key), player.value(key)) if player.has(key) else NONE

    def cards(self, player: DocumentReader, key: str, default: list[str]) -> list[int]:
        where = player.at(key)
        return [
            self.card(f"{where}[{index}]", identifier)
            for index, identifier in enumerate(player.items(key, default=default))
        ]

    def draw_from(self, pool: list[int], where: str, card: int) -> None:
        if card not in pool:
            raise PositionError(f"{where}: {BOX.ids[card]} is not there, or too often, in this team")
        pool.remove(card)


_KEYS: Final = (
    "phase", "round", "turn", "first", "players", "sheriff", "presence", "concentration", "aflame", "serpent",
    "schemes", "result",
)  # fmt: skip
_PLAYER_KEYS: Final = (
    "picks", "hand", "keep", "discard", "decided", "fighters", "deck", "known", "inserted", "drawn", "build", "fresh",
    "announced", "announcements", "newest", "newest_back", "repeat", "removed", "removed_turns",
)  # fmt: skip
_SHEET_KEYS: Final = (
    "fighter", "health", "power", "voice", "ships", "rage", "form", "character", "spirits", "flipped",
)  # fmt: skip
_OWNERS: Final = {
    "voice": JOAN, "ships": CHING, "rage": BODVAR, "form": BODVAR, "character": FEY, "spirits": FEY, "flipped": FEY,
}  # fmt: skip
