import { beforeEach, describe, expect, test } from 'vitest'

import { snapshot as snapshotOf, update as updateOf } from '../testing'
import { FIRST_WAIT, LONGEST_WAIT, MatchSocket, matchPath, type Answer, type Link } from './socket'
import type { Channel } from './host'
import { socketAddress } from './server-host'
import type { ClientMessage, ServerMessage, Snapshot, Update, Words } from './wire'

/** One connection as the test's server sees it. */
class FakeChannel implements Channel {
  onopen: (() => void) | null = null
  onmessage: ((event: { data: string }) => void) | null = null
  onclose: ((event: { code: number }) => void) | null = null
  readonly got: ClientMessage[] = []
  closed = false

  send(text: string): void {
    this.got.push(JSON.parse(text) as ClientMessage)
  }
  close(): void {
    this.closed = true
  }
  says(message: ServerMessage): void {
    this.onmessage?.({ data: JSON.stringify(message) })
  }
  breaks(code = 1006): void {
    this.onclose?.({ code })
  }
  asked(type: ClientMessage['type']): ClientMessage[] {
    return this.got.filter((message) => message.type === type)
  }
}

/** A world whose clock moves only when the test says so. */
class FakeWorld {
  readonly channels: FakeChannel[] = []
  private waiting: { action: () => void; milliseconds: number }[] = []

  open = (): Channel => {
    const channel = new FakeChannel()
    this.channels.push(channel)
    return channel
  }
  later = (action: () => void, milliseconds: number): (() => void) => {
    const entry = { action, milliseconds }
    this.waiting.push(entry)
    return () => {
      this.waiting = this.waiting.filter((other) => other !== entry)
    }
  }
  random = (): number => 1
  get waits(): number[] {
    return this.waiting.map((entry) => entry.milliseconds)
  }
  elapse(): void {
    for (const entry of [...this.waiting]) {
      if (!this.waiting.includes(entry)) continue
      this.waiting = this.waiting.filter((other) => other !== entry)
      entry.action()
    }
  }
  get channel(): FakeChannel {
    const last = this.channels.at(-1)
    if (!last) throw new Error('nothing was opened')
    return last
  }
}

const snapshot = (version: number): Snapshot => snapshotOf(version, [], null)
const update = (version: number): Update => updateOf(version, [], null)

let world: FakeWorld
let seen: string[]
let links: { link: Link; why: Words | null }[]
let socket: MatchSocket

function idOf(message: ClientMessage | undefined): string {
  if (!message || !('id' in message)) throw new Error('that is no request')
  return message.id
}

beforeEach(() => {
  world = new FakeWorld()
  seen = []
  links = []
  socket = new MatchSocket(
    'ws://table/ws/m1',
    {
      snapshot: (message) => seen.push(`snapshot ${message.version}`),
      update: (message) => seen.push(`update ${message.version}`),
      presence: (message) => seen.push(`presence ${message.version}`),
      said: (said) => seen.push(`said ${said.phrase}`),
      link: (link, why) => links.push({ link, why }),
      waiting: (why) => seen.push(`waiting ${why?.en ?? 'no more'}`),
    },
    world,
  )
  socket.connect()
  world.channel.onopen?.()
  world.channel.says(snapshot(5))
})

describe('versions', () => {
  test('updates that follow the snapshot are shown in order', () => {
    world.channel.says(update(6))
    world.channel.says(update(7))
    expect(seen).toEqual(['snapshot 5', 'update 6', 'update 7'])
  })

  test('an update seen before is not shown again', () => {
    world.channel.says(update(6))
    world.channel.says(update(5))
    world.channel.says(update(4))
    expect(seen).toEqual(['snapshot 5', 'update 6'])
  })

  test('an update that repeats the version says only who came or went', () => {
    world.channel.says(update(5))
    expect(seen).toEqual(['snapshot 5', 'presence 5'])
  })

  test('a gap asks once for a snapshot and shows nothing until it comes', () => {
    world.channel.says(update(7))
    world.channel.says(update(8))
    expect(world.channel.asked('sync')).toHaveLength(1)
    expect(seen).toEqual(['snapshot 5'])
    world.channel.says(snapshot(8))
    world.channel.says(update(9))
    expect(seen).toEqual(['snapshot 5', 'snapshot 8', 'update 9'])
  })

  test('updates out of order end in the same place', () => {
    world.channel.says(update(7))
    world.channel.says(update(6))
    world.channel.says(snapshot(7))
    world.channel.says(update(7))
    expect(seen).toEqual(['snapshot 5', 'snapshot 7', 'presence 7'])
  })

  test('a snapshot that rewrites the log is taken at any time', () => {
    world.channel.says(snapshot(6))
    world.channel.says(update(7))
    expect(seen).toEqual(['snapshot 5', 'snapshot 6', 'update 7'])
  })

  test('a restarted server may count from a lower version', () => {
    world.channel.breaks()
    world.elapse()
    world.channel.onopen?.()
    world.channel.says(snapshot(2))
    world.channel.says(update(3))
    expect(seen).toEqual(['snapshot 5', 'snapshot 2', 'update 3'])
  })
})

