"""What matters now, and what would be a waste, for somebody who learns the game: from what the seat may know."""

from __future__ import annotations

from typing import Final

from slugfest.games.tag_team.battle import Battle
from slugfest.games.tag_team.bot.estimate import staying_power
from slugfest.games.tag_team.bot.search import TagTeamSearch
from slugfest.games.tag_team.content import (
    AFLAME,
    BOX,
    CHING,
    DRAW,
    FIGHTER_KEYS,
    GOLEM,
    KINDS,
    LOWEST,
    NONE,
    POSITIONS,
    SHANGO,
    WIDTH,
)
from slugfest.games.tag_team.position.moves import INSERT, UNDER
from slugfest.games.tag_team.position.position import (
    CHARACTER,
    DECK,
    FREE,
    ORDER,
    OVER,
    PICK_ONE,
    PICK_TWO,
)
from slugfest.games.tag_team.rules import effects as fx
from slugfest.games.tag_team.rules.legal import Decisions
from slugfest.games.tag_team.rules.readiness import is_ruled_out
from slugfest.kernel import (
    DANGER,
    FINISHING,
    MATERIAL,
    SAFETY,
    Caution,
    Counsel,
    Facts,
    Rng,
    Text,
    Threat,
    threat_level,
)

from . import fights, words

_FIGHTS: Final = 8  # imagined fights a decision, the same ones for every place
_MOSTLY: Final = 0.5
_HARDLY: Final = 0.1
_NEAR_FLEET: Final = 16  # ships from which the twenty are worth a word


def _counts(action: int) -> list[int]:
    """By kind: how often an action stands on the front face."""
    found = BOX.rows[fx.ACTION]
    return [found[BOX.face_start[2 * kind] : BOX.face_end[2 * kind]].count(action) for kind in range(KINDS)]


ATTACKS: Final = _counts(fx.ATTACK)
BLOCKS: Final = _counts(fx.BLOCK)
CANCELS: Final = _counts(fx.CANCEL)


# ---- what matters now ----------------------------------------------------------------------------------------------


def counsel(table: Battle, seat: int) -> list[Counsel]:
    """What matters in the decision at hand: danger first."""
    phase = table.phase
    if phase in (PICK_ONE, PICK_TWO, FREE):
        return [Counsel("draft", words.counsel_text("draft", {}), "TT-10", ["difficulty"])]
    if phase == CHARACTER:
        return [Counsel("character", words.counsel_text("character", {}), "TT-186")]
    if phase == ORDER:
        return [_about_order(table, seat)]
    if phase != DECK or len(table.drawn[seat]) < DRAW:
        return []
    outlook = Outlook(table, seat)
    found = _falls_again(table, seat, outlook)
    for one in (
        _one_blow(table, seat),
        _burning(table, seat),
        _wins_again(table, seat, outlook),
        _finish(table, seat, outlook),
        _fleet(table, seat),
        _block(table, seat),
        _power(table, seat),
    ):
        if one is not None:
            found.append(one)
    points = [f"card:{BOX.ids[card]}@deck" for card in table.known[seat]]
    found.append(Counsel("push", words.counsel_text("push", {}), "TT-102", points))
    return found


def _about_order(table: Decisions, seat: int) -> Counsel:
    """The starting card that attacks will hit whoever is opposite (TT-27, TT-35)."""
    for slot in (2 * seat, 2 * seat + 1):
        kind = BOX.start_card[table.fighter[slot]]
        if ATTACKS[kind] and hits_now(table, kind):
            facts: Facts = {"card": BOX.ids[kind], "power": table.power[slot]}
            return Counsel(
                "order", words.counsel_text("order", facts), "TT-35", [f"card:{BOX.ids[kind]}@order"]
            )
    return Counsel("order", words.counsel_text("order-quiet", {}), "TT-27")


