import { beforeEach, expect, test, vi } from 'vitest'

import type { Channel } from '../lib/host'
import type { FormEntry, FormField, FormInfo, TrialNow } from '../lib/wire'
import { another, Change } from './change.svelte'

const both = (text: string) => ({ en: text, de: text })

const FIELD: FormField = {
  path: 'limits.hand',
  way: [],
  within: '',
  label: both('Hand'),
  part: null,
  kind: 'number',
  value: 3,
  ranges: [[1, 9]],
  words: [],
  names: [],
  source: 'seed',
  rule: '',
}
const ENTRY: FormEntry = { key: 'limits', name: both('Limits'), group: null, added: -1, fields: [FIELD] }
const FORM: FormInfo = {
  game: 'hush',
  name: both('Hush'),
  sections: [{ key: 'limits', name: both('Limits'), entries: [ENTRY] }],
  example: { card: [{ id: 'S15', en: 'Comet' }] },
  piece: both('card'),
  help: [],
}

class FakeLine implements Channel {
  onopen: Channel['onopen'] = null
  onmessage: Channel['onmessage'] = null
  onclose: Channel['onclose'] = null
  readonly sent: string[] = []
  closed = false
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.closed = true
  }
}

let asked: { path: string; body: string }[]
let lines: FakeLine[]
let change: Change

/** Four cards are allowed, more are refused. */
function answer(path: string, body: string): object {
  if (path.endsWith('/form')) return FORM
  const edits = JSON.parse(body)
  const hand = edits.change['limits.hand'] ?? 3
  const fault = hand > 4 ? { key: 'limits.hand', text: both('too many') } : null
  return fault ? { id: '', file: '', edits, fault } : { id: 'hush@mine.1', file: 'file', edits, fault: null }
}

beforeEach(async () => {
  vi.useFakeTimers()
  localStorage.clear()
  asked = []
  lines = []
  change = new Change(
    'hush',
    (_, path, body = '') => {
      asked.push({ path, body })
      return Promise.resolve({ status: 200, body: JSON.stringify(answer(path, body)) })
    },
    () => {
      const line = new FakeLine()
      lines.push(line)
      return line
    },
  )
  await change.begin()
})

const set = async (value: unknown): Promise<void> => {
  change.set('limits', ENTRY, FIELD, value)
  await vi.advanceTimersByTimeAsync(300)
}

test('a refusal stands beside its field, and goes when the value is allowed', async () => {
  await set(7)
  expect(change.faultAt(FIELD)).toEqual(both('too many'))
  expect(change.allowed).toBe(false)
  await set(4)
  expect([change.faultAt(FIELD), change.allowed]).toEqual([null, true])
})

test('whoever goes on typing is answered once, and the whole game is loaded after a while', async () => {
  const before = asked.length
  for (const value of [5, 6, 4]) change.set('limits', ENTRY, FIELD, value)
  await vi.advanceTimersByTimeAsync(300)
  expect(asked.slice(before).map(({ body }) => JSON.parse(body).whole)).toEqual([false])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(asked.slice(before).map(({ body }) => JSON.parse(body).whole)).toEqual([false, true])
})

test('an answer that comes after a further edit says nothing about it', async () => {
  const held: (() => void)[] = []
  const checks: number[] = []
  let hold = false
  const slow = new Change('hush', async (_, path, body = '') => {
    if (path.endsWith('/check')) checks.push(JSON.parse(body).change['limits.hand'])
    if (hold && path.endsWith('/check')) await new Promise<void>((resolve) => held.push(resolve))
    return { status: 200, body: JSON.stringify(answer(path, body)) }
  })
  await slow.begin()
  hold = true
  slow.set('limits', ENTRY, FIELD, 4)
  await vi.advanceTimersByTimeAsync(300)
  hold = false
  slow.set('limits', ENTRY, FIELD, 7)
  held[0]?.()
  await vi.advanceTimersByTimeAsync(0)
  expect([slow.allowed, slow.checked]).toEqual([false, null])
  await vi.advanceTimersByTimeAsync(300)
  expect(checks).toEqual([4, 7])
  expect(slow.faultAt(FIELD)).toEqual(both('too many'))
})

