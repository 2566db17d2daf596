import { fireEvent, render, screen, within } from '@testing-library/svelte'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { settings } from '../lib/settings.svelte'
import type { ClientMessage, MatchInfo, SeatInfo, ServerMessage, Snapshot, View } from '../lib/wire'
import { gameInfo, matchInfo, seat, step, update, viewOf } from '../testing'
import MatchPage from './MatchPage.svelte'

/** The server's end of the one connection that the page opens. */
class FakeSocket {
  static last: FakeSocket = undefined as unknown as FakeSocket
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  got: ClientMessage[] = []

  constructor(readonly url: string) {
    FakeSocket.last = this
  }
  send(text: string): void {
    this.got.push(JSON.parse(text) as ClientMessage)
  }
  close(): void {}
  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
}

const game = gameInfo({
  bots: ['lucky:boldness=7:budget=2000'],
  rules: [
    { number: 'FG-1', section: null, text: { en: 'Hit.', de: 'Hau.' } },
    { number: 'FG-2', section: null, text: { en: 'Nobody passes twice.', de: 'Niemand passt zweimal.' } },
  ],
})

const info = (more: Partial<MatchInfo> = {}): MatchInfo => matchInfo({ game: 'fifth-game', ...more })
const opening = (view: View | null, more: Partial<MatchInfo> = {}): Snapshot => ({
  type: 'snapshot',
  version: 1,
  match: info(more),
  view,
  log: view ? [step(0, -1, 'The game begins.')] : [],
  can_undo: false,
  way_back: '',
})
const pass = { move: 'PASS', label: { en: 'Pass', de: 'Passen' }, parts: null }

async function open(first: Snapshot): Promise<FakeSocket> {
  render(MatchPage, { id: 'm1' })
  await vi.waitFor(() => expect(FakeSocket.last?.onmessage).toBeTruthy())
  FakeSocket.last.says(first)
  return FakeSocket.last
}

function idOf(message: ClientMessage | undefined): string {
  return message && 'id' in message ? message.id : ''
}

beforeEach(() => {
  FakeSocket.last = undefined as unknown as FakeSocket
  settings.language = 'en'
  settings.speed = 'off'
  settings.stills = 'end'
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('fetch', async (path: string) => {
    const answers: Record<string, unknown> = {
      '/api/me': { name: 'Ada', matches: [] },
      '/api/games/fifth-game?rules=1': game,
      '/api/games/fifth-game/seating?seats=4': {
        options: {},
        teams: [],
        phrases: [
          {
            phrase: 'target',
            text: { en: 'Attack {opponent}!', de: 'Greif {opponent} an!' },
            names_opponent: true,
          },
        ],
        table_phrases: [{ phrase: 'ouch', text: { en: 'Ouch!', de: 'Autsch!' }, names_opponent: false }],
      },
    }
    return new Response(JSON.stringify(answers[path] ?? null), { status: path in answers ? 200 : 404 })
  })
})

afterEach(() => {
  vi.unstubAllGlobals()
})