class Outlook:
    """The next fight by own decision, against the other deck as it was seen: who falls, and in which turn.

    The other side's new card comes last of all, so that everything before it is as it was.
    """

    def __init__(self, table: Battle, seat: int) -> None:
        options = fights.replies(table, seat)
        base = fights.answered(table, seat, options[len(options) - 1], Rng(1))
        turns = len(table.known[1 - seat])
        self.wins: list[int] = []  # decisions after which a rival falls
        self.loses: list[int] = []  # decisions after which a fighter of ours falls
        self.all: list[int] = TagTeamSearch().distinct_moves(table, seat)
        self.fallen = NONE  # who falls if the new card goes last: a slot
        self.turn = NONE
        self.rival = NONE
        self.rival_turn = NONE
        for move in self.all:
            end = fights.fought(base.copy(), seat, [move])
            if end.phase != OVER or end.winner == NONE or end.turn > turns:
                continue
            last = (move - INSERT) % POSITIONS == turns
            for slot in range(4):
                if last and slot >> 1 != end.winner and end.is_knocked_out(slot):
                    if end.winner == seat:
                        self.rival, self.rival_turn = slot, end.turn - 1
                    else:
                        self.fallen, self.turn = slot, end.turn - 1
            if end.winner == seat:
                self.wins.append(move)
            else:
                self.loses.append(move)

    def holds(self) -> list[int]:
        """The decisions after which nobody of ours falls."""
        return [move for move in self.all if move not in self.loses]


def _falls_again(table: Decisions, seat: int, outlook: Outlook) -> list[Counsel]:
    """If the cards come again as they lie, a fighter of ours falls. What to do about it first, where that is good; then
    the bare danger, which is always said."""
    if outlook.fallen == NONE or not table.memory_help:
        return []
    card = table.known[1 - seat][outlook.turn]
    facts: Facts = {
        "fighter": FIGHTER_KEYS[table.fighter[outlook.fallen]],
        "card": BOX.ids[card],
        "place": words.ordinal(outlook.turn + 1),
    }
    points = [f"fighter:{facts['fighter']}", f"card:{BOX.ids[card]}@known"]
    bare = words.counsel_text("falls-again", facts)
    advice = words.counsel_text("holds", {})
    found = [Counsel("falls-again", bare, "TT-110", points, [], DANGER)]
    holds = outlook.holds()
    if holds:
        text = Text(f"{bare.en} {advice.en}", f"{bare.de} {advice.de}")
        found.insert(0, Counsel("holds", text, "TT-110", points, holds, SAFETY))
    return found


def _one_blow(table: Decisions, seat: int) -> Counsel | None:
    """A fighter of ours who falls to one blow of theirs: match point against us."""
    for slot in by_danger(table, seat):
        facts: Facts = {"fighter": FIGHTER_KEYS[table.fighter[slot]]}
        points = [f"fighter:{facts['fighter']}"]
        turn = fatal_turn(table, slot)
        if turn == NONE:
            continue
        card = table.known[1 - seat][turn]
        if not table.memory_help:
            facts["power"] = table.power[table.slot[BOX.owner[card]]]
            return Counsel("one-blow", words.counsel_text("one-blow", facts), "TT-75", points, [], DANGER)
        facts.update(card=BOX.ids[card], place=words.ordinal(turn + 1))
        points.append(f"card:{BOX.ids[card]}@known")
        text = words.counsel_text("one-blow-place", facts)
        return Counsel("one-blow", text, "TT-75", points, [], DANGER)
    return None


def _burning(table: Decisions, seat: int) -> Counsel | None:
    """One more Aflame! token loses (TT-194)."""
    if table.burning == NONE or table.burning >> 1 != seat or table.aflame < AFLAME - 1:
        return None
    facts: Facts = {"fighter": FIGHTER_KEYS[table.fighter[table.burning]]}
    return Counsel("burning", words.counsel_text("burning", facts), "TT-194", [], [], DANGER)


