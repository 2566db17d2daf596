/** The Researchers: everything about them was invented by themselves. */
import {
  bolt,
  box,
  disc,
  eyes,
  gear,
  grin,
  mask,
  oval,
  poly,
  shoulders,
  smile,
  star,
  type Picture,
} from './shapes'

const labTrainee: Picture = [
  ['paper', shoulders(52, 10, 54)],
  ['line', 'M26 53L32 61L38 53'],
  [
    'wood',
    poly(
      [14, 26],
      [8, 14],
      [19, 16],
      [20, 4],
      [29, 12],
      [36, 2],
      [41, 12],
      [52, 6],
      [49, 17],
      [57, 20],
      [50, 30],
    ),
  ],
  ['skin', 'M15 30Q15 17 32 17Q49 17 49 30Q50 55 32 55Q14 55 15 30Z'],
  ['main', box(7, 27, 50, 8, 3)],
  ['tint', disc(21, 32, 11)],
  ['tint', disc(43, 32, 11)],
  ['ink', disc(23, 33, 3.4)],
  ['ink', disc(41, 33, 3.4)],
  ['white', disc(17.5, 27.5, 2.4)],
  ['white', disc(39.5, 27.5, 2.4)],
  smile(32, 47, 9, -1.6),
  ['shade', disc(43, 47, 4)],
]

const doctorCrackle: Picture = [
  ['gold', poly([22, 14], [4, 2], [11, 15], [1, 17], [13, 25], [3, 32], [18, 36])],
  ['gold', poly([42, 14], [60, 2], [53, 15], [63, 17], [51, 25], [61, 32], [46, 36])],
  ['paper', shoulders(49, 8, 56)],
  ['tan', 'M16 26Q16 9 32 9Q48 9 48 26Q48 53 32 53Q16 53 16 26Z'],
  ['main', 'M16 24Q16 9 32 9Q48 9 48 24Q32 15 16 24Z'],
  ...eyes(32, 29, 7.5, 6.5),
  ['ink', poly([16, 22], [29, 24], [29, 21], [17, 18])],
  ['ink', poly([48, 22], [35, 24], [35, 21], [47, 18])],
  ['line', 'M22 42L26 39L30 43L34 39L38 43L42 40'],
  ['steel', disc(32, 12, 6.5)],
  ['ink', disc(32, 12, 2)],
]

const professorRicochet: Picture = [
  [
    'gold',
    poly(
      [3, 40],
      [10, 36],
      [20, 51],
      [29, 38],
      [42, 51],
      [51, 43],
      [47, 39],
      [62, 36],
      [60, 52],
      [56, 48],
      [43, 60],
      [30, 48],
      [20, 62],
    ),
  ],
  ['skin', 'M18 20H46V28Q46 45 32 45Q18 45 18 28Z'],
  ...mask(32, 27, 30),
  ['paper', 'M24 36Q28 33 32 36Q36 33 40 36Q40 41 36 39Q32 37 28 39Q24 41 24 36Z'],
  ['deep', 'M16 16V23Q32 17 48 23V16Z'],
  ['main', poly([32, 2], [61, 12], [32, 23], [3, 12])],
  ['line', 'M32 12L54 16V26'],
  ['red', box(51, 25, 6, 8, 2)],
]

const missIsotope: Picture = [
  ['line', oval(32, 32, 30, 11, 30)],
  ['line', oval(32, 32, 30, 11, -30)],
  ['line', oval(32, 32, 30, 11, 90)],
  ['main', disc(32, 32, 16)],
  ['umber', oval(32, 35, 11, 12)],
  ['deep', 'M19 36Q16 18 32 18Q48 18 45 36Q43 26 36 25Q26 24 19 36Z'],
  ...eyes(32, 35, 5.2, 4),
  smile(32, 41.5, 8, 2),
  ['red', disc(6.5, 17, 4.6)],
  ['gold', disc(57.5, 17, 4.6)],
  ['main', disc(32, 61, 0.1)],
  ['red', disc(51, 57, 4.6)],
]

