import { describe, expect, test } from 'vitest'

import { advance, sceneOf, zone, type Scene } from './scene'
import { catalogue, happening, recorded } from './testing/recorded'
import { player, table } from './testing/tables'
import type { HappeningOf } from '../../lib/board'
import type { BoardView, Facts } from './facts'

/** What follows from the events alone; whose turn it is next comes with the position. */
const followed = (board: BoardView) => ({
  deck: board.deck,
  discard: board.discard,
  totals: board.totals,
  players: board.players.map(({ hand, row, state, passed }) => ({
    hand: [...hand].sort(),
    row,
    out: state === 'knocked-out',
    passed,
  })),
})

describe('events move the picture to where the next position is', () => {
  test.each(recorded.map((game, index) => [index, game.seats, game.seat, game] as const))(
    'game %i with %i seats, seen from seat %i',
    (_, __, ___, game) => {
      let board = game.start.board
      for (const step of game.steps) {
        let scene = sceneOf(board)
        for (const event of step.happenings) scene = advance(scene, event, catalogue)
        expect(followed(scene.table)).toEqual(followed(step.after.board))
        board = step.after.board
      }
    },
  )

  test('also when the events of a whole game run without a position in between', () => {
    for (const game of recorded) {
      let scene = sceneOf(game.start.board)
      for (const step of game.steps)
        for (const event of step.happenings) scene = advance(scene, event, catalogue)
      expect(followed(scene.table)).toEqual(followed(game.steps.at(-1)!.after.board))
    }
  })
})

describe('the stage', () => {
  const start = sceneOf(table([player('S12 T06 W03a', '(?)'), player('? ?', '(?) R09^')]))
  const attack = happening('attack', { seat: 0, cards: ['S12'], value: 12, target: 1, place: 'D1' })
  const clash = happening('clash', {
    seat: 0,
    target: 1,
    place: 'D1',
    card: 'T07',
    hidden: true,
    attack: 12,
    defence: 7,
    success: true,
    why: 'higher',
  })
  const run = (...events: HappeningOf<Facts>[]): Scene =>
    events.reduce((scene, event) => advance(scene, event, catalogue), start)

  test('an attack leaves the hand and meets a card nobody has seen', () => {
    const scene = run(attack)
    expect(scene.table.players[0]!.hand).toEqual(['T06', 'W03a'])
    expect(scene.clash).toMatchObject({
      cards: ['S12'],
      card: null,
      facing: 'dealt',
      outcome: null,
      over: false,
    })
    expect(scene.arrivals[zone.target]).toBe(zone.row(1, 0))
  })

  test('an attack on a revealed card shows it from the start', () => {
    const open = happening('attack', { seat: 0, cards: ['S12'], value: 12, target: 1, place: 'D2' })
    expect(run(open).clash?.card).toBe('R09')
  })

  test('the flip shows the card, the winner and the reason', () => {
    expect(run(attack, clash).clash).toMatchObject({
      card: 'T07',
      outcome: { success: true, why: 'higher', defence: 7 },
    })
  })

  test('afterwards the cards lie on the discard pile, the beaten one on top (KC-30)', () => {
    const scene = run(attack, clash, happening('fallen', { seat: 1, card: 'T07', place: 'D1' }))
    expect(scene.table.discard).toEqual(['S12', 'T07'])
    expect(scene.table.players[1]!.row[0]).toBeNull()
    expect(scene.clash?.over).toBe(true)
  })

  test('an event of a later version changes nothing', () => {
    const parade = { kind: 'parade', facts: {}, text: { en: '', de: '' } } as never
    expect(advance(start, parade, catalogue)).toEqual(start)
  })
})
