/**
 * How hard an event hits, as one of four intensities. Sound, vibration, shaking, faces and the size of numbers all follow
 * it, so that a blow of 19 is not a blow of 1.
 *
 * The numbers are the engine's: what an event took, and how much there was to take. A game whose events say no such
 * whole declares one in its `extras.ts`.
 */

/** Nothing came of it; a light blow; a heavy one; a crushing one. */
export type Intensity = 0 | 1 | 2 | 3

export interface Blow {
  amount: number
  /** What the amount is measured against: full health, the highest card. */
  of: number
  /** Somebody is knocked out by it. */
  ko?: boolean
}

/** From these parts of the whole on a blow is heavy, and crushing. */
const HEAVY = 0.2
const CRUSHING = 0.4

export function intensityOf({ amount, of, ko = false }: Blow): Intensity {
  if (ko) return 3
  if (amount <= 0) return 0
  const part = of > 0 ? amount / of : 1
  return part >= CRUSHING ? 3 : part >= HEAVY ? 2 : 1
}

/** From here on everybody feels it: the panel shakes, bots speak. */
export const isHeavy = (blow: Blow | null): boolean => blow !== null && intensityOf(blow) >= 2

/** A blow that has landed: `nth` counts those of one scene. */
export interface Landed {
  intensity: Intensity
  nth: number
}

/** Each hit of a scene sounds a tone higher than the one before, up to the octave. */
const OCTAVE = 6
export const pitchOf = (nth: number): number => 2 ** (Math.min(Math.max(nth, 1) - 1, OCTAVE) / OCTAVE)

const LOUDNESS: Record<Intensity, number> = { 0: 0.6, 1: 0.75, 2: 1, 3: 1.3 }
export const loudnessOf = (intensity: Intensity): number => LOUDNESS[intensity]

/** Milliseconds of vibration, pause, vibration. */
const VIBRATION: Record<Intensity, readonly number[]> = { 0: [], 1: [12], 2: [32], 3: [40, 30, 80] }
export const vibrationOf = (intensity: Intensity): readonly number[] => VIBRATION[intensity]

/** From a heavy blow on the panel shakes: by how many pixels. */
const SHAKE: Record<Intensity, number> = { 0: 0, 1: 0, 2: 4, 3: 9 }
export const shakeOf = (intensity: Intensity): number => SHAKE[intensity]

/** Which way the edge between two sides leans, from -1 (the left one is ahead) to 1: by how much of the larger number. */
export function leanOf(left: number, right: number): number {
  const most = Math.max(Math.abs(left), Math.abs(right))
  return most === 0 ? 0 : Math.max(-1, Math.min(1, (right - left) / most))
}
