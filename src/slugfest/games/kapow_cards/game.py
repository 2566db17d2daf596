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
    PositionError,
    Rng,
    State,
    Term,
    Text,
    Weights,
    flag,
    load_guide,
    load_rules,
)

from .bot import estimate, greedy
from .content import BOX, CARDS, HERE
from .position.moves import MOVE_COUNT, action_count
from .rules.apply import Battle
from .shown import catalogue, hints, notation, observation, terminal, terms, words
from .shown.arrange import read_document
from .shown.counting import CardsCounting
from .shown.facts import FACTS, Catalogue, Move


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
        self.open_choices = True
        self.horizon = 0  # the estimate tells more than a few hasty moves
        self.rules = load_rules(HERE / "rules.toml")
        self.guide = load_guide(HERE / "guide.toml", self.rules)
        self.facts = FACTS
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

    def can_draw(self, seats: int, options: Options) -> bool:
        """Equal rows share the victory of a final battle (KC-63)."""
        return True

    def max_moves(self, seats: int, options: Options) -> int:
        """The bounds of KC-75 and KC-76."""
        if options["mode"] == "to-infinity":
            return BOX.limits["turn_cap_per_seat"] * seats
        return 2 * (3 * CARDS - 9 * seats) + 2 * seats

    def weights(self, seats: int, options: Options) -> list[Weights]:
        return [estimate.WEIGHTS]

    def weigh(self, weights: Weights) -> None:
        estimate.weigh(weights.values)

    def greedy(self, state: State, seat: int) -> int:
        assert isinstance(state, Battle)
        return greedy.greedy(state, seat)

    def fields(self, seats: int, options: Options) -> list[Field]:
        return observation.fields(seats)

    def action_count(self, seats: int, options: Options) -> int:
        return action_count(seats)

    def reason(self, state: State, seat: int, contrast: Contrast) -> Text | None:
        return hints.reason(seat, contrast)

    def question(self, state: State, seat: int, contrast: Contrast) -> Text | None:
        return hints.question(seat, contrast)

    def gist(self, state: State, seat: int, move: int, observer: int) -> Text | None:
        return hints.gist(move, observer)

    def heading(self, word: str) -> Text:
        return words.bit_text(word.lower())

    def render(self, view: Facts, names: list[str], language: str) -> str:
        return terminal.render(view, names, language)

    def terms(self) -> list[Term]:
        return [*super().terms(), *terms.component_terms()]

    def catalogue(self) -> Catalogue:
        return catalogue.catalogue()

    def counting(self) -> Counting:
        return CardsCounting()


GAME: Final = KapowCards()
