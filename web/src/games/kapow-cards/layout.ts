/**
 * How large everything is, so that the whole decision fits on one screen at every number of seats.
 *
 * Three bands: opponents on top, the table in the middle, my things at the bottom. Cards are as large as they can be
 * while the middle keeps the height a fight needs.
 */

export interface Layout {
  wide: boolean
  /** Opponents side by side. */
  columns: number
  /** Names of opponents stand beside the row instead of above it. */
  beside: boolean
  /** The three actions lie in a strip below the hand; else they stand beside it. */
  strip: boolean
  /** Widths of cards, in pixels. */
  opponent: number
  row: number
  hand: number
  pile: number
  stage: number
  /** In the heat of a fight, when it may cover the piles and a little of its neighbours. */
  fight: number
  /** How far the middle band then grows over its neighbours, above and below. */
  swell: number
  /** Height of the middle band; never less, even if the page then has to scroll. */
  middle: number
}

export const SLOTS = 5
/** Height of a card in widths. */
export const TALL = 1.4
export const GAP = 8
/** Between the cards of a row. */
export const ROW_GAP = 5

const WIDE_FROM = 740
/** The height the middle band should keep, and what it makes do with on a short screen. */
const MIDDLE = { narrow: 150, wide: 200, short: 112 }
/** The height a fight on a phone takes while it lasts. */
const FIGHT = 216
const PRIMARY = 50
const STRIP = 38
const HEADER = 26
/** Border and padding of a panel, both sides together. */
const FRAME = 14
/** Width of a name that stands beside its row. */
const BESIDE = 90
/** Room for a card that lifts out of the hand. */
const LIFT = 12
const ACTIONS = { narrow: 104, wide: 200 }
/** Height of the three buttons and the primary one below each other. */
const WIDE_ACTIONS = 184

interface Cards {
  opponent: number
  row: number
  hand: number
}

/** What stands at the bottom: nothing for a spectator, less for somebody who can no longer act. */
export interface Mine {
  row: boolean
  hand: boolean
  actions: boolean
}

export const EVERYTHING: Mine = { row: true, hand: true, actions: true }
export const WATCHING: Mine = { row: false, hand: false, actions: false }

interface Space {
  width: number
  height: number
  opponents: number
  mine: Mine
}

const between = (low: number, value: number, high: number): number =>
  Math.floor(Math.max(low, Math.min(high, value)))

function columnsOf(wide: boolean, opponents: number): number {
  if (wide) return opponents <= 3 ? Math.max(1, opponents) : opponents === 4 ? 2 : 3
  return opponents <= 3 ? 1 : 2
}

/** The widest card of which five fit beside each other. */
const slotIn = (width: number): number => (width - FRAME - (SLOTS - 1) * ROW_GAP) / SLOTS

/** What everybody would like to have, by the room there is. */
function sizes({ width, opponents }: Space, plan: Plan, scale: number): Cards {
  const { wide, columns, beside, strip } = plan
  const column = (width - (columns - 1) * GAP) / columns
  const wished = opponents === 1 ? 66 : opponents < 4 ? 56 : 60
  const handRoom = wide
    ? (width * 0.56 - ACTIONS.wide - 5 * GAP) / 3
    : (width - (strip ? 0 : ACTIONS.narrow + GAP) - 2 * GAP) / 3
  return {
    opponent: between(
      24,
      Math.min(slotIn(column - (beside ? BESIDE : 0)), wished * scale * (wide ? 1.35 : 1)),
      96,
    ),
    row: between(34, Math.min(slotIn(wide ? width * 0.44 : width - BESIDE), (wide ? 84 : 60) * scale), 96),
    hand: between(56, Math.min(handRoom, (wide ? 132 : 104) * scale), 150),
  }
}

type Plan = Pick<Layout, 'wide' | 'columns' | 'beside' | 'strip'>

function topOf(plan: Plan, cards: Cards, opponents: number): number {
  const rows = Math.ceil(opponents / plan.columns)
  return rows * (cards.opponent * TALL + FRAME + (plan.beside ? 0 : HEADER)) + (rows - 1) * GAP
}

function bottomOf(plan: Plan, cards: Cards, mine: Mine): number {
  const row = mine.row ? cards.row * TALL + FRAME : 0
  const hand = mine.hand ? cards.hand * TALL + LIFT : 0
  if (plan.wide) return mine.row ? GAP + Math.max(row + HEADER, hand, mine.actions ? WIDE_ACTIONS : 0) : 0
  const actions = mine.actions ? PRIMARY + (plan.strip ? STRIP + GAP : 0) : 0
  return [row, hand, actions].reduce((sum, part) => sum + (part ? part + GAP : 0), 0)
}

const middleOf = (space: Space, plan: Plan, cards: Cards): number =>
  space.height - topOf(plan, cards, space.opponents) - bottomOf(plan, cards, space.mine) - GAP

export function layoutOf(width: number, height: number, opponents: number, mine: Mine): Layout {
  const space = { width, height, opponents, mine }
  const wide = width >= WIDE_FROM
  const columns = columnsOf(wide, opponents)
  const least = between(MIDDLE.short, height * 0.23, MIDDLE[wide ? 'wide' : 'narrow'])

  const fit = (beside: boolean, strip: boolean, from: number, to: number) => {
    const plan: Plan = { wide, columns, beside, strip }
    let scale = from
    let cards = sizes(space, plan, scale)
    while (scale > to && middleOf(space, plan, cards) < least) {
      scale -= 0.02
      cards = sizes(space, plan, scale)
    }
    return { plan, cards, fits: middleOf(space, plan, cards) >= least }
  }
  const large = (mine.row ? 1 : 1.5) * (wide ? 1.15 : 1)
  const stacked = columns === 1 && opponents > 1 && !wide
  let best = fit(false, true, large, wide ? 0.5 : 0.9)
  if (!wide && !best.fits && stacked) best = fit(true, true, large, 0.84)
  if (!wide && !best.fits) best = fit(stacked, true, large, 0.84)
  if (!wide && !best.fits) best = fit(stacked, false, 1, 0.5)
  const { plan, cards } = best

  const middle = Math.floor(Math.max(least, middleOf(space, plan, cards)))
  const inside = middle - 2 * GAP
  const pile = between(40, Math.min(width * 0.13, (inside - 22) / TALL), wide ? 92 : 60)
  const stage = between(
    40,
    Math.min((width - 2 * pile - 8 * GAP) / 3.2, (inside - 52) / TALL),
    wide ? 132 : 96,
  )
  const swell = wide ? 0 : Math.max(0, Math.ceil((FIGHT - middle) / 2))
  const fight = between(
    stage,
    Math.min((width - 4 * GAP) / 3.3, (inside + 2 * swell - 56) / TALL),
    wide ? 150 : 112,
  )
  return { ...plan, ...cards, pile, stage, fight, swell, middle }
}

/** The height all bands take together, for the test that nothing has to scroll. */
export const heightOf = (layout: Layout, opponents: number, mine: Mine): number =>
  topOf(layout, layout, opponents) + GAP + layout.middle + bottomOf(layout, layout, mine)
