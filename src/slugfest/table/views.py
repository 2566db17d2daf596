"""Build messages from a table: all that clients learn of a match comes from here.

A guest's seat decides what a message contains; a guest without a seat is a spectator. Everything here is a message of
:mod:`slugfest.table.messages`, ready for JSON.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Final, cast

from slugfest.kernel import (
    SPECTATOR,
    TABLE_PHRASES,
    Counsel,
    Entry,
    Facts,
    Game,
    Options,
    Outcome,
    Phrase,
    Preview,
    Refusal,
    State,
    Text,
    Words,
    move_words,
)
from slugfest.kernel.additions import portraits
from slugfest.personas import LEVEL_NAMES, opponents

from .assistance import hints_allowed
from .endings import can_draw, resigning
from .entries import DuplicateEntry
from .judge import can_vote, votes_missing
from .messages import (
    Advice,
    CoachResult,
    HandOver,
    Happening,
    Level,
    LineMove,
    MatchInfo,
    Nudged,
    PreviewResult,
    Refused,
    Result,
    SeatInfo,
    SharedDeal,
    Snapshot,
    StandInReason,
    Step,
    Update,
    View,
    Waiting,
)
from .open_tables import free_seats
from .pages import (
    Accent,
    FirstMatch,
    GameInfo,
    GuideInfo,
    OpponentInfo,
    OptionInfo,
    PhraseInfo,
    PortraitInfo,
    Problem,
    Seating,
)
from .plain_views import plain_info
from .questions import BotIdea, CostlyMove
from .table import Table
from .taking_back import taking_back
from .variants import changes_in, file_of

BEGINNING: Final = Text("The game begins.", "Das Spiel beginnt.")

# ---- a match -------------------------------------------------------------------------------------------------------


def match_info(table: Table, guest: str, present: Collection[str] = (), now: int | None = None) -> MatchInfo:
    """The match apart from the board. ``present`` are the connected guests, ``now`` is the log's clock."""
    status, seat, time = table.status, table.seat_of(guest), table.time
    wanted = status == "lobby" and table.wants_nonce(guest)
    info: MatchInfo = {
        "id": table.id,
        "game": table.game.id,
        "rules": table.rules,
        "status": status,
        "seats": [seat_info(table, index, guest, present) for index in range(len(table.seats))],
        "options": table.options,
        "teams": table.teams,
        "owing": table.owing(),
        "chance": table.chance,
        "commitment": table.commitment,
        "nonce_wanted": wanted,
        "starting": wanted and table.starts_itself and table.ready(but_for=guest),
        "terms": table.terms,
        "secret": table.secret,
        "practice": table.practice,
        "taking_back": taking_back(table),
        "abandoning": sorted(table.abandoning),
        "ended": table.ended,
        "rematch": table.rematch or None,
        "spectators": len(set(present).difference([seat.guest for seat in table.seats], table.removed)),
        "removed": len(table.removed) if guest and guest == table.host else 0,
        "pace": time.pace,
        "now": time.at if now is None else max(now, time.at),
        "clocks": time.seat_clocks(),
        "waiting_since": time.since,
        "handing": hand_over(table),
        "resigning": resigning(table, seat),
        "can_draw": can_draw(table, seat),
        "draw": sorted(table.drawing),
        "hints": hints_allowed(table),
        "hosting": bool(guest) and guest == table.host,
    }
    if table.advert is not None:
        info["advert"], info["free"] = table.advert, free_seats(table)
    if table.seats_fixed:
        info["seats_fixed"] = True
    if table.duplicate is not None:
        info["deal"] = shared_deal(table, table.duplicate)
    return info


def shared_deal(table: Table, duplicate: DuplicateEntry) -> SharedDeal:
    """The round of which a match is one table."""
    event, _, number = duplicate["round"].partition(" ")
    return {
        "event": event,
        "round": int(number),
        "table": duplicate["table"] + 1,
        "sealed": table.sealed,
    }


def seat_info(table: Table, index: int, guest: str, present: Collection[str]) -> SeatInfo:
    seat, time = table.seats[index], table.time
    vote = can_vote(table, guest, index)
    return {
        "kind": seat.kind,
        "name": seat.name,
        "level": seat.level or None,
        "connected": seat.guest in present,
        "stand_in": bool(seat.away),
        "why": cast(StandInReason, "idle" if seat.away == "absent" else seat.away),
        "instead": seat.instead,
        "late": time.clocks[index].late if time.clocks else 0,
        "since": time.waiting_since(index),
        "nudge_from": time.nudge_from(index) if vote else None,
        "hand_from": time.hand_from(index) if vote else None,
        "you": bool(guest) and seat.guest == guest,
        "host": seat.kind == "person" and seat.guest == table.host,
        "hints": table.hints_taken.get(seat.guest, (0, 0))[0] if seat.guest else 0,
        "agrees": bool(seat.guest) and seat.guest in table.hints_agreed,
    }


