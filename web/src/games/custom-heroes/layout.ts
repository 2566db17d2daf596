/**
 * How large everything is, so that the whole decision fits on one screen with six players and with fifteen cards.
 *
 * Upright, from top to bottom: opponents, the trick, my points and advancements, my hand, what I can do. On a phone that
 * lies on its side: opponents, the trick and my things beside each other, my hand below. Cards are as large as they can
 * be while the trick keeps the height it needs to be read.
 */

/** A phone or a small window upright; one on its side, or a page at twice its size; a tablet or a desk. */
export type Kind = 'narrow' | 'low' | 'wide'

/** As much of a card in my hand as its place depends on. */
export interface Held {
  value: number
  /** Nothing has been slid into it, so half of it may lie under its equal. */
  bare: boolean
}

export interface Room {
  width: number
  height: number
  /** What lies open below in a replay takes so much of the height. */
  below?: number
  opponents: number
  hand: readonly Held[]
  stock: number
  /** A spectator has nothing at the bottom. */
  seated: boolean
}

interface Spot {
  x: number
  y: number
}

export interface Layout {
  kind: Kind
  /** Width of the trick. */
  width: number
  /** Opponents side by side, and the height of one. */
  columns: number
  opponent: number
  /** What one says stands on one line, or the name needs one of its own. */
  shape: 'alone' | 'tight' | 'plain'
  /** Width of a hand card, where each lies, and how high the hand is. */
  card: number
  spots: Spot[]
  rows: number
  hand: number
  /** Size of an advancement, and whether all of them lie beside my points. */
  piece: number
  beside: boolean
  /** Height of the buttons, where they have a line of their own. */
  buttons: number
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
/** A tablet upright: there is room to be large. */
export const TALL_FROM = 800
/** Lower than this, and wide enough for three columns, everything lies side by side. */
const LOW = { height: 440, width: 540 }
const PIECE_GAP = 4
/** My own line, and the buttons, which are as high with two lines of text as with one. */
const LINE = 34
export const BUTTONS = 58
const BUTTONS_WIDE = 50
/** On a desk the buttons stand beside the advancements. */
const ASIDE = 330
/** My points in short, where the advancements lie beside them. */
const SHORT_LINE = 118
/** One more row must make the cards so much larger, and so must laying equal ones over each other. */
const WORTH_IT = 1.12
/** How much of a bare card can be seen beside the equal one that lies on it. */
const FAN = 0.68
/** Cards smaller than this are worth laying over each other. */
const SMALL_CARD = 60
const MOST_ROWS = 3

const SIZES = {
  narrow: { least: 40, card: 88, piece: 42, pile: 96 },
  low: { least: 40, card: 92, piece: 40, pile: 110 },
  wide: { least: 40, card: 124, piece: 50, pile: 150 },
} as const

export const kindOf = ({ width, height }: Pick<Room, 'width' | 'height'>): Kind =>
  height < LOW.height && width >= LOW.width ? 'low' : width >= WIDE_FROM ? 'wide' : 'narrow'

/** The three columns of a low screen: the others, the trick, my things. */
export const columnsOf = (width: number, seated: boolean): { others: number; mine: number } => ({
  others: Math.round(Math.min(160, width * 0.2)),
  mine: seated ? Math.round(Math.min(200, width * 0.26)) : 0,
})

// ---- my hand -----------------------------------------------------------------------------------------------------

/** Equal cards beside each other. */
function groupsOf(hand: readonly Held[]): Held[][] {
  const groups: Held[][] = []
  for (const card of hand) {
    const last = groups.at(-1)
    if (last?.[0]?.value === card.value) last.push(card)
    else groups.push([card])
  }
  return groups
}

/** Where the cards of a row begin, and how far it reaches. */
function lay(row: readonly Held[], card: number, fan: number): { xs: number[]; width: number } {
  const xs: number[] = []
  let x = 0
  row.forEach((one, index) => {
    xs.push(x)
    const next = row[index + 1]
    if (next) x += fan < 1 && one.bare && next.value === one.value ? card * fan : card + GAP
  })
  return { xs, width: x + card }
}

/** Rows in which equal cards stay together; only more of them than one row holds are torn apart. */
function rowsOf(hand: readonly Held[], width: number, card: number, fan: number): Held[][] {
  const fits = (row: readonly Held[]) => lay(row, card, fan).width <= width
  const rows: Held[][] = []
  for (const group of groupsOf(hand)) {
    const joined = [...(rows.at(-1) ?? []), ...group]
    if (rows.length && fits(joined)) rows[rows.length - 1] = joined
    else if (fits(group)) rows.push(group)
    else
      for (const one of group) {
        const row = [...(rows.at(-1) ?? []), one]
        if (rows.length && fits(row)) rows[rows.length - 1] = row
        else rows.push([one])
      }
  }
  return rows
}

const heightOf = (rows: number, card: number): number => (rows ? rows * (card * TALL + ROW) + LIFT : 0)

/** The largest cards that fit, and where they lie. */
function handOf(hand: readonly Held[], width: number, height: number, least: number, most: number) {
  let best = { card: 0, fan: 1 }
  for (const fan of [1, FAN]) {
    if (best.card >= SMALL_CARD) break
    for (let rows = 1; rows <= MOST_ROWS; rows++) {
      const fits = (card: number) =>
        rowsOf(hand, width, card, fan).length <= rows && heightOf(rows, card) <= height
      let card = least - 1
      for (let step = 64; step >= 1; step /= 2)
        if (card + step <= Math.min(most, width) && fits(card + step)) card += step
      if (card >= least && card > best.card * WORTH_IT) best = { card, fan }
    }
  }
  // Nothing fits: then the trick gives up some of its height.
  if (!best.card) best = { card: least, fan: FAN }
  const { card, fan } = best
  const rows = rowsOf(hand, width, card, fan)
  const spots = rows.flatMap((row, index) => {
    const { xs, width: reach } = lay(row, card, fan)
    const y = LIFT + index * (card * TALL + ROW)
    return xs.map((x) => ({ x: Math.round((width - reach) / 2 + x), y: Math.round(y) }))
  })
  return { card, spots, rows: rows.length, hand: Math.round(heightOf(rows.length, card)) }
}

// ---- everything ----------------------------------------------------------------------------------------------------

/** How much larger the cards of a trick are to a spectator. */
const WATCHED = 1.5

function upright(room: Room, kind: 'narrow' | 'wide'): Layout {
  const { width, opponents, seated } = room
  const height = room.height - (room.below ?? 0)
  const wide = kind === 'wide'
  const { least, card, piece, pile } = SIZES[kind]
  const columns = wide || opponents <= 3 ? Math.max(1, opponents) : opponents === 4 ? 2 : 3
  const small = !wide && height < 520
  const opponent = wide ? (height > TALL_FROM ? 84 : 60) : opponents === 1 ? 42 : small ? 52 : 58
  const each = (width - (columns - 1) * GAP) / columns
  const shape = !wide && opponents === 1 ? 'alone' : each < 170 ? 'tight' : 'plain'
  const opponentRows = Math.ceil(opponents / columns)
  const top = opponentRows * opponent + (opponentRows - 1) * GAP

  const piecesIn = (space: number) => Math.max(1, Math.floor((space + PIECE_GAP) / (piece + PIECE_GAP)))
  const beside = !wide && room.stock > 0 && room.stock <= piecesIn(width - SHORT_LINE - GAP)
  const bench = wide ? width - ASIDE - 3 * GAP : width
  const pieceRows = seated && room.stock ? Math.ceil(room.stock / piecesIn(bench)) : 0
  const stock = pieceRows * (piece + PIECE_GAP)
  const mine = beside ? piece + PIECE_GAP : LINE + GAP + stock
  const buttons = small ? BUTTONS_WIDE : BUTTONS
  const fixed = seated ? (wide ? Math.max(mine, BUTTONS_WIDE * 2 + LINE) : mine + buttons + 2 * GAP) : 0

  const readable = wide
    ? Math.min(340, Math.max(230, height * 0.32))
    : Math.min(200, Math.max(136, height * 0.29))
  const spare = height - top - 2 * GAP - fixed - readable
  const none = { card: 0, spots: [], rows: 0, hand: 0 }
  const hand = seated && room.hand.length ? handOf(room.hand, width, spare, least, card) : none
  const middle = Math.floor(height - top - 2 * GAP - fixed - hand.hand)
  // Whoever only watches has all the room for the trick.
  const shown = seated ? pile : Math.floor(pile * WATCHED)
  return { kind, width, columns, opponent, shape, ...hand, piece, beside, buttons, middle, pile: shown }
}

function low(room: Room): Layout {
  const { width, opponents, seated } = room
  const height = room.height - (room.below ?? 0)
  const { least, card, piece, pile } = SIZES.low
  const { others, mine } = columnsOf(width, seated)
  /** Three buttons, my line and a row of advancements, or two. */
  const readable = room.stock * (piece + PIECE_GAP) > mine ? 222 : 190
  const none = { card: 0, spots: [], rows: 0, hand: 0 }
  const hand =
    seated && room.hand.length ? handOf(room.hand, width, height - GAP - readable, least, card) : none
  const middle = Math.floor(height - (hand.hand ? hand.hand + GAP : 0))
  const opponent = Math.floor(Math.min(60, (middle - (opponents - 1) * PIECE_GAP) / Math.max(1, opponents)))
  const stage = width - others - mine - (mine ? 2 : 1) * GAP
  return {
    kind: 'low',
    buttons: BUTTONS,
    width: stage,
    columns: 1,
    opponent,
    shape: 'plain',
    ...hand,
    piece,
    beside: false,
    middle,
    pile,
  }
}

export function layoutOf(room: Room): Layout {
  const kind = kindOf(room)
  return kind === 'low' ? low(room) : upright(room, kind)
}
