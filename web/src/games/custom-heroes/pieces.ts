/** Cards and the pieces on them, as the board asks for them. */

import type { Card, Catalogue, Colour, TypeInfo, Use } from './facts'

/** The order of the slots everywhere (CH-112). */
export const COLOURS: readonly Colour[] = ['red', 'blue', 'yellow', 'green']

const NOTHING: TypeInfo = {
  name: { en: '?', de: '?' },
  colour: 'red',
  modifier: 0,
  base: null,
  ability: null,
  use: null,
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

/** How the ability on a card is used, if there is one. */
export const useOf = (catalogue: Catalogue, card: Card): Use | null => {
  const piece = slotOf(catalogue, card, 'yellow')
  return piece ? typeOf(catalogue, piece).use : null
}

export const costOf = (catalogue: Catalogue, card: Card): number => {
  const piece = slotOf(catalogue, card, 'yellow')
  return (piece && typeOf(catalogue, piece).cost) || 0
}
