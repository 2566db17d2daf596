/**
 * How large everything is, so that the whole decision fits on one screen at every number of seats.
 *
 * Three forms. Tall, phones and tablets held upright: opponents on top, the table in the middle, my things at the
 * bottom, my hand below my row. Wide, desks: the same bands, row and hand side by side. Short, a phone on its side or a
 * page at twice its size: the table on the left, my things on the right. In each, cards are as large as they can be while
 * the stage keeps what a decision needs.
 */

type Form = 'tall' | 'wide' | 'short'

/** Where the stage stands in the short form: under the opponents, in their empty cell, or among my things. */
type Stand = 'under' | 'cell' | 'right'

interface Plan {
  form: Form
  /** Opponents side by side. */
  columns: number
  /** Names of opponents stand beside the row instead of above it. */
  beside: boolean
  /** The three actions lie in a strip below the hand; else they stand beside it. */
  strip: boolean
  /** Everything moves closer together: the last resort of the smallest screens. */
  tight: boolean
}

interface Cards {
  opponent: number
  row: number
  hand: number
}

/** Widths of cards, in pixels, and what else follows from the room there is. */
export interface Layout extends Plan, Cards {
  /** Room for a desk's letters and pictures. */
  large: boolean
  stand: Stand
  pile: number
  stage: number
  /** In the heat of a fight, when it may cover the piles and a little of its neighbours. */
  fight: number
  /** How far the stage then grows over its neighbours, above and below; in the short form only above. */
  swell: number
  /** How the stage is set: words only, words beside the cards, or words below them. */
  setting: 'words' | 'beside' | 'below'
  /** Height of the stage; never less, even if the page then has to scroll. */
  middle: number
  /** Width of my things in the short form. */
  right: number
  /** Between the bands, and between the cards of a row. */
  gap: number
  rowGap: number
  /** Hands lie open below the rows of their players. */
  hands: boolean
}

export const SLOTS = 5
/** Height of a card in widths. */
const TALL = 1.4

const WIDE_FROM = 740
const LARGE_FROM = 600
/** Lower boards than this are short, if they are wide enough to stand things side by side. */
const SHORT = { below: 430, from: 520 }
/** The height the stage should keep, what it makes do with on a short screen,
 *  where cards still fit onto it, and where only words do. */
const MIDDLE = { narrow: 150, wide: 200, short: 112, cards: 96, words: 60 }
/** The height a fight on a phone takes while it lasts. */
const FIGHT = 216
const LINE = 24
/** Width of a name that stands beside its row. */
const BESIDE = 106
const ACTIONS = { narrow: 104, wide: 200 }
/** Height of the three buttons and the primary one below each other. */
const WIDE_ACTIONS = 186
/** Between a row and the hand below it. */
const HELD = 8
/** Smaller ones a finger does not find. */
const LEAST: Cards = { opponent: 24, row: 30, hand: 56 }
const MOST: Cards = { opponent: 96, row: 96, hand: 150 }

/** Distances and heights: between bands, between cards, around a panel, over a lifted card, buttons. */
const LOOSE = { gap: 8, rowGap: 5, frame: 14, head: LINE + 2, lift: 12, button: 36, strip: 38, primary: 50 }
const TIGHT = { gap: 4, rowGap: 3, frame: 10, head: LINE + 1, lift: 8, button: 26, strip: 34, primary: 42 }
const spaces = ({ tight }: Pick<Plan, 'tight'>): typeof LOOSE => (tight ? TIGHT : LOOSE)

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
  hands: boolean
}

const between = (low: number, value: number, high: number): number =>
  Math.floor(Math.max(low, Math.min(high, value)))

/** The widest card of which five fit beside each other. */
const slotIn = (width: number, plan: Pick<Plan, 'tight'>): number =>
  (width - spaces(plan).frame - (SLOTS - 1) * spaces(plan).rowGap) / SLOTS

