"""What is in the box, read from ``content.toml`` and checked once (TT-1 to TT-5)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from slugfest.kernel import Content, Text
from slugfest.kernel.content import CHOICE, LIST, note

from .rules.effects import (
    ACTION,
    CANCEL,
    HEAL,
    POWER,
    ROW,
    SCHEME_WORDS,
    SYMBOL_WORDS,
    A,
    B,
    Unreadable,
    check_added,
    check_words,
    number_ranges,
    read_effect,
    read_faces,
)

HERE: Final = Path(__file__).parent
NONE: Final = -1  # no card, no fighter, nobody

KNOWN_KEYS: Final = (
    "joan", "ching", "bodvar", "wong", "golem", "mordred", "wild", "mephisto", "fey", "brijit", "milady", "shango",
)  # fmt: skip
JOAN: Final = 0
CHING: Final = 1
BODVAR: Final = 2
WONG: Final = 3
GOLEM: Final = 4
MORDRED: Final = 5
WILD: Final = 6
MEPHISTO: Final = 7
FEY: Final = 8
MILADY: Final = 10
SHANGO: Final = 11
CHARACTERS: Final = 3  # of the Fey Folk
MOST_FIGHTERS: Final = 24
CARDS_EACH: Final = 10  # fight cards of a fighter (TT-1)
HARDEST: Final = 5  # difficulty, from 1

# A health space is numbered by its health: KO and SPIRIT are 0, Maman Brijit's lower spaces -1 and -2.
LOWEST: Final = -2
WIDTH: Final = (
    40  # spaces reserved for a track in the flat tables; space h has index track*WIDTH + h - LOWEST
)

_LIMITS: Final = {
    "draft_hand": (2, 6),
    "draw": (3, 3),
    "aflame": (1, 20),
    "concentration": (1, 2),
    "ships": (1, 99),
    "voices": (1, 9),
    "rage": (1, 99),
    "bear_power": (0, 20),
}


class Box:
    """All boards, cards and tokens by number.

    A *kind* is what players can tell apart when they see a card: a title, and of a starting title its ★ copy.
    """

    def __init__(self) -> None:
        self.version = 1
        self.limits: dict[str, int] = {}
        self.first_teams: list[list[int]] = []  # TT-16
        self.rows: list[list[int]] = [
            [0] for _ in range(ROW)
        ]  # all programs, column by column; row 0 is none
        # fighters: first those that the rules know by number, then whoever a variant adds
        self.keys: list[str] = []
        self.names: list[Text] = []
        self.cases: list[dict[str, str]] = []  # of an added one: accusative and dative of the German name
        self.several: list[bool] = []  # of an added one: the name is a plural
        self.titles: list[Text] = []
        self.guides: list[Text] = []
        self.base_power: list[int] = []
        self.difficulty: list[int] = []
        self.tags: list[list[str]] = []
        self.tag_names: dict[str, Text] = {}
        self.first_track: list[int] = []
        self.start_card: list[int] = []  # the kind of the ★ copy
        # tracks
        self.track_keys: list[str] = []
        self.track_names: list[Text] = []
        self.track_fighter: list[int] = []
        self.track_top: list[int] = []
        self.track_floor: list[int] = []  # the lowest space
        self.setup_start: list[int] = []  # a program that fires when the board is set up (TT-24)
        self.setup_end: list[int] = []
        self.symbol_start: list[int] = []  # by track*WIDTH + space
        self.symbol_end: list[int] = []
        self.stop: list[int] = []
        self.knocked_out: list[int] = []
        self.voice_start: list[int] = []  # symbols of the Divine Voice, by position
        self.voice_end: list[int] = []
        # kinds of cards
        self.ids: list[str] = []
        self.stems: list[str] = []  # the title's id, without the star
        self.card_names: list[Text] = []
        self.texts: list[Text] = []
        self.backs: list[Text | None] = []
        self.owner: list[int] = []
        self.copies: list[int] = []
        self.starts: list[int] = []
        self.instant: list[int] = []  # health the owner heals when the card is added (TT-105)
        self.face_start: list[int] = []  # by kind*2 + face
        self.face_end: list[int] = []
        self.cancels: list[int] = []  # by kind*2 + face
        self.two_faced: list[int] = []
        # Schemes
        self.scheme_ids: list[str] = []
        self.scheme_texts: list[Text] = []
        self.scheme_copies: list[int] = []
        self.scheme_start: list[int] = []
        self.scheme_end: list[int] = []

    def add_program(self, program: list[int]) -> tuple[int, int]:
        """Add a program's rows; it is known by its first row and the one after its last."""
        start = len(self.rows[0])
        for column in range(ROW):
            self.rows[column] += program[column::ROW]
        return start, len(self.rows[0])

    def words_of(self, start: int, end: int) -> list[int]:
        """The actions of a program, each once, in order."""
        return list(dict.fromkeys(self.rows[ACTION][start:end]))

    def titles_of(self, fighter: int) -> list[int]:
        """The kinds of a fighter's cards."""
        return [kind for kind, owner in enumerate(self.owner) if owner == fighter]


