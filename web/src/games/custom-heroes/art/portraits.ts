/**
 * Ten heroes, one for each base value, told apart by their outline alone: buns, headphones, hood, ponytail, block,
 * straw hat, tiger ears, crescent helmet, standing flames, wings and horns.
 */

import {
  asEyes,
  asMouth,
  box,
  crown,
  disc,
  eyes,
  grin,
  mask,
  oval,
  poly,
  shoulders,
  smile,
  star,
  type Picture,
  type Tint,
} from '../../../ui/shapes'

const hana: Picture = [
  ['main', shoulders(49, 14, 50)],
  ['bark', disc(13, 20, 10)],
  ['bark', disc(51, 20, 10)],
  ['bark', oval(32, 28, 19, 19)],
  ['skin', oval(32, 34, 14, 14)],
  ['bark', 'M17 30Q22 16 32 18Q42 16 47 30Q40 25 32 26Q24 25 17 30Z'],
  ...eyes(32, 35, 6, 3.4),
  smile(32, 42, 7, 2.5),
  ['red', star(49, 12, 5, 9, 5)],
  ['gold', disc(49, 12, 2.8)],
]

const satoshi: Picture = [
  ['main', shoulders(50, 10, 54)],
  [
    'ink',
    poly([12, 26], [9, 10], [20, 16], [26, 3], [33, 13], [43, 3], [45, 16], [56, 11], [52, 28], [32, 34]),
  ],
  ['skin', oval(32, 33, 15, 15)],
  ['ink', poly([17, 28], [24, 20], [30, 27], [36, 19], [41, 27], [47, 24], [47, 20], [32, 14], [17, 20])],
  ['deep', box(8, 25, 9, 17, 4)],
  ['deep', box(47, 25, 9, 17, 4)],
  ['line', 'M12 26Q12 5 32 5Q52 5 52 26'],
  ...eyes(32, 35, 6, 3.4, 1),
  smile(33, 42, 8, 2),
]

const riku: Picture = [
  ['red', 'M36 47Q58 42 63 54Q56 52 53 57Q60 58 61 63Q44 62 34 54Z'],
  ['deep', shoulders(48, 8, 52)],
  ['main', 'M32 3Q8 8 12 36Q14 52 32 54Q50 52 52 36Q56 8 32 3Z'],
  ['skin', 'M17 28Q32 20 47 28L46 38Q32 42 18 38Z'],
  ['main', 'M15 37Q32 43 49 37Q49 52 32 54Q15 52 15 37Z'],
  ...eyes(32, 32, 7, 3.2, -1),
  ['red', box(13, 48, 38, 7, 3)],
]

const misao: Picture = [
  ['ink', 'M38 8Q60 2 60 26Q60 46 52 60Q54 40 48 26Q44 16 36 16Z'],
  ['paper', shoulders(49, 10, 54)],
  ['main', 'M22 50L32 62L42 50L48 53L40 63H24L16 53Z'],
  ['skin', oval(32, 33, 14, 15)],
  ['ink', 'M16 34Q14 10 34 10Q50 12 48 34Q44 22 34 22L22 26Z'],
  ['gold', box(33, 4, 12, 7, 3)],
  ...eyes(32, 34, 6, 3.1, 1),
  ['line', 'M22 29L29 30M42 28L35 30'],
  ...asMouth(32, 42, 8, ['line', 'M28 42H36']),
]

const iwao: Picture = [
  ['deep', box(2, 38, 60, 26, 9)],
  ['main', poly([12, 6], [50, 4], [56, 20], [54, 46], [44, 52], [20, 52], [9, 44], [8, 18])],
  ['deep', poly([14, 8], [30, 14], [24, 24], [9, 22], [8, 18])],
  ['tint', poly([54, 46], [44, 52], [36, 46], [46, 36])],
  ['ink', box(14, 22, 36, 5, 1)],
  ...eyes(32, 29, 9, 3.8),
  ...asMouth(
    32,
    41.5,
    20,
    ['white', box(20, 38, 24, 7, 1)],
    ['line', 'M20 38H44V45H20ZM26 38V45M32 38V45M38 38V45'],
  ),
]

const emi: Picture = [
  ['main', shoulders(50, 12, 52)],
  ['bark', 'M15 28Q10 50 16 58L24 46ZM49 28Q54 50 48 58L40 46Z'],
  ['tan', oval(32, 36, 13, 14)],
  ...eyes(32, 37, 6, 3.1),
  smile(32, 43, 8, 3),
  ['gold', 'M2 29Q18 22 22 6Q32 0 42 6Q46 22 62 29Q47 34 32 33Q17 34 2 29Z'],
  ['red', 'M20 20Q32 25 44 20L45 25Q32 30 18 25Z'],
]

