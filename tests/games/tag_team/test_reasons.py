"""Reasons and counsel at random moments of bot games: plain sentences, checked against fights played by the engine."""

from __future__ import annotations

import re

import pytest
from tests.sentences import faults

from slugfest.bots import bot
from slugfest.games.tag_team import GAME
from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.content import BOX, FIGHTER_KEYS, POSITIONS
from slugfest.games.tag_team.position.moves import INSERT, UNDER
from slugfest.games.tag_team.position.position import DECK
from slugfest.games.tag_team.shown.words import ordinal
from slugfest.kernel import (
    BETTER,
    DANGER,
    LOST,
    STANDING,
    WON,
    Contrast,
    Facts,
    Perspective,
    Rng,
    Text,
    seeded,
)

from .table import added, fighter, table, team

TEACHING = GAME.require_teaching()
SEARCH = GAME.require_search()
MOMENTS = 200


class Moment:
    """A decision of a bot game, and a contrast of two of its moves."""

    def __init__(self, state: Battle, seat: int, contrast: Contrast) -> None:
        self.state = state
        self.seat = seat
        self.contrast = contrast

    def why(self) -> Text | None:
        return TEACHING.reason(self.state, self.seat, self.contrast)


def moments(options: Facts, most: int, name: str) -> list[Moment]:
    """Decisions of games between greedy bots that now and then do anything."""
    rng = seeded(name)
    greedy, random = bot("greedy", GAME), bot("random", GAME)
    found: list[Moment] = []
    while len(found) < most:
        state = GAME.new(2, options, rng.fork())
        while state.outcome() is None and len(found) < most:
            seat = state.actors()[0]
            moves = SEARCH.distinct_moves(state, seat)
            player = random if rng.below(3) == 0 else greedy
            move = player.choose(Perspective(state, seat), rng)
            if len(moves) > 1 and rng.below(3):
                assert isinstance(state, Battle)
                found.append(Moment(state.copy(), seat, contrast(state, seat, moves, rng)))
            state.play(seat, move)
    return found


def contrast(state: Battle, seat: int, moves: list[int], rng: Rng) -> Contrast:
    """Two moves, and anything that a judgement may have found to decide between them."""
    best = SEARCH.greedy(SEARCH.sample(state, seat, rng), seat)
    others = [move for move in moves if move != best]
    made = Contrast((BETTER, WON, LOST, STANDING, STANDING, STANDING)[int(rng.below(6))])
    if made.what == STANDING:
        terms = TEACHING.standing(state, seat)
        made.term = terms[int(rng.below(len(terms)))][0]
        made.whose = int(rng.below(2))
        made.theme = TEACHING.theme(made.term)
    made.best, made.next = (2.0, 1.0) if rng.below(2) else (1.0, 2.0)
    made.best_line, made.next_line = [best], [others[int(rng.below(len(others)))]]
    return made


