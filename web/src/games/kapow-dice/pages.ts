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

/** Only what is gained is told in words: a fight has numbers, and of a character a whole page is one tab away. */
const heightOf = (one: Sized): number =>
  Math.ceil(one.count / COLUMNS) * ((one.area === 'utility' ? WORDED : COMPACT) + GAP)
const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** The tabs for this room (pixels for the boxes, without the tabs themselves); areas keep their order. */
export function pagesOf<One extends Sized>(
  found: readonly One[],
  width: number,
  height: number,
): Page<One>[] {
  const pages: Page<One>[] = found.map((one) => ({ areas: [one], columns: 2 }))
  if (width < COLUMNS * (NARROWEST + GAP) - GAP) return pages
  const cards = found.find(({ area }) => area === 'team')
  for (const pair of PAIRS) {
    const at = pages.findIndex(({ areas }, index) =>
      pair.every((area, place) => pages[index + place]?.areas[0]?.area === area && areas.length === 1),
    )
    if (at < 0) continue
    const areas = pages.slice(at, at + 2).flatMap((page) => page.areas)
    const free = height + GAP - sum(areas.map(heightOf))
    if (free < 0) continue
    const page: Page<One> = { areas, columns: COLUMNS }
    if (cards && pair[0] === 'attack' && Math.ceil(cards.count / CARD_COLUMNS) * (COMPACT + GAP) <= free)
      page.cards = cards
    pages.splice(at, 2, page)
  }
  return pages
}
