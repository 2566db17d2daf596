"""What the coach says, what is asked before a waste, and hints whose reason is the one that decides."""

from __future__ import annotations

import pytest

from slugfest.bots import Judgement, SearchBot, judge
from slugfest.games.tag_team import GAME
from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.content import BOX
from slugfest.kernel import DANGER, STANDING, Caution, Contrast, Counsel, Facts, Perspective, State, seeded

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


def partner_stands_in() -> State:
    """As before with 2 health left, and Joan's cards can stand where Berserk! came."""
    return table(
        team(
            fighter("joan", health=12),
            fighter("ching", health=2),
            deck="CHI-1* JOA-1*",
            drawn=["JOA-3", "JOA-4", "JOA-5"],
        ),
        team("bodvar", "wong", deck="BOD-1* BOD-2 WON-5", **added("WON-5", 2)),
        HELP,
    )


def heavy_sword() -> State:
    """Joan has 4 Power and draws a sword and two cards that heal, and nobody of hers is hurt; both rivals are."""
    return table(
        team(
            fighter("joan", power=4), "ching", deck="CHI-1* JOA-1* JOA-4", drawn=["JOA-2", "CHI-6", "JOA-4"]
        ),
        team(fighter("bodvar", health=8), fighter("wong", health=9), deck="WON-1* BOD-1* WON-5"),
        HELP,
        round=2,
    )


# ---- hints: the reason named is the one that decides ---------------------------------------------------------------


def best(state: State, iterations: int = 1200, seed: str = "planted") -> Judgement:
    return judge(SearchBot("search", iterations), Perspective(state, 0), seeded(seed))


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


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_the_own_fighter_in_danger_is_the_reason_where_one_blow_would_do(seed: str) -> None:
    hint = best(partner_stands_in(), 500, seed)
    assert decides(hint) == (STANDING, "weaker", 0)
    assert hint.contrast is not None
    assert hint.contrast.now == 2.0
    assert hint.contrast.best > hint.contrast.next
    assert hint.why is not None
    assert hint.where is not None
    assert "stands where “Berserk!” came, not Ching Shih" in hint.why.en
    assert hint.where.de == "Wie hältst du Ching Shih aus dem nächsten Schlag heraus?"


@pytest.mark.parametrize("seed", ["a", "b", "c"])
def test_what_a_blow_does_to_the_rivals_is_the_reason_where_a_heavy_sword_was_drawn(seed: str) -> None:
    """It costs them health, or keeps them from growing: which of the two weighs more, chance decides."""
    hint = best(heavy_sword(), 500, seed)
    assert GAME.format(hint.moves[0].move).startswith("insert JOA-2 at")
    what, term, whose = decides(hint)
    assert (what, whose) == (STANDING, 1)
    assert term in ("weaker", "stronger", "power")
    assert hint.contrast is not None
    assert hint.contrast.best < hint.contrast.next
    assert hint.why is not None
    assert hint.why.en.startswith("“Hand of the Righteous”")


def test_a_question_is_about_whom_the_sentence_is_about() -> None:
    """Whatever a judgement measures, of whichever side, and whatever the fights then bear out."""
    names = ["Joan", "Ching Shih", "Bödvar", "Wong Fei-Hung"]
    asked = 0
    for state in (heavy_sword(), blow_in_turn_two(), partner_stands_in(), room_to_grow(), sword_for_bodvar()):
        teaching, moves = state.game.require_teaching(), state.moves(0)
        for best_move in moves[::3]:
            for other in moves[1::4]:
                if best_move == other:
                    continue
                for term in ("weaker", "stronger", "power", "attacks", "blocks"):
                    for whose in (0, 1):
                        contrast = Contrast(STANDING)
                        contrast.term, contrast.whose = term, whose
                        contrast.best_line, contrast.next_line = [best_move], [other]
                        why, where = teaching.why(state, 0, contrast), teaching.where(state, 0, contrast)
                        named = [name for name in names if name in where.en]
                        asked += len(named)
                        assert all(name in why.en for name in named), (where.en, why.en)
    assert asked > 20


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


def test_a_word_about_the_order_points_at_the_own_deck() -> None:
    """By the board's names for its cards: what is said must not lie over them."""
    state = sword_for_bodvar()
    last = state.game.require_teaching().counsel(state, 0)[-1]
    assert last.key == "push"
    assert isinstance(state, Battle)
    assert last.points == [f"card:{BOX.ids[card]}@deck" for card in state.decks[0]]
