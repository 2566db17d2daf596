import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import type { FromThinker, ToThinker } from './messages'
import { TIMEOUT, Thinker, type Makings } from './thinker'

class FakeMind {
  onmessage: ((event: MessageEvent<FromThinker>) => void) | null = null
  onerror: (() => void) | null = null
  readonly asked: number[] = []
  ended = false

  postMessage(message: ToThinker): void {
    if (message.type === 'think') this.asked.push(message.id)
  }
  terminate(): void {
    this.ended = true
  }
  says(data: FromThinker): void {
    this.onmessage?.({ data } as MessageEvent<FromThinker>)
  }
  dies(): void {
    this.onerror?.()
  }
}

let minds: FakeMind[]
let thoughts: [number, string][]
let thinker: Thinker

beforeEach(() => {
  vi.useFakeTimers()
  minds = []
  thoughts = []
  thinker = new Thinker(
    { type: 'start' } as Makings,
    (id, text) => thoughts.push([id, text]),
    () => {
      minds.push(new FakeMind())
      return minds.at(-1) as FakeMind
    },
  )
})

afterEach(() => vi.useRealTimers())

test('one thing is thought about at a time, once Python is there', () => {
  thinker.ask(1, 'a')
  thinker.ask(2, 'b')
  const [mind] = minds
  expect(mind?.asked).toEqual([])
  mind?.says({ type: 'ready' })
  expect(mind?.asked).toEqual([1])
  mind?.says({ type: 'thought', id: 1, text: 'A' })
  expect(thoughts).toEqual([[1, 'A']])
  expect(mind?.asked).toEqual([1, 2])
})

test('to stop a thought ends its worker, and the next one goes on in another', () => {
  thinker.ask(1, 'a')
  minds[0]?.says({ type: 'ready' })
  thinker.ask(2, 'b')
  thinker.stop(1)
  expect(minds[0]?.ended).toBe(true)
  minds[0]?.says({ type: 'thought', id: 1, text: 'too late' })
  minds[1]?.says({ type: 'ready' })
  expect(minds[1]?.asked).toEqual([2])
  expect(thoughts).toEqual([])
})

test('what waits and is stopped costs no worker', () => {
  thinker.ask(1, 'a')
  minds[0]?.says({ type: 'ready' })
  thinker.ask(2, 'b')
  thinker.stop(2)
  expect(minds).toHaveLength(1)
})

test('a worker that dies is replaced once, then the question comes back unanswered', () => {
  thinker.ask(1, 'a')
  minds[0]?.says({ type: 'ready' })
  minds[0]?.dies()
  minds[1]?.says({ type: 'ready' })
  expect(minds[1]?.asked).toEqual([1])
  minds[1]?.dies()
  expect(thoughts).toEqual([[1, '']])
})

test('minds that never say that they are ready are given up, and so is the question', () => {
  thinker.ask(1, 'a')
  vi.advanceTimersByTime(TIMEOUT)
  expect(minds.map(({ ended }) => ended)).toEqual([true, false])
  vi.advanceTimersByTime(TIMEOUT)
  expect(thoughts).toEqual([[1, '']])
})

test('a mind that is ready may think for as long as it likes', () => {
  thinker.ask(1, 'a')
  minds[0]?.says({ type: 'ready' })
  vi.advanceTimersByTime(2 * TIMEOUT)
  expect(minds.map(({ ended }) => ended)).toEqual([false])
})
