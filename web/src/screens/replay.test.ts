import { fireEvent, render, screen, waitFor } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { catalogue, recorded, viewOf as recordedView } from '../games/kapow-cards/testing/recorded'
import { EVERYTHING, SPECTATOR } from '../lib/eyes'
import { settings } from '../lib/settings.svelte'
import type { GameInfo, Replay, View } from '../lib/wire'
import { matchInfo, review, seat, step } from '../testing'
import ReplayPage from './ReplayPage.svelte'

const [game] = recorded
const LAST = 6

vi.setConfig({ testTimeout: 60_000 })

const positions = (eyes: number): View[] =>
  [game!.start, ...game!.steps.map(({ after }) => after)]
    .slice(0, LAST + 1)
    .map((position) => ({ ...recordedView(game!, position), moves: [], seat: eyes }))

const replayOf = (eyes: number): Replay => ({
  match: matchInfo({ id: 'm1', status: 'finished', seats: [seat('Ada'), seat('Bo')] }),
  eyes,
  last: LAST,
  steps: Array.from({ length: LAST }, (_, index) => step(index + 1, index % 2)),
  rounds: [],
  turns: [0, 2, 4],
  views: positions(eyes),
})

const cards: Partial<GameInfo> = {
  id: 'kapow-cards',
  name: { en: 'KAPOW! – the card game', de: 'KAPOW! – das Kartenspiel' },
  rules: [],
  guide: null,
  catalogue,
  portraits: {},
}

const asked: string[] = []

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
  asked.length = 0
  vi.stubGlobal('fetch', async (path: string) => {
    asked.push(path)
    const eyes = Number(/eyes=(-?\d+)/.exec(path)?.[1] ?? 0)
    if (path.includes('/review'))
      return new Response(
        JSON.stringify({ match: matchInfo(), status: 'done', progress: 100, dice: false, review: review() }),
      )
    if (path.includes('/players')) return new Response(JSON.stringify({ seats: [] }))
    if (eyes > 1)
      return new Response(JSON.stringify({ code: 'X', text: { en: '', de: '' } }), { status: 422 })
    return new Response(JSON.stringify(path.includes('/replay') ? replayOf(eyes) : cards))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

async function opened(address: string): Promise<void> {
  history.replaceState(null, '', address)
  render(ReplayPage, { id: 'm1' })
  await screen.findByRole('slider', {}, { timeout: 30_000 })
}

const at = (): string | null => screen.getByRole('slider').getAttribute('aria-valuetext')
const press = (key: string, more: KeyboardEventInit = {}): Promise<boolean> =>
  fireEvent.keyDown(document.body, { key, ...more })

test('opens with everything shown, and one key is one step', async () => {
  await opened('/replay/m1')
  expect(asked.find((path) => path.includes('/replay'))).toBe(`/api/matches/m1/replay?eyes=${EVERYTHING}`)
  expect(screen.getByRole('heading', { level: 1 }).textContent).toMatch(/Replay:\s+KAPOW! – the card game/)
  for (let presses = 1; presses <= 4; presses += 1) {
    await press('ArrowRight')
    expect(at()).toBe(`Step ${presses} of ${LAST}`)
  }
  await press('ArrowLeft')
  expect(at()).toBe(`Step 3 of ${LAST}`)
  await press('ArrowRight', { shiftKey: true })
  expect(at()).toBe(`Step 4 of ${LAST}`)
  await press('End')
  expect(at()).toBe(`Step ${LAST} of ${LAST}`)
  await press('Home')
  expect(at()).toBe(`Step 0 of ${LAST}`)
})

test('the address leads to a step and to somebody’s eyes, and follows', async () => {
  await opened('/replay/m1?step=3&eyes=2')
  expect(asked.find((path) => path.includes('/replay'))).toBe('/api/matches/m1/replay?eyes=1')
  expect(at()).toBe(`Step 3 of ${LAST}`)
  await fireEvent.change(screen.getByRole('combobox'), { target: { value: `${SPECTATOR}` } })
  await waitFor(() => expect(location.search).toBe('?step=3&eyes=spectator'))
  expect(at()).toBe(`Step 3 of ${LAST}`)
  await press('ArrowRight')
  await waitFor(() => expect(location.search).toBe('?step=4&eyes=spectator'))
})

test('eyes that this match does not have open with everything shown', async () => {
  await opened('/replay/m1?eyes=9')
  expect(screen.getByRole<HTMLSelectElement>('combobox').value).toBe(`${EVERYTHING}`)
})

test('a moment is shared: sent where the device can, else copied', async () => {
  const copied: string[] = []
  vi.stubGlobal('navigator', {
    ...navigator,
    clipboard: { writeText: async (text: string) => copied.push(text) },
  })
  await opened('/replay/m1?step=2')
  await fireEvent.click(screen.getByRole('button', { name: 'Share this moment' }))
  await screen.findByRole('button', { name: 'Link to this moment copied' })
  expect(copied).toEqual([new URL('/replay/m1?step=2', location.href).href])

  const sent: ShareData[] = []
  vi.stubGlobal('navigator', { ...navigator, share: async (data: ShareData) => sent.push(data) })
  await press('ArrowRight')
  await fireEvent.click(screen.getByRole('button', { name: 'Share this moment' }))
  await waitFor(() => expect(sent[0]?.url).toMatch(/\/replay\/m1\?step=3$/))
})

test('leaps between the marks of the review, and says what was wrong there', async () => {
  await opened('/replay/m1')
  const next = await screen.findByRole('button', { name: 'To the next mark' })
  await fireEvent.click(next)
  await waitFor(() => expect(at()).toBe('Step 3 of 6'))
  expect(screen.getByText(/Better: Guard Bo/)).toBeTruthy()
  expect((next as HTMLButtonElement).disabled).toBe(true)
  await press('End')
  await press('M')
  await waitFor(() => expect(at()).toBe('Step 3 of 6'))
  await press('Home')
  await press('m')
  await waitFor(() => expect(at()).toBe('Step 3 of 6'))
})
