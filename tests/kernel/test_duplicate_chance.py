"""Duplicate chance: every table of a round is dealt alike, and what falls does not depend on who asks first."""

from __future__ import annotations

import hashlib
import hmac
import pickle
from collections import Counter

import pytest

from slugfest.kernel import (
    DuplicateChance,
    Game,
    History,
    KeyedRng,
    Options,
    RecordError,
    Rng,
    SlugfestError,
    game,
    read_record,
    record_of,
    seeded,
    verify,
)

pytestmark = pytest.mark.compiled

SEED = bytes(range(32))
NONCES = [f"{number:032x}" for number in range(12)]
GAMES: tuple[tuple[str, int, Options], ...] = (
    ("kapow-dice", 4, {"mode": "team"}),
    ("kapow-dice", 4, {"mode": "team", "by_lot": True}),
    ("kapow-dice", 2, {}),
    ("kapow-cards", 3, {}),
    ("kapow-cards", 2, {"mode": "to-infinity"}),
    ("tag-team", 2, {"teams": "tactical"}),
    ("custom-heroes", 4, {}),
)
every_game = pytest.mark.parametrize(("name", "seats", "options"), GAMES)


def tables_of(seats: int, count: int = 3) -> list[list[str]]:
    return [
        [f"person {NONCES[(table * seats + seat) % len(NONCES)]}" for seat in range(seats)]
        for table in range(count)
    ]


def dealt(name: str, seats: int, options: Options, table: int, secret: str = "secret") -> History:
    chance = DuplicateChance(secret, f"MATCH{table}", "2ABCDEFG 1", table, tables_of(seats))
    return History(game(name), seats, options, chance)


def play_on(history: History, words: str, moves: int = 1_000_000) -> None:
    """Play some random moves, or to the end."""
    rng = seeded(words)
    for _ in range(moves):
        actors = history.state.actors()
        if not actors:
            return
        seat = actors[int(rng.below(len(actors)))]
        history.play(seat, history.state.random_move(seat, rng))


# ---- every table of a round --------------------------------------------------------------------------------------


@every_game
def test_all_tables_are_dealt_alike(name: str, seats: int, options: Options) -> None:
    tables = [dealt(name, seats, options, table) for table in range(3)]
    assert len({str(table.start.position()) for table in tables}) == 1
    assert dealt(name, seats, options, 0, secret="another").start.position() != tables[
        0
    ].start.position() or (
        name == "kapow-dice" and "by_lot" not in options  # nothing is drawn before characters are picked
    )


@every_game
def test_tables_at_which_the_same_is_decided_see_the_same(name: str, seats: int, options: Options) -> None:
    one, other = dealt(name, seats, options, 0), dealt(name, seats, options, 2)
    play_on(one, "decisions", 100)
    play_on(other, "decisions", 100)
    assert one.state.position() == other.state.position()
    assert [str(event) for entry in one.entries for event in entry.events] == [
        str(event) for entry in other.entries for event in entry.events
    ]


def rolls(history: History) -> dict[tuple[int, int], dict[tuple[str, int], str]]:
    """What each fighter rolled at the beginning of each round: by kind of Trait die, and which of its kind it is."""
    found: dict[tuple[int, int], dict[tuple[str, int], str]] = {}
    states = [entry.before for entry in history.entries] + [history.state]
    began = 0
    for state in states:
        number, _ = history.game.display.round_and_turn(state)
        if number == began:
            continue
        began, document = number, state.position()["position"]
        for seat, fighter in enumerate(document["fighters"]):
            if (seat, document["round"]) in found:
                continue
            seen: Counter[str] = Counter()
            here = found.setdefault((seat, document["round"]), {})
            for die in fighter["dice"]:
                kind, face = die.partition("@")[0].split(":")[:2]
                if not kind.startswith(
                    "action"
                ):  # what an Action die shows depends on the faces it has gained
                    here[kind, seen[kind]] = face
                seen[kind] += 1
    return found


def test_dice_fall_by_seat_and_round_whatever_others_roll() -> None:
    """Two against two, played quite differently: whoever has a die in a round at both tables rolls the same with it."""
    options: Options = {"mode": "team", "by_lot": True}
    tables = [dealt("kapow-dice", 4, options, table) for table in range(3)]
    for number, table in enumerate(tables):
        play_on(table, f"table {number}")
    rerolls = [
        sum(event.kind == "reroll" for entry in table.entries for event in entry.events) for table in tables
    ]
    assert len(set(rerolls)) > 1, "the tables rerolled differently"
    compared = 0
    first = rolls(tables[0])
    for table in tables[1:]:
        for key, dice in rolls(table).items():
            for die in dice.keys() & first.get(key, {}).keys():
                assert dice[die] == first[key][die], (key, die)
                compared += key[1] > 1
    assert compared > 20