def _wins_again(table: Decisions, seat: int, outlook: Outlook) -> Counsel | None:
    """If the cards come again as they lie, a rival falls."""
    if outlook.rival == NONE or not table.memory_help:
        return None
    facts: Facts = {
        "fighter": FIGHTER_KEYS[table.fighter[outlook.rival]],
        "place": words.ordinal(outlook.rival_turn + 1),
    }
    text = words.counsel_text("wins-again", facts)
    behind = [move for move in outlook.wins if (move - INSERT) % POSITIONS > outlook.rival_turn]
    return Counsel("wins-again", text, "TT-110", [f"fighter:{facts['fighter']}"], behind, FINISHING)


def _finish(table: Decisions, seat: int, outlook: Outlook) -> Counsel | None:
    """A rival who falls to one blow, and when it came, where the table helps to remember."""
    for slot in by_danger(table, 1 - seat):
        blow, card = 0, NONE
        for kind in [*table.known[seat], *table.drawn[seat]]:
            power = table.power[table.slot[BOX.owner[kind]]]
            if hits_now(table, kind) and power > blow and falls_to(table, slot, power):
                blow, card = power, kind
        if card == NONE:
            continue
        facts: Facts = {"fighter": FIGHTER_KEYS[table.fighter[slot]], "card": BOX.ids[card]}
        points = [f"fighter:{facts['fighter']}"]
        turn = _turn_of(table, 1 - seat, table.fighter[slot])
        if turn == NONE or not outlook.wins:
            return Counsel("rival-low", words.counsel_text("rival-low", facts), "TT-110", points)
        facts["place"] = words.ordinal(turn + 1)
        text = words.counsel_text("rival-low-place", facts)
        return Counsel("rival-low", text, "TT-110", points, outlook.wins, FINISHING)
    return None


def _turn_of(table: Decisions, side: int, fighter: int) -> int:
    """In which turn of the last fight a fighter came first, where the table helps to remember; NONE: not known."""
    if table.memory_help:
        for place, kind in enumerate(table.known[side]):
            if BOX.owner[kind] == fighter:
                return place
    return NONE


def _fleet(table: Decisions, seat: int) -> Counsel | None:
    """Twenty ships are near (TT-142)."""
    if table.slot[CHING] >> 1 != seat or table.slot[CHING] == NONE or table.ships < _NEAR_FLEET:
        return None
    missing = BOX.limits["ships"] - table.ships
    facts: Facts = {"ships": missing}
    key = "fleet" if missing > 1 else "fleet-one" if missing == 1 else "fleet-ready"
    return Counsel("fleet", words.counsel_text(key, facts), "TT-142", ["track:ships"])


def _block(table: Decisions, seat: int) -> Counsel | None:
    """A block among the new cards, and where a blow was seen."""
    if not table.memory_help:
        return None
    best, turn = 0, NONE
    for place, kind in enumerate(table.known[1 - seat]):
        power = table.power[table.slot[BOX.owner[kind]]]
        if hits_now(table, kind) and power > best:
            best, turn = power, place
    for kind in table.drawn[seat]:
        if BLOCKS[kind] and turn != NONE:
            blow = BOX.ids[table.known[1 - seat][turn]]
            facts: Facts = {"card": BOX.ids[kind], "blow": blow, "place": words.ordinal(turn + 1)}
            points = [f"card:{BOX.ids[kind]}@new", f"card:{blow}@known"]
            moves = [INSERT + kind * POSITIONS + turn]
            return Counsel("block", words.counsel_text("block", facts), "TT-75", points, moves, SAFETY)
    return None


def _power(table: Decisions, seat: int) -> Counsel | None:
    """A card that gives Power for certain, and an attack that it would help: Power before the sword (TT-79)."""
    own = table.known[seat]
    for kind in table.drawn[seat]:
        stronger = gets_power(table, kind)
        if stronger == NONE:
            continue
        facts: Facts = {"card": BOX.ids[kind]}
        points = [f"card:{BOX.ids[kind]}@new"]
        first = len(own)
        for place, card in enumerate(own):
            if hits_now(table, card) and table.slot[BOX.owner[card]] == stronger:
                first = place
                break
        moves = [INSERT + kind * POSITIONS + place for place in range(first + 1)]
        if first < len(own):
            facts["blow"] = BOX.ids[own[first]]
        text = words.counsel_text("power-before" if first < len(own) else "power", facts)
        return Counsel("power", text, "TT-79", points, moves, MATERIAL)
    return None


