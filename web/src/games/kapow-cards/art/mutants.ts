/** The Mutants: something went wrong with them, and it turned out to be useful. */
import {
  bolt,
  disc,
  dots,
  eyes,
  grin,
  mask,
  oval,
  polar,
  poly,
  smile,
  star,
  type Layer,
  type Picture,
} from '../../../ui/shapes'

const gooBoy: Picture = [
  [
    'main',
    'M32 4Q44 4 47 18Q58 20 58 34Q58 42 55 48V56A4 4 0 0 1 47 56V52Q45 50 43 53V59A4.5 4.5 0 0 1 34 59V54Q30 51 28 54V57A4 4 0 0 1 20 57V52Q17 50 16 53A4.5 4.5 0 0 1 7 52V36Q6 22 17 18Q20 4 32 4Z',
  ],
  ['tint', oval(24, 14, 4, 6, 25)],
  ...eyes(32, 28, 10, 7.5, 1),
  ['ink', 'M18 40Q32 44 46 40Q44 50 32 50Q20 50 18 40Z'],
  ['red', 'M26 47.5Q32 43.5 38 47.5Q32 50.5 26 47.5Z'],
]

const quills: Layer[] = [-84, -62, -40, -20, 0, 20, 40, 62, 84].map((turn): Layer => {
  const tip = polar(32, 40, 37, turn - 90)
  return ['deep', poly(polar(32, 40, 17, turn - 104), tip, polar(32, 40, 17, turn - 76))]
})

const porcupina: Picture = [
  ...quills,
  ['main', disc(32, 42, 20)],
  ['skin', oval(32, 46, 14, 13)],
  ...mask(32, 43, 27),
  ['ink', oval(32, 49.5, 3, 2)],
  smile(32, 53, 10, 2),
]

const twiceTom: Picture = [
  ['main', 'M4 62Q4 46 32 48Q60 46 60 62Z'],
  ['tan', oval(19, 29, 14.5, 17)],
  ['deep', 'M4 27Q4 8 20 8Q34 9 34 24Q20 17 4 27Z'],
  ['tan', oval(45, 29, 14.5, 17)],
  ['deep', 'M60 27Q60 8 44 8Q30 9 30 24Q44 17 60 27Z'],
  ...mask(18, 28, 26),
  ...mask(46, 28, 26),
  smile(18, 37, 10, 2.5),
  smile(46, 41, 10, -2.5),
  ['gold', poly([28, 52], [36, 52], [36, 56], [28, 56])],
]

const icicleIke: Picture = [
  ['tint', poly([10, 24], [14, 4], [22, 15], [32, 1], [42, 15], [50, 4], [54, 24])],
  ['skin', 'M13 22H51V40H13Z'],
  ['main', 'M9 20Q32 14 55 20V27Q32 21 9 27Z'],
  ['ink', poly([17, 27], [29, 31], [28, 34], [17, 30])],
  ['ink', poly([47, 27], [35, 31], [36, 34], [47, 30])],
  ...dots(32, 34, 9, 2.4),
  ['paper', 'M11 36Q22 42 32 37Q42 42 53 36L50 53L45 47L42 59L36 50L32 63L28 50L22 59L19 47L14 53Z'],
  ['tint', poly([28, 42], [36, 42], [32, 58])],
]

const mossback: Picture = [
  ['main', 'M3 50Q3 10 34 10Q61 12 61 50Z'],
  ['deep', 'M3 46Q4 34 8 27Q12 36 17 26Q22 36 28 24Q33 36 39 24Q44 36 49 27Q54 36 57 30Q61 40 61 50H3Z'],
  ['tint', disc(22, 17, 3)],
  ['gold', star(44, 9, 5, 7, 4)],
  ['red', disc(44, 9, 2.4)],
  ['wood', 'M10 61Q6 40 24 40Q42 40 40 61Z'],
  ['ink', poly([13, 44], [24, 48], [24, 51], [13, 48])],
  ['ink', poly([37, 44], [27, 48], [27, 51], [37, 48])],
  ['white', disc(19, 51, 2.4)],
  ['white', disc(32, 51, 2.4)],
  smile(25.5, 57, 13, -1.5),
  ['wood', 'M46 61Q45 50 53 50Q61 50 60 61Z'],
]

const walkingEcho: Picture = [
  ['line', 'M49 8Q62 22 55 38M44 14Q52 22 47.5 33'],
  ['deep', 'M16 42L13 57L4 57Q3 62 8 62H19L23 43Z'],
  ['deep', 'M31 42L36 54L31 60Q32 63 36 62L46 56L39 41Z'],
  ['main', 'M26 4Q48 4 48 24Q48 44 26 44Q22 44 18 43Q12 50 4 50Q9 46 8 38Q2 33 2 24Q3 4 26 4Z'],
  ...eyes(24, 19, 8, 6, 1),
  ['ink', oval(25, 34, 9, 5.5)],
  ['red', oval(25, 36.5, 5, 2.4)],
]

const thunderlung: Picture = [
  ['gold', bolt(14, 34, 36, 30)],
  [
    'main',
    'M14 42Q2 42 3 31Q4 22 13 22Q12 8 26 7Q32 1 40 6Q52 6 52 20Q62 22 61 32Q60 43 48 42Q40 48 32 44Q22 48 14 42Z',
  ],
  ['tint', 'M14 27Q15 14 27 12Q20 18 19 27Z'],
  ['ink', poly([17, 20], [29, 25], [29, 28], [17, 24])],
  ['ink', poly([47, 20], [35, 25], [35, 28], [47, 24])],
  ['white', disc(24, 28, 2.6)],
  ['white', disc(40, 28, 2.6)],
  ['ink', oval(32, 37, 6, 5)],
]

const arm = (side: number, from: number, to: number, lift: number): Layer[] => {
  const x = (value: number) => 32 + side * value
  const reach = 26
  return [
    [
      'main',
      `M${x(6)} ${from - 3}Q${x(16)} ${to + lift} ${x(reach)} ${to - 3}L${x(reach)} ${to + 3}Q${x(16)} ${to + lift + 8} ${x(6)} ${from + 4}Z`,
    ],
    ['skin', disc(x(reach), to, 4.6)],
  ]
}

const eightArmAgnes: Picture = [
  ...[1, -1].flatMap((side) => [
    ...arm(side, 44, 58, -1),
    ...arm(side, 40, 43, 2),
    ...arm(side, 34, 26, 2),
    ...arm(side, 28, 9, 6),
  ]),
  ['deep', 'M18 62Q16 30 32 30Q48 30 46 62Z'],
  ['deep', disc(32, 8, 6)],
  ['skin', oval(32, 26, 12.5, 15)],
  ['deep', 'M18 28Q17 9 32 9Q47 9 46 28Q42 16 32 17Q22 16 18 28Z'],
  ...mask(32, 26, 24),
  ...grin(32, 33, 10, 4.5),
  ['gold', star(32, 51, 8, 7, 4)],
]

export const mutants: Record<string, Picture> = {
  M06: gooBoy,
  M07: porcupina,
  M08: twiceTom,
  M09: icicleIke,
  M10: mossback,
  M11: walkingEcho,
  M12: thunderlung,
  M13: eightArmAgnes,
}
