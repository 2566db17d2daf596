/** A short vibration with a blow, where the device can and the reader wants it. Nothing where nothing should move. */

import { vibrationOf, type Intensity } from './blows'
import { motionless, settings } from './settings.svelte'

export const canVibrate = (): boolean => typeof navigator !== 'undefined' && 'vibrate' in navigator

export function vibrate(intensity: Intensity): void {
  const pattern = vibrationOf(intensity)
  if (pattern.length === 0 || !settings.vibration || motionless() || !canVibrate()) return
  try {
    navigator.vibrate([...pattern])
  } catch {
    // A page that nobody has touched yet may not.
  }
}
