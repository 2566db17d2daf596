"""What people send, as what they ask of a table."""

from __future__ import annotations

from slugfest import table as requests
from slugfest.table import Command

from . import wire
from .codes import Codes


def command_of(
    message: wire.Sit
    | wire.Nonce
    | wire.Stand
    | wire.SetSeat
    | wire.SetOptions
    | wire.SetPace
    | wire.Start
    | wire.Play
    | wire.Undo
    | wire.TakeBack
    | wire.Abandon
    | wire.Resign
    | wire.Draw
    | wire.Nudge
    | wire.Hand
    | wire.Here
    | wire.Hints
    | wire.Rematch,
    codes: Codes,
    offered: tuple[tuple[str, str], ...] = (),
) -> Command:
    """A message as the request to the table that it is."""
    match message:
        case wire.Sit():
            return requests.Sit(message.seat, message.name, message.nonce or "")
        case wire.Nonce():
            return requests.Nonce(message.nonce)
        case wire.Stand():
            return requests.Stand()
        case wire.SetSeat():
            return requests.SetSeat(message.seat, message.kind, message.level, offered)
        case wire.SetOptions():
            return requests.SetOptions(message.seats, message.options)
        case wire.SetPace():
            return requests.SetPace(message.pace)
        case wire.Start():
            return requests.Start()
        case wire.Play():
            return requests.Play(tuple(message.moves), message.sure)
        case wire.Undo():
            return requests.Undo()
        case wire.TakeBack():
            return requests.TakeBack(message.seat, message.agree)
        case wire.Abandon():
            return requests.Abandon(message.agree)
        case wire.Resign():
            return requests.Resign()
        case wire.Draw():
            return requests.Draw(message.agree)
        case wire.Nudge():
            return requests.Nudge(message.seat)
        case wire.Hand():
            return requests.Hand(message.seat, message.agree)
        case wire.Here():
            return requests.Here()
        case wire.Hints():
            return requests.Hints(message.agree)
        case wire.Rematch():
            return requests.Rematch(codes.match())
