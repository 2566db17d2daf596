/** One emblem for every type of advancement: what lies in the hands, what shines around, who walks along. */

import {
  bolt,
  box,
  crown,
  disc,
  eyes,
  oval,
  poly,
  polar,
  smile,
  star,
  type Picture,
  type Point,
} from '../../../ui/shapes'

const rays = (count: number, from: number, to: number): string =>
  Array.from({ length: count }, (_, index) => {
    const turn = (index * 360) / count
    const [a, b, c]: Point[] = [
      polar(32, 32, from, turn - 8),
      polar(32, 32, to, turn),
      polar(32, 32, from, turn + 8),
    ]
    return poly(a!, b!, c!)
  }).join('')

const flame = (x: number, y: number, size: number): string =>
  `M${x} ${y}Q${x + size * 0.75} ${y + size * 0.7} ${x + size * 0.5} ${y + size * 1.3}` +
  `Q${x} ${y + size * 1.9} ${x - size * 0.5} ${y + size * 1.3}Q${x - size * 0.8} ${y + size * 0.6} ${x - size * 0.2} ${y + size * 0.6}` +
  `Q${x} ${y + size * 0.4} ${x} ${y}Z`

const left: Record<string, Picture> = {
  RP1: [
    ['steel', 'M4 32Q18 12 40 26L58 16Q54 32 58 48L40 38Q18 52 4 32Z'],
    ['white', disc(16, 29, 4)],
    ['ink', disc(16, 29, 2)],
    ['line', 'M26 24Q31 32 26 40M34 27Q37 32 34 37'],
  ],
  RP2: [
    ['steel', 'M32 58L4 26Q32 -2 60 26Z'],
    ['red', 'M32 58L18 36Q32 26 46 36Z'],
    ['line', 'M32 58L14 18M32 58L32 12M32 58L50 18'],
    ['gold', disc(32, 56, 5)],
  ],
  RP3: [
    ['deep', 'M32 4Q46 10 58 10Q60 44 32 61Q4 44 6 10Q18 10 32 4Z'],
    ['gold', 'M40 16A17 17 0 1 0 46 42A14 14 0 1 1 40 16Z'],
  ],
  RP4: [
    ['wood', poly([8, 60], [4, 56], [38, 22], [42, 26])],
    ['gold', star(44, 19, 5, 18, 8, 12)],
    ['tint', 'M30 12Q16 6 4 10Q18 14 28 22Z'],
    ['tint', 'M52 36Q58 48 54 60Q48 46 42 36Z'],
  ],
  RM1: [
    ['paper', 'M10 24H48Q48 52 29 54Q10 52 10 24Z'],
    ['line', 'M48 28Q60 28 58 37Q56 44 45 43'],
    ['wood', oval(29, 25, 17, 4)],
    ['paper', oval(29, 58, 22, 4)],
    ['line', 'M22 16Q18 11 23 6M34 16Q30 11 35 6'],
  ],
  RM2: [
    ['main', 'M4 32Q8 6 32 6Q56 6 60 32Q53 26 46 32Q39 26 32 32Q25 26 18 32Q11 26 4 32Z'],
    ['line', 'M32 6V2M32 32V52Q32 60 25 60Q19 60 19 53'],
  ],
  RM3: [
    ['main', oval(32, 24, 19, 22)],
    ['tint', oval(25, 16, 5, 7, 20)],
    ['main', poly([27, 50], [37, 50], [32, 44])],
    ['line', 'M32 50Q24 55 32 58Q40 61 34 64'],
  ],
  RM4: [
    [
      'steel',
      'M29 18H35V44Q46 43 48 34L42 34L52 24L60 36L54 35Q50 58 32 60Q14 58 10 35L4 36L12 24L22 34L16 34Q18 43 29 44Z',
    ],
    ['steel', 'M32 3A8 8 0 1 0 32 19A8 8 0 1 0 32 3ZM32 8A3 3 0 1 1 32 14A3 3 0 1 1 32 8Z'],
    ['line', 'M20 25H44'],
  ],
}

