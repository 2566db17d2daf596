import { expect, test } from 'vitest'
import { GAP, HAND, handAt, type Box } from './pointing'

const covers = (spot: Box, left: number, top: number): boolean =>
  left < spot.left + spot.width &&
  left + HAND > spot.left &&
  top < spot.top + spot.height &&
  top + HAND > spot.top

test.each([
  ['in the middle', { left: 100, top: 100, width: 60, height: 60 }, 0],
  ['at the bottom', { left: 100, top: 330, width: 60, height: 60 }, 180],
  ['as high as the window, at the left', { left: 0, top: 0, width: 60, height: 390 }, -90],
  ['as high as the window, at the right', { left: 780, top: 0, width: 64, height: 390 }, 90],
])('the hand covers nothing of what it points at %s', (_, spot, turn) => {
  const hand = handAt(spot, 844, 390)
  expect(hand.turn).toBe(turn)
  expect(covers(spot, hand.left, hand.top)).toBe(false)
  const [x = 0, y = 0] = hand.tap.split(' ').map(Number.parseFloat)
  expect(covers(spot, hand.left + x, hand.top + y)).toBe(false)
  expect(Math.max(Math.abs(x), Math.abs(y))).toBeLessThan(GAP)
})

test('the hand stays in the window', () => {
  const hand = handAt({ left: 310, top: 20, width: 10, height: 10 }, 320, 640)
  expect(hand.left + HAND).toBeLessThanOrEqual(320)
})
