"""The scenario runner refuses broken files by file, key and reason, and finds everything that is not as expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.hush import Hush

from slugfest.kernel import SPECTATOR, ContentError, Game
from slugfest.testing.expectations.matching import mismatches, missing_events, with_nothing
from slugfest.testing.scenario import ScenarioFailed, begin, find, load, run, stages

from .declared import DeclaredHush

HEAD = """
game = "hush"
rules = ["HU-1"]
title.en = "A choice"
title.de = "Eine Wahl"
"""

GIVEN = """
[given]
hands = [["A1", "A2"], ["B1", "B2"]]
deck = ["C1", "C2", "C3", "C4", "A3", "A4", "B3", "B4"]
discard = []
known = { A1 = 1, A2 = 1, B1 = 2, B2 = 2, A3 = 0, A4 = 0, B3 = 0, B4 = 0, C1 = 0, C2 = 0, C3 = 0, C4 = 0 }
chosen = ["-", "-"]
ready = [false, false]
chips = [0, 0]
round = 1
turn = -1
"""

CHOICES = """
[[step]]
move = "P1: CHOOSE A2"
[[step]]
move = "P2: CHOOSE B1"
[[step]]
move = "P1: READY"
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "example.toml"
    path.write_text(text, encoding="utf-8")
    return path


def outcome_of(folder: Path, step: str, before: str = CHOICES, game: Game | None = None) -> str:
    """What the runner says of one more step."""
    try:
        run(load(write(folder, HEAD + GIVEN + before + "\n[[step]]\n" + step)), game or Hush())
    except ScenarioFailed as failed:
        return str(failed)
    return ""


# ---- files -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "key", "reason"),
    [
        ("game = 3", "title", "missing"),
        (HEAD.replace('"hush"', "3") + '[[step]]\nmove = "P1: X"', "game", "a text is needed"),
        (HEAD, "step", "missing"),
        (HEAD + "step = []", "step", "at least 1"),
        (HEAD + "[[branch]]\n[[branch]]", "branch[1].title", "missing"),
        (
            HEAD + '[[branch]]\ntitle = { en = "x", de = "y" }\nstep = [{ move = "P1: X" }]',
            "branch",
            "at least 2",
        ),
        (
            HEAD + '[[branch]]\ntitle = { en = "x", de = "y" }\n[[branch.step]]\n[[branch]]\n'
            'title = { en = "x", de = "y" }\n[[branch.step]]\nmove = "P1: X"',
            "branch[1].step[1]",
            "neither a move nor",
        ),
        (HEAD + 'when = 3\n[[step]]\nmove = "P1: X"', "when", "not known"),
        (HEAD.replace("HU-1", "one") + '[[step]]\nmove = "P1: X"', "rules[1]", "does not look like"),
        (HEAD.replace('title.de = "Eine Wahl"', "") + '[[step]]\nmove = "P1: X"', "title.de", "missing"),
        (HEAD + '[[step]]\nmove = "X"', "step[1].move", "does not look like"),
        (HEAD + '[[step]]\nmove = "P1: X"\nthan = {}', "step[1].than", "not known"),
        (HEAD + '[[step]]\nmove = "P1: X"\nview.P0 = {}', "step[1].view.P0", "not known"),
        (HEAD + '[[step]]\nmove = "P1: X"\nchance = [-1]', "step[1].chance[1]", "out of range"),
        (HEAD + '[[step]]\nmove = "P1: X"\nchance = [true]', "step[1].chance[1]", "a whole number"),
        (HEAD + '[[step]]\nmove = "P1: X"\nevents = [{ seat = 1 }]', "step[1].events[1].kind", "missing"),
        (HEAD + '[[step]]\nmove = "P1: X"\noutcome = true', "step[1].outcome", "a table is needed"),
        (HEAD + "[[step]]\nchance = [1]", "step[1]", "only with a move"),
        (HEAD + "[[step]]\n", "step[1]", "neither a move nor"),
        (HEAD + '[[step]]\nmove = "P1: X"\nrejected.code = "X"\nthen = {}', "step[1]", "changes nothing"),
        (HEAD + '[[step]]\nmove = "P1: X"\nsay.en = "x"\nsay.de = " "', "step[1].say.de", "empty"),
        ("game = ", "file", "not TOML"),
    ],
)
def test_a_broken_file_is_refused_with_file_key_and_reason(
    tmp_path: Path, text: str, key: str, reason: str
) -> None:
    with pytest.raises(ContentError) as refused:
        load(write(tmp_path, text))
    assert refused.value.file == "example.toml"
    assert refused.value.key == key
    assert reason in refused.value.reason


