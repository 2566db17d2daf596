import { describe, expect, test } from 'vitest'

import type { Move } from './facts'
import { attackOn, attackParts, cardsOf, namedMove, namedMoves, targetsOf } from './moves'
import { option, optionsOf, recorded } from './testing/recorded'

describe('the parts of a move get names', () => {
  test('an attack has cards, an opponent and a place', () => {
    expect(namedMove(['attack', ['T08', 'W05a'], 1, 'hand', 2])).toEqual({
      kind: 'attack',
      cards: ['T08', 'W05a'],
      target: { seat: 1, zone: 'hand', index: 2 },
    })
  })

  test('the other three actions', () => {
    expect(namedMove(['barricade', 'V3'])).toEqual({ kind: 'barricade', card: 'V3' })
    expect(namedMove(['recruit', null])).toEqual({ kind: 'recruit', discard: null })
    expect(namedMove(['recruit', 'W02a'])).toEqual({ kind: 'recruit', discard: 'W02a' })
    expect(namedMove(['pass'])).toEqual({ kind: 'pass' })
  })

  test('every attack that the engine offered is written as it was read', () => {
    for (const game of recorded)
      for (const position of [game.start, ...game.steps.map((step) => step.after)])
        for (const move of namedMoves(optionsOf(position)))
          if (move.kind === 'attack') expect(attackParts(move.cards, move.target)).toEqual(move.parts)
  })
})

describe('what may be done', () => {
  const moves: Move[] = [
    ['attack', ['T08'], 1, 'row', 0],
    ['attack', ['T08', 'W05a'], 1, 'row', 0],
    ['attack', ['T08', 'W05a'], 2, 'hand', 1],
    ['barricade', 'T08'],
    ['pass'],
  ]
  const legal = namedMoves(moves.map((parts) => option(parts)))

  test('a pair attacks in either order', () => {
    expect(targetsOf(legal, ['W05a', 'T08'])).toHaveLength(2)
    expect(attackOn(legal, ['W05a', 'T08'], { seat: 2, zone: 'hand', index: 1 })?.parts).toEqual([
      'attack',
      ['T08', 'W05a'],
      2,
      'hand',
      1,
    ])
  })

  test('a part of a pair is not the pair', () => {
    expect(targetsOf(legal, ['T08'])).toEqual([{ seat: 1, zone: 'row', index: 0 }])
    expect(targetsOf(legal, ['W05a'])).toEqual([])
  })

  test('each move knows the cards it costs', () => {
    expect(legal.map(cardsOf)).toEqual([['T08'], ['T08', 'W05a'], ['T08', 'W05a'], ['T08'], []])
  })
})
