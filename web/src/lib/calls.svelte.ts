/**
 * What is called at a table, as far as I have not muted it: shown for a moment, and kept in my log;
 * nobody else learns of that. Calls are no part of the match, so this browser alone keeps them.
 */

import { settings } from './settings.svelte'
import type { Said } from './wire'

/** Something called, and how long the log was by then. */
export interface Call {
  id: number
  said: Said
  after: number
}

/** How long a call is shown, how many at once, and how many can be read again. */
const SHOWN = 7_000
const MOST_SHOWN = 3
const MOST_KEPT = 60

interface Stored {
  muted: number[]
  kept: Call[]
}

export class Calls {
  /** What was called just now, the newest last. */
  shown: Call[] = $state.raw([])
  /** What was called so far. */
  kept: Call[] = $state.raw([])
  muted: readonly number[] = $state.raw([])
  #key: string
  #last = 0

  constructor(
    match: string,
    private readonly later: (work: () => void, milliseconds: number) => unknown,
  ) {
    this.#key = `slugfest.calls.${match}`
    const { muted, kept } = load(this.#key)
    this.muted = muted
    this.kept = kept
    this.#last = Math.max(0, ...kept.map(({ id }) => id))
  }

  /** Whether this call reached me: a muted one does not. My team's calls belong to the game and always do. */
  receive(said: Said, after: number): boolean {
    if (said.to === 'table' && (!settings.calls || this.muted.includes(said.seat))) return false
    const call = { id: ++this.#last, said, after }
    this.kept = [...this.kept, call].slice(-MOST_KEPT)
    this.shown = [...this.shown, call].slice(-MOST_SHOWN)
    this.later(() => (this.shown = this.shown.filter(({ id }) => id !== call.id)), SHOWN)
    this.#save()
    return true
  }

  mute = (seat: number, quiet: boolean): void => {
    this.muted = [...this.muted.filter((one) => one !== seat), ...(quiet ? [seat] : [])]
    if (quiet) this.shown = this.shown.filter(({ said }) => said.seat !== seat || said.to === 'team')
    this.#save()
  }

  #save(): void {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify({ muted: this.muted, kept: this.kept }))
    } catch {
      // No storage: it is forgotten with the page.
    }
  }
}

function load(key: string): Stored {
  try {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Stored>
    return { muted: stored.muted ?? [], kept: stored.kept ?? [] }
  } catch {
    return { muted: [], kept: [] }
  }
}