const toru: Picture = [
  ['deep', shoulders(48, 6, 58)],
  ['gold', poly([10, 24], [9, 3], [26, 12])],
  ['gold', poly([54, 24], [55, 3], [38, 12])],
  ['gold', oval(32, 31, 23, 22)],
  ['ink', poly([32, 9], [28, 9], [31, 22], [33, 22], [36, 9])],
  ['ink', poly([9, 28], [20, 30], [9, 33])],
  ['ink', poly([55, 28], [44, 30], [55, 33])],
  ['ink', poly([12, 39], [21, 37], [15, 44])],
  ['ink', poly([52, 39], [43, 37], [49, 44])],
  ...mask(32, 28, 26),
  ['white', oval(32, 43, 11, 8)],
  ['ink', poly([28, 38], [36, 38], [32, 42])],
  ...grin(32, 44, 12, 5),
]

const kichiro: Picture = [
  ['deep', shoulders(48, 4, 60)],
  ['gold', 'M6 2Q4 24 28 22L36 22Q60 24 58 2Q54 16 36 15H28Q10 16 6 2Z'],
  ['tan', oval(32, 37, 14, 14)],
  ['main', 'M10 36Q8 14 32 14Q56 14 54 36L60 44L47 42Q46 30 32 29Q18 30 17 42L4 44Z'],
  ['gold', disc(32, 20, 4.5)],
  ...asEyes(32, 36.5, 7, 3, 'ink', ['ink', 'M20 33L29 36L29 39Q23 40 20 33ZM44 33L35 36L35 39Q41 40 44 33Z']),
  ['red', 'M20 43Q32 38 44 43Q44 54 32 55Q20 54 20 43Z'],
  ['white', poly([24, 45], [29, 45], [26.5, 50])],
  ['white', poly([35, 45], [40, 45], [37.5, 50])],
]

const yoshima: Picture = [
  [
    'main',
    'M8 46Q2 26 12 20Q10 10 20 12Q20 2 30 8Q34 -2 40 8Q50 2 49 14Q60 14 54 26Q62 34 55 47Q44 30 32 30Q20 30 8 46Z',
  ],
  ['deep', shoulders(50, 10, 54)],
  ['skin', oval(32, 35, 13, 15)],
  ['tint', 'M18 32Q22 20 32 22Q42 20 46 32Q40 27 32 28Q24 27 18 32Z'],
  ...asEyes(32, 34.5, 7, 3, 'ink', ['ink', 'M21 34Q25 31 29 35Q25 38 21 34ZM43 34Q39 31 35 35Q39 38 43 34Z']),
  ['gold', poly([32, 20], [35, 24], [32, 29], [29, 24])],
  ...asMouth(32, 43.5, 7, ['line', 'M29 43Q32 45 35 43']),
  ['gold', star(32, 57, 6, 6, 3)],
]

const ryoko: Picture = [
  ['deep', 'M30 52Q20 34 1 36Q6 26 2 12Q16 16 24 30L40 30Q48 16 62 12Q58 26 63 36Q44 34 34 52Z'],
  ['main', shoulders(48, 14, 50)],
  ['ink', 'M16 34Q14 14 32 14Q50 14 48 34Q52 46 46 54H18Q12 46 16 34Z'],
  ['skin', oval(32, 35, 12, 14)],
  ['ink', 'M20 32Q24 22 32 24Q40 22 44 32Q36 28 32 30Q28 28 20 32Z'],
  ['gold', 'M22 18Q12 14 14 2Q18 12 27 14ZM42 18Q52 14 50 2Q46 12 37 14Z'],
  ['gold', crown(24, 8, 16, 10)],
  ...asEyes(32, 35.5, 6, 3, 'ink', ['ink', 'M23 34L29 36Q26 39 23 34ZM41 34L35 36Q38 39 41 34Z']),
  ...asMouth(32, 43, 8, ['red', oval(32, 43, 3.5, 1.6)]),
]

/** By base value, 1 to 10. */
export const portraits: readonly Picture[] = [
  hana,
  satoshi,
  riku,
  misao,
  iwao,
  emi,
  toru,
  kichiro,
  yoshima,
  ryoko,
]

export const tints: readonly Tint[] = [
  { main: '#e86a92', deep: '#9c3158', tint: '#fbdce6' },
  { main: '#3f8fd6', deep: '#1e4f86', tint: '#d6e9f9' },
  { main: '#4a5a78', deep: '#2a3347', tint: '#dfe4ee' },
  { main: '#b3543f', deep: '#71301f', tint: '#f6ded2' },
  { main: '#9aa084', deep: '#5d634a', tint: '#e9ecd8' },
  { main: '#5aa552', deep: '#2c6430', tint: '#dff1d6' },
  { main: '#e08a1f', deep: '#7c4311', tint: '#fdebc9' },
  { main: '#2f7d78', deep: '#17494a', tint: '#d2edea' },
  { main: '#7b57c8', deep: '#45298a', tint: '#e6ddf9' },
  { main: '#c22f3c', deep: '#6d1630', tint: '#fad8d5' },
]
