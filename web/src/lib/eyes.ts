/** With whose eyes a match that is over is watched: everything shown, as a spectator saw it, or as a seat did. */

/** The seat of a view that shows everything: nobody's. It exists only once a match is over. */
export const EVERYTHING = -2
export const SPECTATOR = -1

/** Whether a view shows everything, as nothing is secret any more. */
export const isOpen = ({ seat }: { seat: number }): boolean => seat === EVERYTHING

/** The address of a moment: seats are counted as people do, and what goes without saying is left out. */
export function replayAddress(match: string, step: number, eyes: number): string {
  const asked = new URLSearchParams()
  if (step > 0) asked.set('step', `${step}`)
  if (eyes !== EVERYTHING) asked.set('eyes', eyes === SPECTATOR ? 'spectator' : `${eyes + 1}`)
  const query = asked.toString()
  return `/replay/${encodeURIComponent(match)}${query && `?${query}`}`
}

/** A moment that other tables with the same deal know too: a round, or a turn where the game has no rounds. */
export interface SharedMoment {
  of: 'round' | 'turn'
  number: number
}

/** The address of that moment at another table. */
export const sharedAddress = (match: string, { of, number }: SharedMoment): string =>
  `/replay/${encodeURIComponent(match)}${number > 1 ? `?${of}=${number}` : ''}`

/** The moment of another table that an address means; null where it names a step of its own. */
export function readShared(query: string): SharedMoment | null {
  const asked = new URLSearchParams(query)
  for (const of of ['round', 'turn'] as const) {
    const number = asked.get(of) ?? ''
    if (/^[1-9][0-9]{0,4}$/.test(number)) return { of, number: Number(number) }
  }
  return null
}

/** The moment that an address means; what cannot be read is left at the start, with everything shown. */
export function readMoment(query: string): { step: number; eyes: number } {
  const asked = new URLSearchParams(query)
  const step = /^[0-9]{1,7}$/.test(asked.get('step') ?? '') ? Number(asked.get('step')) : 0
  const eyes = asked.get('eyes') ?? ''
  if (eyes === 'spectator') return { step, eyes: SPECTATOR }
  return { step, eyes: /^[1-9][0-9]?$/.test(eyes) ? Number(eyes) - 1 : EVERYTHING }
}
