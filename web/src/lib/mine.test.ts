import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'

import { listedMatch } from '../testing'
import { FIRST_WAIT, Mine, TOO_LONG, askToNotify, mine, notify, showSigns, titled } from './mine.svelte'
import { settings } from './settings.svelte'
import type { Channel } from './host'
import type { World } from './socket'
import type { EventInfo, ListedMatch } from './wire'

class Line implements Channel {
  onopen: (() => void) | null = null
  sent: string[] = []
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  closed = false
  send(text: string): void {
    this.sent.push(text)
  }
  close(): void {
    this.closed = true
  }
  deliver(...matches: ListedMatch[]): void {
    this.onmessage?.({ data: JSON.stringify({ type: 'mine', matches }) })
  }
}

let lines: Line[]
let later: { action: () => void; wait: number }[]
let clock: number
let follower: Mine

const line = (): Line => lines.at(-1) as Line

beforeEach(() => {
  lines = []
  later = []
  clock = 0
  const world: World = {
    open() {
      lines.push(new Line())
      return line()
    },
    later(action, wait) {
      const task = { action, wait }
      later.push(task)
      return () => (later = later.filter((other) => other !== task))
    },
    random: () => 1,
  }
  follower = new Mine(world, () => clock)
})

afterEach(() => {
  mine.forget()
  settings.notify = 'unasked'
  vi.unstubAllGlobals()
})

describe('the line to my matches', () => {
  test('is opened once the server knows me, and once only', () => {
    expect(lines).toHaveLength(0)
    follower.begin([])
    follower.begin([listedMatch()])
    expect(lines).toHaveLength(1)
    expect(follower.waiting()).toBe(1)
  })

  test('notifies when a match begins to wait for me, once', () => {
    const notified: string[] = []
    follower.onTurn = (match) => notified.push(match.id)
    follower.begin([listedMatch({ id: 'old', yours: true }), listedMatch({ id: 'new', yours: false })])
    line().deliver(listedMatch({ id: 'old' }), listedMatch({ id: 'new', yours: false }))
    expect(notified).toEqual([])
    line().deliver(listedMatch({ id: 'old' }), listedMatch({ id: 'new' }))
    line().deliver(listedMatch({ id: 'old' }), listedMatch({ id: 'new' }))
    expect(notified).toEqual(['new'])
    expect(follower.waiting()).toBe(2)
    expect(follower.waiting('new')).toBe(1)
  })

  test('comes back by itself, later after every failure', () => {
    follower.begin([])
    const waits: number[] = []
    for (let round = 0; round < 3; round += 1) {
      line().onclose?.({ code: 1006 })
      waits.push(later.at(-1)?.wait ?? 0)
      later.pop()?.action()
    }
    expect(waits).toEqual([FIRST_WAIT, 2 * FIRST_WAIT, 4 * FIRST_WAIT])
    line().deliver()
    line().onclose?.({ code: 1012 })
    expect(later.at(-1)?.wait).toBe(FIRST_WAIT)
  })

  test('is opened anew when the page wakes up after a long time, and left alone otherwise', () => {
    follower.begin([])
    follower.check()
    expect(lines).toHaveLength(1)
    clock = TOO_LONG
    const old = line()
    follower.check()
    expect(old.closed).toBe(true)
    expect(lines).toHaveLength(2)
  })

  test('what is not about my matches is ignored', () => {
    follower.begin([listedMatch()])
    line().onmessage?.({ data: '{"type":"refused","id":"","code":"TOO_MANY_WINDOWS"}' })
    expect(follower.matches).toHaveLength(1)
  })
})

test('the title counts the matches that wait, but for the one on show', () => {
  vi.stubGlobal('WebSocket', Line)
  expect(titled('Slugfest')).toBe('Slugfest')
  mine.begin([listedMatch({ id: 'a' }), listedMatch({ id: 'b' }), listedMatch({ id: 'c', yours: false })])
  expect(titled('Slugfest')).toBe('(2) Slugfest')
  expect(titled('Slugfest', 'a')).toBe('(1) Slugfest')
})

test('the tab wears a sign while a match waits', () => {
  document.head.innerHTML = '<link rel="icon" href="/favicon.svg" />'
  showSigns(1)
  expect(document.querySelector('link')?.getAttribute('href')).toBe('/favicon-turn.svg')
  showSigns(0)
  expect(document.querySelector('link')?.getAttribute('href')).toBe('/favicon.svg')
})

