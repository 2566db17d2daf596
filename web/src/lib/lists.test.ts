import { afterEach, expect, test } from 'vitest'

import { listedMatch, listedSeat } from '../testing'
import { ago, awaited, filtered, filters, inOrder, opponents, resultOf, timeLeft } from './lists'
import { settings } from './settings.svelte'
import type { ListedMatch } from './wire'

afterEach(() => {
  settings.language = 'en'
})

const ids = (matches: ListedMatch[]): string => matches.map(({ id }) => id).join(' ')

const several = [
  listedMatch({ id: 'a', yours: false }),
  listedMatch({ id: 'b', since: 5 }),
  listedMatch({ id: 'c', since: 3, game: 'tag-team' }),
  listedMatch({ id: 'd', yours: false, game: 'tag-team' }),
]

test('what waits for me comes first, the longest wait before the others', () => {
  expect(ids(inOrder(several))).toBe('c b a d')
})

test('a list can be narrowed to my turn or to a game', () => {
  expect(filters(several, (game) => game).map(({ name }) => name)).toEqual([
    'All (4)',
    'Your turn (2)',
    'kapow-cards (2)',
    'tag-team (2)',
  ])
  expect(ids(filtered(several, 'yours'))).toBe('b c')
  expect(ids(filtered(several, 'game:tag-team'))).toBe('c d')
  expect(filters([listedMatch({ yours: false })], (game) => game)).toHaveLength(1)
})

test('a match says with whom it is and for whom it waits', () => {
  const seats = [listedSeat('Ada', { you: true }), listedSeat('Bo'), listedSeat('Cy')]
  const match = listedMatch({ seats, owing: [1, 2], yours: false })
  expect(opponents(match)).toBe('with Bo and Cy')
  expect(awaited(match)).toBe('waiting for Bo and Cy')
  settings.language = 'de'
  expect(awaited(match)).toBe('wartet auf Bo und Cy')
  const lobby = {
    ...match,
    status: 'lobby' as const,
    seats: [listedSeat('Ada', { you: true }), listedSeat('')],
  }
  expect(opponents(lobby)).toBe('noch niemand sonst da')
  expect(opponents({ ...lobby, status: 'playing', seats: lobby.seats.slice(0, 1) })).toBe('')
})

test('times are worded as people say them, also by a clock that is ahead', () => {
  expect(ago(1_000, 0)).toBe('just now')
  expect(ago(0, 59_000)).toBe('just now')
  expect(ago(0, 5 * 60_000)).toBe('5 minutes ago')
  expect(ago(0, 3 * 3_600_000)).toBe('3 hours ago')
  settings.language = 'de'
  expect(ago(0, 26 * 3_600_000)).toBe('gestern')
})

test('where decisions have days, what is left of mine is shown in whole hours', () => {
  const HOUR = 3_600_000
  expect(timeLeft(listedMatch(), 0)).toBe('')
  expect(timeLeft(listedMatch({ deadline: 27 * HOUR }), 60_000)).toBe('1 day 2 hours left')
  expect(timeLeft(listedMatch({ deadline: HOUR }), 60_000)).toBe('your last hour')
})

test('the result is mine, and an abandoned match has none', () => {
  const over = listedMatch({ status: 'finished', yours: false })
  const text = { en: 'Over.', de: 'Aus.' }
  expect(resultOf({ ...over, result: { winners: [0], mine: 'won', text } })).toEqual({
    word: 'Won',
    tone: 'good',
  })
  expect(resultOf({ ...over, result: { winners: [1], mine: 'lost', text } }).tone).toBe('bad')
  expect(resultOf({ ...over, result: { winners: [1], mine: '', text } }).word).toBe('Watched') // I gave my seat up
  const seats = [listedSeat('Ann'), listedSeat('Bob')]
  expect(resultOf({ ...over, seats, result: { winners: [1], mine: '', text } }).word).toMatch(/Bob.* won/)
  expect(resultOf({ ...over, status: 'abandoned' }).word).toBe('Called off')
})
