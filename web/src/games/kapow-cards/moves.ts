/** The legal moves by what they are about. What may be done comes from here and from nowhere else. */

import type { MoveOf } from '../../lib/board'
import type { Forecast, Move as Parts, Facts } from './facts'
import { sameTarget, type Target } from './places'

export type Move =
  | { kind: 'attack'; cards: string[]; target: Target }
  | { kind: 'barricade'; card: string }
  | { kind: 'recruit'; discard: string | null }
  | { kind: 'pass' }

/** A legal move with its parts, which are sent, and what the engine says that it would come to. */
export type Legal = Move & { parts: Parts; forecast: Forecast }
export type Attack = Extract<Legal, { kind: 'attack' }>

/** The parts of a move by their names. */
export function namedMove(parts: Parts): Move {
  switch (parts[0]) {
    case 'attack': {
      const [kind, cards, seat, zone, index] = parts
      return { kind, cards, target: { seat, zone, index } }
    }
    case 'barricade':
      return { kind: 'barricade', card: parts[1] }
    case 'recruit':
      return { kind: 'recruit', discard: parts[1] }
    case 'pass':
      return { kind: 'pass' }
  }
}

export const namedMoves = (options: readonly MoveOf<Facts>[]): Legal[] =>
  options.map(({ parts, forecast = {} }) => ({ ...namedMove(parts), parts, forecast }))

const sameCards = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((card) => b.includes(card))

/** The cards of the hand that a move uses. */
export function cardsOf(move: Move): string[] {
  if (move.kind === 'attack') return move.cards
  if (move.kind === 'barricade') return [move.card]
  return move.kind === 'recruit' && move.discard ? [move.discard] : []
}

export const attacksWith = (legal: readonly Legal[], cards: readonly string[]): Attack[] =>
  legal.filter((move): move is Attack => move.kind === 'attack' && sameCards(move.cards, cards))

export const targetsOf = (legal: readonly Legal[], cards: readonly string[]): Target[] =>
  attacksWith(legal, cards).map((move) => move.target)

export const attackOn = (
  legal: readonly Legal[],
  cards: readonly string[],
  target: Target,
): Attack | undefined => attacksWith(legal, cards).find((move) => sameTarget(move.target, target))

/** The parts of an attack, legal or not: what somebody means who taps these cards and that target. */
export const attackParts = (cards: readonly string[], { seat, zone, index }: Target): Parts => [
  'attack',
  [...cards],
  seat,
  zone,
  index,
]
