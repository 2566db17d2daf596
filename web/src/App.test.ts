import { render, screen } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import App from './App.svelte'
import { router } from './lib/router.svelte'
import { mine } from './lib/mine.svelte'
import { settings } from './lib/settings.svelte'
import type { Me, PuzzlesInfo } from './lib/wire'
import './screens/NewMatch.svelte' // fetched when somebody goes there; here it need not be waited for
import { gameInfo, listedMatch } from './testing'

const game = gameInfo({
  name: { en: 'Fifth – the game', de: 'Fünftes – das Spiel' },
  tagline: { en: 'Hit.', de: 'Hau zu.' },
})
const me: Me = { name: 'Ada', learned: [], matches: [listedMatch({ game: 'fifth-game' })], finished: [] }

function answer(routes: Record<string, unknown>): void {
  vi.stubGlobal('fetch', async (path: string) => {
    const found = routes[path]
    return new Response(
      JSON.stringify(found ?? { code: 'NOT_FOUND', rule: '', text: { en: 'No.', de: 'Nein.' } }),
      {
        status: found === undefined ? 404 : 200,
      },
    )
  })
}

beforeEach(() => {
  answer({ '/api/games': [game], '/api/me': me, '/api/games/fifth-game': game })
  router.go('/')
})

afterEach(() => {
  settings.language = 'en'
  settings.notify = 'unasked'
  mine.cameHome = false
  vi.unstubAllGlobals()
})

