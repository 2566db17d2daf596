/** The texts of legal moves, read. What may be done comes from here and from nowhere else. */

import type { MoveOption } from '../../lib/wire'
import type { Forecast } from './facts'
import { readPlace, sameTarget, type Target } from './places'

export type Move =
  | { kind: 'attack'; cards: string[]; target: Target }
  | { kind: 'barricade'; card: string }
  | { kind: 'recruit'; discard: string | null }
  | { kind: 'pass' }

/** A legal move, read, with what the engine says that it would come to. */
export type Legal = Move & { text: string; forecast: Forecast }
export type Attack = Extract<Legal, { kind: 'attack' }>

/** A move's text in its parts, or null if it is none of this game. */
export function readMove(text: string): Move | null {
  const [word, first, arrow, aim, ...rest] = text.trim().split(/\s+/)
  if (rest.length) return null
  if (word === 'PASS' && first === undefined) return { kind: 'pass' }
  if (word === 'RECRUIT' && arrow === undefined) return { kind: 'recruit', discard: first ?? null }
  if (word === 'BARRICADE' && first !== undefined && arrow === undefined)
    return { kind: 'barricade', card: first }
  if (word !== 'ATTACK' || first === undefined || arrow !== '->' || aim === undefined) return null
  const target = readTarget(aim)
  const cards = first.split('+')
  if (!target || cards.some((card) => card === '')) return null
  return { kind: 'attack', cards, target }
}

/** "P2:D1": the first slot of seat 1. */
function readTarget(text: string): Target | null {
  const found = /^P([1-9]):(..)$/.exec(text)
  const place = found && readPlace(found[2]!)
  return found && place ? { seat: Number(found[1]) - 1, ...place } : null
}

export function readMoves(options: readonly MoveOption[]): Legal[] {
  return options.flatMap(({ move: text, forecast }) => {
    const move = readMove(text)
    return move ? [{ ...move, text, forecast }] : []
  })
}

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

/** An attack as text, legal or not: what somebody means who taps these cards and that target. */
export function writeAttack(cards: readonly string[], { seat, zone, index }: Target): string {
  return `ATTACK ${cards.join('+')} -> P${seat + 1}:${zone === 'row' ? 'D' : 'H'}${index + 1}`
}