def gets_power(table: Decisions, kind: int) -> int:
    """The slot that a card gives Power to, whatever is opposite; NONE if it does not."""
    slot = table.slot[BOX.owner[kind]]
    for row in range(BOX.face_start[2 * kind], BOX.face_end[2 * kind]):
        sure = BOX.rows[fx.WHEN][row] == fx.MAIN and BOX.rows[fx.CONDITION][row] < fx.ON
        target = BOX.rows[fx.A][row]
        if (
            BOX.rows[fx.ACTION][row] == fx.POWER
            and sure
            and target in (fx.SELF, fx.PARTNER)
            and BOX.rows[fx.B][row] > 0
            and not is_ruled_out(table, slot, row)
        ):
            return slot if target == fx.SELF else slot ^ 1
    return NONE


# ---- match point ---------------------------------------------------------------------------------------------------


def match_point(table: Battle) -> list[int]:
    """The seats that can win in the next fight, by what everybody has seen: one blow of a card in the deck knocks out a
    rival, one more Aflame! token burns one, or both decks played again as they lie win. New cards count for nothing."""
    if table.phase != DECK:
        return []
    found: list[int] = []
    again = _again(table)
    for seat in range(2):
        burning = (
            table.slot[SHANGO] >> 1 == seat and table.slot[SHANGO] != NONE and table.aflame == AFLAME - 1
        )
        rivals = (2 - 2 * seat, 3 - 2 * seat)
        if (
            again == seat
            or burning
            or fatal_turn(table, rivals[0]) != NONE
            or fatal_turn(table, rivals[1]) != NONE
        ):
            found.append(seat)
    return found


def threat(table: Battle, viewer: int) -> Threat | None:
    """The blow of the strongest rival against the own fighter nearest to KO, by boards that lie open."""
    if table.phase != DECK:
        return None
    blow = max(table.power[2 - 2 * viewer], table.power[3 - 2 * viewer])
    health = table.hp[by_danger(table, viewer)[0]]
    if blow <= 0 or health <= 0:
        return None
    text = words.threat_text("fatal" if blow >= health else "power", {"power": blow})
    return Threat(blow, threat_level(blow, health), text)


def _again(table: Battle) -> int:
    """Who wins if both decks are played again as they were seen; NONE if nobody does."""
    trial = table.copy()
    trial.decks = table.known.copy()
    tokens = sorted(table.planted + table.pile)  # nobody knows their order (TT-180)
    trial.planted, trial.pile = tokens[: len(table.planted)], tokens[len(table.planted) :]
    trial.decided = 0
    trial.turn = 0
    trial.fight_on()
    while trial.phase == CHARACTER:
        trial.apply(trial.fey_seat(), trial.moves(trial.fey_seat())[0])
    return trial.winner if trial.phase == OVER else NONE


def fatal_turn(table: Decisions, slot: int) -> int:
    """The first turn in which a card was seen whose single blow would knock a fighter out; NONE without one."""
    for place, kind in enumerate(table.known[1 - (slot >> 1)]):
        if hits_now(table, kind) and falls_to(table, slot, table.power[table.slot[BOX.owner[kind]]]):
            return place
    return NONE


def falls_to(table: Decisions, slot: int, blow: int) -> bool:
    """Whether one blow of this strength knocks a fighter out: stops end its movement (TT-46), the Golem's Presence
    absorbs it (TT-153)."""
    hp = table.hp[slot]
    if hp <= 0 or (table.presence == slot and table.fighter[slot] != GOLEM):
        return False
    track = table.track_of(slot)
    while blow > 0 and hp > BOX.track_floor[track]:
        hp -= 1
        blow -= 1
        if BOX.stop[track * WIDTH + hp - LOWEST]:
            break
    return BOX.knocked_out[track * WIDTH + hp - LOWEST] != 0


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
                "opposite": BOX.ids[known[place]],
                "better": words.ordinal(other + 1),
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
