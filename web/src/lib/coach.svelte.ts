/**
 * The coach of one game, as this browser knows it: whether it is on, what it has said how often, and how well I have
 * played without it. It says each thing a few times at most, and steps back from whoever plays as well as the bot.
 */

import type { Match } from './match.svelte'
import type { CoachResult, CounselInfo } from './wire'

/** How often the same thing is said. */
const OFTEN_ENOUGH = 3
/** After so many decisions in a row as good as the bot's the coach is silent, until one is not. */
const PLAYS_WELL = 3

interface Memory {
  on: boolean
  /** How often each counsel was shown. */
  told: Record<string, number>
  well: number
}

const keyOf = (game: string): string => `slugfest.coach.${game}`

function load(game: string): Memory {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(game)) ?? '{}') as Partial<Memory>
    return { on: kept.on === true, told: kept.told ?? {}, well: Number(kept.well) || 0 }
  } catch {
    return { on: false, told: {}, well: 0 }
  }
}

function save(game: string, memory: Memory): void {
  try {
    localStorage.setItem(keyOf(game), JSON.stringify(memory))
  } catch {
    // Private windows may forbid it; then the coach begins anew with the next page.
  }
}

/** Let the coach begin (again), as it does for a first match. */
export const startCoach = (game: string): void => save(game, { on: true, told: {}, well: 0 })

export class Coach {
  on = $state(false)
  /** What it says now. */
  counsel: CounselInfo | null = $state.raw(null)
  #memory: Memory
  #asked = ''

  constructor(readonly game: string) {
    this.#memory = load(game)
    this.on = this.#memory.on
  }

  switch = (on: boolean): void => {
    this.on = on
    this.#memory = { on, told: {}, well: 0 }
    save(this.game, this.#memory)
    this.counsel = null
    this.#asked = ''
  }

  hush = (): void => {
    this.counsel = null
  }

  /** Ask about the decision at hand, once; what was said about another one is over. */
  async look(match: Match): Promise<void> {
    const decision = match.decision
    if (decision === this.#asked) return
    this.#asked = decision
    this.counsel = null
    const result = await match.coach()
    if (result && this.on && this.#asked === decision) this.receive(result)
  }

  receive(result: CoachResult): void {
    const memory = this.#memory
    if (result.agreed !== null) memory.well = result.agreed ? memory.well + 1 : 0
    const counsel = result.counsel
    const often = counsel ? (memory.told[counsel.key] ?? 0) : 0
    if (counsel && memory.well < PLAYS_WELL && often < OFTEN_ENOUGH) {
      memory.told[counsel.key] = often + 1
      this.counsel = counsel
    }
    save(this.game, memory)
  }
}
