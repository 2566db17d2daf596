"""How far the mixtures of the search are from equilibria that are known, by iterations.

``python -m tests.equilibrium`` prints the table of docs/strength.md.
"""

from __future__ import annotations

import itertools

from tests.textbook import BET, KUHN, LOPSIDED_PENNIES, PASS, ROCK_PAPER_SCISSORS, Textbook

from slugfest.bots import SearchBot
from slugfest.bots.search import TreeSearch
from slugfest.bots.tree import Node
from slugfest.bots.valuing import Together
from slugfest.kernel import Perspective, Rng, seeded


def mixtures(game: Textbook, iterations: int, runs: int) -> list[list[float]]:
    """What the search plays in a simultaneous decision, by move: for both seats and so many seeds."""
    found: list[list[float]] = []
    for seat, run in itertools.product((0, 1), range(runs)):
        perspective = Perspective(game.new(2, {}, Rng(1)), seat)
        ideas = SearchBot(iterations=iterations).consider(perspective, seeded("near", seat, run))
        shares = {idea.move: idea.probability for idea in ideas}
        found.append([shares.get(move, 0.0) for move in range(game.move_count)])
    return found


def pennies_off(iterations: int, runs: int) -> float:
    """How far the mixtures are from heads one time in three, on average."""
    found = mixtures(LOPSIDED_PENNIES, iterations, runs)
    return sum(abs(shares[0] - 1 / 3) for shares in found) / len(found)


def rock_paper_scissors_lost(iterations: int, runs: int) -> float:
    """What a best response wins against the mixtures, on average: wins less losses."""
    found = mixtures(ROCK_PAPER_SCISSORS, iterations, runs)
    table = ROCK_PAPER_SCISSORS.table
    best = [max(sum(row[move] * shares[move] for move in range(3)) for row in table) for shares in found]
    return sum(best) / len(found)


def kuhn_policy(player: SearchBot, runs: int) -> dict[tuple[int, str], float]:
    """How likely the bot bets, by its card and what happened before."""
    policy: dict[tuple[int, str], float] = {}
    for card, line in itertools.product(range(3), ("", "p", "b", "pb")):
        perspective = Perspective(KUHN.at(card, line), len(line) % 2)
        bets = 0.0
        for run in range(runs):
            ideas = player.consider(perspective, seeded("kuhn", card, line, run))
            bets += sum(idea.probability for idea in ideas if idea.move == BET)
        policy[card, line] = bets / runs
    return policy


def kuhn_value(first: dict[tuple[int, str], float], second: dict[tuple[int, str], float]) -> float:
    """What the first seat wins on average, in chips."""
    total = 0.0
    for mine, yours in itertools.permutations(range(3), 2):
        sign = 1 if mine > yours else -1
        bet, call = first[mine, ""], first[mine, "pb"]
        called, raised = second[yours, "b"], second[yours, "p"]
        after_bet = (1 - called) + called * 2 * sign
        after_pass = (1 - raised) * sign + raised * (call * 2 * sign - (1 - call))
        total += bet * after_bet + (1 - bet) * after_pass
    return total / 6


def exploitability(policy: dict[tuple[int, str], float]) -> float:
    """How many chips a game both seats together lose to opponents that know the policy."""
    firsts = [(card, line) for card in range(3) for line in ("", "pb")]
    seconds = [(card, line) for card in range(3) for line in ("p", "b")]
    best_first = max(
        kuhn_value(dict(zip(firsts, plan)), policy) for plan in itertools.product((0, 1), repeat=6)
    )
    best_second = max(
        -kuhn_value(policy, dict(zip(seconds, plan))) for plan in itertools.product((0, 1), repeat=6)
    )
    return best_first + best_second


def kuhn_trees(iterations: int) -> dict[tuple[int, str], float]:
    """How likely each seat bets by its tree, after a search in which nobody's card is known."""
    bot = SearchBot()
    bot.always_mix = True
    search = TreeSearch(bot, Together(KUHN.at(0, ""), 0))
    rng = seeded("trees")
    for _ in range(iterations):
        search.iterate(rng)

    def bets(node: Node) -> float:
        return node.children[BET].played / sum(child.played for child in node.children.values())

    def seen(node: Node, key: int) -> Node:
        found = node.saw(key)
        assert found is not None
        return found

    policy: dict[tuple[int, str], float] = {}
    for card in range(3):
        own = -(1 + card)  # as the search separates what a seat holds
        first = seen(search.roots[0], own)
        policy[card, ""] = bets(first)
        policy[card, "pb"] = bets(seen(seen(first.children[PASS], BET * 2 + 1), own))
        for line, move in (("p", PASS), ("b", BET)):
            policy[card, line] = bets(seen(seen(search.roots[1], move * 2), own))
    return policy


ITERATIONS = (100, 300, 1000, 3000, 10_000)
ENOUGH = 300  # with fewer some decisions of Kuhn's poker are never reached


def main() -> None:
    """Print the table, a line for each number of iterations."""
    for iterations in ITERATIONS:
        runs = max(2, 3000 // iterations)
        player = SearchBot(iterations=iterations)
        player.always_mix = True
        trees = f"{exploitability(kuhn_trees(iterations)):.3f}" if iterations >= ENOUGH else ""
        row = (
            f"{iterations:,}",
            f"{pennies_off(iterations, runs):.3f}",
            f"{rock_paper_scissors_lost(iterations, runs):.3f}",
            trees,
            f"{exploitability(kuhn_policy(player, runs)):.3f}",
        )
        print(f"| {' | '.join(row)} |", flush=True)


if __name__ == "__main__":
    main()
