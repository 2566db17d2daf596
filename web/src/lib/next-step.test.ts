import { expect, test } from 'vitest'
import { nextStep, stepPath } from './next-step'
import { gameInfo, listedMatch, listedSeat } from '../testing'
import type { ListedMatch, Me, PuzzlesInfo } from './wire'

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

const puzzle = (number: number) => ({ game: 'dice', number, rating: 1200, solved: false, theme: null })
const puzzles = (solved: boolean): PuzzlesInfo => ({
  day: 1,
  today: puzzle(7),
  another: puzzle(8),
  rating: 1200,
  solved: 0,
  tried: 0,
  puzzles: 60,
  streak: 0,
  solved_today: solved,
})

test('a newcomer begins with the first lesson of the first game', () => {
  expect(nextStep(games, me(), null)).toEqual({ kind: 'lesson', game: 'cards', lesson: 1 })
})

test('a course that was begun goes on', () => {
  const one = me({ learned: learned('dice', 1) })
  expect(nextStep(games, one, null)).toEqual({ kind: 'lesson', game: 'dice', lesson: 2 })
})

test('after the course: a first match, a medium bot, a harder mode, the puzzle of the day, another one', () => {
  const done = learned('cards', 1, 2)
  const at = (finished: ListedMatch[], solved = false) =>
    nextStep(games, me({ learned: done, finished }), puzzles(solved))
  expect(at([])).toEqual({ kind: 'match', game: 'cards' })
  expect(at([match('cards', 'easy')])).toEqual({ kind: 'medium', game: 'cards' })
  const played = [match('cards', 'medium'), match('cards', 'easy')]
  expect(at(played)).toEqual({ kind: 'harder', game: 'cards' })
  const varied = [match('cards', 'medium', 'long'), ...played]
  expect(at(varied)).toEqual({ kind: 'puzzle', game: 'dice', number: 7 })
  expect(at(varied, true)).toEqual({ kind: 'puzzle', game: 'dice', number: 8 })
})

test('where no puzzle is left and everything was tried, nothing is urged', () => {
  const finished = [match('cards', 'hard', 'long'), match('cards', 'hard')]
  const all = { ...puzzles(true), another: null }
  expect(nextStep(games, me({ learned: learned('cards', 1, 2), finished }), all)).toBe(null)
})

test('every step has an address', () => {
  expect(stepPath({ kind: 'lesson', game: 'dice', lesson: 2 })).toBe('/learn/dice/2')
  expect(stepPath({ kind: 'match', game: 'dice' })).toBe('/new/dice')
  expect(stepPath({ kind: 'harder', game: 'dice' })).toBe('/new/dice?harder')
  expect(stepPath({ kind: 'puzzle', game: 'dice', number: 4 })).toBe('/puzzle/dice/4')
})