describe('requests', () => {
  test('an answer reaches the one who asked', async () => {
    const first = socket.ask({ type: 'undo' })
    const second = socket.ask({ type: 'play', moves: ['PASS'] })
    const [undo, play] = world.channel.got
    world.channel.says({ type: 'done', id: idOf(play), version: 6 })
    world.channel.says({ type: 'done', id: idOf(undo), version: 7 })
    expect(await first).toMatchObject({ version: 7 })
    expect(await second).toMatchObject({ version: 6 })
  })

  test('a refusal is an answer and says why', async () => {
    const asked = socket.ask({ type: 'play', moves: ['PASS'] })
    const text = { en: 'You passed last time.', de: 'Du hast zuletzt gepasst.' }
    const id = idOf(world.channel.got[0])
    world.channel.says({ type: 'refused', id, code: 'PASSED_LAST_TURN', rule: 'KC-39', text })
    expect(await asked).toMatchObject({ type: 'refused', rule: 'KC-39', text })
  })

  test('what was not answered is sent again with the same id after a reconnect', async () => {
    const asked = socket.ask({ type: 'play', moves: ['PASS'] })
    const before = world.channel.got[0]
    world.channel.breaks()
    world.elapse()
    world.channel.onopen?.()
    expect(world.channel.got).toEqual([])
    world.channel.says(snapshot(6))
    expect(world.channel.got).toEqual([{ ...before, again: true }])
    world.channel.says({ type: 'done', id: idOf(before), version: 6 })
    expect(await asked).toMatchObject({ type: 'done' })
  })

  test('what is sent for the first time is not marked, whenever it was asked', () => {
    world.channel.breaks()
    void socket.ask({ type: 'undo' })
    world.elapse()
    world.channel.says(snapshot(5))
    expect(world.channel.got[0]).not.toHaveProperty('again')
    world.channel.breaks()
    world.elapse()
    world.channel.says(snapshot(5))
    expect(world.channel.got[0]).toMatchObject({ type: 'undo', again: true })
  })

  test('what was answered is never sent again', () => {
    void socket.ask({ type: 'undo' })
    world.channel.says({ type: 'done', id: idOf(world.channel.got[0]), version: 6 })
    world.channel.breaks()
    world.elapse()
    world.channel.says(snapshot(6))
    expect(world.channel.got).toEqual([])
  })

  test('an answer that comes twice counts once', async () => {
    const answers: Answer[] = []
    const asked = socket.ask({ type: 'undo' }).then((answer) => answers.push(answer))
    const id = idOf(world.channel.got[0])
    world.channel.says({ type: 'done', id, version: 6 })
    world.channel.says({ type: 'done', id, version: 6 })
    await asked
    expect(answers).toHaveLength(1)
  })

  test('what is asked while the line is down is sent, in order, when it is up again', () => {
    world.channel.breaks()
    void socket.ask({ type: 'undo' })
    void socket.ask({ type: 'play', moves: ['PASS'] })
    world.elapse()
    world.channel.says(snapshot(5))
    expect(world.channel.got.map((message) => message.type)).toEqual(['undo', 'play'])
  })

  test('every request has an id of its own', () => {
    for (let count = 0; count < 50; count += 1) void socket.ask({ type: 'hint' })
    expect(new Set(world.channel.got.map(idOf)).size).toBe(50)
  })
})

