import { expect, test } from 'vitest'

import { boardLayout, deckRow, GAP, LEAD, TOUCH } from './layout'

test('every gap of a deck is wide enough for a thumb, on any screen', () => {
  for (const width of [340, 374, 720, 1060])
    for (let cards = 2; cards <= 18; cards++) {
      const { perLine, lines, pitch } = deckRow(width, cards)
      expect(pitch).toBeGreaterThanOrEqual(TOUCH)
      expect(perLine * pitch + LEAD).toBeLessThanOrEqual(width)
      expect(perLine * lines).toBeGreaterThanOrEqual(cards + 1)
    }
})

test('a usual deck lies in one line on a phone', () => {
  expect(deckRow(374, 7).lines).toBe(1)
  expect(deckRow(374, 8).lines).toBe(2)
})

test.each([
  [836, 331],
  [712, 391],
  [632, 305],
])('on its side (%i by %i) teams and decision stand side by side', (width, height) => {
  const { short, wide, teams, middle } = boardLayout(width, height)
  expect({ short, wide }).toEqual({ short: true, wide: false })
  expect(teams + GAP + middle).toBe(width)
  expect(middle).toBeGreaterThan(teams)
  for (let cards = 2; cards <= 18; cards++) expect(deckRow(middle, cards).pitch).toBeGreaterThanOrEqual(TOUCH)
})

test.each([
  [374, 666, false],
  [304, 479, false],
  [804, 1002, true],
  [1048, 726, true],
])('upright (%i by %i) all of the width is the middle’s', (width, height, wide) => {
  expect(boardLayout(width, height)).toEqual({ short: false, wide, teams: 0, middle: width })
})