describe('the lobby', () => {
  const seats = [seat('Ada', { you: true, host: true }), seat('', { kind: 'open', connected: false })]

  test('lets the host start only when every seat is taken', async () => {
    const line = await open(opening(null, { status: 'lobby', seats }))
    const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Start the fight' })
    expect(start.disabled).toBe(true)
    expect(screen.getByText(/One seat is still free/)).toBeTruthy()
    const taken = [seats[0] as (typeof seats)[0], seat('Bo')]
    line.says({ ...update(2, [], null), match: info({ status: 'lobby', seats: taken }) })
    await vi.waitFor(() => expect(start.disabled).toBe(false))
    start.click()
    expect(line.got.at(-1)).toMatchObject({ type: 'start' })
  })

  test('gives a seat to the chosen opponent', async () => {
    const line = await open(opening(null, { status: 'lobby', seats }))
    const choice = await screen.findByRole('combobox', { name: 'Player on seat 2' })
    await fireEvent.change(choice, { target: { value: 'dynamo-doc' } })
    expect(line.got.at(-1)).toMatchObject({ type: 'set_seat', seat: 1, kind: 'bot', level: 'dynamo-doc' })
  })

  test('offers the bots that the server has beside the levels, by their own names', async () => {
    const line = await open(opening(null, { status: 'lobby', seats }))
    const choice = await screen.findByRole('combobox', { name: 'Player on seat 2' })
    expect(screen.getByRole('option', { name: 'Bot, lucky (boldness 7, budget 2000)' })).toBeTruthy()
    await fireEvent.change(choice, { target: { value: 'lucky:boldness=7:budget=2000' } })
    expect(line.got.at(-1)).toMatchObject({
      type: 'set_seat',
      kind: 'bot',
      level: 'lucky:boldness=7:budget=2000',
    })
  })

  test('offers a guest the free seat, and nothing that is the host’s', async () => {
    const guest = [seat('Bo', { host: true }), seat('', { kind: 'open', connected: false })]
    const line = await open(opening(null, { status: 'lobby', seats: guest, hosting: false }))
    ;(await screen.findByRole('button', { name: 'Take seat 2' })).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'sit', seat: 1, name: 'Ada' })
    expect(screen.queryByRole('button', { name: 'Start the fight' })).toBeNull()
    expect(screen.queryByRole('combobox')).toBeNull()
  })

  test('lets the host send somebody away from a seat', async () => {
    const taken = [seat('Ada', { host: true, you: true }), seat('Bo')]
    const line = await open(opening(null, { status: 'lobby', seats: taken }))
    ;(await screen.findByRole('button', { name: 'Remove Bo' })).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'remove', seat: 1 })
    expect(screen.queryByRole('button', { name: 'Remove Ada' })).toBeNull()
  })

  test('shows the host who watches, to send them away and let them in again', async () => {
    const line = await open(opening(null, { status: 'lobby', seats, spectators: 2, removed: 1 }))
    ;(await screen.findByRole('button', { name: 'Who is watching' })).click()
    await vi.waitFor(() => expect(line.got.at(-1)).toMatchObject({ type: 'watchers' }))
    line.says({
      type: 'watchers_result',
      id: idOf(line.got.at(-1)),
      watchers: [
        { key: 'k1', name: 'Eve', windows: 7, removed: false },
        { key: 'k2', name: '', windows: 1, removed: false },
        { key: 'k3', name: 'Mal', windows: 0, removed: true },
      ],
    })
    ;(await screen.findByRole('button', { name: 'Remove Eve', hidden: true })).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'remove', watchers: ['k1'] })
    expect(screen.getByText('7 windows')).toBeTruthy()
    screen.getByRole('button', { name: 'Remove all', hidden: true }).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'remove', watchers: ['k1', 'k2'] })
    screen.getByRole('button', { name: 'Let Mal back in', hidden: true }).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'readmit', watchers: ['k3'] })
  })

  test('says to whoever was sent away that they were, and does not try again', async () => {
    const line = await open(opening(null, { status: 'lobby', seats, hosting: false }))
    const text = { en: 'The host has removed you from this match.', de: '' }
    line.says({ type: 'refused', id: '', code: 'REMOVED', rule: '', text })
    line.onclose?.({ code: 4403 })
    expect(await screen.findByText(text.en)).toBeTruthy()
    expect(FakeSocket.last).toBe(line)
  })
})

