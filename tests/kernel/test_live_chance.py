"""Live chance: fixed by its seed, fair to the last bit, and nothing to be learned from what was seen."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise

import pytest

from slugfest.kernel import (
    History,
    LiveChance,
    LiveRng,
    Options,
    RecordError,
    Rng,
    SlugfestError,
    commitment,
    game,
    is_nonce,
    read_record,
    record_of,
    replay,
    seeded,
    verify,
)

pytestmark = pytest.mark.compiled

GAME = game("kapow-cards")
SEED = bytes(range(32))
NONCE = "0123456789abcdef0123456789abcdef"
SEATS = [f"person {NONCE}", "person"]
OPTIONS: Options = {"start_seat": 1}


def live(secret: str = "secret", match: str = "2ABCDEFG", seats: list[str] = SEATS) -> History:
    return History(GAME, 2, OPTIONS, LiveChance(secret, match, seats))


def play_to_the_end(history: History) -> History:
    rng = seeded("live moves")
    while history.state.outcome() is None:
        seat = history.state.actors()[0]
        history.play(
            seat,
            GAME.require_search().greedy(
                history.state.game.require_search().sample(history.state, seat, rng), seat
            ),
        )
    return history


# ---- the stream --------------------------------------------------------------------------------------------------


def words_of(seed: bytes, use: int) -> Iterator[int]:
    """The stream written down once more, as docs/fairness.md tells it."""
    block = 0
    while True:
        digest = hmac.new(seed, f"chance {use} {block}".encode(), hashlib.sha256).digest()
        for place in range(0, 32, 4):
            yield int.from_bytes(digest[place : place + 4], "big")
        block += 1


def test_the_stream_is_fixed_for_all_time() -> None:
    """Golden numbers: a change here breaks every record ever written."""
    rng = LiveRng(SEED, 3)
    words = words_of(SEED, 3)
    assert [int(rng.next()) for _ in range(40)] == [next(words) for _ in range(40)]
    rng = LiveRng(SEED, 0)
    assert [int(rng.next()) for _ in range(3)] == [0xAE719AF3, 0xA1D8428D, 0x0E4512A6]


@pytest.mark.parametrize("n", [1, 2, 6, 58, 1000, 2**31 + 1, 3 * 2**30, 2**32 - 1, 2**32])
def test_what_would_favour_small_numbers_is_drawn_again(n: int) -> None:
    """Of 2**32 words the last ones, too few for another round of n, are never used."""
    rng = LiveRng(SEED, 1)
    words = words_of(SEED, 1)
    used = 0
    for _ in range(200):
        word, used = next(words), used + 1
        while word >= 2**32 // n * n:
            word, used = next(words), used + 1
        assert int(rng.below(n)) == word % n
    assert rng.state == used, "its state counts the words, the rejected ones too"
    assert used > 200 if n in (2**31 + 1, 3 * 2**30) else used == 200


@pytest.mark.parametrize("n", [0, -1, 2**32 + 1])
def test_chance_among_nothing_or_too_much_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="one of 1 to 4294967296"):
        LiveRng(SEED, 1).below(n)


@pytest.mark.parametrize("n", [2, 6, 7, 58])
def test_all_numbers_come_equally_often(n: int) -> None:
    """Chi-squared over one fixed key: far beyond what chance would do, the test fails."""
    rng = LiveRng(SEED, 5)
    rounds = 1_000 * n
    counts = Counter(int(rng.below(n)) for _ in range(rounds))
    assert set(counts) == set(range(n))
    squares = sum((counts[number] - 1_000) ** 2 / 1_000 for number in range(n))
    assert squares < n - 1 + 5 * (2 * (n - 1)) ** 0.5


def test_a_number_reveals_nothing_about_the_next() -> None:
    rng = LiveRng(SEED, 6)
    drawn = [int(rng.below(6)) for _ in range(36_001)]
    pairs = Counter(pairwise(drawn))
    squares = sum((pairs[one, other] - 1_000) ** 2 / 1_000 for one in range(6) for other in range(6))
    assert squares < 35 + 5 * 70**0.5


def test_the_streams_of_different_uses_and_seeds_are_unrelated() -> None:
    """Each bit of one word in another stream is as often the same as not."""
    first = [LiveRng(SEED, 0).next()] + [LiveRng(SEED, use).next() for use in range(1, 400)]
    other = [LiveRng(bytes([use % 256, use // 256]) * 16, 0).next() for use in range(1, 401)]
    for words in (first, other):
        same = [32 - (int(one) ^ int(two)).bit_count() for one, two in pairwise(words)]
        assert len(set(words)) == len(words)
        assert abs(sum(same) / len(same) - 16) < 0.75


def test_its_state_reveals_only_that_chance_was_used() -> None:
    """The old generator went on from its state; here two that stand alike go on differently."""
    one, other = LiveRng(SEED, 0), LiveRng(SEED[::-1], 0)
    for _ in range(14):
        one.below(58), other.below(58)
    assert one.state == other.state == 14
    assert [int(one.next()) for _ in range(4)] != [int(other.next()) for _ in range(4)]


def test_a_copy_goes_its_own_way_and_a_fork_is_live_chance_too() -> None:
    rng = LiveRng(SEED, 2)
    rng.next()
    copy = rng.copy()
    assert [int(rng.next()) for _ in range(20)] == [int(copy.next()) for _ in range(20)]
    fork, again = rng.fork(), rng.fork()
    assert isinstance(fork, LiveRng)
    assert len({int(rng.next()), int(fork.next()), int(again.next())}) == 3


# ---- a match -----------------------------------------------------------------------------------------------------


def test_the_seed_is_bound_to_everything() -> None:
    """Another secret, match, seat or nonce: another deal. So is another game, version of the rules or option."""
    chance = LiveChance("secret", "2ABCDEFG", SEATS)
    chance.bind("kapow-cards", 1, 2, {"mode": "a", "look": False})
    assert chance.terms.splitlines() == [
        "slugfest chance 2",
        "match: 2ABCDEFG",
        "game: kapow-cards",
        "rules: 1",
        "option look: off",
        "option mode: a",
        f"seat 1: person {NONCE}",
        "seat 2: person",
    ]
    assert chance.seed == hmac.new(b"secret", chance.terms.encode(), hashlib.sha256).digest()
    seeds = {chance.seed}
    for secret, match, seats in (
        ("Secret", "2ABCDEFG", SEATS),
        ("secret", "3ABCDEFG", SEATS),
        ("secret", "2ABCDEFG", [f"person {NONCE}", "bot"]),
        ("secret", "2ABCDEFG", [f"person {NONCE}", f"person {NONCE}"]),
        ("secret", "2ABCDEFG", ["person", f"person {NONCE}"]),
        ("secret", "2ABCDEFG", [f"person {NONCE[::-1]}", "person"]),
    ):
        other = LiveChance(secret, match, seats)
        other.bind("kapow-cards", 1, 2, {"mode": "a", "look": False})
        seeds.add(other.seed)
    for name, rules, options in (
        ("tag-team", 1, {"mode": "a", "look": False}),
        ("kapow-cards", 2, {"mode": "a", "look": False}),
        ("kapow-cards", 1, {"mode": "b", "look": False}),
        ("kapow-cards", 1, {"mode": "a", "look": True}),
    ):
        chance.bind(name, rules, 2, options)
        seeds.add(chance.seed)
    assert len(seeds) == 11


def test_a_secret_whose_hash_would_be_the_key_is_refused() -> None:
    """HMAC hashes a key of more than 64 bytes first; the hash is the commitment, which everybody knows."""
    LiveChance("x" * 64, "2ABCDEFG", SEATS)
    for secret in ("x" * 65, "ä" * 33, ""):
        with pytest.raises(SlugfestError, match="1 to 64 bytes"):
            LiveChance(secret, "2ABCDEFG", SEATS)


def test_no_position_of_a_live_match_holds_chance() -> None:
    history = play_to_the_end(live())
    assert any(entry.chance for entry in history.entries)
    for state in [history.start, history.state, *(entry.before for entry in history.entries)]:
        assert type(state.rng) is Rng
        assert state.rng.state == Rng().state
        document = state.position()
        assert "rng" not in document
        assert type(GAME.set_up(json.loads(json.dumps(document))).rng) is Rng
    dealt = GAME.deal(2, history.options, LiveRng(SEED, 0))
    assert "rng" not in dealt.position(), "not even where somebody forgets to put chance away"


def test_imagined_chance_is_written_into_its_positions() -> None:
    history = History(GAME, 2, OPTIONS, "words")
    assert history.state.position()["rng"] == history.state.rng.state != 1


def test_a_bot_thinks_with_chance_that_leads_nowhere() -> None:
    history = live()
    thoughts = [history.chance.of_thought("bot", seat, moved) for seat in range(2) for moved in range(20)]
    assert all(type(rng) is Rng for rng in thoughts)
    assert len({int(rng.state) for rng in thoughts}) == 40
    again = live().chance
    assert again.of_thought("bot", 1, 2).state == history.chance.of_thought("bot", 1, 2).state
    assert again.of_thought("hint", 1, 2).state != history.chance.of_thought("bot", 1, 2).state


def test_the_same_cards_in_the_hand_leave_everything_else_open() -> None:
    """A seat that has seen two cards in the order they were dealt: in the matches where it saw just these, the next
    card is any of the others. (Fourteen would be the same, in more matches than a test can deal.)"""
    nexts: Counter[int] = Counter()
    for match in range(30_000):
        cards = list(range(12))
        chance = LiveChance("secret", str(match), SEATS)
        chance.bind("kapow-cards", 1, 2, {})
        chance.of_use(0).shuffle(cards)
        if cards[:2] == [3, 7]:
            nexts[cards[2]] += 1
    assert set(nexts) == set(range(12)) - {3, 7}


def test_chance_after_an_undo_is_the_chance_there_would_have_been() -> None:
    straight, detour = live(), live()
    detour.play_text(0, "PASS")
    detour.undo(0)
    for history in (straight, detour):
        card = GAME.format(history.state.moves(0)[-2]).split()[-1]
        history.play_text(0, f"RECRUIT {card}")
    assert straight.entries[-1].chance or straight.entries[-1].revealed
    assert straight.state.position() == detour.state.position()


# ---- records -----------------------------------------------------------------------------------------------------


def finished_record() -> str:
    return record_of(play_to_the_end(live()), ["Ann", "Bob"]).text()


def test_a_record_says_which_chance_it_used_and_replays() -> None:
    history = play_to_the_end(live())
    text = record_of(history, ["Ann", "Bob"]).text()
    assert f"chance: 2\nmatch: 2ABCDEFG\nseat 1: person {NONCE}\nseat 2: person\n" in text
    again = verify(read_record(text), GAME)
    assert again.state.position() == history.state.position()
    assert record_of(again, ["Ann", "Bob"]).text() == text


@pytest.mark.parametrize(
    ("old", "new", "complaint"),
    [
        ("match: 2ABCDEFG", "match: 3ABCDEFG", "does not fit"),
        (f"person {NONCE}", f"person {NONCE[::-1]}", "does not fit"),
        (f"person {NONCE}", "person", "does not fit"),
        ("seat 2: person", "seat 2: bot", "does not fit"),
        ("chance: 2", "chance: 1", "does not fit"),
        ("option look_at_dealt: off", "option look_at_dealt: on", "does not fit|the moves give"),
        ("secret: secret", "secret: Secret", "hash"),
        ("secret: secret", f"secret: {'x' * 65}", "hash"),
        ("chance: 2", "chance: 3", "“round:” is missing"),
        ("chance: 2", "chance: 4", "knows chance 1 to 3, not 4"),
        ("chance: 2", "chance: two", "whole number"),
        ("match: 2ABCDEFG\n", "", "“match:” is missing"),
        ("seat 2: person\n", "", "“seat 2:” is missing"),
        ("seat 2: person", "seat 3: person", "who sits on the next seat"),
        ("seat 2: person", "seat 2: person 12", "who sits on the next seat"),
        ("seat 2: person", "seat 2: ghost", "who sits on the next seat"),
        ("seat 2: person", "seat 2: person\nseat 3: bot", "bound to 3 seats"),
    ],
)
def test_a_record_in_which_anything_was_changed_is_refused(old: str, new: str, complaint: str) -> None:
    text = finished_record()
    assert old in text
    with pytest.raises(SlugfestError, match=complaint):
        verify(read_record(text.replace(old, new, 1)), GAME)


def test_a_secret_that_is_too_long_is_refused_though_its_hash_fits() -> None:
    secret = "x" * 65
    text = finished_record().replace("secret: secret", f"secret: {secret}")
    text = text.replace(f"commitment: {commitment('secret')}", f"commitment: {commitment(secret)}")
    with pytest.raises(RecordError, match="1 to 64 bytes"):
        verify(read_record(text), GAME)


def test_the_record_of_a_running_match_has_neither_secret_nor_seed() -> None:
    history = live("hush hush")
    text = record_of(history, ["Ann", "Bob"]).text()
    assert isinstance(history.chance, LiveChance)
    assert "hush" not in text
    assert history.chance.seed.hex() not in text


def test_an_abandoned_match_is_verified_as_far_as_it_went() -> None:
    history = play_to_the_end(live())
    part = live()
    for entry in history.entries[:9]:
        part.play(entry.seat, entry.move)
    record = record_of(part, ["Ann", "Bob"], abandoned=True)
    assert (record.result, record.secret) == ("abandoned", "secret")
    assert verify(read_record(record.text()), GAME).state.position() == part.state.position()
    text = record_of(history, ["Ann", "Bob"]).text()
    result = read_record(text).result
    with pytest.raises(RecordError, match="says “abandoned”, but the moves give"):
        verify(read_record(text.replace(f"result: {result}", "result: abandoned")), GAME)


def test_replaying_needs_the_secret() -> None:
    with pytest.raises(RecordError, match="no secret"):
        replay(read_record(record_of(live(), ["Ann", "Bob"]).text()), GAME)


def test_the_commitment_is_the_plain_hash_anybody_can_compute() -> None:
    assert commitment("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        (NONCE, True),
        (NONCE.upper(), False),
        (NONCE[:-1], False),
        (NONCE + "0", False),
        ("", False),
        ("g" * 32, False),
        ("٣" * 32, False),
        (NONCE[:-1] + "\n", False),
    ],
)
def test_a_nonce_is_thirty_two_digits(text: str, fits: bool) -> None:
    assert is_nonce(text) is fits
