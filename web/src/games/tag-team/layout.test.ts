import { expect, test } from 'vitest'

import { deckRow, LEAD, TOUCH } from './layout'

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
