/** The position and the catalogue of Tag Team, as they come over the wire. */

import type { Words } from '../../lib/wire'

export type Phase = 'pick-1' | 'pick-2' | 'free' | 'character' | 'order' | 'deck' | 'over'
export type Way = 'normal' | 'tactical' | 'free' | 'first-game' | 'random' | 'given'
export type Floor = 'ko' | 'spirit' | 'revive'
export type Symbol = 'power-self' | 'power-partner' | 'serpent' | 'unleash' | 'revive'

/** What only some fighters have on their board; each fighter uses its own few. */
export interface Special {
  voice?: number
  ships?: number
  rage?: number
  form?: 'bodvar' | 'bear'
  concentration?: number
  presence?: string
  sheriff?: string
  serpent?: 'black' | 'white'
  character?: string | null
  spirits?: string[]
  spirit?: number
  flipped?: string[]
  planted?: number
  pile?: number
  revealed?: string[]
  aflame?: number
}

export interface Fighter {
  fighter: string
  track: string | null
  health: number | null
  space: Floor | null
  power: number
  tokens: string[]
  aflame: number
  special: Special
}

export interface Side {
  fighters: Fighter[]
  deck_size: number
  build_size: number
  fresh_size: number
  deck: string[] | null
  inserted: { card: string; position: number } | null
  known: string[] | null
  shown: string[] | null
  drawn: string[]
  under: string[]
  newest: string | null
  newest_back: boolean
  announced: string | null
  repeat: boolean
  removed: string[]
}

export interface DraftFacts {
  picks: string[][]
  hand: string[]
  passed: string[]
  choice: { keep: string | null; discard: string | null }
  offer: string[]
  order: number[]
}

export interface Table {
  phase: Phase
  way: Way
  round: number
  turn: number
  memory_help: boolean
  draft: DraftFacts | null
  choosing: { seat: number; characters: string[] } | null
  sides: Side[]
}

export interface FighterInfo {
  name: Words
  title: Words
  guide: Words
  health: number
  power: number
  difficulty: number
  tags: string[]
  tracks: string[]
  cards: string[]
  start: string
}

export interface CardInfo {
  title: string
  fighter: string
  name: Words
  text: Words
  back: Words | null
  copies: number
  start: boolean
  instant: number
  does: string[]
  back_does: string[]
}

export interface Space {
  health: number
  stop: boolean
  symbol: Symbol | null
  floor: Floor | null
}

export interface TrackInfo {
  fighter: string
  name: Words
  top: number
  spaces: Space[]
}

export interface Catalogue {
  fighters: Record<string, FighterInfo>
  cards: Record<string, CardInfo>
  tracks: Record<string, TrackInfo>
  special: Record<string, { top: number; symbols?: Record<string, Symbol> }>
  schemes: Record<string, { text: Words; copies: number }>
  tags: Record<string, Words>
  tokens: Record<string, Words>
  draw: number
  aflame: number
}

/** Whose team a fighter is in, or -1. */
export const seatOf = (sides: readonly Side[], fighter: string): number =>
  sides.findIndex((side) => side.fighters.some((one) => one.fighter === fighter))

export const fighterIn = (sides: readonly Side[], fighter: string): Fighter | undefined =>
  sides.flatMap((side) => side.fighters).find((one) => one.fighter === fighter)

/** What the face in play of a card does, as words for pictures. */
export const doesOf = (info: CardInfo, back: boolean): string[] =>
  back && info.back ? info.back_does : info.does
