"""What the engine does, in lines to be compared: run by CPython and by the Python of a page, they must be the same.

    python same_engine.py GOLDEN OLD

Golden playthroughs of every game, number of seats and mode, held against what is kept; records replayed and verified;
matches of each game through the house without a server, every message of them; the quick conformance run at the fewest
seats: all of it for the smallest game, for the others what could come out otherwise in another place (chance, order,
numbers, JSON). The rest of it would take minutes here, and finds faults of rules, which are the same everywhere.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import Any

from slugfest.kernel import Game, games, read_record, seeded, verify
from slugfest.local import LocalServer
from slugfest.local.thinker import think
from slugfest.testing.conformance import check
from slugfest.testing.golden import differences, playthrough, wanted

MATCHES = {
    "custom-heroes": ["easy", "search:6"],
    "kapow-cards": ["medium", "search:300"],
    "kapow-dice": ["easy", "search:6"],
    "tag-team": ["medium", "search:40"],
}
MOST_MOVES = 20  # of a person, who then resigns: a whole duel with dice takes its time
SMALLEST = "kapow-cards"
OTHERWISE_ELSEWHERE = (
    "same-seed-same-game",
    "nothing-lost-or-made",
    "chance-is-counted",
    "nothing-leaks-in-view",
    "nothing-leaks-in-moves",
    "nothing-leaks-in-events",
    "sampling-keeps-the-view",
    "sampling-ignores-the-truth",
    "notation-is-unique",
    "facts-are-plain-json",
    "documents-round-trip",
    "records-replay",
    "live-chance-decides",
    "observations-are-honest",
    "bots-are-fair",
)


def digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def golden(game: Game, folder: Path) -> None:
    told = differences(game, folder)
    for line in told[:40]:
        print(line)
    for name, (seats, mode) in wanted(game).items():
        print(game.id, name, digest(playthrough(game, seats, mode)))


def old_records(folder: Path) -> None:
    for path in sorted(folder.glob("*.record.txt")):
        record = read_record(path.read_text("utf-8"))
        history = verify(record, games()[record.game])
        print(path.name, record.result, len(history.entries), digest(json.dumps(history.state.position())))


def match(game: Game, bot: str) -> None:
    """A person who plays at random against a bot; every message, and the record."""
    rng = seeded("same engine", game.id, bot)
    clock = [1_800_000_000_000]
    server = LocalServer(
        games(), (), lambda: clock[0], lambda count: bytes(rng.below(256) for _ in range(count))
    )
    server.settings.bot_delay, server.settings.seconds = (
        0,
        0.0,
    )  # as many iterations as it takes, wherever it runs
    level = bot if bot in ("easy", "medium", "hard") else "easy"
    body = {"game": game.id, "seats": [{"kind": "me"}, {"kind": "bot", "level": level}], "start": True}
    told: Any = server.request("POST", "/api/matches", json.dumps(body))[1]
    code = json.loads(told)["id"]
    channel = server.open(f"/ws/{code}")
    heard = hashlib.sha256()
    view: Any = None
    status, moves, sent = "", 0, 0
    server.receive(channel, json.dumps({"type": "nonce", "id": "nonce", "nonce": "ab" * 16}))
    while True:
        clock[0] += 1000
        server.saved(len(server.unsaved()))
        for _, frame in server.outbox():
            heard.update(str(frame).encode())
            told = json.loads(str(frame))
            if told["type"] in ("snapshot", "update"):
                view, status = told["view"], told["match"]["status"]
            assert told["type"] != "refused", told
        thoughts = server.thoughts()
        for number, text in thoughts:
            asked = json.loads(text)
            asked["question"]["level"] = bot
            server.thought(number, think(json.dumps(asked)))
        if thoughts:
            continue
        if status in ("finished", "abandoned"):
            break
        sent += 1
        if moves == MOST_MOVES:
            server.receive(channel, json.dumps({"type": "resign", "id": f"{sent}"}))
        else:
            choice = view["moves"][rng.below(len(view["moves"]))]["move"]
            server.receive(channel, json.dumps({"type": "play", "id": f"{sent}", "moves": [choice]}))
            moves += 1
    record = server.request("GET", f"/api/matches/{code}/record")[1]
    verify(read_record(record), game)
    rows = json.dumps([text for log in server.journal.logs.values() for text in log.entries])
    print(game.id, bot, moves, heard.hexdigest()[:16], digest(rows), digest(record))


def conformance(game: Game) -> None:
    report = check(
        game, seats=game.seat_counts()[0], games=1, only=None if game.id == SMALLEST else OTHERWISE_ELSEWHERE
    )
    print(game.id, "keeps its promises" if report.ok else report.text(), digest(report.text()))


def main() -> None:
    folders = [Path(argument) for argument in sys.argv[1:]]
    for game in games().values():
        golden(game, folders[0])
        for bot in MATCHES[game.id]:
            match(game, bot)
        conformance(game)
    old_records(folders[1])


if __name__ == "__main__":
    main()