describe('home', () => {
  test('shows the games as covers and the matches to go on with', async () => {
    render(App)
    expect((await screen.findByRole('link', { name: 'Play Fifth – the game' })).getAttribute('href')).toBe(
      '/new/fifth-game',
    )
    const [now, going] = screen.getAllByRole('link', { name: /Fifth – the game.*with Bo/s })
    expect(now?.textContent).toContain('Play now')
    expect(now?.getAttribute('href')).toBe('/match/m1')
    expect(going?.getAttribute('href')).toBe('/match/m1')
    expect(going?.textContent).toContain('Your turn!')
    expect(going?.textContent).toContain('short · Turn 3')
  })

  const puzzle = { game: 'fifth-game', number: 7, rating: 1350, solved: false, theme: null }
  const puzzles: PuzzlesInfo = {
    day: 20_000,
    today: puzzle,
    another: { ...puzzle, number: 8 },
    rating: 1234,
    solved: 3,
    tried: 4,
    puzzles: 60,
    streak: 2,
    solved_today: false,
  }
  const idle: Me = { ...me, matches: [] }
  const routes = { '/api/games': [{ ...game, lessons: 2 }], '/api/me': idle, '/api/games/fifth-game': game }

  test('shows the puzzle of the day with my rating and streak, and the first lesson on the big button', async () => {
    answer({ ...routes, '/api/puzzles?': puzzles })
    render(App)
    const solve = await screen.findByRole('link', { name: 'Solve it' })
    expect(solve.getAttribute('href')).toBe('/puzzle/fifth-game/7')
    expect(screen.getByRole('link', { name: 'Another one' }).getAttribute('href')).toBe(
      '/puzzle/fifth-game/8',
    )
    expect(document.body.textContent).toContain('1234')
    expect(document.body.textContent).toContain('2 days in a row')
    const now = screen.getByRole('link', { name: /Play now\s+Lesson 1: Fifth – the game/ })
    expect(now.getAttribute('href')).toBe('/learn/fifth-game/1')
  })

  test('the big button makes a match against bots, and says under itself if that fails', async () => {
    const sent: unknown[] = []
    const learned = [1, 2].map((lesson) => ({ game: 'fifth-game', lesson, step: 1, done: true }))
    answer({ ...routes, '/api/me': { ...idle, learned } })
    const known = fetch
    vi.stubGlobal('fetch', async (path: string, init?: RequestInit) => {
      if (path !== '/api/matches') return known(path, init)
      sent.push(JSON.parse(init?.body as string))
      const text = { en: 'Too many matches.', de: 'Zu viele Partien.' }
      return new Response(JSON.stringify({ code: 'TOO_MANY', rule: '', text }), { status: 429 })
    })
    render(App)
    const button = await screen.findByRole('button', { name: /Play now\s+First match/ })
    button.click()
    const alert = await screen.findByRole('alert')
    expect(alert.textContent).toBe('Too many matches.')
    expect(alert.closest('[data-play-now]')).toBe(button.closest('[data-play-now]'))
    expect(sent).toMatchObject([
      { game: 'fifth-game', seats: [{ kind: 'me' }, { kind: 'bot', level: 'mecha-max' }], start: true },
    ])
  })

  test('says when today’s puzzle is solved', async () => {
    answer({ ...routes, '/api/puzzles?': { ...puzzles, solved_today: true } })
    render(App)
    expect(await screen.findByText(/Solved!/)).toBeTruthy()
    expect(screen.queryByRole('link', { name: 'Solve it' })).toBeNull()
  })

  test('does without puzzles', async () => {
    answer(routes)
    render(App)
    expect(await screen.findByRole('link', { name: 'Play Fifth – the game' })).toBeTruthy()
    expect(screen.queryByText('Puzzle of the day')).toBeNull()
  })

  test('offers to notify when it is my turn to whoever comes from a match with people, never on arrival', async () => {
    vi.stubGlobal('Notification', { permission: 'default' })
    const shown = render(App)
    expect(await screen.findByRole('link', { name: /with Bo/s })).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Notify me' })).toBeNull()
    shown.unmount()
    mine.cameHome = true
    render(App)
    ;(await screen.findByRole('button', { name: 'No, thanks' })).click()
    await vi.waitFor(() => expect(screen.queryByRole('button', { name: 'Notify me' })).toBeNull())
    expect(settings.notify).toBe('off')
  })

  test('changes its language at once', async () => {
    render(App)
    const button = await screen.findByRole('button', { name: 'Auf Deutsch lesen' })
    button.click()
    expect(await screen.findByRole('link', { name: 'Fünftes – das Spiel spielen' })).toBeTruthy()
    expect(document.documentElement.lang).toBe('de')
  })

  test('says so when the server does not answer, and tries again when asked', async () => {
    vi.stubGlobal('fetch', async () => {
      throw new TypeError('no network')
    })
    render(App)
    expect(await screen.findByRole('heading', { name: 'The server does not answer' })).toBeTruthy()
    answer({ '/api/games': [game], '/api/me': me })
    screen.getByRole('button', { name: 'Try again' }).click()
    expect(await screen.findByRole('link', { name: 'Play Fifth – the game' })).toBeTruthy()
  })

  test('of too much at once it shows what the server says, and that nothing is broken', async () => {
    const text = { en: 'That was too much at once. Wait a moment.', de: 'Das war zu viel auf einmal.' }
    vi.stubGlobal('fetch', async () => {
      return new Response(JSON.stringify({ code: 'TOO_FAST', rule: '', text }), { status: 429 })
    })
    render(App)
    expect(await screen.findByRole('heading', { name: 'One moment, please' })).toBeTruthy()
    expect(screen.getByText(text.en)).toBeTruthy()
    expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  })
})

describe('a new match', () => {
  test('gives every seat to somebody, and me only one', async () => {
    router.go('/new/fifth-game')
    render(App)
    const seats = await screen.findAllByRole<HTMLSelectElement>('combobox')
    expect(seats.map((seat) => seat.value)).toEqual(['me', 'robo-rita'])
    const second = seats[1] as HTMLSelectElement
    second.value = 'me'
    second.dispatchEvent(new Event('change', { bubbles: true }))
    await vi.waitFor(() => expect(seats.map((seat) => seat.value)).toEqual(['robo-rita', 'me']))
  })

  test('of a game that is not here says so', async () => {
    router.go('/new/nowhere')
    render(App)
    expect(await screen.findByRole('heading', { name: 'This game is not available here' })).toBeTruthy()
  })
})

test('an address that leads nowhere gets a page that says so', async () => {
  router.go('/no/such/page')
  render(App)
  expect(await screen.findByRole('heading', { name: 'This page fell out of the book' })).toBeTruthy()
})