def test_a_position_that_cannot_be_set_up_is_refused_by_the_game(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD + GIVEN.replace('"A2"]', '"A1"]') + CHOICES)
    with pytest.raises(ContentError, match="given"):
        begin(load(path), Hush())


def test_files_are_found_below_a_folder(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    path = write(tmp_path / "below", HEAD + CHOICES)
    assert find(tmp_path) == [path]


# ---- playing ------------------------------------------------------------------------------------------------------


def test_without_a_position_a_new_game_is_dealt_from_the_seed(tmp_path: Path) -> None:
    texts = [HEAD + f"seed = {seed}\n[[step]]\nactors = ['P1', 'P2']" for seed in (1, 1, 2)]
    starts = [begin(load(write(tmp_path, text)), Hush()).document() for text in texts]
    assert starts[0] == starts[1] != starts[2]


def test_a_tutorial_can_step_through(tmp_path: Path) -> None:
    scenario = load(write(tmp_path, HEAD + GIVEN + CHOICES))
    seen = [
        (stage.step.number, stage.state.actors(), len(stage.heard[SPECTATOR]))
        for stage in stages(scenario, Hush())
    ]
    assert seen == [(1, [0, 1], 0), (2, [0, 1], 0), (3, [1], 1)]


def test_chance_falls_as_given(tmp_path: Path) -> None:
    before = CHOICES + '[[step]]\nmove = "P2: READY"\n'
    step = 'move = "P1: SHUFFLE"\nchance = [0, 0, 0, 0, 0]\nthen.deck = ["C4", "A3", "A4", "B3", "B4", "C3"]'
    assert outcome_of(tmp_path, step, before) == ""
    assert "are not needed" in outcome_of(tmp_path, 'move = "P1: HOLD"\nchance = [0]', before)


# ---- judging ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "step",
    [
        'move = "P2: READY"\nthen.chips = [1, 0]\nthen.discard = ["A2", "B1"]',
        'move = "P2: READY"\nthen.hands = [["A1", "?"], ["...", "C2"]]',
        'move = "P2: READY"\nevents = [{ kind = "show", winner = 0 }, { kind = "draw", seat = 1, card = "C2" }]',
        'move = "P2: READY"\nno_events = ["peek"]\nactors = ["P1"]\noutcome = false',
        'move = "P2: READY"\nhidden.P1 = ["C2"]\nhidden.P2 = ["C1"]\nhidden.spectator = ["C1", "C2"]',
        'move = "P2: READY"\nview.P1.hands = [[{ card = "A1" }, { card = "C1" }], [{}, { card = "-" }]]',
        'move = "P2: READY"\nlegal = ["P1: PEEK"]\nnot_legal = ["P2: PEEK", "P1: BURY B1"]',
        'moves.P2 = ["READY"]\nmoves.P1 = []',
        'move = "P2: CHOOSE B2"\nrejected = { code = "NOT_POSSIBLE" }',
        'move = "P2: CHOOSE A1"\nrejected = { code = "NOT_IN_HAND", rule = "HU-1" }\nactors = ["P2"]',
        'move = "P1: READY"\nrejected = { code = "NOT_YOUR_TURN" }',
    ],
)
def test_what_is_so_is_accepted(tmp_path: Path, step: str) -> None:
    assert outcome_of(tmp_path, step) == ""