def hand_over(table: Table) -> HandOver | None:
    """The seat that is about to be given to a bot."""
    handing = table.time.handing
    if handing is None:
        return None
    return table.time.hand_over(votes_missing(table, handing.seat, handing.by))


def seat_view(table: Table, seat: int) -> View | None:
    """The game as a seat sees it; None in the lobby.

    A person replaced by a bot has no moves. In a match that people ended nobody has, and nobody is waited for.
    """
    if table.history is None:
        return None
    view = view_of(table.history.state.view(seat))
    if seat >= 0 and table.seats[seat].away:
        view["moves"] = []
    if table.abandoned or table.verdict is not None:
        view = ended(view, table.verdict)
    outcome = table.verdict or table.history.state.outcome()
    if view["outcome"] is not None and outcome is not None:
        text = outcome.text.to(seat)
        if text is not outcome.text:
            view["outcome"]["text"], view["outcome"]["named"] = text.as_json(), outcome.text.as_json()
    return view


def ended(view: View, verdict: Outcome | None) -> View:
    """The last position of a match that people ended."""
    view["actors"], view["moves"], view["match_point"] = [], [], []
    view.pop("threat", None)
    if verdict is not None:
        view["outcome"] = cast(Result, verdict.as_json())
    return view


def view_of(facts: Facts) -> View:
    """The type of what :meth:`State.view` returns: the kernel knows no messages."""
    return cast(View, facts)


def snapshot(
    table: Table,
    guest: str,
    present: Collection[str] = (),
    now: int | None = None,
    log: list[Step] | None = None,
    view: View | None = None,
) -> Snapshot:
    """Everything a guest may know now. A server that has the log or the view already brings them."""
    seat = table.seat_of(guest)
    return {
        "type": "snapshot",
        "version": table.version_for(seat),
        "match": match_info(table, guest, present, now),
        "view": seat_view(table, seat) if view is None else view,
        "log": steps_seen(table, seat) if log is None else log,
        "can_undo": table.can_undo(seat),
        "way_back": table.way_back(seat),
    }


def last_change(
    table: Table, guest: str, present: Collection[str] = (), now: int | None = None
) -> Snapshot | Update | None:
    """What the newest entry changed; a snapshot if it changed earlier steps.

    None if the guest cannot notice the entry.
    """
    entry = table.log[-1]
    seat = table.seat_of(guest)
    if seat in table.unnoticed:
        return None
    if takes_back(table):
        return snapshot(table, guest, present, now)
    if entry["kind"] == "started" or entry.get("starts"):
        return update(table, guest, present, now, steps_seen(table, seat))
    if entry["kind"] == "moves":
        return update(table, guest, present, now, steps_seen(table, seat, len(entry["moves"])))
    return update(table, guest, present, now)


def takes_back(table: Table) -> bool:
    """Whether the newest entry changed earlier steps."""
    entry = table.log[-1]
    return entry["kind"] in ("undo", "taken_back") or (entry["kind"] == "seated" and "again" in entry)


def nudged(table: Table) -> Nudged | None:
    """The message to the person whom the newest entry nudges."""
    entry = table.log[-1]
    if entry["kind"] != "nudged":
        return None
    return {"type": "nudged", "seat": entry["seat"], "by": entry["from"]}


def update(
    table: Table,
    guest: str,
    present: Collection[str] = (),
    now: int | None = None,
    steps: Sequence[Step] = (),
    view: View | None = None,
) -> Update:
    """The match now, and the steps that led there; without steps, who connected or left."""
    seat = table.seat_of(guest)
    return {
        "type": "update",
        "version": table.version_for(seat),
        "match": match_info(table, guest, present, now),
        "view": seat_view(table, seat) if view is None else view,
        "steps": list(steps),
        "can_undo": table.can_undo(seat),
        "way_back": table.way_back(seat),
    }


# ---- the log -------------------------------------------------------------------------------------------------------


def steps_seen(table: Table, seat: int, last: int | None = None) -> list[Step]:
    """The steps of the match as a seat saw them, or only those of the last few moves.

    They are numbered as the seat saw them: a gap would reveal how often a person moved in secret.
    """
    history = table.history
    if history is None:
        return []
    first = 0 if last is None else len(history.entries) - last
    steps = [opening_step()] if last is None else []
    ply = table.plies_noticed(seat, first)
    for entry in history.entries[first:]:
        if entry.noticed_by(seat):
            ply += 1
            steps.append(step_seen(table.game, ply, entry, seat))
    return steps


