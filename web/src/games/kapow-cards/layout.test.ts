import { describe, expect, test } from 'vitest'

import { EVERYTHING, GAP, WATCHING, heightOf, layoutOf, ROW_GAP, SLOTS } from './layout'

const phones = [
  [366, 690],
  [366, 748],
  [336, 640],
  [406, 800],
] as const
const desks = [
  [1040, 780],
  [1400, 800],
  [900, 700],
] as const

describe.each([1, 2, 3, 4, 5])('against %i opponents', (opponents) => {
  test.each([...phones, ...desks])('everything fits into %i by %i without scrolling', (width, height) => {
    const layout = layoutOf(width, height, opponents, EVERYTHING)
    expect(heightOf(layout, opponents, EVERYTHING)).toBeLessThanOrEqual(height)
    const column = (width - (layout.columns - 1) * GAP) / layout.columns
    expect(SLOTS * layout.opponent + (SLOTS - 1) * ROW_GAP).toBeLessThanOrEqual(column)
    expect(3 * layout.hand).toBeLessThanOrEqual(width)
  })

  test('the thumb finds every card on a phone', () => {
    const layout = layoutOf(366, 690, opponents, EVERYTHING)
    expect(layout.opponent).toBeGreaterThanOrEqual(26)
    expect(layout.hand).toBeGreaterThanOrEqual(72)
    expect(layout.row).toBeGreaterThanOrEqual(40)
  })

  test('more room never makes anything smaller', () => {
    const small = layoutOf(366, 690, opponents, EVERYTHING)
    const large = layoutOf(1040, 780, opponents, EVERYTHING)
    for (const part of ['opponent', 'row', 'hand', 'stage'] as const)
      expect(large[part]).toBeGreaterThanOrEqual(small[part])
  })
})

test.each([1, 2, 3, 4])('a short phone still holds %i opponents', (opponents) => {
  expect(heightOf(layoutOf(344, 560, opponents, EVERYTHING), opponents, EVERYTHING)).toBeLessThanOrEqual(560)
})

test.each([2, 3, 4, 5, 6])('a spectator sees all %i players and a large stage', (players) => {
  const layout = layoutOf(366, 690, players, WATCHING)
  expect(heightOf(layout, players, WATCHING)).toBeLessThanOrEqual(690)
  expect(layout.middle).toBeGreaterThanOrEqual(200)
})

test('too little height keeps the fight readable instead of squeezing it to nothing', () => {
  expect(layoutOf(366, 300, 5, EVERYTHING).middle).toBeGreaterThanOrEqual(112)
})
