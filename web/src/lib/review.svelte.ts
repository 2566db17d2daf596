/** The review of a finished match: asked for until it is there, the quick one first. */

import { ApiError, OFFLINE, api } from './api'
import type { Mark, MatchReview, Review, ReviewedDecision, ReviewMoment } from './wire'

/** Between two questions, in ms: often at first, since a quick review takes moments. */
const SOON = 400
const LATER = 1_500
const OFTEN = 8

export class ReviewWatch {
  answer: MatchReview | null = $state.raw(null)
  failure: ApiError | null = $state.raw(null)

  readonly review: Review | null = $derived(this.answer?.review ?? null)
  /** Something better is on its way. */
  readonly working = $derived(
    this.failure === null &&
      (this.answer === null || this.answer.status === 'working' || this.answer.status === 'waiting'),
  )
  readonly failed = $derived(this.failure !== null || this.answer?.status === 'failed')

  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0
  #stopped = false

  constructor(
    private readonly match: string,
    private readonly whole: boolean,
    private readonly ask: (match: string, whole: boolean) => Promise<MatchReview> = api.review,
  ) {}

  /** Ask until it is there; what is returned ends that. */
  start(): () => void {
    this.#stopped = false
    this.#asked = 0
    this.failure = null
    void this.#next()
    return () => {
      this.#stopped = true
      clearTimeout(this.#timer)
    }
  }

  async #next(): Promise<void> {
    try {
      const answer = await this.ask(this.match, this.whole)
      if (this.#stopped) return
      this.answer = answer
    } catch (error) {
      if (this.#stopped) return
      this.failure = error instanceof ApiError ? error : new ApiError(OFFLINE, null)
    }
    if (this.working) {
      this.#asked += 1
      this.#timer = setTimeout(() => void this.#next(), this.#asked < OFTEN ? SOON : LATER)
    }
  }
}

export const WIN = 1_000_000

/** Millionths of a win as points of a hundred. */
export const points = (amount: number): number => Math.round((amount * 100) / WIN)

/** The whole points that a decision has cost. A mistake begins at ten of them, so an inaccuracy never shows ten. */
export const costOf = (loss: number): number => Math.floor((loss * 100) / WIN)

export type Term = 'par' | 'cards' | 'reads' | 'choices'
export const TERMS: readonly Term[] = ['par', 'cards', 'reads', 'choices']

/** The four terms of a seat in whole points that add up to its result: what rounding leaves goes where it is largest. */
export function account(review: Review, seat: number): { terms: Record<Term, number>; result: number } {
  const exact = TERMS.map((term) => ((review[term][seat] ?? 0) * 100) / WIN)
  const whole = exact.map(Math.floor)
  const result = points(review.result[seat] ?? 0)
  const order = exact.map((_, index) => index).sort((a, b) => rest(exact[b]) - rest(exact[a]))
  for (let left = result - whole.reduce((sum, one) => sum + one, 0), at = 0; left > 0; left--, at++) {
    const index = order[at % order.length] ?? 0
    whole[index] = (whole[index] ?? 0) + 1
  }
  const [par = 0, cards = 0, reads = 0, choices = 0] = whole
  return { terms: { par, cards, reads, choices }, result }
}

const rest = (amount = 0): number => amount - Math.floor(amount)

/** A number with its sign: +14, −3. */
export const signed = (amount: number): string =>
  amount > 0 ? `+${amount}` : amount < 0 ? `−${Math.abs(amount)}` : '0'

const decisionAt = (
  review: Review,
  { step, seat }: { step: number; seat: number },
): ReviewedDecision | undefined =>
  review.decisions.find((decision) => decision.step === step && decision.seat === seat)

/** The three moments for whoever sits there. One decision is not told as the best and as the costliest one. */
export function momentsOf(review: Review, seat: number): ReviewMoment[] {
  const mine = review.moments.filter((moment) => moment.kind === 'swing' || moment.seat === seat)
  const best = mine.find(({ kind }) => kind === 'best')
  const costliest = mine.find(({ kind }) => kind === 'costliest')
  if (!best || !costliest || best.step !== costliest.step) return mine
  const gone = decisionAt(review, costliest)?.mark ? best : costliest
  return mine.filter((moment) => moment !== gone)
}

/** The position that shows a moment: before the last of the moves that make the decision. */
export function pictured(review: Review, moment: ReviewMoment): number {
  const decision = moment.kind === 'swing' ? undefined : decisionAt(review, moment)
  return moment.step + Math.max(0, (decision?.moves.length ?? 1) - 1)
}

export type Marked = ReviewedDecision & { mark: Mark }
export const marked = (review: Review): Marked[] =>
  review.decisions.filter((decision): decision is Marked => decision.mark !== null)

/** How a mark is written, as in chess. */
export const SIGNS: Record<Mark, string> = { inaccuracy: '?!', mistake: '?', blunder: '??' }
