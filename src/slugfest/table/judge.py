"""Grant or refuse commands. A granted command becomes an entry of the log; a refused one changes nothing."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final, assert_never

from slugfest.kernel import IMAGINED, Game, Refusal, is_nonce, text_of

from . import assistance, endings, offers, open_tables, taking_back
from .clock import agreed
from .commands import (
    Abandon,
    Advertise,
    Command,
    Draw,
    Hand,
    Here,
    Hints,
    Nonce,
    Nudge,
    Play,
    Readmit,
    Rematch,
    Remove,
    Resign,
    SetOptions,
    SetPace,
    SetSeat,
    Sit,
    Stand,
    Start,
    TakeBack,
    Undo,
)
from .entries import (
    AbandonEntry,
    BotEntry,
    DrawEntry,
    Entry,
    GaveUpEntry,
    HandEntry,
    HereEntry,
    HintsEntry,
    MovesEntry,
    NoDrawEntry,
    NonceEntry,
    NudgedEntry,
    OpenedEntry,
    OptionsEntry,
    PaceEntry,
    PlayOnEntry,
    ReadmittedEntry,
    RematchEntry,
    RemovedEntry,
    SeatedEntry,
    StartedEntry,
    StoodEntry,
    UndoEntry,
    UnhandEntry,
)
from .names import tidy_name
from .refusals import refuse
from .seats import Seat, bot_name, free_name, is_built_in
from .services import Services

if TYPE_CHECKING:
    from .table import Table

MOST_MOVES: Final = 100  # in one request
LONGEST_MOVE: Final = 300  # characters; no notation comes near


def entry_for(table: Table, guest: str, command: Command, services: Services) -> Entry | None:
    """The entry that grants a command; None if nothing has to change. Raises :class:`Refusal`."""
    entry = granting(table, guest, command, services)
    if entry is not None:
        offers.require_offer(table, entry, guest)
    return entry


def granting(table: Table, guest: str, command: Command, services: Services) -> Entry | None:
    match command:
        case Play():
            return play(table, guest, command)
        case Undo():
            return undo(table, guest)
        case Sit():
            return sit(table, guest, command, services)
        case Nonce():
            return add_nonce(table, guest, command)
        case Stand():
            return stand(table, guest)
        case SetSeat():
            return set_seat(table, guest, command, services)
        case SetOptions():
            return set_options(table, guest, command)
        case Start():
            return start(table, guest)
        case TakeBack():
            return taking_back.entry_for(table, require_playing(table, guest), command)
        case Abandon():
            return abandon(table, guest, command)
        case Hints():
            return hints(table, guest, command)
        case Rematch():
            return rematch(table, guest, services)
        case SetPace():
            return set_pace(table, guest, command)
        case Advertise():
            return open_tables.entry_for(table, guest, command, services)
        case Remove():
            return remove(table, guest, command, services)
        case Readmit():
            return readmit(table, guest, command, services)
        case Resign():
            return resign(table, guest)
        case Draw():
            return draw(table, guest, command)
        case Nudge():
            return nudge(table, guest, command)
        case Hand():
            return hand(table, guest, command)
        case Here():
            return here(table, guest)
        case _:
            assert_never(command)


# ---- seats ---------------------------------------------------------------------------------------------------------


def sit(table: Table, guest: str, command: Sit, services: Services) -> SeatedEntry:
    mine = table.seat_of(guest)
    if guest in table.removed:
        raise refuse("REMOVED")
    if table.has_ended:
        raise refuse("GAME_OVER")
    if table.seats_fixed and command.seat != mine:
        raise refuse("SEATS_FIXED")
    if mine < 0 and table.advert is not None and table.advert["club"]:
        open_tables.require_member(table.advert["club"], guest, services)
    again = mine < 0 and open_tables.gives_way(table, command.seat)
    if again:
        if not command.nonce:  # the deal waits for nobody's
            raise refuse("BAD_NONCE")
    elif table.status == "playing":
        if mine < 0:
            raise refuse("SEATS_CLOSED")
        if command.seat != mine:
            raise refuse("NOT_YOUR_SEAT")
        refuse_given_up(table, mine)
    elif not 0 <= command.seat < len(table.seats):
        raise refuse("NO_SUCH_SEAT")
    elif table.seats[command.seat].kind == "person" and command.seat != mine:
        raise refuse("SEAT_TAKEN")
    name = tidy_name(command.name) or (table.seats[mine].name if mine == command.seat else "")
    if not name:
        raise refuse("NAME_NEEDED")
    others = [seat.name for index, seat in enumerate(table.seats) if index not in (command.seat, mine)]
    entry: SeatedEntry = {
        "kind": "seated",
        "seat": command.seat,
        "guest": guest,
        "name": free_name(name, others),
    }
    if command.nonce and is_new_nonce(table, guest, command.nonce, again):
        entry["nonce"] = command.nonce
    if again:
        entry["again"] = True
    return entry


def add_nonce(table: Table, guest: str, command: Nonce) -> NonceEntry | None:
    if table.seat_of(guest) < 0:
        raise refuse("NOT_SEATED")
    if not is_new_nonce(table, guest, command.nonce):
        return None
    return {"kind": "nonce", "guest": guest, "nonce": command.nonce}


def is_new_nonce(table: Table, guest: str, nonce: str, dealt_again: bool = False) -> bool:
    """Whether a guest may add this nonce; False if it is there already. A nonce never changes."""
    if not is_nonce(nonce):
        raise refuse("BAD_NONCE")
    if table.chance == IMAGINED:
        raise refuse("NONCE_UNUSED")
    known = table.nonces.get(guest)
    if known == nonce:
        return False
    if known is not None:
        raise refuse("NONCE_TWICE")
    if table.status != "lobby" and not dealt_again:
        raise refuse("NONCE_LATE")
    return True


def stand(table: Table, guest: str) -> StoodEntry:
    mine = table.seat_of(guest)
    if mine < 0:
        raise refuse("NOT_SEATED")
    if table.has_ended:
        raise refuse("GAME_OVER")
    refuse_given_up(table, mine)
    if table.seats_fixed and table.status == "lobby":
        raise refuse("SEATS_FIXED")
    if table.seats[mine].away == "left":
        raise refuse("ALREADY_STOOD")
    return {"kind": "stood", "seat": mine, "why": "left"}


def set_seat(table: Table, guest: str, command: SetSeat, services: Services) -> OpenedEntry | BotEntry:
    require_hosting(table, guest)
    if not 0 <= command.seat < len(table.seats):
        raise refuse("NO_SUCH_SEAT")
    if command.kind not in ("open", "bot"):
        raise refuse("NO_SUCH_KIND")
    if command.kind == "open":
        return {"kind": "opened", "seat": command.seat}
    offered = services.bots
    if not is_built_in(command.level) and command.level not in offered:
        raise refuse("NO_SUCH_LEVEL")
    before = table.seats[command.seat]
    others = [seat.name for index, seat in enumerate(table.seats) if index != command.seat]
    stays = before.kind == "bot" and command.level in offered
    name = before.name if stays else bot_name(others, command.level)
    entry: BotEntry = {"kind": "bot", "seat": command.seat, "level": command.level, "name": name}
    if command.level in offered:
        entry["signature"] = offered[command.level]
    return entry


def remove(table: Table, guest: str, command: Remove, services: Services) -> RemovedEntry:
    """Send away whoever sits on a seat, and those who watch under these keys. The host stays."""
    require_hosting(table, guest)
    guests = guests_behind(command.watchers, services)
    if command.seat is not None:
        if not 0 <= command.seat < len(table.seats):
            raise refuse("NO_SUCH_SEAT")
        guests.append(table.seats[command.seat].guest)
    leaving = sorted({one for one in guests if one and one != guest} - table.removed)
    if not leaving:
        raise refuse("NOBODY_THERE")
    return {"kind": "removed", "guests": leaving}


def readmit(table: Table, guest: str, command: Readmit, services: Services) -> ReadmittedEntry:
    require_hosting(table, guest)
    guests = sorted(table.removed.intersection(guests_behind(command.watchers, services)))
    if not guests:
        raise refuse("NOBODY_THERE")
    return {"kind": "readmitted", "guests": guests}


def guests_behind(keys: Sequence[str], services: Services) -> list[str]:
    return [services.watcher(key) for key in keys]


# ---- agreements ----------------------------------------------------------------------------------------------------


def set_options(table: Table, guest: str, command: SetOptions) -> OptionsEntry:
    require_hosting(table, guest)
    options = table.game.settle(command.seats, command.options)
    if sum(seat.kind == "person" for seat in table.seats) > command.seats:
        raise refuse("SEATS_NEEDED")
    return {"kind": "options", "seats": command.seats, "options": options}


def set_pace(table: Table, guest: str, command: SetPace) -> PaceEntry | None:
    require_hosting(table, guest)
    pace = agreed(command.pace)
    return None if pace == table.time.pace else {"kind": "pace", "pace": pace}


def resized(seats: list[Seat], count: int) -> list[Seat]:
    """The seats for another number of players. Open seats are removed first, then bots, each from the end."""
    kept = list(seats)
    for kind in ("open", "bot"):
        for index in range(len(kept) - 1, -1, -1):
            if len(kept) > count and kept[index].kind == kind:
                del kept[index]
    return kept + [Seat() for _ in range(count - len(kept))]


def start(table: Table, guest: str) -> StartedEntry:
    require_hosting(table, guest)
    if any(seat.kind == "open" for seat in table.seats):
        raise refuse("SEAT_OPEN")
    if table.sealed:  # it is dealt when all tables of the round are
        raise refuse("SEATS_FIXED")
    return {"kind": "started"}


def require_hosting(table: Table, guest: str) -> None:
    if guest != table.host:
        raise refuse("NOT_HOST")
    if table.status != "lobby":
        raise refuse("ALREADY_STARTED")


# ---- playing -------------------------------------------------------------------------------------------------------


def play(table: Table, guest: str, command: Play) -> MovesEntry:
    mine = require_playing(table, guest)
    moves = bundle(table.game, command.moves)
    if not command.sure:
        caution = assistance.caution(table, mine, moves)
        if caution is not None:
            raise Refusal("SURE", caution.rule, caution.text)
    return {"kind": "moves", "seat": mine, "moves": moves}


def undo(table: Table, guest: str) -> UndoEntry:
    mine = require_playing(table, guest)
    if not table.time.may_take_back(mine):
        raise refuse("TIME_UP")
    return {"kind": "undo", "seat": mine}


def abandon(table: Table, guest: str, command: Abandon) -> AbandonEntry | PlayOnEntry | None:
    """Vote to end the match without a result, or withdraw all votes."""
    mine = require_playing(table, guest)
    if not command.agree:
        return {"kind": "play_on", "seat": mine} if table.abandoning else None
    agreed = table.abandoning | {mine}
    ends = all(seat in agreed for seat in table.people_there())
    if mine in table.abandoning and not ends:
        return None
    return {"kind": "abandon", "seat": mine, "ends": ends}


def resign(table: Table, guest: str) -> GaveUpEntry:
    """Give up for good. A person whose seat a bot plays may do so too."""
    mine = require_seated(table, guest)
    return {"kind": "gave_up", "seat": mine, "why": "resigned"}


def draw(table: Table, guest: str, command: Draw) -> DrawEntry | NoDrawEntry | None:
    """Offer or accept a draw, or withdraw all offers."""
    mine = require_playing(table, guest)
    if not command.agree:
        return {"kind": "no_draw", "seat": mine} if table.drawing else None
    if not endings.can_draw(table, mine):
        raise refuse("NO_DRAW")
    agreed = table.drawing | {mine}
    if agreed == table.drawing:
        return None
    return {"kind": "draw", "seat": mine, "ends": all(seat in agreed for seat in table.people_there())}


# ---- keeping others waiting ----------------------------------------------------------------------------------------


def nudge(table: Table, guest: str, command: Nudge) -> NudgedEntry:
    vote = require_vote(table, guest, command.seat)
    return {"kind": "nudged", "seat": command.seat, "from": vote}


def hand(table: Table, guest: str, command: Hand) -> HandEntry | UnhandEntry | None:
    """Vote to give a seat to a bot, or withdraw the vote. The host's suffices, or those of all other people."""
    vote, handing = require_vote(table, guest, command.seat), table.time.handing
    if handing is not None and handing.seat != command.seat:
        raise refuse("ONE_AT_A_TIME")
    votes = [] if handing is None else list(handing.by)
    if not command.agree:
        if vote not in votes:
            return None
        votes.remove(vote)
        stops = not enough_votes(table, command.seat, votes)
        return {"kind": "unhand", "seat": command.seat, "from": vote, "stops": stops}
    counts = enough_votes(table, command.seat, [*votes, vote])
    if handing is not None and (handing.at is not None or (vote in votes and not counts)):
        return None
    return {"kind": "hand", "seat": command.seat, "from": vote, "counts": counts}


