import { expect, test } from 'vitest'

import type { HappeningOf } from '../../lib/board'
import type { Facts } from './facts'
import { movedPower, news } from './news'
import { catalogue } from './testing/tables'

const happening = (facts: object) => ({ kind: (facts as { kind: string }).kind, facts }) as HappeningOf<Facts>

test.each([
  [{ kind: 'power', seat: 1, gain: 1 }, 1],
  [{ kind: 'reward', seat: 1, power: 3 }, 3],
  [{ kind: 'play', seat: 1, cost: 2 }, -2],
  [{ kind: 'exchange', seat: 1, vp: 4 }, -4],
  [{ kind: 'discard', seat: 1, count: 1 }, -1],
  [{ kind: 'pass', seat: 1, passes: 1 }, 0],
])('every movement of power is shown, and nothing else: %j', (facts, moved) => {
  expect(movedPower(happening(facts), catalogue)).toBe(moved)
})

test('a skip is told to the one who is skipped, to the one who did it, and to everybody else', () => {
  const skip = happening({ kind: 'skip', seat: 1, by: 0 })
  const said = (reader: number) => news(skip, ['Ada', 'Bo', 'Cy'], '', reader)?.text
  expect(said(1)).toBe('You are skipped: Ada played the same value.')
  expect(said(0)).toBe('Bo is skipped: you played the same value.')
  expect(said(2)).toBe('Bo is skipped: Ada played the same value.')
})
