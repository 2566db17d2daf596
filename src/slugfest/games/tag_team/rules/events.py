"""The events of a turn, in order. Called only when somebody listens."""

from __future__ import annotations

from slugfest.games.tag_team.content import BOX, FEY, FIGHTER_KEYS, LOWEST, MEPHISTO, NONE, WIDTH
from slugfest.games.tag_team.position.position import NOWHERE, REASONS, Position
from slugfest.games.tag_team.position.rule_facts import Fighter, Floor, Symbol

from .effects import FLIP, POWER, REVIVE, SIDES, TOKENS, TRACKS, A


def key_of(table: Position, slot: int) -> str:
    """The fighter in a slot, by its key."""
    return FIGHTER_KEYS[table.fighter[slot]]


def keys_of(table: Position, slots: int) -> list[str]:
    return [key_of(table, slot) for slot in range(4) if slots >> slot & 1]


def space_of(table: Position, slot: int) -> Floor | None:
    """The name of a space without a number, None for a plain one."""
    hp = table.hp[slot]
    if hp > 0 or hp == NOWHERE:
        return None
    track = table.track_of(slot)
    if BOX.knocked_out[track * WIDTH + hp - LOWEST]:
        return "ko"
    return "spirit" if table.fighter[slot] == FEY else "revive"


def symbol_of(start: int, end: int) -> Symbol:
    """What a symbol does, as a word for pictures."""
    words = BOX.words_of(start, end)
    if REVIVE in words:
        return "revive"
    if POWER in words:
        return "power-partner" if BOX.rows[A][start] else "power-self"
    return "serpent" if FLIP in words else "unleash"


# ---- the teams -----------------------------------------------------------------------------------------------------


def teams(table: Position, fighters: list[list[Fighter]]) -> None:
    keys = [[FIGHTER_KEYS[fighter] for fighter in picks] for picks in table.picks]
    table.emit("teams", {"teams": keys, "fighters": fighters})


def setup(table: Position) -> None:
    """What the setup left to chance or changed, emitted afterwards (TT-23, TT-24)."""
    if table.slot[MEPHISTO] != NONE:
        serpent(table, "setup")
    for slot, fighter in enumerate(table.fighter):
        if table.power[slot] != BOX.base_power[fighter]:
            power(table, slot, BOX.base_power[fighter], "setup")


# ---- reveal and cancel ---------------------------------------------------------------------------------------------


def fight(table: Position, fighters: list[list[Fighter]]) -> None:
    table.emit("fight", {"round": table.round, "turns": len(table.decks[0]), "fighters": fighters})


def clash(table: Position, cards: list[int], backs: list[int], active: list[int], repeats: int) -> None:
    table.emit(
        "clash",
        {
            "round": table.round,
            "turn": table.turn + 1,
            "turns": len(table.decks[0]),
            "cards": [BOX.ids[card] for card in cards],
            "fighters": [key_of(table, slot) for slot in active],
            "back": [back != 0 for back in backs],
            "power": [table.power[slot] for slot in active],
            "repeat": [repeats & 1 != 0, repeats & 2 != 0],
        },
    )


def cancelled(table: Position, by: int, side: int, card: int) -> None:
    table.emit("cancelled", {"fighter": key_of(table, by), "seat": side, "card": BOX.ids[card]})


def second_pass(table: Position, side: int, card: int) -> None:
    table.emit("second_pass", {"seat": side, "card": BOX.ids[card]})


# ---- what cards do -------------------------------------------------------------------------------------------------


def attack(table: Position, attacker: int, targets: list[int], strengths: list[int]) -> None:
    table.emit(
        "attack",
        {
            "fighter": key_of(table, attacker),
            "targets": [key_of(table, slot) for slot in targets],
            "strengths": strengths,
        },
    )


def block(table: Position, actor: int) -> None:
    table.emit("block", {"fighter": key_of(table, actor)})


def warded(table: Position, blocker: int, attackers: int) -> None:
    table.emit("warded", {"fighter": key_of(table, blocker), "attackers": keys_of(table, attackers)})


def idle_block(table: Position, blocker: int) -> None:
    table.emit("idle_block", {"fighter": key_of(table, blocker)})


def heal(table: Position, actor: int, targets: int, amount: int) -> None:
    table.emit(
        "heal", {"fighter": key_of(table, actor), "targets": keys_of(table, targets), "amount": amount}
    )


def direct(table: Position, actor: int, targets: int, amount: int) -> None:
    table.emit(
        "direct", {"fighter": key_of(table, actor), "targets": keys_of(table, targets), "amount": amount}
    )


def transfer(table: Position, giver: int, taker: int, amount: int) -> None:
    table.emit("transfer", {"from": key_of(table, giver), "to": key_of(table, taker), "amount": amount})


def terror(table: Position, slots: int) -> None:
    table.emit("terror", {"fighters": keys_of(table, slots)})


def stolen(table: Position, thief: int, amount: int) -> None:
    table.emit("stolen", {"fighter": key_of(table, thief), "amount": amount})


def redirected(table: Position, target: int, strength: int) -> None:
    table.emit("redirected", {"target": key_of(table, target), "strength": strength})