def enough_votes(table: Table, seat: int, votes: Sequence[int]) -> bool:
    return table.seat_of(table.host) in votes or not votes_missing(table, seat, votes)


def votes_missing(table: Table, seat: int, votes: Sequence[int]) -> list[int]:
    """The other people who have not voted to give a seat to a bot."""
    return [other for other in table.people_there() if other != seat and other not in votes]


def here(table: Table, guest: str) -> HereEntry | None:
    mine = require_playing(table, guest)
    if table.time.handing is None or table.time.handing.seat != mine:
        return None
    return {"kind": "here", "seat": mine}


def can_vote(table: Table, guest: str, seat: int) -> bool:
    """Whether a guest may nudge a seat that is waited for, or vote about it: the host and the others who play."""
    mine = table.seat_of(guest)
    plays = mine >= 0 and not table.seats[mine].away
    hosts = bool(guest) and guest == table.host
    return mine != seat and (plays or hosts) and table.time.waiting_since(seat) is not None


def require_vote(table: Table, guest: str, seat: int) -> int:
    """The voter's seat; SPECTATOR for a host without one."""
    if not can_vote(table, guest, seat):
        raise refuse("NOT_WAITED_FOR")
    return table.seat_of(guest)


# ---- hints, and who may do anything --------------------------------------------------------------------------------


