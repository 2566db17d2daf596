"""What of a fight may be looked up again: only the newest card of the other side (TT-32, TT-203)."""

from __future__ import annotations

from collections import Counter

import pytest

from slugfest.bots import bot
from slugfest.games.tag_team import GAME
from slugfest.games.tag_team.content import BOX, FIGHTER_OF
from slugfest.kernel import SPECTATOR, Entry, Facts, History, Options, Perspective, seeded
from slugfest.kernel.facts import misfit
from slugfest.table.views import step_seen

from .table import table, team

PUBLIC = {"removed", "instant", "flipped", "legends", "game_over"}  # for good; legends end the fight
NAMED = {"clash", "cancelled", "second_pass", "execute"}


def fought(options: Options, secret: str) -> History:
    history = History(GAME, 2, options, secret)
    player, rng = bot("random", GAME), seeded("memory", secret)
    while history.state.outcome() is None:
        seat = history.state.actors()[0]
        history.play(seat, player.choose(Perspective(history.state, seat), rng))
    return history


@pytest.fixture(scope="module")
def fights() -> list[History]:
    teams = [["ching", "wong"], ["bodvar", "milady"], ["shango", "golem"]]
    rivals = [["wild", "mordred"], ["fey", "brijit"], ["mephisto", "joan"]]
    found = []
    for one, other in zip(teams, rivals, strict=True):
        options = GAME.reports.match_up(one, other)
        assert options is not None
        found += [fought(options, f"{one} {number}") for number in range(8)]
    return found


def events(history: History, seat: int) -> list[tuple[Entry, Facts]]:
    return [(entry, event.seen_by(seat)) for entry in history.entries for event in entry.events]


def titles(history: History, seat: int) -> set[str]:
    """The titles of the cards of fighters that are not this seat's, in both languages."""
    found: set[str] = set()
    for side, own in enumerate(history.state.board(SPECTATOR)["sides"]):
        for fighter in own["fighters"] if side != seat else []:
            for kind in BOX.titles_of(FIGHTER_OF[fighter["fighter"]]):
                name = BOX.card_names[kind]
                found |= {name.en, name.de.strip("‚‘")}
    return found - {"Aflame!", "Brenne!"}


@pytest.mark.rules("TT-32", "TT-203")
@pytest.mark.parametrize("seat", [0, 1, SPECTATOR])
def test_titles_of_the_other_side_cannot_be_looked_up(fights: list[History], seat: int) -> None:
    """Every event that names one has a later form without it, and is told as declared; one's own stay."""
    closed: Counter[str] = Counter()
    assert GAME.facts is not None
    for history in fights:
        others = titles(history, seat)
        for entry, event in events(history, seat):
            recall = entry.before.game.display.recall(entry.before, seat, event)
            if recall is None:
                text = GAME.describe(event)
                assert event["kind"] in PUBLIC or not any(
                    title in text.en or title in text.de for title in others
                ), text
                continue
            assert recall.after == "clash"
            assert misfit(recall.facts, GAME.facts.event(event["kind"]), event["kind"]) == ""
            text = GAME.describe(recall.facts)
            assert not any(title in text.en or title in text.de for title in others), text
            assert text.en != GAME.describe(event).en
            closed[event["kind"]] += 1
            if event["kind"] == "clash" and seat >= 0:
                assert recall.facts["cards"][seat] == event["cards"][seat]
                assert recall.facts["cards"][1 - seat] is None
    assert set(closed) == NAMED or seat >= 0


@pytest.mark.rules("TT-32", "TT-203")
def test_a_rare_card_loses_its_title_for_the_other_side_only() -> None:
    """Madame Ching's terror strikes her opponents; whoever played it may read its title again."""
    state = table(team("ching", "wong", deck="CHI-1 WON-1"), team("wild", "mordred", deck="WIL-1 MOR-1"))
    event: Facts = {"kind": "terror", "fighters": ["wild", "mordred"]}
    assert state.game.display.recall(state, 0, event) is None
    for seat in (1, SPECTATOR):
        recall = state.game.display.recall(state, seat, event)
        assert recall is not None
        assert GAME.describe(recall.facts).en.startswith(
            "The Wild Bunch and Mordred are dragged down to 1 health"
        )
        assert GAME.describe(recall.facts).de.startswith(
            "Es zieht die Wilde Meute und Mordred auf 1 Leben hinab"
        )


@pytest.mark.rules("TT-203")
def test_with_the_help_for_the_memory_everything_may_be_looked_up() -> None:
    history = fought({"teams": "first-game", "memory_help": True}, "helped")
    assert all(
        entry.before.game.display.recall(entry.before, 0, event) is None
        for entry, event in events(history, 0)
    )


def test_the_later_form_travels_with_the_event_and_not_in_a_replay(fights: list[History]) -> None:
    history = fights[0]
    entry = next(entry for entry in history.entries if any(event.kind == "clash" for event in entry.events))
    told = {event["kind"]: event for event in step_seen(GAME, 1, entry, 1)["happenings"]}
    later = told["clash"]["later"]
    assert later["after"] == "clash"
    assert "kind" not in later["facts"]
    assert "with a card" in later["text"]["en"]
    assert "mit einer Karte" in later["text"]["de"]
    assert "later" not in told["fight"]
    again = step_seen(GAME, 1, entry, 1, over=True)
    assert not any("later" in event for event in again["happenings"])
