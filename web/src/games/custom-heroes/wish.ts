/**
 * What a player is putting together before anything is sent: crafting, a set, wagers. All of it stays in this browser
 * and can be changed in any order; one message then carries the whole turn (CH-110). What it would come to is asked of
 * the engine: `basis` and `planned` are the moves it is asked about.
 */

import type { MoveOf } from '../../lib/board'
import type { Attachment } from './craft'
import type { BoardView, Card, Move, Facts, Wager, You } from './facts'

/** A card of a set, its ability activated or not. */
export interface Chosen {
  card: string
  active: boolean
}

export interface Wish {
  /** Advancements slid into cards, not final yet. */
  plan: Attachment[]
  /** The set, and those of it that were tapped; the others came along. */
  cards: Chosen[]
  picked: string[]
  /** The advancement in the fingers. */
  piece: string | null
  /** What is asked for once more before it is done. */
  sure: 'pass' | 'exchange' | null
  bets: Wager[]
}

export const NOTHING: Wish = { plan: [], cards: [], picked: [], piece: null, sure: null, bets: [] }

export const isNothing = (wish: Wish): boolean =>
  !wish.plan.length && !wish.cards.length && !wish.piece && !wish.sure && !wish.bets.length

/** What is left of a wish when the position has changed: nothing that is done, gone, or out of its phase. */
export function stillPossible(wish: Wish, table: BoardView, seat: number): Wish {
  const { you, phase, turn } = table
  if (!you) return NOTHING
  const held = (id: string) => you.hand.some(({ card }) => card === id)
  if (phase === 'wagers')
    return { ...NOTHING, bets: you.answered ? [] : wish.bets.filter(({ card }) => held(card)) }
  if (phase !== 'turn' || turn !== seat) return NOTHING
  return {
    plan: wish.plan.filter(({ piece, card }) => you.stock.includes(piece) && held(card)),
    cards: wish.cards.filter(({ card }) => held(card)),
    picked: wish.picked.filter(held),
    piece: wish.piece && you.stock.includes(wish.piece) ? wish.piece : null,
    sure: null,
    bets: [],
  }
}

/** One step back: the doubt first, then the piece in the fingers, the set, the last crafting, the last wager. */
export function stepBack(wish: Wish): Wish {
  if (wish.sure) return { ...wish, sure: null }
  if (wish.piece) return { ...wish, piece: null }
  if (wish.cards.length) return { ...wish, cards: [], picked: [] }
  if (wish.plan.length) return { ...wish, plan: wish.plan.slice(0, -1) }
  return { ...wish, bets: wish.bets.slice(0, -1) }
}

export const attachMoves = ({ plan }: Wish): Move[] => plan.map(({ piece, card }) => ['attach', piece, card])

/** The cards of the set, one by one; those the server already holds are not named again. */
export function cardMoves(cards: readonly Chosen[], you: You): Move[] {
  const begun = new Set(you.draft.map(({ card }) => card))
  return cards.filter(({ card }) => !begun.has(card)).map(({ card, active }) => ['card', card, active])
}

/** The whole turn. A set that was begun elsewhere is gone on with card by card. */
export function playMoves(wish: Wish, you: You): Move[] {
  if (you.draft.length) return [...cardMoves(wish.cards, you), ['play', []]]
  return [...attachMoves(wish), ['play', wish.cards]]
}

// ---- wagers ------------------------------------------------------------------------------------------------------

export const wagerMoves = (bets: readonly Wager[]): Move[] =>
  bets.map(({ card, piece }) => ['wager', card, piece])

/** The answer with all wagers; those the server already holds are not named again. */
export function betMoves(wish: Wish, you: You): Move[] {
  if (you.wagers.length) return [...wagerMoves(wish.bets), ['bet', []]]
  return [['bet', wish.bets]]
}

/** The wager on a card among legal moves, or null. */
export function betOn(moves: readonly MoveOf<Facts>[], card: string): Wager | null {
  for (const { parts } of moves)
    if (parts[0] === 'wager' && parts[1] === card) return { card, piece: parts[2] }
  return null
}

/** The wagers with the last Kodora from my stock taken off its card again; null where there is none. */
export function withoutLast(bets: readonly Wager[]): Wager[] | null {
  const last = bets.findLast((bet) => bet.piece !== null)
  return last ? bets.filter((bet) => bet !== last) : null
}

/** The hand with the Kodoras that are to be attached for a wager by this seat in this round. */
export const wageredHand = (
  hand: readonly Card[],
  bets: readonly Wager[],
  by: number,
  round: number,
): Card[] =>
  hand.map((card) => {
    const piece = bets.find((one) => one.card === card.card)?.piece
    return piece ? { ...card, pieces: [...card.pieces, { piece, by, round }] } : card
  })
