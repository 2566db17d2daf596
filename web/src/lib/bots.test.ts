import { beforeEach, expect, test } from 'vitest'
import { beatenIn, company, isBuiltIn, noteBeaten, noteTallies, usualOpponent } from './bots'
import { gameInfo, listedMatch, listedSeat } from '../testing'
import type { ListedMatch, Tally } from './wire'

const game = gameInfo({ id: 'cards' })
const against = (level: string, mine: 'won' | 'lost'): ListedMatch =>
  listedMatch({
    game: 'cards',
    status: 'finished',
    seats: [listedSeat('Ann', { you: true }), listedSeat('Robo', { kind: 'bot', level })],
    result: { winners: [], mine, text: { en: '', de: '' } },
  })

beforeEach(() => localStorage.clear())

test('a larger table has different faces, the chosen one first and then the nearest', () => {
  expect(company(game, 'robo-rita', 1)).toEqual(['robo-rita'])
  expect(company(game, 'robo-rita', 3)).toEqual(['robo-rita', 'mecha-max', 'dynamo-doc'])
  expect(company(game, 'pixel-pip', 5)).toEqual([
    ...['pixel-pip', 'mecha-max', 'robo-rita', 'dynamo-doc'],
    'pixel-pip',
  ])
  expect(company(game, 'patient:looks=9', 2)).toEqual(['patient:looks=9', 'patient:looks=9'])
})

test('a game without opponents of its own is played against a level', () => {
  expect(usualOpponent(gameInfo({ opponents: [] }))).toBe('medium')
  expect(usualOpponent(game, 'easy')).toBe('mecha-max')
})

test('who was beaten is remembered, also by the level that is another name', () => {
  noteBeaten([game], [against('easy', 'won'), against('robo-rita', 'lost'), against('hard', 'won')])
  expect(beatenIn(game)).toEqual(['mecha-max', 'dynamo-doc'])
  expect(beatenIn(gameInfo({ id: 'other' }))).toEqual([])
})

test('a profile knows who was beaten on another device', () => {
  const tally = (level: string, won: number): Tally => ({
    ...{ game: 'cards', seats: 2, against: 'bots', level, won, drawn: 0, lost: 3 },
  })
  noteTallies([game], [tally('robo-rita', 1), tally('hard', 0)])
  expect(beatenIn(game)).toEqual(['robo-rita'])
})

test('whatever lies in the storage, the page opens', () => {
  for (const junk of ['', '3', '[]', 'null', '{"cards": 5}', '{"cards": "x"}']) {
    localStorage.setItem('slugfest.beaten', junk)
    expect(beatenIn(game)).toEqual([])
  }
})

test('a bot from outside needs its package', () => {
  expect(isBuiltIn('hard')).toBe(true)
  expect(isBuiltIn('patient')).toBe(false)
})
