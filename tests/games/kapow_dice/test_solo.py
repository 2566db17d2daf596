"""Solo: what chance decides, what is told, and that a game can be played again."""

from __future__ import annotations

from typing import Any

import pytest

from slugfest.games.kapow_dice.content import BOX
from slugfest.games.kapow_dice.position.requirements import LETTERS
from slugfest.games.kapow_dice.position.tables import SECTION_NUMBER
from slugfest.kernel import Facts, LoadedRng, PositionError, State, game, seeded

GAME = game("kapow-dice")
BOARDS = [character.id for character in BOX.characters]


def solo(human: dict[str, Any], rival: dict[str, Any], **position: Any) -> State:
    return GAME.set_up(
        {
            "seats": 1,
            "options": {"mode": "solo"},
            "rng": int(seeded("solo").state),
            "position": {"fighters": [human, rival], **position},
        }
    )


def told(state: State, text: str, chance: list[int]) -> list[Facts]:
    """What is told of a move while chance falls as said."""
    state.events = []
    state.rng = LoadedRng(1, chance)
    state.play_text(0, text)
    return [{"kind": event.kind, **event.facts} for event in state.events]


def playthrough(board: str, seed: int) -> tuple[list[str], list[str], State]:
    """A whole game of random moves: the moves, everything told in both languages, and the end."""
    state = GAME.new(1, {"mode": "solo", "pick_rivals": True}, seeded("table", seed))
    chooser = seeded("chooser", seed)
    moves: list[str] = []
    sentences: list[str] = []
    while state.actors():
        state.events = []
        options = state.game.require_search().distinct_moves(state, 0)
        if len(moves) == 0:
            other = "tough_nut" if board != "tough_nut" else "elusivity"
            text = f"pick {other}"
        else:
            text = (
                f"pick {board}" if len(moves) == 1 else GAME.format(options[int(chooser.below(len(options)))])
            )
        state.play_text(0, text)
        moves.append(text)
        for event in state.events:
            sentence = GAME.describe({"kind": event.kind, **event.facts})
            sentences += [sentence.en, sentence.de]
    return moves, sentences, state


@pytest.mark.rules("KD-145")
def test_against_the_game_too_the_round_limit_is_a_draw() -> None:
    fighters = [{"character": "tough_nut", "dice": ["red"]}, {"character": "coquette", "dice": ["red"]}]
    state = solo(*fighters, phase="clean_up", round=60)
    state.play_text(0, "done")
    outcome = state.outcome()
    assert outcome is not None
    shown = outcome.as_json()
    assert (shown["reason"], shown["winners"], shown["values"]) == ("ROUND_LIMIT", [], [0.5])
    assert "draw" in shown["text"]["en"]


@pytest.mark.rules("KD-237", "KD-R49")
@pytest.mark.parametrize("missing", ["", "M", "EX"])
def test_every_available_type_is_equally_likely_and_no_other(missing: str) -> None:
    """Each number chance may show leads to another type, whatever the quantities."""
    human = {"character": "elusivity", "dice": ["red:M"], "pool": "".join(face * 8 for face in missing) + "T"}
    types = [face for face in "METAX" if face not in missing]
    for number, face in enumerate(types):
        state = solo(human, {"character": "victor_kane", "dice": ["yellow"]})
        events = told(state, "ready", [5, number])
        assert [event["face"] for event in events if event["kind"] == "gain_face"] == [face]


@pytest.mark.rules("KD-237")
def test_every_available_colour_is_equally_likely() -> None:
    human = {"character": "elusivity", "dice": ["red:M", "red:M", "red:M", "red:M", "action[A]:A"]}
    for number, colour in enumerate(["yellow", "purple", "green", "blue"]):
        state = solo(human, {"character": "victor_kane", "dice": ["blue"]})
        events = told(state, "ready", [0, number])
        assert [event["kind_of_die"] for event in events if event["kind"] == "gain_die"] == [colour]


@pytest.mark.rules("KD-242", "KD-142", "KD-145")
@pytest.mark.parametrize("board", BOARDS)
def test_a_game_against_each_board_ends_and_can_be_played_again_from_its_seed(board: str) -> None:
    moves, sentences, state = playthrough(board, 7)
    assert state.outcome() is not None
    again = GAME.new(1, {"mode": "solo", "pick_rivals": True}, seeded("table", 7))
    heard: list[str] = []
    for text in moves:
        again.events = []
        again.play_text(0, text)
        for event in again.events:
            sentence = GAME.describe({"kind": event.kind, **event.facts})
            heard += [sentence.en, sentence.de]
    assert heard == sentences
    assert again.document() == state.document()


