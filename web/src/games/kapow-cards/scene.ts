/**
 * The table while events are running.
 *
 * The shell shows one event after the other and swaps the new position in when all are done. In between the board
 * moves its own picture along: `advance` takes the table as it stands on the screen and one event and gives the table
 * after it. It knows no rules; it only moves cards the way the event says. Who is passive by then, the new position
 * will say.
 */

import type { KindOf } from '../../lib/board'
import { follow, type EventHandler, type EventHandlers } from '../../lib/scene'
import type { Player, Slot, BoardView, Facts, Why } from './facts'
import { placeOf, type Target } from './places'

/** A fight on the stage, from its declaration until the next thing is shown there. */
export interface Clash {
  seat: number
  cards: string[]
  value: number
  target: Target
  /** What lies on the other side: its face once it is known, and how it lay before. */
  card: string | null
  facing: Slot['facing'] | 'hand'
  outcome: { success: boolean; why: Why; defence: number } | null
  /** The cards have left the stage; what remains is the memory of the fight. */
  over: boolean
}

export type Note =
  | { kind: 'reshuffle'; deck: number }
  | { kind: 'last_round'; seats: number[] }
  | { kind: 'solo'; seat: number }
  | { kind: 'knocked_out'; seat: number }
  | { kind: 'pass'; seat: number }
  | { kind: 'skip'; seat: number }
  | { kind: 'recruit'; seat: number; card: string | null }
  | { kind: 'barricade'; seat: number }
  | { kind: 'final_battle' }
  | { kind: 'game_over' }

export interface Scene {
  table: BoardView
  clash: Clash | null
  note: Note | null
  /** Where the cards that appear with this event come from: zone of arrival to zone of departure. */
  arrivals: Record<string, string>
}

export const sceneOf = (table: BoardView): Scene => ({ table, clash: null, note: null, arrivals: {} })

/** What stays on the stage until the next thing happens: the last fight, or what was done instead of fighting. */
export function remembered({ clash, note }: Scene): Partial<Scene> {
  if (clash?.over) return { clash }
  return note && ['pass', 'skip', 'barricade', 'recruit'].includes(note.kind) ? { note } : {}
}

/** Names of zones, the same on the screen and here. */
export const zone = {
  deck: 'deck',
  discard: 'discard',
  attack: 'stage-attack',
  target: 'stage-target',
  hand: (seat: number) => `hand-${seat}`,
  row: (seat: number, slot: number) => `row-${seat}-${slot}`,
}

type Handler<Kind extends KindOf<Facts>> = EventHandler<Facts, Scene, Kind>

const withPlayer = (
  table: BoardView,
  seat: number,
  change: (player: Player) => Partial<Player>,
): BoardView => ({
  ...table,
  players: table.players.map((player, index) => (index === seat ? { ...player, ...change(player) } : player)),
})

/** A hand without one card: that card where its face is known, else the last face-down one. */
function without(hand: readonly (string | null)[], card: string | null): (string | null)[] {
  const known = card === null ? -1 : hand.indexOf(card)
  const index = known >= 0 ? known : hand.lastIndexOf(null)
  return index < 0 ? [...hand] : hand.filter((_, at) => at !== index)
}

const leaveHand = (table: BoardView, seat: number, cards: readonly (string | null)[]): BoardView =>
  withPlayer(table, seat, ({ hand }) => ({ hand: cards.reduce(without, [...hand]) }))

const setSlot = (table: BoardView, seat: number, slot: number, value: Slot | null): BoardView =>
  withPlayer(table, seat, ({ row }) => ({ row: row.map((old, index) => (index === slot ? value : old)) }))

const onDiscard = (table: BoardView, cards: readonly string[]): BoardView => ({
  ...table,
  discard: [...table.discard, ...cards],
})

/** The actor's turn begins: it is theirs, and they are no longer someone who passed. */
const takeTurn = (table: BoardView, seat: number): BoardView =>
  withPlayer({ ...table, turn: seat }, seat, () => ({ passed: false }))

const attack: Handler<'attack'> = ({ table }, facts) => {
  const { seat, cards, value } = facts
  const place = placeOf(facts.place)
  const target: Target = { seat: facts.target, ...place }
  const slot = place.zone === 'row' ? table.players[target.seat]?.row[place.index] : null
  const clash: Clash = {
    seat,
    cards,
    value,
    target,
    card: slot?.facing === 'revealed' ? slot.card : null,
    facing: slot?.facing ?? 'hand',
    outcome: null,
    over: false,
  }
  const from = place.zone === 'row' ? zone.row(target.seat, place.index) : zone.hand(target.seat)
  return {
    table: leaveHand(takeTurn(table, seat), seat, cards),
    clash,
    arrivals: { [zone.attack]: zone.hand(seat), [zone.target]: from },
  }
}

const clash: Handler<'clash'> = (scene, facts) => {
  if (!scene.clash) return {}
  const { success, why, defence } = facts
  return { clash: { ...scene.clash, card: facts.card, outcome: { success, why, defence } } }
}

