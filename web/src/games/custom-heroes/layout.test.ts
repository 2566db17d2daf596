import { describe, expect, test } from 'vitest'

import { BUTTONS, GAP, layoutOf, LIFT, ROW, TALL, type Held, type Room } from './layout'

const phone = { width: 374, height: 658, seated: true }
const smallPhone = { width: 304, height: 473, seated: true }
const onItsSide = { width: 836, height: 331, seated: true }
const zoomed = { width: 712, height: 391, seated: true }
const tablet = { width: 804, height: 1000, seated: true }
const desk = { width: 1048, height: 700, seated: true }

/** Cards as they are dealt: mostly pairs and triples, nothing slid into them. */
const cards = (...values: number[]): Held[] => values.map((value) => ({ value, bare: true }))
const FIFTEEN = [1, 1, 2, 3, 3, 3, 4, 4, 5, 6, 7, 8, 9, 9, 9]
const ALL_DIFFERENT = [-2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

describe.each([
  ['phone', phone, 44],
  ['small phone', smallPhone, 40],
  ['phone on its side', onItsSide, 44],
  ['page at twice its size', zoomed, 40],
  ['tablet', tablet, 90],
  ['desk', desk, 60],
])('on a %s', (_, screen, least) => {
  test.each([2, 3, 4, 5, 6])('everything fits with %i players', (seats) => {
    for (const stock of [0, 3, 7])
      for (const values of [FIFTEEN, ALL_DIFFERENT])
        for (let held = 1; held <= (seats === 2 ? 15 : 10); held++) {
          const room: Room = {
            ...screen,
            opponents: seats - 1,
            hand: cards(...values.slice(0, held)),
            stock,
          }
          const { card, spots, hand, middle } = layoutOf(room)
          const what = `${seats} seats, ${held} cards, ${stock} pieces`
          expect(card, what).toBeGreaterThanOrEqual(40)
          expect(spots).toHaveLength(held)
          for (const { x, y } of spots) {
            expect(x, what).toBeGreaterThanOrEqual(0)
            expect(x + card, what).toBeLessThanOrEqual(screen.width + 1)
            expect(y + card * TALL, what).toBeLessThanOrEqual(hand + 1)
          }
          if (stock < 7) expect(middle, what).toBeGreaterThanOrEqual(screen === smallPhone ? 90 : 136)
        }
  })

  test('a hand as it is dealt is large enough to be read', () => {
    for (const [opponents, values] of [
      [1, FIFTEEN],
      [5, FIFTEEN.slice(3, 13)],
    ] as const)
      expect(
        layoutOf({ ...screen, opponents, hand: cards(...values), stock: 3 }).card,
      ).toBeGreaterThanOrEqual(least)
  })
})

test('on a phone the bands together are as high as the screen', () => {
  const room: Room = { ...phone, opponents: 5, hand: cards(...FIFTEEN.slice(0, 10)), stock: 3 }
  const { opponent, hand, middle, piece, beside } = layoutOf(room)
  expect(beside).toBe(true)
  const others = 2 * opponent + GAP
  const all = others + GAP + middle + GAP + (piece + 4) + GAP + hand + GAP + BUTTONS
  expect(Math.abs(all - room.height)).toBeLessThan(2)
})

describe('equal cards', () => {
  const rowsOf = (room: Room): number[][] => {
    const { spots } = layoutOf(room)
    const heights = [...new Set(spots.map(({ y }) => y))]
    return heights.map((y) => room.hand.filter((_, index) => spots[index]!.y === y).map(({ value }) => value))
  }

  test.each([phone, smallPhone, onItsSide, zoomed, tablet, desk])(
    'stand in one row on a screen of $width',
    (screen) => {
      const rows = rowsOf({ ...screen, opponents: 1, hand: cards(...FIFTEEN), stock: 3 })
      for (const value of new Set(FIFTEEN)) expect(rows.filter((row) => row.includes(value))).toHaveLength(1)
    },
  )

  test('more of them than a row holds are torn apart, not pushed off the screen', () => {
    const rows = rowsOf({ ...smallPhone, opponents: 1, hand: cards(...Array<number>(15).fill(5)), stock: 0 })
    expect(rows.flat()).toHaveLength(15)
  })

  test('lie over each other only where nothing is hidden by it', () => {
    const hand = ALL_DIFFERENT.map((value) => ({ value: Math.max(5, value), bare: false }))
    const { spots, card } = layoutOf({ ...smallPhone, opponents: 1, hand, stock: 0 })
    spots.forEach(({ x, y }, index) => {
      const next = spots[index + 1]
      if (next?.y === y) expect(next.x - x).toBeGreaterThanOrEqual(card)
    })
  })
})

test('a chosen card of the second row does not reach the values of the first', () => {
  const { spots, card } = layoutOf({ ...phone, opponents: 1, hand: cards(...FIFTEEN), stock: 3 })
  expect(spots[0]!.y).toBe(LIFT)
  expect(spots.at(-1)!.y - spots[0]!.y).toBeGreaterThanOrEqual(Math.floor(card * TALL + ROW))
})

test('a spectator sees nothing but the table', () => {
  const { rows, middle } = layoutOf({ ...phone, opponents: 4, hand: [], stock: 0, seated: false })
  expect(rows).toBe(0)
  expect(middle).toBeGreaterThan(400)
})

test('a hand of one card is one row, and the trick gets the height', () => {
  const few = layoutOf({ ...phone, opponents: 3, hand: cards(5), stock: 3 })
  const many = layoutOf({ ...phone, opponents: 3, hand: cards(...FIFTEEN.slice(0, 10)), stock: 3 })
  expect(few.rows).toBe(1)
  expect(few.middle).toBeGreaterThan(many.middle)
})
