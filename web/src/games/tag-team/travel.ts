/** How small signs fly: from the card on the stage to the fighter they touch. */

import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { pace } from '../../lib/settings.svelte'

const FLIGHT = 380

/** Drawn where it lands, it comes from where it was sent. */
export function fly(node: Element, { from, delay = 0 }: { from: string; delay?: number }): TransitionConfig {
  const speed = pace()
  const origin = node.closest('[data-theatre], [data-board]')?.querySelector(`[data-zone="${from}"]`)
  if (!origin || !speed) return { duration: 0 }
  const start = origin.getBoundingClientRect()
  const end = node.getBoundingClientRect()
  const dx = start.left + start.width / 2 - end.left - end.width / 2
  const dy = start.top + start.height / 2 - end.top - end.height / 2
  return {
    duration: FLIGHT * Math.max(1, Math.min(speed, 1.4)),
    delay: delay * speed,
    easing: cubicOut,
    css: (done, left) =>
      `transform: translate(${left * dx}px, ${left * dy}px) scale(${0.7 + 0.3 * done}); opacity: ${0.3 + 0.7 * done}`,
  }
}