const columnOf = (width: number, plan: Plan): number =>
  (width - (plan.columns - 1) * spaces(plan).gap) / plan.columns - (plan.beside ? BESIDE : 0)

const rowsOf = (plan: Plan, opponents: number): number => Math.ceil(opponents / plan.columns)

/** Height of the opponents with cards of this width, and below each their hands if these lie open. */
function topOf(plan: Plan, opponent: number, opponents: number, hands = false): number {
  const { gap, frame, head } = spaces(plan)
  const rows = rowsOf(plan, opponents)
  const cards = hands ? 2 * opponent * TALL + HELD : opponent * TALL
  return rows * (cards + frame + (plan.beside ? 0 : head)) + (rows - 1) * gap
}

/** Height of my things, with the gap above each. */
function bottomOf(plan: Plan, cards: Cards, mine: Mine): number {
  const { gap, frame, head, lift, button, strip, primary } = spaces(plan)
  const row = mine.row ? cards.row * TALL + frame + (plan.form === 'tall' ? 0 : head) : 0
  const hand = mine.hand ? cards.hand * TALL + lift : 0
  if (plan.form === 'wide') return mine.row ? gap + Math.max(row, hand, mine.actions ? WIDE_ACTIONS : 0) : 0
  const beside = mine.actions && !plan.strip ? Math.max(hand, 3 * button + 2 * gap) : hand
  const parts = [row, beside, mine.actions && plan.strip ? strip : 0, mine.actions ? primary : 0]
  return parts.reduce((sum, part) => sum + (part ? part + gap : 0), 0)
}

// ---- tall and wide: bands below each other ----------------------------------------------------------------------

function columnsOf(form: Form, width: number, opponents: number): number {
  if (form === 'wide') return opponents <= 3 ? Math.max(1, opponents) : opponents === 4 ? 2 : 3
  if (width >= LARGE_FROM) return opponents <= 1 ? 1 : 2
  return opponents <= 3 ? 1 : 2
}

/** What everybody would like to have, by the room there is. */
function sizes({ width, opponents }: Space, plan: Plan, scale: number): Cards {
  const wide = plan.form === 'wide'
  const { gap } = spaces(plan)
  const wished = opponents === 1 ? 66 : opponents < 4 ? 56 : 60
  const handRoom = wide
    ? (width * 0.56 - ACTIONS.wide - 5 * gap) / 3
    : (width - (plan.strip ? 0 : ACTIONS.narrow + gap) - 2 * gap) / 3
  return {
    opponent: between(
      LEAST.opponent,
      Math.min(slotIn(columnOf(width, plan), plan), wished * scale * (wide ? 1.35 : 1)),
      MOST.opponent,
    ),
    row: between(
      LEAST.row,
      Math.min(slotIn(wide ? width * 0.44 : width - BESIDE, plan), (wide ? 84 : 60) * scale),
      MOST.row,
    ),
    hand: between(LEAST.hand, Math.min(handRoom, (wide ? 132 : 104) * scale), MOST.hand),
  }
}

function inBands(space: Space, form: Form): Layout {
  const { width, height, opponents, mine } = space
  const wide = form === 'wide'
  const large = wide || width >= LARGE_FROM
  const columns = columnsOf(form, width, opponents)
  const comfort = between(MIDDLE.short, height * 0.23, MIDDLE[large ? 'wide' : 'narrow'])
  const middleOf = (plan: Plan, cards: Cards): number =>
    height - topOf(plan, cards.opponent, opponents) - bottomOf(plan, cards, mine) - spaces(plan).gap

  const fit = (rest: Partial<Plan>, from: number, to: number, least = comfort) => {
    const plan: Plan = { form, columns, beside: false, strip: true, tight: false, ...rest }
    let scale = from
    let cards = sizes(space, plan, scale)
    while (scale > to && middleOf(plan, cards) < least) {
      scale -= 0.02
      cards = sizes(space, plan, scale)
    }
    return { plan, cards, least, fits: middleOf(plan, cards) >= least }
  }
  const most = wide ? 1.15 : large ? 1.6 : 1
  const from = most
  const stacked = columns === 1 && opponents > 1 && !wide
  let best = fit({}, from, wide ? 0.5 : 0.9)
  if (!wide && !best.fits && stacked) best = fit({ beside: true }, from, 0.84)
  if (!wide && !best.fits) best = fit({ beside: stacked }, from, 0.84)
  if (!wide && !best.fits) best = fit({ beside: stacked, strip: false }, 1, 0.5)
  if (!wide && !best.fits) best = fit({ beside: stacked, strip: false }, 1, 0.5, MIDDLE.short)
  if (!wide && !best.fits) best = fit({ beside: stacked, strip: false, tight: true }, 1, 0.4, MIDDLE.words)
  const { plan, cards, least } = best
  const middle = Math.floor(Math.max(least, middleOf(plan, cards)))
  return finish(plan, cards, { stand: 'under', right: 0, middle, width, large })
}

