import { expect, test } from 'vitest'
import { othersAt } from './seating'

test('the others sit in turn order from my left', () => {
  expect(othersAt(4, 1)).toEqual([2, 3, 0])
})

test('a spectator sees everybody, the first seat first', () => {
  expect(othersAt(3, -1)).toEqual([0, 1, 2])
  expect(othersAt(3, -2)).toEqual([0, 1, 2])
})
