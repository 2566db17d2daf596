import { expect, test } from 'vitest'

import { directionOf, steer } from './keyboard'

const spot = (x: number, y: number, legal = false) => ({ x, y, legal })
const hand = [spot(50, 600, true), spot(150, 600), spot(250, 600, true)] as const
const row = [spot(50, 500), spot(150, 500)] as const
const targets = [spot(60, 100, true), spot(260, 100, true)] as const
const all = [...hand, ...row, ...targets]

test('left and right walk along a line, legal or not', () => {
  expect(steer(hand[0], all, 'right')).toBe(hand[1])
  expect(steer(hand[2], all, 'left')).toBe(hand[1])
  expect(steer(hand[0], all, 'left')).toBeNull()
})

test('up and down go to what is legal, past what is not', () => {
  expect(steer(hand[2], all, 'up')).toBe(targets[1])
  expect(steer(targets[0], all, 'down')).toBe(hand[0])
})

test('with nothing legal in the way they still move', () => {
  const dull = all.map((one) => ({ ...one, legal: false }))
  expect(steer(dull[0]!, dull, 'up')).toBe(dull[3])
})

test('only arrows are directions', () => {
  expect(directionOf('ArrowUp')).toBe('up')
  expect(directionOf('Enter')).toBeNull()
})