/** Whoever only watches sees everybody as large as there is room for, and what happens between them. */
function watched({ width, height, opponents, mine, hands }: Space, form: Form): Layout {
  const large = form === 'wide' || width >= LARGE_FROM
  const least = between(MIDDLE.short, height * (hands ? 0.2 : 0.3), MIDDLE.wide)
  let best: { plan: Plan; opponent: number } | null = null
  for (let columns = 1; columns <= Math.min(4, opponents); columns += 1)
    for (const beside of columns === 1 && opponents > 1 ? [false, true] : [false]) {
      const plan: Plan = { form, columns, beside, strip: true, tight: false }
      const { gap, frame, head } = spaces(plan)
      const rows = rowsOf(plan, opponents)
      const room = (height - least - rows * gap) / rows - frame - (beside ? 0 : head) - (hands ? HELD : 0)
      const tall = room / TALL / (hands ? 2 : 1)
      const opponent = between(
        LEAST.opponent,
        Math.min(tall, slotIn(columnOf(width, plan), plan)),
        MOST.opponent,
      )
      if (!best || opponent > best.opponent) best = { plan, opponent }
    }
  const { plan, opponent } = best!
  const middle = Math.floor(height - topOf(plan, opponent, opponents, hands) - spaces(plan).gap)
  const cards = { ...LEAST, opponent }
  const found = { stand: 'under' as const, right: 0, middle: Math.max(MIDDLE.words, middle), width, large }
  return { ...finish(plan, cards, found), hands: hands && !mine.row }
}

// ---- short: the table on the left, my things on the right --------------------------------------------------------

function sideBySide({ width, height, opponents, mine }: Space): Layout {
  const base: Plan = { form: 'short', columns: 1, beside: false, strip: true, tight: false }
  const right = between(288, width * (mine.actions && opponents > 1 ? 0.36 : 0.42), 400)
  const left = width - right - LOOSE.gap
  /** The largest cards of opponents that leave the stage enough. */
  const opponentIn = (plan: Plan, stand: Stand): number => {
    const rows = rowsOf(plan, opponents)
    const room = height - (stand === 'under' ? MIDDLE.short + LOOSE.gap : 0) - (rows - 1) * LOOSE.gap
    const tall = (room / rows - LOOSE.frame - (plan.beside ? 0 : LOOSE.head)) / TALL
    return Math.min(tall, slotIn(columnOf(left, plan), plan), MOST.opponent)
  }
  const stands: Stand[] = mine.actions ? ['under', 'cell'] : ['right']
  let best: { plan: Plan; stand: Stand; opponent: number } | null = null
  for (const stand of stands)
    for (const columns of [1, 2])
      for (const beside of [false, true]) {
        const plan = { ...base, columns, beside }
        if (stand === 'cell' && (beside || columns * rowsOf(plan, opponents) === opponents)) continue
        const opponent = opponentIn(plan, stand)
        // The stage in a cell is small: only where the cards would be, too.
        if (!best || opponent > best.opponent * (stand === 'cell' ? 1.2 : 1)) best = { plan, stand, opponent }
      }
  const { plan, stand } = best!
  const opponent = between(LEAST.opponent, best!.opponent, MOST.opponent)

  const mineIn = (scale: number): Cards => ({
    opponent,
    row: between(LEAST.row, Math.min(slotIn(right, plan), 64 * scale), MOST.row),
    hand: between(LEAST.hand, Math.min((right - 2 * LOOSE.gap) / 3, 104 * scale), MOST.hand),
  })
  const needed = (cards: Cards): number =>
    bottomOf(plan, cards, mine) - LOOSE.gap + (stand === 'right' ? MIDDLE.short + LOOSE.gap : 0)
  let scale = 1.4
  while (scale > 0.4 && needed(mineIn(scale)) > height) scale -= 0.02
  const cards = mineIn(scale)

  const under = height - topOf(plan, opponent, opponents) - LOOSE.gap
  const cell = opponent * TALL + LOOSE.frame + LOOSE.head
  const among = height - bottomOf(plan, cards, mine)
  const middle = Math.floor(stand === 'under' ? under : stand === 'cell' ? cell : among)
  const stage = stand === 'under' ? left : stand === 'cell' ? columnOf(left, plan) : right
  return finish(plan, cards, { stand, right, middle, width: stage, large: false })
}