@pytest.mark.parametrize(
    ("step", "told"),
    [
        ('move = "P2: READY"\nthen.chips = [0, 1]', "then.chips[0]: expected 0, found 1"),
        ('move = "P2: READY"\nthen.discard = ["A2"]', 'then.discard: expected ["A2"], found ["A2", "B1"]'),
        (
            'move = "P2: READY"\nthen.colour = "red"',
            'then.colour: expected "red", but it is missing',
        ),
        ('move = "P2: READY"\nthen.turn = "-"', "then.turn: expected null, found 0"),
        ('move = "P2: READY"\nthen.round = true', "then.round: expected true, found 1"),
        ('move = "P2: READY"\nevents = [{ kind = "draw", seat = 2 }]', "did not happen"),
        ('move = "P2: READY"\nevents = [{ kind = "draw" }, { kind = "show" }]', "after ready, show, draw"),
        ('move = "P2: READY"\nno_events = ["draw"]', "no_events:"),
        ('move = "P2: READY"\nhidden.P1 = ["C1"]', "hidden.P1: sees “C1”"),
        ('move = "P2: READY"\nview.P2.hands = [[{ card = "A1" }, "?"], "?"]', "view.P2.hands[0][0].card"),
        ('move = "P2: READY"\nactors = ["P2"]', 'actors[0]: expected "P2", found "P1"'),
        ('move = "P2: READY"\nlegal = ["P2: PEEK"]', "legal: “P2: PEEK” is not"),
        ('move = "P2: READY"\nnot_legal = ["P1: PEEK"]', "not_legal: “P1: PEEK” is legal"),
        ('moves.P2 = ["PEEK"]', "moves.P2: “PEEK” is not legal"),
        ("moves.P2 = []", "moves.P2: “READY” is legal too"),
        ('move = "P2: READY"\noutcome.reason = "CHIPS"', "outcome: the game is not over"),
        ('move = "P2: READY"\nrejected.code = "NOT_POSSIBLE"', "the move was accepted"),
        ('move = "P2: PEEK"', "the move was refused"),
        ('move = "P2: PEEK"\nrejected.code = "NOT_IN_HAND"', "rejected.code: expected NOT_IN_HAND"),
        (
            'move = "P2: CHOOSE A1"\nrejected = { code = "NOT_IN_HAND", rule = "HU-2" }',
            "rejected.rule: expected HU-2",
        ),
    ],
)
def test_a_difference_is_reported_with_its_step(tmp_path: Path, step: str, told: str) -> None:
    message = outcome_of(tmp_path, step)
    assert message.startswith("example.toml, step 4, ")
    assert told in message


@pytest.mark.parametrize(
    ("step", "key", "reason"),
    [
        ('legal = ["P1: NONSENSE"]', "legal[1]", "“NONSENSE” is not a move"),
        ('not_legal = ["P2: PEEK", "P1: BURY D1"]', "not_legal[2]", "“BURY D1” is not a move"),
        ('not_legal = ["P3: PEEK"]', "not_legal[1]", "there is no P3 among 2 seats"),
        ('actors = ["P1", "P4"]', "actors[2]", "there is no P4"),
        ("view.P3 = {}", "view.P3", "there is no P3"),
        ('hidden.P3 = ["C1"]', "hidden.P3", "there is no P3"),
        ("moves.P3 = []", "moves.P3", "there is no P3"),
        ('outcome.winners = ["P9"]', "outcome.winners[1]", "there is no P9"),
        ('hidden.P1 = ["C2", "C7"]', "hidden.P1[2]", "“C7” is nowhere in this game"),
        ('move = "P3: READY"\nrejected.code = "NOT_YOUR_TURN"', "move", "there is no P3"),
        (
            'move = "P2: CHOOSE A1"\nrejected = { code = "NOT_IN_HAND", rule = "HU-77" }',
            "rejected.rule",
            "Hush has no rule HU-77",
        ),
    ],
)
def test_an_expectation_that_cannot_mean_anything_is_refused(
    tmp_path: Path, step: str, key: str, reason: str
) -> None:
    made = "" if step.startswith("move") else 'move = "P2: READY"\n'
    with pytest.raises(ContentError) as refused:
        outcome_of(tmp_path, made + step)
    assert refused.value.file == "example.toml"
    assert refused.value.key == f"step[4].{key}"
    assert reason in refused.value.reason


