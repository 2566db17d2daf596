/** Cards and places of a table, as the board asks for them. */

import type { CardInfo, Catalogue, Zone } from './facts'

const NOBODY: CardInfo = { name: { en: '?', de: '?' }, value: 0, kind: 'weapon', type: null }

export const infoOf = (catalogue: Catalogue, card: string): CardInfo => catalogue.cards[card] ?? NOBODY

/** Where a card lies: a slot of a defence row or a position in a hand, counted from 0. */
export interface Place {
  zone: Zone
  index: number
}

export interface Target extends Place {
  seat: number
}

export const sameTarget = (a: Target | null, b: Target | null): boolean =>
  a === b || (!!a && !!b && a.seat === b.seat && a.zone === b.zone && a.index === b.index)

/** A place as events name it: "D2" is the second slot of a row, "H1" the first card of a hand. */
export const placeOf = (name: string): Place => ({
  zone: name.startsWith('D') ? 'row' : 'hand',
  index: Number(name.slice(1)) - 1,
})
