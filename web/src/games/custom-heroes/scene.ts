/**
 * The table while events are running: `advance` takes what is on the screen and one event and gives what is on the
 * screen after it. It knows no rules; it only moves things the way the event says.
 */

import type { HappeningOf, KindOf } from '../../lib/board'
import { follow, type Advance, type EventHandler, type EventHandlers } from '../../lib/scene'
import type { Card, Player, BoardView, Facts, Trick, TrickStep, You } from './facts'

export interface Scene {
  table: BoardView
  /** What was said last in a loud voice. */
  note: HappeningOf<Facts> | null
  /** Where cards that appear on the pile come from. */
  from: string
}

export const sceneOf = (table: BoardView): Scene => ({ table, note: null, from: '' })

/** Names of zones, the same on the screen and here. */
export const zone = { seat: (seat: number) => `seat-${seat}`, hand: 'my-hand', pile: 'pile' }

type Handler<Kind extends KindOf<Facts>> = EventHandler<Facts, BoardView, Kind>

const players = (table: BoardView, seat: number, change: (player: Player) => Partial<Player>): Player[] =>
  table.players.map((player, index) => (index === seat ? { ...player, ...change(player) } : player))

/** My own things change with my seat's; nothing else is known of them. */
const mine = (table: BoardView, seat: number, change: (you: You) => Partial<You>): You | null =>
  table.you && table.players[seat]?.power !== null ? { ...table.you, ...change(table.you) } : table.you

const withoutCards = (hand: readonly Card[], cards: readonly Card[]): Card[] =>
  hand.filter(({ card }) => !cards.some((one) => one.card === card))

/** The running trick with one more step; a lead begins a new one. */
function withStep(table: BoardView, step: TrickStep, lead: boolean): Trick[] {
  const running = table.tricks.at(-1)
  if (lead || !running || running.winner !== null)
    return [...table.tricks, { leader: step.seat, winner: null, steps: [step] }]
  return [...table.tricks.slice(0, -1), { ...running, steps: [...running.steps, step] }]
}

/** Change what is public about a seat, and its power if the event names it. */
function changed(
  table: BoardView,
  seat: number,
  change: Partial<Player>,
  power: number | undefined,
): Partial<BoardView> {
  if (power === undefined) return { players: players(table, seat, () => change) }
  return {
    players: players(table, seat, () => ({ ...change, power })),
    you: table.you && { ...table.you, power },
  }
}

const round: Handler<'round'> = (table, { round: number, sudden_death, participants, leader, cards }) => ({
  phase: 'turn',
  round: number,
  sudden_death,
  participants,
  turn: leader,
  tricks: [],
  top: null,
  descending: false,
  passes: 0,
  standing: [],
  players: table.players.map((player, seat) => ({
    ...player,
    playing: participants.includes(seat),
    hand: participants.includes(seat) ? cards : 0,
    wagers: [],
    staked: 0,
    place: null,
    reward: null,
  })),
  you: table.you && { ...table.you, hand: [], wagers: [], answered: false },
})

const wager: Handler<'wager'> = (table, { seat, cards, staked, hand: left }) => ({
  players: players(table, seat, () => ({ wagers: cards, staked, hand: left })),
  you: mine(table, seat, ({ hand, stock }) => ({
    hand: withoutCards(hand, cards),
    stock: stock.filter((piece) => !cards.some((card) => card.pieces.some((one) => one.piece === piece))),
    wagers: [],
  })),
})

const play: Handler<'play'> = (table, facts) => {
  const { seat, cards, value, count, equal, lead } = facts
  const step: TrickStep = { seat, do: 'play', cards, kind: facts.set, value, count, equal }
  const laid: BoardView = {
    ...table,
    phase: 'turn',
    turn: seat,
    tricks: withStep(table, step, lead),
    top: { seat, kind: facts.set, value, count },
    passes: 0,
    you: mine(table, seat, ({ hand, stock }) => ({
      hand: withoutCards(hand, cards),
      stock: stock.filter((piece) => !cards.some((card) => card.pieces.some((one) => one.piece === piece))),
      draft: [],
    })),
  }
  return { ...laid, ...changed(laid, seat, { hand: facts.hand }, facts.power_now) }
}

const trick: Handler<'trick'> = (table, { seat, total, leader }) => ({
  tricks: table.tricks.map((one, index) =>
    index === table.tricks.length - 1 ? { ...one, winner: seat } : one,
  ),
  top: null,
  descending: false,
  passes: 0,
  turn: leader,
  spookies: table.spookies.map(() => 0),
  players: players(table, seat, () => ({ vp: total })),
})

const settled: Handler<'wagers_won' | 'wagers_lost'> = (table, { seat, total: vp }) => ({
  players: players(table, seat, () => ({ vp, staked: 0 })),
})

const passed =
  (how: 'pass' | 'skip'): Handler<'pass' | 'skip'> =>
  (table, { seat, passes }) => ({
    turn: how === 'pass' ? seat : table.turn,
    tricks: withStep(table, { seat, do: how }, false),
    passes,
  })

const handlers: EventHandlers<Facts, BoardView> = {
  round,
  wager,
  crafted: (table, { seat, stock }) => changed(table, seat, { stock }, undefined),
  exchange: (table, { seat, vp, power_now }) => changed(table, seat, { vp }, power_now),
  play,
  turned: (_, { descending }) => ({ descending }),
  spookies: (table, { seat, waiting }) => ({
    spookies: table.spookies.map((before, index) => (index === seat ? waiting : before)),
  }),
  power: (table, { seat, power_now }) => changed(table, seat, {}, power_now),
  discard: (table, { seat, power_now }) => changed(table, seat, {}, power_now),
  pass: passed('pass'),
  skip: passed('skip'),
  trick,
  abandoned: () => ({ top: null }),
  out: (table, { seat, place }) => ({
    players: players(table, seat, () => ({ place })),
    standing: [...table.standing, seat],
  }),
  wagers_won: settled,
  wagers_lost: settled,
  reward: (table, { seat, total: vp, stock, power_now }) => changed(table, seat, { vp, stock }, power_now),
  round_over: (table, { places }) => ({ places: [...table.places, places], top: null }),
  sudden_death: () => ({ sudden_death: true }),
  game_over: (_, { order }) => ({ phase: 'over', turn: null, top: null, order }),
}

const step = follow<Facts, BoardView>(handlers, {})

/** Where a set comes from: my hand, or the seat of whoever plays it. */
function sourceOf({ table }: Scene, seat: number): string {
  const own = table.players[seat]?.power !== null && table.you !== null
  return own ? zone.hand : zone.seat(seat)
}

/** The scene after one event. */
export const advance: Advance<Facts, Scene> = (scene, happening, catalogue) => ({
  table: step(scene.table, happening, catalogue),
  note: happening,
  from: happening.kind === 'play' ? sourceOf(scene, happening.facts.seat) : '',
})
