/**
 * What a player is putting together before anything is sent: crafting, a set, wagers. All of it stays in this browser
 * and can be changed in any order; one message then carries the whole turn (CH-110).
 */

import { withPiece, type Attachment } from './craft'
import type { Card, Catalogue, Table, Wager, You } from './facts'
import { abilityOf, slotOf, typeId } from './pieces'
import type { Chosen } from './sets'

export interface Wish {
  /** Advancements slid into cards, not final yet. */
  plan: Attachment[]
  /** The set. */
  cards: Chosen[]
  /** The advancement in the fingers. */
  piece: string | null
  /** What is asked for once more before it is done. */
  sure: 'pass' | 'exchange' | null
  bets: Wager[]
}

export const NOTHING: Wish = { plan: [], cards: [], piece: null, sure: null, bets: [] }

export const isNothing = (wish: Wish): boolean =>
  !wish.plan.length && !wish.cards.length && !wish.piece && !wish.sure && !wish.bets.length

/** What is left of a wish when the position has changed: nothing that is done, gone, or out of its phase. */
export function stillPossible(wish: Wish, table: Table, seat: number): Wish {
  const { you, phase, turn } = table
  if (!you) return NOTHING
  const held = (id: string) => you.hand.some(({ card }) => card === id)
  if (phase === 'wagers')
    return { ...NOTHING, bets: you.answered ? [] : wish.bets.filter(({ card }) => held(card)) }
  if (phase !== 'turn' || turn !== seat) return NOTHING
  return {
    plan: wish.plan.filter(({ piece, card }) => you.stock.includes(piece) && held(card)),
    cards: wish.cards.filter(({ card }) => held(card)),
    piece: wish.piece && you.stock.includes(wish.piece) ? wish.piece : null,
    sure: null,
    bets: [],
  }
}

/** One step back: the doubt first, then the piece in the fingers, the set, the last crafting, the last wager. */
export function stepBack(wish: Wish): Wish {
  if (wish.sure) return { ...wish, sure: null }
  if (wish.piece) return { ...wish, piece: null }
  if (wish.cards.length) return { ...wish, cards: [] }
  if (wish.plan.length) return { ...wish, plan: wish.plan.slice(0, -1) }
  return { ...wish, bets: wish.bets.slice(0, -1) }
}

export const attachMoves = ({ plan }: Wish): string[] =>
  plan.map(({ piece, card }) => `attach ${piece} > ${card}`)

const cardText = ({ card, active }: Chosen): string => `${card}${active ? '*' : ''}`

/** The whole turn. A set that was begun elsewhere is gone on with card by card. */
export function playMoves(wish: Wish, you: You): string[] {
  if (!you.draft.length) return [...attachMoves(wish), `play ${wish.cards.map(cardText).join(' ')}`]
  const begun = new Set(you.draft.map(({ card }) => card))
  return [...wish.cards.filter(({ card }) => !begun.has(card)).map((one) => `card ${cardText(one)}`), 'play']
}

// ---- wagers ------------------------------------------------------------------------------------------------------

const betText = ({ card, piece }: Wager): string => (piece ? `${card}=${piece}` : card)

/** The answer with all wagers; those the server already holds are not named again. */
export function betMoves(wish: Wish, you: You): string[] {
  if (!you.wagers.length) return [['bet', ...wish.bets.map(betText)].join(' ')]
  return [...wish.bets.map((bet) => `wager ${betText(bet)}`), 'bet']
}

const freeKodora = (you: You, bets: readonly Wager[]): string | null =>
  you.stock.find((piece) => typeId(piece) === 'KO' && !bets.some((bet) => bet.piece === piece)) ?? null

/** The wager this card would make (CH-33), or null. */
export function betOn(catalogue: Catalogue, you: You, bets: readonly Wager[], card: Card): Wager | null {
  if (abilityOf(catalogue, card) === 'kodora') return { card: card.card, piece: null }
  const piece = freeKodora(you, bets)
  return piece && slotOf(catalogue, card, 'yellow') === null ? { card: card.card, piece } : null
}

/** The hand with the Kodoras that are to be attached for a wager. */
export const wageredHand = (catalogue: Catalogue, hand: readonly Card[], bets: readonly Wager[]): Card[] =>
  hand.map((card) => {
    const bet = bets.find((one) => one.card === card.card)
    return bet?.piece ? withPiece(catalogue, card, bet.piece) : card
  })
