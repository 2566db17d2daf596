/** Small signs for what cards do, for tokens and for symbols of the tracks: one flat shape each on 24 by 24. */

const ring = 'M12 3a9 9 0 1 0 0 18a9 9 0 0 0 0-18zm0 3a6 6 0 1 1 0 12a6 6 0 0 1 0-12z'
const flame = 'M12 2c1 4 6 6 6 12a6 6 0 0 1-12 0c0-3 2-4 2-7c2 1 3 2 3 4c1-2 2-5 1-9z'
const heart = 'M12 21C4 15 2 12 2 8.5A5 5 0 0 1 12 6a5 5 0 0 1 10 2.500C22 12 20 15 12 21z'
const shield = 'M12 2l9 3v6c0 6-4 9-9 11c-5-2-9-5-9-11V5z'
const skull =
  'M12 2a9 9 0 0 0-6 15.500V21h3v-2h2v2h2v-2h2v2h3v-3.500A9 9 0 0 0 12 2zM8.500 9a2.200 2.200 0 1 1 0 4.400a2.200 2.200 0 0 1 0-4.400zm7 0a2.200 2.200 0 1 1 0 4.400a2.200 2.200 0 0 1 0-4.400z'
const fist =
  'M4 9.500C4 8 6 7.500 7 9V6.500C7 4.500 10 4.500 10 6.500V6c0-2 3-2 3 0v.500c0-2 3-2 3 0V8c0-1.600 3-1.600 3 .200V15c0 4-3 7-7 7h-1c-4 0-7-4-7-7z'

