import { describe, expect, test } from 'vitest'

import { canCount, draftOf, fullCount, inArea, tapBox } from './draft'
import type { Move } from './facts'
import { placing, sorted } from './moves'
import { fighter } from './testing/fighters'
import { catalogue, option, recorded } from './testing/recorded'

function position(dice: string, moves: Move[], inHand: number | null = null) {
  const me = fighter(dice)
  const table = { ...recorded[0]!.start.board, fighters: [me, fighter('')] }
  const legal = sorted(moves.map((parts) => option(parts, parts[1] === 'pow' ? { dice: [1, 2] } : undefined)))
  const states = draftOf(table, catalogue, 0, legal, inHand)
  const state = (box: string) => states.flatMap(({ boxes }) => boxes).find((one) => one.box.box === box)!
  return { me, legal, states, state }
}

describe('boxes light up', () => {
  const { states, state } = position('rM yE', [
    ['fill', 'pow', null],
    ['fill', 'biff', null],
    ['place', 1, 'pow:1'],
  ])

  test('that the dice in hand can fill, with the dice that would do', () => {
    expect(state('pow').status).toBe('can')
    expect(state('pow').would.map(({ die }) => die)).toEqual([1, 2])
    expect(state('zap').status).toBe('cannot')
    expect(canCount(inArea(states, 'attack'))).toBe(2)
    expect(canCount(inArea(states, 'defend'))).toBe(0)
  })

  test('for the die in hand where it may go', () => {
    const held = position(
      'rM yE',
      [
        ['place', 1, 'pow:1'],
        ['fill', 'biff', null],
      ],
      1,
    )
    expect(held.state('pow').takesDie).toBe(true)
    expect(held.state('biff').takesDie).toBe(false)
  })
})

describe('a tap on a box', () => {
  test('fills it', () => {
    const { state, me, legal } = position('rM yE', [['fill', 'pow', null]])
    expect(tapBox(state('pow'), me, legal, null)).toEqual({ play: [['fill', 'pow', null]] })
  })

  test('asks which face is to be copied', () => {
    const { state, me, legal } = position('rM yE', [
      ['fill', 'replicate', 'M'],
      ['fill', 'replicate', 'E'],
    ])
    expect(tapBox(state('replicate'), me, legal, null)).toMatchObject({
      choose: [{ parts: ['fill', 'replicate', 'M'] }, { parts: ['fill', 'replicate', 'E'] }],
    })
  })

  test('puts the die in hand there', () => {
    const { state, me, legal } = position('rM yE', [['place', 2, 'pow:2']], 2)
    expect(tapBox(state('pow'), me, legal, 2)).toEqual({ play: [['place', 2, 'pow:2']] })
    expect(placing(legal, 1, 'pow')).toBeNull()
  })

  test('takes the dice of a full box back', () => {
    const { states, state, me, legal } = position('rM@pow:1 yE@pow:2', [
      ['take', 1],
      ['take', 2],
    ])
    expect(state('pow').status).toBe('full')
    expect(fullCount(states)).toBe(1)
    expect(tapBox(state('pow'), me, legal, null)).toEqual({
      play: [
        ['take', 1],
        ['take', 2],
      ],
    })
  })

  test('announces an Immediate that is ready', () => {
    const moves: Move[] = [
      ['announce', 'time_jump.1'],
      ['take', 1],
    ]
    const { state, me, legal } = position('rM@time_jump.1 yE', moves)
    expect(tapBox(state('time_jump.1'), me, legal, null)).toEqual({ play: [['announce', 'time_jump.1']] })
  })

  test('that cannot be filled asks the engine, which says why not', () => {
    const { state, me, legal } = position('rM', [])
    expect(tapBox(state('klonk'), me, legal, null)).toEqual({ play: [['fill', 'klonk', null]] })
  })
})
