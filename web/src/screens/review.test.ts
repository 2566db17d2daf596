import { fireEvent, render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

import { catalogue, recorded, viewOf } from '../games/kapow-cards/testing/recorded'
import { settings } from '../lib/settings.svelte'
import { router } from '../lib/router.svelte'
import { gameInfo, matchInfo, review, seat } from '../testing'
import ReviewPage from './ReviewPage.svelte'

const asked: { path: string; body: unknown }[] = []
const [game] = recorded
let refusal: object | null

vi.setConfig({ testTimeout: 60_000 })

beforeEach(() => {
  settings.language = 'en'
  settings.speed = 'off'
  asked.length = 0
  refusal = null
  const match = matchInfo({
    id: 'm1',
    status: 'finished',
    seats: [seat('Ada', { you: true }), seat('Bo', { kind: 'bot', level: 'hard' })],
  })
  vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
    asked.push({ path, body: init?.body ? JSON.parse(init.body as string) : null })
    const reply = (body: object, status = 200): Response => new Response(JSON.stringify(body), { status })
    if (path.includes('/review'))
      return refusal
        ? reply(refusal, 409)
        : reply({ match, status: 'done', progress: 100, dice: false, review: review() })
    if (path.includes('/replay/views'))
      return reply({
        first: 0,
        views: Array.from({ length: 5 }, () => ({ ...viewOf(game!, game!.start), moves: [] })),
      })
    if (path.includes('/branch')) return reply({ id: 'b1' }, 201)
    if (path === '/api/personas') return reply([])
    if (path === '/api/me') return reply({ name: 'Ada', matches: [], finished: [], learned: [] })
    return reply(gameInfo({ id: 'kapow-cards', name: { en: 'Cards', de: 'Karten' }, catalogue }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('tells my match: why, three moments, and what would have been better', async () => {
  render(ReviewPage, { id: 'm1' })
  await screen.findByText('Ada errs.', {}, { timeout: 30_000 })
  expect(screen.getByText('You gave it away.')).toBeTruthy()
  for (const text of ['It turns to Bo.', 'Ada does well.', 'They strike first.', 'Better: Guard Bo'])
    expect(screen.getByText(text)).toBeTruthy()
  expect(screen.getByText('cost 32 points')).toBeTruthy()
  const links = screen.getAllByText('Watch it').map((link) => link.closest('a')?.getAttribute('href'))
  expect(links).toEqual(['/replay/m1?step=3', '/replay/m1', '/replay/m1?step=3', '/replay/m1?step=3'])
})

test('another try begins at the moment, on my seat, against bots as strong as before', async () => {
  render(ReviewPage, { id: 'm1' })
  await screen.findByText('Ada errs.', {}, { timeout: 30_000 })
  const go = vi.spyOn(router, 'go').mockImplementation(() => {})
  await fireEvent.click(screen.getAllByText('Try it differently')[2]!)
  await vi.waitFor(() => expect(go).toHaveBeenCalledWith('/match/b1'))
  expect(asked.find(({ path }) => path.endsWith('/branch'))?.body).toEqual({
    step: 3,
    seat: 0,
    level: 'hard',
  })
  go.mockRestore()
})

test('the others have a review, too', async () => {
  render(ReviewPage, { id: 'm1' })
  await screen.findByText('Ada errs.', {}, { timeout: 30_000 })
  await fireEvent.click(screen.getAllByLabelText('Bo')[0]!)
  await screen.findByText('You played better.')
  expect(screen.queryByText('Ada errs.')).toBeNull()
  expect(screen.getByText(/No decision here clearly gave anything away/)).toBeTruthy()
})

test('a match that runs has none, and the page says so', async () => {
  refusal = { code: 'REVIEW_LATER', rule: '', text: { en: 'It is here when the match is over.', de: '' } }
  render(ReviewPage, { id: 'm1' })
  await screen.findByText('It is here when the match is over.')
})
