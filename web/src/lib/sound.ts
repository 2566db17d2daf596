/** Short synthesised sounds, silent until the reader asks for them. */

import { settings } from './settings.svelte'

export type Sound = 'tick' | 'card' | 'swish' | 'hit' | 'block' | 'turn' | 'refuse' | 'win' | 'lose'

/** volume, randomness, frequency, attack, sustain, release, shape, shape curve, slide, ... as zzfx takes them. */
const SOUNDS: Record<Sound, (number | undefined)[]> = {
  tick: [0.5, 0.02, 520, 0, 0.01, 0.04, 1, 1.6],
  card: [0.7, 0.05, 190, 0.01, 0.02, 0.05, 4, 2.2, -8, 0, 0, 0, 0, 1.2],
  swish: [0.6, 0.05, 330, 0.04, 0.05, 0.14, 4, 1.4, 14, 0, 0, 0, 0, 0.8],
  hit: [1.3, 0.05, 110, 0, 0.05, 0.26, 3, 1.6, -4, 0, 0, 0, 0, 2.4, 0, 0.2],
  block: [1, 0.03, 240, 0, 0.03, 0.16, 1, 0.6, 0, 0, -90, 0.04, 0, 0.4],
  turn: [0.7, 0, 660, 0.01, 0.07, 0.16, 0, 1, 0, 0, 220, 0.07],
  refuse: [0.6, 0, 150, 0, 0.07, 0.09, 2, 1, -1, 0, -40, 0.06],
  win: [1, 0, 523, 0.02, 0.3, 0.4, 1, 1.8, 0, 0, 262, 0.12, 0.12],
  lose: [0.8, 0, 262, 0.02, 0.2, 0.45, 1, 1.6, -2, 0, -60, 0.16],
}

const [VOLUME, FREQUENCY] = [0, 2]

/** The numbers of a sound, louder and higher than usual by these factors. */
function tuned(name: Sound, loudness: number, pitch: number): (number | undefined)[] {
  const factors: Partial<Record<number, number>> = { [VOLUME]: loudness, [FREQUENCY]: pitch }
  return SOUNDS[name].map((number, index) => (number === undefined ? number : number * (factors[index] ?? 1)))
}

export async function sound(name: Sound, loudness = 1, pitch = 1): Promise<void> {
  if (!settings.sound) return
  try {
    const { zzfx } = await import('zzfx')
    zzfx(...tuned(name, loudness, pitch))
  } catch {
    // A browser without audio plays on in silence.
  }
}
