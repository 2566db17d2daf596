import { expect, test } from 'vitest'
import { nextStep } from './next-step'
import { gameInfo, listedMatch, listedSeat } from '../testing'
import type { ListedMatch, Me } from './wire'

const words = (text: string) => ({ en: text, de: text })
const games = [gameInfo({ id: 'cards', lessons: 2 }), gameInfo({ id: 'dice', lessons: 3 })]
const me = (changes: Partial<Me> = {}): Me => ({
  name: 'Ann',
  matches: [],
  finished: [],
  learned: [],
  ...changes,
})
const learned = (game: string, ...lessons: number[]) =>
  lessons.map((lesson) => ({ game, lesson, step: 1, done: true }))

const match = (game: string, level: 'easy' | 'medium' | 'hard', mode = 'usual'): ListedMatch =>
  listedMatch({
    game,
    status: 'finished',
    mode: words(mode),
    seats: [listedSeat('Ann', { you: true }), listedSeat('Robo', { kind: 'bot', level })],
  })

test('a newcomer begins with the first lesson of the first game', () => {
  expect(nextStep(games, me())).toEqual({ kind: 'lesson', game: 'cards', lesson: 1 })
})

test('a course that was begun goes on', () => {
  const one = me({ learned: learned('dice', 1) })
  expect(nextStep(games, one)).toEqual({ kind: 'lesson', game: 'dice', lesson: 2 })
})

test('after the course: a first match, opponents for beginners, a harder mode, and then whatever one likes', () => {
  const done = learned('cards', 1, 2)
  const at = (finished: ListedMatch[]) => nextStep(games, me({ learned: done, finished }))
  expect(at([])).toEqual({ kind: 'match', game: 'cards' })
  expect(at([match('cards', 'easy')])).toBe(null)
  const played = [match('cards', 'medium'), match('cards', 'easy')]
  expect(at(played)).toEqual({ kind: 'harder', game: 'cards' })
  expect(at([match('cards', 'medium', 'long'), ...played])).toBe(null)
})