@pytest.mark.rules("KD-190", "KD-194")
@pytest.mark.parametrize("board", BOARDS)
def test_every_solo_board_is_built_alike(board: str) -> None:
    """Rows 4, 5 and 8 are lists with Victor Kane's requirements, row 3 helps a Blank, rows 1 and 2 need no dice."""
    rows = BOX.characters[BOARDS.index(board)].rows
    kane = BOX.characters[BOARDS.index("victor_kane")].rows
    for number in (1, 2, 3, 4, 5, 8):
        assert rows[number - 1].requirement == kane[number - 1].requirement
    assert [row.requirement for row in rows[:3]] == ["NONE", "NONE", "BLANK"]
    for number, row in enumerate(rows, start=1):
        symbols = "".join(LETTERS[symbol] for symbol, _ in row.lines)
        assert sorted(symbols) == {4: sorted("METAX"), 5: sorted("METAX"), 8: sorted("METAXB")}.get(
            number, []
        )
        if number == 8:
            assert symbols.endswith("B")
            assert [effect.word for effect in row.lines[-1][1]] == ["gain", "repeat"]


@pytest.mark.rules("KD-231", "KD-233")
def test_its_reasons_are_described_in_words() -> None:
    """Which dice, for which line, out of how many ways, and what a higher line would have cost."""
    rival = {"character": "victor_kane", "dice": ["red", "red", "blue", "purple", "purple", "green"]}
    state = solo({"character": "elusivity", "dice": ["action[A]:A"]}, rival)
    events = told(state, "ready", [0, 0, 3, 0, 0, 0])
    rows = [GAME.describe(event) for event in events if event["kind"] == "rival_row"]
    assert len(rows) == 8
    assert "Toughness" in rows[3].en
    assert "dice 4, 5, 6" in rows[3].en
    assert "the higher line “Might” would take more Wilds" in rows[3].en
    assert "die höhere Zeile „Macht“ bräuchte mehr Joker" in rows[3].de
    assert "no dice fit" in rows[5].en
    assert "Kein Würfel passt" in rows[5].de


@pytest.mark.rules("KD-231")
@pytest.mark.parametrize("board", BOARDS)
def test_its_reasons_stay_in_sight_until_the_next_round(board: str) -> None:
    """The view shows what the events told, also after the position was written out and set up again."""
    other = "time_out" if board != "time_out" else "elusivity"
    state = solo({"character": other, "dice": ["red:M@biff", "action[T]:T"]}, {"character": board})
    assert state.board(0)["reasoning"] == []
    events = told(state, "ready", [])
    rows = [event for event in events if event["kind"] == "rival_row"]
    shown = state.board(0)["reasoning"]
    assert len(shown) == len(rows) == 8
    for row, reason in zip(rows, shown, strict=True):
        text = reason.pop("text")
        assert text == GAME.describe(row).as_json()
        assert {"kind": "rival_row", **reason} == row
    assert GAME.set_up(state.position()).board(0) == state.board(0)
    while state.board(0)["round"] == 1 and state.actors():
        assert len(state.board(0)["reasoning"]) == 8
        state.play(0, state.default_move(0))
    assert state.board(0)["reasoning"] == []


# Row 4 of Time Out with its three first dice: fighter, row, result and so on as ``position/row_reasons.py`` says.
REASON = [1, 3, 4, 1, 0, 0, -1, 0, 0, SECTION_NUMBER["to4"], 0, 0, 0, 1, 0, 2, 0]
WRONG = [(0, 0), (0, 2), (1, -1), (1, 8), (2, -1), (2, 5), (6, -2), (6, 7), (9, 0), (10, -2), (10, 7)]
WRONG += [(place, number) for place in (11, 15) for number in (-1, 26)]  # no such die
WRONG += [(place, number) for place in (12, 16) for number in (-1, 7)]  # no such face


@pytest.mark.parametrize("reason", [[], [0] * 9, ["no"], REASON[:8], REASON[:10], REASON[:-1], [*REASON, 0]])
def test_a_document_cannot_smuggle_in_reasons_of_another_shape(reason: list[Any]) -> None:
    with pytest.raises(PositionError):
        solo({"character": "elusivity"}, {"character": "time_out"}, reasons=[reason])


@pytest.mark.parametrize(("place", "number"), WRONG)
def test_a_document_cannot_smuggle_in_reasons_that_make_no_sense(place: int, number: int) -> None:
    state = solo({"character": "elusivity"}, {"character": "time_out"}, reasons=[REASON])
    assert len(state.board(0)["reasoning"]) == 1
    reason = REASON.copy()
    reason[place] = number
    with pytest.raises(PositionError):
        solo({"character": "elusivity"}, {"character": "time_out"}, reasons=[reason])


@pytest.mark.rules("KD-230", "KD-91")
def test_nothing_is_hidden_but_its_roll_is_not_made_before_the_person_is_ready() -> None:
    """Two positions that will roll differently look the same, and so does the sampled one."""
    state = GAME.new(1, {"mode": "solo"}, seeded("before"))
    state.play_text(0, "pick time_out")
    board = state.board(0)
    assert all(die["face"] is None for die in board["fighters"][1]["dice"])
    assert not board["screens"]
    assert not any(fighter["hidden"] for fighter in board["fighters"])
    rolls = set()
    for number in range(8):
        imagined = state.game.require_search().sample(state, 0, seeded("imagine", number))
        imagined.events = []
        imagined.play(0, imagined.game.parse("ready"))
        rolls.add(str([event.facts["faces"] for event in imagined.events if event.kind == "rival_roll"]))
    assert len(rolls) > 1
