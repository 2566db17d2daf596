import { describe, expect, test } from 'vitest'

import { moveWith } from '../../testing'
import {
  isNothing,
  leftOver,
  lowestOf,
  movesOf,
  NOTHING,
  placesFor,
  tapDrawn,
  tapFighter,
  type Setting,
} from './choice'
import type { Forecast, Move, Facts } from './facts'

/** Legal moves with forecasts as the engine gives them: `under` for an insertion, `aside` for a tactical pick. */
const legalOf = (forecast: (parts: Move) => Forecast, ...moves: Move[]) =>
  moves.map((parts) => moveWith<Facts>(parts, forecast(parts)))
const plain = (): Forecast => ({})
const under = ([, card]: Move): Forecast => ({
  turn: 1,
  under: card === 'WON-3' ? ['JOA-2', 'JOA-2'] : ['WON-3', 'JOA-2'],
})
const aside = ([, fighter]: Move): Forecast => ({ aside: fighter === 'joan' ? ['wong'] : ['joan'] })

const deck: Setting = {
  phase: 'deck',
  way: 'normal',
  legal: legalOf(
    under,
    ['insert', 'WON-3', 0],
    ['insert', 'WON-3', 1],
    ['insert', 'JOA-2', 0],
    ['insert', 'JOA-2', 1],
  ),
  drawn: ['WON-3', 'JOA-2', 'JOA-2'],
}

describe('the deck phase', () => {
  test('needs a card and a gap, and sends what goes lowest with them', () => {
    const held = tapDrawn(NOTHING, 'WON-3', false)
    expect(movesOf(held, deck)).toBeNull()
    expect(movesOf({ ...held, place: 1 }, deck)).toEqual([
      ['insert', 'WON-3', 1],
      ['under', 'JOA-2'],
    ])
  })

  test('puts the last card lowest unless told otherwise', () => {
    const wish = { ...NOTHING, card: 'JOA-2', place: 0 }
    expect(movesOf(wish, deck)).toEqual([
      ['insert', 'JOA-2', 0],
      ['under', 'JOA-2'],
    ])
    expect(movesOf({ ...wish, lowest: 'WON-3' }, deck)).toEqual([
      ['insert', 'JOA-2', 0],
      ['under', 'WON-3'],
    ])
  })

  test('takes one copy of two out of the hand', () => {
    expect(leftOver(deck, 'JOA-2')).toEqual(['WON-3', 'JOA-2'])
    expect(leftOver(deck, null)).toEqual(deck.drawn)
    expect(lowestOf(['WON-3', 'JOA-2'], { ...NOTHING, lowest: 'MOR-1' })).toBe('JOA-2')
  })

  test('never sends a place that is not legal', () => {
    expect(movesOf({ ...NOTHING, card: 'WON-3', place: 7 }, deck)).toBeNull()
    expect(placesFor(deck, 'WON-3')).toEqual([0, 1])
    expect(placesFor(deck, null)).toEqual([])
  })

  test('asks only for the lowest card when one is in already', () => {
    const rest: Setting = {
      ...deck,
      legal: legalOf(plain, ['under', 'WON-3'], ['under', 'JOA-2']),
      drawn: ['WON-3', 'JOA-2'],
    }
    expect(movesOf(NOTHING, rest)).toEqual([['under', 'JOA-2']])
    expect(movesOf({ ...NOTHING, lowest: 'WON-3' }, rest)).toEqual([['under', 'WON-3']])
  })

  test('a card that is tapped again is laid back', () => {
    expect(isNothing(tapDrawn({ ...NOTHING, card: 'WON-3', place: 1 }, 'WON-3', true))).toBe(true)
  })
})

describe('the draft', () => {
  const normal: Setting = {
    phase: 'pick-1',
    way: 'normal',
    legal: legalOf(plain, ['pick', 'joan'], ['pick', 'wong']),
    drawn: [],
  }
  const tactical: Setting = { ...normal, legal: legalOf(aside, ['pick', 'joan'], ['pick', 'wong']) }

  test('takes one fighter', () => {
    const wish = tapFighter(NOTHING, 'joan', normal, null)
    expect(movesOf(wish, normal)).toEqual([['pick', 'joan']])
    expect(tapFighter(wish, 'wong', normal, null).fighter).toBe('wong')
  })

  test('of the tactical kind keeps one and puts another aside (TT-14)', () => {
    const kept = tapFighter(NOTHING, 'joan', tactical, null)
    expect(movesOf(kept, tactical)).toBeNull()
    const both = tapFighter(kept, 'wong', tactical, null)
    expect(movesOf(both, tactical)).toEqual([
      ['pick', 'joan'],
      ['discard', 'wong'],
    ])
    expect(isNothing(tapFighter(both, 'joan', tactical, null))).toBe(true)
  })

  test('goes on where only the pick was made', () => {
    const half: Setting = { ...tactical, legal: legalOf(plain, ['discard', 'wong'], ['discard', 'milady']) }
    expect(tapFighter(NOTHING, 'joan', half, 'joan')).toBe(NOTHING)
    expect(movesOf(tapFighter(NOTHING, 'wong', half, 'joan'), half)).toEqual([['discard', 'wong']])
  })
})
