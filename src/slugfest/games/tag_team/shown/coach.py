"""What matters now, and what would be a waste, for somebody who learns the game: from what the seat may know."""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.bot.estimate import staying_power
from slugfest.games.tag_team.bot.search import TagTeamSearch
from slugfest.games.tag_team.content import BOX, CHING, DRAW, FIGHTER_KEYS, KINDS, NONE, POSITIONS
from slugfest.games.tag_team.position.moves import INSERT, UNDER
from slugfest.games.tag_team.position.position import DECK, FREE, ORDER, PICK_ONE, PICK_TWO
from slugfest.games.tag_team.rules import effects as fx
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.games.tag_team.rules.readiness import is_ruled_out
from slugfest.kernel import Caution, Counsel, Facts, Rng

from . import words

_FIGHTS: Final = 8  # imagined fights a decision, the same ones for every place
_MOSTLY: Final = 0.5
_HARDLY: Final = 0.1
_NEAR_FLEET: Final = 16  # ships from which the twenty are worth a word
_EARLY: Final = 2  # rounds in which Power pays most


def _counts(action: int) -> list[int]:
    """By kind: how often an action stands on the front face."""
    found = BOX.rows[fx.ACTION]
    return [found[BOX.face_start[2 * kind] : BOX.face_end[2 * kind]].count(action) for kind in range(KINDS)]


ATTACKS: Final = _counts(fx.ATTACK)
BLOCKS: Final = _counts(fx.BLOCK)
CANCELS: Final = _counts(fx.CANCEL)


# ---- what matters now ----------------------------------------------------------------------------------------------


def counsel(table: Decisions, seat: int) -> Counsel | None:
    """One or two sentences about the decision at hand; None where there is nothing to say."""
    phase = table.phase
    if phase in (PICK_ONE, PICK_TWO, FREE):
        return Counsel("draft", words.counsel_text("draft", {}), "TT-10", ["difficulty"])
    if phase == ORDER:
        return _about_order(table, seat)
    if phase != DECK or len(table.drawn[seat]) < DRAW:
        return None
    for found in (
        _rival_low(table, seat),
        _own_low(table, seat),
        _fleet(table, seat),
        _block(table, seat),
        _power(table, seat),
    ):
        if found is not None:
            return found
    return Counsel("push", words.counsel_text("push", {}), "TT-102", ["deck"])


def _about_order(table: Decisions, seat: int) -> Counsel | None:
    """The starting card that attacks will hit whoever is opposite (TT-27, TT-35)."""
    for slot in (2 * seat, 2 * seat + 1):
        kind = BOX.start_card[table.fighter[slot]]
        if ATTACKS[kind] and hits_now(table, kind):
            facts: Facts = {"card": BOX.ids[kind], "power": table.power[slot]}
            return Counsel(
                "order", words.counsel_text("order", facts), "TT-35", [f"card:{BOX.ids[kind]}@order"]
            )
    return Counsel("order", words.counsel_text("order-quiet", {}), "TT-27")


def _best_blow(table: Decisions, seat: int) -> tuple[int, int]:
    """The hardest attack among a seat's deck and new cards: how hard, and which card; (0, NONE) without one."""
    best, card = 0, NONE
    for kind in [*table.known[seat], *table.drawn[seat]]:
        if ATTACKS[kind] and hits_now(table, kind):
            power = table.power[table.slot[BOX.owner[kind]]]
            if power > best:
                best, card = power, kind
    return best, card


def _rival_low(table: Decisions, seat: int) -> Counsel | None:
    """A rival who one attack of ours would knock out, and when it comes, where that was seen."""
    blow, card = _best_blow(table, seat)
    slot = by_danger(table, 1 - seat)[0]
    if card == NONE or not 0 < table.hp[slot] <= blow:
        return None
    facts: Facts = {
        "fighter": FIGHTER_KEYS[table.fighter[slot]],
        "health": table.hp[slot],
        "card": BOX.ids[card],
        "power": blow,
    }
    points = [f"fighter:{FIGHTER_KEYS[table.fighter[slot]]}"]
    turn = _turn_of(table, 1 - seat, table.fighter[slot])
    if turn:
        facts["turn"] = turn
        return Counsel("rival-low", words.counsel_text("rival-low-turn", facts), "TT-110", points)
    return Counsel("rival-low", words.counsel_text("rival-low", facts), "TT-110", points)


