/** How hard an attack ends: by how far one side is above the other, and by what fell. */

import type { Blow } from '../../lib/blows'
import type { Clash } from './facts'

/** A difference of so much is as clear as can be: the highest card against the lowest. */
const SCALE = 13
/** A card falls even where both are equal. */
const FALLEN = 1

export const blowOf = ({ attack, defence }: Pick<Clash, 'attack' | 'defence'>): Blow => ({
  amount: FALLEN + Math.abs(attack - defence),
  of: SCALE,
})
