import { describe, expect, test } from 'vitest'

import { attackOn, cardsOf, readMove, readMoves, targetsOf, writeAttack } from './moves'
import { option, optionsOf, recorded } from './testing/recorded'

describe('a move in words is read', () => {
  test('an attack names its cards, the opponent and the place', () => {
    expect(readMove('ATTACK T08+W05a -> P2:H3')).toEqual({
      kind: 'attack',
      cards: ['T08', 'W05a'],
      target: { seat: 1, zone: 'hand', index: 2 },
    })
    expect(readMove('ATTACK S12 -> P6:D1')).toEqual({
      kind: 'attack',
      cards: ['S12'],
      target: { seat: 5, zone: 'row', index: 0 },
    })
  })

  test('the other three actions', () => {
    expect(readMove('BARRICADE V3')).toEqual({ kind: 'barricade', card: 'V3' })
    expect(readMove('RECRUIT')).toEqual({ kind: 'recruit', discard: null })
    expect(readMove('RECRUIT W02a')).toEqual({ kind: 'recruit', discard: 'W02a' })
    expect(readMove('PASS')).toEqual({ kind: 'pass' })
  })

  test.each([
    '',
    'ATTACK',
    'ATTACK S12',
    'ATTACK S12 P2:D1',
    'ATTACK S12 -> P0:D1',
    'ATTACK S12 -> P2:X1',
    'ATTACK S12+ -> P2:D1',
    'BARRICADE',
    'BARRICADE A B',
    'PASS PLEASE',
    'DANCE',
    'ATTACK S12 -> P2:D1 NOW',
  ])('%j is no move', (text) => expect(readMove(text)).toBeNull())

  test('every move a server ever offered is understood', () => {
    for (const game of recorded)
      for (const position of [game.start, ...game.steps.map((step) => step.after)]) {
        const read = readMoves(optionsOf(position))
        expect(read).toHaveLength(position.moves.length)
        for (const move of read)
          if (move.kind === 'attack') expect(writeAttack(move.cards, move.target)).toBe(move.text)
      }
  })
})

describe('what may be done', () => {
  const legal = readMoves(
    [
      'ATTACK T08 -> P2:D1',
      'ATTACK T08+W05a -> P2:D1',
      'ATTACK T08+W05a -> P3:H2',
      'BARRICADE T08',
      'PASS',
    ].map(option),
  )

  test('a pair attacks in either order', () => {
    expect(targetsOf(legal, ['W05a', 'T08'])).toHaveLength(2)
    expect(attackOn(legal, ['W05a', 'T08'], { seat: 2, zone: 'hand', index: 1 })?.text).toBe(
      'ATTACK T08+W05a -> P3:H2',
    )
  })

  test('a part of a pair is not the pair', () => {
    expect(targetsOf(legal, ['T08'])).toEqual([{ seat: 1, zone: 'row', index: 0 }])
    expect(targetsOf(legal, ['W05a'])).toEqual([])
  })

  test('each move knows the cards it costs', () => {
    expect(legal.map(cardsOf)).toEqual([['T08'], ['T08', 'W05a'], ['T08', 'W05a'], ['T08'], []])
  })
})
