/** The weapons: whatever was lying around, and one hammer. */
import { bolt, box, disc, poly, type Picture } from '../../../ui/shapes'

const squeakyChicken: Picture = [
  ['gold', 'M27 54L24 62H20L23 53ZM37 54L40 62H44L41 53Z'],
  ['red', 'M24 10Q20 2 27 4Q28 -1 33 3Q38 0 38 7Q38 12 32 12Z'],
  ['gold', 'M24 16Q24 6 33 6Q43 7 42 19Q41 27 46 33Q52 46 42 54Q32 60 22 54Q12 46 18 34Q24 26 24 16Z'],
  ['red', poly([24, 14], [10, 19], [25, 22])],
  ['red', 'M25 22Q20 28 25 30Q29 27 27 22Z'],
  ['paper', disc(32, 14, 4.2)],
  ['ink', disc(31, 14.4, 2)],
  ['tint', 'M38 36Q50 38 46 48Q40 50 34 44Z'],
  ['line', 'M50 10L58 6M52 16H61M50 22L57 26'],
]

const fryingPan: Picture = [
  ['wood', poly([40, 33], [47, 40], [62, 59], [58, 63], [38, 48], [32, 41])],
  ['deep', disc(25, 25, 23)],
  ['steel', disc(25, 25, 17.5)],
  ['paper', 'M17 20Q22 12 29 16Q38 16 37 24Q39 33 30 33Q25 38 19 33Q11 29 17 20Z'],
  ['gold', disc(27, 25, 5.5)],
]

const cracklingLasso: Picture = [
  [
    'wood',
    'M30 2Q58 2 58 17Q58 32 32 32L30 40Q40 46 32 54Q22 58 12 62L9 57Q22 52 27 49Q31 45 24 42L26 31Q4 28 4 16Q5 2 30 2ZM30 8Q11 8 11 16Q12 26 31 26Q51 26 51 17Q51 8 30 8Z',
  ],
  [
    'line',
    'M9 10L14 14M18 4L21 9M40 3L38 9M52 8L47 12M57 19L51 18M49 29L46 24M36 32L35 26M20 29L23 25M7 22L12 19',
  ],
  ['gold', bolt(36, 32, 26, 30)],
]

const rocketGlove: Picture = [
  ['gold', 'M22 42L2 40L10 47L1 51L11 54L5 62L24 54Z'],
  ['red', 'M22 44L10 45L15 49L9 53L16 54L24 53Z'],
  ['steel', poly([18, 38], [30, 36], [32, 57], [20, 59])],
  ['main', 'M28 36Q22 26 28 15Q34 4 46 5Q61 7 60 24Q60 40 54 50Q44 58 31 58Z'],
  ['deep', 'M28 33Q36 26 38 18Q46 16 48 24Q48 34 40 40Q36 46 30 46Z'],
  ['line', 'M44 10Q52 10 54 18'],
]

const omegaHammer: Picture = [
  ['wood', poly([28, 34], [36, 34], [37, 60], [27, 60])],
  ['gold', box(24, 58, 16, 5, 2)],
  ['line', 'M28 42L36 46M28 49L36 53'],
  ['steel', poly([2, 8], [9, 3], [55, 3], [62, 8], [62, 32], [55, 37], [9, 37], [2, 32])],
  ['deep', box(13, 3, 38, 34, 0)],
  [
    'gold',
    'M20 33V28H26Q19 24 20 17Q22 7 32 7Q42 7 44 17Q45 24 38 28H44V33H34V26Q38 23 38 17Q37 12 32 12Q27 12 26 17Q26 23 30 26V33Z',
  ],
]

export const weapons: Record<string, Picture> = {
  W02: squeakyChicken,
  W03: fryingPan,
  W04: cracklingLasso,
  W05: rocketGlove,
  W14: omegaHammer,
}
