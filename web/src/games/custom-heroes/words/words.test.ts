import { beforeEach, describe, expect, test } from 'vitest'

import { settings } from '../../../lib/settings.svelte'
import { card, catalogue } from '../testing/tables'
import { sayDemand, sayFormula, saySum } from '.'
import { de } from './de'
import { en } from './en'

const gaps = (phrase: unknown): string[] =>
  [...JSON.stringify(phrase).matchAll(/\{(\w+)\}/g)].map((hit) => hit[1]!)

beforeEach(() => {
  settings.language = 'en'
})

test('both languages fill the same gaps', () => {
  for (const key of Object.keys(en) as (keyof typeof en)[])
    expect(new Set(gaps(de[key])), key).toEqual(new Set(gaps(en[key])))
})

describe('what must be beaten, in one line', () => {
  const top = { seat: 0, kind: 'normal', value: 7, count: 3 } as const

  test.each([
    [false, true, 'Three cards, 7 or more', 'Drei Karten, 7 oder mehr'],
    [true, true, 'Three cards, 7 or less', 'Drei Karten, 7 oder weniger'],
    [false, false, 'Three cards, more than 7', 'Drei Karten, mehr als 7'],
    [true, false, 'Three cards, less than 7', 'Drei Karten, weniger als 7'],
  ])('descending %s, equal beats %s', (descending, equal, english, german) => {
    expect(sayDemand(top, descending, equal)).toBe(english)
    settings.language = 'de'
    expect(sayDemand(top, descending, equal)).toBe(german)
  })

  test('a single card and a negative value', () => {
    expect(sayDemand({ ...top, count: 1, value: -3 }, false, true)).toBe('One card, −3 or more')
  })
})

test('a value is explained by its parts', () => {
  expect(saySum(catalogue, card('2a+G07+RM4'))).toBe('Base 2 · Aura sets it to 7 · −4 left hand · makes 3')
  expect(saySum(catalogue, card('9a'))).toBe('Base 9')
  expect(saySum(catalogue, card('9a+SPK'))).toBe('Base 9')
  expect(sayFormula(catalogue, card('2a+G07+RM4'))).toBe('2 → 7 − 4 = 3')
  expect(sayFormula(catalogue, card('9a+RP1+BP2'))).toBe('9 + 1 + 2 = 12')
  expect(sayFormula(catalogue, card('9a+SPK'))).toBe('Yoshima 9')
})
