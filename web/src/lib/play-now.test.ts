import { expect, test } from 'vitest'
import { playNow } from './play-now'
import { gameInfo, listedMatch, listedSeat } from '../testing'
import type { ListedMatch, Me } from './wire'

const games = [
  gameInfo({ id: 'cards', lessons: 2, harder_match: { seats: 3, options: { mode: 'long' } } }),
  gameInfo({ id: 'plain' }),
]
const me = (changes: Partial<Me> = {}): Me => ({
  name: 'Ann',
  matches: [],
  finished: [],
  learned: [],
  ...changes,
})
const learned = [1, 2].map((lesson) => ({ game: 'cards', lesson, step: 1, done: true }))

function finished(level: string, mine: 'won' | 'lost', mode = 'short'): ListedMatch {
  return listedMatch({
    game: 'cards',
    status: 'finished',
    mode: { en: mode, de: mode },
    seats: [listedSeat('Ann', { you: true }), listedSeat('Robo', { kind: 'bot', level })],
    result: { winners: [], mine, text: { en: '', de: '' } },
  })
}
const varied = (...matches: ListedMatch[]): ListedMatch[] => [...matches, finished('easy', 'won', 'long')]

test('a newcomer begins with the first lesson', () => {
  expect(playNow(games, me(), [])).toEqual({ kind: 'lesson', game: 'cards', lesson: 1 })
})

test('a running match goes first, one that waits for me before the others', () => {
  const theirs = listedMatch({ id: 'theirs', yours: false })
  const mine = listedMatch({ id: 'mine', yours: true })
  expect(playNow(games, me(), [theirs, mine])).toEqual({ kind: 'resume', match: mine })
  expect(playNow(games, me(), [theirs])).toEqual({ kind: 'resume', match: theirs })
})

test('after the course comes the first match, then the same opponent, then the harder way', () => {
  const at = (...matches: ListedMatch[]) => playNow(games, me({ learned, finished: matches }), [])
  expect(at()).toMatchObject({ kind: 'match', game: 'cards', bots: ['mecha-max'], first: true })
  expect(at(finished('easy', 'lost'))).toMatchObject({ bots: ['mecha-max'], first: false, seats: 2 })
  expect(at(finished('medium', 'lost'))).toMatchObject({
    seats: 3,
    bots: ['robo-rita', 'mecha-max'],
    options: { mode: 'long' },
  })
})

test('the last opponent again; after two wins the next one, after two losses the one below', () => {
  const at = (...matches: ListedMatch[]) => playNow(games, me({ learned, finished: varied(...matches) }), [])
  const [won, lost] = [finished('medium', 'won'), finished('medium', 'lost')]
  expect(at(lost, won)).toMatchObject({ bots: ['robo-rita'] })
  expect(at(won, lost)).toMatchObject({ bots: ['robo-rita'] })
  expect(at(won, won)).toMatchObject({ bots: ['dynamo-doc'] })
  expect(at(lost, lost)).toMatchObject({ bots: ['mecha-max'] })
  expect(at(finished('hard', 'won'), finished('hard', 'won'))).toMatchObject({ bots: ['dynamo-doc'] })
  const pip = finished('pixel-pip', 'lost')
  expect(at(pip, pip)).toMatchObject({ bots: ['pixel-pip'] })
})

test('without a game there is no button, and a game without a course is played at once', () => {
  expect(playNow([], me(), [])).toBeNull()
  expect(playNow(games.slice(1), me(), [])).toMatchObject({ kind: 'match', game: 'plain', first: true })
})
