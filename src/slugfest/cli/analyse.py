"""What each bot would do in a position, and why."""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from slugfest.bots import Bot, GuardedBot, SearchBot, bot, judge
from slugfest.kernel import (
    Game,
    Options,
    Perspective,
    State,
    game,
    game_of_record,
    read_record,
    seeded,
    verify,
)

from .options import parse_json, read_file
from .words import mistake


def position_in(file: Path, step: int | None) -> State:
    """The position of a document, or the one after so many moves of a finished match's record."""
    text = read_file(file)
    if text.lstrip()[:1] != "#" and "\ngame:" not in f"\n{text}":
        if step is not None:
            raise mistake("step_of_a_position", file=file)
        position = parse_json(text, file)
        return game(str(position.get("game", ""))).set_up(position)
    record = read_record(text)
    history = verify(record, game_of_record(record))
    moves = len(history.entries)
    if step is None:
        raise mistake("no_step", file=file, moves=moves)
    if step > moves:
        raise mistake("step_too_far", step=step, moves=moves)
    return history.at(step)


def show_analysis(
    console: Console, state: State, bots: list[str], ideas: int, seed: str, language: str
) -> None:
    """For each seat that owes a decision and each bot: its best moves with visits and expected result."""
    names = [f"P{seat + 1}" for seat in range(state.seats)]
    outcome = state.outcome()
    if outcome is not None:
        console.print(escape(outcome.text.named(names).in_language(language)))
        return
    asked = [bot(name.strip(), state.game) for name in bots]
    try:
        for seat in state.actors():
            show_seat(console, state, seat, asked, ideas, seed, language)
    finally:
        for player in asked:
            player.close()


def show_seat(
    console: Console, state: State, seat: int, asked: list[Bot], ideas: int, seed: str, language: str
) -> None:
    """What each bot would do on one seat."""
    game = state.game
    names = [f"P{number + 1}" for number in range(state.seats)]
    perspective = Perspective(state, seat)
    console.rule(f"[bold]P{seat + 1}")
    console.print(game.terminal.render(perspective.view(), names, language))
    for player in asked:
        if isinstance(player, SearchBot):
            show_judgement(console, player, perspective, ideas, seed, language)
            continue
        found = player.consider(perspective, seeded(seed, player.name, seat))
        if isinstance(player, GuardedBot) and player.faults:
            raise player.faults[0]  # otherwise the fallback bot's answer would be shown
        why = player.explain(perspective, found).named(names).in_language(language)
        table = Table(
            title=f"{escape(player.signature())}: {escape(why)}", title_justify="left", title_style="bold"
        )
        table.add_column("Zug" if language == "de" else "move")
        table.add_column("geprüft" if language == "de" else "visits", justify="right")
        table.add_column("erwartet" if language == "de" else "expected", justify="right")
        for idea in found[:ideas]:
            label = game.label(idea.move).named(names).in_language(language)
            table.add_row(
                f"{escape(label)} [dim]{escape(game.format(idea.move))}[/]",
                str(idea.visits) if idea.visits else "–",
                f"{idea.value:.0%}" if idea.visits else "–",
            )
        console.print(table)


def show_judgement(
    console: Console, player: SearchBot, perspective: Perspective, ideas: int, seed: str, language: str
) -> None:
    """The judgement of a searching bot, as hints and the coach read it: the reason, then the figures."""
    game = perspective.game
    names = [f"P{number + 1}" for number in range(perspective.seats)]
    judgement = judge(player, perspective, seeded(seed, player.name, perspective.seat))
    why = "" if judgement.why is None else judgement.why.named(names).in_language(language)
    title = f"{escape(player.signature())}: {escape(why)}"
    table = Table(title=title, title_justify="left", title_style="bold")
    table.add_column("Zug" if language == "de" else "move")
    table.add_column("geprüft" if language == "de" else "visits", justify="right")
    table.add_column("Siegchance" if language == "de" else "to win", justify="right")
    table.add_column("verschenkt" if language == "de" else "gives away", justify="right")
    for judged in judgement.moves[:ideas]:
        label = game.label(judged.move).named(names).in_language(language)
        known = judged.worlds > 0
        table.add_row(
            f"{escape(label)} [dim]{escape(game.format(judged.move))}[/]",
            str(judged.visits) if known else "–",
            f"{judged.chance:.0%} ± {judged.error:.0%}" if known else "–",
            "–" if judgement.fine(judged.move) else f"{judged.loss:.0%} ± {judged.loss_error:.0%}",
        )
    console.print(table)


def some_position(game: Game, seats: int, options: Options, seed: str, moves: int) -> State:
    """A position some greedy moves into a game."""
    state = game.new(seats, options, seeded("position", seed))
    player = bot("greedy", game)
    chance = seeded("position moves", seed)
    for _ in range(moves):
        actors = state.actors()
        if not actors:
            break
        state.play(actors[0], player.choose(Perspective(state, actors[0]), chance))
    return state
