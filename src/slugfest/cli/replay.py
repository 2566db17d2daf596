"""``slugfest replay``: a finished match in the terminal."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from slugfest.kernel import Game, Record
from slugfest.kernel import replay as replay_record

from .ending import ending
from .words import mistake


def show_replay(console: Console, game: Game, record: Record, seat: int, boards: bool, language: str) -> None:
    """Print every move and its events, as one seat (or a spectator, -1) saw them."""
    if seat >= record.seats:
        raise mistake("no_seat", seat=seat + 1, seats=record.seats)
    history = replay_record(record, game)
    names = record.players or [f"P{number + 1}" for number in range(record.seats)]
    console.rule(f"[bold]{escape(game.name.in_language(language))}")
    for number, entry in enumerate(history.entries, 1):
        move = game.format(entry.move)
        hidden = seat != entry.seat and entry.seen_by(seat) != entry.move
        shown = "…" if hidden else move
        console.print(
            f"[bold]{number}. {escape(names[entry.seat])}[/] [dim]{escape(shown)}[/]", highlight=False
        )
        for event in entry.events:
            sentence = game.describe(event.seen_by(seat)).named(names).in_language(language)
            console.print(f"   {escape(sentence)}", highlight=False)
        if boards:
            console.print(game.terminal.render(history.at(number).view(seat), names, language))
    if history.state.outcome() is not None:
        console.print(ending(history.state, names, language))