def test_a_rule_that_the_game_does_not_have_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path, HEAD.replace('["HU-1"]', '["HU-1", "HU-77"]') + GIVEN + CHOICES)
    with pytest.raises(ContentError, match="HU-77") as refused:
        run(load(path), Hush())
    assert refused.value.key == "rules[2]"


# ---- what a game declares that it tells ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("step", "key", "reason"),
    [
        (
            'events = [{ kind = "applause" }]',
            "events[1]",
            "no event is called “applause”; there are ready, show",
        ),
        ('no_events = ["peek", "peak"]', "no_events[2]", "no event is called “peak”"),
        (
            'events = [{ kind = "draw", colour = "?" }]',
            "events[1].colour",
            "not declared here; there may be seat, card",
        ),
        ('events = [{ kind = "draw", colour = "-" }]', "events[1].colour", "not declared here"),
        ('events = [{ kind = "draw", seat = 1 }]', "events[1].seat", "a seat is named like P1, not 1"),
        (
            'events = [{ kind = "show", winner = "p1" }]',
            "events[1].winner",
            "a seat is named like P1, not 'p1'",
        ),
        ('then.colour = "-"', "then.colour", "not declared here; there may be hands, deck"),
        ('view.P1.colour = "-"', "view.P1.colour", "not declared here"),
        (
            'view.P1.hands = [[{ colour = "-" }, {}], "?"]',
            "view.P1.hands[1][1].colour",
            "there may be card, known",
        ),
        ("view.P1.deck = [{ known = [0] }]", "view.P1.deck[1].known[1]", "a seat is named like P1, not 0"),
    ],
)
def test_what_a_game_never_sends_is_refused(tmp_path: Path, step: str, key: str, reason: str) -> None:
    with pytest.raises(ContentError) as refused:
        outcome_of(tmp_path, 'move = "P2: READY"\n' + step, game=DeclaredHush())
    assert (refused.value.file, refused.value.key) == ("example.toml", f"step[4].{key}")
    assert reason in refused.value.reason


@pytest.mark.parametrize(
    "step",
    [
        'events = [{ kind = "show", winner = "P1" }, { kind = "draw", seat = "P2", card = "C2" }]',
        'events = [{ kind = "show", winner = "?" }]\nno_events = ["peek"]',
        'view.P1.hands = [[{ known = ["P1"] }, {}], ["...", { card = "-", known = ["P2"] }]]',
        "then.known = { C1 = 1, C2 = 2 }",
    ],
)
def test_seats_go_by_their_names_in_events_and_views(tmp_path: Path, step: str) -> None:
    assert outcome_of(tmp_path, 'move = "P2: READY"\n' + step, game=DeclaredHush()) == ""


def test_a_wrong_seat_is_reported_by_its_name(tmp_path: Path) -> None:
    step = 'move = "P2: READY"\nevents = [{ kind = "show", winner = "P2" }]'
    assert 'winner: expected "P2", found "P1"' in outcome_of(tmp_path, step, game=DeclaredHush())


# ---- branches -----------------------------------------------------------------------------------------------------

BRANCHES = """
[[step]]
move = "P2: READY"

[[branch]]
title = { en = "A look at the deck", de = "Ein Blick auf den Stapel" }
[[branch.step]]
move = "P1: PEEK"
events = [{ kind = "peek", card = "C3" }]

[[branch]]
title = { en = "No look", de = "Kein Blick" }
[[branch.step]]
move = "P1: HOLD"
no_events = ["peek"]
"""


def test_every_branch_is_played_from_the_same_position(tmp_path: Path) -> None:
    scenario = load(write(tmp_path, HEAD + GIVEN + CHOICES + BRANCHES))
    run(scenario, Hush())
    told = [[stage.step.title() for stage in stages(scenario, Hush(), branch)] for branch in (0, 1)]
    assert told[0][:4] == told[1][:4]
    assert [course[4:] for course in told] == [["P1: PEEK"], ["P1: HOLD"]]
    assert [step.key for step in scenario.branches[1].steps[3:]] == ["step[4]", "branch[2].step[1]"]


