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
from .content import BOX, BUILD_SIZE, DRAW, FIGHTER_KEYS, FIGHTERS, HARDEST, HERE, KNOWN_KEYS
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
        every, alle = ("twelve", "zwölf") if len(KNOWN_KEYS) == FIGHTERS else (str(FIGHTERS), str(FIGHTERS))
        fighters = [Choice("any", Text("drawn by lot", "wird ausgelost"))]
        for key, name, difficulty in zip(FIGHTER_KEYS, BOX.names, BOX.difficulty):
            hard = Text(f"difficulty {difficulty} of {HARDEST}", f"Schwierigkeit {difficulty} von {HARDEST}")
            fighters.append(Choice(key, name, about=hard))
        self.options = [
            Option(
                "teams",
                Text("How the teams are found", "Wie die Teams zusammenfinden"),
                "normal",
                [
                    Choice(
                        "normal",
                        Text("normal draft", "normale Auswahl"),
                        about=Text(
                            "You each get six fighters: keep one, pass on five, keep one of those.",
                            "Je sechs Kämpfer: einen behalten, fünf weitergeben, von den anderen einen behalten.",
                        ),
                    ),
                    Choice(
                        "tactical",
                        Text("tactical draft", "taktische Auswahl"),
                        about=Text(
                            "Like the normal draft, but you also take one fighter out of the game.",
                            "Wie die normale Auswahl, aber du nimmst außerdem einen Kämpfer aus dem Spiel.",
                        ),
                    ),
                    Choice(
                        "free",
                        Text("free choice in turns", "freie Wahl im Wechsel"),
                        about=Text(
                            f"All {every} are on the table; you pick in turns.",
                            f"Alle {alle} liegen offen; ihr wählt abwechselnd.",
                        ),
                    ),
                    Choice(
                        "first-game",
                        Text("the teams for a first fight", "die Teams für den ersten Kampf"),
                        about=Text(
                            "Two easy teams that show what the game is about. Best for beginners.",
                            "Zwei leichte Teams, die zeigen, worum es geht. Ideal für den Einstieg.",
                        ),
                    ),
                    Choice(
                        "random",
                        Text("drawn by lot", "werden ausgelost"),
                        about=Text(
                            "Chance deals two fighters to each of you.",
                            "Der Zufall teilt jedem zwei Kämpfer zu.",
                        ),
                    ),
                    Choice(
                        "given",
                        Text("named one by one", "einzeln festgelegt"),
                        about=Text(
                            "You name each fighter before the match.",
                            "Ihr legt vor der Partie jeden Kämpfer fest.",
                        ),
                    ),
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
