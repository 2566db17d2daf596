/** The twelve fighters and their other shapes, each one silhouette: what stands on the head tells who it is. */

import {
  asEyes,
  asMouth,
  bolt,
  box,
  disc,
  dots,
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

const joan: Picture = [
  ['gold', disc(32, 27, 26)],
  ['paper', disc(32, 27, 19)],
  ['steel', shoulders(50, 6, 58)],
  ['wood', 'M14 44Q10 12 32 12Q54 12 50 44L44 46V28H20V46Z'],
  ['skin', oval(32, 33, 13, 15)],
  ['wood', 'M18 30Q18 15 32 15Q46 15 46 30Q39 24 32 24Q25 24 18 30Z'],
  ...eyes(32, 34, 5.5, 3.2),
  smile(32, 42, 8, 1.5),
  ['main', 'M27 62V56H22V51H27V48H37V51H42V56H37V62Z'],
]

const ching: Picture = [
  ['main', 'M32 2Q58 6 62 44L46 40L32 44L18 40L2 44Q6 6 32 2Z'],
  ['line', 'M32 3V40M32 3Q46 12 50 41M32 3Q18 12 14 41M7 26Q32 16 57 26'],
  ['deep', shoulders(51, 8, 56)],
  ['ink', 'M17 46Q14 20 32 20Q50 20 47 46Z'],
  ['ink', disc(32, 17, 6.5)],
  ['tan', oval(32, 39, 12, 14)],
  ['red', 'M18.5 33Q32 23 45.5 33L45 38Q32 29 19 38Z'],
  ['ink', oval(37.5, 40, 4.6, 3.8)],
  ['line', 'M34 38L20 33M41 38L45 36'],
  ...asEyes(26.5, 40, 0, 3, 'ink', ['ink', disc(26.5, 40, 2)]),
  smile(32, 47, 9, 2),
]

const bodvar: Picture = [
  ['deep', disc(13, 13, 9)],
  ['deep', disc(51, 13, 9)],
  ['tan', disc(13, 13, 4)],
  ['tan', disc(51, 13, 4)],
  ['deep', 'M6 60Q2 8 32 8Q62 8 58 60L48 50H16Z'],
  ['ink', disc(24, 17, 2.4)],
  ['ink', disc(40, 17, 2.4)],
  ['ink', oval(32, 23, 5, 3.2)],
  ['skin', 'M18 46V34Q18 28 32 28Q46 28 46 34V46Z'],
  ['main', 'M15 40Q20 44 25 41Q32 38 39 41Q44 44 49 40Q50 58 32 63Q14 58 15 40Z'],
  ...asEyes(
    32,
    36.5,
    6,
    3,
    'ink',
    ['line', 'M22 32L29 35M42 32L35 35'],
    ['ink', disc(26, 37, 2) + disc(38, 37, 2)],
  ),
  ...asMouth(32, 47, 10, ['red', oval(32, 48, 5, 2.6)]),
]

const bear: Picture = [
  ['deep', disc(12, 13, 10)],
  ['deep', disc(52, 13, 10)],
  ['tan', disc(12, 13, 4.5)],
  ['tan', disc(52, 13, 4.5)],
  ['deep', 'M4 38Q4 8 32 8Q60 8 60 38Q60 62 32 62Q4 62 4 38Z'],
  ...asEyes(32, 28, 10, 4.4, 'ink', [
    'red',
    poly([15, 24], [29, 30], [17, 32]) + poly([49, 24], [35, 30], [47, 32]),
  ]),
  ['tan', oval(32, 45, 17, 15)],
  ['ink', oval(32, 36, 7, 4.5)],
  ...asMouth(
    32,
    50,
    18,
    ['red', 'M20 46Q32 40 44 46Q42 59 32 59Q22 59 20 46Z'],
    ['white', 'M22 46L26 45L25 51ZM42 46L38 45L39 51ZM26 58L28 52L30 58.5ZM38 58L36 52L34 58.5Z'],
  ),
]

const wong: Picture = [
  ['main', shoulders(49, 8, 56)],
  ['skin', oval(32, 34, 13, 14)],
  ['gold', 'M1 29L32 3L63 29Q32 36 1 29Z'],
  ['line', 'M32 4L18 31M32 4L32 33M32 4L46 31'],
  ...asEyes(32, 36, 6.5, 3, 'ink', ['line', 'M22 35Q26 38 29 35M35 35Q39 38 42 35']),
  ['paper', 'M22 42Q32 38 42 42L40 52Q36 64 32 63Q28 64 24 52Z'],
  ['paper', 'M32 40Q22 38 14 50Q24 48 32 43Q40 48 50 50Q42 38 32 40Z'],
]

const golem: Picture = [
  ['deep', 'M4 62V50Q4 42 14 42H50Q60 42 60 50V62Z'],
  ['main', 'M12 8L24 3H44L53 9L55 44L46 54H18L9 44Z'],
  ['deep', 'M12 8L24 3H44L53 9L53 20H10Z'],
  ['gold', 'M25 7H39V10H35V17H32V10H29V17H25Z'],
  ['ink', box(15, 24, 14, 10, 2)],
  ['ink', box(35, 24, 14, 10, 2)],
  ...asEyes(32, 29, 10, 3.4, 'gold', ['gold', disc(22, 29, 3.2) + disc(42, 29, 3.2)]),
  ...asMouth(32, 44, 18, ['line', 'M22 44H42M26 41V47M32 41V47M38 41V47']),
  ['line', 'M53 20L47 26L50 33M12 40L17 44'],
]

const mordred: Picture = [
  ['red', 'M32 14Q30 2 46 1Q60 2 62 22Q54 12 44 16Z'],
  ['ink', 'M6 62Q6 48 20 48H44Q58 48 58 62Z'],
  ['deep', 'M12 50V28Q12 10 32 10Q52 10 52 28V50L40 60H24Z'],
  ['steel', 'M32 10V60L24 60L12 50V40H28L32 34Z'],
  ['ink', 'M14 27L31 31V36L14 34ZM50 27L33 31V36L50 34Z'],
  ...asEyes(32, 31.5, 8, 2.4, 'red', ['red', disc(24, 31.5, 2) + disc(40, 31.5, 2)]),
  ['ink', 'M20 44H22V52H20ZM26 45H28V55H26ZM36 45H38V55H36ZM42 44H44V52H42Z'],
]

const wild: Picture = [
  ['deep', 'M0 30Q10 32 20 28Q18 18 11 20Q4 17 5 27Q2 30 0 30Z'],
  ['tan', oval(11, 33, 7, 7)],
  ['red', poly([4, 34], [18, 34], [11, 46])],
  ['deep', 'M64 30Q54 32 44 28Q46 18 53 20Q60 17 59 27Q62 30 64 30Z'],
  ['tan', oval(53, 33, 7, 7)],
  ['red', poly([46, 34], [60, 34], [53, 46])],
  ['main', shoulders(52, 8, 56)],
  ['skin', oval(32, 36, 14, 16)],
  ['wood', 'M7 27Q20 28 19 20Q20 4 27 7Q32 11 37 7Q44 4 45 20Q44 28 57 27Q52 36 32 34Q12 36 7 27Z'],
  ['ink', 'M19.5 21Q32 26 44.5 21V25Q32 30 19.5 25Z'],
  ...dots(32, 38.5, 6, 2.2),
  ['red', 'M17 43Q32 38 47 43Q44 58 32 62Q20 58 17 43Z'],
  ['white', 'M26 48h3v3h-3zM35 48h3v3h-3zM30.5 53h3v3h-3z'],
]

const mephisto: Picture = [
  ['deep', shoulders(51, 8, 56)],
  ['paper', 'M18 26Q2 22 6 2Q12 12 24 14Z'],
  ['paper', 'M46 26Q62 22 58 2Q52 12 40 14Z'],
  ['main', 'M13 30Q13 11 32 11Q51 11 51 30Q51 48 32 56Q13 48 13 30Z'],
  ['ink', 'M32 11Q20 12 17 26Q26 20 32 27Q38 20 47 26Q44 12 32 11Z'],
  ...asEyes(32, 33, 8.5, 3.4, 'gold', [
    'gold',
    poly([18, 30], [29, 34], [20, 36]) + poly([46, 30], [35, 34], [44, 36]),
  ]),
  ...grin(32, 41, 16, 5),
  ['ink', 'M26 49Q32 47 38 49L32 63Z'],
]

const fey: Picture = [
  ['wood', 'M29 40H35L37 62H27Z'],
  [
    'deep',
    'M32 2Q40 8 40 14Q50 8 56 16Q62 26 52 30Q60 38 52 44Q42 48 32 44Q22 48 12 44Q4 38 12 30Q2 26 8 16Q14 8 24 14Q24 8 32 2Z',
  ],
  [
    'main',
    'M32 8Q36 16 34 22Q44 16 48 20Q50 28 42 32Q46 38 40 40Q32 40 32 36Q32 40 24 40Q18 38 22 32Q14 28 16 20Q20 16 30 22Q28 16 32 8Z',
  ],
  ...eyes(32, 28, 8, 4.6, 0),
  smile(32, 36, 10, 2),
]

const fairy: Picture = [
  ['tint', 'M30 34Q4 4 2 22Q2 38 28 40Q6 44 14 56Q22 62 31 46Z'],
  ['tint', 'M34 34Q60 4 62 22Q62 38 36 40Q58 44 50 56Q42 62 33 46Z'],
  ['main', 'M26 44H38L42 62H22Z'],
  ['gold', disc(32, 24, 14)],
  ['skin', oval(32, 28, 11, 11.5)],
  ['gold', 'M20 26Q22 12 32 13Q42 12 44 26Q38 19 32 21Q26 19 20 26Z'],
  ...eyes(32, 29, 4.8, 3),
  smile(32, 35, 7, 1.6),
]

const gnome: Picture = [
  ['deep', shoulders(52, 8, 56)],
  ['red', 'M10 32Q22 -4 46 1Q36 8 54 32Q32 24 10 32Z'],
  ['skin', 'M16 31Q32 24 48 31V42H16Z'],
  ['paper', 'M14 40Q22 44 27 42Q32 46 37 42Q42 44 50 40Q50 62 32 63Q14 62 14 40Z'],
  ['tan', disc(32, 38, 5)],
  ...dots(32, 34.5, 8, 2.2),
]

const elf: Picture = [
  ['skin', 'M20 32L1 20Q6 40 22 42Z'],
  ['skin', 'M44 32L63 20Q58 40 42 42Z'],
  ['main', 'M8 62Q10 46 32 46Q54 46 56 62Z'],
  ['skin', oval(32, 34, 14, 17)],
  ['main', 'M32 2Q54 8 48 34Q44 22 32 22Q20 22 16 34Q10 8 32 2Z'],
  ...eyes(32, 34, 6, 3.4, 1),
  smile(33, 43, 8, 1.6),
]

const brijit: Picture = [
  ['deep', shoulders(53, 8, 56)],
  ['umber', oval(32, 38, 15, 17)],
  ['paper', 'M32 22Q47 22 47 38Q47 48 41 50V56H32V48L29 46L32 40V22Z'],
  ...asEyes(25.5, 37, 0, 3.2, 'ink', ['ink', disc(25.5, 37, 2.4)]),
  ['ink', oval(39, 37, 4.4, 5)],
  ['ink', 'M33 50H35V55H33ZM37 50H39V55H37Z'],
  ...asMouth(26.5, 48, 8, ['red', 'M22 47Q27 45 31 48Q27 52 22 47Z']),
  ['ink', 'M15 22L18 1H46L49 22Z'],
  ['main', 'M15.6 17L16.4 12H47.6L48.4 17Z'],
  ['ink', 'M4 24Q32 16 60 24Q32 34 4 24Z'],
  ['red', 'M46 14Q54 8 52 0Q62 6 56 18Q52 20 46 18Z'],
]

const milady: Picture = [
  ['deep', 'M2 62Q4 36 20 32L32 46L44 32Q60 36 62 62Z'],
  ['wood', 'M16 36Q8 26 14 14Q18 2 32 3Q46 2 50 14Q56 26 48 36Q46 22 32 22Q18 22 16 36Z'],
  ['wood', disc(32, 9, 8)],
  ['skin', 'M19 32Q19 19 32 19Q45 19 45 32Q45 48 32 51Q19 48 19 32Z'],
  ['wood', 'M18 31Q18 16 32 16Q46 16 46 31Q42 20 32 25Q24 20 18 31Z'],
  ...mask(32, 33, 29),
  ...asMouth(32, 44, 10, ['red', 'M26 43Q29.5 40.5 32 42.5Q34.5 40.5 38 43Q32 48 26 43Z']),
  ['steel', 'M52 20L56 26V48H48V26Z'],
  ['gold', box(45, 47, 14, 4, 1)],
  ['wood', box(50, 51, 4, 11, 1)],
]

const shango: Picture = [
  ['steel', 'M1 6Q12 14 14 24Q12 34 1 42Q-1 24 1 6Z'],
  ['steel', 'M27 6Q16 14 14 24Q16 34 27 42Q29 24 27 6Z'],
  ['wood', box(12, 6, 4, 56, 1)],
  ['deep', 'M16 62Q18 50 38 50Q60 50 62 62Z'],
  ['red', 'M26 30Q22 18 32 14Q31 6 40 1Q40 8 47 9Q46 14 54 18Q56 24 52 32Z'],
  ['gold', 'M30 30Q29 22 36 19Q37 13 41 10Q43 17 48 20Q50 26 49 32Z'],
  ['umber', oval(40, 38, 13, 15)],
  ...eyes(40, 37, 5.6, 3.4),
  ['ink', 'M30 33L38 35.5L38 33.5L31 30.5ZM50 33L42 35.5L42 33.5L49 30.5Z'],
  ...grin(40, 44, 12, 5),
  ['gold', bolt(48, 44, 12, 18)],
]

const unknown: Picture = [
  ['main', disc(32, 32, 28)],
  ['gold', star(32, 32, 8, 18, 10)],
]

export const portraits: Record<string, Picture> = {
  joan,
  ching,
  bodvar,
  bear,
  wong,
  golem,
  mordred,
  wild,
  mephisto,
  fey,
  fairy,
  gnome,
  elf,
  brijit,
  milady,
  shango,
}

export const portraitOf = (key: string): Picture => portraits[key] ?? unknown

/** Main colour, a deeper and a lighter one of each fighter. Decoration: the silhouette and the name say who it is. */
const dyes: Record<string, readonly [main: string, deep: string, tint: string]> = {
  joan: ['#3f74c4', '#27508f', '#dbe9f8'],
  ching: ['#c93b2f', '#7e1f1a', '#f8d7cd'],
  bodvar: ['#d97b2c', '#6f4a2c', '#f4dcbc'],
  bear: ['#a85f25', '#6f4a2c', '#f4dcbc'],
  wong: ['#2f8f6b', '#1c5c45', '#d0ecdf'],
  golem: ['#b98a5e', '#8a6241', '#ecd9c2'],
  mordred: ['#5c6270', '#343945', '#d5d8de'],
  wild: ['#c8963a', '#8a5d22', '#f4e4bd'],
  mephisto: ['#c2283c', '#5e1030', '#f6ccd0'],
  fey: ['#6fb33f', '#3d7a2c', '#dff0c8'],
  fairy: ['#c46bd0', '#7d3a89', '#d9c8f8'],
  gnome: ['#6fb33f', '#3d7a2c', '#dff0c8'],
  elf: ['#3f9a5b', '#24663a', '#d2edd6'],
  brijit: ['#8a4fc0', '#4b2a73', '#e4d3f5'],
  milady: ['#7a3350', '#4a1a34', '#f0d2de'],
  shango: ['#e25822', '#8a2f12', '#fbd9c4'],
}

export function tintOf(key: string): Tint {
  const [main, deep, tint] = dyes[key] ?? ['#6a3cc2', '#43247e', '#e8def8']
  return { main, deep, tint }
}
