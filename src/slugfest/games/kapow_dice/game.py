"""KAPOW! dice as a :class:`Game`: its options, its core answers and its parts."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import (
    Choice,
    Facts,
    FactTypes,
    Game,
    Option,
    Options,
    Rng,
    State,
    Text,
    flag,
    load_guide,
    load_rules,
)

from .battle import Battle
from .bot.search import DiceSearch
from .content import BOX, HERE
from .position.moves import MOVE_COUNT
from .position.phases import MODE_NAMES, MODE_SEATS
from .position.tables import POW_BASES
from .rules.setup import begin_game
from .shown import arrange, notation, words
from .shown.display import DiceDisplay
from .shown.documents import DOCUMENT
from .shown.event_facts import Event
from .shown.facts import BoardView, Catalogue, Forecast, Move
from .shown.learning import DiceLearning
from .shown.reports import DiceReports
from .shown.teaching import DiceTeaching
from .shown.terminal import DiceTerminal

_MODE_TEXTS: Final = {
    "duel": Text("First game, one against one", "Erste Partie, eins gegen eins"),
    "characters": Text("One against one with characters", "Eins gegen eins mit Charakteren"),
    "solo": Text("Solo against an automated opponent", "Solo gegen einen automatischen Gegner"),
    "team": Text("Two against two", "Zwei gegen zwei"),
    "coop": Text("Together against two automated opponents", "Gemeinsam gegen zwei automatische Gegner"),
}


_WITH_CHARACTERS: Final = ("mode", ["characters", "solo", "team", "coop"])


class KapowDice(Game):
    """KAPOW!, the dice game."""

    def __init__(self) -> None:
        super().__init__()
        self.id = "kapow-dice"
        self.name = Text("KAPOW! – the dice game", "KAPOW! – das Würfelspiel")
        self.tagline = Text(
            "Roll in secret, place your dice, and hit harder every round.",
            "Würfle verdeckt, leg deine Würfel und schlag jede Runde härter zu.",
        )
        self.version = BOX.version
        self.oldest_version = 1  # 2: no base that is outdone is offered, New Plan asks once for a single face
        self.numbers_since = 4  # 3: our own numbers were retuned; 4: New Plan and Taunt ask for symbols
        self.min_seats = min(MODE_SEATS)
        self.max_seats = max(MODE_SEATS)
        self.move_count = MOVE_COUNT
        self.rules = load_rules(HERE / "rules.toml")
        self.search = DiceSearch()
        self.teaching = DiceTeaching(load_guide(HERE / "guide.toml", self.rules))
        self.learning = DiceLearning()
        self.reports = DiceReports()
        self.terminal = DiceTerminal()
        self.display = DiceDisplay()
        self.display.luck = "dice"
        self.facts = FactTypes(
            board=BoardView,
            events=Event,
            catalogue=Catalogue,
            moves=Move,
            forecast=Forecast,
            document=DOCUMENT.type,
        )
        modes = [
            Choice(name, _MODE_TEXTS[name], [seats])
            for name, seats in zip(MODE_NAMES, MODE_SEATS, strict=True)
        ]
        self.options = [
            Option("mode", Text("Mode", "Spielmodus"), "duel", modes, rule="KD-70"),
            flag(
                "opposed",
                Text("Only heroes against villains", "Nur Helden gegen Schurken"),
                False,
                rule="KD-71",
                only_with=_WITH_CHARACTERS,
            ),
            flag(
                "by_lot",
                Text("Characters are drawn by lot", "Charaktere werden ausgelost"),
                False,
                rule="KD-71",
                only_with=_WITH_CHARACTERS,
            ),
            flag(
                "pick_rivals",
                Text("Player 1 chooses the automated opponents", "Spieler 1 wählt die automatischen Gegner"),
                False,
                rule="KD-77",
                seats=[1, 2],
                only_with=("mode", ["solo", "coop"]),
            ),
            flag(
                "draft_cards",
                Text("Team-Up cards are drafted", "Bündniskarten werden reihum gewählt"),
                False,
                rule="KD-213",
                seats=[4],
            ),
            Option(
                "pow",
                Text("Base attack of Pow", "Basisangriff von Pow"),
                POW_BASES[0],
                low=POW_BASES[0],
                high=POW_BASES[-1],
                rule="KD-41",
                detail=True,
            ),
        ]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        position = Battle()
        position.game = self
        position.clear(seats, options)
        position.rng = rng
        begin_game(position)
        return position

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        position = Battle()
        position.game = self
        position.clear(seats, options)
        position.part()
        arrange.read_document(position, document)
        return position

    def format(self, move: int) -> str:
        return notation.write(notation.parts_of(move))

    def parse(self, text: str) -> int:
        return notation.parse(text)

    def label(self, move: int) -> Text:
        return notation.label(move)

    def describe(self, event: Facts) -> Text:
        return words.describe(event)

    def can_draw(self, seats: int, options: Options) -> bool:
        """Both sides may fall at once; whoever plays against the game has nobody to agree with."""
        return len(self.teams(seats, options)) > 1

    def max_moves(self, seats: int, options: Options) -> int:
        """Changes of mind, announcements and answers of a round, times the rounds (KD-145)."""
        return (5 * BOX.limits["changes_of_mind"] + 500) * seats * BOX.limits["round_limit"] + 20

    def teams(self, seats: int, options: Options) -> list[list[int]]:
        if options["mode"] == "team":
            return [[0, 1], [2, 3]]
        return [[0, 1]] if options["mode"] == "coop" else [[seat] for seat in range(seats)]


GAME: Final = KapowDice()