def absorbed(table: Position, holder: int, strength: int) -> None:
    table.emit("absorbed", {"fighter": key_of(table, holder), "strength": strength})


# ---- boards --------------------------------------------------------------------------------------------------------


def power(table: Position, slot: int, before: int, why: str) -> None:
    after = table.power[slot]
    table.emit(
        "power",
        {"fighter": key_of(table, slot), "change": after - before, "from": before, "to": after, "why": why},
    )


def health(
    table: Position, slot: int, before: int, healed: int, damage: int, stopped: bool, why: str
) -> None:
    table.emit(
        "health",
        {
            "fighter": key_of(table, slot),
            "from": before,
            "to": table.hp[slot],
            "space": space_of(table, slot),
            "heal": healed,
            "damage": damage,
            "stopped": stopped,
            "ignored": False,
            "why": why,
        },
    )


def ignored(table: Position, slot: int, healed: int, damage: int, why: str) -> None:
    """Health that does not change: after Terror of the Seas or in the turn of the transformation."""
    hp = table.hp[slot]
    if hp == NOWHERE:
        return
    table.emit(
        "health",
        {
            "fighter": key_of(table, slot),
            "from": hp,
            "to": hp,
            "space": space_of(table, slot),
            "heal": healed,
            "damage": damage,
            "stopped": False,
            "ignored": True,
            "why": why,
        },
    )


def symbol(table: Position, slot: int, space: int, start: int, end: int) -> None:
    at: int | str = "voice" if space == NOWHERE else "revive" if space < 0 else space
    table.emit("symbol", {"fighter": key_of(table, slot), "at": at, "symbol": symbol_of(start, end)})


def revive(table: Position, slot: int) -> None:
    table.emit("revive", {"fighter": key_of(table, slot), "health": table.hp[slot]})


def transform(table: Position, slot: int) -> None:
    table.emit(
        "transform",
        {
            "fighter": key_of(table, slot),
            "track": BOX.track_keys[table.track_of(slot)],
            "power": table.power[slot],
            "health": table.hp[slot],
            "rage": table.rage,
        },
    )


def track(table: Position, actor: int, which: int, before: int, after: int) -> None:
    table.emit(
        "track", {"fighter": key_of(table, actor), "track": TRACKS[which], "from": before, "to": after}
    )


def token(table: Position, which: int, giver: int, taker: int) -> None:
    table.emit(
        "token",
        {
            "token": TOKENS[which],
            "from": key_of(table, giver),
            "to": key_of(table, taker),
            "concentration": table.concentration_left(),
        },
    )


def aflame(table: Position, slot: int, count: int) -> None:
    table.emit("aflame", {"fighter": key_of(table, slot), "count": count, "left": table.aflame_left()})


def doused(table: Position, slot: int, count: int) -> None:
    table.emit("doused", {"fighter": key_of(table, slot), "count": count})


def serpent(table: Position, why: str) -> None:
    table.emit("serpent", {"side": SIDES[table.serpent], "why": why})


def planted(table: Position) -> None:
    table.emit("planted", {"planted": len(table.planted), "pile": len(table.pile)})


def scheme(table: Position, which: int, source: str) -> None:
    table.emit("scheme", {"scheme": BOX.scheme_ids[which], "from": source, "planted": len(table.planted)})


def no_scheme(table: Position) -> None:
    table.emit("no_scheme", {})


def flipped(table: Position, card: int) -> None:
    table.emit("flipped", {"card": BOX.ids[card]})


def double(table: Position, side: int) -> None:
    table.emit("double", {"seat": side})


# ---- late, and the end ---------------------------------------------------------------------------------------------


def execute(table: Position, actor: int, target: int, amount: int) -> None:
    table.emit(
        "execute",
        {"fighter": key_of(table, actor), "target": key_of(table, target), "amount": amount},
    )


def poison(table: Position, target: int, amount: int) -> None:
    table.emit("poison", {"fighter": key_of(table, target), "amount": amount})


def removed(table: Position, cards: list[int]) -> None:
    table.emit("removed", {"cards": [BOX.ids[card] for card in cards]})


def spirit(table: Position) -> None:
    """A Character has just reached the SPIRIT space; the Spirit track rises by 1."""
    character = BOX.track_keys[BOX.first_track[FEY] + table.character]
    table.emit("spirit", {"character": character, "spirit": table.spirit_track() + 1})


def losers(table: Position, legends: int, burnt: int) -> None:
    """Everybody who is beaten at the end of a turn, whatever comes of it."""
    beaten = [key_of(table, slot) for slot in range(4) if table.is_knocked_out(slot)]
    if beaten:
        table.emit("ko", {"fighters": beaten})
    if legends:
        table.emit("legends", {"fighter": FIGHTER_KEYS[FEY]})
    if burnt:
        table.emit("incineration", {"fighter": key_of(table, table.burning)})


def game_over(table: Position) -> None:
    table.emit(
        "game_over",
        {"reason": REASONS[table.reason], "winner": None if table.winner == NONE else table.winner},
    )
