import { afterEach, describe, expect, test } from 'vitest'
import {
  explains,
  explanationAt,
  lookupKeys,
  nowOf,
  piecesOf,
  placeBeside,
  termOf,
  type Box,
} from './explain'
import type { GuideInfo, TermInfo } from './wire'

const term = (key: string): TermInfo => ({
  key,
  name: { en: key, de: key },
  needs: null,
  text: { en: '.', de: '.' },
  rule: '',
  also: [],
})
const guide: GuideInfo = { how: [], terms: [term('card'), term('card:S12'), term('row')], topics: [] }

afterEach(() => {
  document.body.innerHTML = ''
})

test('a thing is looked up from the most special key to the most general', () => {
  expect(lookupKeys('card:S12@hand')).toEqual(['card:S12@hand', 'card:S12', 'card'])
  expect(lookupKeys('row@P2')).toEqual(['row@P2', 'row'])
  expect(lookupKeys('deck')).toEqual(['deck'])
  expect(termOf(guide, 'card:S12@hand')?.key).toBe('card:S12')
  expect(termOf(guide, 'card:M07')?.key).toBe('card')
  expect(termOf(guide, 'deck')).toBeNull()
  expect(termOf(null, 'card')).toBeNull()
})

describe('what lies under a finger', () => {
  test('is the innermost thing that the guide explains', () => {
    document.body.innerHTML =
      '<div data-explain="row@P1"><button data-explain="gem" aria-label="a gem"><i></i></button></div>'
    expect(explanationAt(document.querySelector('i'), guide)?.key).toBe('row@P1')
  })

  test('has at least the name that a screen reader gets', () => {
    document.body.innerHTML = '<button data-explain="gem" aria-label="a gem"><i></i></button><b></b>'
    expect(explanationAt(document.querySelector('i'), guide)).toMatchObject({ term: null, name: 'a gem' })
    expect(explanationAt(document.querySelector('b'), guide)).toBeNull()
  })
})

test('a part says what it is now for as long as it is there', () => {
  const part = document.createElement('i')
  let sum = 12
  const gone = explains(() => [{ en: `${sum}`, de: `${sum}` }])(part) as () => void
  sum = 13
  expect(nowOf(part)).toEqual([{ en: '13', de: '13' }])
  gone()
  expect(nowOf(part)).toEqual([])
})

test('a sentence falls into words, strong words and things, stars in ids included', () => {
  expect(piecesOf('Play a *strong hero* {card:JOA-1*}.')).toEqual([
    { kind: 'text', text: 'Play a ' },
    { kind: 'strong', text: 'strong hero' },
    { kind: 'text', text: ' ' },
    { kind: 'thing', text: 'card:JOA-1*' },
    { kind: 'text', text: '.' },
  ])
})

describe('the popover', () => {
  const page: Box = { left: 0, top: 0, width: 390, height: 844 }
  const size = { width: 300, height: 200 }
  const overlaps = (one: Box, other: Box): boolean =>
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height

  test.each<[string, Box]>([
    ['at the top', { left: 0, top: 0, width: 60, height: 80 }],
    ['at the foot', { left: 330, top: 764, width: 60, height: 80 }],
    ['in the middle', { left: 165, top: 380, width: 60, height: 80 }],
    ['as wide as the page', { left: 0, top: 300, width: 390, height: 300 }],
    ['as high as most of the page', { left: 0, top: 60, width: 390, height: 640 }],
  ])('never covers the thing it explains: %s', (_, thing) => {
    const box = placeBeside(thing, size, page)
    expect(overlaps(box, thing)).toBe(false)
    expect(box.left).toBeGreaterThanOrEqual(0)
    expect(box.left + box.width).toBeLessThanOrEqual(390)
    expect(box.top).toBeGreaterThanOrEqual(0)
    expect(box.top + box.height).toBeLessThanOrEqual(844)
  })

  test('stands at a side where there is no room above or below', () => {
    const wide: Box = { left: 0, top: 0, width: 844, height: 390 }
    const thing = { left: 300, top: 100, width: 60, height: 200 }
    const box = placeBeside(thing, size, wide)
    expect(box.left).toBe(368)
    expect(overlaps(box, thing)).toBe(false)
  })
})
