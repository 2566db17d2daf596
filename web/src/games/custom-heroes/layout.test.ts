import { describe, expect, test } from 'vitest'

import { BUTTONS, GAP, layoutOf, LIFT, LINE, ROW, TALL, type Room } from './layout'

const phone = { width: 374, height: 664, seated: true }
const desk = { width: 1048, height: 700, seated: true }

describe.each([
  ['phone', phone],
  ['desk', desk],
])('on a %s', (_, screen) => {
  test.each([2, 3, 4, 5, 6])('everything fits with %i players', (seats) => {
    for (const stock of [0, 3, 7, 9])
      for (let hand = 1; hand <= (seats === 2 ? 15 : 10); hand++) {
        const room: Room = { ...screen, opponents: seats - 1, hand, stock }
        const { card, perRow, rows, middle, pieceRows } = layoutOf(room)
        expect(card).toBeGreaterThanOrEqual(40)
        expect(perRow * rows).toBeGreaterThanOrEqual(hand)
        expect(perRow * card + (perRow - 1) * GAP).toBeLessThanOrEqual(screen.width)
        expect(middle, `${seats} seats, ${hand} cards, ${stock} pieces`).toBeGreaterThanOrEqual(150)
        if (!stock) expect(pieceRows).toBe(0)
      }
  })
})

test('the bands together are as high as the screen', () => {
  const room: Room = { ...phone, opponents: 5, hand: 10, stock: 3 }
  const { opponent, card, rows, middle, piece, pieceRows } = layoutOf(room)
  const others = 2 * opponent + GAP
  const hand = rows * (card * TALL + ROW) + LIFT + GAP
  const stock = pieceRows * (piece + 4)
  const all = others + GAP + middle + LINE + stock + hand + BUTTONS + 4 * GAP
  expect(Math.abs(all - room.height)).toBeLessThan(2)
})

test('a spectator sees nothing but the table', () => {
  const { rows, middle } = layoutOf({ ...phone, opponents: 4, hand: 0, stock: 0, seated: false })
  expect(rows).toBe(0)
  expect(middle).toBeGreaterThan(400)
})

test('four cards on a phone lie in one row', () => {
  for (const stock of [2, 5])
    expect(layoutOf({ ...phone, opponents: 3, hand: 4, stock })).toMatchObject({ rows: 1, perRow: 5 })
})

test('a hand of one card is one row, and the trick gets the height', () => {
  const few = layoutOf({ ...phone, opponents: 3, hand: 1, stock: 3 })
  const many = layoutOf({ ...phone, opponents: 3, hand: 10, stock: 3 })
  expect(few.rows).toBe(1)
  expect(few.middle).toBeGreaterThan(many.middle)
})
