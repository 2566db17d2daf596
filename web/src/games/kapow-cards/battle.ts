/** What would happen: the comparison of KC-28 for the preview, and what is still out of sight. */

import type { Catalogue, Player, Slot, Table } from './facts'
import { infoOf, occupied } from './places'

export type Why = 'higher' | 'tie' | 'lower' | 'hidden-villain' | 'villain-tie' | 'villain-duel'

export const attackValue = (catalogue: Catalogue, cards: readonly string[]): number =>
  cards.reduce((sum, card) => sum + infoOf(catalogue, card).value, 0)

/** How an attack on a card ends and why (KC-28, KC-29). */
export function decide(
  catalogue: Catalogue,
  attack: readonly string[],
  card: string,
  hidden: boolean,
): { success: boolean; why: Why } {
  const target = infoOf(catalogue, card)
  const value = attackValue(catalogue, attack)
  const byVillain = attack.some((one) => infoOf(catalogue, one).kind === 'villain')
  if (target.kind === 'villain' && hidden)
    return byVillain ? { success: true, why: 'villain-duel' } : { success: false, why: 'hidden-villain' }
  if (value === target.value)
    return target.kind === 'villain' ? { success: false, why: 'villain-tie' } : { success: true, why: 'tie' }
  return value > target.value ? { success: true, why: 'higher' } : { success: false, why: 'lower' }
}

/** Every card this client cannot see now. */
export function unseen(catalogue: Catalogue, table: Table): string[] {
  const seen = new Set<string | null>(table.discard)
  for (const player of table.players) {
    for (const card of player.hand) seen.add(card)
    for (const slot of player.row) seen.add(slot?.card ?? null)
  }
  return Object.keys(catalogue.cards).filter((card) => !seen.has(card))
}

/** How many of the unseen cards an attack would beat if one of them were the hidden target. */
export function beaten(catalogue: Catalogue, attack: readonly string[], cards: readonly string[]): number {
  return cards.filter((card) => decide(catalogue, attack, card, true).success).length
}

/** What a failed attack would leave the attacker with: nothing (KC-129), a row without a hand (KC-46), or enough. */
export function afterFailure(me: Player, attack: readonly string[]): 'knocked-out' | 'passive' | 'active' {
  if (me.hand.length > attack.length) return 'active'
  return occupied(me) ? 'passive' : 'knocked-out'
}

export interface Forecast {
  value: number
  /** Null where the target is hidden and nobody can say. */
  result: { success: boolean; why: Why; defence: number } | null
  /** For a hidden target: how many of how many unseen cards would fall. */
  odds: { beats: number; of: number } | null
  ifFails: 'knocked-out' | 'passive' | 'active'
}

/** The preview of one attack; `slot` is null for a card in a headquarters. */
export function forecast(
  catalogue: Catalogue,
  table: Table,
  seat: number,
  attack: readonly string[],
  slot: Slot | null,
): Forecast {
  const value = attackValue(catalogue, attack)
  const ifFails = afterFailure(table.players[seat]!, attack)
  if (slot?.facing === 'revealed' && slot.card) {
    const result = {
      ...decide(catalogue, attack, slot.card, false),
      defence: infoOf(catalogue, slot.card).value,
    }
    return { value, result, odds: null, ifFails }
  }
  const hidden = unseen(catalogue, table)
  return {
    value,
    result: null,
    odds: { beats: beaten(catalogue, attack, hidden), of: hidden.length },
    ifFails,
  }
}
