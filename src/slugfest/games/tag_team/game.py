"""Tag Team as a :class:`Game`: its options, its core answers and its parts."""

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
    flag,
    load_guide,
    load_rules,
)

from .battle import Battle
from .bot.search import TagTeamSearch
from .content import BOX, BUILD_SIZE, DRAW, FIGHTER_KEYS, HERE
from .position.moves import MOVE_COUNT
from .shown import notation, words
from .shown.arrange import read_document
from .shown.display import TagTeamDisplay
from .shown.facts import FACTS
from .shown.learning import TagTeamLearning
from .shown.reports import TagTeamReports
from .shown.teaching import TagTeamTeaching
from .shown.terminal import TagTeamTerminal


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
        self.rules = load_rules(HERE / "rules.toml")
        self.facts = FACTS
        self.search = TagTeamSearch()
        self.teaching = TagTeamTeaching(load_guide(HERE / "guide.toml", self.rules))
        self.learning = TagTeamLearning()
        self.reports = TagTeamReports()
        self.terminal = TagTeamTerminal()
        self.display = TagTeamDisplay()
        self.display.luck = "cards"
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

    def format(self, move: int) -> str:
        return notation.write(notation.parts_of(move))

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


GAME: Final = TagTeam()