def _turn_of(table: Decisions, side: int, fighter: int) -> int:
    """In which turn of the last fight a fighter came first, where the table helps to remember; 0: not known."""
    if table.memory_help:
        for place, kind in enumerate(table.known[side]):
            if BOX.owner[kind] == fighter:
                return place + 1
    return 0


def _seen_blow(table: Decisions, seat: int) -> tuple[int, int, int]:
    """The hardest attack that was seen in the other deck: how hard, which card, in which turn; 0 without one."""
    best, card, turn = 0, NONE, 0
    if table.memory_help:
        for place, kind in enumerate(table.known[1 - seat]):
            power = table.power[table.slot[BOX.owner[kind]]]
            if ATTACKS[kind] and hits_now(table, kind) and power > best:
                best, card, turn = power, kind, place + 1
    return best, card, turn


def _own_low(table: Decisions, seat: int) -> Counsel | None:
    """A fighter of ours who falls to one blow of theirs."""
    slot = by_danger(table, seat)[0]
    hp = table.hp[slot]
    facts: Facts = {"fighter": FIGHTER_KEYS[table.fighter[slot]], "health": hp}
    points = [f"fighter:{FIGHTER_KEYS[table.fighter[slot]]}"]
    blow, card, turn = _seen_blow(table, seat)
    if card != NONE and 0 < hp <= blow:
        facts.update(power=blow, card=BOX.ids[card], turn=turn)
        points.append(f"card:{BOX.ids[card]}@known")
        return Counsel("own-low", words.counsel_text("own-low-turn", facts), "TT-75", points)
    strongest = max(table.power[2 - 2 * seat], table.power[3 - 2 * seat])
    if 0 < hp <= strongest:
        facts["power"] = strongest
        return Counsel("own-low", words.counsel_text("own-low", facts), "TT-75", points)
    return None


def _fleet(table: Decisions, seat: int) -> Counsel | None:
    """Twenty ships are near (TT-142)."""
    if table.slot[CHING] >> 1 != seat or table.slot[CHING] == NONE or table.ships < _NEAR_FLEET:
        return None
    facts: Facts = {"ships": table.ships, "top": BOX.limits["ships"]}
    return Counsel("fleet", words.counsel_text("fleet", facts), "TT-142", ["track:ships"])


def _block(table: Decisions, seat: int) -> Counsel | None:
    """A block among the new cards, and where a blow was seen."""
    blow, card, turn = _seen_blow(table, seat)
    if card == NONE:
        return None
    for kind in table.drawn[seat]:
        if BLOCKS[kind]:
            facts: Facts = {"card": BOX.ids[kind], "blow": BOX.ids[card], "power": blow, "turn": turn}
            points = [f"card:{BOX.ids[kind]}@new", f"card:{BOX.ids[card]}@known"]
            return Counsel("block", words.counsel_text("block", facts), "TT-75", points)
    return None


def _power(table: Decisions, seat: int) -> Counsel | None:
    """A card that gives Power for certain, in the first rounds."""
    if table.round > _EARLY:
        return None
    for kind in table.drawn[seat]:
        if _gives_power(kind):
            facts: Facts = {"card": BOX.ids[kind]}
            return Counsel(
                "power", words.counsel_text("power", facts), "TT-79", [f"card:{BOX.ids[kind]}@new"]
            )
    return None


def _gives_power(kind: int) -> bool:
    """Whether a card gives Power without a success being needed."""
    for row in range(BOX.face_start[2 * kind], BOX.face_end[2 * kind]):
        if (
            BOX.rows[fx.ACTION][row] == fx.POWER
            and BOX.rows[fx.WHEN][row] != fx.BONUS
            and BOX.rows[fx.B][row] > 0
        ):
            return True
    return False


# ---- what would be a waste -----------------------------------------------------------------------------------------


