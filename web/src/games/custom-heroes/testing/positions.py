"""Set up small positions with the real engine and keep what the first seat is told of them, with the previews that the
board's tests ask for. Run with the project's Python, from anywhere, when views or forecasts of the game change:

    python web/src/games/custom-heroes/testing/positions.py
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from slugfest.kernel import Rng, State, game, preview

HERE = Path(__file__).parent
GAME = game("custom-heroes")
Document = dict[str, Any]


def player(cards: str, **more: Any) -> Document:
    """A player with these cards ("3a", "7a+SPK"), three start pieces and 2 power."""
    hand = [card(text) for text in cards.split()]
    stock = [piece for piece in ("AF-1", "KO-1", "RP1-2") if not any(piece in held for held in hand)]
    return {"hand": hand, "stock": stock, "power": 2, **more}


def card(text: str) -> str:
    number, *pieces = text.split("+")
    return "+".join([f"C{int(number[:-1]):02}{number[-1]}", *(f"{piece}-1" for piece in pieces)])


def rival(cards: str = "1a 2a 4a", **more: Any) -> Document:
    return {"hand": [card(text) for text in cards.split()], **more}


def top(seat: int, value: int, count: int = 1) -> Document:
    return {"seat": seat, "value": value, "count": count}


OTHERS = (rival("1a 2a 4a 8b"), rival("5a 6a 8a 8c"))
LAST_TWO = (rival("", place=1), rival("5a 6a 8a"))
LEAD = "3a 3b 7a 9a"
KODORA = {
    "C07a": {"pieces": [{"piece": "KO-2", "by": 2, "round": 1}]}
}  # the second player's, attached last round

CASES: dict[str, tuple[list[Document], Document, list[list[str]]]] = {
    "lead": (
        [player(LEAD), *OTHERS],
        {},
        [
            ["card C03a"],
            ["card C03a", "card C03b"],
            ["card C07a"],
            ["attach RP1-2 > C07a"],
            ["attach RP1-2 > C07a", "card C07a"],
            ["pass"],
        ],
    ),
    "brando": (
        [player("3a+BRA 7a"), *OTHERS],
        {},
        [["card C03a"], ["card C03a*"], ["card C07a"]],
    ),
    "poor": ([player("3a+BRA 7a", power=0), *OTHERS], {}, [["card C03a"], ["card C03a*"]]),
    "three tens": (
        [player(LEAD), *OTHERS],
        {"top": top(2, 10, 3)},
        [["attach RP1-2 > C09a"], ["card C09a"], ["attach RP1-2 > C09a", "card C09a"]],
    ),
    "two sevens wanted": (
        [player("7a 7b 9a 9b"), *OTHERS],
        {"top": top(2, 6, 2)},
        [["card C07a"], ["card C07b"], ["card C07a", "card C07b"], ["card C09a"]],
    ),
    "sum": ([player("3a+BRA+G07+RP1 7a"), *OTHERS], {}, [["card C03a"]]),
    "equal": ([player(LEAD), *OTHERS], {"top": top(3, 7)}, [["card C07a"]]),
    "equal, two left": ([player(LEAD), *LAST_TWO], {"top": top(3, 7)}, [["card C07a"]]),
    "last card": ([player("7a"), *LAST_TWO], {"top": top(3, 7)}, [["card C07a"]]),
    "eight on top": ([player(LEAD), *OTHERS], {"top": top(2, 8)}, [["card C03a"]]),
    "after": (
        [player("3a 9a", power=9), *OTHERS],
        {"phase": "after", "top": top(1, 7)},
        [["card C03a"]],
    ),
    "wagers": (
        [player("3a 7a 9a+SPK", vp=4), rival("1a 2a 4a", vp=3), rival("5a 6a 8a", vp=3)],
        {"phase": "wagers", "round": 2, "cards": KODORA},
        [
            ["wager C07a"],
            ["wager C07a", "wager C03a=KO-1"],
            ["wager C03a=KO-1"],
            ["wager C07a", "wager C03a=KO-1", "wager C09a=KO-1"],
            ["wager C07a", "wager C09a=KO-1"],
            ["attach RP1-2 > C03a"],
        ],
    ),
    "one Kodora": (
        [player("3a 8a 9a", vp=4), rival("1a 2a 4a", vp=3), rival("5a 6a 8b", vp=3)],
        {"phase": "wagers"},
        [["wager C03a=KO-1"], ["wager C08a=KO-1"]],
    ),
    "somebody else's turn": (
        [player(LEAD), *OTHERS],
        {"turn": 2},
        [["pass"], ["exchange"], ["card C03a"], ["attach AF-1 > C03a"]],
    ),
}


def recorded(name: str) -> Document:
    players, rest, bundles = CASES[name]
    state = GAME.set_up({"seats": len(players), "options": {}, "position": {"players": players, **rest}})
    return told(name, state, 0, bundles)


def told(name: str, state: State, seat: int, bundles: list[list[str]]) -> Document:
    """A position, the answers to these bundles, and to the sets that gather around each card of the hand."""
    view = state.view(seat)
    gathered = [option["forecast"].get("gathers", []) for option in view["moves"]]
    sets = [[f"card {one['card']}{'*' * one['active']}" for one in cards] for cards in gathered if cards]
    bundles = bundles + [cards for cards in sets if cards not in bundles]
    asked = [[bundle, brief(preview(state, seat, bundle, Rng(1)).as_json())] for bundle in bundles]
    return {"name": name, "view": view, "previews": asked}


def brief(foretold: Document) -> Document:
    """Without the parts of a board that no test of the hand looks at."""
    if foretold["view"] is not None:
        foretold["view"]["board"].update(deck=[], tricks=[], unseen=[])
    return foretold


def from_games(seats: int, mode: str, wanted: int) -> list[Document]:
    """Positions of a game between beginners, as the seat in turn sees them."""
    state = GAME.new(seats, {}, Rng(seats))
    chance = Rng(seats + 7)
    found: list[Document] = []
    turns = 0
    while state.outcome() is None and len(found) < wanted:
        seat = state.actors()[0]
        board = state.view(seat)["board"]
        if board["phase"] == "turn" and not board["you"]["draft"]:
            if turns % 9 == 0:
                found.append(told(f"{mode} {len(found) + 1}", state, seat, []))
            turns += 1
        state.play(seat, GAME.greedy(state.sample(seat, chance), seat))
    return found


if __name__ == "__main__":
    lines = [recorded(name) for name in CASES]
    for seats in (2, 3, 6):
        lines += from_games(seats, f"{seats} players", 6)
    texts = [json.dumps(line, ensure_ascii=False, separators=(",", ":")) for line in lines]
    (HERE / "positions.jsonl").write_text("\n".join(texts) + "\n", "utf-8")
    catalogue = json.dumps(GAME.catalogue(), ensure_ascii=False, separators=(",", ":"))
    (HERE / "catalogue.jsonl").write_text(catalogue + "\n", "utf-8")
