/**
 * The local server: a worker with Python in it, that only one tab at a time may have. The page learns here how far
 * it is loaded, where it is open, and what is wrong with it.
 */

import type { Channel } from '../lib/host'
import { settings } from '../lib/settings.svelte'
import type { Words } from '../lib/wire'
import type { Fault, FromTable, Introduction, ToTable } from './messages'
import { TEXTS } from './texts'

/**
 * `elsewhere`: another tab has it. `unable`: this browser cannot run it. `broken`: it failed, and can be started again.
 */
type Stage = 'loading' | 'ready' | 'elsewhere' | 'unable' | 'broken'

interface Progress {
  step: 'python' | 'rules' | 'matches'
  loaded: number
  total: number
}

const LOCK = 'slugfest-house'
const KEPT = 'slugfest.kept'
/** Come back: what was said is said again by whoever listens. */
const COME_BACK = 1012
/** How long a tab may take to write its last and let go. */
const FAREWELL = 4_000
const BEAT = 10_000
const SILENCE = 45_000
/** How often a line that waits for Python says that it is alive. */
const PATIENT = 3_000

interface Line {
  path: string
  guest: string
  channel: Channel
}

class Device {
  stage: Stage = $state('loading')
  progress: Progress = $state.raw({ step: 'python', loaded: 0, total: 0 })
  fault: Fault | null = $state(null)
  /** Matches were kept here before, and there are none now. */
  emptied = $state(false)
  /** Who holds the device: whoever it belongs to, or one of those who share it. */
  guest = 'me'

  #worker: Worker | null = null
  #minds = new Map<number, Worker>()
  #release: (() => void) | null = null
  #waiting: AbortController | null = null
  #next = 1
  #lines = new Map<number, Line>()
  #asked = new Map<
    number,
    { message: ToTable; answer: (response: { status: number; body: string }) => void }
  >()
  #received = 0
  #news: BroadcastChannel | null = null
  #ended: (() => void) | null = null

  /** Called once, when the page begins. */
  begin(): void {
    if (
      typeof WebAssembly === 'undefined' ||
      typeof Worker === 'undefined' ||
      typeof DecompressionStream === 'undefined'
    ) {
      this.stage = 'unable'
      return
    }
    if ('BroadcastChannel' in globalThis) {
      this.#news = new BroadcastChannel(LOCK)
      this.#news.onmessage = (event: MessageEvent<string>) => {
        if (event.data === 'hand over' && this.#release) void this.#handOver()
      }
    }
    setInterval(() => this.#beat(), PATIENT)
    void this.#claim({ ifAvailable: true })
  }

  /** The other tab writes its last and lets go; if it does not answer, it is not asked again. */
  async takeOver(): Promise<void> {
    this.stage = 'loading'
    const news = new BroadcastChannel(LOCK)
    await new Promise<void>((done) => {
      news.onmessage = (event: MessageEvent<string>) => event.data === 'handed over' && done()
      setTimeout(done, FAREWELL)
      news.postMessage('hand over')
    })
    news.close()
    await this.#claim({ steal: true })
  }

  /** Begin anew after something has failed. What was kept is there. */
  restart(): void {
    this.#stop()
    this.#load()
  }

  /** Whoever saw that the matches are gone need not see it again. */
  forgetEmptied(): void {
    this.emptied = false
    noteKept({ method: 'POST', path: '/api/me/forget' })
  }

  retry(): void {
    this.#post({ type: 'retry' })
  }

  /** Everything that was done is kept, and nothing more is done. */
  async end(): Promise<void> {
    if (this.stage !== 'ready') return
    await new Promise<void>((done) => {
      this.#ended = done
      setTimeout(done, FAREWELL)
      this.#post({ type: 'end' })
    })
    this.#stop()
  }

  request(method: string, path: string, body = ''): Promise<{ status: number; body: string }> {
    const id = this.#next++
    return new Promise((answer) => {
      const message: ToTable = { type: 'request', id, method, path, body, guest: this.guest }
      this.#asked.set(id, { message, answer })
      if (this.stage === 'ready') this.#post(message)
    })
  }

  open(path: string, guest = this.guest): Channel {
    const id = this.#next++
    const channel: Channel = {
      send: (text) => this.#post({ type: 'send', channel: id, text }),
      close: () => {
        this.#lines.delete(id)
        if (this.stage === 'ready') this.#post({ type: 'close', channel: id })
      },
      onopen: null,
      onmessage: null,
      onclose: null,
    }
    this.#lines.set(id, { path, guest, channel })
    if (this.stage === 'ready') this.#connect(id)
    return channel
  }

  // ---- one tab at a time ---------------------------------------------------------------------------------------------

  async #claim(how: LockOptions): Promise<void> {
    this.#waiting?.abort()
    this.#waiting = null
    const { locks } = navigator as { locks?: LockManager }
    if (!locks) return this.#load() // plain http: whoever opens two tabs there has been warned
    const taken = locks.request(LOCK, how, (lock) => {
      if (!lock) {
        this.stage = 'elsewhere'
        this.#waitForIt(locks)
        return undefined
      }
      this.#load()
      return new Promise<void>((release) => (this.#release = release))
    })
    await taken.catch(() => this.#lost())
  }

  /** As soon as the other tab is closed, it goes on here. */
  #waitForIt(locks: LockManager): void {
    const waiting = new AbortController()
    this.#waiting = waiting
    void locks
      .request(LOCK, { signal: waiting.signal }, () => {
        this.#waiting = null
        this.#load()
        return new Promise<void>((release) => (this.#release = release))
      })
      .catch(() => !waiting.signal.aborted && this.#lost())
  }

  async #handOver(): Promise<void> {
    await this.end()
    this.#lost()
    this.#news?.postMessage('handed over')
  }

  #lost(): void {
    this.#stop()
    this.stage = 'elsewhere'
    this.#release?.()
    this.#release = null
    if ('locks' in navigator && !this.#waiting) this.#waitForIt(navigator.locks)
  }

  // ---- the worker ----------------------------------------------------------------------------------------------------

  #load(): void {
    this.stage = 'loading'
    this.fault = null
    const worker = new Worker(new URL('./table-worker.ts', import.meta.url), { type: 'module' })
    this.#worker = worker
    this.#received = Date.now()
    worker.onmessage = (event: MessageEvent<FromTable>) => this.#receive(event.data)
    worker.onerror = (event) => this.#broke(event.message)
    worker.onmessageerror = () => this.#broke('')
    const folder = new URL('python/', document.baseURI).href
    this.#post({ type: 'start', folder, language: settings.language })
  }

  #stop(): void {
    this.#worker?.terminate()
    this.#worker = null
    for (const mind of this.#minds.keys()) this.#endMind(mind)
    const lines = [...this.#lines.values()]
    this.#lines.clear()
    for (const { channel } of lines) channel.onclose?.({ code: COME_BACK })
  }

  #broke(detail: string): void {
    if (this.stage === 'elsewhere') return
    this.#stop()
    console.error(`The table has stopped: ${detail}`)
    this.stage = 'broken'
  }

  #post(message: ToTable): void {
    this.#worker?.postMessage(message)
  }

  #connect(id: number): void {
    const line = this.#lines.get(id)
    if (!line) return
    this.#post({ type: 'open', channel: id, path: line.path, guest: line.guest })
    queueMicrotask(() => line.channel.onopen?.())
  }

  #receive(message: FromTable): void {
    this.#received = Date.now()
    switch (message.type) {
      case 'progress':
        this.progress = message
        return
      case 'ready':
        return this.#ready(message.rows)
      case 'answer': {
        const asked = this.#asked.get(message.id)
        this.#asked.delete(message.id)
        if (message.status < 300 && asked?.message.type === 'request') noteKept(asked.message)
        return asked?.answer(message)
      }
      case 'message':
        return this.#lines.get(message.channel)?.channel.onmessage?.({ data: message.text })
      case 'closed': {
        const line = this.#lines.get(message.channel)
        this.#lines.delete(message.channel)
        return line?.channel.onclose?.({ code: message.code })
      }
      case 'fault':
        if (message.fault === 'broken') return this.#broke(message.detail)
        this.fault = message.fault
        return
      case 'mended':
        this.fault = null
        return
      case 'ended':
        return this.#ended?.()
      case 'pong':
        return
      case 'mind':
        return this.#makeMind(message.mind, message.port)
      case 'mindEnds':
        return this.#endMind(message.mind)
    }
  }