def test_a_pile_lies_in_the_same_order_whoever_draws_from_it() -> None:
    """KAPOW! cards: both seats draw from one pile. Who gets a card depends on play; which card comes next does not."""
    tables = [dealt("kapow-cards", 2, {}, table) for table in range(3)]
    drawn = []
    for number, table in enumerate(tables):
        play_on(table, f"table {number}", 120)
        events = [event for entry in table.entries for event in entry.events if event.kind == "draw"]
        drawn.append([(event.secret or {})["card"] for event in events])
    shortest = min(map(len, drawn))
    assert shortest > 8
    assert len({tuple(cards[:shortest]) for cards in drawn}) == 1


def test_a_pile_shuffled_again_lies_alike_but_for_the_cards_it_lacks() -> None:
    def again(pile: list[int]) -> list[int]:
        rng = KeyedRng(SEED, {"deck 0 -1 0": 1})
        rng.name_draw("deck", -1)
        rng.shuffle(pile)
        return pile

    whole = again(list(range(30)))
    assert again(list(range(29, -1, -1))) == whole
    assert again([card for card in range(30) if card % 3]) == [card for card in whole if card % 3]
    assert whole != sorted(whole)


def test_pieces_come_to_a_seat_in_its_own_order() -> None:
    """Custom Heroes: what others take out of the bag changes a draw only where they took the very piece."""
    bags = [list(range(40)), [piece for piece in range(40) if piece % 2]]
    found: list[list[int]] = []
    for bag in bags:
        rng = KeyedRng(SEED, {})
        found.append([])
        for _ in range(6):
            rng.name_draw("bag", 2, 1)
            found[-1].append(rng.draw_from(bag))
    assert all(one == other for one, other in zip(*found, strict=True) if one % 2)
    assert any(one % 2 for one in found[0])


