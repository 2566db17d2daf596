/** How things move: from the zone they left to the place where they now are, and cards over onto their face. */

import { cubicOut } from 'svelte/easing'
import type { TransitionConfig } from 'svelte/transition'
import { pace } from './settings.svelte'

const TRAVEL = 340
const TURN = 260
const FLIGHT = 380

export interface Journey {
  /** Name of the zone the card comes from; none: it does not move. */
  from: string | undefined
  delay?: number
}

/** A card arrives: it is drawn where it lies now and slides in from where it came. */
export function travel(node: Element, { from, delay = 0 }: Journey): TransitionConfig {
  const speed = pace()
  const origin = from && node.closest('[data-board]')?.querySelector(`[data-zone="${from}"]`)
  if (!origin || !speed) return { duration: 0 }
  const start = origin.getBoundingClientRect()
  const end = node.getBoundingClientRect()
  if (!end.width || !end.height) return { duration: 0 }
  const dx = start.left + start.width / 2 - end.left - end.width / 2
  const dy = start.top + start.height / 2 - end.top - end.height / 2
  const scale = Math.max(0.3, Math.min(2, start.height / end.height)) - 1
  return {
    duration: TRAVEL * speed,
    delay: delay * speed,
    easing: cubicOut,
    css: (_, left) =>
      `position: relative; z-index: 40; pointer-events: none;` +
      `transform: translate(${left * dx}px, ${left * dy}px) scale(${1 + left * scale}) rotate(${left * 6}deg)`,
  }
}

/** A card is turned over, if this is the moment for it. */
export function turnOver(
  _: Element,
  { turning, delay }: { turning: boolean; delay: number },
): TransitionConfig {
  const speed = pace()
  if (!speed || !turning) return { duration: 0 }
  return {
    duration: TURN * speed,
    delay: delay * speed,
    easing: cubicOut,
    css: (_t, left) => `transform: perspective(400px) rotateY(${left * 90}deg)`,
  }
}

/** A small sign flies: drawn where it lands, it comes from where it was sent. */
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