def caution(table: Battle, seat: int, move: int) -> Caution | None:
    """A place for a card that gives a fight away which another place would mostly win or hold, or a block where
    nobody struck. Asked of the insertion: the order under the new cards is no waste."""
    if table.phase != DECK or not INSERT <= move < UNDER or len(table.drawn[seat]) < DRAW:
        return None
    idle = _idle_block(table, seat, (move - INSERT) // POSITIONS, (move - INSERT) % POSITIONS)
    if idle is not None or not _is_decisive(table):
        return idle
    prospects = Prospects(table, seat)
    won, lost = prospects.of(move)
    if won <= _HARDLY and prospects.some_wins():
        slot = by_danger(table, 1 - seat)[0]
        facts: Facts = {"fighter": FIGHTER_KEYS[table.fighter[slot]], "health": max(0, table.hp[slot])}
        return Caution("win", words.caution_text("win", facts), "TT-110")
    if lost >= _MOSTLY and prospects.some_holds():
        slot = by_danger(table, seat)[0]
        own: Facts = {"fighter": FIGHTER_KEYS[table.fighter[slot]], "health": max(0, table.hp[slot])}
        return Caution("loss", words.caution_text("loss", own), "TT-110")
    return None


def _is_decisive(table: Decisions) -> bool:
    """Whether somebody could fall in the next fight: only then is it worth imagining."""
    for slot in range(4):
        other = 2 - (slot >> 1) * 2
        blows = table.power[other] + table.power[other + 1]
        if 0 < table.hp[slot] <= blows:
            return True
    return False


def _idle_block(table: Decisions, seat: int, kind: int, place: int) -> Caution | None:
    """A block where neither the card opposite nor the one before it was an attack, so that only a new card could
    strike, while another place would meet one (TT-76)."""
    known = table.known[1 - seat]
    if not table.memory_help or not BLOCKS[kind] or place >= len(known):
        return None
    if _strikes(table, known[place]) or (place > 0 and _strikes(table, known[place - 1])):
        return None
    for other, card in enumerate(known):
        if _strikes(table, card):
            facts: Facts = {
                "card": BOX.ids[kind],
                "turn": place + 1,
                "opposite": BOX.ids[known[place]],
                "better": other + 1,
            }
            return Caution("idle-block", words.caution_text("idle-block", facts), "TT-76")
    return None


def _strikes(table: Decisions, kind: int) -> bool:
    """Whether a card may attack: where it depends on what is opposite, it may."""
    slot = table.slot[BOX.owner[kind]]
    for row in range(BOX.face_start[2 * kind], BOX.face_end[2 * kind]):
        if BOX.rows[fx.ACTION][row] == fx.ATTACK and not is_ruled_out(table, slot, row):
            return True
    return False


class Prospects:
    """The next fight, imagined a few times with what the other side may have slipped in: how often each own decision
    wins it and loses it. The fights are the same whatever the truth is: they rest on what the seat may know."""

    def __init__(self, table: Battle, seat: int) -> None:
        self.seat = seat
        self.search = TagTeamSearch()
        self.moves: list[int] = self.search.distinct_moves(table, seat)
        self.bases: list[Battle] = []
        self.known: dict[int, tuple[float, float]] = {}
        rng = Rng(table.round + 1)
        for _ in range(_FIGHTS):
            base = self.search.sample(table, seat, rng)
            while 1 - seat in base.actors():
                base.apply(1 - seat, self.search.playout_move(base, 1 - seat, rng))
            self.bases.append(base)

    def of(self, move: int) -> tuple[float, float]:
        """The shares of won and of lost fights after a card is slipped in."""
        found = self.known.get(move)
        if found is None:
            won = lost = 0
            for base in self.bases:
                trial = base.copy()
                trial.apply(self.seat, move)
                trial.apply(self.seat, self.search.distinct_moves(trial, self.seat)[0])
                outcome = trial.outcome()
                if outcome is not None and len(set(outcome.ranks)) > 1:
                    if outcome.ranks[self.seat] == 1:
                        won += 1
                    else:
                        lost += 1
            found = (won / _FIGHTS, lost / _FIGHTS)
            self.known[move] = found
        return found

    def some_wins(self) -> bool:
        """Whether a decision wins most of the time."""
        for move in self.moves:
            if self.of(move)[0] >= _MOSTLY:
                return True
        return False

    def some_holds(self) -> bool:
        """Whether a decision hardly ever loses."""
        for move in self.moves:
            if self.of(move)[1] <= _HARDLY:
                return True
        return False


# ---- how a team stands ---------------------------------------------------------------------------------------------


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
