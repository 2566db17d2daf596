"""What the game says about itself."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import (
    Choice,
    Contrast,
    Counting,
    Facts,
    Field,
    Game,
    Option,
    Options,
    Rng,
    State,
    Term,
    Text,
    Weights,
    load_guide,
    load_rules,
)

from .bot import estimate, greedy
from .content import BOX, HERE, sets_in_play
from .position.moves import MOVE_COUNT
from .rules.battle import Battle
from .rules.rounds import set_out
from .shown import catalogue, hints, notation, observation, terminal, terms, words
from .shown.arrange import read_document
from .shown.counting import HeroesCounting
from .shown.facts import FACTS, Catalogue, Move


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
        self.open_choices = True
        self.rules = load_rules(HERE / "rules.toml")
        self.guide = load_guide(HERE / "guide.toml", self.rules)
        self.facts = FACTS
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

    def move_parts(self, move: int) -> Move:
        return notation.parts_of(move)

    def write_parts(self, parts: Move) -> str:
        return notation.write(parts)

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

    def weights(self, seats: int, options: Options) -> list[Weights]:
        return [estimate.WIN_OF_TWO if seats == 2 else estimate.WIN, estimate.FIRST]

    def weigh(self, weights: Weights) -> None:
        estimate.weigh(weights.table, weights.values)

    def greedy(self, state: State, seat: int) -> int:
        assert isinstance(state, Battle)
        return greedy.greedy(state, seat)

    def iterations(self, seats: int) -> int:
        return 400  # each imagined game is played by sensible players to the end of the round

    def fields(self, seats: int, options: Options) -> list[Field]:
        return observation.fields(seats)

    def reason(self, state: State, seat: int, contrast: Contrast) -> Text | None:
        assert isinstance(state, Battle)
        return hints.reason(state, seat, contrast)

    def question(self, state: State, seat: int, contrast: Contrast) -> Text | None:
        assert isinstance(state, Battle)
        return hints.question(state, seat, contrast)

    def gist(self, state: State, seat: int, move: int, observer: int) -> Text | None:
        return hints.gist(move)

    def first_match(self) -> tuple[int, Options]:
        return 3, {}  # with two players hands are large and the same value is refused

    def mode(self, seats: int, options: Options) -> Text | None:
        return words.headline_text("mode", {"number": options["vp_target"]})

    def heading(self, word: str) -> Text:
        return words.bit_text(f"do_{word}")

    def render(self, view: Facts, names: list[str], language: str) -> str:
        return terminal.render(view, names, language)

    def terms(self) -> list[Term]:
        return [*super().terms(), *terms.terms()]

    def catalogue(self) -> Catalogue:
        return catalogue.catalogue()

    def counting(self) -> Counting:
        return HeroesCounting()


GAME: Final = CustomHeroes()
