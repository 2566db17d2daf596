"""Rules change; what was played by the old ones is still played by the old ones."""

from __future__ import annotations

import pytest

from slugfest.kernel import (
    Facts,
    Game,
    History,
    Options,
    Outcome,
    PositionError,
    RecordError,
    Rng,
    Search,
    State,
    Text,
    read_record,
    record_of,
    replay,
    verify,
)
from slugfest.table import LogError, Seat, Table

TAKE, TAKE_TWO = 0, 1
TEXTS = ("take", "take two")


class Stones(State):
    """Take the last of five stones. By the first version of the rules two could be taken at once."""

    def __init__(self) -> None:
        super().__init__()
        self.left = 5
        self.turn = 0

    def copy(self) -> Stones:
        fresh = Stones()
        self.copy_base(fresh)
        fresh.left, fresh.turn = self.left, self.turn
        return fresh

    def actors(self) -> list[int]:
        return [self.turn] if self.left else []

    def moves(self, seat: int) -> list[int]:
        if seat not in self.actors():
            return []
        return [TAKE, TAKE_TWO] if self.rules_version < 2 and self.left > 1 else [TAKE]

    def apply(self, seat: int, move: int) -> None:
        self.left -= move + 1
        self.turn = 1 - self.turn

    def board(self, seat: int) -> Facts:
        return self.document()

    def document(self) -> Facts:
        return {"left": self.left, "turn": self.turn + 1}

    def inventory(self) -> dict[str, int]:
        return {}

    def outcome(self) -> Outcome | None:
        if self.left:
            return None
        return Outcome([1 + self.turn, 2 - self.turn], "TAKEN", Text("All taken.", "Alle weg."))


class StonesSearch(Search[Stones]):
    def sample(self, state: Stones, seat: int, rng: Rng) -> Stones:
        fresh = state.copy()
        fresh.rng = rng.fork()
        return fresh


class Taking(Game):
    def __init__(self) -> None:
        super().__init__()
        self.id = "taking"
        self.name = Text("Taking", "Nehmen")
        self.version = 2
        self.oldest_version = 1
        self.move_count = 2
        self.search = StonesSearch()

    def deal(self, seats: int, options: Options, rng: Rng) -> State:
        state = Stones()
        state.game, state.seats, state.options, state.rng = self, seats, options, rng
        return state

    def arrange(self, seats: int, options: Options, document: Facts) -> State:
        state = self.deal(seats, options, Rng())
        assert isinstance(state, Stones)
        state.left, state.turn = document["left"], document["turn"] - 1
        return state

    def format(self, move: int) -> str:
        return TEXTS[move]

    def parse(self, text: str) -> int:
        return TEXTS.index(text)

    def label(self, move: int) -> Text:
        return Text(TEXTS[move], TEXTS[move])


GAME = Taking()
OLD = ["take two", "take two", "take"]


def played(version: int | None, texts: list[str]) -> History:
    history = History(GAME, 2, {}, "secret", version)
    for number, text in enumerate(texts):
        history.play_text(number % 2, text)
    return history


def test_a_new_game_follows_the_newest_rules() -> None:
    history = played(None, ["take"] * 5)
    assert history.state.rules_played() == 2
    assert history.state.view(0)["rules"] == 2
    assert record_of(history, ["Ann", "Bob"]).rules == 2


def test_an_old_record_is_replayed_by_the_rules_it_was_played_by() -> None:
    text = record_of(played(1, OLD), ["Ann", "Bob"]).text()
    assert "rules: 1" in text.splitlines()
    again = verify(read_record(text), GAME)
    assert record_of(again, ["Ann", "Bob"]).text() == text
    with pytest.raises(RecordError, match="move 1"):
        replay(read_record(text.replace("rules: 1", "rules: 2")), GAME)


def test_a_record_of_rules_that_are_no_longer_played_is_refused() -> None:
    for version in (0, 3):
        text = record_of(played(1, OLD), ["Ann", "Bob"]).text().replace("rules: 1", f"rules: {version}")
        with pytest.raises(RecordError, match=f"rules version {version}"):
            replay(read_record(text), GAME)


def test_positions_and_their_copies_keep_their_version() -> None:
    old = played(1, OLD[:1]).state
    again = GAME.set_up(old.position())
    for state in (old, old.copy(), old.game.require_search().sample(old, 0, Rng(5)), again):
        assert state.position()["rules"] == 1
        assert state.moves(1) == [TAKE, TAKE_TWO]
    assert GAME.set_up(old.position() | {"rules": 2}).moves(1) == [TAKE]
    for rules in (0, 3, "1", None):
        with pytest.raises(PositionError, match="rules version"):
            GAME.set_up(old.position() | {"rules": rules})


def test_a_match_of_an_old_log_goes_on_by_its_rules() -> None:
    created: Facts = {
        "kind": "created", "format": 1, "match": "m", "game": "taking", "rules": 1, "host": "ann", "secret": "secret",
        "seats": [Seat("person", "Ann", "ann").as_entry(), Seat("person", "Bob", "bob").as_entry()],
        "options": {},
    }  # fmt: skip
    log: list[Facts] = [created, {"kind": "started"}, {"kind": "moves", "seat": 0, "moves": ["take two"]}]
    table = Table.from_log(log, lambda name: GAME)
    assert table.history is not None
    assert table.history.state.moves(1) == [TAKE, TAKE_TWO]
    for rules in (0, 3, "1"):
        with pytest.raises(LogError, match="rules"):
            Table.from_log([created | {"rules": rules}, *log[1:]], lambda name: GAME)
