import { beforeEach, expect, test, vi } from 'vitest'
import { api } from './api'
import { Calls } from './calls.svelte'
import { personas, type Sitter } from './faces.svelte'
import { lineOf, Speech, type Struck } from './speech'
import type { Happening, PersonaInfo, Step } from './wire'

const line = (...texts: string[]) => texts.map((text) => ({ en: text, de: text }))
const rita: PersonaInfo = {
  id: 'robo-rita',
  name: 'Robo Rita',
  about: { en: 'Fair.', de: 'Fair.' },
  portrait: { head: 'box', eyes: 'visor', mouth: 'grille', top: 'antenna', colour: 'red' },
  lines: { greeting: line('Hi'), hit: line('Ha'), hurt: line('Ow'), win: line('Yes'), loss: line('No') },
}
const seats: Sitter[] = [
  { kind: 'person', name: 'Ann' },
  { kind: 'bot', name: 'Robo Rita' },
]

const event = (kind: string): Happening => ({ kind, facts: {}, text: { en: kind, de: kind } })
const step = (seat: number, ...kinds: string[]): Step => ({
  ply: 1,
  seat,
  move: null,
  label: null,
  happenings: kinds.map(event),
})
const struck = ({ kind }: Happening): Struck | null =>
  kind === 'rita-hits'
    ? { by: 1, on: 0 }
    : kind === 'ann-hits'
      ? { by: 0, on: 1 }
      : kind === 'tap'
        ? { by: 1, on: 0 }
        : null
const heavy = ({ kind }: Happening): boolean => kind.endsWith('-hits')

let calls: Calls
let speech: Speech
const said = (): string[] => calls.kept.map((one) => one.said.text.en)

beforeEach(async () => {
  sessionStorage.clear()
  vi.spyOn(api, 'personas').mockResolvedValue([rita])
  personas.load()
  await vi.waitFor(() => expect(personas.all).toHaveLength(1))
  calls = new Calls('m', () => {})
  speech = new Speech('m', calls, () => seats)
})

test('a bot greets when a match begins, and not when one is opened again', () => {
  speech.watch([step(-1, 'begin')], struck, heavy)
  expect(said()).toEqual(['Hi'])
  new Speech('m', calls, () => seats).watch([step(-1, 'begin')], struck, heavy)
  expect(said()).toEqual(['Hi'])
})

test('it says something about a heavy blow that has just been shown, given or taken', () => {
  const log = [step(0, 'move')]
  speech.watch(log, struck, heavy)
  speech.watch([...log, step(1, 'tap')], struck, heavy)
  expect(said()).toEqual([])
  speech.watch([...log, step(1, 'tap', 'rita-hits')], struck, heavy)
  expect(said()).toEqual(['Ha'])
})

test('it does not speak about what was there when the page opened, nor again and again', () => {
  const log = [step(0, 'ann-hits')]
  speech.watch(log, struck, heavy)
  expect(said()).toEqual([])
  log.push(step(0, 'ann-hits'))
  speech.watch(log, struck, heavy)
  log.push(step(1, 'rita-hits'))
  speech.watch(log, struck, heavy)
  expect(said()).toEqual(['Ow'])
  for (let n = 0; n < 6; n += 1) log.push(step(0, 'move'))
  log.push(step(1, 'rita-hits'))
  speech.watch(log, struck, heavy)
  expect(said()).toEqual(['Ow', 'Ha'])
})

test('whoever mutes a bot hears nothing of it', () => {
  calls.mute(1, true)
  speech.watch([step(-1, 'begin')], struck, heavy)
  expect(said()).toEqual([])
})

test('the same moment gives the same line', () => {
  const lines = { ...rita.lines, hit: line('a', 'b', 'c') }
  expect(lineOf(lines, 'hit', 'm 7')).toEqual(lineOf(lines, 'hit', 'm 7'))
  const found = new Set(Array.from({ length: 20 }, (_, n) => lineOf(lines, 'hit', `m ${n}`)?.en))
  expect(found.size).toBe(3)
})
