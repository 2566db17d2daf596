import { afterEach, beforeEach, expect, test } from 'vitest'
import { Calls } from './calls.svelte'
import { settings } from './settings.svelte'
import type { Said } from './wire'

const said = (seat: number, to: Said['to'] = 'table', text = 'Ouch!'): Said => ({
  type: 'said',
  seat,
  to,
  phrase: 'ouch',
  text: { en: text, de: text },
})

let timers: (() => void)[] = []
const table = (): Calls => new Calls('m1', (work) => timers.push(work))

beforeEach(() => {
  timers = []
  sessionStorage.clear()
})

afterEach(() => {
  settings.calls = true
})

test('what is called is shown for a moment, and stays in the log', () => {
  const calls = table()
  expect(calls.receive(said(1), 4)).toBe(true)
  expect(calls.shown.map(({ said }) => said.seat)).toEqual([1])
  timers.forEach((pass) => pass())
  expect(calls.shown).toEqual([])
  expect(calls.kept.map(({ said, after }) => [said.seat, after])).toEqual([[1, 4]])
})

test('a page that is loaded again still knows what was called, and who is muted', () => {
  const calls = table()
  calls.receive(said(1, 'team', 'Defend!'), 2)
  calls.mute(2, true)
  const again = table()
  expect(again.kept.map(({ said }) => said.text.en)).toEqual(['Defend!'])
  expect(again.receive(said(2), 3)).toBe(false)
  expect(again.receive(said(1), 3)).toBe(true)
  expect(new Set(again.kept.map(({ id }) => id)).size).toBe(2)
})

test('calls of whom I mute are dropped, whoever else calls', () => {
  const calls = table()
  calls.receive(said(1), 0)
  calls.mute(1, true)
  expect(calls.shown).toEqual([])
  expect(calls.receive(said(1), 0)).toBe(false)
  expect(calls.receive(said(2), 0)).toBe(true)
  calls.mute(1, false)
  expect(calls.receive(said(1), 0)).toBe(true)
})

test('calls to my team belong to the game: they are never muted', () => {
  const calls = table()
  settings.calls = false
  calls.mute(1, true)
  expect(calls.receive(said(1, 'team'), 0)).toBe(true)
  expect(calls.receive(said(1, 'table'), 0)).toBe(false)
})