def opening_step() -> Step:
    begin: Happening = {"kind": "begin", "facts": {}, "text": BEGINNING.as_json()}
    return {"ply": 0, "seat": SPECTATOR, "move": None, "label": None, "happenings": [begin]}


def step_seen(game: Game, ply: int, entry: Entry, seat: int, over: bool = False) -> Step:
    """One move as a seat saw it when it was made, in words for the person in that seat.

    ``over``: it is replayed. Everything in it may be looked up again, and since anybody may look through the eyes of a
    seat, its player is called by name.
    """
    known = entry.seen_by(seat) == entry.move
    return {
        "ply": ply,
        "seat": entry.seat,
        "move": game.format(entry.move) if known else None,
        "label": move_words(game, entry.move)[1] if known else None,
        "happenings": [
            happening_seen(entry.before, seat, event.seen_by(seat), over) for event in entry.events
        ],
    }


def happening_seen(before: State, seat: int, event: Facts, over: bool) -> Happening:
    """An event as a seat saw it, with what may be looked up of it later."""
    reader = SPECTATOR if over else seat
    text = sentence(before, event, reader)
    seen: Happening = {"kind": event["kind"], "facts": facts_of(event), "text": text}
    recall = None if over else before.game.display.recall(before, seat, event)
    if recall is not None:
        text = sentence(before, recall.facts, reader)
        seen["later"] = {"facts": facts_of(recall.facts), "text": text, "after": recall.after}
    return seen


def facts_of(event: Facts) -> Facts:
    return {key: value for key, value in event.items() if key != "kind"}


def sentence(state: State, event: Facts, reader: int) -> Words:
    return state.game.describe(event).to(reader).as_json()


# ---- answers -------------------------------------------------------------------------------------------------------


def refused(request: str, refusal: Refusal) -> Refused:
    return {"type": "refused", "id": request, **problem_of(refusal)}


def waiting(text: Text | None) -> Waiting:
    """Why everybody has to wait; None: it is over."""
    return {"type": "waiting", "text": None if text is None else text.as_json()}


def problem_of(refusal: Refusal) -> Problem:
    """A refusal over HTTP."""
    return {"code": refusal.code, "rule": refusal.rule, "text": refusal.text.as_json()}


def advice(request: str, game: Game, ideas: Sequence[BotIdea]) -> Advice:
    """The answer to Hint: what a bot would do, best first."""
    return {
        "type": "advice",
        "id": request,
        "ideas": [
            {
                "move": game.format(idea.move),
                "label": move_words(game, idea.move)[1],
                "visits": idea.visits,
                "chance": idea.chance,
                "error": idea.error,
                "loss": idea.loss,
                "fine": idea.fine,
                "probability": idea.probability,
                "line": [line_move(game, move) for move in idea.line or (idea.move,)],
                "where": words_of(idea.where),
                "why": words_of(idea.why),
                "expects": words_of(idea.expects),
                "expected": idea.expected,
                "theme": idea.theme,
            }
            for idea in ideas
        ],
    }


def line_move(game: Game, move: int) -> LineMove:
    text, label, parts = move_words(game, move)
    return {"move": text, "label": label, "parts": parts}


def words_of(pair: tuple[str, str] | None) -> Words | None:
    return None if pair is None else {"en": pair[0], "de": pair[1]}


def coach_result(
    request: str, game: Game, counsel: Counsel | None, agreed: bool | None, mistake: CostlyMove | None
) -> CoachResult:
    """The answer to Coach."""
    return {
        "type": "coach_result",
        "id": request,
        "counsel": None
        if counsel is None
        else {
            "key": counsel.key,
            "text": counsel.text.as_json(),
            "rule": counsel.rule,
            "points": counsel.points,
            "theme": counsel.theme,
        },
        "agreed": agreed,
        "mistake": None
        if mistake is None
        else {
            "better": one_label(game, mistake.better),
            "why": words_of(mistake.why),
            "loss": mistake.loss,
        },
    }


def one_label(game: Game, line: Sequence[int]) -> Words:
    """Several moves in one label."""
    labels = [move_words(game, move)[1] for move in line]
    return {
        "en": " → ".join(label["en"] for label in labels),
        "de": " → ".join(label["de"] for label in labels),
    }


def preview_result(request: str, preview: Preview) -> PreviewResult:
    """The answer to Preview."""
    return cast(PreviewResult, {"type": "preview_result", "id": request, **preview.as_json()})


