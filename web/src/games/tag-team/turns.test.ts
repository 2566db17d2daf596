import { describe, expect, test } from 'vitest'

import { catalogue, happening, recorded } from './testing/recorded'
import { lastFight, openCards, picturesOf, turnsOf, type Turn } from './turns'

describe('the turns of a fight', () => {
  test('begin with the flip and never run into the next turn or phase', () => {
    for (const game of recorded) {
      const told = game.happenings
      const turns = turnsOf(told)
      expect(turns.length).toBe(told.filter(({ kind }) => kind === 'clash').length)
      for (const { from, to } of turns) {
        expect(told[from]!.kind).toBe('clash')
        const inside = told.slice(from + 1, to).map(({ kind }) => kind)
        expect(inside).not.toContain('clash')
        expect(inside).not.toContain('deck_phase')
      }
    }
  })

  test('have one picture an event', () => {
    const game = recorded[0]!
    const told = game.happenings
    for (const turn of lastFight(turnsOf(told)))
      expect(picturesOf(told, turn, catalogue)).toHaveLength(turn.to - turn.from)
  })

  test('of the newest fight alone are offered first', () => {
    const facts = { turns: 2, cards: [], fighters: [], back: [], power: [], repeat: [] }
    const turns = turnsOf([
      happening('clash', { round: 1, turn: 1, ...facts }),
      happening('clash', { round: 1, turn: 2, ...facts }),
      happening('deck_phase', { round: 1 }),
      happening('clash', { round: 2, turn: 1, ...facts }),
    ])
    expect(lastFight(turns).map(({ round, turn }) => [round, turn])).toEqual([[2, 1]])
  })
})

describe('cards that may be looked at again (TT-32)', () => {
  const turn = (round: number, n: number): Turn => ({
    round,
    turn: n,
    cards: ['GOL-2', 'MOR-4'],
    fighters: ['golem', 'mordred'],
    from: 0,
    to: 1,
  })

  test('are my own, and the newest of the other side', () => {
    expect(openCards(turn(2, 1), turn(2, 2), 0, false)).toEqual([true, false])
    expect(openCards(turn(2, 2), turn(2, 2), 0, false)).toEqual([true, true])
  })

  test('are none but the newest for a spectator', () => {
    expect(openCards(turn(1, 1), turn(2, 2), -1, false)).toEqual([false, false])
  })

  test('are all of them where the table agreed on it', () => {
    expect(openCards(turn(1, 1), turn(2, 2), 1, true)).toEqual([true, true])
  })
})
