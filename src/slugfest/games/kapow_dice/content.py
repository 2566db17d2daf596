"""What is in the box, read from ``content.toml`` and checked once (KD-1 to KD-4, KD-40, KD-150 f., KD-190, KD-214)."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final, Literal, get_args

from slugfest.kernel import Content, Text
from slugfest.kernel.content import CHOICE, LIST, NUMBER, note

from .position.requirements import BLANK, LETTERS, SUBSTITUTIONS, WILD, Section, parse

HERE: Final = Path(__file__).parent
Column = Literal["attack", "defend", "immediate", "power_up", "after", "round"]
TIMINGS: Final[tuple[Column, ...]] = get_args(Column)
Kind = Literal["red", "yellow", "purple", "green", "blue", "action"]  # of dice
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
TRAITS: Final = 5  # the first five kinds; the last one is the Action die
SIDES: Final = ("hero", "villain")
ROWS: Final = 8
MOST_DICE: Final = 26  # of a set: the engine counts them in two halves of a machine number

_MOST_GAINED: Final = 9  # pieces of one effect
_GAINS: Final = ("nw", "any", "wild", "trait", "action")
_CONDITIONS: Final = {"if_lost": 1, "if_dealt": 1, "if_unhurt": 0, "if_fewer_dice": 0}
# Words with numbers: how many, and the smallest and greatest value.
_NUMBERED: Final = {
    "attack_base": (1, 1, 99), "attack_kicker": (1, 1, 99), "attack_multiplier": (1, 2, 9),
    "defence_base": (1, 1, 99), "defence_kicker": (1, 1, 99), "defence_multiplier": (1, 2, 9),
    "cost": (1, 1, 99), "copy": (2, 1, 9), "heal": (1, 1, 99), "exchange": (1, 1, 9), "lose": (1, 1, 99),
    "punish": (2, 0, 99), "die_or_faces": (1, 1, 9), "life": (1, 1, 99), "blood": (1, 1, 99),
    "reroll": (1, 1, 1), "reroll_any": (1, 1, 26), "adrenaline": (1, 1, 9), "weaken": (1, 1, 9),
    "lock": (2, 1, 9), "attack": (1, 1, 99), "defence": (1, -99, 99),
}  # fmt: skip
_PLAIN_WORDS: Final = ("defence_counts", "adapt", "turn", "no_loss", "entangle", "untangle", "repeat")


class Effect:
    """One effect of an ability: the word, its numbers, and when or on what condition if not the usual."""

    def __init__(
        self, word: str, what: str, numbers: list[int], moment: str, condition: str, limit: int
    ) -> None:
        self.word = word
        self.what = what  # a choice that is no number: nw, both, named, the letters of symbols …
        self.numbers = numbers
        self.moment = moment  # one of TIMINGS, or empty: the ability's own
        self.condition = condition
        self.limit = limit  # the number of the condition

    def number(self, index: int) -> int:
        return self.numbers[index] if index < len(self.numbers) else 1


class Ability:
    """One ability of a board, one half of a card, or one row of an automated opponent."""

    def __init__(self, identifier: str, board: str, name: Text) -> None:
        self.id = identifier
        self.board = board
        self.name = name
        self.timing: Column = "round"
        self.requirement = ""
        self.sections: list[Section] = []
        self.effects: list[Effect] = []
        self.lines: list[
            tuple[int, list[Effect]]
        ] = []  # of a row: face (BLANK = "any") and effects, highest first
        self.once = False
        self.may = False

    def find(self, word: str) -> Effect | None:
        for effect in self.effects:
            if effect.word == word:
                return effect
        return None


class Character:
    """A fighter one may play."""

    def __init__(self, identifier: str, prefix: str, name: Text) -> None:
        self.id = identifier
        self.prefix = prefix
        self.name = name
        self.villain = False
        self.health = 0
        self.dice: list[int] = []
        self.faces: list[int] = []
        self.abilities: list[Ability] = []
        self.rows: list[Ability] = []


class Card:
    """A Team-Up card: two halves of one colour."""

    def __init__(self, identifier: str, colour: int, name: Text, halves: list[Ability]) -> None:
        self.id = identifier
        self.colour = colour
        self.name = name
        self.halves = halves


class Box:
    """Everything in the box."""

    def __init__(self) -> None:
        self.file = ""  # where errors are said to stand
        self.version = 1
        self.limits: dict[str, int] = {}
        self.face_names: list[Text] = []
        self.face_colours: list[str] = []
        self.face_counts: list[int] = []
        self.die_names: list[Text] = []
        self.die_counts: list[int] = []
        self.die_sides: list[list[int]] = []  # by kind: the faces of a Trait die; none for the Action die
        self.first_dice: list[int] = []
        self.first_faces: list[int] = []
        self.entangle_tokens = 0
        self.locked_tokens = 0
        self.board: list[Ability] = []  # the Player Board
        self.token = Ability("", "", Text("", ""))
        self.characters: list[Character] = []
        self.colours: list[str] = []
        self.colour_names: list[Text] = []
        self.cards: list[Card] = []


def load_box(path: Path) -> Box:
    """Read a content file; a broken one is refused with file, key and reason."""
    return _Loader(path).load()


class _Loader(Content):
    """Reads the content file and names the first fault it finds."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.box = Box()
        self.ids: set[str] = set()

    def load(self) -> Box:
        box, data = self.box, self.data
        box.file = self.file
        box.version = self.version()
        box.limits = self.limits(_LIMITS)
        self.read_faces()
        self.read_dice()
        tokens = self.table("tokens", data.get("tokens"))
        box.entangle_tokens = self.number("tokens.entangle", tokens.get("entangle"), 0, 99)
        box.locked_tokens = self.number("tokens.locked", tokens.get("locked"), 0, 99)
        self.source("tokens", tokens.get("source"))
        first = self.table("first_game", data.get("first_game"))
        box.first_dice = self.dice("first_game.dice", first.get("dice"))
        box.first_faces = self.faces("first_game.faces", first.get("faces"))
        self.source("first_game", first.get("source"))
        self.read_characters()
        self.read_abilities()
        self.read_colours()
        self.read_cards()
        self.read_rows()
        self.check()
        return box

    # ---- the parts -----------------------------------------------------------------------------------------

    def read_faces(self) -> None:
        entries = self.entries("face", len(LETTERS) - 1)
        for index, entry in enumerate(entries):
            key = f"face[{index}]"
            if entry.get("id") != LETTERS[index]:
                raise self.fault(
                    f"{key}.id",
                    f"{LETTERS[index]} is needed here",
                    f"hier gehört {LETTERS[index]} hin",
                    entry.get("id"),
                )
            self.box.face_names.append(self.text(key, entry))
            self.box.face_colours.append(self.word(f"{key}.colour", entry.get("colour")))
            self.box.face_counts.append(self.number(f"{key}.count", entry.get("count"), 1, 99))
            self.source(key, entry.get("source"))

    def read_dice(self) -> None:
        for index, entry in enumerate(self.entries("die", len(KINDS))):
            key = f"die[{index}]"
            if entry.get("id") != KINDS[index]:
                raise self.fault(
                    f"{key}.id",
                    f"{KINDS[index]} is needed here",
                    f"hier gehört {KINDS[index]} hin",
                    entry.get("id"),
                )
            self.box.die_names.append(self.text(key, entry))
            self.box.die_counts.append(self.number(f"{key}.count", entry.get("count"), 1, 20))
            sides = entry.get("sides")
            wanted = self.box.limits["sides"] if index < TRAITS else 0
            if (
                not isinstance(sides, str)
                or len(sides) != wanted
                or any(side not in LETTERS for side in sides)
            ):
                raise self.fault(
                    f"{key}.sides",
                    f"{wanted} letters out of {LETTERS} are needed, not {sides!r}",
                    f"hier gehören {wanted} Buchstaben aus {LETTERS} hin, nicht {sides!r}",
                    sides,
                )
            self.box.die_sides.append(sorted(LETTERS.index(side) for side in sides))
            self.source(key, entry.get("source"))

    def read_characters(self) -> None:
        for index, entry in enumerate(self.entries("character")):
            key = f"character[{index}]"
            identifier = self.fresh(f"{key}.id", entry.get("id"))
            prefix = self.word(f"{key}.prefix", entry.get("prefix"))
            character = Character(identifier, prefix, self.text(key, entry))
            character.villain = SIDES[self.one_of(f"{key}.side", entry.get("side"), SIDES)] == "villain"
            character.health = self.number(f"{key}.health", entry.get("health"), 1, 99)
            character.dice = self.dice(f"{key}.dice", entry.get("dice"))
            character.faces = self.faces(f"{key}.faces", entry.get("faces"))
            if len(character.faces) > self.box.limits["sides"] or (
                character.faces and TRAITS not in character.dice
            ):
                raise self.fault(
                    f"{key}.faces",
                    "more than fit on the first Action die",
                    "mehr, als auf den ersten Aktionswürfel passen",
                )
            self.source(key, entry.get("source"))
            self.box.characters.append(character)

    def read_abilities(self) -> None:
        boards = {character.id: character for character in self.box.characters}
        for index, entry in enumerate(self.entries("ability")):
            key = f"ability[{index}]"
            identifier = self.fresh(f"{key}.id", entry.get("id"))
            board = entry.get("board")
            note(board, CHOICE, words=["player", "token", *boards])
            ability = self.ability(key, identifier, str(board), self.text(key, entry), entry)
            if board == "player":
                self.box.board.append(ability)
            elif board == "token":
                self.box.token = ability
            elif isinstance(board, str) and board in boards:
                boards[board].abilities.append(ability)
            else:
                raise self.fault(
                    f"{key}.board",
                    f"player, token or a character is needed, not {board!r}",
                    f"hier gehört player, token oder eine Figur hin, nicht {board!r}",
                    board,
                )
            self.source(key, entry.get("source"))

    def read_colours(self) -> None:
        for index, entry in enumerate(self.entries("colour")):
            key = f"colour[{index}]"
            self.box.colours.append(self.word(f"{key}.id", entry.get("id")))
            self.box.colour_names.append(self.text(key, entry))
            self.source(key, entry.get("source"))

    def read_cards(self) -> None:
        for index, entry in enumerate(self.entries("card")):
            key = f"card[{index}]"
            identifier = self.fresh(f"{key}.id", entry.get("id"))
            name = self.text(key, entry)
            colour = self.one_of(f"{key}.colour", entry.get("colour"), self.box.colours)
            halves: list[Ability] = []
            for side in ("left", "right"):
                half = dict(self.table(f"{key}.{side}", entry.get(side)))
                half["timing"] = entry.get("timing")
                halves.append(self.ability(f"{key}.{side}", f"{identifier}.{side}", "card", name, half))
                if len(halves[-1].sections) != 1:
                    raise self.fault(
                        f"{key}.{side}.req",
                        "exactly one section is needed",
                        "genau ein Abschnitt ist nötig",
                        half.get("req"),
                    )
            self.source(key, entry.get("source"))
            self.box.cards.append(Card(identifier, colour, name, halves))

    def read_rows(self) -> None:
        boards = {character.id: character for character in self.box.characters}
        for index, entry in enumerate(self.entries("row")):
            key = f"row[{index}]"
            character = boards.get(str(entry.get("board")))
            if character is None:
                raise self.fault(
                    f"{key}.board", "a character is needed", "hier gehört eine Figur hin", entry.get("board")
                )
            note(entry.get("row"), NUMBER, [(len(character.rows) + 1, len(character.rows) + 1)])
            if entry.get("row") != len(character.rows) + 1:
                raise self.fault(
                    f"{key}.row",
                    f"row {len(character.rows) + 1} of {character.id} is needed here",
                    f"hier gehört Zeile {len(character.rows) + 1} von {character.id} hin",
                    entry.get("row"),
                )
            identifier = self.fresh(f"{key}.row", f"{character.prefix}{entry['row']}")
            row = self.ability(key, identifier, character.id, self.text(key, entry), entry)
            lines = entry.get("lines", [])
            for line in lines if isinstance(lines, list) else [lines]:
                symbol = line.get("symbol") if isinstance(line, dict) else None
                if symbol != "any" and (not isinstance(symbol, str) or symbol not in LETTERS[:WILD]):
                    raise self.fault(
                        f"{key}.lines",
                        "each line needs a symbol M E T A X or any",
                        "jede Zeile braucht ein Symbol M E T A X oder any",
                        symbol,
                    )
                face = BLANK if symbol == "any" else LETTERS.index(symbol)
                row.lines.append((face, self.effects(f"{key}.lines.{symbol}", line.get("does"))))
            alike = len({section.strip() for section in row.requirement.split("|")}) == 1
            if len(row.sections) > 2 or not alike:
                raise self.fault(
                    f"{key}.req",
                    "a row has one section, or two that ask for the same",
                    "eine Zeile hat einen Abschnitt oder zwei, die dasselbe verlangen",
                    entry.get("req"),
                )
            self.source(key, entry.get("source"))
            character.rows.append(row)

    def ability(self, key: str, identifier: str, board: str, name: Text, entry: dict[str, Any]) -> Ability:
        ability = Ability(identifier, board, name)
        ability.timing = TIMINGS[self.one_of(f"{key}.timing", entry.get("timing"), TIMINGS)]
        self.numbers_in(entry.get("req"), [])
        ability.requirement = str(entry.get("req"))
        try:
            ability.sections = parse(ability.requirement)
        except ValueError as error:
            raise self.fault(f"{key}.req", str(error), _german(str(error)), entry.get("req")) from error
        ability.effects = self.effects(f"{key}.does", entry.get("does", []))
        ability.once = self.flag(f"{key}.once", entry.get("once", False))
        ability.may = self.flag(f"{key}.may", entry.get("may", False))
        return ability

    # ---- effects -------------------------------------------------------------------------------------------

    def effects(self, key: str, entries: Any) -> list[Effect]:
        note(entries, LIST)
        if not isinstance(entries, list):
            raise self.fault(key, "a list of effects is needed", "hier gehört eine Liste von Effekten hin")
        return [self.effect(key, entry) for entry in entries]

    def effect(self, key: str, entry: Any) -> Effect:
        if not isinstance(entry, str):
            raise self.fault(key, f"{entry!r} is no effect", f"{entry!r} ist kein Effekt", entry)
        before, colon, rest = entry.rpartition(":")
        moment, condition, limit = "", "", 0
        ranges: list[tuple[int, int]] = []
        if colon:
            prefix = before.split()
            if len(prefix) == 1 and prefix[0] in TIMINGS:
                moment = prefix[0]
            elif prefix and _CONDITIONS.get(prefix[0]) == len(prefix) - 1:
                condition = prefix[0]
                limit = self.numbers(key, entry, prefix[1:], 1, 99)[0] if len(prefix) > 1 else 0
                ranges += [(1, 99)] * (len(prefix) - 1)
            else:
                raise self.fault(
                    key,
                    f"{entry!r}: {before!r} is neither a moment nor a condition",
                    f"{entry!r}: {before!r} ist weder ein Zeitpunkt noch eine Bedingung",
                    entry,
                )
        words = rest.split()
        if not words:
            raise self.fault(key, f"{entry!r} is no effect", f"{entry!r} ist kein Effekt", entry)
        count, low, high = (1, 1, _MOST_GAINED) if words[0] == "gain" else _NUMBERED.get(words[0], (0, 0, 0))
        self.numbers_in(entry, ranges + [(low, high)] * count)
        what, numbers = self.arguments(key, entry, words[0], words[1:])
        return Effect(words[0], what, numbers, moment, condition, limit)

    def arguments(self, key: str, entry: str, word: str, rest: list[str]) -> tuple[str, list[int]]:
        """What follows the word of an effect: a choice, numbers, or nothing."""
        if word in _NUMBERED:
            count, low, high = _NUMBERED[word]
            if len(rest) == count:
                return "", self.numbers(key, entry, rest, low, high)
        elif word == "gain":
            if rest and rest[0] in _GAINS and len(rest) <= 2:
                return rest[0], self.numbers(key, entry, rest[1:], 1, _MOST_GAINED)
        elif word in ("attach", "reroll_not"):
            if len(rest) == 1 and all(letter in LETTERS[:WILD] for letter in rest[0]):
                return rest[0], []
        elif word == "use":
            pair = [LETTERS.find(letter) for letter in rest if len(letter) == 1]
            if len(pair) == 2 and (pair[0], pair[1]) in SUBSTITUTIONS[1:]:
                return "".join(rest), []
        elif word in _CHOICES:
            if len(rest) == 1 and rest[0] in _CHOICES[word]:
                return rest[0], []
        elif word == "refresh":
            if (
                rest
                and rest[0] in ("one", "all")
                and all(letter in LETTERS[:WILD] for letter in "".join(rest[1:]))
            ):
                return " ".join(rest), []
        elif word in _PLAIN_WORDS and not rest:
            return "", []
        raise self.fault(key, f"{entry!r} is no effect", f"{entry!r} ist kein Effekt", entry)

    def numbers(self, key: str, entry: str, words: list[str], low: int, high: int) -> list[int]:
        found: list[int] = []
        for word in words:
            if not word.lstrip("-").isdecimal() or not low <= int(word) <= high:
                raise self.fault(
                    key,
                    f"{entry!r}: a number from {low} to {high} is needed, not {word!r}",
                    f"{entry!r}: hier gehört eine Zahl von {low} bis {high} hin, nicht {word!r}",
                    entry,
                )
            found.append(int(word))
        return found

    # ---- the whole -----------------------------------------------------------------------------------------

    def check(self) -> None:
        """What must fit together: enough boards, cards of every colour, a set that can set up every game."""
        box = self.box
        if sum(box.die_counts) > MOST_DICE:
            raise self.fault(
                "die",
                f"a set of {sum(box.die_counts)} dice is more than {MOST_DICE}",
                f"ein Satz von {sum(box.die_counts)} Würfeln ist mehr als {MOST_DICE}",
            )
        if not box.board or not box.token.id or len(box.characters) < 4:
            raise self.fault(
                "ability",
                "a Player Board, a token and at least four characters are needed",
                "ein Spielertableau, ein Plättchen und mindestens vier Figuren sind nötig",
            )
        for character in box.characters:
            if len(character.rows) not in (0, ROWS):
                raise self.fault(
                    "row",
                    f"{character.id} needs {ROWS} rows, or none and is never automated",
                    f"{character.id} braucht {ROWS} Zeilen, oder keine und wird nie automatisch gespielt",
                )
            if not character.abilities:
                raise self.fault(
                    "ability",
                    f"{character.id} needs a box of its own: board = {character.id!r}",
                    f"{character.id} braucht ein eigenes Feld: board = {character.id!r}",
                )
            self.check_set(character.id, character.dice, character.faces)
        self.check_set("first_game", box.first_dice, box.first_faces)
        if sum(1 for character in box.characters if character.rows) < 4:
            raise self.fault(
                "row",
                f"four characters need {ROWS} rows, for the automated opponents",
                f"vier Figuren brauchen {ROWS} Zeilen, für die automatischen Gegner",
            )
        for colour in range(len(box.colours)):
            if sum(1 for card in box.cards if card.colour == colour) != 2:
                raise self.fault(
                    "card",
                    f"exactly two {box.colours[colour]} cards are needed (KD-212)",
                    f"genau zwei Karten der Farbe {box.colours[colour]} sind nötig (KD-212)",
                )

    def check_set(self, key: str, dice: list[int], faces: list[int]) -> None:
        """Two fighters with these pieces must fit into one set."""
        for kind in range(len(KINDS)):
            if 2 * dice.count(kind) > self.box.die_counts[kind]:
                raise self.fault(
                    key,
                    f"more {KINDS[kind]} dice than a set has for two fighters",
                    f"mehr Würfel ({KINDS[kind]}), als ein Satz für zwei Kämpfer hat",
                )
        for face in range(len(LETTERS) - 1):
            if 2 * faces.count(face) > self.box.face_counts[face]:
                raise self.fault(
                    key,
                    f"more {LETTERS[face]} faces than a set has for two fighters",
                    f"mehr Seiten ({LETTERS[face]}), als ein Satz für zwei Kämpfer hat",
                )

    # ---- values --------------------------------------------------------------------------------------------

    def fresh(self, key: str, value: Any) -> str:
        identifier = self.word(key, value)
        if identifier in self.ids:
            raise self.fault(key, f"{identifier} stands there twice", f"{identifier} steht zweimal da", value)
        self.ids.add(identifier)
        return identifier

    def dice(self, key: str, value: Any) -> list[int]:
        note(value, LIST, [(1, MOST_DICE)])
        for kind in value if isinstance(value, list) else ():
            note(kind, CHOICE, words=KINDS)
        if not isinstance(value, list) or not value or any(kind not in KINDS for kind in value):
            raise self.fault(
                key,
                f"a list of {', '.join(KINDS)} is needed",
                f"hier gehört eine Liste von {', '.join(KINDS)} hin",
                value,
            )
        return [KINDS.index(kind) for kind in value]

    def faces(self, key: str, value: Any) -> list[int]:
        note(value, LIST, [(0, 2 * self.box.limits["sides"])])
        for face in value if isinstance(value, list) else ():
            note(face, CHOICE, words=LETTERS[:BLANK])
        if not isinstance(value, list) or any(face not in tuple(LETTERS[:BLANK]) for face in value):
            raise self.fault(
                key,
                f"a list of the letters {LETTERS[:BLANK]} is needed",
                f"hier gehört eine Liste der Buchstaben {LETTERS[:BLANK]} hin",
                value,
            )
        return [LETTERS.index(face) for face in value]


def _german(reason: str) -> str:
    """The refusal of a requirement in German: only one is possible."""
    wrong, _, known = reason.partition(" is no slot; slots are ")
    return f"{wrong} ist kein Feld; möglich sind {known}"


_LIMITS: Final = {
    "round_limit": (1, 1000),
    "sides": (6, 6),
    "max_entangle": (3, 3),
    "entangle_attack": (0, 99),
    "first_health": (1, 99),
    "changes_of_mind": (0, 1000),
}
_CHOICES: Final = {"no_trait": ("both", "rival"), "cravings": ("named", "random")}

BOX: Final = load_box(HERE / "content.toml")
