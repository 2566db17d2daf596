/** The puzzle of the roll: what every box is right now, and what a tap on it does. */

import type { BoardView, Box, Catalogue, DieFacts, Fighter, Move } from './facts'
import { entriesOf, fillOf, holders, type Area, type Entry } from './boxes'
import { boxesFor, fillForecast, may, placing, plainFill, type Fill, type Legal } from './moves'

export type Status =
  | 'used' // once per game, spent
  | 'done' // announced this round
  | 'free' // needs no dice, or none any more
  | 'say' // may be announced now
  | 'full'
  | 'part'
  | 'can' // the loose dice would fill it
  | 'cannot'

export interface BoxState {
  box: Box
  status: Status
  /** The die in hand may go here. */
  takesDie: boolean
  /** The dice that would do, for the empty slots. */
  would: DieFacts[]
}

export interface EntryState {
  entry: Entry
  boxes: BoxState[]
}

function statusOf(fighter: Fighter, box: Box, on: ReadonlyMap<string, DieFacts>, legal: Legal): Status {
  if (fighter.used.includes(box.box)) return 'used'
  if (fighter.announced.includes(box.box)) return 'done'
  if (may(legal, ['announce', box.box])) return 'say'
  if (box.slots.length === 0 || fighter.locked.includes(box.box)) return 'free'
  const fill = fillOf(box, on)
  if (fill === 'full') return 'full'
  if (legal.fills.has(box.box)) return fill === 'part' ? 'part' : 'can'
  return fill === 'part' ? 'part' : 'cannot'
}

export function draftOf(
  table: BoardView,
  catalogue: Catalogue,
  seat: number,
  legal: Legal,
  inHand: number | null,
): EntryState[] {
  const fighter = table.fighters[seat]!
  const on = holders(fighter)
  const takers = boxesFor(legal, inHand)
  return entriesOf(table, catalogue, seat).map((entry) => ({
    entry,
    boxes: entry.boxes.map((box) => {
      const status = statusOf(fighter, box, on, legal)
      const dice = fillForecast(legal, box.box)?.dice ?? []
      return {
        box,
        status,
        takesDie: takers.has(box.box),
        would: fighter.dice.filter(({ die }) => dice.includes(die)),
      }
    }),
  }))
}

/** Whether a box lights up: the die in hand may go there, or without one the loose dice would fill it. */
export const glows = ({ status, takesDie, would }: BoxState, inHand: number | null): boolean =>
  inHand !== null ? takesDie : would.length > 0 || status === 'say'

export const inArea = (states: readonly EntryState[], area: Area): EntryState[] =>
  states.filter(({ entry }) => entry.area === area)

const count = (states: readonly EntryState[], wanted: (state: BoxState) => boolean): number =>
  states.reduce((sum, { boxes }) => sum + boxes.filter(wanted).length, 0)

/** How many boxes of these could be filled, and how many are. */
export const canCount = (states: readonly EntryState[]): number =>
  count(states, ({ status, takesDie }) => status === 'can' || takesDie)
export const fullCount = (states: readonly EntryState[]): number =>
  count(states, ({ status }) => status === 'full' || status === 'done' || status === 'say')

/** Something a tap leads to: moves to make, or a choice of them. */
export type Tap = { play: Move[] } | { choose: Fill[] }

export const takeBack = (box: Box, fighter: Fighter): Move[] => {
  const slots = new Set(box.slots.map(({ slot }) => slot))
  return fighter.dice
    .filter(({ at, frozen }) => at !== null && slots.has(at) && !frozen)
    .map(({ die }) => ['take', die])
}

/**
 * A tap on a box. With a die in hand it goes there; else a box that can be filled is filled, an Immediate that is ready
 * is announced, a full one is emptied. What cannot be is asked of the engine all the same: it knows why not.
 */
export function tapBox(state: BoxState, fighter: Fighter, legal: Legal, inHand: number | null): Tap {
  const { box, status } = state
  const on = holders(fighter)
  if (inHand !== null) {
    const free = box.slots.find(({ slot }) => !on.has(slot)) ?? box.slots[0]
    return { play: [placing(legal, inHand, box.box) ?? ['place', inHand, free?.slot ?? box.box]] }
  }
  const fills = legal.fills.get(box.box) ?? []
  const fill = plainFill(legal, box.box)
  if (fill) return fills.length > 1 && fill.parts[2] !== null ? { choose: fills } : { play: [fill.parts] }
  if (status === 'say') return { play: [['announce', box.box]] }
  const back = takeBack(box, fighter)
  if (back.length && status !== 'done') return { play: back }
  return { play: [['fill', box.box, null]] }
}
