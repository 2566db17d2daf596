import { describe, expect, test } from 'vitest'

import { EVERYTHING, WATCHING, heightOf, layoutOf, SLOTS, type Layout, type Mine } from './layout'

/** Boards as the shell leaves them at the six sizes and some between. */
const phones = [
  [374, 664],
  [366, 690],
  [366, 748],
  [336, 640],
  [406, 800],
] as const
const tablets = [
  [804, 1002],
  [752, 850],
] as const
const desks = [
  [1040, 726],
  [1400, 800],
  [900, 700],
] as const
const sideways = [
  [836, 331],
  [732, 301],
  [712, 391],
] as const
const SMALL = [304, 479] as const
const KNOCKED_OUT: Mine = { row: true, hand: false, actions: false }
const AT_THE_END: Mine = { row: true, hand: true, actions: false }

/** Opponents' cards stay inside their panels, and my hand beside its buttons. */
function staysInside(layout: Layout, width: number): void {
  const room = layout.form === 'short' ? width - layout.right - layout.gap : width
  const column = (room - (layout.columns - 1) * layout.gap) / layout.columns
  expect(SLOTS * layout.opponent + (SLOTS - 1) * layout.rowGap).toBeLessThanOrEqual(column)
  const mine = layout.form === 'short' ? layout.right : layout.strip ? width : width - 104 - layout.gap
  expect(3 * layout.hand + 2 * layout.gap).toBeLessThanOrEqual(mine)
}

describe.each([1, 2, 3, 4, 5])('against %i opponents', (opponents) => {
  test.each([...phones, ...tablets, ...desks, ...sideways, SMALL])(
    'everything fits into %i by %i without scrolling',
    (width, height) => {
      const layout = layoutOf(width, height, opponents, EVERYTHING)
      expect(heightOf(layout, opponents, EVERYTHING)).toBeLessThanOrEqual(height)
      staysInside(layout, width)
    },
  )

  test.each([...phones, ...sideways])('the thumb finds every card on %i by %i', (width, height) => {
    const layout = layoutOf(width, height, opponents, EVERYTHING)
    expect(layout.opponent).toBeGreaterThanOrEqual(26)
    expect(layout.hand).toBeGreaterThanOrEqual(56)
    expect(layout.row).toBeGreaterThanOrEqual(34)
  })

  test('a tablet shows the cards of everybody large', () => {
    const layout = layoutOf(804, 1002, opponents, EVERYTHING)
    expect(layout.opponent).toBeGreaterThanOrEqual(54)
    expect(layout.hand).toBeGreaterThanOrEqual(100)
    expect(layout.middle).toBeGreaterThanOrEqual(200)
  })

  test('more room never makes anything smaller', () => {
    const small = layoutOf(366, 690, opponents, EVERYTHING)
    const large = layoutOf(1040, 780, opponents, EVERYTHING)
    for (const part of ['opponent', 'row', 'hand', 'stage'] as const)
      expect(large[part]).toBeGreaterThanOrEqual(small[part])
  })

  test.each([KNOCKED_OUT, AT_THE_END])('on its side a phone shows the rest of a match: %o', (mine) => {
    for (const [width, height] of sideways) {
      const layout = layoutOf(width, height, opponents, mine)
      expect(heightOf(layout, opponents, mine)).toBeLessThanOrEqual(height)
      staysInside(layout, width)
    }
  })
})

test('on its side a phone with six players sets the stage into their empty cell', () => {
  expect(layoutOf(836, 331, 5, EVERYTHING).stand).toBe('cell')
  expect(layoutOf(836, 331, 5, EVERYTHING).opponent).toBeGreaterThanOrEqual(40)
})

test.each([2, 3, 4, 5, 6])('a spectator sees all %i players and a large stage', (players) => {
  const layout = layoutOf(366, 690, players, WATCHING)
  expect(heightOf(layout, players, WATCHING)).toBeLessThanOrEqual(690)
  expect(layout.middle).toBeGreaterThanOrEqual(200)
  for (const [width, height] of sideways)
    expect(heightOf(layoutOf(width, height, players, WATCHING), players, WATCHING)).toBeLessThanOrEqual(
      height,
    )
})

test('too little height keeps the words of a decision readable instead of squeezing them to nothing', () => {
  expect(layoutOf(366, 300, 5, EVERYTHING).middle).toBeGreaterThanOrEqual(60)
})
