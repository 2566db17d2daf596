/** The keyboard's way around the board: which thing lies next in the direction of an arrow. */

export type Direction = 'left' | 'right' | 'up' | 'down'

export interface Spot {
  x: number
  y: number
  legal: boolean
}

const ARROWS: Record<string, Direction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

export const directionOf = (key: string): Direction | null => ARROWS[key] ?? null

/** Things whose middles differ less than this lie on one line. */
const LINE = 32

/** How far a spot lies in a direction, counting the way aside double; null if it lies elsewhere. */
function distance(from: Spot, to: Spot, direction: Direction): number | null {
  const dx = to.x - from.x
  const dy = to.y - from.y
  const ahead = { left: -dx, right: dx, up: -dy, down: dy }[direction]
  const aside = Math.abs(direction === 'left' || direction === 'right' ? dy : dx)
  return ahead > 2 ? ahead + aside * 2 : null
}

function nearest<S extends Spot>(from: S, spots: readonly S[], direction: Direction): S | null {
  let best: S | null = null
  let least = Infinity
  for (const spot of spots) {
    const way = distance(from, spot, direction)
    if (way === null || way >= least) continue
    best = spot
    least = way
  }
  return best
}

/** Left and right walk along a line; up and down go to the next legal thing, or to the next at all if none is. */
export function steer<S extends Spot>(from: S, spots: readonly S[], direction: Direction): S | null {
  if (direction === 'left' || direction === 'right')
    return nearest(
      from,
      spots.filter((spot) => Math.abs(spot.y - from.y) < LINE),
      direction,
    )
  const legal = spots.filter((spot) => spot.legal)
  return nearest(from, legal, direction) ?? nearest(from, spots, direction)
}
