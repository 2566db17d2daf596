/**
 * How large everything is, so that the whole decision fits on one screen with six players and with fifteen cards.
 *
 * From top to bottom: opponents, the trick, my advancements, my hand, what I can do. Cards are as large as they can be
 * while the trick keeps the height it needs to be read.
 */

export interface Room {
  width: number
  height: number
  opponents: number
  hand: number
  stock: number
  /** A spectator has nothing at the bottom. */
  seated: boolean
}

export interface Layout {
  wide: boolean
  width: number
  /** Opponents side by side, and the height of one. */
  columns: number
  opponent: number
  /** Width of a hand card, and how many lie in a row. */
  card: number
  perRow: number
  rows: number
  /** Size of an advancement, and rows of them. */
  piece: number
  pieceRows: number
  /** Height of the middle band and width of a card on the pile. */
  middle: number
  pile: number
}

/** Height of a card in widths. */
export const TALL = 1.36
export const GAP = 6
/** Between two rows of the hand: a chosen card lifts and must not cover a value above it. */
export const ROW = 10
/** A chosen card lifts by so much. */
export const LIFT = 12
const WIDE_FROM = 740
/** The least height in which a trick is readable. */
const MIDDLE = { narrow: 206, wide: 230 }
const OPPONENT = { narrow: 58, wide: 60 }
const PIECE = { narrow: 42, wide: 50 }
const PIECE_GAP = 4
/** What stands above and below the pile: demand, who played, the steps, what I plan. */
const OUTSIDE = 142
/** My own line and the buttons, which are as high with two lines of text as with one. */
export const LINE = 34
export const BUTTONS = 58
const BUTTONS_WIDE = 50
/** On a desk the buttons stand beside the advancements. */
export const ASIDE = 330
/** One more row must make the cards so much larger. */
const WORTH_A_ROW = 1.12
const CARD = { least: 40, narrow: 84, wide: 112 }

const columnsOf = (wide: boolean, opponents: number): number =>
  wide || opponents <= 3 ? Math.max(1, opponents) : opponents === 4 ? 2 : 3

/** The widest card of which so many fit beside each other. */
const widthIn = (width: number, perRow: number): number => (width - (perRow - 1) * GAP) / perRow

export function layoutOf(room: Room): Layout {
  const { width, height, opponents, seated } = room
  const wide = width >= WIDE_FROM
  const size = wide ? 'wide' : 'narrow'
  const columns = columnsOf(wide, opponents)
  const opponent = OPPONENT[size]
  const opponentRows = Math.ceil(opponents / columns)
  const top = opponentRows * opponent + (opponentRows - 1) * GAP

  const bench = wide ? width - ASIDE - 3 * GAP : width
  const fitting = Math.max(1, Math.floor((bench + PIECE_GAP) / (PIECE[size] + PIECE_GAP)))
  const pieceRows = seated && room.stock ? Math.ceil(room.stock / fitting) : 0
  const stock = pieceRows * (PIECE[size] + PIECE_GAP)

  const fixed = seated
    ? wide
      ? Math.max(stock + LINE, BUTTONS_WIDE * 2 + LINE) + 2 * GAP
      : stock + LINE + BUTTONS + 4 * GAP
    : 0
  const spare = height - top - GAP - fixed - MIDDLE[size]

  let best = { card: 0, perRow: 1, rows: 0 }
  for (let rows = 1; seated && room.hand && rows <= 3; rows++) {
    const perRow = Math.ceil(Math.max(room.hand, wide ? 6 : 5) / rows)
    const byHeight = ((spare - LIFT - GAP) / rows - ROW) / TALL
    const card = Math.floor(Math.min(widthIn(width, perRow), byHeight, CARD[size]))
    const possible = widthIn(width, perRow) >= CARD.least
    // A short hand may leave the last rows empty: these cost no height.
    if (possible && (card > best.card * WORTH_A_ROW || !best.rows))
      best = { card, perRow, rows: Math.ceil(room.hand / perRow) }
  }
  if (seated && room.hand) best.card = Math.max(CARD.least, best.card)
  const hand = best.rows ? best.rows * (best.card * TALL + ROW) + LIFT + GAP : 0
  const middle = Math.floor(height - top - GAP - fixed - hand)
  const pile = Math.floor(
    Math.max(34, Math.min((middle - OUTSIDE) / TALL, (width - 40) / 5, wide ? 128 : 96)),
  )
  return { wide, width, columns, opponent, ...best, piece: PIECE[size], pieceRows, middle, pile }
}