describe('a notification', () => {
  const shown: string[] = []
  class Shown {
    static permission = 'granted'
    static requestPermission = async (): Promise<string> => Shown.permission
    onclick: (() => void) | null = null
    constructor(title: string, options: { tag: string }) {
      shown.push(`${title} ${options.tag}`)
    }
  }

  beforeEach(() => {
    shown.length = 0
    Shown.permission = 'granted'
    vi.stubGlobal('Notification', Shown)
  })

  test('comes only if it is wanted, allowed, and nobody is looking', async () => {
    const front = vi.spyOn(document, 'hasFocus').mockReturnValue(false)
    const notifyOnce = (): Promise<void> => notify(listedMatch(), 'Your turn!', 'with Bo', () => {})
    await notifyOnce()
    expect(shown).toEqual([])
    settings.notify = 'on'
    front.mockReturnValue(true)
    await notifyOnce()
    expect(shown).toEqual([])
    front.mockReturnValue(false)
    await notifyOnce()
    expect(shown).toEqual(['Your turn! /match/m1'])
    Shown.permission = 'denied'
    await notifyOnce()
    expect(shown).toHaveLength(1)
    front.mockRestore()
  })

  test('is switched off where the browser says no', async () => {
    Shown.permission = 'denied'
    expect(await askToNotify()).toBe(false)
    expect(settings.notify).toBe('off')
    Shown.permission = 'granted'
    expect(await askToNotify()).toBe(true)
    expect(settings.notify).toBe('on')
  })
})

describe('open tables', () => {
  const table = { type: 'open_tables', tables: [{ id: 'T1' }] }
  const wanted = (one: Line): boolean[] =>
    one.sent.map((text) => (JSON.parse(text) as { tables: boolean }).tables)

  test('are asked for by pages that show them, again after a break, and dropped with the last one', () => {
    follower.begin([])
    const stop = follower.watchTables()
    line().onmessage?.({ data: JSON.stringify(table) })
    expect(follower.tables).toEqual([{ id: 'T1' }])
    line().onclose?.({ code: 1006 })
    later[0]?.action()
    line().onopen?.()
    expect(wanted(line())).toEqual([true])
    stop()
    expect(wanted(line())).toEqual([true, false])
    line().onmessage?.({ data: JSON.stringify(table) })
    expect(follower.tables).toBeNull()
  })
})

describe('an event', () => {
  const event = (version: number, ...rounds: number[]): EventInfo =>
    ({ id: 'E', version, rounds: rounds.map((number) => ({ number, at: version })) }) as unknown as EventInfo
  const send = (since: number, found: EventInfo): void =>
    line().onmessage?.({ data: JSON.stringify({ type: 'event', since, event: found }) })
  const asked = (one: Line): unknown[] => one.sent.map((text) => JSON.parse(text) as unknown)
  let shown: EventInfo | null
  let stop: () => void

  beforeEach(() => {
    shown = event(4, 1, 2)
    follower.begin([])
    stop = follower.watchEvent({ id: 'E', known: () => shown, take: (found) => (shown = found) })
  })

  test('is asked for with the version that the page has, again after a break, and no longer in the end', () => {
    expect(asked(line())).toEqual([{ type: 'watch_event', id: 'event', event: 'E', known: 4 }])
    line().onclose?.({ code: 1006 })
    later[0]?.action()
    line().onopen?.()
    expect(asked(line())).toEqual([{ type: 'watch_event', id: 'event', event: 'E', known: 4 }])
    stop()
    expect(asked(line())[1]).toMatchObject({ event: '', known: 0 })
  })

  test('takes over the rounds that changed, and keeps the others', () => {
    send(4, event(6, 2, 3))
    expect(shown?.version).toBe(6)
    expect(shown?.rounds.map(({ number, at }) => [number, at])).toEqual([
      [1, 4],
      [2, 6],
      [3, 6],
    ])
  })

  test('asks for all of it if something is missing, and takes all of it whatever it knew', () => {
    send(5, event(6, 3))
    expect(shown?.version).toBe(4)
    expect(asked(line())[1]).toMatchObject({ event: 'E', known: 0 })
    send(0, event(6, 1, 2, 3))
    expect(shown?.version).toBe(6)
  })

  test('of a page that is gone is ignored', () => {
    stop()
    send(0, event(9, 1))
    expect(shown?.version).toBe(4)
  })
})
