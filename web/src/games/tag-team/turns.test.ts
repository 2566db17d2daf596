import { describe, expect, test } from 'vitest'

import { catalogue, happening, recorded } from './testing/recorded'
import { lastFight, picturesOf, turnsOf } from './turns'

describe('the turns of a fight', () => {
  test('begin with the flip and never run into the next turn or phase', () => {
    for (const game of recorded) {
      const events = game.happenings
      const turns = turnsOf(events)
      expect(turns.length).toBe(events.filter(({ kind }) => kind === 'clash').length)
      for (const { from, to } of turns) {
        expect(events[from]!.kind).toBe('clash')
        const inside = events.slice(from + 1, to).map(({ kind }) => kind)
        expect(inside).not.toContain('clash')
        expect(inside).not.toContain('deck_phase')
      }
    }
  })

  test('have one picture an event', () => {
    const game = recorded[0]!
    const events = game.happenings
    for (const turn of lastFight(turnsOf(events)))
      expect(picturesOf(events, turn, catalogue)).toHaveLength(turn.to - turn.from)
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
