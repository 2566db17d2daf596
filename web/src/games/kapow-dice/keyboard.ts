/** The keyboard's side of the board: arrows walk from thing to thing. */

import { directionOf, steer, type Spot } from './steer'

interface Place extends Spot {
  element: HTMLElement
}

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

/** Somebody is writing, or a window is open: keys are not for the board. */
export const isElsewhere = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.closest('input, textarea, select, dialog, [contenteditable]') !== null

/** Moves the focus in the direction of an arrow key; says whether it was one. */
export function walk({ key, target }: KeyboardEvent, board: HTMLElement): boolean {
  const direction = directionOf(key)
  const here = target === document.body || (target instanceof Node && board.contains(target))
  if (!direction || !here) return false
  const all = placesOn(board)
  const from = all.find(({ element }) => element === document.activeElement)
  const next = from ? steer(from, all, direction) : (all.find((place) => place.legal) ?? all[0])
  next?.element.focus()
  return true
}