const right: Record<string, Picture> = {
  BP1: [
    ['gold', poly([56, 4], [60, 8], [24, 44], [20, 40])],
    ['wood', poly([6, 54], [10, 58], [22, 46], [18, 42])],
    ['deep', poly([12, 38], [16, 34], [30, 48], [26, 52])],
    ['line', 'M34 26L38 30M44 16L48 20'],
  ],
  BP2: [
    [
      'main',
      'M12 34V16Q12 10 18 10Q21 10 22 13Q24 6 31 8Q35 4 40 9Q48 8 48 17V30Q58 28 58 36Q50 46 44 48H18Q12 44 12 34Z',
    ],
    ['line', 'M22 13V24M31 9V24M40 10V24'],
    ['gold', box(14, 48, 34, 12, 3)],
    ['gold', star(30, 36, 5, 7, 3)],
  ],
  BP3: [
    ['steel', poly([32, 1], [42, 14], [38, 42], [26, 42], [22, 14])],
    ['line', 'M32 8V38'],
    ['gold', poly([14, 40], [50, 40], [54, 46], [10, 46])],
    ['wood', box(28, 46, 8, 15, 2)],
    ['gold', bolt(42, 4, 18, 30)],
  ],
  BP4: [
    ['wood', box(28, 28, 8, 34, 3)],
    ['steel', box(6, 4, 52, 26, 4)],
    ['main', box(24, 4, 16, 26, 0)],
    ['line', 'M12 9V25M52 9V25'],
  ],
  BM1: [
    ['tint', 'M14 28Q8 22 14 17Q14 5 27 6Q40 0 47 12Q58 16 50 28Z'],
    ['red', disc(36, 7, 5)],
    ['wood', poly([14, 28], [50, 28], [32, 62])],
    ['line', 'M21 28L38 50M43 28L26 50'],
  ],
  BM2: [
    ['gold', 'M6 40Q4 32 12 34Q18 36 24 32Q16 14 32 8Q50 8 48 26Q60 34 56 46Q48 58 28 56Q10 54 6 40Z'],
    ['red', 'M46 18Q60 18 61 23Q56 29 46 26Z'],
    ['ink', disc(38, 19, 3)],
    ['line', 'M28 40Q38 34 46 42Q38 50 28 40Z'],
  ],
  BM3: [
    ['tint', 'M20 34Q2 30 10 20Q4 8 18 9Q24 0 33 6Q46 2 46 14Q58 20 48 28Q46 38 34 36Z'],
    ['main', 'M22 32Q14 20 24 14Q34 10 38 18Q46 24 34 34Z'],
    ['wood', poly([26, 34], [33, 36], [24, 62], [17, 60])],
  ],
  BM4: [
    ['wood', oval(42, 18, 13, 17, 35)],
    ['shade', oval(42, 18, 7, 10, 35)],
    ['wood', poly([30, 28], [36, 34], [10, 62], [4, 56])],
  ],
}

