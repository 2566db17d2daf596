/**
 * The line to a match.
 *
 * Promises: changes arrive in order and exactly once, whatever the network does. A request is answered exactly once:
 * one that was on its way when the connection broke is sent again with the same id, and the server counts it once. A
 * version that went missing is asked for. A dropped connection or a restarted server heals without a reload.
 */

import { host, type Channel } from './host'
import type {
  Advice,
  CoachResult,
  ClientMessage,
  Done,
  PreviewResult,
  LessonNow,
  Nudged,
  LessonRequest,
  Refused,
  Said,
  ServerMessage,
  Snapshot,
  Update,
  Waiting,
  WatchersResult,
  Words,
} from './wire'

export type Request = Extract<ClientMessage | LessonRequest, { id: string }>
/** A request as callers write it: the line adds the id, and marks what it sends again. */
export type Asked = Request extends infer R ? (R extends Request ? Omit<R, 'id' | 'again'> : never) : never
export type Answer = Done | Refused | Advice | CoachResult | PreviewResult | WatchersResult

/**
 * `gone`: the server said that this match cannot be opened, and trying again will not help. With `reconnecting` it may have
 * said why we have to wait.
 */
export type Link = 'connecting' | 'open' | 'reconnecting' | 'gone' | 'closed'

export interface Listener {
  snapshot(snapshot: Snapshot): void
  update(update: Update): void
  /** Somebody came or went; nothing else changed. */
  presence(update: Update): void
  /** Somebody called something. */
  said(said: Said): void
  /** Somebody asks me to go on. */
  nudged?(message: Nudged): void
  link(link: Link, why: Words | null): void
  /** The table waits for its storage, and why; null: it goes on. */
  waiting(why: Words | null): void
  /** Where a lesson stands. */
  lesson?(lesson: LessonNow): void
}

/** The world outside, which tests replace. */
export interface World {
  open(path: string): Channel
  later(action: () => void, milliseconds: number): () => void
  random(): number
}

export const FIRST_WAIT = 400
export const LONGEST_WAIT = 12_000
/** How long a question whose answer is due at once may stay open before the line counts as dead. */
const TIMEOUT = 8_000

const GONE = [4403, 4404, 4410]

/** The server is being restarted and asks us to come back: another one is there already, or will be in a moment. */
const COME_BACK = 1012
const SOON = 100

export const browser: World = {
  open: (path) => host.open(path),
  later(action, milliseconds) {
    const timer = setTimeout(action, milliseconds)
    return () => clearTimeout(timer)
  },
  random: () => Math.random(),
}

/** An id nobody else will choose. (crypto.randomUUID is missing on plain http in a home network.) */
function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const matchPath = (match: string): string => `/ws/${encodeURIComponent(match)}`

export const lessonPath = (game: string, lesson: number): string =>
  `/ws/lessons/${encodeURIComponent(game)}/${lesson}`

export const puzzlePath = (game: string, puzzle: number): string =>
  `/ws/puzzles/${encodeURIComponent(game)}/${puzzle}`

/** Questions change nothing: they may be asked twice. */
function counts(request: Request): request is Extract<Request, { again?: boolean }> {
  return !['preview', 'hint', 'say', 'watchers'].includes(request.type)
}

export class MatchSocket {
  private channel: Channel | null = null
  private state: Link = 'closed'
  private reported: Link = 'closed'
  private reportedWhy: Words | null = null
  /** The version shown; null until the first snapshot of this connection, so that a gap cannot hide. */
  private version: number | null = null
  private syncing = false
  private failures = 0
  private why: Words | null = null
  private stopWaiting: (() => void) | null = null
  private stopWatching: (() => void) | null = null
  private readonly unanswered = new Map<
    string,
    { request: Request; sent: boolean; answer: (answer: Answer) => void }
  >()
  /** The table waits for its storage. */
  private held = false

  constructor(
    private readonly path: string,
    private readonly listener: Listener,
    private readonly world: World = browser,
  ) {}

  connect(): void {
    this.setLink(this.failures === 0 ? 'connecting' : 'reconnecting')
    this.open()
  }

  /** Ask for something; the promise is kept even if the connection breaks in between. */
  ask(asked: Asked): Promise<Answer> {
    const request = { ...asked, id: freshId() } as Request
    return new Promise((answer) => {
      this.unanswered.set(request.id, { request, sent: false, answer })
      if (this.state === 'open') this.sendRequest(request.id)
      this.doubt(request.id)
    })
  }

  /** The page woke up or the network came back: is the line alive? Ask for a snapshot; silence means no. */
  check(): void {
    if (this.state === 'open') this.sync()
    else if (this.state === 'reconnecting') this.retryNow()
  }

  retryNow(): void {
    if (this.state !== 'reconnecting' || this.channel) return
    this.stopWaiting?.()
    this.open()
  }

