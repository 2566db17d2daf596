import { describe, expect, test } from 'vitest'

import {
  aims,
  choiceOf,
  chosenEarly,
  moveOf,
  NOTHING,
  offered,
  stepBack,
  stillPossible,
  tapAction,
  tapCard,
  tapTarget,
  type Choice,
} from './choice'
import type { Move } from './facts'
import { attackParts, namedMoves } from './moves'
import { option } from './testing/recorded'

const D1 = { seat: 1, zone: 'row', index: 0 } as const
const D2 = { seat: 1, zone: 'row', index: 1 } as const
const hand = ['T08', 'M06', 'W05a']
const sets = [['T08'], ['M06'], ['T08', 'W05a'], ['M06', 'W05a']]
const legalOf = (...moves: Move[]) => namedMoves(moves.map((parts) => option(parts)))
const legal = legalOf(
  ...sets.flatMap((set): Move[] => [attackParts(set, D1), attackParts(set, D2)]),
  ...hand.flatMap((card): Move[] => [
    ['barricade', card],
    ['recruit', card],
  ]),
  ['pass'],
)
const cards = (...chosen: string[]): Choice => ({ ...NOTHING, cards: chosen })

describe('choosing cards of the hand', () => {
  test('a hero, then a weapon, then a target, then the same target again', () => {
    const hero = tapCard(legal, NOTHING, 'T08')
    expect(hero).toEqual({ choice: cards('T08') })
    const pair = tapCard(legal, hero.choice, 'W05a')
    expect(aims(legal, pair.choice)).toEqual([D1, D2])
    const aimed = tapTarget(legal, pair.choice, D2)
    expect(moveOf(legal, aimed.choice)?.parts).toEqual(['attack', ['T08', 'W05a'], 1, 'row', 1])
    expect(tapTarget(legal, aimed.choice, D2).confirm).toBe(true)
  })

  test('a weapon may be picked up first, but aims at nothing yet', () => {
    const weapon = tapCard(legal, NOTHING, 'W05a')
    expect(weapon.refused).toBeUndefined()
    expect(aims(legal, weapon.choice)).toEqual([])
    expect(offered(legal, weapon.choice, hand)).toEqual(['T08', 'M06'])
  })

  test('what does not go together is refused, and the new card starts over', () => {
    const step = tapCard(legal, cards('T08'), 'M06')
    expect(step.refused).toBe(true)
    expect(step.choice).toEqual(cards('M06'))
  })

  test('a second tap puts a card back and lets go of the target', () => {
    expect(tapCard(legal, { ...cards('T08'), target: D1 }, 'T08').choice).toEqual(NOTHING)
    expect(tapCard(legal, { ...cards('T08', 'W05a'), target: D1 }, 'W05a').choice).toEqual({
      ...cards('T08'),
      target: D1,
    })
  })

  test('the target may come first', () => {
    const aimed = tapTarget(legal, NOTHING, D1)
    expect(aimed.choice.target).toEqual(D1)
    expect(moveOf(legal, tapCard(legal, aimed.choice, 'M06').choice)?.parts).toEqual([
      'attack',
      ['M06'],
      1,
      'row',
      0,
    ])
  })

  test('a target nobody may attack is refused', () => {
    expect(tapTarget(legal, cards('T08'), { seat: 1, zone: 'hand', index: 0 }).refused).toBe(true)
  })
})

describe('the buttons', () => {
  test('barricade asks for a card, or takes the one that is up', () => {
    expect(tapAction(legal, NOTHING, 'barricade').choice).toEqual({ ...NOTHING, action: 'barricade' })
    expect(moveOf(legal, tapAction(legal, cards('M06'), 'barricade').choice)?.parts).toEqual([
      'barricade',
      'M06',
    ])
  })

  test('recruiting with a full hand wants the discard first (KC-36)', () => {
    const step = tapAction(legal, NOTHING, 'recruit')
    expect(moveOf(legal, step.choice)).toBeUndefined()
    expect(moveOf(legal, tapCard(legal, step.choice, 'W05a').choice)?.parts).toEqual(['recruit', 'W05a'])
  })

  test('recruiting with room in the hand wants nothing', () => {
    const roomy = legalOf(['recruit', null], ['barricade', 'T08'], ['attack', ['T08'], 1, 'row', 0])
    const step = tapAction(roomy, cards('T08'), 'recruit')
    expect(step.choice.cards).toEqual([])
    expect(moveOf(roomy, step.choice)?.parts).toEqual(['recruit', null])
    // Picking a card then is a change of mind, not a discard (KC-38).
    expect(tapCard(roomy, step.choice, 'T08').choice).toEqual(cards('T08'))
  })

  test('a second press makes the move; an illegal one is refused', () => {
    expect(tapAction(legal, { ...NOTHING, action: 'pass' }, 'pass').confirm).toBe(true)
    expect(tapAction(legalOf(['barricade', 'T08']), NOTHING, 'pass').refused).toBe(true)
  })

  test('picking another card after pass begins an attack', () => {
    expect(tapCard(legal, { ...NOTHING, action: 'pass' }, 'T08').choice).toEqual(cards('T08'))
  })
})

describe('around the choice', () => {
  test('stepping back gives up the target, then the button, then the cards', () => {
    const all: Choice = { cards: ['T08'], target: D1, action: null }
    const once = stepBack(all)
    expect(once).toEqual(cards('T08'))
    expect(stepBack(once)).toEqual(NOTHING)
    expect(stepBack({ ...cards('T08'), action: 'barricade' })).toEqual(cards('T08'))
  })

  test('every legal move can be taken over from a hint', () => {
    for (const move of legal) expect(moveOf(legal, choiceOf(move))?.parts).toEqual(move.parts)
  })

  test('a choice does not outlive its moves', () => {
    expect(stillPossible(legal, cards('T08'))).toEqual(cards('T08'))
    expect(stillPossible([], cards('T08'))).toEqual(NOTHING)
    expect(stillPossible(legalOf(['pass']), { ...cards('T08'), target: D1 })).toEqual(NOTHING)
  })
})

describe('cards that were tapped while the last blow landed', () => {
  test('are chosen as soon as they may be', () => {
    expect(chosenEarly(legal, ['T08'])).toEqual(cards('T08'))
    expect(chosenEarly(legal, ['T08', 'W05a'])).toEqual(cards('T08', 'W05a'))
  })

  test('are left alone where nothing can be done with them', () => {
    expect(chosenEarly(legal, ['S99'])).toEqual(NOTHING)
    expect(chosenEarly([], ['T08'])).toEqual(NOTHING)
  })
})
