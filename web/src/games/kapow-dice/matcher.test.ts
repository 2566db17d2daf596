import { describe, expect, test } from 'vitest'

import type { Box } from './facts'
import { accepts, match, wouldDo } from './matcher'
import { catalogue } from './testing/recorded'
import { dice } from './testing/fighters'

const box = (id: string): Box => catalogue.abilities[id]!.boxes[0]!
const one = (text: string) => dice(text)[0]!
const would = (id: string, hand: string, ...more: Parameters<typeof wouldDo>[3][]) =>
  wouldDo(box(id), new Map(), dice(hand), ...more)?.map(({ kind, face }) => `${kind} ${face}`) ?? null

describe('a slot (KD-21)', () => {
  test.each([
    ['M', 'rM', true],
    ['M', 'rW', true],
    ['M!', 'rW', false],
    ['WILD', 'rM', false],
    ['BLANK', 'rW', false],
    ['BLANK', 'yB', true],
    ['ANY', 'yB', true],
    ['NB', 'yB', false],
    ['ACT', 'kB', true],
    ['ACT', 'rM', false],
    ['NBACT', 'kB', false],
    ['NBACT', 'kW', true],
  ])('%s and %s: %s', (demand, die, fits) => {
    expect(accepts(demand, one(die))).toBe(fits)
  })

  test('substitutions count (KD-25), but never for a place without Wild', () => {
    expect(accepts('X', one('pT'), [['T', 'W']])).toBe(true)
    expect(accepts('X!', one('pT'), [['T', 'W']])).toBe(false)
    expect(accepts('E!', one('kB'), [['B', 'E']])).toBe(true)
  })
})

describe('a matched group (KD-22)', () => {
  test('equal faces, Wild with anything, Blank with Blank', () => {
    expect(match(dice('rM rM'))).toBe(true)
    expect(match(dice('rM yE'))).toBe(false)
    expect(match(dice('rW yB'))).toBe(true)
    expect(match(dice('kB yB'))).toBe(true)
  })
})

describe('these dice would do', () => {
  test('the cheapest ones: no Wild where a symbol will do, no Action die where a Trait die will', () => {
    expect(would('grow', 'bW bX yE kE')).toEqual(['blue X', 'yellow E'])
    expect(would('pow', 'rW rM')).toEqual(['red M', 'red W'])
  })

  test('Teleport: a Blank and a Wild, the Wild on the right (KD-R3)', () => {
    expect(would('teleport', 'rW yB')).toEqual(['yellow B', 'red W'])
    expect(would('teleport', 'yB rM')).toBeNull()
  })

  test('a box that is partly filled needs only the rest, and it has to match', () => {
    const placed = dice('rM')[0]!
    const rest = wouldDo(box('synthesis'), new Map([['synthesis:1', placed]]), dice('yE rM'))
    expect(rest?.map(({ face }) => face)).toEqual(['M'])
  })

  test('nobody is told that dice would do when they would not', () => {
    expect(would('klonk', 'rM rM')).toBeNull()
    expect(would('smash', 'yE rW rW rW')).toBeNull()
    expect(would('smash', 'yE rM rW rM')).toHaveLength(4)
  })
})
