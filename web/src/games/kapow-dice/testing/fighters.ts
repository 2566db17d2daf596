/** Small positions for tests: dice in one word each, "rM" a red die showing Might, "kB" a blank Action die. */

import type { DieFacts, Face, Fighter, Kind } from '../facts'

const LETTERS: Record<string, Kind> = {
  r: 'red',
  y: 'yellow',
  p: 'purple',
  g: 'green',
  b: 'blue',
  k: 'action',
}

/** "rM@biff" lies on Biff. */
function dice(text: string): DieFacts[] {
  return text
    .split(' ')
    .filter(Boolean)
    .map((word, index) => {
      const [body, at = null] = word.split('@')
      const kind = LETTERS[body![0]!]!
      return {
        die: index + 1,
        kind,
        face: body![1] as Face,
        at,
        frozen: false,
        sides: kind === 'action' ? [] : null,
        shown: null,
      }
    })
}

export const fighter = (text: string, rest: Partial<Fighter> = {}): Fighter => ({
  team: 0,
  seat: 0,
  across: 1,
  character: null,
  hidden: false,
  ready: false,
  changes: null,
  dice: dice(text),
  pool: { M: 0, E: 0, T: 0, A: 0, X: 0, W: 0 },
  shown_pool: null,
  behind: [],
  entangled: 0,
  locked: [],
  used: [],
  announced: [],
  selected: [],
  previous: [],
  modes: {},
  target: null,
  skipped: { attack: [], defence: [] },
  attack: null,
  defence: null,
  forecast: null,
  worth: {},
  gained: { dice: 0, faces: 0 },
  lost: 0,
  dealt: 0,
  ...rest,
})