def test_a_branch_that_does_not_hold_is_named(tmp_path: Path) -> None:
    broken = BRANCHES.replace('no_events = ["peek"]', 'no_events = ["turned"]')
    with pytest.raises(ScenarioFailed, match=r"example.toml, “No look”, step 5, P1: HOLD"):
        run(load(write(tmp_path, HEAD + GIVEN + CHOICES + broken)), Hush())


def test_branches_need_no_steps_before_them(tmp_path: Path) -> None:
    branch = '[[branch]]\ntitle = {{ en = "{0}", de = "{0}" }}\n[[branch.step]]\nmove = "P1: CHOOSE {0}"\n'
    run(load(write(tmp_path, HEAD + GIVEN + branch.format("A1") + branch.format("A2"))), Hush())


def test_the_outcome_is_compared(tmp_path: Path) -> None:
    last = GIVEN.replace("round = 1", "round = 2")
    before = HEAD + last + CHOICES + '[[step]]\nmove = "P2: READY"\n'
    run(
        load(write(tmp_path, before + 'outcome = { reason = "CHIPS", winners = ["P1"], ranks = [1, 2] }')),
        Hush(),
    )
    for wrong in ('winners = ["P2"]', 'reason = "DICE"', "ranks = [2, 1]", "scores = [0, 1]"):
        with pytest.raises(ScenarioFailed, match="outcome"):
            run(load(write(tmp_path, before + f"outcome = {{ {wrong} }}")), Hush())
    with pytest.raises(ScenarioFailed, match="the game is over"):
        run(load(write(tmp_path, before + "outcome = false")), Hush())


# ---- matching -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ({}, {"a": 1}),
        ({"a": {"b": "?"}}, {"a": {"b": [1]}, "c": 2}),
        ({"a": "-"}, {"a": None}),
        ({"a": "-"}, {}),
        (["...", 3], [1, 2, 3]),
        ([1, "…"], [1]),
        ([1, "...", 4], [1, 2, 3, 4]),
        ([], []),
    ],
)
def test_these_match(expected: object, found: object) -> None:
    assert mismatches(expected, found) == []


@pytest.mark.parametrize(
    ("expected", "found"),
    [
        ({"a": 1}, {}),
        (1, True),
        (1, 1.0),
        ("1", 1),
        ([1], [1, 1]),
        ([1, "...", 1], [1]),
        ({}, []),
        ("-", 0),
        ([], {}),
    ],
)
def test_these_do_not_match(expected: object, found: object) -> None:
    assert len(mismatches(expected, found)) == 1


def test_every_difference_is_reported_not_only_the_first() -> None:
    assert len(mismatches({"a": 1, "b": [1, 2], "c": "?"}, {"a": 2, "b": [3, 2], "c": 0})) == 2


def test_events_match_in_their_order_each_once() -> None:
    events: list[dict[str, Any]] = [{"kind": "a", "n": 1}, {"kind": "b"}, {"kind": "a", "n": 2}]
    assert missing_events([{"kind": "a"}, {"kind": "a", "n": 2}], events) == []
    assert missing_events([{"kind": "a", "n": 2}, {"kind": "a"}], events)


def test_a_dash_stands_for_nothing_wherever_it_is() -> None:
    assert with_nothing({"a": ["-", {"b": "-"}], "c": "x-y"}) == {"a": [None, {"b": None}], "c": "x-y"}


def test_a_seat_goes_by_its_name_where_a_game_declares_no_facts() -> None:
    assert mismatches({"winner": "P1"}, {"winner": 0}) == []
    assert mismatches({"winner": "P2"}, {"winner": 0}) == ['winner: expected "P2", found 0']
    assert mismatches({"winner": "P1"}, {"winner": "P1"}) == []
    assert mismatches({"flag": "P1"}, {"flag": False}) != []
