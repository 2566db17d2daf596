/** Where the hand of a lesson goes: beside what it points at, never on it. */

export interface Box {
  left: number
  top: number
  width: number
  height: number
}

export interface Hand {
  left: number
  top: number
  /** By how many degrees it is turned; unturned it points upwards. */
  turn: number
  /** How it taps: a translation towards what it points at. */
  tap: string
}

export const HAND = 30
/** Between the hand and what it points at: it must not cover a number, nor when it taps. */
export const GAP = 7

/** Below it, else above, to the right or to the left, wherever the window has room. */
export function handAt(spot: Box, width: number, height: number): Hand {
  const [right, bottom] = [spot.left + spot.width, spot.top + spot.height]
  const inside = (at: number, most: number): number => Math.max(0, Math.min(at, most - HAND))
  const across = inside(spot.left + spot.width / 2 - HAND / 2, width)
  const down = inside(spot.top + spot.height / 2 - HAND / 2, height)
  if (bottom + GAP + HAND <= height) return { left: across, top: bottom + GAP, turn: 0, tap: '0 -5px' }
  if (spot.top - GAP - HAND >= 0) return { left: across, top: spot.top - GAP - HAND, turn: 180, tap: '0 5px' }
  if (right + GAP + HAND <= width) return { left: right + GAP, top: down, turn: -90, tap: '-5px 0' }
  return { left: inside(spot.left - GAP - HAND, width), top: down, turn: 90, tap: '5px 0' }
}
