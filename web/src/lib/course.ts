/** How far somebody has come in a course. */

import type { CourseInfo, LearnedInfo } from './wire'

export type LessonProgress = 'new' | 'begun' | 'done'

export function stateOf(lesson: number, learned: readonly LearnedInfo[]): LessonProgress {
  const found = learned.find((one) => one.lesson === lesson)
  if (!found) return 'new'
  return found.done ? 'done' : 'begun'
}

/** The first lesson that is not done; null: all are. */
export function upNext(course: CourseInfo, learned: readonly LearnedInfo[]): number | null {
  return course.lessons.find((one) => stateOf(one.number, learned) !== 'done')?.number ?? null
}
