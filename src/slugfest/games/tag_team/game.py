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
    flag,
    load_guide,
    load_rules,
)

from .bot import estimate, greedy
from .content import BOX, BUILD_SIZE, DRAW, FIGHTER_KEYS, HERE
from .position.moves import MOVE_COUNT
from .rules import line_ups
from .rules.battle import Battle
from .shown import catalogue, hints, notation, observation, terminal, terms, words
from .shown.arrange import read_document
from .shown.counting import FightersCounting
from .shown.facts import FACTS, Catalogue, Move


class TagTeam(Game):
    """Tag Team: two against two, with decks that fight by themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.id = "tag-team"
        self.name = Text("Tag Team", "Tag Team")
        self.tagline = Text(
            "Two fighters, one deck that fights by itself. Slip in the right card.",
            "Zwei Kämpfer, ein Deck, das von selbst kämpft. Schieb die richtige Karte ein.",
        )
        self.version = BOX.version
        self.min_seats = 2
        self.max_seats = 2
        self.move_count = MOVE_COUNT
        self.bluffs = False  # the best place for a card is rarely a matter of being guessed
        self.open_choices = True
        self.horizon = 4  # to the end of the next fight phase; what comes later is for the estimate
        self.rules = load_rules(HERE / "rules.toml")
        self.guide = load_guide(HERE / "guide.toml", self.rules)
        self.facts = FACTS
        fighters = [Choice("any", Text("drawn by lot", "wird ausgelost"))]
        for key, name in zip(FIGHTER_KEYS, BOX.names):
            fighters.append(Choice(key, name))
        self.options = [
            Option(
                "teams",
                Text("How the teams are found", "Wie die Teams zusammenfinden"),
                "normal",
                [
                    Choice("normal", Text("normal draft", "normale Auswahl")),
                    Choice("tactical", Text("tactical draft", "taktische Auswahl")),
                    Choice("free", Text("free choice in turns", "freie Wahl im Wechsel")),
                    Choice(
                        "first-game", Text("the teams for a first fight", "die Teams für den ersten Kampf")
                    ),
                    Choice("random", Text("drawn by lot", "werden ausgelost")),
                    Choice("given", Text("named one by one", "einzeln festgelegt")),
                ],
                rule="TT-10",
            ),
            *[
                Option(
                    f"fighter_{seat}{letter}",
                    Text(f"Seat {seat}, {order}", f"Platz {seat}, {german}"),
                    "any",
                    fighters,
                    rule="TT-15",
                    detail=True,
                    only_with=("teams", ["given"]),
                )
                for seat in (1, 2)
                for letter, order, german in (
                    ("a", "first fighter", "erster Kämpfer"),
                    ("b", "second fighter", "zweiter Kämpfer"),
                )
            ],
            flag(
                "memory_help",
                Text(
                    "Memory help: show what was seen of the other deck",
                    "Gedächtnishilfe: zeigen, was vom anderen Deck zu sehen war",
                ),
                False,
                rule="TT-203",
            ),
        ]

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        battle = Battle()
        battle.game = self
        battle.clear(options)
        battle.rng = rng
        battle.deal()
        return battle

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        battle = Battle()
        battle.game = self
        battle.clear(options)
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

    def can_draw(self, seats: int, options: Options) -> bool:
        """Both teams may fall at once."""
        return True

    def max_moves(self, seats: int, options: Options) -> int:
        """Four draft moves, three Characters, two orders, and two moves a seat in each deck phase (TT-113)."""
        return 6 + 3 + 2 + 4 * (BUILD_SIZE - DRAW + 1)

    def weights(self, seats: int, options: Options) -> list[Weights]:
        return [estimate.WEIGHTS]

    def weigh(self, weights: Weights) -> None:
        estimate.weigh(weights.values)

    def greedy(self, state: State, seat: int) -> int:
        assert isinstance(state, Battle)
        return greedy.greedy(state, seat)

    def fields(self, seats: int, options: Options) -> list[Field]:
        return observation.fields()

    def reason(self, state: State, seat: int, contrast: Contrast) -> Text | None:
        assert isinstance(state, Battle)
        return hints.reason(state, seat, contrast)

    def question(self, state: State, seat: int, contrast: Contrast) -> Text | None:
        assert isinstance(state, Battle)
        return hints.question(state, seat, contrast)

    def better_with(self, term: str) -> int:
        return -1 if term in hints.WORSE_WITH else 1

    def gist(self, state: State, seat: int, move: int, observer: int) -> Text | None:
        return hints.gist(move)

    def first_match(self) -> tuple[int, Options]:
        """The teams of the first fight, with memory help: without it the other deck, the whole puzzle, is invisible."""
        return 2, {"teams": "first-game", "memory_help": True}

    def mode(self, seats: int, options: Options) -> Text | None:
        return self.options[0].name_of(options["teams"])

    def heading(self, word: str) -> Text:
        return words.bit_text(word)

    def render(self, view: Facts, names: list[str], language: str) -> str:
        return terminal.render(view, names, language)

    def catalogue(self) -> Catalogue:
        return catalogue.catalogue()

    def terms(self) -> list[Term]:
        assert self.guide is not None
        return [*self.guide.terms, *terms.component_terms(self.guide.topics)]

    def cast(self) -> dict[str, Text]:
        return {key: BOX.names[fighter] for fighter, key in enumerate(FIGHTER_KEYS)}

    def line_up(self, state: State, seat: int) -> list[str]:
        assert isinstance(state, Battle)
        return [FIGHTER_KEYS[fighter] for fighter in state.picks[seat]]

    def line_ups(self) -> list[list[str]]:
        return line_ups.all_teams()

    def match_up(self, one: list[str], other: list[str]) -> Options | None:
        return line_ups.meeting(one, other)

    def counting(self) -> Counting:
        return FightersCounting()


GAME: Final = TagTeam()