describe('a table of teams', () => {
  const pairs = [
    [0, 1],
    [2, 3],
  ]
  const seats = [seat('Ada', { you: true, host: true }), seat('Bo'), seat('Cy'), seat('Di')]
  const table = (more: Partial<View> = {}): Snapshot =>
    opening(viewOf({ seats: 4, teams: pairs, ...more }), { seats, teams: pairs })
  const said = (by: number, en: string): ServerMessage => ({
    type: 'said',
    seat: by,
    to: 'team',
    phrase: 'target',
    text: { en, de: en },
  })

  test('lets me call to my team, about each opponent', async () => {
    const line = await open(table())
    ;(await screen.findByRole('button', { name: 'Say something' })).click()
    ;(await screen.findByRole('button', { name: 'Attack Di!' })).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'say', phrase: 'target', about: 3, to: 'team' })
  })

  test('shows what my team calls', async () => {
    const line = await open(table())
    await screen.findByRole('button', { name: 'Say something' })
    line.says(said(1, 'Attack {P4}!'))
    const call = await screen.findByText(/Attack Di!/)
    expect(call.textContent?.replace(/\s+/g, ' ')).toBe('Bo (team): Attack Di!')
  })

  test('lets me call to everybody, too', async () => {
    const line = await open(table())
    ;(await screen.findByRole('button', { name: 'Say something' })).click()
    ;(await screen.findByRole('button', { name: 'Ouch!' })).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'say', phrase: 'ouch', to: 'table' })
  })

  test('shows a spectator what is called to everybody, and call nothing', async () => {
    const others = seats.map((one) => ({ ...one, you: false }))
    const watching = { ...table({ seat: -1 }), match: info({ seats: others, teams: pairs }) }
    const line = await open(watching)
    await screen.findByText('You are watching')
    line.says({ type: 'said', seat: 2, to: 'table', phrase: 'ouch', text: { en: 'Ouch!', de: 'Autsch!' } })
    expect(await screen.findByText(/Ouch!/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Say something' })).toBeNull()
  })

  test('has nothing to call where only bots are', async () => {
    const robo = (): SeatInfo => seat('Robo', { kind: 'bot', level: 'easy', connected: false })
    const bots = [seats[0]!, robo(), robo(), robo()]
    await open({ ...table(), match: info({ seats: bots, teams: pairs }) })
    await screen.findByText('Your turn!')
    expect(screen.queryByRole('button', { name: 'Say something' })).toBeNull()
  })

  test('ends with the winners as a team', async () => {
    const text = { en: 'Knocked out!', de: 'K. o.!' }
    const outcome = {
      ranks: [2, 2, 1, 1],
      winners: [2, 3],
      scores: null,
      values: null,
      reason: 'KNOCKOUT',
      text,
    }
    const line = await open(table())
    await screen.findByText('Your turn!')
    line.says({
      ...update(2, [step(1, 0, 'Ada falls.')], viewOf({ seats: 4, teams: pairs, actors: [], outcome })),
      match: info({ seats, teams: pairs, status: 'finished', secret: 's' }),
    })
    const dialog = await screen.findByRole('dialog', { name: 'The end' })
    const ranking = [...dialog.querySelectorAll('[data-team]')]
    expect(ranking.map((team) => team.textContent.replace(/\s+/g, ' ').trim())).toEqual([
      '1. ■Team B CyDi',
      '2. ▲Team A YouBo',
    ])
    expect(ranking.map((team) => team.classList.contains('winner'))).toEqual([true, false])
  })

  test('ends in a draw without places and without winners', async () => {
    const text = { en: 'Too many rounds.', de: 'Zu viele Runden.' }
    const outcome = {
      ranks: [1, 1, 1, 1],
      winners: [0, 1, 2, 3],
      scores: null,
      values: null,
      reason: 'X',
      text,
    }
    const line = await open(table())
    await screen.findByText('Your turn!')
    line.says({
      ...update(2, [step(1, 0, 'It is over.')], viewOf({ seats: 4, teams: pairs, actors: [], outcome })),
      match: info({ seats, teams: pairs, status: 'finished', secret: 's' }),
    })
    const dialog = await screen.findByRole('dialog', { name: 'The end' })
    const ranking = [...dialog.querySelectorAll('[data-team]')]
    expect(ranking.map((team) => team.textContent.replace(/\s+/g, ' ').trim())).toEqual([
      '▲Team A YouBo',
      '■Team B CyDi',
    ])
    expect(dialog.querySelectorAll('.winner')).toHaveLength(0)
  })
})

describe('a match that people give up', () => {
  test('is asked for in the dialog for leaving, and says that all must agree', async () => {
    const line = await open(opening(viewOf()))
    ;(await screen.findByRole('button', { name: 'Leave the table' })).click()
    expect(await screen.findByText(/Everyone has to agree/)).toBeTruthy()
    screen.getByRole('button', { name: 'End without a result' }).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'abandon', agree: true })
  })

  test('asks me when somebody else wants to stop', async () => {
    const line = await open(opening(viewOf(), { abandoning: [1] }))
    expect(await screen.findByText('Bo wants to end the match without a result.')).toBeTruthy()
    screen.getByRole('button', { name: 'Play on' }).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'abandon', agree: false })
    screen.getByRole('button', { name: 'End it' }).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'abandon', agree: true })
  })

  test('lets me change my mind, not agree twice', async () => {
    await open(opening(viewOf(), { abandoning: [0] }))
    expect(await screen.findByText(/It ends when everyone agrees/)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'End it' })).toBeNull()
    expect(screen.getByRole('button', { name: 'Play on' })).toBeTruthy()
  })

  test('ends without a result, and shows its secret', async () => {
    const line = await open(opening(viewOf({ moves: [pass] })))
    await screen.findByText('Your turn!')
    line.says({
      ...update(2, [], viewOf({ actors: [] })),
      match: info({ status: 'abandoned', secret: 'shown at last', abandoning: [0, 1] }),
    })
    const dialog = await screen.findByRole('dialog', { name: 'The end' })
    expect(within(dialog).getByText('Everyone agreed to end the match without a result.')).toBeTruthy()
    expect(within(dialog).getByText('shown at last')).toBeTruthy()
    expect(dialog.querySelector('.ranking')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Pass' })).toBeNull()
  })
})

