/** Which areas of the boards share a tab on a narrow screen: as many as are readable at once. */

import type { Area } from './boxes'

/** An area and how many abilities, or Team-Up cards, lie in it. */
export interface Sized {
  area: Area
  count: number
}

/** A tab: its areas, and in how many columns they lie. */
export interface Page<One extends Sized = Sized> {
  areas: One[]
  columns: number
  /** The height that each area needs, by which the room is shared out. */
  heights: number[]
  /** Team-Up cards, each in one line, that have room on this tab as well. */
  cards?: One
}

const GAP = 5
/** A box with its name above dice that can be told apart, and one that says below them in words what it does. */
const COMPACT = 34
const WORDED = 54
const NARROWEST = 112
const COLUMNS = 3
const CARD_COLUMNS = 2

const PAIRS: readonly [Area, Area][] = [
  ['attack', 'defend'],
  ['utility', 'character'],
]

/** Rows of boxes, one under the other. */
const heightOf = (count: number, columns: number, box: number): number =>
  Math.ceil(count / columns) * (box + GAP) - GAP
export const cardsHeight = (count: number): number => heightOf(count, CARD_COLUMNS, COMPACT)
/** A fight has numbers, what is gained is told in words; what a character does, where there is room for it. */
const WAYS: readonly (readonly Area[])[] = [['utility', 'character'], ['utility']]
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** The tabs for this room (pixels for the boxes, without the tabs themselves); areas keep their order. */
export function pagesOf<One extends Sized>(
  found: readonly One[],
  width: number,
  height: number,
): Page<One>[] {
  const pages: Page<One>[] = found.map((one) => ({ areas: [one], columns: 2, heights: [] }))
  if (width < COLUMNS * (NARROWEST + GAP) - GAP) return pages
  const cards = found.find(({ area }) => area === 'team')
  for (const pair of PAIRS) {
    const at = pages.findIndex(({ areas }, index) =>
      pair.every((area, place) => pages[index + place]?.areas[0]?.area === area && areas.length === 1),
    )
    if (at < 0) continue
    const areas = pages.slice(at, at + 2).flatMap((page) => page.areas)
    const ways = WAYS.map((worded) =>
      areas.map(({ area, count }) => heightOf(count, COLUMNS, worded.includes(area) ? WORDED : COMPACT)),
    )
    const free = (heights: readonly number[]): number => height - sum(heights) - GAP * (heights.length - 1)
    const heights = ways.find((one) => free(one) >= 0)
    if (!heights) continue
    const page: Page<One> = { areas, columns: COLUMNS, heights }
    if (cards && pair[0] === 'attack' && GAP + cardsHeight(cards.count) <= free(heights)) page.cards = cards
    pages.splice(at, 2, page)
  }
  return pages
}