HELPED = moments({"teams": "random", "memory_help": True}, MOMENTS, "helped")
UNHELPED = moments({"teams": "random", "memory_help": False}, MOMENTS // 2, "unhelped")
DRAFTED = moments({"teams": "tactical", "memory_help": True}, MOMENTS // 2, "drafted")


@pytest.mark.parametrize("found", [HELPED, UNHELPED, DRAFTED], ids=["help", "no help", "draft"])
def test_reasons_are_plain_sentences_and_mostly_of_this_game(found: list[Moment]) -> None:
    own = 0
    for moment in found:
        why = TEACHING.why(moment.state, moment.seat, moment.contrast)
        assert faults(why) == []
        own += moment.why() is not None
    assert own >= 0.8 * len(found)


@pytest.mark.parametrize("found", [HELPED, UNHELPED, DRAFTED], ids=["help", "no help", "draft"])
def test_counsel_is_plain_and_recommends_legal_moves(found: list[Moment]) -> None:
    for moment in found:
        told = TEACHING.counsel(moment.state, moment.seat)
        calm = [counsel.theme != DANGER and counsel.key != "holds" for counsel in told]
        assert calm == sorted(calm), "danger comes first"
        for counsel in told:
            assert faults(counsel.text) == []
            assert set(counsel.moves) <= set(moment.state.moves(moment.seat))


def test_reasons_and_match_points_rest_on_nothing_hidden() -> None:
    rng = seeded("another truth")
    for moment in HELPED[::4]:
        other = SEARCH.sample(moment.state, moment.seat, rng)
        assert TEACHING.reason(other, moment.seat, moment.contrast) == moment.why()
        for viewer in (-1, moment.seat):
            assert TEACHING.match_point(SEARCH.sample(moment.state, viewer, rng), viewer) == (
                TEACHING.match_point(moment.state, viewer)
            )
        threats = [TEACHING.threat(one, moment.seat) for one in (moment.state, other)]
        assert len({one and (one.amount, one.level, one.text) for one in threats}) == 1


def test_without_help_no_reason_speaks_of_a_card_that_was_seen() -> None:
    for moment in UNHELPED:
        why = moment.why()
        if why is not None and moment.state.phase == DECK:
            assert "came" not in why.en
            for kind in moment.state.known[1 - moment.seat]:
                assert f"waits for “{BOX.card_names[kind].en}" not in why.en


# ---- every claim is true -------------------------------------------------------------------------------------------


def fights(moment: Moment, many: int) -> list[Battle]:
    """The best line against what the other side may do at random."""
    rng = seeded("claims")
    found: list[Battle] = []
    for _ in range(many):
        trial = SEARCH.sample(moment.state, moment.seat, rng)
        assert isinstance(trial, Battle)
        for move in moment.contrast.best_line:
            trial.apply(moment.seat, move)
        while trial.round == moment.state.round and trial.outcome() is None:
            seat = trial.actors()[0]
            trial.apply(seat, SEARCH.playout_move(trial, seat, rng))
        found.append(trial)
    return found


def as_if(moment: Moment, what: str) -> Text | None:
    """The reason if this were what decides."""
    found = Contrast(what)
    found.best_line, found.next_line = moment.contrast.best_line, moment.contrast.next_line
    why = TEACHING.reason(moment.state, moment.seat, found)
    return why if why is not None and "whatever they slip in" in why.en else None


def test_whatever_they_slip_in_means_whatever() -> None:
    checked = 0
    for moment in HELPED + UNHELPED:
        why = as_if(moment, WON) or as_if(moment, LOST)
        if why is not None:
            checked += 1
            for end in fights(moment, 40):
                outcome = end.outcome()
                if "that wins" in why.en:
                    assert outcome is not None
                    assert outcome.ranks[moment.seat] == 1
                else:
                    assert outcome is None or outcome.ranks[moment.seat] == 1
    assert checked > 1


def test_a_blow_that_is_named_was_seen_there() -> None:
    """“came there” names who was seen in that turn; “waits for” names the card that was."""
    checked = 0
    for moment in HELPED:
        why = moment.why()
        line = moment.contrast.best_line
        if why is None or not INSERT <= line[0] < UNDER:
            continue
        place = (line[0] - INSERT) % POSITIONS
        known = moment.state.known[1 - moment.seat]
        if "came there" in why.en:
            checked += 1
            assert FIGHTER_KEYS[BOX.owner[known[place]]] in named(why.en)
        if "waits for" in why.en:
            checked += 1
            assert f"waits for “{BOX.card_names[known[place]].en}" in why.en
    assert checked > 10


def named(sentence: str) -> list[str]:
    """The fighters in a sentence."""
    return [key for key, name in zip(FIGHTER_KEYS, BOX.names) if name.en.removeprefix("The ") in sentence]


def test_the_damage_that_is_named_is_the_damage_that_is_done() -> None:
    checked = 0
    for moment in HELPED:
        why = moment.why()
        found = None if why is None else re.search(r"(\w+) came there, and it strikes for (\d+)", why.en)
        if found is None:
            continue
        checked += 1
        place = (moment.contrast.best_line[0] - INSERT) % POSITIONS
        rng = seeded("strikes")
        for _ in range(30):
            trial = SEARCH.sample(moment.state, moment.seat, rng)
            assert isinstance(trial, Battle)
            for move in moment.contrast.best_line:
                trial.apply(moment.seat, move)
            while trial.drawn[moment.seat]:
                trial.apply(moment.seat, SEARCH.distinct_moves(trial, moment.seat)[0])
            if trial.phase != DECK or 1 - moment.seat not in trial.actors():
                continue
            trial.events = []
            while trial.round == moment.state.round and trial.outcome() is None:
                seat = trial.actors()[0]
                trial.apply(seat, SEARCH.playout_move(trial, seat, rng))
            turns = [event for event in trial.events if event.kind in ("clash", "attack")]
            clash = [index for index, event in enumerate(turns) if event.facts.get("turn") == place + 1]
            if (
                not clash
                or turns[clash[0]].facts["cards"][1 - moment.seat]
                != BOX.ids[moment.state.known[1 - moment.seat][place]]
            ):
                continue  # their new card came before it
            strengths = [
                n for event in turns[clash[0] :] if event.kind == "attack" for n in event.facts["strengths"]
            ]
            assert int(found.group(2)) in strengths
    assert checked > 3


def test_places_are_named_in_words() -> None:
    assert ordinal(2) == Text("second", "zweite")
    for moment in HELPED:
        why, line = moment.why(), moment.contrast.best_line
        if why is not None and INSERT <= line[0] < UNDER:
            place = (line[0] - INSERT) % POSITIONS
            last = place == len(moment.state.decks[moment.seat])
            assert why.en.split("” ")[1].startswith("last:" if last else f"{ordinal(place + 1).en}:")


# ---- dangers, one by one -------------------------------------------------------------------------------------------

HELP: Facts = {"memory_help": True}


def first_counsel(state: Battle) -> tuple[str, str, str]:
    told = TEACHING.counsel(state, 0)[0]
    return told.key, told.theme, told.text.en


def weak_ching(**more: int) -> Battle:
    """Ching Shih has 3 health, and Bödvar's Berserk! came second, where she stands if nothing is done."""
    state = table(
        team(
            fighter("joan", health=12),
            fighter("ching", health=3),
            deck="JOA-1* CHI-1*",
            drawn=["JOA-3", "JOA-4", "CHI-2"],
        ),
        team(fighter("bodvar", power=3, **more), "wong", deck="BOD-1* BOD-2"),
        HELP,
    )
    assert isinstance(state, Battle)
    return state


def test_the_coach_warns_if_all_comes_again_and_names_what_holds() -> None:
    state = weak_ching()
    holds, bare = TEACHING.counsel(state, 0)[:2]
    assert (holds.key, bare.key, bare.theme) == ("holds", "falls-again", DANGER)
    assert bare.text.en == (
        "Danger: if everything comes as last time, “Berserk!” knocks out Ching Shih as their second card."
    )
    assert holds.text.en == f"{bare.text.en} Block there, or let someone else stand there."
    moves = [GAME.format(move) for move in TEACHING.counsel(state, 0)[0].moves]
    assert "insert JOA-3 at 1" in moves
    assert "insert CHI-2 at 2" not in moves
    assert TEACHING.match_point(state, 0) == [1]


@pytest.mark.parametrize(
    ("ships", "said"), [(18, "2 more ships:"), (19, "One more ship:"), (20, "Twenty ships:")]
)
def test_the_coach_counts_the_ships_that_are_missing(ships: int, said: str) -> None:
    state = table(
        team("joan", fighter("ching", ships=ships), deck="CHI-1* JOA-1*", drawn=["JOA-3", "JOA-4", "CHI-2"]),
        team("bodvar", "wong", deck="BOD-1* BOD-2"),
        HELP,
    )
    assert isinstance(state, Battle)
    texts = [one.text.en for one in TEACHING.counsel(state, 0) if one.key == "fleet"]
    assert [text.startswith(said) for text in texts] == [True]


def test_the_coach_warns_of_one_blow_even_where_somebody_else_stands() -> None:
    state = table(
        team(
            fighter("joan"),
            fighter("ching", health=3),
            deck="CHI-1* JOA-1*",
            drawn=["JOA-3", "JOA-4", "CHI-2"],
        ),
        team("bodvar", "wong", deck="BOD-1* BOD-2"),
        HELP,
    )
    assert isinstance(state, Battle)
    key, theme, text = first_counsel(state)
    assert (key, theme) == ("one-blow", DANGER)
    assert "one blow of “Berserk!” knocks out Ching Shih" in text


def test_without_help_the_coach_warns_of_the_power_that_all_see() -> None:
    state = weak_ching()
    state.memory_help = False
    key, theme, text = first_counsel(state)
    assert (key, theme) == ("one-blow", DANGER)
    assert text == "Danger: one blow of 3 knocks out Ching Shih. Who stands in front?"


def test_the_coach_warns_of_the_fifth_token() -> None:
    state = table(
        team("joan", "ching", deck="JOA-1* CHI-1*", drawn=["JOA-3", "JOA-4", "CHI-2"]),
        team("shango", "wong", deck="SHA-1* WON-1*"),
        HELP,
        aflame={"on": "joan", "count": 4},
    )
    assert isinstance(state, Battle)
    assert first_counsel(state)[:2] == ("burning", DANGER)
    assert TEACHING.match_point(state, 1) == [1]


def test_nobody_is_at_match_point_where_nobody_can_fall() -> None:
    state = table(
        team("joan", "ching", deck="JOA-1* CHI-1*", drawn=["JOA-3", "JOA-4", "CHI-2"]),
        team("bodvar", "wong", deck="BOD-1* WON-1*"),
        HELP,
    )
    for viewer in (-1, 0, 1):
        assert TEACHING.match_point(state, viewer) == []


def test_a_stop_saves_the_wild_bunch_from_one_blow() -> None:
    def bunch(health: int) -> Battle:
        state = table(
            team(
                fighter("wild", health=health),
                "ching",
                deck="WIL-1* CHI-1*",
                drawn=["WIL-2", "WIL-3", "CHI-2"],
            ),
            team("bodvar", "wong", deck="BOD-1* BOD-2"),
            HELP,
        )
        assert isinstance(state, Battle)
        return state

    assert 1 not in TEACHING.match_point(bunch(2), 0)
    assert 1 in TEACHING.match_point(bunch(1), 0)


def test_the_decision_is_made_before_a_second_one_is_known() -> None:
    """A seat that has decided already is no reason to know more: the counsel of the other is the same."""
    plain = weak_ching()
    decided = table(
        team(
            fighter("joan", health=12),
            fighter("ching", health=3),
            deck="JOA-1* CHI-1*",
            drawn=["JOA-3", "JOA-4", "CHI-2"],
        ),
        team(fighter("bodvar", power=3), "wong", deck="WON-5 BOD-1* BOD-2", **added("WON-5", 0)),
        HELP,
    )
    assert isinstance(decided, Battle)
    assert first_counsel(decided) == first_counsel(plain)


@pytest.mark.parametrize(("health", "level"), [(11, 1), (4, 2), (2, 3)])
def test_the_threat_is_the_strongest_blow_against_the_weakest_fighter(health: int, level: int) -> None:
    state = table(
        team(
            fighter("joan"),
            fighter("ching", health=health),
            deck="CHI-1* JOA-1*",
            drawn=["JOA-3", "JOA-4", "CHI-2"],
        ),
        team(fighter("bodvar", power=2), fighter("wong", power=1), deck="BOD-1* WON-1*"),
    )
    threat = state.view(0)["threat"]
    assert (threat["amount"], threat["level"]) == (2, level)
    assert faults(Text(**threat["text"])) == []
    assert "threat" not in state.view(-1)


def test_of_two_cards_left_over_the_one_that_is_needed_sooner_is_named_by_what_it_brings() -> None:
    said = [
        TEACHING.why(one.state, one.seat, one.contrast)
        for one in HELPED
        if one.contrast.best_line[0] >= UNDER
    ]
    assert any("You need" in text.en for text in said)
    for text in said:
        assert "sooner" in text.en
        assert "früher" in text.de
