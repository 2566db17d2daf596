/** What the server tells about a game of Custom Heroes, as types, and the few things read straight off them. */

import type { Words } from '../../lib/wire'

export type Colour = 'red' | 'blue' | 'yellow' | 'green'
export type Ability = 'ascended' | 'kodora' | 'spike' | 'brando' | 'charmanta' | 'spookies'

/** The order of the slots everywhere (CH-112). */
export const COLOURS: readonly Colour[] = ['red', 'blue', 'yellow', 'green']

export interface TypeInfo {
  name: Words
  colour: Colour
  modifier: number | null
  base: number | null
  ability: Ability | null
  cost: number | null
  copies: number
  text: Words
}

export interface Catalogue {
  types: Record<string, TypeInfo>
  cards: Record<string, { base: number; name: string }>
  colours: Record<Colour, { name: Words; slot: Words }>
  power_limit: number
  exchange_rate: number
  stake: number
  rewards: Record<string, Reward[]>
}

/** Victory points, power, advancements. */
export type Reward = [vp: number, power: number, pieces: number]

export interface Attached {
  piece: string
  by?: number
  round?: number
}

export interface Card {
  card: string
  value: number
  pieces: Attached[]
}

export interface PlayedCard extends Card {
  active: boolean
}

export type SetKind = 'normal' | 'ascended'

export interface PlayStep {
  seat: number
  do: 'play'
  cards: PlayedCard[]
  kind: SetKind
  value: number | null
  count: number | null
  equal: boolean
}

export type TrickStep = PlayStep | { seat: number; do: 'pass' | 'skip' }

export interface Trick {
  leader: number
  winner: number | null
  steps: TrickStep[]
}

/** What must be beaten. */
export interface Top {
  seat: number
  kind: SetKind
  value: number | null
  count: number | null
}

export interface Player {
  playing: boolean
  vp: number
  staked: number
  power: number | null
  power_in: number
  power_out: number
  stock: number
  hand: number
  wagers: Card[]
  place: number | null
  reward: Reward | null
}

export interface Wager {
  card: string
  piece: string | null
}

export interface You {
  hand: Card[]
  stock: string[]
  power: number
  wagers: Wager[]
  answered: boolean
  draft: { card: string; active: boolean }[]
  crafted: string[]
}

export type Phase = 'wagers' | 'turn' | 'after' | 'scoring' | 'over'

export interface Table {
  phase: Phase
  round: number
  rounds: number
  sudden_death: boolean
  target: number
  participants: number[]
  turn: number | null
  tricks: Trick[]
  top: Top | null
  descending: boolean
  passes: number
  passes_needed: number
  spookies: number[]
  players: Player[]
  you: You | null
  deck: (Card & { where: 'you' | 'played' | 'wagered' | 'hidden'; seen: number })[]
  unseen: string[]
  bag: number
  standing: number[]
  places: number[][]
  rewards: Reward[]
  order: number[] | null
}

const NOTHING: TypeInfo = {
  name: { en: '?', de: '?' },
  colour: 'red',
  modifier: 0,
  base: null,
  ability: null,
  cost: null,
  copies: 0,
  text: { en: '', de: '' },
}

/** "RP1-2" is the second copy of type "RP1". */
export const typeId = (piece: string): string => piece.split('-')[0]!

export const typeOf = (catalogue: Catalogue, piece: string): TypeInfo =>
  catalogue.types[typeId(piece)] ?? NOTHING

export const baseOf = (catalogue: Catalogue, card: string): number => catalogue.cards[card]?.base ?? 0

export const nameOf = (catalogue: Catalogue, card: string): string => catalogue.cards[card]?.name ?? '?'

/** The piece in one slot of a card. */
export const slotOf = (catalogue: Catalogue, card: Card, colour: Colour): string | null =>
  card.pieces.find(({ piece }) => typeOf(catalogue, piece).colour === colour)?.piece ?? null

export const abilityOf = (catalogue: Catalogue, card: Card): Ability | null => {
  const piece = slotOf(catalogue, card, 'yellow')
  return piece ? typeOf(catalogue, piece).ability : null
}

/** A Kodora works only as a wager (CH-39). */
export const activatable = (catalogue: Catalogue, card: Card): boolean => {
  const ability = abilityOf(catalogue, card)
  return ability !== null && ability !== 'kodora'
}

export const costOf = (catalogue: Catalogue, card: Card): number => {
  const piece = slotOf(catalogue, card, 'yellow')
  return (piece && typeOf(catalogue, piece).cost) || 0
}