# ---- games ---------------------------------------------------------------------------------------------------------


def opponents_of(game: Game) -> list[OpponentInfo]:
    """The personas that play a game, the weakest first, with their measured strength."""
    levels = {own: level for level, own in LEVEL_NAMES.items()}
    found: list[OpponentInfo] = []
    for one in opponents(game):
        rating = one.ratings.get(game.id)
        found.append(
            {
                "id": one.id,
                "name": one.name,
                "level": cast(Level | None, levels.get(one.id)),
                "rating": None if rating is None else rating.rating,
                "error": None if rating is None else (rating.high - rating.low + 1) // 2,
                "best": game.plain_id in one.best,
            }
        )
    return found


def game_info(
    game: Game,
    whole: bool,
    lessons: int = 0,
    bots: list[str] | None = None,
    board: str = "",
    cover: str = "",
    offered: bool = True,
) -> GameInfo:
    """A game for the list of games, or ``whole``, with its rules and components.

    ``lessons`` is the length of its course, ``bots`` play it beside the levels, ``board`` and ``cover`` are addresses.
    """
    rules = game.rules.values() if whole else ()
    guide = None if game.teaching is None else game.teaching.guide
    return {
        "id": game.id,
        "name": game.name.as_json(),
        "variant": None if game.variant is None else game.variant.name.as_json(),
        "changes": changes_in(game) if whole else [],
        "file": file_of(game) if whole else "",
        "offered": offered,
        "tagline": game.tagline.as_json(),
        "min_seats": game.min_seats,
        "max_seats": game.max_seats,
        "seat_counts": game.seat_counts(),
        "first_match": first_match(game),
        "harder_match": harder_match(game),
        "opponents": opponents_of(game),
        "options": [cast(OptionInfo, option.as_json()) for option in game.options],
        "goal": None if guide is None else guide.goal.as_json(),
        "minutes": [] if guide is None else guide.minutes,
        "rules": [
            {
                "number": rule.number,
                "text": rule.text.as_json(),
                "section": None if rule.section is None else rule.section.as_json(),
            }
            for rule in rules
        ],
        "guide": guide_info(game) if whole else None,
        "lessons": lessons,
        "catalogue": dict(game.display.catalogue()) if whole else {},
        "accent": cast(Accent, game.display.accent),
        "plain": plain_info(game) if whole else None,
        "bots": bots or [],
        "board": board,
        "cover": cover,
        "portraits": {}
        if game.variant is None
        else cast(dict[str, PortraitInfo], portraits(game.variant.additions)),
    }


def first_match(game: Game) -> FirstMatch:
    """The settings of a person's first match."""
    teaching = game.teaching
    seats, options = (None if teaching is None else teaching.first_match) or (game.min_seats, {})
    return {"seats": seats, "options": game.settle(seats, options)}


def harder_match(game: Game) -> FirstMatch:
    """The settings of a match for a person who knows the game; the usual one where the game names none."""
    teaching = game.teaching
    seats, options = (None if teaching is None else teaching.harder_match) or (game.min_seats, {})
    return {"seats": seats, "options": game.settle(seats, options)}


def guide_info(game: Game) -> GuideInfo | None:
    """A game's guide, with the terms of its components."""
    teaching = game.teaching
    guide = None if teaching is None else teaching.guide
    if teaching is None or guide is None:
        return None
    return {
        "how": [
            {"id": how.id, "title": how.title.as_json(), "text": how.text.as_json(), "draw": how.draw}
            for how in guide.how
        ],
        "terms": [
            {
                "key": term.key,
                "name": term.name.as_json(),
                "needs": None if term.needs is None else term.needs.as_json(),
                "text": term.text.as_json(),
                "rule": term.rule,
                "also": term.also,
            }
            for term in teaching.terms()
        ],
        "topics": [
            {
                "id": topic.id,
                "title": topic.title.as_json(),
                "words": topic.words,
                "lines": [{"text": line.text.as_json(), "rules": line.rules} for line in topic.lines],
            }
            for topic in guide.topics
        ],
    }


def seating(game: Game, seats: int, options: Options) -> Seating:
    """The teams and phrases of a game with this many seats and settled options."""
    return {
        "options": options,
        "teams": game.teams(seats, options),
        "phrases": [phrase_info(phrase) for phrase in game.display.phrases(seats, options)],
        "table_phrases": [phrase_info(phrase) for phrase in TABLE_PHRASES],
    }


def phrase_info(phrase: Phrase) -> PhraseInfo:
    return {"phrase": phrase.key, "text": phrase.text.as_json(), "names_opponent": phrase.names_opponent}
