/** The Stars: heroes who fell from the sky, all made of comets, moons, planets and suns. */
import {
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
} from '../../../ui/shapes'

const cometKid: Picture = [
  ['gold', 'M60 4Q52 26 40 46L12 30Q26 20 38 12L36 22Q48 16 60 4Z'],
  ['red', 'M50 16Q44 30 36 44L20 34Q28 28 36 22L36 28Q44 23 50 16Z'],
  ['main', disc(23, 42, 17)],
  ['skin', 'M8 44A15 15 0 0 0 38 44Q23 36 8 44Z'],
  ...mask(23, 41, 29),
  ...grin(23, 48, 14, 6),
]

const orbitOlga: Picture = [
  ['line', 'M6 22Q32 -10 58 22'],
  ['gold', disc(32, 6, 4.5)],
  ['deep', disc(12, 25, 8.5)],
  ['deep', disc(52, 25, 8.5)],
  ['line', 'M4.5 27Q12 31 19.5 22M44.5 22Q52 31 59.5 27'],
  ['main', shoulders(52, 14, 50)],
  ['deep', 'M14 38Q12 16 32 16Q52 16 50 38L46 50H18Z'],
  ['umber', oval(32, 39, 14.5, 15.5)],
  ['deep', 'M17 35Q22 22 32 23Q42 22 47 35Q32 25 17 35Z'],
  ...eyes(32, 39, 6.5, 4.5, 1),
  smile(32, 46.5, 12, 2.5),
]

const captainParsec: Picture = [
  ['deep', shoulders(50, 6, 58)],
  ['red', 'M26 16L32 1L38 16Z'],
  ['main', disc(32, 33, 22)],
  ['paper', box(10, 28, 44, 22, 11)],
  ['tan', 'M13 39A11 11 0 0 1 24 28.8H40A11 11 0 0 1 51 39A11 10.5 0 0 1 40 49.2H24A11 11 0 0 1 13 39Z'],
  ...mask(32, 37, 37),
  ['ink', 'M24 45Q32 49 40 45Q38 42.5 32 43.5Q26 42.5 24 45Z'],
  ['gold', star(32, 20, 5, 8, 3.4)],
  ['gold', box(4, 32, 8, 14, 3)],
  ['gold', box(52, 32, 8, 14, 3)],
]

const moonbeamMona: Picture = [
  ['tint', poly([32, 34], [62, 14], [63, 32])],
  ['tint', poly([34, 40], [62, 40], [58, 56])],
  ['gold', 'M40 3A30 30 0 1 0 47 58A24 26 0 0 1 34 44Q39 42 37 38L44 34L36 27Q36 12 40 3Z'],
  ['main', 'M12 17Q20 5 40 3Q34 10 34.5 20Q24 16 12 17Z'],
  ['ink', 'M17 29Q24 36 32 28Q31 35 25 36.5Q18 36 17 29Z'],
  ['red', 'M26 45Q31 42 35 45.5Q31 50 26 45Z'],
  ['paper', star(53, 14, 4, 8, 2.6)],
]

const saturnSentinel: Picture = [
  ['tint', 'M17 26Q4 30 3 36Q3 45 32 45Q61 45 61 36Q60 30 47 26Q52 33 32 35Q12 33 17 26Z'],
  ['main', disc(32, 32, 21)],
  ['deep', 'M13 24Q32 12 51 24L49 19Q41 10 32 11Q23 10 15 19Z'],
  ['ink', 'M18 26H46V33H36L34.5 47H29.5L28 33H18Z'],
  ['white', poly([21, 28], [28, 31], [21, 31])],
  ['white', poly([43, 28], [36, 31], [43, 31])],
  ['gold', 'M3 36Q4 33 10 30Q13 39 32 39.5Q51 39 54 30Q60 33 61 36Q60 46 32 46Q4 46 3 36Z'],
  ['red', 'M29 11Q27 3 38 2Q36 6 36 11Z'],
]

const ladyPerihelion: Picture = [
  ['gold', star(32, 32, 12, 31, 20)],
  ['main', disc(32, 32, 19)],
  ['tan', oval(32, 35, 13, 15)],
  ['main', 'M18 34Q17 17 32 17Q47 17 46 34Q42 23 32 24Q22 23 18 34Z'],
  ...mask(32, 34, 25),
  ['red', 'M27 43Q29.5 41 32 42.5Q34.5 41 37 43Q32 47.5 27 43Z'],
]

const gravitonia: Picture = [
  ['main', 'M32 3C56 3 65 26 58 42C56 26 46 14 32 15C18 14 10 22 10 32C2 20 12 4 32 3Z'],
  ['deep', 'M32 61C8 61 -1 38 6 22C8 38 18 50 32 49C46 50 54 42 54 32C62 44 52 60 32 61Z'],
  ['ink', disc(32, 32, 17)],
  ['white', poly([19, 28], [29, 33], [22, 35])],
  ['white', poly([45, 28], [35, 33], [42, 35])],
  ['gold', disc(54, 9, 5)],
  ['gold', disc(9, 54, 4)],
]

const pulsarPrince: Picture = [
  ['gold', star(32, 33, 4, 31, 9)],
  ['main', star(32, 33, 4, 24, 10, 45)],
  ['skin', oval(32, 36, 11.5, 13.5)],
  ...mask(32, 35, 23),
  smile(32, 43, 8, 2),
  ['gold', crown(18, 8, 28, 18)],
  ['red', disc(32, 20.5, 2.6)],
]

export const stars: Record<string, Picture> = {
  S06: cometKid,
  S07: orbitOlga,
  S08: captainParsec,
  S09: moonbeamMona,
  S10: saturnSentinel,
  S11: ladyPerihelion,
  S12: gravitonia,
  S13: pulsarPrince,
}
