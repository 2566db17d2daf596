// Generated from src/slugfest/games/kapow_cards/shown/facts.py. Do not edit; instead:
// python -m slugfest.server.typescript

import type { Words } from '../../lib/wire'

export type CardKind = 'hero' | 'villain' | 'weapon'

export type HeroType = 'stars' | 'talents' | 'mutants' | 'researchers'

export type Facing = 'dealt' | 'barricaded' | 'revealed'

export type Why = 'villain-duel' | 'hidden-villain' | 'villain-tie' | 'tie' | 'higher' | 'lower'

/** One card; only heroes have a type. */
export interface CardInfo {
  name: Words
  value: number
  kind: CardKind
  type: HeroType | null
}

export interface Catalogue {
  cards: Record<string, CardInfo>
  types: Record<HeroType, Words>
  hand_limit: number
  row_limit: number
}

export type Mode = 'fallen-heroes' | 'to-infinity'

export type PlayerState = 'active' | 'passive' | 'knocked-out'

/** A card in a defence row; `card` is null where this seat may not know it. */
export interface Slot {
  card: string | null
  facing: Facing
}

/** One player; cards that this seat may not know and empty slots are null. */
export interface Player {
  hand: (string | null)[]
  row: (Slot | null)[]
  state: PlayerState
  /** There is no card in front of the hand: its cards may be attacked. */
  exposed: boolean
  passed: boolean
  /** What the cards of the row add up to that this seat knows. */
  total: number
  /** Cards of the row that this seat does not know: they come on top of the total. */
  unknown: number
}

/** The table as one seat may know it. */
export interface BoardView {
  mode: Mode
  /** The seat whose turn it is; nobody's when the game is over. */
  turn: number | null
  turns: number
  /** After so many turns the final battle begins; only To Infinity! has such a bound. */
  turn_cap: number | null
  deck: number
  discard: string[]
  players: Player[]
  solo: boolean
  /** The seats that still have a turn in the last round, once it has begun. */
  last_round: number[] | null
  /** After a final battle what each row is worth; null for who was knocked out. */
  totals: (number | null)[] | null
}

/** A seat passes. */
export interface Passed {
  seat: number
}

/** A card goes face-down into a slot; only its owner learns which. */
export interface Barricade {
  seat: number
  slot: number
  card?: string
}

/** A seat recruits, having discarded this card from a full hand. */
export interface Recruit {
  seat: number
  card: string | null
}

/** Cards attack a place: D1 is the first slot of a row, H2 the second card of a hand. */
export interface Attack {
  seat: number
  cards: string[]
  value: number
  target: number
  place: string
}

/** The card attacked is shown, and what comes of it. */
export interface Clash {
  seat: number
  target: number
  place: string
  card: string
  hidden: boolean
  attack: number
  defence: number
  success: boolean
  why: Why
}

/** A beaten card leaves its place for the discard pile. */
export interface Fallen {
  seat: number
  card: string
  place: string
}

/** A card that held lies face-up in this slot now. */
export interface Hold {
  seat: number
  card: string
  slot: number
}

/** A card is drawn; `deck` are left. Only its owner learns which it is. */
export interface Draw {
  seat: number
  deck: number
  card?: string
}

/** The discard pile becomes the deck. */
export interface Reshuffle {
  deck: number
}

/** The last round begins; these seats have a turn in it, in this order. */
export interface LastRound {
  seats: number[]
}

export interface KnockedOut {
  seat: number
}

/** This seat is the only active one left. */
export interface Solo {
  seat: number
}

/** A seat without any legal action is skipped in the last round. */
export interface Skip {
  seat: number
}

/** All rows are turned up and added; knocked-out seats have no total. */
export interface FinalBattle {
  totals: (number | null)[]
  rows: (string | null)[][]
}

/** The end, with every hand shown. */
export interface GameOver {
  reason: string
  winners: number[]
  hands: string[][]
}

export type Zone = 'row' | 'hand'

/** Do nothing. */
export type PassMove = [kind: 'pass']

/** Draw a card, having discarded one from a full hand. */
export type RecruitMove = [kind: 'recruit', discard: string | null]

/** Lay a card face-down into the first empty slot of one's row. */
export type BarricadeMove = [kind: 'barricade', card: string]

/** Attack a card with one card or two; `place` is its index in the row or hand of that seat. */
export type AttackMove = [kind: 'attack', cards: string[], seat: number, zone: Zone, place: number]

export type Move = PassMove | RecruitMove | BarricadeMove | AttackMove

/**
 * Of an attack its value and what failing would leave; on an open card how it ends, on a hidden one how many of
 * the unseen cards it would beat. Of a barricade where the card goes and what it leaves.
 */
export interface Forecast {
  value?: number
  if_fails?: PlayerState
  success?: boolean
  why?: Why
  defence?: number
  beats?: number
  unseen?: number
  slot?: number
  leaves?: PlayerState
}

/** What happens, by kind: the facts of each event. */
export interface Events {
  pass: Passed
  barricade: Barricade
  recruit: Recruit
  attack: Attack
  clash: Clash
  fallen: Fallen
  hold: Hold
  draw: Draw
  reshuffle: Reshuffle
  last_round: LastRound
  knocked_out: KnockedOut
  solo: Solo
  skip: Skip
  final_battle: FinalBattle
  game_over: GameOver
}

/** The types of the game, as boards take them. */
export interface Facts {
  board: BoardView
  events: Events
  catalogue: Catalogue
  move: Move
  forecast: Forecast
}
