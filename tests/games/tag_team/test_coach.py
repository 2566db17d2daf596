"""What the coach says, what is asked before a waste, and hints whose reason is the one that decides."""

from __future__ import annotations

import pytest

from slugfest.bots import Judgement, SearchBot, judge
from slugfest.games.tag_team import GAME
from slugfest.kernel import DANGER, STANDING, Caution, Counsel, Facts, Perspective, State, seeded

from .table import added, fighter, table, team

pytestmark = pytest.mark.compiled

HELP: Facts = {"memory_help": True}


def blow_in_turn_two(options: Facts = HELP) -> State:
    """Ching Shih has 3 health, and Bödvar's Berserk! came in turn 2."""
    return table(
        team(
            fighter("joan", health=12),
            fighter("ching", health=3),
            deck="CHI-1* JOA-1*",
            drawn=["JOA-3", "JOA-4", "CHI-2"],
        ),
        team("bodvar", "wong", deck="BOD-1* BOD-2 WON-5", **added("WON-5", 2)),
        options,
    )


def sword_for_bodvar(health: int = 2) -> State:
    """Bödvar is nearly gone and comes second; Ching Shih's sword comes first."""
    return table(
        team("joan", "ching", deck="CHI-1* JOA-1*", drawn=["JOA-4", "CHI-2", "JOA-3"]),
        team(fighter("bodvar", health=health), "wong", deck="WON-1* BOD-1*"),
        HELP,
    )


def room_to_grow() -> State:
    """Nobody is hurt: two cards could only heal, one gives Power."""
    return table(
        team("joan", "ching", deck="CHI-1* JOA-1*", drawn=["CHI-5", "CHI-6", "JOA-4"]),
        team("bodvar", "wong", deck="BOD-1* WON-1*"),
        HELP,
    )


def heavy_sword() -> State:
    """Joan has 3 Power and draws a sword; Bödvar has 8 health."""
    return table(
        team(
            fighter("joan", power=3), "ching", deck="CHI-1* JOA-1* JOA-4", drawn=["JOA-2", "CHI-2", "CHI-6"]
        ),
        team(fighter("bodvar", health=8), "wong", deck="BOD-1* WON-1* BOD-3"),
        HELP,
        round=2,
    )


# ---- hints: the reason named is the one that decides ---------------------------------------------------------------


def best(state: State, iterations: int = 1200) -> Judgement:
    return judge(SearchBot("search", iterations), Perspective(state, 0), seeded("planted"))


def decides(hint: Judgement) -> tuple[str, str, int]:
    assert hint.contrast is not None
    return hint.contrast.what, hint.contrast.term, hint.contrast.whose


def test_power_is_the_reason_where_only_power_can_be_gained() -> None:
    hint = best(room_to_grow())
    assert GAME.format(hint.moves[0].move) == "insert CHI-5 at 0"
    assert decides(hint) == (STANDING, "power", 0)
    assert hint.contrast is not None
    assert hint.contrast.now == 3.0
    assert hint.contrast.best > hint.contrast.next + 1.0
    assert hint.why is not None
    assert hint.why.en == "“Raiding Party” first: Joan gains Power, and Power stays."


def test_the_own_fighter_in_danger_is_the_reason_where_one_blow_would_do() -> None:
    hint = best(blow_in_turn_two())
    assert decides(hint) == (STANDING, "weaker", 0)
    assert hint.contrast is not None
    assert hint.contrast.now == 3.0
    assert hint.contrast.best > hint.contrast.next
    assert hint.why is not None
    assert hint.where is not None
    assert "Joan stands where “Berserk!” came, not Ching Shih" in hint.why.en
    assert hint.where.de == "Wie hältst du Ching Shih aus dem nächsten Schlag heraus?"


def test_the_rival_who_can_be_hit_is_the_reason_where_a_heavy_sword_was_drawn() -> None:
    hint = best(heavy_sword())
    assert GAME.format(hint.moves[0].move).startswith("insert JOA-2 at")
    assert decides(hint) == (STANDING, "weaker", 1)
    assert hint.contrast is not None
    assert hint.contrast.best < hint.contrast.next
    assert hint.why is not None
    assert hint.why.en == "“Hand of the Righteous” third: Bödvar came there, and it strikes for 3."


def test_different_positions_have_different_reasons_and_whole_turns() -> None:
    told = [best(state, 500) for state in (room_to_grow(), blow_in_turn_two(), heavy_sword())]
    for language in ("en", "de"):
        assert len({hint.why.in_language(language) for hint in told if hint.why}) == 3
    for hint in told:
        assert [GAME.format(move).split()[0] for move in hint.moves[0].line] == ["insert", "under"]


def test_a_hint_rests_on_nothing_that_the_seat_cannot_know() -> None:
    truth = heavy_sword()
    other = truth.game.require_search().sample(truth, 0, seeded("another truth"))
    assert other.position() != truth.position()
    one, two = best(truth, 200), best(other, 200)
    assert (one.moves[0].line, one.why, one.expects, one.moves[0].chance) == (
        two.moves[0].line,
        two.why,
        two.expects,
        two.moves[0].chance,
    )


