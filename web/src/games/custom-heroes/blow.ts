/** How hard an event of a round hits: by the size of a set, and by what it decides. */

import type { Blow } from '../../lib/blows'
import type { Play, WentOut } from './facts'

/** One card or two are a tap, three a blow, five as much as there can be. */
const LARGEST = 12
/** The points that a round is about. */
const POINTS = 6

export const blowOfPlay = ({ cards, set }: Pick<Play, 'cards' | 'set'>): Blow => ({
  amount: cards.length,
  of: set === 'ascended' ? 1 : LARGEST,
})
/** Who is skipped, or sees the order turned, has lost a turn: heavy, whatever it was done with. */
export const heavy = (): Blow => ({ amount: 1, of: 4 })
export const crushing = (): Blow => ({ amount: 1, of: 1 })
export const blowOfPoints = ({ vp }: { vp: number }): Blow => ({ amount: Math.abs(vp), of: POINTS })
export const blowOfOut = ({ place }: WentOut): Blow => (place === 1 ? crushing() : { amount: 1, of: LARGEST })
