"""What the game says about itself."""

from __future__ import annotations

from itertools import combinations
from typing import Final

from slugfest.kernel import (
    Choice,
    Facts,
    Game,
    Option,
    OptionError,
    Options,
    Rng,
    State,
    Text,
    flag,
    load_rules,
)

from . import catalogue, greedy, notation, words
from .arrange import read_document
from .content import BOX, BUILD_SIZE, DRAW, FIGHTER_KEYS, FIGHTER_OF, HERE
from .moves import MOVE_COUNT
from .rules import Fight


class TagTeam(Game):
    """Tag Team: two against two, with decks that fight by themselves."""

    def __init__(self) -> None:
        super().__init__()
        self.id = "tag-team"
        self.name = Text("Tag Team", "Tag Team")
        self.tagline = Text(
            "Two fighters, one deck that fights by itself. Slide in the right card.",
            "Zwei Kämpfer, ein Deck, das von selbst kämpft. Schieb die richtige Karte ein.",
        )
        self.version = BOX.version
        self.min_seats = 2
        self.max_seats = 2
        self.move_count = MOVE_COUNT
        self.rules = load_rules(HERE / "rules.toml")
        teams = [team_choice(one, other) for one, other in combinations(range(len(FIGHTER_KEYS)), 2)]
        first = ["+".join(FIGHTER_KEYS[fighter] for fighter in team) for team in BOX.first_teams]
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
                    Choice("given", Text("as named below", "wie unten angegeben")),
                ],
                rule="TT-10",
            ),
            Option(
                "team_1",
                Text("Team of the first seat (if named)", "Team des ersten Platzes (wenn angegeben)"),
                first[0],
                teams,
                rule="TT-15",
            ),
            Option(
                "team_2",
                Text("Team of the second seat (if named)", "Team des zweiten Platzes (wenn angegeben)"),
                first[1],
                teams,
                rule="TT-15",
            ),
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

    def settle(self, seats: int, chosen: Options) -> Options:
        """The options, with a named team read in either order and no fighter named twice (TT-5)."""
        spelled = dict(chosen)
        for key in ("team_1", "team_2"):
            if isinstance(spelled.get(key), str):
                spelled[key] = in_box_order(spelled[key])
        settled = super().settle(seats, spelled)
        if settled["teams"] == "given":
            named = settled["team_1"].split("+") + settled["team_2"].split("+")
            for fighter in named:
                if named.count(fighter) > 1:
                    raise OptionError(f"option team_2: {fighter} fights for the first seat already (TT-5)")
        return settled

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        fight = Fight()
        fight.game = self
        fight.clear(options)
        fight.rng = rng
        fight.deal()
        return fight

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        fight = Fight()
        fight.game = self
        fight.clear(options)
        read_document(fight, document)
        return fight

    def format(self, move: int) -> str:
        return notation.write(move)

    def parse(self, text: str) -> int:
        return notation.parse(text)

    def label(self, move: int) -> Text:
        return notation.label(move)

    def tell(self, event: Facts) -> Text:
        return words.tell(event)

    def longest(self, seats: int, options: Options) -> int:
        """Four draft moves, three Characters, two orders, and two moves a seat in each deck phase (TT-113)."""
        return 6 + 3 + 2 + 4 * (BUILD_SIZE - DRAW + 1)

    def greedy(self, state: State, seat: int) -> int:
        assert isinstance(state, Fight)
        return greedy.greedy(state, seat)

    def catalogue(self) -> Facts:
        return catalogue.catalogue()


def team_choice(one: int, other: int) -> Choice:
    """A team as an option's value."""
    names = BOX.names
    return Choice(
        f"{FIGHTER_KEYS[one]}+{FIGHTER_KEYS[other]}",
        Text(f"{names[one].en} + {names[other].en}", f"{names[one].de} + {names[other].de}"),
    )


def in_box_order(team: str) -> str:
    """A named team as the option spells it; what is no team stays as it is and is refused later."""
    keys = team.lower().split("+")
    if all(key in FIGHTER_OF for key in keys):
        keys.sort(key=lambda key: FIGHTER_OF[key])
    return "+".join(keys)


GAME: Final = TagTeam()