# ---- what matters now ----------------------------------------------------------------------------------------------


def counsel(state: State) -> Counsel:
    return state.game.require_teaching().counsel(state, 0)[0]


def test_the_coach_speaks_first_of_a_rival_within_reach() -> None:
    told = counsel(sword_for_bodvar())
    assert (told.key, told.rule, told.points) == ("rival-low", "TT-110", ["fighter:bodvar"])
    assert told.text.en == (
        "One blow of “Terror of the Seas ★” is enough for Bödvar, who came as their second card: "
        "bring the two together."
    )
    assert "insert CHI-2 at 0" in [GAME.format(move) for move in told.moves]
    assert counsel(sword_for_bodvar(health=5)).key != "rival-low"


def test_the_coach_warns_of_the_blow_that_was_seen_and_without_help_of_the_power_that_all_see() -> None:
    told = counsel(blow_in_turn_two())
    assert (told.key, told.theme) == ("one-blow", DANGER)
    assert told.text.en.startswith(
        "Danger: one blow of “Berserk!” knocks out Ching Shih. It came as their second"
    )
    assert told.points == ["fighter:ching", "card:BOD-2@known"]
    blind = counsel(blow_in_turn_two({}))
    assert (blind.key, blind.theme) == ("one-blow", DANGER)
    assert "one blow of 3 knocks out Ching Shih" in blind.text.en
    assert blind.points == ["fighter:ching"]


def test_a_blow_that_depends_on_who_is_opposite_is_not_told_as_sure() -> None:
    """With a token on Joan, Wong's card attacks with her Power, and only her."""
    state = table(
        team("joan", "ching", deck="CHI-1* JOA-1*", drawn=["CHI-3", "JOA-4", "CHI-2"]),
        team("bodvar", "wong", deck="BOD-1* WON-1*"),
        HELP,
        concentration=["joan"],
    )
    assert counsel(state).key == "push"


def test_the_coach_praises_power_and_otherwise_falls_back_to_the_push() -> None:
    told = counsel(room_to_grow())
    assert (told.key, told.points) == ("power", ["card:CHI-5@new"])
    assert "insert CHI-5 at 0" in [GAME.format(move) for move in told.moves]
    assert counsel(heavy_sword()).key == "push"


def test_the_coach_explains_the_order_of_the_starting_cards() -> None:
    state = GAME.new(2, {"teams": "first-game", "memory_help": True}, seeded("order"))
    told = counsel(state)
    assert told.key == "order"
    assert told.text.en.startswith("“Terror of the Seas ★” is a sword: it costs 2 health")
    draft = GAME.new(2, {}, seeded("draft"))
    assert counsel(draft).key == "draft"


# ---- what would be a waste -----------------------------------------------------------------------------------------


def caution(state: State, text: str) -> Caution | None:
    return state.game.require_teaching().caution(state, 0, state.read(0, text)[0])


def test_a_block_where_nobody_struck_is_asked_about_and_one_where_somebody_did_is_not() -> None:
    state = blow_in_turn_two()
    asked = caution(state, "insert JOA-3 at 0")
    assert asked is not None
    assert (asked.key, asked.rule) == ("idle-block", "TT-76")
    assert asked.text.en.startswith("“Enrage ★” came there and is no attack. Their second card was one.")
    assert caution(state, "insert JOA-3 at 1") is None
    blind = caution(blow_in_turn_two({}), "insert JOA-3 at 0")  # nobody wrote the other deck down
    assert blind is None or "Enrage" not in blind.text.en


def test_a_win_that_is_given_away_is_asked_about() -> None:
    """Whatever goes in front of the sword knocks Bödvar out, most of the time; behind it nothing happens to him."""
    state = sword_for_bodvar()
    asked = caution(state, "insert CHI-2 at 2")
    assert asked is not None
    assert asked.key == "win"
    assert asked.text.de.startswith("Bödvar hat 2 Leben")
    assert caution(state, "insert CHI-2 at 0") is None


def test_nothing_is_asked_where_nothing_is_wasted() -> None:
    state = room_to_grow()
    assert [
        move for move in state.moves(0) if state.game.require_teaching().caution(state, 0, move) is not None
    ] == []


def test_a_caution_does_not_change_with_what_the_seat_cannot_know() -> None:
    state = sword_for_bodvar()
    for number in range(4):
        other = state.game.require_search().sample(state, 0, seeded("redeal", number))
        for move in state.moves(0):
            one, two = (
                state.game.require_teaching().caution(state, 0, move),
                other.game.require_teaching().caution(other, 0, move),
            )
            assert (one and one.text) == (two and two.text)


def test_a_first_match_has_the_teams_of_a_first_fight_and_memory_help() -> None:
    assert GAME.require_teaching().first_match == (2, {"teams": "first-game", "memory_help": True})
