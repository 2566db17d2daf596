import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { settings } from '../lib/settings.svelte'
import { matchInfo, review } from '../testing'
import Debrief from './Debrief.svelte'

const NAMES = ['Ada', 'Bo']
let found: object

beforeEach(() => {
  settings.language = 'en'
  found = { match: matchInfo(), status: 'done', progress: 100, dice: false, review: review() }
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify(found)))
})
afterEach(() => vi.unstubAllGlobals())

test('says why in a sentence and four bars that add up', async () => {
  render(Debrief, { match: 'm1', mine: 0, names: NAMES })
  await screen.findByText('You gave it away.')
  const bars = document.querySelectorAll('details')
  expect([...bars].map((bar) => bar.querySelector('.name')?.textContent)).toEqual([
    'Starting chance',
    'Cards',
    'Reads',
    'Choices',
  ])
  const amounts = [...bars].map((bar) => Number(bar.querySelector('.amount')!.textContent.replace('−', '-')))
  expect(amounts.reduce((sum, one) => sum + one)).toBe(0)
  expect(screen.getByText('= 0')).toBeTruthy()
  expect(screen.getByText('Review the match').closest('a')?.getAttribute('href')).toBe('/review/m1')
})

test('a tap on a line says what it means', async () => {
  render(Debrief, { match: 'm1', mine: 0, names: NAMES })
  const name = await screen.findByText('Reads')
  const bar = name.closest('details')!
  expect(bar.open).toBe(false)
  bar.open = true
  expect(within(bar).getByText(/a bluff that worked/)).toBeTruthy()
})

test('chance is called dice where it is dice, and German is German', async () => {
  found = { ...found, dice: true }
  settings.language = 'de'
  render(Debrief, { match: 'm1', mine: 0, names: NAMES })
  await screen.findByText('Du hast es verschenkt.')
  for (const name of ['Startchance', 'Würfel', 'Gespür', 'Entscheidungen'])
    expect(screen.getByText(name)).toBeTruthy()
})

test('whoever only watched sees the winner first, and may look at the others', async () => {
  render(Debrief, { match: 'm1', mine: -1, names: NAMES })
  await screen.findByText('You played better.')
  await fireEvent.click(screen.getByRole('button', { name: 'Ada' }))
  await screen.findByText('You gave it away.')
})

test('people who share a match begin with their own, and may look at the others', async () => {
  render(Debrief, { match: 'm1', mine: 0, names: NAMES, shared: true })
  await screen.findByText('You gave it away.')
  await fireEvent.click(screen.getByRole('button', { name: 'Bo' }))
  await screen.findByText('You played better.')
})

test('the whole review is asked for, and the quick one is shown until it is there', async () => {
  const asked: string[] = []
  found = { ...found, status: 'working', progress: 40 }
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return new Response(JSON.stringify(found))
  })
  render(Debrief, { match: 'm1', mine: 0, names: NAMES })
  await screen.findByText('You gave it away.')
  expect(screen.getByRole('progressbar')).toBeTruthy()
  expect(asked[0]).toContain('whole=yes')
})

test('while it is being made, it says how far it is', async () => {
  found = { ...found, status: 'working', progress: 40, review: null }
  render(Debrief, { match: 'm1', mine: 0, names: NAMES })
  const bar = await screen.findByRole<HTMLProgressElement>('progressbar')
  await vi.waitFor(() => expect(bar.value).toBe(40))
})

test('where reads and choices cannot be told apart it says so', async () => {
  render(Debrief, { match: 'm1', mine: 0, names: NAMES })
  await screen.findByText('Reads')
  expect(screen.queryByText(/only their sum is reliable/)).toBeNull()
  document.body.innerHTML = ''
  const unclear = review({ reads: [-1_800_000, 1_800_000], choices: [1_169_697, -1_169_697] })
  found = { ...found, review: unclear }
  render(Debrief, { match: 'm2', mine: 0, names: NAMES })
  await screen.findByText(/only their sum is reliable/)
})
