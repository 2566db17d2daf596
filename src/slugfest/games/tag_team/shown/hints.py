"""How a team stands in numbers that everybody can see, and why one idea is better than another."""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.bot.estimate import staying_power
from slugfest.games.tag_team.content import BODVAR, BOX, CHING, FIGHTER_KEYS, KINDS, NONE, POSITIONS
from slugfest.games.tag_team.position.moves import FIRST, INSERT, UNDER
from slugfest.games.tag_team.position.position import DECK
from slugfest.games.tag_team.rules import effects as fx
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.games.tag_team.rules.readiness import is_ruled_out
from slugfest.kernel import LOST, STANDING, WON, Contrast, Facts, Text, amount, percent

from . import words

# Health of the fighter nearer to KO and of its partner; the Power of both; the Power behind the attacks in the deck;
# the blocks in it; ships and Rage, and the Aflame! tokens that burn here.
TERMS: Final = ("weaker", "stronger", "power", "attacks", "blocks", "ships", "rage", "fire")
WORSE_WITH: Final = ("fire",)


def _counts(action: int) -> list[int]:
    """By kind: how often an action stands on the front face."""
    found = BOX.rows[fx.ACTION]
    return [found[BOX.face_start[2 * kind] : BOX.face_end[2 * kind]].count(action) for kind in range(KINDS)]


ATTACKS: Final = _counts(fx.ATTACK)
BLOCKS: Final = _counts(fx.BLOCK)
_CANCELS: Final = _counts(fx.CANCEL)


def standing(table: Decisions, seat: int) -> list[tuple[str, float]]:
    """What a team has, in numbers; all zero before the teams stand."""
    values = [0.0] * len(TERMS)
    if table.dealt():
        weaker, stronger = by_danger(table, seat)
        values[0] = float(max(0, table.hp[weaker]))
        values[1] = float(max(0, table.hp[stronger]))
        values[2] = float(table.power[2 * seat] + table.power[2 * seat + 1])
        deck = table.known[seat] if table.phase == DECK else table.decks[seat]
        for kind in deck:
            if hits_now(table, kind):
                values[3] += table.power[table.slot[BOX.owner[kind]]]
            elif BLOCKS[kind] or _CANCELS[kind]:
                values[4] += 1.0
        if table.slot[CHING] >> 1 == seat:
            values[5] = float(table.ships)
        if table.slot[BODVAR] >> 1 == seat:
            values[6] = float(table.rage)
        if table.burning != NONE and table.burning >> 1 == seat:
            values[7] = float(table.aflame)
    return list(zip(TERMS, values))


def hits_now(table: Decisions, kind: int) -> bool:
    """Whether a card attacks as the boards stand, with its own Power, whatever is opposite."""
    slot = table.slot[BOX.owner[kind]]
    for row in range(BOX.face_start[2 * kind], BOX.face_end[2 * kind]):
        sure = BOX.rows[fx.WHEN][row] == fx.MAIN and BOX.rows[fx.CONDITION][row] < fx.ON
        if BOX.rows[fx.ACTION][row] == fx.ATTACK and sure and not is_ruled_out(table, slot, row):
            return True
    return False


def by_danger(table: Decisions, seat: int) -> tuple[int, int]:
    """The slots of a team, the one nearer to KO first."""
    one, other = 2 * seat, 2 * seat + 1
    return (one, other) if staying_power(table, one) <= staying_power(table, other) else (other, one)


# ---- in words ------------------------------------------------------------------------------------------------------


def reason(table: Decisions, seat: int, contrast: Contrast) -> Text | None:
    """Why the best idea is better than the next one: what decides, and which card it meets where that was seen."""
    if contrast.what == STANDING:
        facts = _facts(table, seat, contrast)
        whose = "mine" if contrast.whose == seat else "theirs"
        if not table.dealt():
            facts["what"] = words.term_text(contrast.term)
            return words.why_text(f"draft-{whose}", facts)
        more = "more" if contrast.best > contrast.next else "less"
        return _with_meeting(table, seat, contrast, words.why_text(f"{contrast.term}-{whose}-{more}", facts))
    if contrast.what in (WON, LOST):
        shares: Facts = {"best": percent(contrast.best), "next": percent(contrast.next)}
        return _with_meeting(table, seat, contrast, words.why_text(contrast.what, shares))
    return None


def question(table: Decisions, seat: int, contrast: Contrast) -> Text | None:
    """Where to look, without giving the idea away."""
    if not table.dealt():
        return words.question_text("draft", {})
    if contrast.what == STANDING:
        whose = "mine" if contrast.whose == seat else "theirs"
        return words.question_text(f"{contrast.term}-{whose}", _facts(table, seat, contrast))
    if contrast.what in (WON, LOST):
        weaker = by_danger(table, 1 - seat if contrast.what == WON else seat)[0]
        facts: Facts = {"fighter": FIGHTER_KEYS[table.fighter[weaker]], "health": max(0, table.hp[weaker])}
        return words.question_text(contrast.what, facts)
    return None


def gist(move: int) -> Text | None:
    """What the other side will probably do: the kind of card it slips in, or with whom it begins."""
    if move >= UNDER:
        return None
    if move >= INSERT:
        kind = (move - INSERT) // POSITIONS
        if ATTACKS[kind]:
            return words.gist_text("attack", {})
        return words.gist_text("block" if BLOCKS[kind] or _CANCELS[kind] else "other", {})
    if move >= FIRST:
        return words.gist_text("first", {"fighter": FIGHTER_KEYS[move - FIRST]})
    return None


def _facts(table: Decisions, seat: int, contrast: Contrast) -> Facts:
    """The numbers of a contrast, and who is nearer to KO right now."""
    facts: Facts = {"best": amount(contrast.best), "next": amount(contrast.next)}
    if table.dealt():
        slots = by_danger(table, contrast.whose)
        slot = slots[1] if contrast.term == "stronger" else slots[0]
        facts["fighter"] = FIGHTER_KEYS[table.fighter[slot]]
        facts["health"] = max(0, table.hp[slot])
    return facts


def _with_meeting(table: Decisions, seat: int, contrast: Contrast, told: Text) -> Text:
    """And which card of the last fight it is opposite to, where the table helps to remember (TT-203)."""
    line = contrast.best_line
    if not line or not INSERT <= line[0] < UNDER or not table.memory_help:
        return told
    place = (line[0] - INSERT) % POSITIONS
    known = table.known[1 - seat]
    if place >= len(known):
        return told
    meeting = words.why_text("meets", {"turn": place + 1, "card": BOX.ids[known[place]]})
    return Text(f"{told.en} {meeting.en}", f"{told.de} {meeting.de}")
