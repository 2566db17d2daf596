/**
 * Who thinks for the bots: a worker of its own, so that the table answers at once meanwhile. It thinks about one thing at a
 * time. To stop a thought is to end the worker; another one is started, from what is here already.
 */

import type { FromThinker, ToThinker } from './messages'

export type Makings = Extract<ToThinker, { type: 'start' }>

/** The worker, or what stands for it where it cannot be made. */
interface Mind {
  postMessage(message: ToThinker): void
  terminate(): void
  onmessage: ((event: MessageEvent<FromThinker>) => void) | null
  onerror: (() => void) | null
}

interface Question {
  id: number
  question: string
}

/** After so many minds that failed on one question, it is given back unanswered. */
const FAILURES = 2
/** How long a mind may take until it can think; one that says nothing for so long (ms) has failed. */
export const TIMEOUT = 60_000

export class Thinker {
  private mind: Mind | null = null
  private ready = false
  private busy: Question | null = null
  private waiting: Question[] = []
  private failures = 0

  constructor(
    private readonly makings: Makings,
    private readonly thought: (id: number, text: string) => void,
    private readonly make: () => Mind,
  ) {}

  /** Load Python there before anybody has to wait for it. */
  warm(): void {
    if (this.mind) return
    const mind = this.make()
    this.mind = mind
    this.ready = false
    mind.onmessage = (event) => this.receive(event.data)
    mind.onerror = () => this.failed()
    mind.postMessage(this.makings)
    setTimeout(() => {
      if (this.mind === mind && !this.ready) this.failed()
    }, TIMEOUT)
  }

  ask(id: number, question: string): void {
    this.waiting.push({ id, question })
    this.next()
  }

  stop(id: number): void {
    this.waiting = this.waiting.filter((asked) => asked.id !== id)
    if (this.busy?.id !== id) return
    this.busy = null
    this.end()
    this.warm()
  }

  end(): void {
    this.mind?.terminate()
    this.mind = null
    this.ready = false
  }

  private next(): void {
    this.warm()
    if (!this.ready || this.busy) return
    const asked = this.waiting.shift()
    if (!asked) return
    this.busy = asked
    this.mind?.postMessage({ type: 'think', ...asked })
  }

  private receive(message: FromThinker): void {
    if (message.type === 'ready') this.ready = true
    else if (this.busy?.id === message.id) {
      this.busy = null
      this.failures = 0
      this.thought(message.id, message.text)
    }
    this.next()
  }

  /** It ran out of memory, or could not be loaded: once more with a new one; then the table goes on without an idea. */
  private failed(): void {
    this.end()
    this.failures += 1
    const asked = this.busy ?? this.waiting[0]
    if (this.failures >= FAILURES && asked) {
      this.busy = null
      this.waiting = this.waiting.filter((other) => other !== asked)
      this.failures = 0
      this.thought(asked.id, '')
    } else if (this.busy) {
      this.waiting.unshift(this.busy)
      this.busy = null
    }
    if (this.waiting.length > 0) this.next()
  }
}
