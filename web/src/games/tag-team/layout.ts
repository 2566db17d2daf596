/** How large things are, so that a whole decision fits on one screen. */

/** A thumb needs this much. */
export const TOUCH = 44
const WIDEST = 104
/** Room for half a gap left of the first card. */
export const LEAD = 22

export interface RowLayout {
  /** Places in a line; a place is a gap and the card behind it. */
  perLine: number
  lines: number
  /** Width of a place. */
  pitch: number
}

/** A deck of `cards` with a gap before, between and after them, in as few lines as a thumb allows. */
export function deckRow(width: number, cards: number): RowLayout {
  const places = cards + 1
  const room = Math.max(TOUCH, width - LEAD)
  const most = Math.max(1, Math.floor(room / TOUCH))
  const lines = Math.ceil(places / most)
  const perLine = Math.ceil(places / lines)
  return { perLine, lines, pitch: Math.min(WIDEST, Math.floor(room / perLine)) }
}

export const isWide = (width: number): boolean => width >= 720
