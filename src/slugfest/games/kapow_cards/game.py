"""KAPOW! cards as a :class:`Game`: its options, its core answers and its parts."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import (
    Choice,
    Facts,
    Game,
    Option,
    Options,
    PositionError,
    Rng,
    State,
    Text,
    flag,
    load_guide,
    load_rules,
)

from .battle import Battle
from .bot.search import CardsSearch
from .content import BOX, CARDS, HERE
from .position.moves import MOVE_COUNT
from .shown import notation, words
from .shown.arrange import read_document
from .shown.display import CardsDisplay
from .shown.facts import FACTS
from .shown.learning import CardsLearning
from .shown.reports import CardsReports
from .shown.teaching import CardsTeaching
from .shown.terminal import CardsTerminal


class KapowCards(Game):
    """KAPOW!, the card game."""

    def __init__(self) -> None:
        super().__init__()
        self.id = "kapow-cards"
        self.name = Text("KAPOW! – the card game", "KAPOW! – das Kartenspiel")
        self.tagline = Text(
            "Hide your heroes, guess theirs, and hit first.",
            "Versteck deine Helden, errate ihre und schlag zuerst zu.",
        )
        self.version = BOX.version
        self.min_seats = BOX.limits["min_seats"]
        self.max_seats = BOX.limits["max_seats"]
        self.move_count = MOVE_COUNT
        self.rules = load_rules(HERE / "rules.toml")
        self.facts = FACTS
        self.search = CardsSearch()
        self.teaching = CardsTeaching(load_guide(HERE / "guide.toml", self.rules))
        self.learning = CardsLearning()
        self.reports = CardsReports()
        self.terminal = CardsTerminal()
        self.display = CardsDisplay()
        self.display.luck = "cards"
        self.options = [  # what is agreed before the game, besides the number of players (KC-90)
            Option(
                "mode",
                Text("Mode", "Spielmodus"),
                "fallen-heroes",
                [
                    Choice("fallen-heroes", Text("Fallen Heroes (short)", "Gefallene Helden (kurz)")),
                    Choice("to-infinity", Text("To Infinity! (long)", "Bis zur Unendlichkeit! (lang)")),
                ],
                rule="KC-16",
            ),
            Option(
                "start_seat",
                Text("Who starts", "Wer beginnt"),
                "random",
                [Choice("random", Text("drawn by lot", "wird ausgelost"))],
                rule="KC-17",
                seat_choice=True,
            ),
            flag(
                "look_at_dealt",
                Text(
                    "Look at the cards dealt to your own row",
                    "Ausgeteilte Karten der eigenen Reihe ansehen",
                ),
                False,
                rule="KC-13",
            ),
        ]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        battle = Battle()
        battle.game = self
        battle.clear(seats, options)
        battle.rng = rng
        battle.deal()
        return battle

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        battle = Battle()
        battle.game = self
        battle.clear(seats, options)
        read_document(battle, document)
        if not battle.reason and not battle.moves(battle.turn):
            raise PositionError(
                f"turn: P{battle.turn + 1} has no legal action; set up the position one move earlier"
            )
        return battle

    def format(self, move: int) -> str:
        return notation.write(notation.parts_of(move))

    def parse(self, text: str) -> int:
        return notation.parse(text)

    def label(self, move: int) -> Text:
        return notation.label(move)

    def describe(self, event: Facts) -> Text:
        return words.describe(event)

    def can_draw(self, seats: int, options: Options) -> bool:
        """Equal rows share the victory of a final battle (KC-63)."""
        return True

    def max_moves(self, seats: int, options: Options) -> int:
        """The bounds of KC-75 and KC-76."""
        if options["mode"] == "to-infinity":
            return BOX.limits["turn_cap_per_seat"] * seats
        dealt = BOX.limits["dealt_to_hand"] + 2 * BOX.limits["dealt_to_row"]
        return 2 * (3 * int(CARDS) - dealt * seats) + 2 * seats


GAME: Final = KapowCards()