// ---- the stage and the piles beside it -------------------------------------------------------------------------

interface Found {
  stand: Stand
  right: number
  middle: number
  /** Of the stage and the piles together. */
  width: number
  large: boolean
}

function finish(plan: Plan, cards: Cards, { stand, right, middle, width, large }: Found): Layout {
  const { gap, rowGap } = spaces(plan)
  const inside = middle - 2 * gap
  const words = middle < MIDDLE.cards || stand === 'cell'
  const setting = words ? 'words' : middle < 190 && width >= 400 ? 'beside' : 'below'
  const pile = between(30, Math.min(width * 0.13, (inside - (words ? 4 : 22)) / TALL), large ? 92 : 60)
  const stage =
    setting === 'beside'
      ? between(36, Math.min((width - 2 * pile - 8 * gap) / 5, (inside - 16) / TALL), 96)
      : between(36, Math.min((width - 2 * pile - 8 * gap) / 3.2, (inside - 82) / TALL), large ? 132 : 96)
  const short = plan.form === 'short'
  const missing = Math.max(0, FIGHT - middle)
  const swell = plan.form === 'wide' || stand === 'right' ? 0 : short ? missing : Math.ceil(missing / 2)
  const grown = inside + (short ? 1 : 2) * swell
  const fight = between(stage, Math.min((width - 4 * gap) / 3.3, (grown - 66) / TALL), large ? 150 : 112)
  const sized = { pile, stage, fight, swell, middle, gap, rowGap }
  return { ...plan, ...cards, ...sized, stand, right, large, setting, hands: false }
}

/** `hands`: everybody's hand lies open, as in a match that is over. */
export function layoutOf(
  width: number,
  height: number,
  opponents: number,
  mine: Mine,
  hands = false,
): Layout {
  const space = { width, height, opponents, mine, hands }
  if (height < SHORT.below && width >= SHORT.from) return sideBySide(space)
  const form = width >= WIDE_FROM && width > height ? 'wide' : 'tall'
  return mine.row ? inBands(space, form) : watched(space, form)
}

/** The height that everything takes together, for the test that nothing has to scroll. */
export function heightOf(layout: Layout, opponents: number, mine: Mine): number {
  const top = topOf(layout, layout.opponent, opponents, layout.hands)
  const bottom = bottomOf(layout, layout, mine)
  if (layout.form !== 'short') return top + layout.gap + layout.middle + bottom
  const left = layout.stand === 'under' ? top + layout.gap + layout.middle : top
  return Math.max(left, bottom - layout.gap + (layout.stand === 'right' ? layout.gap + layout.middle : 0))
}
