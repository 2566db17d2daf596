/** When moves are sent: at once, as soon as an answer has come, when the last blow has landed, or without being asked. */

import { untrack } from 'svelte'
import type { ViewOf } from '../../lib/board'
import type { Facts, Move } from './facts'
import { may, type Legal } from './moves'

/** The board as it is now. */
export interface Moment {
  view: ViewOf<Facts>
  /** The round on show. */
  round: number
  legal: Legal
  /** Events are on show. */
  happening: boolean
  busy: boolean
  replay: boolean
  /** While dice are placed a tap may wait for its turn. */
  placing: boolean
  /** What decides nothing is done without asking. */
  byItself: Move[] | null
}

export class Sending {
  /** Taps that came while an answer was awaited or others did something: made as soon as they can be. */
  #queue: Move[][] = $state.raw([])
  /** What I have answered to the next question: it is sent as soon as the blow has landed. */
  wish: { view: ViewOf<Facts>; moves: Move[] } | null = $state.raw(null)

  readonly #now: () => Moment
  readonly #play: (moves: Move[]) => void

  constructor(now: () => Moment, play: (moves: Move[]) => void) {
    this.#now = now
    this.#play = play
    $effect(() => {
      const { busy, happening, view } = now()
      if (!this.wish || busy || happening) return
      untrack(() => {
        if (this.wish?.view === view) play(this.wish.moves)
        this.wish = null
      })
    })
    $effect(() => {
      const [next, ...rest] = this.#queue
      const { busy, happening } = now()
      if (!next || busy || happening) return
      untrack(() => {
        const { placing, legal } = now()
        this.#queue = placing ? rest : []
        if (placing && may(legal, next[0]!)) play(next)
      })
    })
    let done: unknown = null
    $effect(() => {
      const { byItself, busy, view } = now()
      if (byItself === null || busy || done === view) return
      done = view
      play(byItself)
    })
    const round = $derived(now().round)
    $effect.pre(() => {
      void round
      untrack(() => (this.#queue = []))
    })
  }

  act(moves: Move[]): void {
    const { replay, busy, placing } = this.#now()
    if (replay || moves.length === 0) return
    if (!busy) this.#play(moves)
    else if (placing) this.#queue = [...this.#queue, moves]
  }
}
