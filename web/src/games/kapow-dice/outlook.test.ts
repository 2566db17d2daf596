import { describe, expect, test } from 'vitest'

import { aboutBox } from './about'
import type { EntryState, Status } from './draft'
import type { Sum } from './facts'
import { agreedOn } from './boxes'
import { changes, formula, totalOf } from './outlook'
import { fighter } from './testing/fighters'
import { catalogue, recorded } from './testing/recorded'

const sum = (rest: Partial<Sum>): Sum => ({
  base: 'pow',
  base_value: 2,
  kickers: [],
  multiplier: null,
  plus: 2,
  flat: 0,
  total: 2,
  ...rest,
})

describe('the formula', () => {
  test('(base + kickers) × multiplier, as the rulebook writes it (KD-E1)', () => {
    const kickers = [{ box: 'knock_down', value: 3 }]
    expect(formula(sum({ kickers, multiplier: { box: 'smash', value: 2 }, plus: 5, total: 10 }))).toBe(
      '(2 + 3) × 2',
    )
  })

  test('Entangle is taken off after multiplying (KD-R31)', () => {
    const kickers = [{ box: 'knock_down', value: 3 }]
    expect(formula(sum({ kickers, multiplier: { box: 'smash', value: 2 }, flat: -2, total: 8 }))).toBe(
      '(2 + 3) × 2 − 2',
    )
  })

  test('an automated opponent has no base, only values', () => {
    const kickers = [1, 6].map((value) => ({ box: 'vk4', value }))
    expect(formula(sum({ base: null, base_value: 0, kickers, total: 7 }))).toBe('1 + 6')
  })
})

describe('what a box would change', () => {
  test('nothing without a base', () => {
    expect(changes(catalogue, fighter(''), 'pummel')).toEqual([
      { side: 'attack', before: 0, after: 0, baseless: true },
    ])
  })

  test('a kicker adds, a multiplier doubles all of it', () => {
    const me = fighter('', { selected: ['pow', 'pummel'] })
    expect(changes(catalogue, me, 'smash')).toEqual([
      { side: 'attack', before: 5, after: 22, baseless: false },
    ])
  })

  test('of two multipliers only one counts, the better (KD-115)', () => {
    expect(totalOf(catalogue, fighter(''), 'attack', ['biff', 'smash', 'blow_away'])).toBe(14)
  })

  test('the better base counts, and Entangle costs two each', () => {
    expect(totalOf(catalogue, fighter('', { entangled: 1 }), 'attack', ['biff', 'zap'])).toBe(1)
  })
})

describe('what the line under the boards says', () => {
  const table = recorded[0]!.start.board
  const me = fighter('')
  const draftWith = (status: Status): EntryState[] => {
    const ability = catalogue.abilities.klonk!
    const entry = { id: 'klonk', ability, boxes: ability.boxes, area: 'attack' as const }
    return [{ entry, boxes: [{ box: ability.boxes[0]!, status, takesDie: false, would: [] }] }]
  }

  test('what cannot be filled promises nothing', () => {
    expect(aboutBox(table, catalogue, me, draftWith('can'), 'klonk')?.now).toHaveLength(1)
    expect(aboutBox(table, catalogue, me, draftWith('cannot'), 'klonk')?.now).toEqual([])
  })

  test('Pow is what the table has agreed on (KD-41)', () => {
    const base = (options: Record<string, unknown>) =>
      agreedOn(catalogue, options).abilities.pow?.numbers.attack_base
    expect([base({ pow: 3 }), base({ pow: 4 }), base({})]).toEqual([3, 4, 3])
  })
})
