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
    FIGHTER_OF,
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
from slugfest.kernel import Facts, PositionError

from .documents import CHARACTER_KEYS


def read_document(table: Decisions, document: Facts) -> None:
    """Fill a cleared table from a document; raises :class:`PositionError` naming the first fault."""
    _Reader(table, document).read()


class _Reader:
    """Reads one position document."""

    def __init__(self, table: Decisions, document: Facts) -> None:
        self.table = table
        self.document = document
        self.players: list[Facts] = []

    def read(self) -> None:
        table, document = self.table, self.document
        _known_keys("position", document, _KEYS)
        phase = document.get("phase", "deck")
        if phase not in PHASES:
            raise PositionError(f"phase: one of {', '.join(PHASES)} is needed, not {phase!r}")
        table.phase = PHASES.index(phase)
        table.round = _whole("round", document.get("round", 1 if table.phase >= DECK else 0), 0, 99)
        players = document.get("players")
        if not isinstance(players, list) or len(players) != 2:
            raise PositionError("players: a list of 2 is needed")
        for seat, player in enumerate(players):
            if not isinstance(player, dict):
                raise PositionError(f"players[{seat}]: an object is needed")
            _known_keys(f"players[{seat}]", player, _PLAYER_KEYS)
            self.players.append(player)
            if player.get("decided", False):
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
        table.turn = _whole("turn", document.get("turn", 0), 0, len(table.decks[0]))
        played = table.turn + 1 if table.phase in (CHARACTER, OVER) else 0
        for seat in range(2):
            if table.removed[seat] >> played:
                raise PositionError(f"players[{seat}].removed_turns: not played in this fight yet (TT-146)")
        self.read_result()
        self.check()

    # ---- the draft -----------------------------------------------------------------------------------------------

    def read_draft(self) -> None:
        table = self.table
        table.first = _whole("first", self.document.get("first", 1), 1, 2) - 1
        for seat, player in enumerate(self.players):
            where = f"players[{seat}]"
            table.picks[seat] = self.fighters(f"{where}.picks", player.get("picks", []))
            table.hands[seat] = sorted(self.fighters(f"{where}.hand", player.get("hand", [])))
            table.keeps[seat] = self.fighter(f"{where}.keep", player.get("keep"))
            table.discards[seat] = self.fighter(f"{where}.discard", player.get("discard"))
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
        sheets: list[Facts] = []
        for seat, player in enumerate(self.players):
            given = player.get("fighters")
            if not isinstance(given, list) or len(given) != 2:
                raise PositionError(f"players[{seat}].fighters: two fighters are needed")
            for index, sheet in enumerate(given):
                if isinstance(sheet, str):
                    sheets.append({"fighter": sheet})
                elif isinstance(sheet, dict):
                    sheets.append(sheet)
                else:
                    where = f"players[{seat}].fighters[{index}]"
                    raise PositionError(f"{where}: a fighter's key or an object is needed")
        for slot, sheet in enumerate(sheets):
            where = f"players[{slot >> 1}].fighters[{slot & 1}]"
            _known_keys(where, sheet, _SHEET_KEYS)
            table.fighter.append(self.fighter(f"{where}.fighter", sheet.get("fighter", "")))
        if len(set(table.fighter)) != 4:
            raise PositionError("fighters: four different ones are needed (TT-5)")
        for slot, fighter in enumerate(table.fighter):
            table.slot[fighter] = slot
        table.picks = [table.fighter[:2], table.fighter[2:]]
        table.hp = [NOWHERE] * 4
        for slot, sheet in enumerate(sheets):
            self.read_sheet(slot, f"players[{slot >> 1}].fighters[{slot & 1}]", sheet)

    def read_sheet(self, slot: int, where: str, sheet: Facts) -> None:
        table = self.table
        fighter = table.fighter[slot]
        for key, owner in _OWNERS.items():
            if key in sheet and fighter != owner:
                raise PositionError(f"{where}.{key}: only {FIGHTER_KEYS[owner]} has that")
        table.power.append(_whole(f"{where}.power", sheet.get("power", BOX.base_power[fighter]), 0, 999))
        if fighter == JOAN:
            table.voice = _whole(f"{where}.voice", sheet.get("voice", 0), 0, BOX.limits["voices"])
        elif fighter == CHING:
            table.ships = _whole(f"{where}.ships", sheet.get("ships", 0), 0, BOX.limits["ships"])
        elif fighter == BODVAR:
            table.bear = _one_of(f"{where}.form", sheet.get("form", "bodvar"), ("bodvar", "bear")) == 1
            most = BOX.limits["rage"] - (0 if table.bear else 1)
            table.rage = _whole(f"{where}.rage", sheet.get("rage", most if table.bear else 0), 0, most)
        elif fighter == FEY:
            self.read_characters(where, sheet)
        track = table.track_of(slot)
        if track == NONE:
            if sheet.get("health") is not None:
                raise PositionError(f"{where}.health: there is no Character that could have any")
            return
        top = BOX.track_top[track]
        low = BOX.track_floor[track] if table.phase == OVER else 1
        table.hp[slot] = _whole(f"{where}.health", sheet.get("health", top), low, top)

    def read_characters(self, where: str, sheet: Facts) -> None:
        """The Fey Folk's Spirits and the Character in play: the first one left unless the document says."""
        table = self.table
        for key in _list(f"{where}.spirits", sheet.get("spirits", [])):
            table.spirits |= 1 << _one_of(f"{where}.spirits", key, CHARACTER_KEYS)
        if "character" in sheet:
            if sheet["character"] is not None:
                table.character = _one_of(f"{where}.character", sheet["character"], CHARACTER_KEYS)
        elif table.phase != CHARACTER and table.characters_left():
            table.character = table.characters_left()[0]
        if table.character != NONE and table.spirits >> table.character & 1:
            raise PositionError(f"{where}.character: {sheet['character']} is a Spirit already")
        for card in _list(f"{where}.flipped", sheet.get("flipped", [])):
            kind = self.card(f"{where}.flipped", card)
            if not BOX.two_faced[kind]:
                raise PositionError(f"{where}.flipped: {card} has only one face")
            table.flip_card(kind)

    def read_tokens(self) -> None:
        table, document, slot = self.table, self.document, self.table.slot
        table.sheriff = self.holder("sheriff", WILD)
        if table.sheriff != NONE and table.sheriff == slot[WILD] ^ 1:
            raise PositionError("sheriff: with The Wild Bunch or an opponent (TT-161)")
        table.presence = self.holder("presence", GOLEM)
        if table.presence != NONE and table.presence >> 1 != slot[GOLEM] >> 1:
            raise PositionError("presence: with The Golem or his partner (TT-153)")
        lying = _list("concentration", document.get("concentration", []))
        for key in lying:
            holder = self.in_play("concentration", key)
            if slot[WONG] == NONE or holder >> 1 == slot[WONG] >> 1:
                raise PositionError("concentration: lies with Wong Fei-Hung's opponents (TT-144)")
            table.concentration |= 1 << holder
        if len(lying) > CONCENTRATIONS:
            raise PositionError(f"concentration: there are {CONCENTRATIONS} (TT-144)")
        if document.get("aflame") is not None:
            self.read_aflame(document["aflame"])
        if "serpent" in document:
            if slot[MEPHISTO] == NONE:
                raise PositionError("serpent: Mephisto takes no part")
            table.serpent = _one_of("serpent", document["serpent"], SIDES)
        if slot[MILADY] != NONE:
            self.read_schemes(document.get("schemes", {}))
        elif "schemes" in document:
            raise PositionError("schemes: Milady takes no part")

    def holder(self, token: str, owner: int) -> int:
        """Who has a token; its owner unless the document says."""
        home = self.table.slot[owner]
        if token not in self.document:
            return home
        if home == NONE:
            raise PositionError(f"{token}: {FIGHTER_KEYS[owner]} takes no part")
        return self.in_play(token, self.document[token])

    def in_play(self, where: str, key: Any) -> int:
        slot = self.table.slot[self.fighter(where, key)] if key is not None else NONE
        if slot == NONE:
            raise PositionError(f"{where}: {key!r} takes no part")
        return slot

    def read_aflame(self, entry: Any) -> None:
        table = self.table
        if not isinstance(entry, dict):
            raise PositionError("aflame: null, or an object with on and count, is needed")
        _known_keys("aflame", entry, ("on", "count"))
        table.burning = self.in_play("aflame.on", entry.get("on"))
        if table.slot[SHANGO] == NONE or table.burning >> 1 == table.slot[SHANGO] >> 1:
            raise PositionError("aflame: lies with one of Shango's opponents (TT-192)")
        most = AFLAME if table.phase == OVER else AFLAME - 1
        table.aflame = _whole("aflame.count", entry.get("count"), 0, most)

    def read_schemes(self, entry: Any) -> None:
        """Planted and revealed Schemes; the rest is the pile, what the document names first."""
        if not isinstance(entry, dict):
            raise PositionError("schemes: an object with planted, pile and revealed is needed")
        _known_keys("schemes", entry, ("planted", "pile", "revealed"))
        left: list[int] = []
        for scheme, copies in enumerate(BOX.scheme_copies):
            left += [scheme] * copies
        zones: list[list[int]] = []
        for key in ("planted", "pile", "revealed"):
            zone: list[int] = []
            for name in _list(f"schemes.{key}", entry.get(key, [])):
                scheme = _one_of(f"schemes.{key}", name, BOX.scheme_ids)
                if scheme not in left:
                    raise PositionError(f"schemes.{key}: too many {name} (TT-180)")
                left.remove(scheme)
                zone.append(scheme)
            zones.append(zone)
        self.table.planted, self.table.pile, self.table.unleashed = zones[0], zones[1] + left, zones[2]

    # ---- decks ---------------------------------------------------------------------------------------------------

    def read_decks(self, seat: int, player: Facts) -> None:
        table = self.table
        where = f"players[{seat}]"
        pool: list[int] = []
        for fighter in table.picks[seat]:
            for kind in BOX.titles_of(fighter):
                pool += [kind] * BOX.copies[kind]
        stars = [BOX.ids[BOX.start_card[fighter]] for fighter in table.picks[seat]]
        removed = player.get("removed_turns", [])
        table.decks[seat] = self.cards(f"{where}.deck", player.get("deck", stars))
        for turn in _list(f"{where}.removed_turns", removed):
            table.removed[seat] |= 1 << _whole(f"{where}.removed_turns", turn, 0, len(table.decks[seat]) - 1)
        table.gone[seat] = self.cards(f"{where}.removed", player.get("removed", []))
        for turn, card in enumerate(table.decks[seat]):
            if not table.removed[seat] >> turn & 1:
                self.draw_from(pool, f"{where}.deck", card)
        for card in table.gone[seat]:
            self.draw_from(pool, f"{where}.removed", card)
        if len(table.decks[seat]) >= POSITIONS + (1 if table.phase != DECK else 0):
            raise PositionError(f"{where}.deck: {len(table.decks[seat])} cards are too many")
        self.read_insertion(seat, where, player)
        self.read_build(seat, where, player, pool)
        table.announced[seat] = self.maybe_card(f"{where}.announced", player.get("announced"))
        table.newest[seat] = self.maybe_card(f"{where}.newest", player.get("newest"))
        table.newest_back[seat] = 1 if player.get("newest_back", False) else 0
        table.double[seat] = 1 if player.get("repeat", False) else 0

    def read_insertion(self, seat: int, where: str, player: Facts) -> None:
        """The card that came in during this round, and the deck as it was known before."""
        table = self.table
        deck = table.decks[seat]
        entry = player.get("inserted")
        before = deck
        if entry is not None:
            if not isinstance(entry, dict):
                raise PositionError(f"{where}.inserted: null, or an object with card and position, is needed")
            table.inserted[seat] = self.card(f"{where}.inserted.card", entry.get("card"))
            place = _whole(f"{where}.inserted.position", entry.get("position"), 0, max(0, len(deck) - 1))
            if not deck or deck[place] != table.inserted[seat]:
                raise PositionError(f"{where}.inserted: the deck has another card there")
            table.place[seat] = place
            before = deck[:place] + deck[place + 1 :]
        elif table.phase == ORDER or (table.phase != DECK and table.round <= 1):
            before = []
        known = self.cards(f"{where}.known", player["known"]) if "known" in player else before
        if known != before and table.phase != OVER:
            raise PositionError(f"{where}.known: it is the deck without the card that came in")
        table.known[seat] = known

    def read_build(self, seat: int, where: str, player: Facts, pool: list[int]) -> None:
        """Drawn cards and build deck; what is not named follows in the order of the ids."""
        table = self.table
        drawn = self.cards(f"{where}.drawn", player.get("drawn", []))
        for card in drawn:
            self.draw_from(pool, f"{where}.drawn", card)
        build = self.cards(f"{where}.build", player.get("build", []))
        for card in build:
            self.draw_from(pool, f"{where}.build", card)
        build += pool
        wanted = 0
        if table.phase == DECK and not table.has_decided(seat):
            wanted = DRAW if table.inserted[seat] == NONE else DRAW - 1
        if len(drawn) > wanted:
            raise PositionError(f"{where}.drawn: {wanted} cards are in hand here, not {len(drawn)}")
        if table.phase == DECK and table.has_decided(seat) and table.inserted[seat] == NONE:
            raise PositionError(f"{where}.inserted: a seat that has decided has added a card")
        missing = wanted - len(drawn)
        if len(build) < missing:
            raise PositionError(f"{where}.build: there are no cards left to draw (TT-113)")
        table.drawn[seat] = drawn + build[:missing]
        table.build[seat] = build[missing:]
        size = len(table.build[seat])
        table.fresh[seat] = _whole(f"{where}.fresh", player.get("fresh", size), 0, size)

    def read_result(self) -> None:
        table, result = self.table, self.document.get("result")
        if (result is None) != (table.phase != OVER):
            raise PositionError("result: needed when the fight is over, and only then")
        if result is None:
            return
        if not isinstance(result, dict):
            raise PositionError("result: an object with reason and winner is needed")
        table.reason = 1 + _one_of("result.reason", result.get("reason"), REASONS[1:])
        winner = result.get("winner")
        table.winner = NONE if winner is None else _whole("result.winner", winner, 1, 2) - 1

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

    def fighter(self, where: str, key: Any) -> int:
        if key is None:
            return NONE
        if not isinstance(key, str) or key not in FIGHTER_OF:
            raise PositionError(f"{where}: one of {', '.join(FIGHTER_KEYS)} is needed, not {key!r}")
        return FIGHTER_OF[key]

    def fighters(self, where: str, keys: Any) -> list[int]:
        return [self.fighter(where, key if key is not None else "") for key in _list(where, keys)]

    def card(self, where: str, identifier: Any) -> int:
        """A card by its id; the star may be left out where a starting title has one copy."""
        if isinstance(identifier, str):
            for spelled in (identifier, f"{identifier}*"):
                if spelled in KIND_OF:
                    return KIND_OF[spelled]
        raise PositionError(f"{where}: there is no card {identifier!r}")

    def maybe_card(self, where: str, identifier: Any) -> int:
        return NONE if identifier is None else self.card(where, identifier)

    def cards(self, where: str, identifiers: Any) -> list[int]:
        return [self.card(where, identifier) for identifier in _list(where, identifiers)]

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
    "announced", "newest", "newest_back", "repeat", "removed", "removed_turns",
)  # fmt: skip
_SHEET_KEYS: Final = (
    "fighter", "health", "power", "voice", "ships", "rage", "form", "character", "spirits", "flipped",
)  # fmt: skip
_OWNERS: Final = {
    "voice": JOAN, "ships": CHING, "rage": BODVAR, "form": BODVAR, "character": FEY, "spirits": FEY, "flipped": FEY,
}  # fmt: skip


def _known_keys(where: str, entry: Facts, known: tuple[str, ...]) -> None:
    for key in entry:
        if key not in known:
            raise PositionError(f"{where}: unknown key {key!r}; known are {', '.join(known)}")


def _list(where: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        raise PositionError(f"{where}: a list is needed")
    return value


def _one_of(where: str, value: Any, offered: list[str] | tuple[str, ...]) -> int:
    if not isinstance(value, str) or value not in offered:
        raise PositionError(f"{where}: one of {', '.join(offered)} is needed, not {value!r}")
    return list(offered).index(value)


def _whole(where: str, value: Any, low: int, high: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise PositionError(f"{where}: a whole number from {low} to {high} is needed, not {value!r}")
    return value
