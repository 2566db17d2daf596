import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { ApiError } from './api'
import { ReviewWatch, account, costOf, marked, momentsOf, pictured, signed } from './review.svelte'
import { decision, matchInfo, review } from '../testing'
import type { MatchReview } from './wire'

const answer = (more: Partial<MatchReview> = {}): MatchReview => ({
  match: matchInfo({ status: 'finished' }),
  status: 'working',
  progress: 0,
  dice: false,
  review: null,
  ...more,
})

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('an inaccuracy never shows the ten points of a mistake', () => {
  expect([50_000, 99_999, 100_000].map(costOf)).toEqual([5, 9, 10])
})

test('the four terms in whole points add up to the result', () => {
  for (const seat of [0, 1]) {
    const { terms, result } = account(review(), seat)
    expect(terms.par + terms.cards + terms.reads + terms.choices).toBe(result)
    expect(Math.abs(terms.reads - (seat ? 44 : -44))).toBeLessThanOrEqual(1)
  }
  const odd = review({
    par: [333_333],
    cards: [333_333],
    reads: [333_334],
    choices: [0],
    result: [1_000_000],
  })
  const { terms } = account(odd, 0)
  expect(Object.values(terms).reduce((sum, one) => sum + one)).toBe(100)
})

test('a number says which way it goes', () => {
  expect([5, -5, 0].map(signed)).toEqual(['+5', '−5', '0'])
})

test('everybody has three moments: the swing and two of their own', () => {
  expect(momentsOf(review(), 0).map(({ kind, seat }) => [kind, seat])).toEqual([
    ['swing', 1],
    ['best', 0],
    ['costliest', 0],
  ])
})

test('one decision is not both the best and the costliest one', () => {
  const moments = review().moments.map((moment) =>
    moment.kind === 'swing' ? moment : { ...moment, step: 3 },
  )
  expect(momentsOf(review({ moments }), 0).map(({ kind }) => kind)).toEqual(['swing', 'costliest'])
  const unmarked = review({ moments, decisions: [decision({ step: 3, seat: 0 })] })
  expect(momentsOf(unmarked, 0).map(({ kind }) => kind)).toEqual(['swing', 'best'])
})

test('a decision of several moves is shown before its last one', () => {
  const [, , costliest] = momentsOf(review(), 0)
  expect(pictured(review(), costliest!)).toBe(3)
  const longer = review({ decisions: [decision({ step: 3, seat: 0, moves: ['a', 'b', 'done'] })] })
  expect(pictured(longer, costliest!)).toBe(5)
})

test('marks are the decisions that cost something', () => {
  expect(marked(review()).map(({ step }) => step)).toEqual([3])
})

test('asks until the whole review is there, and shows the quick one meanwhile', async () => {
  const answers = [
    answer({ status: 'waiting' }),
    answer({ progress: 40 }),
    answer({ review: review({ quick: true }) }),
    answer({ status: 'done', review: review() }),
  ]
  const ask = vi.fn(async () => answers.shift()!)
  const watch = new ReviewWatch('m1', true, ask)
  const stop = watch.start()
  await vi.advanceTimersByTimeAsync(900)
  expect(watch.review?.quick).toBe(true)
  expect(watch.working).toBe(true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(watch.review?.quick).toBe(false)
  expect(watch.working).toBe(false)
  expect(ask).toHaveBeenCalledTimes(4)
  expect(ask).toHaveBeenLastCalledWith('m1', true)
  stop()
})

test('a refusal ends the asking, and so does whoever leaves', async () => {
  const refused = new ReviewWatch('m1', true, () => Promise.reject(new ApiError(409, null)))
  refused.start()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(refused.failed).toBe(true)
  expect(refused.working).toBe(false)

  const ask = vi.fn(async () => answer())
  const stop = new ReviewWatch('m1', false, ask).start()
  await vi.advanceTimersByTimeAsync(100)
  stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(1)
})
