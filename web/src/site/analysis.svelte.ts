/**
 * A position on the board, and what the bots say about it: asked one after another, in the worker that thinks. Whoever likes
 * makes a move there and asks on, and goes back again.
 */

import type { SentMove } from '../lib/board'
import { BOT_LEVELS } from '../lib/bots'
import type { Channel } from '../lib/host'
import type {
  Advice,
  PreviewResult,
  Idea,
  PositionInfo,
  Level,
  MatchInfo,
  PositionMoves,
  Problem,
  Refused,
  Words,
} from '../lib/wire'
import { device } from './device.svelte'

const KEPT = 'slugfest.position'
const ADDRESS = '/analysis'
const POSITION = '/api/device/position'

/** What one bot would do: the first idea is the one it would follow. */
export interface Opinion {
  level: Level
  state: 'thinking' | 'done' | 'stopped' | 'failed'
  ideas: Idea[]
}

type Request = typeof device.request
type Open = (path: string) => Channel

export const momentAddress = (match: string, step: number): string =>
  `${ADDRESS}?${new URLSearchParams({ match, step: `${step}` })}`

/** A text that may be a position document; whether it is one, the engine says. */
export function isPosition(text: string): boolean {
  try {
    const { position, slugfest } = JSON.parse(text) as { position?: unknown; slugfest?: unknown }
    return typeof position === 'object' && position !== null && slugfest === undefined
  } catch {
    return false
  }
}

/** What was pasted stays for as long as the tab does: a reload takes nothing away. */
export function keepPosition(text: string): void {
  try {
    if (text === '') sessionStorage.removeItem(KEPT)
    else sessionStorage.setItem(KEPT, text)
  } catch {
    // Then a reload asks for it again.
  }
}

function keptPosition(): string {
  try {
    return sessionStorage.getItem(KEPT) ?? ''
  } catch {
    return ''
  }
}

export class Analysis {
  laid: PositionInfo | null = $state.raw(null)
  problem: Words | null = $state.raw(null)
  busy = $state(false)
  /** For whom the bots think; -1: nobody has to decide. */
  seat = $state(-1)
  opinions: Opinion[] = $state.raw([])
  /** Who played, where the position is of a match. */
  players: string[] = $state.raw([])

  /** What was on the board before each move that was made here, the first one first. */
  earlier: PositionInfo[] = $state.raw([])

  #channel: Channel | null = null

  constructor(
    private readonly request: Request = (...asked) => device.request(...asked),
    private readonly open: Open = (path) => device.open(path),
  ) {}

  /** What the address means, or what was pasted before. */
  async begin(search: string): Promise<void> {
    const asked = new URLSearchParams(search)
    const match = asked.get('match')
    if (match === null) return this.layOut(keptPosition())
    const place = `/api/matches/${encodeURIComponent(match)}`
    const [moment, answer] = await Promise.all([
      this.request('GET', `${place}/position?step=${encodeURIComponent(asked.get('step') ?? '0')}`),
      this.request('GET', place),
    ])
    if (moment.status !== 200) this.problem = (JSON.parse(moment.body) as Problem).text
    else await this.layOut(moment.body)
    if (answer.status === 200)
      this.players = (JSON.parse(answer.body) as MatchInfo).seats.map(({ name }) => name)
  }

  async layOut(text: string): Promise<void> {
    if (text.trim() === '') return
    this.busy = true
    this.problem = null
    const { status, body } = await this.request('POST', POSITION, text)
    this.busy = false
    if (status !== 200) {
      this.problem = (JSON.parse(body) as Problem).text
      return
    }
    this.players = []
    this.earlier = []
    this.#show(JSON.parse(body) as PositionInfo)
  }

  /** Make moves for the seat that decides, and ask on from there; the rest of what was asked before is let go. */
  play = async (moves: SentMove[]): Promise<void> => {
    const before = this.laid
    if (!before || this.busy) return
    this.busy = true
    this.problem = null
    const { status, body } = await this.request('POST', `${POSITION}/moves`, this.#playOn(before, moves))
    this.busy = false
    if (this.laid !== before) return
    if (status !== 200) {
      this.problem = (JSON.parse(body) as Problem).text
      return
    }
    this.earlier = [...this.earlier, before]
    this.#show(JSON.parse(body) as PositionInfo)
  }

  /** Take the last move back. */
  back(): void {
    const before = this.earlier.at(-1)
    if (!before || this.busy) return
    this.earlier = this.earlier.slice(0, -1)
    this.problem = null
    this.#show(before)
  }

  /** What moves would come to, or why they are not possible. */
  preview = async (moves: SentMove[]): Promise<PreviewResult | null> => {
    const { laid } = this
    if (!laid) return null
    const { status, body } = await this.request('POST', `${POSITION}/preview`, this.#playOn(laid, moves))
    return status === 200 && this.laid === laid ? (JSON.parse(body) as PreviewResult) : null
  }

  whyNot = async (moves: SentMove[]): Promise<void> => {
    const answer = await this.preview(moves)
    if (answer?.refusal) this.problem = answer.refusal.text
  }

  #playOn({ position }: PositionInfo, moves: SentMove[]): string {
    const asked: PositionMoves = { position, seat: this.seat, moves }
    return JSON.stringify(asked)
  }

  /** Whoever was asked for goes on deciding, if it is still their turn. */
  #show(laid: PositionInfo): void {
    keepPosition(JSON.stringify(laid.position))
    this.laid = laid
    this.ask(laid.deciding.includes(this.seat) ? this.seat : (laid.deciding[0] ?? -1))
  }

  clear(): void {
    this.end()
    keepPosition('')
    this.laid = null
    this.earlier = []
    this.seat = -1
  }

  /** Ask every bot, the quickest first. */
  ask(seat: number): void {
    this.end()
    this.seat = seat
    if (seat < 0 || !this.laid) return
    this.opinions = BOT_LEVELS.map((level) => ({ level, state: 'thinking', ideas: [] }))
    const channel = this.open('/ws/analysis')
    const { position } = this.laid
    this.#channel = channel
    channel.onopen = () => {
      for (const level of BOT_LEVELS) channel.send(JSON.stringify({ id: level, position, seat, level }))
    }
    channel.onmessage = ({ data }) => {
      const message = JSON.parse(data) as Advice | Refused | { type: 'waiting' }
      if (message.type === 'advice') this.#note(message.id, 'done', message.ideas)
      else if (message.type === 'refused') this.#note(message.id, 'failed', [])
    }
    channel.onclose = () => this.#stopped()
  }

  /** The bots need not think any longer. */
  stop(): void {
    this.end()
    this.#stopped()
  }

  end(): void {
    const channel = this.#channel
    this.#channel = null
    if (!channel) return
    channel.onmessage = channel.onclose = null
    channel.close()
  }

  #note(level: string, state: Opinion['state'], ideas: Idea[]): void {
    this.opinions = this.opinions.map((one) => (one.level === level ? { ...one, state, ideas } : one))
  }

  #stopped(): void {
    this.opinions = this.opinions.map((one) =>
      one.state === 'thinking' ? { ...one, state: 'stopped' } : one,
    )
  }
}
