import { expect, test } from 'vitest'

import { ending, reread } from './log'
import type { Happening, Step } from './wire'

const event = (kind: string, text: string, later?: Happening['later']): Happening => ({
  kind,
  facts: {},
  text: { en: text, de: text },
  ...(later ? { later } : {}),
})
const closing = (after: string) => ({ facts: {}, text: { en: 'something', de: 'etwas' }, after })
const step = (...happenings: Happening[]): Step => ({ ply: 1, seat: 0, move: null, label: null, happenings })
const read = (log: Step[]) => log.flatMap(({ happenings }) => happenings.map(({ text }) => text.en))

test('an event is read in its later form once what closes it has happened, and not before', () => {
  const first = step(event('card', 'Ada plays 7', closing('card')), event('hit', 'a hit'))
  expect(read(reread([first], false))).toEqual(['Ada plays 7', 'a hit'])
  const second = step(event('card', 'Bo plays 9', closing('card')))
  expect(read(reread([first, second], false))).toEqual(['something', 'a hit', 'Bo plays 9'])
})

test('after the end all of it is read as it happened', () => {
  const log = [step(event('card', 'one', closing('card'))), step(event('card', 'two'))]
  expect(reread(log, true)).toBe(log)
})

test('a log in which nothing closes is left as it is', () => {
  const log = [step(event('card', 'one'))]
  expect(reread(log, false)).toBe(log)
})

test('a caption says that it leaves something out, unless one sentence fills it', () => {
  const log = [step(event('hit', 'first'), event('blow', 'a sentence of some length'))]
  expect(ending(log, [], 40)).toBe('first a sentence of some length')
  expect(ending(log, [], 30)).toBe('… a sentence of some length')
  expect(ending(log, [], 25)).toBe('a sentence of some length')
})
