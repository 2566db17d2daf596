/** The six symbols, each a shape of its own on a 24 by 24 grid, and the colours of faces and dice. */

import type { Face, Kind } from '../facts'

export const SYMBOLS: Record<Exclude<Face, 'B'>, string> = {
  // a fist, knuckles up
  M: 'M4.5 10.2V7.4a1.9 1.9 0 013.7-.6V5.4a1.9 1.9 0 013.8 0v.9a1.9 1.9 0 013.8.3v1a1.8 1.8 0 013.6.4v6.3c0 4.3-2.9 7.2-7 7.2-4.4 0-7.9-2.7-7.9-6.6v-2.6l5.6-.1a1.7 1.7 0 000-3.4z',
  // a bolt
  E: 'M14.2 1.8L4.4 13.6h5.4L7.6 22.4 19.6 9.4h-6.2z',
  // a shield with a notch
  T: 'M12 1.8c2.6 1.9 5.2 2.7 8.4 2.8v6.2c0 5.4-3.2 9.1-8.4 11.4-5.2-2.3-8.4-6-8.4-11.4V4.6c3.2-.1 5.8-.9 8.4-2.8z',
  // a wing
  A: 'M2.2 18.4C12 20.6 19.8 15.8 22.2 3.4c-3.4 2.2-6.9 3.1-10.6 3.2.9 1.2 1.9 1.8 3.1 2.1-2.4 1.2-4.7 1.6-7.3 1.4.9 1.4 1.9 2.1 3.3 2.4-1.8 1.1-3.7 1.6-6 1.6 1 1.1 2 1.7 3.2 1.9-1.7 1.2-3.6 1.9-5.7 2.4z',
  // an X with blades
  X: 'M2.6 3.2l6.2.4L12 8.2l3.2-4.6 6.2-.4-6 8.6 6 9-6.2-.4-3.2-4.8-3.2 4.8-6.2.4 6-9z',
  // a star
  W: 'M12 1.6l3.1 6.8 7.3.8-5.5 5 1.5 7.3L12 17.8l-6.4 3.7 1.5-7.3-5.5-5 7.3-.8z',
}

/** Colour of a face, and of the symbol on it. */
export const FACE_COLOUR: Record<Face, [tile: string, sign: string]> = {
  M: ['#cf2e1f', '#ffffff'],
  E: ['#ffc928', '#1b1714'],
  T: ['#7a3fb0', '#ffffff'],
  A: ['#23803c', '#ffffff'],
  X: ['#1f5fc0', '#ffffff'],
  W: ['#ffffff', '#1b1714'],
  B: ['transparent', 'transparent'],
}

export const BODY: Record<Kind, string> = {
  red: '#e8554a',
  yellow: '#f7d774',
  purple: '#a77bd0',
  green: '#69b97c',
  blue: '#6a9fe6',
  action: '#2a2623',
}