describe('the connection', () => {
  test('says when it is connecting, open, reconnecting and open again', () => {
    world.channel.breaks()
    world.elapse()
    world.channel.says(snapshot(5))
    expect(links.map(({ link }) => link)).toEqual(['connecting', 'open', 'reconnecting', 'open'])
  })

  test('a server that restarts is left and found again without a word', () => {
    world.channel.breaks(1012)
    expect(world.waits[0]).toBeLessThan(FIRST_WAIT)
    world.elapse()
    world.channel.says(snapshot(5))
    expect(links.map(({ link }) => link)).toEqual(['connecting', 'open'])
  })

  test('a server that does not come back from its restart is said to be gone', () => {
    world.channel.breaks(1012)
    world.elapse()
    world.channel.breaks(1006)
    expect(links.at(-1)?.link).toBe('reconnecting')
    expect(world.waits[0]).toBe(FIRST_WAIT * 2)
  })

  test('a table that waits for its storage keeps the line, and what was asked', async () => {
    const why = { en: 'wait', de: 'warte' }
    const asked = socket.ask({ type: 'undo' })
    socket.check()
    for (let count = 0; count < 3; count += 1) {
      const channel = world.channel
      const waits = world.waits.length
      channel.says({ type: 'waiting', text: why })
      expect(world.waits.length).toBe(waits) // its patience begins anew
      expect(world.channel).toBe(channel)
    }
    world.channel.says({ type: 'waiting', text: null })
    world.channel.says({ type: 'done', id: idOf(world.channel.got[0]), version: 6 })
    expect(await asked).toMatchObject({ type: 'done' })
    expect(seen).toEqual(['snapshot 5', 'waiting wait', 'waiting wait', 'waiting wait', 'waiting no more'])
    expect(world.channels).toHaveLength(1)
  })

  test('waits twice as long after each failure, up to a limit', () => {
    const waits: number[] = []
    for (let count = 0; count < 8; count += 1) {
      world.channel.breaks()
      waits.push(world.waits[0] ?? 0)
      world.elapse()
    }
    expect(waits.slice(0, 4)).toEqual([FIRST_WAIT, FIRST_WAIT * 2, FIRST_WAIT * 4, FIRST_WAIT * 8])
    expect(waits.at(-1)).toBe(LONGEST_WAIT)
  })

  test('starts with a short wait again once it has worked', () => {
    for (let count = 0; count < 4; count += 1) {
      world.channel.breaks()
      world.elapse()
    }
    world.channel.says(snapshot(5))
    world.channel.breaks()
    expect(world.waits).toEqual([FIRST_WAIT])
  })

  test('a match that does not exist is not tried again, and the reason is shown', () => {
    const text = { en: 'There is no such match.', de: 'Dieses Match gibt es nicht.' }
    world.channel.says({ type: 'refused', id: '', code: 'NO_SUCH_MATCH', rule: '', text })
    world.channel.breaks(4404)
    expect(links.at(-1)).toEqual({ link: 'gone', why: text })
    expect(world.waits).toEqual([])
  })

  test('says why it has to wait, and forgets it when it is let in', () => {
    const text = { en: 'Too many windows are open here.', de: 'Hier sind zu viele Fenster offen.' }
    world.channel.says({ type: 'refused', id: '', code: 'TOO_MANY_WINDOWS', rule: '', text })
    world.channel.breaks(1013)
    expect(links.at(-1)).toEqual({ link: 'reconnecting', why: text })
    world.elapse()
    world.channel.says(snapshot(1))
    expect(links.at(-1)).toEqual({ link: 'open', why: null })
  })

  test('a line that is silent when asked counts as dead', () => {
    socket.check()
    expect(world.channel.asked('sync')).toHaveLength(1)
    const dead = world.channel
    world.elapse()
    expect(dead.closed).toBe(true)
    expect(links.at(-1)?.link).toBe('reconnecting')
    world.elapse()
    world.channel.says(snapshot(9))
    expect(seen.at(-1)).toBe('snapshot 9')
  })

  test('an answer that does not come puts the line to the test', async () => {
    const asked = socket.ask({ type: 'hint' })
    const id = idOf(world.channel.got[0])
    world.elapse()
    expect(world.channel.asked('sync')).toHaveLength(1)
    world.channel.says(snapshot(5))
    expect(links.at(-1)?.link).toBe('open')
    world.channel.says({ type: 'advice', id, ideas: [] })
    expect(await asked).toMatchObject({ type: 'advice' })
  })

  test('a dead line that wakes up late is not listened to', () => {
    const dead = world.channel
    socket.check()
    world.elapse()
    dead.says(update(6))
    expect(seen).toEqual(['snapshot 5'])
  })

  test('can be tried at once instead of waiting', () => {
    world.channel.breaks()
    socket.retryNow()
    expect(world.channels).toHaveLength(2)
    expect(world.waits).not.toContain(FIRST_WAIT)
  })

  test('stays closed when the page has left', () => {
    socket.close()
    expect(world.channel.closed).toBe(true)
    expect(world.waits).toEqual([])
  })

  test('is secure where the page is', () => {
    const path = matchPath('m/1')
    expect(socketAddress(path, { protocol: 'https:', host: 'slug.example' })).toBe(
      'wss://slug.example/ws/m%2F1',
    )
    expect(socketAddress(path, { protocol: 'http:', host: 'slug.example:8000' })).toBe(
      'ws://slug.example:8000/ws/m%2F1',
    )
  })
})
