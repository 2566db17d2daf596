import { describe, expect, test } from 'vitest'

import { aboutBox } from './about'
import type { EntryState, Status } from './draft'
import type { Fighter, Sum } from './facts'
import { agreedOn } from './boxes'
import { formula } from './formula'
import { sorted } from './moves'
import { fighter } from './testing/fighters'
import { catalogue, option } from './testing/recorded'
import { faceName, t } from './words'

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

describe('what the line under the boards says', () => {
  const me = fighter('', { worth: { klonk: { attack: { before: 3, after: 5 } }, adapt: { works: false } } })
  const none = sorted([])
  const draftWith = (status: Status): EntryState[] => {
    const ability = catalogue.abilities.klonk!
    const entry = { id: 'klonk', ability, boxes: ability.boxes, area: 'attack' as const }
    return [{ entry, boxes: [{ box: ability.boxes[0]!, status, takesDie: false, would: [] }] }]
  }

  test('what cannot be filled promises nothing', () => {
    const about = (status: Status) => aboutBox(catalogue, me, draftWith(status), none, 'klonk')?.now
    expect(about('can')).toEqual([t('wouldBe', { side: t('attack'), before: 3, after: 5 })])
    expect(about('cannot')).toEqual([])
  })

  test('what has no base yet, what is copied, and whether a condition holds', () => {
    const lacking = fighter('', { worth: { klonk: { attack: { before: null, after: null } } } })
    const now = (who: Fighter, box: string, legal = none) => aboutBox(catalogue, who, [], legal, box)?.now
    expect(now(lacking, 'klonk')).toEqual([t('needsBase', { side: t('attack') })])
    expect(now(me, 'adapt')).toEqual([t('worksNotNow')])
    const fill = sorted([option(['fill', 'replicate', null], { dice: [1, 2], copies: 'M' })])
    expect(now(me, 'replicate', fill)).toEqual([t('copies', { face: faceName(catalogue, 'M') })])
  })

  test('Pow is what the table has agreed on (KD-41)', () => {
    const base = (options: Record<string, unknown>) =>
      agreedOn(catalogue, options).abilities.pow?.numbers.attack_base
    expect([base({ pow: 3 }), base({ pow: 4 }), base({})]).toEqual([3, 4, 3])
  })
})
