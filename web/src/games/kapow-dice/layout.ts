/** How the board is laid out in the room it has: open columns, folded tabs, or tabs with my dice beside them. */

export interface Layout {
  /** All boxes lie open in columns. */
  wide: boolean
  /** A phone on its side: the boxes on the left, my dice and buttons on the right. */
  short: boolean
  /** There is no height to spare. */
  low: boolean
  /** My own corner stands in the strip of the others: boxes need the height. */
  tight: boolean
  /** Too narrow for a fifth column: Team-Up cards lie in a row of their own under the others. */
  stacked: boolean
}

const COLUMNS = 740 // pixels for four open columns
const FIVE = 950
const OPEN = 560 // pixels of height for nine boxes, one under the other, and all around them
const STACKED = 780
const BESIDE = 560
const SHORT = 470

export function layoutOf(width: number, height: number, fighters: number): Layout {
  const cards = fighters > 2
  const stacked = cards && width < FIVE
  const wide = width >= COLUMNS && height >= (stacked ? STACKED : OPEN)
  const low = !wide && height < OPEN
  return {
    wide,
    short: !wide && width >= BESIDE && height < SHORT,
    low,
    tight: !wide,
    stacked: wide && stacked,
  }
}