/** The attack cards go to the discard pile, whatever came of them (KC-30, KC-31). */
function clearStage(scene: Scene): Scene {
  if (!scene.clash || scene.clash.over) return scene
  return {
    ...scene,
    table: onDiscard(scene.table, scene.clash.cards),
    clash: { ...scene.clash, over: true },
  }
}

const fallen: Handler<'fallen'> = (scene, facts) => {
  const { seat, card } = facts
  const place = placeOf(facts.place)
  const cleared = clearStage(scene)
  const table =
    place.zone === 'row'
      ? setSlot(cleared.table, seat, place.index, null)
      : leaveHand(cleared.table, seat, [card])
  return { ...cleared, table: onDiscard(table, [card]), arrivals: { [zone.discard]: zone.target } }
}

const hold: Handler<'hold'> = (scene, facts) => {
  const { seat, card } = facts
  const cleared = clearStage(scene)
  const slot = facts.slot - 1
  const fromHand = scene.clash?.target.zone === 'hand'
  const table = fromHand ? leaveHand(cleared.table, seat, [card]) : cleared.table
  return {
    ...cleared,
    table: setSlot(table, seat, slot, { card, facing: 'revealed' }),
    arrivals: { [zone.row(seat, slot)]: zone.target, [zone.discard]: zone.attack },
  }
}

const draw: Handler<'draw'> = ({ table }, { seat, deck, card }) => ({
  table: withPlayer({ ...table, deck }, seat, ({ hand }) => ({ hand: [...hand, card ?? null] })),
  arrivals: { [zone.hand(seat)]: zone.deck },
})

const barricade: Handler<'barricade'> = ({ table }, facts) => {
  const { seat } = facts
  const card: string | null = facts.card ?? null
  const slot = facts.slot - 1
  const before = leaveHand(takeTurn(table, seat), seat, [card])
  return {
    table: setSlot(before, seat, slot, { card, facing: 'barricaded' }),
    clash: null,
    note: { kind: 'barricade', seat },
    arrivals: { [zone.row(seat, slot)]: zone.hand(seat) },
  }
}

const recruit: Handler<'recruit'> = ({ table }, facts) => {
  const { seat } = facts
  const card: string | null = facts.card ?? null
  const turn = takeTurn(table, seat)
  return {
    table: card ? onDiscard(leaveHand(turn, seat, [card]), [card]) : turn,
    clash: null,
    note: { kind: 'recruit', seat, card },
    arrivals: { [zone.discard]: zone.hand(seat) },
  }
}

const pass: Handler<'pass'> = ({ table }, { seat }) => ({
  table: withPlayer({ ...table, turn: seat }, seat, () => ({ passed: true })),
  clash: null,
  note: { kind: 'pass', seat },
})

const skip: Handler<'skip'> = ({ table }, { seat }) => ({
  table: { ...table, turn: seat },
  clash: null,
  note: { kind: 'skip', seat },
})

const reshuffle: Handler<'reshuffle'> = ({ table }, { deck }) => ({
  table: { ...table, deck, discard: [] },
  note: { kind: 'reshuffle', deck },
  arrivals: { [zone.deck]: zone.discard },
})

const lastRound: Handler<'last_round'> = ({ table }, { seats }) => ({
  table: { ...table, last_round: seats },
  note: { kind: 'last_round', seats },
})

const solo: Handler<'solo'> = ({ table }, { seat }) => ({
  table: { ...table, turn: seat, solo: true },
  note: { kind: 'solo', seat },
})

const knockedOut: Handler<'knocked_out'> = ({ table }, { seat }) => ({
  table: withPlayer(table, seat, () => ({ state: 'knocked-out' })),
  note: { kind: 'knocked_out', seat },
})

const finalBattle: Handler<'final_battle'> = ({ table }, { totals, rows }) => ({
  table: {
    ...table,
    turn: null,
    solo: false,
    totals,
    players: table.players.map((player, seat) => ({
      ...player,
      row: player.row.map((slot, index): Slot | null => {
        const card: string | null = rows[seat]?.[index] ?? null
        return card ? { card, facing: slot?.facing ?? 'revealed' } : null
      }),
    })),
  },
  clash: null,
  note: { kind: 'final_battle' },
})

const gameOver: Handler<'game_over'> = ({ table }, { hands }) => ({
  table: {
    ...table,
    turn: null,
    solo: false,
    players: table.players.map((player, seat) => ({ ...player, hand: hands?.[seat] ?? player.hand })),
  },
  note: { kind: 'game_over' },
})

const handlers: EventHandlers<Facts, Scene> = {
  attack,
  clash,
  fallen,
  hold,
  draw,
  barricade,
  recruit,
  pass,
  skip,
  reshuffle,
  last_round: lastRound,
  solo,
  knocked_out: knockedOut,
  final_battle: finalBattle,
  game_over: gameOver,
}

/** The scene after one event. */
export const advance = follow<Facts, Scene>(handlers, { note: null, arrivals: {} })