describe('taking a move back', () => {
  const robo = seat('Robo', { kind: 'bot', level: 'easy', connected: false })
  const alone = [seat('Ada', { you: true, host: true }), robo]
  const after = (way: Snapshot['way_back'], more: Partial<MatchInfo> = {}): Snapshot => ({
    ...opening(viewOf({ actors: [1] }), more),
    way_back: way,
  })

  test('against bots it is said once that the match becomes practice', async () => {
    const line = await open(after('practice', { seats: alone }))
    ;(await screen.findByRole('button', { name: 'Take back my move' })).click()
    const dialog = await screen.findByRole('dialog', { name: 'Take back my move' })
    expect(dialog.textContent).toContain('does not count in your statistics')
    expect(line.got.some(({ type }) => type === 'take_back')).toBe(false)
    within(dialog).getByRole('button', { name: 'Take back my move' }).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'take_back', seat: 0, agree: true })
    line.says({ type: 'done', id: idOf(line.got.at(-1)), version: 2 })
    line.says({ ...after('practice', { seats: alone, practice: true }), version: 2 })
    expect(await screen.findByText('Practice')).toBeTruthy()
    screen.getByRole('button', { name: 'Take back my move' }).click()
    expect(document.querySelector('dialog[open]')).toBeNull()
    expect(line.got.filter(({ type }) => type === 'take_back').length).toBe(2)
  })

  test('what can be undone is undone, and costs nothing', async () => {
    const line = await open({ ...after('', { seats: alone }), can_undo: true })
    ;(await screen.findByRole('button', { name: 'Undo' })).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'undo' })
  })

  test('between people the others are asked, and answer', async () => {
    const line = await open(after('ask', { taking_back: { seat: 1, agreed: [], missing: [0] } }))
    expect(await screen.findByText('Bo would like to take back their last move.')).toBeTruthy()
    screen.getByRole('button', { name: 'No' }).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'take_back', seat: 1, agree: false })
    screen.getByRole('button', { name: 'Allow' }).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'take_back', seat: 1, agree: true })
  })

  test('whoever asked sees who has not answered, and can think better of it', async () => {
    const line = await open(after('ask', { taking_back: { seat: 0, agreed: [], missing: [1] } }))
    expect(await screen.findByText(/Waiting for Bo/)).toBeTruthy()
    screen.getByRole('button', { name: 'Never mind' }).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'take_back', seat: 0, agree: false })
  })
})

describe('a match that begins by itself', () => {
  test('shows no lobby while my nonce is on its way', async () => {
    const line = await open(opening(null, { status: 'lobby', nonce_wanted: true, starting: true }))
    await vi.waitFor(() => expect(line.got.at(-1)).toMatchObject({ type: 'nonce' }))
    expect(screen.queryByRole('button', { name: 'Start the fight' })).toBeNull()
    line.says({ ...update(2, [step(0, -1, 'The game begins.')], viewOf({ moves: [pass] })), match: info() })
    expect(await screen.findByText('Your turn!')).toBeTruthy()
  })
})

