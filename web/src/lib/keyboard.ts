/** The keyboard's side of a board: arrows walk from thing to thing, and each group of things is one tab stop. */

type Direction = 'left' | 'right' | 'up' | 'down'

interface Spot {
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

interface Place extends Spot {
  element: HTMLElement
}

/** Everything on a board that can be walked to: `data-spot`, with `data-legal` if it can be used now. */
const placesOn = (board: HTMLElement): Place[] =>
  [...board.querySelectorAll<HTMLElement>('[data-spot]')].map((element) => {
    const box = element.getBoundingClientRect()
    return {
      element,
      x: box.left + box.width / 2,
      y: box.top + box.height / 2,
      legal: element.dataset.legal !== undefined,
    }
  })

/** A key that is not for the board: something has used it, somebody is writing, or a window is open. */
export const isElsewhere = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.ctrlKey ||
  event.altKey ||
  event.metaKey ||
  (event.target instanceof Element &&
    event.target.closest('input, textarea, select, dialog, [contenteditable]') !== null)

export const isInside = ({ target }: KeyboardEvent, board: HTMLElement): boolean =>
  target instanceof Node && board.contains(target)

/** Whether somebody is at the keyboard, on a board. */
export const holdsFocus = (): boolean =>
  document.activeElement?.matches('[data-board] :focus-visible') ?? false

/** Moves the focus in the direction of an arrow key; says whether it was one. `start` names where to begin. */
export function walk(event: KeyboardEvent, board: HTMLElement, start?: string): boolean {
  const direction = directionOf(event.key)
  if (!direction || (event.target !== document.body && !isInside(event, board))) return false
  const all = placesOn(board)
  const from = all.find(({ element }) => element === document.activeElement)
  const next = from ? steer(from, all, direction) : first(all, start)
  next?.element.focus()
  return true
}

/** Puts the focus where a walk begins. */
export const begin = (board: HTMLElement, start?: string): void =>
  first(placesOn(board), start)?.element.focus()

function first(all: Place[], start?: string): Place | undefined {
  const wanted = start ? all.filter(({ element }) => element.closest(start)) : all
  return wanted.find(({ legal }) => legal) ?? wanted[0] ?? all[0]
}

/** One tab stop for each `data-group`: where the focus is, else the first legal thing, else the first. */
export function tidy(board: HTMLElement): void {
  for (const group of board.querySelectorAll<HTMLElement>('[data-group]')) {
    const items = [...group.querySelectorAll<HTMLElement>('[data-spot]')]
    const stop =
      items.find((item) => item === document.activeElement) ??
      items.find((item) => item.dataset.legal !== undefined) ??
      items[0]
    for (const item of items) item.tabIndex = item === stop ? 0 : -1
  }
}
