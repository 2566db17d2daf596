import { expect, test } from 'vitest'

import { news } from './news'
import type { Note } from './scene'

const NAMES = ['Ada', 'Bo']
const said = (note: object, reader: number, winners: number[] = []): string =>
  news(note as Note, NAMES, winners, { cards: {} } as never, reader).text

test.each([
  [{ kind: 'pass', seat: 0 }, 'You pass', 'Ada passes'],
  [{ kind: 'skip', seat: 0 }, 'You are skipped', 'Ada is skipped'],
  [{ kind: 'recruit', seat: 0, card: null }, 'You recruit', 'Ada recruits'],
  [{ kind: 'barricade', seat: 0 }, 'You barricade a card', 'Ada barricades a card'],
  [{ kind: 'solo', seat: 0 }, 'Only you have a hand', 'Only Ada has a hand'],
  [{ kind: 'knocked_out', seat: 0 }, 'You are KO', 'Ada is KO'],
])('the reader is "you", others and replays read a name: %j', (note, you, name) => {
  expect(said(note, 0)).toBe(you)
  expect(said(note, 1)).toBe(name)
  expect(said(note, -1)).toBe(name)
})

test('a winner is told so', () => {
  expect(said({ kind: 'game_over' }, 0, [0])).toBe('You win!')
  expect(said({ kind: 'game_over' }, 0, [0, 1])).toBe('You share the victory!')
  expect(said({ kind: 'game_over' }, 1, [0])).toBe('Ada wins!')
})