test('a new piece gets its fields also if something else is edited at once', async () => {
  const forms = (): number => asked.filter(({ path }) => path.endsWith('/variants/form')).length
  const before = forms()
  change.addPiece()
  change.rename('Comets')
  await vi.advanceTimersByTimeAsync(300)
  expect(forms()).toBe(before + 1)
})

test('what is set back to its own value is no change', async () => {
  await set(4)
  await set(3)
  expect([change.changed, change.checked]).toEqual([false, null])
})

test('a reload goes on with what was edited', async () => {
  await set(4)
  expect(new Change('hush').edits.change).toEqual({ 'limits.hand': 4 })
  expect(new Change('other').edits.change).toEqual({})
})

test('a trial shows what it says until it is stopped, and an edit stops it', async () => {
  await set(4)
  change.run('greedy')
  lines[0]?.onopen?.()
  expect(JSON.parse(lines[0]?.sent[0] ?? '')).toMatchObject({ file: 'file', level: 'greedy' })
  const now: TrialNow = {
    type: 'trial',
    deals: 10,
    games: 20,
    most: 99,
    rate: 5,
    measures: [],
    failed: false,
  }
  lines[0]?.onmessage?.({ data: JSON.stringify(now) })
  expect([change.trial, change.running]).toEqual([now, true])
  change.stop()
  expect([change.trial, change.running, lines[0]?.closed]).toEqual([now, false, true])
  change.run('greedy')
  await set(2)
  expect([change.trial, change.running, lines[1]?.closed]).toEqual([null, false, true])
})

test('a second piece of the same kind has names of its own, wherever they are named', () => {
  const example = {
    character: [{ id: 'brick', prefix: 'br', en: 'brick by brick' }],
    ability: [{ id: 'br_wall', board: 'brick' }],
    card: [{ id: 'S15' }],
  }
  expect(another(example, {})).toEqual(example)
  expect(another(example, example)).toEqual({
    character: [{ id: 'brickb', prefix: 'brb', en: 'brick by brick' }],
    ability: [{ id: 'br_wallb', board: 'brickb' }],
    card: [{ id: 'S15B' }],
  })
})

const LIST: FormField = {
  ...FIELD,
  path: 'card.S06.does',
  kind: 'list',
  label: both('Effects'),
  value: ['attack 1', 'heal 2'],
  ranges: [[1, 3]],
}
const ELEMENT: FormField = { ...LIST, path: 'card.S06.does.1', kind: 'code', value: 'attack 1', ranges: [] }
const CARD: FormEntry = { key: 'S06', name: both('Card'), group: null, added: -1, fields: [LIST, ELEMENT] }

test('a list of the game grows as a whole, and its elements are changed inside it', async () => {
  FORM.sections = [{ key: 'card', name: both('Cards'), entries: [CARD] }]
  const edited = new Change('lists', (_, path, body = '') =>
    Promise.resolve({ status: 200, body: JSON.stringify(answer(path, body)) }),
  )
  await edited.begin()
  await edited.addTo('card', CARD, LIST)
  expect(edited.edits.change).toEqual({ 'card.S06.does': ['attack 1', 'heal 2', 'heal 2'] })
  edited.set('card', CARD, ELEMENT, 'attack 5')
  expect(edited.edits.change).toEqual({ 'card.S06.does': ['attack 5', 'heal 2', 'heal 2'] })
  expect(edited.valueOf(CARD, ELEMENT, 'card')).toBe('attack 5')
  edited.reset('card.S06.does')
  expect(edited.changed).toBe(false)
  await edited.removeFrom('card', CARD, LIST, 1)
  expect(edited.edits.change).toEqual({ 'card.S06.does': ['attack 1'] })
  await edited.addTo('card', CARD, LIST)
  edited.end()
})

test('without an answer the form says so and goes on when there is one', async () => {
  let offline = true
  const waiting = new Change('hush', (_, path, body = '') =>
    offline
      ? Promise.reject(new Error('offline'))
      : Promise.resolve({ status: 200, body: JSON.stringify(answer(path, body)) }),
  )
  await waiting.begin()
  expect(waiting.problem?.de).toContain('Keine Antwort')
  offline = false
  await waiting.begin()
  expect(waiting.form).not.toBeNull()
  waiting.end()
})