def hints(table: Table, guest: str, command: Hints) -> HintsEntry | None:
    """Agree to hints, or no longer."""
    if table.seat_of(guest) < 0:
        raise refuse("NOT_SEATED")
    if table.has_ended:
        raise refuse("GAME_OVER")
    if command.agree == (guest in table.hints_agreed):
        return None
    return {"kind": "hints", "guest": guest, "agree": command.agree}


def bundle(game: Game, moves: Sequence[str | list[Any]]) -> list[str]:
    """The texts of moves given as texts or in parts. Refuse an empty or an oversized list."""
    if not moves:
        raise refuse("NO_MOVES")
    if len(moves) > MOST_MOVES:
        raise refuse("TOO_MANY_MOVES")
    texts = [text_of(game, move) for move in moves]
    if any(len(text) > LONGEST_MOVE for text in texts):
        raise refuse("TOO_MANY_MOVES")
    return texts


def require_playing(table: Table, guest: str) -> int:
    """The guest's seat, if they play it themselves in a running match."""
    mine = require_seated(table, guest)
    if table.seats[mine].away:
        raise refuse("STOOD_UP")
    return mine


def require_seated(table: Table, guest: str) -> int:
    """The guest's seat in a running match, if it has not been given up."""
    mine = table.seat_of(guest)
    if mine < 0:
        raise refuse("NOT_SEATED")
    if table.status == "lobby":
        raise refuse("NOT_STARTED")
    if table.has_ended:
        raise refuse("GAME_OVER")
    refuse_given_up(table, mine)
    return mine


def refuse_given_up(table: Table, seat: int) -> None:
    if table.seats[seat].away == "given_up":
        raise refuse("GIVEN_UP")


def rematch(table: Table, guest: str, services: Services) -> RematchEntry | None:
    if table.seat_of(guest) < 0:
        raise refuse("NOT_SEATED")
    if not table.over:
        raise refuse("NOT_OVER")
    if table.rematch:
        return None
    return {"kind": "rematch", "match": services.new_match()}