def load_box(path: Path) -> Box:
    """Read a content file; a broken one is refused with file, key and reason."""
    return _Loader(path).load()


class _Loader(Content):
    """Reads the content file and names the first fault it finds."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.box = Box()

    def load(self) -> Box:
        box = self.box
        box.version = self.version()
        box.limits = self.limits(_LIMITS)
        self.read_voices()
        box.tag_names = self.texts("tag")
        fighters = self.entries("fighter")
        known = len(KNOWN_KEYS)
        if [entry.get("key") for entry in fighters[:known]] != list(KNOWN_KEYS):
            raise self.fault(
                "fighter",
                f"first these, in this order: {', '.join(KNOWN_KEYS)}; then any others",
                f"zuerst diese, in dieser Reihenfolge: {', '.join(KNOWN_KEYS)}; dann beliebige andere",
            )
        if len(fighters) > MOST_FIGHTERS:
            raise self.fault(
                "fighter",
                f"{len(fighters)} fighters; {MOST_FIGHTERS} are the most",
                f"{len(fighters)} Kämpfer; höchstens {MOST_FIGHTERS} sind möglich",
            )
        for index, entry in enumerate(fighters):
            fighter_key = entry.get("key")
            if (
                not isinstance(fighter_key, str)
                or not (fighter_key.isascii() and fighter_key.isalpha() and fighter_key.islower())
                or fighter_key in box.keys
                or fighter_key == "any"
            ):
                raise self.fault(
                    f"fighter[{index}].key",
                    f"a word of its own in small letters is needed, not {fighter_key!r}",
                    f"hier gehört ein eigenes Wort in Kleinbuchstaben hin, nicht {fighter_key!r}",
                    fighter_key,
                )
            box.keys.append(fighter_key)
            self.read_fighter(index, f"fighter {fighter_key}", entry)
        self.read_schemes()
        self.read_first_teams()
        return box

    # ---- parts ---------------------------------------------------------------------------------------------------

    def read_voices(self) -> None:
        """The symbols on the ring of the Divine Voice (TT-140)."""
        voices = self.table("voices", self.data.get("voices"))
        self.source("voices", voices.get("source"))
        for position in range(self.box.limits["voices"] + 1):
            start, end = self.symbol(f"voices.{position}", voices.get(str(position)))
            self.box.voice_start.append(start)
            self.box.voice_end.append(end)

    def read_fighter(self, fighter: int, key: str, entry: dict[str, Any]) -> None:
        box = self.box
        box.names.append(self.text(key, entry))
        self.read_cases(key, entry)
        box.titles.append(self.text(f"{key}.title", entry.get("title")))
        box.guides.append(self.text(f"{key}.guide", entry.get("guide")))
        box.base_power.append(self.number(f"{key}.power", entry.get("power"), 0, 20))
        box.difficulty.append(self.number(f"{key}.difficulty", entry.get("difficulty"), 1, HARDEST))
        tags = entry.get("tags")
        note(tags, LIST, [(1, len(box.tag_names))])
        for tag in tags if isinstance(tags, list) else ():
            note(tag, CHOICE, words=list(box.tag_names))
        if not isinstance(tags, list) or not tags or any(tag not in list(box.tag_names) for tag in tags):
            raise self.fault(
                f"{key}.tags",
                f"some of {', '.join(box.tag_names)} are needed",
                f"hier gehören welche von {', '.join(box.tag_names)} hin",
                tags,
            )
        box.tags.append(list(tags))
        self.source(key, entry.get("source"))
        tracks = self.rows(f"{key}.track", entry.get("track"))
        wanted = {BODVAR: 2, FEY: CHARACTERS}.get(fighter, 1)
        note(entry.get("track"), LIST, [(wanted, wanted)])
        if len(tracks) != wanted:
            raise self.fault(
                f"{key}.track",
                f"{wanted} are needed, not {len(tracks)}",
                f"{wanted} sind nötig, nicht {len(tracks)}",
                entry.get("track"),
            )
        box.first_track.append(len(box.track_keys))
        for track in tracks:
            self.read_track(fighter, key, track)
        note(entry.get("card"), LIST, [(1, CARDS_EACH)])
        self.read_cards(fighter, key, self.rows(f"{key}.card", entry.get("card")))

    def read_cases(self, key: str, entry: dict[str, Any]) -> None:
        """How an added fighter's German name bends; by default it does not."""
        cases = {"en": self.box.names[-1].en, "de": self.box.names[-1].de}
        for case in ("acc", "dat"):
            cases[case] = entry.get(case, cases["de"])
            if not isinstance(cases[case], str) or not cases[case]:
                raise self.fault(
                    f"{key}.{case}",
                    "the name in this case is needed, or leave it out",
                    "hier gehört der Name in diesem Fall hin; oder lass es weg",
                    cases[case],
                )
        self.box.cases.append(cases)
        self.box.several.append(self.flag(f"{key}.several", entry.get("several", False)))

    def read_track(self, fighter: int, where: str, entry: dict[str, Any]) -> None:
        box = self.box
        name = entry.get("key")
        if not isinstance(name, str) or not name.isalpha() or name in box.track_keys:
            raise self.fault(
                f"{where}.track",
                f"a key of its own is needed, not {name!r}",
                f"hier gehört ein eigener Schlüssel hin, nicht {name!r}",
                name,
            )
        key = f"{where}.track {name}"
        self.source(key, entry.get("source"))
        top = self.number(f"{key}.top", entry.get("top"), 1, WIDTH + LOWEST - 1)
        floor = entry.get("floor", ["KO"])
        note(floor, LIST, [(1, 1 - LOWEST)])
        if not isinstance(floor, list) or not 1 <= len(floor) <= 1 - LOWEST:
            raise self.fault(
                f"{key}.floor",
                f"1 to {1 - LOWEST} spaces below health 1 are needed",
                f"1 bis {1 - LOWEST} Felder unter Leben 1 sind nötig",
                floor,
            )
        box.track_keys.append(name)
        box.track_names.append(self.text(key, entry) if "en" in entry or "de" in entry else box.names[-1])
        box.track_fighter.append(fighter)
        box.track_top.append(top)
        box.track_floor.append(1 - len(floor))
        if fighter >= len(KNOWN_KEYS):
            self.check_added_track(key, floor, entry)
        start, end = self.symbol(f"{key}.setup", entry.get("setup"))
        box.setup_start.append(start)
        box.setup_end.append(end)
        symbols = dict(self.table(f"{key}.symbols", entry.get("symbols", {})))
        stops = entry.get("stops", [])
        if not isinstance(stops, list):
            raise self.fault(
                f"{key}.stops", "a list of spaces is needed", "hier gehört eine Liste von Feldern hin"
            )
        for below, space in enumerate(floor):
            if space not in ("KO", "SPIRIT"):
                symbols[str(-below)] = space
        for space in stops:
            self.number(f"{key}.stops", space, box.track_floor[-1], top)
        for space in symbols:
            if not str(space).lstrip("-").isdecimal() or not box.track_floor[-1] <= int(space) <= top:
                raise self.fault(
                    key, f"there is no space {space!r}", f"ein Feld {space!r} gibt es nicht", space
                )
        for space in range(LOWEST, LOWEST + WIDTH):
            start, end = self.symbol(f"{key}.symbols.{space}", symbols.get(str(space)))
            box.symbol_start.append(start)
            box.symbol_end.append(end)
            box.stop.append(1 if space in stops else 0)
            box.knocked_out.append(1 if 1 - len(floor) <= space <= 0 and floor[-space] == "KO" else 0)

    def check_added_track(self, key: str, floor: list[Any], entry: dict[str, Any]) -> None:
        """A track without spaces that only one of the known fighters has rules for."""
        if floor != ["KO"]:
            raise self.fault(
                f"{key}.floor",
                "an added fighter has no spaces below health 1; leave it out",
                "ein neuer Kämpfer hat keine Felder unter Leben 1; lass es weg",
            )
        symbols = self.table(f"{key}.symbols", entry.get("symbols", {}))
        for space, effect in {"setup": entry.get("setup", ""), **symbols}.items():
            if effect and not str(effect).startswith("power("):
                raise self.fault(
                    f"{key}.{space}",
                    f"a symbol of an added fighter gives Power, as power(self,+1), not {effect!r}",
                    f"das Symbol eines neuen Kämpfers gibt Stärke, wie power(self,+1), nicht {effect!r}",
                    effect,
                )

    def read_cards(self, fighter: int, where: str, entries: list[dict[str, Any]]) -> None:
        """A fighter's cards: ten (TT-1), in a variant perhaps fewer. One title is the starting title (TT-26)."""
        box, count, starts = self.box, 0, 0
        for entry in entries:
            stem = entry.get("id")
            if not isinstance(stem, str) or stem.lower() in [known.lower() for known in box.stems]:
                raise self.fault(
                    f"{where}.card",
                    f"an id of its own is needed, not {stem!r}",
                    f"hier gehört eine eigene Kennung hin, nicht {stem!r}",
                    stem,
                )
            copies = self.number(f"{stem}.copies", entry.get("copies"), 1, CARDS_EACH)
            self.source(stem, entry.get("source"))
            count += copies
            if entry.get("start", False):
                starts += 1
                box.start_card.append(len(box.ids))
                self.add_kind(fighter, f"{stem}*", stem, 1, 1, entry)
                copies -= 1
            if copies:
                self.add_kind(fighter, stem, stem, copies, 0, entry)
        if count > CARDS_EACH:
            raise self.fault(
                f"{where}.card",
                f"{count} cards; each fighter has at most {CARDS_EACH} (TT-1)",
                f"{count} Karten; jeder Kämpfer hat höchstens {CARDS_EACH} (TT-1)",
            )
        if starts != 1:
            raise self.fault(
                f"{where}.card",
                f"{starts} starting titles; one is needed (TT-26)",
                f"{starts} Startkarten; eine ist nötig (TT-26)",
            )

    def add_kind(
        self, fighter: int, identifier: str, stem: str, copies: int, start: int, entry: dict[str, Any]
    ) -> None:
        box = self.box
        for code in (entry.get("effect"), entry.get("instant")):
            self.numbers_in(code, number_ranges(str(code)))
        code = entry.get("effect")
        try:
            faces = read_faces(str(code))
            if fighter >= len(KNOWN_KEYS):
                for program in faces:
                    check_added(program)
            code = entry.get("instant")
            instant = read_effect(str(code)) if code is not None else []
            check_words(instant, {HEAL})
        except Unreadable as error:
            raise self.fault(f"{stem}.effect", str(error), error.german, code) from error
        box.ids.append(identifier)
        box.stems.append(stem)
        box.card_names.append(self.text(stem, entry))
        box.texts.append(self.text(f"{stem}.text", entry.get("text")))
        if (len(faces) == 2) != ("back" in entry):
            raise self.fault(
                f"{stem}.back",
                "a text for the back is needed where there is one",
                "wo es eine Rückseite gibt, braucht sie einen Text",
            )
        box.backs.append(self.text(f"{stem}.back", entry.get("back")) if len(faces) == 2 else None)
        box.owner.append(fighter)
        box.copies.append(copies)
        box.starts.append(start)
        box.two_faced.append(len(faces) - 1)
        if instant and (len(instant) != ROW or instant[A] != 0):
            raise self.fault(
                f"{stem}.instant",
                "one heal(self,n) is needed",
                "hier gehört ein heal(self,n) hin",
                entry.get("instant"),
            )
        box.instant.append(instant[B] if instant else 0)
        for face in (faces[0], faces[-1]):
            first, last = box.add_program(face)
            box.face_start.append(first)
            box.face_end.append(last)
            box.cancels.append(1 if CANCEL in face[ACTION::ROW] else 0)

    def read_schemes(self) -> None:
        """Milady's tokens (TT-180)."""
        box = self.box
        for entry in self.entries("scheme"):
            identifier = entry.get("id")
            if not isinstance(identifier, str) or identifier in box.scheme_ids:
                raise self.fault(
                    "scheme",
                    f"an id of its own is needed, not {identifier!r}",
                    f"hier gehört eine eigene Kennung hin, nicht {identifier!r}",
                    identifier,
                )
            self.numbers_in(entry.get("effect"), number_ranges(str(entry.get("effect"))))
            try:
                program = read_effect(str(entry.get("effect")))
                check_words(program, SCHEME_WORDS)
            except Unreadable as error:
                raise self.fault(
                    f"{identifier}.effect", str(error), error.german, entry.get("effect")
                ) from error
            self.source(identifier, entry.get("source"))
            box.scheme_ids.append(identifier)
            box.scheme_texts.append(self.text(identifier, entry))
            box.scheme_copies.append(self.number(f"{identifier}.copies", entry.get("copies"), 1, 20))
            start, end = box.add_program(program)
            box.scheme_start.append(start)
            box.scheme_end.append(end)

    def read_first_teams(self) -> None:
        """The teams recommended for a first fight (TT-16)."""
        entry = self.table("first_game", self.data.get("first_game"))
        self.source("first_game", entry.get("source"))
        teams = entry.get("teams")
        keys = []
        for team in teams if isinstance(teams, list) else ():
            keys += team if isinstance(team, list) else [team]
        for key in keys:
            note(key, CHOICE, words=self.box.keys)
        if len(keys) != 4 or any(key not in self.box.keys or keys.count(key) > 1 for key in keys):
            raise self.fault(
                "first_game.teams",
                "two teams of two different fighters are needed",
                "zwei Teams aus je zwei verschiedenen Kämpfern sind nötig",
            )
        order = [self.box.keys.index(key) for key in keys]
        self.box.first_teams = [order[:2], order[2:]]

    # ---- small checks --------------------------------------------------------------------------------------------

    def symbol(self, key: str, effect: Any) -> tuple[int, int]:
        """The program of a symbol on a space; (0, 0) for a plain space."""
        if effect is None:
            return 0, 0
        self.numbers_in(effect, number_ranges(str(effect)))
        try:
            program = read_effect(str(effect))
            check_words(program, SYMBOL_WORDS)
        except Unreadable as error:
            raise self.fault(key, str(error), error.german, effect) from error
        for row in range(0, len(program), ROW):
            if program[row + ACTION] == POWER and program[row + A] > 1:
                raise self.fault(
                    key,
                    "a symbol gives Power to the board's owner or its partner",
                    "ein Symbol gibt dem eigenen Kämpfer oder seinem Partner Stärke",
                    effect,
                )
        return self.box.add_program(program)


BOX: Final = load_box(HERE / "content.toml")
FIGHTER_KEYS: Final = tuple(BOX.keys)
FIGHTERS: Final[int] = len(FIGHTER_KEYS)
IN_DRAFT: Final[int] = min(FIGHTERS, 2 * BOX.limits["draft_hand"])  # draft cards that are dealt (TT-11)
KINDS: Final[int] = len(BOX.ids)
DRAW: Final[int] = BOX.limits["draw"]
AFLAME: Final[int] = BOX.limits["aflame"]
CONCENTRATIONS: Final[int] = BOX.limits["concentration"]
BEAR_TRACK: Final[int] = BOX.first_track[BODVAR] + 1
BUILD_SIZE: Final = 2 * (CARDS_EACH - 1)  # TT-28
POSITIONS: Final[int] = BUILD_SIZE - DRAW + 3  # places for a new card in the longest fight deck (TT-102)
KIND_OF: Final = {identifier: kind for kind, identifier in enumerate(BOX.ids)}
FIGHTER_OF: Final = {key: fighter for fighter, key in enumerate(FIGHTER_KEYS)}
