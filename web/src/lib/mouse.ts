/** Where the mouse was moved to last. When the page changes under it, it is over something else without having moved. */

let last: { x: number; y: number } | null = null

/** Follow the mouse on every page, so that a new one knows where it rests; returns how to stop. */
export function followMouse(): () => void {
  const moved = ({ clientX, clientY }: PointerEvent): void => {
    last = { x: clientX, y: clientY }
  }
  addEventListener('pointermove', moved, true)
  return () => {
    removeEventListener('pointermove', moved, true)
    last = null
  }
}

/** Whether the page has moved and not the mouse. A pointer is over something before it tells where it has moved. */
export const rested = ({ clientX, clientY }: MouseEvent): boolean =>
  last !== null && last.x === clientX && last.y === clientY
