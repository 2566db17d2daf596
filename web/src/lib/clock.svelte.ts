/**
 * The server's clock, as this browser knows it, and what is left until a moment of it. Deadlines come from the server
 * and never change by themselves: nothing here counts down, it only looks at the clock.
 */

import { createSubscriber } from 'svelte/reactivity'
import { t } from './i18n'
import type { SeatClock } from './wire'

const TICK = 250
/** What the server says about now is late by its way here: the latest word counts unless it is merely later. */
const JITTER = 2_000

export const SECOND = 1_000
export const MINUTE = 60 * SECOND
export const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

export class ServerClock {
  #ahead: number | null = null
  #look = createSubscriber((update) => {
    const timer = setInterval(update, TICK)
    return () => clearInterval(timer)
  })

  constructor(private readonly here: () => number = Date.now) {}

  /** The server says what its clock shows. */
  sync(now: number): void {
    const ahead = now - this.here()
    if (this.#ahead === null || ahead > this.#ahead || this.#ahead - ahead > JITTER) this.#ahead = ahead
  }

  /** What the server's clock says now. Whatever shows it is shown anew as time goes by. */
  get now(): number {
    this.#look()
    return this.here() + (this.#ahead ?? 0)
  }
}

/** How somebody's time stands at a moment. */
export interface TimeLeft {
  /** Until time runs out. */
  all: number
  /** Of that, before the reserve runs; 0: it does. */
  decision: number
  reserve: number
  /** Little is left: more than a colour says so. */
  last: boolean
}

/** Null: the clock of this seat does not run. */
export function timeLeft(
  { reserve, starts, decide_until, deadline }: SeatClock,
  at: number,
): TimeLeft | null {
  if (decide_until === null || deadline === null) return null
  const now = Math.max(at, starts ?? at) // it stands still while there is something to watch
  const all = Math.max(0, deadline - now)
  const whole = deadline - decide_until
  const days = whole === 0 && reserve === 0 && all > HOUR
  return {
    all,
    decision: Math.max(0, Math.min(decide_until - now, all)),
    reserve: Math.min(whole, all),
    last: !days && all <= 10 * SECOND,
  }
}

/** So much time in figures: 0:09, 12:30, 5 h 12 min, 2 d 3 h. Begun seconds count: it is zero when it is over. */
export function inFigures(milliseconds: number): string {
  const seconds = Math.ceil(Math.max(0, milliseconds) / SECOND)
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (hours >= 24) return t('time.days', { d: Math.floor(hours / 24), h: hours % 24 })
  if (hours >= 1) return t('time.hours', { h: hours, m: minutes % 60 })
  return `${minutes}:${String(seconds % 60).padStart(2, '0')}`
}

/** So much time in words, no finer than anybody needs. */
export function inWords(milliseconds: number): string {
  const seconds = Math.ceil(Math.max(0, milliseconds) / SECOND)
  const two = (
    big: 'time.day' | 'time.hour' | 'time.minute',
    n: number,
    small: 'time.hour' | 'time.minute' | 'time.second',
    rest: number,
  ): string => (rest > 0 ? `${t(big, { n })} ${t(small, { n: rest })}` : t(big, { n }))
  if (seconds >= 86_400) {
    return two('time.day', Math.floor(seconds / 86_400), 'time.hour', Math.floor((seconds % 86_400) / 3600))
  }
  if (seconds >= 3600) {
    return two('time.hour', Math.floor(seconds / 3600), 'time.minute', Math.floor((seconds % 3600) / 60))
  }
  if (seconds >= 60) return two('time.minute', Math.floor(seconds / 60), 'time.second', seconds % 60)
  return t('time.second', { n: seconds })
}

/** The moments at which it is worth saying how much is left; the last one that has come. Null: none yet. */
const WORTH_SAYING = [DAY, HOUR, 5 * MINUTE, MINUTE, 30 * SECOND, 10 * SECOND]
export function worthSaying(left: number): number | null {
  if (left <= 0) return 0
  return WORTH_SAYING.findLast((moment) => left <= moment) ?? null
}
