/** The sign of each family, told apart by shape alone: star, diamond, clover, hexagon; horns and a plate. */

import { poly, polar, star } from '../../../ui/shapes'

export type Family = 'stars' | 'talents' | 'mutants' | 'researchers' | 'villain' | 'weapon'

const clover = 'M32 5A14 14 0 0 1 45 22A14 14 0 1 1 40 48Q32 58 24 48A14 14 0 1 1 19 22A14 14 0 0 1 32 5Z'

export const badges: Record<Family, string> = {
  stars: star(32, 35, 5, 33, 18),
  talents: poly([32, 1], [63, 32], [32, 63], [1, 32]),
  mutants: clover,
  researchers: poly(...[0, 60, 120, 180, 240, 300].map((turn) => polar(32, 32, 31, turn))),
  villain: 'M4 2Q10 14 18 14H46Q54 14 60 2Q66 24 56 34Q54 58 32 63Q10 58 8 34Q-2 24 4 2Z',
  weapon: poly([8, 4], [56, 4], [60, 8], [60, 56], [56, 60], [8, 60], [4, 56], [4, 8]),
}

/** What is drawn on a badge that has no letter: two angry eyes, a sword. */
export const marks: Partial<Record<Family, string>> = {
  villain: 'M14 26L28 34L18 40ZM50 26L36 34L46 40ZM20 47Q32 41 44 47Q32 52 20 47Z',
  weapon: 'M54 8L56 10L34 38L41 45L36 50L29 43L17 57L8 48L22 36L15 29L20 24L27 31Z',
}