const clockworkDean: Picture = [
  ['main', gear(32, 32, 10, 31, 25)],
  ['paper', disc(32, 32, 19.5)],
  ['ink', poly([31, 33], [30, 20], [32, 16], [34, 20], [33, 33])],
  ['ink', poly([32, 31], [42, 26], [45, 26], [44, 29], [33, 34])],
  ['ink', disc(32, 32, 3)],
  ['line', 'M32 13V16M51 32H48M13 32H16'],
  [
    'deep',
    'M32 40Q36 36 41 40Q45 43 49 39Q47 49 39 48Q34 47 32 43Q30 47 25 48Q17 49 15 39Q19 43 23 40Q28 36 32 40Z',
  ],
]

const nanoNora: Picture = [
  ['wood', poly([41, 47], [47, 41], [62, 56], [56, 62])],
  ['main', disc(27, 27, 25)],
  ['paper', disc(27, 27, 18.5)],
  ['deep', 'M19 41Q19 32 27 32Q35 32 35 41Q27 48 19 41Z'],
  ['deep', oval(27, 23, 8.5, 8.5)],
  ['tan', oval(27, 25, 6.5, 7)],
  ...mask(27, 24.5, 13),
  ['line', 'M13 23Q16 15 22 13'],
  ['red', 'M14 33L20 35L20 39Q15 38 14 33Z'],
]

const baronBunsen: Picture = [
  ['steel', poly([14, 57], [50, 57], [54, 63], [10, 63])],
  ['steel', box(25, 44, 14, 14, 1)],
  ['main', poly([22, 49], [42, 49], [42, 53], [22, 53])],
  ['gold', 'M32 12Q52 24 48 38Q45 48 32 48Q19 48 16 38Q13 28 24 18Q26 26 29 24Q33 20 32 12Z'],
  ['red', 'M22 41Q22 33 28 31Q31 35 33 29Q42 33 42 41Q38 47 32 47Q25 47 22 41Z'],
  ['white', disc(25, 34, 4)],
  ['ink', disc(25.5, 34.5, 2)],
  ['paper', disc(39, 34, 5.6)],
  ['ink', disc(39, 34.5, 2.2)],
  ['line', 'M44 37Q50 42 49 50'],
  ['ink', 'M32 40Q36 38 41 41Q36 44.5 32 42Q28 44.5 23 41Q28 38 32 40Z'],
  ['deep', poly([22, 2], [42, 0], [43, 14], [23, 16])],
  ['deep', poly([16, 15], [48, 11.5], [49, 16], [17, 19.5])],
  ['main', poly([22.7, 10], [42.7, 8], [43, 13], [23, 15])],
]

const quantumQuentin: Picture = [
  ['tint', poly([12, 27], [2, 15], [20, 10], [32, 21])],
  ['tint', poly([52, 27], [62, 15], [44, 10], [32, 21])],
  ['ink', poly([10, 27], [32, 19], [54, 27], [32, 37])],
  ['main', poly([8, 27], [32, 38], [32, 63], [8, 51])],
  ['deep', poly([56, 27], [32, 38], [32, 63], [56, 51])],
  ['skin', 'M21 29Q20 6 32 6Q44 6 43 29L32 34Z'],
  ['wood', 'M19 17Q20 2 32 3Q44 2 45 17Q40 9 32 10Q24 9 19 17Z'],
  ...mask(32, 20, 21),
  [
    'paper',
    'M15 40Q15 36 19 37Q24 39 24 44Q24 47 20 48V51L17.5 49.6V45Q21 46 21 43Q20.5 41 18.5 40.5L18 42Z',
  ],
  ['paper', poly([41, 43], [44, 41.7], [44, 50], [41, 51.5])],
  ['paper', poly([41, 54], [44, 52.6], [44, 55.6], [41, 57])],
]

export const researchers: Record<string, Picture> = {
  R06: labTrainee,
  R07: doctorCrackle,
  R08: professorRicochet,
  R09: missIsotope,
  R10: clockworkDean,
  R11: nanoNora,
  R12: baronBunsen,
  R13: quantumQuentin,
}
