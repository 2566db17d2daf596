/** The Talents: ordinary people of the neighbourhood who are extraordinarily good at something. */
import { box, disc, dots, mask, oval, poly, shoulders, star, type Picture } from '../../../ui/shapes'

const paperboy: Picture = [
  ['skin', oval(32, 30, 15, 16)],
  ...mask(32, 28, 30),
  ['main', 'M13 22Q12 6 32 6Q52 6 51 22Q54 24 56 27Q32 21 12 26Q12 24 13 22Z'],
  ['deep', 'M10 27Q26 18 54 25Q60 27 60 31Q36 24 12 30Q9 29 10 27Z'],
  ['ink', disc(32, 6.5, 2.4)],
  ['paper', poly([6, 38], [32, 42], [58, 38], [58, 60], [32, 63], [6, 60])],
  ['line', 'M32 42V63'],
  ['ink', poly([10, 42], [28, 45], [28, 50], [10, 47])],
  ['line', 'M10 52L28 55M10 56.5L28 59.5M36 49L54 46.5M36 54L54 51.5M36 59L54 56.5'],
]

const nightKnitter: Picture = [
  ['steel', poly([6, 3], [10, 1], [42, 40], [38, 44])],
  ['steel', poly([58, 3], [54, 1], [22, 40], [26, 44])],
  ['gold', disc(7, 5, 4.5)],
  ['gold', disc(57, 5, 4.5)],
  ['main', disc(32, 38, 22)],
  ['line', 'M14 27Q30 14 50 26M11 32Q30 18 53 32M20 56Q34 62 47 53M15 52Q34 58 52 46'],
  ...mask(32, 39, 36),
  ['main', 'M50 52Q60 52 58 60Q54 63 48 61Q55 60 52 57Q49 55 50 52Z'],
]

const alleyAcrobat: Picture = [
  ['steel', poly([15, 50], [49, 50], [46, 63], [18, 63])],
  ['line', 'M25 53L26 61M32 53V61M39 53L38 61'],
  [
    'main',
    'M20 49L23 39Q22 33 26 29L20 20L4 16L5 9L25 13L32 22L39 13L59 9L60 16L44 20L38 29Q42 33 41 39L44 49H38L36 41H28L26 49Z',
  ],
  ['umber', disc(32, 40, 7.5)],
  ...mask(32, 40, 15),
  ['deep', poly([2, 8], [8, 8], [7, 18], [1, 17])],
  ['deep', poly([62, 8], [56, 8], [57, 18], [63, 17])],
  ['gold', poly([27, 27], [37, 27], [36, 31], [28, 31])],
]

const grannyGravel: Picture = [
  ['main', shoulders(51, 8, 56)],
  ['steel', disc(32, 11, 9)],
  ['line', 'M26 8Q32 13 38 8'],
  ['steel', 'M11 42Q7 16 32 16Q57 16 53 42Q52 48 46 46H18Q12 48 11 42Z'],
  ['tan', 'M17 36Q17 25 32 24Q47 25 47 36Q48 56 32 56Q16 56 17 36Z'],
  ['paper', disc(24, 37, 7.5)],
  ['paper', disc(40, 37, 7.5)],
  ...dots(32, 38, 7, 2.6),
  ['line', 'M31 36.5H33M18 27L28 31M46 27L36 31'],
  ['ink', 'M24 50Q32 44 40 50Q32 48 24 50Z'],
]

const chessFist: Picture = [
  [
    'paper',
    poly(
      [14, 4],
      [22, 4],
      [22, 9],
      [28, 9],
      [28, 4],
      [36, 4],
      [36, 9],
      [42, 9],
      [42, 4],
      [50, 4],
      [50, 17],
      [45, 22],
      [19, 22],
      [14, 17],
    ),
  ],
  ['main', poly([20, 22], [44, 22], [44, 30], [20, 30])],
  ['skin', box(8, 29, 13, 22, 6)],
  ['skin', box(20, 27, 13, 24, 6)],
  ['skin', box(32, 27, 13, 24, 6)],
  ['skin', box(44, 29, 12, 22, 6)],
  ['skin', 'M8 44Q22 38 36 43Q42 46 36 51L24 52Q28 62 28 62H12Q7 54 8 44Z'],
  ['main', poly([14, 56], [50, 56], [52, 63], [12, 63])],
  ['skin', 'M24 52L36 51H54Q54 55 50 56H24Z'],
]

const madameRooftop: Picture = [
  ['main', shoulders(52, 12, 52)],
  ['deep', 'M18 28H46Q50 46 48 58Q42 60 38 54H26Q22 60 16 58Q14 46 18 28Z'],
  ['tan', oval(32, 39, 12.5, 15)],
  ...mask(32, 37, 25),
  ['red', 'M27 47Q29.5 45 32 46.5Q34.5 45 37 47Q32 51 27 47Z'],
  ['wood', box(42, 5, 9, 18, 1)],
  ['main', poly([32, 2], [61, 30], [56, 33], [8, 33], [3, 30])],
  ['line', 'M22 12H42M14 20H50M7 27H57M32 12V20M24 20V27M40 20V27'],
  ['paper', disc(52, 3.5, 2.8)],
]

const lockWhisperer: Picture = [
  ['steel', 'M14 32V21Q14 3 32 3Q50 3 50 21V32H42V21Q42 11 32 11Q22 11 22 21V32Z'],
  ['main', box(8, 27, 48, 34, 7)],
  ...mask(32, 36, 38),
  ['ink', 'M32 43A5 5 0 0 1 35 52L37 58H27L29 52A5 5 0 0 1 32 43Z'],
  ['gold', disc(14, 54, 2.6)],
  ['gold', disc(50, 54, 2.6)],
]

const sergeantStubborn: Picture = [
  ['main', shoulders(55, 4, 60)],
  ['skin', 'M14 24H50V47Q50 61 40 61H24Q14 61 14 47Z'],
  ['ink', poly([16, 27], [30, 32], [30, 36], [16, 32])],
  ['ink', poly([48, 27], [34, 32], [34, 36], [48, 32])],
  ['white', poly([19, 33], [29, 36], [24, 38])],
  ['white', poly([45, 33], [35, 36], [40, 38])],
  ['paper', box(20, 46, 24, 9, 2)],
  ['line', 'M20 50.5H44M26 46V55M32 46V55M38 46V55'],
  ['deep', 'M18 22Q16 3 32 5Q48 3 46 22Z'],
  ['main', oval(32, 23, 29, 6)],
  ['gold', star(32, 14, 5, 5.5, 2.4)],
]

export const talents: Record<string, Picture> = {
  T06: paperboy,
  T07: nightKnitter,
  T08: alleyAcrobat,
  T09: grannyGravel,
  T10: chessFist,
  T11: madameRooftop,
  T12: lockWhisperer,
  T13: sergeantStubborn,
}
