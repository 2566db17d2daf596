import { expect, test } from 'vitest'
import { stateOf, upNext } from './course'
import type { CourseInfo, LearnedInfo } from './wire'

const words = { en: '', de: '' }
const course: CourseInfo = {
  game: 'g',
  lessons: [1, 2, 3].map((number) => ({ number, title: words, idea: words, steps: 2 })),
}
const learned = (lesson: number, done: boolean): LearnedInfo => ({ game: 'g', lesson, step: 1, done })

test('a course goes on at the first lesson that is not done', () => {
  expect(upNext(course, [])).toBe(1)
  expect(upNext(course, [learned(1, true), learned(2, false)])).toBe(2)
  expect(upNext(course, [learned(2, true)])).toBe(1)
  expect(upNext(course, [learned(1, true), learned(2, true), learned(3, true)])).toBe(null)
})

test('a lesson is new, begun or done', () => {
  expect(stateOf(2, [learned(1, true)])).toBe('new')
  expect(stateOf(2, [learned(2, false)])).toBe('begun')
  expect(stateOf(2, [learned(2, true)])).toBe('done')
})
