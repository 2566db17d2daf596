"""Print what a verified record proves, and compare it with a player's notes."""

from __future__ import annotations

from rich.console import Console
from rich.markup import escape

from slugfest.kernel import DuplicateChance, History, LiveChance, Record, RecordError


def compare_with_notes(record: Record, commitment: str | None, nonce: str | None) -> None:
    """Compare a record with a player's notes; raise :class:`RecordError` if it is another match."""
    if commitment is not None and commitment.strip().lower() != record.commitment:
        raise RecordError(f"the record has the hash {record.commitment}, which is not the one you noted")
    if nonce is not None and f"person {nonce.strip().lower()}" not in record.sitting:
        raise RecordError("the nonce you noted is on no seat of this record")


def show_proof(
    console: Console, name: str, record: Record, history: History, commitment: str | None, nonce: str | None
) -> None:
    """Print what was checked."""
    console.print(
        f"[green]{escape(name)}: the hash fits the secret, all {len(history.entries)} moves are legal,"
        f" and the result is {record.result or 'still open'}.[/]",
        highlight=False,
    )
    if record.practice:
        console.print(
            "  practice: someone alone with bots took decisions back; these are the moves that stood"
        )
    for line in _proof(record, history, commitment, nonce):
        console.print(f"  {line}", highlight=False, markup=False, soft_wrap=True)


def _proof(record: Record, history: History, commitment: str | None, nonce: str | None) -> list[str]:
    noted = "the one you noted" if commitment is not None else "compare it with what your browser noted"
    lines = [f"hash    {record.commitment} ({noted})"]
    chance = history.chance
    if not isinstance(chance, LiveChance):
        return [*lines, "chance  of the first kind: everything follows from the secret alone"]
    if isinstance(chance, DuplicateChance):
        lines.append(
            f"chance  of all tables of round {record.round}: bound to game, rules {record.rules}, options and all seats"
        )
        lines.append(f"table   {record.table} of {len(record.tables)}; every table was dealt alike")
    else:
        lines.append(f"chance  bound to match {record.match}, game, rules {record.rules}, options and seats")
    for number, who in enumerate(record.sitting, 1):
        kind, _, added = who.partition(" ")
        note = f"nonce {added}" if added else "no nonce" if kind == "person" else "a bot"
        mine = " (the one you noted)" if added and nonce and added == nonce.strip().lower() else ""
        lines.append(f"seat {number}  {note}{mine}")
    return [*lines, f"seed    {chance.seed.hex()}"]