describe('the table', () => {
  test('names whoever is up, plays on the plain board and says what happened', async () => {
    const line = await open(opening(viewOf({ moves: [pass] })))
    expect(await screen.findByText('Your turn!')).toBeTruthy()
    screen.getByRole('button', { name: 'Pass' }).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'play', moves: ['PASS'] })
    line.says({ type: 'done', id: idOf(line.got.at(-1)), version: 2 })
    line.says({ ...update(2, [step(1, 0, 'Ada passes.')], viewOf({ actors: [1] })), match: info() })
    expect(await screen.findByText('Bo’s turn')).toBeTruthy()
    expect(screen.getAllByText('Ada passes.').length).toBeGreaterThan(0)
  })

  test('says why a move is refused, and opens the rules at the rule', async () => {
    const line = await open(opening(viewOf({ moves: [pass] })))
    ;(await screen.findByRole('button', { name: 'Pass' })).click()
    const text = { en: 'You passed last time.', de: 'Du hast zuletzt gepasst.' }
    line.says({ type: 'refused', id: idOf(line.got.at(-1)), code: 'X', rule: 'FG-2', text })
    expect((await screen.findByRole('alert')).textContent).toContain('You passed last time.')
    screen.getByRole('button', { name: 'The rule' }).click()
    const rule = await screen.findByText('Nobody passes twice.')
    expect(rule.parentElement?.classList.contains('asked')).toBe(true)
  })

  test('says that the line is down and that it is up again', async () => {
    const line = await open(opening(viewOf()))
    await screen.findByText('Your turn!')
    line.onclose?.({ code: 1006 })
    expect(await screen.findByText(/Connection lost/)).toBeTruthy()
    screen.getByRole('button', { name: 'Try now' }).click()
    FakeSocket.last.says(opening(viewOf()))
    await vi.waitFor(() => expect(screen.queryByText(/Connection lost/)).toBeNull())
  })

  test('shows a spectator neither undo nor hint', async () => {
    const seats = [seat('Bo', { host: true }), seat('Cy')]
    await open(opening(viewOf({ seat: -1 }), { seats, hosting: false }))
    expect(await screen.findByText('Bo’s turn')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Hint' })).toBeNull()
  })

  test('says at the end who won and why, and offers what comes next', async () => {
    const line = await open(opening(viewOf({ moves: [pass] })))
    await screen.findByText('Your turn!')
    const text = { en: '{P1} wins by knock-out.', de: '{P1} gewinnt durch K. o.' }
    const outcome = { ranks: [1, 2], winners: [0], scores: [7, 3], values: null, reason: 'KNOCKOUT', text }
    line.says({
      ...update(2, [step(1, 0, 'Bo falls.')], viewOf({ actors: [], outcome })),
      match: info({ status: 'finished', secret: 's' }),
    })
    const end = await screen.findByRole('dialog', { name: 'The end' })
    expect(within(end).getByText('Ada wins by knock-out.')).toBeTruthy()
    expect(within(end).getByRole('link', { name: 'Watch the replay' }).getAttribute('href')).toBe(
      '/replay/m1',
    )
    expect(within(end).getByRole('link', { name: 'Download the record' }).getAttribute('href')).toBe(
      '/api/matches/m1/record',
    )
    within(end).getByRole('button', { name: 'Rematch' }).click()
    expect(line.got.at(-1)).toMatchObject({ type: 'rematch' })
  })
})

test('where only winning counts, nobody is said to be second', async () => {
  const seats = [seat('Ada', { you: true, host: true }), seat('Bo'), seat('Cy')]
  const text = { en: '{P1} wins.', de: '{P1} gewinnt.' }
  const outcome = { ranks: [1, 2, 2], winners: [0], scores: [7, 3, 5], values: null, reason: 'X', text }
  const view = viewOf({ seats: 3, teams: [[0], [1], [2]], actors: [], outcome })
  await open(opening(view, { seats, teams: [[0], [1], [2]], status: 'finished', secret: 's' }))
  const end = await screen.findByRole('dialog', { name: 'The end' })
  const places = [...end.querySelectorAll('.ranking li')].map((line) => line.textContent?.trim().slice(0, 2))
  expect(places[0]).toBe('1.')
  expect(places.slice(1).some((place) => place?.includes('2.'))).toBe(false)
})

test('a match that does not exist says so and is not tried again', async () => {
  render(MatchPage, { id: 'nope' })
  await vi.waitFor(() => expect(FakeSocket.last?.url).toContain('/ws/nope'))
  const text = { en: 'There is no match with this code.', de: 'Zu diesem Code gibt es keine Partie.' }
  FakeSocket.last.says({ type: 'refused', id: '', code: 'NO_MATCH', rule: '', text })
  FakeSocket.last.onclose?.({ code: 4404 })
  expect(await screen.findByText('There is no match with this code.')).toBeTruthy()
})
