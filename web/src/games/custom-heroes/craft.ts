/** What a card is made of, for the eye: the engine says what it is worth, this says what lies where. */

import type { Card, Catalogue, Colour } from './facts'
import { baseOf, slotOf, typeOf } from './pieces'

/** One advancement that is to be slid into one card. */
export interface Attachment {
  piece: string
  card: string
}

/** The parts of a value, in the order in which they are shown. */
export interface Parts {
  base: number
  aura: number | null
  red: number | null
  blue: number | null
}

const modifier = (catalogue: Catalogue, card: Card, colour: Colour): number | null => {
  const piece = slotOf(catalogue, card, colour)
  return piece ? typeOf(catalogue, piece).modifier : null
}

export function partsOf(catalogue: Catalogue, card: Card): Parts {
  const green = slotOf(catalogue, card, 'green')
  return {
    base: baseOf(catalogue, card.card),
    aura: green ? typeOf(catalogue, green).base : null,
    red: modifier(catalogue, card, 'red'),
    blue: modifier(catalogue, card, 'blue'),
  }
}

/** A hand in which equal values stand together. */
export const inOrder = (hand: readonly Card[]): Card[] =>
  [...hand].sort((a, b) => a.value - b.value || a.card.localeCompare(b.card))

/** "+2", "−3": with a real minus sign. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : plain(number))
export const plain = (number: number): string => (number < 0 ? `−${-number}` : String(number))