  close(): void {
    this.drop()
    this.setLink('closed')
  }

  // ---- the connection ----------------------------------------------------------------------------------------

  private open(): void {
    this.version = null
    this.syncing = false
    const channel = this.world.open(this.path)
    this.channel = channel
    channel.onopen = () => this.watch()
    channel.onmessage = (event) => this.receive(JSON.parse(event.data) as ServerMessage)
    channel.onclose = (event) => this.lost(event.code)
    this.watch()
  }

  /** If nothing comes for too long, the line is dead although nobody has said so. */
  private watch(): void {
    this.stopWatching?.()
    this.stopWatching = this.world.later(() => {
      this.drop()
      this.lost(1006)
    }, TIMEOUT)
  }

  private drop(): void {
    this.stopWaiting?.()
    this.stopWatching?.()
    const channel = this.channel
    this.channel = null
    if (channel) {
      channel.onopen = channel.onmessage = channel.onclose = null
      channel.close()
    }
  }

  private lost(code: number): void {
    this.channel = null
    this.stopWatching?.()
    if (GONE.includes(code)) {
      this.setLink('gone')
      return
    }
    this.failures += 1
    const called = code === COME_BACK && this.failures === 1
    this.setLink('reconnecting', called)
    this.stopWaiting = this.world.later(() => this.open(), called ? SOON * this.world.random() : this.wait())
  }

  /** Twice as long after each failure, and never all clients at the same moment. */
  private wait(): number {
    const full = Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** (this.failures - 1))
    return full * (0.5 + this.world.random() / 2)
  }

  /** `quietly`: nobody needs to know unless the next attempt fails, too. */
  private setLink(link: Link, quietly = false): void {
    this.state = link
    if (quietly || (link === this.reported && this.why === this.reportedWhy)) return
    this.reported = link
    this.reportedWhy = this.why
    this.listener.link(link, this.why)
  }

  // ---- what comes in -----------------------------------------------------------------------------------------

  private receive(message: ServerMessage): void {
    switch (message.type) {
      case 'snapshot':
        return this.snapshot(message)
      case 'update':
        return this.update(message)
      case 'said':
        return this.listener.said(message)
      case 'nudged':
        return this.listener.nudged?.(message)
      case 'waiting':
        return this.waiting(message)
      case 'lesson':
        return this.listener.lesson?.(message)
      case 'done':
      case 'advice':
      case 'coach_result':
      case 'preview_result':
      case 'watchers_result':
        return this.answered(message.id, message)
      case 'refused':
        if (message.id === '') this.why = message.text
        return this.answered(message.id, message)
      case 'device': // these two come over other sockets
      case 'mine':
    }
  }

  private snapshot(snapshot: Snapshot): void {
    const first = this.version === null
    this.stopWatching?.()
    this.syncing = false
    this.hold(null)
    this.version = snapshot.version
    this.listener.snapshot(snapshot)
    if (!first) return
    this.failures = 0
    this.why = null
    this.setLink('open')
    for (const id of this.unanswered.keys()) this.sendRequest(id)
  }

  /** The line is alive; it is the table that has to wait. */
  private waiting(message: Waiting): void {
    if (this.version === null || this.syncing) this.watch()
    this.hold(message.text)
  }

  private hold(why: Words | null): void {
    if (!why && !this.held) return
    this.held = why !== null
    this.listener.waiting(why)
  }

  private update(update: Update): void {
    if (this.version === null || this.syncing || update.version < this.version) return
    if (update.version === this.version) {
      this.listener.presence(update)
    } else if (update.version === this.version + 1) {
      this.version = update.version
      this.listener.update(update)
    } else {
      this.sync()
    }
  }

  private answered(id: string, answer: Answer): void {
    const waiting = this.unanswered.get(id)
    this.unanswered.delete(id)
    waiting?.answer(answer)
  }

  // ---- what goes out -----------------------------------------------------------------------------------------

  private sync(): void {
    if (this.syncing) return
    this.syncing = true
    this.send({ type: 'sync' })
    this.watch()
  }

  /** No answer for a while: either the server is thinking or the line is dead, and a snapshot will show which. */
  private doubt(id: string): void {
    this.world.later(() => {
      if (!this.unanswered.has(id) || this.state === 'gone' || this.state === 'closed') return
      if (this.state === 'open') this.sync()
      this.doubt(id)
    }, TIMEOUT)
  }

  /** What was sent before may still be on its way, by another line, perhaps to another process: say so. */
  private sendRequest(id: string): void {
    const waiting = this.unanswered.get(id)
    if (!waiting) return
    const { request, sent } = waiting
    waiting.sent = true
    this.send(sent && counts(request) ? { ...request, again: true } : request)
  }

  private send(message: ClientMessage | LessonRequest): void {
    this.channel?.send(JSON.stringify(message))
  }
}
