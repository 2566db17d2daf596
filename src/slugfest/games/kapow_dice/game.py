"""What the game says about itself."""

from __future__ import annotations

from typing import Final

from slugfest.kernel import (
    COMMON_PHRASES,
    Choice,
    Contrast,
    Counting,
    Facts,
    FactTypes,
    Field,
    Game,
    Option,
    Options,
    Phrase,
    Rng,
    State,
    Term,
    Text,
    Weights,
    flag,
    load_guide,
    load_rules,
)

from .bot import estimate, greedy, reasons
from .content import BOX, HERE
from .position.moves import MOVE_COUNT
from .position.phases import MODE_NAMES, MODE_SEATS
from .position.position import Position
from .position.tables import NONE, POW_BASES
from .rules import line_ups
from .rules.battle import Battle
from .rules.setup import begin_game
from .shown import arrange, catalogue, notation, observation, terminal, terms, words
from .shown.counting import DiceCounting
from .shown.document_facts import Document
from .shown.event_facts import Event
from .shown.facts import BoardView, Catalogue, Forecast, Move
from .shown.phrases import TARGETS, TOGETHER

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
        self.numbers_since = 3  # our own numbers were retuned
        self.min_seats = min(MODE_SEATS)
        self.max_seats = max(MODE_SEATS)
        self.move_count = MOVE_COUNT
        self.bluffs = (
            False  # the dice are secret enough_dice: a placement that can be guessed is no worse for it
        )
        self.restless = True  # phase 1 and Clean Up are all about rearranging
        self.rules = load_rules(HERE / "rules.toml")
        self.guide = load_guide(HERE / "guide.toml", self.rules)
        self.facts = FactTypes(
            board=BoardView,
            events=Event,
            catalogue=Catalogue,
            moves=Move,
            forecast=Forecast,
            document=Document,
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

    def iterations(self, seats: int) -> int:
        return 600 if seats < 4 else 200  # every fighter's dice are imagined and placed anew

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
        """Both sides may fall at once; whoever plays against the game has nobody to agree with."""
        return len(self.teams(seats, options)) > 1

    def max_moves(self, seats: int, options: Options) -> int:
        """Changes of mind, announcements and answers of a round, times the rounds (KD-145)."""
        return (5 * BOX.limits["changes_of_mind"] + 500) * seats * BOX.limits["round_limit"] + 20

    def weights(self, seats: int, options: Options) -> list[Weights]:
        return [estimate.WEIGHTS[MODE_NAMES.index(str(options["mode"]))]]

    def weigh(self, weights: Weights) -> None:
        estimate.weigh(weights.table, weights.values)

    def greedy(self, state: State, seat: int) -> int:
        assert isinstance(state, Battle)
        return greedy.greedy(state, state.notes, seat)

    def teams(self, seats: int, options: Options) -> list[list[int]]:
        if options["mode"] == "team":
            return [[0, 1], [2, 3]]
        return [[0, 1]] if options["mode"] == "coop" else [[seat] for seat in range(seats)]

    def cast(self) -> dict[str, Text]:
        return {character.id: character.name for character in BOX.characters}

    def line_up(self, state: State, seat: int) -> list[str]:
        assert isinstance(state, Position)
        character = state.character[seat]
        return [] if character == NONE else [BOX.characters[character].id]

    def line_ups(self) -> list[list[str]]:
        return line_ups.all_line_ups()

    def match_up(self, one: list[str], other: list[str]) -> Options | None:
        return line_ups.meeting(one, other)

    def opening(self, one: list[str], other: list[str]) -> list[str]:
        return line_ups.picks(one, other)

    def fields(self, seats: int, options: Options) -> list[Field]:
        return observation.fields(options)

    def phrases(self, seats: int, options: Options) -> list[Phrase]:
        return (TARGETS if options["mode"] == "team" else []) + TOGETHER + COMMON_PHRASES

    def first_match(self) -> tuple[int, Options]:
        return 2, {"mode": "duel"}  # alone is another way to play

    def reason(self, state: State, seat: int, contrast: Contrast) -> Text | None:
        assert isinstance(state, Position)
        return reasons.reason(state, seat, contrast)

    def question(self, state: State, seat: int, contrast: Contrast) -> Text | None:
        assert isinstance(state, Position)
        return reasons.question(state, seat, contrast)

    def better_with(self, term: str) -> int:
        return reasons.better_with(term)

    def gist(self, state: State, seat: int, move: int, observer: int) -> Text | None:
        return reasons.gist(move)

    def heading(self, word: str) -> Text:
        return words.heading(word)

    def render(self, view: Facts, names: list[str], language: str) -> str:
        return terminal.render(view, names, language)

    def catalogue(self) -> Catalogue:
        return catalogue.catalogue()

    def terms(self) -> list[Term]:
        return super().terms() + terms.component_terms()

    def counting(self) -> Counting:
        return DiceCounting()


GAME: Final = KapowDice()