const auras: Record<string, Picture> = {
  G01: [
    ['gold', star(32, 32, 4, 26, 7)],
    ['white', star(32, 32, 4, 12, 4)],
    ['gold', star(52, 12, 4, 9, 3)],
  ],
  G03: [
    ['deep', oval(32, 50, 24, 9)],
    ['red', flame(32, 8, 24)],
    ['gold', flame(33, 26, 13)],
  ],
  G05: [
    [
      'line',
      'M4 22H38Q50 22 48 13Q44 5 36 11M4 34H50Q62 34 60 45Q56 54 47 48M4 46H30Q40 46 38 54Q34 60 28 56',
    ],
    ['tint', disc(14, 12, 4)],
  ],
  G07: [
    ['main', 'M2 58Q2 18 30 12Q56 8 60 32Q52 22 42 28Q34 34 40 44Q48 52 62 50V60H2Z'],
    ['white', 'M12 46Q14 26 30 22Q24 30 26 42Z'],
    ['tint', disc(52, 12, 4)],
  ],
  G08: [
    ['steel', 'M14 30Q2 28 6 18Q8 10 18 12Q24 2 36 6Q46 4 50 14Q62 16 58 26Q54 32 46 30Z'],
    ['gold', bolt(18, 24, 28, 38)],
  ],
  G09: [
    ['tint', star(32, 32, 6, 30, 10)],
    ['white', star(32, 32, 6, 16, 6, 30)],
    ['line', 'M32 4V60M8 18L56 46M56 18L8 46'],
  ],
  G10: [
    ['red', 'M32 2Q40 14 48 12Q46 20 56 28Q62 50 44 60H20Q2 50 8 30Q14 30 16 20Q26 18 32 2Z'],
    ['gold', flame(32, 22, 20)],
  ],
  G11: [
    ['gold', rays(8, 20, 31)],
    ['gold', star(32, 33, 5, 24, 11)],
    ['white', star(32, 33, 5, 11, 5)],
  ],
  G12: [
    [
      'main',
      'M6 20Q18 4 36 8L42 2L44 11Q60 16 58 32L44 32Q52 36 50 42L36 38Q34 50 44 60H10Q16 44 14 34Q4 32 6 20Z',
    ],
    ['gold', disc(34, 20, 5)],
    ['ink', disc(35, 20, 2.2)],
    ['white', poly([46, 32], [50, 32], [48, 37])],
    ['line', 'M50 24H54M20 40Q26 48 22 60'],
  ],
}

const companions: Record<string, Picture> = {
  AF: [
    ['tint', 'M30 44Q6 46 2 14Q16 24 26 22ZM34 44Q58 46 62 14Q48 24 38 22Z'],
    ['main', star(32, 32, 8, 24, 15)],
    ['gold', crown(20, 6, 24, 14)],
    ['white', disc(32, 34, 8)],
    ['ink', disc(32, 34, 4)],
  ],
  KO: [
    ['main', 'M8 32Q4 12 14 8Q18 14 24 14H40Q46 14 50 8Q60 12 56 32Q60 56 32 60Q4 56 8 32Z'],
    ...eyes(32, 28, 10, 6),
    ['gold', disc(32, 47, 11)],
    ['line', 'M28 42V52L36 42V52'],
  ],
  SPK: [
    ['deep', star(30, 32, 14, 30, 20)],
    ['tan', 'M26 20Q52 18 60 38Q52 54 28 50Q18 34 26 20Z'],
    ['ink', disc(59, 39, 3.5)],
    ...eyes(42, 33, 5, 3.6, 1),
    smile(46, 43, 8, 2),
  ],
  BRA: [
    ['main', oval(22, 36, 18, 24)],
    ['main', oval(42, 36, 18, 24)],
    ...eyes(18, 30, 5, 4),
    ...eyes(46, 30, 5, 4),
    smile(18, 40, 9, 3),
    smile(46, 40, 9, 3),
    ['gold', poly([16, 14], [24, 2], [28, 14])],
    ['gold', poly([36, 14], [40, 2], [48, 14])],
  ],
  CHA: [
    ['main', disc(32, 32, 18)],
    ['deep', 'M4 30Q6 6 32 4V-1L44 9L32 18V12Q16 14 13 30Z'],
    ['deep', 'M60 34Q58 58 32 60V65L20 55L32 46V52Q48 50 51 34Z'],
    ...eyes(32, 29, 6, 4.2),
    ['line', 'M25 39Q28 36 32 39Q36 42 39 39'],
  ],
  SPU: [
    ['white', 'M10 60V28Q10 4 32 4Q54 4 54 28V60L46 53L39 60L32 53L25 60L18 53Z'],
    ['line', 'M10 60V28Q10 4 32 4Q54 4 54 28V60L46 53L39 60L32 53L25 60L18 53Z'],
    ['ink', oval(24, 27, 4, 6)],
    ['ink', oval(40, 27, 4, 6)],
    ['red', oval(32, 41, 5, 6)],
  ],
}

export const emblems: Record<string, Picture> = { ...left, ...right, ...auras, ...companions }
