/**
 * The coach of one game, as this browser knows it: whether it is on, and how well I have played. It speaks until the
 * match ends: of danger always, of everything else until I play as well as the bot; then it says that it steps back, and
 * comes back after a costly mistake.
 */

import { t, words } from './i18n'
import type { Match } from './match.svelte'
import type { CoachResult, CounselInfo, MistakeInfo } from './wire'

/** After so many decisions in a row as good as the bot's the coach steps back. */
const PLAYS_WELL = 3

interface Memory {
  on: boolean
  well: number
  /** It has stepped back. */
  back: boolean
}

const keyOf = (game: string): string => `slugfest.coach.${game}`

function load(game: string): Memory {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(game)) ?? '{}') as Partial<Memory>
    return { on: kept.on === true, well: Number(kept.well) || 0, back: kept.back === true }
  } catch {
    return { on: false, well: 0, back: false }
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
export const startCoach = (game: string): void => save(game, { on: true, well: 0, back: false })

/** What the coach says at one decision: about the last one, about this one, or that it steps back. */
export interface Said {
  mistake: MistakeInfo | null
  counsel: CounselInfo | null
  stepsBack: boolean
}

export class Coach {
  on = $state(false)
  /** What it says now. */
  said: Said | null = $state.raw(null)
  #memory: Memory
  #asked = ''

  constructor(readonly game: string) {
    this.#memory = load(game)
    this.on = this.#memory.on
  }

  switch = (on: boolean): void => {
    this.on = on
    this.#memory = { on, well: 0, back: false }
    save(this.game, this.#memory)
    this.said = null
    this.#asked = ''
  }

  hush = (): void => {
    this.said = null
  }

  /** What it says about a decision. While somebody else's move is on show it only waits: mine is still the same one. */
  about(decision: string): Said | null {
    const { said } = this // read in any case, so that whoever asks hears of an answer that comes later
    return this.#asked === decision ? said : null
  }

  /** Ask about the decision at hand, once; what was said about another one is over. */
  async look(match: Match): Promise<void> {
    const decision = match.decision
    if (decision === this.#asked) return
    this.#asked = decision
    this.said = null
    const result = await match.coach()
    if (result && this.on && this.#asked === decision) this.receive(result)
  }

  receive({ counsel, agreed, mistake }: CoachResult): void {
    const memory = this.#memory
    if (agreed !== null) memory.well = agreed ? memory.well + 1 : 0
    if (mistake) memory.back = false
    const stepsBack = !memory.back && memory.well >= PLAYS_WELL
    if (stepsBack) memory.back = true
    const spoken = counsel && (counsel.theme === 'danger' || !memory.back) ? counsel : null
    this.said = mistake || spoken || stepsBack ? { mistake, counsel: spoken, stepsBack } : null
    save(this.game, memory)
  }
}

/** What was better than my costly decision, and why, in a sentence or two. */
export function regret(mistake: MistakeInfo, names: string[]): string {
  const what = words(mistake.better, names)
  const better = t('coach.better', { what })
  return mistake.why ? `${better} ${withoutLead(words(mistake.why, names), what)}` : better
}

/** A reason without the move that it begins with, where the move has just been named. */
export function withoutLead(reason: string, move: string): string {
  const [lead = '', ...rest] = reason.split(': ')
  const then = rest.join(': ')
  return then && move.startsWith(lead) ? then.charAt(0).toLocaleUpperCase() + then.slice(1) : reason
}
