/** Which picture belongs to which card and to which advancement. */

import { disc, star, type Picture, type Tint } from '../../../ui/shapes'
import type { Colour } from '../facts'
import { emblems } from './emblems'
import { portraits, tints } from './portraits'

export { emblems, portraits, tints }

const unknown: Picture = [
  ['main', star(32, 32, 8, 28, 18)],
  ['ink', disc(32, 32, 6)],
]

export const portraitOf = (base: number): Picture => portraits[base - 1] ?? unknown
export const tintOf = (base: number): Tint => tints[base - 1] ?? tints[0]!
export const emblemOf = (type: string): Picture => emblems[type] ?? unknown

/** The colours of a slot; its shape says the same: shield, diamond, disc, hexagon. */
export const slotTints: Record<Colour, Tint> = {
  red: { main: '#d8432f', deep: '#8a2417', tint: '#fbd9d0' },
  blue: { main: '#2f6fd0', deep: '#1c4186', tint: '#d4e4fa' },
  yellow: { main: '#e0a416', deep: '#7d5608', tint: '#ffeeb8' },
  green: { main: '#3f9a45', deep: '#1f5a29', tint: '#d5efcf' },
}

export const slotShapes: Record<Colour, string> = {
  red: 'M4 4H60V36Q60 54 32 62Q4 54 4 36Z',
  blue: 'M32 1L63 32L32 63L1 32Z',
  yellow: 'M32 2A30 30 0 1 1 31.9 2Z',
  green: 'M17 5H47L62 32L47 59H17L2 32Z',
}