  /** The table's second worker: it may not make one itself (see mind.ts). */
  #makeMind(mind: number, port: MessagePort): void {
    const worker = new Worker(new URL('./thinking-worker.ts', import.meta.url), { type: 'module' })
    this.#minds.set(mind, worker)
    worker.onerror = () => this.#post({ type: 'mindFailed', mind })
    const introduction: Introduction = { port }
    worker.postMessage(introduction, [port])
  }

  #endMind(mind: number): void {
    this.#minds.get(mind)?.terminate()
    this.#minds.delete(mind)
  }

  #ready(rows: number): void {
    this.stage = 'ready'
    if (rows === 0 && wereKept()) this.emptied = true
    for (const { message } of this.#asked.values()) this.#post(message)
    for (const id of this.#lines.keys()) this.#connect(id)
  }

  /** Whoever waits for Python gets a message, which also keeps the connection alive; a worker that was ended for its memory says nothing. */
  #beat(): void {
    if (this.stage === 'loading' || this.stage === 'elsewhere') {
      const message = JSON.stringify({ type: 'waiting', text: this.#why() })
      for (const { channel } of this.#lines.values()) channel.onmessage?.({ data: message })
    } else if (this.stage === 'ready' && document.visibilityState === 'visible') {
      const silent = Date.now() - this.#received
      if (silent > SILENCE + BEAT)
        this.#received = Date.now() // the device slept
      else if (silent > SILENCE) this.#broke('no answer')
      else if (silent > BEAT) this.#post({ type: 'ping' })
    }
  }

  #why(): Words {
    return this.stage === 'elsewhere' ? TEXTS.elsewhere : TEXTS.loading
  }
}

/** A match was begun or everything was forgotten: noted, to be able to warn whoever comes back and finds nothing. */
function noteKept({ method, path }: { method: string; path: string }): void {
  try {
    if (method === 'POST' && path === '/api/matches') {
      localStorage.setItem(KEPT, 'yes')
      void navigator.storage?.persist?.().catch(() => {})
    }
    if (path === '/api/me/forget') localStorage.removeItem(KEPT)
  } catch {
    // A browser that keeps nothing: said elsewhere.
  }
}

function wereKept(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null
  } catch {
    return false
  }
}

export const device = new Device()
