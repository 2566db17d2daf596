/** What is coming at me, as the engine says: known to my own tile of a board without being handed down. */

import { getContext, setContext } from 'svelte'
import type { Happening, ThreatInfo, View } from './wire'

const KEY = Symbol('threat')

/** A board tells its tiles: what is coming at which seat, in the names of the table. */
export interface Coming {
  seat: number
  threat: ThreatInfo | null
  names: readonly string[]
}

/**
 * An attack that an event has just aimed at me, in the event's own words: what it brings against what is left to me. All
 * of it is as dangerous as can be, half of it half so.
 */
export function aimedAtMe(
  { text }: Pick<Happening, 'text'>,
  amount: number,
  left: number,
): ThreatInfo | null {
  if (amount <= 0) return null
  return { amount, level: amount >= left ? 3 : 2 * amount >= left ? 2 : 1, text }
}

/** What an event aims at me goes before what the position says. */
export const provideThreat = (
  given: () => Pick<View, 'seat' | 'threat'>,
  names: () => readonly string[],
  aimed: () => ThreatInfo | null = () => null,
): void => {
  setContext(KEY, (): Coming => {
    const { seat, threat } = given()
    return { seat, threat: aimed() ?? threat ?? null, names: names() }
  })
}

/** What is coming at a seat; nothing where no board says so, and at others' seats. */
export function threatAt(): (seat: number) => Coming | null {
  const coming = getContext<(() => Coming) | undefined>(KEY)
  return (seat) => {
    const now = coming?.()
    return now?.threat && now.seat === seat ? now : null
  }
}
