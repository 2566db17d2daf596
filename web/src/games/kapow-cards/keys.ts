/**
 * The keys of everything on this board that means something, as guide and lessons name them: `card:S12@hand`,
 * `slot:2@P2`, `back:dealt@P2`, `deck`. A place of a row is a slot; what lies in it is a card or a back.
 */

import type { Slot } from './facts'

const at = (seat: number): string => `P${seat + 1}`

export const handCardKey = (card: string): string => `card:${card}@hand`
export const handKey = (seat: number): string => `hand@${at(seat)}`
export const rowKey = (seat: number): string => `row@${at(seat)}`
export const playerKey = (seat: number): string => `player@${at(seat)}`
export const totalKey = (seat: number): string => `total@${at(seat)}`
export const stateKey = (state: string, seat: number): string => `state:${state}@${at(seat)}`
export const slotKey = (seat: number, index: number): string => `slot:${index + 1}@${at(seat)}`
export const heldKey = (seat: number): string => `back:hand@${at(seat)}`

/** What lies in a slot: a card, as far as it is known, or a back; an empty slot is only a slot. */
export const lyingKey = (slot: Slot | null, seat: number): string | undefined =>
  slot ? `${slot.card ? `card:${slot.card}` : `back:${slot.facing}`}@${at(seat)}` : undefined