export const signs: Record<string, string> = {
  attack: 'M20 2l2 2l-1 5l-9 9l2 2l-2 2l-3-3l-4 4l-3-3l4-4l-3-3l2-2l2 2l9-9z',
  hit: 'M12 1l2.500 6L20 4l-2 6l6 2l-6 2.500l2 5.500l-5.500-2.500L12 23l-2.500-5.500L4 20l2-5.500L0 12l6-2L4 4l5.500 3z',
  block: shield,
  check: `${shield}M10.500 16l7-8l-2-1.700l-5.200 6l-2.300-2.300l-1.800 2z`,
  heal: heart,
  power: fist,
  'power-self': fist,
  'power-partner': `M13 9.500l-6-6l-6 6h4v12h4v-12zM17 6a3 3 0 1 1 0 6a3 3 0 0 1 0-6zm-5 15c0-5 2-7.500 5-7.500s6 2.500 6 7.500z`,
  direct: 'M12 2c4 6 7 9 7 13a7 7 0 0 1-14 0c0-4 3-7 7-13z',
  track: 'M2 17h4v4H2zm6-5h4v9H8zm6-5h4v14h-4zm6-5h3v19h-3z',
  voices: `${ring}M12 9l1 2h2l-1.500 1.500l.500 2.500l-2-1.200l-2 1.200l.500-2.500L9 11h2z`,
  ships: 'M11 2v12H3c1-6 4-10 8-12zm2 3c4 2 6 5 7 9h-7zM2 16h20l-3 5H5z',
  rage: 'M3 3l7 4l2-5l2 5l7-4l-2 8l3 3l-5 1l-5 7l-5-7l-5-1l3-3zM9 11l-1 2l3 1zm6 0l1 2l-3 1z',
  spirit:
    'M12 2a8 8 0 0 0-8 8v12l3-3l2.500 3l2.500-3l2.500 3l2.500-3l3 3V10a8 8 0 0 0-8-8zM9 8a2 2.500 0 1 1 0 5a2 2.500 0 0 1 0-5zm6 0a2 2.500 0 1 1 0 5a2 2.500 0 0 1 0-5z',
  sheriff: 'M12 1l3 6.500l7 .500l-5 5l2 7l-7-3.500l-7 3.500l2-7l-5-5l7-.500z',
  presence: 'M5 4h14l2 4v10l-4 4H7l-4-4V8zm3 7v3h3v-3zm5 0v3h3v-3zM8 17v2h8v-2z',
  concentration: `${ring}M12 6a3 3 0 0 1 0 6a3 3 0 0 0 0 6a6 6 0 0 1 0-12z`,
  aflame: flame,
  ignite: flame,
  serpent: 'M6 3h8a5 5 0 0 1 0 10H9a2 2 0 0 0 0 4h10v4H9A6 6 0 0 1 9 9h5a1 1 0 0 0 0-2H8L5 9L2 6.500z',
  flip: 'M6 3h8a5 5 0 0 1 0 10H9a2 2 0 0 0 0 4h10v4H9A6 6 0 0 1 9 9h5a1 1 0 0 0 0-2H8L5 9L2 6.500z',
  plant: 'M2 5h20v14H2zm2 2l8 6l8-6z',
  unleash: 'M2 10L12 2l10 8v12H2zm3 1l7 5l7-5l-7-6z',
  scheme: 'M2 5h20v14H2zm2 2l8 6l8-6z',
  poison:
    'M9 2h6v4l3 5v9a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2v-9l3-5zM9.500 13a1.500 1.500 0 1 0 0 3a1.500 1.500 0 0 0 0-3zm5 0a1.500 1.500 0 1 0 0 3a1.500 1.500 0 0 0 0-3zM10 18v1.500h4V18z',
  give: 'M2 14l5-2l6 3h5l-1 2h-5l1 1h5l4-3l1 2l-6 4h-7l-4-2H2zM11 2l5 5h-3v4h-4V7H6z',
  take: 'M2 14l5-2l6 3h5l-1 2h-5l1 1h5l4-3l1 2l-6 4h-7l-4-2H2zM11 11L6 6h3V2h4v4h3z',
  swap: 'M7 2l5 6H9v10H5V8H2zM17 22l-5-6h3V6h4v10h3z',
  transfer: 'M2 8h12V4l8 6l-8 6v-4H2zM4 18h9v3H4z',
  power_match: 'M3 7h18v4H3zm0 6h18v4H3z',
  cancel: 'M5 2l7 7l7-7l3 3l-7 7l7 7l-3 3l-7-7l-7 7l-3-3l7-7l-7-7z',
  double_next:
    'M3 4h11v14H3zm13 3h5v14H8v-2h8zM6 8l2 2.500L6 13h2l1-1.500l1 1.500h2l-2-2.500L12 8h-2L9 9.500L8 8z',
  remove_card: 'M5 2h14v8l-4 3l-3-3l-4 3l-3-2zM5 14l3 2l4-3l3 3l4-3v9H5z',
  execute: skull,
  ko: skull,
  terror: 'M11 2v12H3c1-6 4-10 8-12zm2 3c4 2 6 5 7 9h-7zM2 16h20l-3 5H5z',
  redirect: 'M3 21V10a5 5 0 0 1 5-5h7V1l8 6l-8 6V9H8a1 1 0 0 0-1 1v11z',
  steal_heals: `${heart}M8 9h5V6.500l4 4l-4 4V12H8z`,
  drag: 'M11 22V12C5 12 4 8 4 2l3 3v2c0 2 1 3 4 3V2h2v8c3 0 4-1 4-3V5l3-3c0 6-1 10-7 10v10z',
  legends: 'M5 2h14v3c0 4-3 5-4 7c1 2 4 3 4 7v3H5v-3c0-4 3-5 4-7c-1-2-4-3-4-7z',
  flip_card:
    'M12 4V1l5 4l-5 4V6a6 6 0 0 0-5 9l-2 2A9 9 0 0 1 12 4zm0 16v3l-5-4l5-4v3a6 6 0 0 0 5-9l2-2a9 9 0 0 1-7 13z',
  revive: 'M12 2l4 6h-3v5h5l2-3l3 5H1l3-5l2 3h5V8H8zM4 18h16v3H4z',
  stop: 'M8 2h8l6 6v8l-6 6H8l-6-6V8zM6 10.500v3h12v-3z',
  star: 'M12 1l3 6.500l7 .500l-5 5l2 7l-7-3.500l-7 3.500l2-7l-5-5l7-.500z',
  instant: 'M14 1L4 14h6l-2 9L20 9h-7z',
}

export const signOf = (key: string): string => signs[key] ?? signs.star!
