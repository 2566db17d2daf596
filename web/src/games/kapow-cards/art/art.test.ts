import { describe, expect, test } from 'vitest'

import { catalogue } from '../testing/recorded'
import { pictureOf, pictures } from '.'

const cards = Object.keys(catalogue.cards)

describe('the pictures', () => {
  test('every card has one of its own; only copies of a weapon share theirs', () => {
    for (const card of cards) expect(pictures[card.replace(/[a-z]$/, '')], card).toBeDefined()
    expect(new Set(cards.map((card) => JSON.stringify(pictureOf(card)))).size).toBe(43)
  })

  test('they are drawn inside their frame', () => {
    for (const [card, picture] of Object.entries(pictures))
      for (const [, path] of picture) {
        expect(path, card).not.toContain('NaN')
        for (const [, x, y] of path.matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g))
          for (const at of [Number(x), Number(y)]) expect(at >= -6 && at <= 70, `${card}: ${path}`).toBe(true)
      }
  })

  test('a card nobody has drawn still shows something', () => {
    expect(pictureOf('X99').length).toBeGreaterThan(0)
  })
})