@every_game
def test_what_was_taken_back_changes_no_chance(name: str, seats: int, options: Options) -> None:
    straight, detour = dealt(name, seats, options, 0), dealt(name, seats, options, 0)
    rng = seeded("undo")
    undone = 0
    for _ in range(120):
        actors = straight.state.actors()
        if not actors:
            break
        seat = actors[0]
        detour.play(seat, detour.state.random_move(seat, rng))
        if detour.can_undo(seat):
            detour.undo(seat)
            undone += 1
            detour.play(seat, move := straight.state.random_move(seat, rng))
        else:
            move = detour.entries[-1].move
        straight.play(seat, move)
    assert undone
    assert straight.state.position() == detour.state.position()
    assert straight.draws == detour.draws
    detour.go_back(len(detour.entries) // 2)
    for entry in straight.entries[len(detour.entries) :]:
        detour.play(entry.seat, entry.move)
    assert straight.state.position() == detour.state.position()


# ---- the stream --------------------------------------------------------------------------------------------------


def test_the_streams_of_names_are_fixed_for_all_time() -> None:
    """As docs/fairness.md tells it; a change here breaks every record of a duplicate night."""

    def digest(text: str) -> bytes:
        return hmac.new(SEED, text.encode(), hashlib.sha256).digest()

    rng = KeyedRng(SEED, {"roll 2 1 16": 1})
    rng.name_draw("roll", 1, 2, 16)
    first = digest("roll 2 1 16 1 0") + digest("roll 2 1 16 1 1")
    assert [int(rng.next()) for _ in range(10)] == [
        int.from_bytes(first[place : place + 4], "big") for place in range(0, 40, 4)
    ]
    rng.name_draw("roll", 1, 2, 16)
    assert int(rng.next()) == int.from_bytes(digest("roll 2 1 16 2 0")[:4], "big")
    pile = [4, 7, 4]
    rng.name_draw("deck", -1)
    rng.shuffle(pile)
    places = {digest("deck 0 -1 0 0 card 4 0"): 4, digest("deck 0 -1 0 0 card 7 0"): 7}
    places[digest("deck 0 -1 0 0 card 4 1")] = 4
    assert pile == [places[place] for place in sorted(places)]
    assert rng.named == ["roll 2 1 16", "roll 2 1 16", "deck 0 -1 0"]


def test_every_order_of_a_pile_comes_equally_often() -> None:
    counts: Counter[tuple[int, ...]] = Counter()
    for number in range(6_000):
        pile = [0, 1, 2, 2]
        rng = KeyedRng(SEED, {})
        rng.name_draw("deck", number)
        rng.shuffle(pile)
        counts[tuple(pile)] += 1
    assert len(counts) == 12
    assert sum((count - 500) ** 2 / 500 for count in counts.values()) < 11 + 5 * 22**0.5


def test_the_seed_is_bound_to_the_round_and_to_everybodys_nonce() -> None:
    chance = DuplicateChance(
        "secret", "MATCH", "2ABCDEFG 3", 1, [["bot", "person"], [f"person {NONCES[1]}", "bot"]]
    )
    chance.bind("kapow-cards", 1, 2, {"mode": "a"})
    assert chance.terms.splitlines() == [
        "slugfest chance 3",
        "round: 2ABCDEFG 3",
        "game: kapow-cards",
        "rules: 1",
        "option mode: a",
        "table 1 seat 1: bot",
        "table 1 seat 2: person",
        f"table 2 seat 1: person {NONCES[1]}",
        "table 2 seat 2: bot",
    ]
    assert chance.seed == hmac.new(b"secret", chance.terms.encode(), hashlib.sha256).digest()
    with pytest.raises(SlugfestError, match="a round has one size"):
        chance.bind("kapow-cards", 1, 3, {"mode": "a"})
    with pytest.raises(SlugfestError, match="no table 3"):
        DuplicateChance("secret", "MATCH", "2ABCDEFG 3", 2, tables_of(2, 2))


def test_a_game_that_names_nothing_is_dealt_alike_too() -> None:
    one, other = KeyedRng(SEED, {}), KeyedRng(SEED, {})
    assert [int(one.below(6)) for _ in range(50)] == [int(other.below(6)) for _ in range(50)]
    assert one.named == ["unnamed"]
    later = KeyedRng(SEED, {"unnamed": 1})
    assert [int(later.below(6)) for _ in range(50)] != [int(KeyedRng(SEED, {}).below(6)) for _ in range(50)]


def test_no_position_holds_keyed_chance() -> None:
    history = dealt("kapow-cards", 2, {}, 0)
    play_on(history, "words", 30)
    for state in [history.start, history.state, *(entry.before for entry in history.entries)]:
        assert type(state.rng) is Rng
        assert "rng" not in state.position()


# ---- records -----------------------------------------------------------------------------------------------------


def finished() -> tuple[Game, History, str]:
    history = dealt("kapow-cards", 2, {}, 1)
    play_on(history, "to the end")
    return game("kapow-cards"), history, record_of(history, ["Ann", "Bob"]).text()


def test_a_record_of_a_duplicate_round_is_verified() -> None:
    kapow, history, text = finished()
    assert "chance: 3\nmatch: MATCH1\nround: 2ABCDEFG 1\ntable: 2\ntable 1 seat 1: person " in text
    again = verify(read_record(text), kapow)
    assert again.state.position() == history.state.position()
    assert record_of(again, ["Ann", "Bob"]).text() == text


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("round: 2ABCDEFG 1", "round: 2ABCDEFG 2", "does not fit"),
        (f"person {NONCES[0]}", "person", "does not fit"),
        (f"person {NONCES[5]}", f"person {NONCES[6]}", "does not fit"),
        ("table: 2", "table: 4", "no seats of table 4"),
        ("table: 2\n", "", "“table:” is missing"),
        ("table 1 seat 2", "table 1 seat 3", "not the next seat"),
        ("table 3 seat 1", "table 4 seat 1", "not the next seat"),
        (f"person {NONCES[0]}", "ghost", "who sits there"),
        ("chance: 3", "chance: 2", "is missing"),
    ],
)
def test_a_record_in_which_anything_was_changed_is_refused(old: str, new: str, complaint: str) -> None:
    kapow, _, text = finished()
    assert old in text
    with pytest.raises(RecordError, match=complaint):
        verify(read_record(text.replace(old, new, 1)), kapow)


def test_a_history_of_a_duplicate_round_survives_being_copied_elsewhere() -> None:
    history = dealt("kapow-cards", 2, {}, 0)
    play_on(history, "words", 20)
    twin = pickle.loads(pickle.dumps(history))
    play_on(history, "more", 40)
    play_on(twin, "more", 40)
    assert history.state.position() == twin.state.position()
