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

/** Between the teams and the middle, where they stand side by side. */
export const GAP = 8

export interface BoardLayout {
  /** A desk or a tablet: numbers on the tracks, words on the buttons. */
  wide: boolean
  /** A phone on its side, or a page at twice its size: the teams on the left, the middle beside them. */
  short: boolean
  /** Width of the teams, where they stand on the left. */
  teams: number
  /** Width of the middle. */
  middle: number
}

export function boardLayout(width: number, height: number): BoardLayout {
  const short = height < 430 && width >= 520
  const teams = short ? Math.round(Math.max(226, Math.min(264, width * 0.29))) : 0
  return { wide: width >= 720 && !short, short, teams, middle: short ? width - teams - GAP : width }
}
