/** What the server tells about a game of KAPOW! cards, as types. */

import type { Words } from '../../lib/wire'

export type HeroType = 'stars' | 'talents' | 'mutants' | 'researchers'

export interface CardInfo {
  name: Words
  value: number
  kind: 'hero' | 'villain' | 'weapon'
  type: HeroType | null
}

export interface Catalogue {
  cards: Record<string, CardInfo>
  types: Record<HeroType, Words>
  hand_limit: number
  row_limit: number
}

/** Face-up, or face-down since the deal, or face-down since somebody barricaded it. */
export type Facing = 'dealt' | 'barricaded' | 'revealed'

/** A card in a defence row; `card` is null where this client may not know it. */
export interface Slot {
  card: string | null
  facing: Facing
}

export type PlayerState = 'active' | 'passive' | 'knocked-out'

export interface Player {
  hand: (string | null)[]
  row: (Slot | null)[]
  state: PlayerState
  passed: boolean
}

export interface Table {
  mode: 'fallen-heroes' | 'to-infinity'
  turn: number | null
  turns: number
  turn_cap: number | null
  deck: number
  discard: string[]
  players: Player[]
  solo: boolean
  last_round: number[] | null
  totals: (number | null)[] | null
}

export const occupied = (player: Player): number => player.row.filter((slot) => slot !== null).length

const NOBODY: CardInfo = { name: { en: '?', de: '?' }, value: 0, kind: 'weapon', type: null }

export const infoOf = (catalogue: Catalogue, card: string): CardInfo => catalogue.cards[card] ?? NOBODY

/** Where a card lies: a slot of a defence row or a position in a hand, counted from 0. */
export interface Place {
  zone: 'row' | 'hand'
  index: number
}

export interface Target extends Place {
  seat: number
}

export const sameTarget = (a: Target | null, b: Target | null): boolean =>
  a === b || (!!a && !!b && a.seat === b.seat && a.zone === b.zone && a.index === b.index)

/** "D2" is the second slot of a row, "H1" the first card of a hand. */
export function readPlace(text: string): Place | null {
  const found = /^([DH])([1-9])$/.exec(text)
  if (!found) return null
  return { zone: found[1] === 'D' ? 'row' : 'hand', index: Number(found[2]) - 1 }
}
