"""Custom Heroes as a :class:`Game`: its options, its core answers and its parts."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import (
    Choice,
    Facts,
    Game,
    Option,
    Options,
    Rng,
    State,
    Text,
    load_guide,
    load_rules,
)

from .battle import Battle
from .bot.search import HeroesSearch
from .content import BOX, HERE, sets_in_play
from .position.moves import MOVE_COUNT
from .rules.rounds import set_out
from .shown import notation, words
from .shown.arrange import read_document
from .shown.display import HeroesDisplay
from .shown.facts import FACTS
from .shown.learning import HeroesLearning
from .shown.reports import HeroesReports
from .shown.teaching import HeroesTeaching
from .shown.terminal import HeroesTerminal


class CustomHeroes(Game):
    """Custom Heroes."""

    def __init__(self) -> None:
        super().__init__()
        limits = BOX.limits
        self.id = "custom-heroes"
        self.name = Text("Custom Heroes", "Custom Heroes")
        self.tagline = Text(
            "Craft your cards, shed your hand, and finish first.",
            "Bau deine Karten um, werd deine Hand los und sei zuerst fertig.",
        )
        self.version = BOX.version
        self.min_seats = limits["min_seats"]
        self.max_seats = limits["max_seats"]
        self.move_count = MOVE_COUNT
        self.rules = load_rules(HERE / "rules.toml")
        self.facts = FACTS
        self.search = HeroesSearch()
        self.teaching = HeroesTeaching(load_guide(HERE / "guide.toml", self.rules))
        self.learning = HeroesLearning()
        self.reports = HeroesReports()
        self.terminal = HeroesTerminal()
        self.display = HeroesDisplay()
        self.display.luck = "cards"
        self.options = [
            Option(
                "vp_target",
                Text("Points to win", "Punkte bis zum Sieg"),
                limits["vp_target"],
                low=limits["vp_target_low"],
                high=limits["vp_target_high"],
                rule="CH-90",
            ),
            Option(
                "max_rounds",
                Text("Rounds before sudden death", "Runden bis zum Sudden Death"),
                limits["max_rounds"],
                low=limits["max_rounds_low"],
                high=limits["max_rounds_high"],
                rule="CH-26",
            ),
            Option(
                "start_seat",
                Text("Who leads first", "Wer zuerst eröffnet"),
                "random",
                [Choice("random", Text("drawn by lot", "wird ausgelost"))],
                rule="CH-25",
                seat_choice=True,
            ),
        ]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        battle = Battle()
        battle.game = self
        battle.clear(seats, options)
        battle.rng = rng
        set_out(battle)
        return battle

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        battle = Battle()
        battle.game = self
        battle.clear(seats, options)
        read_document(battle, document)
        return battle

    def format(self, move: int) -> str:
        return notation.write(notation.parts_of(move))

    def parse(self, text: str) -> int:
        return notation.parse(text)

    def label(self, move: int) -> Text:
        return notation.label(move)

    def describe(self, event: Facts) -> Text:
        return words.describe(event)

    def max_moves(self, seats: int, options: Options) -> int:
        """The bound of CH-120, with the small moves of a play and of wagers."""
        deck = sets_in_play(seats) * BOX.limits["values"]
        a_round = deck * (seats + 2) + 2 * seats + 2 * deck
        rounds: int = options["max_rounds"] + 1
        return rounds * a_round + len(BOX.pieces)


GAME: Final = CustomHeroes()
