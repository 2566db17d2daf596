/** Crafting: what a card is worth and why, and what it would be worth with one more piece (CH-12 to CH-17). */

import type { Card, Catalogue, Colour } from './facts'
import { baseOf, COLOURS, slotOf, typeOf } from './pieces'

/** One advancement that is to be slid into one card. */
export interface Attachment {
  piece: string
  card: string
}

/** The parts of a value, in the order in which they are told. */
export interface Sum {
  base: number
  aura: number | null
  red: number | null
  blue: number | null
  value: number
}

const modifier = (catalogue: Catalogue, card: Card, colour: Colour): number | null => {
  const piece = slotOf(catalogue, card, colour)
  return piece ? typeOf(catalogue, piece).modifier : null
}

/** CH-13: the aura, else the base value, plus what lies in the two hands. */
export function sumOf(catalogue: Catalogue, card: Card): Sum {
  const base = baseOf(catalogue, card.card)
  const green = slotOf(catalogue, card, 'green')
  const aura = green ? typeOf(catalogue, green).base : null
  const red = modifier(catalogue, card, 'red')
  const blue = modifier(catalogue, card, 'blue')
  return { base, aura, red, blue, value: (aura ?? base) + (red ?? 0) + (blue ?? 0) }
}

/** The slot a piece needs is still empty (CH-12). */
export const fits = (catalogue: Catalogue, piece: string, card: Card): boolean =>
  slotOf(catalogue, card, typeOf(catalogue, piece).colour) === null

const inSlotOrder = (catalogue: Catalogue, card: Card): Card => ({
  ...card,
  pieces: COLOURS.flatMap((colour) =>
    card.pieces.filter(({ piece }) => typeOf(catalogue, piece).colour === colour),
  ),
})

/** The card with one more piece, which nobody has put there yet, and its new value. */
export function withPiece(catalogue: Catalogue, card: Card, piece: string): Card {
  const planned = { piece, by: -1, round: 0 }
  const crafted = inSlotOrder(catalogue, { ...card, pieces: [...card.pieces, planned] })
  return { ...crafted, value: sumOf(catalogue, crafted).value }
}

/** A hand as it would be with all that is planned, sorted so that equal values stand together. */
export function craftedHand(
  catalogue: Catalogue,
  hand: readonly Card[],
  plan: readonly Attachment[],
): Card[] {
  const crafted = hand.map((card) =>
    plan
      .filter((one) => one.card === card.card)
      .reduce((so_far, { piece }) => withPiece(catalogue, so_far, piece), card),
  )
  return crafted.sort((a, b) => a.value - b.value || a.card.localeCompare(b.card))
}

/** "+2", "−3": with a real minus sign. */
export const signed = (number: number): string => (number > 0 ? `+${number}` : plain(number))
export const plain = (number: number): string => (number < 0 ? `−${-number}` : String(number))
